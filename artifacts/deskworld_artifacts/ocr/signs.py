"""Signs before and between words: bullets, and shapes that a reader of many scripts takes for letters.

The reader knows Chinese and Japanese, and a box or a dash beside Latin words looks to it like one of their letters. On
a page that holds none of them otherwise such a sign is what it looks like; a row of boxes alone is no text at all. The
finder, on the other hand, often leaves out a bullet that stands apart from its line: a small full mark in front of it,
at half its height, with others like it on the page, is one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .lines import Piece, crop, ink_of, runs_of, size_of
from .words import BULLET, Quad, Word, box_of

_BULLETS = (
    "\u2022\u25cf\u25a0\u25aa\u25fe\u25fc\u2b25\u25c6\u25cb\u25e6\u2219\u00b7\u30fb\u3002\uff61\uff65\u2027\u22c5"
)
"""Full and hollow discs and squares, small dots, and the full stop of Japanese."""
_BOXES = "\u30ed\u53e3\u56d7\u56d6\u65e5\u66f0\u56de\u25a1\u2610\u25fb\u25fd"
"""Letters that look like an empty box, and boxes."""
_ALIKE = {**dict.fromkeys(_BOXES, "\u25a1"), "\u4e00": "\u2013", "\u30fc": "\u2013", "\u4e28": "|", "\u3001": ","}
_EASTERN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
_REACH = 3.0
"""Heights of a line in front of it that a bullet is looked for in."""
_LEAST, _MOST = 0.12, 0.55
"""A bullet's size in heights of its line."""


def plain_signs(pieces: Sequence[Piece], codes: Sequence[str]) -> list[Piece]:
    """The pieces with such signs put right, and without those in which nothing but boxes stands.

    Args:
        pieces: What was read on a page.
        codes: The languages that were asked for. On a Chinese or Japanese page boxes may be letters: nothing changes.
    """
    eastern = bool({"zh", "zh-hant", "ja", "ko"} & set(codes))
    if eastern or any(_is_eastern(letter) for piece in pieces for letter in piece.text):
        return list(pieces)
    plain = [replace(piece, text=_put_right(piece.text)) for piece in pieces]
    return [piece for piece in plain if set(piece.text) - {"\u25a1", " "}]


def _is_eastern(letter: str) -> bool:
    """Whether it is a letter of the east, and none that a shape may have been taken for."""
    return (
        ord(letter) > 0x2E80
        and letter not in _ALIKE
        and unicodedata.category(letter) == "Lo"
        and unicodedata.name(letter, "").startswith(_EASTERN)
    )


def _put_right(text: str) -> str:
    """A Latin line, letter for letter: wide forms narrow, shapes as shapes, a bullet in front apart from its words."""
    plain = "".join(
        chr(ord(letter) - 0xFEE0) if "\uff01" <= letter <= "\uff5e" else _ALIKE.get(letter, letter) for letter in text
    )
    words = plain[1:].lstrip()
    if plain[0] in _BULLETS and words and words[0] not in _BULLETS:
        return f"{BULLET} {words}"
    return plain.replace("\u3002", ".")


def bullets(pixels: Any, pieces: Sequence[Piece]) -> dict[int, Word]:
    """Bullets in front of pieces that the reader did not see, by the number of the piece.

    One alone may be a speck: they count where there are two of a size, be the other one read or not.
    """
    found: dict[int, tuple[Quad, float]] = {}
    sizes: dict[int, float] = {}
    for number, piece in enumerate(pieces):
        if not piece.places:
            continue
        if piece.text.startswith(BULLET):
            sizes[number] = _mark_in(pixels, piece)
        elif piece.text[0].isalnum():
            seen = _mark_before(pixels, piece)
            if seen is not None:
                found[number] = seen
                sizes[number] = seen[1]
    return {
        number: Word(BULLET, box_of([quad]), 0.9, quad=quad)
        for number, (quad, size) in found.items()
        if any(other != number and 0.6 < size / like < 1.6 for other, like in sizes.items())
    }


def joined(quad: Quad, front: Quad) -> Quad:
    """The quad of a line and of what stands in front of it."""
    (x0, y0), (x1, y1), _, _ = quad
    long, _ = size_of(quad)
    back = ((front[0][0] - x0) * (x1 - x0) + (front[0][1] - y0) * (y1 - y0)) / long**2
    return _stretched(quad, min(0.0, back), 1.0)


def _stretched(quad: Quad, start: float, end: float) -> Quad:
    """The part of a line's band from one place to another; 0 is where the line begins, 1 where it ends."""
    (x0, y0), (x1, y1), _, (x3, y3) = quad
    across, down = (x1 - x0, y1 - y0), (x3 - x0, y3 - y0)

    def at(u: float, v: float) -> tuple[float, float]:
        return x0 + u * across[0] + v * down[0], y0 + u * across[1] + v * down[1]

    return at(start, 0), at(end, 0), at(end, 1), at(start, 1)


def _mark_in(pixels: Any, piece: Piece) -> float:
    """The size in pixels of a bullet that was read with its line; at least 1."""
    ink = ink_of(crop(pixels, _stretched(piece.quad, 0, sum(piece.places[:2]) / 2)))
    for left, right in runs_of(ink.any(axis=0))[:1]:
        down = ink[:, left:right].any(axis=1).nonzero()[0]
        return (right - left + int(down[-1] - down[0]) + 1) / 2
    return 1.0


def _mark_before(pixels: Any, piece: Piece) -> tuple[Quad, float] | None:
    """A bullet before a piece, and its size in pixels; also one within the piece that was read over."""
    long, high = size_of(piece.quad)
    start, end = -_REACH * high / long, piece.places[0]
    band = _stretched(piece.quad, start, end)
    ink = ink_of(crop(pixels, band))
    tall, wide = ink.shape
    runs = runs_of(ink.any(axis=0))
    if runs and runs[-1][1] >= wide - 1:
        runs = runs[:-1]  # the first letter
    elif len(piece.places) > 1:
        reach = (piece.places[1] - piece.places[0]) * long  # or it begins further on: its middle is guessed
        runs = [run for run in runs if run[1] < wide - 0.5 * reach]
    if not runs:
        return None
    left, right = runs[-1]
    before = runs[-2][1] if len(runs) > 1 else -tall
    down = ink[:, left:right].any(axis=1).nonzero()[0]
    top, bottom = int(down[0]), int(down[-1]) + 1
    size = (right - left, bottom - top)
    full = ink[top:bottom, left:right].mean()
    fits = (
        min(size) >= max(3, _LEAST * tall)
        and max(size) <= _MOST * tall
        and max(size) <= 1.4 * min(size)
        and full > 0.55
        and 0.3 < (top + bottom) / 2 / tall < 0.72
        and left - before > 0.4 * tall
        and wide - right > 0.25 * tall
    )
    if not fits:
        return None
    inner = _stretched(band, left / wide, right / wide)
    (a, b, c, d) = inner

    def along(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
        return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share

    quad = (
        along(a, d, top / tall), along(b, c, top / tall), along(b, c, bottom / tall), along(a, d, bottom / tall)
    )  # fmt: skip
    return quad, sum(size) / 2
