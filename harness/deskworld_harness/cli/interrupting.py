"""Ctrl-C, as a person means it: once ends what runs in good order, twice ends it at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from deskworld_harness.cli import progress
from deskworld_harness.usage import UsageError

Value = TypeVar("Value")

INTERRUPTED = 130


def until_interrupted(work: Callable[[], Awaitable[Value]]) -> Value | None:
    """Run it to its end; None when somebody stopped it (Ctrl-C, or SIGTERM)."""
    return anyio.run(_run, work)


async def _run(work: Callable[[], Awaitable[Value]]) -> Value | None:
    value: Value | None = None
    refused: UsageError | None = None
    async with anyio.create_task_group() as group:
        with anyio.CancelScope() as scope:
            await group.start(_listen, scope)
            try:
                value = await work()
            except UsageError as error:
                refused = error  # out of this block it would come in a group, which is no sentence for a person
        group.cancel_scope.cancel()
    if refused is not None:
        raise refused
    return value


async def _listen(scope: anyio.CancelScope, *, task_status: anyio.abc.TaskStatus[None]) -> None:
    from deskworld_kit.children import end_all

    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        async for _ in signals:
            if scope.cancel_called:
                end_all()
                os._exit(INTERRUPTED)
            progress.say("stopping; what is finished is kept (once more to end at once)")
            scope.cancel()
