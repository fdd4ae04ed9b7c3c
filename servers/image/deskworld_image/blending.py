"""How a colour laid on another mixes with it: the modes that image editors share, by the W3C's formulas.

Values are light from 0 to 1. `add` and `subtract` are the editors' own (linear dodge, and its opposite). What is seen
through is not this module's matter: `compositing.over` mixes by opacity afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

Blend = Literal[
    "normal", "multiply", "screen", "overlay", "soft_light", "hard_light", "darken", "lighten", "difference",
    "color_dodge", "color_burn", "add", "subtract", "color", "luminosity",
]  # fmt: skip
OF_COLORS = ("color", "luminosity")
"""Modes that need red, green and blue together."""
_LUMA = (0.3, 0.59, 0.11)


def blended(mode: Blend, below: Any, above: Any) -> Any:
    """Float arrays of height x width x bands, mixed."""
    if mode in OF_COLORS:
        return _with_light(above, below) if mode == "color" else _with_light(below, above)
    return _SEPARATE[mode](below, above)


def _hard_light(below: Any, above: Any) -> Any:
    import numpy

    return numpy.where(above <= 0.5, 2 * below * above, 1 - 2 * (1 - below) * (1 - above))


def _soft_light(below: Any, above: Any) -> Any:
    import numpy

    curve = numpy.where(below <= 0.25, ((16 * below - 12) * below + 4) * below, numpy.sqrt(numpy.maximum(below, 0)))
    dark = below - (1 - 2 * above) * below * (1 - below)
    return numpy.where(above <= 0.5, dark, below + (2 * above - 1) * (curve - below))


def _dodge(below: Any, above: Any) -> Any:
    import numpy

    made = numpy.minimum(1, below / numpy.maximum(1 - above, 1e-6))
    return numpy.where(below <= 0, 0.0, made)


def _burn(below: Any, above: Any) -> Any:
    import numpy

    made = 1 - numpy.minimum(1, (1 - below) / numpy.maximum(above, 1e-6))
    return numpy.where(below >= 1, 1.0, made)


def _darker(below: Any, above: Any) -> Any:
    import numpy

    return numpy.minimum(below, above)


def _lighter(below: Any, above: Any) -> Any:
    import numpy

    return numpy.maximum(below, above)


_SEPARATE: dict[str, Callable[[Any, Any], Any]] = {
    "multiply": lambda below, above: below * above,
    "screen": lambda below, above: below + above - below * above,
    "overlay": lambda below, above: _hard_light(above, below),
    "soft_light": _soft_light,
    "hard_light": _hard_light,
    "darken": _darker,
    "lighten": _lighter,
    "difference": lambda below, above: abs(below - above),
    "color_dodge": _dodge,
    "color_burn": _burn,
    "add": lambda below, above: (below + above).clip(0, 1),
    "subtract": lambda below, above: (below - above).clip(0, 1),
}


def _with_light(color: Any, light: Any) -> Any:
    """One array's colours at the other's lightness, brought back into range without a change of either."""
    import numpy

    weights = numpy.array(_LUMA, numpy.float32)
    wanted = (light @ weights)[..., None]
    made = color + (wanted - (color @ weights)[..., None])
    least, most = made.min(axis=2, keepdims=True), made.max(axis=2, keepdims=True)
    below = wanted + (made - wanted) * wanted / numpy.maximum(wanted - least, 1e-6)
    made = numpy.where(least < 0, below, made)
    above = wanted + (made - wanted) * (1 - wanted) / numpy.maximum(most - wanted, 1e-6)
    return numpy.where(most > 1, above, made)
