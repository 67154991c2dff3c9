"""What belongs to one object or call of the engine: the application's values that it was given, and calls of those."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any

from .describe import Argument, Callback, Crossing, HostObject
from .host_call import HostCall
from .mailbox import Mailbox


class HostScope:
    """The application's values that one object or call was given, by the numbers that the engine knows."""

    def __init__(self, mailbox: Mailbox, number: int, handles: list[HostObject | Callback]) -> None:
        self.mailbox = mailbox
        self.number = number
        self._handles = handles
        self._calls: dict[int, HostCall] = {}
        self._context = contextvars.copy_context()
        mailbox.add(number, self)

    def call(self, number: int, handle: int, method: str, args: list[Any]) -> None:
        """The engine calls a method of a host object."""
        host = self._handles[handle]
        assert isinstance(host, HostObject), "the contract has no functions that answer"
        call = HostCall(self.mailbox.calls, number, self.mailbox.running, self._calls.pop)
        self._calls[number] = call
        call.run(self._context, host, method, args)

    def cancelled(self, number: int) -> None:
        """The engine no longer waits for an answer."""
        if number in self._calls:
            self._calls[number].cancel()

    def notify(self, handle: int, args: list[Any]) -> None:
        """The engine calls a function and waits for nothing."""
        callback = self._handles[handle]
        assert isinstance(callback, Callback), "the contract calls methods, and waits for them"
        try:
            callback.function(*callback.arguments(args))
        except Exception:
            # What a listener raises is its own affair.
            pass

    def given(self, data: Any, make: Callable[[LentPeer, dict[str, Any]], Any]) -> Any:
        """An object that the engine gives: the application's own by its number, or else one of the runtime."""
        if isinstance(data, int):
            host = self._handles[data]
            assert isinstance(host, HostObject), "functions of the application do not come back"
            return host.target
        number, properties = data
        return make(LentPeer(self.mailbox, number), properties)


class LentPeer:
    """An object of the runtime that the application was lent, by the number that the engine gave it."""

    def __init__(self, mailbox: Mailbox, number: int) -> None:
        self._mailbox = mailbox
        self._number = number

    def __del__(self) -> None:
        self._mailbox.calls.release_lent(self._number)

    async def ask(self, method: str, *args: Argument) -> Any:
        """Calls a method. Cancelling the task that waits for it cancels the call."""
        crossing = Crossing()
        send, texts = getattr(self._mailbox.here().calls, method), crossing.texts(args)
        call = self._mailbox.new_id()
        # Held by this call, in case it calls values of the application.
        scope = HostScope(self._mailbox, call, crossing.handles)
        try:
            return await scope.mailbox.ask(lambda call: send(self._number, call, *texts), call)
        except asyncio.CancelledError:
            self._mailbox.calls.abandon(call)
            raise
