"""The gradebook against the marks and the policy, and alive: both are changed in a copy, and all must follow."""

import re
from collections import Counter
from itertools import pairwise
from statistics import mean, median
from typing import Any

from deskworld_verifiers import (
    Submission,
    called,
    check,
    hard_to_read,
    mentions,
    numbers,
    recalculated,
    rule_looks,
    says_number,
)

BOOK, MARKS = "out/gradebook.xlsx", "course/marks.csv"
SHEETS = ["Marks", "Scale", "Grades", "Statistics", "At risk"]
QUIZZES = [f"Quiz {number}" for number in range(1, 6)]
POINTS = {"Essay": 50, "Composition": 100, "Exam": 100}
MARK_HEADS = ["ID", "Name", *QUIZZES, "Essay", "Essay days late", "Composition", "Composition days late", "Exam"]
GRADE_HEADS = ["ID", "Name", "Quizzes", "Essay", "Composition", "Exam", "Grade", "Letter", "Missing", "At risk"]
RISK_HEADS = ["ID", "Name", "Grade", "Letter", "Missing"]
LETTERS = {"A": 90, "B": 80, "C": 70, "D": 60, "F": 0}
STATISTICS = ["Pupils", "Mean", "Median", "Highest", "Lowest", *LETTERS]
PARTS = ("quiz", "essay", "composition", "exam")


def marks(s: Submission) -> list[list[Any]]:
    """The lines that the sheet Marks should have: the latest mark of each, by pupil."""
    latest: dict[tuple[str, str], dict[str, str]] = {}
    names: dict[str, str] = {}
    for row in sorted(s.table(MARKS), key=lambda row: row["entered"]):
        latest[row["pupil"], row["assessment"]] = row
        names[row["pupil"]] = row["name"]
    found: list[list[Any]] = []
    for pupil, name in sorted(names.items()):
        line: list[Any] = [pupil, name]
        for assessment in (*QUIZZES, *POINTS):
            row = latest[pupil, assessment]
            line.append(int(row["points"]) if row["points"].isdigit() else row["points"] or None)
            if assessment in ("Essay", "Composition"):
                line.append(int(row["days_late"]) if row["days_late"] else None)
        found.append(line)
    return found


def policy(s: Submission) -> dict[str, Any]:
    """What the policy sets: weights, penalty and cap in percent, the lines of risk and letters."""
    return {**s.task.variables, "letters": LETTERS}


def grade(line: list[Any], rules: dict[str, Any]) -> dict[str, Any]:
    """What a policy makes of a pupil's marks."""
    quizzes = sorted((points or 0) / 20 for points in line[2:7] if points != "EX")[1:]
    essay, essay_late, composition, composition_late, exam = line[7:]

    def part(points: Any, days: Any, most: int) -> float:
        return (points or 0) / most * (1 - min(rules["penalty"] * (days or 0), rules["cap"]) / 100)

    parts = [
        sum(quizzes) / len(quizzes),
        part(essay, essay_late, 50),
        part(composition, composition_late, 100),
        part(exam, 0, 100),
    ]
    total = round(sum(one * weight for one, weight in zip(parts, rules["weights"], strict=True)), 1)
    missing = sum(points is None for points in (*line[2:8], composition, exam))
    return {
        "ID": line[0], "Name": line[1], "Quizzes": parts[0], "Essay": parts[1], "Composition": parts[2],
        "Exam": parts[3], "Grade": total, "Missing": missing,
        "Letter": next(name for name, least in rules["letters"].items() if total >= least),
        "At risk": "Yes" if total < rules["risk"] or missing >= 2 else "No",
    }  # fmt: skip


def grades(s: Submission) -> list[dict[str, Any]]:
    return [grade(line, policy(s)) for line in marks(s)]


def at_risk(s: Submission) -> list[dict[str, Any]]:
    return sorted((row for row in grades(s) if row["At risk"] == "Yes"), key=lambda row: row["Grade"])


def figures(lines: list[dict[str, Any]]) -> dict[str, float]:
    """What Statistics says of a class."""
    every = [line["Grade"] for line in lines]
    letters = Counter(line["Letter"] for line in lines)
    return {
        "Pupils": len(every), "Mean": mean(every), "Median": median(every), "Highest": max(every), "Lowest": min(every),
        **{name: letters[name] for name in LETTERS},
    }  # fmt: skip


def sheet(s: Submission, name: str) -> Any:
    return s.workbook(BOOK).sheet(name)


