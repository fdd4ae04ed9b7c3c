"""Decks made from nothing, from templates, from outlines and from each other."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_slides.charting import ChartSeries, ChartSpec
from deskworld_slides.outline import Column, OutlineSlide
from pptx import Presentation


def outline(photo: str = "") -> list[OutlineSlide]:
    slides = [
        OutlineSlide(title="The year in freight", subtitle="Board meeting"),
        OutlineSlide(
            title="Volumes", bullets=["Up 12 %", "  Rotterdam", "\tHamburg", "• Flat costs"], notes="Thank the crews"
        ),
        OutlineSlide(
            title="Revenue",
            bullets=["Best quarter yet"],
            chart=ChartSpec(categories=["Q1", "Q2"], series=[ChartSeries(name="2025", values=[1400, 1520])]),
        ),
        OutlineSlide(title="Harbours", table=[["Harbour", "Tonnes"], ["Rotterdam", 1650000], ["Bergen", None]]),
        OutlineSlide(
            title="Ways",
            columns=[Column(heading="Build", bullets=["Own"]), Column(heading="Charter", bullets=["Fast"])],
        ),
        OutlineSlide(title="Outlook"),
    ]
    if photo:
        slides.append(
            OutlineSlide(title="Quay", bullets=["New"], picture=photo, picture_alt="The quay", table=[["a"], ["b"]])
        )
    return slides


def test_create_then_add_with_the_fewest_arguments(do: Any, root: Path) -> None:
    made = do.create_deck(path="new/folder/deck.pptx")
    assert made.path == "new/folder/deck.pptx" and made.slides == 0 and "Title and Content" in made.layouts
    added = do.add_slide(path=made.path)
    assert added.slide == 1 and [slot.placeholder for slot in added.placeholders] == ["title", "content"]
    assert len(Presentation(str(root / made.path)).slides) == 1


@pytest.mark.parametrize("look", ["light", "dark", "warm"])
def test_looks_are_wide_and_named(do: Any, look: str) -> None:
    do.create_deck(path="deck.pptx", look=look, title="Hello", subtitle="World")
    info = do.get_deck_info(path="deck.pptx")
    assert (info.width, info.height, info.slides) == (960, 540, 1)
    assert info.theme.startswith("Harbor") and info.title == "Hello"
    assert not do.check_deck(path="deck.pptx").items


def test_an_existing_deck_is_not_replaced_unasked(do: Any, deck: str) -> None:
    with pytest.raises(ToolError, match="overwrite"):
        do.create_deck(path=deck)
    assert do.create_deck(path=deck, overwrite=True).slides == 0


def test_layouts_say_their_placeholders(do: Any, deck: str) -> None:
    layouts = do.list_layouts(path=deck)
    assert layouts.total == 9
    content = next(layout for layout in layouts.items if layout.name == "Title and Content")
    assert content.used_by == 2
    assert [slot.role for slot in content.placeholders][:2] == ["title", "content"]
    assert content.placeholders[1].box.width == 864


def test_the_same_outline_gives_the_same_bytes(do: Any, root: Path, photo: str) -> None:
    for name in ("one", "two"):
        do.build_deck_from_outline(path=f"{name}.pptx", slides=outline(photo), footer="Harbor Light")
    assert (root / "one.pptx").read_bytes() == (root / "two.pptx").read_bytes()


def test_an_outline_is_complete_clean_and_in_order(do: Any, root: Path, photo: str) -> None:
    made = do.build_deck_from_outline(path="deck.pptx", slides=outline(photo), footer="Harbor Light")
    assert made.warnings == []
    assert made.used_layouts == [
        "Title Slide", "Title and Content", "Two Content", "Title and Content", "Comparison", "Section Header",
        "Title Only",
    ]  # fmt: skip
    assert [slide.title for slide in do.list_slides(path="deck.pptx").items] == [plan.title for plan in outline(photo)]
    assert do.check_deck(path="deck.pptx").items == []
    volumes = Presentation(str(root / "deck.pptx")).slides[1]
    body = volumes.placeholders[1].text_frame
    assert [(p.level, p.text) for p in body.paragraphs] == [
        (0, "Up 12 %"),
        (1, "Rotterdam"),
        (1, "Hamburg"),
        (0, "Flat costs"),
    ]
    assert volumes.notes_slide.notes_text_frame.text == "Thank the crews"
    chart = next(s for s in Presentation(str(root / "deck.pptx")).slides[2].shapes if s.has_chart).chart
    assert list(chart.plots[0].series[0].values) == [1400, 1520]


def test_fifteen_long_bullets_warn_of_overflow(do: Any) -> None:
    bullets = [f"Point {n}: " + "a long sentence about freight and harbours and their ships " * 2 for n in range(15)]
    made = do.build_deck_from_outline(path="deck.pptx", slides=[OutlineSlide(title="Too much", bullets=bullets)])
    assert any(warning.startswith("overflow") for warning in made.warnings)


def test_a_template_gives_its_design_without_its_slides(do: Any, root: Path, foreign: str) -> None:
    made = do.create_deck(path="own.pptx", template=foreign, title="Ours")
    assert made.slides == 1 and made.layouts[0] == "Title Slide"
    kept = do.create_deck(path="kept.pptx", template=foreign, keep_slides=True)
    assert kept.slides == 3
    built = do.build_deck_from_outline(path="built.pptx", slides=outline(), template=foreign)
    assert built.slides == 6 and not [w for w in built.warnings if w.startswith("overlap")]


def test_a_potx_template_becomes_a_deck(do: Any, root: Path, deck: str) -> None:
    import zipfile

    with zipfile.ZipFile(root / deck) as old, zipfile.ZipFile(root / "brand.potx", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"presentation.main+xml", b"template.main+xml"))
    do.create_deck(path="from.pptx", template="brand.potx", title="From a template")
    assert len(Presentation(str(root / "from.pptx")).slides) == 1


def test_slides_come_from_another_deck_with_all_that_is_theirs(
    do: Any, root: Path, deck: str, foreign: str, parts: Any
) -> None:
    added = do.import_slides(path=deck, source=foreign, slides=[2, 1], position=2)
    assert added.added == [2, 3]
    assert [s.title for s in do.list_slides(path=deck).items] == [
        "Harbor Light",
        "Slide 2",
        "Slide 1",
        "Volumes grew",
        "Open",
    ]
    assert do.get_slide_chart(path=deck, slide=2).series[0].values == [1, 2]
    assert do.get_slide_notes(path=deck, slides=[3]).items[0].notes == "Say 1"
    names = list(parts(root / deck))
    assert sum(name.startswith("ppt/slideMasters/slideMaster") for name in names) == 1
    assert sum(name.startswith("ppt/notesMasters/notesMaster") for name in names) == 1
    assert not any("comment" in name for name in names)


def test_properties(do: Any, deck: str) -> None:
    do.set_deck_properties(path=deck, author="Maya Lindqvist", keywords="freight, 2025")
    info = do.get_deck_info(path=deck)
    assert (info.author, info.keywords, info.title, info.modified) == (
        "Maya Lindqvist", "freight, 2025", "Harbor Light", "2026-03-02T09:00:00Z",
    )  # fmt: skip


@pytest.mark.parametrize("size", ["4:3", "portrait"])
def test_slides_of_another_ratio_are_scaled_to_fit(do: Any, root: Path, deck: str, photo: str, size: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=[["A", "B"], ["x", 1]])
    wide = {"left": 0.0, "top": 0.0, "width": 960.0, "height": 540.0}
    do.add_slide_picture(path=deck, slide=3, picture=photo, mode="fill", alt_text="Ground", **wide)
    do.set_shape_order(path=deck, slide=3, shape="Picture 5", order="back")
    do.add_slide_picture(path=deck, slide=3, picture=photo, left=500, top=260, width=320, alt_text="Photo")
    do.add_shape(path=deck, slide=3, form="rectangle", text="Band", left=0, top=480, width=960, height=60, size=20)
    do.add_textbox(path=deck, slide=3, text="Note", left=860, top=440, width=100, size=20)
    do.create_deck(path="other.pptx", title="Other")
    do.set_slide_size(path="other.pptx", size=size)
    done = do.import_slides(path="other.pptx", source=deck, slides=[3])
    assert [each for each in done.warnings if "scaled to fit" not in each] == []
    assert do.check_deck(path="other.pptx", kinds=["off_page", "distorted_picture", "overflow"]).items == []
    presentation = Presentation(str(root / "other.pptx"))
    page = (presentation.slide_width / 12700, presentation.slide_height / 12700)
    shapes = {shape.name: shape.box for shape in do.get_slide(path="other.pptx", slide=2).shapes}
    assert (shapes["Picture 5"].width, shapes["Picture 5"].height) == page
    assert (shapes["Rectangle 7"].left, shapes["Rectangle 7"].width) == (0, page[0])
    scale = page[0] / 960
    assert shapes["Picture 6"].width == pytest.approx(320 * scale, abs=0.1)
    text: Any = next(shape for shape in presentation.slides[1].shapes if shape.name.startswith("Text 8"))
    assert text.text_frame.paragraphs[0].runs[0].font.size.pt == pytest.approx(20 * scale, abs=0.3)
    widths = do.get_slide_table(path="other.pptx", slide=2).column_widths
    assert sum(widths) == pytest.approx(864 * scale, abs=1)
