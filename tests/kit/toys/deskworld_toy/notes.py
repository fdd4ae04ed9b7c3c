"""Notes: tools as a server has them."""

from deskworld_kit import Arguments, Page, Result, Scalar, ToolError, World, page_query, tool
from pydantic import Field
from sqlmodel import select

from deskworld_toy.tables import Note


class NoteSeen(Result):
    """A note as it goes over the wire."""

    id: str
    text: str
    tags: list[str] = Field(default_factory=list)
    cells: list[list[Scalar]] = Field(default_factory=list)
    written_at: str = ""


class Place(Arguments):
    """Where on the board a note hangs."""

    x: float
    y: float = 0.0


@tool("add", core=True)
def add_note(
    world: World,
    text: str,
    tags: list[str] | None = None,
    cells: list[list[Scalar]] | None = None,
    places: list[Place] | None = None,
    weight: float = 0.0,
    count: int | None = None,
    copy: bool = False,
    fail: bool = False,
) -> NoteSeen:
    """Write a note and return it; with `fail`, refuse after the row was written.

    Args:
        text: What it says.
        places: Where it hangs.
        copy: Named like a method of pydantic's, which must not matter.
    """
    with world.write() as session:
        row = Note(id=world.next_id(session, "note"), text=text, tags=tags or [], weight=weight, written_at=world.now())
        session.add(row)
        session.flush()
        if fail:
            raise ToolError("asked to fail", argument="fail")
        return NoteSeen(
            id=row.id, text=row.text, tags=row.tags, cells=cells or [], written_at=row.written_at.isoformat()
        )


@tool("read", core=True)
def list_notes(world: World, limit: int = 20, cursor: str = "") -> Page[NoteSeen]:
    """All notes, by their text."""
    with world.read() as session:
        statement = select(Note).order_by(Note.text, Note.id)
        return page_query(session, statement, lambda n: NoteSeen(id=n.id, text=n.text), limit=limit, cursor=cursor)
