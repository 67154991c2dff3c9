"""Cancelling tasks that wait for a turn, at every moment: the turn ends, the agent stays usable, and no loop hears of it."""

from __future__ import annotations

import asyncio

import libfx
import pytest
from support import OPEN, Gateway, answer, asynchronous, calls, said, text, tool_call


class Answered(asyncio.Event):
    """A listener that tells when a reply has begun."""

    def __call__(self, event: libfx.DiagnosticEvent) -> None:
        if event.type == "transport.response":
            self.set()


@asynchronous
async def test_a_task_cancelled_right_before_the_first_delta_is_cancelled_and_nothing_else(gateway: Gateway) -> None:
    session = gateway.session({"parts": [text("a"), text("b")], "end": "open"}, cycle=True)
    async with session.agent() as agent:
        for round in range(200):
            async with agent.prompt("a") as turn:
                reading = asyncio.ensure_future(said(turn))
                await asyncio.sleep(round % 8 / 2000)
                reading.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await reading


@asynchronous
async def test_a_timeout_of_the_reader_leaves_the_agent_usable_at_once(gateway: Gateway) -> None:
    answered = Answered()
    async with gateway.session(OPEN, answer("two")).agent(on_event=answered) as agent:
        turn = agent.prompt("a")
        await answered.wait()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(said(turn), 0.01)
        assert await said(agent.prompt("b")) == "two"
        assert (await turn.result()).stop_reason == "cancelled"


@asynchronous
async def test_a_timeout_of_the_result_leaves_the_agent_usable_at_once(gateway: Gateway) -> None:
    answered = Answered()
    async with gateway.session(OPEN, answer("two")).agent(on_event=answered) as agent:
        turn = agent.prompt("a")
        await answered.wait()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(turn.result(), 0.01)
        assert await said(agent.prompt("b")) == "two"


@asynchronous
async def test_cancelling_a_task_that_holds_everything_closes_everything(gateway: Gateway) -> None:
    async def work() -> None:
        async with gateway.session(OPEN).agent() as agent, agent.prompt("a") as turn:
            async for _ in turn:
                begun.set()

    begun = asyncio.Event()
    task = asyncio.create_task(work())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@asynchronous
async def test_one_task_may_cancel_the_turn_that_others_wait_for(gateway: Gateway) -> None:
    async with gateway.session(OPEN).agent() as agent:
        turn = agent.prompt("a")
        reader = aiter(turn)
        assert await anext(reader) == libfx.TextDelta(delta="Once")
        waiting = [asyncio.ensure_future(turn.result()) for _ in range(2)]
        asyncio.get_running_loop().call_soon(turn.cancel)
        assert [event async for event in reader] == []
        assert [(await result).stop_reason for result in waiting] == ["cancelled"] * 2


@asynchronous
async def test_the_task_of_a_tool_is_cancelled_with_its_turn(gateway: Gateway) -> None:
    seen: list[bool] = []

    @libfx.tool
    async def wait(context: libfx.ToolContext) -> None:
        turn.cancel()
        try:
            await asyncio.sleep(60)
        finally:
            seen.append(context.signal.is_set())

    async with gateway.session(calls(tool_call("wait")), answer("two")).agent(tools=[wait]) as agent:
        turn = agent.prompt("a")
        assert (await turn.result()).stop_reason == "cancelled"
        await asyncio.sleep(0)
        assert await said(agent.prompt("b")) == "two"
    assert seen == [True]


@asynchronous
async def test_a_tool_in_a_thread_sees_that_nobody_waits_for_it(gateway: Gateway) -> None:
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    @libfx.tool
    def wait(context: libfx.ToolContext) -> None:
        loop.call_soon_threadsafe(turn.cancel)
        loop.call_soon_threadsafe(done.set_result, context.signal.wait(20))

    async with gateway.session(calls(tool_call("wait"))).agent(tools=[wait]) as agent:
        turn = agent.prompt("a")
        assert (await turn.result()).stop_reason == "cancelled"
        assert await done


@asynchronous
async def test_a_tool_that_ignores_its_cancellation_is_not_waited_for(gateway: Gateway) -> None:
    finish = asyncio.Event()

    @libfx.tool
    async def stubborn() -> str:
        try:
            turn.cancel()
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await finish.wait()
        return "late"

    async with gateway.session(calls(tool_call("stubborn")), answer("two")).agent(tools=[stubborn]) as agent:
        turn = agent.prompt("a")
        assert (await turn.result()).stop_reason == "cancelled"
        assert await said(agent.prompt("b")) == "two"
        finish.set()


@asynchronous
async def test_creating_may_be_cancelled(gateway: Gateway) -> None:
    for _ in range(50):
        creating = asyncio.ensure_future(libfx.create_fx_agent(api_key="k"))
        await asyncio.sleep(0)
        creating.cancel()
        with pytest.raises(asyncio.CancelledError):
            await creating
