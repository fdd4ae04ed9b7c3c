"""Several documents: compared, redlined, merged; and notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from docx.shared import Pt


@pytest.fixture
def two(root: Path, photo: str) -> tuple[str, str]:
    """Two states of a paper."""
    for name, later in (("one.docx", False), ("two.docx", True)):
        document: Any = docx.Document()
        document.sections[0].header.paragraphs[0].text = f"Header of {name[:3]}"
        document.add_heading("Plan", 1)
        document.add_paragraph("The slow red fox jumps." if later else "The quick brown fox jumps.")
        document.add_picture(str(root / photo), Pt(200))
        for word in ("first", "second"):
            document.add_paragraph(word, style="List Number")
        document.add_paragraph("Only later, at the very end." if later else "Gone by then: nothing stays of it.")
        table = document.add_table(2, 2, style="Table Grid")
        for number, cell in enumerate(table._cells):
            cell.text = f"cell {number}"
        if later:
            table.add_row().cells[0].text = "added"
            document.paragraphs[1].runs[0].bold = True
        document.add_paragraph("The end.")
        document.save(root / name)
    return "one.docx", "two.docx"


def lines(root: Path, path: str) -> list[str]:
    facts: Any = inspect(root / path)
    return [line for line in [*facts.text.splitlines(), facts.sections[0].header] if line.strip()]


def test_differences_are_told_in_words(do: Any, two: tuple[str, str]) -> None:
    found = do.compare_documents(path=two[0], other=two[1]).items
    assert [(one.block, one.change) for one in found] == [
        ("2", "text"), ("6", "paragraph removed"), ("6", "paragraph added"), ("7", "row added"), ("header1:1", "text"),
    ]  # fmt: skip
    assert found[0].detail == "The [-quick brown-]{+slow red+} fox jumps."
    assert do.compare_documents(path=two[0], other=two[0]).total == 0


def test_a_redline_accepts_to_the_later_and_rejects_to_the_earlier(do: Any, root: Path, two: tuple[str, str]) -> None:
    made = do.redline_documents(path=two[0], other=two[1], target="red.docx", author="Maya")
    assert made.changes == do.list_revisions(path="red.docx").total > 4
    (root / "copy.docx").write_bytes((root / "red.docx").read_bytes())
    do.accept_revisions(path="red.docx")
    do.reject_revisions(path="copy.docx")
    assert lines(root, "red.docx") == lines(root, two[1])
    assert lines(root, "copy.docx") == lines(root, two[0])
    assert len(inspect(root / "copy.docx").pictures) == 1  # pyright: ignore
    assert not inspect(root / "copy.docx").paragraphs[1].runs[0].bold  # pyright: ignore


def test_a_redline_of_a_redline_is_refused(do: Any, two: tuple[str, str], foreign: str) -> None:
    with pytest.raises(ToolError, match="tracked changes itself"):
        do.redline_documents(path=foreign, other=two[1], target="red.docx", author="Maya")


def test_merged_documents_keep_their_own(do: Any, root: Path, two: tuple[str, str], foreign: str) -> None:
    do.add_footnote(path=two[0], block="2", words="fox", text="A *small* one.")
    do.add_footnote(path=two[1], block="2", text="A [red](https://fox.example) one.")
    do.add_document_comment(path=two[1], block="2", words="red", text="Sure?", author="Maya")
    do.add_document_comment(path=two[1], reply_to=0, text="Yes", author="Noor")
    made = do.merge_documents(paths=[*two, foreign], target="all.docx")
    assert made.sources == ["one.docx: 1", "two.docx: 9", "foreign.docx: 17"]
    facts: Any = inspect(root / "all.docx")
    assert [one.header for one in facts.sections] == ["Header of one", "Header of two", "Harbor Light"]
    assert [(p.text, p.numbering.label) for p in facts.paragraphs if p.numbering][:4] == [
        ("first", "1."), ("second", "2."), ("first", "1."), ("second", "2."),
    ]  # fmt: skip
    assert [note.text for note in facts.footnotes] == ["A small one.", "A red one.", "Noted words"]
    assert [(c.text, c.anchor, c.reply_to) for c in facts.comments][:2] == [("Sure?", "red", -1), ("Yes", "red", 0)]
    assert len(facts.pictures) == 3 and len(facts.charts) == 1
    assert [one.after for one in do.list_document_notes(path="all.docx").items][:2] == [
        "The quick brown fox", "The slow red fox jumps.",
    ]  # fmt: skip
    assert do.check_document(path="all.docx", kinds=["broken_link", "broken_field", "broken_picture"]).total == 0
    assert do.render_document(path="all.docx").facts.total >= 3


def test_merged_on_the_same_page(do: Any, root: Path, two: tuple[str, str]) -> None:
    do.merge_documents(paths=list(two), target="all.docx", start="same page")
    assert do.render_document(path="all.docx").facts.total == 1
    do.insert_block(path="all.docx", text="Edited since")
    with pytest.raises(ToolError, match="exists"):
        do.merge_documents(paths=list(two), target="all.docx")
    with pytest.raises(ToolError, match="the file that is read"):
        do.merge_documents(paths=list(two), target="one.docx", overwrite=True)
    with pytest.raises(ToolError, match="at least two"):
        do.merge_documents(paths=["one.docx"], target="more.docx")


def test_notes_are_added_listed_and_deleted(do: Any, root: Path, report: str) -> None:
    do.add_footnote(path=report, block="2", words="12 %", text="Of **all** freight.")
    first = do.add_footnote(path=report, block="2", words="Freight", text="By sea.")
    assert first.name == "footnote1" and "named anew" in first.warnings[0]
    do.add_footnote(path=report, block="2", text="At the end.", kind="endnote")
    found = do.list_document_notes(path=report).items
    assert [(one.number, one.text, one.after) for one in found] == [
        (1, "By sea.", "Freight"), (2, "Of all freight.", "Freight grew by 12 %"), (1, "At the end.", found[2].after),
    ]  # fmt: skip
    facts: Any = inspect(root / report)
    assert [note.text for note in facts.footnotes] == ["By sea.", "Of all freight."]
    do.delete_document_notes(path=report, notes=["footnote2"])
    assert [one.text for one in do.list_document_notes(path=report).items] == ["By sea.", "At the end."]
    assert [note.text for note in inspect(root / report).footnotes] == ["By sea."]  # pyright: ignore
    with pytest.raises(ToolError, match="no note 'footnote9'"):
        do.delete_document_notes(path=report, notes=["footnote9"])
    with pytest.raises(ToolError, match="these words are not"):
        do.add_footnote(path=report, block="2", words="absent", text="x")


def test_notes_change_their_kind_and_their_numbers(do: Any, root: Path, report: str, foreign: str) -> None:
    do.add_footnote(path=report, block="2", words="12 %", text="Of *all* [freight](https://x.example/a).")
    do.add_footnote(path=report, block="4", text="Second.")
    do.convert_document_notes(path=report, to="endnote")
    facts: Any = inspect(root / report)
    assert [note.text for note in facts.endnotes] == ["Of all freight.", "Second."] and facts.footnotes == []
    assert do.list_document_notes(path=report).items[0].after == "Freight grew by 12 %"
    do.format_document_notes(path=report, kind="endnote", numbers="i, ii", start=3)
    xml = docx.Document(str(root / report)).element.xml
    assert 'w:numFmt w:val="lowerRoman"' in xml and 'w:numStart w:val="3"' in xml
    with pytest.raises(ToolError, match="no footnotes"):
        do.convert_document_notes(path=report, to="endnote")
    with pytest.raises(ToolError, match="section or never"):
        do.format_document_notes(path=report, kind="endnote", restart="page")
    assert do.render_document(path=report).facts.total >= 1
    do.convert_document_notes(path=foreign, to="endnote")
    assert [note.text for note in inspect(root / foreign).endnotes] == ["Noted words"]  # pyright: ignore
