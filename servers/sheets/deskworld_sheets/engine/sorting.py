"""Rows of a block put in another order, or some of them dropped, cells and looks and formulas together.

A formula that moves with its row keeps speaking of its own row, as when Excel sorts. Formulas elsewhere go on
pointing at the places, not at the rows that were there.
"""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_kit import Scalar, ToolError

from . import content, tables
from .book import Book, Sheet
from .cells import F
from .formulas import reads_other_rows, shown, translated
from .markup import Element
from .references import Area, cell_name, column_number, letters

MOST_CELLS = 2_000_000


def headings(book: Book, sheet: Sheet, area: Area) -> list[str]:
    found = ["" for _ in range(area.columns)]
    for _, column, cell in book.cells(sheet, area._replace(bottom=area.top)):
        found[column - area.left] = "" if cell.value is None else str(cell.value)
    return found


def column_of(book: Book, sheet: Sheet, area: Area, name: str, has_header: bool, argument: str) -> int:
    """A column by its heading, or by its letter."""
    known = headings(book, sheet, area) if has_header else []
    for offset, heading in enumerate(known):
        if heading.casefold() == name.strip().casefold():
            return area.left + offset
    if name.isalpha() and len(name) <= 3 and area.left <= (number := column_number(name)) <= area.right:
        return number
    listed = ", ".join(known) or f"{letters(area.left)} to {letters(area.right)}"
    raise ToolError(f"there is no column {name!r} in {area.name}; there is: {listed}", argument=argument)


def body_of(book: Book, sheet: Sheet, area: Area, has_header: bool) -> Area:
    """The rows to work on: below the heading, as far as there are values."""
    used = book.used(sheet)
    inside = area.within(used) if used else None
    if inside is None or inside.rows < (2 if has_header else 1):
        raise ToolError(f"{area.name} holds no rows", argument="range")
    body = inside._replace(top=inside.top + has_header)
    if body.cells > MOST_CELLS:
        raise ToolError(f"{body.name} has {body.cells} cells; at most {MOST_CELLS} at once", argument="range")
    return body


def sort(book: Book, sheet: Sheet, area: Area, by: Sequence[str], has_header: bool) -> Area:
    body = body_of(book, sheet, area, has_header)
    keys: list[tuple[int, bool]] = []
    known = [heading.casefold() for heading in headings(book, sheet, area)]
    for name in by:
        down = name.startswith("-") and name.casefold() not in known
        keys.append((column_of(book, sheet, area, name[1:] if down else name, has_header, "by"), down))
    values: dict[int, dict[int, Scalar]] = {}
    for row, column, cell in book.cells(sheet, body):
        values.setdefault(row, {})[column] = cell.value
    order = list(range(body.top, body.bottom + 1))
    for column, down in reversed(keys):
        filled = [row for row in order if values.get(row, {}).get(column) not in (None, "")]
        blank = [row for row in order if values.get(row, {}).get(column) in (None, "")]
        filled.sort(key=lambda row: rank(values[row][column]), reverse=down)
        order = filled + blank
    rearrange(book, sheet, body, order)
    return body


def rank(value: Scalar) -> tuple[int, float, str]:
    """Excel's order: numbers, texts, booleans."""
    if isinstance(value, bool):
        return (2, float(value), "")
    if isinstance(value, int | float):
        return (0, float(value), "")
    return (1, 0.0, str(value).casefold())


def drop_duplicates(book: Book, sheet: Sheet, area: Area, columns: Sequence[str], has_header: bool) -> int:
    """Keep the first of rows that agree in the columns; what is below moves up. Says how many went."""
    body = body_of(book, sheet, area, has_header)
    wanted = [column_of(book, sheet, area, name, has_header, "columns") for name in columns]
    wanted = wanted or list(range(body.left, body.right + 1))
    values: dict[int, dict[int, Scalar]] = {}
    for row, column, cell in book.cells(sheet, body):
        values.setdefault(row, {})[column] = cell.value
    seen: set[tuple[object, ...]] = set()
    kept: list[int] = []
    for row in range(body.top, body.bottom + 1):
        own = values.get(row, {})
        key = tuple(rank(own[column]) if own.get(column) not in (None, "") else None for column in wanted)
        if key not in seen:
            seen.add(key)
            kept.append(row)
    gone = body.rows - len(kept)
    if gone:
        rearrange(book, sheet, body, kept)
        for _, table in tables.tables(book, sheet):
            if table.body == body and not table.totals_rows:
                tables.resize(book, table, table.area._replace(bottom=table.area.bottom - gone))
    return gone


