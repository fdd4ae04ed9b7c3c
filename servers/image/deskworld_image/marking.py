"""How marks get on a canvas: each becomes a cover (how far every pixel is hidden) and is laid on in one colour.

Shapes are drawn by OpenCV with smooth edges into a mask of one band, so colours never pass through it; letters come
from the fonts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError, Units, World

from deskworld_image.canvas import Area, Canvas, Frame
from deskworld_image.compositing import lay, paint_of

if TYPE_CHECKING:
    from deskworld_image.drawing import Mark

_SUBPIXEL = 4  # bits of a pixel's fraction that OpenCV takes
_LEAST_SIZE = 6
_MOST_LETTERED = 100_000_000
"""Pixels of a text's box: as many as the largest picture has."""
_COLORS = ("#E6194B", "#1769C4", "#2E8B3D", "#B8500B", "#7B2CBF", "#00798C", "#A61C6F", "#5C5C00", "#00509D", "#8C2F39")


def draw(canvas: Canvas, mark: Mark, units: Units, argument: str) -> Area:
    """Draw one mark; returns the box of it."""
    points = [canvas.point(each, units, argument=f"{argument}.points") for each in mark.points]
    if mark.kind == "text":
        return _write(canvas, mark, points, argument)
    least = {"line": 2, "arrow": 2, "polygon": 3}.get(mark.kind, 2)
    if len(points) < least or (mark.kind in ("rectangle", "ellipse", "arrow") and len(points) != 2):
        wanted = {"line": "two points or more", "polygon": "three points or more"}.get(mark.kind, "two points")
        raise ToolError(f"a mark of kind {mark.kind} takes {wanted}, not {len(points)}", argument=f"{argument}.points")
    if not mark.fill and mark.width == 0:
        raise ToolError("nothing would be seen: give a width or a fill", argument=f"{argument}.width")
    reach = int(mark.width * (3 if mark.kind == "arrow" else 1)) + 2
    left, top = min(x for x, _ in points) - reach, min(y for _, y in points) - reach
    right, bottom = max(x for x, _ in points) + reach, max(y for _, y in points) + reach
    size = (bottom - top, right - left)
    places = [(x - left, y - top) for x, y in points]
    if mark.fill and mark.kind in ("rectangle", "ellipse", "polygon"):
        values, share = canvas.paint(mark.fill, argument=f"{argument}.fill")
        lay(canvas, values, _shape(mark.kind, places, size, 0) * share, (left, top))
    if mark.width:
        values, share = canvas.paint(mark.color, argument=f"{argument}.color")
        lay(canvas, values, _shape(mark.kind, places, size, mark.width) * share, (left, top))
    width, height = canvas.size
    inner = reach if mark.kind != "arrow" else 0
    return max(0, left + inner), max(0, top + inner), min(width, right - inner), min(height, bottom - inner)


def _shape(kind: str, points: list[tuple[int, int]], size: tuple[int, int], width: float) -> Any:
    """How far a shape covers each pixel; width 0 fills it."""
    import cv2
    import numpy

    mask = numpy.zeros(size, numpy.uint8)
    thick = max(1, round(width)) if width else -1
    if kind == "rectangle":
        (x0, y0), (x1, y1) = points
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        outer, inner = (thick - 1) // 2 if width else 0, thick // 2 + 1
        mask[max(0, y0 - outer) : y1 + outer + 1, max(0, x0 - outer) : x1 + outer + 1] = 255
        if width and y1 - y0 > 2 * inner - 2 and x1 - x0 > 2 * inner - 2:
            mask[y0 + inner : y1 - inner + 1, x0 + inner : x1 - inner + 1] = 0
    elif kind == "ellipse":
        (x0, y0), (x1, y1) = points
        factor = 1 << _SUBPIXEL
        middle = (round((x0 + x1) / 2 * factor), round((y0 + y1) / 2 * factor))
        axes = (round(abs(x1 - x0) / 2 * factor), round(abs(y1 - y0) / 2 * factor))
        cv2.ellipse(mask, middle, axes, 0, 0, 360, 255, thick, cv2.LINE_AA, _SUBPIXEL)
    elif kind == "polygon" and not width:
        cv2.fillPoly(mask, [numpy.array(points, numpy.int32)], 255, cv2.LINE_AA)
    elif kind in ("polygon", "line"):
        cv2.polylines(mask, [numpy.array(points, numpy.int32)], kind == "polygon", 255, thick, cv2.LINE_AA)
    else:
        _arrow(mask, points, thick)
    return mask.astype(numpy.float32) / 255


