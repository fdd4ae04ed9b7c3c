"""Everyday operations on big files: our tool against the plain library call that one would write instead.

    python bench/toolkits.py [WORD ...] [--runs N]

The files: a workbook of 100,000 rows, a deck of 60 slides with pictures and charts, a PDF of 300 pages and a photo of
24 megapixels. Ours is the whole tool call, with its checks of arguments, its reading back of what was saved and its
result as a client gets it; the peer is the fewest lines of openpyxl, python-pptx, pypdfium2, pdfplumber, pikepdf or
Pillow that do the same work, without any of that. Both work on a fresh copy of the file, in one process, turn and turn
about; the median of the runs counts.

Beside the seconds stands the memory that reading a window of the workbook takes, of a process of its own each.

Ends with status 1 where an operation takes more than LIMIT times its peer.
"""

import argparse
import asyncio
import multiprocessing
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from deskworld_kit import LocalDesk, World, find_servers
from peers import big_files

LIMIT = 1.25


@dataclass(frozen=True)
class Operation:
    """One thing a person does to a big file, our way and the plain way."""

    name: str
    file: str
    tool: str
    given: dict[str, Any]
    peer: Callable[[Path], object]
    """Given a copy of the file; what it makes lies beside it."""

    @property
    def arguments(self) -> dict[str, Any]:
        return self.given if "sources" in self.given else {"path": self.file, **self.given}

    @property
    def toolkit(self) -> str:
        return {"xlsx": "sheets", "pptx": "slides", "pdf": "pdf", "jpg": "image"}[self.file.rpartition(".")[2]]


def read_window(path: Path) -> object:
    from openpyxl import load_workbook

    book = load_workbook(path, read_only=True, data_only=True)
    rows = [list(row) for row in book["Orders"].iter_rows(50_000, 50_049, 1, 6, values_only=True)]
    book.close()
    return rows


def look_at_workbook(path: Path) -> object:
    from openpyxl import load_workbook

    book = load_workbook(path)
    return [(sheet.title, sheet.dimensions) for sheet in book]


def write_cell(path: Path) -> object:
    from openpyxl import load_workbook

    book = load_workbook(path)
    book["Orders"]["C2"] = "Bergen"
    return book.save(path)


def append_row(path: Path) -> object:
    from openpyxl import load_workbook

    book = load_workbook(path)
    book["Orders"].append(ROW)
    return book.save(path)


def deck_text(path: Path) -> object:
    from pptx import Presentation

    texts: list[list[str]] = []
    for slide in Presentation(str(path)).slides:
        said: list[str] = []
        for shape in sorted(slide.shapes, key=lambda shape: (shape.top, shape.left)):
            if shape.has_text_frame:
                said.append(shape.text_frame.text)
            elif shape.has_table:
                said += ["\t".join(cell.text for cell in row.cells) for row in shape.table.rows]
            elif shape.has_chart:
                said += [run.text or "" for run in shape.chart._chartSpace.iter("{*}t")]
        texts.append(said)
    return texts


def replace_in_deck(path: Path) -> object:
    from pptx import Presentation

    deck = Presentation(str(path))
    for slide in deck.slides:
        for shape in slide.shapes:
            if not shape.has_text_frame:
                continue
            for paragraph in shape.text_frame.paragraphs:
                for run in paragraph.runs:
                    run.text = run.text.replace("Harbour", "Port")
    return deck.save(str(path))


def pdf_text(path: Path) -> object:
    import pdfplumber  # pdfium alone gives the letters in the order in which the file draws them

    with pdfplumber.open(path, pages=list(range(101, 121))) as document:
        return [page.extract_text() for page in document.pages]


def pdf_search(path: Path) -> object:
    import pypdfium2

    found: list[tuple[int, object]] = []
    with pypdfium2.PdfDocument(path) as document:
        for number in range(len(document)):
            text = document[number].get_textpage()
            searcher = text.search("invoice 2026-150")
            while (place := searcher.get_next()) is not None:
                found.append((number, [text.get_rect(each) for each in range(text.count_rects(*place))]))
    return found


def pdf_merge(path: Path) -> object:
    import pikepdf

    with pikepdf.open(path) as first, pikepdf.open(path) as second, pikepdf.new() as whole:
        whole.pages.extend(first.pages)
        whole.pages.extend(second.pages)
        return whole.save(path.with_name("twice.pdf"))


def shrink_photo(path: Path) -> object:
    from PIL import Image, ImageOps

    with Image.open(path) as photo:
        small = ImageOps.exif_transpose(photo).resize((1600, 1067), Image.Resampling.LANCZOS)
        return small.save(path.with_name("small.jpg"), quality=90, icc_profile=photo.info.get("icc_profile"))


def look_at_photo(path: Path) -> object:
    from io import BytesIO

    from PIL import Image, ImageOps

    with Image.open(path) as photo:
        shown = ImageOps.exif_transpose(photo)
        shown.thumbnail((1568, 1568), Image.Resampling.LANCZOS)
        shown.save(BytesIO(), "JPEG", quality=85)
        return shown.size


