"""JSON text as the engine reads it: UTF-8, so without halves of surrogate pairs."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from enum import Enum
from typing import Any, cast


def json_bytes(value: object) -> bytes:
    """The text of JSON data. Raises `TypeError` or `ValueError` for what is none."""
    return _utf8(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_as_json))


def present(members: dict[str, object]) -> dict[str, object]:
    """The members that are there."""
    return {name: value for name, value in members.items() if value is not None}


def failure(error: BaseException) -> bytes:
    """What `reject` and `fail` take of an error: its message, or its class when it has none."""
    try:
        message = str(error) or type(error).__name__
    except Exception:
        message = type(error).__name__
    return _utf8(json.dumps({"message": message}, ensure_ascii=False))


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Two halves that belong together are one character; any other half is U+FFFD.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _as_json(value: Any) -> object:
    """What stands for a value that JSON has no form for."""
    if isinstance(value, type):
        raise TypeError(f"the type {value.__name__} is not JSON")
    if hasattr(value, "__libfx_json__"):
        return value.__libfx_json__()
    if hasattr(value, "model_dump"):
        # A model of pydantic's.
        return value.model_dump(mode="json")
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(cast(Mapping[object, object], value))
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"a value of type {type(value).__name__} is not JSON")
