"""Countries of the world and their outlines, as they come with the package; and two projections of equal area.

The outlines are Natural Earth's at 1:50 million, in the public domain (naturalearthdata.com), by way of world-atlas
2.0.2, with names and codes of ISO 3166-1 added. Borders are drawn as Natural Earth draws them: as they are held, which
is not always as they are claimed.
"""

from __future__ import annotations

import gzip
import json
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from deskworld_kit.errors import unknown

_ALIASES = {
    "usa": "US", "us": "US", "united states": "US", "america": "US", "uk": "GB", "great britain": "GB", "britain": "GB",
    "england": "GB", "russia": "RU", "korea": "KR", "south korea": "KR", "north korea": "KP", "czech republic": "CZ",
    "holland": "NL", "the netherlands": "NL", "ivory coast": "CI", "burma": "MM", "swaziland": "SZ", "macedonia": "MK",
    "congo": "CG", "drc": "CD", "dr congo": "CD", "democratic republic of the congo": "CD", "uae": "AE",
    "vatican city": "VA",
    "cape verde": "CV", "east timor": "TL", "bosnia": "BA", "deutschland": "DE", "españa": "ES", "palestine": "PS",
    "micronesia": "FM", "laos": "LA", "turkey": "TR", "turkiye": "TR",
}  # fmt: skip


@dataclass(frozen=True)
class Country:
    """A country: its names and codes, and polygons of (longitude, latitude) arrays, the first of each its rim."""

    name: str
    short: str
    a2: str
    a3: str
    polygons: tuple[tuple[Any, ...], ...]

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its largest part, where a name may stand."""
        import numpy as np

        rim: Any = max((polygon[0] for polygon in self.polygons), key=lambda points: abs(area_of(points)))
        x, y = rim[:, 0], rim[:, 1]
        cross = x[:-1] * y[1:] - x[1:] * y[:-1]
        area = cross.sum() / 2
        if abs(area) < 1e-9:
            return float(np.mean(x)), float(np.mean(y))
        return float(((x[:-1] + x[1:]) * cross).sum() / (6 * area)), float(
            ((y[:-1] + y[1:]) * cross).sum() / (6 * area)
        )


@cache
def countries() -> tuple[Country, ...]:
    """All of them."""
    import numpy as np

    data = json.loads(gzip.decompress(files("deskworld_draw").joinpath("countries.json.gz").read_bytes()))
    (sx, sy), (tx, ty) = data["transform"]["scale"], data["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, dtype=float), axis=0) * (sx, sy) + (tx, ty) for arc in data["arcs"]]

    def ring(numbers: Sequence[int]) -> Any:
        parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
        made = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
        made[:, 0] = np.unwrap(made[:, 0], period=360)  # over the date line in one piece, past 180 degrees
        return made

    return tuple(
        Country(
            each["name"], each["short"], each["a2"], each["a3"],
            tuple(tuple(ring(numbers) for numbers in polygon) for polygon in each["arcs"]),
        )
        for each in data["countries"]
    )  # fmt: skip


@cache
def _by_name() -> dict[str, Country]:
    found: dict[str, Country] = {}
    for each in countries():
        for name in (each.short, each.name, each.a2, each.a3, each.name.split(",")[0]):
            if name:
                found.setdefault(folded(name), each)
    codes = {each.a2: each for each in countries() if each.a2}
    return {**found, **{folded(name): codes[code] for name, code in _ALIASES.items() if code in codes}}


def country(name: str, *, argument: str) -> Country:
    """The country of that name or code.

    Raises:
        ToolError: There is none; near names are offered.
    """
    found = _by_name().get(folded(name))
    if found is None:
        raise unknown("country", name, [each.short for each in countries()], argument=argument)
    return found


def is_country(name: str) -> bool:
    """Whether a country is called so."""
    return folded(name) in _by_name()


def folded(name: str) -> str:
    """A name without capitals, accents and dots, as people type it."""
    plain = unicodedata.normalize("NFKD", name.casefold().strip().replace(".", ""))
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def area_of(points: Any) -> float:
    """What a ring holds, in square degrees; negative where it runs clockwise."""
    x, y = points[:, 0], points[:, 1]
    return float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum() / 2)


def equal_earth(lon: Any, lat: Any) -> tuple[Any, Any]:
    """The world in true proportions (Šavrič, Patterson, Jenny: "The Equal Earth map projection", 2018)."""
    import numpy as np

    a1, a2, a3, a4 = 1.340264, -0.081106, 0.000893, 0.003796
    root = math.sqrt(3)
    theta = np.arcsin(root / 2 * np.sin(np.radians(lat)))
    t2 = theta * theta
    t6 = t2**3
    x = 2 * root * np.radians(lon) * np.cos(theta) / (3 * (9 * a4 * t6 * t2 + 7 * a3 * t6 + 3 * a2 * t2 + a1))
    return x, theta * (a4 * t6 * t2 + a3 * t6 + a2 * t2 + a1)


def azimuthal(lon: Any, lat: Any, centre: tuple[float, float]) -> tuple[Any, Any, Any]:
    """A part of the world in true proportions round a centre (Lambert, 1772); the third tells what lies in sight."""
    import numpy as np

    lon0, lat0 = np.radians(centre[0]), np.radians(centre[1])
    lam, phi = np.radians(lon) - lon0, np.radians(lat)
    cosine = np.sin(lat0) * np.sin(phi) + np.cos(lat0) * np.cos(phi) * np.cos(lam)
    k = np.sqrt(2 / np.maximum(1 + cosine, 1e-6))
    x = k * np.cos(phi) * np.sin(lam)
    y = k * (np.cos(lat0) * np.sin(phi) - np.sin(lat0) * np.cos(phi) * np.cos(lam))
    return x, y, cosine > -0.2
