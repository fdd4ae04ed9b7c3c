"""The workbook against what is printed on the sheets (expected.py) and the roster, and alive: scores are changed."""

import re
from pathlib import Path
from runpy import run_path
from statistics import mean, median
from types import SimpleNamespace
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    fold,
    formulas_down,
    hard_to_read,
    mentions,
    recalculated,
    says_number,
    stray_figures,
    stray_names,
)

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
BOOK, SCAN, ROSTER = printed.BOOK, printed.SCAN, printed.ROSTER
HEADS = {
    "Scores": ["ID", "Name", "Group", "Part A", "Part B", "Part C", "Total", "Result"],
    "Statistics": ["Figure", "Value"],
}
FIGURES = [
    "Pass mark", "Pupils", "Totals", "Open", "Passed", "Mean", "Median", "Highest", "Lowest", "Mean group A",
    "Mean group B",
]  # fmt: skip
WHY = {
    "smudged": ("blot", "smudge", "smudged", "smeared", "read", "illegible", "unreadable", "legible"),
    "struck": ("crossed out", "struck", "crossed", "struck out", "crossed-out", "strike"),
    "empty": ("empty", "blank", "nothing", "no score", "not entered", "missing"),
    "above": ("37",),
    "missing": ("not on", "no sheet", "absent", "missing", "on none", "any of the"),
}


def pupils(s: Submission) -> list[dict[str, Any]]:
    """The pupils of the roster with their scores, doubtful ones None, and what is wrong."""
    by_id = {row[2]: row for row in printed.PRINTED}
    found: list[dict[str, Any]] = []
    for number, name, group in s.workbook(ROSTER).sheet("Roster").rows("A2:C25"):
        sheet, _, _, _, *scores, wrong = by_id.get(number, (0, 0, "", "", None, None, None, "missing"))
        good = [
            score if score is not None and score <= most else None
            for score, most in zip(scores, printed.MOST, strict=True)
        ]
        found.append({"id": number, "name": name, "group": group, "scores": good, "wrong": wrong, "sheet": sheet})
    return found


def total(scores: list[Any]) -> Any:
    return "open" if None in scores else sum(scores)


def result(scores: list[Any], mark: float) -> str:
    return "open" if None in scores else "Passed" if sum(scores) >= mark else "Failed"


def statistics(lines: list[dict[str, Any]], mark: float) -> list[Any]:
    """The figures, in their order."""
    totals = [(line["group"], sum(line["scores"])) for line in lines if None not in line["scores"]]
    every = [points for _, points in totals]
    return [
        mark, len(lines), len(every), len(lines) - len(every), sum(points >= mark for points in every), mean(every),
        median(every), max(every), min(every), *(mean(points for g, points in totals if g == group) for group in "AB"),
    ]  # fmt: skip


def sheet(s: Submission, name: str) -> Any:
    assert name in s.workbook(BOOK).sheet_names, f"there is no sheet {name}"
    return s.workbook(BOOK).sheet(name)


def doubts(s: Submission) -> dict[str, dict[str, Any]]:
    """The cells in doubt, by reference."""
    return {
        f"{'DEF'[place]}{row}": line
        for row, line in enumerate(pupils(s), start=2) for place in range(3) if line["scores"][place] is None
    }  # fmt: skip


def same(there: Any, right: Any) -> bool:
    if right is None or isinstance(right, str):
        return there == right
    return isinstance(there, int | float) and abs(there - right) < 0.0006


@check("format")
def two_sheets(s: Submission) -> None:
    """The two sheets with their headings and nothing beside the tables; headings and names stay in sight; no error."""
    book = s.workbook(BOOK)
    assert book.sheet_names == list(HEADS), f"sheets: {book.sheet_names}"
    assert not book.findings, [finding.message for finding in book.findings]
    assert sheet(s, "Scores").freeze == "C2", f"headings and names scroll away ({sheet(s, 'Scores').freeze!r})"
    for name, rows in (("Scores", len(pupils(s)) + 1), ("Statistics", len(FIGURES) + 1)):
        facts, heads = sheet(s, name), HEADS[name]
        assert facts.rows(f"A1:{'ABCDEFGH'[len(heads) - 1]}1")[0] == heads, f"{name} has other headings"
        assert (facts.column_count, facts.row_count) == (len(heads), rows), (
            f"{name} is {facts.column_count} columns by {facts.row_count} rows, not {len(heads)} by {rows}"
        )


@check("content")
def scores_as_printed(s: Submission) -> None:
    """Everybody of the roster in its order and spelling, each score as it stands on the sheets, none invented."""
    there = sheet(s, "Scores").rows(f"A2:H{len(pupils(s)) + 1}")
    for got, line in zip(there, pupils(s), strict=True):
        right = [line["id"], line["name"], line["group"], *line["scores"], total(line["scores"])]
        right += [result(line["scores"], printed.PASS_MARK)]
        off = [(head, a, b) for head, a, b in zip(HEADS["Scores"], got, right, strict=True) if not same(a, b)]
        assert not off, f"{line['name']} (heading, there, right): {off}"


