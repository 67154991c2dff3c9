"""The events of one turn on their way to their reader.

Events arrive in batches and are read one at a time; the engine is told how many have been consumed, which is what lets it
go on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from .gate import Gate

_MOST_UNACKNOWLEDGED: Final = 64
"""Consumed events are acknowledged at the latest when there are this many."""


class EventStream:
    """Events that wait, and how they end."""

    def __init__(self, acknowledge: Callable[[int], None]) -> None:
        """`acknowledge(count)` tells the engine that events have been consumed."""
        self._acknowledge = acknowledge
        self._events: deque[dict[str, Any]] = deque()
        self._changed = Gate()
        self._consumed = 0
        self._threshold = 1
        self._discarding = False
        self._ended = False
        self._failure: Exception | None = None

    def push(self, events: list[dict[str, Any]]) -> None:
        """A batch has arrived."""
        if self._discarding:
            self._acknowledge(len(events))
            return
        self._events.extend(events)
        self._threshold = min(_MOST_UNACKNOWLEDGED, len(self._events) // 2 + 1)
        self._changed.open()

    def end(self, failure: Exception | None) -> None:
        """No event follows; after the ones that are here, the stream raises `failure` if there is one."""
        if not self._ended:
            self._ended, self._failure = True, failure
            self._changed.open()

    def discard(self) -> None:
        """The reader has stopped: events that are here and events to come are dropped."""
        dropped = self._clear()
        self._discarding = True
        self._changed.open()
        if dropped > 0 and not self._ended:
            self._acknowledge(dropped)

    def lose(self, failure: Exception) -> None:
        """The engine has dropped what was not read: reading on raises `failure`."""
        self._clear()
        self.end(failure)

    def take(self) -> dict[str, Any] | None:
        """The next event, if there is one."""
        if not self._events:
            return None
        self._consumed += 1
        if self._consumed >= self._threshold:
            self._acknowledge_consumed()
        return self._events.popleft()

    async def read(self) -> dict[str, Any] | None:
        """The next event, when there is one; nothing at the end. Raises what the stream ends with, once."""
        # Whoever asks for more has consumed what there was.
        self._acknowledge_consumed()
        while not self._events and not self._ended and not self._discarding:
            await self._changed.wait()
        event = self.take()
        failure = self._failure
        if event is not None or failure is None:
            return event
        self._failure = None
        raise failure

    def _acknowledge_consumed(self) -> None:
        consumed, self._consumed = self._consumed, 0
        if consumed > 0 and not self._ended:
            self._acknowledge(consumed)

    def _clear(self) -> int:
        """Drops the events that are here; gives how many the engine takes for unread."""
        unread = len(self._events) + self._consumed
        self._events.clear()
        self._consumed = 0
        return unread
