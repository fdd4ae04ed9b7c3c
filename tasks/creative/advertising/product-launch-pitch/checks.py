"""The pitch against the brief as it stands today and the price list: nothing missing, invented or leaked."""

import re
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    days_in,
    fold,
    lacks,
    mentions,
    nearest,
    numbers,
    picture_of,
    same_picture,
    says_day,
    says_number,
    stray_figures,
    theme_of,
)

DECK, TEMPLATE = "out/tide-pitch.pptx", "brand/pitch-template.pptx"
BRIEF, PRICES = "brief/tide-brief.md", "data/price-list.csv"
OUTDATED = ("30 March", "15 April", "18 April", "6 months", "64 of 80")
INTERNAL = ("Bridgeport", "Driftwood", "$1.38", "46 %", "46%", "9,000")
RESTS_ON = {
    2: ("What it is",),
    3: ("The facts", "Changes since"),
    4: ("The range",),
    6: ("The launch", "Changes since"),
    7: ("What we offer a store", "What shoppers said", "Changes since"),
}
MORE = {1: ("What it is",), 2: ("The facts",), 3: ("What it is",), 4: ("What it is", "The facts"), 7: ("The range",)}
"""Parts of the brief whose figures may stand on a slide besides those it rests on."""
PITCH = date(2026, 3, 12)
TITLES = {
    1: "Tide: cold brew in a can", 2: "What Tide is", 3: "Four figures to remember", 4: "Three flavours",
    6: "The launch", 7: "What we offer",
}  # fmt: skip
NAMES = (
    "Fifth Street Market",
    "Darnell Brooks",
    "Noor Haddad",
    "Harborlight Coffee Roasters",
    "Vanilla Oat",
    "Orange Peel",
)
PARTS_OF_NAMES = r"\b(Fifth|Street|Market|Brooks|Haddad|Roasters|Oat|Peel)\b"
FOOTER = "Harborlight Coffee Roasters"


def sections(s: Submission) -> dict[str, list[str]]:
    """The brief's lines by heading, without the dashes of lists."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in s.text(BRIEF).splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif line.strip():
            found.setdefault(heading, []).append(line.removeprefix("- ").strip())
    return found


def figures_of(s: Submission, *headings: str) -> list[float | date]:
    """Figures and days of some parts of the brief as it stands today."""
    lines = [line for heading in headings for line in sections(s)[heading] if not mentions(line, *OUTDATED)]
    text = "\n".join(lines)
    dated = [date(y or PITCH.year, m, d) for said in days_in(text) for y, m, d in said.choices if m]
    return [*(number.value for number in numbers(text)), *dated]


def forbidden_words(s: Submission) -> list[str]:
    listed = sections(s)["How we speak"][-1]
    return [word.strip(" .") for word in listed.split(",")]


def flavours(s: Submission) -> dict[str, list[str]]:
    """The three flavours and what they taste of."""
    lines = [line for line in sections(s)["The range"] if " tastes of " in line]
    parts = [re.match(r"(.+) tastes of (.+)\. Picture", line) for line in lines]
    return {part[1]: re.split(r",\s*|\s+and\s+", part[2]) for part in parts if part}


def on_sale(s: Submission) -> date:
    """The day that Tide goes on sale, after the changes."""
    said = re.search(r"on sale on (\d+ \w+ \d{4})", s.text(BRIEF))
    assert said, "the brief lost its date"
    return datetime.strptime(said[1], "%d %B %Y").date()


def prices(s: Submission) -> dict[str, tuple[float, float, float, int]]:
    """Case, can, retail and the store's margin in percent, by flavour, on the day that Tide goes on sale."""
    found: dict[str, tuple[float, float, float, int]] = {}
    for row in sorted(s.table(PRICES), key=lambda row: row["valid_from"]):
        if row["valid_from"] <= f"{on_sale(s):%Y-%m-%d}":
            case, retail = float(row["wholesale_case_usd"]), float(row["suggested_retail_can_usd"])
            can = case / int(row["cans_per_case"])
            found[row["product"]] = (case, can, retail, round(100 * (retail - can) / retail))
    return found


