"""Cards, numbers, steps and timelines: drawn so that nothing is left to object to, and refused where they can't be."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_slides.cards import Card
from deskworld_slides.charting import ChartSeries
from pptx import Presentation

FORMS = ("cards", "numbers", "steps", "timeline")


@pytest.mark.parametrize("count", [2, 5, 8])
@pytest.mark.parametrize("form", FORMS)
def test_what_is_drawn_is_in_order_and_clean(do: Any, deck: str, form: str, count: int) -> None:
    cards = [Card(heading=f"Step {n}", text="What is done, by whom") for n in range(1, count + 1)]
    made = do.add_slide_cards(path=deck, slide=3, cards=cards, form=form)
    assert made.warnings == []
    assert [shape.text.split("\n")[0] for shape in made.shapes] == [card.heading for card in cards]
    places = [(round(shape.box.top), shape.box.left) for shape in made.shapes]
    assert places == sorted(places)
    assert do.check_deck(path=deck, slides=[3]).verdict == "clean"


def test_cards_read_well_on_any_theme(do: Any, root: Path) -> None:
    Presentation().save(str(root / "plain.pptx"))
    do.add_slide(path="plain.pptx", layout="Title Only", title="Numbers")
    cards = [Card(heading="1,650,000", text="tonnes in Rotterdam"), Card(heading="98 %", text="on time")]
    do.add_slide_cards(path="plain.pptx", slide=1, cards=cards, form="numbers")
    do.add_slide(path="plain.pptx", layout="Title Only", title="Steps")
    do.add_slide_cards(path="plain.pptx", slide=2, cards=cards, form="steps")
    assert do.check_deck(path="plain.pptx").verdict == "clean"


def test_cards_take_the_open_placeholder_or_what_is_free(do: Any, deck: str) -> None:
    cards = [Card(heading="A"), Card(heading="B")]
    do.add_slide_cards(path=deck, slide=3, cards=cards)
    assert "content" not in {shape.placeholder for shape in do.get_slide(path=deck, slide=3).shapes}
    do.add_slide_cards(path=deck, slide=3, cards=cards)
    assert not do.check_deck(path=deck, slides=[3], kinds=["overlap", "overflow", "off_page"]).items


def test_too_much_text_is_said(do: Any, deck: str) -> None:
    long = "Every region reported growth, and the reasons differ more than the numbers do. " * 12
    made = do.add_slide_cards(path=deck, slide=3, cards=[Card(heading="A", text=long)] * 4)
    assert "shorten" in made.warnings[0]


@pytest.mark.parametrize(
    ("cards", "words"),
    [([Card(heading="A")], "2 to 8"), ([Card(heading="A")] * 9, "2 to 8"), ([Card(heading=" ")] * 2, "heading")],
)
def test_cards_that_make_no_sense(do: Any, deck: str, cards: list[Card], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.add_slide_cards(path=deck, slide=3, cards=cards)


def test_what_finds_no_free_room_says_so(do: Any, deck: str, photo: str) -> None:
    fills = {"type": "column", "categories": ["a"], "series": [ChartSeries(name="s", values=[1])]}
    assert do.add_slide_chart(path=deck, slide=3, **fills).warnings == []
    two = [Card(heading="A"), Card(heading="B")]
    for tool, arguments in (
        ("add_slide_chart", fills), ("add_slide_table", {"rows": [["a"]]}), ("add_textbox", {"text": "x"}),
        ("add_shape", {"form": "oval"}), ("add_slide_picture", {"picture": photo}), ("add_slide_cards", {"cards": two}),
    ):  # fmt: skip
        made = getattr(do, tool)(path=deck, slide=3, **arguments)
        assert made.warnings[0].startswith("there is no free room on this slide: "), tool
        assert "'Chart 4'" in made.warnings[0]
    placed = do.add_shape(path=deck, slide=3, form="oval", left=10, top=10)
    assert not placed.warnings[0].startswith("there is no free room")
