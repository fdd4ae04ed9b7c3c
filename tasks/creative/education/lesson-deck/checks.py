"""The slides against the teacher's notes, word for word, and against means taken here from the class's readings."""

import re
from statistics import mean
from typing import Any

from deskworld_verifiers import Submission, check, mentions, says_number

DECK, NOTES, DATA = "out/cocoa.pptx", "lesson/lesson-notes.md", "data/cooling.csv"
CUPS = ["Ceramic mug", "Paper cup", "Steel flask"]


def part(s: Submission, heading: str) -> list[str]:
    """The lines below a heading of the notes."""
    below = s.text(NOTES).split(f"## {heading}")[1].split("\n", 1)[1].split("\n## ")[0]
    return [line for line in below.splitlines() if line.strip()]


def listed(s: Submission, heading: str) -> list[str]:
    return [re.sub(r"^(-|\d+\.)\s+", "", line).strip() for line in part(s, heading)]


def words_of_the_day(s: Submission) -> list[list[str]]:
    rows = [row for row in part(s, "Words of the day") if row.startswith("|") and "---" not in row]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def quiz(s: Submission) -> list[list[str]]:
    """Question and three choices each."""
    found: list[list[str]] = []
    for line in part(s, "Quiz"):
        if question := re.match(r"\d\. (.+)", line):
            found.append([question[1].strip()])
        elif choice := re.match(r"\s+- [ABC] (.+)", line):
            found[-1].append(choice[1].strip())
    return found


def left_out(s: Submission) -> int:
    return sum(row["temperature"] in ("", "-127.0") for row in s.table(DATA))


def mean_at(s: Submission, cup: str, minute: int) -> float:
    """The mean of the readings that are there, in Celsius."""
    values: list[float] = []
    for row in s.table(DATA):
        if row["cup"] == cup and int(row["minute"]) == minute and row["temperature"] not in ("", "-127.0"):
            value = float(row["temperature"])
            values.append((value - 32) * 5 / 9 if row["unit"] == "F" else value)
    return mean(values)


def answers(s: Submission) -> list[str]:
    """The five letters: three from the notes, two from the data."""
    told = re.search(r"Answers: 1 (\w), 2 (\w), 3 (\w)", s.text(NOTES))
    assert told, "the notes lost their answers"
    coldest = min(CUPS, key=lambda cup: mean_at(s, cup, 30))
    lost = mean_at(s, "Ceramic mug", 0) - mean_at(s, "Ceramic mug", 30)
    choices = quiz(s)
    fourth = "ABC"[choices[3][1:].index(coldest)]
    fifth = min("ABC", key=lambda letter: abs(int(re.sub(r"\D", "", choices[4]["ABC".index(letter) + 1])) - lost))
    return [*told.groups(), fourth, fifth]


def slide(s: Submission, number: int) -> Any:
    deck = s.deck(DECK)
    assert len(deck.slides) == 8, f"eight slides were asked for, the deck has {len(deck.slides)}"
    return deck.slides[number - 1]


def is_furniture(shape: Any) -> bool:
    return shape.placeholder is not None and shape.placeholder.type in ("ftr", "sldNum", "dt")


def is_title(shape: Any) -> bool:
    return shape.placeholder is not None and shape.placeholder.type in ("title", "ctrTitle")


def points(page: Any) -> list[Any]:
    """The paragraphs of a slide below its title."""
    shapes = [shape for shape in page.shapes if not is_furniture(shape) and not is_title(shape)]
    return [paragraph for shape in shapes for paragraph in shape.paragraphs if paragraph.text.strip()]


def the_table(s: Submission, number: int) -> Any:
    tables = slide(s, number).of_type("table")
    assert len(tables) == 1, f"slide {number} has {len(tables)} tables"
    return tables[0].table


@check("format")
def can_be_read_from_the_last_row(s: Submission) -> None:
    """Eight slides, nothing under 18 points, titles 28 or more, objectives and steps 24 or more."""
    for number in (2, 4):
        runs = [run for paragraph in points(slide(s, number)) for run in paragraph.runs if run.text.strip()]
        assert min((run.size for run in runs), default=0) >= 23.9, f"slide {number}: text is smaller than 24 pt"
    for page in s.deck(DECK).slides:
        for shape in page.shapes:
            least = 28 if is_title(shape) else 18
            small = [
                run.text
                for run in shape.runs
                if run.text.strip() and run.size < least - 0.1 and not is_furniture(shape)
            ]
            assert not small, f"slide {page.index}: smaller than {least} pt: {small}"


