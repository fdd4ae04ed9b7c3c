"""Each finding on a slide that has the fault, and on one that only looks as if it had."""

from collections.abc import Callable
from pathlib import Path

import pytest
from artifacts.stage import BLANK, CONTENT, TITLE_ONLY, TITLE_SLIDE, Stage
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Pt

LONG = "Every region reported growth, and the reasons differ more than the numbers do at first sight."


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_text_taller_than_its_box_overflows(stage: Stage):
    box = stage.text(LONG * 4, 50, 50, 300, 60)
    (finding,) = stage.facts().findings
    assert (finding.kind, finding.slide, finding.shapes) == ("overflow", 1, [box.shape_id])
    assert finding.boxes[0].width == 300
    assert "60 pt" not in finding.message and "53 pt" in finding.message  # the insets are not room


def test_fifteen_long_bullets_overflow_a_body(stage: Stage):
    slide = stage.add(CONTENT)
    slide.shapes.title.text = "Too much"
    slide.placeholders[1].text = "\n".join([LONG] * 15)
    assert stage.kinds() == ["overflow", "off_page"]


def test_text_that_fits_or_grows_or_was_shrunk_does_not_overflow(stage: Stage):
    stage.text(LONG, 50, 50, 300, 110)
    grown = stage.text(LONG * 2, 400, 50, 300, 20)
    grown.text_frame.auto_size = MSO_AUTO_SIZE.SHAPE_TO_FIT_TEXT
    shrunk = stage.text(LONG * 2, 50, 300, 300, 90)
    shrunk.text_frame.auto_size = MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
    fit = next(one for one in shrunk.text_frame._txBody.bodyPr if one.tag.endswith("normAutofit"))
    fit.set("fontScale", "62500")
    facts = stage.facts()
    assert facts.findings == []
    assert facts.slide(1).shapes[2].runs[0].size == 11.25


def test_wide_characters_wrap_without_spaces(stage: Stage):
    stage.text("漢字仮名交じり文" * 10, 50, 50, 200, 40)
    assert stage.kinds() == ["overflow"]


def test_texts_over_each_other_overlap(stage: Stage):
    low = stage.text(LONG, 50, 50, 400, 80)
    high = stage.text("Over it", 60, 55, 300, 40)
    (finding,) = stage.facts().findings
    assert (finding.kind, finding.shapes) == ("overlap", [low.shape_id, high.shape_id])


def test_boxes_that_touch_only_where_nothing_is_written_do_not_overlap(stage: Stage):
    stage.text("Short", 50, 50, 400, 200)
    stage.text("Also short", 50, 150, 400, 100)
    assert stage.kinds() == []


def test_what_lies_on_a_card_or_a_backdrop_is_deliberate(stage: Stage):
    stage.picture(0, 0, 960, 540)
    stage.card("FFFFFF", 100, 100, 400, 300)
    stage.text(LONG, 120, 120, 360, 100)
    stage.picture(120, 260, 100, 100, "white")
    stage.text("White on the picture", 560, 400, 300, 40, color="FFFFFF")
    assert stage.kinds() == []


def test_a_picture_over_text_and_a_text_over_a_table_overlap(stage: Stage):
    stage.text(LONG, 50, 50, 400, 80)
    stage.picture(100, 40, 200, 100)
    table = stage.slide.shapes.add_table(3, 2, Pt(500), Pt(200), Pt(300), Pt(120)).table
    for row in range(3):
        table.cell(row, 0).text = f"row {row}"
    stage.text("Stray words", 510, 240, 200, 30)
    assert stage.kinds() == ["overlap", "overlap"]


def test_charts_over_text_overlap_and_labels_in_charts_do_not(stage: Stage):
    stage.chart(50, 50, 500, 400)
    stage.text("peak", 300, 80, 60, 24, 12)
    assert stage.kinds() == []
    stage.text(LONG * 2, 400, 200, 400, 120)
    assert stage.kinds() == ["overlap"]


def test_children_of_one_group_may_overlap(stage: Stage):
    group = stage.slide.shapes.add_group_shape()
    for left in (100, 110):
        box = group.shapes.add_textbox(Pt(left), Pt(100), Pt(100), Pt(30))
        box.text_frame.text = "same place"
    assert stage.kinds() == []


