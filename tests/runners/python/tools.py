"""The tools of a scenario: what they do, and what is observed of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libfx
from behaviour import Behaviour, perform


class Tools:
    """All tools of one agent."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        """Executions in the order they began."""
        self.on_begin: Callable[[str], object] = lambda name: None
        """Is told the name of each tool that begins."""

    def written_out(self, tools: dict[str, Any]) -> list[ScenarioTool]:
        """Tools of the shorthand."""
        schema = {"type": "object", "properties": {}}
        members = {"description": "", "inputSchema": schema}
        return [ScenarioTool(self, {"name": name, **members, "execute": Behaviour(what)}) for name, what in tools.items()]

    def of(self, given: Any) -> Any:
        """The tool that an option describes, or whatever stands there instead."""
        return ScenarioTool(self, given) if isinstance(given, dict) else given

    async def run(self, tool: str, behaviour: dict[str, Any], input: object, context: libfx.ToolContext) -> object:
        """Does what the tool does."""
        call = {"tool": tool, "input": input, "toolCallId": context.tool_call_id, "aborted": False}
        self.calls.append(call)
        self.on_begin(tool)
        return await perform(behaviour, call, input, context.signal)


class ScenarioTool:
    """A tool with the members that a scenario gives it, and no others."""

    def __init__(self, tools: Tools, members: dict[str, Any]) -> None:
        names = {"inputSchema": "input_schema"}
        for name, value in members.items():
            setattr(self, names.get(name, name), self._method(tools, value) if isinstance(value, Behaviour) else value)

    def _method(self, tools: Tools, behaviour: Behaviour) -> Callable[..., Any]:
        async def execute(input: object, context: libfx.ToolContext) -> object:
            return await tools.run(getattr(self, "name"), behaviour.next(), input, context)

        return execute
