"""Web pages and SVG as pictures: what a page's author would see, and what he would want to know."""

from __future__ import annotations

import re
from typing import Annotated, Any

from deskworld_kit import Shown, ToolError, World, rgba, say_color, tool
from pydantic import Field

from deskworld_draw.arguments import within
from deskworld_draw.saving import Drawn

LONGEST = 2_000_000
_LARGEST = 4096
Source = Annotated[str, Field(description="Or a file.")]
_SVG = "{http://www.w3.org/2000/svg}"
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "em": 16.0}


@tool("edit", core=True)
def render_svg(
    world: World,
    path: str,
    svg: str = "",
    source: Source = "",
    width: int | None = None,
    height: int | None = None,
    background: str = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw SVG as .png or .pdf, on no ground unless one is given. Nothing in it acts or loads."""
    from deskworld_artifacts import RenderError, screen_svg

    from deskworld_draw.saving import Made, place_for, show

    place = place_for(world, path, (".png", ".pdf"), overwrite=overwrite)
    ground = say_color(rgba(background, argument="background")) if background else ""
    ground = "" if ground.endswith("00") and len(ground) == 9 else ground
    text, argument = _given(world, svg, source, "svg", (".svg",))
    root, warnings = _parsed(text, argument)
    wide = 0 if width is None else within(width, 1, _LARGEST, "width")
    high = 0 if height is None else within(height, 1, _LARGEST, "height")
    size = _size(root, wide, high, argument)
    families = tuple(dict.fromkeys(re.findall(r"font-family\s*[:=]\s*[\"']?\s*([^\"';,>]+)", text)))[:20]
    try:
        found = screen_svg(
            text.encode(),
            width=size[0],
            height=size[1],
            background=ground,
            pdf=place.suffix.lower() == ".pdf",
            families=tuple(f'"{family.strip()}"' for family in families),
        )
    except RenderError as error:
        raise ToolError(_without_name(str(error)), argument=argument) from error
    return show(world, place, Made(_same(found.file), found.png, [*warnings, *found.problems]))


@tool("edit", core=True)
def render_html(
    world: World,
    path: str,
    html: str = "",
    source: Source = "",
    width: int = 1280,
    height: Annotated[int | None, Field(description="Else all; a PDF in A4.")] = None,
    scale: float = 1,
    transparent: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw a web page as .png or .pdf, with workspace files and no network."""
    from deskworld_artifacts import RenderError, screen

    from deskworld_draw.saving import Made, place_for, show

    place = place_for(world, path, (".png", ".pdf"), overwrite=overwrite)
    within(width, 100, _LARGEST, "width")
    within(100 if height is None else height, 1, _LARGEST, "height")
    if not 0.5 <= scale <= 4:
        raise ToolError("it can be 0.5 to 4", argument="scale")
    text, argument = _given(world, html, source, "html", (".html", ".htm", ".xhtml"))
    at = world.workspace.find(source, argument="source") if source else world.workspace.root / "page.html"
    try:
        found = screen(
            at,
            content=text if not source else None,
            folder=world.workspace.root,
            width=width,
            height=height or 0,
            scale=scale,
            transparent=transparent,
            pdf=place.suffix.lower() == ".pdf",
        )
    except RenderError as error:
        raise ToolError(_without_name(str(error)), argument=argument) from error
    if place.suffix.lower() == ".pdf":
        from deskworld_draw.saving import pdf_to_png

        png = pdf_to_png(found.file) if height else found.png
        return show(world, place, Made(_same(found.file), png, found.problems))
    more = f"{found.width} x {found.height} CSS px"
    return show(world, place, Made(found.file, found.png, found.problems), more=more)


def _given(world: World, text: str, source: str, name: str, suffixes: tuple[str, ...]) -> tuple[str, str]:
    """The text to draw and the argument it came by."""
    if bool(text.strip()) == bool(source):
        raise ToolError(f"give the {name.upper()} as text, or a `source` file", argument=name)
    if not source:
        if len(text) > LONGEST:
            raise ToolError(f"at most {LONGEST} characters; put it in a file and name it as `source`", argument=name)
        return text.encode("utf-8", "ignore").decode(), name
    place = world.workspace.find(source, argument="source")
    if place.suffix.lower() not in suffixes:
        raise ToolError(f"{source!r} must end in {' or '.join(suffixes)}", argument="source")
    blob = place.read_bytes()
    if not blob.strip():
        raise ToolError(f"{source!r} is empty", argument="source")
    if len(blob) > 20_000_000:
        raise ToolError(f"{source!r} is larger than 20 MB", argument="source")
    if b"\0" in blob[:2000] and not blob.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ToolError(f"{source!r} is no text in spite of its name", argument="source")
    return blob.decode("utf-16" if blob.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig", "replace"), "source"


def _parsed(text: str, argument: str) -> tuple[Any, list[str]]:
    """The SVG's root, and what of it will not be drawn.

    Raises:
        ToolError: It is no well-formed SVG, or it brings entities along, which are a way to files and to bombs.
    """
    from lxml import etree

    if re.search(r"<!ENTITY", text, re.IGNORECASE):
        raise ToolError(
            "an SVG with entities is not drawn: they can name files and grow without end", argument=argument
        )
    clean = re.sub(r"^\s*<\?xml[^>]*\?>", "", text)
    try:
        root = etree.fromstring(
            clean.encode(), etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        )
    except (etree.XMLSyntaxError, ValueError) as error:
        where = f" in line {error.lineno}" if isinstance(error, etree.XMLSyntaxError) and error.lineno else ""
        raise ToolError(
            f"this is no well-formed SVG{where}: {str(error).split(', line')[0][:200]}", argument=argument
        ) from error
    if root.tag != f"{_SVG}svg":
        what = 'it lacks xmlns="http://www.w3.org/2000/svg"' if root.tag == "svg" else f"it is <{str(root.tag)[:60]}>"
        raise ToolError(f"this is no SVG: {what}", argument=argument)
    warnings: list[str] = []
    outside: list[str] = []
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag.rpartition("}")[2].lower() == "script":
            warnings.append("its scripts do not run")
        for name, value in element.attrib.items():
            loads = name.rpartition("}")[2] in ("href", "src") and element.tag.rpartition("}")[2] != "a"
            if loads and not value.strip().startswith(("#", "data:")):
                outside.append(value[:100])
    outside += [each[:100] for each in re.findall(r"url\(\s*[\"']?(?!#|data:)([^\"')\s]+)", text)]
    outside += [each[:100] for each in re.findall(r"@import\s+(?:url\()?[\"']?([^\"')\s;]+)", text)]
    if outside:
        warnings.append(f"not loaded, since an SVG draws only what is in it: {', '.join(dict.fromkeys(outside[:5]))}")
    return root, list(dict.fromkeys(warnings))


def _size(root: Any, width: int, height: int, argument: str) -> tuple[int, int]:
    """Pixels of the picture: as asked, the side left out in ratio; else the SVG's own."""
    box = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", root.get("viewBox") or "")[:4]]
    own = [_length(root.get(side)) for side in ("width", "height")]
    wide = own[0] or (box[2] if len(box) == 4 else 0) or 300.0
    high = own[1] or (box[3] if len(box) == 4 else 0) or 150.0
    if len(box) == 4 and box[2] > 0 and box[3] > 0 and not (own[0] and own[1]):
        high = wide * box[3] / box[2] if not own[1] else high
        wide = high * box[2] / box[3] if own[1] else wide
    if not (0 < wide < 1e9 and 0 < high < 1e9):
        raise ToolError("the SVG's size is no size; mend its width, height or viewBox", argument=argument)
    if width and height:
        return width, height
    ratio = wide / high
    size = (width, width / ratio) if width else (height * ratio, height) if height else (wide, high)
    made = tuple(max(1, round(side)) for side in size)
    if max(made) > _LARGEST:
        raise ToolError(
            f"it would be {made[0]} x {made[1]} px; at most {_LARGEST}: give `width` or `height`", argument="width"
        )
    return made[0], made[1]


def _length(said: str | None) -> float:
    found = re.match(r"^\s*(\d*\.?\d+(?:e[-+]?\d+)?)\s*([a-z]*)\s*$", said or "")
    return float(found[1]) * _UNITS.get(found[2], 0) if found else 0.0


def _same(file: bytes) -> bytes:
    from deskworld_draw.saving import undated

    return undated(file) if file.startswith(b"%PDF") else file


def _without_name(said: str) -> str:
    return said.removeprefix("page.html: ").removeprefix("drawing.html: ")
