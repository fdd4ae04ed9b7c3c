"""How the text of a picture lies: quarter turns and slant."""

from __future__ import annotations

from deskworld_kit import Result, World, tool
from pydantic import Field

from deskworld_ocr.opening import plainly, source


class TextDirection(Result):
    """How text lies, in degrees clockwise."""

    path: str
    page: int
    turned: int = Field(description="0, 90, 180 or 270.")
    skew: float = Field(description="The slant besides; positive leans clockwise.")
    sure: float = Field(description="0 to 1; 0 where no text was found to tell it from.")
    upright: bool
    advice: str


@tool("read", core=True)
def detect_text_orientation(world: World, path: str, page: int = 1) -> TextDirection:
    """How far the text of a page lies turned and slanted."""
    from deskworld_artifacts.ocr import text_direction

    found = source(world, path)
    number = found.page(page)
    with plainly():
        lies = text_direction(found.picture(number))
    upright = lies.turned == 0 and abs(lies.skew) < 0.5
    if not lies.sure:
        advice = "no text was found to tell it from"
    elif upright:
        advice = "it is upright"
    else:
        back = round((lies.turned + lies.skew) % 360, 1)
        advice = f"turn it {back:g} degrees counterclockwise; preprocess_for_ocr does"
    return TextDirection(
        path=found.name, page=number, turned=lies.turned, skew=lies.skew, sure=lies.sure,
        upright=bool(lies.sure) and upright, advice=advice,
    )  # fmt: skip
