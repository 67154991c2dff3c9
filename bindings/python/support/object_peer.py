"""The host side of one runtime object: what it can be asked."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

from .describe import Argument, Callback, Crossing, HostObject
from .host_scope import HostScope
from .mailbox import Mailbox
from .turn_peer import TurnPeer


class ObjectPeer(HostScope):
    """An object that has been created, by the number that the engine knows."""

    def __init__(self, mailbox: Mailbox, release: str, handles: list[HostObject | Callback]) -> None:
        """`release` is the engine's call that forgets it; `handles` are the application's values, by number."""
        self._release: Callable[[int], None] = getattr(mailbox.calls, release)
        super().__init__(mailbox, mailbox.new_id(), handles)

    def __del__(self) -> None:
        self._release(self.number)

    async def ask(self, method: str) -> Any:
        """Asks the engine for something that it answers later."""
        send = getattr(self.mailbox.here().calls, method)
        return await self.mailbox.ask(lambda call: send(self.number, call))

    def start(self, method: str, *args: Argument) -> TurnPeer:
        """Starts a turn, or raises what is wrong with its arguments."""
        send, texts = getattr(self.mailbox.here().calls, method), Crossing().texts(args)
        self._context = contextvars.copy_context()
        return self.mailbox.start_turn(self, lambda turn: send(self.number, turn, *texts))