def test_text_and_charts_that_leave_the_page(stage: Stage):
    stage.text("Runs out on the right side", 800, 100, 300, 40)
    stage.chart(300, 400, 300, 200)
    stage.card("336699", 1000, 10, 50, 50)
    findings = stage.facts().findings
    assert [finding.kind for finding in findings] == ["off_page"] * 3
    assert "bottom" in findings[1].message and "wholly" in findings[2].message


def test_bleeding_pictures_and_shapes_are_design(stage: Stage):
    stage.picture(-10, -10, 980, 300)
    stage.card("336699", 900, 400, 200, 200)
    stage.text("A wide box with little in it", 700, 320, 300, 40)
    assert stage.kinds() == []


@pytest.mark.parametrize(
    ("color", "fill", "fine"), [("777777", "FFFFFF", False), ("757575", "FFFFFF", True), ("FFFFFF", "FFCC00", False)]
)
def test_contrast_of_text_on_its_own_fill(stage: Stage, color: str, fill: str, fine: bool):
    box = stage.card(fill, 50, 50, 300, 100, "Readable?", color)
    box.text_frame.paragraphs[0].runs[0].font.size = Pt(14)
    findings = stage.facts().findings
    assert [finding.kind for finding in findings] == ([] if fine else ["contrast"])
    assert fine or "WCAG 2.2" in findings[0].message


def test_large_text_needs_less_contrast(stage: Stage):
    stage.text("Large", 50, 50, 300, 60, 24, "8A8A8A")
    assert stage.kinds() == []
    stage.text("Small", 50, 150, 300, 60, 14, "8A8A8A")
    assert stage.kinds() == ["contrast"]


def test_contrast_is_measured_on_what_really_lies_beneath(stage: Stage):
    stage.card("101820", 0, 0, 960, 270)
    stage.text("White on dark", 50, 100, 300, 40, color="FFFFFF")
    assert stage.kinds() == []
    stage.text("White on white", 50, 400, 300, 40, color="FFFFFF")
    (finding,) = stage.facts().findings
    assert finding.kind == "contrast" and "#FFFFFF on #FFFFFF" in finding.message


def test_contrast_on_pictures_backgrounds_and_veils(stage: Stage):
    stage.slide.background.fill.solid()
    stage.slide.background.fill.fore_color.rgb = RGBColor(0, 0, 64)
    stage.text("White on a dark background", 50, 20, 400, 40, color="FFFFFF")
    stage.picture(0, 100, 960, 440, "white")
    stage.text("White on a white picture", 50, 200, 400, 40, color="FFFFFF")
    veil = stage.card("000000", 40, 300, 500, 100)
    solid = veil.fill._xPr.find(".//{*}srgbClr")
    solid.append(solid.makeelement("{http://schemas.openxmlformats.org/drawingml/2006/main}alpha", {"val": "70000"}))
    stage.text("White on a dark veil over it", 50, 330, 400, 40, color="FFFFFF")
    findings = stage.facts().findings
    assert [finding.kind for finding in findings] == ["contrast"]
    assert "white picture" in findings[0].message


def test_contrast_in_tables(stage: Stage):
    table = stage.slide.shapes.add_table(2, 2, Pt(50), Pt(50), Pt(300), Pt(80)).table
    for row in range(2):
        for column in range(2):
            table.cell(row, column).text = "cell"
    table.cell(1, 1).text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor(0xEE, 0xEE, 0xEE)
    assert stage.kinds() == ["contrast"]


def test_tiny_text(stage: Stage):
    stage.text("Hard to read", 50, 50, 300, 40, 8)
    stage.text("Source: annual report", 50, 500, 300, 20, 9)
    findings = stage.facts().findings
    assert [finding.kind for finding in findings] == ["tiny_text"]
    assert "8 pt" in findings[0].message


def test_empty_placeholders_and_leaks(stage: Stage):
    slide = stage.add(CONTENT)
    slide.shapes.title.text = "Click to add title"
    stage.text("Dear {{name}}", 50, 450, 300, 40)
    assert stage.kinds() == ["empty_placeholder", "leaking_placeholder", "leaking_placeholder"]