def shown(s: Submission, name: str, heads: list[str]) -> list[list[Any]]:
    """The lines of a sheet below its headings, without empty ones at the end."""
    last = "ABCDEFGHIJKLMN"[len(heads) - 1]
    rows = sheet(s, name).rows(f"A1:{last}{max(sheet(s, name).row_count, 2)}")
    assert rows[0] == heads, f"the headings of {name} are {rows[0]}"
    return [row for row in rows[1:] if any(cell is not None for cell in row)]


def statistics(s: Submission) -> dict[str, str]:
    """The cell in column B beside each label in column A of Statistics; each label has to stand there once."""
    told = [(str(cell.value).strip(), f"B{cell.ref[1:]}") for cell in sheet(s, "Statistics").cells("A:A")]
    heads = [sheet(s, "Statistics").value(ref) for ref in ("A1", "B1")]
    assert heads == ["Figure", "Value"], f"Statistics is headed {heads}"
    labels = [label for label, _ in told if label in STATISTICS]
    assert sorted(labels) == sorted(STATISTICS), f"Statistics has {labels}, it should have {STATISTICS}"
    return {label: ref for label, ref in told if label in STATISTICS}


def near(value: Any, wanted: float, within: float = 0.0501) -> bool:
    return isinstance(value, int | float) and abs(value - wanted) <= within


@check("format")
def five_sheets(s: Submission) -> None:
    """The sheets by name, nothing beside what was asked for, headings and names in sight, no error anywhere."""
    book = s.workbook(BOOK)
    assert sorted(book.sheet_names) == sorted(SHEETS), f"sheets: {book.sheet_names}"
    assert not book.findings, [finding.message for finding in book.findings]
    for name in ("Marks", "Grades"):
        assert sheet(s, name).freeze == "C2", f"headings and names of {name} scroll away ({sheet(s, name).freeze!r})"
    for name, columns in (("Marks", 12), ("Grades", 10), ("Statistics", 2), ("At risk", 5)):
        assert sheet(s, name).column_count <= columns, f"{name} goes on to the right of its {columns} columns"


@check("content")
def marks_that_count(s: Submission) -> None:
    """Each pupil once, in order, with the latest marks; EX and missing as they are."""
    rows, wanted = shown(s, "Marks", MARK_HEADS), marks(s)
    assert [row[:2] for row in rows] == [line[:2] for line in wanted], (
        "pupils are not those of the list, in order of their number"
    )
    for row, line in zip(rows, wanted, strict=True):
        off = [
            (head, got, want)
            for head, got, want in zip(MARK_HEADS, row, line, strict=True)
            if got != want and not ("late" in head and not got and not want)  # no days late may be 0 or empty
        ]
        assert not off, f"Marks of {line[0]}: heading, there, right: {off}"


@check("content")
def grades_follow_the_policy(s: Submission) -> None:
    """Parts, grade, letter, missing and risk of each pupil."""
    rows, wanted = shown(s, "Grades", GRADE_HEADS), grades(s)
    assert [row[0] for row in rows] == [line["ID"] for line in wanted], (
        "Grades has other pupils than the list, or in other order"
    )
    for row, line in zip(rows, wanted, strict=True):
        got = dict(zip(GRADE_HEADS, row, strict=True))
        for head in ("Quizzes", "Essay", "Composition", "Exam"):
            assert near(got[head], line[head], 0.0006), (
                f"{line['ID']}: {head} is {got[head]!r}, should be {line[head]:.4f}"
            )
        assert near(got["Grade"], line["Grade"], 1e-6), (
            f"{line['ID']}: the grade is {got['Grade']!r}, should be {line['Grade']}"
        )
        for head in ("Name", "Letter", "Missing", "At risk"):
            assert got[head] == line[head], f"{line['ID']}: {head} is {got[head]!r}, should be {line[head]!r}"


@check("content")
def grades_are_formulas(s: Submission) -> None:
    """Each figure is a formula."""
    facts = sheet(s, "Grades")
    for row in range(2, len(marks(s)) + 2):
        typed = [f"{column}{row}" for column in "CDEFGHIJ" if not facts.formula(f"{column}{row}")]
        assert not typed, f"Grades row {row}: {typed} are typed, not formulas"


