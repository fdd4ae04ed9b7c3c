"""What can be read in a picture: text as it is seen, where the file itself holds none.

    chart = s.file("out/chart.png")
    assert legibility(chart, "Revenue 2025") > 0.9
    assert "draft" not in fold(text_seen(s.render("out/board.pptx")[0].png, box=(0, 680, 1280, 720)))

It stands on the OCR of the artifacts (the extra `ocr` of this package), which reads clean print without a fault and
worn print nearly so: ask for a likeness, and for figures and names rather than for whole paragraphs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deskworld_artifacts.ocr import Reading

Source = Path | bytes

_KEPT = 200
_read: "dict[tuple[object, ...], Reading]" = {}
"""What was read lately: several checks ask about the same picture, and reading one takes about a second."""


@dataclass(frozen=True)
class SeenWord:
    """A word in a picture, and the box around it: left, top, right, bottom in pixels of the upright picture."""

    text: str
    box: tuple[int, int, int, int]


def words_seen(
    picture: Source, *, page: int = 1, box: Sequence[int] | None = None, languages: Sequence[str] = ("en",)
) -> list[SeenWord]:
    """The words of a picture with their places, in reading order. The arguments are those of `text_seen`."""
    return [SeenWord(word.text, word.box) for word in _reading(picture, page, box, languages).words]


def text_seen(
    picture: Source, *, page: int = 1, box: Sequence[int] | None = None, languages: Sequence[str] = ("en",)
) -> str:
    """The text of a picture, or of a page of a PDF, in reading order: a row a line, three spaces between columns.

    Args:
        picture: A file, or the bytes of a picture.
        page: From 1.
        box: Only this part: left, top, right, bottom in pixels of the upright picture (of a PDF page drawn at 200 dpi).
        languages: Codes; the default reads Latin scripts, Chinese and Japanese.
    """
    return _reading(picture, page, box, languages).text


def legibility(
    picture: Source, text: str, *, page: int = 1, box: Sequence[int] | None = None, languages: Sequence[str] = ("en",)
) -> float:
    """How much of a text can be read in a picture, 0 to 1: the likeness of the stretch that is most like it.

    Case, accents, spaces and line ends do not count. The arguments are those of `text_seen`.
    """
    from difflib import SequenceMatcher

    wanted = _letters(text)
    if not wanted:
        raise ValueError("there is no letter or digit in the text to look for")
    seen = _letters(_reading(picture, page, box, languages).text)
    if wanted in seen:
        return 1.0
    matcher = SequenceMatcher(None, "", wanted, autojunk=False)
    best = 0.0
    for start in range(max(1, len(seen) - len(wanted) // 2)):
        matcher.set_seq1(seen[start : start + len(wanted)])
        if matcher.quick_ratio() > best:
            best = max(best, matcher.ratio())
    return best if seen else 0.0


def _letters(text: str) -> str:
    from unicodedata import combining, normalize

    plain = normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not combining(letter) and not letter.isspace())


def _reading(picture: Source, page: int, box: Sequence[int] | None, languages: Sequence[str]) -> "Reading":
    from io import BytesIO

    from deskworld_artifacts.kinds import PICTURES
    from deskworld_artifacts.ocr import OcrError, read_words
    from PIL import Image

    part = None if box is None else (int(box[0]), int(box[1]), int(box[2]), int(box[3]))
    key = (sha256(picture.read_bytes() if isinstance(picture, Path) else picture).digest(), page, part, *languages)
    if key in _read:
        return _read[key]
    try:
        source = picture if isinstance(picture, Path) else Image.open(BytesIO(picture), formats=PICTURES)
        found = read_words(source, page=page, box=part, languages=languages)
    except OcrError as error:
        if error.about in ("path", "page", "box"):  # the file is at fault; what is missing on this machine is not
            raise AssertionError(str(error)) from error
        raise
    if len(_read) >= _KEPT:
        _read.pop(next(iter(_read)))
    _read[key] = found
    return found
