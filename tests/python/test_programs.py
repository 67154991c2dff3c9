"""The programs people copy: those of the READMEs run as they stand, against the bundled Gateway."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from support import ROOT

FILES = ("README.md", "bindings/python/README.md")


def programs(file: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / file).read_text("utf-8"), re.MULTILINE | re.DOTALL)


ALL = [(file, at) for file in FILES for at in range(len(programs(file)))]


def sent_to(url: str, program: str) -> str:
    """The program with one option more, because those of the READMEs ask the real Gateway."""
    sent, count = re.subn(r"\bapi_key=", f"gateway_chat_url={url!r}, api_key=", program)
    assert count == 1
    return sent


@pytest.mark.parametrize("file, at", ALL)
def test_a_program_of_a_readme_streams_an_answer(demo_url: str, file: str, at: int) -> None:
    program = programs(file)[at]
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", sent_to(demo_url, program)]
    environment = os.environ | {"AI_GATEWAY_API_KEY": "a-key"}
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, cwd=ROOT, env=environment)
    assert ended.stderr == ""
    if "count_words" in program:
        assert f"> {len((ROOT / 'README.md').read_text('utf-8').split())}" in ended.stdout
        assert "end_turn Usage(input_tokens=" in ended.stdout
    else:
        assert ended.stdout == "Hello! Give me a tool, and I will ask for it.\n"


def test_each_readme_has_programs() -> None:
    assert {file for file, _ in ALL} == set(FILES)
