"""The application that a scenario describes: creates the agent and takes the steps."""

from __future__ import annotations

import asyncio
import base64
import time
from typing import Any

import libfx
from adapters import Adapters
from behaviour import Behaviour
from tools import Tools
from turn import take_prompt
from values import as_json, describe_error, printed, revive, snake

API_KEY = "sk-scenario-never-shown"
"""The key of agents that a scenario gives none."""

TIMEOUT_MS = 20_000


async def observe(scenario: dict[str, Any], session: dict[str, Any]) -> dict[str, Any]:
    """Runs a scenario against a session and gives what was observed."""
    return await Application(scenario, session).run()


class Application:
    """One run of one scenario."""

    _adapters: Adapters
    _agent: libfx.Agent

    def __init__(self, scenario: dict[str, Any], session: dict[str, Any]) -> None:
        self._scenario = scenario
        self._session = session
        self._tools = Tools()
        self._diagnostics: list[Any] = []
        self._checkpoints: dict[str, bytes] = {}
        self._printed: list[str] = []
        self._last_turn: libfx.Turn | None = None
        self._last: dict[str, Any] = {}

    async def run(self) -> dict[str, Any]:
        observed: dict[str, Any] = {"steps": []}
        try:
            self._adapters = await Adapters.create(self._scenario, self._tools)
            self._agent = await self._create(self._scenario.get("agent", {}))
            observed["steps"] = await self._take_steps()
        except Exception as error:
            observed["creationError"] = self._describe(error)
        saved = [base64.b64encode(it).decode() for it in self._checkpoints.values()]
        seen = {"calls": self._tools.calls, "diagnostics": self._diagnostics, "printed": self._printed}
        return observed | seen | {"checkpoints": saved, "nowMs": time.monotonic() * 1000} | self._last

    async def _take_steps(self) -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = []
        for step in self._scenario.get("steps", []):
            seen.append(await self._take_in_time(step))
            if "stuck" in seen[-1]:
                return seen
        self._print(self._agent)
        self._print(self._last_turn)
        await self._save_at_last()
        await self._agent.close()
        return seen

    async def _take_in_time(self, step: dict[str, Any]) -> dict[str, Any]:
        limit = self._scenario.get("timeoutMs", TIMEOUT_MS)
        task = asyncio.create_task(self._take(step))
        done, _ = await asyncio.wait([task], timeout=limit / 1000)
        return task.result() if done else {"stuck": f"did not finish within {limit} ms"}

    async def _take(self, step: dict[str, Any]) -> dict[str, Any]:
        if "prompt" in step:
            seen, turn = await take_prompt(self._agent, step, self._tools, self._describe)
            self._last_turn = turn or self._last_turn
            return seen
        try:
            await self._take_other(step)
        except Exception as error:
            return {"error": self._describe(error)}
        return {}

    async def _take_other(self, step: dict[str, Any]) -> None:
        match step:
            case {"checkpoint": name}:
                self._checkpoints[name] = await self._agent.checkpoint()
            case {"restore": name}:
                await self._agent.close()
                checkpoint = damaged(self._checkpoints[name], step.get("damage", {}))
                self._agent = await self._create(step.get("agent", {}), checkpoint=checkpoint)
            case {"closeAdapters": _}:
                await self._adapters.close()
            case {"close": _}:
                await self._agent.close()
            case {"cancelAgain": _}:
                assert self._last_turn is not None
                self._last_turn.cancel()
            case {"waitMs": ms}:
                await asyncio.sleep(ms / 1000)

    async def _save_at_last(self) -> None:
        try:
            self._checkpoints["at last"] = await self._agent.checkpoint()
        except libfx.ClosedError:
            pass
        except Exception as error:
            self._last["unsaved"] = self._describe(error)

    async def _create(self, agent: dict[str, Any], **more: Any) -> libfx.Agent:
        """An agent with the options given, and those that a scenario leaves to the runner."""
        defaults = {
            "api_key": API_KEY,
            "gateway_chat_url": self._session["url"],
            "on_event": lambda event: self._diagnostics.append(as_json(event)),
        } | more
        tools = [*self._tools.written_out(self._scenario.get("tools", {})), *self._adapters.tools]
        defaults |= {"tools": tools} if tools else {}
        defaults |= {"instructions": self._adapters.instructions} if self._adapters.instructions else {}
        # A member that is absent keeps its default out as well.
        kept = {name: value for name, value in defaults.items() if name not in map(snake, agent)}
        given = {snake(name): value for name, value in revive(agent, Behaviour).items()}
        if isinstance(given.get("tools"), list):
            given["tools"] = [self._tools.of(tool) for tool in given["tools"]]
        return await libfx.create_fx_agent(**{"api_key": None} | kept | given)

    def _describe(self, error: Exception) -> dict[str, Any]:
        self._print(error)
        return describe_error(error)

    def _print(self, value: object) -> None:
        self._printed.append(printed(value))


def damaged(checkpoint: bytes, damage: dict[str, int]) -> bytes:
    """A checkpoint to which something has happened."""
    if "keep" in damage:
        return checkpoint[: damage["keep"]]
    if "flip" not in damage:
        return checkpoint
    copy = bytearray(checkpoint)
    copy[damage["flip"]] ^= 0xFF
    return bytes(copy)
