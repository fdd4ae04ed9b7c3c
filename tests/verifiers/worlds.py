"""A small world for the tests: people, orders with lines, mails with labels, settings."""

import json
import sqlite3
from typing import Any

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

METADATA = MetaData()
Table(
    "shop_person",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String),
    Column("seen", Integer, info={"compare": "ignored"}),
)
Table(
    "shop_order",
    METADATA,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey("shop_person.id")),
    Column("due", String, info={"compare": "instant"}),
    Column("total", Float, info={"compare": "near", "within": 0.01}),
    Column("note", Text, info={"compare": "text"}),
)
Table(
    "shop_line",
    METADATA,
    Column("id", String, primary_key=True),
    Column("order", ForeignKey("shop_order.id")),
    Column("item", String),
)
Table("shop_setting", METADATA, Column("name", String, primary_key=True), Column("value", JSON))
Table(
    "shop_mark",
    METADATA,
    Column("order", ForeignKey("shop_order.id"), primary_key=True),
    Column("label", String, primary_key=True),
)

Table(
    "shop_badge",
    METADATA,
    Column("person", ForeignKey("shop_person.id"), primary_key=True),
    Column("colour", String),
)
Table(
    "shop_visit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("place", String),
    Column("after", ForeignKey("shop_visit.id")),
)

Rows = dict[str, list[tuple[Any, ...]]]

START: Rows = {
    "shop_person": [("person_1", "Ann", 0), ("person_2", "Bo", 0)],
    "shop_order": [("order_1", "person_1", "2026-03-02T09:00:00Z", 10.0, "leave at the door")],
    "shop_line": [("line_1", "order_1", "tea")],
    "shop_setting": [("airplane_mode", json.dumps({"on": False, "by": "user"}))],
    "shop_mark": [("order_1", "urgent")],
}


def image(*changes: Rows, without: tuple[tuple[str, str], ...] = (), start: Rows | None = None) -> bytes:
    """The start with rows added or replaced (by their first column), and some removed."""
    from sqlalchemy import create_engine

    connection = sqlite3.connect(":memory:")
    METADATA.create_all(create_engine("sqlite://", creator=lambda: connection))
    for rows in (START if start is None else start, *changes):
        for table, items in rows.items():
            for row in items:
                marks = ", ".join("?" * len(row))
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)
    for table, key in without:
        column = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk = 1", (table,)).fetchone()[0]
        assert connection.execute(f'DELETE FROM {table} WHERE "{column}" = ?', (key,)).rowcount == 1
    connection.commit()
    return connection.serialize()


def order(number: int, person: str = "person_1", *, due: str = "2026-04-01T08:00:00Z", total: float = 5.0,
          note: str = "no note") -> tuple[Any, ...]:  # fmt: skip
    return (f"order_{number}", person, due, total, note)
