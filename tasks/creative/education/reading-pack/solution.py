"""Unlock, read the scan, make the contents page, put all together upright, number, look, throw the drafts away."""

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

PACK, OPEN, DRUMS, CONTENTS = "out/reading-pack.pdf", "scratch/open.pdf", "scratch/drums.pdf", "scratch/contents.pdf"
TITLE = "Unit 4: Reading Pack"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="readings/note-from-ben.md")
    for name in ("counting-time", "shape-of-a-melody", "drums", "questions"):
        await desk.call("inspect_pdf", path=f"readings/{name}.pdf")
    await desk.call("render_pdf_pages", path="readings/counting-time.pdf")
    await desk.call("render_pdf_pages", path="readings/drums.pdf")
    await desk.call("read_pdf_text", path="readings/questions.pdf")
    await desk.call("decrypt_pdf", path="readings/three-chords.pdf", password="cadence-1721", target=OPEN)
    await desk.call("add_pdf_text_layer", path="readings/drums.pdf", pages=[1, 3], target=DRUMS)

    parts = [
        ("Counting Time", "readings/counting-time.pdf", [1, 2]),
        ("The Shape of a Melody", "readings/shape-of-a-melody.pdf", [1, 3]),
        ("Hand Drums of the Coast", DRUMS, [1, 3]),
        ("Three Chords and a Bridge", OPEN, [1]),
        ("Questions on the Readings", "readings/questions.pdf", [2]),
    ]
    entries, first = [{"title": "Contents", "page": 1}], 2
    for title, _, pages in parts:
        entries.append({"title": title, "page": first})
        first += len(pages)
    rows = "".join(f"| {entry['title']} | {entry['page']} |\n" for entry in entries[1:])
    await desk.call(
        "pdf_from_markdown",
        markdown=f"# {TITLE}\n\n| Reading | Page |\n| --- | ---: |\n{rows}",
        target=CONTENTS,
        paper="Letter",
        page_numbers=False,
    )
    await desk.call(
        "merge_pdfs",
        sources=[{"path": CONTENTS}, *({"path": path, "pages": pages} for _, path, pages in parts)],
        target=PACK,
        bookmarks="none",
    )
    await desk.call("rotate_pdf_pages", path=PACK, degrees=270, pages=[2])
    await desk.call("rotate_pdf_pages", path=PACK, degrees=90, pages=[3])
    await desk.call("stamp_pdf", path=PACK, text="{page}", position="bottom")
    await desk.call("set_pdf_outline", path=PACK, entries=entries)
    await desk.call("set_pdf_metadata", path=PACK, title=TITLE, author="Ben Okafor")
    await desk.call("render_pdf_pages", path=PACK, pages=[1, 2, 3])
    await desk.call("render_pdf_pages", path=PACK, pages=list(range(4, first)))
    await desk.call("trash_path", path="scratch")
    return (
        f"{PACK} is ready and has {first - 1} pages. I left out page 2 of shape-of-a-melody.pdf and page 2 of drums.pdf, "
        "which are blank, page 1 of questions.pdf with the answers, and last year's hand-drums-old-copy.pdf. The two "
        "pages of counting-time.pdf are turned upright, and the drums can be searched."
    )
