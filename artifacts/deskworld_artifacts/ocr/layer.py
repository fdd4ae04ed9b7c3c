"""Text over scans: a PDF whose pages are pictures gets their words laid over them, invisibly, where each stands.

Search, selection and copying then work in every reader, and the page looks as it did: the words are drawn in the
mode that leaves no mark, each stretched to the width of its picture, turned as its line lies, through the page's own
rotation and crop. Pages that hold text already are left alone unless asked, since words would be found twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engines import Engine
from .errors import OcrError
from .pages import DPI, page_picture
from .unseen import NAME, WIDTH, Unseen
from .words import Line, Reading, Word

if TYPE_CHECKING:
    from pikepdf import Page, Pdf

MOST_PAGES = 500


@dataclass(frozen=True)
class LayeredPage:
    """What became of a page: how many words it got, how sure they are, and why it got none."""

    page: int
    words: int
    score: float
    note: str = ""


def text_layer(
    source: Path,
    target: Path,
    *,
    pages: Sequence[int] | None = None,
    engine: Engine = "auto",
    languages: Sequence[str] = ("en",),
    dpi: int = DPI,
    over_text: bool = False,
    read: Callable[[int], Reading] | None = None,
) -> list[LayeredPage]:
    """Write a copy of a PDF with a text layer over its pages.

    Args:
        source: A PDF. It is left as it is.
        target: Where the copy goes; may be the source's own place only by way of another file.
        pages: Which, from 1; None for all. The others are copied untouched.
        engine: As in `read_words`.
        languages: As in `read_words`.
        dpi: How finely pages are drawn to be read.
        over_text: Also lay words over pages that hold text already.
        read: Gives the reading of a page instead of `read_words`; its places count on the page drawn at `dpi`.

    Returns:
        A fact sheet a page that was asked for.

    Raises:
        OcrError: It is no PDF, is protected or damaged, or has no such page.
    """
    import pikepdf

    from .reading import read_words

    held = _pages_with_text(source)
    total = len(held)
    wanted = list(range(1, total + 1)) if pages is None else sorted(set(pages))
    for page in wanted:
        if not 1 <= page <= total:
            raise OcrError(f"there is no page {page}; {source.name} has pages 1 to {total}", "pages")
    if len(wanted) > MOST_PAGES:
        raise OcrError(f"{len(wanted)} pages are too many at once; name at most {MOST_PAGES} in `pages`", "pages")
    done: list[LayeredPage] = []
    try:
        document = pikepdf.open(source)
    except pikepdf.PasswordError:
        raise OcrError(f"{source.name}: the file is protected by a password; give one without") from None
    except pikepdf.PdfError as error:
        raise OcrError(f"{source.name}: the file is damaged") from error
    with document:
        for page in wanted:
            if held[page - 1] and not over_text:
                done.append(LayeredPage(page, 0, 0.0, "holds text already"))
                continue
            if read is None:
                picture = page_picture(source, page, dpi=dpi)
                reading = read_words(picture, engine=engine, languages=languages)
            else:
                reading = read(page)
            if reading.words:
                _lay(document, document.pages[page - 1], reading)
            done.append(LayeredPage(page, len(reading.words), round(reading.score, 3), reading.reason))
        document.save(target)
    return done


def _pages_with_text(source: Path) -> list[bool]:
    """Whether each page holds words that can be selected."""
    from ..rendering.pdf import opened

    with opened(source) as pdf:
        held: list[bool] = []
        for index in range(len(pdf)):
            page = pdf[index]
            words = page.get_textpage()
            held.append(bool(words.get_text_bounded().strip()))
            words.close()
            page.close()
        return held


def _lay(document: Pdf, page: Page, reading: Reading) -> None:
    """Draw a reading's words over a page."""
    from pikepdf import Name as PdfName

    place, font = _onto(page, reading), Unseen(document)
    drawn = [_line(line, place, font) for line in reading.lines]
    page.contents_add(b"q\n", prepend=True)  # what the page leaves set must not move our words
    page.contents_add("\n".join(["Q q BT 3 Tr", *drawn, "ET Q", ""]).encode("ascii"))
    _own_fonts(page)
    page.add_resource(font.font(), PdfName("/Font"), name=PdfName(f"/{NAME}"), replace_existing=True)


def _own_fonts(page: Page) -> None:
    """Give a page resources and fonts of its own: pages often share them, and each has another unseen font."""
    from pikepdf import Dictionary

    shared: Any = page.resources
    resources = Dictionary({key: shared[key] for key in shared.keys()})  # noqa: SIM118 - no plain dict
    fonts: Any = shared.get("/Font", Dictionary())
    resources["/Font"] = Dictionary({key: fonts[key] for key in fonts.keys()})  # noqa: SIM118
    page.obj["/Resources"] = resources


