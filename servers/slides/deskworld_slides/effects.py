"""Effects: gradients, dashes, arrow heads, shadows and glows of shapes; brightness and colour of pictures."""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import Saved, ToolError, World, tool

from deskworld_slides.arguments import Fill
from deskworld_slides.describing import ShapeView
from deskworld_slides.opening import editing
from deskworld_slides.text import ShapeSaved


class ShapesStyled(Saved):
    """Shapes as they are now."""

    slide: int
    shapes: list[ShapeView]


@tool("edit")
def style_shapes(
    world: World,
    path: str,
    slide: int,
    shapes: list[str],
    fill: Fill = "",
    gradient_to: str = "",
    angle: float = 90,
    opacity: float | None = None,
    dash: Literal["solid", "dash", "dot", "dash_dot", "long_dash"] | None = None,
    arrow: Literal["none", "end", "start", "both"] | None = None,
    shadow: bool | None = None,
    glow: Fill = "",
    soft_edge: float | None = None,
) -> ShapesStyled:
    """Give shapes, lines and pictures a gradient, see-through fill, dashes, arrow heads or effects.

    Args:
        gradient_to: `fill` is where it starts.
        angle: 90 runs downwards.
        opacity: Percent.
        soft_edge: Points; 0 for none.
    """
    from deskworld_slides import styling
    from deskworld_slides.colors import set_fill
    from deskworld_slides.describing import view_shape
    from deskworld_slides.finding import find_shapes

    for name, value, most in (("opacity", opacity, 100), ("soft_edge", soft_edge, 100)):
        if value is not None and not 0 <= value <= most:
            raise ToolError(f"{value:g} is out of range; say 0 to {most}", argument=name)
    if gradient_to and not fill:
        raise ToolError("a gradient needs the colour it starts from", argument="fill")
    asked = (fill, dash, arrow, glow, *(v is not None for v in (opacity, shadow, soft_edge)))
    if not any(asked):
        raise ToolError("say what to change: fill, opacity, dash, arrow, shadow, glow ...", argument="shapes")
    with editing(world, path) as deck:
        targets: list[Any] = find_shapes(deck.slide(slide), shapes)
        for target in targets:
            _check(target, fill=fill, dash=dash, arrow=arrow)
            if gradient_to:
                styling.gradient(target, fill, gradient_to, angle)
            elif fill:
                set_fill(styling.properties_of(target), fill)
            if opacity is not None:
                styling.see_through(target, opacity)
            if dash:
                styling.line_part(target, "prstDash", {"val": styling.DASHES[dash]})
            if arrow:
                for name, ends in (("headEnd", ("start", "both")), ("tailEnd", ("end", "both"))):
                    styling.line_part(target, name, {"type": "triangle" if arrow in ends else "none"})
            if shadow is not None:
                styling.shadow(target, shadow)
            if glow:
                styling.glow(target, glow)
            if soft_edge is not None:
                styling.soft_edge(target, soft_edge)
        views = [view_shape(target) for target in targets]
    return ShapesStyled(**deck.receipt, slide=slide, shapes=views)


def _check(target: Any, *, fill: str, dash: str | None, arrow: str | None) -> None:
    """Refuse what a kind of shape can't have, before anything is changed."""
    from deskworld_slides.describing import kind_of

    kind = kind_of(target)
    if kind in ("table", "chart", "diagram", "object"):
        raise ToolError(f"{target.name!r} is a {kind}; it has tools of its own to format it", argument="shapes")
    if fill and kind in ("line", "picture", "media", "group"):
        raise ToolError(f"{target.name!r} is a {kind} and has no fill", argument="fill")
    if (dash or arrow) and kind == "group":
        raise ToolError(f"{target.name!r} is a group and has no line; name the shapes in it", argument="shapes")
    lines = "./p:spPr/a:custGeom | ./p:spPr/a:prstGeom[@prst='line']"
    if arrow and kind != "line" and not target._element.xpath(lines):
        raise ToolError(f"{target.name!r} is no line; only lines have arrow heads", argument="arrow")


@tool("edit")
def adjust_slide_picture(
    world: World,
    path: str,
    slide: int,
    shape: str,
    brightness: float | None = None,
    contrast: float | None = None,
    colors: Literal["full", "gray", "sepia", "black_white"] | None = None,
) -> ShapeSaved:
    """Show a picture brighter, stronger or in other colours; the file in the deck stays as it is.

    Args:
        brightness: -100 to 100; contrast too.
    """
    from deskworld_slides.describing import view_shape
    from deskworld_slides.pictures import picture_shape
    from deskworld_slides.styling import adjust

    for name, value in (("brightness", brightness), ("contrast", contrast)):
        if value is not None and not -100 <= value <= 100:
            raise ToolError(f"{value:g} is out of range; say -100 to 100", argument=name)
    if brightness is None and contrast is None and colors is None:
        raise ToolError("say what to change: brightness, contrast or colors", argument="colors")
    with editing(world, path) as deck:
        target = picture_shape(deck.slide(slide), shape)
        blip = target._element.blipFill.find("{*}blip")
        if brightness is not None or contrast is not None:
            old = blip.find("{*}lum")
            now = {name: int((old.get(name) if old is not None else None) or 0) for name in ("bright", "contrast")}
            now |= {} if brightness is None else {"bright": round(brightness * 1000)}
            now |= {} if contrast is None else {"contrast": round(contrast * 1000)}
            said = " ".join(f'{name}="{value}"' for name, value in now.items())
            adjust(blip, "lum", said if any(now.values()) else None)
        if colors is not None:
            for name in ("grayscl", "biLevel", "duotone"):
                adjust(blip, name, None)
            if colors == "gray":
                adjust(blip, "grayscl", "")
            elif colors == "black_white":
                adjust(blip, "biLevel", 'thresh="50000"')
            elif colors == "sepia":
                adjust(blip, "duotone", "", '<a:srgbClr val="3B2716"/><a:srgbClr val="FFF3DC"/>')
        view = view_shape(target)
    return ShapeSaved(**deck.receipt, slide=slide, shape=view)
