"""Charts of two kinds or with two axes, bounds and formats of axes, trendlines, radar and bubble charts."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from lxml import etree

ROWS = [["Month", "Sales", "Costs", "Margin"], ["Jan", 100, 70, 0.1], ["Feb", 117, 81, 0.13], ["Mar", 134, 92, 0.16]]
PART = "xl/charts/chart1.xml"


@pytest.fixture
def months(do: Any) -> str:
    do.create_workbook(path="m.xlsx", rows=ROWS)
    do.format_range(path="m.xlsx", range="D2:D4", number_format="0.0%")
    return "m.xlsx"


def drawn(markup: str) -> list[tuple[str, list[str], list[str]]]:
    """(kind, the numbers of its series, its axes) of each group of a chart."""
    groups = re.findall(r"<c:(\w+Chart)>(.*?)</c:\1>", markup, re.DOTALL)
    return [
        (kind, re.findall(r'<c:idx val="(\d)"/><c:order', inner), re.findall(r'<c:axId val="(\d+)"', inner))
        for kind, inner in groups
    ]


def test_line_over_columns_on_a_second_axis(do: Any, root: Path, parts: Any, months: str) -> None:
    do.add_sheet_chart(
        path=months, kind="column", data="A1:D4", lines=["Margin"], second_axis=["margin"], y2_title="Share"
    )
    markup = parts(root / months)[PART].decode()
    assert drawn(markup) == [("barChart", ["0", "1"], ["111", "112"]), ("lineChart", ["2"], ["113", "114"])]
    assert '<c:axPos val="r"/>' in markup and "Share" in markup and 'formatCode="0.0%" sourceLinked="0"' in markup
    colors = re.findall(r'srgbClr val="(4472C4|ED7D31|A5A5A5)"', markup)
    assert colors == ["4472C4", "ED7D31", "A5A5A5"]
    # New data keeps the line and its axis; another list of them replaces both.
    done = do.update_sheet_chart(path=months, chart="1", data="A1:D3")
    assert done.series == ["Sales", "Costs", "Margin"]
    assert drawn(parts(root / months)[PART].decode())[1][0] == "lineChart"
    do.update_sheet_chart(path=months, chart="1", lines=["Costs"])
    markup = parts(root / months)[PART].decode()
    assert [group[:2] for group in drawn(markup)] == [("barChart", ["0"]), ("lineChart", ["1"]), ("lineChart", ["2"])]
    assert "Share" not in do.list_sheet_objects(path=months).items[0].detail


def test_bounds_format_gridlines_legend(do: Any, root: Path, parts: Any, months: str) -> None:
    do.add_sheet_chart(
        path=months, kind="bar", data="A1:C4", minimum=-5, maximum=150, number_format="currency", gridlines=False,
        legend="top", trendline="linear",
    )  # fmt: skip
    markup = parts(root / months)[PART].decode()
    assert '<c:orientation val="minMax"/><c:max val="150"/><c:min val="-5"/>' in markup
    assert "majorGridlines" not in markup and '<c:legendPos val="t"/>' in markup
    assert markup.count("<c:trendline>") == 2 and 'formatCode="&quot;$&quot;#,##0.00" sourceLinked="0"' in markup
    do.update_sheet_chart(path=months, chart="1", gridlines=True, trendline="none", maximum=200)
    do.update_sheet_chart(path=months, chart="1", data="A1:C3")
    markup = parts(root / months)[PART].decode()
    assert "majorGridlines" in markup and "trendline" not in markup and '<c:max val="200"/>' in markup
    assert "&quot;$&quot;#,##0.00" in markup  # a format that was asked for is not that of the new cells


def test_radar_bubble_and_ranges_apart(do: Any, root: Path, parts: Any, months: str) -> None:
    assert do.add_sheet_chart(path=months, kind="radar", data="A1:C4").series == ["Sales", "Costs"]
    assert do.add_sheet_chart(path=months, kind="bubble", data="B1:D4").series == ["Costs"]
    assert do.add_sheet_chart(path=months, kind="line", data="Sheet1!A1:A4,D1:D4").series == ["Margin"]
    everything = parts(root / months)
    assert b"<c:radarChart>" in everything[PART]
    bubbles = everything["xl/charts/chart2.xml"].decode()
    assert re.findall(r"<c:f>Sheet1!\$(\w)\$", bubbles) == ["C", "B", "C", "D"]
    assert b"Sheet1!$D$2:$D$4" in everything["xl/charts/chart3.xml"]
    do.write_range(path=months, start="D3", values=[[0.5]])
    assert "<c:v>0.5</c:v>" in parts(root / months)["xl/charts/chart2.xml"].decode()  # sizes follow their cells


@pytest.mark.parametrize(
    ("arguments", "said"),
    [({"kind": "pie", "data": "A1:B4", "minimum": 1}, "no axis"),
     ({"kind": "bar", "data": "A1:C4", "lines": ["Sales"]}, "column, line and area"),
     ({"kind": "column", "data": "A1:C4", "lines": ["Foo"]}, "'Sales', 'Costs'"),
     ({"kind": "column", "data": "A1:B4", "second_axis": ["Sales"]}, "leave one"),
     ({"kind": "bubble", "data": "A1:B4"}, "x, y and size"),
     ({"kind": "line", "data": "A1:B4", "minimum": 9, "maximum": 1}, "smaller end"),
     ({"kind": "line", "data": "A1:A4,D2:D4"}, "same rows"),
     ({"kind": "column", "data": "A1:C4", "stacked": "stacked", "trendline": "linear"}, "not stacked"),
     ({"kind": "column", "data": "A1:C4", "y2_title": "x"}, "no second axis")],
)  # fmt: skip
def test_what_a_chart_cannot_be(do: Any, root: Path, months: str, arguments: dict[str, Any], said: str) -> None:
    before = (root / months).read_bytes()
    with pytest.raises(ToolError, match=said):
        do.add_sheet_chart(path=months, **arguments)
    assert (root / months).read_bytes() == before


# As the standard lists them; Excel drops a chart in which two children have changed places.
_AXIS = (
    "axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark minorTickMark tickLblPos spPr"
)
_AXIS += " txPr crossAx crosses crossesAt"
ORDER = {
    "chart": "title autoTitleDeleted plotArea legend plotVisOnly dispBlanksAs showDLblsOverMax",
    "catAx": f"{_AXIS} auto lblAlgn lblOffset tickLblSkip tickMarkSkip noMultiLvlLbl",
    "valAx": f"{_AXIS} crossBetween majorUnit minorUnit dispUnits",
    "scaling": "logBase orientation max min",
    "column": "idx order tx spPr invertIfNegative pictureOptions dPt dLbls trendline errBars cat val shape",
    "bar": "idx order tx spPr invertIfNegative pictureOptions dPt dLbls trendline errBars cat val shape",
    "line": "idx order tx spPr marker dPt dLbls trendline errBars cat val smooth",
    "area": "idx order tx spPr pictureOptions dPt dLbls trendline errBars cat val",
    "pie": "idx order tx spPr explosion dPt dLbls cat val",
    "radar": "idx order tx spPr marker dPt dLbls cat val",
    "scatter": "idx order tx spPr marker dPt dLbls trendline errBars xVal yVal smooth",
    "bubble": "idx order tx spPr invertIfNegative dPt dLbls trendline errBars xVal yVal bubbleSize bubble3D",
}


@pytest.mark.parametrize("kind", ["column", "bar", "line", "area", "pie", "radar", "scatter", "bubble"])
def test_children_stand_as_the_schema_says(do: Any, root: Path, parts: Any, months: str, kind: str) -> None:
    said: dict[str, Any] = {"labels": True, "data": "B1:D4" if kind == "bubble" else "A1:D4"}
    if kind != "pie":
        said |= {"x_title": "Month", "y_title": "EUR", "minimum": 1, "maximum": 9, "gridlines": True}
    if kind == "column":
        said |= {"second_axis": ["Margin"], "y2_title": "Share"}
    if kind not in ("pie", "radar"):
        said["trendline"] = "linear"
    do.add_sheet_chart(path=months, kind=kind, **said)
    do.update_sheet_chart(path=months, chart="1", title="Again", legend="right", labels=True)
    checked = 0
    for item in etree.fromstring(parts(root / months)[PART]).iter():
        name = etree.QName(item).localname
        if name == "ser":
            name = etree.QName(item.getparent()).localname.removesuffix("Chart").replace("bar", kind)
        if name in ORDER and len(item):
            known = ORDER[name].split()
            at = [known.index(etree.QName(child).localname) for child in item]
            assert at == sorted(at), name
            checked += 1
    assert checked >= (2 if kind == "pie" else 6)


def test_a_sheet_with_form_controls_keeps_its_order(do: Any, root: Path, parts: Any, months: str) -> None:
    path = root / months
    held = parts(path)
    controls = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice '
        'Requires="x14" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"/></mc:AlternateContent>'
    )
    sheet = "xl/worksheets/sheet1.xml"
    held[sheet] = held[sheet].replace(b"</worksheet>", controls.encode() + b"</worksheet>")
    with zipfile.ZipFile(path, "w") as package:
        for name, content in held.items():
            package.writestr(name, content)
    do.merge_cells(path=months, range="G1:H1")
    do.set_validation(path=months, range="B2:B4", kind="whole", low=0, high=9)
    do.set_print_layout(path=months, orientation="landscape", breaks="3")
    do.create_table(path=months, range="A1:D4")
    names = [etree.QName(child).localname for child in etree.fromstring(parts(path)[sheet])]
    assert names[-2:] == ["AlternateContent", "tableParts"]
    order = [names.index(name) for name in ("mergeCells", "dataValidations", "pageSetup", "rowBreaks")]
    assert order == sorted(order)
