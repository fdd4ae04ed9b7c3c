"""Reading a picture: find the lines, see how they lie, read each, put them in order.

Each step has a second try where the first shows that it is needed, and only there: print too small to be found is
looked for on a larger picture in tiles, faint print with its contrast stretched, speckles are wiped off, lines that
read badly are read the other way up. What had to be done is said in the reading's notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING

from .engines import Engine, chosen
from .errors import OcrError
from .lines import Piece, Quads, angle_of, shifted, size_of, words_of
from .order import Run, in_order
from .pages import DPI, page_picture, upright
from .signs import bullets, joined, plain_signs
from .words import Box, Direction, Line, Quad, Reading, Word, box_of, is_word

if TYPE_CHECKING:
    from PIL.Image import Image

    from . import rapid

_LEAST_SIDE = 4
_FLAT = 6
"""A picture whose channels span no more than this is blank."""
_SPECKLED = 0.8
_SPECKLE, _SPECKLES = 60, 0.002
"""How far a speckle is from what is around it, and the share of a picture's pixels that makes it a speckled one."""
_TOLD = 0.1
"""Tesseract's word on how a page lies is taken from here on."""


def read_words(
    source: Path | Image,
    *,
    page: int = 1,
    box: Box | None = None,
    engine: Engine = "auto",
    languages: Sequence[str] = ("en",),
    dpi: int = DPI,
) -> Reading:
    """Read a picture, or a page of a PDF or TIFF.

    Args:
        source: A file, or a Pillow image in any mode.
        page: From 1.
        box: Only this part, in pixels of the upright picture (of the page as drawn, for a PDF). Places in the result
            are still those of the whole picture.
        engine: "auto" takes rapidocr where it reads all the languages.
        languages: Codes ("en", "de", "zh") or English names.
        dpi: How finely a PDF page is drawn.

    Raises:
        OcrError: The file can't be opened, a language is unknown, or an engine is missing.
    """
    engine_name, codes = chosen(engine, languages)
    _needs()
    image = page_picture(source, page, dpi=dpi) if isinstance(source, Path) else upright(source)
    width, height = image.size
    if box is not None:
        left, top, right, bottom = box
        if not (0 <= left < right <= width and 0 <= top < bottom <= height):
            raise OcrError(f"the box {list(box)} is not within the picture of {width} x {height} px", "box")
        image = image.crop(box)
    direction = Direction(0, 0.0, 0.0)
    reason, notes, lines = _nothing_in(image), [], []
    if not reason:
        read = _by_rapidocr if engine_name == "rapidocr" else _by_tesseract
        lines, direction, notes = read(image, codes)
        if not lines or _score(lines) < _SPECKLED:
            for what, better in _retouched(image):
                again, lies, more = read(better, codes, thorough=bool(lines))
                if _merit(again) > _merit(lines) * 1.1:
                    lines, direction, notes = again, lies, [what, *more]
                if lines and _score(lines) > _SPECKLED:
                    break
        if not lines:
            reason = "no text was found: there are marks in the picture, but none that reads as letters"
    if box is not None:
        lines = [_moved(line, box[0], box[1]) for line in lines]
    return Reading(width, height, tuple(lines), engine_name, direction, reason, tuple(notes))


def text_direction(source: Path | Image, *, page: int = 1, dpi: int = DPI) -> Direction:
    """How the text of a picture lies, without reading all of it."""
    _needs()
    image = page_picture(source, page, dpi=dpi) if isinstance(source, Path) else upright(source)
    if _nothing_in(image):
        return Direction(0, 0.0, 0.0)
    if chosen("auto", ("en",))[0] == "tesseract":
        from . import tesseract

        turned, sure, script = tesseract.direction(image)
        return Direction(turned, 0.0, sure, script)
    seen, quarter, turned, sure, _ = _lies(image)
    return Direction((turned + quarter) % 360, _skew(seen.quads, turned), round(sure, 3))


def _needs() -> None:
    try:
        import cv2  # noqa: F401  # pyright: ignore[reportUnusedImport]
        import numpy  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise OcrError("reading pictures needs the extra 'ocr': pip install 'deskworld-artifacts[ocr]'") from None


def _nothing_in(image: Image) -> str:
    """Why it is not even tried."""
    width, height = image.size
    if min(width, height) < _LEAST_SIDE:
        return f"the picture is {width} x {height} px, too small to hold text"
    spans = [high - low for low, high in image.getextrema()]  # pyright: ignore[reportGeneralTypeIssues, reportOperatorIssue]
    return "the picture is blank: it has one colour all over" if max(spans) <= _FLAT else ""


