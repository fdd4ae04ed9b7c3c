"""What Excel would refuse is refused before it is written, and what an edit spoils is said."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

SALES = [
    ["Month", "Region", "Extra", "Amount"],
    ["Jan", "N", 1, 1], ["Feb", "S", 1, 2], ["Apr", "N", 1, 3], ["Mar", "S", 1, 4],
]  # fmt: skip


@pytest.fixture
def sales(do: Any) -> str:
    do.create_workbook(path="s.xlsx", sheets=["Data", "Other"], rows=SALES)
    do.create_pivot(
        path="s.xlsx", source="Data!A1:D5", rows=["Month"], values=["sum of Amount"], columns=["Region"]
    )  # fmt: skip
    return "s.xlsx"


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("=B2>>C2", "'>C2'"), ("=A1 B1 +* 2", r"'\* 2'"), ("=SUM()", "SUM takes 1"), ("=IF(1,2,3,4,5)", "2 to 3"),
        ("=B2==C2", "equal is ="), ("=1 2", "operator is missing"), ("={1,2;3}", "equally long"),
        ("=COUNTIFS(A:A,1,B:B)", "pairs"), ("=(1,2)", "comma"),
    ],
)  # fmt: skip
def test_formulas_that_excel_cannot_read(do: Any, book: str, formula: str, said: str) -> None:
    with pytest.raises(ToolError, match=f"H3: .*{said}"):
        do.write_range(path=book, start="G3", values=[[1, formula]])
    with pytest.raises(ToolError, match=said):
        do.set_conditional_format(path=book, range="B2:B4", rule="formula", value=formula)
    with pytest.raises(ToolError, match=said):
        do.set_validation(path=book, range="B2:B4", kind="custom", formula=formula)


@pytest.mark.parametrize(
    "formula",
    [
        "A1:A3 B1:B3", "1--2", "A1%%", "T[[#This Row],[a]]*2", "T[Cost '[EUR']]", "SUM(,1)", "IF(A1,,2)", "@A1", "A1#",
        "SUM(A1.:.B5,A1:.B5)",
        "LAMBDA(x,x*2)(3)", "'My ''x'!A1", "SUM((A1,B1))", "#REF!+1", "Jan!A1:Feb!B2", "OFFSET(A1,1,1):B5", "1e5", "5.",
        "_xlfn._xlws.SORT(A1:A3,,-1)", "SUM({1,2,3}*{1;2;3})", "LET(f,LAMBDA(x,x+1),f(2))", "-A1^2", "SUM(Jan:Mar!A1)",
    ],
)  # fmt: skip
def test_formulas_that_excel_reads(formula: str) -> None:
    from deskworld_sheets.engine.grammar import problem

    assert problem(formula) == ""


def test_rules_mean_the_number_that_a_text_says(do: Any, book: str) -> None:
    rules = [("greater", "100%"), ("less", "€1,200"), ("top", "10%"), ("at_most", "31.12.2027"), ("equal", "Tea")]
    for rule, value in rules:
        do.set_conditional_format(path=book, range="A2:E4", rule=rule, value=value)
    do.set_validation(path=book, range="B2:B4", kind="decimal", low="0", high="10%")
    do.set_validation(path=book, range="E2:E4", kind="date", low="2026-01-01", high="31.12.2027")
    details = [item.detail for item in do.list_sheet_rules(path=book).items]
    assert details == [
        "decimal between 0 and 0.1", "date between 2026-01-01 and 2027-12-31", "value > 1", "value < 1200", "top 10%",
        "value <= 46752", 'value = "Tea"',
    ]  # fmt: skip
    for wrong in ({"low": 10, "high": 1}, {"low": "A1", "high": 2}):
        with pytest.raises(ToolError, match=r"low|high"):
            do.set_validation(path=book, range="B2:B4", kind="whole", **wrong)
    with pytest.raises(ToolError, match="no number"):
        do.set_conditional_format(path=book, range="B2:B4", rule="greater", value="soon")


def test_numbers_as_text_are_said_and_found(do: Any) -> None:
    rows = [["Item", "2024"], ["a", "€30"], ["b", "50%"], ["007", "1,200"], ["c", " 12.5 "], ["d", "2027-02-30"]]
    said = do.create_workbook(path="n.xlsx", rows=rows).warnings
    assert len(said) == 1 and all(f"B{row} " in said[0] for row in range(2, 7))
    assert "2024" not in said[0] and "007" not in said[0]
    found = do.check_workbook(path="n.xlsx", kinds=["number_as_text"]).items
    assert [item.cell for item in found] == ["Sheet1!B2"] and "4 in this column" in found[0].problem
    assert do.write_range(path="n.xlsx", start="D1", values=[["€30"]], as_text=True).warnings == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("€30", 30), ("50%", 0.5), ("1,200", 1200), (" 12.5 ", 12.5), ("1.234,56", 1234.56), ("12,50 €", 12.5),
        ("0,5 %", 0.005), ("-5", -5), ("\u22125", -5), ("1'200", 1200), ("1e5", 100000), ("007", None), ("1,5", None),
        ("+49 30 1234", None), ("12-5", None), ("1.2.3", None), ("5 kg", None), ("€5%", None), ("00,5 %", None),
    ],
)  # fmt: skip
def test_what_reads_as_a_number(text: str, number: float | None) -> None:
    from deskworld_sheets.engine.numerals import number_in

    assert number_in(text) == number


def test_rows_by_their_headings(do: Any, book: str) -> None:
    said = do.append_rows(path=book, rows=[{"count": "€30", "Item": "Nut"}, ["Egg", 1]]).warnings
    assert len(said) == 1 and "C5 '€30' (send 30)" in said[0]
    assert do.read_range(path=book, range="A5:C6").rows == [["Nut", None, "€30"], ["Egg", 1, None]]
    do.create_table(path=book, range="A1:E6", name="T")
    do.append_rows(path=book, table="T", rows=[{"Bought": "2026-02-01", "Item": "Jam"}])
    assert do.read_range(path=book, range="A7:E7").rows[0][::4] == ["Jam", "2026-02-01"]
    with pytest.raises(ToolError, match="'Price'; there is: Item, Cost"):
        do.append_rows(path=book, rows=[{"Price": 1}])


def test_pivots_that_lose_what_they_need(do: Any, sales: str) -> None:
    # A column that no pivot shows may go: the others are known by their names.
    assert do.delete_columns(path=sales, sheet="Data", column="C").warnings == []
    do.refresh_pivot(path=sales)
    rows = do.read_range(path=sales, sheet="Pivot").rows
    assert [row[0] for row in rows] == ["Sum of Amount", "Month", "Jan", "Feb", "Mar", "Apr", "Grand Total"]
    assert rows[-1] == ["Grand Total", 4, 6, 10]
    assert "needs the column 'Amount'" in do.delete_columns(path=sales, sheet="Data", column="C").warnings[0]
    with pytest.raises(ToolError, match="Amount"):
        do.refresh_pivot(path=sales, pivot="PivotTable1")
    assert [item.kind for item in do.check_workbook(path=sales, sheet="Pivot").items] == ["broken_pivot"]
    assert any("lost its source" in said for said in do.delete_sheet(path=sales, sheet="Data").warnings)


def test_sorting_says_which_formulas_read_others(do: Any) -> None:
    rows = [["N", "Actual", "Twice"], ["a", "=Plan!H2", "=B2*2"], ["b", "=Plan!H3", "=B3*2"]]
    do.create_workbook(path="p.xlsx", sheets=["S", "Plan"], rows=rows)
    do.write_range(path="p.xlsx", sheet="Plan", start="H2", values=[[1], [2]])
    said = do.sort_range(path="p.xlsx", by=["-Actual"]).warnings
    assert "B3 =Plan!H3" in said[0] and "C2" not in said[0]


def test_totals_rows_and_merges(do: Any, root: Path) -> None:
    do.create_workbook(path="t.xlsx", rows=[["Item", "Cost"], ["a", 1], ["b", 2]])
    do.create_table(path="t.xlsx", range="A1:B3", name="T", totals=True)
    with pytest.raises(ToolError, match="table T"):
        do.merge_cells(path="t.xlsx", range="A1:B2")
    assert do.update_table(path="t.xlsx", table="T", range="A1:B6").range == "A1:B6"
    assert do.read_range(path="t.xlsx", range="A4:B6").rows == [[None, None], [None, None], ["Total", 3]]
    assert "totals row" in do.write_range(path="t.xlsx", start="A6", values=[["c", "=MAX(T[Cost])"]]).warnings[0]
    markup = zipfile.ZipFile(root / "t.xlsx").read("xl/tables/table1.xml").decode()
    assert 'totalsRowLabel="c"' in markup and "<totalsRowFormula>MAX(T[Cost])</totalsRowFormula>" in markup


def test_axes_keep_what_was_said_of_them(do: Any, root: Path) -> None:
    do.create_workbook(path="c.xlsx", rows=[["M", "Sales", "Used"], ["Jan", 100, 0.1], ["Feb", 117, 0.13]])
    do.add_sheet_chart(path="c.xlsx", kind="column", data="A1:C3", number_format='#,##0 "k"', maximum=200)
    do.update_sheet_chart(
        path="c.xlsx", chart="1", lines=["Used"], second_axis=["Used"], y2_title="Share", y2_number_format="0%"
    )
    do.update_sheet_chart(path="c.xlsx", chart="1", lines=["Sales"])
    markup = zipfile.ZipFile(root / "c.xlsx").read("xl/charts/chart1.xml").decode()
    assert "#,##0 &quot;k&quot;" in markup and 'formatCode="0%"' in markup and 'max val="200"' in markup
    assert ">Share<" in markup


def test_nothing_is_replaced_unasked(do: Any, root: Path, book: str) -> None:
    for tool, suffix in (("export_csv", "csv"), ("export_workbook_pdf", "pdf"), ("convert_workbook", "md")):
        (root / f"mine.{suffix}").write_text("mine")
        with pytest.raises(ToolError, match="overwrite"):
            getattr(do, tool)(path=book, target=f"mine.{suffix}")
    with pytest.raises(ToolError, match="is read"):
        do.convert_workbook(path=book, target=book, overwrite=True)
    do.export_csv(path=book, target="mine.csv", overwrite=True)
    do.export_csv(path=book, target="mine.csv")


def test_circles_spills_and_locks(do: Any, root: Path, book: str) -> None:
    (root / f"~${book}").write_bytes(b"")
    said = do.write_range(path=book, start="G2", values=[["=H2+1", "=G2+1", "=B2:B4*2"]]).warnings
    assert any("~$book.xlsx" in each for each in said) and any("I2" in each and "spill" in each for each in said)
    assert any("Items!G2 reads Items!H2 reads Items!G2" in each for each in said)
    found = {item.cell: item.problem for item in do.check_formulas(path=book).items}
    assert "circle" in found["Items!H2"]


def test_what_changes_nothing_or_too_much(do: Any, book: str) -> None:
    with pytest.raises(ToolError, match="nothing to change"):
        do.set_print_layout(path=book)
    with pytest.raises(ToolError, match="409"):
        do.format_range(path=book, range="A1", size=5000)
    with pytest.raises(ToolError, match='"Plan", "Actuals"'):
        do.create_workbook(path="x.xlsx", sheets=["Plan, Actuals"])
    assert do.read_range(path=book, range="B").range == "B1:B4"
    do.set_data_bars(path=book, range="B2:B4", minimum=0, maximum=10)
    with pytest.raises(ToolError, match="smaller one first"):
        do.set_data_bars(path=book, range="B2:B4", minimum=10, maximum=0)
