"""What scenarios say that cannot be said in Python, so that nothing can go wrong with it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any

import libfx
from values import snake

VALUES = {
    '"$bigint"': "whole numbers have no bound",
    '"$symbol"': "there are no symbols",
}


def inexpressible(scenario: dict[str, Any]) -> str | None:
    """Why the case does not exist in Python, if it does not."""
    text = json.dumps(scenario)
    for value, reason in VALUES.items():
        if value in text:
            return reason
    return next(_reasons(scenario), None)


def _reasons(scenario: dict[str, Any]) -> Iterator[str]:
    steps = scenario.get("steps", [])
    for agent in [scenario.get("agent", {}), *(step.get("agent", {}) for step in steps)]:
        yield from _of_options(agent, libfx.Agent)
    for server in scenario.get("mcp", {}).values():
        yield from _of_options(server.get("options", {}), libfx.McpAdapter)
    for file in scenario.get("skillFiles", []):
        yield from _of_options(file.get("options", {}), libfx.parse_skill_file)
    skills = scenario.get("skills")
    if skills == {"$undefined": True}:
        yield "there is nothing but None"
    if isinstance(skills, list) and any(isinstance(it, dict) and None in it.values() for it in skills):
        yield "a member that is None is absent"
    for step in steps:
        if step.get("options", {}) not in ({}, {"signal": {"$signal": "live"}}):
            yield "prompts have no options: cancelling a task does what a signal would"


def _of_options(given: Any, function: Callable[..., Any]) -> Iterator[str]:
    """What cannot be passed to a function as its options."""
    if not isinstance(given, dict):
        yield "options are keywords, so they are always an object"
        return
    for name, value in given.items():
        if snake(name) not in inspect.signature(function).parameters:
            yield f"there is no option {name}, and unknown keywords are refused by Python itself"
        if value is None:
            yield "an option that is None is left out"
