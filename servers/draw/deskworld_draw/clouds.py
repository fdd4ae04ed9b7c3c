"""Word clouds: words as large as they are often said, laid round the middle, none upright, none touching another.

Sizes go with the root of a word's weight, so that its ink does too. What a letter covers is measured on the letters
themselves and not on boxes round them, which is what lets small words stand between large ones.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw.canvas import Canvas, canvas
from deskworld_draw.saving import Made
from deskworld_draw.words import listed, plain

MOST = 90
"""Words of a cloud; more can't be read."""
_LINE = re.compile(r"^\s*(?:[-*•]\s+)?(.{1,60}?)\s*[:=|\t]\s*(\d[\d,]*(?:\.\d+)?)\s*$")
_WORD = re.compile(r"[^\W\d_](?:[\w]|['’-](?=\w))*")
_SMALL = frozenset(
    """
    a about above after again all also am an and any are aren't as at be because been before being below between both
    but by can can't could did didn't do does doesn't doing don't down during each either else ever every few for from
    further get gets got had has hasn't have haven't having he her here hers him his how i i'm if in into is isn't it
    it's its itself just let like made make many may me might more most much must my no nor not now of off on once one
    only or other our ours out over own per put said same say see shall she should so some still such than that that's
    the their theirs them then there there's these they they're this those though through to too under until up upon us
    use used using very was wasn't way we we're well were what when where which while who whom whose why will with
    within without won't would yet you your yours der die das und oder aber den dem des ein eine einer eines einem einen
    ist sind war waren wird werden nicht auch auf aus bei bis durch für gegen im ins mit nach ohne über um unter vom von
    vor zu zum zur als wie wenn dass sich sie er es ich du wir ihr man hat haben kann noch nur schon sehr le la les un
    une et ou mais dans par pour sur avec sans est sont été que qui quoi dont où ne pas plus ce cette ces il elle ils
    elles nous vous je tu se sa son ses leur leurs aux el los las unos unas y o pero en con por para sin fue como más su
    sus lo al del si
    """.split()  # noqa: SIM905
)
"""Words that every English, German, French or Spanish text is full of."""
_NOMINAL, _GRID, _PAD = 60.0, 4, 1.5
"""Pixels in which letters are measured; pixels to a cell of the grid that they are laid on; cells between two words."""


@dataclass(frozen=True)
class _Cut:
    """What a word covers at the nominal size: True where there is ink."""

    ink: Any


def weights_of(text: str) -> list[tuple[str, float]]:
    """Words with their weights, the heaviest first: of lines like 'word: 12', else counted in a text.

    Raises:
        ToolError: There is no word in it that tells anything.
    """
    text = plain(text, argument="text", longest=500_000)
    lines = [line for line in text.split("\n") if line.strip()]
    said = [_LINE.match(line) for line in lines]
    found: dict[str, float] = {}
    if lines and all(said):
        for each in said:
            if each:
                word = " ".join(each[1].split())
                found[word] = found.get(word, 0.0) + float(each[2].replace(",", ""))
    else:
        forms: dict[str, Counter[str]] = {}
        for word in _WORD.findall(text):
            key = word.casefold().replace("’", "'")
            if key not in _SMALL and (len(word) > 2 or not word.isascii()):
                forms.setdefault(key, Counter())[word] += 1
        for spellings in forms.values():
            word = max(spellings, key=lambda each: (spellings[each], each.islower()))
            found[word] = float(sum(spellings.values()))
    ranked = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    ranked = [(word, weight) for word, weight in ranked if weight > 0]
    if not ranked:
        raise ToolError("there is no word in it to draw; give a text, or lines like 'harbour: 12'", argument="text")
    return ranked


def draw(ranked: Sequence[tuple[str, float]], sides: tuple[int, int], title: str, theme: str, suffix: str) -> Made:
    """A cloud of the heaviest words as a file of that ending."""
    words = list(ranked[:MOST])
    width, height = sides
    with canvas(width, height, theme) as page:
        margin = page.base * 1.6
        top = page.heading(title, "", margin)
        if height - margin - top < 100:
            raise ToolError("the title leaves no room for the words; draw it larger", argument="size")
        cuts = [_cut(page, word) for word, _ in words]
        shape = (round((height - margin - top) / _GRID), round((width - 2 * margin) / _GRID))
        shares = [max(0.16, math.sqrt(weight / words[0][1])) for _, weight in words]
        largest = _largest(cuts, shares, shape)
        tries = 9
        placed: dict[int, tuple[float, float, float]] = {}
        while tries and len(placed) < len(words):
            tries -= 1
            placed = _laid(cuts, [largest * share for share in shares], shape, whole=tries > 0)
            largest *= 0.9
        for number, (row, column, size) in placed.items():
            word, _ = words[number]
            ink = page.look.palette[number % (len(page.look.palette) - 1)]
            x, y = margin + column * _GRID, top + row * _GRID
            page.write(x, y, word, size, color=ink, weight="bold", ha="center", va="center_baseline")
        missing = [word for number, (word, _) in enumerate(words) if number not in placed]
        if missing:
            page.warnings.append(f"no room for {listed(missing)}; draw it larger")
        if len(ranked) > MOST:
            page.warnings.append(f"the {MOST} heaviest of {len(ranked)} words are shown")
        return page.made(suffix, check=False)


