"""Stamps: text, pictures and page numbers on pages that exist, upright whatever way the page is turned or cropped."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Literal

from deskworld_kit import Saved, ToolError, World, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf import boxing
from deskworld_pdf.arguments import UNSAID, Overwrite, SomeArea, SomePages, Target
from deskworld_pdf.artwork import Artwork
from deskworld_pdf.drawing import place
from deskworld_pdf.geometry import Matrix, check_length, frame_of
from deskworld_pdf.ink import form_of, put_text, shade, width_of
from deskworld_pdf.opening import Paper, editing

if TYPE_CHECKING:
    import pikepdf

Position = Literal["top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"]
_MOST_TEXT = 2000
_MARGIN = 28.0


class Stamped(Saved):
    """A file with a stamp."""

    pages: list[int] = Field(description="Pages that have it now.")


@tool("edit", idempotent=False)
def stamp_pdf(
    world: World,
    path: str,
    text: str = "",
    picture: str = "",
    position: Position | None = None,
    box: SomeArea = None,
    pages: SomePages = None,
    size: Annotated[float, UNSAID] = 0,
    color: str = "#000000",
    opacity: Annotated[float, UNSAID] = 1,
    angle: Annotated[float, UNSAID] = 0,
    margin: float = _MARGIN,
    under: bool = False,
    target: Target = "",
    overwrite: Overwrite = False,
) -> Stamped:
    """Put text or a picture on pages: watermark, header, "Page {page} of {pages}"; {label}, {date}, {file} too.

    Args:
        picture: Or a PDF, whose first page is put on: a letterhead.
        position: center if left out; in a box, text starts left.
        box: Fit it in here: words on a flat form, a signature.
        size: Of letters, or the picture's width.
    """
    if bool(text.strip()) == bool(picture):
        raise ToolError("give either a text or a picture", argument="text")
    if len(text) > _MOST_TEXT:
        raise ToolError(f"it has {len(text)} characters; at most {_MOST_TEXT} fit a stamp", argument="text")
    if not 0 < opacity <= 1:
        raise ToolError(f"{opacity:g} is out of range; say more than 0, up to 1 (50 % is 0.5)", argument="opacity")
    if not 0 <= size <= 2000:
        raise ToolError(f"{size:g} is out of range; say 1 to 2000 points, or 0 for what fits", argument="size")
    if not 0 <= margin <= 2000:
        raise ToolError(f"{margin:g} is out of range; say 0 to 2000 points", argument="margin")
    check_length(size, "size")
    check_length(margin, "margin")
    if not abs(angle) <= 3600:
        raise ToolError(f"{angle:g} is out of range; say -360 to 360 degrees", argument="angle")
    if box is not None:
        boxing.checked(angle, margin, _MARGIN)
        if picture and size:
            raise ToolError("a box says how large the picture is; leave it out", argument="size")
    spot: Position = position or ("left" if box is not None and text else "center")
    ink = shade(color)
    with editing(world, path, target, overwrite=overwrite) as paper:
        chosen = paper.numbers(pages)
        art = Artwork(paper.pdf, world, picture) if picture else None
        paper.warnings += art.warnings if art is not None else []
        labels = _labels(paper)
        values = {
            "pages": str(paper.count),
            "date": world.now().date().isoformat(),
            "file": paper.name.rpartition("/")[2],
        }
        made: dict[str, tuple[Any, float, float]] = {}
        for number in chosen:
            sheet = paper.page(number)
            frame = frame_of(sheet)
            area = frame.check(box) if box is not None else None
            room = frame.size if area is None else (area[2] - area[0], area[3] - area[1])
            if art is not None:
                form = art.form
                width, height = art.fitted(size, room, margin) if area is None else boxing.fill(art.size, area, angle)
            else:
                said = _filled(text, {**values, "page": str(number), "label": labels[number - 1]})
                if area is not None:
                    said, letter, warning = boxing.lines_for(said, size, area, angle)
                    paper.warnings += [warning] if warning and warning not in paper.warnings else []
                else:
                    letter = size or _size_for(said, room, margin, spot, angle)
                key = f"{letter}|{said}"
                if key not in made:
                    made[key] = _text_form(paper.pdf, said, letter, ink, spot, bold=spot == "center" and area is None)
                form, width, height = made[key]
            pad = margin if area is None else 0.0 if art is not None else boxing.PAD
            matrix, inside = _where(spot, room, (width, height), angle, pad)
            if art is not None:
                matrix = _scaled(matrix, width / art.size[0], height / art.size[1])
            if area is not None:
                matrix = boxing.moved(matrix, frame, area)
            elif not inside:
                paper.warnings.append(f"page {number}: the stamp reaches off the page")
            place(paper.pdf, sheet, form, matrix, opacity=opacity, under=under, artifact=area is None)
    if len(paper.warnings) > 10:
        paper.warnings[10:] = [f"and {len(paper.warnings) - 10} more"]
    receipt = paper.receipt
    receipt["verified"] += _seen(world, paper, chosen, text, labels, values)
    return Stamped(**receipt, pages=chosen)


def _filled(text: str, values: dict[str, str]) -> str:
    """The text with the names in braces filled in; other braces stay."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _labels(paper: Paper) -> list[str]:
    from deskworld_pdf.leaves import labels_of

    if not labels_of(paper.pdf):
        return [str(number) for number in range(1, paper.count + 1)]
    return [str(each.label) for each in paper.pdf.pages]


