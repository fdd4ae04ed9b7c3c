"""What is put on a coloured ground can be seen there, and what can't is found."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_slides.cards import Card
from deskworld_slides.charting import ChartSeries
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR

SERIES = [ChartSeries(name="2024", values=[3, 5, 4]), ChartSeries(name="2025", values=[4, 6, 5])]
BOX = {"left": 500, "top": 60, "width": 420, "height": 380}


@pytest.fixture(params=["light", "dark", "warm"])
def section(do: Any, request: pytest.FixtureRequest) -> str:
    """A deck whose only slide is a section header, all its ground an accent or dark."""
    do.create_deck(path="section.pptx", look=request.param)
    do.add_slide(path="section.pptx", layout="Section Header")
    do.delete_shapes(path="section.pptx", slide=1, shapes=["title", "body"])
    return "section.pptx"


@pytest.mark.parametrize("kind", ["column", "line", "pie", "combo"])
def test_a_chart_takes_colours_that_its_ground_lets_be_seen(do: Any, section: str, kind: str) -> None:
    series = SERIES[:1] if kind == "pie" else SERIES
    made = do.add_slide_chart(
        path=section, slide=1, type=kind, categories=list("abc"), series=series, title="Freight", **BOX
    )
    assert made.warnings == [] and do.check_deck(path=section, kinds=["contrast"]).items == []
    do.update_chart_data(
        path=section, slide=1, categories=list("abcde"),
        series=[ChartSeries(name=each.name, values=[3, 5, 4, 2, 1]) for each in series],
    )  # fmt: skip
    do.format_slide_chart(path=section, slide=1, labels=True)
    assert do.check_deck(path=section, kinds=["contrast"]).items == []


@pytest.mark.parametrize("form", ["cards", "numbers", "steps", "timeline"])
def test_cards_can_be_read_on_their_ground(do: Any, root: Path, section: str, form: str) -> None:
    made = do.add_slide_cards(
        path=section, slide=1, form=form, cards=[Card(heading="One", text="a few words"), Card(heading="Two")]
    )
    assert made.warnings == [] and do.check_deck(path=section, kinds=["contrast"]).items == []
    layout = Presentation(str(root / section)).slides[0].slide_layout
    ground = layout.background.fill.fore_color.theme_color
    for shape in Presentation(str(root / section)).slides[0].shapes:
        if shape.name.startswith(("Step", "Bar", "Dot")):
            assert shape.fill.fore_color.theme_color != ground  # type: ignore[attr-defined]


def test_tables_texts_and_shapes_can_be_read_on_their_ground(do: Any, section: str) -> None:
    warnings = do.add_slide_table(path=section, slide=1, rows=[["A", "B"], ["x", 1], ["y", 2]], **BOX).warnings
    warnings += do.add_textbox(path=section, slide=1, text="Some words", left=40, top=40, width=200).warnings
    warnings += do.add_shape(path=section, slide=1, form="oval", text="None", fill="none", left=40, top=90).warnings
    warnings += do.add_shape(path=section, slide=1, form="oval", text="Own", left=40, top=290).warnings
    assert warnings == [] and do.check_deck(path=section, kinds=["contrast"]).items == []


def test_a_chart_that_sinks_into_its_ground_is_found(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="column", categories=list("abc"), series=SERIES)
    assert do.check_deck(path=deck, slides=[3], kinds=["contrast"]).items == []
    said = do.set_slide_background(path=deck, slides=[3], color="accent1").warnings
    assert any("contrast" in each and "2024" in each for each in said), said
    found = do.check_deck(path=deck, slides=[3], kinds=["contrast"]).items
    chart = next(each for each in found if "chart" in each.message)
    assert chart.boxes[0].width > 800
    presentation = Presentation(str(root / deck))
    made: Any = next(s for s in presentation.slides[2].shapes if s.has_chart)
    bars = made.chart.plots[0].series[0]
    bars.format.line.color.rgb = RGBColor(255, 255, 255)  # an outline is enough
    bars.format.fill.background()
    made.chart.plots[0].series[1].format.fill.fore_color.theme_color = MSO_THEME_COLOR.BACKGROUND_1
    presentation.save(str(root / deck))
    found = do.check_deck(path=deck, slides=[3], kinds=["contrast"]).items
    assert not any("2024" in each.message or "2025" in each.message for each in found)


@pytest.mark.parametrize(("start", "goal"), [("Section Header", "Title Only"), ("Title Only", "Section Header")])
@pytest.mark.parametrize("look", ["light", "warm"])
def test_words_follow_the_ground_that_a_new_layout_gives(do: Any, look: str, start: str, goal: str) -> None:
    do.create_deck(path="own.pptx", look=look)
    do.add_slide(path="own.pptx", layout=start, title="Part")
    box = {"left": 560, "top": 130, "width": 360, "height": 260}
    series = [ChartSeries(name="s", values=[2])]
    do.add_slide_chart(path="own.pptx", slide=1, type="column", categories=["a"], series=series, title="T", **box)
    one = do.add_textbox(path="own.pptx", slide=1, text="Some words", left=60, top=20, width=200).shape.id
    two = do.add_textbox(path="own.pptx", slide=1, text="More words", left=660, top=20, width=200).shape.id
    do.add_connector(path="own.pptx", slide=1, start=one, end=two)
    do.set_slide_layout(path="own.pptx", slide=1, layout=goal)
    found = do.check_deck(path="own.pptx", kinds=["contrast"]).items
    assert [each.message for each in found if "the series" not in each.message or "its " in each.message] == []


def test_free_room_leaves_the_rules_of_a_layout_alone(do: Any, deck: str) -> None:
    number = do.add_slide(path=deck, layout="Section Header", title="Part").slide
    do.delete_shapes(path=deck, slide=number, shapes=["body"])
    box = do.add_slide_table(path=deck, slide=number, rows=[["a", "b"]]).shape.box
    assert box.top >= 316 + 12  # below the title's rule, which ends at 316
