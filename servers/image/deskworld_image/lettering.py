"""Text on pictures: a real font that has the letters, wrapped to a width, measured before it is drawn.

Fonts are looked for where systems keep them. Which of them has a letter is seen by drawing it: a letter that a font
lacks looks like the font's mark for missing ones.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

Family = Literal["sans", "serif", "mono"]

_NAMES: dict[str, tuple[str, ...]] = {
    "sans": ("LiberationSans-Regular", "DejaVuSans", "Arial", "Helvetica"),
    "sans bold": ("LiberationSans-Bold", "DejaVuSans-Bold", "Arial Bold", "arialbd"),
    "serif": ("LiberationSerif-Regular", "DejaVuSerif", "Times New Roman", "times"),
    "serif bold": ("LiberationSerif-Bold", "DejaVuSerif-Bold", "Times New Roman Bold", "timesbd"),
    "mono": ("LiberationMono-Regular", "DejaVuSansMono", "Courier New", "cour"),
    "mono bold": ("LiberationMono-Bold", "DejaVuSansMono-Bold", "Courier New Bold", "courbd"),
}
_OTHERS = ("DejaVuSans", "NotoSans-Regular", "NotoSansCJK-Regular", "NotoSansCJK-Bold", "Arial Unicode", "msyh")
_FOLDERS = {
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("C:/Windows/Fonts",),
}
_UNIX = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")


@lru_cache(maxsize=1)
def _installed() -> dict[str, Path]:
    """Font files of this machine by name."""
    found: dict[str, Path] = {}
    for folder in _FOLDERS.get(sys.platform, _UNIX):
        for path in sorted(Path(folder).expanduser().rglob("*")):
            if path.suffix.lower() in (".ttf", ".otf", ".ttc"):
                found.setdefault(path.stem, path)
    return found


def font_for(text: str, size: int, family: Family = "sans", *, bold: bool = False) -> Any:
    """A Pillow font of this size that has the letters of the text, of the family where that has them."""
    wanted = [*_NAMES[f"{family} bold" if bold else family], *_OTHERS]
    letters = "".join(sorted({letter for letter in text if not letter.isspace() and letter.isprintable()}))[:400]
    best, most = None, -1
    for name in dict.fromkeys(wanted):
        path = _installed().get(name)
        if path is None:
            continue
        has = sum(_has(path, letter) for letter in letters)
        if has == len(letters):
            return _open(path, size)
        if has > most:
            best, most = path, has
    if best is None:
        from PIL import ImageFont

        return ImageFont.load_default(size)
    return _open(best, size)


def missing_letters(text: str, font: Any) -> str:
    """The letters that a font can't draw."""
    path = getattr(font, "path", "")
    found = {letter for letter in text if not letter.isspace() and letter.isprintable()}
    return "".join(sorted(letter for letter in found if path and not _has(Path(str(path)), letter)))[:20]


@lru_cache(maxsize=256)
def _open(path: Path, size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=8192)
def _has(path: Path, letter: str) -> bool:
    font = _open(path, 24)
    drawn, none = font.getmask(letter), font.getmask("\U0010fffe")
    return drawn.size != none.size or bytes(drawn) != bytes(none)


@dataclass(frozen=True)
class Lines:
    """Text broken into lines and measured."""

    text: str
    font: Any
    width: int
    height: int
    align: str


def laid_out(text: str, size: int, family: Family, *, bold: bool, align: str, width: int = 0, stroke: int = 0) -> Lines:
    """Break a text to a width (0: only where it breaks itself) and measure it."""
    from PIL import Image, ImageDraw

    text = "".join(each for each in text.replace("\r\n", "\n") if each == "\n" or each.isprintable())
    font = font_for(text, size, family, bold=bold)
    if width:
        text = "\n".join(_wrapped(line, font, width - 2 * stroke) for line in text.split("\n"))
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    box = pen.multiline_textbbox((0, 0), text, font=font, align=align, spacing=_spacing(size), stroke_width=stroke)
    return Lines(text, font, int(box[2] - min(0, box[0])) + 1, int(box[3]) + 1, align)


def _spacing(size: int) -> float:
    return size * 0.2


def _wrapped(line: str, font: Any, width: int) -> str:
    """A line broken at spaces, or inside words that are wider than the width (as CJK text is)."""
    rows: list[str] = []
    row = ""
    for word in line.split(" "):
        trial = f"{row} {word}" if row else word
        if font.getlength(trial) <= width:
            row = trial
            continue
        if row:
            rows.append(row)
        row = ""
        for letter in word:
            if row and font.getlength(row + letter) > width:
                rows.append(row)
                row = ""
            row += letter
    return "\n".join([*rows, row])


def covering(lines: Lines, size: int, *, stroke: int = 0) -> tuple[Any, Any]:
    """How far each pixel is covered by the letters, and by the letters with their outline: two L images."""
    from PIL import Image, ImageDraw

    made: list[Any] = []
    for outline in (0, stroke):
        image = Image.new("L", (max(1, lines.width), max(1, lines.height)), 0)
        ImageDraw.Draw(image).multiline_text(
            (stroke, stroke), lines.text, 255, lines.font, align=lines.align, spacing=_spacing(size),
            stroke_width=outline,
        )  # fmt: skip
        made.append(image)
    return made[0], made[1]
