"""Formats, rules and what may be typed, as others read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_kit import ToolError


def test_format_changes_only_what_is_said(do: Any, root: Path, book: str) -> None:
    do.format_range(path=book, range="A1:E1", bold=True, fill="darkblue", color="white", align="center")
    do.format_range(path=book, range="B:B", number_format="#,##0.00")
    do.set_borders(path=book, range="A1:E4", edges="outline")
    do.format_range(path=book, range="B1", italic=True, size=14, font="Arial")
    sheet = openpyxl.load_workbook(root / book)["Items"]
    cell = sheet["B1"]
    assert cell.font.b and cell.font.i and cell.font.sz == 14 and cell.font.name == "Arial"
    assert cell.fill.fgColor.rgb == "FF1F3864" and cell.number_format == "#,##0.00"
    assert cell.border.top.style == "thin" and cell.border.bottom.style is None
    assert sheet["A1"].font.name == "Calibri" and sheet["A1"].border.left.style == "thin"
    assert sheet["C4"].border.bottom.style == "thin" and sheet["E4"].is_date
    assert sheet.column_dimensions["B"].width > 0
    do.write_range(path=book, start="B9", values=[[5]])
    assert openpyxl.load_workbook(root / book)["Items"]["B9"].number_format == "#,##0.00"


def test_styles_are_shared_not_multiplied(do: Any, root: Path, parts: Any, book: str) -> None:
    for _ in range(3):
        do.format_range(path=book, range="A1:E300", bold=True, fill="#FFEEDD")
    styles = parts(root / book)["xl/styles.xml"].decode()
    assert styles.count("FFFFEEDD") == 1 and styles.count("<xf ") < 8


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"rule": "greater", "value": 3}, "cellIs"),
        ({"rule": "between", "value": 1, "value2": 3}, "cellIs"),
        ({"rule": "equal", "value": "Tea"}, "cellIs"),
        ({"rule": "formula", "value": "=$B2>2", "fill": "yellow"}, "expression"),
        ({"rule": "contains", "value": 'a "quoted"'}, "containsText"),
        ({"rule": "top", "value": 3}, "top10"),
        ({"rule": "above_average"}, "aboveAverage"),
        ({"rule": "duplicate"}, "duplicateValues"),
        ({"rule": "blank"}, "containsBlanks"),
        ({"rule": "error"}, "containsErrors"),
    ],
)
def test_each_conditional_format(do: Any, root: Path, book: str, arguments: dict[str, Any], kind: str) -> None:
    from deskworld_artifacts import convert

    assert do.set_conditional_format(path=book, range="B2:B4", **arguments).rules == 1
    sheet = openpyxl.load_workbook(root / book)["Items"]
    assert [rule.type for ranges in sheet.conditional_formatting for rule in ranges.rules] == [kind]
    convert(root / book, root / "b.pdf")
    assert do.clear_conditional_formats(path=book, range="B2:B4").rules == 0


def test_scales_bars_and_icons(do: Any, root: Path, book: str) -> None:
    from deskworld_artifacts import convert

    do.set_color_scale(path=book, range="B2:B4", colors=["white", "red"])
    do.set_data_bars(path=book, range="C2:C4")
    assert do.set_icon_set(path=book, range="D2:D4", icons="ratings").rules == 3
    sheet = openpyxl.load_workbook(root / book)["Items"]
    rules = [rule for ranges in sheet.conditional_formatting for rule in ranges.rules]
    assert {rule.type for rule in rules} == {"colorScale", "dataBar", "iconSet"}
    assert sorted(rule.priority for rule in rules) == [1, 2, 3]
    convert(root / book, root / "b.pdf")


def test_rules_that_lack_something(do: Any, book: str) -> None:
    for arguments, words in [
        ({"rule": "greater"}, "needs value"),
        ({"rule": "between", "value": 1}, "needs value2"),
        ({"rule": "formula", "value": "B2>1"}, "formula rule"),
        ({"rule": "greater", "value": "=WEBSERVICE(A1)"}, "outside the workbook"),
    ]:
        with pytest.raises(ToolError, match=words):
            do.set_conditional_format(path=book, range="B2:B4", **arguments)


def test_validation(do: Any, root: Path, book: str) -> None:
    do.set_dropdown(path=book, range="A2:A9", items=["Tea", "Milk"])
    do.set_validation(path=book, range="B2:B9", kind="decimal", compare="at_least", low=0, message="Not below 0")
    do.set_validation(path=book, range="E2:E9", kind="date", low="2026-01-01", high="2026-12-31")
    do.set_dropdown(path=book, range="A4", source="Sums!A1:A2")
    rules = {
        str(rule.sqref): rule for rule in openpyxl.load_workbook(root / book)["Items"].data_validations.dataValidation
    }
    assert set(rules) == {"A2:A3 A5:A9", "B2:B9", "E2:E9", "A4"}
    assert rules["A2:A3 A5:A9"].formula1 == '"Tea,Milk"' and rules["A4"].formula1 == "Sums!$A$1:$A$2"
    assert rules["B2:B9"].operator == "greaterThanOrEqual" and rules["E2:E9"].formula1 == "46023"
    do.clear_validation(path=book, range="A1:E9")
    assert not openpyxl.load_workbook(root / book)["Items"].data_validations.dataValidation
    with pytest.raises(ToolError, match="either items or source"):
        do.set_dropdown(path=book, range="A2")
    with pytest.raises(ToolError, match="255"):
        do.set_dropdown(path=book, range="A2", items=["x" * 40] * 10)


def test_merges_widths_heights_views(do: Any, root: Path, book: str) -> None:
    done = do.merge_cells(path=book, range="A6:C6")
    assert done.warnings == []
    assert do.merge_cells(path=book, range="A1:B1").warnings
    with pytest.raises(ToolError, match="merged already"):
        do.merge_cells(path=book, range="B1:C1")
    assert do.write_range(path=book, start="B6", values=[["hidden"]]).warnings
    widths = do.set_column_width(path=book, columns="A:E").widths
    assert widths["E"] > 8
    do.set_column_width(path=book, columns="C", width=30)
    do.set_row_height(path=book, rows="1:2", height=33)
    for wrong in (256, -1):
        with pytest.raises(ToolError, match="0 to 255 characters"):
            do.set_column_width(path=book, columns="C", width=wrong)
    with pytest.raises(ToolError, match="0 to 409 points"):
        do.set_row_height(path=book, rows="1:2", height=410)
    do.freeze_panes(path=book, cell="B2")
    do.set_sheet_view(path=book, gridlines=False, zoom=120, tab_color="red")
    do.set_print_layout(
        path=book, print_area="A1:E4", orientation="landscape", fit_wide=1, repeat_rows="1:1", footer="&P"
    )
    sheet = openpyxl.load_workbook(root / book)["Items"]
    assert sheet.column_dimensions["C"].width == 30 and sheet.row_dimensions[2].height == 33
    assert sheet.freeze_panes == "B2" and not sheet.sheet_view.showGridLines and sheet.sheet_view.zoomScale == 120
    assert sheet.print_area == "'Items'!$A$1:$E$4" and sheet.page_setup.orientation == "landscape"
    assert sheet.print_title_rows == "$1:$1" and sheet.sheet_properties.pageSetUpPr.fitToPage
    do.unmerge_cells(path=book, range="A1:E9")
    assert not openpyxl.load_workbook(root / book)["Items"].merged_cells.ranges


def test_copied_looks(do: Any, root: Path, book: str) -> None:
    do.format_range(path=book, range="A2:B2", bold=True, number_format="0.0")
    do.copy_format(path=book, source="A2:B2", target="Sums!A1:B2")
    sheet = openpyxl.load_workbook(root / book)["Sums"]
    assert sheet["B2"].font.b and sheet["A1"].font.b and sheet["B1"].number_format == "0.0"


def test_hidden_sheets(do: Any, book: str) -> None:
    do.set_sheet_visible(path=book, sheet="Sums", visible=False)
    assert do.get_workbook_info(path=book).sheets[1].state == "hidden"
    with pytest.raises(ToolError, match="at least one visible"):
        do.set_sheet_visible(path=book, sheet="Items", visible=False)


def test_a_formula_may_end_in_quoted_text(do: Any, root: Path, book: str) -> None:
    do.fill_formula(path=book, range="F2:F3", formula='=A2="Tea"')
    assert openpyxl.load_workbook(root / book)["Items"]["F2"].value == '=A2="Tea"'
    with pytest.raises(ToolError, match="ends in an operator"):
        do.fill_formula(path=book, range="F2:F3", formula='="Tea"&')
