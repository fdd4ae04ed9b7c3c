"""The state of one desk: one database, one workspace folder, one clock, one source of ids.

A world is either an image in memory (a trial: `from_image`, about a millisecond), or lives at a URL (a person's desk:
a SQLite file that several servers share, or PostgreSQL). All of them are used through one connection and the same two
verbs: `read` and `write`. A write is one transaction and moves the clock by a second; the same calls on the same image
give the same bytes.

At a person's desk the clock goes with the real time instead: what is written now bears today's date. It never goes
back, and no two writes have the same second, so a burst of them runs ahead until the real time has caught up. Which
of the two a clock does is decided when the database is made, and kept in it, so that servers that share it agree.

The database is opened when it is first needed: a toolkit that only touches files never imports SQLAlchemy.
"""

import re
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_kit.workspace import Workspace

if TYPE_CHECKING:
    import anyio
    from sqlalchemy import Engine
    from sqlmodel import Session

    from deskworld_kit.server import Server

SECOND = timedelta(seconds=1)

_URL = re.compile(r"(sqlite|postgresql|postgresql\+psycopg)://")


class World:
    """State that tools read and change. Make one with `create` or `from_image`, end it with `close`.

    Args:
        workspace: The folder for files.
        url: `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`; empty for a database in memory.
        image: SQLite bytes to start from (memory only).
        now: Where the clock of a new database starts (aware). It then moves by writes alone, as it does in memory; left
            out at a URL, it goes with the real time.
        durable: Whether a write has to outlive a failure of the machine, and other processes may be at work in the same
            file. Without it a SQLite file is opened and written in a fraction of the time, and a write still outlives
            the end of this process.
        real_time: Tells the real time (aware).
    """

    def __init__(
        self,
        workspace: Path,
        *,
        url: str = "",
        image: bytes = b"",
        now: datetime | None = None,
        durable: bool = True,
        real_time: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        if now is not None and now.tzinfo is None:
            raise ValueError("the world's clock needs a zone: now must be aware")
        if url and not _URL.match(url):
            said = url.split("@")[-1]  # a password comes before it
            raise ValueError(f"a world can't live at {said!r}; write sqlite:///FILE or postgresql://USER@HOST/DATABASE")
        self.workspace = Workspace(workspace)
        self.url = url
        self.durable = durable
        self._image = image
        self._follows = bool(url) and now is None
        self._real_time = real_time
        self._latest = now or self._real_second()
        self._connection: sqlite3.Connection | None = None
        self._engine: Engine | None = None
        self._session: Session | None = None
        self._writes = False
        self._closed = False
        self._guard = threading.RLock()
        self._turn: anyio.Lock | None = None

    @classmethod
    def create(
        cls,
        workspace: Path,
        servers: "Iterable[Server]" = (),
        *,
        url: str = "",
        seed: int | None = None,
        now: datetime | None = None,
    ) -> "World":
        """A world with the servers' tables; with a seed, a new one is filled with the invented life, and its clock
        stands where that life does."""
        from deskworld_kit.planting import plant

        if now is None and seed is not None:
            from deskworld_kit.life import TODAY

            now = TODAY
        world = cls(workspace, url=url, now=now)
        plant(world, list(servers), seed)
        return world

    @classmethod
    def from_image(cls, image: bytes, workspace: Path) -> "World":
        """A fresh world in memory that starts where the image was taken."""
        return cls(workspace, image=image)

    @property
    def engine(self) -> "Engine":
        """The one SQLAlchemy engine, opened at first use."""
        with self._guard:
            if self._closed:
                raise RuntimeError("this world is closed")
            if self._engine is None:
                self._engine = self._open()
            return self._engine

    def _open(self) -> "Engine":
        from sqlalchemy.engine import make_url

        from deskworld_kit import database

        url = make_url(self.url or "sqlite://")
        if url.drivername == "sqlite":
            image, self._image = self._image, b""  # the connection owns the state from here on
            self._connection = database.sqlite_connection(url.database or "", image, durable=self.durable)
            engine = database.sqlite_engine(self._connection)
            if database.is_world(self._connection):
                return engine
        else:
            engine = database.server_engine(url.set(drivername="postgresql+psycopg"))
        database.make_tables(engine, [], self._latest, follows=self._follows)
        return engine

    @contextmanager
    def read(self) -> "Generator[Session, None, None]":
        """A session that sees one moment of the database and leaves it as it was."""
        with self._transaction(write=False) as session:
            yield session

    @contextmanager
    def write(self) -> "Generator[Session, None, None]":
        """A session for one change: all of it is committed at the end, or none of it.

        Moves the clock one second on. Inside another `write` of the same thread it joins that one, so tools can be
        built from tools.
        """
        with self._transaction(write=True) as session:
            yield session

    @contextmanager
    def _transaction(self, *, write: bool) -> "Generator[Session, None, None]":
        from sqlmodel import Session

        from deskworld_kit import database

        with self._guard:
            if self._session is not None:
                if write and not self._writes:
                    raise RuntimeError("a write can't begin inside a read: open the write first")
                yield self._session
                return
            with (
                database.begin(self.engine, write=write) as connection,
                Session(connection, expire_on_commit=False) as session,
            ):
                self._session, self._writes = session, write
                try:
                    if write:
                        self._advance(session)
                    yield session
                    if write:
                        session.commit()
                    session.expunge_all()  # what was read stays readable after the session
                finally:
                    self._session, self._writes = None, False
                    session.rollback()

    def _advance(self, session: "Session") -> None:
        from deskworld_kit import database

        # The clock's row is the first that every write touches: on a database server it queues the writers up.
        now, follows = database.get_now(session, lock=True)
        database.set_now(session, max(now + SECOND, self._real_second()) if follows and self.url else now + SECOND)

    def now(self) -> datetime:
        """The world's time (aware, UTC, whole seconds); inside a write, the moment of the write."""
        from deskworld_kit import database

        with self.read() as session:
            now, follows = database.get_now(session)
            if self._writes or not (follows and self.url):  # an image in memory stands still, wherever it is from
                return now
            self._latest = max(now, self._latest, self._real_second())
            return self._latest

    def _real_second(self) -> datetime:
        return self._real_time().astimezone(UTC).replace(microsecond=0)

    def set_now(self, moment: datetime) -> None:
        """Put the clock somewhere, for a scenario that needs a later day. One that goes with the real time can only
        be put ahead of it."""
        from deskworld_kit import database

        with self.write() as session:
            now, follows = database.get_now(session)
            database.set_now(session, max(moment, now) if follows and self.url else moment)

    def next_id(self, session: "Session", noun: str) -> str:
        """The next id of a kind, like `contact_12`; never given twice in one world."""
        from deskworld_kit import database

        return f"{noun}_{database.next_number(session, noun)}"

    def image(self) -> bytes:
        """The whole database as SQLite bytes (not for a database server)."""
        _ = self.engine
        if self._connection is None:
            raise RuntimeError("only a SQLite world has an image")
        from deskworld_kit import database

        with self._guard:
            return database.image_of(self._connection)

    def turn(self) -> "anyio.Lock":
        """The lock that makes the writers of this world take turns (one event loop)."""
        if self._turn is None:
            import anyio

            self._turn = anyio.Lock()
        return self._turn

    def close(self) -> None:
        """Let go of the database; an image in memory is gone after this."""
        with self._guard:
            if self._engine is not None:
                self._engine.dispose()
            if self._connection is not None:
                self._connection.close()
            self._engine = self._connection = None
            self._closed = True

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