def _by_rapidocr(
    image: Image, codes: Sequence[str], *, thorough: bool = True
) -> tuple[list[Line], Direction, list[str]]:
    seen, quarter, turned, sure, notes = _lies(image, thorough=thorough)
    pieces = plain_signs(seen.pieces(turned), codes)
    if _no_text(pieces, len(seen.quads)):
        return [], Direction(0, 0.0, 0.0), []
    skew = _skew([piece.quad for piece in pieces], turned)
    marks = bullets(seen.pixels, pieces)
    runs: list[Run] = []
    for number, piece in enumerate(pieces):
        words, quad = words_of(seen.pixels, piece), piece.quad
        if number in marks:
            words, quad = [marks[number], *words], joined(quad, marks[number].quad)
        if words:
            runs.append(Run(tuple(words), quad, angle_of(quad)))
    lines = in_order(runs, turned + skew)
    if quarter:
        lines = [_turned(line, quarter, (image.height, image.width), image.size) for line in lines]
    if lines and seen.illegible:
        boxes = "" if quarter else ": px " + ", ".join(str(list(box_of([quad]))) for quad in seen.illegible[:5])
        places = "1 place looks" if len(seen.illegible) == 1 else f"{len(seen.illegible)} places look"
        notes.append(f"{places} like text that can't be made out{boxes}")
    turned = (turned + quarter) % 360
    if turned:
        notes.append(f"the text lies turned by {turned} degrees clockwise")
    return lines, Direction(turned, skew, round(sure, 3)), notes


def _no_text(pieces: Sequence[Piece], looked_at: int) -> bool:
    """Whether what was read are marks: signs only, or single letters of which most places gave none for sure."""
    if any(is_word(piece.text, _sure_of(piece)) for piece in pieces):
        return False
    letters = [piece for piece in pieces if any(letter.isalnum() for letter in piece.text)]
    sure = sum(_sure_of(piece) >= _SPECKLED for piece in letters)
    return sure == 0 or sure < 0.6 * looked_at


def _sure_of(piece: Piece) -> float:
    return sum(piece.scores) / len(piece.scores)


def _lies(image: Image, *, thorough: bool = True) -> tuple[rapid.Lines, int, int, float, list[str]]:
    """The lines of a picture, seen from the side where they lie on it, and how.

    Args:
        image: The picture.
        thorough: Look closely, and from the side too where it is not sure that they lie level.

    Returns:
        The lines; by how much the picture was turned for them (0 or 90 degrees counterclockwise); how their text lies
        on what was seen then; how sure that is; and notes.
    """
    import numpy
    from PIL import Image

    from . import rapid
    from .looking import found

    pixels = numpy.asarray(image)
    quads, notes = found(pixels, closely=thorough)
    seen = rapid.Lines(pixels, quads)
    turned, sure = seen.lying()
    crumbs = len(quads) >= 3 and seen.letters(turned) <= 2  # upended lines may be found letter by letter
    aside = turned in (90, 270) or (thorough and (sure < 0.6 or crumbs))
    if quads and aside:  # the finder sees level lines best
        pixels = numpy.asarray(image.transpose(Image.Transpose.ROTATE_90))
        quads, more = found(pixels, closely=thorough)
        level = rapid.Lines(pixels, quads)
        way, surer = level.lying()
        longer = crumbs and level.letters(way) > 4
        better = surer > sure + 0.1 or ((longer or turned in (90, 270)) and surer > sure - 0.2)
        if way in (0, 180) and better:
            return level, 90, way, surer, more
    return seen, 0, turned, sure, notes


def _by_tesseract(
    image: Image, codes: Sequence[str], *, thorough: bool = True
) -> tuple[list[Line], Direction, list[str]]:
    del thorough
    from . import tesseract

    turned, sure, script = tesseract.direction(image)
    turned = turned if sure >= _TOLD else 0
    skew = _slant_of(image)
    lines = _tesseract_lines(image, codes, turned + skew)
    if not lines or _score(lines) < _SPECKLED:  # short texts tell it little: the way that reads best is right
        for other in (90, 180, 270, 0):
            again = _tesseract_lines(image, codes, other + skew) if other != turned else []
            if _merit(again) > 1.2 * _merit(lines):
                lines, turned, sure = again, other, _TOLD
    notes = [f"the text lies turned by {turned} degrees clockwise"] if turned else []
    return lines, Direction(turned, skew, round(sure, 3), script), notes


