"""The parameters of a function, as the model sees them and as it fills them in."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from typing import Any, cast

from .._tool import ToolContext
from .forms import Form, form_of, unknown
from .json_text import json_bytes

_SECTION = re.compile(r"^(?:Args|Arguments|Parameters|Returns|Raises|Yields|Example|Examples|Note|Notes):\s*$", re.MULTILINE)
_ENTRY = re.compile(r"^(\s+)(\w+)(?:\s*\([^)]*\))?:\s*(.*)$")


class Parameters:
    """A schema, and how arguments that fit it are read."""

    def __init__(self, description: str, forms: dict[str, Form], required: list[str], context: str | None) -> None:
        self.description = description
        """What the function's docstring says it does."""
        self._forms = forms
        self._required = required
        self._context = context
        self.schema = _schema(forms, required)
        """The JSON Schema of the arguments."""

    @staticmethod
    def of(function: Callable[..., Any]) -> Parameters:
        """Those of a function. Raises `TypeError` for one that has no type, or one that no schema can be made of."""
        about = inspect.getdoc(function) or ""
        described = _described(about)
        types = typing.get_type_hints(function, include_extras=True)
        forms: dict[str, Form] = {}
        required: list[str] = []
        context: str | None = None
        for name, parameter in inspect.signature(function).parameters.items():
            place = f"{function.__qualname__}, parameter {name!r}"
            if name not in types or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
                raise TypeError(f"{place}: a tool's parameters have names and types")
            if types[name] is ToolContext:
                context = name
                continue
            form = form_of(types[name], place).described(described.get(name, ""))
            if parameter.default is parameter.empty:
                required.append(name)
            else:
                form = _with_default(form, parameter.default)
            forms[name] = form
        return Parameters(_SECTION.split(about)[0].strip(), forms, required, context)

    def read(self, input: object, context: ToolContext) -> dict[str, object]:
        """The keywords for a call. Raises `TypeError` or `ValueError` for arguments that do not fit, to tell the model."""
        if not isinstance(input, dict):
            raise TypeError("the arguments are not an object")
        data = cast(dict[str, object], input)
        for name in data:
            if name not in self._forms:
                raise TypeError(unknown(name, self._forms))
        missing = [name for name in self._required if name not in data]
        if missing:
            raise TypeError(f"{missing[0]}: required")
        keywords: dict[str, object] = {name: self._forms[name].read(value, name) for name, value in data.items()}
        if self._context is not None:
            keywords[self._context] = context
        return keywords


def _schema(forms: dict[str, Form], required: list[str]) -> dict[str, object]:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {name: form.schema for name, form in forms.items()},
        "required": required,
        "additionalProperties": False,
    }
    shared = {name: definition for form in forms.values() for name, definition in form.definitions.items()}
    return schema | {"$defs": shared} if shared else schema


def _with_default(form: Form, default: object) -> Form:
    try:
        json_bytes(default)
    except (TypeError, ValueError):
        return form
    return form.with_schema(default=default)


def _described(about: str) -> dict[str, str]:
    """What an `Args:` section of a docstring says of each parameter."""
    sections = re.split(r"^(?:Args|Arguments|Parameters):\s*$", about, maxsplit=1, flags=re.MULTILINE)
    if len(sections) < 2:
        return {}
    found: dict[str, str] = {}
    depth, last = "", ""
    for line in _SECTION.split(sections[1])[0].splitlines():
        entry = _ENTRY.match(line)
        if entry and (not depth or entry[1] == depth):
            depth, last = entry[1], entry[2]
            found[last] = entry[3].strip()
        elif last and line.strip():
            found[last] = f"{found[last]} {line.strip()}".strip()
    return found
