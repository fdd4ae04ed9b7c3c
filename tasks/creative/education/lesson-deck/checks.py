"""The slides against the teacher's notes, word for word, and against means taken here from the class's readings."""

import re
from statistics import mean
from typing import Any

from deskworld_verifiers import Submission, chart_look, check, mentions, nearest, says_number, stray_figures

DECK, NOTES, DATA = "out/cocoa.pptx", "lesson/lesson-notes.md", "data/cooling.csv"
CUPS = ["Ceramic mug", "Paper cup", "Steel flask"]
TITLES = {
    2: "What we want to be able to do", 3: "Words of the day", 4: "What we did", 5: "How the cocoa cooled",
    6: "After 30 minutes", 7: "Quiz",
}  # fmt: skip


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


def measured(s: Submission) -> list[int]:
    """How many readings there are of which kind; figures that somebody may tell who tells of those left out."""
    rows = s.table(DATA)
    kinds = [row["temperature"] for row in rows]
    lost, none, fahrenheit = kinds.count("-127.0"), kinds.count(""), sum(row["unit"] == "F" for row in rows)
    return [left_out(s), len(rows), len(rows) - left_out(s), lost, none, fahrenheit, -127]


def mean_at(s: Submission, cup: str, minute: int) -> float:
    """The mean of the readings that are there, in Celsius."""
    values: list[float] = []
    for row in s.table(DATA):
        if row["cup"] == cup and int(row["minute"]) == minute and row["temperature"] not in ("", "-127.0"):
            value = float(row["temperature"])
            values.append((value - 32) * 5 / 9 if row["unit"] == "F" else value)
    return mean(values)


def answers(s: Submission) -> list[str]:
    """The five letters of the quiz: three from the notes, two from the data."""
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
    """Not plain white, within the margins, 18 points or more, titles 28, objectives and steps 24."""
    for number in (2, 4):
        runs = [run for paragraph in points(slide(s, number)) for run in paragraph.runs if run.text.strip()]
        assert min((run.size for run in runs), default=0) >= 23.9, f"slide {number}: text is smaller than 24 pt"
    for page in s.deck(DECK).slides:
        assert page.background != "#FFFFFF", f"slide {page.index} is plain white"
        left = min((shape.box.left for shape in page.shapes if is_title(shape)), default=0)
        beyond = [shape.name for shape in page.shapes if shape.box.left < left - 1 or shape.box.right > 961 - left]
        assert page.index in (1, 8) or not beyond, f"slide {page.index}: beyond the margins of the title: {beyond}"
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
    for number, heading in TITLES.items():
        assert slide(s, number).title.strip() == heading, f"slide {number} is called {slide(s, number).title!r}"
    for number in (2, 4):
        said = [re.sub(r"^\d+[.)]\s*", "", paragraph.text.strip()) for paragraph in points(slide(s, number))]
        assert said == listed(s, TITLES[number]), f"slide {number} says {said}"
    asked = " ".join(part(s, "At the end"))
    assert asked in " ".join(slide(s, 8).text.split()), f"slide 8 does not ask {asked!r}"


@check("format")
def steps_are_numbered(s: Submission) -> None:
    """Real numbers before the steps, or typed ones in order."""
    for number, paragraph in enumerate(points(slide(s, 4)), start=1):
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
    """One line a cup, every five minutes, both axes named, large enough for the last row."""
    charts = slide(s, 5).of_type("chart")
    assert len(charts) == 1, f"slide 5 has {len(charts)} charts"
    chart = charts[0].chart
    assert chart.type == "line", f"slide 5 has a {chart.type} chart"
    assert [one.name for one in chart.series] == CUPS, f"the lines are {[one.name for one in chart.series]}"
    assert sorted(chart.axis_titles) == ["Minutes", "°C"], f"the axes are called {chart.axis_titles}"
    assert not chart.data_labels, "numbers stand at the points"
    look, box = chart_look(s.file(DECK), 5, charts[0]), charts[0].box
    assert look.legend == "top", f"the legend is not above the lines: {look.legend or 'there is none'}"
    small = [size for size in look.sizes if not 18 <= size <= 32]
    assert not small, f"slide 5: text of the chart has {small} pt"
    assert box.width >= 0.75 * 960 and box.height >= 0.5 * 540, f"the chart does not fill the slide: {box}"
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
    boxes: list[Any] = []
    looks: set[tuple[Any, ...]] = set()
    for cup in sorted(CUPS, key=lambda cup: -mean_at(s, cup, 30)):
        figure = f"{mean_at(s, cup, 30):.1f}"
        holding = [shape for shape in shapes if mentions(shape.text, figure)]
        assert len(holding) == 1, f"slide 6 says {figure} °C of the {cup} {len(holding)} times"
        (run,) = [run for run in holding[0].runs if figure in run.text][:1] or [holding[0].runs[0]]
        assert run.size >= 40 and run.bold, f"slide 6: {figure} is in {run.size:g} pt, bold {run.bold}"
        near = nearest(holding[0], shapes)
        told = holding[0].text if mentions(holding[0].text, *CUPS) else f"{holding[0].text} {near.text if near else ''}"
        assert mentions(told, *CUPS) == [cup], f"slide 6: by {figure} stands {told!r}, it is the {cup}"
        assert mentions(slide(s, 6).text, cup) and "°C" in told, f"slide 6: {told!r} does not say °C"
        boxes.append(holding[0].box)
        looks.add((run.size, run.color, holding[0].fill, holding[0].geometry))
    assert len(looks) == 1, f"slide 6: the three do not look alike: {sorted(looks)}"
    sizes = [max(getattr(box, side) for box in boxes) - min(getattr(box, side) for box in boxes) for side in SIDES]
    assert max(sizes[:2]) < 3 and min(sizes[2:]) < 3, (
        f"slide 6: the three are of different size or not in line: {boxes}"
    )
    places = [(box.left, box.top) for box in boxes]
    assert places == sorted(places), "the warmest is not first"


SIDES = ("width", "height", "left", "top")


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
    strange = stray_figures(notes, *measured(s), 0, 1, 3, 5, 30, 32, 60, "5/9", "9/5", 1.8)
    assert not strange, f"the notes of slide 5 say {strange}, which is not so"


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


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The deck was rendered after its last change."""
    assert s.trajectory.rendered_after_last_change(DECK), "the finished deck was never looked at"


@check("answer")
def tells_answers_and_count(s: Submission) -> None:
    """The answers to 4 and 5, the number of readings left out, and no figure that is not so."""
    fourth, fifth = answers(s)[3:]
    words = quiz(s)
    for number, letter, choices in ((4, fourth, words[3]), (5, fifth, words[4])):
        told = re.search(rf"\b{number}\b[^0-9]{{0,25}}(?<![\w°]){letter}\b", s.answer)
        assert told or mentions(s.answer, choices["ABC".index(letter) + 1]), f"the answer to {choices[0]!r} is {letter}"
    assert says_number(s.answer, left_out(s)), f"{left_out(s)} readings were left out"
    means = [round(mean_at(s, cup, minute), 1) for cup in CUPS for minute in (0, 30)]
    lost = round(mean_at(s, "Ceramic mug", 0) - mean_at(s, "Ceramic mug", 30), 1)
    strange = stray_figures(s.answer, *measured(s), *means, lost, *words[3], *words[4], 0, 4, 5, 30)
    assert not strange, f"the answer says {strange}, which is not so"
