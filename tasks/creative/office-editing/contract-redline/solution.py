"""Settle the changes by author and clause, fill in and correct as Maya, answer the comments, then make the clean copy."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

SOURCE, TERMS = "contract/northpack-supply-agreement.docx", "terms/term-sheet.md"
REDLINE, CLEAN, DECISIONS = "out/northpack-redline.docx", "out/northpack-clean.docx", "out/decisions.csv"
SPELLING = {"Supplier", "receives", "inspects", "chooses", "maintains", "artwork"}
OPEN = (
    "The Supplier may name the Customer as a reference and show its printed bags at trade fairs.",
    ", while this agreement lasts",
)
ADDRESS = "Dock 4, 22 Wharf Street, Portland, OR 97209"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path=TERMS)
    clauses = await clauses_of(desk)
    listed = (await desk.call("list_revisions", path=SOURCE))["items"]
    changes = joined(listed)
    await desk.call("list_document_comments", path=SOURCE)

    await desk.call("copy_path", source=SOURCE, destination=REDLINE)
    accepted = [number for change in changes if change["decision"] == "accepted" for number in change["numbers"]]
    await desk.call("accept_revisions", path=REDLINE, numbers=accepted)
    left = joined((await desk.call("list_revisions", path=REDLINE))["items"])
    rejected = [number for change in left if change["decision"] == "rejected" for number in change["numbers"]]
    await desk.call("reject_revisions", path=REDLINE, numbers=rejected)

    await desk.call("delete_document_comments", path=REDLINE, comments=[3, 4])
    await desk.call("track_changes", path=REDLINE, author="Maya Lindqvist")
    await desk.call(
        "replace_document_text",
        path=REDLINE,
        replacements=[
            {"find": "[quantity]", "replace": "4,000"},
            {"find": "[delivery address]", "replace": ADDRESS},
            {"find": "515.00", "replace": "495.00"},
            {"find": "within 14 days", "replace": "within 30 days"},
        ],
    )
    await desk.call(
        "add_document_comment",
        path=REDLINE,
        reply_to=1,
        author="Maya Lindqvist",
        text="As agreed with you on 16 February: 4,000 bags of one size. It is in the text now.",
    )
    await desk.call("resolve_document_comment", path=REDLINE, comment=1)
    await desk.call(
        "add_document_comment",
        path=REDLINE,
        reply_to=2,
        author="Maya Lindqvist",
        text=f"To {ADDRESS}; it is in the text now. The hours stay.",
    )
    await desk.call("resolve_document_comment", path=REDLINE, comment=2)
    await desk.call(
        "add_document_comment",
        path=REDLINE,
        reply_to=5,
        author="Maya Lindqvist",
        text="This is not agreed yet. Let us speak about film and plates on 12 March.",
    )
    await desk.call("render_document", path=REDLINE)

    await desk.call("copy_path", source=REDLINE, destination=CLEAN)
    await desk.call("delete_document_comments", path=CLEAN)
    await desk.call("accept_revisions", path=CLEAN, author="Maya Lindqvist")
    await desk.call("reject_revisions", path=CLEAN, author="Karin Holt")
    await desk.call("track_changes", path=CLEAN, on=False)
    found = await desk.call("check_document", path=CLEAN)
    assert not found["items"], found["items"]
    await desk.call("render_document", path=CLEAN)
    await desk.call("export_document_pdf", path=CLEAN)

    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(["Clause", "Author", "Decision", "Text"])
    for change in changes:
        table.writerow([clauses[change["block"].split(".")[0]], change["author"], change["decision"], change["text"]])
    await desk.call("write_text_file", path=DECISIONS, text=lines.getvalue())
    counts = [sum(change["decision"] == one for change in changes) for one in ("accepted", "rejected")]
    return (
        f"The redline for Karin is {REDLINE}; the clean copy, also as PDF, and the list of decisions lie beside it. "
        f"{counts[0]} changes were accepted and {counts[1]} rejected. You still have to decide two of Karin's: clause "
        "5.3, that Northpack may name us as a reference and show our bags at trade fairs, and clause 8.1, that "
        "confidentiality lasts only while the agreement does, not three years longer.\n"
        "Off from the term sheet were the price of the 2 lb bag (515.00, should be 495.00 dollars per 1,000) and the "
        "payment term (14 instead of 30 days). I filled in the minimum order of 4,000 bags and dock 4 as the place of "
        "delivery, both as amended. Karin's question about film and plates stays open until you speak on 12 March."
    )


def decision(author: str, text: str) -> str:
    """What the rules say to a change, by what it puts in (or takes out)."""
    if author == "Felix Brandt" or text in SPELLING:
        return "accepted"
    return "open" if text in OPEN else "rejected"


def joined(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes as a person counts them: a deletion and the insertion that stands for it are one."""
    found: list[dict[str, Any]] = []
    for one in items:
        last = found[-1] if found else {}
        replaces = last.get("kind") == "deletion" and one["kind"] == "insertion"
        if replaces and (last["block"], last["author"]) == (one["block"], one["author"]):
            last.update(kind="replacement", text=one["text"], numbers=[*last["numbers"], one["number"]])
        else:
            found.append({**one, "numbers": [one["number"]]})
    for one in found:
        one["decision"] = decision(one["author"], one["text"])
    return found


async def clauses_of(desk: Desk) -> dict[str, str]:
    """The clause that each block of the contract stands in."""
    clauses: dict[str, str] = {}
    label = ""
    for block in (await desk.call("read_document", path=SOURCE))["items"]:
        label = block["label"].rstrip(".") or label
        clauses[block["block"]] = label
    return clauses
