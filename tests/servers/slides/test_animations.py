"""Shapes that come in one by one: written, told, replaced, taken off; and transitions that take their time."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from pptx import Presentation

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


def timing(root: Path, deck: str, number: int) -> Any:
    return Presentation(str(root / deck)).slides[number - 1]._element.find(f"{P}timing")


def test_shapes_come_in_one_by_one(do: Any, root: Path, deck: str) -> None:
    box = do.add_textbox(path=deck, slide=2, text="Last", left=600, top=330, width=200).shape.id
    do.set_slide_animation(path=deck, slide=2, shapes=["title", "content"], effect="fly_in", start="after")
    made = do.set_slide_animation(path=deck, slide=2, shapes=[box], effect="zoom")
    assert made.animations == do.get_slide(path=deck, slide=2).animations
    assert [said.split(" ", 2)[2] for said in made.animations if box + " " not in said[:5]] == [
        "1' comes in (fly_in) after the one before", "Placeholder 2' comes in (fly_in) after the one before",
    ]  # fmt: skip
    assert made.animations[-1].endswith("comes in (zoom) on click")
    tree = timing(root, deck, 2)
    ids = [node.get("id") for node in tree.iter(f"{P}cTn")]
    assert len(ids) == len(set(ids))
    clicks = tree.find(f".//{P}cTn[@nodeType='mainSeq']/{P}childTnLst")
    steps = clicks[0].findall(f"{P}cTn/{P}childTnLst/{P}par/{P}cTn/{P}stCondLst/{P}cond")
    assert len(clicks) == 2 and [step.get("delay") for step in steps] == ["0", "500"]
    again = do.set_slide_animation(path=deck, slide=2, shapes=["title"], effect="appear", start="with")
    assert len(again.animations) == 3 and "appear" in again.animations[-1] and "with" in again.animations[-1]
    do.set_slide_animation(path=deck, slide=2, shapes=["title", "content", box], effect="none")
    assert timing(root, deck, 2) is None and do.get_slide(path=deck, slide=2).animations == []


def test_animations_of_others_are_told_and_stay(do: Any, foreign: str) -> None:
    before = do.get_slide(path=foreign, slide=2).animations
    assert before
    assert do.set_slide_animation(path=foreign, slide=2, shapes=["content"], effect="fade").animations[:-1] == before


def test_a_transition_takes_its_time(do: Any, root: Path, deck: str) -> None:
    for seconds in (2.5, 1.25):
        do.set_slide_transition(path=deck, slides=[2], effect="push", duration=seconds)
    found = list(Presentation(str(root / deck)).slides[1]._element.iter(f"{P}transition"))
    assert len(found) == 2 and [value for key, value in found[0].items() if key.endswith("}dur")] == ["1250"]
    with pytest.raises(ToolError, match="60 seconds"):
        do.set_slide_transition(path=deck, slides=[2], effect="push", duration=-1)
