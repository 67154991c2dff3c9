"""Programs that type checkers must refuse: each line with a comment `wrong:` and no other."""

from __future__ import annotations

import libfx


@libfx.tool
def act(count: int) -> int:
    """Acts."""
    return count


class NoTool:
    """Not a tool: it has no schema."""

    name = "none"
    description = ""


async def main(agent: libfx.Agent, event: libfx.TextDelta) -> None:
    """Mistakes."""
    libfx.Agent()  # wrong: the key is missing
    libfx.Agent(api_key="k", modle="m")  # wrong: there is no such option
    libfx.Agent(api_key="k", tools=[NoTool()])  # wrong: that is no tool
    libfx.run("hi", api_key=5)  # wrong: a key is a text
    agent.prompt(5)  # wrong: input is a text or blocks
    act("one")  # wrong: it takes a number
    event.delta = "x"  # wrong: events do not change
    libfx.Usage(1)  # wrong: members are passed by name
    for _ in agent.prompt("hi"):  # wrong: events come asynchronously
        pass
