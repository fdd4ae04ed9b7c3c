"""Palettes: from one colour by a rule of harmony, or from a picture; with what can be read on what."""

from __future__ import annotations

import colorsys
from typing import Any, Literal

from deskworld_kit import Result, Saved, Shown, ToolError, World, rgba, say_color, tool
from pydantic import Field

from deskworld_draw.arguments import within

Harmony = Literal["complementary", "analogous", "triadic", "split", "tetradic", "monochrome", "shades"]
_TURNS = {
    "complementary": (0, 180),
    "analogous": (-60, -30, 0, 30, 60),
    "triadic": (0, 120, 240),
    "split": (0, 150, 210),
    "tetradic": (0, 90, 180, 270),
}


class Swatch(Result):
    """A colour of a palette."""

    hex: str
    rgb: list[int]
    hsl: list[int] = Field(description="Degrees, percent, percent.")
    share: float = Field(default=0.0, description="Of the picture, 0 to 1.")
    on_white: float = Field(description="Contrast as text, 1 to 21.")
    on_black: float
    text: str = Field(description="The text colour to put on it.")


class PaletteMade(Saved):
    """A palette and its picture."""

    colors: list[Swatch]
    pairs: list[str] = Field(description="Text on ground with a contrast of 4.5 and more, the best first.")


class ContrastChecked(Result):
    """How well one colour is seen on another (WCAG 2.2)."""

    ratio: float = Field(description="1 to 21.")
    text: bool = Field(description="Whether it will do for text: 4.5 and more.")
    large_text: bool = Field(description="For large text and graphics: 3 and more.")
    better: str = Field(description="The nearest colour that will do for text.")


@tool("read")
def check_contrast(world: World, color: str, background: str) -> ContrastChecked:
    """Whether a colour can be read on another, and which near it can."""
    from deskworld_draw.looks import contrast, readable

    ink = say_color(rgba(color)[:3])
    ground = say_color(rgba(background, argument="background")[:3])
    ratio = contrast(ink, ground)
    return ContrastChecked(
        ratio=round(ratio, 2), text=ratio >= 4.5, large_text=ratio >= 3, better=readable(ink, ground)
    )


@tool("edit", core=True)
def make_color_palette(
    world: World,
    path: str,
    color: str = "",
    picture: str = "",
    harmony: Harmony = "analogous",
    count: int = 5,
    overwrite: bool = False,
) -> Shown[PaletteMade]:
    """Make a palette from a colour or a picture: a .png, values, readable pairs."""
    from deskworld_kit import picture as fit

    from deskworld_draw.looks import contrast, text_on
    from deskworld_draw.saving import Made, keep, place_for

    place = place_for(world, path, (".png",), overwrite=overwrite)
    within(count, 2, 12, "count")
    if bool(color) == bool(picture):
        raise ToolError("give a `color` to start from, or a `picture`", argument="color")
    found = (
        _of_picture(world, picture, count) if picture else [(each, 0.0) for each in harmonious(color, harmony, count)]
    )
    swatches = [
        Swatch(
            hex=each,
            rgb=list(rgba(each)[:3]),
            hsl=_hsl(each),
            share=round(share, 4),
            on_white=round(contrast(each, "#FFFFFF"), 2),
            on_black=round(contrast(each, "#000000"), 2),
            text=text_on(each),
        )
        for each, share in found
    ]
    names = ["#FFFFFF", "#000000", *(each for each, _ in found)]
    rated = sorted(
        ((contrast(a, b), a, b) for a in names for b in names if a != b and not {a, b} <= {"#FFFFFF", "#000000"}),
        reverse=True,
    )
    pairs = [f"{a} on {b}: {value:.1f}" for value, a, b in rated if value >= 4.5][:20]
    warnings = (
        []
        if not picture or len(found) == count
        else [f"the picture has only {len(found)} colour{'' if len(found) == 1 else 's'} apart from each other"]
    )
    blob = _drawn(swatches)
    kept = keep(world, place, Made(blob, blob, warnings))
    facts = PaletteMade(path=kept.path, verified=kept.verified, warnings=kept.warnings, colors=swatches, pairs=pairs)
    return Shown(facts, [fit(blob, label=kept.path)])


