"""Decks looked at: rendered, exported, checked, compared."""

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from deskworld_kit import ToolError
from deskworld_slides.charting import ChartSeries
from PIL import Image


def test_render_chosen_slides(do: Any, deck: str) -> None:
    shown = do.render_slides(path=deck, slides=[2, 1])
    assert shown.facts.slides == [2, 1] and shown.facts.total == 3 and shown.facts.view == "single"
    assert [p.label for p in shown.pictures] == ["Slide 2", "Slide 1"]
    cover = Image.open(BytesIO(shown.pictures[1].data))
    assert cover.size == (1280, 720)
    assert cover.convert("RGB").getpixel((5, 5)) == (0x12, 0x32, 0x4A)
    with pytest.raises(ToolError, match="3 slides"):
        do.render_slides(path=deck, slides=[4])


def test_many_slides_make_contact_sheets(do: Any, deck: str) -> None:
    do.duplicate_slide(path=deck, slide=2, copies=12)
    shown = do.render_slides(path=deck)
    assert shown.facts.view == "sheet" and [p.label for p in shown.pictures] == ["Slides 1-12", "Slides 13-15"]
    assert all(max(p.width, p.height) <= 1568 and len(p.data) < 1_000_000 for p in shown.pictures)


def test_untouched_placeholders_are_not_drawn(do: Any) -> None:
    do.create_deck(path="bare.pptx")
    do.add_slide(path="bare.pptx", layout="Title and Content")
    picture = do.render_slides(path="bare.pptx").pictures[0]
    middle = Image.open(BytesIO(picture.data)).convert("RGB").crop((0, 160, picture.width, picture.height - 100))
    assert middle.getcolors() == [(middle.width * middle.height, (255, 255, 255))]


def test_pdf(do: Any, root: Path, deck: str) -> None:
    do.set_slide_hidden(path=deck, slides=[3])
    made = do.export_deck_pdf(path=deck, target="out/deck.pdf")
    assert made.pages == 2 and "hidden" in made.warnings[0]
    document = pypdfium2.PdfDocument(root / "out/deck.pdf")
    assert "Volumes grew" in document[1].get_textpage().get_text_range()


def test_pictures_of_slides(do: Any, root: Path, deck: str) -> None:
    made = do.export_slide_pictures(path=deck, folder="out", slides=[1, 2], width=640)
    assert made.files == ["out/deck-01.png", "out/deck-02.png"]
    assert Image.open(root / made.files[1]).size == (640, 360)


def test_check_fix_check(do: Any, deck: str) -> None:
    do.add_shape(path=deck, slide=2, form="rectangle", text="Over it", left=60, top=130, width=200, height=60)
    do.add_textbox(path=deck, slide=2, text="Far out", left=930, top=300, width=200)
    do.format_shape_text(path=deck, slide=1, shape="subtitle", color="tx2")
    found = do.check_deck(path=deck)
    assert {f.kind for f in found.items} >= {"overlap", "off_page", "contrast", "empty_placeholder"}
    for finding in found.items:
        if finding.kind == "overlap":
            do.delete_shapes(path=deck, slide=finding.slide, shapes=[finding.shapes[-1]])
        elif finding.kind == "off_page":
            do.update_shape(path=deck, slide=finding.slide, shape=finding.shapes[0], left=700)
        elif finding.kind == "contrast":
            do.format_shape_text(path=deck, slide=finding.slide, shape=finding.shapes[0], color="bg1")
        elif finding.kind == "empty_placeholder":
            do.delete_shapes(path=deck, slide=finding.slide, shapes=finding.shapes)
    assert do.check_deck(path=deck).verdict == "clean"


def test_compare(do: Any, root: Path, deck: str) -> None:
    (root / "before.pptx").write_bytes((root / deck).read_bytes())
    assert do.compare_decks(path="before.pptx", other=deck).items == []
    do.set_shape_text(path=deck, slide=2, shape="title", text="Volumes fell")
    do.move_slides(path=deck, slides=[3], position=1)
    do.add_slide(path=deck, title="New")
    do.set_slide_notes(path=deck, slide=2, notes="Hello")
    changes = [(d.slide, d.change) for d in do.compare_decks(path="before.pptx", other=deck).items]
    assert changes == [(2, "notes"), (3, "text"), (4, "slide added"), (1, "slide moved")]