@check("content")
def statistics_are_right(s: Submission) -> None:
    """The eleven figures in their order."""
    there = sheet(s, "Statistics").rows(f"A2:B{len(FIGURES) + 1}")
    assert [str(row[0]).strip() for row in there] == FIGURES, f"figures: {[row[0] for row in there]}"
    right = statistics(pupils(s), printed.PASS_MARK)
    off = [(row, value) for row, value in zip(there, right, strict=True) if not same(row[1], value)]
    assert not off, f"there, right: {off}"


@check("content")
def formulas_throughout(s: Submission) -> None:
    """Total and Result are one formula down all rows; all figures but the pass mark are formulas."""
    for letter in "GH":
        found = formulas_down(sheet(s, "Scores"), [f"{letter}{row}" for row in range(2, len(pupils(s)) + 2)])
        assert len(found) == 1 and found[0], f"column {letter} is not one formula: {found}"
    facts = sheet(s, "Statistics")
    typed = [f"B{row}" for row in range(3, len(FIGURES) + 2) if not facts.formula(f"B{row}")]
    assert not typed and not facts.formula("B2"), f"Statistics: {typed or 'the pass mark'}"


@check("content")
def everything_follows(s: Submission) -> None:
    """In a copy with other scores, other gaps and another pass mark, totals, results and figures are right again."""
    lines = [
        {**line, "scores": [(7 * row + 3) % 31, (11 * row) % 31, None if row in (0, 5, 23) else (13 * row) % 41]}
        for row, line in enumerate(pupils(s))
    ]
    assert sheet(s, "Statistics").value("A2") == FIGURES[0], "the pass mark is not in B2 of Statistics"
    edits: dict[tuple[str, str], Any] = {("Statistics", "B2"): 44}
    edits |= {
        ("Scores", f"{letter}{row}"): value
        for row, line in enumerate(lines, start=2) for letter, value in zip("DEF", line["scores"], strict=True)
    }  # fmt: skip
    after = recalculated(s.file(BOOK), edits)
    for row, line in enumerate(lines, start=2):
        got = [after["Scores"].get(f"{letter}{row}") for letter in "GH"]
        right = [total(line["scores"]), result(line["scores"], 44)]
        assert got == right, f"with {line['scores']} row {row} says {got}, should say {right}"
    for row, value in enumerate(statistics(lines, 44)[1:], start=3):
        got = after["Statistics"].get(f"B{row}")
        assert same(got, value), f"after that {FIGURES[row - 2]} is {got!r}, should be {value}"


@check("content")
def comments_say_what_is_seen(s: Submission) -> None:
    """A comment on each cell in doubt (one on Part A for who is on no sheet), with reason and sheet; no other."""
    comments = {comment.cell: comment for comment in sheet(s, "Scores").comments}
    wanted = {ref: line for ref, line in doubts(s).items() if line["wrong"] != "missing" or ref[0] == "D"}
    assert set(comments) == set(wanted), f"comments on {sorted(comments)}, wanted on {sorted(wanted)}"
    for ref, line in wanted.items():
        text = comments[ref].text
        assert mentions(text, *WHY[line["wrong"]]), f"{ref} ({line['name']}): what is to be seen? {text!r}"
        if not line["sheet"]:
            assert mentions(text, "sheet", "sheets", "page", "pages", "scan"), f"{ref}: not on what? {text!r}"
        else:
            assert re.search(rf"\b(?:sheet|page)s?\s*(?:no\.?\s*)?{line['sheet']}\b", text, re.IGNORECASE), (
                f"{ref}: on which sheet? {text!r}"
            )
        number = next((row[1] for row in printed.PRINTED if row[2] == line["id"]), 0)
        seen = {"above": (37,), "struck": (18, 19)}.get(line["wrong"], ())
        known = [line["sheet"] or 3, number, printed.MOST["DEF".index(ref[0])], *seen, line["id"]]
        assert not stray_figures(text, *known), f"{ref}: {stray_figures(text, *known)} in {text!r}"
        names = [other["name"] for other in pupils(s) if other is not line]
        assert not mentions(text, *names), f"{ref}: the comment is of somebody else: {text!r}"


@check("format")
def doubts_stand_out(s: Submission) -> None:
    """Cells in doubt have one light fill, which nothing else has."""
    facts, marked = sheet(s, "Scores"), doubts(s)
    fills = {ref: facts.cell(ref).style.fill for ref in marked}
    assert len(set(fills.values())) == 1 and set(fills.values()).isdisjoint(("", "#FFFFFF")), f"fills: {fills}"
    fill = next(iter(fills.values()))
    light = sum(int(fill[n : n + 2], 16) for n in (1, 3, 5)) / 3
    assert light > 190, f"{fill} is not light"
    others = [
        f"{letter}{row}" for row in range(1, len(pupils(s)) + 2) for letter in "ABCDEFGH"
        if f"{letter}{row}" not in marked and facts.cell(f"{letter}{row}").style.fill == fill
    ]  # fmt: skip
    assert not others, f"{others} have the fill of doubt too"


