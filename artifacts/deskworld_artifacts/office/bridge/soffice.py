# pyright: basic, reportMissingImports=false
"""Start one soffice and connect to it; end it with all that it left behind.

The connection is a named pipe (a unix-domain socket), never a port. Where Linux lets us, soffice is told to die
with this process, so that not even a SIGKILL leaves it behind.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

RESTART_WANTED = 81  # soffice's exit status when it has set up a new profile and wants to start again
OPTIONS = ("--headless", "--invisible", "--norestore", "--nodefault", "--nofirststartwizard", "--nologo")


class Soffice:
    """One running soffice: its process, its desktop and services, and what it writes outside its home."""

    def __init__(self, program: str, home: str) -> None:
        self.home = home
        self.name = f"deskworld-{os.getpid()}"
        profile = Path(home, "profile").as_uri()
        self.litter = _sockets(self.name, profile)
        self._command = [
            program,
            *OPTIONS,
            f"-env:UserInstallation={profile}",
            f"--accept=pipe,name={self.name};urp;StarOffice.ComponentContext",
        ]
        self.process: subprocess.Popen[bytes] | None = None
        self.desktop = None
        self._context = None

    def start(self) -> None:
        """Start it, and wait until it can be spoken to."""
        self.process = self._start()
        self._context = self._connect()
        self.desktop = self.service("com.sun.star.frame.Desktop")

    def service(self, name: str):
        """A new object of a UNO service, in soffice."""
        assert self._context
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)

    def gone(self) -> bool:
        """Whether the process has ended, which a broken connection may tell a moment early."""
        assert self.process
        try:
            self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> None:
        """Kill it and remove its home: there is nothing in it to save."""
        if self.process:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
        for path in self.litter:
            Path(path).unlink(missing_ok=True)

    def _start(self) -> subprocess.Popen[bytes]:
        with Path(self.home, "soffice.log").open("ab") as log:
            return subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_die_with_parent
            )

    def _connect(self):
        import uno
        from com.sun.star.connection import NoConnectException

        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        starts = 1
        while True:
            assert self.process
            status = self.process.poll()
            if status == RESTART_WANTED and starts < 3:
                starts += 1
                self.process = self._start()
            elif status is not None:
                raise RuntimeError(f"LibreOffice ended while starting, with status {status}")
            try:
                return resolver.resolve(f"uno:pipe,name={self.name};urp;StarOffice.ComponentContext")
            except NoConnectException:
                time.sleep(0.02)


def _sockets(name: str, profile: str) -> list[str]:
    """The sockets that a killed soffice leaves in /tmp: the one we connect to, and its guard against a second start."""
    # soffice writes each byte of the digest as bare hexadecimal, so 0x0a is "a".
    digest = hashlib.md5(profile.encode("utf-16-le")).digest()
    guard = "SingleOfficeIPC_" + "".join(f"{byte:x}" for byte in digest)
    return [f"/tmp/OSL_PIPE_{os.getuid()}_{name}", f"/tmp/OSL_PIPE_{os.getuid()}_{guard}"]


def _die_with_parent() -> None:
    if sys.platform == "linux":
        PR_SET_PDEATHSIG = 1
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
