"""`harness check`: what proves a task, and what is found out about a weak one."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import anyio
import pytest
from deskworld_harness.cli import main
from deskworld_harness.proving import slips
from deskworld_harness.proving.arguments import changed_arguments
from deskworld_harness.proving.judging import unstamped
from deskworld_harness.proving.mutants import Mutant, damages, matches, mutants
from deskworld_harness.proving.playing import MutantAgent, play
from deskworld_harness.proving.rehearsal import Record, rehearse, session_on, talk
from deskworld_harness.proving.stage import Stage
from deskworld_harness.proving.states import States, read
from harness.desk import TASK, write_files

TIDY = """

@check("effects")
def nothing_else(s: Submission) -> None:
    assert s.files() == ["order.txt", "out/card.png"]
"""
STRONG = TASK["checks.py"].rstrip() + TIDY.replace("\n", "\n" + " " * 8)
EASY = """@check("answer")
        def fine(s):
            assert s
"""
MOOD = """

        @check("answer")
        def moody(s):
            assert s.answer
            return str(__import__("uuid").uuid4())
"""
TEMPLATE = """
    def generate(seed, assets):
        (assets / "wish.txt").write_text("red" if seed != 3 else "blue")
        return {"who": f"customer {seed}"}
"""


Found = tuple[int, dict[str, dict[str, Any]], dict[str, Any]]


def variant(**changed: str) -> dict[str, str]:
    """The red card with other files."""
    return {**TASK, "checks.py": STRONG, **{name.replace("_", "."): text for name, text in changed.items()}}


def strong(old: str, new: str) -> str:
    """The strong checks with a weakness."""
    assert old in STRONG
    return STRONG.replace(old, new)


RIGHT_SIZE = "assert (card.width, card.height) == (80, 60)"
TASKS = {
    "strong": variant(),
    "weak": variant(checks_py=strong("(card.width, card.height) == (80, 60)", "card.width == 80")),
    "breaks": variant(checks_py=strong(RIGHT_SIZE, f"card.height == 60 or 1 / 0; {RIGHT_SIZE}")),
    "deadly": variant(checks_py=strong(RIGHT_SIZE, f"card.height == 60 or __import__('os')._exit(9); {RIGHT_SIZE}")),
    "free": variant(checks_py=STRONG[: STRONG.index("@check")] + EASY),
    "moody": variant(checks_py=STRONG.rstrip() + MOOD),
    "wrong": variant(solution_py=TASK["solution.py"].replace("height=60", "height=61")),
    "many": variant(
        template_py=TEMPLATE,
        checks_py=strong(
            'assert s.files() == ["order.txt", "out/card.png"]',
            'assert s.files() == ["order.txt", "out/card.png", "wish.txt"] and s.text("wish.txt") == "red"',
        ),
    ),
}


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory, desk_path: Path) -> Found:
    """All the tasks above, checked in one go: exit status, what was found by task, and all of it."""
    home = tmp_path_factory.mktemp("check")
    for name, files in TASKS.items():
        write_files(home / "tasks" / "studio" / "cards" / name, files)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        status, told = _told(["check", "tasks", "--json", "--seeds", "3"])
    return status, {task["task"].split("/")[-1]: task for task in told["tasks"]}, told


def _told(arguments: list[str]) -> tuple[int, dict[str, Any]]:
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = main(arguments)
    return status, json.loads(out.getvalue())


def changes(task: dict[str, Any], ended: str) -> list[str]:
    return [each["change"] for each in task["played"] if each["ended"] == ended]


def bad(task: dict[str, Any]) -> dict[str, str]:
    return {gate["name"]: gate["evidence"] for gate in task["gates"] if not gate["holds"]}


def test_strong_checks_kill_every_mutant(proved: Found) -> None:
    task = proved[1]["strong"]
    assert task["holds"] and task["killed"] == task["mutants"] >= 15, changes(task, "survived")
    assert {each["kind"] for each in task["played"]} == {"drop", "argument", "extra", "answer"}
    assert [gate["name"] for gate in task["gates"]] == [
        "solution passes",
        "untouched fails",
        "solution is deterministic",
        "checks are deterministic",
        "out/card.png emptied fails",
        "out/card.png truncated fails",
        "out/card.png missing fails",
    ]
    assert all(each["by"] and each["evidence"] for each in task["played"] if each["ended"] == "killed")


def test_what_a_weak_check_lets_live_is_listed(proved: Found) -> None:
    status, tasks, told = proved
    lived = changes(tasks["weak"], "survived")
    assert lived and all(" height 60 " in change for change in lived)
    assert tasks["weak"]["killed"] == tasks["weak"]["mutants"] - len(lived)
    assert status == 1 and not told["holds"]


def test_a_check_that_breaks_kills_nothing(proved: Found) -> None:
    task = proved[1]["breaks"]
    assert any(" height 60 " in change for change in changes(task, "survived"))
    broken = [text for each in task["played"] for text in each["broken"]]
    assert broken and all("right_size: ZeroDivisionError" in text for text in broken)


def test_gates(proved: Found) -> None:
    tasks = proved[1]
    assert bad(tasks["free"])["untouched fails"] == "doing nothing passes every check"
    assert "out/card.png missing fails" in bad(tasks["free"])
    assert "moody: passed" in bad(tasks["moody"])["checks are deterministic"]
    assert "right_size failed" in bad(tasks["wrong"])["solution passes"]
    assert list(bad(tasks["many"])) == ["holds for seed 3"] and "blue" in bad(tasks["many"])["holds for seed 3"]
    assert sum(gate["name"].startswith("holds for") for gate in tasks["many"]["gates"]) == 3


def test_a_worker_that_dies_costs_one_mutant(proved: Found) -> None:
    task = proved[1]["deadly"]
    (error,) = [each for each in task["played"] if each["ended"] == "error"]
    assert " height 60 " in error["change"] and "died or hung" in error["evidence"]
    assert task["killed"] == task["mutants"] - 1


def test_the_command_in_words(red: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    status = main(["check", str(red), "--jobs", "1", "--only", "*/draw_card", "--mutants", "4"])
    out, err = capsys.readouterr()
    assert status == 0 and "4/4" in out and "7/7" in out and "holds every gate of every task" in out
    assert "proved" in err and "4 of 4 mutants killed" in err
    assert main(["check", str(red), "--jobs", "1", "--only", "argument/draw_cart"]) == 2
    assert "no solution has such a mutant" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["check", str(red), "--mutants", "-1"])
    assert "can't be negative" in capsys.readouterr().err


# -- the parts


@pytest.fixture
def record(red: Path) -> Record:
    return anyio.run(rehearse, red, "studio/cards/red", 7)


def test_a_mutant_starts_where_it_differs(record: Record) -> None:
    async def live(at: int | None) -> tuple[int, list[str]]:
        async with AsyncExitStack() as stack:
            stage = Stage(record.scene, States(parent=record.states), record.memo, stack, record.first)
            session = session_on(stage, len(record.steps))
            agent = MutantAgent(record, Mutant("drop", "", at=at), stage, session)
            await talk(stage, session, agent)
            await agent.look()
            return stage.live_calls, [event.name for event in session.events if event.kind == "call"]

    names = [step.name for step in record.steps]
    assert anyio.run(live, None) == (0, names), "the solution itself is all on record"
    assert anyio.run(live, 0) == (1, names[1:]), "the look is made, but not on the stage where the work is done"
    assert anyio.run(live, 1) == (0, [names[0], names[2]]), "a look left out changes nothing for those after it"
    assert anyio.run(live, 2) == (0, names[:2]), "the last call left out leaves nothing to run"


def test_looks_that_nobody_uses_are_put_off(red: Path) -> None:
    used = """
        async def solve(desk, task):
            await desk.call("draw_card", path="out/card.png", color="red", width=80, height=60)
            await desk.call("view_card", path="out/card.png")
            shown = await desk.call("view_card", path="out/card.png")
            await desk.call("add_jotter_item", title="Send the card" if shown["width"] == 80 else "Draw it again")
            return "The red card is drawn, and it is on your list."
    """
    write_files(red.parent / "used", {**TASK, "solution.py": used})
    record = anyio.run(rehearse, red.parent / "used", "studio/cards/used", 7)
    assert [step.ignored for step in record.steps] == [False, True, False, False]
    wider = _choice("draw_card", {"path": "out/card.png", "color": "red", "width": 90, "height": 60})
    played = anyio.run(play, record, Mutant("argument", "wider", "draw_card", 0, (wider,)))
    assert played.by == "on_the_list" and "Draw it again" in played.evidence, "it goes on from what it sees"


def test_mutants_follow_from_the_record(record: Record, red: Path) -> None:
    again = anyio.run(rehearse, red, "studio/cards/red", 7)
    assert mutants(record) == mutants(again) and mutants(record, 1) != mutants(record, 2)
    assert [mutant.text for mutant in damages(record)] == [
        "out/card.png emptied",
        "out/card.png truncated",
        "out/card.png missing",
    ]
    assert {mutant.at for mutant in mutants(record) if mutant.kind == "drop"} == {0, 1, 2}
    assert all(matches(m, "drop") and matches(m, "/view_card") == (m.at == 1) for m in mutants(record)[:3])


def test_a_refused_change_is_no_mutant_of_its_own(record: Record) -> None:
    from deskworld_harness.proving.mutants import Choice

    refused = Choice("elsewhere", "draw_card", {"path": "../card.png"})
    taken = Choice("blue", "draw_card", {"path": "out/card.png", "color": "blue", "width": 80, "height": 60})
    only = anyio.run(play, record, Mutant("argument", "elsewhere", "draw_card", 0, (refused,)))
    assert only.ended == "refused" and only.change == "elsewhere"
    other = anyio.run(play, record, Mutant("argument", "elsewhere", "draw_card", 0, (refused, taken)))
    assert (other.ended, other.change, other.by) == ("killed", "blue", "red")


def test_no_difference_is_the_same(record: Record) -> None:
    last = record.steps[0]
    same = Mutant("argument", "as it was", "draw_card", 0, (_choice("draw_card", {**last.arguments, "color": "#f00"}),))
    assert anyio.run(play, record, same).ended == "same"


def _choice(tool: str, arguments: dict[str, Any]) -> Any:
    from deskworld_harness.proving.mutants import Choice

    return Choice("as it was", tool, arguments)


def test_every_changed_argument_is_one_the_tool_takes(record: Record) -> None:
    tools = {tool.name: tool for server in record.scene.servers for tool in server.compiled}
    around = slips.Surroundings(made=frozenset({"out/card.png"}))
    for step in record.steps:
        if step.reads:
            continue
        changed = list(changed_arguments(tools[step.name], step.arguments, around, Random(3)))
        assert len(changed) == len(step.arguments)
        for form in (form for forms in changed for form in forms):
            assert tools[step.name].check(form.arguments) != tools[step.name].check(step.arguments), form.text


def test_a_state_comes_back_as_it_was(tmp_path: Path) -> None:
    workspace, copy = tmp_path / "a", tmp_path / "b"
    (workspace / "deep" / "empty").mkdir(parents=True)
    (workspace / "deep" / "file.bin").write_bytes(b"\0\1")
    (workspace / "link").symlink_to("deep/file.bin")
    states = States()
    state = states.take(workspace, b"image")
    copy.mkdir()
    states.put(state, copy)
    assert read(copy, b"image") == state and states.image(state) == b"image"
    assert (copy / "link").readlink() == Path("deep/file.bin")
    (copy / "deep" / "empty").rmdir()
    assert read(copy, b"image").key != state.key != read(workspace, b"other").key


@pytest.mark.parametrize("value", [1, 7, 1200, 12.5, 0.07, -3, 99.0])
@pytest.mark.parametrize("name", ["amount", "left", "slide"])
def test_numbers_go_wrong_noticeably(value: float, name: str) -> None:
    for chance in map(Random, range(20)):
        wrong = slips.numbers(value, name, chance)
        assert wrong and value not in wrong
        if name == "left":
            assert all(abs(each - value) > 0.5 * abs(value) for each in wrong if int(each) != each or abs(value) > 2)


@pytest.mark.parametrize(
    ("value", "name", "told"),
    [
        ("2026-03-05", "day", {"2026-03-06"}),
        ("B4", "cell", {"B5", "C4"}),
        ("A1:A9", "range", {"A1:A8", "A2:A9", "B2:B10"}),
        ("Summary!B:G", "columns", {"Summary!B:F", "Summary!C:H"}),
        ("contact_12", "contact", {"contact_13", "contact_11", "contact_40"}),
        ("accent1=#1F5C6B", "colors", {"accent1=#2B2320", *(f"accent1={each}" for each in slips.COLORS)}),
        ("dana@harborlight.example", "to", {"theo@harborlight.example"}),
        ("See Dana", "text", {"See Theo"}),
    ],
)
def test_texts_go_wrong_by_what_they_are(value: str, name: str, told: set[str]) -> None:
    around = slips.Surroundings(
        ids={"contact": ["contact_12", "contact_40"]},
        mails=("dana@harborlight.example", "theo@harborlight.example"),
        names=("Dana", "Theo"),
        colors=("#1F5C6B", "#2B2320"),
    )
    seen = {each for chance in map(Random, range(30)) for each in slips.texts(value, name, around, chance)[:1]}
    assert seen and seen <= told


def test_prose_keeps_its_form() -> None:
    text = "Dear all,\n\nthe total is $1,234.50 for 3 bags.\n"
    for chance in map(Random, range(30)):
        for wrong in slips.texts(text, "body", slips.Surroundings(words=("boxes", "orders")), chance):
            assert wrong != text and wrong.startswith("Dear all,\n\n") and wrong.split() != text.split()
    assert slips.figure("1,234.50", Random(1)).count(",") == 1
    assert slips.misspelt("deck", Random(1)) != "deck"


def test_figures_of_a_text_are_no_file_names() -> None:
    text = "Revenue is 1,204.5 in out/q4-2025.xlsx, up 7 %, see Q3 and 2026-03-01."
    assert [found[0] for found in slips.figures(text)] == ["1,204.5", "7", "3", "2026", "03", "01"]


def test_pdfs_differ_by_more_than_their_stamps() -> None:
    one = b"/CreationDate(D:20260302)\n/ID [ <AB>\n<AB> ]\n/DocChecksum /AB\nHello"
    other = b"/CreationDate(D:20260303)\n/ID [ <CD>\n<CD> ]\n/DocChecksum /CD\nHello"
    assert unstamped(one) == unstamped(other) != unstamped(other.replace(b"Hello", b"Hullo"))
