"""The grid: rows and cells of one worksheet's tree, found and made in their places.

Rows and cells are looked up in indexes built as far as they are needed; what is new goes where the order asks
for it. A new cell takes the style of its row or column, as it would under a person's hands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from lxml import etree

from .cells import C, F
from .formulas import translated
from .markup import Element, ensure, place, q
from .references import Area, area_of, cell_name, split_cell

ROW = q("row")


class Grid:
    def __init__(self, root: Element) -> None:
        self.root = root
        self.data = ensure(root, "sheetData")
        self._rows: dict[int, Element] = {}
        self._cells: dict[int, dict[int, Element]] = {}
        number = 0
        for row in self.data.iterchildren(ROW):
            number = int(row.get("r") or number + 1)
            if row.get("r") is None:
                row.set("r", str(number))
            self._rows[number] = row
        self._order = sorted(self._rows)

    # --- looking

    def row(self, number: int) -> Element | None:
        return self._rows.get(number)

    def row_numbers(self, first: int = 1, last: int = 1 << 20) -> list[int]:
        return self._order[bisect_left(self._order, first) : bisect_left(self._order, last + 1)]

    def cell(self, row: int, column: int) -> Element | None:
        return self.row_cells(row).get(column)

    def row_cells(self, number: int) -> dict[int, Element]:
        """The row's cells by column."""
        found = self._cells.get(number)
        if found is None:
            found = self._cells[number] = {}
            row = self._rows.get(number)
            column = 0
            for cell in row.iterchildren(C) if row is not None else ():
                name = cell.get("r")
                column = split_cell(name)[1] if name else column + 1
                if not name:
                    cell.set("r", cell_name(number, column))
                found[column] = cell
        return found

    def cells(self, area: Area | None = None) -> Iterator[tuple[int, int, Element]]:
        """Every cell there is (in the area), row by row."""
        first, last = (area.top, area.bottom) if area else (1, 1 << 20)
        for number in self.row_numbers(first, last):
            for column, cell in sorted(self.row_cells(number).items()):
                if area is None or area.left <= column <= area.right:
                    yield number, column, cell

    def used(self) -> Area | None:
        """The smallest area that holds every value and formula."""
        found = [(number, ends) for number in self._order if (ends := filled(self._rows[number]))]
        if not found:
            return None
        return Area(found[0][0], min(ends[0] for _, ends in found), found[-1][0], max(ends[1] for _, ends in found))

    # --- making

    def ensure_row(self, number: int) -> Element:
        row = self._rows.get(number)
        if row is None:
            row = etree.Element(ROW, r=str(number))
            at = bisect_left(self._order, number)
            if at == len(self._order):
                self.data.append(row)
            else:
                self._rows[self._order[at]].addprevious(row)
            self._order.insert(at, number)
            self._rows[number] = row
        return row

    def ensure_cell(self, row: int, column: int) -> Element:
        known = self.row_cells(row)
        cell = known.get(column)
        if cell is not None:
            return cell
        cell = etree.Element(C, r=cell_name(row, column))
        style = self.default_style(row, column)
        if style:
            cell.set("s", str(style))
        self.insert_cell(row, column, cell)
        return cell

    def insert_cell(self, row: int, column: int, cell: Element) -> None:
        """Put a cell that already has its name where it belongs; there may be none yet."""
        known = self.row_cells(row)
        parent = self.ensure_row(row)
        parent.attrib.pop("spans", None)
        after = min((other for other in known if other > column), default=0)
        if after:
            known[after].addprevious(cell)
        else:
            parent.append(cell)
        known[column] = cell

    def append_rows(self, rows: Iterable[tuple[int, str]]) -> None:
        """Rows after the last one, given as the markup of their cells."""
        namespace = q("x")[1:-2]
        text = "".join(f'<row r="{number}">{cells}</row>' for number, cells in rows)
        block = etree.fromstring(f'<sheetData xmlns="{namespace}">{text}</sheetData>')
        for row in list(block):
            number = int(row.get("r") or 0)
            self.data.append(row)
            self._rows[number] = row
            self._order.append(number)

    def remove_cell(self, row: int, column: int) -> None:
        cell = self.row_cells(row).pop(column, None)
        if cell is not None:
            self._rows[row].remove(cell)

    def forget(self) -> None:
        """Build the indexes anew after rows or cells were renumbered in the tree."""
        self.__init__(self.root)

    # --- styles of rows and columns

    def default_style(self, row: int, column: int) -> int:
        found = self._rows.get(row)
        if found is not None and found.get("s") and found.get("customFormat") in ("1", "true"):
            return int(found.get("s") or 0)
        return self.column_style(column)

    def column_style(self, column: int) -> int:
        columns = self.root.find(q("cols"))
        for item in columns if columns is not None else ():
            if int(item.get("min", "0")) <= column <= int(item.get("max", "0")):
                return int(item.get("style") or 0)
        return 0

    def column_settings(self, first: int, last: int) -> list[Element]:
        """`<col>` elements that together are exactly these columns, split or made where needed."""
        columns = ensure(self.root, "cols")
        covered = first
        for item in list(columns):
            low, high = int(item.get("min", "0")), int(item.get("max", "0"))
            if high < first or low > last:
                continue
            for start, end in ((low, first - 1), (last + 1, high)):
                if start <= end and (start, end) != (low, high):
                    copy = etree.Element(item.tag, dict(item.attrib))
                    copy.set("min", str(start))
                    copy.set("max", str(end))
                    (item.addprevious if start == low else item.addnext)(copy)
            item.set("min", str(max(low, first)))
            item.set("max", str(min(high, last)))
        found: list[Element] = []
        for item in list(columns):
            low, high = int(item.get("min", "0")), int(item.get("max", "0"))
            if high < first or low > last:
                continue
            if covered < low:
                item.addprevious(made := _column(covered, low - 1))
                found.append(made)
            found.append(item)
            covered = high + 1
        if covered <= last:
            made = _column(covered, last)
            after = next((item for item in columns if int(item.get("min", "0")) > last), None)
            if after is None:
                columns.append(made)
            else:
                after.addprevious(made)
            found.append(made)
        return found

    # --- the whole

    def merges(self) -> list[Area]:
        merged = self.root.find(q("mergeCells"))
        return [area_of(item.get("ref") or "A1") for item in merged] if merged is not None else []

    def expand_shared(self) -> bool:
        """Give each cell of a shared formula its own text; says whether there were any."""
        masters: dict[str, tuple[str, int, int]] = {}
        found = False
        for formula in self.data.iter(F):
            if formula.get("t") != "shared":
                continue
            found = True
            cell = formula.getparent()
            row, column = split_cell((cell.get("r") if cell is not None else None) or "A1")
            group = formula.get("si") or ""
            if formula.text:
                masters.setdefault(group, (formula.text, row, column))
            elif group in masters:
                text, top, left = masters[group]
                formula.text = translated(text, row - top, column - left)
            for attribute in ("t", "si", "ref"):
                formula.attrib.pop(attribute, None)
        return found

    def settle(self) -> None:
        """Make the sheet's `dimension` true; readers that stream believe it."""
        used = self.used()
        dimension = self.root.find(q("dimension"))
        if dimension is None:
            dimension = place(self.root, etree.Element(q("dimension")))
        dimension.set("ref", used.name if used else "A1")


def filled(row: Element) -> tuple[int, int] | None:
    """The first and the last column of a row that hold something; cells stand in order."""
    first = next((cell for cell in row if len(cell)), None)
    if first is None:
        return None
    last = next(cell for cell in reversed(row) if len(cell))
    names = first.get("r"), last.get("r")
    if names[0] and names[1]:
        return split_cell(names[0])[1], split_cell(names[1])[1]
    full = [column for column, cell in enumerate(row, 1) if len(cell)]
    return full[0], full[-1]


def _column(first: int, last: int) -> Element:
    return etree.Element(q("col"), min=str(first), max=str(last), width="9.140625")
