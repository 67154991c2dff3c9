"""The link between an event loop and its engine: calls go out, messages come in, and nothing else crosses.

There is one mailbox for each event loop, and one thread for all of them that waits until an engine has something to take.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._calls import Calls
from .._errors import ClosedError, fx_error
from .json_text import json_bytes
from .library import Library
from .loading import library
from .turn_peer import TurnPeer

if TYPE_CHECKING:
    from .host_call import HostCall
    from .host_scope import HostScope

_GONE = json_bytes({"message": "the agent is gone"})


class Mailbox:
    """One event loop's engine. Idle agents are held weakly, those with a turn or a question under way by that."""

    def __init__(self, loop: asyncio.AbstractEventLoop, loaded: Library) -> None:
        number = loaded.new_engine()
        if number == 0:
            raise ClosedError("libfx has been shut down, because the interpreter is exiting")
        self.calls = Calls(loaded, number)
        self.running: set[HostCall] = set()
        """Calls to the application that have not ended."""
        self._library = loaded
        self.number = number
        self._loop = weakref.ref(loop)
        self._ids = itertools.count(1)
        self._scopes: weakref.WeakValueDictionary[int, HostScope] = weakref.WeakValueDictionary()
        self._turns: dict[int, TurnPeer] = {}
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._free = weakref.finalize(self, loaded.free_engine, number)
        # The library ends every engine at exit, and does it better.
        self._free.atexit = False

    def new_id(self) -> int:
        """A number for an object or a call."""
        return next(self._ids) & 0xFFFF_FFFF

    def here(self) -> Mailbox:
        """This mailbox, if the running event loop is its own."""
        if self._loop() is asyncio.get_running_loop():
            return self
        raise RuntimeError("this object belongs to another event loop; create one in each loop, an agent from a checkpoint")

    def add(self, number: int, scope: HostScope) -> None:
        """Makes values of the application known, for calls of the engine."""
        self._scopes[number] = scope

    async def ask(self, send: Callable[[int], None], call: int | None = None) -> Any:
        """Sends a question by the number of a call, and waits for its answer."""
        call = self.new_id() if call is None else call
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[call] = future
        send(call)
        try:
            return await future
        finally:
            self._asked.pop(call, None)

    def start_turn(self, agent: HostScope, send: Callable[[int], bytes | None]) -> TurnPeer:
        """Starts a turn by its number, or raises what the engine refused it with."""
        number = self.new_id()
        turn = TurnPeer(self.calls, number, agent)
        self._turns[number] = turn
        refusal = send(number)
        if refusal is None:
            return turn
        del self._turns[number]
        raise fx_error(json.loads(refusal))

    def notify(self) -> None:
        """The engine has something to take; called on the thread that waits."""
        loop = self._loop()
        try:
            if loop is not None:
                loop.call_soon_threadsafe(self._deliver)
        except RuntimeError:
            # The loop is closed, and with it everything that it would have been told.
            self._free()

    def _deliver(self) -> None:
        for message in json.loads(self._library.messages(self.number)):
            self._receive(*message)

    def _receive(self, kind: str, number: Any, *content: Any) -> None:
        match kind:
            case "events":
                self._turns[number].push(content[0])
            case "discarded":
                self._turns[number].lost(fx_error(content[0]))
            case "finished":
                self._turns.pop(number).end(content[0], None)
            case "broke":
                self._turns.pop(number).end(None, fx_error(content[0]))
            case "settled":
                self._answer(number, content[0])
            case "settledBytes":
                self._answer(number, self.calls.take_bytes(content[0]))
            case "failed":
                self._fail(number, fx_error(content[0]))
            case "threw":
                self._fail(number, RuntimeError(content[0]))
            case _:
                self._receive_for_host(kind, self._scopes.get(number), content)

    def _receive_for_host(self, kind: str, scope: HostScope | None, content: tuple[Any, ...]) -> None:
        """Messages for the application's values."""
        match kind, scope:
            case "call", None:
                self.calls.reject(content[0], _GONE)
            case _, None:
                pass
            case "call", _:
                scope.call(*content)
            case "notify", _:
                scope.notify(*content)
            case "cancelled", _:
                scope.cancelled(*content)
            case _:
                raise AssertionError(f"the engine sent {kind!r}, which this layer does not know")

    def _answer(self, call: int, value: object) -> None:
        future = self._asked.get(call)
        if future is not None and not future.done():
            future.set_result(value)

    def _fail(self, call: int, error: Exception) -> None:
        future = self._asked.get(call)
        if future is not None and not future.done():
            future.set_exception(error)


class _Waiter:
    """The thread that waits for all engines of the process."""

    def __init__(self, loaded: Library) -> None:
        self.running: set[HostCall] = set()
        """Calls to the application that have not ended."""
        self._library = loaded
        self._mailboxes: weakref.WeakValueDictionary[int, Mailbox] = weakref.WeakValueDictionary()
        # A daemon, since nothing tells when the last event loop has ended; the library's exit ends it.
        threading.Thread(target=self._run, name="libfx", daemon=True).start()

    def add(self, number: int, mailbox: Mailbox) -> None:
        """Tells `mailbox` of its engine from now on."""
        self._mailboxes[number] = mailbox

    def _run(self) -> None:
        while number := self._library.wait():
            self._tell(number)

    def _tell(self, number: int) -> None:
        # In a function of its own, so that the thread keeps no mailbox while it waits.
        mailbox = self._mailboxes.get(number)
        if mailbox is not None:
            mailbox.notify()


_lock = threading.Lock()
_waiter: _Waiter | None = None
_mailboxes: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Mailbox] = weakref.WeakKeyDictionary()


def open_mailbox() -> Mailbox:
    """The mailbox of the running event loop."""
    global _waiter
    loop = asyncio.get_running_loop()
    loaded = library()
    with _lock:
        mailbox = _mailboxes.get(loop)
        if mailbox is None:
            _waiter = _waiter or _Waiter(loaded)
            mailbox = _mailboxes[loop] = Mailbox(loop, loaded)
            _waiter.add(mailbox.number, mailbox)
        return mailbox
