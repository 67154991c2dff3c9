"""Sessions of the package `mcp` as the clients that the contract has."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from .._mcp import McpClient, McpPageRequest, McpPromptRequest, McpResourceRequest, McpToolCall


class McpSession(Protocol):
    """What is used of `mcp.ClientSession`: methods that give models of pydantic's."""

    @property
    def list_tools(self) -> Callable[..., Awaitable[Any]]:
        """Lists one page of the server's tools."""
        ...

    @property
    def call_tool(self) -> Callable[..., Awaitable[Any]]:
        """Calls a tool by its name, with its arguments."""
        ...

    @property
    def read_resource(self) -> Callable[..., Awaitable[Any]]:
        """Reads the resource of a URI."""
        ...

    @property
    def get_prompt(self) -> Callable[..., Awaitable[Any]]:
        """Expands a prompt by its name, with its arguments."""
        ...


def mcp_client(session: McpSession) -> McpClient:
    """The client that `create_mcp_adapter` takes, of a session of the package `mcp`.

        async with ClientSession(read, write) as session:
            await session.initialize()
            async with libfx.McpAdapter(libfx.mcp_client(session)) as adapter:
                agent = libfx.Agent(api_key=key, tools=adapter.tools)

    The session stays the application's: closing the adapter does not close it. A tool call that is cancelled is no longer
    waited for.

    Args:
        session: A `ClientSession` that has been initialized.
    """
    return _Client(session)


class _Client:
    def __init__(self, session: McpSession) -> None:
        self._session = session

    async def list_tools(self, params: McpPageRequest | None) -> dict[str, object]:
        return _data(await self._session.list_tools(**_page(self._session, params)))

    async def call_tool(self, params: McpToolCall) -> dict[str, object]:
        return _data(await self._session.call_tool(params.name, params.arguments))

    async def read_resource(self, params: McpResourceRequest) -> dict[str, object]:
        return _data(await self._session.read_resource(params.uri))

    async def get_prompt(self, params: McpPromptRequest) -> dict[str, object]:
        return _data(await self._session.get_prompt(params.name, dict(params.arguments or {})))


def _page(session: McpSession, params: McpPageRequest | None) -> dict[str, Any]:
    """Where to continue, as this version of the package has it."""
    if params is None:
        return {}
    if "cursor" in inspect.signature(session.list_tools).parameters:
        return {"cursor": params.cursor}
    return {"params": importlib.import_module("mcp.types").PaginatedRequestParams(cursor=params.cursor)}


def _data(result: Any) -> dict[str, object]:
    """A result as the protocol has it."""
    data: dict[str, object] = result.model_dump(mode="json", by_alias=True, exclude_none=True)
    return data
