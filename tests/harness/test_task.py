"""Task folders: what is read, what is filled in, and how a mistake is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from deskworld_harness.task import Task, TaskError, find_tasks

LEAST = """\
title: A title
role: You are somebody.
user: Do something.
servers: [files]
"""


def made(folder: Path, text: str = LEAST, template: str = "") -> Task:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "task.yaml").write_text(text, encoding="utf-8")
    if template:
        (folder / "template.py").write_text(template)
    return Task(folder, folder.name)


def test_the_least_task(tmp_path: Path) -> None:
    document = made(tmp_path / "t").document
    assert (document.difficulty, document.world.seed, document.limits.steps) == ("medium", 7, 60)
    assert document.world.now.isoformat() == "2026-03-02T09:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LEAST + "limits:\n  steps: 5\n  step: 6\n", ":7: limits.step: is not a key of it; known are steps, seconds"),
        (LEAST + "colour: red\n", ":5: colour: is not a key of it; known are title, difficulty, role"),
        (
            LEAST + "rounds:\n  - text: Hello\n  - txt: Bye\n",
            ":7: rounds.1.txt: is not a key of it; known are text, images",
        ),
        (LEAST.replace("[files]", "[]"), ":4: servers: list should have at least 1 item"),
        (LEAST.replace("title: A title\n", ""), ":1: title: field required"),
        (LEAST.replace("A title", "12"), ":1: title: input should be a valid string"),
        (LEAST + "difficulty: easy\n", ":5: difficulty: input should be 'medium' or 'hard'"),
        (LEAST + "title: Again\n", ":5: 'title' is written twice"),
        (LEAST + "world: {now: 2026-03-02T09:00:00}\n", "should have timezone"),
        (LEAST + "  bad: [\n", ":5: "),
        ("- a list\n", ":1: has to be a mapping"),
    ],
)
def test_mistakes_are_told_by_line(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(TaskError) as error:
        _ = made(tmp_path / "t", text).document
    assert told in str(error.value) and str(tmp_path / "t" / "task.yaml") in str(error.value)


TEMPLATE = """
def generate(seed, assets):
    (assets / "inbox").mkdir()
    (assets / "inbox" / "order.txt").write_text(f"order {seed}")
    return {"company": f"Firm {seed}", "amount": seed * 10, "mails": [{"id": "mail_1", "subject": "Hi"}]}
"""
WITH_NAMES = (
    LEAST.replace("Do something.", "Write to $company about ${amount} dollars, $$5 of them and $5 in cash.")
    + "world:\n  rows: {email_message: $mails}\n"
)


def test_a_template_fills_in(tmp_path: Path) -> None:
    task = made(tmp_path / "t", WITH_NAMES, TEMPLATE)
    (tmp_path / "t" / "assets").mkdir()
    (tmp_path / "t" / "assets" / "fixed.txt").write_text("same")
    variant = task.variant(3)
    assert variant.document.user == "Write to Firm 3 about 30 dollars, $5 of them and $5 in cash."
    assert variant.document.world.rows == {"email_message": [{"id": "mail_1", "subject": "Hi"}]}
    workspace = tmp_path / "w"
    workspace.mkdir()
    variant.lay_out(workspace)
    assert (workspace / "inbox" / "order.txt").read_text() == "order 3"
    assert (workspace / "fixed.txt").read_text() == "same"
    assert task.variant(4).variables["company"] == "Firm 4"
    assert task.variant().seed == 7


def test_a_template_that_makes_too_little(tmp_path: Path) -> None:
    task = made(tmp_path / "t", LEAST.replace("Do something.", "Write to $nobody."), TEMPLATE)
    with pytest.raises(
        TaskError, match=r"\$nobody is not made by template.py \(which makes \$amount, \$company, \$mails\)"
    ):
        task.variant(1)


def test_a_plain_task_keeps_its_dollars(tmp_path: Path) -> None:
    task = made(tmp_path / "t", LEAST.replace("Do something.", "Pay $amount, or $5."))
    assert task.variant(1).document.user == "Pay $amount, or $5."


def test_finding(tmp_path: Path) -> None:
    for name in ("creative/office/deck", "creative/office/sheet", "service/mail/reply"):
        made(tmp_path / "tasks" / name)
    found = find_tasks([tmp_path / "tasks" / "service", tmp_path / "tasks" / "creative" / "office"])
    assert [task.name for task in found] == ["creative/office/deck", "creative/office/sheet", "service/mail/reply"]
    assert (found[0].family, found[0].subcategory) == ("creative", "office")
    twice = find_tasks([tmp_path / "tasks", tmp_path / "tasks" / "creative" / "office" / "deck"])
    assert len(twice) == 3
    made(tmp_path / "loose" / "one")
    assert [task.name for task in find_tasks([tmp_path / "loose"])] == ["one"]


def test_finding_nothing(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="no such folder"):
        find_tasks([tmp_path / "none"])
    with pytest.raises(TaskError, match="holds no task"):
        find_tasks([tmp_path])
    made(tmp_path / "one" / "tasks" / "same")
    made(tmp_path / "two" / "tasks" / "same")
    with pytest.raises(TaskError, match="two tasks called same"):
        find_tasks([tmp_path / "one", tmp_path / "two"])


def test_modules_of_two_tasks_are_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        made(tmp_path / name)
        (tmp_path / name / "solution.py").write_text(f"WHO = {name!r}\n")
    assert [Task(tmp_path / name, name).module("solution").WHO for name in "ab"] == ["a", "b"]
    with pytest.raises(TaskError, match="is missing"):
        Task(tmp_path / "a", "a").module("checks")
    (tmp_path / "a" / "template.py").write_text("1 / 0")
    with pytest.raises(TaskError, match="ZeroDivisionError"):
        Task(tmp_path / "a", "a").module("template")
