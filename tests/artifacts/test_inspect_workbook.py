"""Facts of workbooks made by xlsxwriter and openpyxl: every fact is known beforehand."""

import time
import zipfile
from datetime import datetime, timedelta
from datetime import time as clock
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from deskworld_artifacts.inspection import WorkbookFacts, inspect
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from PIL import Image


def read(path: Path) -> WorkbookFacts:
    facts = inspect(path)
    assert isinstance(facts, WorkbookFacts)
    return facts


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> WorkbookFacts:
    """A workbook with one of everything that lies over cells, by xlsxwriter, which caches values."""
    folder = tmp_path_factory.mktemp("rich")
    Image.new("RGB", (64, 32), "teal").save(folder / "p.png")
    book: Any = xlsxwriter.Workbook(str(folder / "rich.xlsx"))
    book.set_properties({"title": "Sales", "author": "Maya"})
    sheet = book.add_worksheet("Data")
    other = book.add_worksheet("Side sheet")
    other.hide()
    money = book.add_format(
        {"num_format": "#,##0.00", "bold": True, "font_size": 14, "bg_color": "#FFEE00", "align": "right"}
    )
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet.write_row("A1", ["Region", "Amount", "Day"])
    for row, (region, amount) in enumerate([("North", 10), ("South", 20.5), ("East", 30)], 2):
        sheet.write(f"A{row}", region)
        sheet.write(f"B{row}", amount, money)
        sheet.write_datetime(f"C{row}", datetime(2026, 3, row), day)
    sheet.write_formula("B5", "=SUM(B2:B4)", money, 60.5)
    sheet.write_formula("B6", "=1/0", None, "#DIV/0!")
    sheet.write_formula("B7", '=_xlfn.XLOOKUP("North",A2:A4,B2:B4)', None, 10)
    sheet.write_boolean("D2", True)
    sheet.freeze_panes(1, 1)
    sheet.set_column("A:A", 24)
    sheet.set_column("F:F", None, None, {"hidden": True})
    sheet.merge_range("D4:E4", "merged")
    sheet.add_table("H1:I3", {"name": "People", "columns": [{"header": "Name"}, {"header": "Age"}]})
    chart = book.add_chart({"type": "column"})
    chart.add_series(
        {"name": "Amount", "categories": "=Data!$A$2:$A$4", "values": "=Data!$B$2:$B$4",
         "categories_data": ["North", "South", "East"], "values_data": [10, 20.5, 30]}
    )  # fmt: skip
    chart.set_title({"name": "By region"})
    sheet.insert_chart("D8", chart)
    sheet.insert_image("K2", str(folder / "p.png"), {"description": "A field"})
    sheet.insert_textbox("K10", "Read me")
    sheet.add_sparkline("G2", {"range": "Data!B2:B4", "type": "column"})
    sheet.conditional_format(
        "B2:B4", {"type": "cell", "criteria": ">", "value": 15, "format": book.add_format({"bg_color": "#C6EFCE"})}
    )
    sheet.conditional_format("B2:B4", {"type": "data_bar", "bar_color": "#63C384", "data_bar_2010": True})
    sheet.data_validation("A2:A4", {"validate": "list", "source": ["North", "South", "East"]})
    sheet.write_comment("A1", "Where", {"author": "Ola"})
    sheet.write_url("A8", "https://example.org/x", string="site")
    sheet.write_url("A9", "internal:'Gone'!A1", string="lost")
    book.define_name("Rate", "=Data!$B$2")
    book.define_name("Broken", "=Data!#REF!")
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.print_area("A1:E7")
    book.close()
    return read(folder / "rich.xlsx")


def test_values_formulas_and_dates(rich: WorkbookFacts):
    sheet = rich.sheet("Data")
    assert (rich.title, rich.author, rich.sheet_names) == ("Sales", "Maya", ["Data", "Side sheet"])
    assert sheet.value("B3") == 20.5 and sheet.value("B2") == 10 and isinstance(sheet.value("B2"), int)
    assert sheet.value("C2") == datetime(2026, 3, 2) and sheet.cell("C2").kind == "date"
    assert sheet.value("D2") is True
    assert sheet.value("B5") == 60.5 and sheet.formula("B5") == "=SUM(B2:B4)"
    assert sheet.formula("B7") == '=XLOOKUP("North",A2:A4,B2:B4)'
    assert sheet.value("Z99") is None and sheet.formula("A1") == ""
    assert rich.value("Data!A1") == "Region" and rich.value("'Side sheet'!A1") is None


