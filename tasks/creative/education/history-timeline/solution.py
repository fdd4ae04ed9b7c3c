"""Sort out the dates, draw the line to scale, put it and a chart of the millennia on three slides, look at them."""

import csv
import html
import io
import re
from dataclasses import dataclass

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

SVG, PNG, DECK = "out/timeline.svg", "out/timeline.png", "out/writing-music.pptx"
TRUST = ["library", "museum card", "Ben's notes", "old worksheet"]
PERIODS = {
    "2000–1001 BCE": (-1999, -1000), "1000–1 BCE": (-999, 0), "1–1000 CE": (1, 1000), "1001–2000 CE": (1001, 2000),
    "2001–3000 CE": (2001, 3000),
}  # fmt: skip
LEFT, SCALE, LEVEL = 170, 0.385, 785


@dataclass
class Event:
    name: str
    year: int  # as astronomers count: 0 is 1 BCE
    said: str


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="lesson/how-we-date.md")
    text = (await desk.call("read_text_file", path="lesson/events.csv"))["text"]
    events = dated(list(csv.DictReader(io.StringIO(text))))
    first, last = events[0], events[-1]
    years = last.year - first.year

    await desk.call("write_text_file", path=SVG, text=drawn(events))
    await desk.call("render_svg", path=PNG, source=SVG, width=1600, height=900)

    await desk.call(
        "create_deck",
        path=DECK,
        title="Writing music down",
        subtitle="Music, Rosebud High School",
    )
    await desk.call(
        "add_slide", path=DECK, layout="Title Only", title="From 1400 BCE to 2004: fourteen steps on one line"
    )
    await desk.call(
        "add_slide_picture",
        path=DECK,
        slide=2,
        picture=PNG,
        left=152,
        top=124,
        width=656,
        alt_text="Timeline to scale of fourteen events, from the hymn of Ugarit to MusicXML",
    )
    await desk.call("add_slide", path=DECK, layout="Title Only", title="Events per thousand years")
    await desk.call(
        "add_slide_chart",
        path=DECK,
        slide=3,
        type="column",
        categories=list(PERIODS),
        series=[{"name": "Events", "values": counts(events)}],
        left=60,
        top=130,
        width=840,
        height=300,
    )
    await desk.call("format_slide_chart", path=DECK, slide=3, labels=True, legend="none")
    await desk.call(
        "set_alt_text", path=DECK, slide=3, shape="Chart 3", text="Columns: the number of events in each thousand years"
    )
    await desk.call(
        "add_textbox",
        path=DECK,
        slide=3,
        text=f"All of this took {years:,} years, from {first.said} to {last.said}.",
        size=22,
    )
    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)
    return (
        f"All of it took {years:,} years, from {first.said} to {last.said}; {len(events)} events are on the line. I left "
        "out the bone flute songs, since nobody knows their date, and the old worksheet's second rows for Guido's staff "
        "and for the Delphic hymns."
    )


def dated(rows: list[dict[str, str]]) -> list[Event]:
    """The events in order, each once, from the source that is trusted most."""
    best: dict[str, dict[str, str]] = {}
    for row in sorted(rows, key=lambda row: TRUST.index(row["source"])):
        if row["when"] != "unknown":
            best.setdefault(row["event"], row)
    return sorted((event_of(row) for row in best.values()), key=lambda event: event.year)


def event_of(row: dict[str, str]) -> Event:
    when = row["when"]
    about = "c. " if re.match(r"c\.|ca\.|about", when) else ""
    before = bool(re.search(r"B\.?C", when))
    if century := re.match(r"(\d+)(?:st|nd|rd|th) c", when):
        middle = int(century[1]) * 100 - 50
        return Event(row["event"], 1 - middle if before else middle, f"{century[0][:-2]} century")
    year = int(re.findall(r"\d+", when)[-1])
    return Event(row["event"], 1 - year if before else year, f"{about}{year}{' BCE' if before else ''}")


def counts(events: list[Event]) -> list[int]:
    return [sum(low <= event.year <= high for event in events) for low, high in PERIODS.values()]


def across(year: float) -> float:
    return round(LEFT + (year + 1499) * SCALE, 2)


def drawn(events: list[Event]) -> str:
    """The line to scale. Labels stand left of their stems; a later one stands higher where it would reach an earlier stem."""
    parts = [
        f'<line x1="{across(-1499)}" y1="{LEVEL}" x2="{across(2080)}" y2="{LEVEL}" stroke="#5B4636" stroke-width="4"/>'
    ]
    for year in range(-1500, 2001, 500):
        at = across(1 if year == 0 else year + 1 if year < 0 else year)
        label = "1 CE" if year == 0 else f"{-year} BCE" if year < 0 else f"{year} CE"
        parts.append(f'<line x1="{at}" y1="{LEVEL - 9}" x2="{at}" y2="{LEVEL + 9}" stroke="#5B4636" stroke-width="3"/>')
        parts.append(
            f'<text x="{at}" y="{LEVEL + 38}" text-anchor="middle" font-size="20" fill="#5B4636">{label}</text>'
        )
    placed: list[tuple[float, int]] = []
    for event in events:
        at = across(event.year)
        wide = 11 * max(len(event.name), len(event.said)) + 14
        level = 1 + max((before for x, before in placed if at - x < wide), default=-1)
        placed.append((at, level))
        top = LEVEL - 96 - 124 * level
        parts += [
            f'<line x1="{at}" y1="{LEVEL}" x2="{at}" y2="{top - 18}" stroke="#C77B30" stroke-width="2"/>',
            f'<text x="{at - 8}" y="{top}" text-anchor="end" font-size="21" font-weight="bold">{html.escape(event.name)}'
            "</text>",
            f'<text x="{at - 8}" y="{top + 25}" text-anchor="end" font-size="20" fill="#6A5442">{event.said}</text>',
            f'<circle cx="{at}" cy="{LEVEL}" r="8" fill="#B8432F" stroke="white" stroke-width="2">'
            f"<title>{html.escape(event.name)}</title></circle>",
        ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900" '
        'font-family="Carlito" fill="#2E241C"><rect width="1600" height="900" fill="#FFFFFF"/>'
        + "".join(parts)
        + "</svg>\n"
    )
