"""Each tool that writes, on a workbook full of what it knows nothing of: only what its edit is about differs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_kit import Server
from lxml import etree

from servers.sheets import foreign, samples

Parts = Callable[[Path], dict[str, bytes]]
DATA, OTHER = r"xl/worksheets/sheet1\.xml", r"xl/worksheets/sheet2\.xml"
BOOK, STYLES, TYPES = r"xl/workbook\.xml", r"xl/styles\.xml", r"\[Content_Types\]\.xml"
CHARTS, SHEETS = r"xl/charts/chart\d\.xml", r"xl/worksheets/sheet\d\.xml"
RELS = r"xl/(worksheets/)?_rels/(sheet\d|workbook)\.xml\.rels"
APP, TABLES, DRAWINGS = (
    r"docProps/app\.xml",
    r"xl/tables/table\d\.xml",
    r"xl/drawings/(_rels/)?(drawing|vmlDrawing)\d\.\w+(\.rels)?",
)
NEW = r"xl/(worksheets|charts|drawings|tables|media|pivot\w+)/.*"
COMMENTS, PIVOTS = r"xl/comments\d\.xml", r"xl/pivot(Tables|Cache)/(_rels/)?pivot\w+\d\.xml(\.rels)?"
MOVED = (SHEETS, CHARTS, BOOK, TABLES, DRAWINGS, COMMENTS, PIVOTS)

# Each tool that writes into a workbook: what it is asked, and which parts that may change.
EDITS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "write_range": ({"start": "G8", "values": [["x", 2]]}, (DATA,)),
    "append_rows": ({"rows": [["new", 1]]}, (DATA,)),
    "clear_range": ({"range": "G3"}, (DATA,)),
    "fill_formula": ({"range": "G8:G9", "formula": "=B8*2"}, (DATA,)),
    "recalculate_workbook": ({}, ()),
    "insert_rows": ({"row": 12}, MOVED),
    "delete_rows": ({"row": 16}, MOVED),
    "insert_columns": ({"column": "G"}, MOVED),
    "delete_columns": ({"column": "K"}, MOVED),
    "insert_cells": ({"range": "G6:H6", "shift": "right"}, MOVED),
    "delete_cells": ({"range": "E5", "shift": "left"}, MOVED),
    "format_range": ({"range": "B2:B3", "bold": True}, (DATA, STYLES)),
    "set_borders": ({"range": "B2:B3"}, (DATA, STYLES)),
    "copy_format": ({"source": "A1", "target": "G1"}, (DATA,)),
    "merge_cells": ({"range": "A24:B24"}, (DATA, STYLES)),
    "unmerge_cells": ({"range": "A20"}, (DATA,)),
    "set_column_width": ({"columns": "A:B"}, (DATA,)),
    "set_row_height": ({"rows": "1:1", "height": 30}, (DATA,)),
    "hide_lines": ({"lines": "9:9"}, (DATA,)),
    "set_conditional_format": ({"range": "D2:D9", "rule": "greater", "value": 5}, (DATA, STYLES)),
    "set_color_scale": ({"range": "D2:D9"}, (DATA,)),
    "set_data_bars": ({"range": "D2:D9"}, (DATA,)),
    "set_icon_set": ({"range": "D2:D9"}, (DATA,)),
    "clear_conditional_formats": ({"range": "C2:C3"}, (DATA,)),
    "set_validation": ({"range": "D2:D9", "kind": "whole", "low": 0, "high": 9}, (DATA,)),
    "set_dropdown": ({"range": "D2:D9", "items": ["a", "b"]}, (DATA,)),
    "clear_validation": ({"range": "A2:A3"}, (DATA,)),
    "freeze_panes": ({"cell": "B3"}, (DATA,)),
    "set_sheet_view": ({"zoom": 90}, (DATA,)),
    "set_sheet_visible": ({"sheet": "Other side", "visible": False}, (BOOK,)),
    "set_print_layout": ({"orientation": "portrait", "repeat_rows": "1:2"}, (DATA, BOOK)),
    "protect_sheet": ({"unlocked": "B2:B3"}, (DATA, STYLES)),
    "define_name": ({"name": "Mine", "refers_to": "Data!A1"}, (BOOK,)),
    "replace_values": ({"find": "n3", "replace": "N3"}, (DATA, CHARTS)),
    "copy_range": ({"source": "A2:A3", "target": "G8"}, (DATA,)),
    "sort_range": ({"by": ["-One"], "range": "A1:C11"}, (SHEETS, CHARTS)),
    "remove_duplicates": ({"range": "A1:C11"}, (SHEETS, CHARTS)),
    "filter_range": ({"range": "A1:E11", "where": ["One > 3"]}, (DATA, BOOK)),
    "add_cell_comment": ({"cell": "C4", "text": "Look"}, (DATA, COMMENTS, DRAWINGS)),
    "set_cell_link": ({"cell": "G5", "to": "https://example.com/x"}, (DATA, RELS, STYLES)),
    "add_sheet_picture": ({"picture": "p.png", "place": "P2"}, (DATA, RELS, TYPES, DRAWINGS, NEW)),
    "delete_sheet_picture": (
        {"picture": "Picture 1"},
        (DRAWINGS, r"xl/media/.*", TYPES),
    ),
    "add_sheet_chart": ({"kind": "line", "data": "B1:C11", "place": "P9"}, (DATA, RELS, TYPES, DRAWINGS, NEW)),
    "update_sheet_chart": ({"chart": "1", "title": "Mine"}, (CHARTS,)),
    "delete_sheet_chart": ({"chart": "1"}, (DRAWINGS, CHARTS, TYPES)),
    "set_sparklines": ({"range": "H2:H4", "data": "B2:C4", "kind": "column"}, (DATA,)),
    "group_lines": ({"lines": "3:5", "folded": True}, (DATA,)),
    "set_workbook_properties": ({"title": "Mine"}, (r"docProps/core\.xml",)),
    "create_table": ({"sheet": "Other side", "range": "A1:B3"}, (OTHER, RELS, TYPES, NEW)),
    "update_table": ({"table": "Deals", "name": "Bargains", "totals": True}, (SHEETS, TABLES, STYLES)),
    "delete_table": ({"table": "Deals"}, (OTHER, RELS, TYPES, TABLES)),
    "delete_pivot": (
        {"sheet": "Other side", "pivot": "Foreign"},
        (OTHER, RELS, TYPES, BOOK, PIVOTS, r"xl/pivotCache/.*"),
    ),
    "create_pivot": (
        {"source": "Data!A1:C11", "rows": ["Name"], "values": ["sum of One"]},
        (BOOK, RELS, TYPES, APP, STYLES, NEW),
    ),
    "add_sheet": ({"name": "Mine"}, (BOOK, RELS, TYPES, APP, NEW)),
    "rename_sheet": ({"sheet": "Data", "name": "It's"}, (SHEETS, CHARTS, BOOK, APP, PIVOTS)),
    "copy_sheet": ({"sheet": "Other side", "name": "Twin"}, (BOOK, RELS, TYPES, APP, NEW)),
    "move_sheet": ({"sheet": "Other side", "position": 1}, (BOOK, APP)),
    "delete_sheet": (
        {"sheet": "Picture"},
        (BOOK, RELS, TYPES, APP, r"xl/(drawings|charts)/.*2.*", r"xl/chartsheets/.*"),
    ),
    "import_csv": ({"source": "a.csv"}, (BOOK, RELS, TYPES, APP, NEW)),
}  # fmt: skip
ELSEWHERE = {"create_workbook", "export_csv", "export_workbook_pdf", "convert_workbook", "refresh_pivot",
             "export_range_picture", "set_workbook_password"}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("made") / "f.xlsx"
    foreign.by_excel(path)
    return path.read_bytes()


def test_every_tool_that_writes_is_tried(server: Server) -> None:
    writing = {tool.name for tool in server.compiled if not (tool.annotations and tool.annotations.readOnlyHint)}
    assert writing == set(EDITS) | ELSEWHERE


@pytest.mark.parametrize("tool", EDITS)
def test_only_what_the_edit_is_about_differs(do: Any, root: Path, parts: Parts, made: bytes, tool: str) -> None:
    path = root / "f.xlsx"
    path.write_bytes(made)
    (root / "p.png").write_bytes(samples.picture())
    (root / "a.csv").write_text("a,b\n1,2\n")
    arguments, allowed = EDITS[tool]
    before = parts(path)
    getattr(do, tool)(path="f.xlsx", **arguments)
    after = parts(path)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert {name for name in changed if not any(re.fullmatch(one, name) for one in allowed)} == set()
    assert {name for name in before if name not in after} <= {
        name for name in before if tool.startswith("delete_") and re.search(r"chart|drawing2|media|table1|pivot", name)
    }
    for name in changed & set(before) & set(after):
        if "worksheets/sheet" in name and name.endswith(".xml"):
            lost = kinds(before[name]) - kinds(after[name])
            expected = {"unmerge_cells": {"mergeCell", "mergeCells"}, "delete_table": {"tablePart", "tableParts"}}
            assert lost <= expected.get(tool, set()), name
    loaded = openpyxl.load_workbook(path)
    assert loaded.sheetnames


def kinds(sheet: bytes) -> set[str]:
    """The kinds of elements that a sheet holds, extensions too."""
    return {etree.QName(item).localname for item in etree.fromstring(sheet).iter() if isinstance(item.tag, str)}


def test_a_file_from_google(do: Any, root: Path, parts: Parts) -> None:
    foreign.by_google(root / "g.xlsx")
    before = parts(root / "g.xlsx")
    assert do.read_range(path="g.xlsx").rows == [["Item", "Cost"], ["Tea & co", 3.5], ["Milk", 1.25]]
    do.write_range(path="g.xlsx", start="B4", values=[["=SUM(B2:B3)"]])
    after = parts(root / "g.xlsx")
    assert {name for name in after if before.get(name) != after[name]} == {"xl/worksheets/sheet1.xml"}
    assert do.read_range(path="g.xlsx").rows[3] == [None, 4.75]
    do.insert_rows(path="g.xlsx", row=2)
    do.append_rows(path="g.xlsx", rows=[["Bread", 2]])
    assert do.read_range(path="g.xlsx").rows[5] == ["Bread", 2]
    assert do.check_workbook(path="g.xlsx").items == []


def test_macros_stay(do: Any, root: Path, parts: Parts) -> None:
    foreign.by_excel(root / "m.xlsm", macros=True)
    before = parts(root / "m.xlsm")
    do.insert_rows(path="m.xlsm", sheet="Data", row=6)
    do.format_range(path="m.xlsm", range="A1:B1", italic=True)
    after = parts(root / "m.xlsm")
    for name in ("xl/vbaProject.bin", *foreign.PARTS):
        if "pivotCacheDefinition" not in name:
            assert after[name] == before[name], name