def slide(s: Submission, number: int) -> Any:
    deck = s.deck(DECK)
    assert len(deck.slides) == 7, f"seven slides were asked for, the deck has {len(deck.slides)}"
    return deck.slides[number - 1]


def is_furniture(shape: Any) -> bool:
    return shape.placeholder is not None and shape.placeholder.type in ("ftr", "sldNum", "dt")


def said(page: Any) -> str:
    """All that a slide says, without footer and number."""
    return "\n".join(shape.text for shape in page.shapes if shape.text.strip() and not is_furniture(shape))


def everything(s: Submission) -> str:
    """All words of the deck that somebody may hear or read, notes and alternative texts too."""
    pages = s.deck(DECK).slides
    alts = [shape.alt for page in pages for shape in page.shapes]
    return "\n".join([*(said(page) for page in pages), *(page.notes for page in pages), *alts])


def pictures(s: Submission, number: int) -> list[tuple[Any, bytes]]:
    """The pictures of a slide, left to right, with their files."""
    shapes = sorted((shape for shape in slide(s, number).shapes if shape.picture), key=lambda shape: shape.box.left)
    return [(shape, picture_of(s.file(DECK), number, shape)) for shape in shapes]


@check("format")
def stands_on_the_template(s: Submission) -> None:
    """Seven slides on the template's layouts, in its colours and fonts."""
    slide(s, 1)
    template = s.deck(TEMPLATE)
    strange = {page.layout for page in s.deck(DECK).slides} - set(template.layouts)
    assert not strange, f"these layouts are not the template's: {strange}"
    assert theme_of(s.file(DECK)) == theme_of(s.file(TEMPLATE)), "theme colours or fonts are not the template's"
    assert set(s.deck(DECK).fonts) <= {"Caladea", "Carlito"}, f"fonts: {s.deck(DECK).fonts}"


@check("format")
def readable_and_signed(s: Submission) -> None:
    """No text under 14 points, footer and number from slide 2 on, titles as asked, nothing beyond the margins."""
    for page in [slide(s, number) for number in range(1, 8)]:
        title = page.title.strip()
        if page.index == 5:
            assert title.startswith("Prices from ") and says_day(title, on_sale(s)), f"slide 5 is called {title!r}"
        else:
            assert title == TITLES[page.index], f"slide {page.index} is called {title!r}"
        layout = {"tables": page.of_type("table"), "pictures": [shape for shape in page.shapes if shape.picture]}
        beyond = [
            shape.name for shape in page.shapes if shape.box.left < 47
            or (shape.box.right > 913 and not shape.placeholder and shape not in layout["pictures"])
        ]  # fmt: skip
        assert not beyond, f"slide {page.index}: beyond the margins: {beyond}"
        assert all(shape.box.width > 500 for shape in layout["tables"]), f"slide {page.index}: the table is squeezed"
        small = [
            run.text
            for shape in page.shapes
            if not is_furniture(shape)
            for run in shape.runs
            if run.text.strip() and run.size < 13.9
        ]
        assert not small, f"slide {page.index}: smaller than 14 pt: {small}"
        if page.index > 1:
            kinds = {shape.placeholder.type for shape in page.shapes if shape.placeholder and shape.text.strip()}
            footers = [shape.text for shape in page.shapes if is_furniture(shape)]
            assert FOOTER in footers, f"slide {page.index}: footer {footers}"
            assert "sldNum" in kinds, f"slide {page.index} has no number"


