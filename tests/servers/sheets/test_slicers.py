"""Slicers of a table: kept while there is what they filter, gone with it from every corner of the file."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

MS = "http://schemas.microsoft.com/office"
X14 = f'xmlns:x14="{MS}/spreadsheetml/2009/9/main"'
X15 = f'xmlns:x15="{MS}/spreadsheetml/2010/11/main"'
ANCHOR = (
    "<xdr:twoCellAnchor><xdr:from><xdr:col>6</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0"
    "</xdr:rowOff></xdr:from><xdr:to><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>9</xdr:row><xdr:rowOff>0"
    '</xdr:rowOff></xdr:to><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    f'<mc:Choice xmlns:sle15="{MS}/drawing/2012/slicer" Requires="sle15"><xdr:graphicFrame macro="">'
    "<xdr:nvGraphicFramePr>"
    '<xdr:cNvPr id="{id}" name="{name}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="' + MS + '/drawing/2010/slicer"><sle:slicer '
    'xmlns:sle="' + MS + '/drawing/2010/slicer" name="{name}"/></a:graphicData></a:graphic></xdr:graphicFrame>'
    "</mc:Choice></mc:AlternateContent><xdr:clientData/></xdr:twoCellAnchor>"
)


@pytest.fixture
def sliced(root: Path) -> str:
    """A table with a slicer for each of two columns, as Excel writes them, beside a chart."""
    path = root / "s.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Data")
        columns = [{"header": name} for name in ("Region", "Kind", "Units")]
        sheet.add_table("A1:C3", {"name": "T", "columns": columns, "data": [["N", "a", 1], ["S", "b", 2]]})
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": "=Data!$C$2:$C$3"})
        sheet.insert_chart("E12", chart)
        book.add_worksheet("Other")
        book.define_name("Slicer_Kind", "=#N/A")
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name).decode("latin-1") for name in old.namelist()}
    types = "</Types>"
    for number, name in enumerate(("Region", "Kind"), 1):
        parts[f"xl/slicerCaches/slicerCache{number}.xml"] = (
            f'<slicerCacheDefinition xmlns="{MS}/spreadsheetml/2009/9/main" name="Slicer_{name}" sourceName="{name}">'
            '<extLst><x:ext xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uri="{2F2917AC}" '
            f'{X15}><x15:tableSlicerCache tableId="1" column="{number}"/></x:ext></extLst></slicerCacheDefinition>'
        )
        types = (
            f'<Override PartName="/xl/slicerCaches/slicerCache{number}.xml" '
            f'ContentType="application/vnd.ms-excel.slicerCache+xml"/>{types}'
        )
    listed = "".join(f'<slicer name="{n}" cache="Slicer_{n}" caption="{n}" rowHeight="1"/>' for n in ("Region", "Kind"))
    parts["xl/slicers/slicer1.xml"] = f'<slicers xmlns="{MS}/spreadsheetml/2009/9/main">{listed}</slicers>'
    types = f'<Override PartName="/xl/slicers/slicer1.xml" ContentType="application/vnd.ms-excel.slicer+xml"/>{types}'

    def put(name: str, before: str, new: str) -> None:
        assert before in parts[name]
        parts[name] = parts[name].replace(before, new + before, 1)

    def relate(name: str, rid: str, kind: str, target: str) -> None:
        kind = f"{MS}/2007/relationships/{kind}"
        put(name, "</Relationships>", f'<Relationship Id="{rid}" Type="{kind}" Target="{target}"/>')

    put("[Content_Types].xml", "</Types>", types.removesuffix("</Types>"))
    relate("xl/_rels/workbook.xml.rels", "rIdS1", "slicerCache", "slicerCaches/slicerCache1.xml")
    relate("xl/_rels/workbook.xml.rels", "rIdS2", "slicerCache", "slicerCaches/slicerCache2.xml")
    relate("xl/worksheets/_rels/sheet1.xml.rels", "rIdS", "slicer", "../slicers/slicer1.xml")
    put(
        "xl/workbook.xml",
        "</workbook>",
        f'<extLst><ext uri="{{46BE6895-7355-4a93-B00E-2C351335B9C9}}" {X15}><x15:slicerCaches {X14}><x14:slicerCache '
        'r:id="rIdS1"/><x14:slicerCache r:id="rIdS2"/></x15:slicerCaches></ext></extLst>',
    )
    put(
        "xl/worksheets/sheet1.xml",
        "</worksheet>",
        f'<extLst><ext uri="{{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}}" {X15}><x14:slicerList {X14}>'
        '<x14:slicer r:id="rIdS"/></x14:slicerList></ext></extLst>',
    )
    for number, name in enumerate(("Region", "Kind")):
        put("xl/drawings/drawing1.xml", "</xdr:wsDr>", ANCHOR.format(row=number, id=90 + number, name=name))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, text in parts.items():
            new.writestr(name, text.encode("latin-1"))
    return path.name


def named(parts: dict[str, bytes], word: str) -> list[str]:
    return [name for name, data in parts.items() if re.search(word.encode(), data)]


def test_a_slicer_goes_with_its_column(do: Any, root: Path, sliced: str, parts: Any) -> None:
    done = do.delete_columns(path=sliced, column="B")
    assert done.warnings == ["the slicer 'Kind' went with what it filtered"]
    after = parts(root / sliced)
    assert named(after, "Slicer_Kind|slicerCache2|rIdS2") == [] and "xl/slicerCaches/slicerCache2.xml" not in after
    drawing = after["xl/drawings/drawing1.xml"]
    assert b'"Kind"' not in drawing and drawing.count(b'name="Region"') == 2 and b"c:chart" in drawing
    assert sorted(named(after, "rIdS1")) == ["xl/_rels/workbook.xml.rels", "xl/workbook.xml"]


def test_slicers_go_with_their_table_and_its_sheet(do: Any, root: Path, sliced: str, parts: Any) -> None:
    do.delete_sheet(path=sliced, sheet="Data")
    assert [name for name in parts(root / sliced) if "slicer" in name] == []
    assert named(parts(root / sliced), "slicer") == [] and named(parts(root / sliced), "extLst") == []


def test_slicers_stay_where_nothing_of_theirs_goes(do: Any, root: Path, sliced: str, parts: Any) -> None:
    before = parts(root / sliced)
    done = do.delete_columns(path=sliced, column="C")
    after = parts(root / sliced)
    kept = ["xl/slicers/slicer1.xml", "xl/slicerCaches/slicerCache1.xml", "xl/slicerCaches/slicerCache2.xml"]
    assert done.warnings == [] and [after[name] for name in kept] == [before[name] for name in kept]
