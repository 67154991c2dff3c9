"""Tools: functions, threads, results, and what the model is told of mistakes."""

from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import math
import threading
from collections.abc import Callable
from typing import Any

import libfx
import pytest
from support import Gateway, answer, asynchronous, calls, said, tool_call


async def result_of(gateway: Gateway, tool: Any, **arguments: Any) -> libfx.ToolEnd:
    """How a call of the tool ends."""
    async with gateway.session(calls(tool_call(tool.name, **arguments)), answer("ok")).agent(tools=[tool]) as agent:
        ends = [event async for event in agent.prompt("a") if isinstance(event, libfx.ToolEnd)]
    return ends[0]


@asynchronous
async def test_a_function_may_be_asynchronous_or_run_in_a_thread(gateway: Gateway) -> None:
    @libfx.tool
    async def here(word: str) -> list[object]:
        return [word, threading.current_thread() is threading.main_thread()]

    @libfx.tool
    def there(word: str) -> tuple[str, bool]:
        return word, threading.current_thread() is threading.main_thread()

    assert (await result_of(gateway, here, word="a")).content == '["a",true]'
    assert (await result_of(gateway, there, word="a")).content == '["a",false]'


@asynchronous
async def test_any_object_with_the_members_of_a_tool_is_one(gateway: Gateway) -> None:
    class Add:
        name = "add"
        description = "Adds."
        input_schema = {"type": "object"}

        def execute(self, input: object, context: libfx.ToolContext) -> object:
            return [input, context.tool_call_id]

    assert (await result_of(gateway, Add(), a=1)).content == '[{"a":1},"c"]'


@asynchronous
async def test_a_tool_sees_the_context_variables_of_its_prompt(gateway: Gateway) -> None:
    user = contextvars.ContextVar("user", default="nobody")

    @libfx.tool
    async def here() -> str:
        return user.get()

    @libfx.tool
    def there() -> str:
        return user.get()

    replies = [calls(tool_call("here", "a"), tool_call("there", "b")), answer("ok")]
    async with gateway.session(*replies).agent(tools=[here, there]) as agent:
        user.set("ada")
        ends = [event async for event in agent.prompt("a") if isinstance(event, libfx.ToolEnd)]
    assert [end.content for end in ends] == ["ada", "ada"]


@dataclasses.dataclass
class Point:
    x: int
    y: int


@pytest.mark.parametrize(
    "value, content",
    [
        (None, "null"),
        ("text", "text"),
        (Point(1, 2), '{"x":1,"y":2}'),
        ({"$fx": "function"}, '{"$fx":"function"}'),
        (libfx.RichToolResult(text="seen", images=[]), "seen"),
        ("half \ud83d", "half \ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
    ],
)
@asynchronous
async def test_results_are_json_and_more(gateway: Gateway, value: object, content: str) -> None:
    @libfx.tool
    def give() -> object:
        return value

    end = await result_of(gateway, give)
    assert (end.content, end.is_error) == (content, False)


def cyclic() -> object:
    cycle: list[object] = []
    cycle.append(cycle)
    return cycle


def stopped() -> object:
    raise StopIteration("no more")


def failing() -> object:
    raise LookupError("no such thing")


def nameless() -> object:
    raise LookupError


@pytest.mark.parametrize(
    "function, content",
    [
        (failing, "no such thing"),
        (nameless, "LookupError"),
        (stopped, "the function raised StopIteration"),
        (cyclic, "the result is not JSON: Circular reference detected"),
        (lambda: {1, 2}, "the result is not JSON: a value of type set is not JSON"),
        (lambda: math.nan, "the result is not JSON: Out of range float values are not JSON compliant"),
        (lambda: b"bytes", "the result is not JSON: a value of type bytes is not JSON"),
    ],
)
@asynchronous
async def test_what_goes_wrong_in_a_tool_is_told_to_the_model(
    gateway: Gateway, function: Callable[[], object], content: str
) -> None:
    end = await result_of(gateway, libfx.tool(name="act")(function))
    assert end.is_error
    assert end.content is not None and content in end.content


@asynchronous
async def test_arguments_that_do_not_fit_are_told_to_the_model_and_the_function_does_not_run(gateway: Gateway) -> None:
    @libfx.tool
    def act(count: int, name: str = "") -> None:
        raise AssertionError

    for arguments, told in [
        ({"count": "one"}, "count: expected a whole number, got a string"),
        ({}, "count: required"),
        ({"count": 1, "nmae": "a"}, "nmae: unknown, did you mean 'name'?"),
    ]:
        end = await result_of(gateway, act, **arguments)
        assert (end.content, end.is_error) == (told, True)


@asynchronous
async def test_calls_of_one_reply_run_at_the_same_time(gateway: Gateway) -> None:
    begun: list[str] = []
    everyone = asyncio.Event()

    @libfx.tool
    async def meet(context: libfx.ToolContext) -> None:
        begun.append(context.tool_call_id)
        if len(begun) == 3:
            everyone.set()
        await everyone.wait()

    replies = [calls(*(tool_call("meet", f"c{at}") for at in range(3))), answer("ok")]
    async with gateway.session(*replies).agent(tools=[meet]) as agent:
        assert await said(agent.prompt("a")) == "ok"


def test_a_tool_is_still_the_function_that_it_was() -> None:
    @libfx.tool
    def double(number: int) -> int:
        """Doubles."""
        return 2 * number

    assert (double(2), double.name, double.description, double.__doc__) == (4, "double", "Doubles.", "Doubles.")
    assert repr(double) == "<libfx.Tool double>"


def test_a_tool_can_be_named_and_described_otherwise() -> None:
    named = libfx.tool(name="twice", description="Twice as much.")(failing)
    assert (named.name, named.description) == ("twice", "Twice as much.")
