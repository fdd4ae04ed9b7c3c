"""The command as a process of its own: started, watched and looked for afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import anyio

COMMAND = "import sys; from deskworld_harness.cli import main; sys.exit(main())"


def harness(*arguments: str | Path, cwd: Path) -> subprocess.Popen[str]:
    """The command, in a session of its own, as a shell would start it."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def alive(run: Path) -> list[int]:
    """The workers of a run that still are there."""
    found: list[int] = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = command.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"deskworld_harness.worker" in words and str(run).encode() in words:
            found.append(int(command.parent.name))
    return found


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    """Wait for something that another process does."""
    with anyio.fail_after(seconds):
        while not condition():
            await anyio.sleep(0.02)
