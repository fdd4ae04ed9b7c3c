"""How a note is made: its dictionary as the standard wants it, and a look for readers that draw none themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Rect, frame_of, union
from deskworld_pdf.ink import form_of, put_text, shade, wrapped

if TYPE_CHECKING:
    import pikepdf

_SUBTYPES = {"highlight": "/Highlight", "underline": "/Underline", "strike": "/StrikeOut", "note": "/Text",
             "box": "/Square", "text": "/FreeText", "link": "/Link"}  # fmt: skip
_SIDE = 20.0
"""Points of a note's sign."""


def add_note(
    pdf: pikepdf.Pdf,
    sheet: pikepdf.Page,
    kind: str,
    boxes: Sequence[Rect],
    *,
    turns: Sequence[int],
    text: str,
    goal: Any,
    author: str,
    color: str,
    now: datetime,
) -> None:
    """Add a note to a page.

    Args:
        pdf: The file.
        sheet: The page.
        kind: As annotate_pdf takes it.
        boxes: As seen, one a line of words.
        turns: How each of these lines lies, clockwise in degrees.
        text: What the note says.
        goal: A page's object or an address.
        author: Whose it is.
        color: `#RRGGBB`.
        now: When it is made.
    """
    import pikepdf

    frame = frame_of(sheet)
    ink = shade(color)
    whole = union(boxes)
    if kind == "note":
        whole = (whole[0], whole[1], whole[0] + _SIDE, whole[1] + _SIDE)
    elif kind == "box":
        whole = (whole[0] - 2, whole[1] - 2, whole[2] + 2, whole[3] + 2)
    own = frame.own_box(whole)
    note = pikepdf.Dictionary(
        Type=pikepdf.Name("/Annot"),
        Subtype=pikepdf.Name(_SUBTYPES[kind]),
        Rect=pikepdf.Array([round(side, 3) for side in own]),
        F=4,
        P=sheet.obj,
        C=pikepdf.Array([round(part, 4) for part in ink]),
        M=pikepdf.String(now.strftime("D:%Y%m%d%H%M%S+00'00'")),
    )
    if text:
        note["/Contents"] = pikepdf.String(text)
    if author:
        note["/T"] = pikepdf.String(author)
    if kind in ("highlight", "underline", "strike") or (kind == "link" and len(boxes) > 1):
        note["/QuadPoints"] = pikepdf.Array([round(each, 3) for box in boxes for each in _corners(frame, box)])
    if kind == "link":
        _lead(note, goal)
        note["/Border"] = pikepdf.Array([0, 0, 0])
        del note["/C"]
    else:
        if goal is not None:
            _lead(note, goal)
        look, under = _look(pdf, kind, boxes, turns, whole, text, ink)
        turned = _turned(look, frame.turn, whole)
        if under:
            _multiply(turned)
        note["/AP"] = pikepdf.Dictionary(N=turned)
    if kind == "note":
        note["/Name"] = pikepdf.Name("/Comment")
        note["/F"] = 4 | 8 | 16  # neither zoomed nor turned with the page
    if kind == "text":
        red, green, blue = ink
        note["/DA"] = pikepdf.String(f"/Helv {_size(whole, text):g} Tf {red:.3f} {green:.3f} {blue:.3f} rg")
        del note["/C"]
    if "/Annots" not in sheet.obj:
        sheet.obj["/Annots"] = pikepdf.Array()
    elif sheet.obj["/Annots"].is_indirect:
        sheet.obj["/Annots"] = pikepdf.Array(list(sheet.obj["/Annots"]))
    sheet.obj["/Annots"].append(pdf.make_indirect(note))


def _lead(note: Any, goal: Any) -> None:
    import pikepdf

    if isinstance(goal, str):
        note["/A"] = pikepdf.Dictionary(S=pikepdf.Name("/URI"), URI=pikepdf.String(goal))
    else:
        note["/Dest"] = pikepdf.Array([goal, pikepdf.Name("/XYZ"), None, None, None])