@check("content")
def says_what_mina_says(s: Submission) -> None:
    """Title, objectives, steps and the last question, word for word."""
    title = s.text(NOTES).splitlines()[0].lstrip("# ").strip()
    assert title in slide(s, 1).text, f"slide 1 does not say {title!r}"
    assert "Science, grade 5" in slide(s, 1).text, "slide 1 does not say for whom"
    for number, heading in ((2, "What we want to be able to do"), (4, "What we did")):
        said = [paragraph.text.strip() for paragraph in points(slide(s, number))]
        said = [re.sub(r"^\d+[.)]\s*", "", text) for text in said]
        assert [text for text in said if text != heading] == listed(s, heading), f"slide {number} says {said}"
        assert heading in slide(s, number).text, f"slide {number} is not called {heading!r}"
    asked = " ".join(part(s, "At the end"))
    assert asked in " ".join(slide(s, 8).text.split()), f"slide 8 does not ask {asked!r}"


@check("format")
def steps_are_numbered(s: Submission) -> None:
    """Real numbers before the steps, or typed ones in order."""
    steps = [paragraph for paragraph in points(slide(s, 4)) if paragraph.text.strip() != "What we did"]
    for number, paragraph in enumerate(steps, start=1):
        assert paragraph.bullet == "number" or paragraph.text.strip().startswith(str(number)), (
            f"step {paragraph.text!r} has no number"
        )


@check("content")
def words_in_a_table(s: Submission) -> None:
    """The four words and what they mean."""
    rows = [[cell.strip() for cell in row] for row in the_table(s, 3).rows]
    assert rows == words_of_the_day(s), f"slide 3 says {rows}"


@check("content")
def chart_shows_the_means(s: Submission) -> None:
    """One line a cup, every five minutes, both axes named."""
    charts = slide(s, 5).of_type("chart")
    assert len(charts) == 1, f"slide 5 has {len(charts)} charts"
    chart = charts[0].chart
    assert chart.type == "line", f"slide 5 has a {chart.type} chart"
    assert [one.name for one in chart.series] == CUPS, f"the lines are {[one.name for one in chart.series]}"
    assert sorted(chart.axis_titles) == ["Minutes", "°C"], f"the axes are called {chart.axis_titles}"
    assert chart.legend, "nothing says which line is which"
    minutes = list(range(0, 61, 5))
    for one in chart.series:
        assert [str(label) for label in one.categories] == [str(minute) for minute in minutes], (
            f"minutes: {one.categories}"
        )
        wanted = [round(mean_at(s, one.name, minute), 1) for minute in minutes]
        assert len(one.values) == len(wanted), f"{one.name} has {len(one.values)} points"
        off = [
            (m, v, w) for m, v, w in zip(minutes, one.values, wanted, strict=True) if v is None or abs(v - w) > 0.0501
        ]
        assert not off, f"{one.name}: minute, shown, right: {off}"
    assert len(charts[0].alt) >= 30, f"alternative text of the chart: {charts[0].alt!r}"
    assert not [cup for cup in CUPS if cup.lower() not in charts[0].alt.lower()], (
        f"the alternative text lacks a cup: {charts[0].alt!r}"
    )


@check("content")
def three_figures_the_warmest_first(s: Submission) -> None:
    """After 30 minutes: each cup by its mean, in 40 points or more, from the warmest on."""
    shapes = [
        shape for shape in slide(s, 6).shapes if shape.text.strip() and not is_furniture(shape) and not is_title(shape)
    ]
    assert "30" in slide(s, 6).text, "slide 6 does not say when"
    places: list[tuple[float, float]] = []
    for cup in sorted(CUPS, key=lambda cup: -mean_at(s, cup, 30)):
        figure = f"{mean_at(s, cup, 30):.1f}"
        holding = [shape for shape in shapes if mentions(shape.text, figure)]
        assert holding, f"slide 6 lacks {figure} °C of the {cup}"
        size = max(run.size for run in holding[0].runs if figure in run.text)
        assert size >= 40, f"slide 6: {figure} is in {size:g} pt"
        others = [shape for shape in shapes if shape.id != holding[0].id]
        near = min(others, key=lambda other: distance(holding[0], other), default=None)
        told = holding[0].text if mentions(holding[0].text, *CUPS) else f"{holding[0].text} {near.text if near else ''}"
        assert mentions(told, *CUPS) == [cup], f"slide 6: by {figure} stands {told!r}, it is the {cup}"
        places.append((holding[0].box.left, holding[0].box.top))
    assert places == sorted(places) or [top for _, top in places] == sorted({top for _, top in places}), (
        "the warmest is not first"
    )


