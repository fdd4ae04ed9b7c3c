"""Workbooks as other programs make them, with what our tools have no name for."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import xlsxwriter
from PIL import Image


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "#2a6f97").save(out, "PNG")
    return out.getvalue()


def by_xlsxwriter(path: Path, *, rows: int = 10, macros: bool = False) -> None:
    """Chart, chart sheet, text box, picture, sparklines, data bars and validations of both kinds, comments, table,
    links, merges, freeze, filter, names, array formula, print settings; rows 2 to `rows`+1 hold numbers."""
    made = xlsxwriter.Workbook(path)
    if macros:
        project = path.with_suffix(".bin")
        project.write_bytes(b"\xd0\xcf\x11\xe0 not really a project")
        made.add_vba_project(str(project))
    bold = made.add_format({"bold": True, "bg_color": "#FFEB9C"})
    day = made.add_format({"num_format": "yyyy-mm-dd"})
    data = made.add_worksheet("Data")
    other = made.add_worksheet("Other side")
    last = rows + 1
    data.write_row("A1", ["Name", "One", "Two", "Sum", "Day"], bold)
    for row in range(1, last):
        data.write_row(row, 0, [f"n{row}", row, row * 10])
        data.write_formula(row, 3, f"=B{row + 1}+C{row + 1}", None, row * 11)
        data.write_number(row, 4, 46000 + row, day)
    data.write_formula(last + 1, 3, f"=SUM(D2:D{last})", bold, sum(row * 11 for row in range(1, last)))
    total = sum(range(1, last))
    data.write_array_formula(last + 2, 1, last + 2, 2, f"{{=SUM(B2:B{last})*{{1,2}}}}", None, total)
    data.write_number(last + 2, 2, total * 2)
    chart = made.add_chart({"type": "column"})
    chart.add_series({"name": "=Data!$B$1", "categories": f"=Data!$A$2:$A${last}", "values": f"=Data!$B$2:$B${last}"})
    chart.set_title({"name": "Kept"})
    data.insert_chart("H14", chart)
    data.insert_textbox("H2", "A text box", {"width": 200, "height": 60})
    data.insert_image("L2", "p.png", {"image_data": io.BytesIO(picture())})
    data.add_sparkline("F2", {"range": "Data!B2:C2", "markers": True})
    data.add_sparkline("F5", {"range": "'Other side'!A1:C1"})
    data.conditional_format(f"B2:B{last}", {"type": "data_bar", "data_bar_2010": True})
    data.conditional_format(f"C2:C{last}", {"type": "formula", "criteria": "=$C2>30", "format": bold})
    data.data_validation(f"A2:A{last}", {"validate": "list", "source": "='Other side'!$A$1:$C$1"})
    data.data_validation("C2", {"validate": "integer", "criteria": ">", "value": 0})
    data.write_comment("B3", "A comment on three")
    data.write_url("G2", "internal:'Other side'!A1", string="go")
    data.write_url("G3", "https://example.com/", string="out")
    data.merge_range("A20:C21", "merged", bold)
    data.freeze_panes(1, 1)
    data.autofilter(f"A1:E{last}")
    data.set_column("B:C", 14)
    data.set_column("E:E", 11)
    data.set_landscape()
    data.repeat_rows(0)
    data.set_h_pagebreaks([12])
    other.write_row("A1", ["x", "y", "z"])
    other.write_formula("A3", f"=Data!B5*2+SUM(Data!$B$2:$B${last})", None, 8 + sum(range(1, last)))
    other.write_formula("A4", "=SUM(Numbers)", None, sum(range(1, last)))
    other.add_table(
        "C6:E9",
        {
            "name": "Deals",
            "columns": [{"header": "Who"}, {"header": "Much"}, {"header": "Twice", "formula": "=Deals[@Much]*2"}],
            "data": [["a", 1], ["b", 2], ["c", 3]],
        },
    )
    for row, much in enumerate((1, 2, 3), 6):
        other.write_formula(row, 4, "=Deals[[#This Row],[Much]]*2", None, much * 2)
    made.define_name("Numbers", f"=Data!$B$2:$B${last}")
    made.add_chartsheet("Picture").set_chart(_line(made, last))
    made.set_properties({"title": "Rich"})
    made.set_custom_property("Ticket", "T-1")
    made.close()
    _add_custom_xml(path)


def _line(made: xlsxwriter.Workbook, last: int) -> object:
    chart = made.add_chart({"type": "line"})
    chart.add_series({"values": f"=Data!$C$2:$C${last}"})
    return chart


def _add_custom_xml(path: Path) -> None:
    """A part of a kind that nobody here knows."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    parts["customXml/item1.xml"] = b"<meta xmlns='urn:x'>kept</meta>"
    rels = parts["_rels/.rels"].decode()
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml"
    added = f'<Relationship Id="rId90" Type="{kind}" Target="customXml/item1.xml"/></Relationships>'
    parts["_rels/.rels"] = rels.replace("</Relationships>", added).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in parts.items():
            new.writestr(name, data)


def by_openpyxl(path: Path) -> None:
    import openpyxl
    from openpyxl.chart import LineChart, Reference
    from openpyxl.comments import Comment
    from openpyxl.drawing.image import Image as Drawn

    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Numbers"
    for row in range(1, 8):
        sheet.append([f"r{row}", row, row * row, f"=B{row}+C{row}"])
    chart = LineChart()
    chart.add_data(Reference(sheet, min_col=2, max_col=3, min_row=1, max_row=7))
    sheet.add_chart(chart, "G2")
    sheet.add_image(Drawn(io.BytesIO(picture())), "G20")
    sheet["A1"].comment = Comment("remark", "Maya")
    made.save(path)


def big(path: Path, rows: int) -> None:
    made = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = made.add_worksheet("Data")
    sheet.write_row(0, 0, ["id", "name", "amount"])
    for row in range(1, rows + 1):
        sheet.write_row(row, 0, [row, f"name {row % 500}", row / 4])
    made.close()
