"""Grounds: gradients to put things on, smooth enough that no steps are seen."""

from __future__ import annotations

import math
from typing import Any

from deskworld_kit import Shown, ToolError, World, rgba, tool

from deskworld_draw.arguments import Size, sides
from deskworld_draw.saving import Drawn


@tool("edit")
def make_gradient(
    world: World,
    path: str,
    colors: list[str],
    angle: float = 90,
    radial: bool = False,
    size: Size = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Make a .png that goes from colour to colour, by 90 degrees downwards."""
    import numpy as np
    from PIL import Image

    from deskworld_draw.saving import Made, place_for, png_of, show

    place = place_for(world, path, (".png",), overwrite=overwrite)
    if not 2 <= len(colors) <= 12:
        raise ToolError("give 2 to 12 colours", argument="colors")
    stops: Any = np.array([rgba(color, argument="colors") for color in colors], dtype=float)
    width, height = sides(size, (1600, 900), least=16, most=4096)
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height))
    if radial:
        along = np.hypot(x * width, y * height) / (math.hypot(width, height) / 2)
    else:
        turn = math.radians(angle % 360)
        dx, dy = math.cos(turn), math.sin(turn)
        along = 0.5 + (x * dx + y * dy) / (abs(dx) + abs(dy))
    along = np.clip(along, 0, 1) * (len(stops) - 1)
    first = np.minimum(along.astype(int), len(stops) - 2)
    share = (along - first)[..., None]
    smooth = stops[first] * (1 - share) + stops[first + 1] * share
    # Rounded each pixel its own way, always the same: bands of one colour would show on a large sheet.
    noise = np.random.default_rng(7).random((height, width, 1))
    pixels = np.clip(np.floor(smooth + noise), 0, 255).astype(np.uint8)
    opaque = bool((stops[:, 3] == 255).all())
    image = Image.fromarray(pixels[..., :3] if opaque else pixels, "RGB" if opaque else "RGBA")
    blob = png_of(image)
    return show(world, place, Made(blob, blob))