def rule_cells(s: Submission) -> dict[str, str]:
    """The cells of Scale that hold what the policy sets, found by what they are called."""
    rules, facts, found = s.task.variables, sheet(s, "Scale"), dict[str, str]()
    wanted = {
        **{part: (weight / 100, part) for part, weight in zip(PARTS, rules["weights"], strict=True)},
        **{
            f"most {part}": (most, rf"^(?=.*{part})(?=.*point)")
            for part, most in zip(PARTS, (20, 50, 100, 100), strict=True)
        },
        "penalty": (rules["penalty"] / 100, r"\bday"),
        "cap": (rules["cap"] / 100, r"\bcap\b|most|max|high|limit|never"),
        "risk": (rules["risk"], "risk"),
        **{letter: (line, rf"(?-i:\b{letter}\b)") for letter, line in LETTERS.items()},
    }
    for cell in (cell for cell in facts.cells() if cell.kind == "number"):
        told = called(facts, cell.ref)
        for name, (value, word) in wanted.items():
            others = {*PARTS, "risk", *(() if name in PARTS else ("weight",))} - {name.removeprefix("most ")}
            named = re.search(word, told, re.IGNORECASE) and not any(other in told.lower() for other in others)
            if named and near(cell.value, value, 1e-9):
                found.setdefault(name, cell.ref)
    lost = {name: value for name, (value, _) in wanted.items() if name not in found}
    assert not lost, f"Scale does not say by its name: {lost}"
    return found


@check("content")
def scale_says_the_policy(s: Submission) -> None:
    """Weights, penalty, cap, the lines of risk and letters, each called what it is; shares as whole percentages."""
    cells = rule_cells(s)
    for name in (*PARTS, "penalty", "cap"):
        cell = sheet(s, "Scale").cell(cells[name])
        assert cell.number_format in ("0%", "0 %"), f"Scale {cell.ref} ({name}) is shown as {cell.number_format}"


OTHER_MARKS = [
    [20, 18, 16, 14, 12, 50, 1, 90, None, 80],
    [10, "EX", None, 7, 5, None, None, 60, 2, None],
    [9, 19, 11, 13, 15, 40, 12, 45, 3, 31],
]
OTHER_POLICY: dict[str, Any] = {
    "weights": [10, 20, 30, 40], "penalty": 7, "cap": 23, "risk": 72,
    "letters": {"A": 91, "B": 82, "C": 73, "D": 55, "F": 0},
}  # fmt: skip


@check("content")
def everything_follows(s: Submission) -> None:
    """In a copy every pupil has other marks, and the policy other figures: grades, statistics and risk follow."""
    assert set(s.workbook(BOOK).sheet_names) >= set(SHEETS), f"sheets: {s.workbook(BOOK).sheet_names}"
    cells, before = rule_cells(s), marks(s)
    lines = [[*line[:2], *OTHER_MARKS[place % 3]] for place, line in enumerate(before)]
    edits: dict[tuple[str, str], Any] = {
        ("Marks", f"{column}{row}"): value
        for row, line in enumerate(lines, start=2)
        for column, value in zip("CDEFGHIJKL", line[2:], strict=True)
    }
    shares = [*OTHER_POLICY["weights"], OTHER_POLICY["penalty"], OTHER_POLICY["cap"]]
    edits |= {("Scale", cells[n]): v / 100 for n, v in zip((*PARTS, "penalty", "cap"), shares, strict=True)}
    edits |= {("Scale", cells[n]): v for n, v in (("risk", OTHER_POLICY["risk"]), *OTHER_POLICY["letters"].items())}
    after = recalculated(s.file(BOOK), edits)
    right = [grade(line, OTHER_POLICY) for line in lines]
    for row, line in enumerate(right, start=2):
        for head, column in zip(GRADE_HEADS[2:], "CDEFGHIJ", strict=True):
            got, wanted = after["Grades"].get(f"{column}{row}"), line[head]
            same = got == wanted if isinstance(wanted, str) else near(got, wanted, 1e-6)
            assert same, f"with marks {lines[row - 2][2:]} and {OTHER_POLICY} {head} is {got!r}, should be {wanted!r}"
    told = {label: after["Statistics"].get(ref) for label, ref in statistics(s).items()}
    off = {label: (told[label], value) for label, value in figures(right).items() if not near(told[label], value)}
    assert not off, f"after that Statistics does not follow: there, right: {off}"
    by_id = {line["ID"]: line for line in right}
    for row, listed in enumerate(shown(s, "At risk", RISK_HEADS), start=2):
        got = [after["At risk"].get(f"{column}{row}") for column in "CDE"]
        line = by_id.get(after["At risk"].get(f"A{row}", listed[0]), {})
        assert got == [line.get(head) for head in RISK_HEADS[2:]], f"At risk row {row} does not follow: {got}"


