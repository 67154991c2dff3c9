"""What Python adds to agents and turns. What every language must do is in tests/scenarios."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import libfx
import pytest
from support import OPEN, Gateway, answer, asynchronous, said


@asynchronous
async def test_events_are_data_classes_that_match(gateway: Gateway) -> None:
    async with gateway.session(answer("Hello", " you")).agent() as agent:
        async with agent.prompt("hi") as turn:
            deltas: list[str] = []
            async for event in turn:
                match event:
                    case libfx.TextDelta(delta=delta):
                        deltas.append(delta)
                    case _:
                        raise AssertionError(event)
        assert "".join(deltas) == "Hello you"
        result = await turn.result()
        assert (result.stop_reason, result.usage) == ("end_turn", libfx.Usage())


def test_values_are_frozen_comparable_and_can_be_copied() -> None:
    event = libfx.ToolEnd(id="c", name="t", is_error=False)
    assert repr(event) == "ToolEnd(id='c', name='t', content=None, is_error=False)"
    assert (event.type, event.content) == ("tool_end", None)
    assert pickle.loads(pickle.dumps(event)) == copy.deepcopy(event) == event
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.id = "d"  # type: ignore[misc]


@asynchronous
async def test_an_agent_can_be_had_without_a_block(gateway: Gateway) -> None:
    session = gateway.session(answer("one"))
    agent = await libfx.create_fx_agent(api_key="k", gateway_chat_url=session.url)
    assert await said(agent.prompt("hi")) == "one"
    await agent.close()
    await agent.close()
    with pytest.raises(libfx.ClosedError):
        agent.prompt("again")


@asynchronous
async def test_an_agent_that_was_not_entered_says_so(gateway: Gateway) -> None:
    agent = gateway.session().agent()
    with pytest.raises(RuntimeError, match="use it in `async with`"):
        agent.prompt("hi")
    async with agent:
        pass
    with pytest.raises(RuntimeError, match="created already"):
        async with agent:
            pass


@asynchronous
async def test_the_result_can_be_awaited_without_reading_and_more_than_once(gateway: Gateway) -> None:
    async with gateway.session(answer("one")).agent() as agent:
        turn = agent.prompt("hi")
        assert (await turn.result()).stop_reason == (await turn.result()).stop_reason == "end_turn"


@asynchronous
async def test_a_turn_has_one_reader(gateway: Gateway) -> None:
    async with gateway.session(answer("one")).agent() as agent:
        turn = agent.prompt("hi")
        reader = aiter(turn)
        with pytest.raises(libfx.BusyError):
            aiter(turn)
        assert [event async for event in reader] == [libfx.TextDelta(delta="one")]
        assert await anext(reader, "nothing") == "nothing"


@asynchronous
async def test_breaking_out_of_the_loop_cancels(gateway: Gateway) -> None:
    async with gateway.session(OPEN, answer("two")).agent() as agent:
        turn = agent.prompt("a")
        async for _ in turn:
            break
        assert (await turn.result()).stop_reason == "cancelled"
        assert await said(agent.prompt("b")) == "two"


@asynchronous
async def test_leaving_the_block_of_a_turn_early_cancels_it_and_the_next_prompt_can_follow(gateway: Gateway) -> None:
    async with gateway.session(OPEN, OPEN, answer("three")).agent() as agent:
        async with agent.prompt("a") as turn:
            async for _ in turn:
                break
        with pytest.raises(LookupError):
            async with agent.prompt("b") as turn:
                async for _ in turn:
                    raise LookupError
        assert await said(agent.prompt("c")) == "three"


@asynchronous
async def test_a_failed_turn_fails_its_reader_and_its_result_and_neither_has_to_be_looked_at(gateway: Gateway) -> None:
    refused = {"status": 401, "json": {"error": {"message": "no such key"}}}
    async with gateway.session(refused, refused, refused).agent() as agent:
        turn = agent.prompt("a")
        with pytest.raises(libfx.GatewayHttpError) as read:
            await said(turn)
        with pytest.raises(libfx.FxError) as awaited:
            await turn.result()
        assert read.value is awaited.value
        assert (read.value.code, read.value.status) == ("LIBFX_GATEWAY_HTTP", 401)
        async with agent.prompt("b") as ignored:
            pass
        del ignored


def test_errors_are_of_the_classes_that_python_has_for_them() -> None:
    assert issubclass(libfx.InvalidArgumentError, TypeError)
    assert issubclass(libfx.LimitExceededError, ValueError)
    assert not issubclass(libfx.BusyError, (TypeError, ValueError))
    error = libfx.GatewayHttpError("no", status=404)
    assert (str(error), error.message, error.code, error.request_id) == ("no", "no", "LIBFX_GATEWAY_HTTP", None)
    copied = pickle.loads(pickle.dumps(error))
    assert (type(copied), copied.status, copied.message) == (libfx.GatewayHttpError, 404, "no")


@asynchronous
async def test_a_wrong_option_is_refused_by_name(gateway: Gateway) -> None:
    with pytest.raises(TypeError, match="modle"):
        libfx.Agent(api_key="k", modle="m")  # type: ignore[call-arg]
    with pytest.raises(libfx.InvalidArgumentError, match=r"^options\.tools\[0\]: expected an object, got a function$"):
        async with gateway.session().agent(tools=[print]):
            pass
    with pytest.raises(libfx.InvalidArgumentError, match=r"^input\[0\]\.type: expected one of"):
        async with gateway.session().agent() as agent:
            agent.prompt([{"type": "image"}])  # type: ignore[list-item]


@asynchronous
async def test_a_prompt_takes_blocks(gateway: Gateway) -> None:
    session = gateway.session(answer("ok"))
    async with session.agent() as agent:
        resource = libfx.Resource(uri="file:///a", text="A")
        await said(agent.prompt((libfx.TextBlock(text="read"), libfx.ResourceBlock(resource=resource))))
    (request,) = session.requests()
    assert "read" in str(request["body"]) and "file:///a" in str(request["body"])


@asynchronous
async def test_a_checkpoint_is_bytes_and_may_come_back_as_any(gateway: Gateway) -> None:
    session = gateway.session(answer("one"), answer("two"), answer("three"))
    async with session.agent() as agent:
        await said(agent.prompt("a"))
        checkpoint = await agent.checkpoint()
    for form in (bytearray(checkpoint), memoryview(checkpoint)):
        async with session.agent(checkpoint=form) as agent:
            await said(agent.prompt("b"))
    assert [len(request["body"]["prompt"]) for request in session.requests()] == [1, 3, 3]


@asynchronous
async def test_diagnostics_arrive_and_what_a_listener_raises_is_ignored(gateway: Gateway) -> None:
    kinds: list[str] = []

    def listen(event: libfx.DiagnosticEvent) -> None:
        kinds.append(event.type)
        raise LookupError

    async with gateway.session(answer("one")).agent(on_event=listen) as agent:
        await said(agent.prompt("a"))
    assert kinds[:3] == ["runtime.start", "runtime.ready", "transport.start"]


def test_the_blocking_call_gives_the_whole_answer(gateway: Gateway) -> None:
    session = gateway.session(answer("Hello", " you"))
    answered = libfx.run("hi", api_key="k", gateway_chat_url=session.url)
    assert (answered.text, str(answered), answered.stop_reason) == ("Hello you", "Hello you", "end_turn")


@asynchronous
async def test_the_blocking_call_does_not_block_an_event_loop() -> None:
    with pytest.raises(RuntimeError, match="would block the event loop"):
        libfx.run("hi", api_key="k")
