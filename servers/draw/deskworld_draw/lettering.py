"""Letters for pictures drawn in pixels: a font that has them, as large as they fit."""

from __future__ import annotations

from functools import cache
from typing import Any

from deskworld_draw.words import wrapped

_SMALLEST = 6.0


@cache
def _font_file(family: str, bold: bool) -> str:
    from matplotlib.font_manager import FontProperties, findfont

    return str(findfont(FontProperties(family=family, weight="bold" if bold else "normal"), fallback_to_default=False))


@cache
def font_of(text: str, size: float, *, bold: bool = False) -> Any:
    """A Pillow font in which all letters of the text can be drawn; else the one that has most of them."""
    from matplotlib.font_manager import get_font
    from PIL import ImageFont

    from deskworld_draw.canvas import installed, settle

    settle()
    best, most = "", -1
    letters = {sign for sign in text if not sign.isspace()}
    for family in installed():
        file = _font_file(family, bold)
        face = get_font(file)
        held = sum(face.get_char_index(ord(sign)) > 0 for sign in letters)
        if held > most:
            best, most = file, held
        if held == len(letters):
            break
    return ImageFont.truetype(best, round(max(size, 1.0)))


def missing(text: str) -> list[str]:
    """The letters that no font here has."""
    from matplotlib.font_manager import get_font

    from deskworld_draw.canvas import installed, settle

    settle()
    faces = [get_font(_font_file(family, False)) for family in installed()]
    signs = dict.fromkeys(sign for sign in text if not sign.isspace() and sign not in "\u200d\ufe0f")
    return [sign for sign in signs if not any(face.get_char_index(ord(sign)) > 0 for face in faces)]


def fitted(text: str, width: float, height: float, *, largest: float, bold: bool = False) -> tuple[list[str], Any]:
    """The text in lines, and the largest font, at most `largest`, in which they fit a box; cut where nothing would."""
    size = max(largest, _SMALLEST)
    while True:
        font = font_of(text, size, bold=bold)
        lines = wrapped(text, lambda line, font=font: font.getlength(line) <= width)
        fits = len(lines) * font.size * 1.25 <= height and all(font.getlength(line) <= width for line in lines)
        if fits or size <= _SMALLEST:
            break
        size = max(_SMALLEST, size * 0.93)
    room = max(1, int(height / (font.size * 1.25)))
    return (lines if len(lines) <= room else [*lines[: room - 1], lines[room - 1][:-1] + "…"]), font
