"""Themes, fonts, notes and footers."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from pptx import Presentation


def test_theme(do: Any, deck: str) -> None:
    theme = do.get_theme(path=deck)
    assert theme.heading_font == "Calibri" and {c.name: c.color for c in theme.colors}["accent1"] == "#0B6E8F"
    saved = do.set_theme_colors(path=deck, colors=["accent1=7030A0", "DK1=#000000"])
    assert "accent1 #7030A0" in saved.verified
    do.set_theme_fonts(path=deck, heading="Cambria")
    theme = do.get_theme(path=deck)
    assert (theme.heading_font, theme.body_font) == ("Cambria", "Calibri")
    for bad in ("accent9=#000000", "dk1=black", "dk1"):
        with pytest.raises(ToolError):
            do.set_theme_colors(path=deck, colors=[bad])


def test_fonts_are_exchanged(do: Any, deck: str) -> None:
    do.format_shape_text(path=deck, slide=2, shape="content", font="Verdana")
    assert do.get_theme(path=deck).fonts_used == ["Verdana"]
    assert do.replace_deck_font(path=deck, find="verdana", replace="Cambria").places >= 9
    assert do.get_theme(path=deck).fonts_used == ["Cambria"]
    do.replace_deck_font(path=deck, find="Cambria", replace="")
    assert do.get_theme(path=deck).fonts_used == []
    with pytest.raises(ToolError, match="no text names"):
        do.replace_deck_font(path=deck, find="Papyrus", replace="Calibri")


def test_notes(do: Any, deck: str) -> None:
    do.set_slide_notes(path=deck, slide=2, notes="One")
    saved = do.set_slide_notes(path=deck, slide=2, notes="Two\nThree", append=True)
    assert "notes of 13 characters" in saved.verified
    assert [n.notes for n in do.get_slide_notes(path=deck).items] == ["", "One\nTwo\nThree", ""]
    do.set_slide_notes(path=deck, slide=2, notes="")
    assert do.get_deck_info(path=deck).notes == 0


def test_footers(do: Any, root: Path, deck: str) -> None:
    done = do.set_footers(path=deck, footer="Harbor Light · 2026", slide_numbers=True, date="2 March 2026")
    assert done.slides == [2, 3] and done.warnings == []
    slide = Presentation(str(root / deck)).slides[1]
    texts = [s.text_frame.text for s in slide.placeholders if s.placeholder_format.idx >= 10]
    assert sorted(texts) == ["2 March 2026", "Harbor Light · 2026", "‹#›"]
    added = do.add_slide(path=deck, title="Numbered too")
    assert "slide number" in [s.placeholder for s in do.get_slide(path=deck, slide=added.slide).shapes]
    do.set_footers(path=deck, remove=True)
    assert not [
        s for s in do.get_slide(path=deck, slide=2).shapes if s.placeholder in ("footer", "date", "slide number")
    ]
