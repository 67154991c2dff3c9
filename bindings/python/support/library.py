"""The shared library, loaded by ctypes: the one place where Python meets C."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final


class _Buffer(ctypes.Structure):
    """Some bytes; a null address is nothing at all."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]


_PARAMETERS: Final[Mapping[str, Sequence[type[Any]]]] = {
    "engine": (ctypes.c_uint64,),
    "number": (ctypes.c_uint32,),
    "bytes": (ctypes.c_char_p, ctypes.c_size_t),
    "buffers": (ctypes.POINTER(_Buffer), ctypes.c_size_t),
}

_RESULTS: Final[Mapping[str, type[Any] | None]] = {
    "nothing": None,
    "flag": ctypes.c_bool,
    "buffer": _Buffer,
}

_FILES: Final = {"darwin": "liblibfx_ffi.dylib", "win32": "libfx_ffi.dll"}


def packaged() -> Path:
    """Where the library of this package is."""
    name = _FILES.get(sys.platform, "liblibfx_ffi.so")
    return Path(__file__).parent.parent / "_native" / name


class Library:
    """The library's functions.

    Calls return at once and keep the interpreter's lock, which is quicker than to give it up: what they may wait for
    never waits for Python. Only `wait` and `exit` give it up.
    """

    def __init__(self, path: Path, signatures: Mapping[str, tuple[str, str]]) -> None:
        """Loads the library. Raises `OSError` when the system refuses it, `AttributeError` when it lacks a function."""
        quick = ctypes.PyDLL(str(path))
        slow = ctypes.CDLL(str(path))
        self._functions = {
            name: _declared(quick, name, returns, takes)
            for name, (returns, takes) in signatures.items()
        }
        self._free_buffer = quick.libfx_buffer_free
        self._free_buffer.argtypes, self._free_buffer.restype = [_Buffer], None
        self._new_engine = quick.libfx_engine_new
        self._new_engine.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        self._new_engine.restype = ctypes.c_uint64
        self._free_engine = quick.libfx_engine_free
        self._free_engine.argtypes, self._free_engine.restype = [ctypes.c_uint64], None
        self._take = quick.libfx_take
        self._take.argtypes, self._take.restype = [ctypes.c_uint64], _Buffer
        self._wait = slow.libfx_wait
        self._wait.argtypes, self._wait.restype = [ctypes.c_int64], ctypes.c_uint64
        self._exit = slow.libfx_exit
        self._exit.argtypes, self._exit.restype = [ctypes.c_uint32], None

    def call(self, name: str, *args: object) -> None:
        """Calls a function that gives nothing."""
        self._functions[name](*args)

    def flag(self, name: str, *args: object) -> bool:
        """Calls a function that answers yes or no."""
        return bool(self._functions[name](*args))

    def take(self, name: str, *args: object) -> bytes | None:
        """Calls a function that gives a text, some bytes, or nothing."""
        return self._read(self._functions[name](*args))

    def buffers(self, blobs: Sequence[bytes]) -> tuple[ctypes.Array[_Buffer], int]:
        """The arguments for a list of bytes, which must outlive the call."""
        addresses = (ctypes.cast(ctypes.c_char_p(blob), ctypes.c_void_p) for blob in blobs)
        buffers = (_Buffer(address, len(blob)) for address, blob in zip(addresses, blobs, strict=True))
        return (_Buffer * len(blobs))(*buffers), len(blobs)

    def new_engine(self) -> int:
        """The number of a new engine, which `wait` tells of; 0 after `exit`."""
        return int(self._new_engine(None, None))

    def free_engine(self, number: int) -> None:
        """Cancels everything of an engine and forgets it."""
        self._free_engine(number)

    def messages(self, number: int) -> bytes:
        """The messages that wait in an engine's mailbox, as a JSON array; empty when there is no such engine."""
        return self._read(self._take(number)) or b"[]"

    def wait(self) -> int:
        """Waits for an engine with something to take; 0 after `exit`."""
        return int(self._wait(-1))

    def exit(self, timeout_ms: int) -> None:
        """Ends the library for this process."""
        self._exit(timeout_ms)

    def _read(self, buffer: Any) -> bytes | None:
        if buffer.data is None:
            return None
        try:
            return ctypes.string_at(buffer.data, buffer.length)
        finally:
            self._free_buffer(buffer)


def _declared(library: ctypes.PyDLL, name: str, returns: str, takes: str) -> Callable[..., Any]:
    function = library[name]
    function.argtypes = [kind for word in takes.split() for kind in _PARAMETERS[word]]
    function.restype = _RESULTS[returns]
    return function
