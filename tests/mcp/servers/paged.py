"""A server of FastMCP that lists two tools a page: over stdio or, given a port, over streamable HTTP on loopback."""

import asyncio
import pathlib
import sys

from fastmcp import FastMCP

server = FastMCP("libfx-tests", list_page_size=2)


@server.tool
async def wait(journal: str) -> str:
    """Waits for ten minutes. Notes in a file that it has begun, and that it was cancelled."""
    notes = pathlib.Path(journal)
    notes.write_text("begun", "utf-8")
    try:
        await asyncio.sleep(600)
    except asyncio.CancelledError:
        notes.write_text("cancelled", "utf-8")
        raise
    return "waited"


@server.tool
def divide(dividend: float, divisor: float) -> float:
    """Divides a number by another."""
    return dividend / divisor


# Names that become the same when they are made fit for models, on pages of their own.
@server.tool(name="version.of")
def version_of_dots() -> str:
    """Says which tool it is."""
    return "the one with a dot"


@server.tool
def other() -> str:
    """Says which tool it is."""
    return "another"


@server.tool(name="version_of")
def version_of_underscores() -> str:
    """Says which tool it is."""
    return "the one with an underscore"


if len(sys.argv) > 1:
    server.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
else:
    server.run(show_banner=False)
