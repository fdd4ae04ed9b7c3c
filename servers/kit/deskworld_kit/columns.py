"""Tables that carry their server's name, and columns that say how they compare.

The entity diff, the state hash and the side-effect guard (deskworld_verifiers) read the rule from the column, so it is
written once, beside the field it is about:

    exact    equal or not (the default)
    text     near enough in words (ROUGE-L): bodies of mail, descriptions
    instant  the same moment, whatever the zone it was written in
    near     the same number within a relative tolerance: amounts worked out along different ways
    ignored  says nothing about what was done: stamps of creation, counters of views
"""

import re
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy.orm import declared_attr
from sqlalchemy.types import String, TypeDecorator
from sqlmodel import Field, SQLModel

Compare = Literal["exact", "text", "instant", "near", "ignored"]


class Table(SQLModel):
    """The base of every table: `class Person(Table, table=True)` in deskworld_contacts is `contacts_person`.

    The prefix is the package without "deskworld_", which is the server's name.
    """

    @declared_attr.directive
    def __tablename__(cls) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] - SQLModel's own recipe
        prefix = cls.__module__.split(".")[0].removeprefix("deskworld_")
        return f"{prefix}_{re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', cls.__name__).lower()}"


def column(*, compare: Compare = "exact", **field: Any) -> Any:
    """A SQLModel `Field` whose column carries its rule in `Column.info["compare"]`."""
    arguments: dict[str, Any] = dict(field.pop("sa_column_kwargs", {}))
    arguments["info"] = {**arguments.get("info", {}), "compare": compare}
    return Field(sa_column_kwargs=arguments, **field)


class Instant(TypeDecorator[datetime]):
    """An aware moment, stored as ISO 8601 text in UTC.

    Text sorts as time does, reads well in any database tool, and keeps the zone that SQLite's own type would lose.
    Use as `at: datetime = column(sa_type=Instant)`. A naive datetime is refused.
    """

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a datetime without a zone can't be stored; give it one")
        return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

    def process_result_value(self, value: str | None, dialect: Any) -> datetime | None:
        return datetime.fromisoformat(value) if value is not None else None
