"""An office that stays warm: one soffice, many callers, one job at a time.

A new soffice takes a second or two to start, a job in a running one some hundredths. So one is started at the first
job and kept. Before each job it is asked whether it still answers. When it has crashed or hangs, it is replaced and
the job is tried once more; a file that kills it twice, or keeps it busy beyond the limit, gets an error that says
so.
"""

import os
import threading
from pathlib import Path
from typing import Any

from ..errors import RenderError
from .lending import OwnerGone, borrow
from .process import Answer, Gone, Process, TooLong

LIMIT = 60.0
PING_LIMIT = 10.0
PATIENCE = 5.0


class Office:
    """One warm LibreOffice. Any thread may call; callers wait for each other.

    A job that takes longer than `limit` seconds ends with an error; it is not tried again, which would take as long.
    A process forked from ours starts an office of its own.

    Args:
        limit: Seconds for a job.
        lender: The address of an office that another process lends; used instead, as long as it is there.
    """

    def __init__(self, *, limit: float = LIMIT, lender: str = "") -> None:
        self.limit = limit
        self.lender = lender
        self._reset()
        os.register_at_fork(after_in_child=self._forget)

    @property
    def pid(self) -> int | None:
        """The process group that bridge and soffice run in, when one is running."""
        return self._process.pid if self._process else None

    def do(self, job: str, source: Path, **details: Any) -> Answer:
        """Have a job done on a file and return the bridge's answer.

        Raises:
            RenderError: when the file cannot be used so, or the job took too long or crashed LibreOffice twice.
        """
        request = {"do": job, "source": os.path.abspath(source), **details}  # noqa: PTH100 - as it is, links unresolved
        if self.lender:
            try:
                return borrow(self.lender, request)
            except OwnerGone:
                self.lender = ""
        with self._lock:
            answer = self._try(request)
            if answer is None:
                answer = self._try(request)
            if answer is None:
                raise RenderError(f"{source.name}: LibreOffice crashed on it, twice")
        if "error" in answer:
            raise RenderError(f"{source.name}: {answer['error']}")
        return answer

    def close(self) -> None:
        """End soffice; the next job starts a new one.

        A job under way is given a moment. It then goes on, and ends with our process at the latest.
        """
        if self._lock.acquire(timeout=PATIENCE):
            try:
                self._end()
            finally:
                self._lock.release()

    def _try(self, request: Answer) -> Answer | None:
        """The answer, or None when soffice was lost over it."""
        process = self._running()
        try:
            return process.ask(request, self.limit)
        except Gone:
            self._end()
            return None
        except TooLong:
            self._end()
            name = Path(request["source"]).name
            raise RenderError(f"{name}: not done within the limit of {self.limit:g} s") from None

    def _running(self) -> Process:
        """A process that answers: the one we have, or a new one."""
        if self._process:
            try:
                self._process.ask({"do": "ping"}, PING_LIMIT)
            except (Gone, TooLong):
                self._end()
        if not self._process:
            self._process = Process()
        return self._process

    def _end(self) -> None:
        if self._process:
            self._process.end()
            self._process = None

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._process: Process | None = None

    def _forget(self) -> None:
        """In a forked child: the office is the parent's."""
        if self._process:
            self._process.forget()
        self._reset()