def test_an_edit_warns_of_its_own_slide_only(do: Any, deck: str) -> None:
    long = "\n".join(["More words than anybody reads on one slide"] * 40)
    assert any(w.startswith("overflow: Slide 2") for w in do.set_shape_text(path=deck, slide=2, shape="content",
                                                                          text=long).warnings)  # fmt: skip
    saved = do.set_shape_text(path=deck, slide=3, shape="title", text="Short")
    assert saved.warnings == [] and saved.verified.startswith("reopened: 3 slides; slide 3 'Short' with")
    assert do.set_deck_properties(path=deck, title="Long").verified == "reopened: 3 slides"
    assert {f.slide for f in do.check_deck(path=deck, slides=[2]).items} == {2}


def test_a_picture_whose_part_is_gone_is_found_and_replaced(
    do: Any, root: Path, deck: str, photo: str, parts: Any
) -> None:
    """A package that names a part it lacks can be checked, edited and mended."""
    made = do.add_slide_picture(path=deck, slide=3, picture=photo, alt_text="A dot").shape
    kept = parts(root / deck)
    with zipfile.ZipFile(root / deck, "w") as package:
        for name, blob in kept.items():
            if "media/" not in name:
                package.writestr(name, blob)
    (found,) = do.check_deck(path=deck, kinds=["broken_image"]).items
    assert (found.slide, found.shapes) == (3, [made.id])
    do.set_shape_text(path=deck, slide=3, shape="title", text="Still editable")
    do.replace_slide_picture(path=deck, slide=3, shape=made.id, picture=photo)
    assert not do.check_deck(path=deck, kinds=["broken_image"]).items


def test_a_font_that_is_not_here_is_found_and_exchanged(do: Any, deck: str) -> None:
    do.set_theme_fonts(path=deck, body="Nowhere Sans")
    (found,) = do.check_deck(path=deck, kinds=["missing_font"]).items
    assert "Nowhere Sans" in found.message and found.boxes
    do.replace_deck_font(path=deck, find="Nowhere Sans", replace="Calibri")
    assert do.check_deck(path=deck, kinds=["missing_font"]).verdict == "clean"


def test_a_deck_whose_chart_is_gone_can_still_be_worked_on(do: Any, root: Path, deck: str, parts: Any) -> None:
    series = [ChartSeries(name="s", values=[1, 2])]
    made = do.add_slide_chart(path=deck, slide=3, type="pie", categories=["a", "b"], series=series).shape
    kept = parts(root / deck)
    with zipfile.ZipFile(root / deck, "w") as package:
        for name, blob in kept.items():
            if "charts/" not in name:
                package.writestr(name, blob)
    (found,) = do.check_deck(path=deck, kinds=["broken_image"]).items
    assert found.shapes == [made.id]
    do.set_shape_text(path=deck, slide=3, shape="title", text="Still here")
    do.delete_shapes(path=deck, slide=3, shapes=[made.id])
    assert not do.check_deck(path=deck, kinds=["broken_image"]).items
    assert do.get_slide(path=deck, slide=3).title == "Still here"


def test_a_picture_whose_bytes_are_damaged_stops_nobody_who_does_not_need_it(
    do: Any, root: Path, deck: str, photo: str
) -> None:
    """Pictures are unpacked when somebody looks: a deck with a spoilt one is read, edited elsewhere, and mended by
    replacing it."""
    made = do.add_slide_picture(path=deck, slide=3, picture=photo, alt_text="A dot").shape
    content = (root / deck).read_bytes()
    at = content.index((root / photo).read_bytes()[100:200])
    (root / deck).write_bytes(content[:at] + bytes(100) + content[at + 100 :])
    assert do.get_deck_info(path=deck).slides == 3
    (found,) = do.check_deck(path=deck, kinds=["broken_image"]).items
    assert "can't be unpacked" in found.message
    do.set_shape_text(path=deck, slide=1, shape="title", text="New")
    assert do.check_deck(path=deck, kinds=["broken_image"]).total == 1  # as spoilt as it was
    do.replace_slide_picture(path=deck, slide=3, shape=made.id, picture=photo)
    assert not do.check_deck(path=deck, kinds=["broken_image"]).items
