"""The scripted Gateway as a child process, and its control API."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.request
from types import TracebackType
from typing import Any


class Gateway:
    """A running Gateway; it ends when its input does."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self._process = process
        self._address = address

    @staticmethod
    def start(program: str) -> Gateway:
        """Starts the program, and waits for its address."""
        process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        return Gateway(process, json.loads(process.stdout.readline())["address"])

    def __enter__(self) -> Gateway:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.communicate()

    async def open(self, script: dict[str, Any]) -> dict[str, Any]:
        """Opens a session: its `id` and `url`."""
        return await self._request("POST", "sessions", script)

    async def judge(self, session: dict[str, Any], scenario: dict[str, Any], observed: dict[str, Any]) -> list[str]:
        """What does not hold of the scenario."""
        path = f"sessions/{session['id']}"
        verdict = await self._request("POST", f"{path}/verdict", {"scenario": scenario, "observed": observed})
        await self._request("DELETE", path)
        return verdict["failures"]

    async def _request(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._address}/__gateway/{path}", data=data, method=method)
        return json.loads(await asyncio.to_thread(_answer, request))


def _answer(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request) as response:
        answer: bytes = response.read()
    return answer
