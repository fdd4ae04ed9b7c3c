"""SQLite images side by side on one connection.

A world's image is bytes. Each is deserialized into a schema of one connection in memory, so that what differs between
two of them is found by SQLite itself, and only those rows come to Python. The connection refuses writes.
"""

import json
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from deskworld_verifiers.rules import TableRule

Row = dict[str, Any]
Key = tuple[Any, ...]


@contextmanager
def opened(**images: bytes) -> Generator[sqlite3.Connection]:
    """A connection on which each image is the schema of its name. Empty bytes are an empty database."""
    with closing(sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)) as connection:
        connection.create_function("canonical_json", 1, _canonical_json, deterministic=True)
        for name, image in images.items():
            connection.execute(f"ATTACH ':memory:' AS {name}")
            if image:
                connection.deserialize(image, name=name)
        connection.execute("PRAGMA query_only=ON")
        yield connection


def quoted(name: str) -> str:
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def spelled(rule: TableRule, name: str, schema: str) -> str:
    """A column for SQL, JSON objects in one spelling."""
    column = f"{schema}.{quoted(name)}"
    if not rule.columns[name].is_json:
        return column
    return f"CASE instr({column}, '{{') WHEN 0 THEN {column} ELSE canonical_json({column}) END"


def differs(rule: TableRule, name: str, one: str, other: str) -> str:
    """A condition: the column is not the same in both."""
    plain = f"{one}.{quoted(name)} IS NOT {other}.{quoted(name)}"
    if not rule.columns[name].is_json:
        return plain
    return f"({plain} AND {spelled(rule, name, one)} IS NOT {spelled(rule, name, other)})"


def python_row(rule: TableRule, stored: Sequence[Any]) -> Row:
    """A stored row, all its columns in order, as Python values."""
    return {
        column.name: column.read(value) if column.read is not None and value is not None else value
        for column, value in zip(rule.columns.values(), stored, strict=True)
    }


def key_of(rule: TableRule, row: Row) -> Key:
    """Which row it is."""
    return tuple(_hashable(row[name]) for name in rule.key)


def _hashable(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bytes | None) else json.dumps(value, default=str)


def _canonical_json(text: str | bytes | None) -> str | bytes | None:
    if text is None:
        return None
    try:
        return json.dumps(json.loads(text), sort_keys=True, ensure_ascii=False)
    except ValueError:
        return text
