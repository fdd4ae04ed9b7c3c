"""Where things stand: text too tall for its box, things over each other, things off the page.

Boxes lie: a text box is often far larger than its text. What counts is where something can be seen: the text's own
extent, a filled shape's box, a table as grown by its text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ...base import Box
from ..facts import Finding, Shape, Slide, Table
from ..measuring import longest_word, room_for, table_box, text_box, text_extent
from .saying import finding, short

_WIDEST = 1.1
"""No letter is wider, as a share of its size."""
_SLACK = 3.0
"""Points that two things may share unnoticed."""


def overflow(slide: Slide) -> Iterator[Finding]:
    """Text that needs more room than its shape has, by more than the estimate may err."""
    for shape in slide.shapes:
        if shape.table and not shape.hidden:
            yield from _broken_words(slide, shape, shape.table)
        extent, frame = text_extent(shape), shape.frame
        if extent is None or frame is None or frame.autofit == "grow" or shape.hidden:
            continue
        _, room = room_for(frame, shape.box)
        # Insets are space, not a wall: text that eats into them still looks right.
        allowed = room * 1.03 + (frame.top + frame.bottom) / 2 + extent.last_line * 0.2
        if extent.height > allowed:
            message = (
                f"Slide {slide.index}: the text of {shape.name!r} needs about {extent.height:.0f} pt in height, "
                f"its box has {room:.0f} pt ({extent.lines} lines; {extent.height - room:.0f} pt too much)."
            )
        elif not frame.wrap and frame.autofit == "none" and _visible(shape) and extent.width > shape.box.width * 1.03:
            message = (
                f"Slide {slide.index}: the text of {shape.name!r} does not wrap and needs about "
                f"{extent.width:.0f} pt in width, its box has {shape.box.width:.0f} pt."
            )
        else:
            continue
        yield Finding(kind="overflow", slide=slide.index, shapes=[shape.id], boxes=[shape.bounds], message=message)


def _broken_words(slide: Slide, shape: Shape, table: Table) -> Iterator[Finding]:
    """A table's cells in which a word has no room on a line and is cut; one finding, of the worst."""
    cut: list[tuple[float, str]] = []
    for row in table.cells:
        for column, cell in enumerate(row):
            if cell.merged or cell.frame.turned or not cell.paragraphs:
                continue
            room = sum(table.widths[column : column + cell.columns]) - cell.frame.left - cell.frame.right
            letters = max(map(len, cell.text.split()), default=0)
            largest = max((run.size for paragraph in cell.paragraphs for run in paragraph.runs), default=0)
            if letters * largest * _WIDEST <= room:  # no need to measure
                continue
            needed = longest_word(cell.paragraphs)
            if needed > max(room, 1) * 1.03 + 0.5:
                place = f'column {column + 1} has {max(room, 0):.0f} pt for "{short(cell.text, 40)}"'
                cut.append((needed - room, f"{place}, whose longest word needs {needed:.0f} pt"))
    if cut:
        more = f" ({len(cut)} cells are too narrow)" if len(cut) > 1 else ""
        yield finding("overflow", slide, shape, f"in the table {shape.name!r} {max(cut)[1]}{more}.")


@dataclass(frozen=True)
class Thing:
    """A shape as it counts for overlaps: what it is, what of it can be seen, and where its text stands."""

    shape: Shape
    role: Literal["text", "card", "decor", "picture", "data"]
    seen: Box
    text: Box | None
    root: int


def overlap(slide: Slide, things: list[Thing]) -> Iterator[Finding]:
    """Pairs of things that hide or disturb each other; what lies inside a card or on a backdrop is deliberate."""
    for place, upper in enumerate(things):
        for lower in things[:place]:
            if upper.root and upper.root == lower.root:
                continue  # arranged as one
            shared = _clash(lower, upper)
            if shared:
                yield Finding(
                    kind="overlap",
                    slide=slide.index,
                    shapes=[lower.shape.id, upper.shape.id],
                    boxes=[lower.seen, upper.seen],
                    message=(
                        f"Slide {slide.index}: {upper.shape.name!r} lies over {lower.shape.name!r} "
                        f"(shared area {shared.width:.0f} x {shared.height:.0f} pt)."
                    ),
                )


