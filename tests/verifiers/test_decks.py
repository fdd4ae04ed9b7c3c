"""Pictures, themes, charts and neighbours of shapes in decks made here."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_verifiers import ChartLook, chart_look, contrast_of, nearest, picture_of, same_picture, theme_of
from PIL import Image, ImageDraw
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE, XL_LEGEND_POSITION
from pptx.util import Pt


def drawn(color: str, size: tuple[int, int] = (120, 80)) -> Image.Image:
    picture = Image.new("RGB", size, "white")
    ImageDraw.Draw(picture).ellipse((size[0] // 6, size[1] // 6, size[0] // 2, size[1] // 2), fill=color)
    return picture


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    drawn("red").save(tmp_path / "red.png")
    made: Any = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    group.shapes.add_picture(str(tmp_path / "red.png"), Pt(40), Pt(40), Pt(120), Pt(80))
    data = CategoryChartData()
    data.categories = ["a", "b"]
    data.add_series("Orders", (3, 5))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(300), Pt(40), Pt(300), Pt(200), data).chart
    chart.has_legend, chart.font.size = True, Pt(14)
    chart.legend.position = XL_LEGEND_POSITION.TOP
    chart.value_axis.maximum_scale = 6
    for left in (300, 500):
        slide.shapes.add_textbox(Pt(left), Pt(300), Pt(80), Pt(30)).text_frame.text = f"at {left}"
    made.save(tmp_path / "deck.pptx")
    return tmp_path / "deck.pptx"


def test_a_picture_in_a_group_is_the_same_when_saved_anew_and_is_not_another_one(deck: Path) -> None:
    (shape,) = [shape for shape in inspect(deck).slides[0].shapes if shape.picture]  # pyright: ignore
    blob = picture_of(deck, 1, shape)
    drawn("red", (240, 160)).save(deck.with_name("larger.jpg"))
    drawn("blue").save(deck.with_name("blue.png"))
    assert same_picture(blob, deck.with_name("larger.jpg"))
    assert not same_picture(blob, deck.with_name("blue.png"))
    assert not same_picture(b"no picture", deck.with_name("blue.png"))


def test_what_is_no_picture_has_no_bytes_and_what_is_no_chart_has_no_look(deck: Path) -> None:
    text = inspect(deck).slides[0].of_type("textbox")[0]  # pyright: ignore
    assert picture_of(deck, 1, text) == b""
    assert chart_look(deck, 1, text) == ChartLook()


def test_a_chart_says_how_it_is_set(deck: Path) -> None:
    look = chart_look(deck, 1, inspect(deck).slides[0].of_type("chart")[0])  # pyright: ignore
    assert look == ChartLook(sizes=(14.0,), legend="top", least=None, most=6.0)


def test_themes_compare_by_their_colours_and_fonts(deck: Path) -> None:
    made: Any = Presentation(str(deck))
    made.slides.add_slide(made.slide_layouts[0])
    made.save(deck.with_name("more.pptx"))
    assert theme_of(deck) == theme_of(deck.with_name("more.pptx")) != b""
    part = next(each.target_part for each in made.slide_master.part.rels.values() if each.reltype.endswith("/theme"))
    part._blob = part.blob.replace(b"Calibri", b"Carlito")
    made.save(deck.with_name("other.pptx"))
    assert theme_of(deck) != theme_of(deck.with_name("other.pptx"))


def test_the_nearest_shape_is_another_one_and_the_closest(deck: Path) -> None:
    one, other = inspect(deck).slides[0].of_type("textbox")  # pyright: ignore
    assert nearest(one, [one, other]) == other
    assert nearest(one, [one]) is None


def test_contrast_is_as_the_standard_has_it() -> None:
    assert contrast_of("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast_of("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
