"""Read the labels, hold them against the list, cut out the wrong ones, write the report, look at it."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
REPORT = printed.REPORT
MARGIN = 6


async def solve(desk: Desk, task: TaskView) -> str:
    rows = (await desk.call("read_range", path=printed.LIST))["rows"][1:]
    for photo in printed.LABELS:
        await desk.call("read_image_text", path=photo, box=[0, 226, 1080, 440])
    wrong = printed.wrong(rows)

    count = sum(len(labels) for labels in printed.LABELS.values())
    table = [["Photo", "Code", "What is wrong", "Label says", "List says"]]
    for photo, _, label, entry, what in wrong:
        said, listed = part(label, what), part(entry, what) if entry else "–"
        table.append([photo.rpartition("/")[2], label[3], what, said, listed])
    await desk.call("create_document", path=REPORT, title="Label audit, Fifth Street Market", page="Letter")
    await desk.call(
        "insert_block", path=REPORT,
        text=f"{count} shelf labels were checked against the price list that holds on 2 March 2026. {len(wrong)} of them "
        "are wrong.\n\n# Findings",
    )  # fmt: skip
    await desk.call("add_document_table", path=REPORT, rows=table)
    await desk.call("insert_block", path=REPORT, text="# Evidence")
    for photo, place, label, entry, what in wrong:
        left, top, right, bottom = printed.BOXES[place]
        cut = f"scratch/{label[3]}.png"
        box = [left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN]
        await desk.call("crop_image", path=photo, box=box, output=cut)
        why = reason(label, entry, what)
        await desk.call(
            "add_document_picture", path=REPORT, picture=cut, caption=f"{label[3]}: {why}",
            alt_text=f"Shelf label of {label[0]}: {why}",
        )  # fmt: skip
    await desk.call("set_header_footer", path=REPORT, footer=" | | Page {page} of {pages}")
    await desk.call("check_document", path=REPORT)
    await desk.call("render_document", path=REPORT)
    told = "\n".join(f"- {label[3]} {label[0]}: {reason(label, entry, what)}" for _, _, label, entry, what in wrong)
    return f"{REPORT} is ready. {len(wrong)} of {count} labels are wrong:\n{told}"


def part(entry, what):
    name, size, price = entry[:3]
    return {"Size": size, "Price": f"${price:.2f}"}.get(what, name)


def reason(label, entry, what):
    if entry is None:
        return "not on the price list"
    return f"{what.lower()} is {part(label, what)}, should be {part(entry, what)}"
