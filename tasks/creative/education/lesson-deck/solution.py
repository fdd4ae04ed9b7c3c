"""Clean the readings, take the means, build the eight slides with a friendly look, check and look."""

import csv
import io
import re
from statistics import mean

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

DECK, NOTES, DATA = "out/cocoa.pptx", "lesson/lesson-notes.md", "data/cooling.csv"
CUPS = ["Ceramic mug", "Paper cup", "Steel flask"]


async def solve(desk: Desk, task: TaskView) -> str:
    notes = (await desk.call("read_text_file", path=NOTES))["text"]
    readings, left_out = clean((await desk.call("read_text_file", path=DATA))["text"])
    means = {cup: [mean(readings[cup, minute]) for minute in range(61)] for cup in CUPS}
    quiz = questions(notes)
    lost = means["Ceramic mug"][0] - means["Ceramic mug"][30]
    coldest = min(CUPS, key=lambda cup: means[cup][30])
    answers = {1: "B", 2: "A", 3: "C"}
    answers[4] = next(letter for letter, text in zip("ABC", quiz[3][1:], strict=True) if text == coldest)
    degrees = [int(re.sub(r"\D", "", text)) for text in quiz[4][1:]]
    answers[5] = "ABC"[min(range(3), key=lambda place: abs(degrees[place] - lost))]

    await desk.call(
        "create_deck", path=DECK, title=notes.splitlines()[0].lstrip("# "), subtitle="Science, grade 5", look="warm"
    )
    await desk.call(
        "add_slide",
        path=DECK,
        layout="Title and Content",
        title="What we want to be able to do",
        bullets=listed(notes, "What we want"),
    )
    await desk.call("format_shape_text", path=DECK, slide=2, shape="content", size=28)

    words = [row for row in part(notes, "Words of the day") if row.startswith("|") and "---" not in row]
    await desk.call("add_slide", path=DECK, layout="Title Only", title="Words of the day")
    await desk.call(
        "add_slide_table",
        path=DECK,
        slide=3,
        rows=[[cell.strip() for cell in row.strip("|").split("|")] for row in words],
    )

    await desk.call("add_slide", path=DECK, layout="Title and Content", title="What we did")
    await desk.call(
        "set_bullets", path=DECK, slide=4, shape="content", bullets=listed(notes, "What we did"), marks="number"
    )
    await desk.call("format_shape_text", path=DECK, slide=4, shape="content", size=26)

    await desk.call(
        "add_slide",
        path=DECK,
        layout="Title Only",
        title="How the cocoa cooled",
        notes=f"{left_out} readings of the file are left out: the sensor gave none, or -127 as its plug was loose.",
    )
    minutes = range(0, 61, 5)
    await desk.call(
        "add_slide_chart",
        path=DECK,
        slide=5,
        type="line",
        categories=[str(minute) for minute in minutes],
        series=[{"name": cup, "values": [round(means[cup][minute], 1) for minute in minutes]} for cup in CUPS],
        left=48,
        top=116,
        width=864,
        height=376,
        labels=False,
    )
    await desk.call(
        "format_slide_chart",
        path=DECK,
        slide=5,
        x_title="Minutes",
        y_title="°C",
        legend="top",
        size=18,
    )
    await desk.call("add_slide", path=DECK, layout="Title Only", title="After 30 minutes")
    warmest = sorted(CUPS, key=lambda cup: -means[cup][30])
    for place, cup in enumerate(warmest):
        card = await desk.call(
            "add_shape",
            path=DECK,
            slide=6,
            form="rounded_rectangle",
            left=48 + place * 300,
            top=160,
            width=264,
            height=220,
            text=f"{means[cup][30]:.1f} °C\n{cup}",
            fill="bg2",
            size=26,
        )
        shape = card["shape"]["id"]
        await desk.call("format_shape_text", path=DECK, slide=6, shape=shape, paragraphs=[1], size=54, bold=True)

    await desk.call(
        "add_slide",
        path=DECK,
        layout="Title Only",
        title="Quiz",
        notes="Answers: " + ", ".join(f"{number} {letter}" for number, letter in answers.items()),
    )
    await desk.call(
        "add_slide_table",
        path=DECK,
        slide=7,
        rows=[["", "Question", "A", "B", "C"], *([str(number), *row] for number, row in enumerate(quiz, start=1))],
        size=18,
    )

    last = " ".join(part(notes, "At the end"))
    await desk.call("add_slide", path=DECK, layout="Section Header", title=last)
    await desk.call("delete_shapes", path=DECK, slide=8, shapes=["body"])

    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)
    return (
        f"{DECK} is ready. The answer to 4 is {answers[4]}, to 5 it is {answers[5]}; {left_out} readings were left out."
    )


def part(notes: str, heading: str) -> list[str]:
    """The lines below a heading of the notes."""
    below = notes.split(f"## {heading}")[1].split("\n", 1)[1].split("\n## ")[0]
    return [line for line in below.splitlines() if line.strip()]


def listed(notes: str, heading: str) -> list[str]:
    return [re.sub(r"^(-|\d+\.)\s+", "", line) for line in part(notes, heading)]


def questions(notes: str) -> list[list[str]]:
    """Question and the three choices, by number."""
    found: list[list[str]] = []
    for line in part(notes, "Quiz"):
        if match := re.match(r"\d\. (.+)", line):
            found.append([match[1]])
        elif match := re.match(r"\s+- [ABC] (.+)", line):
            found[-1].append(match[1])
    return found


def clean(text: str) -> tuple[dict[tuple[str, int], list[float]], int]:
    """Readings in Celsius by cup and minute, and how many were left out."""
    readings: dict[tuple[str, int], list[float]] = {}
    left_out = 0
    for row in csv.DictReader(io.StringIO(text)):
        if row["temperature"] in ("", "-127.0"):
            left_out += 1
            continue
        value = float(row["temperature"])
        celsius = (value - 32) * 5 / 9 if row["unit"] == "F" else value
        readings.setdefault((row["cup"], int(row["minute"])), []).append(celsius)
    return readings, left_out
