"""How wide and how tall text is, by the metrics of fonts on this machine.

A deck names Calibri; the machine has Carlito, drawn to the same widths. fontconfig knows such pairs, so it is asked
once a face and its answer kept. Where it answers with a face that merely exists (DejaVu for Segoe UI), widths would
be a guess on the wide side, so a neutral face of average width stands in.
"""

import re
import shutil
import subprocess
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

_PIXELS = 256
"""Faces are measured at this size and scaled: widths are proportional, and one cache serves all sizes."""
_NEUTRAL = "Liberation Sans"
_FALLBACK = re.compile(r"dejavu|noto sans cjk|opensymbol", re.I)
_WEIGHTS = re.compile(r"(?: (?:thin|extralight|light|semilight|book|medium|semibold|demi|black|heavy))+$", re.I)
_TWINS = {
    "arial": ("liberation sans", "arimo"),
    "arial narrow": ("liberation sans narrow",),
    "helvetica": ("liberation sans", "arimo", "nimbus sans", "tex gyre heros"),
    "times new roman": ("liberation serif", "tinos"),
    "times": ("liberation serif", "tinos", "nimbus roman", "tex gyre termes"),
    "courier new": ("liberation mono", "cousine"),
    "courier": ("liberation mono", "cousine", "nimbus mono ps", "tex gyre cursor"),
    "calibri": ("carlito",),
    "cambria": ("caladea",),
    "georgia": ("gelasio",),
    "segoe ui": ("selawik",),
    "comic sans ms": ("comic relief",),
}
"""Faces drawn to another's widths, as fontconfig's 30-metric-aliases.conf pairs them."""
_SYMBOLS = ("symbol", "webdings", "wingdings", "wingdings 2", "wingdings 3")
"""Renderers draw these from OpenSymbol by a table of their own."""


class Face(NamedTuple):
    """A typeface in one weight and slant."""

    family: str
    bold: bool = False
    italic: bool = False


def width(text: str, face: Face, size: float) -> float:
    """How wide a line of text is in points, set in `face` at `size` points."""
    return _ems(text, face) * size


def line_height(face: Face) -> float:
    """The height of a single-spaced line as a multiple of the font size (about 1.2)."""
    # Pillow shows ascent and descent, but lines also keep the gap between them, which only the face itself tells.
    return _font(face).font.height / _PIXELS


def is_wide(character: str) -> bool:
    """Whether a character takes a full em and lines may break around it (CJK)."""
    return unicodedata.east_asian_width(character) in "WF"


@lru_cache(maxsize=256)
def stand_in(family: str) -> str:
    """What this machine shows instead of a font; empty where it has it, or one drawn to the same widths.

    A light or heavy cut counts as there when its plain one is: letters get another weight, lines break alike. Empty,
    too, where fontconfig is missing, for then nobody knows.
    """
    for wanted in dict.fromkeys((family.strip(), _WEIGHTS.sub("", family.strip()))):
        shown = _match(Face(wanted))[2]
        names = {name.strip().casefold() for name in shown.split(",")}
        asked = wanted.casefold()
        if not shown or asked in names or asked in _SYMBOLS or names & set(_TWINS.get(asked, ())):
            return ""
    return _match(Face(family.strip()))[2].split(",")[0]


@lru_cache(maxsize=65536)
def _ems(text: str, face: Face) -> float:
    wide = sum(1 for character in text if is_wide(character))
    rest = "".join(character for character in text if not is_wide(character)) if wide else text
    return wide + (_font(face).getlength(rest) / _PIXELS if rest else 0.0)


@lru_cache(maxsize=256)
def _font(face: Face) -> "FreeTypeFont":
    from PIL import ImageFont

    file, index = _file(face)
    if file:
        return ImageFont.truetype(file, _PIXELS, index=index, layout_engine=ImageFont.Layout.BASIC)
    built_in = ImageFont.load_default(_PIXELS)
    assert isinstance(built_in, ImageFont.FreeTypeFont)
    return built_in


def _file(face: Face) -> tuple[str, int]:
    """The font file that stands for a face, and which font in it; nothing where fontconfig is missing."""
    for wanted in dict.fromkeys((face.family, _WEIGHTS.sub("", face.family))):
        file, index, family = _match(face._replace(family=wanted))
        if not _FALLBACK.search(family) or _FALLBACK.search(face.family):
            return file, index
    return _match(face._replace(family=_NEUTRAL))[:2]


def _match(face: Face) -> tuple[str, int, str]:
    program = shutil.which("fc-match")
    if not program:
        return "", 0, ""
    pattern = face.family.replace("\\", "").replace(":", r"\:").replace(",", r"\,").replace("-", r"\-")
    pattern += ":bold" * face.bold + ":italic" * face.italic
    answer = subprocess.run(
        [program, "-f", "%{file}\t%{index}\t%{family}", "--", pattern], capture_output=True, text=True, check=False
    )
    file, index, family = (*answer.stdout.split("\t"), "", "", "")[:3]
    return file, int(index or 0) & 0xFFFF, family
