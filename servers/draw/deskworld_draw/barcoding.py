"""Bar codes of shops and shelves, read again before they are kept."""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import Shown, ToolError, World, tool

from deskworld_draw.arguments import within
from deskworld_draw.saving import Drawn

BarKind = Literal["EAN13", "EAN8", "UPCA", "Code128", "Code39", "ITF", "DataMatrix", "PDF417", "Aztec"]


@tool("edit")
def make_barcode(
    world: World, path: str, text: str, kind: BarKind = "Code128", scale: int = 4, overwrite: bool = False
) -> Shown[Drawn]:
    """Make a bar code (.png, .svg) with its text under it; check digits are added."""
    import zxingcpp

    from deskworld_draw.saving import Made, place_for, png_of, show

    place = place_for(world, path, (".png", ".svg"), overwrite=overwrite)
    within(scale, 1, 20, "scale")
    text = text.encode("utf-8", "ignore").decode().strip()
    if not text or len(text) > 2000:
        raise ToolError("it holds 1 to 2000 characters", argument="text")
    flat = kind in ("DataMatrix", "PDF417", "Aztec")
    try:
        code: Any = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
        image = _image(code, scale, named=not flat)
    except (ValueError, RuntimeError) as error:
        why = str(error).partition(":")[2].split("(retval")[0].strip() or "it can't hold this text"
        raise ToolError(f"no {kind} code can be made of it: {why[:200]}", argument="text") from None
    found = zxingcpp.read_barcodes(image)
    told = str(found[0].text) if found else ""
    if not told or not (told == text or told.lstrip("0").startswith(text.lstrip("0"))):
        raise ToolError("the code can't be read again; make `scale` larger", argument="scale")
    png = png_of(image)
    file = png if place.suffix.lower() == ".png" else _svg(code, scale, named=not flat)
    return show(world, place, Made(file, png), more=f"read again: {told[:60]!r}")


def _image(code: Any, scale: int, *, named: bool) -> Any:
    import numpy as np
    from PIL import Image

    return Image.fromarray(np.array(code.to_image(scale=scale, add_hrt=named, add_quiet_zones=True))).convert("L")


def _svg(code: Any, scale: int, *, named: bool) -> bytes:
    import re

    text = str(code.to_svg(scale=scale, add_hrt=named, add_quiet_zones=True))
    size = re.search(r'<svg[^>]*width="([\d.]+)"[^>]*height="([\d.]+)"', text)
    if size and "viewBox" not in text:
        text = text.replace("<svg ", f'<svg viewBox="0 0 {size[1]} {size[2]}" ', 1)
    return text.encode()
