"""What colour a point of a slide has below a given shape.

Layers are laid over each other as a renderer does: background, the master's and the layout's decoration, then the
slide's shapes up to the one that asks. Pictures answer with their own pixels, half-transparent fills are mixed.
"""

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...kinds import PICTURES
from ..base import Box
from ..colors import WHITE, FillKind, Ink, fill_element, ink
from ..errors import InspectError
from ..ooxml import Element, Package, child, deep, number
from .facts import Shape
from .geometry import rotate
from .lineage import Lineage, Sheet
from .measuring import text_box

if TYPE_CHECKING:
    from PIL.Image import Image

_UNEVEN = ("picture", "gradient", "pattern")
_DRAWN = ("picture", "chart", "diagram", "object", "media")
_GRID = 48
"""Pictures are looked at through this many squares each way: fine enough for a place behind a line of text."""


@dataclass
class Pixels:
    """The deck's pictures, small, each unpacked once."""

    package: Package
    _seen: "dict[str, Image | None]" = field(default_factory=dict[str, "Image | None"])

    def of(self, part: str) -> "Image | None":
        """A picture part as a small RGBA image; None where it can't be drawn."""
        from PIL import Image

        if part not in self._seen:
            try:
                with Image.open(io.BytesIO(self.package.content(part)), formats=PICTURES) as image:
                    image.draft("RGB", (_GRID * 4, _GRID * 4))
                    self._seen[part] = image.convert("RGBA").resize((_GRID, _GRID))
            except (InspectError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
                self._seen[part] = None
        return self._seen[part]

    def at(self, part: str, shape: Shape | None, across: float, down: float) -> Ink | None:
        """The colour at a place of a picture as shown (0 to 1 each way), after its crop."""
        image = self.of(part)
        if image is None:
            return None
        if shape is not None and shape.picture:
            crop = shape.picture
            across = crop.crop_left + across * (1 - crop.crop_left - crop.crop_right)
            down = crop.crop_top + down * (1 - crop.crop_top - crop.crop_bottom)
        place = tuple(max(0, min(_GRID - 1, int(share * _GRID))) for share in (across, down))
        pixel = image.getpixel((place[0], place[1]))
        assert isinstance(pixel, tuple)
        return Ink(*pixel[:3], alpha=pixel[3] / 255)


@dataclass
class Canvas:
    """A slide as layers. `shapes` are those of the slide itself, in z-order."""

    background: Ink
    page: Box
    pixels: Pixels
    background_part: str
    decoration: list[tuple[Shape, str]]
    """Shapes below the slide's own, with the picture part each shows ("" for none)."""
    shapes: list[Shape]
    parts: dict[int, str]
    background_kind: FillKind = "solid"
    background_problem: str = ""
    """Why the picture behind everything can't be shown."""
    background_distortion: float = 1
    """Its shown ratio over its own, where it is the slide's own."""

    def at(self, x: float, y: float, below: int) -> Ink:
        """The colour of a point, seen with the first `below` shapes of the slide drawn."""
        color = self.background
        if self.background_part:
            seen = self.pixels.at(self.background_part, None, x / self.page.width, y / self.page.height)
            color = seen.over(color) if seen else color
        own = [(shape, self.parts.get(shape.id, "")) for shape in self.shapes[:below]]
        for shape, part in self.decoration + own:
            layer = self._layer(shape, part, x, y)
            color = layer.over(color) if layer else color
        return color

    def uneven(self) -> list[int]:
        """The slide's shapes whose text lies on what has no one colour: a picture, a gradient, a drawing, a chart."""
        below = [shape for shape, _ in self.decoration]
        if self.background_kind not in _UNEVEN and not any(map(_many_coloured, [*below, *self.shapes])):
            return []
        found: list[int] = []
        for place, shape in enumerate(self.shapes):
            box = None if shape.hidden else text_box(shape)
            if box and self._lies_uneven(box, [*below, *self.shapes[: place + 1]]):
                found.append(shape.id)
        return found

    def _lies_uneven(self, box: Box, layers: list[Shape]) -> bool:
        """Whether a box lies on such a layer; what is wholly under an even, opaque shape counts as that shape."""
        found = self.background_kind in _UNEVEN
        for shape in layers:
            if shape.hidden or not shape.bounds.meet(box):
                continue
            if _many_coloured(shape):
                found = True
            elif shape.fill and shape.fill_opacity >= 1 and shape.bounds.holds(box) and not shape.rotation:
                found = False
        return found

    def _layer(self, shape: Shape, part: str, x: float, y: float) -> Ink | None:
        """What one shape lays over a point; None where it leaves the point alone."""
        if shape.hidden or shape.type in ("group", "connector") or not shape.box.area:
            return None
        if shape.rotation:
            x, y = rotate(x, y, shape.box, -shape.rotation)
        across, down = (x - shape.box.left) / shape.box.width, (y - shape.box.top) / shape.box.height
        if not (0 <= across <= 1 and 0 <= down <= 1):
            return None
        if shape.geometry == "ellipse" and (across - 0.5) ** 2 + (down - 0.5) ** 2 > 0.25:
            return None
        if part:
            return self.pixels.at(part, shape, across, down)
        if shape.table:
            return self._cell(shape, across, down)
        return ink(shape.fill, shape.fill_opacity) if shape.fill else None

    @staticmethod
    def _cell(shape: Shape, across: float, down: float) -> Ink | None:
        assert shape.table is not None
        row = _place(shape.table.heights, down)
        column = _place(shape.table.widths, across)
        cells = shape.table.cells
        if row >= len(cells) or column >= len(cells[row]) or not cells[row][column].fill:
            return None
        return ink(cells[row][column].fill, cells[row][column].fill_opacity)


def _many_coloured(shape: Shape) -> bool:
    return shape.type in _DRAWN or shape.fill_kind in _UNEVEN


def _place(lengths: list[float], share: float) -> int:
    """Which of some lengths in a row a share of their sum falls into."""
    rest = share * sum(lengths)
    for place, length in enumerate(lengths):
        if rest <= length:
            return place
        rest -= length
    return len(lengths)


def background(lineage: Lineage) -> tuple[Ink, str, FillKind]:
    """The colour behind a slide, the picture part over it where there is one, and what kind of fill it is: its own,
    its layout's or its master's."""
    for sheet in lineage.sheets:
        said = child(sheet.xml, "p:cSld", "p:bg")
        if said is None:
            continue
        palette = lineage.palette(lineage.slide)
        own = fill_element(child(said, "p:bgPr"))
        if own is None:
            kind, color = palette.styled(child(said, "p:bgRef"))
            return color or WHITE, "", kind
        kind, color = palette.fill(own)
        return color or WHITE, _picture(own, sheet) if kind == "picture" else "", kind
    return WHITE, "", "none"


def distortion(lineage: Lineage, page: Box, size: tuple[int, int]) -> float:
    """How far the picture behind a slide (of so many pixels) is stretched in width, where it is the slide's own."""
    fill = child(lineage.slide.xml, "p:cSld", "p:bg", "p:bgPr", "a:blipFill")
    if fill is None or child(fill, "a:tile") is not None or not min(*size, page.height):
        return 1
    cut, room = (
        [number(holder.get(side)) / 100000 if holder is not None else 0.0 for side in ("l", "t", "r", "b")]
        for holder in (child(fill, "a:srcRect"), child(fill, "a:stretch", "a:fillRect"))
    )
    shown = (page.width * (1 - room[0] - room[2]), page.height * (1 - room[1] - room[3]))
    own = (size[0] * (1 - cut[0] - cut[2]), size[1] * (1 - cut[1] - cut[3]))
    return (shown[0] / shown[1]) / (own[0] / own[1]) if min(*shown, *own) > 0 else 1


def _picture(fill: Element, sheet: Sheet) -> str:
    blip = next(iter(deep(fill, "a:blip")), None)
    key = (
        next((str(value) for name, value in blip.attrib.items() if str(name).endswith("embed")), "")
        if blip is not None
        else ""
    )
    relation = sheet.relations.get(key)
    return relation.target if relation and not relation.external else ""