@pytest.mark.parametrize("words", ["Lorem ipsum dolor", "TODO: numbers", "[Insert chart]", "Your title here"])
def test_words_of_a_template_leak(stage: Stage, words: str):
    stage.text(words, 50, 50, 400, 40)
    assert stage.kinds() == ["leaking_placeholder"]


@pytest.mark.parametrize("words", ["Todo lo que importa", "Click to pay grew by 5 %", "We insert cards", "f(x) = {x}"])
def test_words_that_only_look_like_a_template(stage: Stage, words: str):
    stage.text(words, 50, 50, 400, 40)
    assert stage.kinds() == []


def test_missing_alt_text(stage: Stage):
    stage.picture(50, 50, 100, 100, alt="")
    stage.picture(200, 50, 100, 100, alt="chart_final.png")
    stage.picture(350, 50, 100, 100, alt="The team in Oslo")
    findings = stage.facts().findings
    assert [finding.kind for finding in findings] == ["missing_alt"] * 2
    assert "file name" in findings[1].message


def test_distorted_pictures(stage: Stage):
    stage.picture(50, 50, 100, 100).width = Pt(150)
    stage.picture(300, 50, 100, 100).width = Pt(101)
    findings = stage.facts().findings
    assert [finding.kind for finding in findings] == ["distorted_picture"]
    assert "150%" in findings[0].message


def test_hidden_shapes_are_not_judged(stage: Stage):
    stage.text("x " * 400, 50, 50, 100, 20)._element.nvSpPr.cNvPr.set("hidden", "1")
    assert stage.kinds() == []


def _agenda(stage: Stage) -> None:
    slide = stage.add(TITLE_SLIDE)
    slide.shapes.title.text = "Harbour plan 2026"
    slide.placeholders[1].text = "Board meeting, 3 March"
    slide = stage.add(CONTENT)
    slide.shapes.title.text = "Agenda"
    slide.placeholders[1].text = "Where we stand\nWhat changed\nWhat we ask for\nNext steps"


def _numbers(stage: Stage) -> None:
    slide = stage.add(TITLE_ONLY)
    slide.shapes.title.text = "Three numbers that matter"
    for place, (figure, label) in enumerate([("+12 %", "Revenue"), ("4.1 M", "Visitors"), ("98 %", "On time")]):
        left = 40 + place * 220
        stage.card("1F3A5F", left, 150, 200, 160)
        stage.text(figure, left + 10, 165, 180, 60, 36, "FFFFFF")
        stage.text(label, left + 10, 250, 180, 40, 16, "E8EEF5")
        badge = stage.slide.shapes.add_shape(MSO_SHAPE.OVAL, Pt(left + 180), Pt(135), Pt(30), Pt(30))
        badge.fill.solid()
        badge.fill.fore_color.rgb = RGBColor(0xC0, 0x39, 0x2B)
    stage.text("Source: harbour statistics, December", 40, 505, 500, 20, 9, "595959")


def _chart_and_words(stage: Stage) -> None:
    slide = stage.add(TITLE_ONLY)
    slide.shapes.title.text = "Visitors by month"
    stage.chart(40, 140, 420, 340)
    stage.text("Summer carries the year\nWinter is flat\nWe plan two events for November", 480, 160, 220, 200, 16)


def _process(stage: Stage) -> None:
    slide = stage.add(TITLE_ONLY)
    slide.shapes.title.text = "How it goes on"
    for place, word in enumerate(["Plan", "Build", "Check"]):
        shape = stage.slide.shapes.add_shape(MSO_SHAPE.CHEVRON, Pt(40 + place * 195), Pt(200), Pt(205), Pt(90))
        shape.fill.solid()
        shape.fill.fore_color.rgb = RGBColor(0x1F, 0x3A, 0x5F)
        stage._write(shape, word, 20, "FFFFFF")


def _photo(stage: Stage) -> None:
    stage.add(BLANK)
    stage.picture(0, 0, 960, 540, "darkslategray")
    stage.text("One harbour, many ships", 60, 380, 700, 60, 40, "FFFFFF")
    stage.text("Thank you", 60, 450, 400, 40, 20, "FFFFFF")


@pytest.mark.parametrize("make", [_agenda, _numbers, _chart_and_words, _process, _photo])
def test_decent_slides_come_out_clean(stage: Stage, make: Callable[[Stage], None]):
    make(stage)
    assert [finding.message for finding in stage.facts().findings] == []
