"""The pitch against the brief as it stands today and the price list: nothing missing, invented or leaked."""

import re
from datetime import datetime
from io import BytesIO
from typing import Any

from deskworld_verifiers import Submission, check, lacks, mentions, numbers, says_number

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
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


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


def public(s: Submission) -> str:
    """What may be said: the brief without its internal part, its words on wording, and what was changed since."""
    kept = [
        line
        for heading, lines in sections(s).items()
        if not heading.startswith(("Internal", "How we"))
        for line in lines
    ]
    return "\n".join(line for line in kept if not mentions(line, *OUTDATED))


def forbidden_words(s: Submission) -> list[str]:
    listed = sections(s)["How we speak"][-1]
    return [word.strip(" .") for word in listed.split(",")]


def flavours(s: Submission) -> dict[str, list[str]]:
    """The three flavours and what they taste of."""
    lines = [line for line in sections(s)["The range"] if " tastes of " in line]
    parts = [re.match(r"(.+) tastes of (.+)\. Picture", line) for line in lines]
    return {part[1]: re.split(r",\s*|\s+and\s+", part[2]) for part in parts if part}


def on_sale(s: Submission) -> datetime:
    """The day that Tide goes on sale, after the changes."""
    said = re.search(r"on sale on (\d+ \w+ \d{4})", s.text(BRIEF))
    assert said, "the brief lost its date"
    return datetime.strptime(said[1], "%d %B %Y")


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


