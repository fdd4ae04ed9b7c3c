"""Searching by patterns, looks of letters and frames of paragraphs, and lengths that were meant in inches."""

import time
from pathlib import Path
from typing import Any

import pytest
from deskworld_docs.reading import Replacement
from deskworld_kit import ToolError
from docx import Document


def test_patterns_find_and_replace_across_formats(do: Any, report: str) -> None:
    hits = do.find_document_text(path=report, query=r"\d{4,}", regex=True).items
    assert [hit.text[-4:] for hit in hits if "." in hit.block] == ["0000", "0000"] and len(hits) == 3
    made = do.replace_document_text(
        path=report,
        regex=True,
        replacements=[
            Replacement(find=r"(\d+) (%)", replace=r"\1 percent"),
            Replacement(find="(Rotter)(dam)", replace=r"\2\1"),
            Replacement(find="zzz+", replace=""),
        ],
    )
    assert made.replaced == 4 and [each.item for each in made.failures] == ["zzz+"]
    text = do.document_to_markdown(path=report).markdown
    assert "**12 percent**" in text and "*damRotter*" in text


def test_whole_words_are_whole(do: Any, report: str) -> None:
    assert do.find_document_text(path=report, query="cost").total == 2
    assert do.find_document_text(path=report, query="cost", whole_words=True).total == 0
    assert do.find_document_text(path=report, query="cost.?", whole_words=True, regex=True).total == 2


@pytest.mark.parametrize(("pattern", "new"), [("(", ""), ("a", r"\3"), ("[z-a]", ""), ("x{99999999999}", "")])
def test_what_is_no_pattern_is_said(do: Any, report: str, pattern: str, new: str) -> None:
    with pytest.raises(ToolError, match="no regular expression"):
        do.replace_document_text(path=report, regex=True, replacements=[Replacement(find=pattern, replace=new)])


def test_a_pattern_without_end_is_ended(do: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from deskworld_docs import searching

    monkeypatch.setattr(searching, "SECONDS", 1)
    do.document_from_markdown(path="long.docx", markdown="a" * 50 + "!")
    began = time.monotonic()
    with pytest.raises(ToolError, match="takes over"):
        do.find_document_text(path="long.docx", query="(a+)+$", regex=True)
    assert time.monotonic() - began < 10


def test_letters_are_raised_lowered_and_small(do: Any, root: Path, report: str) -> None:
    do.format_document_text(path=report, blocks=["2"], find="2025", position="superscript")
    do.format_document_text(path=report, blocks=["2"], find="Freight", small_caps=True, fill="#FFE0B0")
    runs = {run.text: run for run in Document(str(root / report)).paragraphs[1].runs}
    assert runs["2025"].font.superscript and runs["Freight"].font.small_caps
    assert 'w:fill="FFE0B0"' in runs["Freight"]._r.xml
    do.format_document_text(path=report, blocks=["2"], position="normal", small_caps=False)
    runs = {run.text: run for run in Document(str(root / report)).paragraphs[1].runs}
    assert not runs["2025"].font.superscript and not runs["Freight"].font.small_caps


def test_paragraphs_have_fills_and_borders(do: Any, root: Path, report: str) -> None:
    def frame(block: int) -> str:
        return Document(str(root / report)).paragraphs[block - 1]._p.pPr.xml

    do.format_document_text(path=report, blocks=["2"], fill="accent1", border="box", border_color="#FF0000")
    assert frame(2).index("<w:pBdr>") < frame(2).index("<w:shd ") and frame(2).count('w:color="FF0000"') == 4
    do.format_document_text(path=report, blocks=["1"], border="bottom")
    assert "<w:bottom " in frame(1) and "<w:top " not in frame(1)
    do.format_document_text(path=report, blocks=["2"], fill="none", border="none")
    assert 'w:val="nil"' in frame(2) and 'w:fill="auto"' in frame(2)
    for given in ({"find": "grew", "border": "box"}, {"border_color": "red"}, {"fill": "hue"}):
        with pytest.raises(ToolError):
            do.format_document_text(path=report, blocks=["2"], **given)


def test_lengths_meant_in_inches_are_told(do: Any, report: str, photo: str) -> None:
    def slips(made: Any) -> int:
        return sum("lengths are points" in each for each in made.warnings)

    assert slips(do.add_document_picture(path=report, picture=photo, width=6.0, alt_text="x")) == 1
    assert slips(do.add_document_picture(path=report, picture=photo, width=200, alt_text="x")) == 0
    assert slips(do.set_page_layout(path=report, margins=[1])) == 1
    assert slips(do.set_page_layout(path=report, margins=[72, 0, 72, 0])) == 0
    assert slips(do.format_document_text(path=report, blocks=["2"], indent=0.5)) == 1
    assert slips(do.format_document_text(path=report, blocks=["2"], indent=18)) == 0
