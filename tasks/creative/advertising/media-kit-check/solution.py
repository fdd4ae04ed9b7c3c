"""Read the checklist, hold the kits against each other, look behind the pages, mark what is wrong, write it down."""

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

KIT, LAST, CHECKED = "agency/media-kit-2026.pdf", "agency/media-kit-2025.pdf", "out/media-kit-2026-checked.pdf"
MARKS = [
    (2, "box", [54, 36, 186, 80], "Old logo", "logo-2026.png"),
    (2, "highlight", "34", "The number of people is last year's", "38 people"),
    (
        3, "box", [54, 195, 434, 446],
        "The resolution of this picture is too low", "At least 150 dots per inch, as in last year's kit",
    ),
    (3, "highlight", "$17.00", "The price of Northwind Dock is wrong", "$19.00"),
    (3, "note", [530, 752, 556, 772], "The page number is missing", "Media kit 2026 · 3"),
    (4, "highlight", "+1 503 555 0151", "The telephone number has two digits swapped", "+1 503 555 0115"),
    (
        4, "highlight", "harborlight.example/pictures",
        "The link leads to a misspelled address", "https://harborlight.example/pictures",
    ),
]  # fmt: skip


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="brand/checklist.md")
    await desk.call("read_pdf_text", path=KIT)
    await desk.call("compare_pdfs", path=LAST, other=KIT)
    await desk.call("list_pdf_annotations", path=KIT)
    await desk.call("extract_pdf_images", path=LAST, folder="out/pictures/2025")
    await desk.call("extract_pdf_images", path=KIT, folder="out/pictures/2026")
    await desk.call("render_pdf_pages", path=KIT)

    source = KIT
    for page, kind, place, wrong, right in MARKS:
        spot = {"find": place} if isinstance(place, str) else {"box": place}
        await desk.call(
            "annotate_pdf", path=source, kind=kind, pages=[page], text=f"{wrong}: {right}", author="Theo Park",
            target=CHECKED, **spot,
        )  # fmt: skip
        source = CHECKED
    await desk.call("list_pdf_annotations", path=CHECKED)
    await desk.call("render_pdf_pages", path=CHECKED, view="single")
    rows = "".join(f"| {page} | {wrong} | {right} |\n" for page, _, _, wrong, right in MARKS)
    await desk.call(
        "write_text_file",
        path="out/findings.md",
        text=f"# Media kit 2026: what is wrong\n\n| Page | Wrong | Right |\n| --- | --- | --- |\n{rows}",
    )
    counts = [sum(mark[0] == page for mark in MARKS) for page in range(1, 5)]
    told = ", ".join(f"page {page}: {count}" for page, count in enumerate(counts, 1))
    return (
        f"I found {len(MARKS)} things that are wrong ({told}). They are marked in {CHECKED} and listed in "
        "out/findings.md; the pictures of both kits lie in out/pictures."
    )
