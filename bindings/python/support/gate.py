"""Waiting in an event loop for something to change, by any number of tasks, each of which may be cancelled."""

from __future__ import annotations

import asyncio


class Gate:
    """Lets through whoever waits, each time it is opened."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    async def wait(self) -> None:
        """Waits until the gate is opened the next time."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        try:
            await future
        finally:
            if future in self._waiting:
                self._waiting.remove(future)

    def open(self) -> None:
        """Lets everyone through who waits now."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            # A task that was cancelled in the meantime has cancelled its future.
            if not future.done():
                future.set_result(None)
