"""A worker: one process that runs many trials at once and tells its parent how they end.

    python -m deskworld_harness.worker SOCKET_FD RUN GRACE_SECONDS PARENT_PID SYS_PATH

It takes jobs from the socket (`{"do": "trial", "spec": ..., "attempt": 1}` or `{"do": "grade", "record": ...}`) and
sends `{"ended": record}` for each. Between them it sends a beat once a second, with what the trials under way have
spent so far: no beat means that native code holds this process. A trial that is not over long after its limit is
reported as `{"stuck": id}`, since a thread in native code can't be stopped from here; the parent then ends the whole
process.

The end of the socket is the end of the worker: what was under way is given up and its draft removed.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import json
import os
import signal
import socket
import sys
import threading
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import anyio
from anyio.abc import UNIXSocketStream

from deskworld_harness.documents import TrialRecord, TrialSpec, total
from deskworld_harness.frames import GONE, Frames
from deskworld_harness.records import RunFolder

if TYPE_CHECKING:
    from deskworld_harness.trial import Trial

BEAT = 1.0
FAREWELL = 5.0
"""Seconds in which the process clears up after its last trial."""


class Worker:
    """What this process has to do, and what it is doing."""

    def __init__(self, frames: Frames, folder: RunFolder, grace: float) -> None:
        self._frames = frames
        self._folder = folder
        self._grace = grace
        self._process = os.getpid()
        self._under_way: dict[str, tuple[Trial, float]] = {}
        self._frozen = False

    async def serve(self) -> None:
        """Until the parent hangs up."""
        async with anyio.create_task_group() as group:
            await self._frames.send({"ready": True})
            group.start_soon(self._beat)
            try:
                while True:
                    message = await self._frames.receive()
                    if message["do"] == "grade":
                        group.start_soon(self._grade, TrialRecord.model_validate(message["record"]))
                    else:
                        group.start_soon(self._trial, TrialSpec.model_validate(message["spec"]), message["attempt"])
            except GONE:
                self._end_copy()
                group.cancel_scope.cancel()

    async def _trial(self, spec: TrialSpec, attempt: int) -> None:
        from deskworld_harness.trial import Trial  # brings the servers' libraries with it

        draft = self._folder.draft(spec.id)
        trial = Trial(spec, draft, attempt)
        self._under_way[spec.id] = trial, monotonic()
        try:
            record = await trial.finish()
        except BaseException:
            self._end_copy()
            draft.discard()
            raise
        finally:
            del self._under_way[spec.id]
        await self._end(record)

    async def _grade(self, record: TrialRecord) -> None:
        from deskworld_harness.regrading import grade_again

        await self._end(await grade_again(self._folder, record))

    def _end_copy(self) -> None:
        """A task that forks and goes on has made a copy of all this, which must not speak or clear up for us."""
        if os.getpid() != self._process:
            os._exit(1)

    async def _end(self, record: TrialRecord) -> None:
        self._end_copy()
        await self._frames.send({"ended": record.model_dump(mode="json")})
        if not self._frozen:
            # Libraries, schemas and scenes live as long as the process: never look through them for garbage again.
            self._frozen = True
            gc.collect()
            gc.freeze()

    async def _beat(self) -> None:
        told: set[str] = set()
        while True:
            await anyio.sleep(BEAT)
            self._end_copy()
            now = monotonic()
            spent = total(trial.spent for trial, _ in self._under_way.values())
            await self._frames.send({"beat": spent.model_dump(mode="json")})
            for name, (trial, began) in self._under_way.items():
                if now - began > trial.limit_seconds + self._grace and name not in told:
                    told.add(name)
                    await self._frames.send({"stuck": name, "seconds": round(now - began)})


async def _serve(end: socket.socket, run: Path, grace: float) -> None:
    async with await UNIXSocketStream.from_socket(end) as stream:
        await Worker(Frames(stream), RunFolder.open(run), grace).serve()


def main() -> None:
    number, run, grace, parent = int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    sys.path[:] = json.loads(sys.argv[5])  # what the parent can import, we can
    faulthandler.enable(all_threads=False)  # a crash in native code leaves its thread's stack in the worker's log
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, and hangs up
    from deskworld_kit.children import end_all, tie_to_parent

    tie_to_parent(parent)
    atexit.register(end_all)  # first in, last out: whoever started something may end it well before
    end = socket.socket(fileno=number)
    os.register_at_fork(after_in_child=end.close)  # what a task forks hears and says nothing
    try:
        anyio.run(partial(_serve, end, run, grace))
    finally:  # also when something broke this very loop
        # A thread that hangs in native code must not keep us; what is left then is the parent's to end.
        last = threading.Timer(FAREWELL, os._exit, [0])
        last.daemon = True
        last.start()


if __name__ == "__main__":
    main()
