"""What changed in a world, and the one hash that says whether anything did.

A diff follows rows by their key, from an image to a later one of the same world: added, removed, changed. It is exact
(a mail edited by a comma is edited), except that JSON is compared by meaning and ignored columns are not there at all.
What the golden world and the agent's world did is compared in `matching`, by each column's rule.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from deskworld_verifiers.images import Key, Row, differs, key_of, opened, python_row, quoted, spelled
from deskworld_verifiers.rules import TableRule, overridden, table_rules
from deskworld_verifiers.showing import show

if TYPE_CHECKING:
    from sqlalchemy import MetaData

_SHOWN_COLUMNS = 6


@dataclass(frozen=True)
class Change:
    """One row that was added, removed or changed. `before` or `after` is None where the row wasn't there."""

    rule: TableRule = field(repr=False, compare=False)
    key: Key
    what: Literal["added", "removed", "changed"]
    before: Row | None = None
    after: Row | None = None

    @property
    def table(self) -> str:
        return self.rule.name

    @property
    def row(self) -> Row:
        """The row as it is now, or as it was."""
        row = self.after if self.after is not None else self.before
        assert row is not None
        return row

    @property
    def columns(self) -> tuple[str, ...]:
        """Compared columns that differ; all of them for a row that came or went."""
        if self.before is None or self.after is None:
            return tuple(self.rule.compared)
        return tuple(name for name in self.rule.compared if self.before[name] != self.after[name])

    def __str__(self) -> str:
        place = f"{self.table}[{', '.join(map(str, self.key))}]"
        if self.before is not None and self.after is not None:
            parts = [f"{name}: {show(self.before[name], 60)} -> {show(self.after[name], 60)}" for name in self.columns]
        else:
            names = [name for name in self.columns if self.row[name] not in (None, "") and name not in self.rule.key]
            parts = [f"{name}={show(self.row[name], 60)}" for name in names]
        if len(parts) > _SHOWN_COLUMNS:
            parts = [*parts[:_SHOWN_COLUMNS], "…"]
        return f"{place} {self.what}: {', '.join(parts)}"

    __repr__ = __str__


class StateDiff(tuple[Change, ...]):
    """All changes between two images: a tuple of them, with questions. Empty (false) where nothing changed."""

    __slots__ = ()

    @property
    def tables(self) -> list[str]:
        """The tables in which something changed."""
        return sorted({change.table for change in self})

    def within(self, *tables: str) -> "StateDiff":
        """Only the changes in these tables."""
        return StateDiff(change for change in self if change.table in tables)

    def outside(self, tables: Iterable[str]) -> "StateDiff":
        """The changes in all other tables."""
        allowed = set(tables)
        return StateDiff(change for change in self if change.table not in allowed)

    def added(self, table: str) -> list[Row]:
        """Rows that are new in a table."""
        return [change.row for change in self if change.table == table and change.what == "added"]

    def removed(self, table: str) -> list[Row]:
        """Rows that are gone from a table, as they were."""
        return [change.row for change in self if change.table == table and change.what == "removed"]

    def changed(self, table: str) -> list[Change]:
        """Rows of a table that are still there and differ."""
        return [change for change in self if change.table == table and change.what == "changed"]


def diff(
    before: bytes, after: bytes, metadata: "MetaData | None" = None, *, rules: Mapping[str, str] | None = None
) -> StateDiff:
    """What changed between two images of one world; the world's own tables (clock, sequences) are left out.

    `rules` are columns that compare another way than their table says, such as `{"email_message.read": "ignored"}`.
    """
    if before == after:
        return StateDiff()
    with opened(older=before, newer=after) as connection:
        older, newer = (
            overridden(table_rules(connection, schema, metadata), rules or {}) for schema in ("older", "newer")
        )
        return StateDiff(_changes(connection, older, newer))