@check("content")
def title_and_what_it_is(s: Submission) -> None:
    """Slide 1 says for whom and when, slide 2 what Tide is, with the glass."""
    first = said(slide(s, 1))
    assert not lacks(first, "Tide", "Fifth Street Market"), f"slide 1 says {first!r}"
    assert says_day(first, PITCH) and "2026" in first, f"slide 1 lacks the date: {first!r}"
    second = said(slide(s, 2))
    assert not lacks(second, "Tide", "cold brew"), f"slide 2 does not say what Tide is: {second!r}"
    assert re.search(r"\b12[ -]?(oz|ounce)", second), "slide 2 does not say in what can"
    assert re.search(r"\b18[ -]?(hours?|h)\b", second), "slide 2 does not say how long it is steeped"
    shown = pictures(s, 2)
    assert len(shown) == 1 and same_picture(shown[0][1], s.file("pictures/tide-glass.jpg")), "slide 2 lacks the glass"
    assert not lacks(shown[0][0].alt, "glass", "Tide"), f"slide 2: alternative text {shown[0][0].alt!r}"


@check("content")
def four_figures(s: Submission) -> None:
    """Each figure big, its meaning right by it."""
    shapes = [shape for shape in slide(s, 3).shapes if shape.text.strip() and not is_furniture(shape)]
    for pattern, words in (
        (r"\b150 ?mg\b", ("caffeine", "can")),
        (r"\b0 ?g\b", ("sugar", "original")),
        (r"\b18\b", ("hour", "steep")),
        (r"\b9[ -]?months?\b", ("shelf life",)),
    ):
        figures = [shape for shape in shapes if re.search(pattern, shape.text)]
        assert figures, f"slide 3 lacks the figure for {words}"
        figure = min(figures, key=lambda shape: len(shape.text))
        assert max(run.size for run in figure.runs) >= 28, f"slide 3: {figure.text!r} is smaller than 28 pt"
        near = nearest(figure, shapes)
        told = f"{figure.text} {near.text if near else ''}".lower()
        assert all(word in told for word in words), f"slide 3: by {figure.text!r} stands {told!r}, not the {words}"


@check("content")
def three_flavours(s: Submission) -> None:
    """The flavours in order and in line, each with its own picture, name and tastes in one column."""
    shown = pictures(s, 4)
    assert len(shown) == 3, f"slide 4 has {len(shown)} pictures"
    named: list[Any] = []
    looks: set[tuple[Any, ...]] = set()
    for (shape, blob), (name, tastes) in zip(shown, flavours(s).items(), strict=True):
        file = f"pictures/tide-{name.lower().replace(' ', '-')}.jpg"
        assert same_picture(blob, s.file(file)), f"slide 4: the picture of {name} is another one"
        assert not lacks(shape.alt, name, "Tide"), (
            f"slide 4: the alternative text {shape.alt!r} does not name Tide {name}"
        )
        middle = shape.box.left + shape.box.width / 2
        column = [
            other for other in slide(s, 4).shapes
            if other.text.strip() and other.box.left <= middle <= other.box.right and other.box.width < 400
        ]  # fmt: skip
        words = "\n".join(other.text for other in column)
        lost = [*lacks(words, name), *lacks(words.replace(name, ""), *tastes)]
        assert not lost, f"slide 4: by the picture of {name} lack {lost}"
        for other in column:
            looks |= {(run.size, run.bold, run.color) for run in other.runs if run.text.strip() == name}
            named += [other.box] if name in [paragraph.text.strip() for paragraph in other.paragraphs] else []
    assert len(looks) == 1 and next(iter(looks))[1], f"slide 4: names are not bold, or not alike: {sorted(looks)}"
    for boxes in (named, [shape.box for shape, _ in shown]):
        gaps = [right.left - left.left for left, right in pairwise(boxes)]
        tops, widths = ([getattr(box, side) for box in boxes] for side in ("top", "width"))
        even = all(max(sizes) - min(sizes) < 4 for sizes in (gaps, tops, widths))
        assert len(boxes) == 3 and even, f"slide 4: the three are not in line: {boxes}"


