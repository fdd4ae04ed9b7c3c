"""Facts of decks made by python-pptx: every fact is known beforehand."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts.inspection import DeckFacts, InspectError, inspect
from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.util import Pt

TITLE_ONLY, BLANK, CONTENT = 5, 6, 1


@pytest.fixture
def facts(tmp_path: Path) -> Callable[[Any], DeckFacts]:
    """Saves a presentation and reads it back as facts."""

    def save(presentation: Any) -> DeckFacts:
        presentation.save(tmp_path / "deck.pptx")
        read = inspect(tmp_path / "deck.pptx")
        assert isinstance(read, DeckFacts)
        return read

    return save


def wide() -> Any:
    presentation = Presentation()
    presentation.slide_width, presentation.slide_height = Pt(960), Pt(540)
    return presentation


def add(presentation: Any, layout: int = BLANK) -> Any:
    return presentation.slides.add_slide(presentation.slide_layouts[layout])


def test_slides_have_size_titles_layouts_and_notes(facts):
    deck = wide()
    deck.core_properties.title = "Board"
    first = add(deck, CONTENT)
    first.shapes.title.text = "Results of\vthe year"
    first.placeholders[1].text = "Up"
    first.notes_slide.notes_text_frame.text = "Pause here."
    add(deck)._element.set("show", "0")
    read = facts(deck)
    assert (read.width, read.height, read.title) == (960, 540, "Board")
    assert [slide.index for slide in read.slides] == [1, 2]
    assert [slide.layout for slide in read.slides] == ["Title and Content", "Blank"]
    assert [slide.title for slide in read.slides] == ["Results of the year", ""]
    assert [slide.hidden for slide in read.slides] == [False, True]
    assert read.slide(1).notes == "Pause here."
    assert read.slide(1).id == deck.slides[0].slide_id
    assert "Title Only" in read.layouts


def test_placeholders_inherit_box_font_and_size(facts):
    deck = Presentation()
    slide = add(deck, CONTENT)
    slide.shapes.title.text = "Title"
    frame = slide.placeholders[1].text_frame
    frame.text = "one"
    inner = frame.add_paragraph()
    inner.text, inner.level = "two", 1
    title, body = facts(deck).slide(1).shapes
    assert title.type == "placeholder" and title.placeholder.type == "title"
    assert (title.box.left, title.box.width) == (36, 648)
    assert title.paragraphs[0].alignment == "center" and title.frame.anchor == "middle"
    assert [run.size for run in title.runs + body.runs] == [44, 32, 28]
    assert {run.font for run in title.runs + body.runs} == {"Calibri"}
    assert [paragraph.bullet for paragraph in body.paragraphs] == ["•", "–"]
    assert [paragraph.level for paragraph in body.paragraphs] == [0, 1]


def test_prompt_text_of_an_untouched_placeholder_is_never_text(facts):
    deck = Presentation()
    add(deck, CONTENT)
    slide = facts(deck).slide(1)
    assert [shape.placeholder.empty for shape in slide.shapes] == [True, True]
    assert slide.text == "" and slide.title == ""


def test_colors_are_resolved_through_theme_and_brightness(facts):
    deck = wide()
    shape = add(deck).shapes.add_shape(MSO_SHAPE.RECTANGLE, 0, 0, Pt(100), Pt(50))
    shape.fill.solid()
    shape.fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_1
    shape.fill.fore_color.brightness = 0.4
    run = shape.text_frame.paragraphs[0].add_run()
    run.text, run.font.color.rgb = "x", RGBColor(0x12, 0x34, 0x56)
    plain = deck.slides[0].shapes.add_shape(MSO_SHAPE.RECTANGLE, 0, Pt(60), Pt(100), Pt(50))
    plain.text_frame.text = "y"
    read, other = facts(deck).slide(1).shapes
    assert read.fill == "#95B3D7"  # accent 1 (#4F81BD), 40 % lighter
    assert read.runs[0].color == "#123456"
    assert other.runs[0].color == "#FFFFFF"  # what a shape's style says of text
    assert other.fill_kind == "gradient"


def test_children_of_groups_are_placed_on_the_slide(facts):
    deck = wide()
    group = add(deck).shapes.add_group_shape()
    group.shapes.add_shape(MSO_SHAPE.OVAL, Pt(0), Pt(0), Pt(100), Pt(100))
    group.shapes.add_shape(MSO_SHAPE.RECTANGLE, Pt(100), Pt(100), Pt(100), Pt(100))
    group.left, group.top, group.width, group.height = Pt(300), Pt(200), Pt(400), Pt(100)
    parent, oval, square = facts(deck).slide(1).shapes
    assert [shape.type for shape in (parent, oval, square)] == ["group", "autoshape", "autoshape"]
    assert oval.group == square.group == parent.id
    assert oval.geometry == "ellipse"
    assert (oval.box.left, oval.box.top, oval.box.width, oval.box.height) == (300, 200, 200, 50)
    assert (square.box.left, square.box.top) == (500, 250)


def test_rotation_gives_bounds(facts):
    deck = wide()
    shape = add(deck).shapes.add_shape(MSO_SHAPE.RECTANGLE, Pt(100), Pt(100), Pt(200), Pt(100))
    shape.rotation = 90
    read = facts(deck).slide(1).shapes[0]
    assert read.rotation == 90
    assert (read.box.left, read.box.width) == (100, 200)
    assert (round(read.bounds.left), round(read.bounds.top)) == (150, 50)
    assert (round(read.bounds.width), round(read.bounds.height)) == (100, 200)


def test_pictures_have_pixels_crop_alt_and_distortion(facts, tmp_path: Path):
    Image.new("RGB", (400, 200), "teal").save(tmp_path / "p.jpg")
    deck = wide()
    slide = add(deck)
    good = slide.shapes.add_picture(str(tmp_path / "p.jpg"), 0, 0, Pt(200))
    good.crop_left = 0.5
    good.width = Pt(100)
    good._element.nvPicPr.cNvPr.set("descr", "A teal field")
    slide.shapes.add_picture(str(tmp_path / "p.jpg"), 0, 0, Pt(200), Pt(200))
    read, squeezed = facts(deck).slide(1).of_type("picture")
    assert (read.picture.width, read.picture.height, read.picture.format) == (400, 200, "jpeg")
    assert read.picture.crop_left == 0.5 and read.picture.distortion == pytest.approx(1, abs=0.001)
    assert read.alt == "A teal field"
    assert squeezed.picture.distortion == 0.5


def test_tables_have_text_merges_and_looks(facts):
    deck = wide()
    table = add(deck).shapes.add_table(3, 2, Pt(50), Pt(50), Pt(400), Pt(90)).table
    for row in range(3):
        for column in range(2):
            table.cell(row, column).text = f"{row}{column}" if row < 2 else ""
    table.cell(2, 0).text = "both"
    table.cell(2, 0).merge(table.cell(2, 1))
    read = facts(deck).slide(1).shapes[0]
    assert read.type == "table" and read.table.header
    assert read.table.rows == [["00", "01"], ["10", "11"], ["both", ""]]
    assert [(m.row, m.column, m.rows, m.columns) for m in read.table.merges] == [(2, 0, 1, 2)]
    assert read.table.widths == [200, 200] and read.table.heights == [30, 30, 30]
    head = read.table.cells[0][0]
    assert (head.fill, head.paragraphs[0].runs[0].color, head.paragraphs[0].runs[0].bold) == (
        "#4F81BD",
        "#FFFFFF",
        True,
    )
    assert read.table.cells[1][0].paragraphs[0].runs[0].color == "#000000"


def test_charts_have_their_series(facts):
    deck = wide()
    data = CategoryChartData()
    data.categories = ["Q1", "Q2", "Q3"]
    data.add_series("North", (1, 2.5, None))
    data.add_series("South", (3, 4, 5))
    chart = add(deck).shapes.add_chart(XL_CHART_TYPE.BAR_STACKED, 0, 0, Pt(300), Pt(200), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Revenue"
    chart.has_legend = True
    chart.value_axis.has_title = True
    chart.value_axis.axis_title.text_frame.text = "EUR"
    read = facts(deck).slide(1).of_type("chart")[0].chart
    assert (read.type, read.grouping, read.title, read.legend) == ("bar", "stacked", "Revenue", True)
    assert read.categories == ["Q1", "Q2", "Q3"]
    assert [series.name for series in read.series] == ["North", "South"]
    assert read.one("North").values == [1, 2.5, None]
    assert read.axis_titles == ["EUR"]
    with pytest.raises(KeyError, match="South"):
        read.one("East")


def test_links_connectors_and_fonts(facts):
    deck = wide()
    slide = add(deck)
    box = slide.shapes.add_textbox(0, 0, Pt(100), Pt(20))
    run = box.text_frame.paragraphs[0].add_run()
    run.text, run.font.name = "site", "Georgia"
    run.hyperlink.address = "https://example.org/a"
    slide.shapes.add_connector(MSO_CONNECTOR.STRAIGHT, 0, 0, Pt(50), Pt(50))
    read = facts(deck)
    text, line = read.slide(1).shapes
    assert text.type == "textbox" and line.type == "connector"
    assert text.runs[0].link == "https://example.org/a"
    assert text.runs[0].color == "#0000FF"  # the theme's link colour
    assert read.fonts == ["Georgia"]


def test_helpers_name_what_there_is(facts):
    deck = wide()
    add(deck, TITLE_ONLY).shapes.title.text = "Hello"
    read = facts(deck)
    assert read.slide(1).shape("Title 1").text == "Hello"
    with pytest.raises(KeyError, match="Title 1"):
        read.slide(1).shape("Body")
    with pytest.raises(KeyError, match="has 1"):
        read.slide(2)
    assert type(read).model_validate_json(read.model_dump_json()) == read


def test_some_slides_are_read_as_among_all_and_the_others_only_counted(facts, tmp_path: Path):
    deck = wide()
    for number in range(1, 5):
        slide = add(deck, CONTENT)
        slide.shapes.title.text = f"Part {number}"
        slide.placeholders[1].text = "\n".join(["More words than anybody reads on one slide"] * 40)
    whole = facts(deck)
    some = inspect(tmp_path / "deck.pptx", slides=[3, 2])
    assert isinstance(some, DeckFacts)
    assert [slide.bare for slide in some.slides] == [True, False, False, True]
    assert [slide.id for slide in some.slides] == [slide.id for slide in whole.slides]
    assert (some.slides[1:3], some.layouts, some.title) == (whole.slides[1:3], whole.layouts, whole.title)
    assert whole.of_kind(slide=1) and some.findings == [*whole.of_kind(slide=2), *whole.of_kind(slide=3)]
    assert some.slide(1).text == "" and not any(slide.bare for slide in whole.slides)
    with pytest.raises(InspectError, match="no slide 5; it has 4"):
        inspect(tmp_path / "deck.pptx", slides=[5])


def test_a_slide_that_is_missing_is_missed_even_if_another_was_asked_for(tmp_path: Path):
    deck = wide()
    add(deck)
    add(deck)
    deck.save(tmp_path / "deck.pptx")
    with zipfile.ZipFile(tmp_path / "deck.pptx") as old, zipfile.ZipFile(tmp_path / "less.pptx", "w") as new:
        for name in old.namelist():
            if name != "ppt/slides/slide2.xml":
                new.writestr(name, old.read(name))
    with pytest.raises(InspectError, match="slide 2 is missing"):
        inspect(tmp_path / "less.pptx", slides=[1])


def test_only_decks_have_slides(tmp_path: Path):
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(InspectError, match="only a deck has slides"):
        inspect(tmp_path / "a.txt", slides=[1])