def _arrow(mask: Any, points: list[tuple[int, int]], thick: int) -> None:
    import cv2
    import numpy

    start, end = (numpy.array(point, numpy.float64) for point in points)
    along = end - start
    length = float(numpy.hypot(*along))
    if length < 1:
        return
    along /= length
    across = numpy.array([-along[1], along[0]])
    head = min(length, max(10.0, 4.5 * thick))
    neck = end - along * head * 0.85
    cv2.line(mask, _whole(start), _whole(neck), 255, thick, cv2.LINE_AA)
    base = end - along * head
    corners = [end, base + across * head * 0.42, base - across * head * 0.42]
    cv2.fillPoly(mask, [numpy.array([_whole(each) for each in corners], numpy.int32)], 255, cv2.LINE_AA)


def _whole(point: Any) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _write(canvas: Canvas, mark: Mark, points: list[tuple[int, int]], argument: str) -> Area:
    """Write a text at a point, or within a box: wrapped, and made smaller until it fits."""
    from deskworld_image.lettering import laid_out

    if not mark.text.strip():
        raise ToolError("a mark of kind text needs a text", argument=f"{argument}.text")
    if len(points) > 2:
        raise ToolError("a text takes one point, or the two corners of its box", argument=f"{argument}.points")
    stroke = round(mark.width) if "width" in mark.model_fields_set else 0
    size = mark.size
    left, top = points[0]
    room: tuple[int, int] | None = None
    if len(points) == 2:
        left, top = min(points[0][0], points[1][0]), min(points[0][1], points[1][1])
        room = (abs(points[1][0] - points[0][0]), abs(points[1][1] - points[0][1]))
    while True:
        lines = laid_out(
            mark.text, size, mark.font, bold=mark.bold, align=mark.align, width=room[0] if room else 0, stroke=stroke
        )
        fits = not room or (lines.width <= room[0] and lines.height + 2 * stroke <= room[1])
        if fits or size <= _LEAST_SIZE:
            break
        size = max(_LEAST_SIZE, min(size - 1, int(size * 0.94)))
    if room and size < mark.size:
        canvas.say(f"{_short(mark.text)} was made {size} px to fit its box" + ("" if fits else ", and still does not"))
    if room:
        left += {"left": 0, "center": (room[0] - lines.width) // 2, "right": room[0] - lines.width}[mark.align]
    else:
        left -= {"left": 0, "center": lines.width // 2, "right": lines.width}[mark.align]
    box = put_text(canvas, lines, (left, top), size, mark.color, mark.fill, stroke=stroke, argument=argument)
    if box[0] < 0 or box[1] < 0 or box[2] > canvas.size[0] or box[3] > canvas.size[1]:
        canvas.say(f"{_short(mark.text)} runs over the edge of the picture: it needs {list(box)}; give it a box")
    width, height = canvas.size
    return max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3])


def put_text(
    canvas: Canvas, lines: Any, at: tuple[int, int], size: int, color: str, ground: str, *, stroke: int, argument: str
) -> Area:
    """Lay measured lines on the canvas, on a ground where one is named; returns their box.

    An outline is white around dark letters and black around light ones.
    """
    import numpy
    from deskworld_kit import rgba

    from deskworld_image.lettering import covering, missing_letters

    if lines.width * lines.height > _MOST_LETTERED:
        raise ToolError(
            f"the text would be {lines.width} x {lines.height} px; shorten it, or give a box that it is wrapped into",
            argument=f"{argument}.text" if argument.startswith("marks") else argument,
        )
    missing = missing_letters(lines.text, lines.font)
    if missing:
        canvas.say(f"no font here has all of its letters: {missing!r} show as boxes; write them as a text of their own")
    left, top = at
    box = (left, top, left + lines.width, top + lines.height)
    if ground:
        values, share = canvas.paint(ground, argument=f"{argument}.fill")
        edge = max(2, size // 6)
        box = (left - edge, top - edge, box[2] + edge, box[3] + edge)
        cover = numpy.full((box[3] - box[1], box[2] - box[0]), share, numpy.float32)
        lay(canvas, values, cover, (box[0], box[1]))
    letters, outlined = (
        numpy.asarray(each).astype(numpy.float32) / 255 for each in covering(lines, size, stroke=stroke)
    )
    values, share = canvas.paint(color, argument=f"{argument}.color")
    if stroke:
        red, green, blue, _ = rgba(color)
        outline, _ = canvas.paint("black" if red * 0.3 + green * 0.59 + blue * 0.11 > 127 else "white")
        lay(canvas, outline, outlined * share, at)
    lay(canvas, values, letters * share, at)
    return box


def _short(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:27]}...")


