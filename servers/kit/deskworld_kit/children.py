"""No process that a server started lives longer than the server.

Clients end a server by closing its stdin or with a signal. Python would then leave what it started (a converter, a
browser) to itself, and a stdio server at a terminal would not even hear Ctrl-C, since it waits for a line.
"""

import atexit
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any


def end_with_us() -> None:
    """From here on, the end of this process is the end of its children, and of theirs."""
    atexit.register(_end_all)  # first in, last out: whoever started them may end them well before
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)


def _stop(number: int, _: Any) -> None:
    # At once: a thread that reads stdin would keep an orderly end waiting for a line that never comes. State is safe,
    # since rows are in transactions and files are moved into place when they are whole.
    _end_all()
    os._exit(128 + number)


def _end_all() -> None:
    parents = _parents()
    ours = {os.getpid()}
    while grown := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= grown
    for child in ours - {os.getpid()}:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(child, signal.SIGKILL)


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
