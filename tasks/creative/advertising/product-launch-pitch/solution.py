"""Read the brief with its changes, work out the prices of the day, build the seven slides, look."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

DECK, BRIEF, PRICES = "out/tide-pitch.pptx", "brief/tide-brief.md", "data/price-list.csv"
ON_SALE = "2026-05-04"
FLAVOURS = {"Original": "tide-original", "Vanilla Oat": "tide-vanilla-oat", "Orange Peel": "tide-orange-peel"}


async def solve(desk: Desk, task: TaskView) -> str:
    brief = (await desk.call("read_text_file", path=BRIEF))["text"]
    prices = prices_on(ON_SALE, (await desk.call("read_text_file", path=PRICES))["text"])

    await desk.call("create_deck", path=DECK, template="brand/pitch-template.pptx")
    await desk.call("add_slide", path=DECK, layout="Title Slide", title="Tide: cold brew in a can")
    await fill(desk, 1, subtitle="For Fifth Street Market\n12 March 2026")

    await add(
        desk,
        "Creative Spotlight",
        "What Tide is",
        quote(brief, "It is steeped for", "It is made for"),
    )
    await fill(
        desk,
        2,
        **{
            "idx:2": "Tide is a ready-to-drink cold brew from Harborlight Coffee Roasters, in a 12 oz can.\n"
            "Steeped for 18 hours in cold water and never heated.\n"
            "No ice, no machine, no waiting."
        },
    )
    await desk.call(
        "add_slide_picture",
        path=DECK,
        slide=2,
        picture="pictures/tide-glass.jpg",
        alt_text="A glass of Tide cold brew on ice",
    )

    await add(
        desk, "Four Figures", "Four figures to remember", quote(brief, "Caffeine:", "Added sugar:", "shelf life of 9")
    )
    cards = [
        ("150 mg", "caffeine a can"),
        ("0 g", "added sugar in Original"),
        ("18 hours", "of steeping"),
        ("9 months", "shelf life"),
    ]
    slots = {f"idx:{21 + place}": figure for place, (figure, _) in enumerate(cards)}
    slots |= {f"idx:{31 + place}": label for place, (_, label) in enumerate(cards)}
    await fill(desk, 3, **slots, **{"idx:41": "The can is made of 70 % recycled aluminium."})

    await add(desk, "Title Only", "Three flavours", quote(brief, *(f"{name} tastes of" for name in FLAVOURS)))
    for place, (name, file) in enumerate(FLAVOURS.items()):
        left = 48 + place * 294
        await desk.call(
            "add_slide_picture",
            path=DECK,
            slide=4,
            picture=f"pictures/{file}.jpg",
            left=left + 38,
            top=116,
            width=200,
            alt_text=f"A can of Tide {name}",
        )
        tastes = line(brief, f"{name} tastes of").split("tastes of ")[1].split(". Picture")[0]
        text = f"{name}\n{tastes[0].upper()}{tastes[1:]}"
        box = await desk.call("add_textbox", path=DECK, slide=4, text=text, left=left + 13, top=394, width=250, size=16)
        await desk.call(
            "format_shape_text",
            path=DECK,
            slide=4,
            shape=box["shape"]["id"],
            paragraphs=[1],
            size=22,
            bold=True,
            color="tx2",
        )

    await add(desk, "Title Only", "Prices from 4 May 2026", f"Source: {PRICES}, as of 4 May 2026.")
    rows = [["Flavour", "Case of 12", "Per can", "Suggested retail", "Your margin"]]
    for name in FLAVOURS:
        case, can, retail = prices[name]
        rows.append([name, f"${case:.2f}", f"${can:.2f}", f"${retail:.2f}", f"{margin(can, retail)}%"])
    await table(desk, 5, rows)

    await add(
        desk,
        "Title Only",
        "The launch",
        quote(brief, "reach the buyers on", "goes on sale on", "weekend is", "30 June 2026:"),
    )
    launch = [
        ["When", "What"],
        ["13 April 2026", "sample cases reach the buyers"],
        ["4 May 2026", "Tide goes on sale in stores"],
        ["9 May 2026", "tasting weekend, with our own people at the shelf"],
        ["30 June 2026", "first review with each buyer"],
    ]
    await table(desk, 6, launch)

    await add(desk, "Title and Content", "What we offer", quote(brief, "We bring a free cooler", "24 February:"))
    offer = [
        "A free cooler for stores that take all three flavours",
        "Unsold cans of the first order are taken back for 60 days",
        "In a blind tasting 61 of 80 people said that they would buy Tide again",
        "noor@harborlight.example",
    ]
    await fill(desk, 7, content="\n".join(offer))
    await desk.call(
        "set_footers", path=DECK, footer="Harborlight Coffee Roasters", slide_numbers=True, slides=[2, 3, 4, 5, 6, 7]
    )

    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)
    margins = ", ".join(f"{name} {margin(*prices[name][1:])}%" for name in FLAVOURS)
    return f"{DECK} is ready. Tide goes on sale on 4 May 2026. The store's margin: {margins}."


async def add(desk: Desk, layout: str, title: str, notes: str) -> None:
    await desk.call("add_slide", path=DECK, layout=layout, title=title, notes=notes)


async def fill(desk: Desk, slide: int, **texts: str) -> None:
    slots = [{"placeholder": name, "text": text} for name, text in texts.items()]
    await desk.call("fill_placeholders", path=DECK, slide=slide, texts=slots)


async def table(desk: Desk, slide: int, rows: Any) -> None:
    await desk.call("add_slide_table", path=DECK, slide=slide, rows=rows, size=18)


def line(brief: str, words: str) -> str:
    """The first line of the brief with these words, without its dash."""
    return next(text for text in brief.splitlines() if words in text).removeprefix("- ").strip()


def quote(brief: str, *words: str) -> str:
    return "From the brief:\n" + "\n".join(line(brief, some) for some in words)


def prices_on(day: str, text: str) -> dict[str, tuple[float, float, float]]:
    """Case, can and retail price by flavour, of the latest prices that hold on a day."""
    rows = sorted(csv.DictReader(io.StringIO(text)), key=lambda row: row["valid_from"])
    return {
        row["product"]: (
            float(row["wholesale_case_usd"]),
            float(row["wholesale_case_usd"]) / int(row["cans_per_case"]),
            float(row["suggested_retail_can_usd"]),
        )
        for row in rows
        if row["valid_from"] <= day
    }


def margin(can: float, retail: float) -> int:
    return round(100 * (retail - can) / retail)
