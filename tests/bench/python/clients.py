"""What is measured: a module-like object for each package, with the same interface.

`create(origin)` gives a client; `await client.reply(on_text)` asks for one reply and hands over each piece of its text; and
`await client.close()`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Protocol

OnText = Callable[[str], None]


class Client(Protocol):
    async def reply(self, on_text: OnText) -> None: ...

    async def close(self) -> None: ...


class Libfx:
    """The language-model protocol, as agents speak it."""

    def __init__(self, origin: str) -> None:
        import libfx

        self._delta = libfx.TextDelta
        self._agent = libfx.Agent(
            api_key="bench", model="bench/model", gateway_chat_url=f"{origin}/v4/ai/language-model"
        )
        self._entered = False

    async def reply(self, on_text: OnText) -> None:
        if not self._entered:
            await self._agent.__aenter__()
            self._entered = True
        async with self._agent.prompt("Hello") as turn:
            async for event in turn:
                if isinstance(event, self._delta):
                    on_text(event.delta)
        await turn.result()

    async def close(self) -> None:
        await self._agent.close()


class OpenAI:
    """The official client of chat completions."""

    def __init__(self, origin: str) -> None:
        import openai

        self._client = openai.AsyncOpenAI(api_key="bench", base_url=f"{origin}/v1")

    async def reply(self, on_text: OnText) -> None:
        stream = await self._client.chat.completions.create(
            model="bench/model", messages=[{"role": "user", "content": "Hello"}], stream=True
        )
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                on_text(chunk.choices[0].delta.content)

    async def close(self) -> None:
        await self._client.close()


class Httpx:
    """A floor: a loop over lines that parses what an application would, and checks nothing."""

    def __init__(self, origin: str) -> None:
        import httpx

        self._url = f"{origin}/v1/chat/completions"
        self._client = httpx.AsyncClient()

    async def reply(self, on_text: OnText) -> None:
        body = {"model": "bench/model", "messages": [{"role": "user", "content": "Hello"}], "stream": True}
        async with self._client.stream("POST", self._url, json=body) as response:
            async for line in response.aiter_lines():
                if not line.startswith("data: ") or line == "data: [DONE]":
                    continue
                choices = json.loads(line[6:])["choices"]
                if choices and choices[0]["delta"].get("content"):
                    on_text(choices[0]["delta"]["content"])

    async def close(self) -> None:
        await self._client.aclose()


CLIENTS: dict[str, Callable[[str], Client]] = {"libfx": Libfx, "openai": OpenAI, "httpx": Httpx}
