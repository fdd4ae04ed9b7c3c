"""A workbook looked at: as pictures, and for what is wrong in it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from deskworld_kit import Page, Result, Saved, Shown, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet, Overwrite, Sheet
from .saving import making, reading

if TYPE_CHECKING:
    from deskworld_artifacts import Rendered

Width = Annotated[int, Field(ge=200, le=4000)]


class RangeShown(Result):
    sheet: str
    range: str
    notes: list[str] = Field(default_factory=list)


class RangePicture(Saved):
    width: int = Field(description="In pixels.")
    height: int


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
    from deskworld_kit import picture

    name, area, notes = _part(world, path, sheet, range)
    pictures = [picture(each.png, label=each.label) for each in _drawn(world, path, name, area)]
    return Shown(RangeShown(sheet=name, range=area, notes=notes), pictures)


@tool("edit")
def export_range_picture(
    world: World,
    path: str,
    target: str,
    sheet: Sheet = "",
    range: str = "",
    width: Width = 1600,
    overwrite: Overwrite = False,
) -> RangePicture:
    """Save a picture of cells, charts included, as a .png, for a deck or a document.

    Args:
        width: In pixels.
    """
    place = making(world, target, overwrite, (".png",), source=path)
    name, area, notes = _part(world, path, sheet, range)
    found = _drawn(world, path, name, area, width)[0]
    with world.workspace.writing(place) as temporary:
        temporary.write_bytes(found.png)
    return RangePicture(
        path=world.workspace.relative(place),
        verified=f"a picture of {found.label}, {found.width} x {found.height} pixels",
        width=found.width,
        height=found.height,
        warnings=notes,
    )


def _part(world: World, path: str, sheet: str, range_: str) -> tuple[str, str, list[str]]:
    """The sheet and the cells to draw, cut to what a picture can show."""
    with reading(world, path) as book:
        found, area = book.locate(sheet, range_) if range_ else (book.sheet(sheet, any_kind=bool(sheet)), None)
        if not found.is_grid:
            return found.name, "", ["a chart sheet"]
        if area is None or area.rows > 10_000 or area.columns > 1000:
            area = engine.objects.covered(book, found)
        notes: list[str] = []
        if area.rows > 80 or area.columns > 30:
            whole = area
            area = area._replace(bottom=min(area.bottom, area.top + 79), right=min(area.right, area.left + 29))
            notes.append(f"only {area.name} of {whole.name} is shown; give a range to see another part")
    return found.name, area.name, notes


def _drawn(world: World, path: str, sheet: str, area: str, width: int = 0) -> "list[Rendered]":
    """Pictures as on a screen; with a width, of the cells alone and so wide."""
    from deskworld_artifacts import RenderError, render

    try:
        return render(world.workspace.find(path), width=width or 1280, sheet=sheet, area=area, bare=bool(width))
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error


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
