"""Review and merging of a document full of things that our tools know nothing of: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from lxml import etree

Parts = Callable[[Path], dict[str, bytes]]


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    """The names of parts that are new or say something else; none may be gone."""
    assert set(before) <= set(after), set(before) - set(after)
    return {name for name, blob in after.items() if before.get(name) != blob}


MARKED = {"word/document.xml", "docProps/core.xml"}
COMMENTED = {
    *MARKED, "word/comments.xml", "word/commentsExtended.xml", "word/_rels/document.xml.rels", "word/styles.xml",
    "[Content_Types].xml",
}  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "arguments", "touched"),
    [
        ("add_document_comment", {"block": "1", "text": "Good", "author": "Maya"}, COMMENTED),
        ("resolve_document_comment", {"comment": 0}, COMMENTED),
        ("delete_document_comments", {}, COMMENTED),
        ("accept_revisions", {}, MARKED),
        ("reject_revisions", {}, MARKED),
        ("track_changes", {"author": "Maya"}, {*MARKED, "word/settings.xml"}),
        ("add_footnote", {"block": "2", "text": "More"}, {*MARKED, "word/footnotes.xml", "word/styles.xml"}),
    ],
)
def test_parts_that_are_not_touched_stay_as_they_were(
    do: Any, root: Path, parts: Parts, foreign: str, tool: str, arguments: dict[str, Any], touched: set[str]
) -> None:
    before = parts(root / foreign)
    getattr(do, tool)(path=foreign, **arguments)
    assert changed(before, parts(root / foreign)) <= touched


def test_a_tracked_edit_keeps_all_and_is_undone_by_rejecting(do: Any, root: Path, parts: Parts, foreign: str) -> None:
    do.accept_revisions(path=foreign)
    original: Any = inspect(root / foreign)
    before = parts(root / foreign)
    do.track_changes(path=foreign, author="Maya")
    for block in ("11", "10", "9", "8", "7", "3"):  # chart, diagram, box, fields, the one with the comment, picture
        do.delete_blocks(path=foreign, blocks=[block])
    do.update_block(path=foreign, block="1", text="Another title")
    do.update_block(path=foreign, block="header1:1", text="Other words")
    kept = parts(root / foreign)
    assert set(before) <= set(kept)
    struck = [one for one in do.list_revisions(path=foreign).items if one.author == "Maya"]
    assert len(struck) >= 7 and any(one.block.startswith("header1") for one in struck)
    do.reject_revisions(path=foreign)
    after: Any = inspect(root / foreign)
    for what in ("text", "footnotes", "fields", "text_boxes", "links", "bookmarks", "sections"):
        assert getattr(after, what) == getattr(original, what), what
    assert len(after.pictures) == len(original.pictures)
    assert [(one.text, one.anchor) for one in after.comments] == [(one.text, one.anchor) for one in original.comments]


def test_accepting_a_struck_block_lets_what_hung_on_it_go(do: Any, root: Path, foreign: str) -> None:
    do.track_changes(path=foreign, author="Maya")
    do.delete_blocks(path=foreign, blocks=["7"])
    do.accept_revisions(path=foreign)
    facts: Any = inspect(root / foreign)
    assert (facts.footnotes, facts.comments) == ([], [])


def test_ids_of_marks_stay_apart(do: Any, root: Path, parts: Parts, foreign: str) -> None:
    do.track_changes(path=foreign, author="Maya")
    for _ in range(2):
        do.insert_block(path=foreign, text="Some *words*\n\n- one\n- two")
    do.edit_document_table(path=foreign, table="4", action="insert_rows", at=1)
    xml = etree.fromstring(parts(root / foreign)["word/document.xml"])
    w = xml.nsmap["w"]
    marks = xml.xpath("//w:ins | //w:del", namespaces={"w": w})
    ids = [mark.get(f"{{{w}}}id") for mark in marks]
    assert len(ids) == len(set(ids)) > 5


@pytest.mark.parametrize("verb", ["accept", "reject"])
def test_a_table_with_other_columns_is_struck_and_drawn_anew(do: Any, root: Path, report: str, verb: str) -> None:
    original: Any = inspect(root / report)
    do.track_changes(path=report, author="Maya")
    (at,) = [table.position + 1 for table in original.tables]
    do.edit_document_table(path=report, table=str(at), action="insert_columns", at=2)
    assert len(inspect(root / report).tables) == 2  # pyright: ignore
    getattr(do, f"{verb}_revisions")(path=report)
    (table,) = inspect(root / report).tables  # pyright: ignore
    assert len(table.rows[0]) == (3 if verb == "accept" else 2)
    assert len(inspect(root / report).paragraphs) == len(original.paragraphs)  # pyright: ignore