def _onto(page: Page, reading: Reading) -> Callable[[float, float], tuple[float, float]]:
    """From pixels of the drawn page to the page's own units, through crop and rotation."""
    box = _shown(page)
    left, bottom, right, top = box
    turned = _rotation(page)
    wide, high = right - left, top - bottom
    across, down = (wide, high) if turned in (0, 180) else (high, wide)

    def place(x: float, y: float) -> tuple[float, float]:
        u, v = x / reading.width * across, y / reading.height * down  # from the top left of the page as shown
        if turned == 90:
            return left + v, bottom + u
        if turned == 180:
            return right - u, bottom + v
        if turned == 270:
            return right - v, top - u
        return left + u, top - v

    return place


def _shown(page: Page) -> tuple[float, float, float, float]:
    """The box that readers show: the crop box within the media box."""
    media, crop = _ordered(page.mediabox), _ordered(page.cropbox)
    inner = (max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3]))
    return inner if inner[2] > inner[0] and inner[3] > inner[1] else media


def _ordered(box: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(each) for each in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _rotation(page: Page) -> int:
    node: Any = page.obj
    while node is not None:
        if "/Rotate" in node:
            return int(node["/Rotate"]) % 360
        node = node.get("/Parent")
    return 0


def _line(line: Line, place: Callable[[float, float], tuple[float, float]], font: Unseen) -> str:
    """A line in the operators of a page: letters on one baseline, as high as the line, each where it stands.

    Readers put text in an order of their own. Words shown one by one come out right, but for those of lines that
    stand on their heads as the page is seen: such a line must be shown in one.
    """
    (left, top), _, (right, bottom), start = line.quad
    long = hypot(right - start[0], bottom - start[1]) or 1.0
    along = ((right - start[0]) / long, (bottom - start[1]) / long)
    origin, end, above = place(*start), place(right, bottom), place(left, top)
    angle = atan2(end[1] - origin[1], end[0] - origin[0])
    size = max(1.0, hypot(above[0] - origin[0], above[1] - origin[1]))
    unit = hypot(end[0] - origin[0], end[1] - origin[1]) / long
    letters = [(letter, begin * unit, finish * unit) for letter, begin, finish in _spread(line.words, start, along)]
    against = along[0] < -0.7
    shown: list[str] = []
    for run in [letters] if against else _words(letters):
        x, y = origin[0] + run[0][1] * cos(angle), origin[1] + run[0][1] * sin(angle)
        # As wide as the widest letter: where one ended short of the next, readers would see a space.
        widest = max(finish - begin for letter, begin, finish in run if letter != " ")
        stretch = max(0.01, widest / (size * WIDTH / 1000))
        parts = ""
        for letter, begin, finish in run:
            back = WIDTH - (finish - begin) * 1000 / (size * stretch)
            parts += f"<{font.codes(letter)}>" + (f"{back:.0f}" if abs(back) >= 1 else "")
        turn = f"{cos(angle):.5f} {sin(angle):.5f} {-sin(angle):.5f} {cos(angle):.5f} {x:.2f} {y:.2f} Tm"
        shown.append(f"/{NAME} {size:.2f} Tf {stretch * 100:.2f} Tz {turn} [{parts.replace('><', '')}] TJ")
    return "\n".join(shown)


def _words(letters: list[tuple[str, float, float]]) -> list[list[tuple[str, float, float]]]:
    """Letters word by word, the space with the word before it."""
    words: list[list[tuple[str, float, float]]] = [[]]
    for each in letters:
        words[-1].append(each)
        if each[0] == " ":
            words.append([])
    return [word for word in words if word]


def _spread(
    words: Sequence[Word], start: tuple[float, float], along: tuple[float, float]
) -> Iterator[tuple[str, float, float]]:
    """Each letter of a line, spaces too: from where to where on the line it reaches, in pixels."""
    before = 0.0
    for number, word in enumerate(words):
        begin, end = _span(word, start, along)
        if number:
            yield " ", before, begin
        step = (end - begin) / len(word.text)
        for place, letter in enumerate(word.text):
            yield letter, begin + step * place, begin + step * (place + 1)
        before = end
    yield " ", before, before + 1  # where a reader joins lines, their words stay apart


def _span(word: Word, start: tuple[float, float], along: tuple[float, float]) -> tuple[float, float]:
    """Where on its line a word begins and ends, in pixels."""
    reached = [(x - start[0]) * along[0] + (y - start[1]) * along[1] for x, y in word.quad]
    return min(reached), max(reached)
