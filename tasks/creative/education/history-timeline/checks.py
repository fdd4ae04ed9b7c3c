"""The line against the dated events: marks to scale, labels by their marks; then the slides that show it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    PdfWord,
    Submission,
    changed_outside,
    check,
    lacks,
    mentions,
    pdf_words,
    picture_of,
    same_picture,
    says_number,
    stray_figures,
    text_contrast,
)

SVG, PNG, DECK, LIST = "out/timeline.svg", "out/timeline.png", "out/writing-music.pptx", "lesson/events.csv"
TRUST = ["library", "museum card", "Ben's notes", "old worksheet"]
PERIODS = {
    "2000-1001 BCE": (-1999, -1000), "1000-1 BCE": (-999, 0), "1-1000 CE": (1, 1000), "1001-2000 CE": (1001, 2000),
    "2001-3000 CE": (2001, 3000),
}  # fmt: skip
TICKS = {
    "1500 BCE": -1499, "1000 BCE": -999, "500 BCE": -499, "1 CE": 1, "500 CE": 500, "1000 CE": 1000, "1500 CE": 1500,
    "2000 CE": 2000,
}  # fmt: skip
NAMESPACE = "{http://www.w3.org/2000/svg}"
POINTS = 0.75  # of a pixel of the drawing, in the PDF that is made of it


@dataclass(frozen=True)
class Event:
    name: str
    year: int
    """As astronomers count, with a year 0, so that differences are right."""
    said: tuple[str, ...]
    """Ways to write the date."""


def events(s: Submission) -> list[Event]:
    """Those with a date, each once from the most trusted source, in order."""
    best: dict[str, Any] = {}
    for row in sorted(s.table(LIST), key=lambda row: TRUST.index(row["source"])):
        if row["when"] != "unknown":
            best.setdefault(row["event"], row)
    return sorted((dated(row["event"], row["when"]) for row in best.values()), key=lambda event: event.year)


def dated(name: str, when: str) -> Event:
    before = bool(re.search(r"B\.?C", when))
    if century := re.match(r"(\d+)(st|nd|rd|th) c", when):
        middle = int(century[1]) * 100 - 50
        said = f"{century[1]}{century[2]} century"
        return Event(name, 1 - middle if before else middle, (said, f"{century[1]}{century[2]} c."))
    year = int(re.findall(r"\d+", when)[-1])
    plain = f"{year} BCE" if before else str(year)
    if re.match(r"c\.|ca\.|about", when):
        return Event(name, 1 - year if before else year, (f"c. {plain}", f"about {plain}", f"ca. {plain}"))
    return Event(name, 1 - year if before else year, (plain, f"{plain} CE") if not before else (plain,))


def span(s: Submission) -> int:
    return events(s)[-1].year - events(s)[0].year


@lru_cache(maxsize=8)
def _parsed(path: Path, _stamp: str) -> tuple[Any, bytes, list[PdfWord], tuple[float, float]]:
    """The drawing's tree, its picture, and its words as a browser sets them."""
    import tempfile

    from deskworld_artifacts import RenderError, inspect, screen_svg
    from lxml import etree

    try:
        tree = etree.fromstring(path.read_bytes())
        png = screen_svg(path.read_bytes(), width=1600, height=900, background="white").file
        made = screen_svg(path.read_bytes(), width=1600, height=900, pdf=True).file
    except (etree.XMLSyntaxError, RenderError) as error:
        raise AssertionError(f"{path.name} is no drawing that a browser shows: {error}") from error
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "timeline.pdf"
        place.write_bytes(made)
        facts: Any = inspect(place)
        return tree, png, pdf_words(place, 1), (facts.page(1).width, facts.page(1).height)


def drawing(s: Submission) -> Any:
    return _parsed(s.file(SVG), s.sha256(SVG))


def marks(s: Submission) -> dict[str, tuple[float, float]]:
    """Where the circle of each event stands, in pixels."""
    tree = drawing(s)[0]
    found: dict[str, tuple[float, float]] = {}
    for circle in tree.iter(f"{NAMESPACE}circle"):
        title = circle.find(f"{NAMESPACE}title")
        if title is None:
            continue
        name = " ".join((title.text or "").split())
        assert name not in found, f"{name!r} has two marks"
        x, y = float(circle.get("cx", 0)), float(circle.get("cy", 0))
        for up in (circle, *circle.iterancestors()):
            moved = re.match(r"\s*translate\(\s*([-\d.]+)[ ,]*([-\d.]+)?\s*\)\s*$", up.get("transform", ""))
            if moved:
                x, y = x + float(moved[1]), y + float(moved[2] or 0)
        found[name] = (x, y)
    return found


