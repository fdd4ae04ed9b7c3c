"""Sheets as Markdown: a heading for each, and a table of what its cells show."""

from __future__ import annotations

from collections.abc import Iterator

from .book import Book
from .showing import shown

MOST_CELLS = 500_000


def lines(book: Book) -> Iterator[str]:
    """The visible sheets of a book, line by line."""
    for sheet in book.sheets:
        if not sheet.is_grid or sheet.state != "visible":
            continue
        yield f"## {_plain(sheet.name)}"
        yield ""
        used = book.used(sheet)
        if used is None:
            yield "(empty)"
            yield ""
            continue
        held: dict[int, dict[int, str]] = {}
        numbers: set[int] = set()
        texts: set[int] = set()
        for row, column, cell in book.cells(sheet, used):
            code = book.styles.number_format(cell.style)
            held.setdefault(row, {})[column] = _plain(shown(cell.value, code))
            if row > used.top and cell.value is not None:
                is_number = isinstance(cell.value, int | float) and not isinstance(cell.value, bool)
                (numbers if is_number else texts).add(column)
        columns = range(used.left, used.right + 1)
        yield _line([held.get(used.top, {}).get(column, "") for column in columns])
        yield "|" + "|".join("---:" if column in numbers - texts else "---" for column in columns) + "|"
        for row in range(used.top + 1, used.bottom + 1):
            if row in held:
                yield _line([held[row].get(column, "") for column in columns])
        yield ""


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _plain(text: str) -> str:
    """A text such that it stays one cell of a table, and none of its signs are read as markup."""
    for sign in ("\\", "|", "*", "_", "`", "<", "["):
        text = text.replace(sign, "\\" + sign)
    return text.replace("\r\n", "\n").replace("\n", "<br>").strip()
