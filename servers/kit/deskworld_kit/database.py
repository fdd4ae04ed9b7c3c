"""How a world's database is opened, and the two small tables that are the world's own: its clock and its counters.

SQLite is used through one connection in autocommit mode, and transactions are begun by us: Python's driver would
begin them late, and a write that starts as a read can meet SQLITE_BUSY that no time-out cures. PostgreSQL gets the same
promises by other means: a read is one snapshot, writers queue up at the clock's row, and text sorts by code point.
"""

import sqlite3
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Dialect,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    event,
    false,
    inspect,
    select,
)
from sqlalchemy.engine import URL
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache, OrderedSet
from sqlmodel import AutoString, Session, SQLModel

from deskworld_kit.columns import Instant

WAIT_MS = 20_000
"""How long a process waits for another one's write."""

ledger = MetaData()
clock = Table(
    "kit_clock",
    ledger,
    Column("id", Integer, primary_key=True),
    Column("now", Instant, nullable=False),
    # Whether it goes with the real time. All servers of a desk must agree on that, so it is kept with the time.
    Column("follows", Boolean, nullable=False, server_default=false()),
)
counter = Table(
    "kit_counter",
    ledger,
    Column("noun", String(80), primary_key=True),
    Column("last", Integer, nullable=False),
)


def sqlite_connection(file: str, image: bytes = b"", *, durable: bool = True) -> sqlite3.Connection:
    """A connection to a file, or to memory (from an image or empty) where none is named."""
    path = str(Path(file).expanduser()) if file and file != ":memory:" else ":memory:"
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            path, check_same_thread=False, isolation_level=None, timeout=WAIT_MS / 1000, cached_statements=512
        )
        if image:
            connection.deserialize(image)
        if path != ":memory:":
            if durable:
                _write_ahead(connection)
            else:
                connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA foreign_keys=ON")
    except (sqlite3.Error, OSError) as error:
        raise OSError(f"the database {path!r} can't be opened: {error}") from error
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Keep this file's changes in a log beside it, so that readers and a writer don't wait for each other.

    The file remembers that. For the first change of mode SQLite wants the file for itself and doesn't wait for it as
    it waits for a write, so processes that start on one new file at once would get "database is locked".
    """
    if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
        return
    from tenacity import Retrying, retry_if_exception_type, stop_after_delay, wait_random

    for attempt in Retrying(
        retry=retry_if_exception_type(sqlite3.OperationalError),
        stop=stop_after_delay(WAIT_MS / 1000),
        wait=wait_random(0.002, 0.02),
        reraise=True,
    ):
        with attempt:
            connection.execute("PRAGMA journal_mode=WAL")


@cache
def _sqlite() -> tuple[Dialect, LRUCache[Any, Any]]:
    """What all SQLite worlds of this process share: the dialect, and the statements it has put into words.

    An engine keeps its own cache otherwise, and a world of a trial would compile every statement anew.
    """
    engine = create_engine("sqlite://")
    engine.connect().close()  # at the first one the dialect learns what this SQLite can do
    engine.dispose()
    return engine.dialect, LRUCache(5_000)


def is_world(connection: sqlite3.Connection) -> bool:
    """Whether this database has our clock already, so that nothing has to be made before it is used."""
    return bool(connection.execute("SELECT 1 FROM pragma_table_info('kit_clock') WHERE name = 'follows'").fetchall())


def sqlite_engine(connection: sqlite3.Connection) -> Engine:
    """An engine over this one connection, whose transactions begin as what they are: a read or a write."""
    dialect, compiled = _sqlite()
    prepare = dialect.on_connect()
    if prepare is not None:
        prepare(connection)
    engine = Engine(
        StaticPool(lambda: cast("Any", connection), dialect=dialect),
        dialect,
        URL.create("sqlite"),
        execution_options={"compiled_cache": compiled},
    )

    @event.listens_for(engine, "begin")
    def _begin(opened: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        write = opened.get_execution_options().get("deskworld_write", True)
        opened.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def server_engine(url: URL) -> Engine:
    """An engine for PostgreSQL."""
    try:
        return create_engine(url, pool_pre_ping=True, pool_size=2, isolation_level="READ COMMITTED")
    except ModuleNotFoundError as error:
        raise RuntimeError(
            'a world on PostgreSQL needs the psycopg driver: pip install "deskworld-kit[postgres]"'
        ) from error


def begin(engine: Engine, *, write: bool) -> Connection:
    """A connection whose transaction is a read of one moment, or a write."""
    if engine.dialect.name == "sqlite":
        return engine.connect().execution_options(deskworld_write=write)
    if write:
        return engine.connect()
    return engine.connect().execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def make_tables(engine: Engine, tables: "Iterable[Table]", start: datetime, *, follows: bool = False) -> None:
    """Make the clock, the counters and these tables where they are missing. Takes no time on the world's clock.

    Args:
        engine: The database.
        tables: Those of the servers.
        start: Where a new clock starts.
        follows: Whether a new clock goes with the real time.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two servers may open one new database at the same time.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7340001)")
        ledger.create_all(connection)
        if "follows" not in {each["name"] for each in inspect(connection).get_columns(clock.name)}:  # an older world
            connection.exec_driver_sql("ALTER TABLE kit_clock ADD COLUMN follows BOOLEAN DEFAULT false NOT NULL")
        if connection.execute(select(clock.c.id)).first() is None:
            connection.execute(clock.insert().values(id=1, now=start, follows=follows))
        chosen = list(tables)
        for each in (column for table in chosen for column in table.columns):
            if isinstance(each.type, AutoString) and "postgresql" not in each.type._variant_mapping:  # pyright: ignore[reportPrivateUsage]
                # There, text sorts by the language of the database; here, the same everywhere.
                each.type = each.type.with_variant(String(each.type.length, collation="C"), "postgresql")
        for table in chosen:
            # SQLAlchemy keeps them in a set and would make them in another order in each process, and so other bytes.
            table.indexes = OrderedSet(sorted(table.indexes, key=lambda index: str(index.name)))
        SQLModel.metadata.create_all(connection, tables=chosen)


