"""Objects and functions of the API, as the generated classes and functions use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .describe import Argument, Crossing
from .host_scope import HostScope
from .mailbox import open_mailbox
from .object_peer import ObjectPeer
from .turn_peer import TurnPeer


class RuntimeObject:
    """A runtime object that is created later than its Python object: on entering its context."""

    __slots__ = ("_args", "_create", "_described", "_known", "_peer", "_release")

    def __init__(self, create: str, release: str, *args: Argument) -> None:
        """`create` and `release` are the engine's calls."""
        self._create = create
        self._release = release
        self._args: tuple[Argument, ...] | None = args
        self._peer: ObjectPeer | None = None
        self._described: dict[str, Any] = {}
        self._known: dict[str, Any] = {}

    async def create(self) -> None:
        """Creates it, once."""
        args, self._args = self._args, None
        if args is None:
            raise RuntimeError("this object has been created already; it can be used once")
        mailbox = open_mailbox()
        crossing = Crossing()
        texts = crossing.texts(args)
        peer = ObjectPeer(mailbox, self._release, crossing.handles)
        send = getattr(mailbox.calls, self._create)
        self._described = await mailbox.ask(lambda call: send(peer.number, call, *texts, crossing.blobs)) or {}
        self._peer = peer

    @property
    def is_created(self) -> bool:
        """Whether there is anything to close."""
        return self._peer is not None

    def known(self, name: str, make: Callable[[Any, HostScope], Any]) -> Any:
        """A property that is known since it was created, made of its description once."""
        peer = self._created()
        if name not in self._known:
            self._known[name] = make(self._described[name], peer)
        return self._known[name]

    async def ask(self, method: str) -> Any:
        """Asks it for something that it answers later."""
        return await self._created().ask(method)

    def start(self, method: str, *args: Argument) -> TurnPeer:
        """Starts a turn of it."""
        return self._created().start(method, *args)

    def _created(self) -> ObjectPeer:
        if self._peer is None:
            raise RuntimeError("this object has not been created: use it in `async with`, or await the function that creates one")
        return self._peer


async def call(function: str, *args: Argument) -> tuple[Any, HostScope]:
    """Calls a function of the API that makes no object; gives what it answers, and the values that may be in that."""
    mailbox = open_mailbox()
    crossing = Crossing()
    texts = crossing.texts(args)
    send = getattr(mailbox.calls, function)
    scope = HostScope(mailbox, mailbox.new_id(), crossing.handles)
    data = await mailbox.ask(lambda number: send(number, *texts, crossing.blobs), scope.number)
    return data, scope


async def answer(function: str, *args: Argument) -> Any:
    """The same, for answers that are data."""
    data, _ = await call(function, *args)
    return data
