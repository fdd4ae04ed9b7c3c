"""Pivot tables as Excel makes them: compact, in outline, tabular with subtotals; refreshed in the form they have."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_kit import ToolError
from lxml import etree
from servers.sheets.foreign import REL, M, R

ROWS = [
    ["Region", "Product", "Amount", "When"],
    ["North", "Tea", 10, "2026-01-05"],
    ["South", "Tea", 20, "2026-01-06"],
    ["North", "Milk", 5, "2026-02-01"],
]
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def plant(path: Path, fields: str, rows: str, columns: str, location: str, data: str, extra: str = "") -> None:
    """A pivot over Data!A1:D4 on the sheet Pivot, as Excel writes it when it has just been made."""
    definition = (
        f'<pivotCacheDefinition {M} {R} r:id="rId1" refreshedBy="Noor" recordCount="3"><cacheSource type="worksheet">'
        '<worksheetSource ref="A1:D4" sheet="Data"/></cacheSource><cacheFields count="4">'
        '<cacheField name="Region" numFmtId="0"><sharedItems count="2"><s v="North"/><s v="South"/></sharedItems>'
        '</cacheField><cacheField name="Product" numFmtId="0"><sharedItems count="2"><s v="Tea"/><s v="Milk"/>'
        '</sharedItems></cacheField><cacheField name="Amount" numFmtId="0"><sharedItems containsSemiMixedTypes="0" '
        'containsString="0" containsNumber="1" containsInteger="1" minValue="5" maxValue="20"/></cacheField>'
        '<cacheField name="When" numFmtId="14"><sharedItems containsSemiMixedTypes="0" containsNonDate="0" '
        'containsDate="1" containsString="0" minDate="2026-01-05T00:00:00" maxDate="2026-02-01T00:00:00"/></cacheField>'
        "</cacheFields></pivotCacheDefinition>"
    )
    records = (
        f'<pivotCacheRecords {M} count="3"><r><x v="0"/><x v="0"/><n v="10"/><d v="2026-01-05T00:00:00"/></r><r>'
        '<x v="1"/><x v="0"/><n v="20"/><d v="2026-01-06T00:00:00"/></r><r><x v="0"/><x v="1"/><n v="5"/>'
        '<d v="2026-02-01T00:00:00"/></r></pivotCacheRecords>'
    )
    table = (
        f'<pivotTableDefinition {M} name="Theirs" cacheId="3" dataCaption="Werte"{extra}><location {location}/>'
        f'<pivotFields count="4">{fields}</pivotFields>{rows}{columns}{data}<pivotTableStyleInfo '
        'name="PivotStyleMedium9" showRowHeaders="1"/></pivotTableDefinition>'
    )
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}

    def edit(name: str, old: str, new: str) -> None:
        assert old in parts[name], (name, old)
        parts[name] = parts[name].replace(old, new, 1)

    def relate(name: str, identity: str, kind: str, target: str) -> None:
        empty = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        parts.setdefault(name, empty)
        parts[name] = parts[name].replace("<Relationships", "<Relationships", 1)
        root = etree.fromstring(parts[name].encode())
        etree.SubElement(
            root, root.tag.replace("Relationships", "Relationship"), Id=identity, Type=f"{REL}/{kind}", Target=target
        )
        parts[name] = etree.tostring(root).decode()

    parts["xl/pivotCache/pivotCacheDefinition1.xml"] = definition
    parts["xl/pivotCache/pivotCacheRecords1.xml"] = records
    parts["xl/pivotTables/pivotTable1.xml"] = table
    relate("xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels", "rId1", "pivotCacheRecords", "pivotCacheRecords1.xml")
    cache = "../pivotCache/pivotCacheDefinition1.xml"
    relate("xl/pivotTables/_rels/pivotTable1.xml.rels", "rId1", "pivotCacheDefinition", cache)
    relate("xl/worksheets/_rels/sheet2.xml.rels", "rId90", "pivotTable", "../pivotTables/pivotTable1.xml")
    relate("xl/_rels/workbook.xml.rels", "rId90", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml")
    edit("xl/workbook.xml", "</workbook>",
         f'<pivotCaches><pivotCache {R} cacheId="3" r:id="rId90"/></pivotCaches></workbook>')  # fmt: skip
    kinds = {"pivotCache/pivotCacheDefinition1": "pivotCacheDefinition", "pivotCache/pivotCacheRecords1":
             "pivotCacheRecords", "pivotTables/pivotTable1": "pivotTable"}  # fmt: skip
    added = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{TYPE}.{kind}+xml"/>' for name, kind in kinds.items()
    )
    edit("[Content_Types].xml", "</Types>", f"{added}</Types>")
    with zipfile.ZipFile(path, "w") as package:
        for name, text in parts.items():
            package.writestr(name, text)


ITEMS = '<items count="3"><item x="0"/><item x="1"/><item t="default"/></items>'
TWO_ROWS = '<rowFields count="2"><field x="0"/><field x="1"/></rowFields>'
SUM = '<dataFields count="1"><dataField name="Summe von Amount" fld="2" baseField="0" baseItem="0"/></dataFields>'


def fields(more: str = "", region: str = "axisRow", product: str = "axisRow", region_items: str = ITEMS) -> str:
    return (
        f'<pivotField axis="{region}" showAll="0" {more}>{region_items}</pivotField><pivotField axis="{product}" '
        f'showAll="0" {more}>{ITEMS}</pivotField><pivotField dataField="1" showAll="0"/><pivotField showAll="0"/>'
    )


@pytest.fixture
def book(do: Any, root: Path) -> Path:
    do.create_workbook(path="p.xlsx", sheets=["Data", "Pivot"], rows=ROWS)
    return root / "p.xlsx"


def grow(do: Any, path: Path) -> Any:
    """Another amount, another region, another product; the pivot then covers six rows."""
    do.write_range(path="p.xlsx", sheet="Data", start="C2", values=[[11]])
    do.write_range(path="p.xlsx", sheet="Data", start="A5", values=[["West", "Jam", 7, "2026-03-01"]])
    with zipfile.ZipFile(path) as package:
        held = {name: package.read(name) for name in package.namelist()}
    name = "xl/pivotCache/pivotCacheDefinition1.xml"
    held[name] = held[name].replace(b'ref="A1:D4"', b'ref="A1:D5"')
    with zipfile.ZipFile(path, "w") as package:
        for part, data in held.items():
            package.writestr(part, data)
    return do.refresh_pivot(path="p.xlsx", sheet="Pivot")


def items_of(path: Path, name: str) -> list[tuple[str, str, list[str]]]:
    with zipfile.ZipFile(path) as package:
        table = etree.fromstring(package.read("xl/pivotTables/pivotTable1.xml"))
    listed = table.find("{*}" + name)
    assert listed is not None and listed.get("count") == str(len(listed))
    return [(item.get("t", ""), item.get("r", ""), [x.get("v", "0") for x in item]) for item in listed]


def test_compact_with_two_row_fields(do: Any, book: Path) -> None:
    do.write_range(
        path="p.xlsx", sheet="Pivot", start="A3",
        values=[["Zeilen", "Summe von Amount"], ["North", 15], ["Tea", 10], ["Milk", 5], ["South", 20], ["Tea", 20],
                ["Gesamt", 35]],
    )  # fmt: skip
    do.format_range(path="p.xlsx", sheet="Pivot", range="A4:B4", bold=True)
    row_items = (
        '<rowItems count="6"><i><x/></i><i r="1"><x/></i><i r="1"><x v="1"/></i><i><x v="1"/></i><i r="1"><x/></i>'
        '<i t="grand"><x/></i></rowItems>'
    )
    plant(book, fields(), TWO_ROWS + row_items, '<colItems count="1"><i/></colItems>',
          'ref="A3:B9" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"', SUM)  # fmt: skip
    done = grow(do, book)
    assert (done.name, done.range, done.warnings) == ("Theirs", "Pivot!A3:B11", [])
    assert do.read_range(path="p.xlsx", sheet="Pivot").rows == [
        ["Zeilen", "Summe von Amount"],
        ["North", 16], ["Tea", 11], ["Milk", 5], ["South", 20], ["Tea", 20], ["West", 7], ["Jam", 7], ["Gesamt", 43],
    ]  # fmt: skip
    assert items_of(book, "rowItems")[5:] == [("", "", ["2"]), ("", "1", ["2"]), ("grand", "", ["0"])]
    loaded = openpyxl.load_workbook(book)["Pivot"]
    assert [loaded[f"A{row}"].font.b for row in range(4, 12)] == [True, False, False, True, False, True, False, False]
    pivot = loaded._pivots[0]
    assert [one.v for one in pivot.cache.cacheFields[1].sharedItems._fields] == ["Tea", "Milk", "Jam"]
    assert len(pivot.cache.records.r) == 4 and pivot.pivotTableStyleInfo.name == "PivotStyleMedium9"


def test_tabular_with_subtotals_below(do: Any, book: Path) -> None:
    plant(book, fields('outline="0" compact="0"'), TWO_ROWS, '<colItems count="1"><i/></colItems>',
          'ref="A3:C9" firstHeaderRow="1" firstDataRow="1" firstDataCol="2"', SUM)  # fmt: skip
    assert grow(do, book).range == "Pivot!A3:C11"
    assert do.read_range(path="p.xlsx", sheet="Pivot").rows == [
        ["Region", "Product", "Summe von Amount"],
        ["North", "Tea", 11], [None, "Milk", 5], ["North Total", None, 16], ["South", "Tea", 20],
        ["South Total", None, 20], ["West", "Jam", 7], ["West Total", None, 7], ["Grand Total", None, 43],
    ]  # fmt: skip


def test_across_with_a_column_field_and_a_hidden_item(do: Any, book: Path) -> None:
    hidden = '<items count="3"><item x="0"/><item h="1" x="1"/><item t="default"/></items>'
    plant(book, fields(product="axisCol", region_items=hidden),
          '<rowFields count="1"><field x="0"/></rowFields><rowItems/>',
          '<colFields count="1"><field x="1"/></colFields><colItems/>',
          'ref="A3:D6" firstHeaderRow="1" firstDataRow="2" firstDataCol="1"', SUM)  # fmt: skip
    assert grow(do, book).range == "Pivot!A3:E7"
    assert do.read_range(path="p.xlsx", sheet="Pivot").rows == [
        ["Summe von Amount", "Column Labels", None, None, None],
        ["Row Labels", "Tea", "Milk", "Jam", "Grand Total"],
        ["North", 11, 5, None, 16],
        ["West", None, None, 7, 7],
        ["Grand Total", 11, 5, 7, 23],
    ]
    assert items_of(book, "colItems")[-1] == ("grand", "", ["0"])
    assert items_of(book, "rowItems")[:2] == [("", "", ["0"]), ("", "", ["2"])]


def test_in_outline_with_two_figures_and_no_totals(do: Any, book: Path) -> None:
    two = SUM.replace('count="1"', 'count="2"').replace(
        "</dataFields>", '<dataField name="Anzahl" fld="2" subtotal="count" baseField="0" baseItem="0"/></dataFields>'
    )
    plant(book, fields('compact="0"'), TWO_ROWS + "<rowItems/>",
          '<colFields count="1"><field x="-2"/></colFields><colItems/>',
          'ref="A3:D8" firstHeaderRow="0" firstDataRow="1" firstDataCol="2"', two,
          ' colGrandTotals="0"')  # fmt: skip
    grow(do, book)
    assert do.read_range(path="p.xlsx", sheet="Pivot").rows == [
        ["Region", "Product", "Summe von Amount", "Anzahl"],
        ["North", None, 16, 2], [None, "Tea", 11, 1], [None, "Milk", 5, 1], ["South", None, 20, 1],
        [None, "Tea", 20, 1], ["West", None, 7, 1], [None, "Jam", 7, 1],
    ]  # fmt: skip
    assert items_of(book, "colItems") == [("", "", ["0"]), ("", "", ["1"])]


def test_what_only_excel_can_refresh_is_said(do: Any, book: Path) -> None:
    shares = SUM.replace("baseField", 'showDataAs="percentOfTotal" baseField')
    plant(book, fields(), TWO_ROWS, "", 'ref="A3:B9" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"', shares)
    with pytest.raises(ToolError, match="shares or differences"):
        do.refresh_pivot(path="p.xlsx", sheet="Pivot")
