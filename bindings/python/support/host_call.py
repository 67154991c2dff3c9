"""Calls from the engine to the application: a method of a host object, answered once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextvars import Context
from typing import Any

from .._calls import Calls
from .describe import HostObject, answer_bytes
from .json_text import failure
from .running import outcome_of


class HostCall:
    """One call, in a task of its own."""

    def __init__(self, calls: Calls, number: int, running: set[HostCall], ended: Callable[[int], object]) -> None:
        """`ended` is called when the engine needs no answer any longer; until then it is among those `running`."""
        self._calls = calls
        self._number = number
        self._running = running
        self._ended = ended
        self._signal = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def run(self, context: Context, host: HostObject, method: str, args: list[Any]) -> None:
        """Calls a method of `host`, in the context of whoever started the turn."""
        loop = asyncio.get_running_loop()
        name = f"libfx: {method}"
        # An event loop holds its tasks weakly, and a function that ignores its cancellation may outlive all others.
        self._running.add(self)
        self._task = context.run(lambda: loop.create_task(self._answer(host, method, args), name=name))

    def cancel(self) -> None:
        """The answer is no longer waited for."""
        self._signal.set()
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, host: HostObject, name: str, args: list[Any]) -> None:
        text: bytes | None = None
        problem: BaseException = asyncio.CancelledError("the call was cancelled")
        try:
            method = host.methods[name]
            value = await outcome_of(getattr(host.target, method.name), *method.arguments(args, self._signal))
            text = _text_of(value)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            problem = error
        finally:
            self._running.discard(self)
            self._ended(self._number)
            if text is not None:
                self._calls.resolve(self._number, text)
            else:
                self._calls.reject(self._number, failure(problem))


def _text_of(value: object) -> bytes:
    try:
        return answer_bytes(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"the result is not JSON: {error}") from error
