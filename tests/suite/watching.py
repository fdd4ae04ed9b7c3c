"""What a process does to files, sockets and other processes, heard from Python itself by its audit events.

Comparing folders afterwards shows what was changed; this shows also what was only read, asked of the network, or made
and removed again. Native code and children are not heard: for those there are canary files and a loopback web server.
"""

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHANGES = {
    "os.remove": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.mkdir": 1,
    "os.link": 2,
    "os.symlink": 2,
    "os.truncate": 1,
    "os.chmod": 1,
    "os.chown": 1,
    "os.utime": 1,
    "os.setxattr": 1,
}
"""Events of change, and how many of their first arguments are paths."""
STRANGERS = ("/etc/passwd", "/etc/hostname", "/proc/self/environ", "/root/.ssh")
"""Files that no tool has a reason to open."""
REACHES_OUT = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request", "os.system")

_watches: "list[Watch]" = []
_hooked: list[bool] = []


class Watch:
    """Everything outside the workspace that was touched while the watch was on."""

    def __init__(self, root: Path) -> None:
        self.root = str(root.resolve())
        self.around = str(root.resolve().parent)
        self.scratch = str(Path(tempfile.gettempdir()).resolve())
        self.touched: list[str] = []

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """One audit event."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, str | bytes):
                writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
                self._judge("write" if writes else "read", os.fsdecode(path))
        elif event in CHANGES:
            for path in arguments[: CHANGES[event]]:
                if isinstance(path, str | bytes):
                    self._judge(event, os.fsdecode(path))
        elif event in REACHES_OUT and not (event == "socket.connect" and isinstance(arguments[1], str | bytes)):
            self.touched.append(f"{event} {arguments[-1]}")  # a path is a socket of this machine

    def _judge(self, what: str, path: str) -> None:
        if not path.startswith("/"):
            return  # relative to an open folder, as when a tree is removed: that folder was judged when it was opened
        place = os.path.normpath(path)
        if place == self.root or place.startswith(self.root + "/"):
            return
        is_near = place == self.around or place.startswith(self.around + "/")
        if what == "read":
            wrong = (is_near and place != self.around) or place.startswith(STRANGERS)
        else:
            is_scratch = place.startswith((self.scratch + "/", "/dev/null")) or "__pycache__" in place
            wrong = is_near or not is_scratch
        if wrong:
            self.touched.append(f"{what} {place}")


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    for watch in _watches:
        watch.hear(event, arguments)


@contextmanager
def watched(root: Path) -> Generator[Watch, None, None]:
    """Watch this process while the block runs; what it gives tells of touches outside `root`."""
    if not _hooked:  # a hook stays for good, so there is one
        sys.addaudithook(_hear)
        _hooked.append(True)
    watch = Watch(root)
    _watches.append(watch)
    try:
        yield watch
    finally:
        _watches.remove(watch)