ROW = ["2026-03-02", 100_001, "Bergen", "Harbour Blend", 12, 14.5, 174.0, "paid", "web", "T. Okafor"]
OPERATIONS = (
    Operation("look at the workbook", "orders.xlsx", "get_workbook_info", {}, look_at_workbook),
    Operation("read 50 rows in its middle", "orders.xlsx", "read_range", {"range": "A50000:F50049"}, read_window),
    Operation("write one cell", "orders.xlsx", "write_range", {"start": "C2", "values": [["Bergen"]]}, write_cell),
    Operation("append a row", "orders.xlsx", "append_rows", {"rows": [ROW]}, append_row),
    Operation("text of the deck", "review.pptx", "extract_deck_text", {"limit": 60}, deck_text),
    Operation(
        "replace a word in the deck",
        "review.pptx",
        "replace_deck_text",
        {"replacements": [{"find": "Harbour", "replace": "Port"}]},
        replace_in_deck,
    ),
    Operation("text of 20 pages", "ledger.pdf", "read_pdf_text", {"pages": list(range(101, 121))}, pdf_text),
    Operation("search the PDF", "ledger.pdf", "search_pdf", {"query": "invoice 2026-150"}, pdf_search),
    Operation(
        "put it together with itself",
        "ledger.pdf",
        "merge_pdfs",
        {"sources": [{"path": "ledger.pdf"}, {"path": "ledger.pdf"}], "target": "twice.pdf"},
        pdf_merge,
    ),
    Operation("make the photo small", "quay.jpg", "resize_image", {"width": 1600, "output": "small.jpg"}, shrink_photo),
    Operation("look at the photo", "quay.jpg", "view_image", {}, look_at_photo),
)


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def call(desk: LocalDesk, operation: Operation, loop: asyncio.Runner) -> None:
    result = loop.run(desk.call(operation.tool, operation.arguments))
    if not result.ok:
        sys.exit(f"{operation.tool}: {result.error}")


def measure(operation: Operation, folder: Path, runs: int) -> tuple[float, float]:
    """Seconds of our call and of the peer's, the median each. One event loop for all of ours, as a server has."""
    with asyncio.Runner() as loop:
        turns = [one_turn(operation, folder, loop) for _ in range(runs + 1)][1:]  # the first imports the libraries
    return median(ours for ours, _ in turns), median(peer for _, peer in turns)


def one_turn(operation: Operation, folder: Path, loop: asyncio.Runner) -> tuple[float, float]:
    """Seconds of one call and of the peer's, each on a fresh copy of the file."""
    with tempfile.TemporaryDirectory() as name:
        workspace, beside = Path(name) / "desk", Path(name) / "plain"
        with World(workspace) as world:
            beside.mkdir()
            for place in (workspace, beside):
                shutil.copy(folder / operation.file, place)
            desk = LocalDesk(list(find_servers([operation.toolkit]).values()), world)
            ours = timed(lambda: call(desk, operation, loop))
            return ours, timed(lambda: operation.peer(beside / operation.file))


def megabytes(tool: str, folder: Path, pipe: Any) -> None:
    """What an operation adds to the largest size of a process that has its library already."""
    operation = next(each for each in OPERATIONS if each.tool == tool)
    with World(folder) as world:
        desk = LocalDesk(list(find_servers([operation.toolkit]).values()), world)
        __import__("openpyxl")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if tool == "read_range":
            with asyncio.Runner() as loop:
                call(desk, operation, loop)
        else:
            operation.peer(folder / operation.file)
        pipe.send((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)


def window_memory(folder: Path) -> list[float]:
    """Megabytes that reading a window takes, ours and the whole workbook in openpyxl; a new process each."""
    new = multiprocessing.get_context("spawn")
    sizes: list[float] = []
    for tool in ("read_range", "get_workbook_info"):
        near, far = new.Pipe()
        process = new.Process(target=megabytes, args=(tool, folder, far))
        process.start()
        sizes.append(near.recv())
        process.join()
    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="only operations that have one of these in their name")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    wanted = [
        each
        for each in OPERATIONS
        if not options.words or any(word in (each.name, each.tool, each.toolkit, each.file) for word in options.words)
    ]

    from rich.console import Console
    from rich.table import Table

    table = Table("operation", "tool", title=f"big files, median of {options.runs}")
    for heading in ("deskworld s", "plain s", "ratio"):
        table.add_column(heading, justify="right")
    slow: list[str] = []
    with tempfile.TemporaryDirectory(prefix="deskworld-bench-") as name:
        folder = Path(name)
        for file in {each.file for each in wanted}:
            big_files.MAKERS[file](folder / file)
        # First: a process takes over what its parent's largest size was.
        memory = window_memory(folder) if (folder / "orders.xlsx").exists() else None
        for operation in wanted:
            ours, peer = measure(operation, folder, options.runs)
            if ours > LIMIT * peer:
                slow.append(operation.name)
            table.add_row(operation.name, operation.tool, f"{ours:.3f}", f"{peer:.3f}", f"{ours / peer:.2f}")
    console = Console(width=100)
    console.print(table)
    if memory:
        console.print(f"the window takes {memory[0]:.0f} MB, the workbook whole in openpyxl {memory[1]:.0f} MB")
    if slow:
        sys.exit(f"more than {LIMIT} times the plain library: {', '.join(slow)}")


if __name__ == "__main__":
    main()
