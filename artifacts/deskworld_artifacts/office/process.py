"""One life of the bridge and its soffice: started, asked, and killed with all that it started.

The two are a process group of their own, so one signal ends both; and the bridge ends itself when its stdin closes,
which happens however we end. Their files lie in a temporary folder that goes with them.
"""

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, cast

from ..errors import MissingProgram, RenderError
from .finding import HOW_TO_INSTALL, find_office
from .profile import write_profile

START_LIMIT = 60.0
END_LIMIT = 5.0
RUN_BRIDGE = "import sys; sys.path.insert(0, sys.argv[1]); from bridge.serve import main; main(*sys.argv[2:])"

Answer = dict[str, Any]


class Gone(Exception):
    """The bridge or its soffice has ended without an answer."""


class TooLong(Exception):
    """No answer came in time."""


class Process:
    """A running bridge. Not thread-safe: its owner asks one thing at a time."""

    def __init__(self) -> None:
        office = find_office()
        self._litter: list[str] = []
        self.home = Path(tempfile.mkdtemp(prefix="deskworld-office-"))
        write_profile(self.home / "profile")
        command = [office.python, "-s", "-c", RUN_BRIDGE, Path(__file__).parent, office.soffice, self.home]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=_environment(),
                cwd=self.home,
                start_new_session=True,
            )
        except FileNotFoundError as error:
            shutil.rmtree(self.home, ignore_errors=True)
            raise MissingProgram(f"{error.filename} is not there; install: {HOW_TO_INSTALL}") from None
        self._wait_until_ready()

    @property
    def pid(self) -> int:
        """The bridge's process id, which is also its group's."""
        return self._process.pid

    def ask(self, request: Answer, limit: float) -> Answer:
        """Send a request and wait for its answer.

        Raises:
            Gone: when the bridge or soffice has ended.
            TooLong: when no answer came within the limit (seconds).
        """
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise Gone from None
        answer = self._answer(limit)
        if "gone" in answer:
            raise Gone
        return answer

    def end(self) -> None:
        """End bridge and soffice and remove what they leave.

        The bridge does it itself when its stdin closes; one that cannot is killed with its whole group.
        """
        self.forget()
        try:
            self._process.wait(END_LIMIT)
        except subprocess.TimeoutExpired:
            # We alone wait for it, and have not yet: the group's number is still ours.
            os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
        for path in self._litter:
            Path(path).unlink(missing_ok=True)

    def forget(self) -> None:
        """Close our ends of the pipes and no more: a forked child must not keep its parent's bridge alive."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def _wait_until_ready(self) -> None:
        try:
            hello = self._answer(START_LIMIT)
        except TooLong:
            self.end()
            raise RenderError(f"LibreOffice did not start within {START_LIMIT:.0f} s") from None
        except Gone:
            self.end()
            raise RenderError("LibreOffice ended while it was starting") from None
        if "ready" not in hello:
            self.end()
            if missing := hello.get("missing"):
                raise MissingProgram(f"LibreOffice lacks its Python bindings ({missing}); install: {HOW_TO_INSTALL}")
            raise RenderError(hello["error"])
        self._litter = hello["litter"]

    def _answer(self, limit: float) -> Answer:
        """One line from the bridge."""
        assert self._process.stdout
        pipe = self._process.stdout.fileno()
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        until = time.monotonic() + limit
        parts: list[bytes] = []
        while not (parts and parts[-1].endswith(b"\n")):
            left = until - time.monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                raise TooLong
            part = os.read(pipe, 1 << 20)
            if not part:
                raise Gone
            parts.append(part)
        return cast(Answer, json.loads(b"".join(parts)))


def _environment() -> dict[str, str]:
    """Ours, without what belongs to our own Python, to a network or to a display; names of files are UTF-8."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and not name.lower().endswith("_proxy") and name != "DISPLAY"
    }
    return {**kept, "LC_ALL": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp", "PYTHONDONTWRITEBYTECODE": "1"}
