"""Shapes drawn, moved, connected, copied, linked, grouped, lined up and deleted."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_slides.charting import ChartSeries
from deskworld_slides.shapes import PRESETS
from pptx import Presentation


def box(shape: Any) -> tuple[float, float, float, float]:
    return (shape.box.left, shape.box.top, shape.box.width, shape.box.height)


def test_draw_and_change(do: Any, root: Path, deck: str) -> None:
    made = do.add_shape(
        path=deck, slide=3, form="rounded_rectangle", text="Step 1", left=60, top=140, width=160, height=60
    )
    assert made.shape.kind == "shape" and made.shape.text == "Step 1" and made.warnings == []
    moved = do.update_shape(
        path=deck, slide=3, shape=made.shape.id, left=100, rotation=15, fill="#F4A261", line="tx1", name="Step"
    )
    assert box(moved.shape) == (100, 140, 160, 60) and moved.shape.name == "Step"
    shape = Presentation(str(root / deck)).slides[2].shapes[-1]
    assert shape.rotation == 15 and str(shape.fill.fore_color.rgb) == "F4A261"
    assert shape.text_frame.paragraphs[0].runs[0].font.color.theme_color.name == "BACKGROUND_1"


def test_free_space_is_found(do: Any, deck: str) -> None:
    shapes = [do.add_shape(path=deck, slide=3, form="oval").shape for _ in range(3)]
    assert len({box(shape) for shape in shapes}) == 3
    assert not do.check_deck(path=deck, slides=[3], kinds=["overlap", "off_page"]).items


@pytest.mark.parametrize(("argument", "value"), [("fill", "blue-ish"), ("width", 0), ("line", "#12")])
def test_nonsense_is_refused(do: Any, root: Path, deck: str, argument: str, value: Any) -> None:
    before = (root / deck).read_bytes()
    with pytest.raises(ToolError, match=argument):
        do.add_shape(path=deck, slide=3, form="oval", **{argument: value})
    assert (root / deck).read_bytes() == before


def test_connectors_are_glued(do: Any, root: Path, deck: str) -> None:
    one = do.add_shape(path=deck, slide=3, form="rectangle", left=60, top=140, width=100, height=50).shape.id
    two = do.add_shape(path=deck, slide=3, form="oval", left=300, top=300, width=100, height=50).shape.id
    made = do.add_connector(path=deck, slide=3, start=one, end=two, style="elbow")
    assert made.shape.kind == "line" and box(made.shape) == (160, 165, 140, 160)
    below = do.add_shape(path=deck, slide=3, form="rectangle", left=110, top=350, width=100, height=50).shape.id
    down = do.add_connector(path=deck, slide=3, start=one, end=below, style="elbow")
    assert "rotated" in down.shape.facts
    do.delete_shapes(path=deck, slide=3, shapes=[two])
    xml = Presentation(str(root / deck)).slides[2].shapes._spTree.xml
    assert f'stCxn id="{one}"' in xml and f'endCxn id="{two}"' not in xml


def test_delete_takes_parts_and_animations_along(do: Any, root: Path, foreign: str, parts: Any) -> None:
    chart = do.get_slide_chart(path=foreign, slide=2).shape
    gone = do.delete_shapes(path=foreign, slide=2, shapes=[chart, "nothing"])
    assert len(gone.deleted) == 1 and gone.failures[0].item == "nothing"
    names = parts(root / foreign)
    assert not [n for n in names if "chart" in n or "Worksheet" in n or "Sheet1" in n]
    assert {"ppt/diagrams/data1.xml", "ppt/embeddings/oleObject1.bin"} <= set(names)
    assert b"p:timing" in names["ppt/slides/slide2.xml"]
    do.delete_shapes(path=foreign, slide=2, shapes=["title"])
    assert b"p:timing" not in parts(root / foreign)["ppt/slides/slide2.xml"]


def test_copies_of_charts_have_data_of_their_own(do: Any, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="bar", categories=["a"], series=[ChartSeries(name="s", values=[1])])
    chart = do.get_slide_chart(path=deck, slide=3).shape
    copied = do.duplicate_shape(path=deck, slide=3, shape=chart, to_slide=2)
    do.update_chart_data(path=deck, slide=2, shape=copied.shape.id, series=[ChartSeries(name="s", values=[9])])
    assert do.get_slide_chart(path=deck, slide=3).series[0].values == [1]
    assert do.get_slide_chart(path=deck, slide=2).series[0].values == [9]


def test_links(do: Any, root: Path, deck: str) -> None:
    do.set_slide_link(path=deck, slide=2, shape="content", find="Rotterdam", url="https://example.com/r")
    do.set_slide_link(path=deck, slide=2, shape="title", to_slide=3)
    slide = Presentation(str(root / deck)).slides[1]
    links = [r.hyperlink.address for p in slide.placeholders[1].text_frame.paragraphs for r in p.runs]
    assert links == [None, "https://example.com/r", None, None]
    assert slide.shapes.title.click_action.target_slide.slide_id == Presentation(str(root / deck)).slides[2].slide_id
    do.set_slide_link(path=deck, slide=2, shape="title")
    assert Presentation(str(root / deck)).slides[1].shapes.title.click_action.target_slide is None
    for url in ("javascript:alert(1)", "file:///etc/passwd", "example.com"):
        with pytest.raises(ToolError, match="must start with"):
            do.set_slide_link(path=deck, slide=2, shape="title", url=url)


def test_groups_keep_places(do: Any, deck: str) -> None:
    ids = [
        do.add_shape(path=deck, slide=3, form="oval", left=100 * n, top=150, width=80, height=40).shape.id
        for n in (1, 3)
    ]
    group = do.group_shapes(path=deck, slide=3, shapes=ids, name="Pair").shape
    assert box(group) == (100, 150, 280, 40)
    do.update_shape(path=deck, slide=3, shape="Pair", left=200, width=560)
    inside = {s.id: box(s) for s in do.get_slide(path=deck, slide=3).shapes}
    assert inside[ids[0]] == (200, 150, 160, 40) and inside[ids[1]] == (600, 150, 160, 40)
    do.update_shape(path=deck, slide=3, shape=ids[0], left=220)
    placed = do.ungroup_shapes(path=deck, slide=3, shape="Pair").shapes
    assert [box(p) for p in placed] == [(220, 150, 160, 40), (600, 150, 160, 40)]


def test_align_distribute_and_order(do: Any, deck: str) -> None:
    ids = [
        do.add_shape(path=deck, slide=3, form="rectangle", left=x, top=y, width=50, height=30).shape.id
        for x, y in ((100, 150), (170, 200), (400, 260))
    ]
    tops = do.align_shapes(path=deck, slide=3, shapes=ids, edge="top").shapes
    assert {p.box.top for p in tops} == {150}
    spread = do.distribute_shapes(path=deck, slide=3, shapes=ids, direction="across").shapes
    assert [p.box.left for p in spread] == [100, 250, 400]
    gapped = do.distribute_shapes(path=deck, slide=3, shapes=ids, direction="across", gap=10).shapes
    assert [p.box.left for p in gapped] == [100, 160, 220]
    centred = do.align_shapes(path=deck, slide=3, shapes=ids[:1], edge="center", to="slide").shapes
    assert centred[0].box.left == 455
    order = do.set_shape_order(path=deck, slide=3, shape=ids[0], order="front").shapes
    assert order[-1].shape == ids[0]
    assert do.set_shape_order(path=deck, slide=3, shape=ids[0], order="back").shapes[0].shape == ids[0]


def test_a_fill_that_hides_the_text_is_said(do: Any, deck: str) -> None:
    made = do.add_shape(path=deck, slide=3, form="oval", text="Load", left=60, top=300, width=200, height=90)
    assert made.warnings == []
    changed = do.update_shape(path=deck, slide=3, shape=made.shape.id, fill="bg1")
    assert changed.warnings[0].startswith("contrast:")


def test_all_forms_are_names_that_powerpoint_knows() -> None:
    from pptx.enum.shapes import MSO_SHAPE

    known = {member.xml_value for member in MSO_SHAPE} | {"line"}
    assert set(PRESETS.values()) <= known


def test_a_box_in_inches_is_told(do: Any, deck: str, photo: str) -> None:
    inches = {"path": deck, "slide": 2, "left": 1, "top": 2, "width": 4, "height": 2}
    bar = do.add_shape(path=deck, slide=2, form="rectangle", left=0, top=0, width=960, height=3)
    for saved in (
        do.add_textbox(**inches, text="Small"),
        do.add_textbox(path=deck, slide=2, left=1, top=2, width=4, text="Small"),
        do.add_shape(**inches, form="oval"),
        do.add_slide_picture(path=deck, slide=2, picture=photo, width=6),
        do.add_slide_table(**inches, rows=[["a"]]),
        do.update_shape(path=deck, slide=2, shape=bar.shape.id, left=1, top=1, width=4),
    ):
        assert any("1 inch is 72" in said for said in saved.warnings), saved
    for saved in (
        do.add_shape(path=deck, slide=2, form="oval", left=300, top=200, width=8, height=8),
        do.add_shape(path=deck, slide=2, form="rectangle", left=0, top=0, height=4, width=960),
        do.update_shape(path=deck, slide=3, shape="title", height=60),
        bar,
    ):
        assert not any("inch" in said for said in saved.warnings), saved