def dates(text: str) -> set[tuple[int, str]]:
    """Days of months that a text names, whichever way round."""
    names = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
    found = re.findall(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? ({names})\b", text)
    found += [(day, month) for month, day in re.findall(rf"\b({names})\.? (\d{{1,2}})\b(?!\d)", text)]
    return {(int(day), month[:3]) for day, month in found}


def pictures(s: Submission, number: int) -> list[tuple[Any, bytes]]:
    """The pictures of a slide, left to right, with their files."""
    shapes = sorted((shape for shape in slide(s, number).shapes if shape.picture), key=lambda shape: shape.box.left)
    return [(shape, picture_file(s.file(DECK), number, shape)) for shape in shapes]


def picture_file(path: Any, number: int, shape: Any) -> bytes:
    """The bytes of a picture on a slide, in a group too."""
    from pptx import Presentation

    page: Any = Presentation(str(path)).slides[number - 1]
    for element in page.element.iter("{*}pic"):
        if element.find(".//{*}cNvPr").get("id") == str(shape.id):
            (embedded,) = element.xpath(".//a:blip/@r:embed")
            return page.part.related_part(embedded).blob
    return b""


def same_picture(blob: bytes, path: Any) -> bool:
    """Whether two pictures show the same, whatever their size, format and a little cropping."""
    from PIL import Image, ImageChops, ImageStat

    one, other = (Image.open(source).convert("RGB").resize((32, 32)) for source in (BytesIO(blob), path))
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 6


def theme(path: Any) -> bytes:
    """The colours and fonts that a deck's master brings."""
    from lxml import etree
    from pptx import Presentation

    for relation in Presentation(str(path)).slide_master.part.rels.values():
        if relation.reltype.endswith("/theme"):
            root: Any = etree.fromstring(relation.target_part.blob)
            return b"".join(
                etree.tostring(root.find(f".//{{*}}{part}"), method="c14n") for part in ("clrScheme", "fontScheme")
            )
    return b""


@check("format")
def stands_on_the_template(s: Submission) -> None:
    """Seven slides on the template's layouts, in its colours and fonts."""
    slide(s, 1)
    template = s.deck(TEMPLATE)
    strange = {page.layout for page in s.deck(DECK).slides} - set(template.layouts)
    assert not strange, f"these layouts are not the template's: {strange}"
    assert theme(s.file(DECK)) == theme(s.file(TEMPLATE)), "theme colours or fonts are not the template's"
    assert set(s.deck(DECK).fonts) <= {"Caladea", "Carlito"}, f"fonts: {s.deck(DECK).fonts}"


@check("format")
def readable_and_signed(s: Submission) -> None:
    """No text under 14 points; footer and number from slide 2 on; a title everywhere."""
    for page in s.deck(DECK).slides:
        assert page.title.strip(), f"slide {page.index} has no title"
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
            assert "Harborlight Coffee Roasters" in footers, f"slide {page.index}: footer {footers}"
            assert "sldNum" in kinds, f"slide {page.index} has no number"


@check("content")
def title_and_what_it_is(s: Submission) -> None:
    """Slide 1 says for whom and when, slide 2 what Tide is, with the glass."""
    first = said(slide(s, 1))
    assert not lacks(first, "Tide", "Fifth Street Market"), f"slide 1 says {first!r}"
    assert (12, "Mar") in dates(first) and "2026" in first, f"slide 1 lacks the date: {first!r}"
    second = said(slide(s, 2))
    assert not lacks(second, "Tide", "cold brew"), f"slide 2 does not say what Tide is: {second!r}"
    assert re.search(r"\b12[ -]?(oz|ounce)", second), "slide 2 does not say in what can"
    assert re.search(r"\b18[ -]?(hours?|h)\b", second), "slide 2 does not say how long it is steeped"
    glasses = [shape for shape, blob in pictures(s, 2) if same_picture(blob, s.file("pictures/tide-glass.jpg"))]
    assert glasses, "slide 2 lacks the glass"
    assert mentions(glasses[0].alt, "glass", "Tide", "cold brew"), f"slide 2: alternative text {glasses[0].alt!r}"


@check("content")
def four_figures(s: Submission) -> None:
    """Each figure big, its meaning right by it."""
    shapes = [shape for shape in slide(s, 3).shapes if shape.text.strip() and not is_furniture(shape)]
    for pattern, label in (
        (r"\b150 ?mg\b", "caffeine"),
        (r"\b0 ?g\b", "sugar"),
        (r"\b18 ?h", "steep"),
        (r"\b9[ -]?months?\b", "shelf life"),
    ):
        figures = [shape for shape in shapes if re.search(pattern, shape.text)]
        assert figures, f"slide 3 lacks the figure for {label}"
        figure = min(figures, key=lambda shape: len(shape.text))
        assert max(run.size for run in figure.runs) >= 28, f"slide 3: {figure.text!r} is smaller than 28 pt"
        others = [shape for shape in shapes if shape.id != figure.id]
        near = min(others, key=lambda other: distance(figure, other), default=None)
        told = f"{figure.text} {near.text if near else ''}".lower()
        assert label in told, f"slide 3: by {figure.text!r} stands {told!r}, not the {label}"


def distance(one: Any, other: Any) -> float:
    across = one.box.left + one.box.width / 2 - other.box.left - other.box.width / 2
    down = one.box.top + one.box.height / 2 - other.box.top - other.box.height / 2
    return (across**2 + down**2) ** 0.5


@check("content")
def three_flavours(s: Submission) -> None:
    """The flavours in order, each with its own picture, name and tastes in one column."""
    shown = pictures(s, 4)
    assert len(shown) == 3, f"slide 4 has {len(shown)} pictures"
    for (shape, blob), (name, tastes) in zip(shown, flavours(s).items(), strict=True):
        file = f"pictures/tide-{name.lower().replace(' ', '-')}.jpg"
        assert same_picture(blob, s.file(file)), f"slide 4: the picture of {name} is another one"
        assert name.lower() in shape.alt.lower(), f"slide 4: the alternative text {shape.alt!r} does not name {name}"
        middle = shape.box.left + shape.box.width / 2
        column = [
            other.text for other in slide(s, 4).shapes
            if other.text.strip() and other.box.left <= middle <= other.box.right and other.box.width < 400
        ]  # fmt: skip
        bold = [run.text for other in slide(s, 4).shapes for run in other.runs if run.bold]
        assert any(name in text for text in bold), f"slide 4: the name {name} is not bold"
        words = "\n".join(column)
        assert not lacks(words, name, *tastes), f"slide 4: by the picture of {name} lack {lacks(words, name, *tastes)}"


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
    wanted = (((13, "Apr"), "sample"), ((4, "May"), "sale"), ((9, "May"), "tasting"), ((30, "Jun"), "review"))
    assert len(lines) == 4, f"slide 6 has {len(lines)} lines"
    for (when, what), (day, word) in zip(lines, wanted, strict=True):
        assert day in dates(when) and "2026" in when, f"slide 6: {what!r} is dated {when!r}"
        assert word in what.lower(), f"slide 6: {when!r} says {what!r}, it is the {word}"


@check("content")
def the_offer(s: Submission) -> None:
    """Cooler and returns, the shoppers, and how to reach Noor at the end."""
    text = said(slide(s, 7))
    assert not lacks(text, "cooler", "60 days"), f"slide 7 lacks {lacks(text, 'cooler', '60 days')}"
    assert re.search(r"\b(three|3)\b", text), "slide 7 does not say what the cooler depends on"
    assert re.search(r"\b61\b.{0,20}\b80\b", text), "slide 7 does not say how many of how many would buy it again"
    shapes = [shape for shape in slide(s, 7).shapes if shape.text.strip() and not is_furniture(shape)]
    last = max(shapes, key=lambda shape: shape.box.bottom).text.strip().splitlines()[-1]
    assert "noor@harborlight.example" in last, f"slide 7 ends with {last!r}"


@check("content")
def nothing_is_invented(s: Submission) -> None:
    """Every figure and date on a slide is in the brief of today or follows from the price list."""
    known = {round(number.value, 4) for number in numbers(public(s))}
    for case, can, retail, margin in prices(s).values():
        known |= {round(case, 2), round(can, 2), round(retail, 2), float(margin), round(margin / 100, 4)}
    days = dates(public(s)) | {(12, "Mar")}
    for page in s.deck(DECK).slides:
        text = said(page)
        strange = [number for number in numbers(text) if round(number.value, 4) not in known | {2026.0}]
        assert not strange, f"slide {page.index}: {strange} are in neither the brief nor the prices"
        assert not dates(text) - days, f"slide {page.index}: the brief knows no {dates(text) - days}"


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
    """Each slide's notes give the line that it rests on."""
    for number, headings in RESTS_ON.items():
        lines = [line for heading in headings for line in sections(s)[heading] if len(line) >= 15]
        quoted = [line for line in lines if " ".join(line.split()) in " ".join(slide(s, number).notes.split())]
        assert quoted, f"slide {number}: the notes quote no line of {headings}: {slide(s, number).notes!r}"
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


@check("effects")
def leaves_nothing_else(s: Submission) -> None:
    """No other file was made outside of a folder for workings."""
    strays = [
        change.path
        for change in s.file_changes()
        if change.what == "made" and change.path.startswith(("out/", "brief/", "data/"))
    ]
    assert not strays, f"left behind: {strays}"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The deck was rendered after its last change."""
    assert s.trajectory.rendered_after_last_change(DECK), "the finished deck was never looked at"


@check("answer")
def tells_date_and_margins(s: Submission) -> None:
    """When it goes on sale, and each flavour's margin."""
    day = on_sale(s)
    assert (day.day, f"{day:%b}") in dates(s.answer), f"it goes on sale on {day:%d %B}"
    for name, (*_, margin) in prices(s).items():
        assert name in s.answer, f"{name} is not in the answer"
        assert says_number(s.answer, margin) or says_number(s.answer, margin / 100), (
            f"the margin of {name} is {margin}%"
        )
