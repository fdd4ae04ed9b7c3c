"""The deck against the raw export: clean it here as the policy says, add up, and look for what must be there."""

import csv
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from io import BytesIO
from typing import Any

from deskworld_verifiers import (
    Submission,
    chart_look,
    check,
    lacks,
    mentions,
    nearest,
    picture_of,
    same_picture,
    says_day,
    says_number,
    stray_figures,
    theme_of,
)

DECK, TEMPLATE = "out/campaign-results.pptx", "brand/campaign-template.pptx"
SPEND, CREATIVES = "data/ad_spend.csv", "data/creatives.csv"
CLIENT = "Lantern Books and Coffee"
START, END = date(2025, 12, 1), date(2026, 3, 1)
TRIAL = 2500
SLOT = (520, 48, 400, 444)  # of the layout Creative Spotlight: left, top, width, height
CHANNELS = {"Paid social": (0xC4, 0x57, 0x2B), "Search": (0x1F, 0x5C, 0x6B), "Local display": (0xD9, 0xA4, 0x41)}


@dataclass(frozen=True)
class Row:
    """A line of the export that counts."""

    day: date
    channel: str
    creative: str
    spend: float
    orders: int
    revenue: float


@dataclass(frozen=True)
class Sums:
    """What some rows come to, and how the house rules have it written."""

    spend: float
    orders: int
    revenue: float

    @property
    def cost(self) -> float:
        return self.spend / self.orders

    @property
    def written(self) -> dict[str, str]:
        return {
            "spend": money(self.spend),
            "orders": f"{self.orders:,}",
            "cost per order": money(self.cost),
            "return": money(self.revenue / self.spend),
        }


def money(value: float) -> str:
    return f"${value:,.0f}" if value >= 1000 else f"${value:,.2f}"


def day(text: str) -> date:
    form = "%m/%d/%Y" if "/" in text else "%Y-%m-%d" if "-" in text else "%d %b %Y"
    return datetime.strptime(text, form).date()


def counted(s: Submission) -> list[Row]:
    return clean(s.text(SPEND))


@lru_cache(maxsize=2)
def clean(export: str) -> list[Row]:
    """The rows that count: the latest of each id, in the campaign, no tests."""
    latest: dict[str, dict[str, str]] = {}
    for line in csv.DictReader(export.splitlines()):
        if line["exported"] >= latest.get(line["row_id"], {}).get("exported", ""):
            latest[line["row_id"]] = line
    rows = [
        Row(
            day=day(line["date"]),
            channel=next(name for name in CHANNELS if name.split()[-1].lower() in line["channel"].lower()),
            creative=line["creative"],
            spend=float(line["spend_usd"].lstrip("$") or 0),
            orders=int(line["orders"] or 0),
            revenue=float(line["revenue_usd"] or 0),
        )
        for line in latest.values()
    ]
    return [row for row in rows if START <= row.day <= END and row.creative != "TEST"]


def sums(rows: Iterable[Row]) -> Sums:
    rows = list(rows)
    return Sums(sum(r.spend for r in rows), sum(r.orders for r in rows), sum(r.revenue for r in rows))


def of_channel(s: Submission, channel: str) -> list[Row]:
    return [row for row in counted(s) if row.channel == channel]


def ranked(s: Submission) -> list[tuple[Sums, dict[str, str]]]:
    """Creatives that are no trials, the best first."""
    rows = defaultdict[str, list[Row]](list)
    for row in counted(s):
        rows[row.creative].append(row)
    pairs = [(sums(rows[creative["creative"]]), creative) for creative in s.table(CREATIVES)]
    return sorted((pair for pair in pairs if pair[0].spend >= TRIAL), key=lambda pair: pair[0].cost)


def slide(s: Submission, number: int) -> Any:
    deck = s.deck(DECK)
    assert len(deck.slides) == 8, f"eight slides were asked for, the deck has {len(deck.slides)}"
    return deck.slides[number - 1]


