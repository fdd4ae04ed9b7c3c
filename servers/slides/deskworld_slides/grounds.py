"""What lies behind a place on a slide, and the colours that can be seen on it.

New things are drawn in the theme's colours: text in its text colour, columns and cards in its accents. On a section
slide the ground may be just that accent, or dark under dark text. So the ground is looked up first (background, what
layout and master draw, shapes below), and what could not be told from it is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from deskworld_slides.boxes import Box, box_of
from deskworld_slides.finding import every_shape, placeholder

ACCENTS = tuple(f"accent{number}" for number in range(1, 7))
_READABLE, _SEEN = 4.5, 1.6
_FEW, _ALIKE = 4, 48
_OTHERS = ("bg1", "tx1", "bg2", "tx2")
"""What helps out where few accents can be seen."""
_ACROSS, _DOWN = 5, 3


class Inks(NamedTuple):
    """What can be seen on a ground: the colour of text, and accents in their order."""

    text: str = "tx1"
    accents: tuple[str, ...] = ACCENTS

    def accent(self, number: int) -> str:
        """The accent of the series or card of that number, from 0."""
        return self.accents[number % len(self.accents)]


PLAIN = Inks()


def inks_on(slide: Any, box: Box, *, below: Any = None) -> Inks:
    """The colours for something in a box; of the slide's shapes those before `below` count, else all."""
    from deskworld_slides.theming import palette_of

    palette = palette_of(slide)
    seen = _contrast_on(slide, palette, box, below)
    if seen is None:
        return PLAIN
    text = "tx1" if seen("tx1") >= _READABLE else max(("tx1", "bg1"), key=seen)
    accents = [name for name in ACCENTS if seen(name) >= _SEEN]
    for other in _OTHERS if len(accents) < _FEW else ():
        near = any(_apart(palette.named(other), palette.named(name)) < _ALIKE for name in accents)
        accents += [other] if seen(other) >= _SEEN and not near else []
    return Inks(text, tuple(accents) or (text,))


def follow_ground(slide: Any) -> None:
    """After a change of the ground: words and axes in the theme's text or ground colour that can't be read any more
    take the other of the two. What stands in placeholders follows its layout by itself.
    """
    from deskworld_slides.runs import style_run
    from deskworld_slides.theming import palette_of

    palette = palette_of(slide)
    for shape in every_shape(slide):
        own = placeholder(shape) is None
        nodes = _inked(shape, palette) if own else []
        plain = _plain_runs(shape, palette) if own else []
        names = {node.get("val") for node in nodes} | ({"tx1"} if plain else set())
        seen = _contrast_on(slide, palette, box_of(shape), shape) if len(names) == 1 else None
        now = next(iter(names), "")
        other = "bg1" if now == "tx1" else "tx1"
        if seen is not None and seen(now) < _READABLE and seen(other) > seen(now):
            for node in nodes:
                node.set("val", other)
            for run in plain:
                style_run(run, color=other)


def _inked(shape: Any, palette: Any) -> list[Any]:
    """The text and ground colours that a shape without a fill, a line or a chart says for words, lines and axes."""
    element = shape._element
    names = "[@val='tx1' or @val='bg1']"
    if getattr(shape, "has_chart", False):
        root = shape.chart_part._element
        apart = "[not(ancestor::c:dLbls) and not(ancestor::c:dPt)]"
        words = root.xpath(f".//a:defRPr//a:schemeClr{names}{apart} | .//a:rPr//a:schemeClr{names}{apart}")
        return words + root.xpath(f".//c:catAx//a:ln//a:schemeClr{names} | .//c:valAx//a:ln//a:schemeClr{names}")
    if element.tag.endswith("}cxnSp"):
        return element.xpath(f"./p:spPr/a:ln//a:schemeClr{names}")
    if element.tag.endswith("}sp") and _fill(element, palette) == ("none", None):
        return element.xpath(f"./p:txBody//a:rPr/a:solidFill/a:schemeClr{names}")
    return []


