"""The text of a page: characters with boxes, and runs of them on one line.

pdfium gives characters in the order in which the file draws them, with spaces and line ends where it sees gaps. A run
is what stands together on a line; a gap wider than words have ends it, so that two columns, or two cells of a table,
are two runs.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from deskworld_pdf.geometry import Frame, Rect, union

if TYPE_CHECKING:
    import pypdfium2

_GAP = 1.6
"""A gap of so many heights of a letter parts two runs of one line; words in justified lines keep closer."""
_SPACE = 0.12
"""A gap of so many heights of a letter is a space, where the file says none."""
_SPACES = (0xA0, 9)
_HYPHENS = (2, 0xFFFE, 0xAD)


class Char(NamedTuple):
    """A character and its box as seen, in points."""

    text: str
    box: Rect


@dataclass
class Run:
    """Words that stand together on one line. `turn` is how the text lies on the seen page, clockwise, in degrees;
    `unseen` is text that is drawn without ink, as layers over scans are."""

    chars: list[Char]
    size: float = 0.0
    font: str = ""
    bold: bool = False
    italic: bool = False
    turn: int = 0
    unseen: bool = False
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
    space = ended = False
    high = 0
    for index in range(raw.FPDFText_CountChars(text)):
        code = code_of(text, index)
        if code == 0x20 or code in _SPACES:
            space = True
            continue
        if code in (10, 13):
            space, ended = False, run is not None
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
        elif run is not None and ended:
            # On a page whose letters are drawn one by one pdfium may take lines for columns: it then ends a line after
            # each letter, and says no spaces.
            gap = _gap_in(run, box)
            run, space = (run, gap > _SPACE) if gap > -_SPACE else (None, False)
        ended = False
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
    mode = raw.FPDFTextObj_GetTextRenderMode(raw.FPDFText_GetTextObject(text, index))
    return Run([], round(size, 1), plain, bold, italic, turn, mode == raw.FPDF_TEXTRENDERMODE_INVISIBLE)


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


def _gap_in(run: Run, box: Rect) -> float:
    """How far behind a run a character on its line begins, in heights of its letters; below 0 where it is before."""
    last, backward = run.chars[-1].box, run.turn in (180, 270)
    if run.turn in (90, 270):
        last, box = _flipped(last), _flipped(box)
    gap = last[0] - box[2] if backward else box[0] - last[2]
    return gap / max(last[3] - last[1], run.size * 0.5, 0.1)


def _flipped(box: Rect) -> Rect:
    return box[1], box[0], box[3], box[2]


def _between(last: Rect, after: Rect, turn: int) -> Rect:
    """Where a space is: between two characters."""
    if turn in (90, 270):
        ends = sorted((last[1], last[3], after[1], after[3]))
        return last[0], ends[1], last[2], ends[2]
    ends = sorted((last[0], last[2], after[0], after[2]))
    return ends[1], last[1], ends[2], last[3]


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
