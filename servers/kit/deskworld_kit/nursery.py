"""A warm process that servers are forked from.

A server that starts cold spends a second on imports and schemas before its first answer. The nursery has done all that
once, so a process forked from it answers after some hundredths of a second, in a world of its own. It takes orders
over a socket, one JSON line each, the new process's open files beside it, and it is the one that ends processes: what
a server started and left behind becomes the nursery's child and is killed with it.

It has no threads and opens no world, so nothing is shared by accident. It ends, with all that it forked, when the
other end of its socket closes, which happens however its owner ends.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from deskworld_kit.children import adopt_orphans, children_of, end_all, end_with_us, tie_to_parent

if TYPE_CHECKING:
    from deskworld_kit.server import Server, Tier

GRACE = 1.0
"""Seconds that servers get to end well when the owner is gone."""

_MOST = 1 << 16
_FILES = 3
_MOST_MODULES = 1000


class Order(TypedDict):
    """What a process is forked for. Its open files come beside it: the lifeline, whose end it waits for, then stdin
    and stdout, or a listening socket."""

    do: Literal["open"]
    path: list[str]  # sys.path
    servers: list[str]
    tier: "Tier"
    workspace: str
    world: str  # a SQLite file
    over: Literal["stdio", "http"]


class Lesson(TypedDict):
    """What a process tells at its end, through a pipe: it must fit into one."""

    modules: list[str]  # what it imported, in that order
    failure: str


class Nursery:
    """The loop: read an order, fork or end, answer."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._warm: dict[tuple[str, ...], list[Server]] = {}
        self._lessons: dict[int, int] = {}  # by process, where it tells what it had to import

    def run(self) -> None:
        """Until the owner closes the socket or dies."""
        owner = os.getppid()
        try:
            while True:
                if select.select([self._control], [], [], 1.0)[0]:
                    self._obey()
                elif os.getppid() != owner:  # and somebody else holds the socket's other end open
                    return
        except (EOFError, OSError):
            return
        finally:
            self._close()

    def _obey(self) -> None:
        line, files, _, _ = socket.recv_fds(self._control, _MOST, _FILES)
        while not line.endswith(b"\n"):
            part = self._control.recv(_MOST)
            if not part:
                raise EOFError
            line += part
        answer = self._answer(json.loads(line), files)
        for each in files:
            os.close(each)
        self._control.sendall(json.dumps(answer).encode() + b"\n")

    def _answer(self, order: Any, files: list[int]) -> dict[str, Any]:
        try:
            if order["do"] == "end":
                return self._end(order["process"])
            return {"process": self._fork(order, files)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    def _fork(self, order: Order, files: list[int]) -> int:
        servers = self._servers(order)
        lesson, learn = os.pipe()
        mother = os.getpid()
        process = os.fork()
        if process == 0:
            self._control.close()
            os.close(lesson)
            for each in self._lessons.values():
                os.close(each)
            _live(mother, servers, order, files, learn)
        os.close(learn)
        self._lessons[process] = lesson
        return process

    def _end(self, process: int) -> dict[str, Any]:
        """Kill it if it still runs, and all that it left; gives how it ended, as `waitpid` does, and its last words."""
        lesson = self._lessons.pop(process)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        # Processes that lost their parent are ours, since those that live keep their own.
        while strays := [each for each in children_of(os.getpid()) if each not in self._lessons]:
            for stray in strays:
                with suppress(ProcessLookupError):
                    os.kill(stray, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(stray, 0)
        with os.fdopen(lesson, "rb") as file:
            text = file.read()
        told: Lesson = json.loads(text) if text else {"modules": [], "failure": ""}
        self._learn(told["modules"])
        return {"status": status, "failure": told["failure"]}

    def _servers(self, order: Order) -> "list[Server]":
        key = (*order["servers"], order["tier"])
        if key not in self._warm:
            from deskworld_kit.discovery import find_servers

            sys.path[:] = order["path"]
            servers = list(find_servers(order["servers"]).values())
            _warm_up(servers, order["tier"])
            self._warm[key] = servers
            gc.collect()
            gc.freeze()
        return self._warm[key]

    def _learn(self, modules: list[str]) -> None:
        """What one process had to import when it was needed, the next ones will find imported."""
        new = [name for name in modules if name not in sys.modules and not name.startswith("__")]
        for name in new:
            with suppress(Exception):
                import_module(name)
        if new:
            gc.collect()
            gc.freeze()

    def _close(self) -> None:
        """The owner is gone: each process sees that too, by its lifeline; what lingers is killed."""
        waiting = [os.pidfd_open(process) for process in self._lessons] if hasattr(os, "pidfd_open") else []
        poll = select.poll()
        for each in waiting:
            poll.register(each, select.POLLIN)
        until = monotonic() + GRACE
        while waiting and (left := until - monotonic()) > 0:
            for ended, _ in poll.poll(left * 1000):
                poll.unregister(ended)
                waiting.remove(ended)
        end_all()


def _warm_up(servers: "Sequence[Server]", tier: "Tier") -> None:
    """Do once what every process would do before its first answers: compile the tools, connect, put statements into
    words. What works in the world alone is called with its own examples; a toolkit's tools would start threads, which
    no fork survives, so one of them is called and refuses."""
    import tempfile

    import anyio

    from deskworld_kit.desk import connect
    from deskworld_kit.world import World

    async def call() -> None:
        async with connect(servers, world, tier=tier) as desk:
            for server in servers:
                await desk.call(server.compiled[0].name, {"": 0})
                if server.tables:
                    with suppress(Exception):  # a server need not have examples
                        for name, arguments in server.example_calls(Path(folder)):
                            await desk.call(name, arguments)

    with tempfile.TemporaryDirectory() as folder, World.create(Path(folder), servers, seed=7) as world:
        anyio.run(call)


def _live(mother: int, servers: "Sequence[Server]", order: Order, files: list[int], learn: int) -> None:
    """The life of a forked process. Never returns."""
    known = len(sys.modules)
    failure = ""
    try:
        os.setsid()
        tie_to_parent(mother)
        adopt_orphans()
        end_with_us()
        _serve(servers, order, files)
    except BaseException as error:
        traceback.print_exc()
        failure = f"{type(error).__name__}: {error}"
    finally:
        # From the end, where the new ones are: a look at all the others would copy each page that holds a name.
        names = list(islice(reversed(sys.modules), max(0, len(sys.modules) - known)))
        told: Lesson = {"modules": names[: -_MOST_MODULES - 1 : -1], "failure": failure[:500]}
        with suppress(BaseException):
            os.write(learn, json.dumps(told).encode())
        with suppress(BaseException):
            atexit._run_exitfuncs()
        os._exit(1 if failure else 0)


def _serve(servers: "Sequence[Server]", order: Order, files: list[int]) -> None:
    from sqlalchemy.engine import URL

    from deskworld_kit.serving import build, run_http_on, run_stdio
    from deskworld_kit.world import World

    url = URL.create("sqlite", database=order["world"]).render_as_string()
    with World(Path(order["workspace"]), url=url, durable=False) as world:
        app = build(servers, world, tier=order["tier"])
        lifeline, *rest = files
        if order["over"] == "stdio":
            for mine, each in enumerate(rest):
                os.dup2(each, mine)
                os.close(each)
            run_stdio(app)
        else:
            run_http_on(app, socket.socket(fileno=rest[0]), until=lifeline)


def main() -> None:
    """`python -c "... nursery.main()" DESCRIPTOR`: the socket's number is the only argument."""
    adopt_orphans()
    Nursery(socket.socket(fileno=int(sys.argv[1]))).run()
