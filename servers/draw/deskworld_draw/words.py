"""Texts as they can be drawn: no control characters, no halves of letters, lines as the caller set them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from deskworld_kit import ToolError

LONGEST = 2000
"""Characters of one text on a drawing; longer ones are no label."""
_KEPT = "\n\u200d\ufe0f"
"""Format characters that letters need: line ends, joiners of emoji."""


def plain(text: str, *, argument: str, longest: int = LONGEST) -> str:
    """The text without what no font can draw.

    Raises:
        ToolError: It is longer than `longest`.
    """
    if len(text) > longest:
        raise ToolError(f"a text of {len(text)} characters is too long here; at most {longest}", argument=argument)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    kept = (sign for sign in text if sign in _KEPT or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Cn", "Co"))
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def wrapped(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Lines of which each fits, broken at spaces, else between letters where a word alone is too long.

    Args:
        text: What to break; its own line ends stay.
        fits: Whether a line is narrow enough.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _pieces(paragraph):
            if fits((line + word).rstrip()):
                line += word
                continue
            if line.strip():
                lines.append(line.rstrip())
            line = word.lstrip()
            while line and not fits(line.rstrip()):
                cut = max(1, _longest_fit(line, fits))
                if cut >= len(line):
                    break
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line.rstrip())
    return lines


def cut(text: str, longest: int) -> str:
    """At most so many characters, with a sign where some are missing."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def listed(names: Sequence[str], most: int = 5) -> str:
    """Some names as a sentence holds them."""
    shown = ", ".join(repr(cut(name, 40)) for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def _pieces(text: str) -> list[str]:
    """Words with the space after them; letters of scripts that know no spaces are pieces of their own."""
    pieces: list[str] = []
    word = ""
    for sign in text:
        word += sign
        if sign == " " or sign in "-/" or unicodedata.east_asian_width(sign) in "WF":
            pieces.append(word)
            word = ""
    return [*pieces, word] if word else pieces


def _longest_fit(text: str, fits: Callable[[str], bool]) -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(text[:middle]) else (low, middle - 1)
    return low
