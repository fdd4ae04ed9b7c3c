"""A workbook looked at: as pictures, and for what is wrong in it."""

from deskworld_kit import Page, Result, Shown, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import Sheet
from .saving import reading


class RangeShown(Result):
    sheet: str
    range: str
    notes: list[str] = Field(default_factory=list)


class WorkbookProblem(Result):
    cell: str = Field(description="Cell or name; empty when it is the whole file.")
    problem: str
    formula: str = ""


@tool("read", core=True)
def render_range(world: World, path: str, sheet: Sheet = "", range: str = "") -> Shown[RangeShown]:
    """A picture of cells as they look on screen, charts included. Look before you say done.

    Args:
        range: Up to about A1:Z60; all that is used if empty.
    """
    from deskworld_artifacts import RenderError, render
    from deskworld_kit import picture

    file = world.workspace.find(path)
    notes: list[str] = []
    with reading(world, path) as book:
        found, area = book.locate(sheet, range) if range else (book.sheet(sheet), None)
        if area is None or area.rows > 10_000 or area.columns > 1000:
            area = engine.objects.covered(book, found)
        if area.rows > 80 or area.columns > 30:
            whole = area
            area = area._replace(bottom=min(area.bottom, area.top + 79), right=min(area.right, area.left + 29))
            notes.append(f"only {area.name} of {whole.name} is shown; give a range to see another part")
    try:
        pages = render(file, sheet=found.name, area=area.name)
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error
    pictures = [picture(each.png, label=each.label) for each in pages]
    return Shown(RangeShown(sheet=found.name, range=area.name, notes=notes), pictures)


@tool("read", core=True)
def check_workbook(world: World, path: str, cursor: str = "") -> Page[WorkbookProblem]:
    """What is wrong in a workbook: errors, stale values, broken names and links, numbers stored as text."""
    with reading(world, path) as book:
        found = [
            WorkbookProblem(cell=item.cell, problem=item.problem, formula=item.formula)
            for item in engine.checks.everything(book)
        ]
    return page(found, limit=50, cursor=cursor)
