"""Work in a thread for a caller who may stop waiting.

A thread can't be stopped, but a write that lands after its caller has given up is worse than no write: the caller
has told somebody that it failed. So the thread is told, and whatever is about to make a change for good
(`Workspace.writing`) asks first.
"""

import threading
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

import anyio
import anyio.to_thread

from deskworld_kit.errors import ToolError

Value = TypeVar("Value")


class _Call:
    """One call: still wanted or given up; not begun, running or ended."""

    def __init__(self) -> None:
        self.given_up = False
        self.running = False
        self.ended = threading.Event()
        self.guard = threading.Lock()


_current: ContextVar[_Call | None] = ContextVar("deskworld_call", default=None)


def still_wanted() -> None:
    """Ask before a change is made for good.

    Raises:
        ToolError: The caller has stopped waiting.
    """
    call = _current.get()
    if call is not None and call.given_up:
        raise ToolError("the caller stopped waiting, so nothing was written")


async def run_in_thread(work: Callable[[], Value]) -> Value:
    """Run it in a worker thread. When the caller gives up, end only after the thread has: the next one may write."""
    call = _Call()
    token = _current.set(call)

    def run() -> Value:
        with call.guard:
            still_wanted()
            call.running = True
        try:
            return work()
        finally:
            call.ended.set()

    try:
        return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)
    except anyio.get_cancelled_exc_class():
        with call.guard:
            call.given_up = True
        if call.running:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(call.ended.wait)
        raise
    finally:
        _current.reset(token)