def test_areas_records_and_search(rich: WorkbookFacts):
    sheet = rich.sheet(1)
    assert sheet.rows("A1:B3") == [["Region", "Amount"], ["North", 10], ["South", 20.5]]
    assert sheet.formulas("A5:B5") == [["", "=SUM(B2:B4)"]]
    assert sheet.records("A1:B4")[2] == {"Region": "East", "Amount": 30}
    assert len(sheet.rows("A:A")) == sheet.row_count == 9
    assert sheet.find("South") == ["A3"]
    assert [cell.ref for cell in sheet.cells("A1:B2")] == ["A1", "B1", "A2", "B2"]
    with pytest.raises(ValueError, match="not a cell"):
        sheet.value("Data")
    with pytest.raises(KeyError, match="Side sheet"):
        rich.sheet("Nope")


def test_looks(rich: WorkbookFacts):
    sheet = rich.sheet("Data")
    cell = sheet.cell("B2")
    assert cell.number_format == "#,##0.00"
    assert (cell.style.bold, cell.style.size, cell.style.fill, cell.style.horizontal) == (True, 14, "#FFEE00", "right")
    assert not sheet.style("A1").bold and sheet.style("A1").fill == ""


def test_shape_of_the_sheet(rich: WorkbookFacts):
    sheet, hidden = rich.sheets
    assert (sheet.used, sheet.freeze, sheet.merges) == ("A1:I9", "B2", ["D4:E4"])
    assert sheet.column_widths["A"] == pytest.approx(24.71, abs=0.01)
    assert sheet.hidden_columns == ["F"]
    assert (hidden.state, hidden.used, hidden.rows()) == ("hidden", "", [])
    assert (sheet.print.orientation, sheet.print.fit_width, sheet.print.fit_height) == ("landscape", 1, 0)
    assert sheet.print.area == "Data!$A$1:$E$7"


def test_objects_over_cells(rich: WorkbookFacts):
    sheet = rich.sheet("Data")
    (table,) = sheet.tables
    assert (table.name, table.area, table.columns, table.header) == ("People", "H1:I3", ["Name", "Age"], True)
    chart = sheet.chart("By region")
    assert chart.anchor.startswith("D8:") and chart.chart.type == "column"
    series = chart.chart.one("Amount")
    assert (series.values_ref, series.values) == ("Data!$B$2:$B$4", [10, 20.5, 30])
    assert series.categories == ["North", "South", "East"]
    (picture,) = sheet.pictures
    assert (picture.alt, picture.width, picture.height, picture.format) == ("A field", 64, 32, "png")
    assert picture.anchor.startswith("K2")
    assert [box.text for box in sheet.text_boxes] == ["Read me"]
    assert [(line.cell, line.data, line.type) for line in sheet.sparklines] == [("G2", "Data!B2:B4", "column")]
    assert [(note.cell, note.author, note.text) for note in sheet.comments] == [("A1", "Ola", "Where")]


def test_rules_links_and_names(rich: WorkbookFacts):
    sheet = rich.sheet("Data")
    above, bar = sheet.conditional_formats
    assert (above.type, above.operator, above.formulas, above.fill) == ("cellIs", "greaterThan", ["15"], "#C6EFCE")
    assert (bar.type, bar.area, bar.fill) == ("dataBar", "B2:B4", "#63C384")
    (rule,) = sheet.validations
    assert (rule.type, rule.area, rule.values) == ("list", "A2:A4", ["North", "South", "East"])
    assert [link.target for link in sheet.links] == ["https://example.org/x", "#'Gone'!A1"]
    assert {name.name: name.refers_to for name in rich.names}["Rate"] == "Data!$B$2"


def test_what_is_broken_is_found(rich: WorkbookFacts):
    sheet = rich.sheet("Data")
    assert [(error.cell, error.value, error.formula) for error in sheet.errors] == [("B6", "#DIV/0!", "=1/0")]
    assert [finding.kind for finding in rich.findings] == ["error_value", "broken_link", "broken_name"]
    assert rich.of_kind("error_value")[0].cells == ["B6"]
    assert sheet.stale == []


