"""What the tests share: replies of the Gateway, programs of their own, and event loops that tolerate nothing."""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec

import libfx

P = ParamSpec("P")

ROOT = Path(__file__).parents[2]
FINISH = {"type": "finish", "finishReason": {"unified": "stop", "raw": "stop"}, "usage": {}}
TOOL_CALLS = {"type": "finish", "finishReason": {"unified": "tool-calls", "raw": "tool_calls"}, "usage": {}}


def text(delta: str) -> dict[str, Any]:
    """A piece of text in a reply."""
    return {"type": "text-delta", "id": "t", "delta": delta}


def answer(*words: str) -> dict[str, Any]:
    """A reply that says words and ends."""
    return {"parts": [*map(text, words), FINISH]}


def tool_call(name: str, call_id: str = "c", **arguments: Any) -> dict[str, Any]:
    """A call of a tool in a reply."""
    return {"type": "tool-call", "toolCallId": call_id, "toolName": name, "input": json.dumps(arguments)}


def calls(*tool_calls: dict[str, Any]) -> dict[str, Any]:
    """A reply that calls tools."""
    return {"parts": [*tool_calls, TOOL_CALLS]}


OPEN = {"parts": [text("Once")], "end": "open"}
"""A reply that never ends."""


class Gateway:
    """The scripted Gateway as a process."""

    def __init__(self, program: str, *flags: str) -> None:
        self._process = subprocess.Popen([program, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        self.announcement: dict[str, str] = json.loads(self._process.stdout.readline())

    def __enter__(self) -> Gateway:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def session(self, *replies: dict[str, Any], cycle: bool = False) -> Session:
        """A session that answers so."""
        opened = self._post("sessions", {"replies": replies, "cycle": cycle})
        return Session(opened["url"], f"{self._control}/sessions/{opened['id']}")

    @property
    def _control(self) -> str:
        return f"{self.announcement['address']}/__gateway"

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self._control}/{path}", json.dumps(body).encode()) as response:
            opened: dict[str, Any] = json.load(response)
        return opened


class Session:
    """One script, and what was asked of it."""

    def __init__(self, url: str, control: str) -> None:
        self.url = url
        self._control = control

    def requests(self) -> list[dict[str, Any]]:
        """The model requests so far."""
        with urllib.request.urlopen(f"{self._control}/requests") as response:
            requests: list[dict[str, Any]] = json.load(response)
        return requests

    def agent(self, **options: Any) -> libfx.Agent:
        """An agent that asks this session."""
        return libfx.Agent(api_key="k", gateway_chat_url=self.url, **options)


def asynchronous(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs a test in an event loop of its own, which must not be told of any error."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        told: list[dict[str, Any]] = []

        async def watched() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context))
            await test(*args, **kwargs)
            # What nobody has retrieved is told when it is freed.
            gc.collect()
            await asyncio.sleep(0)

        asyncio.run(watched())
        gc.collect()
        assert told == []

    return run


async def said(turn: libfx.Turn) -> str:
    """The text of a turn."""
    return "".join([event.delta async for event in turn if isinstance(event, libfx.TextDelta)])


def program(source: str, *, seconds: float = 20) -> str:
    """Runs a program in a process of its own, which must end by itself and complain of nothing; gives what it printed."""
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", source]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=seconds, cwd=Path(__file__).parent)
    assert (ended.stderr, ended.returncode) == ("", 0)
    return ended.stdout
