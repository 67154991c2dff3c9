"""Loads the library once a process, and ends it with the process."""

from __future__ import annotations

import atexit
import os
import threading

from .._calls import MODEL_HASH, SIGNATURES
from .._errors import NativeUnavailableError
from .library import Library, packaged

_EXIT_MS = 2_000
"""How long the end of the process waits for the threads that run turns."""

_lock = threading.Lock()
_library: Library | None = None
_forked = False


def library() -> Library:
    """The loaded library. Raises `NativeUnavailableError` when there is none that can be used."""
    global _library
    with _lock:
        if _forked:
            raise RuntimeError("libfx does not work in a process forked from one that used it; start processes by `spawn`")
        if _library is None:
            _library = _load()
            atexit.register(_library.exit, _EXIT_MS)
            if hasattr(os, "register_at_fork"):
                os.register_at_fork(after_in_child=_after_fork)
        return _library


def _load() -> Library:
    path = packaged()
    if not path.exists():
        raise _unavailable("LIBFX_NATIVE_ARTIFACT_MISSING", f"the package holds no library for this system ({path.name})")
    try:
        loaded = Library(path, SIGNATURES)
    except (OSError, AttributeError) as error:
        raise _unavailable("LIBFX_NATIVE_LOAD_FAILED", f"the system cannot load the library ({error})") from error
    found = (loaded.take("libfx_model_hash") or b"").decode()
    if found != MODEL_HASH:
        reason = f"the library belongs to another version of libfx ({found} instead of {MODEL_HASH})"
        raise _unavailable("LIBFX_NATIVE_API_MISMATCH", reason)
    return loaded


def _unavailable(cause_code: str, reason: str) -> NativeUnavailableError:
    return NativeUnavailableError(f"{reason}; reinstall the package", cause_code=cause_code)


def _after_fork() -> None:
    global _forked, _lock
    # The threads of the library are not in this process, and whoever held the lock is not either.
    _lock = threading.Lock()
    _forked = True
    if _library is not None:
        atexit.unregister(_library.exit)
