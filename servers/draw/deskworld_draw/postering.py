"""The poster tool: words and pictures in, a designed sheet out, in which nothing is cut and everything can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Shown, World, tool
from pydantic import Field

from deskworld_draw.saving import Drawn

PosterSize = Literal["a4", "a3", "letter", "square", "portrait", "story", "wide", "banner"]
PosterLayout = Literal["", "type", "hero", "split", "grid"]


@tool("edit")
def make_poster(
    world: World,
    path: str,
    title: str,
    subtitle: str = "",
    body: Annotated[str, Field(description="Paragraphs; ## begins a block.")] = "",
    pictures: Sequence[str] = (),
    footer: str = "",
    qr: Annotated[str, Field(description="A QR code's text.")] = "",
    size: PosterSize = "a4",
    landscape: bool = False,
    layout: PosterLayout = "",
    color: str = "",
    theme: Literal["light", "dark", "color"] = "light",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Make a poster, flyer or social picture (.png, .pdf), its text sized to fit."""
    from deskworld_draw.posters import PosterWish, blocks_of, draw
    from deskworld_draw.saving import place_for, show

    place = place_for(world, path, (".png", ".pdf"), overwrite=overwrite)
    wish = PosterWish(
        title=title, subtitle=subtitle, blocks=blocks_of(body), pictures=tuple(pictures), footer=footer,
        qr=qr, size=size, landscape=landscape, layout=layout, color=color or "#0B6BB0", theme=theme,
    )  # fmt: skip
    made, more = draw(world, wish, place.suffix.lower())
    return show(world, place, made, more=more)
