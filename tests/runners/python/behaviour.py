"""What functions of the application do, as a scenario says it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from values import revive


class Behaviour:
    """What a function does in its successive calls; the last is what it does in all further ones."""

    def __init__(self, what: Any) -> None:
        self._what = what if isinstance(what, list) else [what]
        self._count = 0

    def next(self) -> dict[str, Any]:
        """What it does now."""
        now: dict[str, Any] = self._what[min(self._count, len(self._what) - 1)]
        self._count += 1
        return now


async def perform(
    behaviour: dict[str, Any], call: dict[str, Any], input: object, signal: threading.Event | None = None
) -> object:
    """Behaves, and notes in `call` whether it was cancelled. `input` is what there is to echo."""
    cancelled = False
    if behaviour.get("never") or behaviour.get("untilAborted"):
        cancelled = await _until_cancelled()
    if "delayMs" in behaviour:
        cancelled = await _in_spite_of_cancellation(behaviour["delayMs"] / 1000) or cancelled
    call["aborted"] = cancelled if signal is None else signal.is_set()
    if behaviour.get("never"):
        await asyncio.Event().wait()
    if "returns" in behaviour:
        return revive(behaviour["returns"], Behaviour)
    if "throws" in behaviour:
        raise Exception(revive(behaviour["throws"], Behaviour))
    if behaviour.get("echoes"):
        return input
    raise Exception("stopped")


async def _until_cancelled() -> bool:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        pass
    return True


async def _in_spite_of_cancellation(seconds: float) -> bool:
    """Sleeps to the end. `True` if it was cancelled meanwhile."""
    until, cancelled = asyncio.get_running_loop().time() + seconds, False
    while (left := until - asyncio.get_running_loop().time()) > 0:
        try:
            await asyncio.sleep(left)
        except asyncio.CancelledError:
            cancelled = True
    return cancelled
