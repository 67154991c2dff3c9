"""Describes arguments for the engine: plain data as it is, values of the application as markers that Rust decodes.

Nothing is checked here. Every value crosses, of the wrong kind too, so that Rust alone decides what is wrong and says so in
the same words in every language.

A *shape* is a function `(value, crossing) -> JSON`. Generated modules build those they need from the ones below.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from .json_text import json_bytes

Shape = Callable[[Any, "Crossing"], object]
"""How a value is described."""

Argument = tuple[Shape, object]
"""An argument, and how it is described."""

Member = tuple[str, str]
"""A member's name in the contract, and in Python."""

_MARKER: Final = "$fx"

_BYTES: Final = (bytes, bytearray, memoryview)

_DATA: Final = (str, int, float, *_BYTES, Mapping, Sequence)

_MOST: Final = 2**63
"""A whole number beyond this crosses as the nearest fraction."""


@dataclass(frozen=True, slots=True)
class HostObject:
    """An object of the application, and how its methods are called."""

    target: object
    methods: Mapping[str, Method]


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a host object: its name in Python, and how the engine's arguments become those of the application."""

    name: str
    arguments: Callable[[list[Any], Any], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Callback:
    """A function of the application, and how the engine's arguments become its own."""

    function: Callable[..., object]
    arguments: Callable[[list[Any]], tuple[Any, ...]]


class Crossing:
    """What crosses with one call, besides its texts."""

    def __init__(self) -> None:
        self.handles: list[HostObject | Callback] = []
        """What the markers of functions and host objects stand for, by number."""
        self.blobs: list[bytes] = []
        """Byte arguments, by number."""
        self._around: set[int] = set()

    def text(self, shape: Shape, value: object) -> bytes:
        """The text of a value."""
        return json_bytes(shape(value, self))

    def texts(self, args: Iterable[Argument]) -> list[bytes]:
        """The texts of arguments."""
        return [self.text(shape, value) for shape, value in args]

    def handle(self, value: HostObject | Callback) -> int:
        """The number of a new handle."""
        self.handles.append(value)
        return len(self.handles) - 1

    def blob(self, value: bytes) -> int:
        """The number of some bytes."""
        self.blobs.append(value)
        return len(self.blobs) - 1

    def within(self, value: object, describe: Callable[[], object]) -> object:
        """What `describe` gives, unless `value` is being described already."""
        if id(value) in self._around:
            return _marker("cycle")
        self._around.add(id(value))
        try:
            return describe()
        finally:
            self._around.discard(id(value))


UNDEFINED: Final = json_bytes({_MARKER: "undefined"})
"""The text of an argument that is left out."""


def plain(value: Any, crossing: Crossing) -> object:
    """Any value: data as it is, everything else as a marker."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return int(value) if -_MOST <= value < 2 * _MOST else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, _BYTES):
        # A copy, since the caller may change them.
        return _marker("bytes", id=crossing.blob(bytes(cast(bytes, value))))
    if isinstance(value, Mapping):
        mapping = cast(Mapping[object, object], value)
        return _members(mapping, crossing, mapping.items())
    if isinstance(value, Sequence):
        return list_of(plain)(cast(object, value), crossing)
    if not isinstance(value, type) and hasattr(value, "__libfx_json__"):
        return _members(value, crossing, value.__libfx_json__().items())
    if callable(value):
        return _marker("function", id=crossing.handle(Callback(value, tuple)))
    return _marker("object", id=crossing.handle(HostObject(value, {})), members={})


def list_of(item: Shape) -> Shape:
    """A list whose items have a shape of their own."""

    def shape(value: Any, crossing: Crossing) -> object:
        if not isinstance(value, Sequence) or isinstance(value, (str, *_BYTES)):
            return plain(cast(object, value), crossing)
        items = cast(Sequence[object], value)
        return crossing.within(items, lambda: [item(each, crossing) for each in items])

    return shape


def callback(arguments: Callable[[list[Any]], tuple[Any, ...]]) -> Shape:
    """A function of the application, whose arguments are made by `arguments`."""

    def shape(value: Any, crossing: Crossing) -> object:
        if not callable(value):
            return plain(value, crossing)
        return _marker("function", id=crossing.handle(Callback(value, arguments)))

    return shape


def host_interface(properties: Mapping[Member, Shape], methods: Mapping[str, Method]) -> Shape:
    """An object of the application: its properties cross now, its methods are called later."""

    def shape(value: Any, crossing: Crossing) -> object:
        if value is None or inspect.isroutine(value) or isinstance(value, _DATA):
            return plain(value, crossing)
        members: dict[str, object] = {}
        for (name, attribute), member in properties.items():
            given = getattr(value, attribute, None)
            if given is not None:
                members[name] = member(given, crossing)
        for name, method in methods.items():
            given = getattr(value, method.name, None)
            if given is not None:
                # A method is called through its object, so its marker needs no number.
                members[name] = _marker("function") if callable(given) else plain(given, crossing)
        return _marker("object", id=crossing.handle(HostObject(value, methods)), members=members)

    return shape


def record(members: Mapping[Member, Shape]) -> Shape:
    """An object of one of our data classes, whose members have shapes of their own."""

    def shape(value: Any, crossing: Crossing) -> object:
        if value is None or isinstance(value, _DATA):
            return plain(value, crossing)
        given = {name: (member, getattr(value, attribute, None)) for (name, attribute), member in members.items()}
        return Options.shape(Options(given), crossing)

    return shape


class Options:
    """Options that were passed as keywords: those that are `None` were left out."""

    __slots__ = ("_members",)

    def __init__(self, members: Mapping[str, tuple[Shape, object]]) -> None:
        """`members` by the contract's names."""
        self._members = members

    @staticmethod
    def shape(value: Options, crossing: Crossing) -> object:
        """How options cross."""
        members = value._members.items()
        return {name: shape(given, crossing) for name, (shape, given) in members if given is not None}


def escaped(value: Any) -> Any:
    """JSON data of the application, none of which looks like a marker."""
    if isinstance(value, dict):
        return _escape({name: escaped(member) for name, member in cast(dict[str, object], value).items()})
    if isinstance(value, list):
        return [escaped(item) for item in cast(list[object], value)]
    return value


def answer_bytes(value: object) -> bytes:
    """The text of what the application answered. Raises `TypeError` or `ValueError` for what is not JSON."""
    text = json_bytes(value)
    if b'"$fx"' in text:


        return json_bytes(escaped(json.loads(text)))
    return text


def _members(value: object, crossing: Crossing, members: Iterable[tuple[Any, Any]]) -> object:
    return crossing.within(value, lambda: _escape({str(name): plain(member, crossing) for name, member in members}))


def _escape(members: dict[str, object]) -> dict[str, object]:
    """An object of the application, which must not look like a marker."""
    return _marker("plain", value=members) if _MARKER in members else members


def _marker(kind: str, **detail: object) -> dict[str, object]:
    return {_MARKER: kind, **detail}
