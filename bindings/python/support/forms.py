"""Types, as JSON has them: the schema of a type's values, and how one is made from data of the model's."""

from __future__ import annotations

import collections.abc
import dataclasses
import difflib
import importlib
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Literal, Union

Read = Callable[[object, str], Any]
"""Makes a value of data that stands at a path. Raises `TypeError` or `ValueError` when it does not fit."""


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """What the values of a type look like."""

    schema: dict[str, object]
    read: Read
    definitions: Mapping[str, object] = dataclasses.field(default_factory=dict[str, object])
    """Schemas that `schema` refers to."""

    def with_schema(self, **members: object) -> Form:
        """The same, with more in its schema."""
        return dataclasses.replace(self, schema=self.schema | members)

    def described(self, about: str) -> Form:
        """The same, with a description, unless there is none or it has one."""
        return self.with_schema(description=about) if about and "description" not in self.schema else self


def form_of(annotation: Any, place: str) -> Form:
    """The form of a type. Raises `TypeError`, which names the place, for one that has none."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _annotated(args, place)
    if origin is Literal:
        return _one_of(list(args), lambda value: value)
    if origin in (Union, types.UnionType):
        return _union([form_of(arg, place) for arg in args])
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    if annotation in (Any, object):
        return Form({}, lambda data, path: data)
    if origin in (list, collections.abc.Sequence) or annotation is list:
        return _list(form_of(args[0] if args else Any, place), list)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _list(form_of(args[0], place), tuple)
    if origin in (dict, collections.abc.Mapping) or annotation is dict:
        return _dict(form_of(args[1] if args else Any, place))
    if hasattr(annotation, "__supertype__"):
        return form_of(annotation.__supertype__, place)
    if inspect.isclass(annotation):
        found = _class(annotation, place)
        if found is not None:
            return found
    return _by_pydantic(annotation, place)


def unknown(name: str, known: Iterable[str]) -> str:
    """The message about a name that is none of those known."""
    near = difflib.get_close_matches(name, known, 1)
    return f"{name}: unknown, did you mean {near[0]!r}?" if near else f"{name}: unknown"


def _simple(kind: str, title: str, fits: Callable[[object], bool], make: Callable[[Any], Any]) -> Form:
    def read(data: object, path: str) -> Any:
        if not fits(data):
            raise TypeError(f"{path}: expected {title}, got {_kind(data)}")
        return make(data)

    return Form({"type": kind}, read)


def _is_number(data: object) -> bool:
    return isinstance(data, (int, float)) and not isinstance(data, bool)


def _is_whole(data: object) -> bool:
    return _is_number(data) and float(typing.cast(float, data)).is_integer()


_SIMPLE: dict[Any, Form] = {
    str: _simple("string", "a string", lambda data: isinstance(data, str), str),
    bool: _simple("boolean", "a boolean", lambda data: isinstance(data, bool), bool),
    int: _simple("integer", "a whole number", _is_whole, int),
    float: _simple("number", "a number", _is_number, float),
    None: _simple("null", "null", lambda data: data is None, lambda data: None),
    type(None): _simple("null", "null", lambda data: data is None, lambda data: None),
}


def _kind(data: object) -> str:
    match data:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def _annotated(args: tuple[Any, ...], place: str) -> Form:
    inner, *notes = args
    if any(type(note).__module__.split(".")[0] == "pydantic" for note in notes):
        # They hold constraints as well, which only pydantic knows.
        return _by_pydantic(typing.Annotated[args], place)
    texts = (note if isinstance(note, str) else getattr(note, "documentation", None) for note in notes)
    about = next((text for text in texts if isinstance(text, str)), "")
    return form_of(inner, place).described(about)


def _one_of(values: list[Any], make: Callable[[Any], Any]) -> Form:
    def read(data: object, path: str) -> Any:
        # `True == 1`, but they are not the same in JSON.
        if not any(data == value and type(data) is type(value) for value in values):
            raise ValueError(f"{path}: expected one of {', '.join(map(repr, values))}, got {data!r}")
        return make(data)

    schema: dict[str, object] = {"enum": values}
    return Form({"type": "string"} | schema if all(isinstance(value, str) for value in values) else schema, read)


def _union(forms: list[Form]) -> Form:
    def read(data: object, path: str) -> Any:
        problems: list[str] = []
        for form in forms:
            try:
                return form.read(data, path)
            except (TypeError, ValueError) as error:
                problems.append(str(error))
        raise TypeError("; or ".join(problems))

    return Form({"anyOf": [form.schema for form in forms]}, read, _shared(forms))


def _list(item: Form, make: Callable[[list[Any]], Any]) -> Form:
    def read(data: object, path: str) -> Any:
        if not isinstance(data, list):
            raise TypeError(f"{path}: expected an array, got {_kind(data)}")
        items = typing.cast(list[object], data)
        return make([item.read(each, f"{path}[{at}]") for at, each in enumerate(items)])

    return Form({"type": "array", "items": item.schema}, read, item.definitions)


def _dict(value: Form) -> Form:
    def read(data: object, path: str) -> Any:
        return {name: value.read(each, f"{path}.{name}") for name, each in _object(data, path).items()}

    return Form({"type": "object", "additionalProperties": value.schema}, read, value.definitions)


def _class(annotation: type[Any], place: str) -> Form | None:
    if issubclass(annotation, Enum):
        members: list[Any] = [member.value for member in annotation]
        return _one_of(members, annotation)
    if typing.is_typeddict(annotation):
        fields = typing.get_type_hints(annotation)
        required = annotation.__required_keys__
        return _record(annotation, {name: form_of(kind, place) for name, kind in fields.items()}, required, dict)
    if dataclasses.is_dataclass(annotation):
        hints = typing.get_type_hints(annotation, include_extras=True)
        fields = {field.name: field for field in dataclasses.fields(annotation) if field.init}
        missing = dataclasses.MISSING
        required = frozenset(
            name for name, field in fields.items() if field.default is missing and field.default_factory is missing
        )
        return _record(annotation, {name: form_of(hints[name], place) for name in fields}, required, annotation)
    return None


def _record(annotation: type[Any], forms: dict[str, Form], required: frozenset[str], make: Callable[..., Any]) -> Form:
    def read(data: object, path: str) -> Any:
        members = _object(data, path)
        for name in members:
            if name not in forms:
                raise TypeError(f"{path}.{unknown(name, forms)}")
        for name in forms:
            if name in required and name not in members:
                raise TypeError(f"{path}.{name}: required")
        return make(**{name: forms[name].read(value, f"{path}.{name}") for name, value in members.items()})

    schema: dict[str, object] = {
        "type": "object",
        "properties": {name: form.schema for name, form in forms.items()},
        "required": [name for name in forms if name in required],
        "additionalProperties": False,
    }
    # A data class without a docstring has its signature for one.
    about = (annotation.__doc__ or "").strip()
    is_own = bool(about) and not about.startswith(f"{annotation.__name__}(")
    return Form(schema, read, _shared(forms.values())).described(inspect.cleandoc(about) if is_own else "")


def _object(data: object, path: str) -> dict[str, object]:
    if not isinstance(data, dict):
        raise TypeError(f"{path}: expected an object, got {_kind(data)}")
    return typing.cast(dict[str, object], data)


def _shared(forms: Iterable[Form]) -> dict[str, object]:
    return {name: definition for form in forms for name, definition in form.definitions.items()}


def _by_pydantic(annotation: Any, place: str) -> Form:
    """The form of a type that pydantic knows, where it is installed."""
    try:
        adapter: Any = importlib.import_module("pydantic").TypeAdapter(annotation)
        schema: dict[str, object] = adapter.json_schema()
    except Exception as error:
        title = getattr(annotation, "__name__", annotation)
        raise TypeError(f"{place}: no schema can be made of the type {title} ({error})") from error
    definitions: Any = schema.pop("$defs", {})

    def read(data: object, path: str) -> Any:
        return adapter.validate_python(data)

    return Form(schema, read, definitions)
