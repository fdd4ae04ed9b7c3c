"""Things on a layout or the master: every slide shows them, and they can be taken off again."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from PIL import Image
from pptx import Presentation


def test_a_logo_on_the_master_is_on_every_slide(do: Any, root: Path, deck: str, photo: str) -> None:
    slides = len(Presentation(str(root / deck)).slides)
    made = do.add_slide_picture(path=deck, layout="master", picture=photo, alt_text="Harbor Light")
    assert made.slide == 0 and f"which {slides - 1} slides show" in made.verified
    assert made.shape.box.left > 750 and int(made.shape.id) < 1000
    assert not [said for said in made.warnings if not said.startswith("slides that hide")]
    assert any(said.endswith("layout='Title Slide' for 1") for said in made.warnings)
    for picture in do.render_slides(path=deck, slides=[2, 3]).pictures:
        seen = Image.open(BytesIO(picture.data)).convert("RGB").resize((960, 540))
        box = made.shape.box
        middle = seen.getpixel((round(box.left + box.width / 2), round(box.top + box.height / 2)))
        assert middle == pytest.approx((0xF4, 0xA2, 0x61), abs=6)
    assert [shape.name for shape in Presentation(str(root / deck)).slide_master.shapes][-1] == made.shape.name
    do.delete_shapes(path=deck, layout="master", shapes=[made.shape.id])
    master = Presentation(str(root / deck)).slide_master
    assert not [rel for rel in master.part.rels.values() if rel.reltype.endswith("/image")]


def test_words_on_a_layout_are_on_its_slides_only(do: Any, root: Path, deck: str) -> None:
    saved = do.add_textbox(path=deck, layout="Title and Content", text="Draft", left=700, top=20, width=200, size=14)
    layouts = {layout.name: layout for layout in Presentation(str(root / deck)).slide_layouts}
    assert "Draft" in [s.text_frame.text for s in layouts["Title and Content"].shapes if s.has_text_frame]
    assert "which 2 slides show" in saved.verified
    assert not do.find_deck_text(path=deck, query="Draft").items


def test_slide_or_layout_is_said(do: Any, root: Path, deck: str, foreign: str) -> None:
    for said in ({}, {"slide": 1, "layout": "master"}):
        with pytest.raises(ToolError, match="either a slide"):
            do.add_textbox(path=deck, text="x", **said)
    with pytest.raises(ToolError, match="no layout"):
        do.add_textbox(path=deck, text="x", layout="Nowhere")
    assert do.add_textbox(path=foreign, text="On all", layout="1").slide == 0
