"""A workbook looked at: as pictures, and for what is wrong in it."""

from collections.abc import Sequence
from pathlib import Path

from deskworld_kit import Page, Result, Shown, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet, Sheet
from .saving import reading


class RangeShown(Result):
    sheet: str
    range: str
    notes: list[str] = Field(default_factory=list)


class WorkbookProblem(Result):
    kind: str = Field(description="Like error, stale, too_narrow, cut_text, low_contrast, split_page.")
    cell: str = Field(description="Cell, range or name; empty when it is the whole file.")
    problem: str
    formula: str = ""


@tool("read", core=True)
def render_range(world: World, path: str, sheet: Sheet = "", range: str = "") -> Shown[RangeShown]:
    """A picture of cells as they look on screen, charts included. Look before you say done.

    Args:
        range: Up to about A1:Z60; all that is used if empty.
    """
    file = world.workspace.find(path)
    notes: list[str] = []
    with reading(world, path) as book:
        found, area = book.locate(sheet, range) if range else (book.sheet(sheet, any_kind=bool(sheet)), None)
        if not found.is_grid:
            return _shown(file, found.name, "", ["a chart sheet"])
        if area is None or area.rows > 10_000 or area.columns > 1000:
            area = engine.objects.covered(book, found)
        if area.rows > 80 or area.columns > 30:
            whole = area
            area = area._replace(bottom=min(area.bottom, area.top + 79), right=min(area.right, area.left + 29))
            notes.append(f"only {area.name} of {whole.name} is shown; give a range to see another part")
    return _shown(file, found.name, area.name, notes)


def _shown(file: Path, sheet: str, area: str, notes: list[str]) -> Shown[RangeShown]:
    from deskworld_artifacts import RenderError, render
    from deskworld_kit import picture

    try:
        pages = render(file, sheet=sheet, area=area)
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error
    pictures = [picture(each.png, label=each.label) for each in pages]
    return Shown(RangeShown(sheet=sheet, range=area, notes=notes), pictures)


@tool("read", core=True)
def check_workbook(
    world: World, path: str, sheet: AnySheet = "", kinds: Sequence[str] = (), cursor: str = ""
) -> Page[WorkbookProblem]:
    """What is wrong in a workbook, and where: errors, stale values, broken links and charts, ####, cut or pale text.

    Args:
        kinds: Like too_narrow; empty: all.
    """
    known = engine.findings.KINDS
    for kind in kinds:
        if kind not in known:
            raise ToolError(f"there is no kind {kind!r}; say some of {', '.join(known)}", argument="kinds")
    with reading(world, path) as book:
        home = engine.formulas.quoted(book.sheet(sheet, any_kind=True).name) if sheet else ""
        found = [
            WorkbookProblem(kind=item.kind, cell=item.cell, problem=item.problem, formula=item.formula)
            for item in engine.checks.everything(book)
            if (not kinds or item.kind in kinds) and (not home or item.cell.partition("!")[0] in (home, ""))
        ]
    return page(found, limit=50, cursor=cursor)
