"""Read the notes once, write the worksheet of them without the answers and the key with them, look at both."""

import re
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

NOTES, SHEET, KEY = "lesson/water-cycle.md", "out/worksheet.docx", "out/key.docx"
GREEN = "#1B6E3C"
LINE = "\\_" * 62
ALT = "Snow on a mountain, a stream down to the sea, rain and sun; A by the snow, B by the stream, C below ground"
ALT_KEY = "Snow on a mountain with A snowmelt, a stream to the sea with B runoff, and below it water with C groundwater"


async def solve(desk: Desk, task: TaskView) -> str:
    notes = (await desk.call("read_text_file", path=NOTES))["text"]
    title, sections = parsed(notes)
    asked = sum(len(section["questions"]) or 1 for section in sections)
    points = sum(section["points"] or sum(one["points"] for one in section["questions"]) for section in sections)

    for path, key in ((SHEET, False), (KEY, True)):
        await desk.call("create_document", path=path, title=f"{'Answer key: ' if key else ''}{title}", page="Letter")
        await desk.call("create_style", path=path, name="Normal", size=12)
        text = "" if key else f"Name: {LINE[:60]}    Date: {LINE[:36]}\n\nPoints: \\_\\_\\_\\_ of {points}\n\n"
        text += "\n\n".join(written(section, key) for section in sections)
        await desk.call("insert_block", path=path, text=text)
        blocks = (await desk.call("read_document", path=path))["items"]
        place = next(one["block"] for one in blocks if one["text"].startswith("Which word belongs"))
        await desk.call(
            "add_document_picture",
            path=path,
            picture=f"lesson/cycle{'-labelled' if key else ''}.png",
            after=place,
            alt_text=ALT_KEY if key else ALT,
            **({} if key else {"width": 350}),  # a worksheet has two pages
        )
        if key:
            for answer in [one["answer"] for section in sections for one in section["questions"] if not one["box"]]:
                await desk.call("format_document_text", path=path, find=answer, color=GREEN)
            for answer in ("9 mm", "A warm wind blew.", "0 mm", "☒ true", "☒ false"):
                await desk.call("format_document_text", path=path, find=answer, color=GREEN, bold=True)
        await desk.call("set_header_footer", path=path, footer="| | Page {page} of {pages}")
        found = await desk.call("check_document", path=path)
        assert not found["items"], found["items"]
        await desk.call("render_document", path=path)
    await desk.call("export_document_pdf", path=SHEET)
    return (
        f"The worksheet has {asked} questions with {points} points in all: {SHEET}, the PDF for the copier beside it, and "
        f"the key {KEY}. I left out the old question on hail."
    )


def parsed(notes: str) -> tuple[str, list[dict[str, Any]]]:
    """Title and sections: heading, instruction, table, points as a whole, and questions."""
    title = re.findall(r"^# (.+)$", notes, re.MULTILINE)[0]
    sections: list[dict[str, Any]] = []
    for part in re.split(r"^## ", notes, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        if head.startswith("Notes"):
            continue
        intro = "" if re.match(r"\s*\d+\.", rest) else rest.strip().split("\n")[0]
        each = re.search(r"(\d+) points? each", intro)
        whole = re.search(r"\[(\d+) points?\]", intro)
        section: dict[str, Any] = {
            "head": head, "intro": re.sub(r" ?\[.*\]", "", intro), "points": int(whole[1]) if whole else 0,
            "table": [line for line in rest.split("\n") if line.startswith("|")], "questions": [],
        }  # fmt: skip
        for words, brackets, answer in re.findall(r"^\d+\. (.+?)(?: \[(.+)\])?\n +Answer: (.+)$", rest, re.MULTILINE):
            if words.startswith("(old)"):
                continue
            lines = re.search(r"(\d+) lines?", brackets)
            given = re.search(r"(\d+) points?", brackets)
            section["questions"].append({
                "words": words, "answer": answer, "box": "box" in brackets, "lines": int(lines[1]) if lines else 1,
                "points": int(given[1]) if given else int(each[1]) if each else 0,
            })  # fmt: skip
        sections.append(section)
    return title, sections


def written(section: dict[str, Any], key: bool) -> str:
    """A section as Markdown, with answers or with room for them."""
    pieces = [f"## {section['head']}"[1:]]
    if section["intro"]:
        pieces.append(section["intro"] + (f" ({section['points']} points)" if section["points"] else ""))
    if section["table"]:
        rows = [re.sub(r"=(.+?)=", r"\1" if key else "", line) for line in section["table"]]
        pieces.append("\n".join(rows))
    for number, one in enumerate(section["questions"], start=1):
        words = f"{number}. {one['words']} ({one['points']} point{'s' if one['points'] > 1 else ''})"
        if one["box"]:
            right = one["answer"] if key else ""
            words += f" {'☒' if right == 'true' else '☐'} true {'☒' if right == 'false' else '☐'} false"
            pieces.append(words)
        else:
            room = [f"**{one['answer']}**"] if key else [LINE] * one["lines"]
            pieces.append("\n\n".join([words, *(f"   {line}" for line in room)]))
    return "\n\n".join(pieces)
