"""Another class, other marks, weights and penalties by seed. Nobody's grade lies on the edge of a line."""

import csv
import random
from pathlib import Path
from typing import Any

GIVEN = [
    "Ada", "Amir", "Anouk", "Bao", "Bela", "Carmen", "Cyrus", "Dalia", "Dev", "Edda", "Eli", "Farah", "Finn",
    "Gia", "Goran", "Hana", "Hugo", "Ines", "Ivo", "Jade", "Joon", "Kaia", "Kofi", "Lena", "Luca", "Maeve",
    "Malik", "Mei", "Nico", "Noa", "Omar", "Oona", "Paz", "Petra", "Quinn", "Rafi", "Rosa", "Ruben", "Sana",
    "Soren", "Tala", "Theo", "Uma", "Viggo", "Wren", "Yara", "Zane", "Zora",
]  # fmt: skip
FAMILY = [
    "Abara", "Acosta", "Bakker", "Bergström", "Castro", "Chen", "Dahl", "Diaz", "Eriksen", "Farouk", "Fuchs",
    "Garcia", "Haas", "Hassan", "Ito", "Jansen", "Kaur", "Kim", "Lopez", "Lund", "Mbeki", "Meyer", "Nakamura",
    "Nguyen", "Okoye", "Olsen", "Park", "Patel", "Quist", "Reyes", "Rossi", "Sato", "Silva", "Tanaka", "Torres",
    "Udo", "Varga", "Weber", "Xu", "Young", "Zeller",
]  # fmt: skip
QUIZZES = [f"Quiz {number}" for number in range(1, 6)]
POINTS = {**dict.fromkeys(QUIZZES, 20), "Essay": 50, "Composition": 100, "Exam": 100}
LINES = (60, 70, 80, 90)


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    rules: dict[str, Any] = {
        "weights": r.choice([[30, 15, 25, 30], [25, 15, 25, 35], [20, 20, 30, 30]]),
        "penalty": r.choice([5, 10]),
        "cap": r.choice([30, 40, 50]),
        "risk": r.choice([64, 65, 66]),
    }
    rows: list[dict[str, Any]] = []
    for place, name in enumerate(_names(r, r.randint(62, 88))):
        marks = _marks(r, place)
        while _on_an_edge(_final(marks, rules), rules["risk"]):
            marks = _marks(r, place)
        for assessment, (points, late) in marks.items():
            mark = {
                "pupil": f"M{201 + place}",
                "name": name,
                "assessment": assessment,
                "points": points,
                "days_late": late,
            }
            rows.append({**mark, "entered": f"2026-02-{r.randint(2, 26):02d}"})
    rows += _corrected(r, rows)
    r.shuffle(rows)
    (assets / "course").mkdir()
    with (assets / "course" / "marks.csv").open("w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, list(rows[0]))
        out.writeheader()
        out.writerows(rows)
    (assets / "course" / "grading-policy.md").write_text(_policy(rules), encoding="utf-8")
    return {**rules, "risk_line": str(rules["risk"])}


def _names(r: random.Random, count: int) -> list[str]:
    names: set[str] = set()
    while len(names) < count:
        names.add(f"{r.choice(GIVEN)} {r.choice(FAMILY)}")
    return sorted(names, key=lambda name: (name.split()[1], name))


def _marks(r: random.Random, place: int) -> dict[str, tuple[str, str]]:
    """Points and days late by assessment; empty where nothing came, EX where a quiz was excused.

    Every class has a few of each kind: good pupils with two missing marks, excused ones, very late ones.
    """
    skill = 0.93 if place in (11, 34) else min(0.97, max(0.42, r.gauss(0.78, 0.13)))
    careless = 0.16 if skill < 0.62 else 0.015
    marks: dict[str, tuple[str, str]] = {}
    for assessment, most in POINTS.items():
        points = str(max(0, min(most, round(most * (skill + r.gauss(0, 0.08))))))
        late = ""
        if assessment in ("Essay", "Composition"):
            late = str(r.choices([0, 1, 2, 3, 12], [80, 8, 6, 4, 2])[0])
        if r.random() < careless:
            points, late = "", ""
        elif assessment in QUIZZES and r.random() < 0.02:
            points = "EX"
        marks[assessment] = (points, late)
    if place in (11, 34):
        marks["Quiz 2"] = marks["Quiz 4"] = ("", "")
    elif place in (8, 27):
        marks["Quiz 3"] = ("EX", "")
    elif place in (15, 40):
        marks["Essay"] = (str(r.randint(28, 48)), "12")
    return marks


def _final(marks: dict[str, tuple[str, str]], rules: dict[str, Any]) -> float:
    quizzes = [float(marks[name][0] or 0) / 20 for name in QUIZZES if marks[name][0] != "EX"]
    kept = sorted(quizzes)[1:]
    parts = [sum(kept) / len(kept)]
    for name in ("Essay", "Composition", "Exam"):
        points, late = marks[name]
        lost = min(rules["penalty"] * int(late or 0), rules["cap"]) / 100
        parts.append(float(points or 0) / POINTS[name] * (1 - lost))
    return sum(part * weight for part, weight in zip(parts, rules["weights"], strict=True))


def _on_an_edge(final: float, risk: float) -> bool:
    return any(abs(final - line) < 0.12 for line in (*LINES, risk)) or abs(final * 10 % 1 - 0.5) < 0.02


def _corrected(r: random.Random, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Marks that were entered wrong first: the wrong ones, with an earlier day."""
    chosen = r.sample([row for row in rows if row["points"] not in ("", "EX") and row["entered"] > "2026-02-04"], 14)
    wrong = [
        {**row, "points": str(max(0, int(row["points"]) - r.randint(3, 9))), "entered": "2026-02-01"} for row in chosen
    ]
    return wrong + [dict(row) for row in r.sample(rows, 8)]


def _policy(rules: dict[str, Any]) -> str:
    quizzes, essay, composition, exam = rules["weights"]
    return f"""# Music theory: how marks become grades

## What counts
| Part | Most points | Weight |
|---|---|---|
| Quizzes 1 to 5 | 20 each | {quizzes} % |
| Essay | 50 | {essay} % |
| Composition | 100 | {composition} % |
| Exam | 100 | {exam} % |

## Quizzes
The lowest quiz is dropped; the rest are added up and divided by the points that could be had in them. A quiz marked EX
was excused: it is as if it had not been held, and the lowest of the others is dropped.

## Nothing handed in
An empty mark is a missing mark. It counts as zero points (an empty quiz is then the lowest).

## Late work
Essay and composition lose {rules["penalty"]} % of the points earned for each day late, but never more than
{rules["cap"]} % of them.

## The grade
The parts are weighted and added, and the sum is rounded to one decimal, once, at the end. The letter follows the
rounded grade: A from 90, B from 80, C from 70, D from 60, F below.

## At risk
A pupil is at risk with a grade below {rules["risk"]}, or with two or more missing marks.

## The list of marks
marks.csv has a line for each mark as it was entered. Where a pupil has two lines for the same assessment, the one
that was entered later counts (the same line twice counts once).
"""