def _corners(frame: Any, box: Rect) -> list[float]:
    """Left top, right top, left bottom, right bottom as seen, in the page's own coordinates."""
    left, top, right, bottom = box
    return [each for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)) for each in frame.own(x, y)]


def _look(
    pdf: pikepdf.Pdf,
    kind: str,
    boxes: Sequence[Rect],
    turns: Sequence[int],
    whole: Rect,
    text: str,
    ink: tuple[float, float, float],
) -> tuple[Any, bool]:
    """The look upright, and whether what is beneath shines through."""
    width, height = whole[2] - whole[0], whole[3] - whole[1]

    def draw(canvas: Any) -> None:
        canvas.setFillColorRGB(*ink)
        canvas.setStrokeColorRGB(*ink)
        if kind == "note":
            canvas.setStrokeColorRGB(0.25, 0.22, 0.1)
            canvas.setLineWidth(0.8)
            canvas.roundRect(1, 4, width - 2, height - 5, 3, stroke=1, fill=1)
            for line in range(3):
                canvas.line(5, height - 7 - line * 3.4, width - 5, height - 7 - line * 3.4)
            return
        if kind == "box":
            canvas.setLineWidth(1.5)
            canvas.rect(0.75, 0.75, width - 1.5, height - 1.5, stroke=1, fill=0)
            return
        if kind == "text":
            size = _size(whole, text)
            for number, line in enumerate(wrapped(text, size, max(width - 4, 1))):
                put_text(canvas, 2, height - size * (1 + 1.2 * number), line, size)
            return
        for box, turn in zip(boxes, turns, strict=True):
            left, right = box[0] - whole[0], box[2] - whole[0]
            bottom, top = whole[3] - box[3], whole[3] - box[1]
            if kind == "highlight":
                canvas.rect(left, bottom, right - left, top - bottom, stroke=0, fill=1)
                continue
            share = 0.1 if kind == "underline" else 0.42
            tall = right - left if turn in (90, 270) else top - bottom
            canvas.setLineWidth(max(0.8, tall * 0.06))
            if turn in (90, 270):  # the letters' feet are at the left, or at the right
                x = left + tall * share if turn == 90 else right - tall * share
                canvas.line(x, bottom, x, top)
            else:
                y = bottom + tall * share if turn == 0 else top - tall * share
                canvas.line(left, y, right, y)

    return form_of(pdf, width, height, draw), kind == "highlight"


def _size(whole: Rect, text: str) -> float:
    """Letters as large as fit the box, 6 to 12 points."""
    width, height = whole[2] - whole[0], whole[3] - whole[1]
    for size in (12.0, 11.0, 10.0, 9.0, 8.0, 7.0):
        if len(wrapped(text, size, max(width - 4, 1))) * size * 1.2 <= height:
            return size
    return 6.0


def _turned(look: Any, turn: int, whole: Rect) -> Any:
    """A look that stands upright on a page that is turned when shown."""
    import pikepdf

    if turn:
        cos, sin = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
        look["/Matrix"] = pikepdf.Array([cos, sin, -sin, cos, 0, 0])
    return look


def _multiply(look: Any) -> None:
    """Let words shine through, in every reader: the look blends with what is beneath."""
    import pikepdf

    look["/Group"] = pikepdf.Dictionary(S=pikepdf.Name("/Transparency"), Type=pikepdf.Name("/Group"))
    if "/Resources" not in look:
        look["/Resources"] = pikepdf.Dictionary()
    if "/ExtGState" not in look["/Resources"]:
        look["/Resources"]["/ExtGState"] = pikepdf.Dictionary()
    look["/Resources"]["/ExtGState"]["/Mul"] = pikepdf.Dictionary(BM=pikepdf.Name("/Multiply"))
    look.write(b"/Mul gs\n" + look.read_bytes())