def texts(page: Any) -> list[Any]:
    """Shapes that say something, title, footer and number left out."""
    furniture = ("title", "ctrTitle", "ftr", "sldNum", "dt")
    return [
        shape for shape in page.shapes
        if shape.text.strip() and not shape.table and not (shape.placeholder and shape.placeholder.type in furniture)
    ]  # fmt: skip


@check("format")
def stands_on_the_template(s: Submission) -> None:
    """Eight slides on the template's own layouts, in its colours and fonts."""
    slide(s, 1)
    strange = {page.layout for page in s.deck(DECK).slides} - set(s.deck(TEMPLATE).layouts)
    assert not strange, f"these layouts are not the template's: {strange}"
    assert theme_of(s.file(DECK)) == theme_of(s.file(TEMPLATE)), "theme colours or fonts are not the template's"
    assert set(s.deck(DECK).fonts) <= {"Caladea", "Carlito"}, f"fonts: {s.deck(DECK).fonts}"


def titles(s: Submission) -> list[str]:
    """The titles that were asked for, slide by slide."""
    best, worst = (ranked(s)[place][1]["name"] for place in (0, -1))
    weekly = [f"{channel}: orders week by week" for channel in CHANNELS]
    last = [f"{best} did best", f"{worst} did worst", "The three channels side by side"]
    return ["Slow Mornings", "The campaign in four figures", *weekly, *last]


@check("format")
def titles_and_footers(s: Submission) -> None:
    """Every slide has the title that was asked for; from slide 2 on the footer and the number; nothing is too small."""
    for number, wanted in enumerate(titles(s), start=1):
        page = slide(s, number)
        assert page.title.strip() == wanted, f"slide {page.index} is called {page.title!r}, should be {wanted!r}"
        small = [run.text for shape in texts(page) for run in shape.runs if run.text.strip() and run.size < 13.9]
        assert not small, f"slide {page.index}: smaller than 14 pt: {small}"
    for number in range(2, 9):
        kinds = {shape.placeholder.type: shape.text for shape in slide(s, number).shapes if shape.placeholder}
        said = slide(s, number).text
        assert f"Prepared for {CLIENT}".lower() in said.lower(), f"slide {number}: no footer for the client"
        assert kinds.get("sldNum", "").strip(), f"slide {number}: no slide number"


@check("content")
def title_slide_says_what_and_when(s: Submission) -> None:
    """Campaign, client and dates."""
    said = slide(s, 1).text
    assert not lacks(said, "Slow Mornings", "results", CLIENT), f"campaign, results or client: {said!r}"
    assert says_day(said, START) and says_day(said, END), f"the dates of the campaign are not on slide 1: {said!r}"
    assert not stray_figures(said, START, END, "Slow Mornings"), f"slide 1 says {stray_figures(said, START, END)}"


@check("content")
def no_other_figures(s: Submission) -> None:
    """No slide says a figure but those that were asked for, as the rules have them written."""
    costs = [money(sums(of_channel(s, channel)).cost) for channel in CHANNELS]
    allowed = {2: [*sums(counted(s)).written.values(), min(costs, key=lambda text: float(text[1:]))]}
    for number, channel in enumerate(CHANNELS, start=3):
        allowed[number] = list(sums(of_channel(s, channel)).written.values())
    for number, place in ((6, 0), (7, -1)):
        figures, creative = ranked(s)[place]
        allowed[number] = [figures.written["orders"], money(figures.cost), creative["headline"]]
    for number, known in allowed.items():
        strange = stray_figures("\n".join(shape.text for shape in texts(slide(s, number))), *known, "13 weeks", "$1")
        assert not strange, f"slide {number} says {strange}"


@check("content")
def four_cards(s: Submission) -> None:
    """Each figure stands once, with its own label in the same box or nearest to it."""
    page = slide(s, 2)
    for label, figure in sums(counted(s)).written.items():
        places = [shape for shape in texts(page) if mentions(shape.text, figure)]
        assert len(places) == 1, f"slide 2 says {label} {figure} {len(places)} times"
        others = [shape for shape in texts(page) if not mentions(shape.text, figure)]
        near = nearest(places[0], others)
        told = places[0].text + " " + (near.text if near else "")
        assert mentions(told, label), f"slide 2: beside {figure} stands {told!r}, it is the {label}"


