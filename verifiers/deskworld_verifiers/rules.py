"""How the columns of a world compare, read from the tables themselves.

A column says it in `Column.info`: `compare` is exact (default), text, instant, near or ignored; `within` moves the
bound (text: least ROUGE-L, instant: seconds, near: relative tolerance). Tables and columns that the caller's metadata
doesn't know compare exactly, so nothing changes unseen.

An id that the world gave out (`contact_12`, or a counting integer) says only which row is meant. It never compares as a
value: rows are told apart by what they hold.
"""

import math
import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from deskworld_verifiers.wording import rouge_l

if TYPE_CHECKING:
    from sqlalchemy import Column, MetaData, Table

Compare = Literal["exact", "text", "instant", "near", "ignored"]
BOUNDS: Mapping[str, float] = {"text": 0.5, "instant": 0.0, "near": 1e-6}
ROW_NUMBER = "rowid"
OWN_PREFIXES = ("kit_", "sqlite_")
"""Tables of the world itself (its clock, its sequences) and of SQLite: moved by every write."""

_GIVEN_ID = re.compile(r"[a-z][a-z0-9_]*_\d+")


@dataclass(frozen=True)
class ColumnRule:
    """How one column compares, and how its stored value becomes a Python value."""

    name: str
    compare: Compare = "exact"
    within: float = 0.0
    is_json: bool = False
    read: Callable[[Any], Any] | None = None
    refers: str = ""
    """The table whose key this column holds, where a foreign key says so."""

    def agrees(self, expected: object, actual: object) -> float:
        """How well two values agree, 0 to 1. Text gives its ROUGE-L, all else 0 or 1."""
        if self.compare == "ignored" or expected == actual:
            return 1.0
        if expected is None or actual is None:
            return 0.0
        if self.compare == "text":
            return rouge_l(str(expected), str(actual))
        if self.compare == "instant":
            left, right = moment(expected), moment(actual)
            return float(left is not None and right is not None and abs((left - right).total_seconds()) <= self.within)
        if self.compare == "near" and isinstance(expected, int | float) and isinstance(actual, int | float):
            return float(math.isclose(expected, actual, rel_tol=self.within, abs_tol=1e-12))
        return 0.0

    def accepts(self, agreement: float) -> bool:
        """Whether an agreement is enough."""
        return agreement >= (self.within if self.compare == "text" else 1.0)


@dataclass(frozen=True)
class TableRule:
    """One table: its key, and its columns in order."""

    name: str
    key: tuple[str, ...]
    columns: Mapping[str, ColumnRule]

    @property
    def compared(self) -> list[str]:
        """The columns that say something."""
        return [name for name, rule in self.columns.items() if rule.compare != "ignored"]

    @property
    def keyless(self) -> bool:
        """Whether only SQLite's own row numbers tell its rows apart."""
        return self.key == (ROW_NUMBER,) and self.columns[ROW_NUMBER].compare == "ignored"

    def is_given(self, key: tuple[object, ...]) -> bool:
        """Whether the world gave this key out, so that it only says which row is meant."""
        if self.keyless:
            return True
        if len(key) != 1 or self.columns[self.key[0]].refers:
            return False
        return is_given_id(key[0]) or (isinstance(key[0], int) and not isinstance(key[0], bool))


def is_given_id(value: object) -> bool:
    """Whether a value has the form of an id that the world gives out."""
    return isinstance(value, str) and _GIVEN_ID.fullmatch(value) is not None


def moment(value: object) -> datetime | None:
    """A stored instant: aware, UTC where it names no zone; None where it is none."""
    if isinstance(value, int | float):
        return datetime.fromtimestamp(value, UTC)
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def table_rules(connection: sqlite3.Connection, schema: str, metadata: "MetaData | None") -> dict[str, TableRule]:
    """The rules of each table that lies in a database, by name; the world's own are left out."""
    known = _known_rules(metadata, len(metadata.tables)) if metadata is not None else {}
    found: dict[str, TableRule] = {}
    for (name,) in connection.execute(f"SELECT name FROM {schema}.sqlite_schema WHERE type = 'table' ORDER BY name"):
        if not name.startswith(OWN_PREFIXES):
            found[name] = known.get(name) or _unknown_rule(connection, schema, name)
    return found


@lru_cache(maxsize=8)
def _known_rules(metadata: "MetaData", _size: int) -> dict[str, TableRule]:
    # Keyed with the number of tables too: metadata grows while servers are imported.
    from sqlalchemy.dialects.sqlite import dialect

    return {table.name: _known_rule(table, dialect()) for table in metadata.tables.values()}


def _known_rule(table: "Table", dialect: Any) -> TableRule:
    key = tuple(column.name for column in table.primary_key) or tuple(column.name for column in table.columns)
    return TableRule(table.name, key, {column.name: _column_rule(column, dialect) for column in table.columns})


def _column_rule(column: "Column[Any]", dialect: Any) -> ColumnRule:
    from sqlalchemy import JSON

    compare: Compare = column.info.get("compare", "exact")
    kind = column.type.dialect_impl(dialect)
    return ColumnRule(
        name=column.name,
        compare=compare,
        within=float(column.info.get("within", BOUNDS.get(compare, 0.0))),
        is_json=isinstance(column.type, JSON),
        read=kind.result_processor(dialect, None),
        refers=next((key.column.table.name for key in column.foreign_keys), ""),
    )


def _unknown_rule(connection: sqlite3.Connection, schema: str, name: str) -> TableRule:
    columns = list(connection.execute("SELECT name, pk FROM pragma_table_info(?, ?)", (name, schema)))
    key = tuple(column for column, place in sorted(columns, key=lambda item: item[1]) if place)
    rules = {column: ColumnRule(column) for column, _ in columns}
    if not key:  # SQLite tells such rows apart by a number of its own
        key, rules = (ROW_NUMBER,), {ROW_NUMBER: ColumnRule(ROW_NUMBER, "ignored"), **rules}
    return TableRule(name, key, rules)


def overridden(rules: Mapping[str, TableRule], changes: Mapping[str, str]) -> dict[str, TableRule]:
    """The rules with some columns compared another way: `{"email_message.body": "ignored"}`."""
    from dataclasses import replace

    result = dict(rules)
    for place, compare in changes.items():
        table, _, column = place.partition(".")
        if table not in rules:
            continue  # a table that this world has not
        if column not in rules[table].columns:
            raise KeyError(f"no column {place}; {table} has {', '.join(rules[table].columns)}")
        rule = replace(result[table].columns[column], compare=compare, within=BOUNDS.get(compare, 0.0))
        result[table] = replace(result[table], columns={**result[table].columns, column: rule})
    return result
