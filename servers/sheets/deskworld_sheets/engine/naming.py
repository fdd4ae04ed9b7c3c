"""What a person gives a name to, as the file writes it: a range with its sheet and dollars, a constant, a formula."""

from __future__ import annotations

from deskworld_kit import ToolError

from .book import Book, Sheet
from .formulas import prefixed, stored
from .references import area_of


def meaning(book: Book, text: str, home: Sheet | None) -> str:
    text = text.strip()
    if not text:
        return ""
    if text.startswith("="):
        return stored(text, "refers_to")
    try:
        float(text)
    except ValueError:
        pass
    else:
        return text
    if text.startswith('"'):
        return stored("=" + text, "refers_to")
    if "!" not in text:
        try:
            area_of(text)
        except ValueError:
            raise ToolError(
                f"{text!r} is no range, number or formula; write like Data!B2:B20, 0.19 or =SUM(Data!B:B)",
                argument="refers_to",
            ) from None
    sheet, area = book.locate("" if "!" in text or not home else home.name, text, "refers_to")
    return prefixed(sheet.name, area.absolute)
