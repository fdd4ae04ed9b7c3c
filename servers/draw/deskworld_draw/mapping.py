"""The map tool: places and countries on a base map that comes with the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from deskworld_kit import Arguments, Page, Result, Shown, ToolError, World, page, tool
from pydantic import Field

from deskworld_draw.arguments import Size, sides, theme_of, within
from deskworld_draw.saving import Drawn


class MapPlace(Arguments):
    # A country or a point. No docstring: it would be a part of the schema that every caller pays for.
    country: str = ""
    lat: float | None = None
    lon: float | None = None
    label: str = ""
    value: float | None = None
    color: str = ""


class CountryName(Result):
    """How a country can be called."""

    name: str
    full: str
    code2: str
    code3: str


@tool("read")
def list_map_countries(world: World, query: str = "", limit: int = 50, cursor: str = "") -> Page[CountryName]:
    """The countries that draw_map knows, by name and ISO code."""
    from deskworld_draw.atlas import countries, folded

    found = [
        CountryName(name=each.short, full=each.name, code2=each.a2, code3=each.a3)
        for each in countries()
        if folded(query) in folded(f"{each.short} {each.name} {each.a2} {each.a3}")
    ]
    return page(sorted(found, key=lambda each: each.name), limit=within(limit, 1, 300, "limit"), cursor=cursor)


@tool("edit")
def draw_map(
    world: World,
    path: str,
    places: list[MapPlace] = [],  # noqa: B006
    focus: Annotated[Sequence[str], Field(description="Countries or regions.")] = (),
    route: Annotated[bool, Field(description="Join markers.")] = False,
    title: str = "",
    number_format: str = "",
    footnote: str = "",
    dark: bool = False,
    size: Size = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw a map (.png, .svg, .pdf): a place is a country, coloured by value, or lat and lon, a marker sized by it."""
    from deskworld_draw.maps import draw
    from deskworld_draw.marking import MapWish, Marker, Region
    from deskworld_draw.saving import place_for, show

    place = place_for(world, path, overwrite=overwrite)
    width, height = sides(size, (1200, 750))
    markers: list[Marker] = []
    regions: list[Region] = []
    for each in places:
        if (each.lat is None) != (each.lon is None) or bool(each.country) == (each.lat is not None):
            raise ToolError("a place is either a `country`, or `lat` and `lon`", argument="places")
        if each.lat is None or each.lon is None:
            regions.append(Region(each.country, each.label, each.value, each.color))
        elif -90 <= each.lat <= 90 and -180 <= each.lon <= 180:
            markers.append(Marker(each.lat, each.lon, each.label, each.value, each.color))
        else:
            raise ToolError(
                f"{each.lat:g}, {each.lon:g} is no place; lat is -90 to 90, lon -180 to 180", argument="places"
            )
    wish = MapWish(
        markers=tuple(markers), regions=tuple(regions), focus=tuple(focus), route=route, title=title,
        number_format=number_format, footnote=footnote, theme=theme_of(dark), width=width, height=height,
    )  # fmt: skip
    return show(world, place, draw(wish, place.suffix.lower()))
