"""Read the export as it is, clean it, fill the template's layouts, check and look."""

import csv
import io
from collections import defaultdict
from datetime import date, datetime, timedelta
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

DECK = "out/campaign-results.pptx"
SPEND, CREATIVES = "data/ad_spend.csv", "data/creatives.csv"
START, END = date(2025, 12, 1), date(2026, 3, 1)
COLORS = {"Paid social": "#C4572B", "Search": "#1F5C6B", "Local display": "#D9A441"}
TRIAL = 2500.0


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="brand/client-deck-rules.md")
    lines = list(csv.DictReader(io.StringIO(await whole(desk, SPEND))))
    creatives = list(csv.DictReader(io.StringIO(await whole(desk, CREATIVES))))
    counted = clean(lines)
    total = add(counted)
    channels = {channel: add(row for row in counted if row["channel"] == channel) for channel in COLORS}
    by_creative = [(add(row for row in counted if row["creative"] == c["creative"]), c) for c in creatives]
    ranked = sorted((pair for pair in by_creative if pair[0]["spend"] >= TRIAL), key=lambda pair: cost(pair[0]))
    cheapest = min(channels, key=lambda channel: cost(channels[channel]))

    await desk.call("create_deck", path=DECK, template="brand/campaign-template.pptx")
    await desk.call("add_slide", path=DECK, layout="Title Slide", title="Slow Mornings")
    await desk.call(
        "fill_placeholders",
        path=DECK,
        slide=1,
        texts=[
            {"placeholder": "subtitle", "text": "Results for Lantern Books and Coffee\n1 December 2025 to 1 March 2026"}
        ],
    )

    await desk.call(
        "add_slide", path=DECK, layout="Four Figures", title="The campaign in four figures", notes=source(SPEND)
    )
    cards = [
        (money(total["spend"]), "spend"),
        (f"{total['orders']:,.0f}", "orders"),
        (money(cost(total)), "cost per order"),
        (money(back(total)), "return"),
    ]
    remark = f"An order cost least in {cheapest}: {money(cost(channels[cheapest]))} each."
    await desk.call(
        "fill_placeholders",
        path=DECK,
        slide=2,
        texts=[
            *({"placeholder": f"idx:{21 + place}", "text": figure} for place, (figure, _) in enumerate(cards)),
            *({"placeholder": f"idx:{31 + place}", "text": label} for place, (_, label) in enumerate(cards)),
            {"placeholder": "idx:41", "text": remark},
        ],
    )

    for slide, (channel, sums) in enumerate(channels.items(), start=3):
        await desk.call(
            "add_slide",
            path=DECK,
            layout="Chart and Figures",
            title=f"{channel}: orders week by week",
            notes=source(SPEND),
        )
        weekly = orders_by_week(row for row in counted if row["channel"] == channel)
        chart = await desk.call(
            "add_slide_chart",
            path=DECK,
            slide=slide,
            type="column",
            categories=list(weekly),
            series=[{"name": "Orders", "values": list(weekly.values())}],
            labels=True,
        )
        await desk.call("format_slide_chart", path=DECK, slide=slide, colors=[COLORS[channel]], size=14)
        alt = f"Orders from {channel} by week"
        await desk.call("set_alt_text", path=DECK, slide=slide, shape=chart["shape"]["id"], text=alt)
        figures = [
            (money(sums["spend"]), "spend"),
            (f"{sums['orders']:,.0f}", "orders"),
            (money(cost(sums)), "cost per order"),
        ]
        beside = "\n".join(f"{figure}\n{label}" for figure, label in figures)
        await desk.call("fill_placeholders", path=DECK, slide=slide, texts=[{"placeholder": "idx:22", "text": beside}])
        await desk.call(
            "format_shape_text",
            path=DECK,
            slide=slide,
            shape="body",
            paragraphs=[1, 3, 5],
            size=30,
            bold=True,
            color="tx2",
        )

    for slide, (word, (sums, creative)) in enumerate((("best", ranked[0]), ("worst", ranked[-1])), start=6):
        await desk.call(
            "add_slide",
            path=DECK,
            layout="Creative Spotlight",
            title=f"{creative['name']} did {word}",
            notes=source(SPEND, CREATIVES),
        )
        alt = f"{creative['name']}: {creative['headline']}"
        await desk.call("delete_shapes", path=DECK, slide=slide, shapes=["picture"])  # this slot would crop it
        await desk.call(
            "add_slide_picture",
            path=DECK,
            slide=slide,
            picture=creative["picture"],
            left=520,
            top=48,
            width=400,
            height=444,
            alt_text=alt,
        )
        lines_of_it = [
            f"“{creative['headline']}”",
            creative["channel"],
            f"{money(cost(sums))} cost per order",
            f"{sums['orders']:,.0f} orders",
        ]
        await desk.call(
            "fill_placeholders",
            path=DECK,
            slide=slide,
            texts=[{"placeholder": "idx:2", "text": "\n".join(lines_of_it)}],
        )

    await desk.call(
        "add_slide", path=DECK, layout="Title Only", title="The three channels side by side", notes=source(SPEND)
    )
    await desk.call(
        "add_slide_table",
        path=DECK,
        slide=8,
        rows=[
            ["Channel", "Spend", "Orders", "Cost per order", "Return"],
            *(
                [name, money(sums["spend"]), f"{sums['orders']:,.0f}", money(cost(sums)), money(back(sums))]
                for name, sums in {**channels, "Total": total}.items()
            ),
        ],
        size=18,
    )
    await desk.call("format_slide_table", path=DECK, slide=8, rows=[5], bold=True)
    await desk.call(
        "set_footers",
        path=DECK,
        footer="Prepared for Lantern Books and Coffee",
        slide_numbers=True,
        slides=[2, 3, 4, 5, 6, 7, 8],
    )

    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)
    return (
        f"{DECK} is ready. The campaign spent {money(total['spend'])} and brought {total['orders']:,.0f} orders. Best "
        f"was {ranked[0][1]['name']}, worst {ranked[-1][1]['name']}; trials under $2,500 are not ranked. "
        f"I did not count {len(lines) - len(counted)} lines of the export: repeats, versions corrected later, "
        "tests, and days outside of the campaign."
    )


