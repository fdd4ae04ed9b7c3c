"""Decks from and to other formats: what they hold comes over, what is lost is told, and errors name the way."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import convert
from deskworld_kit import ToolError
from deskworld_slides.charting import ChartSeries


def test_a_deck_of_another_format_becomes_one(do: Any, root: Path, deck: str) -> None:
    do.set_slide_notes(path=deck, slide=2, notes="Say thanks")
    made = do.convert_deck(path=deck, target="deck.odp")
    assert "reopened: 3 slides" in made.verified and made.warnings == []
    convert(root / deck, root / "old.ppt")
    for name in ("deck.odp", "old.ppt"):
        with pytest.raises(ToolError, match=r"convert_deck makes a \.pptx of it"):
            do.get_deck_info(path=name)
        made = do.convert_deck(path=name, target=f"{name}.pptx")
        said = do.extract_deck_text(path=made.path).items
        assert [slide.title for slide in said] == ["Harbor Light", "Volumes grew", "Open"]
        assert "Rotterdam led" in said[1].text and said[1].notes == "Say thanks"


def test_what_another_format_cannot_hold_is_told(do: Any, root: Path, foreign: str) -> None:
    made = do.convert_deck(path=foreign, target="foreign.odp")
    assert "diagrams" in made.warnings[-1] and "sections" in made.warnings[-1]


def test_what_is_no_deck_does_not_become_one(do: Any, root: Path, deck: str) -> None:
    (root / "page.odp").write_bytes(b"<html>")
    for path, target, words in (
        ("page.odp", "a.pptx", "HTML"),
        (deck, "a.pdf", "export_deck_pdf"),
        (deck, "b.pptx", "already"),
    ):
        with pytest.raises(ToolError, match=words):
            do.convert_deck(path=path, target=target)
    assert not list(root.glob("?.pptx"))


def test_a_deck_is_told_as_markdown(do: Any, root: Path, deck: str) -> None:
    do.set_slide_notes(path=deck, slide=2, notes="Thanks to *all*\n- crews")
    do.add_slide_table(path=deck, slide=3, rows=[["Harbour", "a|b"], ["Bergen", 83.5]])
    series = [ChartSeries(name="2024", values=[1, 2]), ChartSeries(name="2025", values=[3, None])]
    do.add_slide_chart(path=deck, slide=3, type="column", categories=["Q1", "Q2"], series=series, title="Freight",
                       left=48, top=300, width=400, height=150)  # fmt: skip
    made = do.deck_to_markdown(path=deck)
    text = (root / "deck.md").read_text(encoding="utf-8")
    assert made.markdown == text and made.path == "deck.md"
    assert text.split("\n\n") == [
        "# Harbor Light",
        "Freight in 2025",
        "## Volumes grew",
        "- Up 12 %\n  - Rotterdam led\n- Costs flat",
        "> **Notes**\n>\n> Thanks to \\*all\\*\n> \\- crews",
        "## Open",
        "| Harbour | a\\|b |\n| --- | --- |\n| Bergen | 83.5 |",
        "**Chart: Freight**",
        "|  | 2024 | 2025 |\n| --- | --- | --- |\n| Q1 | 1 | 3 |\n| Q2 | 2 |  |\n",
    ]


def test_bold_italic_and_links_are_told_as_markdown(do: Any, deck: str) -> None:
    do.set_bullets(path=deck, slide=3, shape="content", bullets=["See the *report* of Bergen, all of it"])
    do.format_shape_text(path=deck, slide=3, shape="content", find="the *report* ", bold=True)
    do.format_shape_text(path=deck, slide=3, shape="content", find="all of it", bold=True, italic=True)
    do.set_slide_link(path=deck, slide=3, shape="content", url="https://harborlight.example/a(1)", find="Bergen")
    do.add_slide_table(path=deck, slide=2, rows=[["Port"], ["Oslo | Bergen"]], left=48, top=300, width=200)
    do.format_slide_table(path=deck, slide=2, rows=[2], bold=True)
    box = do.add_textbox(path=deck, slide=2, text="Home page", left=48, top=440, width=200).shape.id
    do.set_slide_link(path=deck, slide=2, shape=box, url="https://harborlight.example")
    said = do.deck_to_markdown(path=deck).markdown
    assert "- See **the \\*report\\*** of [Bergen](<https://harborlight.example/a(1)>), ***all of it***" in said
    assert "| **Oslo \\| Bergen** |" in said and "[Home page](https://harborlight.example)" in said


def test_a_full_office_deck_is_told_as_markdown(do: Any, foreign: str) -> None:
    said = do.deck_to_markdown(path=foreign).markdown
    assert said.count("\n## ") == len(do.list_slides(path=foreign).items) - 1


def test_a_plain_deck_has_no_macros(do: Any, root: Path, foreign: str, parts: Any) -> None:
    (root / "with.pptm").write_bytes((root / foreign).read_bytes())
    made = do.convert_deck(path="with.pptm", target="plain.pptx")
    after = parts(root / "plain.pptx")
    assert "macros" in made.warnings[0]
    assert not [name for name in after if "vba" in name] and b"macroEnabled" not in after["[Content_Types].xml"]
