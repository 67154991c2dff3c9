"""One prompt of a scenario: reading its events, and doing what the scenario does at certain moments."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import libfx
from behaviour import Behaviour
from tools import Tools
from values import as_json, prompt_input, revive

Describe = Callable[[Exception], dict[str, Any]]


async def take_prompt(
    agent: libfx.Agent, step: dict[str, Any], tools: Tools, describe: Describe
) -> tuple[dict[str, Any], libfx.Turn | None]:
    """Prompts, reads to the end, and gives what was seen, and the turn. `describe` makes an observation of an error."""
    try:
        turn = agent.prompt(prompt_input(revive(step["prompt"], Behaviour)))
    except Exception as error:
        return {"throws": describe(error)}, None
    return await Reading(agent, step, turn, tools, describe).run(), turn


class Reading:
    """A turn under way."""

    def __init__(
        self, agent: libfx.Agent, step: dict[str, Any], turn: libfx.Turn, tools: Tools, describe: Describe
    ) -> None:
        self._agent = agent
        self._step = step
        self._turn = turn
        self._tools = tools
        self._describe = describe
        self._moments: list[dict[str, Any]] = step.get("on", [])
        self._seen: dict[str, Any] = {"events": [], "actions": [None for _ in self._moments]}
        self._later: list[asyncio.Task[None]] = []
        self._reader: asyncio.Task[None] | None = None

    async def run(self) -> dict[str, Any]:
        self._tools.on_begin = lambda tool: self._react(lambda when: when == {"call": tool})
        self._react(lambda when: when == "atOnce")
        loop = asyncio.get_running_loop()
        timed = [(at, moment["when"]) for at, moment in enumerate(self._moments) if "afterMs" in moment["when"]]
        timers = [loop.call_later(when["afterMs"] / 1000, self._act, at) for at, when in timed]
        # In a task of its own, whose cancellation stands for that of a signal.
        self._reader = asyncio.create_task(self._read())
        await asyncio.wait([self._reader])
        try:
            self._seen["result"] = as_json(await self._turn.result())
        except Exception as error:
            self._seen["resultError"] = self._describe(error)
        for timer in timers:
            timer.cancel()
        await asyncio.gather(*self._later)
        return self._seen

    async def _read(self) -> None:
        if self._step.get("read") == "result":
            # What it fails with is asked for again.
            with suppress(libfx.FxError):
                await self._turn.result()
            return
        counts: Counter[str] = Counter()
        try:
            async for event in self._turn:
                self._seen["events"].append(as_json(event))
                counts[event.type] += 1
                await self._pause()
                now = {"event": event.type, "nth": counts[event.type]}
                if self._react(lambda when: isinstance(when, dict) and {"nth": 1, **when} == now):
                    break
        except Exception as error:
            self._seen["error"] = self._describe(error)

    async def _pause(self) -> None:
        read = self._step.get("read")
        if isinstance(read, dict) and "cancelledAtMs" not in self._seen:
            await asyncio.sleep(read["pauseMs"] / 1000)

    def _react(self, is_now: Callable[[Any], bool]) -> bool:
        """Does what is to be done at a moment. `True` if the reader leaves."""
        leaves = False
        for at, moment in enumerate(self._moments):
            if is_now(moment["when"]) and self._seen["actions"][at] is None:
                leaves = self._act(at) or leaves
        return leaves

    def _act(self, at: int) -> bool:
        seen: dict[str, Any] = {}
        self._seen["actions"][at] = seen
        match self._moments[at]["do"]:
            case "cancel":
                self._cancelled()
                self._turn.cancel()
            case "abort":
                self._cancelled()
                if self._reader is not None:
                    self._reader.cancel()
            case "break":
                self._cancelled()
                return True
            case "close":
                self._cancelled()
                self._do_later(seen, self._agent.close())
            case "checkpoint":
                self._do_later(seen, self._agent.checkpoint())
            case "readAgain":
                self._attempt(seen, lambda: aiter(self._turn))
            case {"prompt": again}:
                self._attempt(seen, lambda: self._agent.prompt(again))
        return False

    def _cancelled(self) -> None:
        self._seen.setdefault("cancelledAtMs", time.monotonic() * 1000)

    def _do_later(self, seen: dict[str, Any], work: Awaitable[object]) -> None:
        async def do() -> None:
            try:
                await work
            except Exception as error:
                seen["error"] = self._describe(error)

        self._later.append(asyncio.create_task(do()))

    def _attempt(self, seen: dict[str, Any], work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:
            seen["throws"] = self._describe(error)
