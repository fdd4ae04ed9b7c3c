"""Rows, columns and number formats as people name them, and arguments of newer functions that are left out."""

from __future__ import annotations

from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_sheets.engine.codes import code_of
from deskworld_sheets.engine.linenames import lines_of, lists_of

ROW = [["A", "B", "C", "D", "E"], [1, 2, 3, 4, 5]]


@pytest.fixture
def five(do: Any) -> str:
    do.create_workbook(path="five.xlsx", rows=ROW)
    return "five.xlsx"


@pytest.mark.parametrize(
    ("said", "left"),
    [(3, "ABDE"), ("3", "ABDE"), ("C", "ABDE"), ("$c", "ABDE"), ("B:C", "ADE"), ("2:4", "AE"), ("D:B", "AE")],
)
def test_columns_by_number_letter_or_span(do: Any, five: str, said: str | int, left: str) -> None:
    do.delete_columns(path=five, column=said)
    assert "".join(do.read_range(path=five).rows[0]) == left


@pytest.mark.parametrize(("said", "at", "many"), [(3, 2, 1), ("3", 2, 1), ("C", 2, 1), ("B:D", 1, 3), ("2:3", 1, 2)])
def test_columns_go_in_where_they_are_named(do: Any, five: str, said: str | int, at: int, many: int) -> None:
    do.insert_columns(path=five, column=said)
    assert do.read_range(path=five).rows[0] == [*ROW[0][:at], *[None] * many, *ROW[0][at:]]


@pytest.mark.parametrize("said", ["B7", "A1:C2", "", "0", "XFE", "16385", "C-E", "B:3", "B:C:D", "1.5", "-1"])
def test_what_is_no_column_is_refused(do: Any, root: Any, five: str, said: str) -> None:
    before = (root / five).read_bytes()
    for call in (do.delete_columns, do.insert_columns):
        with pytest.raises(ToolError, match="column"):
            call(path=five, column=said)
    with pytest.raises(ToolError, match="column"):
        do.set_column_width(path=five, columns=said, width=9)
    assert (root / five).read_bytes() == before


def test_rows_alike(do: Any, five: str) -> None:
    do.insert_rows(path=five, row="2:3")
    assert do.read_range(path=five, range="A4").rows == [[1]]
    do.delete_rows(path=five, row="2", count=2)
    assert do.read_range(path=five, range="A2").rows == [[1]]
    for said in ("B", "A1:C2", "B:C", 0):
        with pytest.raises(ToolError, match="row"):
            do.delete_rows(path=five, row=said)
        with pytest.raises(ToolError, match="row"):
            do.set_row_height(path=five, rows=str(said), height=20)
    with pytest.raises(ToolError, match="leave count out"):
        do.delete_rows(path=five, row="2:4", count=2)


def test_widths_heights_and_hiding(do: Any, five: str) -> None:
    assert do.set_column_width(path=five, columns="2", width=30).widths == {"B": 30}
    assert do.set_column_width(path=five, columns="A,C:D", width=12).widths == {"A": 12, "C": 12, "D": 12}
    assert do.set_column_width(path=five, columns="A:XFD", width=10).widths == {"A:XFD": 10}
    assert do.set_row_height(path=five, rows="2", height=30).range == "Sheet1!2:2"
    assert do.hide_lines(path=five, lines="3").range == "Sheet1!3:3"
    assert do.hide_lines(path=five, lines="C").range == "Sheet1!C:C"
    assert lines_of("7", None, "x").axis == "row" and lines_of(7, "column", "x").name == "G:G"
    assert [each.name for each in lists_of("A:B, F", "column", "x")] == ["A:B", "F:F"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("currency", '"$"#,##0.00'), ("Percent", "0.0%"), ("date", "yyyy-mm-dd"), ("long_date", "d mmmm yyyy"),
     ("text", "@"), ("Number", "#,##0.00")],
)  # fmt: skip
def test_names_of_number_formats(do: Any, five: str, name: str, code: str) -> None:
    do.format_range(path=five, range="A2", number_format=name)
    assert do.get_cell_format(path=five, range="A2").items[0].number_format == code


@pytest.mark.parametrize(
    "code",
    ["#,##0.00;[Red]-#,##0.00", "[$-409]mmm d, yyyy", "[h]:mm:ss", "hh:mm:ss.000", "h:mm AM/PM", 'General" kg"', ";;;",
     '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"??_-;_-@_-', '[>=1000]#,##0,"k";0', "# ??/??", "##0.0E+0", "€#,##0",
     "yyyy年m月d日", "[$€-407] #,##0.00", "mmss.0", "dd/mm/yyyy", "0.00\\ \\k\\g"],
)  # fmt: skip
def test_codes_that_excel_takes_stay_as_they_are(code: str) -> None:
    assert code_of(code) == code


@pytest.mark.parametrize(
    ("code", "said"),
    [("0.00 kg", '0.00 "kg"'), ("0 days", '0 "days"'), ("#,##0 EUR", '#,##0 "EUR"'), ("0 m", '0 "m"'),
     ("[Foo]0", "no colour"), ("{:.2f}", "quotes"), ("%Y-%m-%d", "takes no %"), ('0 "kg', "not closed"),
     ("0_", "needs a sign"), ("0;0;0;0;0", "sections"), ("two decimals", "quotes"), ("General 0", "do not go together"),
     ("0" * 256, "longer")],
)  # fmt: skip
def test_codes_that_excel_would_not_take(do: Any, five: str, code: str, said: str) -> None:
    with pytest.raises(ToolError, match="number_format") as refused:
        do.format_range(path=five, range="A2", number_format=code)
    assert said in str(refused.value)


LEFT_OUT: dict[str, list[list[Any]]] = {
    "=SORT(A2:A4,,-1)": [[3], [2], [1]],
    "=SEQUENCE(2,,5)": [[5], [6]],
    "=SEQUENCE(,2,,3)": [[1, 4]],
    "=TAKE(A2:B4,,1)": [[2], [3], [1]],
    '=EXPAND(A2:A3,,2,"x")': [[2, "x"], [3, "x"]],
    "=SORTBY(B2:B4,A2:A4,,B2:B4,-1)": [["c"], ["a"], ["b"]],
    "=SUM(SORT(A2:A4,,-1))": [[6]],
    '=TEXTAFTER("a,b",",",,,,"no")': [["b"]],
    '=SORT(B2:B4,,IF("(,,"="",1,-1))': [["c"], ["b"], ["a"]],
}


def test_arguments_left_out_of_newer_functions(do: Any) -> None:
    formulas = [piece for formula in LEFT_OUT for piece in (formula, None, None)]
    done = do.create_workbook(path="n.xlsx", rows=[["n", "t", None, *formulas], [2, "a"], [3, "b"], [1, "c"]])
    rows = do.read_range(path="n.xlsx", range="A1:AD4").rows
    for at, wanted in enumerate(LEFT_OUT.values()):
        left = 3 + 3 * at
        assert [row[left : left + len(wanted[0])] for row in rows[: len(wanted)]] == wanted
    assert done.warnings == []
