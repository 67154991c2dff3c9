"""The Python runner of the scenarios: `python run.py [--topic T] [--case C] [--json FILE] [--jobs N]`.

Runs against the package `libfx` that this interpreter has, and the scripted Gateway (LIBFX_GATEWAY). The format of scenarios,
and what a runner owes, are in tests/scenarios/README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from application import observe
from gateway import Gateway
from inexpressible import inexpressible

LANGUAGE = "python"
FEATURES = ("second-reader", "failed-body-in-full", "redirect-status", "small-receive-buffer", "mcp", "skills")
REPOSITORY = Path(__file__).parents[3]


@dataclass
class Scenario:
    """A case of the corpus."""

    id: str
    file: dict[str, Any]


@dataclass
class Result:
    """What became of it."""

    case: str
    status: str
    ms: int
    message: str = ""

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value != ""}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs the scenario corpus against the Python package")
    parser.add_argument("--topic")
    parser.add_argument("--case")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--jobs", type=int, default=8)
    return parser.parse_args()


def load(flags: argparse.Namespace) -> Iterator[Scenario]:
    """The cases that pass the flags."""
    for path in sorted((REPOSITORY / "tests/scenarios").glob("*/*.json")):
        topic, case = path.parent.name, path.stem
        if flags.topic in (None, topic) and flags.case in (None, case):
            yield Scenario(f"{topic}/{case}", json.loads(path.read_text("utf-8")))


async def main() -> int:
    flags = arguments()
    scenarios = list(load(flags))
    if not scenarios:
        raise SystemExit("no scenario passes the filter")
    program = os.environ.get("LIBFX_GATEWAY", str(REPOSITORY / "target/debug/libfx-gateway"))
    with Gateway.start(program) as gateway:
        results = await run_some(gateway, [it for it in scenarios if not it.file.get("alone")], flags.jobs)
        results += await run_some(gateway, [it for it in scenarios if it.file.get("alone")], 1)
    results.sort(key=lambda result: result.case)
    if flags.json:
        report = {"language": LANGUAGE, "results": [result.as_json() for result in results]}
        flags.json.write_text(json.dumps(report, indent=2), "utf-8")
    counts = {status: sum(result.status == status for result in results) for status in ("passed", "failed", "gap")}
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['gap']} skipped")
    return 1 if counts["failed"] else 0


async def run_some(gateway: Gateway, scenarios: list[Scenario], jobs: int) -> list[Result]:
    waiting = iter(scenarios)
    results: list[Result] = []

    async def work() -> None:
        for scenario in waiting:
            results.append(await run_one(gateway, scenario))
            show(results[-1])

    await asyncio.gather(*(work() for _ in range(jobs)))
    return results


async def run_one(gateway: Gateway, scenario: Scenario) -> Result:
    lacking = [feature for feature in scenario.file.get("needs", []) if feature not in FEATURES]
    reason = f"needs {lacking[0]}" if lacking else inexpressible(scenario.file)
    if reason:
        return Result(scenario.id, "absent", 0, reason)
    began = time.monotonic()
    script = scenario.file.get("gateway", [])
    session = await gateway.open({"replies": script} if isinstance(script, list) else script)
    failures = await gateway.judge(session, scenario.file, await observe(scenario.file, session))
    status, message = outcome(failures, scenario.file.get("gaps", {}).get(LANGUAGE))
    return Result(scenario.id, status, round((time.monotonic() - began) * 1000), message)


def outcome(failures: list[str], gap: str | None) -> tuple[str, str]:
    if gap is None:
        return ("failed", "\n".join(failures)) if failures else ("passed", "")
    if failures:
        return "gap", gap
    return "failed", "passes, although it is listed as a gap: take it out of `gaps`"


def show(result: Result) -> None:
    match result.status:
        case "passed":
            print(f"ok   {result.case} ({result.ms} ms)", flush=True)
        case "failed":
            indented = result.message.replace("\n", "\n  ")
            print(f"FAIL {result.case}\n  {indented}", flush=True)
        case status:
            print(f"{status} {result.case}: {result.message}", flush=True)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
