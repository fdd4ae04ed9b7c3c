"""Finding things in a picture: another picture, and codes that machines read."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Box, Result, ToolError, World, tool
from pydantic import Field

from deskworld_image.arguments import Share, Units
from deskworld_image.opening import reading

_MOST = 50


class Match(Result):
    """A place where the template was found."""

    box: list[int] = Field(description="Left, top, right, bottom in pixels.")
    center: list[int]
    score: float = Field(description="1 is the same.")
    scale: float
    degrees: int = Field(description="Clockwise turn of the template.")


class Matches(Result):
    """Where a template was found, best first."""

    path: str
    matches: list[Match]
    best_score: float = Field(description="Of all places, also those under min_score.")
    hint: str = ""


class Code(Result):
    """A bar code or QR code."""

    format: str
    text: str
    box: list[int]
    degrees: int
    valid: bool
    error: str = ""


class Codes(Result):
    """The codes in a picture, from the top."""

    path: str
    codes: list[Code]
    hint: str = ""


@tool("read")
def find_in_image(
    world: World,
    path: str,
    template: str,
    min_score: Share = 0.8,
    scales: bool = False,
    rotations: bool = False,
) -> Matches:
    """Find where a smaller picture appears in another, with boxes and scores.

    Args:
        scales: Also half to double size.
    """
    from deskworld_image.matching import search
    from deskworld_image.showing import eight_bits, flat

    with (
        reading(world, path, first_only=True) as canvas,
        reading(world, template, argument="template", first_only=True) as part,
    ):
        if not scales and (part.size[0] > canvas.size[0] or part.size[1] > canvas.size[1]):
            raise ToolError(
                f"the template ({part.size[0]} x {part.size[1]} px) is larger than the picture "
                f"({canvas.size[0]} x {canvas.size[1]} px); resize it, or set scales",
                argument="template",
            )
        if min(part.size) < 4:
            raise ToolError("the template must have 4 px a side or more", argument="template")
        mask: Any = eight_bits(part)[..., -1] if part.has_alpha else None
        found, best = search(flat(canvas), flat(part), mask, min_score, scales=scales, rotations=rotations)
    matches = [
        Match(
            box=list(each.box),
            center=[(each.box[0] + each.box[2]) // 2, (each.box[1] + each.box[3]) // 2],
            score=round(each.score, 4),
            scale=round(each.scale, 3),
            degrees=each.degrees,
        )
        for each in found[:_MOST]
    ]
    hint = ""
    if len(found) > _MOST:
        hint = f"{len(found) - _MOST} more were found; raise min_score"
    elif not found:
        more = [name for name, on in (("scales", scales), ("rotations", rotations)) if not on]
        hint = f"nothing reaches {min_score:g}" + (f"; try {' and '.join(more)}" if more else "; lower min_score")
    return Matches(path=canvas.name, matches=matches, best_score=round(best, 4), hint=hint)


@tool("read")
def detect_codes(world: World, path: str, box: Box | None = None, units: Units = "px") -> Codes:
    """Read QR codes and bar codes: format, text, box."""
    import numpy
    import zxingcpp
    from PIL import Image

    from deskworld_image.showing import flat

    with reading(world, path, first_only=True) as canvas:
        left, top, right, bottom = canvas.area(box, units)
        image = flat(canvas, 0, (left, top, right, bottom)).convert("L")
    found: list[Any] = list(zxingcpp.read_barcodes(numpy.asarray(image), return_errors=True))
    scale = 1.0
    if not any(each.valid for each in found) and max(image.size) <= 1500:  # small codes are read when enlarged
        scale = 3.0
        larger = image.resize((image.width * 3, image.height * 3), Image.Resampling.LANCZOS)
        found = list(zxingcpp.read_barcodes(numpy.asarray(larger), return_errors=True)) or found
    codes: list[Code] = []
    for each in found:
        corners = [
            (point.x / scale + left, point.y / scale + top)
            for point in (each.position.top_left, each.position.top_right, each.position.bottom_right,
                          each.position.bottom_left)
        ]  # fmt: skip
        across, down = [x for x, _ in corners], [y for _, y in corners]
        codes.append(
            Code(
                format=str(each.format).removeprefix("BarcodeFormat."),
                text=each.text[:4000],
                box=[int(min(across)), int(min(down)), round(max(across)), round(max(down))],
                degrees=int(each.orientation),
                valid=bool(each.valid),
                error="" if each.valid else str(each.error)[:200],
            )
        )
    codes.sort(key=lambda code: (code.box[1], code.box[0]))
    hint = "" if codes else "no code was found; try a box around it, or resize_image to twice its size"
    return Codes(path=canvas.name, codes=codes, hint=hint)
