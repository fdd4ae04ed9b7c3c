"""One world file and several server processes: nothing is lost, whoever writes at the same time or dies of it."""

import json
import multiprocessing
import re
import signal
import sqlite3
import subprocess
from datetime import UTC, datetime
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

import anyio
import pytest
from deskworld_kit import World
from deskworld_kit.database import sqlite_connection
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from kit.conftest import Site
from kit.wire import piped

EACH = 20


async def create_at_once(command: list[str], environment: dict[str, str]) -> list[str]:
    """Two processes of this server, each asked for twenty notes at the same time; gives all their ids."""
    ids: list[str] = []

    async def one_process(name: str) -> None:
        program, *arguments = command
        async with Client(StdioTransport(program, arguments, env=environment, keep_alive=False)) as client:

            async def create(number: int) -> None:
                result = await client.call_tool("add_note", {"text": f"{name} {number}"})
                ids.append(result.structured_content["id"])

            async with anyio.create_task_group() as calls:
                for number in range(EACH):
                    calls.start_soon(create, number)

    async with anyio.create_task_group() as processes:
        processes.start_soon(one_process, "a")
        processes.start_soon(one_process, "b")
    return ids


@pytest.mark.anyio
async def test_two_processes_create_at_once(site: Site, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/world.sqlite"
    with World(tmp_path, url=url, real_time=lambda: datetime(2020, 5, 1, tzinfo=UTC)) as long_ago:
        assert long_ago.now().year == 2020
    started = datetime.now(UTC).replace(microsecond=0).isoformat()
    ids = await create_at_once(site.command("deskworld_toy", tmp_path), site.environment)
    assert sorted(ids) == sorted(f"note_{number}" for number in range(1, 2 * EACH + 1))
    with sqlite3.connect(tmp_path / "world.sqlite") as database:
        stamps = [at for (at,) in database.execute("select written_at from toy_note order by rowid")]
        assert stamps == sorted(set(stamps)) and stamps[0] >= started[:19], "a desk goes with the real time"
        texts = {text for (text,) in database.execute("select text from toy_note")}
    assert texts == {f"{name} {number}" for name in "ab" for number in range(EACH)}


def _open_together(file: str, start: Barrier, told: "Queue[str]") -> None:
    start.wait()
    try:
        sqlite_connection(file, b"").close()
        told.put("")
    except OSError as error:
        told.put(str(error))


def test_many_processes_open_one_new_file_at_once(tmp_path: Path) -> None:
    """The first change into write-ahead mode is the one step for which SQLite itself waits for nobody."""
    fork = multiprocessing.get_context("fork")
    for number in range(15):
        start, told = fork.Barrier(6), fork.Queue()
        file = str(tmp_path / f"{number}.sqlite")
        together = [fork.Process(target=_open_together, args=(file, start, told)) for _ in range(6)]
        for process in together:
            process.start()
        assert [told.get(timeout=60) for _ in together] == [""] * 6
        for process in together:
            process.join()


def test_servers_that_start_on_one_new_world_at_once(site: Site, tmp_path: Path) -> None:
    """Each makes the tables and plants the life, if nobody has."""
    start = "from deskworld_kit import World; from pathlib import Path; from deskworld_toy import server; import sys; "
    start += "sys.stdin.readline(); World.create(Path(sys.argv[1]), [server], url=sys.argv[2], seed=7)"
    command = [*site.command("x", tmp_path)[:2], start, str(tmp_path), f"sqlite:///{tmp_path}/world.sqlite"]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=site.environment)
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, words = process.communicate(timeout=60)
        assert process.returncode == 0, words
    with sqlite3.connect(tmp_path / "world.sqlite") as database:
        assert database.execute("select count(*) from toy_note").fetchone() == (3,)


def test_a_kill_in_mid_write_loses_no_earlier_row(site: Site, tmp_path: Path) -> None:
    with piped(site.command("deskworld_toy", tmp_path), site.environment) as pipe:
        known = [pipe.call("add_note", text=str(number))["id"] for number in range(5)]
        for number in range(200):
            pipe.send("tools/call", {"name": "add_note", "arguments": {"text": f"more {number}"}})
        pipe.answer(pipe.sent - 150)
        pipe.process.send_signal(signal.SIGKILL)
        pipe.process.wait()
        try:
            pipe.answer(-1)
        except EOFError:
            known += re.findall(r'"id":"(note_\d+)"', "".join(pipe.lines))
    with sqlite3.connect(tmp_path / "world.sqlite") as database:
        rows = [row for (row,) in database.execute("select id from toy_note order by rowid")]
        assert set(known) <= set(rows), "whatever was answered is there"
        assert rows == [f"note_{number}" for number in range(1, len(rows) + 1)], "and nothing is half there"
        assert len(rows) < 205 and database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("select last from kit_counter").fetchone() == (len(rows),)
    with World(tmp_path / "workspace", url=f"sqlite:///{tmp_path}/world.sqlite") as world, world.write() as session:
        assert world.next_id(session, "note") == f"note_{len(rows) + 1}"


def is_alive(process: int) -> bool:
    """Whether a process runs; one that waits to be buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("end", ["stdin", signal.SIGTERM, signal.SIGINT], ids=str)
def test_a_server_that_ends_leaves_no_child(site: Site, tmp_path: Path, end: object) -> None:
    environment = {**site.environment, "PYTHONWARNINGS": "always"}
    with piped(site.command("deskworld_toy", tmp_path), environment) as pipe:
        assert pipe.call("print_things") == {"text": "printed", "number": 0.0}
        assert pipe.call("add_note", text="日本 🎷\r\n\u2028")["text"] == "日本 🎷\r\n\u2028"
        children = [int(number) for number in pipe.call("start_child")["text"].split()]
        assert len(children) == 2 and all(map(is_alive, children))
        if isinstance(end, signal.Signals):
            pipe.process.send_signal(end)
            assert pipe.process.wait(30) == 128 + end
    if end == "stdin":
        assert pipe.process.returncode == 0
    for child in children:
        assert not is_alive(child)
    # Whatever a tool or its child prints, and whatever warns: stdout is JSON-RPC, a message a line.
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in pipe.lines)