@check("format")
def reads_well(s: Submission) -> None:
    """Headings bold, in the same colours on both; whole scores, means with one decimal; nothing cut or faint."""
    looks: set[tuple[str, str]] = set()
    for name, heads in HEADS.items():
        facts = sheet(s, name)
        assert not hard_to_read(facts), f"{name}: {hard_to_read(facts)[:6]}"
        cells = [facts.cell(f"{letter}1") for letter in "ABCDEFGH"[: len(heads)]]
        assert all(cell.style.bold for cell in cells), f"{name}: headings are not bold"
        looks |= {(cell.style.color, cell.style.fill) for cell in cells}
        alike = [
            c.ref
            for c in facts.cells(f"2:{facts.row_count}")
            if c.style.bold and (c.style.color, c.style.fill) in looks
        ]
        assert not alike, f"{name}: these look like headings: {alike[:6]}"
    assert len(looks) == 1, f"headings look different (colour and fill): {sorted(looks)}"
    sides = {sheet(s, "Scores").cell(f"G{row}").style.horizontal for row in range(2, len(pupils(s)) + 2)}
    assert sides == {"right"}, f"Total is aligned {sorted(sides)}"
    forms = {("Scores", f"{letter}{row}"): "0" for letter in "DEFG" for row in range(2, len(pupils(s)) + 2)}
    forms |= {("Statistics", f"B{row}"): "0.0" if "Mean" in name else "0" for row, name in enumerate(FIGURES, start=2)}
    for (name, ref), form in forms.items():
        there = sheet(s, name).cell(ref).number_format
        loose = ref in ("B8", "B9", "B10") and name == "Statistics"  # of totals: a median may be a half
        assert there == form or (form == "0" and there == "General") or (loose and there == "0.0"), (
            f"{name} {ref} is shown as {there}"
        )


@check("rendered")
def both_sheets_show(s: Submission) -> None:
    """Nothing blank when it is shown."""
    views = s.rendered(BOOK)
    assert len(views) >= 2 and not [view.label for view in views if view.blank]


@check("tools")
def read_and_looked_at(s: Submission) -> None:
    """The scan was read before anything was written, somebody looked at it, and at both sheets at the end."""
    calls = list(s.trajectory)
    first = next((n for n, call in enumerate(calls) if call.changed(BOOK)), len(calls))
    assert any(call.ok and call.touches(SCAN) for call in calls[:first]), "nobody read the scan"
    assert not s.trajectory.unseen(BOOK, *HEADS), f"not seen at the end: {s.trajectory.unseen(BOOK, *HEADS)}"


@check("answer")
def tells_what_is_open(s: Submission) -> None:
    """Mean and passed; each open pupil with the reason, nobody else; the guest; no other figure."""
    every, lines = statistics(pupils(s), printed.PASS_MARK), pupils(s)
    assert says_number(s.answer, every[5], within=0.05, digits=3), f"the mean {every[5]:.1f} is not told"
    assert says_number(s.answer, every[4], digits=2), f"{every[4]} passed, which is not told"
    names = [line["name"] for line in lines]
    opened = [line["name"] for line in lines if None in line["scores"]]
    assert not stray_names(s.answer, known=opened, cast=names), stray_names(s.answer, known=opened, cast=names)
    said = fold(s.answer)
    lost = [name for name in opened if fold(name) not in said]
    assert not lost, f"not named as open: {lost}"
    places = sorted((said.find(fold(line["name"])), place) for place, line in enumerate(lines) if line["wrong"])
    for (start, place), (end, _) in zip(places, [*places[1:], (len(said), 0)], strict=True):
        line, part = lines[place], said[start:end]
        assert mentions(part, *WHY[line["wrong"]]), f"why is {line['name']} open?"
        seen = {"above": (37, 30), "struck": (18, 19)}.get(line["wrong"], ())
        number = next((row[1] for row in printed.PRINTED if row[2] == line["id"]), 0)
        told = s.answer[s.answer.casefold().find(line["name"].casefold()) :].splitlines()[0]
        for other in (other["name"] for other in lines if other is not line):
            told = told.split(other)[0]
        good = [score for score in line["scores"] if score is not None]
        strays = stray_figures(told, line["id"], line["sheet"] or 3, number, *seen, *good)
        assert not strays, f"of {line['name']} the answer says {strays}"
    guests = [row[3].split(", ") for row in printed.PRINTED if not row[2]]
    assert all(mentions(s.answer, f"{a}, {b}", f"{b} {a}") for a, b in guests), f"the guest {guests} is not named"
    allowed: list[Any] = [BOOK, SCAN, ROSTER, *every, 1, 2, 3, 5, *printed.MOST, 37, 18, 19]
    allowed += [row[1] for row in printed.PRINTED if row[7] or not row[2]]
    allowed += [line["id"] for line in lines if line["wrong"]]
    allowed += [score for row in printed.PRINTED if not row[2] for score in row[4:7]]
    strays = stray_figures(s.answer, *allowed, digits=3)
    assert not strays, f"the answer says {strays}"
