"""What checks of decks ask again and again, beyond the facts: pictures, themes, contrast, and what stands by what.

blob = picture_of(s.file("out/deck.pptx"), 2, shape)
assert same_picture(blob, s.file("pictures/glass.jpg"))
assert theme_of(s.file("out/deck.pptx")) == theme_of(s.file("brand/template.pptx"))
"""

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_artifacts.inspection.deck.facts import Shape

_ALIKE = 6.0
"""Mean difference of a channel, of 255, up to which two pictures are the same one, saved anew."""


def picture_of(deck: Path, slide: int, shape: "Shape") -> bytes:
    """The bytes of a picture on a slide (counted from 1), in a group too; empty where the shape is no picture."""
    from pptx import Presentation

    page: Any = Presentation(str(deck)).slides[slide - 1]
    for element in page.element.iter("{*}pic"):
        if element.find(".//{*}cNvPr").get("id") == str(shape.id):
            embedded = element.xpath(".//a:blip/@r:embed")
            return page.part.related_part(embedded[0]).blob if embedded else b""
    return b""


def same_picture(one: bytes, other: Path) -> bool:
    """Whether two pictures show the same, whatever their size and format."""
    from PIL import Image, ImageChops, ImageStat

    try:
        small = [Image.open(source).convert("RGB").resize((32, 32)) for source in (BytesIO(one), other)]
    except OSError:  # no picture, or only a part of one
        return False
    return max(ImageStat.Stat(ImageChops.difference(*small)).mean) < _ALIKE


def theme_of(deck: Path) -> bytes:
    """The colours and fonts that a deck's master brings, in a form that compares."""
    from lxml import etree
    from pptx import Presentation

    master: Any = Presentation(str(deck)).slide_master
    for relation in master.part.rels.values():
        if relation.reltype.endswith("/theme"):
            root: Any = etree.fromstring(relation.target_part.blob)
            parts = [root.find(f".//{{*}}{name}") for name in ("clrScheme", "fontScheme")]
            return b"".join(etree.tostring(part, method="c14n") for part in parts)
    return b""


@dataclass(frozen=True)
class ChartLook:
    """What a chart's file says of its looks: the sizes of its text in points, from small to large, where its legend is
    (top, bottom, left, right, corner, or empty for none), and the bounds set for its value axis."""

    sizes: tuple[float, ...] = ()
    legend: str = ""
    least: float | None = None
    most: float | None = None


_PLACES = {"t": "top", "b": "bottom", "l": "left", "r": "right", "tr": "corner"}


def chart_look(deck: Path, slide: int, shape: "Shape") -> ChartLook:
    """How a chart on a slide (counted from 1) is set; an empty look where the shape is no chart."""
    from pptx import Presentation

    page: Any = Presentation(str(deck)).slides[slide - 1]
    for frame in page.element.iter("{*}graphicFrame"):
        linked = frame.xpath(".//*[local-name()='chart']/@r:id")
        if frame.find(".//{*}cNvPr").get("id") != str(shape.id) or not linked:
            continue
        root: Any = page.part.related_part(linked[0])._element
        texts = [node.get("sz") for node in root.iter("{*}defRPr", "{*}rPr")]
        legend = root.find(".//{*}legend")
        place = legend.find("{*}legendPos") if legend is not None else None
        bounds = [root.find(f".//{{*}}valAx/{{*}}scaling/{{*}}{name}") for name in ("min", "max")]
        least, most = (float(bound.get("val")) if bound is not None else None for bound in bounds)
        return ChartLook(
            sizes=tuple(sorted({int(size) / 100 for size in texts if size})),
            legend=_PLACES.get(place.get("val") if place is not None else "r", "right") if legend is not None else "",
            least=least,
            most=most,
        )
    return ChartLook()


def contrast_of(one: str, other: str) -> float:
    """The contrast ratio of two colours `#RRGGBB` as WCAG 2.2 defines it, 1 to 21."""
    from deskworld_artifacts.inspection.colors import contrast, ink

    return contrast(ink(one), ink(other))


def nearest(shape: "Shape", others: "Iterable[Shape]") -> "Shape | None":
    """Of the others, the shape whose middle is nearest to this one's; None where there is no other."""

    def away(other: "Shape") -> float:
        across = shape.box.left + shape.box.width / 2 - other.box.left - other.box.width / 2
        down = shape.box.top + shape.box.height / 2 - other.box.top - other.box.height / 2
        return across**2 + down**2

    return min((other for other in others if other.id != shape.id), key=away, default=None)
