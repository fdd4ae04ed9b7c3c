"""Read both tables, draw the map, write the document as Markdown, comment on what is wrong, look, print."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK, MAP = "out/quest-design.docx", "out/quest-map.png"
REGIONS = ["Gull Harbor", "Kelp Forest", "Storm Isles"]
AUTHOR = "Design assistant"
CIRCLE = ["Q07", "Q08", "Q09"]


async def solve(desk: Desk, task: TaskView) -> str:
    every = await rows_of(desk, "quests.csv")
    quests = sorted((row for row in every if row["status"] != "cut"), key=lambda row: row["id"])
    spoken = sorted(await rows_of(desk, "dialogue.csv"), key=lambda row: int(row["version"]))
    lines = {(row["quest"], int(row["line"])): row for row in spoken}

    await desk.call(
        "draw_diagram",
        path=MAP,
        kind="flow",
        nodes=[{"id": row["id"], "label": f"{row['id']} {row['title']}"} for row in quests],
        edges=[
            f"{needed} {'-->' if {needed, row['id']} <= set(CIRCLE) else '->'} {row['id']}"
            for row in quests
            for needed in row["requires"].split(";")
            if needed in [one["id"] for one in quests]
        ],
    )
    await desk.call("create_document", path=BOOK, title="Lantern Tides: Quests", page="Letter")
    await desk.call("add_document_break", path=BOOK, kind="page")
    await desk.call("insert_block", path=BOOK, text=f"# Overview\n\n{overview(quests)}\n\n# Quest map")
    shown = next(one for one in (await desk.call("read_document", path=BOOK))["items"] if one["kind"] == "table")
    await desk.call(
        "format_document_table",
        path=BOOK,
        table=shown["block"],
        column_widths=[42, 106, 68, 78, 38, 38, 40, 58],
        size=10,
    )
    await desk.call("format_document_table", path=BOOK, table=shown["block"], rows=[len(quests) + 2], bold=True)
    await desk.call(
        "add_document_picture",
        path=BOOK,
        picture=MAP,
        align="center",
        alt_text="Flow of all quests from Gull Harbor to the Storm Isles; Q07, Q08 and Q09 require each other in a circle",
        caption="Which quest opens which; dashed arrows run in a circle",
    )
    for region in REGIONS:
        sections = [section(row, lines) for row in quests if row["region"] == region]
        await desk.call("insert_block", path=BOOK, text=f"# {region}\n\n" + "\n\n".join(sections))
    blocks = {one["text"]: one["block"] for one in (await desk.call("read_document", path=BOOK))["items"]}
    for row in quests:
        if row["id"] == "Q07":
            text = "Q07 requires Q09, Q09 requires Q08, and Q08 requires Q07: none of the three can ever begin."
        elif row["id"] == "Q06":
            text = "Q06 requires Q05, which was cut."
        else:
            continue
        await desk.call(
            "add_document_comment", path=BOOK, block=blocks[f"{row['id']} {row['title']}"], text=text, author=AUTHOR
        )
    await desk.call("set_header_footer", path=BOOK, header="Lantern Tides: Quests", footer="| | Page {page} of {pages}")
    title = next(block for text, block in blocks.items() if "Lantern Tides" in text)
    await desk.call("add_table_of_contents", path=BOOK, after=title, levels=2)
    found = (await desk.call("check_document", path=BOOK))["items"]
    assert {one["kind"] for one in found} == {"open_comment"}, found
    await desk.call("render_document", path=BOOK)
    await desk.call("export_document_pdf", path=BOOK)
    xp, coins = (sum(int(row[name]) for row in quests) for name in ("xp", "coins"))
    return (
        f"The document is ready: {BOOK}, its PDF, and the map as {MAP}. In all quests a player earns {xp:,} XP and "
        f"{coins} coins. Two things are wrong in the tables: Q07, Q09 and Q08 require each other in a circle, so none of "
        "them can be begun, and Q06 requires Q05, which was cut. Both stand in comments; I changed nothing."
    )


def overview(quests: list[dict[str, Any]]) -> str:
    """The table of all quests, by level, with its total."""
    rows = [["ID", "Quest", "Region", "Giver", "Level", "XP", "Coins", "Requires"]]
    for row in sorted(quests, key=lambda row: (int(row["level"]), row["id"])):
        rows.append([*(row[name] for name in ("id", "title", "region", "giver", "level", "xp", "coins")), needs(row)])
    total = [str(sum(int(row[name]) for row in quests)) for name in ("xp", "coins")]
    rows.append(["Total", "", "", "", "", *total, ""])
    return table(rows, numbers={4, 5, 6})


def needs(row: dict[str, Any]) -> str:
    return row["requires"].replace(";", ", ")


def section(row: dict[str, Any], lines: dict[tuple[str, int], dict[str, Any]]) -> str:
    """A quest as Markdown: summary, facts, dialogue."""
    said = [(line, lines[quest, line]) for quest, line in sorted(lines) if quest == row["id"]]
    dialogue = [["Line", "Speaker", "Words"], *([str(line), one["speaker"], one["text"]] for line, one in said)]
    facts = (
        f"Giver: {row['giver']}. Level {row['level']}. Requires: {needs(row) or 'nothing'}. "
        f"Reward: {row['xp']} XP, {row['coins']} coins."
    )
    return f"## {row['id']} {row['title']}\n\n{row['summary']}\n\n{facts}\n\n{table(dialogue, numbers=set())}"


def table(rows: list[list[str]], numbers: set[int]) -> str:
    marks = ["---:" if place in numbers else "---" for place in range(len(rows[0]))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], marks, *rows[1:]])


async def rows_of(desk: Desk, path: str) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path=path))["text"])))
