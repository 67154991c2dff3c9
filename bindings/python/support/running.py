"""Runs functions of the application: asynchronous ones here, others in a thread, since they may block."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any


async def outcome_of(function: Callable[..., Any], /, *args: object, **keywords: object) -> Any:
    """What a function returns, or raises. When the task is cancelled, a thread goes on, and is no longer waited for."""
    if inspect.iscoroutinefunction(function):
        return await function(*args, **keywords)
    returned = await asyncio.to_thread(_returned, function, args, keywords)
    if isinstance(returned, _Raised):
        raise returned.error
    return await returned if inspect.isawaitable(returned) else returned


class _Raised:
    """An error on its way out of a thread: some, such as `StopIteration`, no future takes."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _returned(function: Callable[..., Any], args: tuple[object, ...], keywords: dict[str, object]) -> object:
    try:
        return function(*args, **keywords)
    except StopIteration as error:
        wrapped = RuntimeError("the function raised StopIteration")
        wrapped.__cause__ = error
        return _Raised(wrapped)
    except Exception as error:
        return _Raised(error)