def _slant_of(image: Image) -> float:
    """The slant of lines, which tesseract can't take; 0 where nothing is here to see it."""
    import numpy

    from .engines import languages

    if not any("rapidocr" in each.engines for each in languages()):
        return 0.0
    from .looking import found

    skew = _skew(found(numpy.asarray(image))[0], 0)
    return skew if abs(skew) > 0.7 else 0.0


def _tesseract_lines(image: Image, codes: Sequence[str], angle: float) -> list[Line]:
    from PIL import Image

    from . import tesseract

    straight = image
    if angle:
        ground = image.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        straight = image.rotate(angle, expand=True, resample=Image.Resampling.BICUBIC, fillcolor=ground)
    lines: list[Line] = []
    for block, runs in enumerate(tesseract.read(straight, codes)):
        for line in in_order(runs, 0.0):
            words = tuple(Word(w.text, w.box, w.score, len(lines), block, w.quad) for w in line.words)
            lines.append(Line(line.text, line.box, line.quad, line.score, line.angle, words, block))
    return [_turned(line, angle, straight.size, image.size) for line in lines] if angle else lines


def _retouched(image: Image) -> list[tuple[str, Image]]:
    """The picture with its speckles wiped off, where it has any, and with its contrast raised."""
    import cv2
    import numpy
    from PIL import Image

    pixels = numpy.asarray(image)
    luminance, *colors = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB))
    even = cv2.createCLAHE(clipLimit=4.0, tileGridSize=(8, 8)).apply(
        cv2.normalize(luminance, luminance.copy(), 0, 255, cv2.NORM_MINMAX)
    )
    strong = cv2.cvtColor(cv2.merge([even, *colors]), cv2.COLOR_LAB2RGB)
    made = [("the contrast was raised before reading", Image.fromarray(strong))]
    calm = cv2.medianBlur(pixels, 3)
    if (cv2.absdiff(pixels, calm).max(axis=2) > _SPECKLE).mean() > _SPECKLES:
        made.insert(0, ("speckles were wiped off before reading", Image.fromarray(calm)))
    return made


def _merit(lines: Sequence[Line]) -> float:
    return sum(len(word.text) * (word.score - 0.3) for line in lines for word in line.words)


def _score(lines: Sequence[Line]) -> float:
    letters = sum(len(line.text) for line in lines)
    return sum(line.score * len(line.text) for line in lines) / letters if letters else 0.0


def _skew(quads: Quads, turned: int) -> float:
    """The slant of the longer lines against the quarter turn."""
    long = [quad for quad in quads if max(size_of(quad)) > 3 * min(size_of(quad))]
    slants = sorted(((angle_of(quad) - turned + 45) % 90 - 45, size_of(quad)[0]) for quad in long)
    if not slants:
        return 0.0
    half, reached = sum(length for _, length in slants) / 2, 0.0
    for slant, length in slants:
        reached += length
        if reached >= half:
            return round(slant, 2)
    return 0.0


def _moved(line: Line, across: int, down: int) -> Line:
    words = tuple(_placed(word, shifted(word.quad, across, down)) for word in line.words)
    quad = shifted(line.quad, across, down)
    return Line(line.text, box_of([w.quad for w in words]), quad, line.score, line.angle, words, line.block)


def _turned(line: Line, angle: float, level: tuple[int, int], size: tuple[int, int]) -> Line:
    """A line of the picture that was turned upright, on the picture as it lay."""
    turn, rise = cos(radians(angle)), sin(radians(angle))

    def back(quad: Quad) -> Quad:
        off = ((x - level[0] / 2, y - level[1] / 2) for x, y in quad)
        a, b, c, d = ((size[0] / 2 + x * turn - y * rise, size[1] / 2 + x * rise + y * turn) for x, y in off)
        return (a, b, c, d)

    words = tuple(_placed(word, back(word.quad)) for word in line.words)
    box, lies = box_of([word.quad for word in words]), round((line.angle + angle) % 360, 1)
    return Line(line.text, box, back(line.quad), line.score, lies, words, line.block)


def _placed(word: Word, quad: Quad) -> Word:
    return Word(word.text, box_of([quad]), word.score, word.line, word.block, quad)
