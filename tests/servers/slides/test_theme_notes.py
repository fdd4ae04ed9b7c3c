"""Themes, fonts, notes and footers."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Desk, ToolError
from deskworld_slides.charting import ChartSeries
from pptx import Presentation
from pptx.dml.color import RGBColor

pytestmark = pytest.mark.anyio


def test_theme(do: Any, deck: str) -> None:
    theme = do.get_theme(path=deck)
    assert theme.heading_font == "Calibri" and {c.name: c.color for c in theme.colors}["accent1"] == "#0B6E8F"
    saved = do.set_theme_colors(path=deck, colors=["accent1=7030A0", "DK1=#000000"])
    assert "accent1 #7030A0" in saved.verified
    do.set_theme_fonts(path=deck, heading="Cambria")
    theme = do.get_theme(path=deck)
    assert (theme.heading_font, theme.body_font) == ("Cambria", "Calibri")
    for bad in ("accent9=#000000", "dk1=blackish", "dk1"):
        with pytest.raises(ToolError):
            do.set_theme_colors(path=deck, colors=[bad])


def test_fonts_are_exchanged(do: Any, deck: str) -> None:
    do.format_shape_text(path=deck, slide=2, shape="content", font="Verdana")
    assert do.get_theme(path=deck).fonts_used == ["Verdana"]
    assert do.replace_deck_font(path=deck, find="verdana", replace="Cambria").places >= 9
    assert do.get_theme(path=deck).fonts_used == ["Cambria"]
    do.replace_deck_font(path=deck, find="Cambria", replace="")
    assert do.get_theme(path=deck).fonts_used == []
    with pytest.raises(ToolError, match="no text names"):
        do.replace_deck_font(path=deck, find="Papyrus", replace="Calibri")


def test_notes(do: Any, deck: str) -> None:
    do.set_slide_notes(path=deck, slide=2, notes="One")
    saved = do.set_slide_notes(path=deck, slide=2, notes="Two\nThree", append=True)
    assert "notes of 13 characters" in saved.verified
    assert [n.notes for n in do.get_slide_notes(path=deck).items] == ["", "One\nTwo\nThree", ""]
    do.set_slide_notes(path=deck, slide=2, notes="")
    assert do.get_deck_info(path=deck).notes == 0


def test_footers(do: Any, root: Path, deck: str) -> None:
    done = do.set_footers(path=deck, footer="Harbor Light · 2026", slide_numbers=True, date="2 March 2026")
    assert done.slides == [2, 3] and done.warnings == []
    slide = Presentation(str(root / deck)).slides[1]
    texts = [s.text_frame.text for s in slide.placeholders if s.placeholder_format.idx >= 10]
    assert sorted(texts) == ["2 March 2026", "Harbor Light · 2026", "‹#›"]
    added = do.add_slide(path=deck, title="Numbered too")
    assert "slide number" in [s.placeholder for s in do.get_slide(path=deck, slide=added.slide).shapes]
    do.set_footers(path=deck, remove=True)
    assert not [
        s for s in do.get_slide(path=deck, slide=2).shapes if s.placeholder in ("footer", "date", "slide number")
    ]


async def test_theme_colours_are_taken_in_every_plain_form(do: Any, desk: Desk, deck: str) -> None:
    for said in ({"accent1": "navy", "dk2": "#222"}, ["accent1: navy", "DK2: #222222"], "accent 1 = navy"):
        do.set_theme_colors(path=deck, colors=["accent1=#0B6E8F"])
        assert (await desk.call("set_theme_colors", {"path": deck, "colors": said})).ok
        assert {c.name: c.color for c in do.get_theme(path=deck).colors}["accent1"] == "#000080"
    assert (await desk.call("set_slide_transition", {"path": deck, "slides": "all", "effect": "fade"})).ok
    assert (await desk.call("extract_deck_text", {"path": deck, "slides": "all"})).structured["total"] == 3


@pytest.mark.parametrize(("said", "meant"), [("red", "FF0000"), ("#F00", "FF0000"), ("rgb(0, 102, 204)", "0066CC")])
def test_colours_are_taken_by_name(do: Any, root: Path, deck: str, said: str, meant: str) -> None:
    do.add_shape(path=deck, slide=3, form="oval", left=10, top=10, fill=said)
    shape: Any = Presentation(str(root / deck)).slides[2].shapes[-1]
    assert str(shape.fill.fore_color.rgb) == meant
    with pytest.raises(ToolError, match="is no colour"):
        do.add_shape(path=deck, slide=3, form="oval", left=10, top=10, fill="reddish")


def test_a_colour_is_exchanged_all_over(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(
        path=deck, slide=3, type="column", categories=["a"], series=[ChartSeries(name="s", values=[1])]
    )  # fmt: skip
    do.format_slide_chart(path=deck, slide=3, colors=["#0066CC"])
    do.format_shape_text(path=deck, slide=2, shape="content", find="Rotterdam", color="#0066CC")
    do.add_shape(path=deck, slide=1, form="oval", left=10, top=10, fill="#0066CC80")
    presentation = Presentation(str(root / deck))
    box = presentation.slide_layouts[1].placeholders[0]
    box.fill.solid()
    box.fill.fore_color.rgb = RGBColor(0, 0x66, 0xCC)
    presentation.save(str(root / deck))
    used = do.get_theme(path=deck).colors_used
    assert used == ["#0066CC (3)"]
    done = do.replace_deck_color(path=deck, find="#06C", replace="accent2")
    assert done.places == 4 and done.slides == [1, 2, 3]
    assert do.get_theme(path=deck).colors_used == []
    shape: Any = Presentation(str(root / deck)).slides[0].shapes[-1]
    assert shape._element.xpath("./p:spPr/a:solidFill/a:schemeClr[@val='accent2']/a:alpha")
    with pytest.raises(ToolError, match="get_theme lists"):
        do.replace_deck_color(path=deck, find="#0066CC", replace="accent2")


def test_a_colour_is_exchanged_on_some_slides(do: Any, deck: str) -> None:
    for slide in (1, 2):
        do.add_shape(path=deck, slide=slide, form="oval", left=10, top=10, fill="teal")
    assert do.replace_deck_color(path=deck, find="teal", replace="#123456", slides=[2]).slides == [2]
    assert sorted(do.get_theme(path=deck).colors_used) == ["#008080 (1)", "#123456 (1)"]
