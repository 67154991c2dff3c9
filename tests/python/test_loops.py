"""Event loops and threads: each loop has agents of its own, and they come and go."""

from __future__ import annotations

import asyncio
import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

import libfx
import pytest
from support import OPEN, Gateway, Session, answer, asynchronous, calls, said, tool_call


async def ask(session: Session) -> str:
    async with session.agent() as agent:
        return await said(agent.prompt("a"))


def test_one_event_loop_after_another(gateway: Gateway) -> None:
    session = gateway.session(answer("one"), cycle=True)
    assert [asyncio.run(ask(session)) for _ in range(5)] == ["one"] * 5


def test_event_loops_in_several_threads_at_once(gateway: Gateway) -> None:
    session = gateway.session(answer("one"), cycle=True)
    with ThreadPoolExecutor(4) as threads:
        answers = threads.map(lambda _: asyncio.run(ask(session)), range(20))
    assert list(answers) == ["one"] * 20


def test_an_agent_belongs_to_its_event_loop(gateway: Gateway) -> None:
    session = gateway.session(answer("one"))

    async def create() -> libfx.Agent:
        return await libfx.create_fx_agent(api_key="k", gateway_chat_url=session.url)

    async def use(agent: libfx.Agent) -> None:
        agent.prompt("hi")

    agent = asyncio.run(create())
    with pytest.raises(RuntimeError, match="another event loop"):
        asyncio.run(use(agent))


def test_a_loop_that_ends_in_the_middle_of_a_turn_leaves_the_others_alone(gateway: Gateway) -> None:
    session = gateway.session(OPEN, cycle=True)

    async def begin() -> None:
        agent = await libfx.create_fx_agent(api_key="k", gateway_chat_url=session.url)
        turn = agent.prompt("a")
        async for _ in turn:
            asyncio.get_running_loop().call_soon(asyncio.get_running_loop().stop)

    async def answered() -> str:
        return await ask(gateway.session(answer("one")))

    for _ in range(3):
        loop = asyncio.new_event_loop()
        with pytest.raises(RuntimeError, match="stopped before"):
            loop.run_until_complete(begin())
        for task in asyncio.all_tasks(loop):
            task.cancel()
            loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        loop.close()
        assert asyncio.run(answered()) == "one"


def test_an_event_loop_is_freed_with_its_engine(gateway: Gateway) -> None:
    loop = asyncio.new_event_loop()
    assert loop.run_until_complete(ask(gateway.session(answer("one")))) == "one"
    loop.close()
    freed = weakref.ref(loop)
    del loop
    gc.collect()
    assert freed() is None


@asynchronous
async def test_agents_that_nobody_holds_are_freed_tools_that_refer_to_them_or_not(gateway: Gateway) -> None:
    session = gateway.session()
    freed: list[weakref.ref[libfx.Agent]] = []
    for _ in range(50):
        holder: dict[str, libfx.Agent] = {}

        @libfx.tool
        def refer() -> int:
            return len(holder)

        agent = await libfx.create_fx_agent(
            api_key="k", gateway_chat_url=session.url, tools=[refer], on_event=lambda event: holder
        )
        holder["agent"] = agent
        freed.append(weakref.ref(agent))
        del agent, holder, refer
    gc.collect()
    assert sum(it() is not None for it in freed) <= 1


@asynchronous
async def test_a_turn_that_nobody_can_read_any_more_runs_to_its_end(gateway: Gateway) -> None:
    ran = asyncio.Event()

    @libfx.tool
    async def note() -> None:
        ran.set()

    async with gateway.session(calls(tool_call("note")), answer("ok")).agent(tools=[note]) as agent:
        agent.prompt("a")
        await asyncio.wait_for(ran.wait(), 10)


@asynchronous
async def test_many_turns_run_side_by_side(gateway: Gateway) -> None:
    session = gateway.session(answer("one"), cycle=True)
    assert await asyncio.gather(*(ask(session) for _ in range(50))) == ["one"] * 50
