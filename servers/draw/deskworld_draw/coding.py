"""QR codes that a phone reads: each is read again before it is kept."""

from __future__ import annotations

import io
import re
from typing import Annotated, Any, Literal

from deskworld_kit import Shown, ToolError, World, rgba, say_color, tool
from pydantic import Field

from deskworld_draw.arguments import within
from deskworld_draw.saving import Drawn

_QUIET = 4
"""Modules of empty ground around a code, as the standard wants (ISO/IEC 18004)."""
_LEAST_CONTRAST = 3.0
"""Of the dark on the light; below it cameras fail, whatever a clean picture is read as."""


@tool("edit", core=True)
def make_qr_code(
    world: World,
    path: str,
    text: str,
    level: Literal["L", "M", "Q", "H"] = "M",
    size: int = 600,
    color: str = "black",
    background: str = "white",
    logo: Annotated[str, Field(description="A picture; needs level H.")] = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Make a QR code (.png, .svg, .pdf), read again before it is kept."""
    return _made(
        world, path, text, level=level, size=size, color=color, background=background, logo=logo, overwrite=overwrite
    )


@tool("edit")
def make_wifi_code(
    world: World, path: str, network: str, password: str = "", hidden: bool = False, overwrite: bool = False
) -> Shown[Drawn]:
    """Make a QR code that joins a wireless network."""
    from segno.helpers import make_wifi_data

    _needed(network, "network")
    if password and not (8 <= len(password.encode()) <= 63 or len(password) == 64):
        raise ToolError("a network's password has 8 to 63 characters; an open one has none", argument="password")
    text = make_wifi_data(_line(network), _line(password) or None, "WPA" if password else None, hidden)
    return _made(world, path, text, overwrite=overwrite)


@tool("edit")
def make_contact_code(
    world: World,
    path: str,
    name: str,
    phone: str = "",
    email: str = "",
    company: str = "",
    url: str = "",
    address: str = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Make a QR code that adds a person to the address book."""
    _needed(name, "name")
    parts = (("FN", name), ("TEL", phone), ("EMAIL", email), ("ORG", company), ("URL", url), ("ADR", address))
    rows = ["BEGIN:VCARD", "VERSION:3.0"]
    for key, value in parts:
        if value.strip():
            said = re.sub(r"([\\\\,;])", r"\\\1", _line(value))  # RFC 2426, 2.3: text values
            rows += (
                [f"N:{said};;;;", f"FN:{said}"]
                if key == "FN"
                else [f"ADR:;;{said};;;;"]
                if key == "ADR"
                else [f"{key}:{said}"]
            )
    return _made(world, path, "\r\n".join([*rows, "END:VCARD"]), overwrite=overwrite)


def _needed(text: str, argument: str) -> None:
    if not text.strip():
        raise ToolError("it can't be empty", argument=argument)


def _line(text: str) -> str:
    """One line without control characters: a new line would begin another field."""
    return " ".join("".join(sign if sign >= " " else " " for sign in text).split())


def _made(
    world: World,
    path: str,
    text: str,
    *,
    level: str = "M",
    size: int = 600,
    color: str = "black",
    background: str = "white",
    logo: str = "",
    overwrite: bool,
) -> Shown[Drawn]:
    """A code, drawn, read again and kept."""
    import segno

    from deskworld_draw.looks import contrast, luminance
    from deskworld_draw.saving import Made, pdf_to_png, place_for, show

    place = place_for(world, path, overwrite=overwrite)
    within(size, 60, 4096, "size")
    text = text.encode("utf-8", "ignore").decode()
    if not text:
        raise ToolError("say what the code holds", argument="text")
    ink = say_color(rgba(color)[:3])
    clear = rgba(background, argument="background")[3] == 0
    ground = "#FFFFFF" if clear else say_color(rgba(background, argument="background")[:3])
    if contrast(ink, ground) < _LEAST_CONTRAST:
        raise ToolError(
            f"{ink} on {ground} has a contrast of {contrast(ink, ground):.1f}; cameras need {_LEAST_CONTRAST:g}",
            argument="color",
        )
    warnings: list[str] = []
    if contrast(ink, ground) < 7:
        warnings.append(f"a contrast of {contrast(ink, ground):.1f} may fail in poor light; 7 and more is safe")
    if luminance(ink) > luminance(ground):
        warnings.append("light on dark is not read by every camera; dark on light is")
    if logo and level != "H":
        raise ToolError("a logo hides a part of the code; it needs level H", argument="level")
    try:
        code = segno.make_qr(text, error=level, boost_error=not logo)
    except segno.DataOverflowError:
        most = {"L": 2953, "M": 2331, "Q": 1663, "H": 1273}[level]
        raise ToolError(
            f"{len(text.encode())} bytes are too many; a code of level {level} holds at most {most}", argument="text"
        ) from None
    side = int(code.symbol_size(border=_QUIET)[0])
    scale = size // side
    if scale < 2:
        raise ToolError(
            f"the code has {side} modules a side; {size} px are too few, take {side * 4} or more", argument="size"
        )
    if scale < 4:
        warnings.append(f"modules are only {scale} px; print it no smaller than it is")
    image = _picture(code, scale, _QUIET, ink, "transparent" if clear else ground, size)
    if logo:
        image = _with_logo(world, image, logo, ground, side, scale)
    told = read_again(image)
    if told != text:
        reason = (
            "with this logo it can't be read; take a smaller text"
            if logo
            else "it can't be read again; take other colours or a size"
        )
        raise ToolError(reason, argument="logo" if logo else "color")
    png = _bytes(image)
    suffix = place.suffix.lower()
    if logo and suffix != ".png":
        raise ToolError("a code with a logo is a .png", argument="path")
    file = png if suffix == ".png" else _vector(code, suffix, size / side, _QUIET, ink, "" if clear else ground)
    if suffix == ".pdf" and read_again(_opened(pdf_to_png(file, 800))) != text:
        raise ToolError("the PDF's code can't be read again", argument="path")
    what = f"read again: {text[:60]!r}{'...' if len(text) > 60 else ''}"
    return show(world, place, Made(file, png, warnings), more=f"{what}; version {code.version}, level {code.error}")


def read_again(image: Any) -> str:
    """What a reader finds in the picture, on white; empty if nothing."""
    import zxingcpp
    from PIL import Image

    shown = image.convert("RGBA")
    white = Image.new("RGBA", (shown.width + 80, shown.height + 80), "white")
    white.alpha_composite(shown, (40, 40))
    found = zxingcpp.read_barcodes(white.convert("L"))
    return str(found[0].text) if found else ""


def _picture(code: Any, scale: int, border: int, ink: str, ground: str, size: int) -> Any:
    """The code in whole pixels a module, centred in a square of the size asked for."""
    from PIL import Image

    buffer = io.BytesIO()
    code.save(
        buffer, kind="png", scale=scale, border=_QUIET, dark=ink, light=None if ground == "transparent" else ground
    )
    made = _opened(buffer.getvalue()).convert("RGBA")
    square = Image.new("RGBA", (size, size), (0, 0, 0, 0) if ground == "transparent" else ground)
    at = (size - made.width) // 2
    square.paste(made, (at, at))
    return square


def _opened(blob: bytes) -> Any:
    from deskworld_kit import open_image

    return open_image(blob)


def _bytes(image: Any) -> bytes:
    from deskworld_draw.saving import png_of

    opaque = image.getextrema()[3] == (255, 255)
    return png_of(image.convert("RGB") if opaque else image)


def _vector(code: Any, suffix: str, scale: float, border: int, ink: str, ground: str) -> bytes:
    from deskworld_draw.saving import undated

    buffer = io.BytesIO()
    light = ground or None
    if suffix == ".svg":
        code.save(
            buffer,
            kind="svg",
            scale=scale,
            border=_QUIET,
            dark=ink,
            light=light,
            xmldecl=True,
            unit=None,
            omitsize=False,
        )
        text = buffer.getvalue().decode()
        side = code.symbol_size(scale=scale, border=_QUIET)[0]
        if "viewBox" not in text:
            text = text.replace("<svg ", f'<svg viewBox="0 0 {side:g} {side:g}" ', 1)
        return text.encode()
    code.save(buffer, kind="pdf", scale=scale, border=_QUIET, dark=ink, light=light)
    return undated(buffer.getvalue())


def _with_logo(world: World, image: Any, logo: str, ground: str, side: int, scale: int) -> Any:
    """The picture in the middle, on a plate, a fifth of the code's side."""
    from deskworld_kit import open_image
    from PIL import Image, ImageDraw, ImageOps

    place = world.workspace.find(logo, argument="logo")
    mark = ImageOps.exif_transpose(open_image(place, argument="logo")).convert("RGBA")
    most = int(side * scale * 0.2)
    mark.thumbnail((most, most), Image.Resampling.LANCZOS)
    if max(mark.size) < most:
        factor = most / max(mark.size)
        mark = mark.resize(
            (max(1, round(mark.width * factor)), max(1, round(mark.height * factor))), Image.Resampling.LANCZOS
        )
    made = image.copy()
    pad = scale
    x, y = (image.width - mark.width) // 2, (image.height - mark.height) // 2
    ImageDraw.Draw(made).rounded_rectangle(
        (x - pad, y - pad, x + mark.width + pad - 1, y + mark.height + pad - 1), radius=scale * 2, fill=ground
    )
    made.alpha_composite(mark, (x, y))
    return made