def harmonious(color: str, harmony: str, count: int) -> list[str]:
    """So many colours that go with one, by the rule; the one itself among them, each once."""
    from deskworld_draw.looks import from_hls

    start = say_color(rgba(color)[:3])
    red, green, blue = (part / 255 for part in rgba(color)[:3])
    hue, light, strong = colorsys.rgb_to_hls(red, green, blue)
    if harmony in ("monochrome", "shades"):
        spread = [0.14 + 0.78 * n / (count - 1) for n in range(count)]
        nearest = min(range(count), key=lambda n: abs(spread[n] - light))
        fade = 1.0 if harmony == "shades" else 0.75
        return [start if n == nearest else from_hls(hue, value, strong * fade) for n, value in enumerate(spread)]
    turns = _TURNS[harmony]
    made = [start]
    rounds = 0
    while len(made) < count and rounds < 12:
        shift = (0, 0.2, -0.18, 0.32, -0.3, 0.1, -0.1, 0.4, -0.4, 0.26, -0.24, 0.15)[rounds]
        for turn in turns:
            level = min(max(light + shift, 0.12), 0.92)
            each = (
                start
                if not turn and not shift
                else from_hls(hue + turn / 360, level, strong if strong < 0.05 else max(strong, 0.25))
            )
            if each not in made and len(made) < count:
                made.append(each)
        rounds += 1
    return made


def _of_picture(world: World, path: str, count: int) -> list[tuple[str, float]]:
    """The colours that a picture is made of, and the share of each: clusters in a space where distances look alike."""
    import numpy as np
    from deskworld_kit import open_image
    from PIL import Image, ImageOps

    place = world.workspace.find(path, argument="picture")
    if not place.stat().st_size:
        raise ToolError(f"{path!r} is empty (0 bytes)", argument="picture")
    image = ImageOps.exif_transpose(open_image(place, argument="picture"))
    image.thumbnail((160, 160), Image.Resampling.BOX)
    seen: Any = np.asarray(image.convert("RGBA"), dtype=np.float64).reshape(-1, 4)
    seen = seen[seen[:, 3] > 127][:, :3]
    if not len(seen):
        raise ToolError("the picture is see-through everywhere", argument="picture")
    space = _oklab(seen / 255)
    # The first centre is the commonest, each further one the farthest from those before: the same ones every time.
    cells, where, amount = np.unique(np.round(space * 24), axis=0, return_inverse=True, return_counts=True)
    del cells
    weight = amount[where.reshape(-1)].astype(float)
    centres = [space[int(np.argmax(weight))]]
    while len(centres) < count:
        away = np.min([((space - centre) ** 2).sum(1) for centre in centres], axis=0)
        if away.max() < 0.0009:
            break
        centres.append(space[int(np.argmax(away * np.sqrt(weight)))])
    held = np.array(centres)
    nearest = np.zeros(len(space), dtype=int)
    for _ in range(20):
        nearest = np.argmin(((space[:, None, :] - held[None]) ** 2).sum(2), axis=1)
        held = np.array([space[nearest == n].mean(0) if (nearest == n).any() else held[n] for n in range(len(held))])
    made: dict[str, float] = {}
    for n in range(len(held)):
        mine = seen[nearest == n]
        if len(mine):
            near = mine[np.argsort(((space[nearest == n] - held[n]) ** 2).sum(1))[: max(1, len(mine) // 10)]]
            name = say_color(tuple(round(float(part)) for part in np.median(near, axis=0)))
            made[name] = made.get(name, 0.0) + len(mine) / len(seen)
    return sorted(made.items(), key=lambda each: -each[1])


def _oklab(colors: Any) -> Any:
    """sRGB as Oklab (Björn Ottosson, 2020), in which equal steps look equal."""
    import numpy as np

    linear = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    cone = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.cbrt(linear @ cone.T) @ lab.T


def _hsl(color: str) -> list[int]:
    red, green, blue = (part / 255 for part in rgba(color)[:3])
    hue, light, strong = colorsys.rgb_to_hls(red, green, blue)
    return [round(hue * 360) % 360, round(strong * 100), round(light * 100)]


def _drawn(swatches: list[Swatch]) -> bytes:
    """The swatches side by side, each with its value and its contrasts on it."""
    from PIL import Image, ImageDraw

    from deskworld_draw.lettering import font_of
    from deskworld_draw.saving import png_of

    columns = min(len(swatches), 6)
    rows = -(-len(swatches) // columns)
    wide, high = 210, 250
    image = Image.new("RGB", (wide * columns, high * rows), "white")
    pen = ImageDraw.Draw(image)
    for n, each in enumerate(swatches):
        x, y = (n % columns) * wide, (n // columns) * high
        pen.rectangle((x, y, x + wide - 1, y + high - 1), fill=each.hex)
        pen.text((x + 16, y + high - 86), each.hex, font=font_of(each.hex, 24, bold=True), fill=each.text)
        pen.text((x + 16, y + high - 54), f"on white {each.on_white:.1f}", font=font_of("a", 15), fill=each.text)
        pen.text((x + 16, y + high - 34), f"on black {each.on_black:.1f}", font=font_of("a", 15), fill=each.text)
        if each.share:
            pen.text((x + 16, y + 14), f"{each.share:.0%}", font=font_of("a", 18), fill=each.text)
    return png_of(image)