@check("content")
def statistics_are_right(s: Submission) -> None:
    """Count, mean, median, highest, lowest, and pupils by letter, all by formulas over all pupils."""
    facts, places, last = sheet(s, "Statistics"), statistics(s), len(marks(s)) + 1
    for label, value in figures(grades(s)).items():
        there, formula = facts.value(places[label]), facts.formula(places[label])
        assert near(there, value), f"Statistics: {label} is {there!r}, should be {value:.2f}"
        assert formula, f"Statistics: {label} is typed, not a formula"
        areas = re.findall(r"Grades'?!\$?[A-Z]+\$?(\d+):\$?[A-Z]+\$?(\d+)", formula)
        short = [area for area in areas if int(area[0]) > 2 or int(area[1]) < last]
        assert not short, f"Statistics: {label} leaves pupils out: {formula}"


@check("content")
def chart_of_letters(s: Submission) -> None:
    """A column chart that reads the five counts from the sheet, called as asked, beside them, with its numbers."""
    placed = sheet(s, "Statistics").charts
    assert len(placed) == 1, f"Statistics has {len(placed)} charts"
    chart = placed[0].chart
    assert chart.type == "column", f"it is a {chart.type} chart"
    assert chart.title.strip() == "Pupils by letter", f"the chart is called {chart.title!r}"
    assert chart.data_labels, "no column says its number"
    assert len(chart.series) == 1, f"the chart has {len(chart.series)} series"
    series = chart.series[0]
    told = figures(grades(s))
    got = list(zip(series.categories, series.values, strict=False))
    assert got == [(name, told[name]) for name in LETTERS], f"the chart shows {got}"
    assert "Statistics" in series.values_ref, f"the chart reads {series.values_ref!r}"
    assert placed[0].anchor[0] not in "AB", f"the chart lies over the figures: {placed[0].anchor}"


@check("content")
def who_is_at_risk(s: Submission) -> None:
    """All who are, nobody else, the lowest grade first, looked up from Grades."""
    rows, wanted = shown(s, "At risk", RISK_HEADS), at_risk(s)
    assert sorted(str(row[0]) for row in rows) == sorted(line["ID"] for line in wanted), (
        f"missing {[line['Name'] for line in wanted if line['ID'] not in [row[0] for row in rows]]}, "
        f"too many {[row[1] for row in rows if row[0] not in [line['ID'] for line in wanted]]}"
    )
    by_id = {line["ID"]: line for line in wanted}
    for place, row in enumerate(rows, start=2):
        line = by_id[row[0]]
        assert (
            row[1] == line["Name"] and near(row[2], line["Grade"]) and row[3:] == [line["Letter"], line["Missing"]]
        ), f"At risk: {row}"
        for column in "CDE":
            assert "GRADES" in sheet(s, "At risk").formula(f"{column}{place}").upper(), (
                f"At risk {column}{place} is not looked up"
            )
    assert [row[2] for row in rows] == sorted(row[2] for row in rows), "the lowest grade is not first"


@check("format")
def risks_stand_out(s: Submission) -> None:
    """In a copy with another line of risk: grades below it and pupils at risk are coloured, nobody else is."""
    facts, last = sheet(s, "Grades"), len(marks(s)) + 1
    changed = {**policy(s), "risk": OTHER_POLICY["risk"]}
    refs = [f"{column}{row}" for row in range(2, last + 1) for column in "ABCDEFGHIJKL"]
    looks = rule_looks(s.file(BOOK), facts, refs, {("Scale", rule_cells(s)["risk"]): changed["risk"]})
    for row, line in enumerate((grade(line, changed) for line in marks(s)), start=2):
        marked = {ref[0] for ref in refs if ref[1:] == str(row) and (looks[ref].fill or looks[ref].color)}
        what = f"{line['Name']} with {line['Grade']}, at risk {line['At risk']} (line {changed['risk']})"
        assert not marked or line["At risk"] == "Yes", f"{what}: {sorted(marked)} coloured"
        assert "J" in marked or line["At risk"] == "No", f"{what}: At risk is not coloured"
        assert "G" in marked or line["Grade"] >= changed["risk"], f"{what}: Grade is not coloured"
    used = sorted({(rule.fill, rule.color) for rule in facts.conditional_formats})
    assert len(used) == 1, f"Grade and At risk do not stand out in the same colours: {used}"
    faint = hard_to_read(facts, looks)
    assert not faint, f"Grades: {faint[:8]}"


