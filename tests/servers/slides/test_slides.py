"""Slides listed, looked into, added, copied, moved, hidden, deleted: nothing left behind, nothing shared wrongly."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_slides.charting import ChartSeries
from pptx import Presentation


def titles(do: Any, deck: str) -> list[str]:
    return [slide.title for slide in do.list_slides(path=deck).items]


def test_list_finds_pages_and_counts(do: Any, deck: str) -> None:
    listed = do.list_slides(path=deck)
    assert listed.total == 3 and listed.items[1].words == 9 and listed.items[1].layout == "Title and Content"
    first = do.list_slides(path=deck, limit=2)
    assert [s.slide for s in do.list_slides(path=deck, limit=2, cursor=first.next_cursor).items] == [3]
    assert [s.slide for s in do.list_slides(path=deck, query="rotterdam").items] == [2]


def test_a_slide_in_full(do: Any, deck: str) -> None:
    slide = do.get_slide(path=deck, slide=2)
    title, content = slide.shapes
    assert (title.kind, title.placeholder, title.text) == ("text", "title", "Volumes grew")
    assert content.text == "Up 12 %\n  Rotterdam led\nCosts flat"
    assert (content.box.left, content.box.width) == (48, 864)
    empty = do.get_slide(path=deck, slide=3).shapes[1]
    assert empty.text == "" and empty.facts == "empty placeholder"


def test_add_where_it_belongs(do: Any, deck: str) -> None:
    added = do.add_slide(path=deck, title="Second", position=2, bullets=["x"], notes="n")
    assert added.slide == 2 and added.placeholders == []
    assert titles(do, deck) == ["Harbor Light", "Second", "Volumes grew", "Open"]
    assert do.get_slide(path=deck, slide=2).notes == "n"


def test_duplicates_share_nothing_that_can_change(do: Any, root: Path, deck: str, photo: str) -> None:
    do.add_slide_chart(
        path=deck, slide=3, type="column", categories=["a", "b"], series=[ChartSeries(name="s", values=[1, 2])]
    )
    do.add_slide_picture(path=deck, slide=3, picture=photo, left=700, top=10, width=100)
    do.set_slide_notes(path=deck, slide=3, notes="of the first")
    changed = do.duplicate_slide(path=deck, slide=3, copies=2)
    assert changed.slides == 5
    do.update_chart_data(path=deck, slide=4, series=[ChartSeries(name="s", values=[7, 8])])
    do.set_slide_notes(path=deck, slide=4, notes="of the second")
    assert [do.get_slide_chart(path=deck, slide=n).series[0].values for n in (3, 4, 5)] == [[1, 2], [7, 8], [1, 2]]
    assert [n.notes for n in do.get_slide_notes(path=deck, slides=[3, 4, 5]).items] == [
        "of the first", "of the second", "of the first",
    ]  # fmt: skip
    slides = Presentation(str(root / deck)).slides
    books = [next(s for s in slides[n].shapes if s.has_chart).chart.part.chart_workbook.xlsx_part for n in (2, 3, 4)]
    assert len({book.partname for book in books}) == 3
    images = [next(s for s in slides[n].shapes if hasattr(s, "image")).image.sha1 for n in (2, 3, 4)]
    assert len(set(images)) == 1


def test_move(do: Any, deck: str) -> None:
    do.move_slides(path=deck, slides=[3], position=1)
    assert titles(do, deck) == ["Open", "Harbor Light", "Volumes grew"]
    do.move_slides(path=deck, slides=[3, 1])
    assert titles(do, deck) == ["Harbor Light", "Volumes grew", "Open"]
    assert do.move_slides(path=deck, slides=[2, 1], position=1).titles == ["Volumes grew", "Harbor Light", "Open"]


def test_delete_leaves_no_orphan(do: Any, root: Path, foreign: str, parts: Any) -> None:
    do.set_slide_link(path=foreign, slide=1, shape="title", to_slide=2)
    gone = do.delete_slides(path=foreign, slides=[2, 3])
    assert gone.slides == 1 and "link" in gone.warnings[0]
    names = parts(root / foreign)
    for word in ("slides/slide2", "slide3", "chart", "embeddings", "media", "diagrams", "comment1", "oddities"):
        assert not [name for name in names if word in name], word
    assert b'id="257"' not in names["ppt/presentation.xml"] and b'id="258"' not in names["ppt/presentation.xml"]


def test_slides_stay_in_sections(do: Any, foreign: str, root: Path, parts: Any) -> None:
    do.duplicate_slide(path=foreign, slide=1)
    do.add_slide(path=foreign, title="Last")
    xml = parts(root / foreign)["ppt/presentation.xml"].decode()
    start, rest = xml.split('name="Rest"')
    assert start.split('name="Start"')[1].count("p14:sldId id=") == 2 and rest.count("p14:sldId id=") == 3


def test_layout_change_moves_content(do: Any, deck: str) -> None:
    changed = do.set_slide_layout(path=deck, slide=2, layout="Two Content")
    assert [slot.name for slot in changed.placeholders] and changed.layout == "Two Content"
    slide = do.get_slide(path=deck, slide=2)
    assert slide.shapes[1].text.startswith("Up 12 %") and slide.shapes[1].box.width == 420
    back = do.set_slide_layout(path=deck, slide=2, layout="Title Only")
    assert "keeps its place" in back.warnings[0]
    assert do.get_slide(path=deck, slide=2).shapes[1].box.width == 420


def test_hide_and_background(do: Any, root: Path, deck: str, photo: str) -> None:
    do.set_slide_hidden(path=deck, slides=[2])
    assert do.get_deck_info(path=deck).hidden == [2]
    do.set_slide_hidden(path=deck, slides=[2], hidden=False)
    assert do.get_deck_info(path=deck).hidden == []
    do.set_slide_background(path=deck, slides=[2], color="accent1")
    do.set_slide_background(path=deck, slides=[3], picture=photo)
    slides = Presentation(str(root / deck)).slides
    assert slides[1].background.fill.fore_color.theme_color.name == "ACCENT_1"
    do.set_slide_background(path=deck, slides=[2, 3])
    slides = Presentation(str(root / deck)).slides
    assert slides[1].follow_master_background and not [r for r in slides[2].part.rels.values() if "image" in r.reltype]


@pytest.mark.parametrize("number", [0, 4, -1])
def test_numbers_out_of_range_say_how_many(do: Any, deck: str, number: int) -> None:
    with pytest.raises(ToolError, match="numbered 1 to 3"):
        do.get_slide(path=deck, slide=number)
    before = do.list_slides(path=deck)
    with pytest.raises(ToolError, match="3 slides"):
        do.delete_slides(path=deck, slides=[1, number])
    assert do.list_slides(path=deck) == before


def test_a_long_text_says_that_it_is_cut_and_is_there_when_asked_for(do: Any, deck: str) -> None:
    words = " ".join(f"word{n}" for n in range(400))
    do.set_shape_text(path=deck, slide=2, shape="content", text=words)
    seen = do.get_slide(path=deck, slide=2)
    body = next(shape for shape in seen.shapes if shape.placeholder == "content")
    assert "more characters" in body.text and seen.cut[0].startswith(f"text of {body.id}")
    whole = do.get_slide(path=deck, slide=2, shape=body.id)
    assert [shape.text for shape in whole.shapes] == [words] and whole.cut == []


def test_a_slide_number_reads_as_the_number(do: Any, deck: str) -> None:
    do.set_footers(path=deck, slide_numbers=True)
    texts = [shape.text for shape in do.get_slide(path=deck, slide=2).shapes if shape.placeholder == "slide number"]
    assert texts == ["2"]
    do.move_slides(path=deck, slides=[2], position=3)
    texts = [shape.text for shape in do.get_slide(path=deck, slide=3).shapes if shape.placeholder == "slide number"]
    assert texts == ["3"]


def test_links_say_where_they_lead(do: Any, deck: str) -> None:
    do.set_slide_link(path=deck, slide=2, shape="title", url="https://harborlight.example/a")
    do.set_slide_link(path=deck, slide=2, shape="content", to_slide=1, find="Rotterdam")
    facts = [shape.facts for shape in do.get_slide(path=deck, slide=2).shapes]
    assert "links to https://harborlight.example/a" in facts[0] and "links to slide 1" in facts[1]


def test_footers_follow_the_layout_that_a_slide_is_given(do: Any, root: Path) -> None:
    for start, goal in (("Section Header", "Title Only"), ("Title Only", "Section Header")):
        do.create_deck(path="own.pptx", title="Cover", overwrite=True)
        do.add_slide(path="own.pptx", layout=start, title="Part")
        do.set_footers(path="own.pptx", slides=[2], footer="Harbor Light", slide_numbers=True)
        do.set_slide_layout(path="own.pptx", slide=2, layout=goal)
        assert do.check_deck(path="own.pptx", kinds=["contrast"]).items == []
        slide = Presentation(str(root / "own.pptx")).slides[1]
        layout = {shape.placeholder_format.type: shape for shape in slide.slide_layout.placeholders}
        for shape in slide.placeholders:
            if "FOOTER" in str(shape.placeholder_format.type) or "NUMBER" in str(shape.placeholder_format.type):
                own, theirs = (each._element.xpath(".//a:lstStyle//a:schemeClr/@val")
                               for each in (shape, layout[shape.placeholder_format.type]))  # fmt: skip
                assert own == theirs