def _clash(lower: Thing, upper: Thing) -> Box | None:
    """What two things share where they should not."""
    shared = _meet(lower.seen, upper.seen)
    if shared is None or lower.role == "decor":
        return None
    on_text = _meet(lower.text, upper.seen) if lower.text else None
    inside = lower.seen.holds(upper.seen)
    match lower.role, upper.role:
        case "picture", "decor":
            return None
        case _, "decor":  # a bare shape on top hides what it covers
            hides = upper.shape.fill_kind != "none" and upper.shape.fill_opacity > 0.5
            return (on_text or (shared if lower.role == "data" else None)) if hides else None
        case "picture", "picture":
            return None if inside and upper.seen.area < lower.seen.area / 2 else shared
        case "picture", _:
            return None if inside else shared
        case "card", _:
            if on_text or inside:
                return on_text
            if upper.role == "card":  # neighbours such as chevrons reach into each other's box
                return shared if shared.area > 0.1 * min(lower.seen.area, upper.seen.area) else None
            return shared
        case "data", "text" | "card":
            label = lower.shape.type == "chart" and inside and upper.seen.area < lower.seen.area / 10
            return None if label else shared
        case _:
            return on_text or shared


def _meet(one: Box, other: Box) -> Box | None:
    shared = one.meet(other)
    if shared is None or min(shared.width, shared.height) <= _SLACK:
        return None
    return shared if shared.area > 0.02 * min(one.area, other.area) else None


def things_of(slide: Slide) -> list[Thing]:
    """What there is to be seen on a slide, from bottom to top."""
    parents = {shape.id: shape.group for shape in slide.shapes}
    found: list[Thing] = []
    for shape in slide.shapes:
        if shape.hidden or shape.type in ("group", "connector") or (shape.placeholder and shape.placeholder.empty):
            continue
        root = shape.group
        while parents.get(root):
            root = parents[root]
        written = _inked(shape)
        if shape.table:
            found.append(Thing(shape, "data", table_box(shape, shape.table), None, root))
        elif shape.type == "picture":
            found.append(Thing(shape, "picture", shape.bounds, None, root))
        elif shape.type in ("chart", "diagram", "object", "media"):
            found.append(Thing(shape, "data", shape.bounds, None, root))
        elif written is None:
            found += [Thing(shape, "decor", shape.bounds, None, root)] if _visible(shape) else []
        elif _visible(shape):
            found.append(Thing(shape, "card", shape.bounds, written, root))
        else:
            found.append(Thing(shape, "text", written, written, root))
    return found


def _visible(shape: Shape) -> bool:
    return (shape.fill_kind != "none" and shape.fill_opacity > 0.05) or bool(shape.line and shape.line_width)


def _inked(shape: Shape) -> Box | None:
    """Where a shape's letters stand: its text without the leading above the first and below the last line."""
    box = text_box(shape)
    if box is None:
        return None
    trim = min(shape.size * 0.15, box.height / 4)
    return Box(left=box.left, top=box.top + trim, width=box.width, height=box.height - 2 * trim)


def off_page(slide: Slide, things: list[Thing], page: Box) -> Iterator[Finding]:
    """Content that leaves the page. Bare shapes and pictures that bleed over an edge are design, unless wholly
    outside."""
    for thing in things:
        seen = thing.text if thing.role == "card" and thing.text else thing.seen
        inside = seen.meet(page)
        if page.holds(seen, slack=1.5):
            continue
        bleeds = thing.role == "decor" or (thing.role == "picture" and _spans(thing.seen, page))
        if inside and bleeds:
            continue
        sides = [
            side
            for side, off in (
                ("left", seen.left < -1.5),
                ("top", seen.top < -1.5),
                ("right", seen.right > page.right + 1.5),
                ("bottom", seen.bottom > page.bottom + 1.5),
            )
            if off
        ]
        yield Finding(
            kind="off_page",
            slide=slide.index,
            shapes=[thing.shape.id],
            boxes=[seen],
            message=(
                f"Slide {slide.index}: {thing.shape.name!r} "
                + (f"runs off the page ({', '.join(sides)})." if inside else "lies wholly off the page.")
            ),
        )


def _spans(box: Box, page: Box) -> bool:
    """Whether a box reaches over the page from edge to edge in one direction."""
    across = box.left <= 1.5 and box.right >= page.right - 1.5
    return across or (box.top <= 1.5 and box.bottom >= page.bottom - 1.5)