def _cut(page: Canvas, word: str) -> _Cut:
    """The ink of a word, centred where `write` centres it."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    wide, high = page.size_of(word, _NOMINAL, bold=True)
    width, height = math.ceil(wide) + 24, math.ceil(high * 2) + 24
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    surface = FigureCanvasAgg(figure)
    figure.text(0.5, 0.5, word, fontsize=_NOMINAL, weight="bold", ha="center", va="center_baseline", color="black")
    surface.draw()
    return _Cut(np.asarray(surface.buffer_rgba())[:, :, 0] < 200)


def _scaled(cut: _Cut, size: float) -> Any:
    """The word's ink at a size, on the grid, with air round it; its middle is the middle of the array."""
    import numpy as np

    step = _GRID * _NOMINAL / size
    half = [math.ceil(side / 2 / step) for side in cut.ink.shape]
    rows, columns = (np.arange(-half[axis], half[axis] + 1) * step + cut.ink.shape[axis] / 2 for axis in (0, 1))
    sums = np.pad(np.cumsum(np.cumsum(cut.ink, axis=0, dtype=np.int64), axis=1), ((1, 0), (1, 0)))
    low = [np.clip(np.floor(at - step * (0.5 + _PAD)), 0, cut.ink.shape[axis]).astype(int)
           for axis, at in enumerate((rows, columns))]  # fmt: skip
    high = [np.clip(np.ceil(at + step * (0.5 + _PAD)), 0, cut.ink.shape[axis]).astype(int)
            for axis, at in enumerate((rows, columns))]  # fmt: skip
    held = (sums[np.ix_(high[0], high[1])] - sums[np.ix_(low[0], high[1])]
            - sums[np.ix_(high[0], low[1])] + sums[np.ix_(low[0], low[1])])  # fmt: skip
    return held > 0


def _largest(cuts: Sequence[_Cut], shares: Sequence[float], shape: tuple[int, int]) -> float:
    """The size of the first word at which all of them would fill somewhat more than there is room for."""
    ink = sum(float(cut.ink.any(axis=0).sum() * cut.ink.any(axis=1).sum()) * share**2
              for cut, share in zip(cuts, shares, strict=True))  # fmt: skip
    room = shape[0] * shape[1] * _GRID**2 * 0.8
    size = _NOMINAL * math.sqrt(room / ink)
    widest = float(cuts[0].ink.any(axis=0).sum())
    return min(size, _NOMINAL * shape[1] * _GRID * 0.72 / widest, shape[0] * _GRID * 0.42)


def _laid(
    cuts: Sequence[_Cut], sizes: Sequence[float], shape: tuple[int, int], *, whole: bool
) -> dict[int, tuple[float, float, float]]:
    """Where the middle of each word comes to lie: the free place that is nearest to the middle of all.

    Args:
        cuts: The words.
        sizes: Of their letters.
        shape: Of the grid.
        whole: Give up at the first that has no place.
    """
    import numpy as np

    taken = np.zeros(shape)
    placed: dict[int, tuple[float, float, float]] = {}
    for number, (cut, size) in enumerate(zip(cuts, sizes, strict=True)):
        mask = _scaled(cut, size)
        lines, signs = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        ink = mask[lines[0] : lines[-1] + 1, signs[0] : signs[-1] + 1]
        rows, columns = shape[0] - ink.shape[0] + 1, shape[1] - ink.shape[1] + 1
        if rows > 0 and columns > 0:
            # How much of what is taken the word would cover, wherever it lay: all places at once.
            met = np.fft.irfft2(np.fft.rfft2(taken) * np.conj(np.fft.rfft2(ink, shape)), shape)[:rows, :columns]
            down = np.arange(rows)[:, None] + mask.shape[0] // 2 - lines[0]
            across = np.arange(columns)[None, :] + mask.shape[1] // 2 - signs[0]
            far = (down / shape[0] - 0.5) ** 2 + (across / shape[1] - 0.5) ** 2
            far = np.where(met < 0.5, far, np.inf)
            y, x = np.unravel_index(int(far.argmin()), far.shape)
            if math.isfinite(far[y, x]):
                taken[y : y + ink.shape[0], x : x + ink.shape[1]] += ink
                placed[number] = (float(down[y, 0]), float(across[0, x]), size)
                continue
        if whole:
            break
    # Few words end up aside: they are moved to the middle together.
    off = [(side - 1 - found[0] - found[-1]) / 2 if len(found := np.flatnonzero(taken.any(axis=1 - axis))) else 0.0
           for axis, side in enumerate(shape)]  # fmt: skip
    return {number: (row + off[0], column + off[1], size) for number, (row, column, size) in placed.items()}
