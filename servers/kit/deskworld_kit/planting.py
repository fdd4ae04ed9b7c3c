"""How a new world comes to life: tables of the chosen servers, then the rows of the one invented life.

Every server tells its part of the life in `seed.py`, at the same moment of the clock and with a random generator of
its own, made from the seed and its name, so that adding a server never changes the rows of another.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_kit.world import World

if TYPE_CHECKING:
    from deskworld_kit.server import Server


def plant(world: World, servers: "Sequence[Server]", seed: int | None) -> None:
    """Make the servers' tables, and with a seed fill those that are empty."""
    with_tables = [server for server in servers if server.tables]
    if not with_tables:
        return
    from sqlalchemy import select

    from deskworld_kit.database import make_tables, tables_of

    for server in with_tables:
        server.load_tables()
    start = world.now()
    make_tables(world.engine, [table for server in with_tables for table in tables_of(server.name)], start)
    if seed is None:
        return
    for server in with_tables:
        mine = tables_of(server.name)
        with world.write() as session:
            world.set_now(start)
            if not any(session.connection().execute(select(table).limit(1)).first() for table in mine):
                server.plant(world, session, random.Random(f"{seed}/{server.name}"))
            # else somebody lives here already


def make_image(
    servers: "Sequence[Server]",
    *,
    seed: int | None = None,
    now: datetime | None = None,
    rows: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
) -> bytes:
    """The bytes that a task's trials start from: tables, the invented life, then the task's own rows.

    Args:
        servers: Whose tables the world has.
        seed: The life to plant; None for empty tables.
        now: Where the clock stands.
        rows: Rows to add, by table; a row whose primary key is there already changes that row.

    Raises:
        ValueError: A table or a column that no server has.
    """
    import tempfile

    with (
        tempfile.TemporaryDirectory(prefix="deskworld-image-") as folder,
        World.create(Path(folder), servers, seed=seed, now=now) as world,
    ):
        start = world.now()
        if rows:
            add_rows(world, rows)
        world.set_now(start)
        return world.image()


def add_rows(world: World, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Add or change rows, each checked by its table's own types."""
    from sqlmodel import SQLModel

    tables = SQLModel.metadata.tables
    classes = {
        mapper.local_table.name: mapper.class_  # type: ignore[attr-defined]
        for mapper in SQLModel._sa_registry.mappers  # pyright: ignore[reportPrivateUsage]
    }
    with world.write() as session:
        for name, items in rows.items():
            if name not in classes or name not in tables:
                raise ValueError(f"no server of this world has a table {name!r}; it has {', '.join(sorted(classes))}")
            row_class = classes[name]
            for item in items:
                strange = set(item) - {column.name for column in tables[name].columns}
                if strange:
                    raise ValueError(f"table {name!r} has no column {', '.join(sorted(strange))}")
                keys = tuple(item.get(column.name) for column in tables[name].primary_key)
                there = session.get(row_class, keys[0] if len(keys) == 1 else keys) if None not in keys else None
                merged = {**(there.model_dump() if there else {}), **item}
                session.merge(row_class.model_validate(merged))
