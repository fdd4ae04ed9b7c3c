"""Mixing pixels where some are see-through: the one place for it.

A colour counts as much as it is seen. Every change that makes a pixel of several (scaling, turning, bending, blurring)
goes through `weighed`: colours are multiplied by their opacity, mixed as floats, and divided by the opacity that came
out. In eight bits a pixel that is hardly seen would have hardly a colour left. What looks at colours alone (cleaning,
growing over a hole) takes them from `filled`, where hidden ones are those of the nearest pixel that is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deskworld_image.canvas import Canvas, Pixels

_NONE = 1e-6
"""Share of opacity below which there is no colour."""


def weighed(pixels: Pixels, canvas: Canvas, change: Callable[[Any, int], Any]) -> Pixels:
    """Pixels changed band by band, colours weighed by their opacity.

    Args:
        pixels: Of the canvas.
        canvas: Says which bands and bits these are.
        change: Takes a band (height x width, float32) and its number, gives the new band of any size.
    """
    import numpy

    share = opacity = None
    bands: list[Any] = []
    if canvas.has_alpha:
        share = pixels[..., -1].astype(numpy.float32)
        opacity = change(share, canvas.colors)
        share = share / canvas.peak
    for number in range(canvas.colors):
        band = pixels[..., number].astype(numpy.float32)
        if share is None or opacity is None:
            bands.append(_held(change(band, number), canvas, pixels.dtype))
            continue
        part = opacity / canvas.peak
        made = numpy.divide(change(band * share, number), part, out=numpy.zeros_like(part), where=part > _NONE)
        bands.append(_held(made, canvas, pixels.dtype))
    if opacity is not None:
        bands.append(_held(opacity, canvas, pixels.dtype))
    return numpy.stack(bands, axis=2)


def _held(band: Any, canvas: Canvas, kind: Any) -> Any:
    """A band of floats as the canvas holds it."""
    import numpy

    if canvas.depth == 32:
        return band.astype(kind)
    return numpy.clip(numpy.rint(band), 0, canvas.peak).astype(kind)


def mean_color(pixels: Pixels, canvas: Canvas) -> Any:
    """The colour bands' mean, weighed; what is wholly see-through has none and gives zeros."""
    import numpy

    values = pixels[..., : canvas.colors].reshape(-1, canvas.colors).astype(numpy.float64)
    if not canvas.has_alpha:
        return values.mean(axis=0)
    weights = pixels[..., -1].reshape(-1, 1).astype(numpy.float64)
    return (values * weights).sum(axis=0) / max(float(weights.sum()), _NONE)


def filled(pixels: Pixels, canvas: Canvas) -> Pixels:
    """The colour bands alone, hidden pixels as the nearest one that is seen."""
    import cv2
    import numpy

    colors = numpy.ascontiguousarray(pixels[..., : canvas.colors])
    if not canvas.has_alpha:
        return colors
    hidden = (pixels[..., -1] == 0).astype(numpy.uint8)
    if not hidden.any() or hidden.all():
        return colors
    _, nearest = cv2.distanceTransformWithLabels(hidden, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    of_label = numpy.zeros((int(nearest.max()) + 1, canvas.colors), colors.dtype)
    seen = hidden == 0
    of_label[nearest[seen]] = colors[seen]
    return of_label[nearest]
