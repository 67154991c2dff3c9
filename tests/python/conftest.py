"""The Gateways that tests talk to."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from support import ROOT, Gateway

PROGRAM = os.environ.get("LIBFX_GATEWAY", str(ROOT / "target/debug/libfx-gateway"))


@pytest.fixture(scope="session")
def gateway() -> Iterator[Gateway]:
    """One that answers as tests say."""
    with Gateway(PROGRAM) as running:
        yield running


@pytest.fixture(scope="session")
def demo_url() -> Iterator[str]:
    """The address of one that plays the demo's conversation."""
    with Gateway(PROGRAM, "--demo") as running:
        yield running.announcement["url"]
