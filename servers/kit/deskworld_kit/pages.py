"""Lists come in pages: `items`, how many there are in all, and the cursor of the next page.

The cursor is an offset in disguise: opaque to callers, so that it may become something else, and refused when it was
not made here.
"""

import base64
import binascii
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import Field

from deskworld_kit.errors import ToolError, quoted
from deskworld_kit.results import Result

if TYPE_CHECKING:
    from sqlmodel import Session

MOST = 200
"""No page holds more items than this."""

Item = TypeVar("Item")
Row = TypeVar("Row")


class Page(Result, Generic[Item]):
    """A part of a list."""

    items: list[Item]
    total: int = Field(description="How many there are in all.")
    next_cursor: str = Field(default="", description="Pass as `cursor` for the next page; empty at the end.")


def page(items: Sequence[Item], *, limit: int = 20, cursor: str = "") -> Page[Item]:
    """Cut one page out of a whole list that is at hand."""
    start = offset(cursor)
    end = start + bounded(limit)
    return Page(items=list(items[start:end]), total=len(items), next_cursor=following(end, len(items)))


def counted(kinds: Iterable[str]) -> list[str]:
    """How many there are of each kind, for a person: 'contrast: 3'."""
    return [f"{kind}: {count}" for kind, count in sorted(Counter(kinds).items())]


def page_query(
    session: "Session",
    statement: Any,
    make: Callable[[Any], Item],
    *,
    limit: int = 20,
    cursor: str = "",
) -> Page[Item]:
    """Run a select for one page only and make an item of each row; the count is a query of its own.

    The statement must carry an ORDER BY that leaves no ties, or pages would overlap.
    """
    from sqlmodel import func, select

    start, size = offset(cursor), bounded(limit)
    total = session.exec(select(func.count()).select_from(statement.order_by(None).subquery())).one()
    rows = session.exec(statement.offset(start).limit(size)).all()
    return Page(items=[make(row) for row in rows], total=total, next_cursor=following(start + size, total))


def bounded(limit: int) -> int:
    """The page size, checked: 1 to MOST."""
    if not 1 <= limit <= MOST:
        raise ToolError(f"{limit} is out of range; ask for 1 to {MOST} items a page", argument="limit")
    return limit


def following(end: int, total: int) -> str:
    """The cursor of the page that starts at `end`, or an empty string where there is none."""
    return base64.urlsafe_b64encode(f"from {end}".encode()).decode() if end < total else ""


def offset(cursor: str) -> int:
    """Where the page of this cursor starts."""
    if not cursor:
        return 0
    try:
        word, number = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        start = int(number)
    except (ValueError, binascii.Error, UnicodeError):
        start, word = -1, ""
    if word != "from" or not 0 <= start < 2**62:
        raise ToolError(
            f"{quoted(cursor)} is not a cursor; pass the next_cursor of the page before, or leave it out",
            argument="cursor",
        )
    return start
