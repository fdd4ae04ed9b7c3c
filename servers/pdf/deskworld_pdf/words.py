"""The text of a page: characters with boxes, runs of them on one line, and the order in which a person reads them.

pdfium gives characters in the order in which the file draws them, with spaces and line ends where it sees gaps. A run
is what stands together on a line; a gap wider than words have ends it, so that two columns, or two cells of a table,
are two runs. Runs are then put into reading order: where a gutter parts lines of prose that stand beside each other,
the left column is read before the right one; what spans the gutter parts the page into bands.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from deskworld_pdf.geometry import Frame, Rect, union

if TYPE_CHECKING:
    import pypdfium2

_GAP = 1.6
"""A gap of so many heights of a letter parts two runs of one line; words in justified lines keep closer."""
_COLUMN_LINES = 4
"""So many lines on both sides make a gutter."""
_SPACES = (0xA0, 9)
_HYPHENS = (2, 0xFFFE, 0xAD)
_FILLED = 0.55
"""The share of its column that a usual line of prose fills; cells of tables fill less."""


class Char(NamedTuple):
    """A character and its box as seen, in points."""

    text: str
    box: Rect


@dataclass
class Run:
    """Words that stand together on one line. `turn` is how the text lies on the seen page, clockwise, in degrees."""

    chars: list[Char]
    size: float = 0.0
    font: str = ""
    bold: bool = False
    italic: bool = False
    turn: int = 0
    box: Rect = (0.0, 0.0, 0.0, 0.0)
    text: str = ""

    def close(self) -> None:
        """Say what the characters come to."""
        self.box = union([char.box for char in self.chars])
        self.text = "".join(char.text for char in self.chars)

    @property
    def middle(self) -> float:
        return (self.box[1] + self.box[3]) / 2

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    def words(self) -> Iterator[tuple[str, Rect]]:
        """Its words with their boxes."""
        word: list[Char] = []
        for char in [*self.chars, Char(" ", self.box)]:
            if not char.text.isspace():
                word.append(char)
            elif word:
                yield "".join(each.text for each in word), union([each.box for each in word])
                word = []


@dataclass
class Line:
    """Runs side by side on one height."""

    runs: list[Run] = field(default_factory=list[Run])

    @property
    def box(self) -> Rect:
        return union([run.box for run in self.runs])

    @property
    def text(self) -> str:
        return "   ".join(run.text for run in self.runs)

    @property
    def size(self) -> float:
        return max(run.size for run in self.runs)

    @property
    def bold(self) -> bool:
        return all(run.bold for run in self.runs)

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]


def frame_in(page: pypdfium2.PdfPage) -> Frame:
    """The frame of an open page."""
    left, bottom, right, top = page.get_bbox()
    return Frame(left, bottom, right, top, page.get_rotation())


def read_runs(page: pypdfium2.PdfPage, frame: Frame | None = None) -> list[Run]:
    """The runs of a page in the order in which the file draws them."""
    frame = frame or frame_in(page)
    text = page.get_textpage()
    try:
        return _runs(text, frame)
    finally:
        text.close()


def plain_text(page: pypdfium2.PdfPage) -> str:
    """The characters of a page in the order of the file, without their places: the quickest look at it."""
    text = page.get_textpage()
    try:
        return text.get_text_range()
    finally:
        text.close()


def _runs(text: Any, frame: Frame) -> list[Run]:
    import pypdfium2.raw as raw

    rect, matrix = raw.FS_RECTF(), raw.FS_MATRIX()
    code_of, box_of, text = raw.FPDFText_GetUnicode, raw.FPDFText_GetLooseCharBox, text.raw
    level, left, top = frame.turn == 0, frame.left, frame.top
    found: list[Run] = []
    run: Run | None = None
    space = False
    high = 0
    for index in range(raw.FPDFText_CountChars(text)):
        code = code_of(text, index)
        if code == 0x20 or code in _SPACES:
            space = True
            continue
        if code in (10, 13):
            run, space = None, False
            continue
        if 0xD800 <= code < 0xE000:
            if code < 0xDC00:
                high = code
                continue
            code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00 if high else 0xFFFD
            high = 0
        letter = "-" if code in _HYPHENS else chr(code) if code >= 0x20 else "\ufffd"
        box_of(text, index, rect)
        if level:
            box = (rect.left - left, top - rect.top, rect.right - left, top - rect.bottom)
        else:
            box = frame.seen_box(rect.left, rect.bottom, rect.right, rect.top)
        if run is not None and not _goes_on(run, box):
            run = None
        if run is None:
            raw.FPDFText_GetMatrix(text, index, matrix)
            run = _start(text, index, matrix, frame)
            found.append(run)
        elif space:
            last = run.chars[-1].box
            run.chars.append(Char(" ", _between(last, box, run.turn)))
        space = False
        run.chars.append(Char(letter, box))
    for each in found:
        each.close()
    return found


def _start(text: Any, index: int, matrix: object, frame: Frame) -> Run:
    import math

    import pypdfium2.raw as raw

    a, b, c, d = (float(getattr(matrix, name)) for name in "abcd")
    size = raw.FPDFText_GetFontSize(text, index) * (math.hypot(c, d) or 1.0)
    leaning = -math.degrees(math.atan2(b, a)) + frame.turn
    turn = round(leaning / 90) * 90 % 360
    buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(text, index, buffer, 128, ctypes.byref(flags))
    name = buffer.value.decode("utf-8", "replace") if 0 < length <= 128 else ""
    plain = name.partition("+")[2] or name
    low = plain.casefold()
    weight = raw.FPDFText_GetFontWeight(text, index)
    bold = weight >= 600 or any(word in low for word in ("bold", "black", "heavy")) or low.endswith("-bd")
    italic = "italic" in low or "oblique" in low or bool(flags.value & 64)
    return Run([], round(size, 1), plain, bold, italic, turn)


def _goes_on(run: Run, box: Rect) -> bool:
    """Whether a character stands on the same line as the run, near enough to be read on."""
    last = run.chars[-1].box
    if run.turn == 0:  # nearly always: without detours
        height = last[3] - last[1]
        gap = box[0] - last[2]
        if last[1] == box[1] and height > 0.1 and -height < gap < height * _GAP:
            return True
    if run.turn in (90, 270):  # lines run up or down: the same with the axes changed
        last, box = _flipped(last), _flipped(box)
    height = max(last[3] - last[1], box[3] - box[1], run.size * 0.5, 0.1)
    apart = abs((last[1] + last[3]) / 2 - (box[1] + box[3]) / 2)
    if apart > height * 0.6:
        return False
    forward = run.turn in (0, 90)
    gap = box[0] - last[2] if forward else last[0] - box[2]
    return -height * 3 < gap < height * _GAP


def _flipped(box: Rect) -> Rect:
    return box[1], box[0], box[3], box[2]


def _between(last: Rect, after: Rect, turn: int) -> Rect:
    """Where a space is: between two characters."""
    if turn in (90, 270):
        ends = sorted((last[1], last[3], after[1], after[3]))
        return last[0], ends[1], last[2], ends[2]
    ends = sorted((last[0], last[2], after[0], after[2]))
    return ends[1], last[1], ends[2], last[3]


def reading_order(runs: list[Run]) -> list[Line]:
    """The runs as lines, in the order in which a person reads them."""
    ways: dict[int, list[Run]] = {}
    for run in runs:
        if run.text.strip():
            ways.setdefault(run.turn, []).append(run)
    ordered: list[Line] = []
    for turn, some in sorted(ways.items(), key=lambda way: (-sum(len(run.text) for run in way[1]), way[0])):
        if turn == 0:
            ordered += _columns(some, 0)
            continue
        upright = [replace(run, box=_leveled(run.box, turn)) for run in some]
        own = {id(twin): run for twin, run in zip(upright, some, strict=True)}
        ordered += [Line([own[id(twin)] for twin in line.runs]) for line in _columns(upright, 0)]
    return ordered


def _leveled(box: Rect, turn: int) -> Rect:
    """A box as it lies when the page is held so that text of this turn is level."""
    match turn:
        case 90:
            return box[1], -box[2], box[3], -box[0]
        case 180:
            return -box[2], -box[3], -box[0], -box[1]
        case 270:
            return -box[3], box[0], -box[1], box[2]
        case _:
            return box


def _columns(runs: list[Run], depth: int) -> list[Line]:
    gutter = _gutter(runs) if depth < 6 else None
    if gutter is None:
        return lines_of(runs)
    left = [run for run in runs if run.box[2] <= gutter + 1]
    right = [run for run in runs if run.box[0] >= gutter - 1]
    over = sorted((run for run in runs if run.box[0] < gutter - 1 and run.box[2] > gutter + 1), key=lambda r: r.middle)
    ordered: list[Line] = []
    edges = [*(run.middle for run in over), float("inf")]
    start = float("-inf")
    bars = lines_of(over)
    for place, edge in enumerate(edges):
        ordered += _columns([run for run in left if start <= run.middle < edge], depth + 1)
        ordered += _columns([run for run in right if start <= run.middle < edge], depth + 1)
        if place < len(over):
            ordered += [line for line in bars if line.runs[0] is over[place]]
        start = edge
    return ordered


def _gutter(runs: list[Run]) -> float | None:
    """Where a gap parts two columns of prose; None where the page is one column, or a table."""
    if len(runs) < 2 * _COLUMN_LINES:
        return None
    starts: dict[int, int] = {}
    for run in runs:
        starts[round(run.box[0] / 3)] = starts.get(round(run.box[0] / 3), 0) + 1
    best: tuple[float, float] | None = None
    for start, times in starts.items():
        if times < _COLUMN_LINES:
            continue
        edge = start * 3 - 2.5
        left = [run for run in runs if run.box[2] <= edge + 1]
        right = [run for run in runs if run.box[0] >= edge - 1]
        if len(left) < _COLUMN_LINES or len(right) < _COLUMN_LINES:
            continue
        top = max(min(r.box[1] for r in left), min(r.box[1] for r in right))
        bottom = min(max(r.box[3] for r in left), max(r.box[3] for r in right))
        beside = [[r for r in side if r.box[3] > top and r.box[1] < bottom] for side in (left, right)]
        if min(len(side) for side in beside) < _COLUMN_LINES or not all(_is_prose(side) for side in beside):
            continue
        crossing = sum(1 for run in runs if run.box[0] < edge - 1 and run.box[2] > edge + 1)
        if crossing > len(runs) * 0.3:
            continue
        score = len(beside[0]) + len(beside[1]) - 3.0 * crossing
        if best is None or score > best[0]:
            best = (score, edge)
    return best[1] if best else None


def _is_prose(runs: list[Run]) -> bool:
    """Whether lines fill their column as prose does, and hold several words each."""
    width = max(run.box[2] for run in runs) - min(run.box[0] for run in runs)
    lines = lines_of(runs)
    filled = sorted((line.box[2] - line.box[0]) / max(width, 1) for line in lines)
    words = sorted(len(line.text.split()) for line in lines)
    return filled[len(filled) // 2] >= _FILLED and words[len(words) // 2] >= 3


def lines_of(runs: list[Run]) -> list[Line]:
    """Runs of one height side by side, from top to bottom."""
    lines: list[Line] = []
    for run in sorted(runs, key=lambda run: (run.middle, run.box[0])):
        line = lines[-1] if lines else None
        if line is not None and _beside(line.runs[-1], run):
            line.runs.append(run)
        else:
            lines.append(Line([run]))
    for line in lines:
        line.runs.sort(key=lambda run: run.box[0])
    return lines


def _beside(one: Run, other: Run) -> bool:
    shared = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return shared > 0.5 * min(one.height, other.height)


def paragraphs(lines: list[Line]) -> list[list[Line]]:
    """Lines that stand close below each other, as blocks."""
    blocks: list[list[Line]] = []
    for line in lines:
        last = blocks[-1][-1] if blocks else None
        if last is not None:
            turn = line.runs[0].turn
            box, before = _leveled(line.box, turn), _leveled(last.box, turn)
            gap = box[1] - before[3]
            near = last.runs[0].turn == turn and -(box[3] - box[1]) < gap < 0.6 * max(line.size, 1.0)
            alike = abs(line.size - last.size) <= 0.15 * max(line.size, last.size)
            over = box[0] < before[2] and before[0] < box[2]
            if near and alike and over:
                blocks[-1].append(line)
                continue
        blocks.append([line])
    return blocks


def page_text(lines: list[Line]) -> str:
    """Lines as text, an empty line between blocks."""
    return "\n\n".join("\n".join(line.text for line in block) for block in paragraphs(lines))


def folded(text: str) -> str:
    """Text as a search compares it: no case, no ligatures, plain quotes and hyphens."""
    plain = unicodedata.normalize("NFKC", text)
    return plain.translate(_PLAIN).casefold()


UNSEEN = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF])
"""Letters that nobody sees: places to break a word, joiners."""
_PLAIN = str.maketrans(
    {
        "\u2019": "'",
        "\u2018": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2212": "-",
        "\u00ad": None,
    }
)


def meets_any(box: Rect, others: list[Rect]) -> bool:
    """Whether the middle of a box lies in one of the others."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(other[0] <= x <= other[2] and other[1] <= y <= other[3] for other in others)