def _plain_runs(shape: Any, palette: Any) -> list[Any]:
    """The runs of a text without a fill behind it that say no colour, and so are in the theme's text colour."""
    element = shape._element
    if not element.tag.endswith("}sp") or _fill(element, palette) != ("none", None):
        return []
    if element.find("{*}style") is not None:  # a drawn shape's style says a colour
        return []
    return element.xpath("./p:txBody/a:p/a:r[not(a:rPr/a:solidFill)]")


def _contrast_on(slide: Any, palette: Any, box: Box, below: Any) -> Callable[[str], float] | None:
    """The contrast of a theme colour where it is low on a third of the box; None on a picture: only a render tells."""
    from deskworld_artifacts.inspection.colors import contrast

    grounds = [ground for ground in _grounds(slide, palette, box, below) if ground is not None]

    def seen(name: str) -> float:
        ratios = sorted(contrast(palette.named(name), ground) for ground in grounds)
        return ratios[len(ratios) // 3]

    return seen if grounds else None


def _apart(one: Any, other: Any) -> float:
    """How far apart two colours are, 0 to 255."""
    return max(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))


def _grounds(slide: Any, palette: Any, box: Box, below: Any) -> list[Any]:
    """The colour of some places of a box as `Ink`; None where a picture lies."""
    background = _background(slide, palette)
    layers = list(_layers(slide, palette, below))
    found: list[Any] = []
    for across in range(_ACROSS):
        for down in range(_DOWN):
            x, y = box.left + box.width * (across + 0.5) / _ACROSS, box.top + box.height * (down + 0.5) / _DOWN
            color = background
            for place, round_, ink in layers:
                if _holds(place, x, y, round_=round_):
                    color = ink if ink is None or ink.alpha >= 1 else None if color is None else ink.over(color)
            found.append(color)
    return found


def _holds(box: Box, x: float, y: float, *, round_: bool) -> bool:
    if not (box.left <= x <= box.right and box.top <= y <= box.bottom and box.width and box.height):
        return False
    across, down = (x - box.left) / box.width - 0.5, (y - box.top) / box.height - 0.5
    return not round_ or across**2 + down**2 <= 0.25


def _background(slide: Any, palette: Any) -> Any:
    from deskworld_artifacts.inspection.colors import WHITE, fill_element

    layout = slide.slide_layout
    for sheet in (slide, layout, layout.slide_master):
        said = sheet._element.find("{*}cSld/{*}bg")
        if said is None:
            continue
        own = fill_element(said.find("{*}bgPr"))
        kind, color = palette.styled(said.find("{*}bgRef")) if own is None else palette.fill(own)
        return None if kind == "picture" else color or WHITE
    return WHITE


def _layers(slide: Any, palette: Any, below: Any) -> Iterator[tuple[Box, bool, Any]]:
    """What is drawn over the background, lowest first: its box, whether it is round, its colour (None: a picture)."""
    layout = slide.slide_layout
    sheets: list[Any] = [layout] if _shows_parent(slide) else []
    if sheets and _shows_parent(layout):
        sheets.insert(0, layout.slide_master)
    for sheet in (*sheets, slide):
        for shape in every_shape(sheet):
            element = shape._element
            if below is not None and element is below._element:
                return
            if sheet is not slide and placeholder(shape) is not None:
                continue
            if element.tag.endswith("}pic"):
                yield box_of(shape), False, None
            elif element.tag.endswith("}sp"):
                kind, ink = _fill(element, palette)
                if kind == "picture" or ink is not None:
                    yield box_of(shape), bool(element.xpath("./p:spPr/a:prstGeom[@prst='ellipse']")), ink


def _fill(element: Any, palette: Any) -> tuple[str, Any]:
    from deskworld_artifacts.inspection.colors import fill_element

    own = fill_element(element.find("{*}spPr"))
    if own is not None:
        return palette.fill(own)
    reference = element.find("{*}style/{*}fillRef")
    return ("none", None) if reference is None else palette.styled(reference)


def _shows_parent(sheet: Any) -> bool:
    return sheet._element.get("showMasterSp", "1") in ("1", "true")
