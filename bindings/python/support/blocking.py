"""For scripts: a whole turn as one call that blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec

from .._agent import Agent
from .._prompt import PromptInput
from .._turn import StopReason, TextDelta, Usage

P = ParamSpec("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of a turn."""

    text: str
    """The answer's whole text."""

    stop_reason: StopReason
    """Why the turn stopped."""

    usage: Usage
    """The tokens used by all model requests of the turn together."""

    def __str__(self) -> str:
        return self.text


def _blocking(make: Callable[P, Agent]) -> Callable[Concatenate[PromptInput, P], Answer]:
    def run(input: PromptInput, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Asks an agent once, and waits for its whole answer.

            print(libfx.run("Say hello.", api_key=key))

        The options are those of `Agent`. The agent is created for this one turn, with an event loop of its own, and closed
        after it.

        Raises:
            FxError: What the turn failed with.
            RuntimeError: An event loop runs in this thread already; use `Agent` there.
        """
        if _in_event_loop():
            raise RuntimeError("libfx.run would block the event loop of this thread; use libfx.Agent in a coroutine")
        return asyncio.run(_ask(make(*args, **kwargs), input))

    return run


def _in_event_loop() -> bool:
    """Whether this thread runs an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def _ask(agent: Agent, input: PromptInput) -> Answer:
    async with agent, agent.prompt(input) as turn:
        pieces = [event.delta async for event in turn if isinstance(event, TextDelta)]
        result = await turn.result()
    return Answer(text="".join(pieces), stop_reason=result.stop_reason, usage=result.usage)


run = _blocking(Agent)
