"""Values in and out: what is written is what any reader reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

from servers.sheets import samples

Plain = Callable[..., list[list[Any]]]


def test_formula_has_its_value_right_after_the_save(do: Any, root: Path, plain_values: Plain) -> None:
    do.create_workbook(path="a.xlsx", rows=[[1, 2, "=A1+B1"]])
    assert do.read_range(path="a.xlsx").rows == [[1, 2, 3]]
    assert plain_values(root / "a.xlsx") == [[1, 2, 3]]


def test_errors_read_as_their_codes(do: Any, root: Path, plain_values: Plain) -> None:
    done = do.create_workbook(path="a.xlsx", rows=[["=NA()", "=1/0", "=NoSuch()", "=A1"]])
    assert do.read_range(path="a.xlsx").rows == [["#N/A", "#DIV/0!", "#NAME?", "#N/A"]]
    assert plain_values(root / "a.xlsx") == [["#N/A", "#DIV/0!", "#NAME?", "#N/A"]]
    assert any("B1 is #DIV/0!" in warning for warning in done.warnings)


def test_write_beyond_the_used_range(do: Any, book: str) -> None:
    do.write_range(path=book, start="Z90", values=[["far"]])
    assert do.read_range(path=book, range="Z90").rows == [["far"]]
    assert do.get_used_range(path=book).range == "A1:Z90"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (1, 1),
        (-2.5, -2.5),
        (0.1, 0.1),
        (True, True),
        ("text", "text"),
        ("007", "007"),
        ("2026-03-31", "2026-03-31"),
        ("2026-03-31T09:30", "2026-03-31T09:30:00"),
        ("1900-01-01", "1900-01-01"),
        ("'=A1", "=A1"),
        ("'2026-03-31", "2026-03-31"),
        ("'tis", "'tis"),
        ("=", "="),
        (" spaced ", " spaced "),
        ("line\nbreak", "line\nbreak"),
        ("<&>\"'", "<&>\"'"),
        ("bell\x07_x0041_", "bell\x07_x0041_"),
        ("😀 emoji", "😀 emoji"),
        (12345678901234567890, "12345678901234567890"),
        ("{'a': 1}", "{'a': 1}"),
        ("null", "null"),
        ("2026-02-30", "2026-02-30"),
    ],
)
def test_a_value_comes_back(do: Any, written: Any, read: Any) -> None:
    do.create_workbook(path="a.xlsx", rows=[["x"]])
    do.write_range(path="a.xlsx", start="B2", values=[[written]])
    assert do.read_range(path="a.xlsx", range="B2").rows == [[read]]


def test_dates_are_dates_to_others(do: Any, root: Path, plain_values: Plain, book: str) -> None:
    from datetime import datetime

    assert plain_values(root / book)[1][4] == datetime(2026, 1, 5)


def test_as_text(do: Any, root: Path, plain_values: Plain) -> None:
    do.create_workbook(path="a.xlsx")
    do.write_range(path="a.xlsx", values=[["=1+1", "2026-01-01", 5, "'=x"]], as_text=True)
    assert plain_values(root / "a.xlsx") == [["=1+1", "2026-01-01", "5", "'=x"]]


def test_null_empties_and_looks_stay(do: Any, book: str) -> None:
    do.format_range(path=book, range="B2", bold=True, number_format="0.00")
    do.write_range(path=book, start="B2", values=[[None, 7]])
    assert do.read_range(path=book, range="B2:D2").rows == [[None, 7, 0]]


@pytest.mark.parametrize(
    "formula",
    [
        '=webservice("http://x.example")',
        "=cmd|'/c calc'!A0",
        '=DDE("a","b","c")',
        "=[Other.xlsx]Sheet1!A1",
        "='C:\\x\\[b.xlsx]S'!A1",
        "='file:///etc/passwd'#$Sheet1.A1",
        '=1+IMAGE("http://x.example/a.png")',
        '=RTD("a",,"b")',
    ],
)
def test_formulas_that_reach_out_are_refused(do: Any, book: str, formula: str) -> None:
    with pytest.raises(ToolError, match=r"not written|another file|another program"):
        do.write_range(path=book, start="A9", values=[[formula]])
    with pytest.raises(ToolError):
        do.fill_formula(path=book, range="A9:A10", formula=formula)
    assert do.get_used_range(path=book).range == "A1:E4"


@pytest.mark.parametrize("formula", ["=SUM(A1", "=A1+", "=SUM(A1;B1)", '=IF(A1,"x)', "=A1)"])
def test_broken_formulas_are_named(do: Any, book: str, formula: str) -> None:
    with pytest.raises(ToolError, match="values"):
        do.write_range(path=book, start="A9", values=[[formula]])


def test_newer_functions(do: Any, root: Path, parts: Any) -> None:
    done = do.create_workbook(
        path="a.xlsx",
        rows=[
            ["a", 1, '=XLOOKUP("b",A1:A3,B1:B3)', '=XLOOKUP("q",A1:A3,B1:B3,"none")', "=C1*2"],
            ["b", 5, '=TEXTJOIN("-",TRUE,A1:A3)', "=SORT(A1:A3)", '=IFS(B2>3,"big",TRUE,"small")'],
            ["c", 2],
        ],
    )
    assert do.read_range(path="a.xlsx", range="C1:E2").rows == [[5, "none", 10], ["a-b-c", "a", "big"]]
    assert done.warnings == []
    sheet = parts(root / "a.xlsx")["xl/worksheets/sheet1.xml"]
    assert b"_xlfn.XLOOKUP(" in sheet and b"_xlfn._xlws.SORT(" in sheet and b'cm="1"' in sheet
    assert b"fullCalcOnLoad" not in parts(root / "a.xlsx")["xl/workbook.xml"]
    assert do.read_range(path="a.xlsx", range="C1:D1", show="formulas").rows[0][0] == '=XLOOKUP("b",A1:A3,B1:B3)'


def test_append_rows_takes_the_look(do: Any, root: Path, book: str) -> None:
    import openpyxl

    do.format_range(path=book, range="B2:B4", number_format="0.00", fill="#EEEEEE")
    done = do.append_rows(path=book, rows=[["Eggs", 3, 1, "=B5*C5", "2026-01-08"], ["Salt", 1, 1, None, None]])
    assert done.range == "Items!A5:E6"
    sheet = openpyxl.load_workbook(root / book)["Items"]
    assert sheet["B5"].number_format == "0.00" and sheet["B5"].fill.fgColor.rgb == "FFEEEEEE"
    assert sheet["E5"].is_date
    assert do.read_range(path=book, range="A5:E6").rows == [
        ["Eggs", 3, 1, 3, "2026-01-08"],
        ["Salt", 1, 1, None, None],
    ]


def test_fill_formula_moves_references(do: Any, book: str) -> None:
    do.write_range(path=book, start="G1", values=[[2]])
    do.fill_formula(path=book, range="F2:F4", formula="=D2*$G$1+SUM(B$2:B2)")
    assert do.read_range(path=book, range="F2:F4", show="formulas").rows == [
        ["=D2*$G$1+SUM(B$2:B2)"],
        ["=D3*$G$1+SUM(B$2:B3)"],
        ["=D4*$G$1+SUM(B$2:B4)"],
    ]
    assert do.read_range(path=book, range="F2:F4").rows == [[17.5], [14.75], [18.75]]


def test_clear(do: Any, book: str) -> None:
    done = do.clear_range(path=book, range="B2:B4")
    assert done.cleared == 3
    assert do.read_range(path=book, range="B2:D3").rows == [[None, 2, 0], [None, 4, 0]]
    assert do.read_range(path=book, range="Sums!B1").rows == [[0]]


def test_shared_formulas_survive_losing_their_master(do: Any, root: Path) -> None:
    import zipfile

    do.create_workbook(path="s.xlsx", rows=[[1, "=A1*2"], [2, "=A2*2"], [3, "=A3*2"]])
    with zipfile.ZipFile(root / "s.xlsx") as old:
        parts = {name: old.read(name) for name in old.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    sheet = sheet.replace("<f>A1*2</f>", '<f t="shared" ref="B1:B3" si="0">A1*2</f>')
    for row in (2, 3):
        sheet = sheet.replace(f"<f>A{row}*2</f>", '<f t="shared" si="0"/>')
    parts["xl/worksheets/sheet1.xml"] = sheet.encode()
    with zipfile.ZipFile(root / "s.xlsx", "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)
    assert do.read_range(path="s.xlsx", range="B3", show="formulas").rows == [["=A3*2"]]
    do.write_range(path="s.xlsx", start="B1", values=[[0]])
    assert do.read_range(path="s.xlsx", show="formulas").rows == [[1, 0], [2, "=A2*2"], [3, "=A3*2"]]
    do.insert_rows(path="s.xlsx", row=1)
    assert do.read_range(path="s.xlsx", range="A2:B4", show="formulas").rows == [[1, 0], [2, "=A3*2"], [3, "=A4*2"]]


def test_array_formula_is_not_torn(do: Any, rich: str) -> None:
    with pytest.raises(ToolError, match="array formula"):
        do.write_range(path=rich, start="B14", values=[[1]])
    assert do.read_range(path=rich, range="B14:C14", show="both").formulas[0].formula.startswith("{=SUM(")
    do.write_range(path=rich, start="B14", values=[[1, 2]])


def test_pages_of_a_large_sheet(do: Any, root: Path) -> None:
    samples.big(root / "big.xlsx", 5_000)
    cursor, rows, calls = "", [], 0
    while True:
        page = do.read_range(path="big.xlsx", cursor=cursor)
        assert len(page.model_dump_json()) < 120_000
        rows += page.rows
        cursor = page.next_cursor
        calls += 1
        if not cursor:
            break
    assert calls > 1 and len(rows) == 5_001
    assert rows[-1] == [5000, "name 0", 1250]


def test_long_text_is_cut_and_says_so(do: Any) -> None:
    do.create_workbook(path="a.xlsx", rows=[["x" * 30_000]])
    page = do.read_range(path="a.xlsx")
    assert len(str(page.rows[0][0])) < 2_100 and "cut" in page.notes[0]
    with pytest.raises(ToolError, match="32767"):
        do.write_range(path="a.xlsx", values=[["x" * 40_000]])


def test_find(do: Any, book: str) -> None:
    assert [item.cell for item in do.find_cells(path=book, text="tea").items] == ["Items!A2", "Sums!A2"]
    assert [item.cell for item in do.find_cells(path=book, text="SUM(", in_formulas=True).items] == ["Sums!B1"]
    assert [item.cell for item in do.find_cells(path=book, text="7", whole_cell=True).items] == [
        "Items!D2",
        "Sums!B2",
    ]


def test_without_libreoffice_excel_is_asked(do: Any, root: Path, parts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import deskworld_artifacts
    from deskworld_artifacts import office

    def missing(path: Path, spilling: object) -> None:
        raise deskworld_artifacts.MissingProgram("LibreOffice is not installed")

    monkeypatch.setattr(office, "calculate_spilling", missing)
    done = do.create_workbook(path="a.xlsx", rows=[[1, "=A1*2"]])
    assert "not computed" in done.warnings[0]
    assert b'fullCalcOnLoad="1"' in parts(root / "a.xlsx")["xl/workbook.xml"]
    assert do.read_range(path="a.xlsx", show="formulas").rows == [[1, "=A1*2"]]
