"""Tables, pivots and charts: native ones, right to others who open the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_artifacts import convert
from deskworld_kit import ToolError
from PIL import Image

Plain = Callable[..., list[list[Any]]]
RECORDS = [
    ["Region", "Product", "Amount", "When"],
    ["North", "Tea", 10, "2026-01-01"],
    ["South", "Tea", 20, "2026-01-02"],
    ["North", "Milk", 5, "2026-02-01"],
    ["East", "Milk", "=2+3", "2026-02-02"],
    ["North", "Tea", 1, None],
]


@pytest.fixture
def sales(do: Any) -> str:
    do.create_workbook(path="sales.xlsx", sheets=["Data"], rows=RECORDS)
    return "sales.xlsx"


def opens(root: Path, path: str) -> openpyxl.Workbook:
    """Both other programs open it; LibreOffice even saves it again."""
    convert(root / path, root / "again.ods")
    return openpyxl.load_workbook(root / path)


def test_pivot_one_value(do: Any, root: Path, sales: str) -> None:
    done = _pivot(do, sales, rows=["region"], columns=["Product"])
    assert do.read_range(path=sales, sheet="Pivot").rows == [
        ["Sum of Amount", "Product", None, None],
        ["Region", "Milk", "Tea", "Grand Total"],
        ["East", 5, None, 5],
        ["North", 5, 11, 16],
        ["South", None, 20, 20],
        ["Grand Total", 10, 31, 41],
    ]
    assert done.range == "Pivot!A3:D8"
    loaded = opens(root, sales)
    pivot = loaded["Pivot"]._pivots[0]
    assert pivot.location.ref == "A3:D8"
    assert [field.name for field in pivot.cache.cacheFields] == RECORDS[0]
    assert len(pivot.cache.records.r) == 5
    assert pivot.cache.cacheSource.worksheetSource.ref == "A1:D6"


def _pivot(do: Any, path: str, **arguments: Any) -> Any:
    values = arguments.pop("values", ["sum of Amount"])
    return do.create_pivot(path=path, source=arguments.pop("source", "Data!A1:D6"), values=values, **arguments)


def test_pivot_of_a_table_with_many_values(do: Any, root: Path, sales: str) -> None:
    do.create_table(path=sales, range="A1:D6", name="Sales")
    values = ["average of Amount", "max of amount as Most", "count of When"]
    _pivot(do, sales, source="Sales", rows=["Region", "Product"], values=values, filters=["When"], target="Data!H1")
    assert do.read_range(path=sales, range="Data!H1:L8").rows == [
        ["When", "(All)", None, None, None],
        [None] * 5,
        ["Region", "Product", "Average of Amount", "Most", "Count of When"],
        ["East", "Milk", 5, 5, 1],
        ["North", "Milk", 5, 5, 1],
        [None, "Tea", 5.5, 10, 1],
        ["South", "Tea", 20, 20, 1],
        ["Grand Total", None, 8.2, 20, 4],
    ]
    loaded = opens(root, sales)
    assert loaded["Data"]._pivots[0].cache.cacheSource.worksheetSource.name == "Sales"


def test_formulas_see_the_pivot_as_it_stands(do: Any, sales: str) -> None:
    _pivot(do, sales, rows=["Region"], target="Data!H1")
    do.write_range(path=sales, start="A10", values=[["=I5*2"]])
    assert do.read_range(path=sales, range="H5:I5").rows == [["Grand Total", 41]]
    assert do.read_range(path=sales, range="A10").rows == [[82]]


def test_pivot_is_refreshed(do: Any, root: Path, sales: str) -> None:
    do.create_table(path=sales, range="A1:D6", name="Sales")
    _pivot(do, sales, source="Sales", rows=["Region"], columns=["Product"], filters=["When"], number_format="0.0")
    done = do.append_rows(path=sales, table="Sales", rows=[["West", "Jam", 7, "2026-03-01"]])
    assert "PivotTable1 on Pivot still shows the old figures" in done.warnings[0]
    done = do.refresh_pivot(path=sales, sheet="Pivot")
    assert (done.name, done.range, done.warnings) == ("PivotTable1", "Pivot!A1:E9", [])
    assert do.read_range(path=sales, sheet="Pivot").rows[-2:] == [
        ["West", 7, None, None, 7],
        ["Grand Total", 7, 10, 31, 48],
    ]
    loaded = opens(root, sales)
    assert len(loaded["Pivot"]._pivots) == 1 and len(loaded["Pivot"]._pivots[0].cache.records.r) == 6
    assert loaded["Pivot"]["B5"].number_format == "0.0"
    with pytest.raises(ToolError, match="no pivot table 'x'"):
        do.refresh_pivot(path=sales, sheet="Pivot", pivot="x")


def test_pivot_refusals(do: Any, sales: str) -> None:
    for arguments, words in [
        ({"rows": ["Nope"]}, "no column 'Nope'"),
        ({"rows": ["Region"], "columns": ["Region"]}, "one place only"),
        ({"rows": []}, "at least one row"),
        ({"rows": ["Region"], "target": "Data!B2"}, "where there are values"),
    ]:
        with pytest.raises(ToolError, match=words):
            _pivot(do, sales, **arguments)


def test_pivot_is_not_torn_and_moves(do: Any, sales: str) -> None:
    _pivot(do, sales, rows=["Region"], target="Data!H8")
    with pytest.raises(ToolError, match="pivot table at H8"):
        do.insert_rows(path=sales, row=9)
    do.insert_rows(path=sales, row=3)
    found = [item for item in do.list_sheet_objects(path=sales).items if item.kind == "pivot"]
    assert found[0].place == "H9:I13" and found[0].detail == "of Data!A1:D7"


def test_table(do: Any, root: Path, sales: str) -> None:
    do.write_range(path=sales, start="D1", values=[["Amount"]])
    done = do.create_table(path=sales, range="A1:D6", name="Sales", style="light 9")
    assert done.columns == ["Region", "Product", "Amount", "Amount2"]
    assert any("Amount2" in warning for warning in done.warnings)
    table = opens(root, sales)["Data"].tables["Sales"]
    assert table.ref == "A1:D6" and table.tableStyleInfo.name == "TableStyleLight9"
    do.append_rows(path=sales, sheet="Data", rows=[["West", "Tea", 3]])
    assert do.get_workbook_info(path=sales).sheets[0].tables == ["Sales A1:D7"]
    with pytest.raises(ToolError, match="already has a table"):
        do.create_table(path=sales, range="H1:I3", name="sales")
    do.write_range(path=sales, start="F2", values=[["=SUM(Sales[Amount])"]])
    assert do.read_range(path=sales, range="F2").rows == [[44]]


@pytest.mark.parametrize("kind", ["column", "bar", "line", "area", "pie", "doughnut", "scatter"])
def test_chart_of_each_kind(do: Any, root: Path, kind: str) -> None:
    do.create_workbook(
        path="c.xlsx", rows=[["Month", "North", "South"], ["Jan", 3, "=1+3"], ["Feb", 5, 3], ["Mar", 8, 9]]
    )
    done = do.add_sheet_chart(path="c.xlsx", kind=kind, data="A1:C4", title="A & B", labels=True, y_title="")
    assert done.series[0] == "North"
    loaded = opens(root, "c.xlsx")
    assert len(loaded.worksheets[0]._charts) == 1
    facts = do.list_sheet_objects(path="c.xlsx").items
    assert facts[0].kind == "chart" and "A & B" in facts[0].detail and "Sheet1!$B$2:$B$4" in facts[0].detail


def test_chart_holds_its_values(do: Any, root: Path, parts: Any) -> None:
    do.create_workbook(path="c.xlsx", rows=[["Month", "Sold"], ["Jan", "=1+2"], ["Feb", 5]])
    do.add_sheet_chart(path="c.xlsx", kind="column", data="A1:B3")
    chart = parts(root / "c.xlsx")["xl/charts/chart1.xml"]
    assert b"<c:v>3</c:v>" in chart and b"<c:v>Jan</c:v>" in chart and b"Sold" in chart


def test_chart_follows_its_cells(do: Any, root: Path, parts: Any, rich: str) -> None:
    do.create_workbook(path="c.xlsx", rows=[["Month", "Sold"], ["Jan", "=1+2"], ["Feb", "=B2*2"]])
    do.add_sheet_chart(path="c.xlsx", kind="column", data="A1:B3")
    do.write_range(path="c.xlsx", start="A2", values=[["January", 10]])
    chart = parts(root / "c.xlsx")["xl/charts/chart1.xml"]
    assert b"<c:v>January</c:v>" in chart and b"<c:v>10</c:v>" in chart and b"<c:v>20</c:v>" in chart
    before = parts(root / rich)
    do.write_range(path=rich, sheet="Data", start="B2", values=[[77]])
    after = parts(root / rich)
    assert b"<c:v>77</c:v>" in after["xl/charts/chart1.xml"]
    assert after["xl/charts/chart2.xml"] == before["xl/charts/chart2.xml"]


def test_chart_is_changed_in_part(do: Any, root: Path, parts: Any, rich: str) -> None:
    before = parts(root / rich)
    do.update_sheet_chart(path=rich, sheet="Data", chart="Kept", title="New", colors=["#112233"])
    after = parts(root / rich)
    assert {name for name in after if after[name] != before[name]} == {"xl/charts/chart1.xml"}
    assert b"New" in after["xl/charts/chart1.xml"] and b"112233" in after["xl/charts/chart1.xml"]
    done = do.update_sheet_chart(path=rich, sheet="Data", chart="New", data="A1:C5", kind="line", place="A30")
    assert done.series == ["One", "Two"] and done.place == "A30"
    assert b"lineChart" in parts(root / rich)["xl/charts/chart1.xml"]
    opens(root, rich)
    do.delete_sheet_chart(path=rich, sheet="Data", chart="New")
    assert "xl/charts/chart1.xml" not in parts(root / rich)
    opens(root, rich)


def test_chart_refusals(do: Any, book: str) -> None:
    with pytest.raises(ToolError, match="no numbers"):
        do.add_sheet_chart(path=book, kind="line", data="A1:A4")
    with pytest.raises(ToolError, match="no chart 'x'"):
        do.update_sheet_chart(path=book, chart="x", title="y")
    with pytest.raises(ToolError, match="no colour"):
        do.add_sheet_chart(path=book, kind="line", data="A1:B4", colors=["blurple"])


def test_a_picture_as_large_as_a_sheet_is_refused(do: Any, root: Path, book: str) -> None:
    Image.new("RGB", (40, 20), "red").save(root / "dot.png")
    before = (root / book).read_bytes()
    for size in ({"width": 2**31, "height": 2**31}, {"width": 6000}, {"place": "A1:XFD1048576"}):
        with pytest.raises(ToolError, match="larger than"):
            do.add_sheet_picture(path=book, picture="dot.png", **size)
    assert (root / book).read_bytes() == before