def distance(one: Any, other: Any) -> float:
    across = one.box.left + one.box.width / 2 - other.box.left - other.box.width / 2
    down = one.box.top + one.box.height / 2 - other.box.top - other.box.height / 2
    return (across**2 + down**2) ** 0.5


@check("content")
def quiz_in_a_table(s: Submission) -> None:
    """Five questions with their choices, word for word."""
    head, *rows = [[cell.strip() for cell in row] for row in the_table(s, 7).rows]
    assert head[1:] == ["Question", "A", "B", "C"], f"slide 7: head {head}"
    wanted = [[str(number), *row] for number, row in enumerate(quiz(s), start=1)]
    assert [[row[0].rstrip("."), *row[1:]] for row in rows] == wanted, f"slide 7 says {rows}"


@check("content")
def answers_only_in_the_notes(s: Submission) -> None:
    """The notes give the five letters; nothing in the table stands out."""
    notes = slide(s, 7).notes
    for number, letter in enumerate(answers(s), start=1):
        told = re.findall(rf"\b{number}\s*[.):=-]?\s*([ABC])\b", notes)
        assert told == [letter], f"answer {number} is {letter}, the notes say {told} ({notes!r})"
    for row in the_table(s, 7).cells[1:]:
        looks = {
            (run.bold, run.italic, run.underline, run.color, run.size, cell.fill)
            for cell in row[2:] for paragraph in cell.paragraphs for run in paragraph.runs if run.text.strip()
        }  # fmt: skip
        assert len(looks) == 1, f"a choice of {row[1].text!r} stands out"
    for page in s.deck(DECK).slides:
        assert not mentions(page.text, "answer", "answers", "correct", "solution"), (
            f"slide {page.index} speaks of answers"
        )


@check("content")
def notes_say_what_was_left_out(s: Submission) -> None:
    """How many readings, and why."""
    notes = slide(s, 5).notes
    assert says_number(notes, left_out(s)), f"{left_out(s)} readings were left out, the notes say {notes!r}"
    assert mentions(notes, "-127", "−127", "plug", "loose", "sensor"), f"the notes do not say why: {notes!r}"


@check("content")
def no_childs_name(s: Submission) -> None:
    """Nobody who measured is named, on slides or in notes."""
    names = {row["measured_by"] for row in s.table(DATA)}
    names |= {name.split()[0] for name in names}
    pages = s.deck(DECK).slides
    text = "\n".join(
        [s.deck(DECK).text, *(page.notes for page in pages), *(shape.alt for page in pages for shape in page.shapes)]
    )
    assert not mentions(text, *sorted(names)), f"named: {mentions(text, *sorted(names))}"


@check("rendered")
def nothing_to_object_to(s: Submission) -> None:
    """No finding in the deck, nothing blank when it is shown."""
    found = [finding.message for finding in s.deck(DECK).findings]
    assert not found, found
    assert not [view.label for view in s.rendered(DECK) if view.blank], "a slide shows nothing"


@check("effects")
def leaves_only_the_deck(s: Submission) -> None:
    """No other file was made."""
    assert not s.file_changes(), f"left behind: {s.file_changes()}"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The deck was rendered after its last change."""
    assert s.trajectory.rendered_after_last_change(DECK), "the finished deck was never looked at"


@check("answer")
def tells_answers_and_count(s: Submission) -> None:
    """The answers to 4 and 5, and the number of readings left out."""
    fourth, fifth = answers(s)[3:]
    words = quiz(s)
    for number, letter, choices in ((4, fourth, words[3]), (5, fifth, words[4])):
        told = re.search(rf"\b{number}\b[^0-9]{{0,25}}(?<![\w°]){letter}\b", s.answer)
        assert told or mentions(s.answer, choices["ABC".index(letter) + 1]), f"the answer to {choices[0]!r} is {letter}"
    assert says_number(s.answer, left_out(s)), f"{left_out(s)} readings were left out"