def boxes(s: Submission, phrase: str) -> list[tuple[float, float, float, float]]:
    """Where a phrase stands in the drawing, in pixels."""
    words = drawing(s)[2]
    parts = phrase.split()
    texts = [word.text for word in words]
    found = []
    for n in range(len(texts) - len(parts) + 1):
        if texts[n : n + len(parts)] == parts:
            mine = [word.box for word in words[n : n + len(parts)]]
            around = (
                min(b[0] for b in mine),
                min(b[1] for b in mine),
                max(b[2] for b in mine),
                max(b[3] for b in mine),
            )
            found.append(tuple(side / POINTS for side in around))
    return found


def scale(s: Submission) -> tuple[float, float]:
    """Pixel of the year 0 and pixels a year, as the marks of the first and the last event have them."""
    first, last, at = events(s)[0], events(s)[-1], marks(s)
    assert first.name in at and last.name in at, f"no mark for {first.name} or {last.name}"
    each = (at[last.name][0] - at[first.name][0]) / (last.year - first.year)
    return at[first.name][0] - first.year * each, each


@check("content")
def marks_are_to_scale(s: Submission) -> None:
    """Each event has one mark, on one level line, where its year is; nothing else has one."""
    at, wanted = marks(s), events(s)
    assert sorted(at) == sorted(event.name for event in wanted), f"marks: {sorted(at)}"
    levels = [y for _, y in at.values()]
    assert max(levels) - min(levels) < 0.6, f"the marks stand on several levels: {sorted(levels)}"
    zero, each = scale(s)
    assert each > 0.3, f"the line is only {each * span(s):.0f} px long"
    for event in wanted:
        off = at[event.name][0] - (zero + event.year * each)
        assert abs(off) < 0.8, f"the mark of {event.name} is {off:+.1f} px from where {event.said[0]} is"


@check("content")
def ticks_are_to_scale(s: Submission) -> None:
    """A labelled tick every 500 years."""
    zero, each = scale(s)
    level = next(iter(marks(s).values()))[1]
    for label, year in TICKS.items():
        places = [box for box in boxes(s, label) if abs((box[1] + box[3]) / 2 - level) < 70]
        wanted = zero + year * each
        near = [box for box in places if abs((box[0] + box[2]) / 2 - wanted) < 12 or box[0] - 14 < wanted < box[0] + 2]
        assert near, f"the tick {label} should stand at {wanted:.0f} px; it stands at {places}"


@check("content")
def labels_stand_by_their_marks(s: Submission) -> None:
    """Name and date of each event are together, near its mark and nearer to it than other dates."""
    at = marks(s)
    names: dict[str, tuple[float, float, float, float]] = {}
    for event in events(s):
        found = boxes(s, event.name)
        assert len(found) == 1, f"{event.name} stands {len(found)} times in the drawing"
        names[event.name] = found[0]
        x = at[event.name][0]
        assert found[0][0] - 30 <= x <= found[0][2] + 30, f"{event.name} does not stand at its mark"
    for event in events(s):
        said = [(box, way) for way in event.said for box in boxes(s, way)]
        close = [way for box, way in said if gap(box, names[event.name]) < 18]
        assert close, f"by {event.name} there is no {event.said[0]!r}"
        for box, _ in [each for each in said if gap(each[0], names[event.name]) < 18]:
            nearest = min(names, key=lambda name: gap(box, names[name]))
            assert nearest == event.name, f"{event.said[0]} stands nearer to {nearest} than to {event.name}"
    text = " ".join(word.text for word in drawing(s)[2])
    strays = stray_figures(text, *(way for event in events(s) for way in event.said), *TICKS)
    assert not strays and not mentions(text, "BC", "AD", "B.C.", "unknown"), f"other dates: {strays}"


def gap(one: Any, other: Any) -> float:
    across = max(other[0] - one[2], one[0] - other[2], 0)
    down = max(other[1] - one[3], one[1] - other[3], 0)
    return (across**2 + down**2) ** 0.5