@check("content")
def names_the_cheapest_channel(s: Submission) -> None:
    """Under the cards: the channel with the lowest cost per order, with it, and no other channel."""
    costs = {channel: sums(of_channel(s, channel)).cost for channel in CHANNELS}
    cheapest = min(costs, key=lambda channel: costs[channel])
    remarks = [shape.text for shape in texts(slide(s, 2)) if mentions(shape.text, *CHANNELS)]
    assert remarks, "slide 2 names no channel"
    said = " ".join(remarks)
    assert mentions(said, *CHANNELS) == [cheapest], f"slide 2 names {mentions(said, *CHANNELS)}, it is {cheapest}"
    assert mentions(said, money(costs[cheapest])), f"slide 2: it cost {money(costs[cheapest])}: {said!r}"


@check("content")
def a_chart_a_channel(s: Submission) -> None:
    """Thirteen weeks of orders each, and the channel's three figures beside it."""
    for number, channel in enumerate(CHANNELS, start=3):
        page, rows = slide(s, number), of_channel(s, channel)
        charts = page.of_type("chart")
        assert len(charts) == 1, f"slide {number} has {len(charts)} charts"
        weekly: dict[str, float] = {}
        for week in range(13):
            monday = START + timedelta(weeks=week)
            orders = sum(row.orders for row in rows if monday <= row.day < monday + timedelta(weeks=1))
            weekly[f"{monday.day} {monday:%b}"] = orders
        series = charts[0].chart.series
        assert charts[0].chart.type == "column", f"slide {number} has a {charts[0].chart.type} chart"
        assert charts[0].chart.data_labels and not charts[0].chart.legend, f"slide {number}: numbers and no legend"
        strange = [size for size in chart_look(s.file(DECK), number, charts[0]).sizes if not 14 <= size <= 18]
        assert not strange, f"slide {number}: text of the chart has {strange} pt"
        assert charts[0].box.area > 0.3 * 960 * 540, f"slide {number}: the chart is too small"
        assert [one.name for one in series] == ["Orders"], f"slide {number}: series {[one.name for one in series]}"
        shown = dict(zip(series[0].categories, series[0].values, strict=False))
        assert shown == weekly, f"slide {number}: the chart shows {shown}, {channel} had {weekly}"
        for label, figure in list(sums(rows).written.items())[:3]:
            beside = "\n".join(shape.text for shape in texts(page))
            assert mentions(beside, figure), f"slide {number} lacks {label} {figure}"
            assert mentions(beside, label), f"slide {number} does not say which figure is the {label}"


@check("content")
def figures_stand_by_their_labels(s: Submission) -> None:
    """Beside a chart, figures and labels come in the same order."""
    for number, channel in enumerate(CHANNELS, start=3):
        wanted = list(sums(of_channel(s, channel)).written.items())[:3]
        shapes = sorted(texts(slide(s, number)), key=lambda shape: (shape.box.top, shape.box.left))
        parts = [part.text for shape in shapes for part in shape.paragraphs]
        kept = [part for part in parts if len(part) <= 30 or mentions(part, *(figure for _, figure in wanted))]
        beside = " ".join(kept).lower().replace("cost per order", "cost")
        figures = sorted(wanted, key=lambda pair: beside.find(pair[1]))
        labels = sorted(wanted, key=lambda pair: beside.find(pair[0].split()[0]))
        assert figures == labels, f"slide {number}: figures and labels are in different order: {beside!r}"