def _size_for(text: str, room: tuple[float, float], margin: float, position: str, angle: float) -> float:
    """Letters of a watermark fill the page; those of a header or footer are small."""
    if position != "center":
        return 10.0
    turn = math.radians(angle)
    lines = text.split("\n")
    wide = max(max(width_of(line, 1, bold=True) for line in lines), 0.1)
    high = 1.2 * len(lines)
    across = abs(wide * math.cos(turn)) + abs(high * math.sin(turn))
    up = abs(wide * math.sin(turn)) + abs(high * math.cos(turn))
    return max(6.0, min((room[0] - 2 * margin) / across, (room[1] - 2 * margin) / up, 160.0) * 0.95)


def _text_form(
    pdf: pikepdf.Pdf, text: str, size: float, ink: tuple[float, float, float], position: str, *, bold: bool
) -> tuple[Any, float, float]:
    """Lines of text as a form as large as they are."""
    lines = text.split("\n")
    wides = [width_of(line, size, bold=bold) for line in lines]
    width, height = max(*wides, 1.0), size * 1.2 * len(lines)

    def draw(canvas: Any) -> None:
        canvas.setFillColorRGB(*ink)
        for number, (line, wide) in enumerate(zip(lines, wides, strict=True)):
            spare = width - wide
            x = 0 if position.endswith("left") else spare if position.endswith("right") else spare / 2
            put_text(canvas, x, height - size * (0.93 + 1.2 * number), line, size, bold=bold)

    return form_of(pdf, width, height, draw), width, height


def _where(
    position: str, room: tuple[float, float], size: tuple[float, float], angle: float, margin: float
) -> tuple[Matrix, bool]:
    """The matrix that turns a stamp and puts it in its place, and whether it lies on the page whole."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    width, height = size
    across = abs(width * cos) + abs(height * sin)
    up = abs(width * sin) + abs(height * cos)
    x = (
        margin + across / 2
        if "left" in position
        else room[0] - margin - across / 2
        if "right" in position
        else room[0] / 2
    )
    y = room[1] - margin - up / 2 if "top" in position else margin + up / 2 if "bottom" in position else room[1] / 2
    shift_x = x - (width * cos - height * sin) / 2
    shift_y = y - (width * sin + height * cos) / 2
    inside = across / 2 <= min(x, room[0] - x) + 0.5 and up / 2 <= min(y, room[1] - y) + 0.5
    return (cos, sin, -sin, cos, shift_x, shift_y), inside


def _scaled(matrix: Matrix, across: float, up: float) -> Matrix:
    a, b, c, d, e, f = matrix
    return a * across, b * across, c * up, d * up, e, f


def _seen(world: World, paper: Paper, chosen: list[int], text: str, labels: list[str], values: dict[str, str]) -> str:
    """What the saved file shows of the stamp."""
    if not text:
        return f"; it is on {many(len(chosen), 'page')}"
    from deskworld_pdf.opening import pdfium
    from deskworld_pdf.words import folded, read_runs

    number = chosen[-1]
    wanted = _filled(text, {**values, "page": str(number), "label": labels[number - 1]})
    with pdfium(world.workspace.find(paper.name), paper.name) as document:
        runs = read_runs(document[number - 1])
        there = "".join("".join(folded(run.text).split()) for run in runs)
    if "".join(folded(wanted.split("\n")[0]).split()) in there:
        return f"; page {number} says {wanted[:60]!r}"
    return f"; stamped {many(len(chosen), 'page')}"
