"""What slides show besides bullets: a row of cards, big numbers, steps of a process, a timeline; as plain shapes.

Everything is drawn in the deck's own colours, as large as its text allows, and each card is a shape with real text, so
that a person can go on working with it.
"""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import Arguments, Saved, ToolError, World, tool

from deskworld_slides.describing import ShapeView
from deskworld_slides.opening import editing


class Card(Arguments):
    heading: str
    text: str = ""


class CardsAdded(Saved):
    """The shapes that were drawn."""

    slide: int
    shapes: list[ShapeView]


@tool("add")
def add_slide_cards(
    world: World,
    path: str,
    slide: int,
    cards: list[Card],
    form: Literal["cards", "numbers", "steps", "timeline"] = "cards",
) -> CardsAdded:
    """Draw cards, big numbers, steps or a timeline in free space, in the deck's colours.

    Args:
        cards: 2 to 8.
    """
    from deskworld_slides.boxes import crowded
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import top_shapes
    from deskworld_slides.laying import draw
    from deskworld_slides.slots import room_for
    from deskworld_slides.theming import fonts_of

    if not 2 <= len(cards) <= 8:
        raise ToolError(f"{len(cards)} cards; give 2 to 8", argument="cards")
    if not all(card.heading.strip() for card in cards):
        raise ToolError("every card needs a heading", argument="cards")
    with editing(world, path) as deck:
        found: Any = deck.slide(slide)
        area, slot = room_for(found, deck.page, ("content",), None, None, None, None)
        if slot is not None:
            slot._element.getparent().remove(slot._element)
        before = {shape.shape_id for shape in top_shapes(found)}
        texts = [(card.heading, card.text) for card in cards]
        made, warnings = draw(found, area, texts, form, fonts_of(deck.presentation)[1])
        deck.warnings += warnings
        deck.warnings += crowded(found, *(shape for shape in top_shapes(found) if shape.shape_id not in before))
        views = [view_shape(shape) for shape in made]
    return CardsAdded(**deck.receipt, slide=slide, shapes=views)