@check("content")
def best_and_worst_creative(s: Submission) -> None:
    """The creatives that earn it, with their own picture whole, headline, channel and figures."""
    order = ranked(s)
    for number, (figures, creative) in ((6, order[0]), (7, order[-1])):
        page = slide(s, number)
        wanted = (creative["headline"], creative["channel"], money(figures.cost), f"{figures.orders:,}")
        assert not lacks(page.text, *wanted), f"slide {number} lacks {lacks(page.text, *wanted)}"
        for label in ("cost per order", "orders"):
            assert mentions(page.text, label), f"slide {number} does not say what is the {label}"
        pictures = [shape for shape in page.shapes if shape.picture]
        assert len(pictures) == 1, f"slide {number} has {len(pictures)} pictures"
        blob = picture_of(s.file(DECK), number, pictures[0])
        assert same_picture(blob, s.file(creative["picture"])), f"slide {number} shows another picture"
        facts = pictures[0].picture
        cropped = max(facts.crop_left, facts.crop_top, facts.crop_right, facts.crop_bottom)
        assert cropped < 0.01, f"slide {number}: the picture is cropped"
        assert abs(facts.distortion - 1) < 0.03, f"slide {number}: the picture is stretched"
        box, (left, top, width, height) = pictures[0].box, SLOT
        off = (abs(box.left + box.width / 2 - left - width / 2), abs(box.top + box.height / 2 - top - height / 2))
        full = min(abs(box.width - width), abs(box.height - height))
        assert max(*off, full) < 4, f"slide {number}: the picture does not fill its slot from its middle: {box}"


@check("content")
def table_adds_up(s: Submission) -> None:
    """Three channels in their order and the total, cell by cell."""
    tables = slide(s, 8).of_type("table")
    assert len(tables) == 1, f"slide 8 has {len(tables)} tables"
    head, *lines = tables[0].table.rows
    assert [name.strip().lower() for name in head[1:]] == list(sums(counted(s)).written), f"head: {head}"
    groups = {**{name: of_channel(s, name) for name in CHANNELS}, "Total": counted(s)}
    wanted = [[name, *sums(rows).written.values()] for name, rows in groups.items()]
    assert [[cell.strip() for cell in line] for line in lines] == wanted, f"slide 8 says {lines}, it is {wanted}"
    box = tables[0].box
    assert box.left >= 47 and 600 <= box.width <= 866, f"slide 8: the table is squeezed or beyond the margins: {box}"
    assert not [run for run in tables[0].runs if not 13.9 <= run.size <= 28], "slide 8: text of the table"


@check("format")
def what_matters_stands_out(s: Submission) -> None:
    """Key figures bold, in 28 points or more and in the colour of the title; the table's total in bold."""
    groups = {2: counted(s), **{number: of_channel(s, name) for number, name in enumerate(CHANNELS, start=3)}}
    for number, rows in groups.items():
        page = slide(s, number)
        for figure in list(sums(rows).written.values())[: 4 if number == 2 else 3]:
            runs = [run for shape in texts(page) for run in shape.runs if mentions(run.text, figure)]
            size = max((run.size for run in runs), default=0)
            assert size >= 28, f"slide {number}: {figure} is in {size:g} pt"
            titled = [run.color for shape in page.shapes if shape.text == page.title for run in shape.runs]
            plain = [run.text for run in runs if run.size >= 28 and not (run.bold and run.color in titled)]
            assert not plain, f"slide {number}: not bold, or not in the colour of the title: {plain}"
    for table in slide(s, 8).of_type("table"):
        plain = [
            cell.text for cell in table.table.cells[-1] if not all(run.bold for p in cell.paragraphs for run in p.runs)
        ]
        assert not plain, f"slide 8: of the last line {plain} is not bold"


@check("content")
def says_its_sources(s: Submission) -> None:
    """The notes of slides 2 to 8 end with a line that names the files."""
    for number in range(2, 9):
        last = (slide(s, number).notes.strip().splitlines() or [""])[-1]
        wanted = [SPEND, CREATIVES] if number in (6, 7) else [SPEND]
        assert last.lower().startswith("source:"), f"slide {number}: the notes end with {last!r}"
        assert not [path for path in wanted if path not in last], f"slide {number}: {last!r} should name {wanted}"


