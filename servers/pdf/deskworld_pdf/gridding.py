"""Grids of cells on a page: by the lines drawn around them, or by how words stand in columns.

Ruled tables are found by pdfplumber. An unruled one is a stretch of lines whose runs start, end or centre at the same
places; it is looked for only where no ruled one is. A table whose columns stand where those of the table at the end of
the page before stood is its continuation.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError, World

from deskworld_pdf.geometry import Rect, meets, union
from deskworld_pdf.opening import plain_bytes
from deskworld_pdf.ordering import lines_of
from deskworld_pdf.words import Line, Run, frame_in, read_runs

if TYPE_CHECKING:
    import pypdfium2

Cell = str | None
_GUTTER = 0.42
"""Of a line's height: a gap of that width between words, on all lines, parts columns; spaces are narrower."""
_ALIKE = 6.0
"""Points by which the sides of columns may differ and still be the same."""


@dataclass
class Grid:
    """A table as found. `edges` are the left and right sides of its columns; `last` says that nothing follows it on its
    page, `first` that nothing comes before."""

    pages: list[int]
    boxes: list[Rect]
    rows: list[list[Cell]]
    ruled: bool
    edges: list[float]
    first: bool = False
    last: bool = False


def tables_on(
    world: World,
    path: str,
    document: pypdfium2.PdfDocument,
    pages: Sequence[int],
    box: Sequence[float] | None,
    password: str = "",
) -> Iterator[Grid]:
    """The tables of these pages, from top to bottom."""
    plumber: Any = None
    try:
        for number in pages:
            page = document[number - 1]
            try:
                frame = frame_in(page)
                runs = [run for run in read_runs(page, frame) if run.turn == 0]
                lined = _has_lines(page)
                area = frame.check(box) if box is not None else None
            finally:
                page.close()
            found: list[Grid] = []
            if lined:
                plumber = plumber or _plumber(world, path, password)
                found = list(_ruled(plumber, number, frame.size))
            found = _chosen(found, _unruled(runs, number, area), runs, number, area)
            if area is not None:
                found = [grid for grid in found if meets(grid.boxes[0], area, slack=2)]
            found.sort(key=lambda grid: (grid.boxes[0][1], grid.boxes[0][0]))
            for grid in found:
                top, bottom = grid.boxes[0][1], grid.boxes[0][3]
                body = [run for run in runs if 36 < run.middle < frame.size[1] - 50]
                grid.first = not any(run.box[3] < top - 2 for run in body)
                grid.last = not any(run.box[1] > bottom + 2 for run in body)
            yield from found
    finally:
        if plumber is not None:
            plumber.close()


def _chosen(ruled: list[Grid], unruled: list[Grid], runs: list[Run], number: int, area: Rect | None) -> list[Grid]:
    """Lines drawn around cells say most, unless they are around a few rows of a table only: shades do that."""
    whole = [
        grid
        for grid in ruled
        if not any(
            meets(grid.boxes[0], other.boxes[0])
            and len(other.rows) > 1.4 * len(grid.rows)
            and len(other.rows[0]) >= max(len(row) for row in grid.rows)
            for other in unruled
        )
    ]
    if not whole:
        return unruled
    rest = [run for run in runs if not any(meets(run.box, grid.boxes[0]) for grid in whole)]
    return whole + _unruled(rest, number, area)


def _plumber(world: World, path: str, password: str) -> Any:
    import logging

    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it reports each oddity of a file on stderr
    blob = plain_bytes(world, path, password)
    try:
        return pdfplumber.open(io.BytesIO(blob))
    except Exception as error:
        raise ToolError("the file is damaged: its tables can't be read", argument="path") from error


def _has_lines(page: pypdfium2.PdfPage) -> bool:
    import pypdfium2.raw as raw

    paths = (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_FORM)
    return any(True for _ in page.get_objects(filter=paths, max_depth=3))


def _ruled(plumber: Any, number: int, size: tuple[float, float]) -> Iterator[Grid]:
    try:
        page = plumber.pages[number - 1]
        crop = page.cropbox if page.rotation == 0 else None
        left, top = (page.bbox[0], page.bbox[1]) if crop is None else (crop[0], page.bbox[1])
        tables = page.find_tables({"snap_tolerance": 4, "join_tolerance": 4, "intersection_tolerance": 4})
        for table in tables:
            rows: list[list[Cell]] = [
                [None if cell is None else " ".join(cell.split()) for cell in row]
                for row in table.extract(x_tolerance=1.5, y_tolerance=3)
            ]
            rows = [row for row in rows if any(row)]
            if len(rows) < 2 or max(len(row) for row in rows) < 2:
                continue
            box = table.bbox
            shifted = (box[0] - left, box[1] - top, box[2] - left, box[3] - top)
            edges = sorted({round(cell[0] - left, 1) for cell in table.cells} | {round(box[2] - left, 1)})
            yield Grid([number], [shifted], rows, True, _apart(edges))
    except ToolError:
        raise
    except Exception:  # pdfminer fails in many ways on odd files; the words' own places still tell
        return