@check("format")
def reads_well(s: Submission) -> None:
    """Nothing is cut off or faint; headings are bold and look alike on all sheets, and nothing else looks like them."""
    looks: set[tuple[str, str]] = set()
    for name in SHEETS:
        found = hard_to_read(sheet(s, name))
        assert not found, f"{name}: {found[:8]}"
        heads = list(sheet(s, name).cells("1:1"))
        plain = [cell.ref for cell in heads if not cell.style.bold]
        assert heads and not plain, f"{name}: headings are not bold: {plain}"
        looks |= {(cell.style.color, cell.style.fill) for cell in heads}
    assert len(looks) == 1, f"headings look different (colour and fill): {sorted(looks)}"
    for name in ("Marks", "Grades", "At risk"):
        alike = [
            cell.ref for cell in sheet(s, name).cells(f"2:{sheet(s, name).row_count}")
            if cell.style.bold and (cell.style.color, cell.style.fill) in looks
        ]  # fmt: skip
        assert not alike, f"{name}: these look like headings: {alike[:8]}"


@check("format")
def figures_in_their_forms(s: Submission) -> None:
    """Parts as percentages and grades with one decimal in every row and on every sheet; counts are whole."""
    last, risky = len(marks(s)) + 1, len(at_risk(s)) + 1
    columns = (
        ("Grades", "CDEF", last, "0.0%"), ("Grades", "G", last, "0.0"), ("Grades", "I", last, "0"),
        ("At risk", "C", risky, "0.0"), ("At risk", "E", risky, "0"), ("Marks", "CDEFGHIJKL", last, "0"),
    )  # fmt: skip
    wanted = {
        (name, f"{a}{row}"): form for name, letters, end, form in columns for a in letters for row in range(2, end + 1)
    }
    averages = ("Mean", "Median", "Highest", "Lowest")
    wanted |= {("Statistics", ref): "0.0" if label in averages else "0" for label, ref in statistics(s).items()}
    for (name, ref), form in wanted.items():
        there = sheet(s, name).cell(ref).number_format.replace(" %", "%").replace("#,##0", "0")
        assert there == form or (form == "0" and there in ("General", "@")), f"{name} {ref} is shown as {there}"


@check("rendered")
def every_sheet_shows(s: Submission) -> None:
    """Nothing blank when it is shown."""
    views = s.rendered(BOOK)
    assert len(views) >= len(SHEETS), f"only {len(views)} sheets can be seen"
    assert not [view.label for view in views if view.blank], "a sheet shows nothing"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """Grades, Statistics and At risk were seen after the last change."""
    unseen = s.trajectory.unseen(BOOK, "Grades", "Statistics", "At risk")
    assert not unseen, f"after the last change nobody looked at {unseen}"


@check("answer")
def tells_mean_and_names(s: Submission) -> None:
    """The mean, everybody at risk by name, nobody else, and no figure that is none of theirs."""
    every, risky = grades(s), at_risk(s)
    assert says_number(s.answer, mean(line["Grade"] for line in every), within=0.05), "the mean is not told"
    wanted = {line["Name"] for line in risky}
    named = set(mentions(s.answer, *[line["Name"] for line in every]))
    assert named == wanted, f"missing {sorted(wanted - named)}, too many {sorted(named - wanted)}"
    said = re.sub(r"(?m)^([\s*-]*)\d{1,2}[.)] ", r"\1", s.answer)
    places = sorted((said.casefold().find(line["Name"].casefold()), line["Grade"], line["Missing"]) for line in risky)
    rules, lines = s.task.variables, len(s.table(MARKS))
    known = [
        *figures(every).values(), len(risky), rules["risk"], *rules["weights"], rules["penalty"], rules["cap"], lines,
        lines - 8 * len(every), len(SHEETS), 2,
    ]  # fmt: skip
    ends = [(0, 0, 0), *places, (len(said), 0, 0)]
    for before, after in pairwise(ends):
        theirs = [*known, *before[1:], *after[1:]]
        strange = [number for number in numbers(said[before[0] : after[0]]) if not any(map(number.may_mean, theirs))]
        assert not strange, f"the answer says {strange} near {said[before[0] : before[0] + 25]!r}"