@check("content")
def speaks_to_those_who_cannot_see(s: Submission) -> None:
    """Alternative texts that say what they show: orders by week of a channel, a creative's name and headline."""
    wanted = [[channel, "orders", "week"] for channel in CHANNELS]
    wanted += [[ranked(s)[place][1]["name"], ranked(s)[place][1]["headline"]] for place in (0, -1)]
    for number, words in enumerate(wanted, start=3):
        for shape in slide(s, number).of_type("chart", "picture", "placeholder"):
            if shape.chart or shape.picture:
                alt = shape.alt.replace("weeks", "week").replace("weekly", "week")
                assert len(alt) >= 20 and not lacks(alt, *words), f"slide {number}: alternative text {shape.alt!r}"
                others = set(mentions(alt, *CHANNELS)) - {*words, ranked(s)[0 if number == 6 else -1][1]["channel"]}
                assert not others, f"slide {number}: the alternative text names {others}"


@check("rendered")
def nothing_to_object_to(s: Submission) -> None:
    """No finding in the deck, nothing blank when it is shown."""
    found = [finding.message for finding in s.deck(DECK).findings]
    assert not found, found
    assert not [view.label for view in s.rendered(DECK) if view.blank], "a slide shows nothing"


@check("rendered")
def channels_keep_their_colours(s: Submission) -> None:
    """Where a chart is seen, its channel's colour is, and no other channel's."""
    for number, channel in enumerate(CHANNELS, start=3):
        charts = slide(s, number).of_type("chart")
        assert charts, f"slide {number} has no chart"
        pixels = pixels_of(s, number, charts[0].box)
        for name, color in CHANNELS.items():
            alike = sum(sum(abs(a - b) for a, b in zip(pixel, color, strict=True)) < 24 for pixel in pixels)
            share = alike / len(pixels)
            told = f"slide {number}: {share:.1%} of the chart has the colour of {name}"
            assert (share > 0.002) == (name == channel), told


def pixels_of(s: Submission, number: int, box: Any) -> list[Any]:
    """What is seen of a slide in a box."""
    from PIL import Image

    view = s.rendered(DECK)[number - 1]
    scale = view.width / s.deck(DECK).width
    left, top, right, bottom = (round(edge * scale) for edge in (box.left, box.top, box.right, box.bottom))
    with Image.open(BytesIO(view.png)) as whole:
        area: Any = whole.convert("RGB").crop((left, top, right, bottom)).resize((160, 100), Image.Resampling.NEAREST)
    return list(area.getdata())


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The deck was rendered after its last change."""
    assert s.trajectory.rendered_after_last_change(DECK), "the finished deck was never looked at"


@check("answer")
def tells_what_counts(s: Submission) -> None:
    """Totals, best and worst, and the lines that did not count."""
    rows, order = counted(s), ranked(s)
    total = sums(rows)
    assert says_number(s.answer, total.spend, digits=5), f"the total spend is {money(total.spend)}"
    assert says_number(s.answer, total.orders, digits=4), f"there were {total.orders} orders"
    lost = lacks(s.answer, order[0][1]["name"], order[-1][1]["name"])
    assert not lost, f"the best or the worst creative is not told: {lost}"
    left_out = len(s.table(SPEND)) - len(rows)
    assert says_number(s.answer, left_out), f"{left_out} lines were not counted"
    latest = {row["row_id"] for row in s.table(SPEND)}
    tests = sum(row["creative"] == "TEST" for row in s.table(SPEND))
    known = [
        *sums(rows).written.values(), *(figure for pair in (order[0], order[-1]) for figure in pair[0].written.values()),
        left_out, len(rows), len(s.table(SPEND)), len(s.table(SPEND)) - len(latest), len(latest) - len(rows), tests,
        TRIAL, START, END, total.spend, 8, 13,
    ]  # fmt: skip
    strange = stray_figures(s.answer, *known, digits=5)
    assert not strange, f"the answer says {strange}"
