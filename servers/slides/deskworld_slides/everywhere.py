"""Where something new goes: on a slide, or on a layout or the master, which puts it on every slide that shows them."""

from __future__ import annotations

from typing import Any

from deskworld_kit import ToolError, World

from deskworld_slides.boxes import GAP, Box, box_of, crowded, free_box, wanted_box
from deskworld_slides.describing import ShapeView
from deskworld_slides.finding import placeholder, top_shapes
from deskworld_slides.opening import Deck, Receipt, reading
from deskworld_slides.slots import open_slots

_LOOKED_AT = 12


class SlideStage:
    """A slide: new things go into free space."""

    name = ""

    def __init__(self, deck: Deck, slide: Any) -> None:
        self._slide, self._page = slide, deck.page
        self.shapes: Any = slide.shapes
        self.shown = 0

    def slot(self, roles: tuple[str, ...]) -> Any:
        """The first open placeholder of these roles."""
        return next(iter(open_slots(self._slide, *roles)), None)

    def picture_room(self) -> tuple[float, float]:
        """How wide and high a picture may be."""
        room = free_box(self._slide, self._page)
        return (room.width, room.height)

    def room(
        self, left: float | None, top: float | None, width: float | None, height: float | None,
        *, natural: tuple[float, float] | None = None,
    ) -> Box:  # fmt: skip
        """The box asked for, filled in where it was not said."""
        return wanted_box(self._slide, self._page, left, top, width, height, natural=natural)

    def crowded(self, shape: Any) -> list[str]:
        """A warning where a new shape found no free place."""
        return crowded(self._slide, shape)

    def text_color(self, box: Box, shape: Any) -> str:
        """The colour that text of a new shape needs to be read where it stands; empty for the one it has anyhow."""
        from deskworld_slides.grounds import inks_on

        return inks_on(self._slide, box, below=shape).text.replace("tx1", "")


class LayoutStage(SlideStage):
    """A layout or the master: new things go small into the top right corner, where logos stand."""

    def __init__(self, deck: Deck, name: str, holder: Any, shown: int) -> None:
        from pptx.shapes.shapetree import SlideShapes

        class Shapes(SlideShapes):
            """A layout's own shapes can't be added to. Ids count from its shapes, not from its lists of layouts."""

            @property
            def _next_shape_id(self) -> int:
                return max((int(each) for each in self._element.xpath(".//p:cNvPr/@id")), default=1) + 1

        self.name, self._page, self.shown = name, deck.page, shown
        self.shapes = Shapes(holder._element.cSld.spTree, holder)
        above = [holder.slide_master] if hasattr(holder, "slide_master") else []
        self._beside = [each for one in (holder, *above) for each in top_shapes(one) if placeholder(each) is None]

    def slot(self, roles: tuple[str, ...]) -> Any:
        """None: a layout's placeholders are for its slides to fill."""
        return None

    def crowded(self, shape: Any) -> list[str]:
        """None: it stands where logos do."""
        return []

    def text_color(self, box: Box, shape: Any) -> str:
        """Empty: what slides show behind it differs."""
        return ""

    def picture_room(self) -> tuple[float, float]:
        """The size of a logo."""
        return (self._page[0] * 0.12, self._page[1] * 0.07)

    def room(
        self, left: float | None, top: float | None, width: float | None, height: float | None,
        *, natural: tuple[float, float] | None = None,
    ) -> Box:  # fmt: skip
        """The box asked for, filled in where it was not said."""
        for name, value in (("width", width), ("height", height)):
            if value is not None and value <= 0:
                raise ToolError(f"{value:g} is no size; give more than 0 points", argument=name)
        wide, high = self._page
        usual = natural or (wide * 0.25, high * 0.1)
        width, height = usual[0] if width is None else width, usual[1] if height is None else height
        box = Box(wide * 0.95 - width if left is None else left, high * 0.03 if top is None else top, width, height)
        for other in sorted((box_of(each) for each in self._beside), reverse=True) if left is None else ():
            if box.meets(other):
                box = box._replace(left=other.left - GAP - width)
        return box


def holder_of(deck: Deck, layout: str) -> Any:
    """The layout of this name, or the only master."""
    from deskworld_slides.finding import find_layout

    if not _is_master(layout):
        return find_layout(deck.presentation, layout)
    masters = deck.presentation.slide_masters
    if len(masters) > 1:
        raise ToolError(f"the deck has {len(masters)} masters; name a layout", argument="layout")
    return masters[0]


def stage_of(deck: Deck, slide: int | None, layout: str) -> SlideStage:
    """What was asked for; of a layout's slides some are looked at again, and those that hide it are told."""
    if slide is not None and not layout.strip():
        return SlideStage(deck, deck.slide(slide))
    if slide is not None or not layout.strip():
        raise ToolError("give either a slide, or a layout (or 'master') for all its slides", argument="slide")
    holder = holder_of(deck, layout)
    shown, hidden = slides_showing(deck, holder, master=_is_master(layout))
    deck.touched |= set(shown[:_LOOKED_AT])
    name = "the master" if _is_master(layout) else f"the layout {holder.name!r}"
    if hidden:
        deck.warnings.append(_hiding(deck, name, hidden))
    return LayoutStage(deck, name, holder, len(shown))


def _hiding(deck: Deck, name: str, hidden: list[int]) -> str:
    """Which slides do not show what is put on a layout or the master, and where to put it for them."""
    by_place: dict[str, list[int]] = {}
    for number in hidden:
        slide = deck.slides[number - 1]
        own = slide._element.get("showMasterSp") in ("0", "false")
        by_place.setdefault("those slides" if own else f"layout={slide.slide_layout.name!r}", []).append(number)
    listed = "; ".join(
        f"{place} for {', '.join(map(str, numbers[:_LOOKED_AT]))}{' ...' if len(numbers) > _LOOKED_AT else ''}"
        for place, numbers in by_place.items()
    )
    return f"slides that hide what is on {name} need it on a place of their own: {listed}"


def slides_showing(deck: Deck, holder: Any, *, master: bool) -> tuple[list[int], list[int]]:
    """The numbers of the slides of a layout or master that show what is on it, and of those that hide it."""
    shown: list[int] = []
    hidden: list[int] = []
    for number, slide in enumerate(deck.slides, 1):
        layout = slide.slide_layout
        if (layout.slide_master if master else layout).part is not holder.part:
            continue
        between: list[Any] = [slide, layout] if master else [slide]
        hides = any(each._element.get("showMasterSp") in ("0", "false") for each in between)
        (hidden if hides else shown).append(number)
    return shown, hidden


def seen_on(world: World, deck: Deck, stage: SlideStage, made: ShapeView) -> Receipt:
    """The receipt of a saved deck; what was put on a layout is looked for there again."""
    from deskworld_slides.finding import every_shape

    receipt = deck.receipt
    if stage.name:
        with reading(world, deck.name) as again:
            wanted = "master" if stage.name == "the master" else stage.shapes.parent.name
            if not any(shape.name == made.name for shape in every_shape(holder_of(again, wanted))):
                raise ToolError(f"the saved deck lacks {made.name!r} on {stage.name}", argument="layout")
        slides = "1 slide shows" if stage.shown == 1 else f"{stage.shown} slides show"
        receipt["verified"] += f"; {made.name!r} is on {stage.name}, which {slides}"
    return receipt


def _is_master(layout: str) -> bool:
    return layout.strip().casefold() == "master"
