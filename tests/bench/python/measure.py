"""Takes all measurements of one client in this process, and prints them as JSON.

`python measure.py CLIENT ORIGINS LENGTH DELTAS`: a long reply has LENGTH characters in so many DELTAS.
"""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import sys
import time

from clients import CLIENTS, Client

PROMPTS = 30
LONG_REPLIES = 5


async def main(name: str, origins: dict[str, str], length: int, deltas: int) -> dict[str, float | list[float]]:
    began = time.perf_counter()
    client = CLIENTS[name](origins["short"])
    created = time.perf_counter() - began
    # Lazy loading is not what is measured.
    await client.reply(lambda _: None)
    asked = [await first_event(client) for _ in range(PROMPTS)]
    await client.close()
    speeds, cpu = [], []
    for _ in range(LONG_REPLIES):
        client = CLIENTS[name](origins["burst"])
        seconds, spent = await long_reply(client, length)
        speeds.append(deltas / seconds)
        cpu.append(spent)
        await client.close()
    return {
        "createMs": created * 1000,
        "asked": asked,
        "longReplies": LONG_REPLIES,
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


async def long_reply(client: Client, length: int) -> tuple[float, float]:
    """The time it takes in seconds, and of the processor in milliseconds."""
    read = 0

    def on_text(text: str) -> None:
        nonlocal read
        read += len(text)

    cpu = time.process_time()
    began = time.perf_counter()
    await client.reply(on_text)
    wall = time.perf_counter() - began
    if read != length:
        raise SystemExit(f"read {read} of {length}")
    return wall, (time.process_time() - cpu) * 1000


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], json.loads(sys.argv[2]), *map(int, sys.argv[3:])))))
