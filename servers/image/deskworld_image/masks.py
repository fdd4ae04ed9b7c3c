"""Masks: what of a picture is to be seen, 0 to 1 a pixel, and how a thing is told from its background."""

from __future__ import annotations

from typing import Any

from deskworld_image.canvas import Area, Canvas

_WEIGHED_AT = 1200
"""Long edge at which colours along an edge are compared."""
_LOOKED_AT = 420
"""Long edge, in pixels, at which outlines are sought; the edge itself is then drawn from the full picture."""


def shape_mask(size: tuple[int, int], area: Area, shape: str, radius: int) -> Any:
    """The cover of a shape inside an area, its edge smooth."""
    import numpy
    from PIL import Image, ImageDraw

    left, top, right, bottom = area
    width, height = right - left, bottom - top
    if shape == "circle":
        side = min(width, height)
        left, top, width, height = left + (width - side) // 2, top + (height - side) // 2, side, side
    fine = max(1, min(4, 8000 // max(width, height)))
    mask = Image.new("L", (width * fine, height * fine), 0)
    pen = ImageDraw.Draw(mask)
    box = (0, 0, width * fine - 1, height * fine - 1)
    if shape in ("circle", "ellipse"):
        pen.ellipse(box, fill=255)
    else:
        corner = 0 if shape == "rectangle" else min(radius, width // 2, height // 2)
        pen.rounded_rectangle(box, corner * fine, fill=255)
    inner = numpy.asarray(mask.resize((width, height), Image.Resampling.BOX)).astype(numpy.float32) / 255
    cover = numpy.zeros(size[::-1], numpy.float32)
    cover[top : top + height, left : left + width] = inner
    return cover


def mask_of(canvas: Canvas, other: Canvas, area: Area) -> Any:
    """Another picture as a cover over an area: its lightness, or its opacity where it has one."""
    import numpy
    from PIL import Image

    from deskworld_image.showing import eight_bits, grey

    values = eight_bits(other)[..., -1] if other.has_alpha else grey(other)
    left, top, right, bottom = area
    if other.size != (right - left, bottom - top):
        canvas.say(f"the mask of {other.size[0]} x {other.size[1]} px was stretched to {right - left} x {bottom - top}")
    scaled = Image.fromarray(numpy.ascontiguousarray(values)).resize(
        (right - left, bottom - top), Image.Resampling.BILINEAR
    )
    cover = numpy.zeros(canvas.size[::-1], numpy.float32)
    cover[top:bottom, left:right] = numpy.asarray(scaled).astype(numpy.float32) / 255
    return cover


def feathered(cover: Any, width: float) -> Any:
    """A cover that fades to nothing towards its edge, over so many pixels inwards; the picture's rim is an edge."""
    import cv2
    import numpy

    if not width:
        return cover
    solid = numpy.pad((cover > 0.02).astype(numpy.uint8), 1)
    deep = cv2.distanceTransform(solid, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]
    share = numpy.clip(deep / (width + 1), 0, 1)
    return (cover * share * share * (3 - 2 * share)).astype(numpy.float32)


def show_only(canvas: Canvas, cover: Any) -> None:
    """Multiply the opacity by a cover."""
    import numpy

    canvas.add_alpha("" if canvas.has_alpha else "a band of opacity was added")
    for frame in canvas.frames:
        pixels = frame.pixels.copy()
        height, width = min(pixels.shape[0], cover.shape[0]), min(pixels.shape[1], cover.shape[1])
        part = pixels[:height, :width, canvas.colors :]
        part[:] = numpy.rint(part * cover[:height, :width, None]).astype(pixels.dtype)
        pixels[height:, :, canvas.colors :] = 0
        pixels[:, width:, canvas.colors :] = 0
        frame.pixels = pixels


def even_ground(canvas: Canvas, tolerance: int) -> bool:
    """Whether nearly all of the picture's rim has one colour."""
    import numpy

    from deskworld_image.showing import flat

    pixels = numpy.asarray(flat(canvas)).astype(numpy.int16)
    rim = numpy.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    return bool((numpy.abs(rim - numpy.median(rim, axis=0)).max(axis=1) <= tolerance).mean() > 0.9)


def foreground(canvas: Canvas, method: str, area: Area, tolerance: int, *, boxed: bool) -> tuple[Any, float]:
    """The cover of the thing in an area and how sure it is, 0 to 1."""
    import numpy

    from deskworld_image.showing import flat

    pixels = numpy.asarray(flat(canvas))
    if method == "color":
        cover, hole = _by_color(pixels, tolerance)
        if hole:
            canvas.say(
                f"a spot of the background's colour inside stays; fill_region with start={hole} and "
                "color='transparent' takes it out"
            )
    else:
        cover = _by_outline(pixels, area, boxed=boxed)
    if boxed:
        left, top, right, bottom = area
        inside = numpy.zeros_like(cover)
        inside[top:bottom, left:right] = cover[top:bottom, left:right]
        cover = inside
    sure = _confidence(pixels, cover)
    return cover, sure if boxed or method == "color" else 0.75 * sure  # no one said where it is


def _by_color(pixels: Any, tolerance: int) -> tuple[Any, list[int] | None]:
    """What does not hang together with the rim's colour; the edge is as soft as the picture's.

    Returns:
        The cover, and a point of the largest hole through which the background is seen, if there is one.
    """
    import cv2
    import numpy

    values = pixels.astype(numpy.int16)
    rim = numpy.concatenate([values[0], values[-1], values[:, 0], values[:, -1]])
    ground = numpy.median(rim, axis=0)
    off = numpy.abs(values - ground).max(axis=2).astype(numpy.float32)
    near = (off <= tolerance).astype(numpy.uint8)
    near = numpy.pad(near, 1, constant_values=1)
    filled = numpy.zeros((near.shape[0] + 2, near.shape[1] + 2), numpy.uint8)
    cv2.floodFill(near, filled, (0, 0), 2)
    outside = near[1:-1, 1:-1] == 2
    outside |= _grain(outside, off > 2.5 * tolerance)
    # Two pixels from the background, an edge is a mix of both: how far it is from the ground says how much of each.
    rim_of = cv2.dilate(outside.astype(numpy.uint8), numpy.ones((5, 5), numpy.uint8)).astype(bool) & ~outside
    deep = cv2.dilate(numpy.where(outside, 0, off), numpy.ones((7, 7), numpy.uint8))
    mix = numpy.clip(off / numpy.maximum(deep, 1), 0, 1)
    cover = numpy.where(outside, 0, numpy.where(rim_of, mix, 1)).astype(numpy.float32)
    return cover, _hole(near[1:-1, 1:-1] == 1, int((~outside).sum()))


def _hole(near: Any, thing: int) -> list[int] | None:
    """The middle of the largest enclosed spot of the ground's colour, if it is more than a hundredth of the thing."""
    import cv2
    import numpy

    spots = cv2.morphologyEx(near.astype(numpy.uint8), cv2.MORPH_OPEN, numpy.ones((3, 3), numpy.uint8))
    count, labels, facts, _ = cv2.connectedComponentsWithStats(spots)
    if count < 2:
        return None
    largest = 1 + int(facts[1:, cv2.CC_STAT_AREA].argmax())
    if facts[largest, cv2.CC_STAT_AREA] < max(25, thing / 100):
        return None
    deep = cv2.distanceTransform(numpy.pad((labels == largest).astype(numpy.uint8), 1), cv2.DIST_L2, 3)
    down, across = numpy.unravel_index(int(deep.argmax()), deep.shape)
    return [int(across) - 1, int(down) - 1]


def _grain(outside: Any, strong: Any) -> Any:
    """Specks of a noisy ground: small, and nowhere far from its colour, so a full stop or the dot of an i stays."""
    import cv2
    import numpy

    count, labels, facts, _ = cv2.connectedComponentsWithStats((~outside).astype(numpy.uint8))
    if count < 3:
        return numpy.zeros_like(outside)
    areas = facts[:, cv2.CC_STAT_AREA]
    small = areas < areas[1:].max() // 50
    small[0] = False
    small[numpy.unique(labels[strong & ~outside])] = False
    return small[labels]


def _by_outline(pixels: Any, area: Area, *, boxed: bool) -> Any:
    """GrabCut (Rother et al., 2004) on the reduced picture, its edge then fitted to the full one by a guided filter."""
    import cv2
    import numpy

    height, width = pixels.shape[:2]
    scale = min(1.0, _LOOKED_AT / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = numpy.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)[..., ::-1])
    mask = numpy.full(small.shape[:2], cv2.GC_BGD, numpy.uint8)
    if boxed:
        left, top, right, bottom = (round(each * scale) for each in area)
    else:
        edge = max(1, round(min(size) * 0.03))
        left, top, right, bottom = edge, edge, size[0] - edge, size[1] - edge
    mask[max(0, top) : max(bottom, top + 2), max(0, left) : max(right, left + 2)] = cv2.GC_PR_FGD
    if (mask == cv2.GC_BGD).sum() < 8:  # a box over all leaves nothing to learn the background from
        mask[[0, -1]], mask[:, [0, -1]] = cv2.GC_BGD, cv2.GC_BGD
    cv2.setRNGSeed(7)
    try:
        cv2.grabCut(small, mask, None, numpy.zeros((1, 65)), numpy.zeros((1, 65)), 4, cv2.GC_INIT_WITH_MASK)  # pyright: ignore
    except cv2.error:  # one colour all over
        return numpy.zeros((height, width), numpy.float32)
    found = numpy.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(numpy.uint8)
    found = _without_crumbs(found)
    rough = cv2.resize(found.astype(numpy.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(numpy.float32) / 255
    reach = max(2, round(3 / scale))
    fitted = numpy.clip((_guided(light, rough, reach) - 0.15) / 0.7, 0, 1)
    solid = (rough > 0.5).astype(numpy.uint8)
    around = numpy.ones((2 * reach + 1, 2 * reach + 1), numpy.uint8)  # only the rim is in question
    fitted = numpy.where(cv2.erode(solid, around) == 1, 1, numpy.where(cv2.dilate(solid, around) == 0, 0, fitted))
    return fitted.astype(numpy.float32)


def _without_crumbs(found: Any) -> Any:
    """The mask without specks, and without pinholes."""
    import cv2
    import numpy

    for value in (1, 0):
        count, labels, facts, _ = cv2.connectedComponentsWithStats((found == value).astype(numpy.uint8))
        if count > 1:
            areas = facts[:, cv2.CC_STAT_AREA]
            least = max(8, areas[1:].max() // 50)
            small = numpy.flatnonzero(areas < least)
            found = numpy.where(numpy.isin(labels, small[small > 0]), 1 - value, found)
    return found.astype(numpy.uint8)


def _guided(guide: Any, mask: Any, radius: int) -> Any:
    """A guided filter (He et al., 2010): the mask's edge moves to the guide's."""
    import cv2

    size = (2 * radius + 1, 2 * radius + 1)

    def mean(values: Any) -> Any:
        return cv2.blur(values, size)

    guide_mean, mask_mean = mean(guide), mean(mask)
    slope = (mean(guide * mask) - guide_mean * mask_mean) / (mean(guide * guide) - guide_mean**2 + 1e-3)
    return mean(slope) * guide + mean(mask_mean - slope * guide_mean)


def _confidence(pixels: Any, cover: Any) -> float:
    """How far colours differ across the edge, and how little of the picture is half seen."""
    import cv2
    import numpy

    half = float(((cover > 0.1) & (cover < 0.9)).sum()) / max(1, int((cover > 0.5).sum()))
    scale = min(1.0, _WEIGHED_AT / max(cover.shape))  # what is far apart there is far apart at full size too
    if scale < 1:
        size = (round(cover.shape[1] * scale), round(cover.shape[0] * scale))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        cover = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)
    solid = (cover > 0.5).astype(numpy.uint8)
    if not solid.any() or solid.all():
        return 0.0
    reach = max(3, max(solid.shape) // 150) | 1
    kernel = numpy.ones((reach, reach), numpy.uint8)
    inside = (solid == 1) & (cv2.erode(solid, kernel) == 0)
    outside = (solid == 0) & (cv2.dilate(solid, kernel) == 1)
    values = pixels.astype(numpy.float32)
    weights = (inside.astype(numpy.float32), outside.astype(numpy.float32))
    near = (4 * reach + 1, 4 * reach + 1)
    means = [
        cv2.blur(values * each[..., None], near) / numpy.maximum(cv2.blur(each, near), 1e-4)[..., None]
        for each in weights
    ]
    step = numpy.abs(means[0] - means[1]).max(axis=2)[inside | outside]
    clear = float(numpy.clip(step / 60, 0, 1).mean()) if len(step) else 0.0
    touches = numpy.concatenate([solid[0], solid[-1], solid[:, 0], solid[:, -1]]).mean()
    return max(0.0, min(1.0, clear * (1 - min(0.5, half)) * (1 - 0.5 * float(touches))))
