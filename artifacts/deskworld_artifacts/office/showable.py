"""A workbook such that LibreOffice shows what Excel shows.

Three things it does otherwise. A chart sheet whose chart has no size is filled with it by Excel and left empty by
LibreOffice. An array formula with a function that LibreOffice does not know (FILTER, SORT ...) is `#NAME?` there, all
over the cells it fills, whatever values the file holds for them. A pivot table is laid out anew as LibreOffice thinks
best, over the cells that the file holds for it. For such files a copy is opened instead, in which the chart has a size,
the cells hold their values, and a pivot is no more than its cells.
"""

import re
import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from .newer import IN_A_FILE

_ANCHOR = re.compile(rb"(<(?:\w+:)?absoluteAnchor>.*?<(?:\w+:)?ext )cx=\"0\" cy=\"0\"", re.DOTALL)
_SIZE = rb'\1cx="9299575" cy="6067425"'  # what Excel writes: a landscape page
_PIVOT = re.compile(rb"<(?:\w+:)?Relationship\b(?=[^>]*/relationships/pivotTable\")[^>]*/>")
_PIVOT_CHART = re.compile(rb"<c:pivotSource>.*?</c:pivotSource>", re.DOTALL)
_ARRAY = re.compile(rb"<f\b(?=[^>]*\bt=\"array\")[^>]*>[^<]*</f>")


@contextmanager
def showable(path: Path, *, looked_at: bool = True) -> Generator[Path]:
    """The file, or for the time of the block a copy that shows what it holds. What is not only `looked_at`, but saved
    as a workbook again, keeps its pivots."""
    parts = _to_write_otherwise(path, looked_at)
    if not parts:
        yield path
        return
    folder = Path(tempfile.mkdtemp(prefix="deskworld-"))
    try:
        copy = folder / path.name
        with ZipFile(path) as old, ZipFile(copy, "w", ZIP_DEFLATED, compresslevel=1) as new:
            for info in old.infolist():
                new.writestr(info, parts.get(info.filename) or old.read(info))
        yield copy
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _to_write_otherwise(path: Path, looked_at: bool) -> dict[str, bytes]:
    if path.suffix.lower() not in (".xlsx", ".xlsm", ".xltx", ".xltm"):
        return {}
    changes: dict[str, Callable[[bytes], bytes]] = {}
    try:
        with ZipFile(path) as package:
            names = package.namelist()
            if any(name.startswith("xl/chartsheets/") for name in names):
                changes |= {name: _with_size for name in names if name.startswith("xl/drawings/drawing")}
            if "xl/metadata.xml" in names:  # where nothing is said of cells, no formula is a newer array
                changes |= {name: _with_values for name in names if name.startswith("xl/worksheets/sheet")}
            if looked_at and any(name.startswith("xl/pivotTables/") for name in names):
                changes |= {name: _without_pivots for name in names if name.startswith("xl/worksheets/_rels/")}
                changes |= {name: _without_pivot for name in names if name.startswith("xl/charts/chart")}
            old = {name: package.read(name) for name in changes}
    except (BadZipFile, OSError):
        return {}  # who opens it says what is wrong
    new = {name: change(old[name]) for name, change in changes.items()}
    return {name: part for name, part in new.items() if part != old[name]}


def _with_size(drawing: bytes) -> bytes:
    return _ANCHOR.sub(_SIZE, drawing)


def _with_values(sheet: bytes) -> bytes:
    return _ARRAY.sub(lambda found: b"" if IN_A_FILE.search(found[0]) else found[0], sheet)


def _without_pivots(relations: bytes) -> bytes:
    return _PIVOT.sub(b"", relations)


def _without_pivot(chart: bytes) -> bytes:
    return _PIVOT_CHART.sub(b"", chart)
