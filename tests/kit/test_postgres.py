"""The same servers on PostgreSQL: a real one, of Debian's package, that lives for these tests only."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from urllib.parse import quote

import pytest
from deskworld_kit import Server, World, connect, find_servers
from deskworld_toy import server as toy
from deskworld_toy.tables import Note
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from kit.conftest import Site
from kit.test_processes import EACH, create_at_once
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

pytestmark = pytest.mark.anyio

WITH_TABLES = [server for server in find_servers().values() if server.tables]


def programs() -> Path:
    """Where the newest PostgreSQL's programs lie: Debian keeps them off the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    if not debian and not found:
        raise RuntimeError("PostgreSQL is not installed; ./dev true installs it")
    return debian[-1] if debian else Path(str(found)).parent


@pytest.fixture(scope="session")
def cluster() -> Generator[str, None, None]:
    """A running PostgreSQL on a socket in a temporary folder; text sorts as English does. Gives its URL."""
    with tempfile.TemporaryDirectory(prefix="deskworld-pg-") as folder:
        as_somebody: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
            as_somebody = ["runuser", "-u", "postgres", "--"]
        bin_folder, data = programs(), f"{folder}/data"

        def run(program: str, *arguments: str) -> None:
            command = [*as_somebody, str(bin_folder / program), *arguments]
            subprocess.run(command, check=True, capture_output=True, cwd=folder)

        locale = ["--locale=C", "--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"]
        run("initdb", "-D", data, "-U", "desk", "--auth=trust", "--no-sync", *locale)
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://desk@/postgres?host={quote(folder)}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


@pytest.fixture
def url(cluster: str) -> Generator[str, None, None]:
    """The URL of a database of its own."""
    engine = create_engine(cluster, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("create database desk"))
        yield cluster.replace("/postgres?", "/desk?")
        connection.execute(text("drop database desk with (force)"))
    engine.dispose()


@pytest.mark.parametrize("server", WITH_TABLES, ids=[server.name for server in WITH_TABLES])
async def test_every_tool_works_the_same(server: Server, url: str, tmp_path: Path) -> None:
    """Each example call gives on PostgreSQL what it gives on SQLite, in the same order."""
    answers: list[list[object]] = []
    for place, at in ((tmp_path / "sqlite", ""), (tmp_path / "postgres", url)):
        with World.create(place, [server], url=at, seed=7) as world:
            calls = server.example_calls(world.workspace.root)
            async with connect([server], world) as desk:
                given: list[object] = []
                for name, arguments in calls:
                    result = await desk.call(name, arguments)
                    assert result.ok, f"{name}({arguments}): {result.error}"
                    given.append((name, result.structured))
                answers.append([*given, world.now()])
    assert answers[0] == answers[1]


async def test_two_processes_create_at_once(url: str, site: Site, tmp_path: Path) -> None:
    command = [*site.command("deskworld_toy", tmp_path), "--world", url]
    ids = await create_at_once(command, site.environment)
    assert sorted(ids) == sorted(f"note_{number}" for number in range(1, 2 * EACH + 1))
    program, *arguments = command
    async with Client(StdioTransport(program, arguments, env=site.environment, keep_alive=False)) as client:
        listed = await client.call_tool("list_notes", {"limit": 100})
        assert listed.structured_content["total"] == 2 * EACH


def add(world: World, words: str) -> None:
    with world.write() as session:
        session.add(Note(id=world.next_id(session, "note"), text=words, tags=["{}"], written_at=world.now()))


def test_text_and_moments_sort_as_on_sqlite(url: str, tmp_path: Path) -> None:
    words = ["b", "B", "a", "Ä", "z", "_", "-", "10", "9", "日本", "", "a b", "ab"]
    orders: list[list[list[str]]] = []
    for place, at in ((tmp_path / "sqlite", ""), (tmp_path / "postgres", url)):
        with World.create(place, [toy], url=at) as world:
            for each in words:
                add(world, each)
            with world.read() as session:
                orders.append(
                    [
                        [row.text for row in session.exec(select(Note).order_by(order, Note.id))]
                        for order in (Note.text, Note.written_at, Note.id)
                    ]
                )
                assert session.exec(select(Note).where(Note.text < "a")).all()
    assert orders[0] == orders[1]
    assert orders[1][0] == sorted(words) and orders[1][1] == words


def test_a_world_there_is_a_world(url: str, tmp_path: Path) -> None:
    with World.create(tmp_path, [toy], url=url, seed=7) as world:
        start = world.now()
        with pytest.raises(ZeroDivisionError), world.write():  # noqa: PT012
            add(world, "undone")
            raise ZeroDivisionError
        add(world, "kept")
        assert (world.now() - start).total_seconds() == 1
        with world.read() as session:
            assert len(session.exec(select(Note)).all()) == 4
        with pytest.raises(RuntimeError, match="only a SQLite world has an image"):
            world.image()
    # Shorthand for the same driver; a second server opens what is there and plants nothing again.
    short = url.replace("+psycopg", "")
    with World.create(tmp_path, [toy], url=short, seed=8) as again, World.create(tmp_path, [toy], url=url) as other:
        with again.read() as session:
            assert [row.text for row in session.exec(select(Note).where(Note.id == "note_4"))] == ["kept"]
            add(other, "meanwhile")
            assert len(session.exec(select(Note)).all()) == 4, "a read is one moment"
        add(again, "after")
        with other.read() as session:
            assert {row.id for row in session.exec(select(Note))} == {f"note_{number}" for number in range(1, 7)}


def test_a_read_can_t_write(url: str, tmp_path: Path) -> None:
    with World.create(tmp_path, [toy], url=url) as world:
        with pytest.raises(DBAPIError, match="read-only transaction"), world.read() as session:
            session.connection().execute(text("delete from toy_note"))
        add(world, "it can again")


def test_without_its_driver_it_says_what_to_install(site: Site, tmp_path: Path) -> None:
    program, option, start, *rest = site.command("deskworld_toy", tmp_path)
    without = f"import sys; sys.modules['psycopg'] = None; {start}"
    ended = subprocess.run(
        [program, option, without, *rest, "--world", "postgresql+psycopg://desk@/desk"],
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert ended.returncode == 1 and 'pip install "deskworld-kit[postgres]"' in ended.stderr
    assert len(ended.stderr.splitlines()) == 1 and program == sys.executable
