"""Keep the marks that count, put the policy on a sheet of its own, and let formulas do all the rest."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/gradebook.xlsx"
QUIZZES = [f"Quiz {number}" for number in range(1, 6)]
POINTS = {"Essay": 50, "Composition": 100, "Exam": 100}
MARKS = ["ID", "Name", *QUIZZES, "Essay", "Essay days late", "Composition", "Composition days late", "Exam"]
GRADES = ["ID", "Name", "Quizzes", "Essay", "Composition", "Exam", "Grade", "Letter", "Missing", "At risk"]
INK = "#1F3A44"
HEADS = {"Marks": "A1:L1", "Scale": "A1:E1", "Grades": "A1:J1", "Statistics": "A1:B1", "At risk": "A1:E1"}
WIDTHS = [("Marks", "B:K"), ("Grades", "B:E"), ("Scale", "A:A"), ("At risk", "B:B")]


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="course/grading-policy.md")
    pupils = pupils_of(await whole(desk, "course/marks.csv"))
    rules = task.variables
    last = len(pupils) + 1

    await desk.call(
        "create_workbook", path=BOOK, sheets=["Marks", "Scale", "Grades", "Statistics", "At risk"], rows=[MARKS]
    )
    await desk.call(
        "write_range", path=BOOK, sheet="Marks", start="A2", values=[marks_row(*pupil) for pupil in pupils.items()]
    )
    await desk.call("write_range", path=BOOK, sheet="Scale", values=scale(rules))
    await desk.call(
        "write_range", path=BOOK, sheet="Grades", values=[GRADES, *(grade_row(row) for row in range(2, last + 1))]
    )
    grades, letters = f"Grades!$G$2:$G${last}", f"Grades!$H$2:$H${last}"
    await desk.call(
        "write_range",
        path=BOOK,
        sheet="Statistics",
        values=[
            ["Figure", "Value"],
            ["Pupils", f"=COUNT({grades})"],
            ["Mean", f"=AVERAGE({grades})"],
            ["Median", f"=MEDIAN({grades})"],
            ["Highest", f"=MAX({grades})"],
            ["Lowest", f"=MIN({grades})"],
            [None, None],
            ["Letter", "Pupils"],
            *([letter, f"=COUNTIF({letters},A{row})"] for row, letter in enumerate("ABCDF", start=9)),
        ],
    )
    seen = await desk.call("read_range", path=BOOK, sheet="Grades", range=f"A2:J{last}")
    shown = [[cell["value"] if isinstance(cell, dict) else cell for cell in row] for row in seen["rows"]]
    risky = sorted((row for row in shown if row[9] == "Yes"), key=lambda row: row[6])
    found = [
        [
            row[0],
            *(
                f"=INDEX(Grades!${column}$2:${column}${last},MATCH($A{place},Grades!$A$2:$A${last},0))"
                for column in "BGHI"
            ),
        ]
        for place, row in enumerate(risky, start=2)
    ]
    await desk.call(
        "write_range", path=BOOK, sheet="At risk", values=[["ID", "Name", "Grade", "Letter", "Missing"], *found]
    )

    await desk.call("format_range", path=BOOK, sheet="Grades", range=f"C2:F{last}", number_format="0.0%")
    await desk.call("format_range", path=BOOK, sheet="Grades", range=f"G2:G{last}", number_format="0.0")
    await desk.call("format_range", path=BOOK, sheet="Statistics", range="B3:B6", number_format="0.0")
    await desk.call("format_range", path=BOOK, sheet="At risk", range=f"C2:C{len(risky) + 1}", number_format="0.0")
    await desk.call("format_range", path=BOOK, sheet="Scale", range="B2:B7", number_format="0%")
    for sheet, heads in HEADS.items():
        await desk.call("format_range", path=BOOK, sheet=sheet, range=heads, bold=True, color="#FFFFFF", fill=INK)
    risk = {"fill": "#F6D5CC", "color": "#8A2B12", "path": BOOK, "sheet": "Grades"}
    await desk.call("set_conditional_format", range=f"G2:G{last}", rule="less", value="=Scale!$B$8", **risk)
    await desk.call("set_conditional_format", range=f"J2:J{last}", rule="equal", value="Yes", **risk)
    await desk.call(
        "add_sheet_chart",
        path=BOOK,
        sheet="Statistics",
        kind="column",
        data="A8:B13",
        title="Pupils by letter",
        labels=True,
    )
    for sheet, columns in WIDTHS:
        await desk.call("set_column_width", path=BOOK, sheet=sheet, columns=columns)
    await desk.call("freeze_panes", path=BOOK, sheet="Marks", cell="C2")
    await desk.call("freeze_panes", path=BOOK, sheet="Grades", cell="C2")

    wrong = await desk.call("check_workbook", path=BOOK, kinds=["error", "stale", "too_narrow", "cut_text"])
    assert not wrong["items"], wrong["items"]
    for sheet in ("Grades", "Statistics", "At risk"):
        await desk.call("render_range", path=BOOK, sheet=sheet, range="A1:K40" if sheet == "Grades" else "")
    mean = sum(row[6] for row in shown) / len(shown)
    names = ", ".join(f"{row[1]} ({row[6]})" for row in risky)
    return f"{BOOK} is ready. The mean is {mean:.1f}. {len(risky)} pupils are at risk: {names}."


async def whole(desk: Desk, path: str) -> str:
    """A text file, however many reads it takes."""
    part = await desk.call("read_text_file", path=path)
    text = part["text"]
    while part["next_line"]:
        part = await desk.call("read_text_file", path=path, start_line=part["next_line"])
        text = text.rstrip("\n") + "\n" + part["text"]
    return text


def pupils_of(text: str) -> dict[tuple[str, str], dict[str, dict[str, str]]]:
    """Each pupil's marks that count, by number and name."""
    pupils: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in sorted(csv.DictReader(io.StringIO(text)), key=lambda row: (row["pupil"], row["entered"])):
        pupils.setdefault((row["pupil"], row["name"]), {})[row["assessment"]] = row
    return pupils


