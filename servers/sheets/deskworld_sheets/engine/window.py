"""Rows of a sheet as a stream: a window of a huge sheet costs its own rows, not the whole sheet.

The sheet's markup is unpacked piece by piece; rows before the window are skipped unparsed, by the row number
in the last `<row` tag of a piece, and reading stops with the window. A sheet whose markup is not the plain
kind that every program writes (rows without numbers, prefixed tags, UTF-16) is parsed whole instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .markup import Element, parse, q
from .package import Package
from .references import MAX_ROW, split_cell

_FIRST_PIECE, _PIECE = 1 << 15, 1 << 20
_ROW_NUMBER = re.compile(rb'<row\s[^>]*?\br="(\d+)"')
_ROOT = re.compile(rb"<worksheet\b[^>]*>")
ROW, C = q("row"), q("c")
_COLUMNS: dict[str, int] = {}


def rows(package: Package, part: str, first: int = 1, last: int = MAX_ROW) -> Iterator[Element]:
    """The sheet's `<row>` elements from `first` to `last`, in order."""
    if package.is_parsed(part):
        yield from _from_tree(package, part, first, last)
        return
    pieces = _blocks(package, part, first, last)
    head = next(pieces, None)
    if head is None:
        yield from _from_tree(package, part, first, last)
        return
    for block in pieces:
        for row in parse(head + b"<sheetData>" + block + b"</sheetData></worksheet>")[0]:
            number = int(row.get("r") or 0)
            if number > last:
                return
            if number >= first:
                yield row


def cells_of(row: Element) -> Iterator[tuple[int, Element]]:
    """(column, cell) of a row, also where cells carry no reference."""
    column = 0
    digits = len(row.get("r") or "")
    for cell in row.iterchildren(C):
        name = cell.get("r")
        if name and digits:
            # A sheet has few columns and many rows: letters are looked up, not read.
            letters = name[:-digits]
            column = _COLUMNS.get(letters) or _COLUMNS.setdefault(letters, split_cell(name)[1])
        else:
            column = split_cell(name)[1] if name else column + 1
        yield column, cell


def _from_tree(package: Package, part: str, first: int, last: int) -> Iterator[Element]:
    data = package.tree(part).find(q("sheetData"))
    number = 0
    for row in data.iterchildren(ROW) if data is not None else ():
        number = int(row.get("r") or number + 1)
        if number > last:
            return
        if number >= first:
            if row.get("r") is None:
                row.set("r", str(number))
            yield row


def _blocks(package: Package, part: str, first: int, last: int) -> Iterator[bytes]:
    """The sheet's root tag, then blocks of whole rows; nothing at all when the markup is not plain."""
    with package.stream(part) as stream:
        buffer = bytearray(stream.read(_FIRST_PIECE))
        while (start := buffer.find(b"<sheetData")) < 0 and (more := stream.read(_PIECE)):
            buffer += more
        root = _ROOT.search(buffer)
        if root is None or start < 0:
            return
        opening = bytes(root[0])
        end = buffer.index(b">", start) + 1
        empty = bytes(buffer[end - 2 : end]) == b"/>"
        del buffer[:end]
        if not empty and buffer.lstrip().startswith(b"<row") and not _ROW_NUMBER.match(buffer.lstrip()):
            return
        yield opening
        size = _FIRST_PIECE
        while not empty:
            end = buffer.find(b"</sheetData>")
            if end >= 0:
                del buffer[end:]
                if buffer.strip():
                    yield bytes(buffer)
                return
            cut = buffer.rfind(b"<row ")
            found = _ROW_NUMBER.match(buffer, cut) if cut > 0 else None
            if found:
                if int(found[1]) > first:
                    yield bytes(buffer[:cut])
                if int(found[1]) > last:
                    return
                del buffer[:cut]
            more = stream.read(size)
            if not more:
                return
            buffer += more
            size = _PIECE
