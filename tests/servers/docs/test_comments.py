"""Comments on words, answers to them, and what is settled and deleted."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError


def test_a_comment_is_on_its_words_and_answers_follow(do: Any, root: Path, report: str) -> None:
    made = do.add_document_comment(path=report, block="2", words="12 %", text="Sure?", author="Noor Haddad")
    answer = do.add_document_comment(path=report, reply_to=made.id, text="Yes\nSee the log", author="Maya")
    do.add_document_comment(path=report, block="4", text="Fine", author="Noor Haddad")
    again = do.add_document_comment(path=report, reply_to=answer.id, text="Thanks", author="Noor Haddad")
    listed = do.list_document_comments(path=report).items
    assert [(c.id, c.author, c.text, c.block, c.on, c.reply_to) for c in listed] == [
        (0, "Noor Haddad", "Sure?", "2", "12 %", -1),
        (1, "Maya", "Yes\nSee the log", "2", "12 %", 0),
        (again.id, "Noor Haddad", "Thanks", "2", "12 %", 0),
        (2, "Noor Haddad", "Fine", "4", listed[3].on, -1),
    ]
    assert do.list_document_comments(path=report, author="maya").total == 1
    facts: Any = inspect(root / report)
    assert [(c.text, c.anchor, c.reply_to) for c in facts.comments][:2] == [
        ("Sure?", "12 %", -1), ("Yes\nSee the log", "12 %", 0),
    ]  # fmt: skip


def test_a_thread_is_resolved_and_opened_again(do: Any, root: Path, report: str) -> None:
    do.add_document_comment(path=report, block="2", text="Sure?", author="Noor")
    do.add_document_comment(path=report, reply_to=0, text="Yes", author="Maya")
    do.resolve_document_comment(path=report, comment=1)
    assert [c.resolved for c in do.list_document_comments(path=report).items] == [True, True]
    assert do.list_document_comments(path=report, status="open").total == 0
    facts: Any = inspect(root / report)
    assert facts.comments[0].resolved
    do.resolve_document_comment(path=report, comment=0, resolved=False)
    assert do.list_document_comments(path=report, status="open").total == 2


def test_a_deleted_comment_leaves_no_mark_and_takes_its_answers(do: Any, root: Path, report: str) -> None:
    text = inspect(root / report).text  # pyright: ignore
    do.add_document_comment(path=report, block="2", words="Freight", text="Sure?", author="Noor")
    do.add_document_comment(path=report, reply_to=0, text="Yes", author="Maya")
    do.delete_document_comments(path=report, comments=[0])
    assert do.list_document_comments(path=report).total == 0
    assert inspect(root / report).text == text  # pyright: ignore
    with zipfile.ZipFile(root / report) as package:
        assert b"commentR" not in package.read("word/document.xml")


def test_a_table_and_words_across_runs_take_a_comment(do: Any, foreign: str) -> None:
    do.add_document_comment(path=foreign, block="4", text="All of it", author="Maya")
    assert "cell 3" in do.list_document_comments(path=foreign, author="Maya").items[0].on
    made = do.add_document_comment(path=foreign, block="7", words="Wor", text="These", author="Maya")
    assert made.id == 2
    assert next(c for c in do.list_document_comments(path=foreign).items if c.id == 2).on == "Wor"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": "x", "author": "M"}, "either the block"),
        ({"text": "x", "author": "M", "block": "2", "reply_to": 0}, "either the block"),
        ({"text": "x", "author": "M", "reply_to": 9}, "no comment 9"),
        ({"text": " ", "author": "M", "block": "2"}, "needs words"),
        ({"text": "x", "author": "", "block": "2"}, "whose"),
        ({"text": "x", "author": "M", "block": "2", "words": "absent"}, "these words are not"),
        ({"text": "x", "author": "M", "block": "99"}, "no block 99"),
    ],
)
def test_what_is_refused(do: Any, root: Path, report: str, arguments: dict[str, Any], message: str) -> None:
    before = (root / report).read_bytes()
    with pytest.raises(ToolError, match=message):
        do.add_document_comment(path=report, **arguments)
    assert (root / report).read_bytes() == before


def test_a_comment_is_no_tracked_change(do: Any, report: str) -> None:
    do.track_changes(path=report, author="Maya")
    do.add_document_comment(path=report, block="2", words="12 %", text="Sure?", author="Maya")
    do.delete_document_comments(path=report)
    assert do.list_revisions(path=report).total == 0


def test_headers_take_no_comment(do: Any, foreign: str) -> None:
    with pytest.raises(ToolError, match="body only"):
        do.add_document_comment(path=foreign, block="header1:1", text="x", author="M")
