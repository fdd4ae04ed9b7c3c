"""The gradebook against the marks and the policy, and alive: a mark is changed in a copy, and all must follow."""

import shutil
import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path
from statistics import mean, median
from typing import Any

from deskworld_verifiers import Submission, check, mentions, says_number

BOOK, MARKS = "out/gradebook.xlsx", "course/marks.csv"
SHEETS = ["Marks", "Scale", "Grades", "Statistics", "At risk"]
QUIZZES = [f"Quiz {number}" for number in range(1, 6)]
POINTS = {"Essay": 50, "Composition": 100, "Exam": 100}
MARK_HEADS = ["ID", "Name", *QUIZZES, "Essay", "Essay days late", "Composition", "Composition days late", "Exam"]
GRADE_HEADS = ["ID", "Name", "Quizzes", "Essay", "Composition", "Exam", "Grade", "Letter", "Missing", "At risk"]
RISK_HEADS = ["ID", "Name", "Grade", "Letter", "Missing"]
LETTERS = {"A": 90, "B": 80, "C": 70, "D": 60, "F": 0}


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


def grade(s: Submission, line: list[Any]) -> dict[str, Any]:
    """What the policy makes of a pupil's marks."""
    rules = s.task.variables
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
        "Exam": parts[3],
        "Grade": total, "Letter": letter(total), "Missing": missing,
        "At risk": "Yes" if total < rules["risk"] or missing >= 2 else "No",
    }  # fmt: skip


def letter(total: float) -> str:
    return next(name for name, line in LETTERS.items() if total >= line)


def grades(s: Submission) -> list[dict[str, Any]]:
    return [grade(s, line) for line in marks(s)]


def at_risk(s: Submission) -> list[dict[str, Any]]:
    return sorted((row for row in grades(s) if row["At risk"] == "Yes"), key=lambda row: row["Grade"])


def sheet(s: Submission, name: str) -> Any:
    return s.workbook(BOOK).sheet(name)


def shown(s: Submission, name: str, heads: list[str]) -> list[list[Any]]:
    """The lines of a sheet below its headings, without empty ones at the end."""
    last = "ABCDEFGHIJKLMN"[len(heads) - 1]
    rows = sheet(s, name).rows(f"A1:{last}{max(sheet(s, name).row_count, 2)}")
    assert rows[0] == heads, f"the headings of {name} are {rows[0]}"
    return [row for row in rows[1:] if any(cell is not None for cell in row)]


def statistics(s: Submission) -> dict[str, tuple[Any, str]]:
    """Value and formula beside each label in column A of Statistics."""
    facts = sheet(s, "Statistics")
    return {
        str(facts.value(f"A{row}")).strip(): (facts.value(f"B{row}"), facts.formula(f"B{row}"))
        for row in range(1, facts.row_count + 1)
        if facts.value(f"A{row}") is not None
    }


def near(value: Any, wanted: float, within: float = 0.0501) -> bool:
    return isinstance(value, int | float) and abs(value - wanted) <= within


@lru_cache(maxsize=4)
def recalculated(path: Path, cell: str, value: float) -> dict[str, dict[str, Any]]:
    """Every formula's value after a mark was changed, in a copy."""
    from deskworld_artifacts import calculate
    from openpyxl import load_workbook

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(path, Path(folder) / "changed.xlsx"))
        book = load_workbook(copy)
        book["Marks"][cell] = value
        book.save(copy)
        return calculate(copy)  # pyright: ignore[reportReturnType] - errors are texts


