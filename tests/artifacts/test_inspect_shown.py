"""Findings about what a file holds rather than where it stands: broken pictures, fonts that are not there, tables seen
through."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from artifacts.stage import BLANK, Stage
from deskworld_artifacts.inspection import DeckFacts, inspect
from deskworld_artifacts.inspection.deck.shown import measured
from lxml import etree
from PIL import Image
from pptx.dml.color import RGBColor
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Pt

REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def _package(stage: Stage, change: Callable[[dict[str, bytes]], None]) -> DeckFacts:
    """The stage's deck with its package changed by hand."""
    stage.deck.save(stage.folder / "deck.pptx")
    with zipfile.ZipFile(stage.folder / "deck.pptx") as package:
        parts = {name: package.read(name) for name in package.namelist()}
    change(parts)
    with zipfile.ZipFile(stage.folder / "deck.pptx", "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    read = inspect(stage.folder / "deck.pptx")
    assert isinstance(read, DeckFacts)
    return read


def _cut(parts: dict[str, bytes]) -> None:
    parts["ppt/media/image1.png"] = parts["ppt/media/image1.png"][:-30]


def _nonsense(parts: dict[str, bytes]) -> None:
    parts["ppt/media/image1.png"] = b"not a picture"


def _no_part(parts: dict[str, bytes]) -> None:
    del parts["ppt/media/image1.png"]


def _no_relation(parts: dict[str, bytes]) -> None:
    slide = parts["ppt/slides/slide1.xml"]
    parts["ppt/slides/slide1.xml"] = slide.replace(b'r:embed="rId', b'r:embed="rId9')


def _no_bytes(parts: dict[str, bytes]) -> None:
    parts["ppt/media/image1.png"] = b""


@pytest.mark.parametrize("harm", [_cut, _nonsense, _no_part, _no_relation, _no_bytes])
def test_broken_images(stage: Stage, harm: Callable[[dict[str, bytes]], None]):
    picture = stage.picture(50, 50, 100, 100)
    assert stage.kinds() == []
    (finding,) = _package(stage, harm).findings
    assert (finding.kind, finding.shapes) == ("broken_image", [picture.shape_id])


def test_a_photo_that_breaks_off_is_broken_and_a_drawing_is_not(stage: Stage):
    Image.effect_noise((300, 200), 80).save(stage.folder / "p.jpg")
    stage.slide.shapes.add_picture(str(stage.folder / "p.jpg"), 0, 0)._element.nvPicPr.cNvPr.set("descr", "Noise")
    stage.picture(400, 50, 100, 100)

    def harm(parts: dict[str, bytes]) -> None:
        photo = next(name for name in parts if name.endswith(".jpg"))
        parts[photo] = parts[photo][: len(parts[photo]) // 2]
        rels = parts["ppt/slides/_rels/slide1.xml.rels"].replace(b"image2.png", b"image2.svg")
        parts["ppt/slides/_rels/slide1.xml.rels"] = rels
        parts["ppt/media/image2.svg"] = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

    (finding,) = _package(stage, harm).findings
    assert finding.kind == "broken_image" and "breaks off" in finding.message


def test_a_chart_whose_part_is_gone_is_broken_and_the_rest_is_read(stage: Stage):
    chart = stage.chart(50, 50, 300, 200)

    def harm(parts: dict[str, bytes]) -> None:
        for name in [name for name in parts if name.startswith("ppt/charts/")]:
            del parts[name]

    facts = _package(stage, harm)
    (finding,) = facts.findings
    assert (finding.kind, finding.shapes) == ("broken_image", [chart.shape_id]) and "chart" in finding.message
    assert facts.slide(1).shapes[0].chart is None


def test_a_background_whose_picture_is_missing(stage: Stage):
    picture = stage.picture(50, 50, 100, 100)
    rid = picture._element.blipFill.find("{*}blip").get(f"{{{REL}}}embed")
    background = (
        '<p:bg xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        f'xmlns:r="{REL}"><p:bgPr><a:blipFill><a:blip r:embed="{rid}"/><a:stretch/></a:blipFill></p:bgPr></p:bg>'
    )
    stage.slide._element.cSld.insert(0, etree.fromstring(background))
    picture._element.getparent().remove(picture._element)
    (finding,) = _package(stage, _no_part).findings
    assert finding.kind == "broken_image" and "behind" in finding.message


def test_fonts_that_this_machine_lacks(stage: Stage):
    for place, font in enumerate(("Calibri", "Calibri Light", "Arial", "Wingdings", "Carlito")):
        stage.text("Fine", 50, 50 + 60 * place, 300, 40).text_frame.paragraphs[0].runs[0].font.name = font
    assert stage.kinds() == []
    for _ in range(2):
        stage.add(BLANK)
        box = stage.text("Not here", 50, 400, 300, 40)
        box.text_frame.paragraphs[0].runs[0].font.name = "Nowhere Sans"
    (finding,) = stage.facts().findings
    assert (finding.kind, finding.slide, len(finding.shapes)) == ("missing_font", 2, 1)
    assert "Nowhere Sans" in finding.message and "on 1 more" in finding.message


def test_a_font_that_the_deck_brings_along_is_there(stage: Stage):
    stage.text("Here", 50, 400, 300, 40).text_frame.paragraphs[0].runs[0].font.name = "Nowhere Sans"
    listed = (
        '<p:embeddedFontLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">'
        '<p:embeddedFont><p:font typeface="Nowhere Sans"/></p:embeddedFont></p:embeddedFontLst>'
    )
    stage.deck.part._element.find("{*}notesSz").addnext(etree.fromstring(listed))
    assert stage.kinds() == []


def test_bare_table_cells_are_judged_where_they_stand(stage: Stage):
    """White words on a dark bar that lies under the header, black ones below it on white."""
    stage.card("101820", 50, 50, 300, 90)
    table = stage.slide.shapes.add_table(2, 2, Pt(50), Pt(50), Pt(300), Pt(180))
    table._element.xpath(".//a:tableStyleId")[0].text = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"
    for row, color in enumerate(("FFFFFF", "202020")):
        for column in range(2):
            cell = table.table.cell(row, column)
            cell.text = "cell"
            cell.text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor.from_string(color)
    assert stage.kinds() == []
    cell.text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor(0xFF, 0xFF, 0xFF)
    assert stage.kinds() == ["contrast"]


def test_a_tables_faint_fills_are_seen_through(stage: Stage):
    """A style whose fill covers a tenth: dark words on it stand on white, not on the fill's own dark colour."""
    table = stage.slide.shapes.add_table(2, 1, Pt(50), Pt(50), Pt(300), Pt(90)).table
    table.cell(1, 0).text = "cell"
    a = "http://schemas.openxmlformats.org/drawingml/2006/main"
    style = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"
    written = (
        f'<a:tblStyleLst xmlns:a="{a}" def="{style}"><a:tblStyle styleId="{style}" styleName="Faint"><a:wholeTbl>'
        '<a:tcTxStyle><a:srgbClr val="101820"/></a:tcTxStyle><a:tcStyle><a:tcBdr/><a:fill><a:solidFill>'
        '<a:srgbClr val="101820"><a:alpha val="10000"/></a:srgbClr></a:solidFill></a:fill></a:tcStyle></a:wholeTbl>'
        "</a:tblStyle></a:tblStyleLst>"
    )
    part = stage.deck.part
    kind = "application/vnd.openxmlformats-officedocument.presentationml.tableStyles+xml"
    made = Part(PackURI("/ppt/tableStyles.xml"), kind, part.package, written.encode())
    for key in [key for key, rel in part.rels.items() if rel.reltype.endswith("/tableStyles")]:
        part.rels.pop(key)
    part.relate_to(made, f"{REL}/tableStyles")
    facts = stage.facts()
    cell = facts.slide(1).shapes[0].table.cells[1][0]
    assert (cell.fill, cell.fill_opacity) == ("#101820", 0.1)
    assert facts.findings == []


def test_a_slide_number_is_the_slides(stage: Stage):
    stage.add(BLANK)
    box = stage.text("", 50, 50, 100, 30)
    field = (
        '<a:fld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld>'
    )
    box.text_frame.paragraphs[0]._p.append(etree.fromstring(field))
    assert stage.facts().slide(2).text.strip() == "2"


def test_contrast_over_a_busy_picture_is_measured_on_what_is_rendered(stage: Stage):
    """Fine black and white bars: grey on the whole, and half of each letter is lost on them."""
    bars = Image.new("L", (600, 300))
    bars.putdata([255 if x // 3 % 2 else 0 for _ in range(300) for x in range(600)])
    bars.save(stage.folder / "bars.png")
    stage.picture(0, 0, 960, 540)
    stage.slide.shapes.add_picture(str(stage.folder / "bars.png"), Pt(100), Pt(100), Pt(600), Pt(300))
    stage.slide.shapes[-1]._element.nvPicPr.cNvPr.set("descr", "Bars")
    lost = stage.text("White on bars", 120, 150, 400, 60, 36, "FFFFFF")
    stage.card("202020", 120, 250, 400, 60)
    stage.text("White on a dark card over them", 130, 262, 380, 36, 18, "FFFFFF")
    stage.text("White on navy", 120, 440, 400, 60, 24, "FFFFFF")
    facts = stage.facts()
    assert len(facts.slide(1).uneven) == 2, "the card is even"
    seen = measured(stage.folder / "deck.pptx", facts)
    assert [(each.kind, each.shapes) for each in seen.findings] == [("contrast", [lost.shape_id])]


def test_what_a_render_shows_readable_is_no_finding(stage: Stage):
    """A picture that nothing here can draw but LibreOffice: black text on what it shows as white is fine."""
    stage.slide.background.fill.gradient()
    fill = stage.slide.background.fill
    for stop, color in zip(fill.gradient_stops, ("000000", "FFFFFF"), strict=True):
        stop.color.rgb = RGBColor.from_string(color)
    fill.gradient_angle = 0
    fine = stage.text("White on the dark side", 20, 250, 250, 40, 18, "FFFFFF")
    lost = stage.text("White on the light side", 690, 250, 250, 40, 18, "FFFFFF")
    facts = stage.facts()
    assert {fine.shape_id, lost.shape_id} == set(facts.slide(1).uneven)
    seen = measured(stage.folder / "deck.pptx", facts)
    assert [each.shapes for each in seen.findings if each.kind == "contrast"] == [[lost.shape_id]]
