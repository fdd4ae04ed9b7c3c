"""Read the pages column by column, join the lines, respell the terms, build the rulebook, look at it."""

import csv
import io
from itertools import pairwise
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
SCAN, BOOK = printed.SCAN, printed.BOOK


async def solve(desk: Desk, task: TaskView) -> str:
    text = (await desk.call("read_text_file", path=printed.GLOSSARY))["text"]
    terms = [(row["term"], row["printed as"], row["meaning"]) for row in csv.DictReader(io.StringIO(text))]
    for box in ([0, 190, 590, 900], [590, 190, 1180, 900]):
        await desk.call("read_image_text", path=SCAN, pages=[1], box=box)
    await desk.call("read_image_text", path=SCAN, pages=[2])

    await desk.call("document_from_markdown", path=BOOK, markdown=rules(terms), page="Letter")
    rows = [["Term", "Meaning"], *sorted([term, meaning] for term, _, meaning in terms)]
    await desk.call("add_document_table", path=BOOK, rows=rows)
    await desk.call("set_header_footer", path=BOOK, footer=" | Page {page} of {pages} | ")
    await desk.call("check_document", path=BOOK)
    await desk.call("render_document", path=BOOK)
    respelled = "\n".join(f"- {old} is {term} now" for term, old, _ in terms if old)
    return f"{BOOK} is ready, two pages in one column, with the glossary at the end. Respelled:\n{respelled}"


def rules(terms):
    """The rules as Markdown."""
    lines = ["---", f"title: {printed.TITLE}", "---", ""]
    marks = {"heading": "# ", "number": "1. ", "bullet": "- ", "text": ""}
    for (kind, text), after in pairwise([*printed.BLOCKS, ("", "")]):
        if kind == "table":
            head, *rows = [[printed.corrected(cell, terms) for cell in row] for row in text]
            lines += ["| " + " | ".join(row) + " |" for row in (head, ["---", "---:"], *rows)]
        else:
            lines.append(marks[kind] + printed.corrected(text, terms))
        if kind not in ("number", "bullet") or after[0] != kind:
            lines.append("")
    return "\n".join([*lines, "# Glossary", ""])