@check("format")
def five_sheets(s: Submission) -> None:
    """The sheets by name, headings in sight where asked, no error anywhere."""
    book = s.workbook(BOOK)
    assert sorted(book.sheet_names) == sorted(SHEETS), f"sheets: {book.sheet_names}"
    assert not book.findings, [finding.message for finding in book.findings]
    for name in ("Marks", "Grades"):
        assert sheet(s, name).freeze.endswith("2"), f"the headings of {name} scroll away"


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
            if (got or None) != (want or None)
        ]
        off += [
            (head, got, want)
            for head, got, want in zip(MARK_HEADS, row, line, strict=True)
            if got is None and want == 0 and "late" not in head
        ]
        off += [
            (head, got, want)
            for head, got, want in zip(MARK_HEADS, row, line, strict=True)
            if got == 0 and want is None and "late" not in head
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
        assert near(got["Grade"], line["Grade"], 0.0501), (
            f"{line['ID']}: the grade is {got['Grade']!r}, should be {line['Grade']}"
        )
        for head in ("Name", "Letter", "Missing", "At risk"):
            assert got[head] == line[head], f"{line['ID']}: {head} is {got[head]!r}, should be {line[head]!r}"


@check("content")
def grades_are_formulas(s: Submission) -> None:
    """Each figure is a formula; rules come from Scale, marks from Marks, and nothing of the policy is typed in."""
    facts = sheet(s, "Grades")
    for row in range(2, len(marks(s)) + 2):
        told = {head: facts.formula(f"{column}{row}") for head, column in zip(GRADE_HEADS, "ABCDEFGHIJ", strict=True)}
        typed = [head for head in GRADE_HEADS[2:] if not told[head]]
        assert not typed, f"Grades row {row}: {typed} are typed, not formulas"
        for head in ("Essay", "Composition", "Grade", "Letter", "At risk"):
            assert "SCALE" in told[head].upper(), f"Grades row {row}: {head} does not use Scale: {told[head]}"
    values = [value for line in sheet(s, "Scale").rows() for value in line if isinstance(value, int | float)]
    rules = s.task.variables
    for name, wanted in (("weights", rules["weights"]), ("penalty", [rules["penalty"]]), ("cap", [rules["cap"]])):
        lost = [
            value
            for value in wanted
            if not any(near(there, value, 1e-9) or near(there, value / 100, 1e-9) for there in values)
        ]
        assert not lost, f"Scale lacks {lost} of the {name}"
    assert {rules["risk"], *LETTERS.values()} <= {round(value, 6) for value in values}, (
        "Scale lacks the line of risk or of a letter"
    )


@check("content")
def follows_a_changed_mark(s: Submission) -> None:
    """In a copy the first pupil's exam is changed: grade, letter and mean follow."""
    lines = marks(s)
    place = next(place for place, line in enumerate(lines) if isinstance(line[11], int))
    points = 3 if lines[place][11] > 50 else 99
    after = recalculated(s.file(BOOK), f"L{place + 2}", points)
    lines[place][11] = points
    changed = [grade(s, line) for line in lines]
    row = f"{place + 2}"
    got = {
        head: after["Grades"].get(f"{column}{row}")
        for head, column in (("Grade", "G"), ("Letter", "H"), ("At risk", "J"))
    }
    assert near(got["Grade"], changed[place]["Grade"]), (
        f"with {points} in the exam the grade is {got['Grade']}, should be {changed[place]['Grade']}"
    )
    assert got["Letter"] == changed[place]["Letter"], f"with {points} in the exam the letter is {got['Letter']}"
    facts = sheet(s, "Statistics")
    labels = {str(facts.value(f"A{line}")).strip(): line for line in range(1, facts.row_count + 1)}
    told = after["Statistics"].get(f"B{labels.get('Mean', 0)}")
    assert near(told, mean(line["Grade"] for line in changed)), f"after that the mean is {told}"


@check("content")
def statistics_are_right(s: Submission) -> None:
    """Count, mean, median, highest, lowest, and pupils by letter, all by formulas."""
    every = [line["Grade"] for line in grades(s)]
    letters = Counter(line["Letter"] for line in grades(s))
    wanted: dict[str, float] = {
        "Pupils": len(every), "Mean": mean(every), "Median": median(every), "Highest": max(every), "Lowest": min(every),
        **{name: letters[name] for name in LETTERS},
    }  # fmt: skip
    told = statistics(s)
    for label, value in wanted.items():
        assert label in told, f"Statistics lacks {label}; there is {list(told)}"
        there, formula = told[label]
        assert near(there, value), f"Statistics: {label} is {there!r}, should be {value:.2f}"
        assert formula, f"Statistics: {label} is typed, not a formula"


@check("content")
def chart_of_letters(s: Submission) -> None:
    """A column chart that reads the five counts from the sheet."""
    charts = [one.chart for one in sheet(s, "Statistics").charts]
    assert len(charts) == 1, f"Statistics has {len(charts)} charts"
    assert charts[0].type == "column", f"it is a {charts[0].type} chart"
    assert len(charts[0].series) == 1, f"the chart has {len(charts[0].series)} series"
    series = charts[0].series[0]
    letters = Counter(line["Letter"] for line in grades(s))
    got = dict(zip(series.categories, series.values, strict=False))
    assert got == {name: letters[name] for name in LETTERS}, f"the chart shows {got}"
    assert "Statistics" in series.values_ref, f"the chart reads {series.values_ref!r}"


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
def stands_out_and_reads_well(s: Submission) -> None:
    """Percentages and grades in their formats, conditional formats on Grade and At risk, names that fit."""
    facts, last = sheet(s, "Grades"), len(marks(s)) + 1
    for column in "CDEF":
        assert facts.cell(f"{column}{last}").number_format.endswith("0.0%"), (
            f"Grades {column}: {facts.cell(f'{column}2').number_format}"
        )
    assert facts.cell(f"G{last}").number_format == "0.0", f"Grades G: {facts.cell('G2').number_format}"
    rules = [rule for rule in facts.conditional_formats if rule.fill or rule.color]
    for column, head in (("G", "Grade"), ("J", "At risk")):
        mine = [rule for rule in rules if touches(rule.area, column, last)]
        assert mine, f"no conditional format on {head} down to row {last}"
    risk = str(s.task.variables["risk"])
    lines = [" ".join(rule.formulas).upper() for rule in rules if touches(rule.area, "G", last)]
    assert any("SCALE" in line or "$J" in line for line in lines), (
        f"the format of Grade does not use the risk line of Scale ({risk}): {lines}"
    )
    for name in SHEETS:
        assert not cut_off(sheet(s, name)), f"{name}: columns too narrow for {cut_off(sheet(s, name))[:8]}"
    for name, heads in (("Marks", MARK_HEADS), ("Grades", GRADE_HEADS), ("At risk", RISK_HEADS)):
        bold = [sheet(s, name).style(f"{column}1").bold for column, _ in zip("ABCDEFGHIJKL", heads, strict=False)]
        assert all(bold), f"{name}: headings are not bold"
    for name in ("Scale", "Statistics"):
        assert sheet(s, name).style("A1").bold, f"{name}: the heading is not bold"


@check("format")
def figures_in_their_forms(s: Submission) -> None:
    """One decimal for grades on every sheet, percentages for the weights and penalties of Scale."""
    for place in range(2, len(at_risk(s)) + 2):
        shape = sheet(s, "At risk").cell(f"C{place}").number_format
        assert shape == "0.0", f"At risk C{place} is shown as {shape}"
    facts = sheet(s, "Statistics")
    labels = {str(facts.value(f"A{row}")).strip(): row for row in range(1, facts.row_count + 1)}
    for label in ("Mean", "Median", "Highest", "Lowest"):
        shape = facts.cell(f"B{labels.get(label, 1)}").number_format
        assert shape == "0.0", f"Statistics: {label} is shown as {shape}"
    rules = s.task.variables
    shares = [cell.value for cell in sheet(s, "Scale").cells() if cell.kind == "number" and "%" in cell.number_format]
    for value in (*rules["weights"], rules["penalty"], rules["cap"]):
        assert any(near(share, value / 100, 1e-9) for share in shares), f"Scale does not show {value}% as a percentage"


def cut_off(facts: Any) -> list[str]:
    """Cells whose text is clearly wider than its column and does not wrap."""
    return [
        cell.ref
        for cell in facts.cells()
        if isinstance(cell.value, str) and not cell.style.wrap
        and len(cell.value) > 1.25 * facts.column_widths.get(cell.ref.rstrip("0123456789"), 8.43)
    ]  # fmt: skip


def touches(area: str, column: str, row: int) -> bool:
    """Whether one of the areas runs over this column down to this row."""
    from openpyxl.utils import range_boundaries
    from openpyxl.utils.cell import column_index_from_string

    for part in area.replace("$", "").replace(",", " ").split():
        left, top, right, bottom = range_boundaries(part)
        if (
            (left or 1) <= column_index_from_string(column) <= (right or 16384)
            and (top or 1) <= 2
            and (bottom or 1048576) >= row
        ):
            return True
    return False


@check("rendered")
def every_sheet_shows(s: Submission) -> None:
    """Nothing blank when it is shown."""
    views = s.rendered(BOOK)
    assert len(views) >= len(SHEETS), f"only {len(views)} sheets can be seen"
    assert not [view.label for view in views if view.blank], "a sheet shows nothing"


@check("effects")
def leaves_only_the_workbook(s: Submission) -> None:
    """No other file was made."""
    assert not s.file_changes(), f"left behind: {s.file_changes()}"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The workbook was seen after its last change."""
    calls = list(enumerate(s.trajectory.calls()))
    changed = [place for place, call in calls if call.changes and call.touches(BOOK)]
    seen = [call for place, call in calls if call.pictures and call.touches(BOOK) and place > max(changed, default=0)]
    named = " ".join(str(value) for call in seen for value in call.arguments.values())
    unseen = [name for name in ("Grades", "Statistics", "At risk") if name not in named]
    assert not unseen, f"after the last change nobody looked at {unseen}"


@check("answer")
def tells_mean_and_names(s: Submission) -> None:
    """The mean, everybody at risk by name, and nobody else."""
    every = grades(s)
    assert says_number(s.answer, mean(line["Grade"] for line in every), within=0.05), "the mean is not told"
    wanted = {line["Name"] for line in at_risk(s)}
    named = set(mentions(s.answer, *[line["Name"] for line in every]))
    assert named == wanted, f"missing {sorted(wanted - named)}, too many {sorted(named - wanted)}"
