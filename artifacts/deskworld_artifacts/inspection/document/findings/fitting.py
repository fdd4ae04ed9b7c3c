"""Text that is cut off: in a row whose height is fixed, in a text box that does not grow.

Room is measured in real metrics and lines are filled as a renderer would. Renderers disagree by a few percent, so a
text is told to be cut only where it needs clearly more room than it has.
"""

from collections.abc import Iterator, Sequence

from ...fonts import Face, line_height, width
from ...ooxml import Element, child, deep, local, number, points
from ..facts import Finding
from ..styles import twips, val
from .contrast import short
from .scene import Place, Scene
from .tables import cells_in, rows_of

_SLACK = 1.12
_CELL_SIDES = 10.8
"""Points that a cell's left and right margins take where a table says nothing else."""


def cut_rows(scene: Scene) -> Iterator[Finding]:
    """Rows of an exact height that is too little for what a cell says."""
    for block, table in scene.tables:
        grid = [twips(val(one, "w")) for one in deep(child(table, "w:tblGrid"), "w:gridCol")]
        for row_number, row in enumerate(rows_of(table), 1):
            height = child(row, "w:trPr", "w:trHeight")
            if height is None or val(height, "hRule") != "exact":
                continue
            room, column = twips(val(height)), 1
            for cell in cells_in(row):
                span = max(1, int(number(val(child(cell, "w:tcPr", "w:gridSpan")) or None, 1)))
                wide = sum(grid[column - 1 : column - 1 + span]) or twips(val(child(cell, "w:tcPr", "w:tcW"), "w"))
                inside = [place for one in deep(cell, "w:p") if (place := scene.at(one)) and place.element is one]
                need = height_of(inside, wide - _CELL_SIDES) if wide > _CELL_SIDES else 0.0
                if need > room * _SLACK and inside:
                    said = f"Block {block}, row {row_number}, column {column}"
                    yield Finding(
                        kind="overflow",
                        block=block,
                        where=f"row {row_number}, column {column}",
                        paragraph=inside[0].order,
                        message=(
                            f'{said}: "{short(inside[0].facts.text)}" needs about {need:.0f} pt in height, '
                            f"the row is fixed at {room:.0f} pt and cuts it off."
                        ),
                    )
                column += span


def cut_boxes(scene: Scene) -> Iterator[Finding]:
    """Text boxes of a fixed size that is too little for their text."""
    for box in deep(scene.body, "w:txbxContent"):
        shape = next((up for up in box.iterancestors() if local(up) == "wsp"), None)
        ups = {local(up) for up in box.iterancestors()}
        if shape is None or "Fallback" in ups or "wgp" in ups:
            continue
        frame = next((one for one in shape if local(one) == "bodyPr"), None)
        size = next(iter(deep(shape, "a:ext")), None)
        inside = [place for one in deep(box, "w:p") if (place := scene.at(one)) and place.element is one]
        if size is None or not inside or _grows(frame):
            continue
        wide = points(size.get("cx")) - _inset(frame, "lIns", 91440) - _inset(frame, "rIns", 91440)
        high = points(size.get("cy")) - _inset(frame, "tIns", 45720) - _inset(frame, "bIns", 45720)
        need = height_of(inside, wide) if wide > 1 else 0.0
        if high > 0 and need > high * _SLACK + 2:
            yield inside[0].finding(
                "overflow",
                f'"{short(inside[0].facts.text)}" needs about {need:.0f} pt in height, the text box has {high:.0f} pt.',
            )


def _grows(frame: Element | None) -> bool:
    """Whether a box follows its text, or sets it upright, which is not measured here."""
    if frame is None:
        return False
    return any(local(one) == "spAutoFit" for one in frame) or frame.get("vert", "horz") != "horz"


def _inset(frame: Element | None, side: str, default: float) -> float:
    return points(frame.get(side) if frame is not None else None, default)


def height_of(places: Sequence[Place], room: float) -> float:
    """The height that paragraphs take in a column so wide, in points."""
    total = 0.0
    for at, place in enumerate(places):
        facts = place.facts
        size = max((run.size for run in facts.runs), default=0.0)
        if not size:  # an empty paragraph: its height is its style's, which is not much
            total += 12.0
            continue
        face = Face(facts.runs[0].font, facts.runs[0].bold)
        lines, filled = 1, facts.left + facts.first
        for run in facts.runs:
            own = Face(run.font, run.bold, run.italic)
            for line_number, line in enumerate(run.text.split("\n")):
                if line_number:
                    lines, filled = lines + 1, facts.left
                for word in line.replace("\t", "    ").split(" "):
                    long = width(word + " ", own, run.size)
                    if filled + long - width(" ", own, run.size) > room and filled > facts.left:
                        lines, filled = lines + 1, facts.left
                    filled += long
        total += lines * line_height(face) * size * (facts.line or 1.0)
        total += (facts.before if at else 0.0) + (facts.after if at < len(places) - 1 else 0.0)
    return total
