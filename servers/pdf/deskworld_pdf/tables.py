"""Tables: rows and cells, ruled or not, merged cells, and tables that go on over pages."""

from __future__ import annotations

import csv
import io

from deskworld_kit import Result, World, tool
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, SomeArea, SomePages
from deskworld_pdf.geometry import rounded
from deskworld_pdf.opening import drawing, numbers
from deskworld_pdf.placing import targets_in

_MOST_CELLS = 6000
"""Cells of one result; the files hold all."""


class Table(Result):
    """A table; null is a cell that the one to its left or above covers."""

    pages: list[int]
    boxes: list[list[float]] = Field(description="One a page.")
    ruled: bool
    rows: list[list[str | None]]
    file: str = ""


class TablesFound(Result):
    """The tables of a PDF."""

    path: str
    tables: list[Table]
    warnings: list[str]


@tool("add", core=True, idempotent=True)
def extract_pdf_tables(
    world: World,
    path: str,
    pages: SomePages = None,
    box: SomeArea = None,
    folder: str = "",
    password: str = "",
    overwrite: Overwrite = False,
) -> TablesFound:
    """Tables as rows of cells, one that goes on over pages as one.

    Args:
        box: Look only there.
        folder: Save each as CSV there too.
    """
    from deskworld_pdf.gridding import joined, tables_on

    with drawing(world, path, password) as (document, name):
        chosen = numbers(pages, len(document))
        grids = joined(list(tables_on(world, path, document, chosen, box, password)))
    warnings: list[str] = []
    stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    files: list[str] = []
    if folder:
        names = [f"{stem}-table{number:02d}.csv" for number in range(1, len(grids) + 1)]
        for target, grid in zip(targets_in(world, folder, names, overwrite=overwrite), grids, strict=True):
            buffer = io.StringIO()
            csv.writer(buffer, lineterminator="\n").writerows([[cell or "" for cell in row] for row in grid.rows])
            with world.workspace.writing(target) as temporary:
                temporary.write_text(buffer.getvalue(), encoding="utf-8", newline="")
            files.append(world.workspace.relative(target))
    tables: list[Table] = []
    cells = 0
    for number, grid in enumerate(grids):
        wide = max((len(row) for row in grid.rows), default=0)
        room = max(0, (_MOST_CELLS - cells) // max(wide, 1))
        rows = grid.rows[:room]
        cells += len(rows) * wide
        if len(rows) < len(grid.rows):
            how = files[number] if files else "pass `folder` for all of it, or ask for fewer pages"
            warnings.append(f"table {number + 1} is cut after {len(rows)} of {len(grid.rows)} rows: {how}")
        tables.append(
            Table(
                pages=grid.pages,
                boxes=[rounded(each) for each in grid.boxes],
                ruled=grid.ruled,
                rows=rows,
                file=files[number] if files else "",
            )
        )
    if not tables:
        warnings.append("no table was found; a scanned one needs add_pdf_text_layer first")
    return TablesFound(path=name, tables=tables, warnings=warnings)
