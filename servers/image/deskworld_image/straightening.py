"""Tools that set right what a scanner or a camera saw askew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from deskworld_kit import Point, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import Output, Overwrite, Units, counted, within
from deskworld_image.opening import PictureSaved, editing

if TYPE_CHECKING:
    from deskworld_image.canvas import Canvas


class Deskewed(PictureSaved):
    """A picture that was set straight."""

    degrees: float = Field(description="Clockwise turn that was made; 0: it was straight.")


@tool("edit")
def deskew_image(
    world: World,
    path: str,
    max_degrees: Annotated[float, within(0.001, 45)] = 15,
    color: str = "",
    output: Output = "",
    overwrite: Overwrite = False,
) -> Deskewed:
    """Straighten a scanned page by the lines of its text."""
    from deskworld_image.geometry import turn
    from deskworld_image.showing import grey

    with editing(world, path, output, overwrite=overwrite) as canvas:
        angle = skew(grey(canvas), max_degrees)
        if angle is None:
            raise ToolError("no lines of text were found that say which way is straight", argument="path")
        if abs(angle) >= 0.05:
            turn(canvas, angle, expand=True, color=color or _rim_color(canvas))
        else:
            angle = 0.0
            canvas.say("it was straight already")
    return Deskewed(**canvas.saved, degrees=round(angle, 2))


def _rim_color(canvas: Canvas) -> str:
    """The commonest shade of a page's edge, so that its new corners look like paper; none where it is see-through."""
    import numpy
    from deskworld_kit import say_color

    from deskworld_image.showing import flat

    if canvas.has_alpha:
        return ""
    pixels = numpy.asarray(flat(canvas))
    rim = numpy.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    return say_color(tuple(int(each) for each in numpy.median(rim, axis=0)))


def skew(light: Any, most: float) -> float | None:
    """The clockwise turn, in degrees, that makes lines of text level; None where nothing tells.

    Where text is level, the rows of ink and the gaps between them differ most (Postl's projection profile).
    """
    import cv2
    import numpy

    height, width = light.shape
    scale = min(1.0, 900 / max(height, width))
    small = cv2.resize(light, (max(8, int(width * scale)), max(8, int(height * scale))), interpolation=cv2.INTER_AREA)
    back = cv2.GaussianBlur(small, (0, 0), 15).astype(numpy.int16)
    apart = back - small.astype(numpy.int16)
    ink = ((apart if numpy.median(small) > 127 else -apart) > 20).astype(numpy.float32)  # on paper, or light on dark
    if not 0.001 < ink.mean() < 0.6:
        return None
    middle = (small.shape[1] / 2, small.shape[0] / 2)

    def score(degrees: float) -> float:
        matrix = cv2.getRotationMatrix2D(middle, -degrees, 1)
        rows = cv2.warpAffine(ink, matrix, small.shape[1::-1]).sum(axis=1)
        return float((numpy.diff(rows) ** 2).sum())

    best, found = 0.0, [(score(0.0), 0.0)]
    step = 1.0
    tried = numpy.arange(-most, most + 0.01, step)
    while True:
        found += [(score(float(each)), float(each)) for each in tried]
        best = max(found)[1]
        if step <= 0.05:
            break
        step /= 4
        tried = [best + n * step for n in (-3, -2, -1, 1, 2, 3) if abs(best + n * step) <= most]
    scores = sorted(each for each, _ in found)
    return best if max(found)[0] > 1.3 * scores[len(scores) // 4] else None


class Straightened(PictureSaved):
    """A picture whose perspective was corrected."""

    corners: list[list[int]] = Field(description="Left top, right top, right bottom, left bottom, in old pixels.")


@tool("edit")
def correct_perspective(
    world: World,
    path: str,
    corners: Annotated[list[Point] | None, counted(4, 4)] = None,
    units: Units = "px",
    output: Output = "",
    overwrite: Overwrite = False,
) -> Straightened:
    """Make a page, sign or screen photographed at an angle a straight rectangle.

    Args:
        corners: Its four; found if left out.
    """
    import cv2
    import numpy

    from deskworld_image.geometry import warp
    from deskworld_image.showing import grey

    with editing(world, path, output, overwrite=overwrite) as canvas:
        if corners is None:
            places = page_corners(grey(canvas))
            if places is None:
                raise ToolError("no four-sided page stands out; give its corners", argument="corners")
        else:
            places = numpy.array([canvas.point(each, units, argument="corners") for each in corners], numpy.float32)
        places = ordered(places)
        sides = [float(numpy.hypot(*(places[n] - places[(n + 1) % 4]))) for n in range(4)]
        contour = places.reshape(-1, 1, 2).astype(numpy.float32)
        if min(sides) < 2 or not cv2.isContourConvex(contour):
            raise ToolError("these four points are not the corners of a four-sided area", argument="corners")
        size = (max(1, round(max(sides[0], sides[2]))), max(1, round(max(sides[1], sides[3]))))
        goal = numpy.array([[0, 0], [size[0] - 1, 0], [size[0] - 1, size[1] - 1], [0, size[1] - 1]], numpy.float32)
        warp(canvas, cv2.getPerspectiveTransform(places.astype(numpy.float32), goal), size, "")
    return Straightened(**canvas.saved, corners=[[int(x), int(y)] for x, y in places])


def ordered(places: Any) -> Any:
    """Four points in the order left top, right top, right bottom, left bottom."""
    import numpy

    middle = places.mean(axis=0)
    angles = numpy.arctan2(places[:, 1] - middle[1], places[:, 0] - middle[0])
    round_ = places[numpy.argsort(angles)]
    first = int(numpy.argmin(round_.sum(axis=1)))
    return numpy.roll(round_, -first, axis=0)


def page_corners(light: Any) -> Any:
    """The corners of the largest four-sided thing that stands out; None where there is none."""
    import cv2
    import numpy

    scale = min(1.0, 800 / max(light.shape))
    size = (max(1, int(light.shape[1] * scale)), max(1, int(light.shape[0] * scale)))
    small = cv2.GaussianBlur(cv2.resize(light, size, interpolation=cv2.INTER_AREA), (5, 5), 0)
    _, bright = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    edges = cv2.dilate(cv2.Canny(small, 50, 150), numpy.ones((5, 5), numpy.uint8))
    best, largest = None, 0.15 * size[0] * size[1]
    for mask in (bright, 255 - bright, edges):
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            hull = cv2.convexHull(outline)
            shape = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
            area = cv2.contourArea(shape)
            whole = area > 0.97 * size[0] * size[1]
            factor = 1.1 if mask is edges else 1.0  # widened lines lie a little outside
            if len(shape) == 4 and largest * factor < area and not whole and cv2.isContourConvex(shape):
                best, largest = shape.reshape(4, 2), area
    return None if best is None else best.astype(numpy.float32) / scale