def marks_row(pupil: tuple[str, str], marks: dict[str, dict[str, str]]) -> list[Any]:
    def points(name: str) -> Any:
        told = marks[name]["points"]
        return int(told) if told.isdigit() else told or None

    def late(name: str) -> Any:
        return int(marks[name]["days_late"]) if marks[name]["days_late"] else None

    quizzes = [points(name) for name in QUIZZES]
    return [
        *pupil,
        *quizzes,
        points("Essay"),
        late("Essay"),
        points("Composition"),
        late("Composition"),
        points("Exam"),
    ]


def scale(rules: Any) -> list[list[Any]]:
    quizzes, essay, composition, exam = (weight / 100 for weight in rules["weights"])
    left = [
        ["Rule", "Value"],
        ["Weight of quizzes", quizzes],
        ["Weight of essay", essay],
        ["Weight of composition", composition],
        ["Weight of exam", exam],
        ["Penalty for a day late", rules["penalty"] / 100],
        ["Highest penalty", rules["cap"] / 100],
        ["At risk below", rules["risk"]],
        ["At risk from missing marks", 2],
        ["Most points: quiz", 20],
        ["Most points: essay", 50],
        ["Most points: composition", 100],
        ["Most points: exam", 100],
    ]
    right = [["From", "Letter"], [0, "F"], [60, "D"], [70, "C"], [80, "B"], [90, "A"]]
    return [[*row, None, *(right[place] if place < len(right) else [None, None])] for place, row in enumerate(left)]


def grade_row(row: int) -> list[str]:
    """A pupil's formulas: lowest quiz dropped (an empty one is zero, EX was never held), penalties taken off."""
    quizzes = f"Marks!C{row}:G{row}"
    lowest = f"IF(COUNTBLANK({quizzes})>0,0,MIN({quizzes}))"

    def late(points: str, days: str, most: str) -> str:
        return f"=N(Marks!{points}{row})/Scale!{most}*(1-MIN(N(Marks!{days}{row})*Scale!$B$6,Scale!$B$7))"

    return [
        f"=Marks!A{row}",
        f"=Marks!B{row}",
        f'=(SUM({quizzes})-{lowest})/((4-COUNTIF({quizzes},"EX"))*Scale!$B$10)',
        late("H", "I", "$B$11"),
        late("J", "K", "$B$12"),
        f"=N(Marks!L{row})/Scale!$B$13",
        f"=ROUND(100*(C{row}*Scale!$B$2+D{row}*Scale!$B$3+E{row}*Scale!$B$4+F{row}*Scale!$B$5),1)",
        f"=LOOKUP(G{row},Scale!$D$2:$D$6,Scale!$E$2:$E$6)",
        f"=COUNTBLANK(Marks!C{row}:H{row})+COUNTBLANK(Marks!J{row})+COUNTBLANK(Marks!L{row})",
        f'=IF(OR(G{row}<Scale!$B$8,I{row}>=Scale!$B$9),"Yes","No")',
    ]