def test_formulas_without_values_are_stale(tmp_path: Path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = 1, "=A1+1"
    book.save(tmp_path / "b.xlsx")
    facts = read(tmp_path / "b.xlsx")
    assert facts.sheet("Sheet").stale == ["A2"]
    assert [(finding.kind, finding.count) for finding in facts.findings] == [("stale_formula", 1)]


def test_a_clean_book_has_no_findings(tmp_path: Path):
    book = openpyxl.Workbook()
    book.active.append(["a", 1])
    book.active["A1"].hyperlink = "#Sheet!B1"
    book.save(tmp_path / "b.xlsx")
    assert read(tmp_path / "b.xlsx").findings == []


def test_what_openpyxl_writes_reads_the_same(tmp_path: Path):
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "S"
    sheet["A1"], sheet["B1"], sheet["C1"] = "x_x0041_y", clock(9, 30), timedelta(hours=30)
    sheet["C1"].number_format = "[h]:mm"
    sheet["A2"] = ArrayFormula("A2:A3", "=TRANSPOSE(B1:C1)")
    sheet["D1"].font, sheet["D1"].fill = Font(color="FF0000", italic=True), PatternFill("solid", fgColor="00FF00")
    sheet["D1"].alignment = Alignment(wrap_text=True, vertical="top")
    sheet["D1"].comment = Comment("Look", "Ola")
    rule = DataValidation(type="whole", operator="between", formula1="1", formula2="9", allow_blank=True)
    rule.add("E1:E9")
    sheet.add_data_validation(rule)
    sheet.sheet_properties.tabColor = "0000FF"
    sheet.row_dimensions[5].height = 40
    sheet.row_dimensions[6].hidden = True
    book.defined_names["N"] = DefinedName("N", attr_text="S!$A$1")
    book.save(tmp_path / "b.xlsx")
    facts = read(tmp_path / "b.xlsx").sheet("S")
    assert facts.value("A1") == "xAy"
    assert facts.value("B1") == clock(9, 30) and facts.value("C1") == timedelta(hours=30)
    assert facts.formula("A2") == "=TRANSPOSE(B1:C1)"
    style = facts.style("D1")
    assert (style.color, style.fill, style.italic, style.wrap, style.vertical) == (
        "#FF0000",
        "#00FF00",
        True,
        True,
        "top",
    )
    assert facts.cell("D1").kind == "empty" and facts.comments[0].text == "Look"
    whole = facts.validations[0]
    assert (whole.type, whole.operator, whole.formula, whole.formula2) == ("whole", "between", "1", "9")
    assert (facts.tab_color, facts.row_heights, facts.hidden_rows) == ("#0000FF", {5: 40}, [6])


def test_shared_formulas_are_written_out(tmp_path: Path):
    book = openpyxl.Workbook()
    for row in range(1, 4):
        book.active.cell(row, 1, row)
    book.active["B1"] = "=A1*$A$1"
    book.save(tmp_path / "b.xlsx")
    _edit(
        tmp_path / "b.xlsx",
        "xl/worksheets/sheet1.xml",
        (b"<f>A1*$A$1</f><v></v>", b'<f t="shared" ref="B1:B2" si="0">A1*$A$1</f><v>1</v>'),
        (b'<c r="A2" t="n"><v>2</v></c>', b'<c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>2</v></c>'),
    )
    sheet = read(tmp_path / "b.xlsx").sheet(1)
    assert sheet.formulas("B1:B2") == [["=A1*$A$1"], ["=A2*$A$1"]]
    assert sheet.value("B2") == 2 and sheet.stale == []


def test_a_hundred_thousand_cells_are_quick(tmp_path: Path):
    book: Any = xlsxwriter.Workbook(str(tmp_path / "big.xlsx"), {"constant_memory": True})
    sheet = book.add_worksheet("Data")
    for row in range(10_000):
        sheet.write_row(row, 0, [f"name {row % 500}", *range(row, row + 8)])
        sheet.write_formula(row, 9, f"=B{row + 1}*2", None, row * 2)
    book.close()
    started = time.perf_counter()
    facts = read(tmp_path / "big.xlsx").sheet("Data")
    assert facts.value("J10000") == 19998 and facts.formula("J10000") == "=B10000*2"
    assert time.perf_counter() - started < 10  # about 0.4 s on a free machine
    assert (facts.cell_count, facts.formula_count, facts.used) == (100_000, 10_000, "A1:J10000")
    assert len(facts.model_dump_json()) < 5_000  # cells are asked for, never listed


def _edit(path: Path, part: str, *changes: tuple[bytes, bytes]) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for old, new in changes:
        assert old in parts[part]
        parts[part] = parts[part].replace(old, new)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