def _apart(edges: list[float]) -> list[float]:
    kept: list[float] = []
    for edge in edges:
        if not kept or edge - kept[-1] > 3:
            kept.append(edge)
    return kept


def _unruled(runs: list[Run], number: int, area: Rect | None) -> list[Grid]:
    """Stretches of lines in which runs stand in the same columns."""
    inside = [run for run in runs if area is None or meets(run.box, area)]
    stretch: list[Line] = []
    found: list[Grid] = []
    pending: list[Line] = []
    for line in [*lines_of(inside), Line()]:
        if line.runs and len(line.runs) >= 2:
            near = not stretch or line.box[1] - (pending or stretch)[-1].box[3] < 2.2 * max(line.height, 6)
            if near:
                stretch += [*pending, line]
                pending = []
                continue
        elif line.runs and stretch and not pending and _continues(stretch, line):
            pending.append(line)  # a second line of a cell, if the table goes on below
            continue
        if len(stretch) >= 3 and (grid := _grid(stretch, number)):
            found.append(grid)
        stretch, pending = ([line], []) if len(line.runs) >= 2 else ([], [])
    return found


def _continues(stretch: list[Line], line: Line) -> bool:
    return line.box[1] - stretch[-1].box[3] < 0.5 * max(line.height, 6) and line.box[2] - line.box[0] < 0.5 * (
        union([each.box for each in stretch])[2] - union([each.box for each in stretch])[0]
    )


def _grid(lines: list[Line], number: int) -> Grid | None:
    """A grid of these lines, where their words leave gutters that make columns which most lines fill."""
    words = [[word for run in line.runs for word in run.words()] for line in lines]
    spans = _columns(words, max(sorted(line.height for line in lines)[len(lines) // 2] * _GUTTER, 3.0))
    if len(spans) < 2:
        return None
    rows: list[list[Cell]] = []
    filled = 0
    for line, found in zip(lines, words, strict=True):
        cells = ["" for _ in spans]
        for text, box in sorted(found, key=lambda word: word[1][0]):
            middle = (box[0] + box[2]) / 2
            column = min(range(len(spans)), key=lambda at: max(spans[at][0] - middle, middle - spans[at][1], 0.0))
            cells[column] = f"{cells[column]} {text}".strip()
        if len(line.runs) == 1 and rows and sum(1 for cell in cells if cell) == 1:
            at = next(place for place, cell in enumerate(cells) if cell)
            rows[-1][at] = f"{rows[-1][at] or ''} {cells[at]}".strip()  # goes on in the same cell
            continue
        filled += sum(1 for cell in cells if cell)
        rows.append([*cells])
    if len(rows) < 3 or filled < 0.6 * len(rows) * len(spans):
        return None
    lengths = sorted(len((cell or "").split()) for row in rows for cell in row if cell)
    if len(spans) == 2 and lengths[len(lengths) // 2] > 7:
        return None  # two columns of prose
    edges = [spans[0][0], *(span[1] for span in spans)]
    return Grid([number], [union([line.box for line in lines])], rows, False, edges)


def _columns(words: list[list[tuple[str, Rect]]], least: float) -> list[tuple[float, float]]:
    """The spans across the page between gutters: places that no word covers, but for a few lines of a long table."""
    spared = len(words) // 12
    ends: list[tuple[float, int]] = []
    for line in words:
        for _, box in line:
            ends += [(box[0], 1), (box[2], -1)]
    ends.sort()
    spans: list[tuple[float, float]] = []
    depth, start, free = 0, 0.0, float("-inf")
    for x, step in ends:
        before, depth = depth, depth + step
        if before <= spared < depth:
            if spans and x - free < least:
                start, _ = spans.pop()
            else:
                start = x
        elif depth <= spared < before:
            spans.append((start, x))
            free = x
    return spans


def joined(grids: list[Grid]) -> list[Grid]:
    """Tables that go on over pages, as one; a heading that is said again is left out."""
    found: list[Grid] = []
    for grid in grids:
        before = found[-1] if found else None
        if before is not None and before.last and grid.first and _same_columns(before, grid):
            rows = grid.rows[1:] if grid.rows[0] == before.rows[0] else grid.rows
            before.rows += rows
            before.pages += grid.pages
            before.boxes += grid.boxes
            before.last = grid.last
        else:
            found.append(grid)
    return found


def _same_columns(one: Grid, other: Grid) -> bool:
    if other.pages[0] != one.pages[-1] + 1 or one.ruled != other.ruled:
        return False
    if one.ruled:
        same = len(one.edges) == len(other.edges)
        return same and all(abs(a - b) < _ALIKE for a, b in zip(one.edges, other.edges, strict=True))
    return len(one.rows[0]) == len(other.rows[0]) and abs(one.boxes[-1][0] - other.boxes[0][0]) < 30