def rearrange(book: Book, sheet: Sheet, body: Area, order: Sequence[int]) -> None:
    """Put the rows of a block into the given order; rows that are not named go, and leave empty ones at the end."""
    grid = book.grid(sheet)
    if any(merged.meets(body) for merged in grid.merges()):
        raise ToolError(f"{body.name} holds merged cells; unmerge them first", argument="range")
    for holder in grid.data.iter(F):
        if holder.get("t") == "array" and ":" in (holder.get("ref") or ""):
            content.guard(book, sheet, grid, body)
            break
    grid.expand_shared()
    lifted: dict[int, list[tuple[int, Element]]] = {}
    turned: list[str] = []
    for row, column, cell in list(grid.cells(body)):
        lifted.setdefault(row, []).append((column, cell))
        grid.remove_cell(row, column)
    for new, old in enumerate(order, body.top):
        for column, cell in lifted.get(old, []):
            cell.set("r", cell_name(new, column))
            holder = cell.find(F)
            if holder is not None:
                if new != old and reads_other_rows(holder.text or "", old, sheet.name):
                    turned.append(f"{cell_name(old, column)} {shown(holder.text or '')}")
                holder.text = translated(holder.text or "", new - old, 0)
                if holder.get("ref"):
                    holder.set("ref", cell_name(new, column))
            grid.insert_cell(new, column, cell)
    if turned:
        more = f" and {len(turned) - 3} more" if len(turned) > 3 else ""
        book.warn(
            f"formulas that read other rows or sheets moved with their rows and now read other cells, as in Excel: "
            f"{', '.join(turned[:3])}{more} (before); write such rows with $, or look them up, and sort again"
        )
    book.wrote(sheet, body)


def copy(book: Book, source: Sheet, area: Area, sheet: Sheet, top: int, left: int, what: str) -> Area:
    """Cells copied elsewhere; formulas move along as when pasted. `what`: all, values, formulas or formats."""
    target = Area(top, left, top + area.rows - 1, left + area.columns - 1)
    if area.cells > MOST_CELLS:
        raise ToolError(f"{area.name} has {area.cells} cells; at most {MOST_CELLS} at once", argument="source")
    taken = {(row, column): cell for row, column, cell in book.cells(source, area, formulas_too=True)}
    first, second = book.grid(source), book.grid(sheet)
    looks = {(row, column): cell.get("s") for row, column, cell in first.cells(area)}
    content.guard(book, sheet, second, target)
    for down in range(area.rows):
        for right in range(area.columns):
            place = (area.top + down, area.left + right)
            row, column = top + down, left + right
            old = taken.get(place)
            if what != "formats":
                value: Scalar = None
                if old is not None:
                    formula = old.formula if what != "values" else ""
                    plain = formula and not formula.startswith("{")
                    value = content.literal(old.value)
                    if plain:
                        value = "=" + translated(formula[1:], row - area.top - down, column - area.left - right)
                content.put(book, second, row, column, content.encoded(book, value, copied=True))
            if what in ("all", "formats") and (look := looks.get(place)):
                second.ensure_cell(row, column).set("s", look)
    book.wrote(sheet, target)
    return target


def replace(book: Book, sheet: Sheet, area: Area | None, find: str, with_: str, whole: bool, formulas: bool) -> int:
    """Replace a text in the texts of cells, and in formulas if asked; says how many cells changed."""
    changes: list[tuple[int, int, str]] = []
    for row, column, cell in book.cells(sheet, area, formulas_too=True):
        old = cell.formula if cell.formula else cell.value
        if not isinstance(old, str) or (cell.formula and (not formulas or cell.formula.startswith("{"))):
            continue
        if not cell.formula and book.styles.date_code(cell.style):
            continue
        new = (with_ if old == find else old) if whole else old.replace(find, with_)
        if new != old:
            changes.append((row, column, new if cell.formula else str(content.literal(new))))
    grid = book.grid(sheet) if changes else None
    for row, column, new in changes:
        if grid is not None:
            content.unshare(grid, Area(row, column, row, column))
            content.put(book, grid, row, column, content.encoded(book, new))
    if changes:
        rows, columns = [change[0] for change in changes], [change[1] for change in changes]
        book.wrote(sheet, Area(min(rows), min(columns), max(rows), max(columns)))
    return len(changes)
