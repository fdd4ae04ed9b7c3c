"""Fill the template, put in chapter after chapter, then figures, table, link and contents; look, and print."""

import csv
import io
import re

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK, TEMPLATE, OLD = "out/employee-handbook.docx", "template/handbook-template.docx", "chapters/old-travel-rules.docx"
CHAPTERS = ["01-welcome", "02-working-time", "03-pay-and-benefits", "04-safety"]
COVER = {
    "title": "Employee Handbook", "edition": "Edition 2026", "owner": "Emma Castellanos, People and Hiring",
    "valid_from": "1 April 2026",
}  # fmt: skip
PICTURES = [
    (
        "figures/shift-wheel.png",
        "The three shifts and how they turn every two weeks",
        "Wheel of the shifts: early from 5 am to 1 pm, late from 1 pm to 9 pm, night from 9 pm to 5 am; arrows show that "
        "they turn every two weeks",
        225,
    ),
    (
        "figures/exit-map.png",
        "Ways out to the quay and the meeting point",
        "Plan of roasting, packing and office side by side, with an arrow from each door out to the quay and the meeting "
        "point marked there",
        400,
    ),
]


async def solve(desk: Desk, task: TaskView) -> str:
    changes = re.findall(
        r"^\| (.+?) \| (.+?) \| .+ \|$", (await desk.call("read_text_file", path="changes.md"))["text"], re.MULTILINE
    )[2:]
    await desk.call("read_document", path=TEMPLATE)
    await desk.call("fill_template", path=TEMPLATE, target=BOOK, values=COVER)
    blocks = (await desk.call("read_document", path=BOOK))["items"]
    sample = next(int(one["block"]) for one in blocks if one["text"] == "Sample chapter")
    await desk.call("delete_blocks", path=BOOK, blocks=[f"{sample - 1}-{len(blocks)}"])

    for name in CHAPTERS:
        text = (await desk.call("read_text_file", path=f"chapters/{name}.md"))["text"]
        await desk.call("insert_block", path=BOOK, text=prepared(text, changes))
    old = [one["text"] for one in (await desk.call("read_document", path=OLD))["items"]]
    await desk.call("insert_block", path=BOOK, text=prepared(travel(old), changes))

    for picture, caption, alt, width in PICTURES:
        place = await block_of(desk, "whom." if "wheel" in picture else "We meet at the bollard")
        await desk.call(
            "add_document_picture",
            path=BOOK,
            picture=picture,
            after=place,
            width=width,
            alt_text=alt,
            align="center",
            caption=caption,
        )
    days = vacation((await desk.call("read_text_file", path="data/vacation.csv"))["text"])
    place = await block_of(desk, "Days of vacation in a year")
    await desk.call(
        "add_document_table",
        path=BOOK,
        rows=days,
        after=place,
        style="Harborlight Table",
        caption="Days of vacation by years with us and days a week",
    )
    place = await block_of(desk, "Everything is written down")
    await desk.call(
        "add_document_link", path=BOOK, block=place, find="Being ill", heading=await block_of(desk, "Being ill")
    )
    await desk.call("set_document_properties", path=BOOK, title=COVER["title"], author="Harborlight Coffee Roasters")
    await desk.call("add_table_of_contents", path=BOOK, after="4")

    found = await desk.call("check_document", path=BOOK)
    assert not found["items"], found["items"]
    pages = (await desk.call("render_document", path=BOOK))["total"]
    await desk.call("export_document_pdf", path=BOOK)
    return (
        f"The handbook is done: {BOOK}, {pages} pages, and the PDF beside it. The old travel rules are chapter 5, without "
        "the paragraph on the fax. Changed by changes.md: "
        + "; ".join(f"“{was}” is now “{now}”" for was, now in changes)
        + "."
    )


def prepared(text: str, changes: list[tuple[str, str]]) -> str:
    """A chapter without typed numbers, places of figures and the link's goal, with what has to be changed."""
    text = re.sub(r"^(#+) [\d.]+ ", r"\1 ", text, flags=re.MULTILINE)
    text = re.sub(r"^!\[.+\n\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^]^]+)\]\(#.+?\)", r"\1", text)
    text = re.sub(r"(?<=\S)\n(?=[a-z])", " ", text)
    for was, now in changes:
        text = text.replace(was, now)
    return text


def travel(blocks: list[str]) -> str:
    """The old rules as Markdown: what is bold as a whole is a heading, what begins with a number an item."""
    lines = ["# Travel"]
    for text in blocks[1:]:
        plain = text.replace("\\", "").strip()
        if "fax" in plain or not plain:
            continue
        if heading := re.fullmatch(r"(?:<u>)?\*\*(?:<u>)?(.+?)(?:</u>)?\*\*(?:</u>)?", plain):
            lines.append(f"## {heading[1]}")
        else:
            lines.append(re.sub(r"^(\d)\) ", r"\1. ", plain))
    return "\n\n".join(lines)


def vacation(text: str) -> list[list[str | int]]:
    """The list of days as a cross table."""
    rows = list(csv.DictReader(io.StringIO(text)))
    table: list[list[str | int]] = [["Years with us", "5 days a week", "4 days a week", "3 days a week"]]
    for years in dict.fromkeys(row["years"] for row in rows):
        days = {row["days_a_week"]: int(row["vacation_days"]) for row in rows if row["years"] == years}
        table.append([years, days["5"], days["4"], days["3"]])
    return table


async def block_of(desk: Desk, words: str) -> str:
    """The block of the body that has these words."""
    found = (await desk.call("find_document_text", path=BOOK, query=words))["items"]
    return str(found[0]["block"])
