"""No process that a server started lives longer than the server.

Clients end a server by closing its stdin or with a signal. Python would then leave what it started (a converter, a
browser) to itself, and a stdio server at a terminal would not even hear Ctrl-C, since it waits for a line.
"""

import atexit
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

_PDEATHSIG, _CHILD_SUBREAPER = 1, 36  # options of prctl(2)


def end_with_us() -> None:
    """From here on, the end of this process is the end of its children, and of theirs."""
    atexit.register(end_all)  # first in, last out: whoever started them may end them well before
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)


def tie_to_parent(parent: int) -> None:
    """The end of this process's parent, however it comes, kills this process (where the system is Linux).

    Args:
        parent: Who forked it; when it is gone already, this process ends at once.
    """
    _prctl(_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """A descendant whose own parent ends becomes this process's child (Linux), so that none is ever out of reach."""
    _prctl(_CHILD_SUBREAPER, 1)


def end_all() -> None:
    """Kill every descendant of this process."""
    ended: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        for child in children_of(waiting.pop()):
            if child not in ended:
                ended.add(child)
                waiting.append(child)
    for child in ended:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(child, signal.SIGKILL)


def children_of(process: int) -> list[int]:
    """The processes that this one started, or that became its own."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:  # it has ended, or this system tells it in another way
        return [child for child, parent in _parents().items() if parent == process]


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _stop(number: int, _: Any) -> None:
    # At once: a thread that reads stdin would keep an orderly end waiting for a line that never comes. State is safe,
    # since rows are in transactions and files are moved into place when they are whole.
    end_all()
    os._exit(128 + number)


def _parents() -> dict[int, int]:
    """Who started whom, of all processes on this machine."""
    found: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # "12 (a name) S 7 ...": the name may hold anything, so what follows its last bracket is read.
            found[int(stat.parent.name)] = int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])
    if not found:  # no /proc, as on macOS
        with suppress(OSError):
            listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False)
            found = {int(child): int(parent) for child, parent in map(str.split, listed.stdout.splitlines())}
    return found
