"""A table in a picture as rows of cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deskworld_kit import Result, ToolError, World, pixel_box, tool
from pydantic import Field

from deskworld_ocr.arguments import Codes, Overwrite, Part, Units
from deskworld_ocr.opening import Source, plainly, remembered, source, way_of
from deskworld_ocr.straight import Straight, straightened
from deskworld_ocr.unruled import Cells, Piece

if TYPE_CHECKING:
    from deskworld_ocr.ruled import Grid

_DOUBT = 0.85
_MOST_ROWS = 200


class DoubtfulCell(Result):
    """A cell that may have been read wrong. Rows and columns count from 1."""

    row: int
    column: int
    text: str
    score: float
    box: list[int]


class MergedCell(Result):
    """A cell that spans several; its text stands in the first, the others are empty."""

    row: int
    column: int
    rows: int
    columns: int


class TableRead(Result):
    """A table."""

    path: str
    page: int
    table: int
    tables: int = Field(description="How many there are on the page.")
    rows: list[list[str]]
    total_rows: int
    ruled: bool = Field(description="Whether its cells were told from drawn rules.")
    merged: list[MergedCell]
    doubtful: list[DoubtfulCell]
    score: float
    csv: str = ""
    hint: str = ""


class _Table:
    """A table on the level picture: cells of words, and which of them are merged."""

    def __init__(self, cells: Cells, merged: list[MergedCell], ruled: bool) -> None:
        self.cells, self.merged, self.ruled = cells, merged, ruled


@tool("add")
def read_image_table(
    world: World,
    path: str,
    page: int = 1,
    table: int = 1,
    box: Part = None,
    units: Units = "px",
    csv: str = "",
    languages: Codes = None,
    overwrite: Overwrite = False,
) -> TableRead:
    """Read a table, ruled or not, as rows; names doubtful cells.

    Args:
        csv: Also save it here.
    """
    found = source(world, path)
    number = found.page(page)
    place = world.workspace.new_target(csv, overwrite=overwrite, suffixes=(".csv",), argument="csv") if csv else None
    part = (number, tuple(box or ()), units if box else "")
    level, size, tables = remembered(
        ("tables", found.digest, *part, *way_of("auto", languages or ["en"])),
        lambda: _read(found, number, box, units, languages or ["en"]),
    )
    if not tables:
        raise ToolError("no table was found there; read_image_text gives the text, `box` narrows it", argument="path")
    if not 1 <= table <= len(tables):
        there = "1 table" if len(tables) == 1 else f"tables 1 to {len(tables)}"
        raise ToolError(f"there is no table {table}; the page has {there}", argument="table")
    chosen = tables[table - 1]
    rows = [[_text(cell) for cell in row] for row in chosen.cells]
    words = [word for row in chosen.cells for cell in row for word in cell]
    letters = sum(len(word.text) for word in words)
    hint = f"the first {_MOST_ROWS} rows are shown; save all with `csv`" if len(rows) > _MOST_ROWS and not csv else ""
    saved = ""
    if place is not None:
        with world.workspace.writing(place) as temporary:
            _save(temporary.write_text, rows)
        saved = world.workspace.relative(place)
    return TableRead(
        path=found.name, page=number, table=table, tables=len(tables), rows=rows[:_MOST_ROWS], total_rows=len(rows),
        ruled=chosen.ruled, merged=chosen.merged, doubtful=_doubtful(chosen.cells, level, size, units),
        score=round(sum(word.score * len(word.text) for word in words) / letters, 3) if letters else 0.0,
        csv=saved, hint=hint,
    )  # fmt: skip


def _read(
    found: Source, page: int, box: Sequence[float] | None, units: Units, languages: Sequence[str]
) -> tuple[Straight, tuple[int, int], list[_Table]]:
    """How the page lies, its size, and its tables."""
    level, size = _level(found, page, box, units)
    return replace(level, pixels=None), size, _tables(level, languages)


def _level(found: Source, page: int, box: Sequence[float] | None, units: Units) -> tuple[Straight, tuple[int, int]]:
    from deskworld_artifacts.ocr import text_direction

    picture = found.picture(page)
    size = picture.size
    start = (0, 0)
    if box is not None:
        part = pixel_box(box, size, units=units)
        picture, start = picture.crop(part), (part[0], part[1])
    with plainly():
        lies = text_direction(picture)
    return straightened(picture, lies.turned + lies.skew, start=start), size


def _tables(level: Straight, languages: Sequence[str]) -> list[_Table]:
    from deskworld_artifacts.ocr import read_words
    from PIL import Image

    from deskworld_ocr.ruled import grids_of, rules_of, wiped
    from deskworld_ocr.unruled import table_of

    across, upright = rules_of(level.pixels)
    grids = grids_of(across, upright)
    with plainly():
        reading = read_words(Image.fromarray(wiped(level.pixels, across, upright, grids)), languages=languages)
    words = [Piece(each.text, each.score, *map(float, each.box)) for each in reading.words]
    found: list[_Table] = []
    for grid in grids:
        table = _filled(grid, words)
        if sum(bool(cell) for row in table.cells for cell in row) > 1:
            found.append(table)
    if not found:
        cells = table_of(words)
        found = [_Table(cells, [], False)] if cells else []
    return found


def _filled(grid: Grid, words: Sequence[Piece]) -> _Table:
    """The grid with each word in the cell that its middle lies in."""
    cells: Cells = [[[] for _ in range(grid.columns)] for _ in range(grid.rows)]
    for cell in grid.cells:
        left, top, right, bottom = cell.box
        cells[cell.row][cell.column] = [
            word for word in words if left <= word.centre < right and top <= word.middle < bottom
        ]
    merged = [
        MergedCell(row=cell.row + 1, column=cell.column + 1, rows=cell.rows, columns=cell.columns)
        for cell in grid.cells
        if cell.rows > 1 or cell.columns > 1
    ]
    return _Table(cells, merged, True)


def _text(cell: Sequence[Piece]) -> str:
    """The words of a cell, line by line."""
    from deskworld_ocr.unruled import rows_of

    return " ".join(word.text for row in rows_of(cell) for word in row)


def _doubtful(cells: Cells, level: Straight, size: tuple[int, int], units: Units) -> list[DoubtfulCell]:
    from deskworld_kit.regions import thousandths

    found: list[DoubtfulCell] = []
    for row, line in enumerate(cells, 1):
        for column, cell in enumerate(line, 1):
            score = min((word.score for word in cell), default=1.0)
            if score >= _DOUBT:
                continue
            rect = (
                min(w.left for w in cell), min(w.top for w in cell), max(w.right for w in cell),
                max(w.bottom for w in cell),
            )  # fmt: skip
            box = tuple(round(each) for each in level.back(rect))
            found.append(
                DoubtfulCell(
                    row=row, column=column, text=_text(cell), score=score,
                    box=thousandths(box, size) if units == "1000" else list(box),
                )
            )  # fmt: skip
    return sorted(found, key=lambda each: each.score)[:50]


def _save(write: object, rows: Sequence[Sequence[str]]) -> None:
    from collections.abc import Callable
    from typing import cast

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    cast("Callable[..., int]", write)(text.getvalue(), encoding="utf-8")
