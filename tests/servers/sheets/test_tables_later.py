"""Tables and pivots after they were made: renamed, resized, restyled, with and without totals, taken away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_sheets.engine.structured import renamed

ROWS = [["Item", "Cost", "Sold"], ["Tea", 3, 10], ["Milk", 2, 20], ["Bread", 4, 30]]


@pytest.fixture
def shop(do: Any) -> str:
    do.create_workbook(path="s.xlsx", sheets=["Data", "Sums"], rows=ROWS)
    do.create_table(path="s.xlsx", range="Data!A1:C4", name="Goods")
    do.fill_formula(path="s.xlsx", sheet="Data", range="E2:E4", formula="=Goods[@Cost]*2")
    formulas = [["=SUM(Goods[Cost])", "=ROWS(Goods)", "=COUNTA(Goods[#All])", "=SUM(Goods[[Cost]:[Sold]])",
                 "=Goods[[#Headers],[Sold]]"]]  # fmt: skip
    do.write_range(path="s.xlsx", sheet="Sums", values=formulas)
    do.define_name(path="s.xlsx", name="Costs", refers_to="=Goods[Cost]")
    do.create_pivot(path="s.xlsx", source="Goods", rows=["Item"], values=["sum of Sold"], target="Sums!A5")
    return "s.xlsx"


def said(do: Any, path: str, area: str) -> list[Any]:
    return do.read_range(path=path, range=area, show="formulas").rows[0]


def test_a_new_name_reaches_all_that_use_it(do: Any, root: Path, parts: Any, shop: str) -> None:
    done = do.update_table(path=shop, table="goods", name="Stock", style="dark 3")
    assert (done.name, done.range) == ("Stock", "A1:C4")
    assert said(do, shop, "Sums!A1:D1") == [
        "=SUM(Stock[Cost])", "=ROWS(Stock)", "=COUNTA(Stock[#All])", "=SUM(Stock[[Cost]:[Sold]])",
    ]  # fmt: skip
    assert said(do, shop, "Data!E3") == ["=Stock[[#This Row],[Cost]]*2"]
    assert do.read_range(path=shop, range="Sums!A1:E1").rows == [[9, 3, 12, 69, "Sold"]]
    everything = parts(root / shop)
    assert b'name="Stock"' in everything["xl/pivotCache/pivotCacheDefinition1.xml"]
    assert b">Stock[Cost]</definedName>" in everything["xl/workbook.xml"]
    assert b"TableStyleDark3" in everything["xl/tables/table1.xml"]
    assert renamed('Goods+SUM(Goods[Goods])&"Goods"+Goods2[a]', "Goods", "X") == 'X+SUM(X[Goods])&"Goods"+Goods2[a]'
    with pytest.raises(ToolError, match="already has"):
        do.update_table(path=shop, table="Stock", name="Costs")
    with pytest.raises(ToolError, match="there is: Stock"):
        do.update_table(path=shop, table="Goods", name="X")


def test_other_sizes(do: Any, shop: str) -> None:
    do.write_range(path=shop, sheet="Data", start="A5", values=[["Jam", 5, 40]])
    done = do.update_table(path=shop, table="Goods", range="A1:D5")
    assert (done.range, done.columns) == ("A1:D5", ["Item", "Cost", "Sold", "Column4"])
    assert do.read_range(path=shop, range="Sums!A1:B1").rows == [[14, 4]]
    assert do.update_table(path=shop, table="Goods", range="A1:C3").columns == ["Item", "Cost", "Sold"]
    for area, why in (("A2:C4", "row 1"), ("A1:B4", "'Sold'"), ("A1:C1", "no row"), ("H1:J4", "share cells")):
        with pytest.raises(ToolError, match=why):
            do.update_table(path=shop, table="Goods", range=area)


def test_totals_come_and_go(do: Any, root: Path, parts: Any, shop: str) -> None:
    assert do.update_table(path=shop, table="Goods", totals=True).range == "A1:C5"
    assert do.read_range(path=shop, range="Data!A5:C5").rows == [["Total", 9, 60]]
    path = root / shop
    markup = parts(path)["xl/tables/table1.xml"].decode()
    assert 'totalsRowCount="1"' in markup and 'autoFilter ref="A1:C4"' in markup
    with pytest.raises(ToolError, match="totals=false"):
        do.update_table(path=shop, table="Goods", range="A1:C3")
    assert do.update_table(path=shop, table="Goods", totals=False, range="A1:C3").range == "A1:C3"
    assert do.read_range(path=shop, range="Data!A5:C5").rows == [[None, None, None]]
    do.update_table(path=shop, table="Goods", range="A1:C4")
    assert do.update_table(path=shop, table="Goods", totals=True).range == "A1:C5"
    assert do.read_range(path=shop, range="Data!A5:C5").rows == [["Total", 9, 60]]
    do.write_range(path=shop, sheet="Sums", start="G1", values=[["=Goods[[#Totals],[Sold]]"]])
    with pytest.raises(ToolError, match=re.escape("Goods[#Totals]")):
        do.update_table(path=shop, table="Goods", totals=False)


def test_a_table_that_goes_leaves_its_cells(do: Any, root: Path, parts: Any, shop: str) -> None:
    done = do.delete_table(path=shop, table="Goods")
    assert (done.range, done.followed) == ("Data!A1:C4", 9)
    assert said(do, shop, "Sums!A1:E1") == [
        "=SUM(Data!$B$2:$B$4)", "=ROWS(Data!$A$2:$C$4)", "=COUNTA(Data!$A$1:$C$4)", "=SUM(Data!$B$2:$C$4)",
        "=Data!$C$1",
    ]  # fmt: skip
    assert said(do, shop, "Data!E3") == ["=$B3*2"]
    assert do.read_range(path=shop, range="Sums!A1:E1").rows == [[9, 3, 12, 69, "Sold"]]
    everything = parts(root / shop)
    assert "xl/tables/table1.xml" not in everything
    assert b'ref="A1:C4" sheet="Data"' in everything["xl/pivotCache/pivotCacheDefinition1.xml"]
    assert do.refresh_pivot(path=shop, sheet="Sums").warnings == []
    assert do.check_workbook(path=shop).items == []


def test_pivots_go(do: Any, root: Path, parts: Any, shop: str) -> None:
    done = do.delete_pivot(path=shop, sheet="Sums", pivot="PivotTable1")
    assert done.range == "Sums!A5:B9"
    assert not [name for name in parts(root / shop) if "pivot" in name]
    assert b"pivotCaches" not in parts(root / shop)["xl/workbook.xml"]
    assert do.read_range(path=shop, range="Sums!A1:B9").rows[1:] == [[None, None]] * 8
    with pytest.raises(ToolError, match="there is: none"):
        do.delete_pivot(path=shop, sheet="Sums", pivot="PivotTable1")


def test_a_pivot_goes_with_its_rows(do: Any, root: Path, parts: Any, shop: str) -> None:
    do.delete_rows(path=shop, sheet="Sums", row="5:9")
    assert not [name for name in parts(root / shop) if "pivot" in name]
    do.create_pivot(path=shop, source="Goods", rows=["Item"], values=["sum of Sold"], target="Sums!A5")
    do.insert_rows(path=shop, sheet="Sums", row=2)
    assert b'location ref="A6:B10"' in parts(root / shop)["xl/pivotTables/pivotTable1.xml"]
    with pytest.raises(ToolError, match="tear the pivot table"):
        do.delete_rows(path=shop, sheet="Sums", row=7)
