"""Small things that an edit must leave true: what the file says of itself, extension lists, what is seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_kit import ToolError
from deskworld_sheets.engine.showing import shown
from hypothesis import given, settings
from hypothesis import strategies as st

from servers.sheets import foreign, samples


def sheet_text(parts: Any, path: Path, number: int = 1) -> str:
    return parts(path)[f"xl/worksheets/sheet{number}.xml"].decode()


def test_bars_of_both_kinds_go_and_the_rest_stays(do: Any, root: Path, parts: Any, rich: str) -> None:
    do.clear_conditional_formats(path=rich, range="B2:B4")
    text = sheet_text(parts, root / rich)
    assert 'sqref="B5:B11"' in text and "<xm:sqref>B5:B11</xm:sqref>" in text
    do.clear_conditional_formats(path=rich, range="B:B")
    text = sheet_text(parts, root / rich)
    assert "dataBar" not in text and "sparkline" in text
    # The rule of the next column speaks from the cell where it starts now.
    do.clear_conditional_formats(path=rich, range="C2:C3")
    assert "<formula>$C4&gt;30</formula>" in sheet_text(parts, root / rich)


def test_newer_validations_are_cleared(do: Any, root: Path, parts: Any) -> None:
    foreign.by_excel(root / "f.xlsx")
    do.clear_validation(path="f.xlsx", range="Data!C5:C6")
    assert "<xm:sqref>C7:C9</xm:sqref>" in sheet_text(parts, root / "f.xlsx")
    do.clear_validation(path="f.xlsx", range="Data!C1:C99")
    text = sheet_text(parts, root / "f.xlsx")
    assert "x14:dataValidation" not in text and "slicerList" in text


def test_the_file_names_its_sheets_rightly(do: Any, root: Path, parts: Any, rich: str) -> None:
    do.rename_sheet(path=rich, sheet="Data", name="Figures & more")
    text = parts(root / rich)["docProps/app.xml"].decode()
    assert "<vt:lpstr>Figures &amp; more</vt:lpstr>" in text and "<vt:lpstr>Data</vt:lpstr>" not in text
    do.add_sheet(path=rich, name="New")
    assert "TitlesOfParts" not in parts(root / rich)["docProps/app.xml"].decode()


@pytest.mark.parametrize("quoted", ["Data", "'Data'"])
def test_caches_of_charts_follow_their_cells(do: Any, root: Path, parts: Any, quoted: str) -> None:
    import xlsxwriter

    book = xlsxwriter.Workbook(root / "c.xlsx")
    sheet = book.add_worksheet("Data")
    for row in range(4):
        sheet.write(row, 0, row + 1)
        sheet.write_formula(row, 1, f"=A{row + 1}*10")
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": f"={quoted}!$B$1:$B$4"})
    sheet.insert_chart("D2", chart)
    book.close()
    assert [item.kind for item in do.check_workbook(path="c.xlsx").items] == ["stale"] * 4
    do.write_range(path="c.xlsx", start="A2", values=[[7]])
    text = parts(root / "c.xlsx")["xl/charts/chart1.xml"].decode()
    assert re.findall(r"<c:v>([^<]*)</c:v>", text) == ["10", "70", "30", "40"]
    assert do.check_workbook(path="c.xlsx").items == []


def test_axes_show_numbers_as_the_cells_do(do: Any, root: Path, parts: Any) -> None:
    do.create_workbook(path="a.xlsx", rows=[["Day", "Money"], ["2026-01-01", 1200], ["2026-02-01", 800]])
    do.format_range(path="a.xlsx", range="B2:B3", number_format='"$"#,##0')
    do.format_range(path="a.xlsx", range="A2:A3", number_format="mmm yyyy")
    do.add_sheet_chart(path="a.xlsx", kind="column", data="A1:B3")
    text = parts(root / "a.xlsx")["xl/charts/chart1.xml"].decode()
    assert re.findall(r'numFmt formatCode="([^"]*)"', text) == ["mmm yyyy", "&quot;$&quot;#,##0"]


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1234.5, "#,##0.00", "1,234.50"),
        (-5, "#,##0.00_);(#,##0.00)", "(5.00)"),
        (0.256, "0.0%", "25.6%"),
        (1234567, '#,##0,"k"', "1,235k"),
        (1.5, "[$€-407] #,##0.00", "€ 1.50"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (0, '0;-0;"–"', "–"),
        (7, "000", "007"),
        (0.5, "#.00", ".50"),
        (0.1 + 0.2, "General", "0.3"),
        ("2026-03-05", "d mmm yyyy", "5 Mar 2026"),
        ("2026-03-05T14:07:00", "h:mm AM/PM", "2:07 PM"),
        ("25:30:00", "[h]:mm", "25:30"),
        (True, "General", "TRUE"),
        (None, "0", ""),
    ],
)
def test_what_a_cell_shows(value: Any, code: str, text: str) -> None:
    assert shown(value, code) == text


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(), st.text(max_size=9), st.booleans()),
    st.text('#0?.,%;E+-"\\_*[]$€@ymdhs:/ AMPgenral', max_size=14),
)
def test_any_format_shows_something(value: Any, code: str) -> None:
    assert isinstance(shown(value, code), str)


def test_columns_fit_what_they_show(do: Any, root: Path) -> None:
    rows = [["Amount", "Name"], [1234.5, "Wilhelmina"], [-98765.25, "Bo"]]
    do.create_workbook(path="w.xlsx", rows=rows)
    do.format_range(
        path="w.xlsx", range="A2:A3", number_format='_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'
    )
    widths = do.set_column_width(path="w.xlsx", columns="A:B").widths
    assert 11 <= widths["A"] <= 15 and 10 <= widths["B"] <= 13


def test_dates_are_not_shown_as_hashes(do: Any, root: Path) -> None:
    do.create_workbook(path="d.xlsx", rows=[["Day"], ["2026-01-05"], ["2026-11-30 10:30"]])
    assert openpyxl.load_workbook(root / "d.xlsx").worksheets[0].column_dimensions["A"].width > 15
    assert do.check_workbook(path="d.xlsx").items == []
    do.set_column_width(path="d.xlsx", columns="A", width=4)
    assert [(item.kind, item.cell) for item in do.check_workbook(path="d.xlsx").items] == [
        ("too_narrow", "Sheet1!A2:A3")
    ]


def test_rows_fit_wrapped_text(do: Any, root: Path) -> None:
    do.create_workbook(path="h.xlsx", rows=[["one two three four five six seven"], ["short"]])
    do.format_range(path="h.xlsx", range="A1", wrap=True)
    do.set_row_height(path="h.xlsx", rows="1:2", height=15)
    assert [item.kind for item in do.check_workbook(path="h.xlsx").items] == ["cut_text"]
    do.set_row_height(path="h.xlsx", rows="1:2", height=0)
    sheet = openpyxl.load_workbook(root / "h.xlsx").worksheets[0]
    assert 45 <= sheet.row_dimensions[1].height <= 80 and sheet.row_dimensions[2].height is None
    assert do.check_workbook(path="h.xlsx").items == []
    with pytest.raises(ToolError, match="at most 100000"):
        do.set_row_height(path="h.xlsx", rows="1:1048576", height=20)


def test_pivots_are_wide_enough(do: Any, root: Path) -> None:
    do.create_workbook(path="p.xlsx", rows=[["A rather long region", 1250000.5]] * 3)
    do.insert_rows(path="p.xlsx", row=1)
    do.write_range(path="p.xlsx", values=[["Region", "Amount"]])
    do.create_pivot(
        path="p.xlsx", source="Sheet1!A1:B4", rows=["Region"], values=["sum of Amount"], number_format="#,##0.00"
    )
    kinds = [item.kind for item in do.check_workbook(path="p.xlsx", sheet="Pivot").items]
    assert kinds == []
    assert openpyxl.load_workbook(root / "p.xlsx")["Pivot"].column_dimensions["A"].width > 18


def test_chart_sheets_are_drawn(do: Any, root: Path) -> None:
    from openpyxl.chart import BarChart, Reference

    book = openpyxl.Workbook()
    for row in range(5):
        book.worksheets[0].append([f"a{row}", row])
    chart = BarChart()
    chart.add_data(Reference(book.worksheets[0], min_col=2, min_row=1, max_row=5))
    book.create_chartsheet("Picture").add_chart(chart)
    book.save(root / "s.xlsx")
    found = do.render_range(path="s.xlsx", sheet="Picture")
    assert found.facts.sheet == "Picture" and found.pictures[0].width > 800


def test_what_looks_wrong_is_found(do: Any, root: Path, parts: Any) -> None:
    do.create_workbook(
        path="b.xlsx",
        sheets=["Bad", "Secret"],
        rows=[["A heading that is far too long", "next"], [123456.5, "x"], ["pale", "small"]],
    )
    do.format_range(path="b.xlsx", range="A2", number_format='"EUR" #,##0.00')
    do.set_column_width(path="b.xlsx", columns="A", width=9)
    do.format_range(path="b.xlsx", range="A3", color="#EEEEEE")
    do.format_range(path="b.xlsx", range="B3", size=6)
    do.format_range(path="b.xlsx", range="B2", font="Wingbat Grotesk")
    do.write_range(path="b.xlsx", sheet="Secret", values=[[1]])
    do.set_sheet_visible(path="b.xlsx", sheet="Secret", visible=False)
    (root / "p.png").write_bytes(samples.picture())
    do.add_sheet_picture(path="b.xlsx", picture="p.png", place="D2")
    do.write_range(path="b.xlsx", start="N20", values=[["far"]])
    _break_picture(root / "b.xlsx")
    found = {item.kind: item.cell for item in do.check_workbook(path="b.xlsx").items}
    assert found == {
        "hidden_sheet": "Secret!A1",
        "cut_text": "Bad!A1",
        "too_narrow": "Bad!A2",
        "low_contrast": "Bad!A3",
        "tiny_text": "Bad!B3",
        "split_page": "Bad!K:N",
        "broken_picture": "Bad!D2",
        "missing_font": "",
    }
    assert [item.kind for item in do.check_workbook(path="b.xlsx", kinds=["tiny_text"]).items] == ["tiny_text"]
    with pytest.raises(ToolError, match="no kind"):
        do.check_workbook(path="b.xlsx", kinds=["ugly"])


def _break_picture(path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(path) as package:
        held = {name: package.read(name) for name in package.namelist()}
    with zipfile.ZipFile(path, "w") as package:
        for name, data in held.items():
            package.writestr(name, data[:40] if name.endswith(".png") else data)


def test_a_bad_sheet_is_put_right_step_by_step(do: Any) -> None:
    """Look, read what is wrong, mend it, look again: it ends with nothing wrong."""
    do.create_workbook(
        path="fix.xlsx",
        rows=[["Product and its long name", "Amount", "Note"], ["Tea", 1234567.891, "a long note that wraps round"]],
    )
    do.format_range(path="fix.xlsx", range="B2", number_format="#,##0.00")
    do.set_column_width(path="fix.xlsx", columns="A:C", width=5)
    do.format_range(path="fix.xlsx", range="A1:C1", color="#FFFFFF")
    do.format_range(path="fix.xlsx", range="C2", wrap=True, size=6)
    do.set_row_height(path="fix.xlsx", rows="2:2", height=12)
    mends = {
        "too_narrow": lambda: do.set_column_width(path="fix.xlsx", columns="A:B"),
        "cut_text": lambda: (
            do.set_column_width(path="fix.xlsx", columns="A:C"),
            do.set_row_height(path="fix.xlsx", rows="2:2"),
        ),
        "low_contrast": lambda: do.format_range(path="fix.xlsx", range="A1:C1", fill="#1F4E79"),
        "tiny_text": lambda: do.format_range(path="fix.xlsx", range="C2", size=11),
    }
    seen: set[str] = set()
    for _ in range(6):
        found = do.check_workbook(path="fix.xlsx").items
        if not found:
            break
        seen.add(found[0].kind)
        mends[found[0].kind]()
    assert found == [] and len(seen) >= 3


def test_what_others_would_drop_is_named(do: Any, root: Path) -> None:
    foreign.by_excel(root / "f.xlsm", macros=True)
    held = (
        "charts, custom XML, data connections, ink, links to other files, macros, newer conditional formats, "
        "newer validations, pivot tables, query tables, shapes and text boxes, slicers, sparklines, threaded comments, "
        "timelines"
    )
    assert set(do.get_workbook_info(path="f.xlsm").fragile) >= set(held.split(", "))
    do.create_workbook(path="plain.xlsx", rows=[[1]])
    assert do.get_workbook_info(path="plain.xlsx").fragile == []


def test_a_workbook_as_csv(do: Any, root: Path, book: str) -> None:
    do.convert_workbook(path=book, target="out/book.csv")
    assert (root / "out/book.csv").read_text().splitlines()[1].startswith("Tea,3.5,2,7")


def test_looks_and_rules_are_read_back(do: Any, book: str) -> None:
    do.format_range(path=book, range="A1:E1", bold=True, fill="#1F4E79", color="#FFFFFF")
    do.format_range(path=book, range="B2:B4", number_format="0.00")
    looks = do.get_cell_format(path=book, range="A1:E4").items
    assert [(item.range, item.bold, item.fill, item.color) for item in looks[:1]] == [
        ("A1:E1", True, "#1F4E79", "#FFFFFF")
    ]
    assert ("B2:B4", "0.00") in [(item.range, item.number_format) for item in looks]
    do.set_validation(path=book, range="C2:C4", kind="whole", low=0, high=9, message="No")
    do.set_conditional_format(path=book, range="B2:B4", rule="greater", value=2)
    do.merge_cells(path=book, range="A9:B9")
    do.freeze_panes(path=book, cell="A2")
    do.hide_lines(path=book, lines="7:8")
    do.hide_lines(path=book, lines="G:H")
    do.protect_sheet(path=book, password="x")
    do.set_cell_link(path=book, cell="A6", to="https://example.com")
    do.set_print_layout(path=book, orientation="landscape", fit_wide=1, print_area="A1:E4")
    found = {item.kind: (item.range, item.detail) for item in do.list_sheet_rules(path=book).items}
    assert found == {
        "merge": ("A9:B9", ""),
        "validation": ("C2:C4", "whole between 0 and 9; says 'No'"),
        "conditional_format": ("B2:B4", "value > 2"),
        "link": ("A6", "to https://example.com"),
        "frozen": ("A2", "first cell that scrolls"),
        "hidden_columns": ("G:H", ""),
        "hidden_rows": ("7:8", ""),
        "protection": ("", "locked with a password"),
        "print_area": ("Items!$A$1:$E$4", ""),
        "page": ("", "landscape, 1 pages wide"),
    }


def test_a_picture_goes_with_its_file(do: Any, root: Path, parts: Any, rich: str) -> None:
    names = [item.name for item in do.list_sheet_objects(path=rich, sheet="Data").items if item.kind == "picture"]
    with pytest.raises(ToolError, match="no picture 'x'"):
        do.delete_sheet_picture(path=rich, sheet="Data", picture="x")
    do.delete_sheet_picture(path=rich, sheet="Data", picture=names[0])
    assert not any("media" in name for name in parts(root / rich))
    kinds = [item.kind for item in do.list_sheet_objects(path=rich, sheet="Data").items]
    assert "picture" not in kinds and "chart" in kinds and "shape" in kinds


@pytest.mark.parametrize(("size", "bold", "pale"), [(11, False, 1), (14, False, 1), (14, True, 0), (18, False, 0)])
def test_small_writing_asks_for_more_contrast(do: Any, size: float, bold: bool, pale: int) -> None:
    do.create_workbook(path="g.xlsx", rows=[["quiet"]])
    do.format_range(path="g.xlsx", range="A1", color="#808080", size=size, bold=bold)  # 3.9 to 1
    assert do.check_workbook(path="g.xlsx", kinds=["low_contrast"]).total == pale
