"""Text tables (CSV and its kin), in and out.

Coming in, numbers become numbers and ISO dates dates; a text that only looks like one (a leading nought, sixteen
digits) stays text, and nothing becomes a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from deskworld_kit import Scalar, ToolError

from .references import MAX_COLUMN, MAX_ROW

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
_NUMBER = re.compile(r"^-?(0|[1-9]\d{0,14})(\.\d{1,15})?([eE][+-]?\d{1,3})?$|^-?\.\d{1,15}$")
_COMMA_NUMBER = re.compile(r"^-?(0|[1-9]\d{0,14}),\d{1,15}$")
_SIGNS = ("=", "+", "-", "@", "\t", "\r")
MOST_BYTES = 200 << 20


def read(path: Path, delimiter: str, text_columns: Sequence[str]) -> tuple[list[list[Scalar]], str]:
    """The rows of a text table, and the name of the delimiter that parts them."""
    if path.stat().st_size > MOST_BYTES:
        raise ToolError(f"{path.name} is larger than {MOST_BYTES >> 20} MB; split it first", argument="source")
    text = decode(path.read_bytes(), path.name)
    name = delimiter or sniff(text)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=DELIMITERS[name]))
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise ToolError(f"{path.name} holds no rows", argument="source")
    if len(rows) > MAX_ROW or max(map(len, rows)) > MAX_COLUMN:
        raise ToolError(f"{path.name} has more rows or columns than a sheet holds", argument="source")
    kept = _kept_as_text(rows[0], text_columns)
    comma = name == "semicolon"
    found: list[list[Scalar]] = [[_literal(cell) for cell in rows[0]]]
    found += [[_typed(cell, at in kept, comma) for at, cell in enumerate(row)] for row in rows[1:]]
    return found, name


def _kept_as_text(headings: Sequence[str], wanted: Sequence[str]) -> set[int]:
    found: set[int] = set()
    for name in wanted:
        matches = [at for at, heading in enumerate(headings) if heading.strip().casefold() == name.strip().casefold()]
        if not matches:
            raise ToolError(f"there is no column {name!r}; there is: {', '.join(headings)}", argument="text_columns")
        found.update(matches)
    return found


def _typed(cell: str, as_text: bool, comma: bool) -> Scalar:
    if as_text or not cell:
        return _literal(cell) if cell else None
    bare = cell.strip()
    if _NUMBER.match(bare):
        number = float(bare)
        return int(bare) if bare.lstrip("-").isdigit() else number
    if comma and _COMMA_NUMBER.match(bare):
        return float(bare.replace(",", "."))
    if bare in ("TRUE", "FALSE", "true", "false", "True", "False"):
        return bare.lower() == "true"
    return _literal(cell, dates=False)


def _literal(cell: str, *, dates: bool = True) -> str:
    """A text that is written as it stands, whatever it looks like."""
    looks = cell.startswith(("=", "{=", "'=", "'{=", "''")) or (dates and re.match(r"^\d{4}-\d{2}-\d{2}", cell))
    return "'" + cell if looks else cell


def decode(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\x00" in data[:4096]:
            raise ToolError(f"{name} is no text file", argument="source") from None
        return data.decode("cp1252", errors="replace")


def sniff(text: str) -> str:
    """The delimiter that parts the first lines most evenly."""
    lines = [line for line in text[:50_000].splitlines()[:30] if line.strip()]
    best, most = "comma", 0.0
    for name, sign in DELIMITERS.items():
        widths = [len(row) for row in csv.reader(lines, delimiter=sign)]
        usual = max(set(widths), key=widths.count) if widths else 1
        score = (usual - 1) * widths.count(usual) / max(1, len(widths))
        if usual > 1 and score > most:
            best, most = name, score
    return best


def write(path: Path, rows: Iterable[Sequence[Scalar]], delimiter: str) -> tuple[int, int, int]:
    """Write rows as UTF-8; gives how many rows and columns there are, and how many texts a spreadsheet would run."""
    count = width = risky = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, delimiter=DELIMITERS[delimiter], lineterminator="\n")
        for row in rows:
            out.writerow([_shown(value) for value in row])
            count += 1
            width = max(width, len(row))
            risky += sum(_is_risky(value) for value in row)
    return count, width, risky


def _is_risky(value: Scalar) -> bool:
    """Whether a spreadsheet that opens the file would take this text for a formula."""
    return isinstance(value, str) and value.startswith(_SIGNS) and not _NUMBER.match(value.lstrip("+"))


def _shown(value: Scalar) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return repr(value) if isinstance(value, float) else str(value)


def lines_of(
    cells: Iterator[tuple[int, int, Scalar]], top: int, left: int, bottom: int, width: int
) -> Iterator[list[Scalar]]:
    """Cells in order as whole rows, the empty ones too."""
    row = _empty(width)
    number = top
    for at, column, value in cells:
        while number < at:
            yield row
            row, number = _empty(width), number + 1
        row[column - left] = value
    while number <= bottom:
        yield row
        row, number = _empty(width), number + 1


def _empty(width: int) -> list[Scalar]:
    return [None] * width
