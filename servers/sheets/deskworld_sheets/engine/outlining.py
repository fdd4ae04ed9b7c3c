"""Rows and columns in groups that fold away: outline levels, which Excel shows beside the headings of a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from deskworld_kit import ToolError

from .book import Book, Sheet
from .formats import check_rows
from .linenames import Lines
from .markup import Element, ensure, q
from .references import letters

DEEPEST = 7


def group(book: Book, sheet: Sheet, lines: Lines, *, on: bool, folded: bool) -> None:
    """Put lines one level deeper into a group, folded away if asked; or take them out of the innermost one."""
    grid = book.grid(sheet)
    if lines.axis == "row":
        check_rows(lines.first, lines.last, "lines")
        held = [grid.ensure_row(number) for number in range(lines.first, lines.last + 1)]
    else:
        held = grid.column_settings(lines.first, lines.last)
    levels = [int(item.get("outlineLevel") or 0) for item in held]
    if on and max(levels) >= DEEPEST:
        raise ToolError(f"groups go {DEEPEST} levels deep, and {lines.name} is there already", argument="lines")
    if not on and not any(levels):
        raise ToolError(f"{lines.name} is in no group", argument="lines")
    for item, level in zip(held, levels, strict=True):
        new = level + 1 if on else max(0, level - 1)
        if new:
            item.set("outlineLevel", str(new))
        else:
            item.attrib.pop("outlineLevel", None)
        if on and folded:
            item.set("hidden", "1")
        else:
            item.attrib.pop("hidden", None)
    _mark_folded(book, sheet, lines, folded=on and folded)
    _say_depth(grid.root)


def _mark_folded(book: Book, sheet: Sheet, lines: Lines, *, folded: bool) -> None:
    """The line after a group carries the sign that folds it."""
    grid = book.grid(sheet)
    if lines.last >= (1_048_576 if lines.axis == "row" else 16_384):
        return
    after = (
        [grid.row(lines.last + 1) if not folded else grid.ensure_row(lines.last + 1)]
        if lines.axis == "row"
        else grid.column_settings(lines.last + 1, lines.last + 1) if folded else _existing(grid.root, lines.last + 1)
    )  # fmt: skip
    for item in after:
        if item is None:
            continue
        if folded:
            item.set("collapsed", "1")
        else:
            item.attrib.pop("collapsed", None)


def _existing(root: Element, column: int) -> list[Element]:
    columns = root.find(q("cols"))
    held = list(columns) if columns is not None else []
    return [item for item in held if item.get("min") == item.get("max") == str(column)]


def _say_depth(root: Element) -> None:
    """The sheet says how deep its groups go; Excel makes room for that many signs."""
    settings = ensure(root, "sheetFormatPr")
    if settings.get("defaultRowHeight") is None:
        settings.set("defaultRowHeight", "15")
    columns = root.find(q("cols"))
    found = {
        "outlineLevelRow": [int(row.get("outlineLevel") or 0) for row in root.iter(q("row"))],
        "outlineLevelCol": [int(item.get("outlineLevel") or 0) for item in columns] if columns is not None else [],
    }
    for name, levels in found.items():
        if deepest := max(levels, default=0):
            settings.set(name, str(deepest))
        else:
            settings.attrib.pop(name, None)


def groups(root: Element) -> Iterator[tuple[str, int]]:
    """(lines, level) of the stretches of lines that are in a group."""
    columns = root.find(q("cols"))
    for item in columns if columns is not None else ():
        if level := int(item.get("outlineLevel") or 0):
            yield f"{letters(int(item.get('min') or 1))}:{letters(int(item.get('max') or 1))}", level
    first = last = level = 0
    for row in root.iter(q("row")):
        number, deep = int(row.get("r") or 0), int(row.get("outlineLevel") or 0)
        if level and (deep != level or number != last + 1):
            yield f"{first}:{last}", level
            level = 0
        if deep:
            first, last, level = (first if level else number), number, deep
    if level:
        yield f"{first}:{last}", level