@check("content")
def price_table(s: Submission) -> None:
    """Prices of the day of sale, and what is worked out from them."""
    tables = slide(s, 5).of_type("table")
    assert len(tables) == 1, f"slide 5 has {len(tables)} tables"
    head, *lines = [[cell.strip() for cell in row] for row in tables[0].table.rows]
    assert head == ["Flavour", "Case of 12", "Per can", "Suggested retail", "Your margin"], f"slide 5: head {head}"
    wanted = []
    for name in flavours(s):
        case, can, retail, margin = prices(s)[name]
        wanted.append([name, f"${case:.2f}", f"${can:.2f}", f"${retail:.2f}", f"{margin}%"])
    assert [[cell.replace(" %", "%") for cell in line] for line in lines] == wanted, (
        f"slide 5 says {lines}, it is {wanted}"
    )


@check("content")
def launch_table(s: Submission) -> None:
    """Four dates as they stand after the changes."""
    tables = slide(s, 6).of_type("table")
    assert len(tables) == 1, f"slide 6 has {len(tables)} tables"
    head, *lines = tables[0].table.rows
    assert [cell.strip() for cell in head] == ["When", "What"], f"slide 6: head {head}"
    assert len(lines) == 4, f"slide 6 has {len(lines)} lines"
    for (when, what), (day, words) in zip(lines, launch(s), strict=True):
        assert [said.text for said in days_in(when) if said.is_right(day)] == [when.strip()] and "2026" in when, (
            f"slide 6: {what!r} is dated {when!r}, it is {day:%d %B %Y}"
        )
        assert fold(what).rstrip(".") == fold(words), f"slide 6: at {when!r} stands {what!r}, the brief says {words!r}"


def launch(s: Submission) -> list[tuple[date, str]]:
    """The four days of the launch as they stand after the changes, and what the brief calls them."""
    named = [line.rstrip(".").split(": ", 1)[1] for line in sections(s)["The launch"]]
    changes = [line for line in sections(s)["Changes since"] if line.startswith("New: ")]
    moved = [next(line for line in changes if word in line) for word in ("sample", "goes on sale", "tasting")]
    lines = [*moved, sections(s)["The launch"][-1]]
    return [(date(*days_in(line)[0].choices[0]), words) for line, words in zip(lines, named, strict=True)]  # pyright: ignore


@check("content")
def the_offer(s: Submission) -> None:
    """Cooler and returns, the shoppers, and how to reach Noor at the end."""
    text = said(slide(s, 7))
    wanted = ("free cooler", "all three flavours", "first order", "60 days", "buy")
    assert not lacks(text, *wanted), f"slide 7 lacks {lacks(text, *wanted)}"
    assert re.search(r"\b61\b.{0,20}\b80\b", text), "slide 7 does not say how many of how many would buy it again"
    shapes = [shape for shape in slide(s, 7).shapes if shape.text.strip() and not is_furniture(shape)]
    last = max(shapes, key=lambda shape: shape.box.bottom).text.strip().splitlines()[-1]
    assert re.findall(r"\S+@\S+\w", text) == ["noor@harborlight.example"] and "@" in last, f"slide 7 ends with {last!r}"


def allowed(s: Submission, number: int) -> list[float | date | str]:
    """The figures and days that a slide may say: of its parts of the brief, of the price list, of the pitch itself."""
    known: list[float | date | str] = [*figures_of(s, *RESTS_ON.get(number, ()), *MORE.get(number, ())), 3, 12]
    if number == 1:
        known += [PITCH]
    if number == 5:
        known += [on_sale(s), PRICES, *(figure for line in prices(s).values() for figure in line[:3])]
        known += [line[3] for line in prices(s).values()]
    return known


