"""Gradients, dashes, arrow heads, shadows; pictures shown in other colours: written where the schema wants them."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from lxml import etree
from pptx import Presentation

_ORDER = {
    "spPr": (
        "xfrm",
        "custGeom",
        "prstGeom",
        "noFill",
        "solidFill",
        "gradFill",
        "blipFill",
        "ln",
        "effectLst",
        "extLst",
    ),
    "ln": ("noFill", "solidFill", "gradFill", "prstDash", "round", "bevel", "miter", "headEnd", "tailEnd"),
    "effectLst": ("glow", "innerShdw", "outerShdw", "reflection", "softEdge"),
}


def in_order(root: Any) -> bool:
    """Whether the children of looks stand in the order of the schema."""
    for node in root.iter():
        names = _ORDER.get(etree.QName(node).localname)
        if names:
            found = [names.index(etree.QName(child).localname) for child in node]
            if found != sorted(found) or len(found) != len(set(found)):
                return False
    return True


def xml(root: Path, deck: str, slide: int = 3) -> str:
    element = Presentation(str(root / deck)).slides[slide - 1]._element
    assert in_order(element)
    return etree.tostring(element).decode()


def test_a_gradient_and_how_much_shows_through(do: Any, root: Path, deck: str) -> None:
    made = do.add_shape(path=deck, slide=3, form="oval", left=50, top=50, width=100, height=80).shape.id
    do.style_shapes(path=deck, slide=3, shapes=[made], fill="accent1", gradient_to="#FF8800", angle=0, opacity=40)
    said = xml(root, deck)
    assert said.count("<a:gs ") == 2 and 'ang="0"' in said and said.count('<a:alpha val="40000"/>') == 2
    do.style_shapes(path=deck, slide=3, shapes=[made], fill="#112233")
    assert "gradFill" not in xml(root, deck)


def test_effects_are_set_changed_and_taken_away(do: Any, root: Path, deck: str, photo: str) -> None:
    shape = do.add_shape(path=deck, slide=3, form="rectangle", left=50, top=50, width=100, height=80).shape.id
    picture = do.add_slide_picture(path=deck, slide=3, picture=photo, left=300, top=150, width=200).shape.id
    both = {"path": deck, "slide": 3, "shapes": [shape, picture]}
    do.style_shapes(**both, soft_edge=8)
    do.style_shapes(**both, shadow=True, glow="accent2")
    do.style_shapes(**both, dash="dash_dot")
    said = xml(root, deck)
    assert [said.count(each) for each in ("<a:outerShdw", "<a:glow", "<a:softEdge", 'prstDash val="dashDot"')] == [
        2
    ] * 4
    do.style_shapes(**both, shadow=False, glow="none", soft_edge=0, dash="solid")
    said = xml(root, deck)
    assert not any(each in said for each in ("<a:outerShdw", "<a:glow", "<a:softEdge", "dashDot"))


def test_lines_get_arrow_heads_and_shapes_do_not(do: Any, root: Path, deck: str) -> None:
    line = do.add_shape(path=deck, slide=3, form="line", left=50, top=300, width=200, height=1).shape.id
    do.style_shapes(path=deck, slide=3, shapes=[line], arrow="both", dash="dot")
    assert xml(root, deck).count('type="triangle"') == 2
    do.style_shapes(path=deck, slide=3, shapes=[line], arrow="end")
    assert xml(root, deck).count('type="triangle"') == 1
    box = do.add_shape(path=deck, slide=3, form="rectangle", left=50, top=50, width=100, height=80).shape.id
    with pytest.raises(ToolError, match="no line"):
        do.style_shapes(path=deck, slide=3, shapes=[box], arrow="end")


def test_a_picture_in_other_colours_keeps_its_bytes(do: Any, root: Path, deck: str, photo: str, parts: Any) -> None:
    made = do.add_slide_picture(path=deck, slide=3, picture=photo, alt_text="A dot").shape.id
    media = {name: blob for name, blob in parts(root / deck).items() if "media" in name}
    where = {"path": deck, "slide": 3, "shape": made}
    do.adjust_slide_picture(**where, brightness=20, colors="gray")
    do.adjust_slide_picture(**where, contrast=-10)
    said = xml(root, deck)
    assert "<a:grayscl/>" in said and 'bright="20000"' in said and 'contrast="-10000"' in said
    do.style_shapes(path=deck, slide=3, shapes=[made], opacity=50)
    assert 'alphaModFix amt="50000"' in xml(root, deck)
    do.adjust_slide_picture(**where, brightness=0, contrast=0, colors="full")
    assert "<a:lum" not in xml(root, deck) and "grayscl" not in xml(root, deck)
    assert {name: blob for name, blob in parts(root / deck).items() if "media" in name} == media


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"gradient_to": "accent2"}, "starts from"),
        ({"fill": "accent1", "gradient_to": "puce"}, "no colour"),
        ({"opacity": 120}, "out of range"),
        ({}, "what to change"),
        ({"glow": "bright"}, "no colour"),
    ],
)
def test_what_makes_no_sense_is_refused(do: Any, deck: str, arguments: dict[str, Any], words: str) -> None:
    made = do.add_shape(path=deck, slide=3, form="oval", left=50, top=50, width=100, height=80).shape.id
    with pytest.raises(ToolError, match=words):
        do.style_shapes(path=deck, slide=3, shapes=[made], **arguments)


def test_tables_charts_and_bare_shapes_have_no_such_looks(do: Any, deck: str) -> None:
    table = do.add_slide_table(path=deck, slide=3, rows=[["a", "b"], [1, 2]]).shape.id
    with pytest.raises(ToolError, match="tools of its own"):
        do.style_shapes(path=deck, slide=3, shapes=[table], shadow=True)
    with pytest.raises(ToolError, match="no fill of its own"):
        do.style_shapes(path=deck, slide=2, shapes=["title"], opacity=50)
    with pytest.raises(ToolError, match="not a picture"):
        do.adjust_slide_picture(path=deck, slide=2, shape="title", colors="gray")
