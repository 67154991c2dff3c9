"""MCP servers that nobody here wrote, through sessions of the package `mcp`; skills from files."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import libfx
import pytest
from support import Gateway, answer, asynchronous, calls, said, tool_call

SERVER = """
try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError:  # version 1
    from mcp.server.fastmcp import FastMCP as MCPServer
    from mcp.server.fastmcp.exceptions import ToolError

server = MCPServer("notes")

@server.tool()
def add(a: int, b: int) -> int:
    "Adds two numbers."
    return a + b

@server.tool()
def refuse() -> str:
    raise ToolError("not today")

@server.resource("notes://today")
def today() -> str:
    return "Buy milk."

@server.prompt()
def greet(name: str) -> str:
    return f"Greet {name}."

server.run()
"""

PAGES = """
import json, sys

def result(method, params):
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "pages", "version": "1"}}
    page = int(params.get("cursor", "1"))
    tools = [{"name": f"tool_{page}", "inputSchema": {"type": "object"}}]
    return {"tools": tools} | ({"nextCursor": str(page + 1)} if page < 3 else {})

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        answer = result(message["method"], message.get("params") or {})
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
"""
"""A server that lists one tool a page, and three pages."""


@asynccontextmanager
async def session(*command: str) -> AsyncIterator[Any]:
    """A session with a server that was started for it."""
    mcp = pytest.importorskip("mcp")
    server = mcp.StdioServerParameters(command=sys.executable, args=list(command))
    async with mcp.stdio_client(server) as (read, write), mcp.ClientSession(read, write) as opened:
        await opened.initialize()
        yield opened


@asynchronous
async def test_the_tools_of_a_server_run_in_a_turn(gateway: Gateway) -> None:
    async with session("-c", SERVER) as opened, libfx.McpAdapter(libfx.mcp_client(opened), prefix="n_") as adapter:
        assert [tool.name for tool in adapter.tools] == ["n_add", "n_refuse"]
        assert adapter.tools[0].description == "Adds two numbers."
        replies = [calls(tool_call("n_add", "a", a=1, b=2), tool_call("n_refuse", "b")), answer("3")]
        async with gateway.session(*replies).agent(tools=adapter.tools) as agent:
            ends = [event async for event in agent.prompt("a") if isinstance(event, libfx.ToolEnd)]
    found = {end.name: (end.is_error, end.content or "") for end in ends}
    assert found["n_add"][0] is False and found["n_add"][1].startswith("3")
    assert found["n_refuse"][0] is True and "not today" in found["n_refuse"][1]


@asynchronous
async def test_resources_and_prompts_become_instructions() -> None:
    async with session("-c", SERVER) as opened:
        greet = libfx.McpPromptRequest(name="greet", arguments={"name": "Ada"})
        client = libfx.mcp_client(opened)
        async with libfx.McpAdapter(client, resources=["notes://today"], prompts=[greet]) as adapter:
            assert "Buy milk." in adapter.instructions
            assert "Greet Ada." in adapter.instructions
        with pytest.raises(libfx.McpFailedError, match="notes://never"):
            await libfx.create_mcp_adapter(client, resources=["notes://never"])


@asynchronous
async def test_tools_are_listed_from_every_page() -> None:
    async with session("-c", PAGES) as opened, libfx.McpAdapter(libfx.mcp_client(opened)) as adapter:
        assert [tool.name for tool in adapter.tools] == ["tool_1", "tool_2", "tool_3"]


@asynchronous
async def test_a_published_server_is_listed_and_called() -> None:
    pytest.importorskip("mcp_server_time")
    async with session("-m", "mcp_server_time", "--local-timezone", "UTC") as opened:
        async with libfx.McpAdapter(libfx.mcp_client(opened)) as adapter:
            tools = {tool.name: tool for tool in adapter.tools}
            assert set(tools) == {"get_current_time", "convert_time"}
            context = libfx.ToolContext(tool_call_id="c", signal=threading.Event())
            told: Any = tools["get_current_time"].execute({"timezone": "Europe/Berlin"}, context)
            assert "Europe/Berlin" in str(await told)


@asynchronous
async def test_a_tool_of_the_runtime_that_nobody_waits_for_is_cancelled() -> None:
    begun, cancelled = asyncio.Event(), asyncio.Event()

    class Client:
        async def list_tools(self, params: libfx.McpPageRequest | None) -> dict[str, object]:
            return {"tools": [{"name": "wait", "inputSchema": {"type": "object"}}]}

        async def call_tool(self, params: libfx.McpToolCall) -> dict[str, object]:
            begun.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.set()
                raise
            return {}

    async with libfx.McpAdapter(Client()) as adapter:
        context = libfx.ToolContext(tool_call_id="c", signal=threading.Event())
        execution: Any = adapter.tools[0].execute({}, context)
        waiting = asyncio.ensure_future(execution)
        await begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await cancelled.wait()


@asynchronous
async def test_a_skill_file_gives_instructions_and_tools(gateway: Gateway, tmp_path: Path) -> None:
    @libfx.tool
    def act() -> str:
        return "done"

    path = tmp_path / "greeting.md"
    path.write_text("---\ndescription: How to greet.\n---\n\nSay hello.\n", "utf-8")
    skill = await libfx.load_skill_file(str(path), tools=[act])
    assert (skill.name, skill.description, skill.tools) == ("greeting", "How to greet.", [act])
    other = libfx.SkillRecord(name="parting", instructions="Say goodbye.")
    adapter = await libfx.create_skills_adapter([skill, other])
    assert adapter.tools == [act]
    session = gateway.session(answer("hello"))
    async with session.agent(instructions=adapter.instructions, tools=adapter.tools) as agent:
        assert await said(agent.prompt("a")) == "hello"
    (request,) = session.requests()
    assert "Say hello." in str(request["body"]) and "Say goodbye." in str(request["body"])


@asynchronous
async def test_a_skill_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(libfx.SkillInvalidError, match="missing.md"):
        await libfx.load_skill_file(str(tmp_path / "missing.md"))
