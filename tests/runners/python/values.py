"""Placeholders of scenario files, turned into the values they stand for, and values as observations hold them."""

from __future__ import annotations

import base64
import dataclasses
import json
import re
import traceback
from collections.abc import Callable
from typing import Any

import libfx

Behave = Callable[[Any], object]


def revive(value: Any, behave: Behave) -> Any:
    """JSON with placeholders. `behave(behaviour)` makes a tool's function."""
    if isinstance(value, list):
        return [revive(item, behave) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and next(iter(value)).startswith("$"):
        return _placeholder(*next(iter(value.items())), behave)
    return {name: revive(member, behave) for name, member in value.items() if member != {"$absent": True}}


def _placeholder(key: str, argument: Any, behave: Behave) -> Any:
    match key:
        case "$data":
            return argument
        case "$undefined":
            return None
        case "$function":
            return lambda: None
        case "$bytes":
            return base64.b64decode(argument)
        case "$text":
            return "".join(argument["text"].replace("{i}", str(at)) for at in range(argument["times"]))
        case "$list":
            item = json.dumps(argument["item"])
            return [revive(json.loads(item.replace("{i}", str(at))), behave) for at in range(argument["times"])]
        case "$execute":
            return behave(argument)
        case _:
            raise ValueError(f"{key} is no placeholder that Python has")


def prompt_input(value: Any) -> Any:
    """The input of a prompt: blocks as data classes where they fit one, else as they are."""
    return [_block(item) for item in value] if isinstance(value, list) else value


def _block(value: Any) -> Any:
    match value:
        case {"type": "text", "text": str(text), **rest} if not rest:
            return libfx.TextBlock(text=text)
        case {"type": "resource", "resource": {"uri": str(uri), **more}, **rest} if not rest and set(more) <= {"text"}:
            return libfx.ResourceBlock(resource=libfx.Resource(uri=uri, **more))
        case _:
            return value


def as_json(value: Any) -> Any:
    """A value that the package gave, by the contract's names."""
    if isinstance(value, libfx.DiagnosticEvent):
        return {"type": value.type, "timestamp": value.timestamp, **value.detail}
    if not dataclasses.is_dataclass(value):
        return value
    fields = {_camel(field.name): as_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    tag = {"type": value.type} if hasattr(value, "type") else {}
    return tag | {name: member for name, member in fields.items() if member is not None}


def describe_error(error: Exception) -> dict[str, Any]:
    """An error, as observations hold it."""
    kinds = {TypeError: "TypeError", ValueError: "RangeError"}
    kind = next((name for kind, name in kinds.items() if isinstance(error, kind)), "Error")
    members = {"code": getattr(error, "code", None), "class": kind, "message": str(error)}
    for name in ("status", "retry_after_ms", "request_id", "cause_code"):
        members[_camel(name)] = getattr(error, name, None)
    return {name: value for name, value in members.items() if value is not None}


def printed(value: Any) -> str:
    """Everything that is printed of a value for people who debug."""
    texts = [repr(value), str(value)]
    if isinstance(value, BaseException):
        texts += traceback.format_exception(value)
    texts += [repr(member) for member in _members(value, set())]
    return "\n".join(texts)


def _members(value: Any, seen: set[int]) -> list[Any]:
    """What an object of the package holds, at any depth."""
    if id(value) in seen or not type(value).__module__.startswith("libfx"):
        return []
    seen.add(id(value))
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if not name.startswith("__")]
    members = [getattr(value, name, None) for name in slots] + list(getattr(value, "__dict__", {}).values())
    return members + [inner for member in members for inner in _members(member, seen)]


def snake(name: str) -> str:
    """A name of the contract, in Python."""
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), name)
