"""One warm LibreOffice for several processes: its owner lends it, over a local socket.

A process forked for a minute's work would spend a second or two of it on a soffice of its own. Instead it asks the
owner, one job a connection: a line with the job, a line with the answer. Files are named by path, so both must see the
same ones. The office is the owner's and ends with the owner; who borrowed it then starts one of its own.

On Linux the socket has a name that is no file's ("@..."), so that nothing is left of it, however the owner ends; who
connects must be the same user. Elsewhere it lies in a folder that only this user can enter.
"""

import json
import os
import shutil
import socket
import struct
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import MissingProgram, RenderError
from .process import Answer

if TYPE_CHECKING:
    from .warm import Office

VARIABLE = "DESKWORLD_OFFICE"
"""The environment variable that tells a process which office it may borrow."""


class Lender:
    """Answers borrowers in threads of its own, until it is closed."""

    def __init__(self, office: "Office") -> None:
        self._office = office
        self._folder = "" if sys.platform == "linux" else tempfile.mkdtemp(prefix="deskworld-office-")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{self._folder}/office" if self._folder else b"")  # for none, Linux finds a free name
        self._listener.listen(64)
        name = self._listener.getsockname()
        self.address: str = f"@{name[1:].decode()}" if isinstance(name, bytes) else name
        threading.Thread(target=self._listen, args=(self._listener,), daemon=True).start()

    def close(self) -> None:
        """No more jobs are taken; those under way are finished."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits in accept
        self._listener.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def forget(self) -> None:
        """In a forked child: the socket is the parent's."""
        self._listener.close()

    def _listen(self, listener: socket.socket) -> None:
        while True:
            try:
                borrower, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(borrower,), daemon=True).start()

    def _serve(self, borrower: socket.socket) -> None:
        with borrower, suppress(OSError, ValueError):
            if not _is_us(borrower):
                return
            request = cast(Answer, json.loads(_line(borrower)))
            borrower.sendall(json.dumps(self._work(request)).encode() + b"\n")

    def _work(self, request: Answer) -> Answer:
        try:
            return {"answer": self._office.do(request.pop("do"), Path(request.pop("source")), **request)}
        except MissingProgram as error:
            return {"missing": str(error)}
        except RenderError as error:
            return {"refused": str(error)}


class OwnerGone(Exception):
    """Nobody lends an office at that address."""


def borrow(address: str, request: Answer) -> Answer:
    """Have a job done by the office that is lent at an address.

    Raises:
        OwnerGone: Nobody is there, or the owner ended before the answer.
        RenderError: As the owner's office said.
    """
    try:
        with socket.socket(socket.AF_UNIX) as owner:
            owner.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            owner.sendall(json.dumps(request).encode() + b"\n")
            told: dict[str, Any] = json.loads(_line(owner))
    except (OSError, ValueError) as error:
        raise OwnerGone from error
    if "missing" in told:
        raise MissingProgram(told["missing"])
    if "refused" in told:
        raise RenderError(told["refused"])
    return cast(Answer, told["answer"])


def _is_us(borrower: socket.socket) -> bool:
    if sys.platform != "linux":
        return True
    asked = borrower.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return struct.unpack("3i", asked)[1] == os.getuid()


def _line(end: socket.socket) -> bytes:
    """One line; an end before its end is a ValueError."""
    parts: list[bytes] = []
    while not (parts and parts[-1].endswith(b"\n")):
        part = end.recv(1 << 20)
        if not part:
            raise ValueError("the other side left")
        parts.append(part)
    return b"".join(parts)
