"""How a world's database is opened, and the two small tables that are the world's own: its clock and its counters.

SQLite is used through one connection in autocommit mode, and transactions are begun by us: Python's driver would
begin them late, and a write that starts as a read can meet SQLITE_BUSY that no time-out cures.
"""

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, String, Table, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool
from sqlmodel import Session

from deskworld_kit.columns import Instant

WAIT_MS = 20_000
"""How long a process waits for another one's write."""

ledger = MetaData()
clock = Table("kit_clock", ledger, Column("id", Integer, primary_key=True), Column("now", Instant, nullable=False))
counter = Table(
    "kit_counter",
    ledger,
    Column("noun", String(80), primary_key=True),
    Column("last", Integer, nullable=False),
)


def sqlite_connection(url: str, image: bytes) -> sqlite3.Connection:
    """A connection to memory (from an image or empty) or to the file of a `sqlite:///` URL."""
    path = make_url(url).database or ":memory:" if url else ":memory:"
    if path != ":memory:":
        Path(path).expanduser().parent.mkdir(parents=True, exist_ok=True)
        path = str(Path(path).expanduser())
    connection = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None, timeout=WAIT_MS / 1000, cached_statements=512
    )
    if image:
        connection.deserialize(image)
    if path != ":memory:":
        connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection


def sqlite_engine(connection: sqlite3.Connection) -> Engine:
    """An engine over this one connection, whose transactions begin as what they are: a read or a write."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _begin(opened: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        write = opened.get_execution_options().get("deskworld_write", True)
        opened.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def server_engine(url: str) -> Engine:
    """An engine for a database server, such as `postgresql+psycopg://user@host/db`."""
    return create_engine(url, pool_pre_ping=True, pool_size=2, isolation_level="READ COMMITTED")


def ensure_ledger(engine: Engine, start: datetime) -> None:
    """Make the clock and the counters where they are missing."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two servers may open one new database at the same time.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7340001)")
        ledger.create_all(connection)
        if connection.execute(select(clock.c.id)).first() is None:
            try:
                connection.execute(clock.insert().values(id=1, now=start))
            except IntegrityError:  # another process was quicker: its clock is the clock
                return


def get_now(session: Session, *, lock: bool = False) -> datetime:
    """What the clock says; with `lock`, held until the transaction ends."""
    statement = select(clock.c.now).where(clock.c.id == 1)
    return session.connection().execute(statement.with_for_update() if lock else statement).scalar_one()


def set_now(session: Session, moment: datetime) -> None:
    """Put the clock on."""
    session.connection().execute(clock.update().where(clock.c.id == 1).values(now=moment))


def next_number(session: Session, noun: str) -> int:
    """The next number of a counter, from 1."""
    statement = counter.update().where(counter.c.noun == noun).values(last=counter.c.last + 1)
    number = session.connection().execute(statement.returning(counter.c.last)).scalar_one_or_none()
    if number is None:
        number = 1
        session.connection().execute(counter.insert().values(noun=noun, last=number))
    return number


def image_of(connection: sqlite3.Connection) -> bytes:
    """The database as bytes that can be deserialized anywhere."""
    image = bytearray(connection.serialize())
    # A file in WAL mode says so in its header; in memory there is no WAL, and SQLite would refuse the image.
    image[18:20] = b"\x01\x01"
    return bytes(image)


def tables_of(prefix: str) -> list[Any]:
    """The SQLModel tables of one server, by the prefix that is its name, in the order of their foreign keys."""
    from sqlmodel import SQLModel

    return [table for table in SQLModel.metadata.sorted_tables if table.name.startswith(f"{prefix}_")]
