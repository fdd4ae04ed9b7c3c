"""The paper of a printed page: how wide its text may be, and cut to the size that was meant.

Chromium rounds a page's sides up to a few hundredths of an inch, which leaves a white hairline where a ground should
reach the edge. The page's box is written anew; what follows it in the file moves, and so does the table of places.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

POINTS = 0.75
"""Of a CSS pixel."""
_SLACK = 1.5  # points by which Chromium's pages are off at most
_MM = 72 / 25.4
_PAPERS = {
    "a5": (148, 210), "a4": (210, 297), "a3": (297, 420), "b5": (176, 250), "b4": (250, 353), "jis-b5": (182, 257),
    "jis-b4": (257, 364), "letter": (215.9, 279.4), "legal": (215.9, 355.6), "ledger": (279.4, 431.8),
}  # fmt: skip
_UNITS = {"px": POINTS, "pt": 1.0, "pc": 12.0, "mm": _MM, "cm": 10 * _MM, "in": 72.0, "q": _MM / 4}
_BOX = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
_RULES = """
() => {
  const said = {size: '', left: '', right: ''};
  for (const sheet of document.styleSheets) {
    let rules = [];
    try { rules = [...sheet.cssRules]; } catch { continue; }  // a file beside the page keeps its rules to itself
    for (const rule of rules.filter(each => each instanceof CSSPageRule && !each.selectorText)) {
      said.size = rule.style.getPropertyValue('size') || said.size;
      said.left = rule.style.marginLeft || said.left;
      said.right = rule.style.marginRight || said.right;
    }
  }
  return said;
}
"""


def meant(page: Page) -> tuple[tuple[float, float], float]:
    """What the page's own CSS says of its paper: width and height in points (A4 if it says nothing, 0 if it can't be
    told), and the points that its margins take from the width."""
    said: dict[str, str] = page.evaluate(_RULES)
    return _size(said["size"]), (_length(said["left"]) or 0) + (_length(said["right"]) or 0)


def size_of(name: str) -> tuple[float, float]:
    """Width and height in points of a paper that CSS knows by name; 0 for another."""
    return _size(name)


def _size(said: str) -> tuple[float, float]:
    words = said.lower().split()
    turned = "landscape" in words
    words = [word for word in words if word not in ("landscape", "portrait", "auto")]
    sides = [_length(word) for word in words]
    if not words:
        width, height = (side * _MM for side in _PAPERS["a4"])
    elif words[0] in _PAPERS and len(words) == 1:
        width, height = (side * _MM for side in _PAPERS[words[0]])
    elif len(sides) <= 2 and sides[0] and sides[-1]:
        return sides[0], sides[-1]
    else:
        return 0.0, 0.0
    return (height, width) if turned else (width, height)


def _length(said: str) -> float:
    """Points; 0 where it is no plain length."""
    found = re.fullmatch(r"([\d.]+)([a-z]+)", said.strip().lower())
    try:
        return float(found[1]) * _UNITS.get(found[2], 0.0) if found else 0.0
    except ValueError:
        return 0.0


def width_of(pdf: bytes) -> float:
    """Points across of the first page."""
    found = _BOX.search(pdf)
    return float(found[1]) if found else 0.0


def cut_to(pdf: bytes, size: tuple[float, float]) -> bytes:
    """The PDF with every page that is nearly of that size (points) exactly of it; its top left stays."""

    def box(found: re.Match[bytes]) -> bytes:
        wide, high = float(found[1]), float(found[2])
        if abs(wide - size[0]) > _SLACK or abs(high - size[1]) > _SLACK:
            return found[0]
        bottom = max(0.0, high - size[1])
        return f"/MediaBox [0 {bottom:.5g} {min(wide, size[0]):.6g} {high:.6g}]".encode()

    table = re.search(rb"\nxref\n0 \d+\n((?:\d{10} \d{5} [nf] \n)+)(?s:.*)startxref\n(\d+)\n%%EOF\s*$", pdf)
    if not table:
        return pdf
    moves: list[tuple[int, int]] = []
    body = _BOX.sub(lambda found: _noted(found, box(found), moves), pdf[: table.start()])

    def now(place: int) -> int:
        return place + sum(by for at, by in moves if at < place)

    lines = [line.split(b" ") for line in table[1].split(b"\n")[:-1]]
    moved = b"".join(b"%010d %s %s \n" % (now(int(at)), again, kind) for at, again, kind, _ in lines)
    tail = pdf[table.end(1) : table.start(2)] + b"%d" % now(int(table[2])) + pdf[table.end(2) :]
    return body + pdf[table.start() : table.start(1)] + moved + tail


def _noted(found: re.Match[bytes], made: bytes, moves: list[tuple[int, int]]) -> bytes:
    moves.append((found.start(), len(made) - len(found[0])))
    return made


def first_page(pdf: bytes, width: int) -> bytes:
    """The first page as a PNG, so many pixels wide."""
    import io

    import pypdfium2

    document: Any = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        buffer = io.BytesIO()
        page.render(scale=width / page.get_width()).to_pil().convert("RGB").save(buffer, "PNG")
        return buffer.getvalue()
    finally:
        document.close()