def _changes(
    connection: sqlite3.Connection, older: dict[str, TableRule], newer: dict[str, TableRule]
) -> Iterator[Change]:
    for name in sorted({*older, *newer}):
        if name not in newer:
            yield from _alone(connection, older[name], "removed", "older")
        elif name not in older:
            yield from _alone(connection, newer[name], "added", "newer")
        else:
            yield from _alone(connection, newer[name], "removed", "older", "newer")
            yield from _changed(connection, newer[name])
            yield from _alone(connection, newer[name], "added", "newer", "older")


def _alone(
    connection: sqlite3.Connection, rule: TableRule, what: Literal["added", "removed"], schema: str, other: str = ""
) -> Iterator[Change]:
    """The rows of one image whose key the other has not."""
    query = f"SELECT {_columns(rule, 'here')} FROM {schema}.{quoted(rule.name)} AS here"
    if other:
        query += f" WHERE NOT EXISTS (SELECT 1 FROM {other}.{quoted(rule.name)} AS there WHERE {_same_key(rule)})"
    for stored in connection.execute(f"{query} ORDER BY {_columns(rule, 'here', rule.key)}"):
        row = python_row(rule, stored)
        before, after = (row, None) if what == "removed" else (None, row)
        yield Change(rule, key_of(rule, row), what, before, after)


def _changed(connection: sqlite3.Connection, rule: TableRule) -> Iterator[Change]:
    """The rows that both have and that differ."""
    told = [name for name in rule.compared if name not in rule.key]
    if not told:
        return
    name = quoted(rule.name)
    query = (
        f"SELECT {_columns(rule, 'there')}, {_columns(rule, 'here')} FROM newer.{name} AS here"
        f" JOIN older.{name} AS there ON {_same_key(rule)}"
        f" WHERE {' OR '.join(differs(rule, column, 'here', 'there') for column in told)}"
        f" ORDER BY {_columns(rule, 'here', rule.key)}"
    )
    width = len(rule.columns)
    for stored in connection.execute(query):
        before, after = python_row(rule, stored[:width]), python_row(rule, stored[width:])
        yield Change(rule, key_of(rule, after), "changed", before, after)


def _columns(rule: TableRule, schema: str, names: Iterable[str] = ()) -> str:
    return ", ".join(f"{schema}.{quoted(name)}" for name in names or rule.columns)


def _same_key(rule: TableRule) -> str:
    return " AND ".join(f"here.{quoted(name)} = there.{quoted(name)}" for name in rule.key)


def rows(image: bytes, table: str, metadata: "MetaData | None" = None) -> list[Row]:
    """The rows of one table as Python values, in the order of their key."""
    with opened(world=image) as connection:
        rules = table_rules(connection, "world", metadata)
        if table not in rules:
            raise KeyError(f"no table {table!r}; the world has {', '.join(rules) or 'none'}")
        rule = rules[table]
        columns, order = _columns(rule, "here"), _columns(rule, "here", rule.key)
        query = f"SELECT {columns} FROM world.{quoted(table)} AS here ORDER BY {order}"
        return [python_row(rule, stored) for stored in connection.execute(query)]


def state_hash(image: bytes, metadata: "MetaData | None" = None) -> str:
    """SHA-256 over everything that compares, whatever order the rows were written in.

    Ids count here (they come in sequence, so the same calls give the same); ignored columns, empty tables and the
    world's own tables don't.
    """
    digest = hashlib.sha256()
    with opened(world=image) as connection:
        for name, rule in table_rules(connection, "world", metadata).items():
            names = sorted({*rule.compared, *(() if rule.keyless else rule.key)})
            columns = ", ".join(spelled(rule, column, "here") for column in names)
            order = ", ".join(map(str, range(1, len(names) + 1))) if rule.keyless else _columns(rule, "here", rule.key)
            found = connection.execute(
                f"SELECT {columns} FROM world.{quoted(name)} AS here ORDER BY {order}"
            ).fetchall()
            if found:
                digest.update(repr((name, names, found)).encode())
    return digest.hexdigest()
