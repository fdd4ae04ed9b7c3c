"""Stand-ins for pictures that are not there yet: they say what they stand for and how large it will be."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Shown, World, tool

from deskworld_draw.arguments import Size, sides
from deskworld_draw.saving import Drawn


@tool("edit")
def make_placeholder(
    world: World,
    path: str,
    text: str = "",
    size: Size = "",
    color: str = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Make a plain .png with words, to stand for a picture."""
    from deskworld_draw.saving import Made, place_for, show
    from deskworld_draw.words import plain

    place = place_for(world, path, (".png",), overwrite=overwrite)
    width, height = sides(size, (1200, 800), least=16, most=4096)
    blob = placeholder(width, height, plain(text, argument="text", longest=2000), color=color or "#DDE5EC")
    return show(world, place, Made(blob, blob))


def placeholder(width: int, height: int, text: str, *, heading: str = "", color: str = "#DDE5EC") -> bytes:
    """A ground in a colour, a cross of thin lines, and the words in the middle, as large as they fit."""
    from deskworld_kit import rgba, say_color
    from PIL import Image, ImageDraw

    from deskworld_draw.looks import mixed, text_on
    from deskworld_draw.saving import png_of

    ground = say_color(rgba(color)[:3])
    ink = text_on(ground)
    image = Image.new("RGB", (width, height), ground)
    pen = ImageDraw.Draw(image)
    line = mixed(ground, ink, 0.12)
    thick = max(1, min(width, height) // 300)
    pen.line((0, 0, width, height), fill=line, width=thick)
    pen.line((0, height, width, 0), fill=line, width=thick)
    pen.rectangle((0, 0, width - 1, height - 1), outline=mixed(ground, ink, 0.3), width=thick)
    words = text or f"{width} × {height}"
    _write(
        pen,
        words,
        (width * 0.08, height * 0.14, width * 0.92, height * 0.86),
        ink,
        ground,
        f"{heading} {width} × {height}".strip(),
    )
    return png_of(image)


def banner(image: Any, text: str, *, heading: str) -> bytes:
    """A picture with words on a strip at its foot."""
    from PIL import Image, ImageDraw

    from deskworld_draw.saving import png_of

    strip = Image.new("RGBA", image.size)
    pen = ImageDraw.Draw(strip)
    top = image.height * 0.78
    pen.rectangle((0, top, image.width, image.height), fill="#14191FE0")
    made = Image.alpha_composite(image.convert("RGBA"), strip)
    box = (image.width * 0.03, top + image.height * 0.02, image.width * 0.97, image.height * 0.98)
    _write(ImageDraw.Draw(made), text, box, "#FFFFFF", "#14191F", heading)
    return png_of(made)


def _write(pen: Any, text: str, box: tuple[float, float, float, float], ink: str, ground: str, small: str) -> None:
    """Words in the middle of a box, as large as they fit; a small line under them where there is room."""
    from deskworld_draw.lettering import fitted
    from deskworld_draw.looks import mixed

    wide, high = box[2] - box[0], box[3] - box[1]
    lines, font = fitted(text, wide, high * 0.8, largest=min(wide, high) * 0.16)
    size = font.size
    tall = len(lines) * size * 1.25
    y = (box[1] + box[3]) / 2 - tall / 2
    for line in lines:
        pen.text(((box[0] + box[2]) / 2, y + size * 0.6), line, font=font, fill=ink, anchor="mm")
        y += size * 1.25
    if small and small != text and size * 0.55 >= 8 and y + size * 0.9 < box[3] + size:
        _, under = fitted(small, wide, size, largest=max(9.0, size * 0.5))
        pen.text(
            ((box[0] + box[2]) / 2, y + size * 0.45), small, font=under, fill=mixed(ink, ground, 0.35), anchor="mm"
        )
