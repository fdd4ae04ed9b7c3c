"""Our end of the warm process that servers are forked from: one a worker, started when a trial first needs it.

It is asked for a process and told to end one, a question and an answer at a time. When it is lost, the trials whose
servers it held end as server errors, and the next trial starts another.
"""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

RUN = "import sys, json; sys.path[:] = json.loads(sys.argv.pop()); from deskworld_kit.nursery import main; main()"
PATIENCE = 5.0


class ServersGone(Exception):
    """The process that held a trial's servers has ended, or could not be had."""


class Nursery:
    """One life of the warm process. Any thread may ask; they wait for each other."""

    def __init__(self) -> None:
        from deskworld_artifacts import office

        self._guard = threading.Lock()
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", RUN, str(theirs.fileno()), json.dumps(path())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, office.VARIABLE: office.lend()},
                start_new_session=True,  # Ctrl-C is ours to hear, and a trial's end ours to see to
            )
        self.lost = False

    @property
    def process(self) -> int:
        return self._process.pid

    def ask(self, order: dict[str, Any], files: Sequence[int] = ()) -> dict[str, Any]:
        """Send an order with open files beside it, and wait for the answer.

        Raises:
            ServersGone: The nursery refused, or is lost.
        """
        with self._guard:
            try:
                socket.send_fds(self._control, [json.dumps(order).encode() + b"\n"], files)
                answer = b""
                while not answer.endswith(b"\n"):
                    part = self._control.recv(1 << 16)
                    if not part:
                        raise ConnectionError("it has ended")
                    answer += part
            except OSError as error:
                self.lost = True
                raise ServersGone(f"the process that servers are forked from is lost: {error}") from error
        told: dict[str, Any] = json.loads(answer)
        if "error" in told:
            raise ServersGone(f"the servers could not be started: {told['error']}")
        return told

    def close(self) -> None:
        """End it and all that it forked."""
        self.lost = True
        self._control.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def forget(self) -> None:
        """In a forked child: only the parent's end of the socket may keep the nursery alive."""
        self._control.close()


_current: Nursery | None = None
_guard = threading.Lock()


def nursery() -> Nursery:
    """The nursery of this process, started if there is none."""
    global _current
    with _guard:
        if _current is not None and _current.lost:
            _current.close()
            _current = None
        if _current is None:
            _current = Nursery()
        return _current


def close() -> None:
    """End this process's nursery, if it has one; the next trial that needs one starts it anew."""
    global _current
    with _guard:
        if _current is not None:
            _current.close()
            _current = None


def _forget() -> None:
    global _current, _guard
    if _current is not None:
        _current.forget()
    _current, _guard = None, threading.Lock()


atexit.register(close)
os.register_at_fork(after_in_child=_forget)


def path() -> list[str]:
    """Where this process imports from, with nothing that depends on the folder it is in."""
    return [os.path.abspath(each) for each in sys.path]  # noqa: PTH100 - links stay what they are
