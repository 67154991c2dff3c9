"""How processes end: quietly, and by themselves, whatever is under way."""

from __future__ import annotations

import sys

import pytest
from support import OPEN, Gateway, answer, program

BEGIN = """
import asyncio, libfx
async def begin():
    agent = await libfx.create_fx_agent(api_key="k", gateway_chat_url={url!r})
    turn = agent.prompt("a")
    await anext(aiter(turn))
    print("begun", flush=True)
    {then}
{run}
"""


@pytest.mark.parametrize(
    "then, run",
    [
        ("return", "asyncio.run(begin())"),
        ("await asyncio.wait_for(turn.result(), 0.1)", "try:\n    asyncio.run(begin())\nexcept asyncio.TimeoutError:\n    pass"),
        ("kept = agent, turn; return kept", "kept = asyncio.run(begin())"),
        ("return agent, turn", "loop = asyncio.new_event_loop(); kept = loop.run_until_complete(begin()); loop.close()"),
        ("raise SystemExit(0)", "asyncio.run(begin())"),
    ],
)
def test_a_process_ends_quietly_with_a_live_turn(gateway: Gateway, then: str, run: str) -> None:
    source = BEGIN.format(url=gateway.session(OPEN).url, then=then, run=run)
    assert program(source) == "begun\n"


def test_a_process_ends_quietly_with_a_live_turn_in_a_daemon_thread(gateway: Gateway) -> None:
    run = "import threading\nready = threading.Event()\nthreading.Thread(target=lambda: asyncio.run(begin()), daemon=True).start()\nready.wait(20)"
    source = BEGIN.format(url=gateway.session(OPEN).url, then="ready.set(); await turn.result()", run=run)
    assert program(source) == "begun\n"


def test_a_process_that_only_imports_starts_nothing() -> None:
    source = "import threading, libfx; print(threading.active_count(), 'asyncio' in __import__('sys').modules)"
    assert program(source) == "1 True\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
def test_a_forked_process_is_told_that_it_cannot(gateway: Gateway) -> None:
    source = f"""
import asyncio, os, libfx
def ask():
    return libfx.run("hi", api_key="k", gateway_chat_url={gateway.session(answer("one"), cycle=True).url!r}).text
print(ask(), flush=True)
child = os.fork()
if child == 0:
    try:
        ask()
    except RuntimeError as error:
        print(error, flush=True)
    raise SystemExit(0)
os.waitpid(child, 0)
print(ask())
"""
    # Python itself warns of forking a process that has threads.
    source = "import warnings; warnings.simplefilter('ignore', DeprecationWarning)\n" + source
    told = "libfx does not work in a process forked from one that used it; start processes by `spawn`"
    assert program(source) == f"one\n{told}\none\n"
