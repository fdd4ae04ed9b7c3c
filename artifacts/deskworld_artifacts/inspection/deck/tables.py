"""A table on a slide: its text, its merges, and the looks that its style gives to rows and columns.

A table's style is named by a number. Styles that a deck does not carry itself are built into PowerPoint; of those the
family that nearly every table has (Medium Style 2) is known here, so that white text on a header row is seen as the
header it is.
"""

from dataclasses import dataclass, replace

from ..colors import Ink, Palette, fill_element
from ..ooxml import Element, child, children, every, local, number, points
from .facts import Cell, Table
from .text import TextContext, read_frame, read_paragraphs

_MEDIUM_2 = {
    "{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}": "dk1",
    "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}": "accent1",
    "{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}": "accent2",
    "{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}": "accent3",
    "{00A15C55-8517-42AA-B614-E9B94910E393}": "accent4",
    "{7DF18680-E054-41AD-8BC1-D1AEF772440D}": "accent5",
    "{93296810-A885-4BE3-A3E7-6D5BEEA58F35}": "accent6",
}
_PLAIN = ("", "{2D5ABB26-0587-4C30-8999-92F81FD0307C}", "{5940675A-B579-460E-94D1-54222C63F5DA}")


@dataclass(frozen=True)
class _Look:
    """What a style gives to a cell."""

    fill: Ink | None = None
    color: Ink | None = None
    bold: bool = False


def read_table(element: Element, context: TextContext, styles: Element | None) -> Table:
    """The facts of an `a:tbl`."""
    properties = child(element, "a:tblPr")
    identifier = child(properties, "a:tableStyleId")
    style = (identifier.text or "").strip() if identifier is not None else ""
    flags = {
        key for key, value in (properties.attrib if properties is not None else {}).items() if value in ("1", "true")
    }
    looks = _looks(style, styles, context.palette)
    rows = every(element, "a:tr")
    cells: list[list[Cell]] = []
    for r, row in enumerate(rows):
        columns = every(row, "a:tc")
        cells.append(
            [
                _cell(cell, context, _look_at(looks or {}, flags, r, c, len(rows), len(columns)))
                for c, cell in enumerate(columns)
            ]
        )
    return Table(
        cells=cells,
        widths=[points(one.get("w")) for one in children(child(element, "a:tblGrid"))],
        heights=[points(row.get("h")) for row in rows],
        header="firstRow" in flags,
        style=style,
        known_style=looks is not None,
    )


def _cell(element: Element, context: TextContext, look: _Look) -> Cell:
    properties, body = child(element, "a:tcPr"), child(element, "a:txBody")
    own = fill_element(properties)
    ink = context.palette.fill(own)[1] if own is not None else look.fill
    inside = replace(context, color=look.color, bold=look.bold)
    frame = read_frame(body if body is not None else element, ())
    if properties is not None:
        said = {"marL": "left", "marR": "right", "marT": "top", "marB": "bottom"}
        margins = {name: points(properties.get(key)) for key, name in said.items() if properties.get(key)}
        frame = frame.model_copy(update=margins)
    merged = any(element.get(name) in ("1", "true") for name in ("hMerge", "vMerge"))
    seen = ink is not None and ink.alpha > 0
    return Cell(
        paragraphs=[] if merged else read_paragraphs(body, inside, frame),
        fill=ink.hex if ink and seen else "",
        fill_opacity=round(ink.alpha, 3) if ink and seen else 1,
        frame=frame,
        merged=merged,
        rows=int(number(element.get("rowSpan"), 1)),
        columns=int(number(element.get("gridSpan"), 1)),
    )


def _looks(style: str, styles: Element | None, palette: Palette) -> dict[str, _Look] | None:
    """What a style says of each region of a table; None where nobody here knows the style."""
    for one in children(styles):
        if one.get("styleId") == style:
            return {local(region): _written(region, palette) for region in one}
    if style in _PLAIN:
        return {}
    if style not in _MEDIUM_2:
        return None
    accent, white, dark = palette.named(_MEDIUM_2[style]), palette.named("lt1"), palette.named("dk1")
    head = _Look(accent, white, True)
    soft, softer = (accent._replace(alpha=share).over(white) for share in (0.4, 0.2))
    return {
        "wholeTbl": _Look(softer, dark), "band1H": _Look(soft), "band1V": _Look(soft),
        "firstRow": head, "lastRow": head, "firstCol": head, "lastCol": head,
    }  # fmt: skip


def _written(region: Element, palette: Palette) -> _Look:
    text, cell = child(region, "a:tcTxStyle"), child(region, "a:tcStyle")
    fill = child(cell, "a:fill")
    painted = fill_element(fill)
    reference = child(cell, "a:fillRef")
    ink = palette.fill(painted)[1] if painted is not None else palette.styled(reference)[1]
    if painted is not None and local(painted) == "noFill":
        ink = Ink(255, 255, 255, 0)  # said, and unlike nothing said: what lies under the region's fill is not seen
    return _Look(ink, palette.of(text), text is not None and text.get("b") == "on")


def _look_at(looks: dict[str, _Look], flags: set[str], row: int, column: int, rows: int, columns: int) -> _Look:
    """The look of one cell: regions lie over each other, the header on top."""
    banded = row - ("firstRow" in flags)
    regions = ["wholeTbl"]
    regions += ["band1H"] if "bandRow" in flags and banded % 2 == 0 else []
    regions += ["band1V"] if "bandCol" in flags and (column - ("firstCol" in flags)) % 2 == 0 else []
    regions += ["lastCol"] if "lastCol" in flags and column == columns - 1 else []
    regions += ["firstCol"] if "firstCol" in flags and column == 0 else []
    regions += ["lastRow"] if "lastRow" in flags and row == rows - 1 else []
    regions += ["firstRow"] if "firstRow" in flags and row == 0 else []
    look = _Look()
    for name in regions:
        over = looks.get(name, _Look())
        look = _Look(over.fill or look.fill, over.color or look.color, over.bold or look.bold)
    return look
