"""Takes all measurements of one client in this process, and prints them as JSON: `python measure.py CLIENT ORIGINS`."""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import sys
import time

from clients import CLIENTS, Client

#: How many deltas a long reply has, and how long each is.
DELTAS = 20_000
DELTA_LENGTH = 8
PROMPTS = 30
REPLIES = 5


async def main(name: str, origins: dict[str, str]) -> dict[str, float | list[float]]:
    began = time.perf_counter()
    client = CLIENTS[name](origins["short"])
    created = time.perf_counter() - began
    # Lazy loading is not what is measured.
    await client.reply(lambda _: None)
    asked = [await first_event(client) for _ in range(PROMPTS)]
    await client.close()
    speeds, cpu = [], []
    for _ in range(REPLIES):
        client = CLIENTS[name](origins["burst"])
        speed, spent = await long_reply(client)
        speeds.append(speed)
        cpu.append(spent)
        await client.close()
    return {
        "createMs": created * 1000,
        "asked": asked,
        "deltasPerSecond": statistics.median(speeds),
        "cpuMs": statistics.median(cpu),
        "peakMiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


async def first_event(client: Client) -> float:
    first: list[float] = []
    began = time.perf_counter()

    def on_text(_: str) -> None:
        if not first:
            first.append((time.perf_counter() - began) * 1000)

    await client.reply(on_text)
    return first[0]


async def long_reply(client: Client) -> tuple[float, float]:
    length = 0

    def on_text(text: str) -> None:
        nonlocal length
        length += len(text)

    cpu = time.process_time()
    began = time.perf_counter()
    await client.reply(on_text)
    wall = time.perf_counter() - began
    if length != DELTAS * DELTA_LENGTH:
        raise SystemExit(f"read {length} of {DELTAS * DELTA_LENGTH}")
    return DELTAS / wall, (time.process_time() - cpu) * 1000


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))))
