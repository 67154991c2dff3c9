"""Programs that type checkers must accept, and what they must infer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import libfx


@libfx.tool
async def search(query: Annotated[str, "What to look for."], limit: int = 10) -> list[str]:
    """Searches."""
    return [query] * limit


@libfx.tool(name="now")
def clock(context: libfx.ToolContext) -> float:
    """Tells the time."""
    return float(context.signal.is_set())


class Add:
    """A tool without the decorator."""

    name = "add"
    description = "Adds two numbers."
    input_schema: Mapping[str, object] = {"type": "object"}

    async def execute(self, input: object, context: libfx.ToolContext) -> object:
        match input:
            case {"a": int(a), "b": int(b)}:
                return a + b
            case _:
                return libfx.RichToolResult(text="two numbers, please", images=[], is_error=True)


def show(event: libfx.TurnEvent) -> str:
    """Every kind of event, which type checkers see."""
    match event:
        case libfx.TextDelta(delta=delta) | libfx.ReasoningDelta(delta=delta):
            return delta
        case libfx.ToolStart(name=name, input=arguments):
            return f"{name} {arguments}"
        case libfx.ToolEnd(content=content):
            return content or ""


def by_type(event: libfx.TurnEvent) -> str:
    """The same by the member that tells them apart."""
    if event.type == "text_delta":
        return event.delta
    if event.type == "tool_end":
        return event.content or ""
    return event.type


def code_of(error: libfx.FxError) -> tuple[libfx.FxErrorCode, int | None]:
    """What an error tells."""
    return error.code, error.retry_after_ms


async def main(key: str, model: str | None, checkpoint: bytes | None) -> Literal["cancelled"] | None:
    """An agent with every option."""
    tools: list[libfx.HostTool] = [search, clock, Add()]
    async with libfx.Agent(
        api_key=key,
        model=model,
        instructions=["Be brief.", "Be kind."],
        tools=tools,
        checkpoint=checkpoint,
        on_event=print,
        gateway_chat_url="http://127.0.0.1:1/",
    ) as agent:
        async with agent.prompt([libfx.TextBlock(text="Hi")]) as turn:
            async for event in turn:
                print(show(event), by_type(event))
        result: libfx.TurnResult = await turn.result()
        saved: bytes = await agent.checkpoint()
        print(result.usage.input_tokens, len(saved))
        return "cancelled" if result.stop_reason == "cancelled" else None


def script(key: str) -> str:
    """The blocking call, whose options are those of an agent."""
    answer = libfx.run("Hi", api_key=key, tools=[search, clock])
    return answer.text


async def others(key: str) -> list[str]:
    """What needs no agent; and a tool is still a function."""
    found: list[str] = await search("a", limit=2)
    return found + await libfx.list_models(api_key=key)


LIMIT: int = libfx.limits.MAX_TOOLS
VERSION: int = libfx.FX_SDK_API_VERSION