@check("rendered")
def the_line_can_be_read(s: Submission) -> None:
    """The picture is the drawing; no text is small, faint, cut off or on another."""
    _, png, words, _ = drawing(s)
    image = s.image(PNG)
    assert (image.width, image.height) == (1600, 900), (image.width, image.height)
    assert changed_outside(s.file(PNG), png) < 0.0001, "the picture is not that of the drawing"
    small = [(word.text, word.size / POINTS) for word in words if word.size / POINTS < 15.8]
    assert not small, f"too small: {small}"
    for place, word in enumerate(words):
        box = [side / POINTS for side in word.box]
        assert box[0] >= 4 and box[1] >= 0 and box[2] <= 1596 and box[3] <= 896, f"{word.text!r} is cut off"
        for other in words[place + 1 :]:
            across = min(word.box[2], other.box[2]) - max(word.box[0], other.box[0])
            body = 0.28
            down = min(word.box[3] - body * word.size, other.box[3] - body * other.size) - max(
                word.box[1] + body * word.size, other.box[1] + body * other.size
            )
            assert across <= 0.8 or down <= 0, f"{word.text!r} lies on {other.text!r}"
    from PIL import Image

    with Image.open(s.file(PNG)) as opened:
        seen = opened.convert("RGB")
    for word in words:
        part = seen.crop(tuple(round(side / POINTS) for side in word.box))
        if len(word.text) > 1:
            assert text_contrast(_png(part), (0, 0, *part.size)) >= 4.4, f"{word.text!r} is hard to read"


@check("format")
def what_is_alike_looks_alike(s: Submission) -> None:
    """Marks have one look; ticks, stems, tick labels, names and dates one colour each."""
    tree, _, _, _ = drawing(s)
    circles = [each for each in tree.iter(f"{NAMESPACE}circle") if each.find(f"{NAMESPACE}title") is not None]
    looks = {tuple(each.get(key, "") for key in ("r", "fill", "stroke", "stroke-width", "style")) for each in circles}
    assert len(looks) == 1, f"marks look different: {sorted(looks)}"
    level = float(circles[0].get("cy", 0))
    kinds: dict[str, set[str]] = {"ticks": set(), "stems": set()}
    for line in tree.iter(f"{NAMESPACE}line"):
        x, y, to_x, to_y = (float(line.get(key, 0)) for key in ("x1", "y1", "x2", "y2"))
        if x == to_x:
            short = abs(to_y - y) < 40 and min(y, to_y) <= level <= max(y, to_y)
            kinds["ticks" if short else "stems"].add(line.get("stroke", ""))
    words = drawing(s)[2]
    for kind, phrases in (
        ("tick labels", list(TICKS)),
        ("names", [event.name for event in events(s)]),
        ("dates", [way for event in events(s) for way in event.said[:1]]),
    ):
        texts = [word.text for word in words]
        kinds[kind] = set()
        for parts in (phrase.split() for phrase in phrases):
            starts = [n for n in range(len(texts)) if texts[n : n + len(parts)] == parts]
            if len(starts) > 1:
                continue  # a tick and a date have the same words
            kinds[kind] |= {word.color for n in starts for word in words[n : n + len(parts)]}
    mixed = {kind: sorted(colors) for kind, colors in kinds.items() if len(colors) > 1}
    assert not mixed, f"several colours for {mixed}"


def _png(image: Any) -> bytes:
    from io import BytesIO

    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def is_title(shape: Any) -> bool:
    return shape.placeholder is not None and shape.placeholder.type in ("title", "ctrTitle")


@check("format")
def slides_are_made_well(s: Submission) -> None:
    """Three slides, large enough text, alt texts, nothing to complain about."""
    deck = s.deck(DECK)
    assert len(deck.slides) == 3 and not deck.findings, [finding.message for finding in deck.findings]
    for slide in deck.slides:
        for shape in slide.shapes:
            least = 27.9 if is_title(shape) else 17.9
            small = [run.text for run in shape.runs if run.text.strip() and run.size < least]
            furniture = shape.placeholder is not None and shape.placeholder.type in ("ftr", "sldNum", "dt")
            assert furniture or not small, f"slide {slide.index}: too small: {small}"
    for number, kind in ((2, "picture"), (3, "chart")):
        shapes = deck.slide(number).of_type(kind)
        assert len(shapes) == 1 and len(shapes[0].alt.split()) >= 4, f"slide {number}: one {kind} with alt text"
    (shown,), (chart,) = deck.slide(2).of_type("picture"), deck.slide(3).of_type("chart")
    assert mentions(shown.alt, "timeline", "time line", "line") and mentions(chart.alt, "events"), (
        shown.alt,
        chart.alt,
    )
    assert mentions(chart.alt, "thousand years", "millennium", "millennia", "1000 years", "1,000 years"), chart.alt
    assert abs((shown.box.left + shown.box.right) / 2 - 480) < 20, "the timeline does not stand in the middle"
    assert not chart.chart.legend, "a single series has a legend"
    assert mentions(chart.chart.series[0].name, "events"), f"the series is called {chart.chart.series[0].name!r}"
    alts = " ".join(shape.alt for number in (2, 3) for shape in deck.slide(number).shapes)
    strays = stray_figures(alts, len(events(s)), *events(s)[0].said, *events(s)[-1].said, span(s), *PERIODS, 1000)
    assert not strays, f"alt texts say {strays}"


