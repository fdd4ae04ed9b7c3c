"""One table, with a column of each kind."""

from datetime import datetime

from deskworld_kit import Instant, Table, column
from sqlalchemy import JSON


class Note(Table, table=True):
    """A note."""

    id: str = column(primary_key=True)
    text: str = column(compare="text", default="")
    tags: list[str] = column(sa_type=JSON, default_factory=list)
    done: bool = False
    weight: float = column(compare="near", default=0.0)
    written_at: datetime = column(compare="instant", sa_type=Instant)
