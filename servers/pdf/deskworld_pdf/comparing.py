"""Two PDFs side by side: which words went and came, and where the pages look different.

Pages are compared by number. Looks are compared as small pictures of both pages; what differs is gathered into boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from deskworld_kit import World
from deskworld_kit.saying import many

from deskworld_pdf.geometry import Rect
from deskworld_pdf.opening import counted, drawing
from deskworld_pdf.ordering import page_text, reading_order
from deskworld_pdf.showing import render_page
from deskworld_pdf.words import read_runs

if TYPE_CHECKING:
    import pypdfium2
    from PIL import Image

Change = tuple[int, str, str, list[Rect]]
_SCALE = 1.0
"""Pixels a point at which looks are compared."""
_SHADE = 40
"""Of 255: a difference in shade below it is the edge of a letter."""
_STARK = [0] * (_SHADE + 1) + [255] * (255 - _SHADE)
_ANY = [0] + [255] * 255
_SHOWN = 3
_MOST_PAGES = 1000


def compare(
    world: World, path: str, other: str, pages: Sequence[int] | None, password: str = ""
) -> tuple[list[Change], list[int], list[tuple[str, Image.Image]]]:
    """The differences, how many pages each has, and pictures of the first pages that differ."""
    from deskworld_kit import ToolError

    changes: list[Change] = []
    pictures: list[tuple[str, Image.Image]] = []
    with drawing(world, path, password) as (one, _), drawing(world, other, password, argument="other") as (two, _):
        counts = [len(one), len(two)]
        most = max(counts)
        for number in pages or []:
            if not 1 <= number <= most:
                raise ToolError(f"there is no page {number}; {counted(most)}", argument="pages")
        for number in list(dict.fromkeys(pages or range(1, most + 1)))[:_MOST_PAGES]:
            before, after = _page(one, number), _page(two, number)
            if before is None or after is None:
                there = before or after
                text = " ".join(there[0].split())[:200] if there else ""
                changes.append((number, "added" if before is None else "removed", text, []))
                continue
            said = _words_changed(before[0], after[0])
            found, marked = _looks_changed(before[1], after[1])
            if before[1].size != after[1].size:
                changes.append((number, "size", f"{before[1].size} became {after[1].size} points", []))
            if said:
                changes.append((number, "text", said, found[:20]))
            elif found:
                changes.append(
                    (
                        number,
                        "look",
                        f"{many(len(found), 'place')} look{'s' if len(found) == 1 else ''} different",
                        found[:20],
                    )
                )
            if (said or found) and len(pictures) < _SHOWN:
                pictures.append((f"Page {number}: before, after", _side_by_side(before[1], marked)))
    return changes, counts, pictures


def _page(document: pypdfium2.PdfDocument, number: int) -> tuple[str, Image.Image] | None:
    """The text and the look of a page; None where there is no such page."""
    if number > len(document):
        return None
    page = document[number - 1]
    try:
        text = page_text(reading_order(read_runs(page)))
        return text, render_page(page, min(_SCALE, 2000 / max(page.get_size())))
    finally:
        page.close()


def _words_changed(before: str, after: str) -> str:
    old, new = before.split(), after.split()
    if old == new:
        return ""
    said: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone, came = " ".join(old[a:b])[:80], " ".join(new[c:d])[:80]
        if tag == "replace":
            said.append(f"{gone!r} became {came!r}")
        elif tag == "delete":
            said.append(f"{gone!r} is gone")
        elif tag == "insert":
            said.append(f"{came!r} is new")
        if len(said) >= 8:
            said.append("and more")
            break
    return "; ".join(said)


def _looks_changed(before: Image.Image, after: Image.Image) -> tuple[list[Rect], Image.Image]:
    """Boxes, in points, of where the pictures differ, and the second picture with them drawn in."""
    from PIL import Image, ImageChops, ImageDraw, ImageFilter

    size = (max(before.width, after.width), max(before.height, after.height))
    sheets: list[Image.Image] = []
    for each in (before, after):
        sheet = Image.new("RGB", size, "white")
        sheet.paste(each)
        sheets.append(sheet)
    shades = ImageChops.difference(sheets[0], sheets[1]).convert("L").point(_STARK)
    marked = sheets[1]
    if shades.getbbox() is None:
        return [], marked
    coarse = shades.filter(ImageFilter.MaxFilter(9)).reduce(8).point(_ANY)
    boxes = [(x * 8.0, y * 8.0, right * 8.0, bottom * 8.0) for x, y, right, bottom in _patches(coarse)]
    pen = ImageDraw.Draw(marked)
    for box in boxes:
        pen.rectangle(box, outline="#E02020", width=2)
    return boxes, marked


def _patches(coarse: Image.Image) -> list[tuple[int, int, int, int]]:
    """Boxes around cells that touch each other."""
    width, height = coarse.size
    cells = coarse.tobytes()
    left = {at for at, value in enumerate(cells) if value}
    found: list[tuple[int, int, int, int]] = []
    while left:
        waiting = [left.pop()]
        box = [width, height, 0, 0]
        while waiting:
            at = waiting.pop()
            x, y = at % width, at // width
            box = [min(box[0], x), min(box[1], y), max(box[2], x + 1), max(box[3], y + 1)]
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    near = at + dy * width + dx
                    if near in left and 0 <= x + dx < width:
                        left.discard(near)
                        waiting.append(near)
        found.append((box[0], box[1], box[2], box[3]))
    return sorted(found, key=lambda each: (each[1], each[0]))


def _side_by_side(before: Image.Image, after: Image.Image) -> Image.Image:
    from PIL import Image

    both = Image.new("RGB", (before.width + after.width + 16, max(before.height, after.height)), "#D5D9DD")
    both.paste(before, (0, 0))
    both.paste(after, (before.width + 16, 0))
    return both
