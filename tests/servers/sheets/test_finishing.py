"""Borders, groups, sparklines and pages; properties and passwords; sheets as Markdown and as picture files."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_kit import ToolError

ROWS = [["Shop", "Jan", "Feb", "Trend"], ["A|b", 1, 4, None], ["C*", 2, 3, None], ["Line\nbreak", 5, 1, None]]


@pytest.fixture
def shops(do: Any) -> str:
    do.create_workbook(path="p.xlsx", sheets=["Data", "Notes"], rows=ROWS)
    return "p.xlsx"


def sides(root: Path, cell: str) -> str:
    border = openpyxl.load_workbook(root / "p.xlsx")["Data"][cell].border
    return " ".join(side for side in ("left", "right", "top", "bottom") if getattr(border, side).style)


def test_borders_inside_and_at_one_side(do: Any, root: Path, shops: str) -> None:
    do.set_borders(path=shops, range="A1:C3", edges="inside")
    assert sides(root, "A1") == "right bottom" and sides(root, "B2") == "left right top bottom"
    assert sides(root, "C3") == "left top" and sides(root, "D1") == ""
    do.set_borders(path=shops, range="F1:G2", edges="left")
    do.set_borders(path=shops, range="F1:F2", edges="right", style="double")
    assert sides(root, "F1") == "left right" and sides(root, "G2") == "left"
    with pytest.raises(ToolError, match="no inside"):
        do.set_borders(path=shops, range="A1", edges="inside")


def test_struck_indented_justified(do: Any, root: Path, shops: str) -> None:
    do.format_range(path=shops, range="A2:A3", strike=True, indent=2, align="justify")
    do.format_range(path=shops, range="A3", strike=False, indent=0)
    sheet = openpyxl.load_workbook(root / shops)["Data"]
    assert (sheet["A2"].font.strike, sheet["A2"].alignment.indent, sheet["A2"].alignment.horizontal) == (
        True, 2, "justify",
    )  # fmt: skip
    assert not sheet["A3"].font.strike and sheet["A3"].alignment.indent == 0


def test_groups_fold_and_unfold(do: Any, root: Path, shops: str) -> None:
    do.group_lines(path=shops, lines="2:4")
    do.group_lines(path=shops, lines="3", folded=True)
    do.group_lines(path=shops, lines="B:C", folded=True)
    sheet = openpyxl.load_workbook(root / shops)["Data"]
    assert [sheet.row_dimensions[row].outlineLevel for row in range(1, 6)] == [0, 1, 2, 1, 0]
    assert sheet.row_dimensions[3].hidden and sheet.row_dimensions[4].collapsed
    assert (sheet.sheet_format.outlineLevelRow, sheet.sheet_format.outlineLevelCol) == (2, 1)
    assert sheet.column_dimensions["B"].hidden and sheet.column_dimensions["D"].collapsed
    rules = [(rule.kind, rule.range, rule.detail) for rule in do.list_sheet_rules(path=shops).items]
    assert ("group", "3:3", "level 2") in rules and ("group", "B:C", "level 1") in rules
    do.group_lines(path=shops, lines="3:3", on=False)
    do.group_lines(path=shops, lines="2:4", on=False)
    do.group_lines(path=shops, lines="B:C", on=False)
    assert not [rule for rule in do.list_sheet_rules(path=shops).items if rule.kind != "x"]
    for lines, said in (("2:4", "in no group"), ("B2", "names no lines")):
        with pytest.raises(ToolError, match=said):
            do.group_lines(path=shops, lines=lines, on=False)
    for _ in range(7):
        do.group_lines(path=shops, lines="2")
    with pytest.raises(ToolError, match="7 levels"):
        do.group_lines(path=shops, lines="2")


def test_sparklines(do: Any, root: Path, parts: Any, shops: str) -> None:
    assert do.set_sparklines(path=shops, range="D2:D4", data="B2:C4", kind="column").sparklines == 3
    assert do.set_sparklines(path=shops, range="D3", data="B3:C3", color="#00B050").warnings
    do.set_sparklines(path=shops, range="Notes!A1:B1", data="Data!B2:C4", kind="win_loss")
    found = {rule.range: rule.detail for rule in do.list_sheet_rules(path=shops).items if rule.kind == "sparkline"}
    assert found == {"D2": "of Data!B2:C2", "D3": "of Data!B3:C3", "D4": "of Data!B4:C4"}
    do.insert_rows(path=shops, row=3)
    found = {rule.range: rule.detail for rule in do.list_sheet_rules(path=shops).items if rule.kind == "sparkline"}
    assert found["D4"] == "of Data!B4:C4"
    markup = parts(root / shops)["xl/worksheets/sheet2.xml"].decode()
    assert re.findall("<xm:f>(.*?)</xm:f>", markup) == ["Data!B2:B5", "Data!C2:C5"] and 'type="stacked"' in markup
    assert do.set_sparklines(path=shops, range="D1:D9").sparklines == 3
    assert b"extLst" not in parts(root / shops)["xl/worksheets/sheet1.xml"]
    for area, data, said in (("D2:E4", "B2:C4", "a block"), ("D2:D3", "B2:B5", "4 rows and 1 columns")):
        with pytest.raises(ToolError, match=said):
            do.set_sparklines(path=shops, range=area, data=data)


def test_margins_centring_and_breaks(do: Any, root: Path, shops: str) -> None:
    do.set_print_layout(path=shops, margins=[2.54, 1, 2.54, 1], center="both", breaks="3,C")
    sheet = openpyxl.load_workbook(root / shops)["Data"]
    assert (sheet.page_margins.top, round(sheet.page_margins.left, 2)) == (1, 0.39)
    assert sheet.print_options.horizontalCentered and sheet.print_options.verticalCentered
    assert [item.id for item in sheet.row_breaks.brk] == [2] and [item.id for item in sheet.col_breaks.brk] == [2]
    do.export_workbook_pdf(path=shops, target="p.pdf")
    assert do.export_workbook_pdf(path=shops, target="p.pdf", sheet="Data").pages == 4
    do.set_print_layout(path=shops, center="none", breaks="none", margins=[1])
    sheet = openpyxl.load_workbook(root / shops)["Data"]
    assert not sheet.row_breaks.brk and not sheet.print_options.horizontalCentered
    for arguments, said in (({"margins": [1, 2]}, "2 margins"), ({"margins": [99]}, "15 cm"),
                            ({"breaks": "1"}, "begins no"), ({"breaks": "2:5"}, "begins no"),
                            ({"breaks": "B2"}, "names no line")):  # fmt: skip
        with pytest.raises(ToolError, match=said):
            do.set_print_layout(path=shops, **arguments)


def test_properties(do: Any, root: Path, parts: Any, shops: str, rich: str) -> None:
    do.set_workbook_properties(path=shops, title="Plan", author="Maya")
    do.set_workbook_properties(path=shops, keywords="a, b")
    said = openpyxl.load_workbook(root / shops).properties
    assert (said.title, said.creator, said.keywords) == ("Plan", "Maya", "a, b")
    info = do.get_workbook_info(path=shops)
    assert (info.title, info.author) == ("Plan", "Maya")
    before = parts(root / rich)
    do.set_workbook_properties(path=rich, subject="New")
    after = parts(root / rich)
    assert {name for name in after if before.get(name) != after[name]} == {"docProps/core.xml"}
    with pytest.raises(ToolError, match="nothing to set"):
        do.set_workbook_properties(path=shops)


def test_passwords_on_changed_and_off(do: Any, root: Path, rich: str) -> None:
    import msoffcrypto

    plain = (root / rich).read_bytes()
    do.set_workbook_password(path=rich, new="Zwölf 12")
    with (root / rich).open("rb") as file:
        locked: Any = msoffcrypto.OfficeFile(file)
        locked.load_key(password="Zwölf 12")
        opened = io.BytesIO()
        locked.decrypt(opened)
    assert opened.getvalue() == plain
    before = (root / rich).read_bytes()
    for arguments, argument in (({}, "current"), ({"new": "x"}, "current"), ({"current": "no", "new": "x"}, "current")):
        with pytest.raises(ToolError, match=f"^{argument}: "):
            do.set_workbook_password(path=rich, **arguments)
    with pytest.raises(ToolError, match="set_workbook_password"):
        do.read_range(path=rich)
    assert (root / rich).read_bytes() == before
    do.set_workbook_password(path=rich, current="Zwölf 12", new="b")
    do.set_workbook_password(path=rich, current="b")
    assert (root / rich).read_bytes() == plain
    for arguments, argument in (({}, "new"), ({"current": "b"}, "current"), ({"new": "x" * 256}, "new")):
        with pytest.raises(ToolError, match=f"^{argument}: "):
            do.set_workbook_password(path=rich, **arguments)
    assert (root / rich).read_bytes() == plain


def test_markdown_and_pictures(do: Any, root: Path, shops: str) -> None:
    from PIL import Image

    do.format_range(path=shops, range="Data!B2:C4", number_format="0.0%")
    do.convert_workbook(path=shops, target="p.md")
    assert (root / "p.md").read_text().splitlines() == [
        "## Data", "", "| Shop | Jan | Feb | Trend |", "|---|---:|---:|---|", "| A\\|b | 100.0% | 400.0% |  |",
        "| C\\* | 200.0% | 300.0% |  |", "| Line<br>break | 500.0% | 100.0% |  |", "", "## Notes", "", "(empty)",
    ]  # fmt: skip
    done = do.export_range_picture(path=shops, target="out/p.png", range="A1:D4", width=1200)
    with Image.open(root / "out/p.png") as image:
        assert image.size == (done.width, done.height) == (1200, done.height)
        assert image.convert("RGB").getpixel((2, 2)) == (255, 255, 255)  # no headings of rows and columns