@check("content")
def slides_say_what_they_should(s: Submission) -> None:
    """Title, the timeline with its ends, the chart of the millennia and the number of years."""
    deck, line = s.deck(DECK), events(s)
    assert deck.slide(1).title.strip() == "Writing music down", deck.slide(1).title
    under = [shape.text.strip() for shape in deck.slide(1).shapes if shape.text.strip() and not is_title(shape)]
    assert under == ["Music, Rosebud High School"], f"under the title stands {under}"
    second = deck.slide(2)
    assert mentions(second.title, "1400 BCE") and mentions(second.title, str(line[-1].year)), second.title
    strays = stray_figures(second.title, *line[0].said, "1400 BCE", *line[-1].said, len(line), span(s))
    assert not strays, f"slide 2 says {strays}"
    (picture,) = second.of_type("picture")
    assert same_picture(picture_of(s.file(DECK), 2, picture), s.file(PNG)), "slide 2 shows another picture"
    assert abs(picture.picture.distortion - 1) < 0.02 and picture.box.width >= 620, picture.box
    third = deck.slide(3)
    assert third.title.strip() == "Events per thousand years", third.title
    (shape,) = third.of_type("chart")
    chart = shape.chart
    assert chart.type == "column" and chart.data_labels and len(chart.series) == 1, chart
    named = [re.sub(r"[–—‑]", "-", " ".join(name.split())) for name in chart.categories]
    assert named == list(PERIODS), f"categories: {named}"
    counted = [sum(low <= event.year <= high for event in line) for low, high in PERIODS.values()]
    assert list(chart.series[0].values) == counted, f"the chart shows {chart.series[0].values}, not {counted}"
    below = [each for each in third.shapes if says_number(each.text, span(s), digits=4)]
    assert below and below[0].box.top >= shape.box.bottom - 12, f"no sentence under the chart tells {span(s)} years"
    assert below[0].box.width >= 420, "the sentence does not stand in one line"
    strays = stray_figures(third.text, span(s), *(way for event in (line[0], line[-1]) for way in event.said), *PERIODS,
                           *chart.categories, *counted, 1000)  # fmt: skip
    assert not strays, f"slide 3 says {strays}"


@check("tools")
def looked_last(s: Submission) -> None:
    """The slides were looked at after their last change, which came after the picture's."""
    assert s.trajectory.rendered_after_last_change(DECK), "the slides were changed after the last look at them"
    calls = list(s.trajectory)
    drawn, shown = ([n for n, call in enumerate(calls) if call.changed(path)] for path in (PNG, DECK))
    assert drawn and shown and shown[-1] > drawn[-1], "the picture was drawn anew after the slides were made"


@check("answer")
def tells_years_and_what_was_left_out(s: Submission) -> None:
    """How many years, how many events, and what is not on the line."""
    line = events(s)
    assert says_number(s.answer, span(s), digits=4), f"the answer does not tell {span(s)} years"
    words = {14: "fourteen"}.get(len(line), "")
    assert says_number(s.answer, len(line), digits=1) or mentions(s.answer, words or str(len(line))), len(line)
    assert not lacks(s.answer, "bone flute"), "what has no date is not named"
    assert mentions(s.answer, "Guido's staff", "Guido") and mentions(s.answer, "Delphic hymns", "Delphic hymn")
    assert mentions(s.answer, "date", "dated", "unknown", "undated"), "the reason is not told"
    ways = [way for event in line for way in event.said]
    rows = [row["when"] for row in s.table(LIST)]
    strays = stray_figures(s.answer, span(s), len(line), len(rows), 2, 3, *ways, *rows, SVG, PNG, DECK, "1600 x 900")
    assert not strays, f"the answer says {strays}"