# Put together once: every call of every tool needs them.
_NOW = select(clock.c.now, clock.c.follows).where(clock.c.id == 1)
_NOW_LOCKED = _NOW.with_for_update()
_SET_NOW = clock.update().where(clock.c.id == 1).values(now=bindparam("moment"))
_COUNT_ON = (
    counter.update()
    .where(counter.c.noun == bindparam("what"))
    .values(last=counter.c.last + 1)
    .returning(counter.c.last)
)


def get_now(session: Session, *, lock: bool = False) -> tuple[datetime, bool]:
    """Where the clock was put last, and whether it goes with the real time; with `lock`, held until the transaction
    ends."""
    now, follows = session.connection().execute(_NOW_LOCKED if lock else _NOW).one()
    return now, follows


def set_now(session: Session, moment: datetime) -> None:
    """Put the clock on."""
    session.connection().execute(_SET_NOW, {"moment": moment})


def next_number(session: Session, noun: str) -> int:
    """The next number of a counter, from 1."""
    number = session.connection().execute(_COUNT_ON, {"what": noun}).scalar_one_or_none()
    if number is None:
        number = 1
        session.connection().execute(counter.insert().values(noun=noun, last=number))
    return number


def image_of(connection: sqlite3.Connection) -> bytes:
    """The database as bytes that can be deserialized anywhere."""
    image = bytearray(connection.serialize())
    # A file in WAL mode says so in its header; in memory there is no WAL, and SQLite would refuse the image.
    image[18:20] = b"\1\1"
    # Who wrote it, and how often, would make two ways to the same rows look different. The count of pages is only
    # believed beside a matching count of changes, so it is written where we have one.
    page_size = int.from_bytes(image[16:18], "big")
    pages = len(image) // (65536 if page_size == 1 else page_size)
    image[24:32] = b"\0\0\0\1" + pages.to_bytes(4, "big")
    image[92:100] = b"\0\0\0\1" + bytes(4)
    return bytes(image)


def tables_of(prefix: str) -> list[Any]:
    """The SQLModel tables of one server, by the prefix that is its name, in the order of their foreign keys."""
    return [table for table in SQLModel.metadata.sorted_tables if table.name.startswith(f"{prefix}_")]
