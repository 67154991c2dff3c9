"""The MCP adapters and the skills of a scenario: what they add to the agent."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import libfx
from behaviour import Behaviour, perform
from tools import Tools
from values import as_json, revive, snake


class Adapters:
    """All of them."""

    def __init__(self) -> None:
        self.tools: list[libfx.HostTool] = []
        self.instructions: list[str] = []
        self._mcp: list[libfx.McpAdapter] = []

    @staticmethod
    async def create(scenario: dict[str, Any], tools: Tools) -> Adapters:
        """Creates them; `tools` observes what is called."""
        adapters = Adapters()
        for name, given in scenario.get("mcp", {}).items():
            options = {snake(option): value for option, value in revive(given.get("options", {}), Behaviour).items()}
            adapter = await libfx.create_mcp_adapter(client(name, given["client"], tools), **options)
            adapters._mcp.append(adapter)
            adapters._add(adapter)
        if "skills" in scenario or "skillFiles" in scenario:
            await adapters._add_skills(scenario, tools)
        return adapters

    async def close(self) -> None:
        """Closes the MCP adapters, in order."""
        for adapter in self._mcp:
            await adapter.close()

    async def _add_skills(self, scenario: dict[str, Any], tools: Tools) -> None:
        records = revive(scenario.get("skills", []), Behaviour)
        if isinstance(records, list):
            records = [skill(record, tools) for record in records]
        for file in scenario.get("skillFiles", []):
            records.append(await read_skill(file, tools))
        self._add(await libfx.create_skills_adapter(records))

    def _add(self, adapter: libfx.McpAdapter | libfx.SkillsAdapter) -> None:
        self.tools += adapter.tools
        self.instructions.append(adapter.instructions)


def skill(given: Any, tools: Tools) -> Any:
    """A record with the members that a scenario gives it, or what stands there instead of one."""
    if not isinstance(given, dict):
        return given
    members = {snake(name): value for name, value in given.items()}
    return SimpleNamespace(**with_tools(members, tools))


async def read_skill(file: dict[str, Any], tools: Tools) -> libfx.SkillRecord:
    """The skill in a file of this text."""
    text = revive(file["text"], Behaviour)
    options = {snake(name): value for name, value in revive(file.get("options", {}), Behaviour).items()}
    content = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return await libfx.parse_skill_file(file["path"], content, **with_tools(options, tools))


def with_tools(members: dict[str, Any], tools: Tools) -> dict[str, Any]:
    """Members of which `tools` are tools."""
    if not isinstance(members.get("tools"), list):
        return members
    return members | {"tools": [tools.of(tool) for tool in members["tools"]]}


def client(name: str, script: Any, tools: Tools) -> Any:
    """A client with the methods that the scenario gives it, or what stands there instead of one."""
    if not isinstance(script, dict) or next(iter(script), "").startswith("$"):
        return revive(script, Behaviour)
    methods: dict[str, Any] = {}
    for method, what in script.items():
        is_behaviour = isinstance(what, (dict, list)) and what != {"$undefined": True}
        methods[snake(method)] = scripted(name, method, Behaviour(what), tools) if is_behaviour else revive(what, Behaviour)
    return SimpleNamespace(**methods)


def scripted(name: str, method: str, behaviour: Behaviour, tools: Tools) -> Callable[..., Any]:
    """A method of a client."""

    async def called(params: Any = None) -> object:
        call: dict[str, Any] = {"client": name, "method": method, "aborted": False}
        if params is not None:
            call["params"] = as_json(params)
        tools.calls.append(call)
        tools.on_begin(f"{name}.{method}")
        nth = sum(it.get("client") == name and it.get("method") == method for it in tools.calls)
        now = json.loads(json.dumps(behaviour.next()).replace("{nth}", str(nth)))
        return await perform(now, call, params)

    return called
