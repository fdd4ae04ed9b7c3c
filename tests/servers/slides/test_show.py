"""Sizes, sections, transitions, comments and media."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from pptx import Presentation


@pytest.mark.parametrize("size", ["4:3", "A4", "square", "portrait"])
def test_another_size_keeps_everything_on_the_slide(do: Any, deck: str, photo: str, size: str) -> None:
    do.add_slide_picture(path=deck, slide=3, picture=photo, alt_text="x")
    do.set_slide_size(path=deck, size=size)
    info = do.get_deck_info(path=deck)
    assert (info.width, info.height) != (960, 540)
    assert not do.check_deck(path=deck, kinds=["off_page", "distorted_picture", "overflow"]).items
    do.set_slide_size(path=deck, size="16:9")
    assert do.get_slide(path=deck, slide=2).shapes[1].box.width == pytest.approx(864, abs=0.1)


def test_sections(do: Any, deck: str) -> None:
    done = do.set_deck_sections(path=deck, names=["Start", "Rest"], first_slides=[1, 2])
    assert done.sections == ["Start: 1-1", "Rest: 2-3"]
    assert do.get_deck_info(path=deck).sections == ["Start", "Rest"]
    do.delete_slides(path=deck, slides=[1])
    do.set_deck_sections(path=deck, names=[], first_slides=[])
    assert do.get_deck_info(path=deck).sections == []
    for first in ([2], [1, 1], [1, 9]):
        with pytest.raises(ToolError, match="first_slides"):
            do.set_deck_sections(path=deck, names=["a", "b"][: len(first)], first_slides=first)


def test_transitions(do: Any, root: Path, foreign: str) -> None:
    do.set_slide_transition(path=foreign, slides=[1, 2], effect="fade", advance_after=5)
    for slide in list(Presentation(str(root / foreign)).slides)[:2]:
        transitions = slide._element.xpath("//p:transition")
        assert len(transitions) == 1 and transitions[0].get("advTm") == "5000"
    do.set_slide_transition(path=foreign, slides=[1, 2], effect="none")
    assert not Presentation(str(root / foreign)).slides[0]._element.xpath("//p:transition")


def test_comments(do: Any, deck: str) -> None:
    do.add_slide_comment(path=deck, slide=2, text="Is this right?", author="Maya Lindqvist")
    do.add_slide_comment(path=deck, slide=3, text="Fill this", author="Maya Lindqvist")
    do.add_slide_comment(path=deck, slide=2, text="Yes", author="Noor Haddad")
    comments = do.list_slide_comments(path=deck).items
    assert [(c.slide, c.author, c.text) for c in comments] == [
        (2, "Maya Lindqvist", "Is this right?"),
        (2, "Noor Haddad", "Yes"),
        (3, "Maya Lindqvist", "Fill this"),
    ]
    assert comments[0].when.startswith("2026-03-02")


def test_media(do: Any, root: Path, deck: str, photo: str, parts: Any) -> None:
    (root / "film.mp4").write_bytes(b"\0\0\0\x18ftypmp42 not really a film")
    made = do.add_slide_media(path=deck, slide=3, media="film.mp4", poster=photo, width=320)
    assert made.shape.kind == "media" and (made.shape.box.width, made.shape.box.height) == (320, 200)
    assert [blob for name, blob in parts(root / deck).items() if name.endswith(".mp4")] == [
        (root / "film.mp4").read_bytes()
    ]
    with pytest.raises(ToolError, match="mp4"):
        do.add_slide_media(path=deck, slide=3, media=photo)