def annotate(canvas: Canvas, areas: list[Area], labels: list[str], colors: list[str]) -> None:
    """Boxes with a label above each, or inside where there is no room; boxes of one label have one colour."""
    from deskworld_image.lettering import laid_out

    edge = max(canvas.size)
    thick = max(2, edge // 400)
    size = max(12, edge // 70)
    order = list(dict.fromkeys(labels))
    for area, label, color in zip(areas, labels, colors, strict=True):
        shade = color or _COLORS[order.index(label) % len(_COLORS)]
        values, share = canvas.paint(shade, argument="boxes")
        left, top, right, bottom = area
        reach = thick + 2
        places = [(reach, reach), (right - left - 1 + reach, bottom - top - 1 + reach)]
        cover = _shape("rectangle", places, (bottom - top + 2 * reach, right - left + 2 * reach), thick)
        lay(canvas, values, cover * share, (left - reach, top - reach))
        if not label:
            continue
        lines = laid_out(label, size, "sans", bold=True, align="left")
        gap = max(2, size // 6)
        above = top - lines.height - gap - thick
        at = (left + gap, above if above >= gap else top + thick + gap)
        at = (max(gap, min(at[0], canvas.size[0] - lines.width - gap)), at[1])
        put_text(canvas, lines, at, size, _readable(shade), shade, stroke=0, argument="boxes")


def _readable(color: str) -> str:
    """Black or white, whichever reads better on a colour."""
    from deskworld_kit import rgba

    red, green, blue, _ = rgba(color)
    return "black" if red * 0.299 + green * 0.587 + blue * 0.114 > 150 else "white"


def flooded(canvas: Canvas, number: int, seed: tuple[int, int], tolerance: int) -> Any:
    """A cover of all that hangs together with a pixel and is of like colour."""
    import cv2
    import numpy

    from deskworld_image.showing import eight_bits

    pixels = eight_bits(canvas, number)
    near = (numpy.abs(pixels.astype(numpy.int16) - pixels[seed[1], seed[0]]).max(axis=2) <= tolerance).astype(
        numpy.uint8
    )
    mask = numpy.zeros((near.shape[0] + 2, near.shape[1] + 2), numpy.uint8)
    cv2.floodFill(near, mask, seed, 2)
    return (near == 2).astype(numpy.float32)


def cleared(canvas: Canvas, frame: Frame, cover: Any, at: tuple[int, int]) -> None:
    """Make what is covered see-through."""
    import numpy

    left, top = at
    pixels = frame.pixels.copy()
    part = pixels[top : top + cover.shape[0], left : left + cover.shape[1], canvas.colors :]
    part[:] = numpy.rint(part * (1 - cover[: part.shape[0], : part.shape[1], None])).astype(pixels.dtype)
    frame.pixels = pixels


def watermark_of(world: World, canvas: Canvas, text: str, picture: str, share: float, color: str) -> tuple[Any, Any]:
    """A watermark's paint and cover, at its size on this canvas."""
    import numpy

    from deskworld_image.geometry import scale
    from deskworld_image.lettering import covering, laid_out
    from deskworld_image.opening import reading
    from deskworld_image.showing import grey

    goal = max(8, round(canvas.size[0] * share))
    if picture:
        with reading(world, picture, argument="picture", first_only=True) as logo:
            scale(logo, goal, max(1, round(logo.size[1] * goal / logo.size[0])))
            return paint_of(canvas, logo)
    trial = laid_out(text, 100, "sans", bold=True, align="center")
    size = max(8, min(1000, int(100 * goal / trial.width)))
    lines = laid_out(text, size, "sans", bold=True, align="center")
    if lines.width > canvas.size[0]:
        canvas.say("the text is wider than the picture, so it is cut off; shorten it or break it into lines")
    if not color:
        color = "black" if grey(canvas).mean() > 150 else "white"
    values, opacity = canvas.paint(color)
    letters = numpy.asarray(covering(lines, size)[0]).astype(numpy.float32) / 255
    paint = numpy.broadcast_to(numpy.array(values, numpy.float32), (*letters.shape, len(values)))
    return paint, letters * opacity


def stamp(canvas: Canvas, paint: Any, cover: Any, position: str, opacity: float) -> list[Area]:
    """Lay a mark on in a corner, the middle, or all over; returns its boxes."""
    width, height = canvas.size
    rows, columns = cover.shape
    edge = max(4, min(width, height) // 40)
    if position == "tiled":
        across, down = columns + max(edge * 4, columns // 2), rows + max(edge * 4, rows)
        places = [
            (x - (across // 2 if number % 2 else 0), y)
            for number, y in enumerate(range(edge, height, down))
            for x in range(edge, width + across, across)
        ]
    else:
        x = {"center": (width - columns) // 2, "top_left": edge, "bottom_left": edge}.get(
            position, width - columns - edge
        )
        y = {"center": (height - rows) // 2, "top_left": edge, "top_right": edge}.get(position, height - rows - edge)
        places = [(x, y)]
    if len(places) > 4000:
        raise ToolError("so small a mark would be repeated over 4000 times; use a larger size", argument="size")
    for place in places:
        lay(canvas, paint, cover * opacity, place)
    boxes = [(max(0, x), max(0, y), min(width, x + columns), min(height, y + rows)) for x, y in places]
    return [box for box in boxes if box[2] > box[0] and box[3] > box[1]]