async def whole(desk: Desk, path: str) -> str:
    """A text file, however many reads it takes."""
    part = await desk.call("read_text_file", path=path)
    text = part["text"]
    while part["next_line"]:
        part = await desk.call("read_text_file", path=path, start_line=part["next_line"])
        text = text.rstrip("\n") + "\n" + part["text"]
    return text


def clean(lines: list[dict[str, str]]) -> list[dict[str, Any]]:
    """The rows that count, as numbers and dates."""
    latest: dict[str, dict[str, str]] = {}
    for line in lines:
        if line["row_id"] not in latest or line["exported"] > latest[line["row_id"]]["exported"]:
            latest[line["row_id"]] = line
    rows: list[dict[str, Any]] = [
        {
            "day": day(line["date"]),
            "channel": channel(line["channel"]),
            "creative": line["creative"],
            "spend": number(line["spend_usd"]),
            "orders": number(line["orders"]),
            "revenue": number(line["revenue_usd"]),
        }
        for line in latest.values()
    ]
    return [row for row in rows if START <= row["day"] <= END and row["creative"] != "TEST"]


def day(text: str) -> date:
    form = "%m/%d/%Y" if "/" in text else "%Y-%m-%d" if "-" in text else "%d %b %Y"
    return datetime.strptime(text, form).date()


def channel(text: str) -> str:
    return next(name for name in COLORS if name.split()[-1].lower() in text.lower())


def number(text: str) -> float:
    return float(text.strip().lstrip("$") or 0)


def add(rows: Any) -> dict[str, float]:
    sums: dict[str, float] = defaultdict(float)
    for row in rows:
        for name in ("spend", "orders", "revenue"):
            sums[name] += row[name]
    return sums


def orders_by_week(rows: Any) -> dict[str, int]:
    mondays = [START + timedelta(weeks=week) for week in range(13)]
    weeks = {f"{monday.day} {monday:%b}": 0 for monday in mondays}
    for row in rows:
        monday = row["day"] - timedelta(days=row["day"].weekday())
        weeks[f"{monday.day} {monday:%b}"] += int(row["orders"])
    return weeks


def cost(sums: dict[str, float]) -> float:
    return sums["spend"] / sums["orders"]


def back(sums: dict[str, float]) -> float:
    return sums["revenue"] / sums["spend"]


def money(value: float) -> str:
    return f"${value:,.0f}" if value >= 1000 else f"${value:,.2f}"


def source(*paths: str) -> str:
    return f"Source: {', '.join(paths)}"
