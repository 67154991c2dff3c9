"""The host side of one turn: its events, its outcome, and its cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

from .._calls import Calls
from .._errors import BusyError
from .event_stream import EventStream
from .gate import Gate

Event = TypeVar("Event")


class TurnPeer:
    """One turn, by the number that the engine knows."""

    def __init__(self, calls: Calls, number: int, agent: object) -> None:
        """`agent` is kept until the turn has ended, and with it the application's values."""
        self._calls = calls
        self._number = number
        self._agent: object | None = agent
        self._events = EventStream(lambda count: calls.turn_acknowledge(number, count))
        self._ended = Gate()
        self._is_live = True
        self._result: dict[str, Any] = {}
        self._failure: Exception | None = None
        self._unreadable: Exception | None = None
        """What whoever wants to read the events is told that cannot any more."""

    def iterate(self, decode: Callable[[dict[str, Any]], Event]) -> AsyncIterator[Event]:
        """The one reader of the events."""
        if self._unreadable is not None:
            raise self._unreadable
        self._unreadable = BusyError("the events of this turn have a reader already; a turn permits one")
        if self._is_live:
            self._calls.turn_read(self._number)
        return EventIterator(self, self._events, decode)

    async def result(self) -> dict[str, Any]:
        """How the turn ended, once it has."""
        if self._is_live:
            self._calls.turn_await_result(self._number)
            try:
                await self.ended()
            except asyncio.CancelledError:
                await self.stop()
                raise
        if self._failure is not None:
            raise self._failure.with_traceback(None)
        return self._result

    async def ended(self) -> None:
        """Waits until the turn has ended, however it does."""
        while self._is_live:
            await self._ended.wait()

    def cancel(self) -> None:
        """Requests cancellation."""
        if self._is_live:
            self._calls.turn_cancel(self._number)

    def leave(self) -> None:
        """The reader stops early: the turn is cancelled."""
        self._events.discard()
        self.cancel()

    async def stop(self) -> None:
        """Cancels the turn and waits until it has ended, so that another can be started then."""
        self.leave()
        await self.ended()

    def abandon(self) -> None:
        """Nobody can read the turn any more: it runs to its end as if only its result were awaited."""
        if self._is_live and self._unreadable is None:
            self._calls.turn_await_result(self._number)

    def push(self, events: list[dict[str, Any]]) -> None:
        """A batch of events has arrived."""
        self._events.push(events)

    def lost(self, failure: Exception) -> None:
        """The engine has dropped the unread events, since only the result was awaited."""
        self._unreadable = failure
        self._events.lose(failure)

    def end(self, result: dict[str, Any] | None, failure: Exception | None) -> None:
        """The turn has ended."""
        self._is_live = False
        self._agent = None
        self._result, self._failure = result or {}, failure
        self._events.end(failure)
        self._ended.open()


class EventIterator(Generic[Event]):
    """What `async for` reads a turn with. A loop that is left early drops it, which cancels the turn."""

    __slots__ = ("_decode", "_events", "_peer")

    def __init__(self, peer: TurnPeer, events: EventStream, decode: Callable[[dict[str, Any]], Event]) -> None:
        self._peer = peer
        self._events = events
        self._decode = decode

    def __aiter__(self) -> EventIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        event = self._events.take()
        if event is None:
            try:
                event = await self._events.read()
            except asyncio.CancelledError:
                await self._peer.stop()
                raise
            if event is None:
                raise StopAsyncIteration
        return self._decode(event)

    async def aclose(self) -> None:
        """Stops reading: cancels the turn, and waits until it has ended."""
        await self._peer.stop()

    def __del__(self) -> None:
        self._peer.leave()
