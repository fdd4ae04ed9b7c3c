"""Documents from nothing, from templates, what they hold, and how they look."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from docx import Document


def test_create_then_add_with_the_fewest_arguments(do: Any, root: Path) -> None:
    made = do.create_document(path="new/folder/a.docx")
    assert made.path == "new/folder/a.docx" and made.blocks == 0 and "Heading 1" in made.styles
    added = do.insert_block(path=made.path, text="Hello")
    assert added.blocks == ["1"]
    assert [p.text for p in Document(str(root / made.path)).paragraphs] == ["Hello"]


@pytest.mark.parametrize(("look", "font"), [("modern", "Calibri"), ("classic", "Cambria"), ("plain", "Calibri")])
def test_looks_have_real_styles(do: Any, root: Path, look: str, font: str) -> None:
    do.create_document(path="a.docx", title="Hello", subtitle="World", look=look, page="Letter")
    do.insert_block(path="a.docx", text="# One\n\nText\n\n> Said")
    facts: Any = inspect(root / "a.docx")
    assert [each.style for each in facts.paragraphs] == ["Title", "Subtitle", "Heading 1", "Normal", "Quote"]
    assert facts.paragraphs[0].runs[0].font == font and facts.paragraphs[0].runs[0].size == 30
    assert (facts.sections[0].width, facts.sections[0].height) == (612, 792)
    assert facts.paragraphs[2].runs[0].color != facts.paragraphs[3].runs[0].color or look == "plain"


def test_an_existing_document_is_not_replaced_unasked(do: Any, report: str) -> None:
    do.insert_block(path=report, text="Edited since it was made")
    with pytest.raises(ToolError, match="overwrite"):
        do.create_document(path=report)
    assert do.create_document(path=report, overwrite=True).blocks == 0


def test_a_template_gives_its_design(do: Any, root: Path, foreign: str) -> None:
    made = do.create_document(path="a.docx", title="New", template=foreign)
    assert made.blocks == 1
    facts: Any = inspect(root / "a.docx")
    assert facts.sections[0].header == "Harbor Light" and not facts.comments and not facts.footnotes
    kept = do.create_document(path="b.docx", template=foreign, keep_content=True)
    assert kept.blocks == do.get_document_info(path=foreign).blocks


def test_info_and_outline(do: Any, report: str, foreign: str) -> None:
    info = do.get_document_info(path=report)
    assert (info.blocks, info.tables, info.headings, info.title) == (11, 1, 2, "Volumes")
    assert (info.heading_font, info.body_font) == ("Calibri", "Calibri")
    outline = do.get_document_outline(path=report).items
    assert [(each.block, each.level, each.text) for each in outline] == [("1", 1, "Volumes"), ("7", 1, "Costs")]
    told = do.get_document_info(path=foreign)
    assert (told.footnotes, told.comments, told.revisions, told.pictures) == (1, 1, 2, 1)
    assert told.parts == ["box1", "header1", "footnote2", "comment0"]


def test_reading_is_block_by_block(do: Any, report: str) -> None:
    read = do.read_document(path=report)
    kinds = [(each.kind, each.label, each.level) for each in read.items]
    assert kinds[:6] == [("heading", "", 1), ("paragraph", "", 0), ("item", "•", 1), ("item", "•", 1), ("item", "–", 2),
                         ("item", "–", 2)]  # fmt: skip
    assert read.items[1].text == "Freight grew by **12 %** in 2025, most of it in *Rotterdam*."
    assert read.items[8].kind == "table" and "| Rotterdam | 1650000 |" in read.items[8].text
    first = do.read_document(path=report, limit=4)
    rest = do.read_document(path=report, limit=100, cursor=first.next_cursor)
    assert [*first.items, *rest.items] == read.items and not rest.next_cursor
    assert [each.block for each in do.read_document(path=report, blocks=["2", "9.2.1", "4-5"]).items] == [
        "2", "9.2.1.1", "4", "5",
    ]  # fmt: skip


def test_parts_beside_the_body_are_read(do: Any, foreign: str) -> None:
    for place, text in (("header1", "Harbor Light"), ("footnote2", "Noted words"), ("box1", "Boxed words")):
        assert do.read_document(path=foreign, blocks=[place]).items[0].text.strip() == text


def test_properties(do: Any, root: Path, report: str) -> None:
    do.set_document_properties(path=report, author="Maya Lindqvist", subject="Freight")
    info = do.get_document_info(path=report)
    assert (info.title, info.author, info.subject) == ("Volumes", "Maya Lindqvist", "Freight")
    with pytest.raises(ToolError, match="nothing"):
        do.set_document_properties(path=report)


def test_a_new_document_has_nothing_to_be_found(do: Any, report: str) -> None:
    do.set_header_footer(path=report, footer="{page} of {pages}")
    assert [each.message for each in do.check_document(path=report).items] == []
