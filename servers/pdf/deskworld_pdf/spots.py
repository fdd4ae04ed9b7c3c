"""The boxes that are cut out of a page, found by place: a page may have thousands of them, and of letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor

from deskworld_pdf.geometry import Rect, meets

_BAND = 12.0
"""Points; the boxes are kept by the bands that they reach into."""
_MOST_BANDS = 100


@dataclass(frozen=True)
class Spot:
    """A box in the page's own coordinates (left, bottom, right, top). `tight`: it is drawn around letters, so only
    what has its core in it goes; else whatever reaches into it. `wide` is what is painted over, where that is more."""

    box: Rect
    tight: bool
    wide: Rect | None = None

    @property
    def mark(self) -> Rect:
        """What is painted over."""
        return self.wide or self.box


class Spots:
    """All of a page."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self._bands: dict[int, list[Spot]] = {}
        self._tall: list[Spot] = []
        self.kinds = frozenset(spot.tight for spot in spots)
        """Which kinds there are, by their `tight`."""
        for spot in dict.fromkeys(spots):
            bands = _bands_of(spot.mark)
            if bands is None:
                self._tall.append(spot)
            for band in bands or ():
                self._bands.setdefault(band, []).append(spot)

    def at(self, box: Rect, *, tight: bool | None = None) -> list[Spot]:
        """Those that share some area with a box; only the tight or the other ones, if said."""
        return [spot for spot in self._near(box) if (tight is None or spot.tight is tight) and meets(box, spot.box)]

    def painted(self, box: Rect) -> list[Rect]:
        """What is painted over of a picture that fills a box."""
        return [spot.mark for spot in self._near(box) if meets(box, spot.mark)]

    def asked(self, points: Sequence[tuple[float, float]]) -> list[Rect]:
        """The boxes of those that are not tight, near a drawing with these points."""
        if False not in self.kinds or not points:
            return []
        xs, ys = [x for x, _ in points], [y for _, y in points]
        around = (min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2)
        return [spot.box for spot in self.at(around, tight=False)]

    def _near(self, box: Rect) -> Iterable[Spot]:
        bands = _bands_of(box)
        if bands is None:
            found = [spot for band in self._bands.values() for spot in band]
        elif len(bands) == 1:
            return [*self._bands.get(bands[0], ()), *self._tall]
        else:
            found = [spot for band in bands for spot in self._bands.get(band, ())]
        return dict.fromkeys([*found, *self._tall])


def _bands_of(box: Rect) -> range | None:
    """The bands that a box reaches into; None for one that reaches into very many."""
    first, last = floor(box[1] / _BAND), floor(box[3] / _BAND)
    return range(first, last + 1) if last - first < _MOST_BANDS else None
