"""What references become when lines come and go, held against a model that knows nothing of formulas as text.

The model moves single lines: each is pushed on, stays, or is gone. A reference is where the lines that it spoke of
went: from the first that is left to the last.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deskworld_sheets.engine.formulas import shifted, translated
from deskworld_sheets.engine.references import MAX_COLUMN, MAX_ROW, Shift, letters
from hypothesis import given, settings
from hypothesis import strategies as st

SHEETS = ("Home", "Data", "Q1 '24", "ABC12", "Übersicht", "R1C1", "2026")
HOME = "Home"
WHOLE = (1, MAX_ROW)


class End(NamedTuple):
    row: int
    column: int
    row_fixed: bool
    column_fixed: bool


class Reference(NamedTuple):
    sheet: str  # empty: the formula's own
    kind: str  # cell, area, rows, columns
    first: End
    last: End

    def text(self, first: tuple[int, int] | None = None, last: tuple[int, int] | None = None) -> str:
        """As it is written, with other lines if they are given."""
        ends = [(self.first, first or self.first[:2]), (self.last, last or self.last[:2])]
        said: list[str] = []
        for end, (row, column) in ends:
            across = ("$" if end.column_fixed else "") + letters(column)
            down = ("$" if end.row_fixed else "") + str(row)
            said.append({"rows": down, "columns": across}.get(self.kind, across + down))
        return self.prefix + (said[0] if self.kind == "cell" else ":".join(said))

    @property
    def prefix(self) -> str:
        if not self.sheet:
            return ""
        plain = self.sheet in ("Home", "Data", "Übersicht")
        return (self.sheet if plain else "'" + self.sheet.replace("'", "''") + "'") + "!"


def moved(lines: range, shift: Shift) -> tuple[int, int] | None:
    """Where the first and the last of some lines go that are left."""
    kept: list[int] = []
    for line in lines:
        if shift.step > 0:
            kept.append(line + shift.step if line >= shift.at else line)
        elif line < shift.at:
            kept.append(line)
        elif line >= shift.at - shift.step:
            kept.append(line + shift.step)
    return (kept[0], kept[-1]) if kept else None


def after(reference: Reference, sheet: str, shift: Shift) -> str:
    if (reference.sheet or HOME).casefold() != sheet.casefold():
        return reference.text()
    if (shift.axis == "row" and reference.kind == "columns") or (shift.axis == "column" and reference.kind == "rows"):
        return reference.text()
    first, last = reference.first, reference.last
    if (shift.low, shift.high) != WHOLE:
        across = {first.column, last.column} if shift.axis == "row" else {first.row, last.row}
        if reference.kind in ("rows", "columns") or not all(shift.low <= line <= shift.high for line in across):
            return reference.text()  # it reaches beyond the cells that move
    if shift.axis == "row":
        lines = moved(range(first.row, last.row + 1), shift)
        ends = ((lines[0], first.column), (lines[1], last.column)) if lines else None
    else:
        lines = moved(range(first.column, last.column + 1), shift)
        ends = ((first.row, lines[0]), (last.row, lines[1])) if lines else None
    return reference.text(*ends) if ends else reference.prefix + "#REF!"


@st.composite
def references(draw: st.DrawFn) -> Reference:
    kind = draw(st.sampled_from(("cell", "area", "area", "rows", "columns")))
    rows = sorted(draw(st.tuples(st.integers(1, 40), st.integers(1, 40))))
    columns = sorted(draw(st.tuples(st.integers(1, 30), st.integers(1, 30))))
    if kind == "cell":
        rows[1], columns[1] = rows[0], columns[0]
    fixed = draw(st.tuples(*[st.booleans()] * 4))
    if kind == "cell":
        fixed = (*fixed[:2], *fixed[:2])
    return Reference(
        draw(st.sampled_from(("", *SHEETS))),
        kind,
        End(rows[0], columns[0], *fixed[:2]),
        End(rows[1], columns[1], *fixed[2:]),
    )


# What stands between references and must stay: names, functions, texts, numbers and columns of tables that look alike.
BETWEEN = ("+", "*", "-SUM(1)-", '&"A5 Data!B7"&', "+LOG10(2)*", "+Rate_A1*", "+1E5+", "+T[[#All],[A5]]+", "=", "<>",
           "+[1]Far!A5*", "+YTD2024*", "/IF(TRUE,1,2)*", "+'[far.xlsx]Q1'!B3-")  # fmt: skip


@st.composite
def formulas(draw: st.DrawFn) -> tuple[list[Reference], list[str]]:
    found = draw(st.lists(references(), min_size=1, max_size=5))
    return found, [draw(st.sampled_from(BETWEEN)) for _ in found[1:]]


def joined(references: list[str], between: list[str]) -> str:
    text = references[0]
    for piece, reference in zip(between, references[1:], strict=True):
        text += piece + reference
    return text


bands = st.one_of(
    st.just(WHOLE), st.tuples(st.integers(1, 40), st.integers(1, 40)).map(lambda ends: (min(ends), max(ends)))
)
shifts = st.builds(
    lambda axis, at, step, band: Shift(axis, at, step, *band),
    st.sampled_from(("row", "column")),
    st.integers(1, 42),
    st.one_of(st.integers(1, 9), st.integers(-9, -1)),
    bands,
)


@settings(max_examples=400, deadline=None)
@given(formulas(), st.sampled_from(SHEETS), shifts)
def test_lines_that_move(formula: tuple[list[Reference], list[str]], sheet: str, shift: Shift) -> None:
    found, between = formula
    before = joined([one.text() for one in found], between)
    assert shifted(before, HOME, sheet, shift) == joined([after(one, sheet, shift) for one in found], between)


@settings(max_examples=200, deadline=None)
@given(formulas(), st.sampled_from(SHEETS), st.sampled_from(("row", "column")), st.integers(1, 42), st.integers(1, 9))
def test_what_is_put_in_and_taken_out_again_changes_nothing(
    formula: tuple[list[Reference], list[str]], sheet: str, axis: Any, at: int, count: int
) -> None:
    before = joined([one.text() for one in formula[0]], formula[1])
    grown = shifted(before, HOME, sheet, Shift(axis, at, count))
    assert shifted(grown, HOME, sheet, Shift(axis, at, -count)) == before


@settings(max_examples=300, deadline=None)
@given(formulas(), st.integers(-45, 45), st.integers(-35, 35))
def test_a_formula_that_is_copied(formula: tuple[list[Reference], list[str]], down: int, right: int) -> None:
    found, between = formula
    wanted: list[str] = []
    for one in found:
        ends = [
            (end.row + (0 if end.row_fixed else down), end.column + (0 if end.column_fixed else right))
            for end in (one.first, one.last)
        ]
        lost = any(
            (one.kind != "columns" and not 1 <= row <= MAX_ROW)
            or (one.kind != "rows" and not 1 <= column <= MAX_COLUMN)
            for row, column in ends
        )
        wanted.append(one.prefix + "#REF!" if lost else one.text(*ends))
    assert translated(joined([one.text() for one in found], between), down, right) == joined(wanted, between)


def test_values_stay_when_empty_lines_come(do: Any, root: Any, plain_values: Any) -> None:
    """No formula shows another value for an empty line more, wherever it is put in."""
    from servers.sheets import samples

    samples.by_xlsxwriter(root / "v.xlsx")
    do.recalculate_workbook(path="v.xlsx")

    def seen() -> list[list[Any]]:
        rows = (row for sheet in ("Data", "Other side") for row in plain_values(root / "v.xlsx", sheet))
        kept = ([value for value in row if value is not None and value != "Column1"] for row in rows)
        return [row for row in kept if row]

    before = seen()
    for row in (2, 6, 13, 20):
        do.insert_rows(path="v.xlsx", sheet="Data", row=row)
        assert seen() == before
    for column in ("A", "C", "F"):
        do.insert_columns(path="v.xlsx", sheet="Data", column=column)
        assert seen() == before
    do.insert_rows(path="v.xlsx", sheet="Other side", row=2, count=3)
    assert seen() == before
