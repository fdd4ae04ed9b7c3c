"""Rows and columns come and go, and everything that points at cells goes along."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_sheets.engine.formulas import renamed, shifted, translated, without_sheet
from deskworld_sheets.engine.references import Shift, area_of


def sheet_text(parts: Any, root: Path, path: str, number: int = 1) -> str:
    return parts(root / path)[f"xl/worksheets/sheet{number}.xml"].decode()


@pytest.mark.parametrize(
    ("formula", "inserted", "deleted"),
    [
        ("A1+B2", "A1+B2", "A1+B2"),
        ("A5+$B$7", "A7+$B$9", "#REF!+#REF!"),
        ("SUM(A1:A10)", "SUM(A1:A12)", "SUM(A1:A7)"),
        ("SUM(A5:A6)", "SUM(A7:A8)", "SUM(#REF!)"),
        ("SUM(A6:A9)", "SUM(A8:A11)", "SUM(A5:A6)"),
        ("SUM(A:A)", "SUM(A:A)", "SUM(A:A)"),
        ("SUM(5:9)", "SUM(7:11)", "SUM(5:6)"),
        ("'My Sheet'!A5+Home!A9", "'My Sheet'!A5+Home!A11", "'My Sheet'!A5+Home!A6"),
        ('LOG10(A9)&"A9"', 'LOG10(A11)&"A9"', 'LOG10(A6)&"A9"'),
        ("T[[#All],[A5]]+YTD2024+1E5", "T[[#All],[A5]]+YTD2024+1E5", "T[[#All],[A5]]+YTD2024+1E5"),
        ("[1]Home!A9+Jan:Mar!A9", "[1]Home!A9+Jan:Mar!A9", "[1]Home!A9+Jan:Mar!A9"),
        ("A9:INDEX(B:B,5)", "A11:INDEX(B:B,5)", "A6:INDEX(B:B,5)"),
    ],
)
def test_formulas_shift_as_in_excel(formula: str, inserted: str, deleted: str) -> None:
    assert shifted(formula, "Home", "Home", Shift("row", 5, 2)) == inserted
    assert shifted(formula, "Home", "home", Shift("row", 5, -3)) == deleted


def test_columns_shift() -> None:
    assert shifted("SUM(B2:D2)+$C$1", "H", "H", Shift("column", 3, 1)) == "SUM(B2:E2)+$D$1"
    assert shifted("SUM(B2:D2)+C1", "H", "H", Shift("column", 3, -1)) == "SUM(B2:C2)+#REF!"
    assert shifted("SUM(B:D)+A:A", "H", "H", Shift("column", 1, 1)) == "SUM(C:E)+B:B"


def test_translate_and_rename() -> None:
    assert translated("A1+$B$2+C$3+$D4+1:2", 1, 1) == "B2+$B$2+D$3+$D5+2:3"
    assert translated("A1", -1, 0) == "#REF!"
    assert renamed("Data!A1+'Data'!B2+Data:Other!C3+Database!A1", "data", "It's") == (
        "'It''s'!A1+'It''s'!B2+'It''s:Other'!C3+Database!A1"
    )
    assert without_sheet("Data!A1+Other!A1+Data!Rate", "Data") == "#REF!+Other!A1+#REF!"
    assert area_of("d4:$B$2").name == "B2:D4"


def test_inserting_rows_moves_everything(do: Any, root: Path, parts: Any, rich: str) -> None:
    done = do.insert_rows(path=rich, sheet="Data", row=4, count=2)
    assert done.warnings == []
    data = sheet_text(parts, root, rich)
    formulas = re.findall(r"<f[^>]*>([^<]*)</f>", data)
    assert "B8+C8" in formulas and "SUM(D2:D13)" in formulas and "SUM(B2:B13)*{1,2}" in formulas
    assert 'ref="B16:C16"' in data  # the array formula
    assert 'mergeCell ref="A22:C23"' in data
    assert 'autoFilter ref="A1:E13"' in data
    assert 'sqref="B2:B13"' in data and 'sqref="C2:C13"' in data  # conditional formats
    assert "<xm:sqref>B2:B13</xm:sqref>" in data  # the newer data bar
    assert 'sqref="A2:A13"' in data  # the validation
    assert "<xm:sqref>F2</xm:sqref>" in data and "<xm:sqref>F7</xm:sqref>" in data  # sparklines
    assert "<xm:f>Data!B2:C2</xm:f>" in data
    assert 'brk id="14"' in data
    other = sheet_text(parts, root, rich, 2)
    assert "<f>Data!B7*2+SUM(Data!$B$2:$B$13)</f>" in other
    everything = parts(root / rich)
    assert b"Data!$A$2:$A$13" in everything["xl/charts/chart1.xml"]
    assert b"Data!$C$2:$C$13" in everything["xl/charts/chart2.xml"]  # the chart sheet
    assert b">Data!$B$2:$B$13</definedName>" in everything["xl/workbook.xml"]
    drawing = everything["xl/drawings/drawing1.xml"].decode()
    assert drawing.count("<xdr:row>15</xdr:row>") == 1  # the chart went down from row 14 to 16
    comments = everything["xl/comments1.xml"].decode()
    assert 'ref="B3"' in comments
    assert do.read_range(path=rich, range="Data!D15").rows == [[605]]
    assert do.read_range(path=rich, range="'Other side'!A3:A4").rows == [[63], [55]]


def test_deleting_rows_moves_everything(do: Any, root: Path, parts: Any, rich: str) -> None:
    do.delete_rows(path=rich, sheet="Data", row=2, count=2)
    data = sheet_text(parts, root, rich)
    assert "SUM(D2:D9)" in data and "<xm:sqref>B2:B9</xm:sqref>" in data and 'ref="A18:C19"' in data
    assert "<xm:sqref>F3</xm:sqref>" in data and "<xm:sqref>F2</xm:sqref>" not in data
    # The rule spoke from C2, which is gone; it speaks from the cell that is there now.
    assert "<formula>$C2&gt;30</formula>" in data
    assert "G2" not in re.findall(r'hyperlink ref="(\w+)"', data)
    everything = parts(root / rich)
    assert b"<comment " not in everything["xl/comments1.xml"]  # it was on row 3
    assert b"Data!$B$2:$B$9" in everything["xl/charts/chart1.xml"]
    assert do.read_range(path=rich, range="'Other side'!A3:A4").rows == [[60], [52]]


def test_columns_move_everything(do: Any, root: Path, parts: Any, rich: str) -> None:
    do.insert_columns(path=rich, sheet="Data", column="B")
    data = sheet_text(parts, root, rich)
    assert "C5+D5" in data and 'sqref="D2:D11"' in data and "<formula>$D2&gt;30</formula>" in data
    assert 'mergeCell ref="A20:D21"' in data and 'autoFilter ref="A1:F11"' in data
    do.delete_columns(path=rich, sheet="Data", column="B")
    data = sheet_text(parts, root, rich)
    assert "B5+C5" in data and 'sqref="C2:C11"' in data and 'mergeCell ref="A20:C21"' in data
    assert do.read_range(path=rich, range="Data!D13").rows == [[605]]


def test_tables_grow_and_shrink(do: Any, rich: str) -> None:
    do.insert_rows(path=rich, sheet="Other side", row=8)
    info = do.get_workbook_info(path=rich)
    assert info.sheets[1].tables == ["Deals C6:E10"]
    do.insert_columns(path=rich, sheet="Other side", column="D")
    assert do.read_range(path=rich, range="Deals").rows[0] == ["Who", "Column4", "Much", "Twice"]
    do.delete_columns(path=rich, sheet="Other side", column="D")
    assert do.get_workbook_info(path=rich).sheets[1].tables == ["Deals C6:E10"]
    with pytest.raises(ToolError, match="heading of table Deals"):
        do.delete_rows(path=rich, sheet="Other side", row=6)
    do.delete_rows(path=rich, sheet="Other side", row=8)
    assert do.read_range(path=rich, range="Deals").rows[1:] == [["a", 1, 2], ["b", 2, 4], ["c", 3, 6]]
    do.delete_rows(path=rich, sheet="Other side", row=6, count=4)
    assert do.get_workbook_info(path=rich).sheets[1].tables == []


def test_arrays_are_not_torn(do: Any, rich: str) -> None:
    with pytest.raises(ToolError, match="array formula over B14:C14"):
        do.insert_columns(path=rich, sheet="Data", column="C")


def test_new_rows_take_the_look_above(do: Any, root: Path, book: str) -> None:
    import openpyxl

    do.format_range(path=book, range="A1:E1", fill="#1F4E79")
    do.format_range(path=book, range="B2:B4", number_format="0.000")
    do.insert_rows(path=book, row=3)
    do.insert_rows(path=book, row=2)
    sheet = openpyxl.load_workbook(root / book)["Items"]
    assert sheet["B4"].number_format == "0.000"
    assert sheet["B2"].number_format == "0.000" and sheet["B2"].fill.fgColor.rgb != "FF1F4E79"


def test_append_pushes_the_totals_down(do: Any, book: str) -> None:
    do.create_table(path=book, range="A1:E4", name="Buys", totals=True)
    do.write_range(path=book, start="A8", values=[["note", "=Buys[[#Totals],[Cost]]"]])
    assert do.read_range(path=book, range="A5:E5").rows == [["Total", 6.75, 9, 18, None]]
    do.append_rows(path=book, table="Buys", rows=[["Eggs", 3, 1, "=B5*C5", "2026-01-08"]])
    assert do.read_range(path=book, range="A5:E6").rows == [
        ["Eggs", 3, 1, 3, "2026-01-08"],
        ["Total", 9.75, 10, 21, None],
    ]
    assert do.read_range(path=book, range="A9:B9").rows == [["note", 9.75]]
    assert do.read_range(path=book, range="Sums!B1").rows == [[18]]


def test_sheets_come_and_go(do: Any, root: Path, parts: Any, rich: str) -> None:
    done = do.rename_sheet(path=rich, sheet="Data", name="It's data")
    assert done.sheets == ["It's data", "Other side", "Picture"] and done.followed > 5
    assert b"'It''s data'!$B$2:$B$11" in parts(root / rich)["xl/charts/chart1.xml"]
    assert do.check_workbook(path=rich).items == []
    done = do.copy_sheet(path=rich, sheet="It's data", name="Twin")
    assert any("comments" in warning for warning in done.warnings)
    assert do.read_range(path=rich, range="Twin!D13").rows == [[605]]
    charts = [item for item in do.list_sheet_objects(path=rich, sheet="Twin").items if item.kind == "chart"]
    assert "Twin!$B$2:$B$11" in charts[0].detail
    assert do.move_sheet(path=rich, sheet="Twin", position=1).sheets[0] == "Twin"
    done = do.delete_sheet(path=rich, sheet="It's data")
    assert done.broken >= 3 and done.sheets == ["Twin", "Other side", "Picture"]
    assert do.read_range(path=rich, range="'Other side'!A3", show="formulas").rows == [["=#REF!*2+SUM(#REF!)"]]
    assert "xl/drawings/drawing1.xml" not in parts(root / rich)
    do.create_workbook(path="one.xlsx")
    with pytest.raises(ToolError, match="at least one visible"):
        do.delete_sheet(path="one.xlsx", sheet="Sheet1")


def test_many_edits_stay_true(do: Any, root: Path, rich: str) -> None:
    import openpyxl
    from deskworld_artifacts import convert

    for _ in range(2):
        do.insert_rows(path=rich, sheet="Data", row=3)
        do.insert_columns(path=rich, sheet="Data", column="A")
        do.delete_rows(path=rich, sheet="Data", row=3)
    problems = [item.problem for item in do.check_workbook(path=rich).items]
    assert problems == []
    openpyxl.load_workbook(root / rich)
    convert(root / rich, root / "rich.pdf")


@pytest.mark.parametrize(
    ("formula", "after"),
    [
        ("SUM(T[B])", "SUM(#REF!)"),
        ("SUM(T[[#Totals],[b]])+SUM(T[A])", "SUM(#REF!)+SUM(T[A])"),
        ("SUM(T[[A]:[D #]])", "SUM(T[[A]:[D #]])"),
        ("SUM(T[[B]:[D '#]])", "SUM(T[[D '#]])"),
        ("COUNTA(T[[#Data],[A]:[C]])", "COUNTA(T[[#Data],[A]])"),
        ("SUM(T[[B]:[C]])", "SUM(#REF!)"),
        ("ROWS(T)+ROWS(T[#All])", "ROWS(T)+ROWS(T[#All])"),
        ('"T[B]"&COUNTA(U[B])', '"T[B]"&COUNTA(U[B])'),
    ],
)
def test_columns_of_a_table_that_go_are_gone_from_formulas(do: Any, root: Path, formula: str, after: str) -> None:
    """Excel takes a file for damaged whose formula names a column that the table does not have."""
    do.create_workbook(path="t.xlsx", sheets=["S"], rows=[["A", "B", "C", "D #", None, "B"], [1, 2, 3, 4, None, 6]])
    do.create_table(path="t.xlsx", range="A1:D2", name="T")
    do.create_table(path="t.xlsx", range="F1:F2", name="U")
    do.write_range(path="t.xlsx", start="H1", values=[[f"={formula}"]])
    do.delete_columns(path="t.xlsx", column="B", count=2)
    assert do.read_range(path="t.xlsx", range="F1", show="formulas").rows == [[f"={after}"]]


def test_a_column_s_own_formula_follows_its_table(do: Any, root: Path, parts: Any) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(root / "t.xlsx") as book:
        columns = [{"header": "Units", "total_function": "sum"}, {"header": "P"}]
        columns.append({"header": "S", "formula": "=[@Units]*2"})
        book.add_worksheet().add_table("A1:C4", {"columns": columns, "total_row": True, "data": [[2, 5], [3, 7]]})
    do.delete_columns(path="t.xlsx", column="A")
    assert b"<calculatedColumnFormula>#REF!*2<" in parts(root / "t.xlsx")["xl/tables/table1.xml"]
    assert b"Units" not in parts(root / "t.xlsx")["xl/worksheets/sheet1.xml"]


def test_a_heading_written_over_renames_its_column(do: Any, root: Path, parts: Any) -> None:
    """Everywhere: Excel takes a file for damaged whose table says another name than its cells."""
    do.create_workbook(path="t.xlsx", sheets=["S"], rows=[["A", "B"], [1, 2], [3, 4]])
    do.create_table(path="t.xlsx", range="A1:B3", name="T")
    do.add_sheet(path="t.xlsx", name="Z")
    formulas = ["=SUM(T[B])", "=T[[#Headers],[B]]", '=SUM(T[[A]:[B]])&"T[B]"']
    do.write_range(path="t.xlsx", sheet="Z", start="A1", values=[formulas])
    do.write_range(path="t.xlsx", sheet="S", start="B1", values=[["Bee #1"]])
    assert b'name="Bee #1"' in parts(root / "t.xlsx")["xl/tables/table1.xml"]
    read = [do.read_range(path="t.xlsx", sheet="Z", range="A1:C1", show=how).rows[0] for how in ("formulas", "values")]
    assert read[0] == ["=SUM(T[Bee '#1])", "=T[[#Headers],[Bee '#1]]", '=SUM(T[[A]:[Bee \'#1]])&"T[B]"']
    assert read[1] == [6, "Bee #1", "10T[B]"]
    done = do.clear_range(path="t.xlsx", sheet="S", range="A1")
    assert do.read_range(path="t.xlsx", sheet="S", range="A1:B1").rows == [["Column1", "Bee #1"]] and done.warnings
    do.delete_sheet(path="t.xlsx", sheet="S")
    assert do.read_range(path="t.xlsx", show="formulas").rows == [["=SUM(#REF!)", "=#REF!", '=SUM(#REF!)&"T[B]"']]