@check("content")
def nothing_is_invented(s: Submission) -> None:
    """Figures and dates of a slide, its notes and alternative texts are in its part of the brief or the price list."""
    for page in s.deck(DECK).slides:
        text = "\n".join([said(page), page.notes, *(shape.alt for shape in page.shapes if not shape.table)])
        strange = stray_figures(text, *allowed(s, page.index), digits=6)
        assert not strange, f"slide {page.index}: {strange} are in neither its part of the brief nor the prices"


@check("content")
def names_are_whole(s: Submission) -> None:
    """The names of the market, the house, the flavours and people are written as they are."""
    for page in s.deck(DECK).slides:
        text = "\n".join([said(page), *(shape.alt for shape in page.shapes)])
        for name in NAMES:
            text = text.replace(name, " ")
        assert not re.findall(PARTS_OF_NAMES, text), (
            f"slide {page.index}: {re.findall(PARTS_OF_NAMES, text)} is no whole name"
        )


@check("content")
def nothing_outdated_or_internal(s: Submission) -> None:
    """What was changed is gone, what is internal stays in, notes and alternative texts too."""
    text = everything(s)
    assert not mentions(text, *OUTDATED), f"outdated: {mentions(text, *OUTDATED)}"
    leaked = [word for word in INTERNAL if word in text]
    assert not leaked, f"internal: {leaked}"


@check("content")
def speaks_as_we_speak(s: Submission) -> None:
    """None of the words that the brief rules out, and no exclamation mark."""
    text = everything(s)
    assert not mentions(text, *forbidden_words(s)), f"ruled out: {mentions(text, *forbidden_words(s))}"
    assert "!" not in text, "there is an exclamation mark"


@check("content")
def notes_quote_the_brief(s: Submission) -> None:
    """The notes are lines of the brief that the slide rests on, word for word."""
    for number, headings in RESTS_ON.items():
        lines = [" ".join(line.split()) for heading in headings for line in sections(s)[heading]]
        told = [" ".join(line.strip(" -–•").split()) for line in slide(s, number).notes.splitlines()]
        quoted = [line for line in told if line and not line.endswith(":")]
        assert quoted, f"slide {number}: the notes quote no line of {headings}: {slide(s, number).notes!r}"
        other = [line for line in quoted if line not in lines]
        assert not other, f"slide {number}: not a line of {headings}, word for word: {other}"
    assert PRICES in slide(s, 5).notes, f"slide 5: the notes do not name {PRICES}"


@check("rendered")
def nothing_to_object_to(s: Submission) -> None:
    """No finding in the deck, nothing blank when it is shown, pictures large enough to see."""
    found = [finding.message for finding in s.deck(DECK).findings]
    assert not found, found
    assert not [view.label for view in s.rendered(DECK) if view.blank], "a slide shows nothing"
    small = [
        shape.name
        for number in (2, 4)
        for shape, _ in pictures(s, number)
        if min(shape.box.width, shape.box.height) < 100
    ]
    assert not small, f"too small to see: {small}"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The deck was rendered after its last change."""
    assert s.trajectory.rendered_after_last_change(DECK), "the finished deck was never looked at"


@check("answer")
def tells_date_and_margins(s: Submission) -> None:
    """When it goes on sale, each flavour's margin by its name, and no figure that is not so."""
    assert says_day(s.answer, on_sale(s)), f"it goes on sale on {on_sale(s):%d %B}"
    places = {name: s.answer.find(name) for name in prices(s)}
    for name, (*_, margin) in prices(s).items():
        assert places[name] >= 0, f"{name} is not in the answer"
        end = min((place for place in places.values() if place > places[name]), default=len(s.answer))
        told = s.answer[places[name] : end]
        assert says_number(told, margin) or says_number(told, margin / 100), (
            f"the margin of {name} is {margin}%: {told!r}"
        )
    strange = stray_figures(s.answer, *allowed(s, 5), *allowed(s, 6), PITCH, 7)
    assert not strange, f"the answer says {strange}, which is not so"
