"""Blocks put in, changed, taken out and moved, wherever they are."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from docx import Document


def texts(root: Path, path: str) -> list[str]:
    facts: Any = inspect(root / path)
    return facts.text.split("\n")


def test_insert_at_the_start_the_end_and_between(do: Any, root: Path, report: str) -> None:
    assert do.insert_block(path=report, text="First", after="0").blocks == ["1"]
    assert do.insert_block(path=report, text="Between\n\n- x\n- y", after="2").blocks == ["3", "4", "5"]
    assert do.insert_block(path=report, text="Last").blocks == ["16"]
    found = texts(root, report)
    assert found[0] == "First" and found[2:5] == ["Between", "x", "y"] and found[-1] == "Last"


def test_insert_into_cells_headers_and_notes(do: Any, root: Path, foreign: str) -> None:
    blocks = do.read_document(path=foreign).items
    table = next(each.block for each in blocks if each.kind == "table")
    assert do.insert_block(path=foreign, text="more", after=f"{table}.1.2").blocks == [f"{table}.1.2.2"]
    assert do.insert_block(path=foreign, text="under", after="header1:1").blocks == ["header1:2"]
    assert do.insert_block(path=foreign, text="over", after="header1:0").blocks == ["header1:1"]
    facts: Any = inspect(root / foreign)
    assert facts.tables[0].rows[0][1] == "cell 1\nmore"
    assert facts.sections[0].header == "over\nHarbor Light\nunder"


def test_plain_text_is_taken_as_it_is(do: Any, root: Path) -> None:
    do.create_document(path="a.docx")
    do.insert_block(path="a.docx", text="# *not* a heading\n- nor [a](list)", plain=True)
    assert texts(root, "a.docx") == ["# *not* a heading", "- nor [a](list)"]


def test_new_text_looks_like_the_text_it_follows(do: Any, root: Path) -> None:
    document = Document()
    paragraph = document.add_paragraph(style="Body Text")
    run = paragraph.add_run("Old")
    run.font.name = "Georgia"
    paragraph.paragraph_format.space_after = 0
    document.save(str(root / "a.docx"))
    do.insert_block(path="a.docx", text="New **bold**", after="1")
    made = Document(str(root / "a.docx")).paragraphs[1]
    assert made.style.name == "Body Text" and made.paragraph_format.space_after == 0
    assert {run.font.name for run in made.runs} == {"Georgia"} and made.runs[1].bold


def test_update_keeps_style_list_and_look(do: Any, root: Path, report: str) -> None:
    do.format_document_text(path=report, blocks=["3"], color="#AA0000", size=13)
    done = do.update_block(path=report, block="3", text="- Rotterdam *again*")
    assert done.text == "• Rotterdam *again*"
    made = Document(str(root / report)).paragraphs[2]
    assert made.style.name == "List Paragraph" and made.runs[0].font.size.pt == 13
    assert str(made.runs[0].font.color.rgb) == "AA0000"
    do.update_block(path=report, block="1", text="## Lower")
    assert do.get_document_outline(path=report).items[0].level == 2
    assert do.update_block(path=report, block="2", text="One\n\nTwo").blocks == ["2", "3"]


def test_update_a_cell(do: Any, root: Path, report: str) -> None:
    do.update_block(path=report, block="9.2.1", text="**Antwerp**")
    facts: Any = inspect(root / report)
    assert facts.tables[0].rows[1][0] == "Antwerp" and facts.tables[0].cells[1][0][0].runs[0].bold


def test_delete_ranges_and_what_must_stay(do: Any, root: Path, report: str) -> None:
    done = do.delete_blocks(path=report, blocks=["3-6", "8"])
    assert (done.deleted, done.left) == (5, 6)
    do.delete_blocks(path=report, blocks=["4.1.1"])
    assert inspect(root / report).tables[0].rows[0][0] == ""  # pyright: ignore[reportAttributeAccessIssue]
    do.add_document_break(path=report, kind="section", after="2")
    do.delete_blocks(path=report, blocks=["2"])
    assert len(do.get_document_info(path=report).sections) == 2


def test_move_and_its_limits(do: Any, root: Path, report: str) -> None:
    assert do.move_blocks(path=report, blocks=["7-8"], after="0").blocks == ["1", "2"]
    assert texts(root, report)[:3][0] == "Costs"
    for blocks, after in ((["1-3"], "2"), (["1"], "header9:1")):
        with pytest.raises(ToolError):
            do.move_blocks(path=report, blocks=blocks, after=after)


def test_replace_what_stands_under_a_heading(do: Any, root: Path, report: str) -> None:
    do.replace_document_section(path=report, heading="1", text="Only this.")
    assert texts(root, report)[:3] == ["Volumes", "Only this.", "Costs"]
    with pytest.raises(ToolError, match="no heading"):
        do.replace_document_section(path=report, heading="2", text="x")


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("99", "blocks 1 to 11"), ("0", "blocks 1 to 11"), ("x", "no place"), ("1.1.1", "is a paragraph"),
        ("9.9.1", "rows 1 to 3"), ("9.1.7", "columns 1 to 2"), ("9.1", "ends at a row"), ("header1:1", "no part"),
        ("", "no place"), ("-1", "no place"),
    ],
)  # fmt: skip
def test_places_that_are_none(do: Any, report: str, block: str, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.update_block(path=report, block=block, text="x")
