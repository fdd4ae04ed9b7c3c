"""Tables and pictures against the room they have, pictures against their own pixels: stretched, unreadable, mute."""

from collections.abc import Iterator
from io import BytesIO

from ...ooxml import NAMESPACES, Element, child, deep, every, local, number, points
from ...pixels import picture_size
from ..facts import Finding, Section
from ..styles import twips, val
from .scene import Place, Scene
from .tables import cells_in, rows_of

_EMBED, _LINK = f"{{{NAMESPACES['r']}}}embed", f"{{{NAMESPACES['r']}}}link"
_FILE_NAME = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".emf", ".wmf", ".webp")
_DRAWN = ("emf", "wmf", "svg")
_SLACK = 6.0
"""Points that a table or picture may stand out: cell margins do so by design."""
_DISTORTED = 0.03


def wide_tables(scene: Scene) -> Iterator[Finding]:
    """Tables wider than the text they stand in."""
    sections = _sections(scene)
    for block, table in scene.tables:
        properties = child(table, "w:tblPr")
        if child(properties, "w:tblpPr") is not None:
            continue  # it floats, and may well stand in the margin
        wide = _table_width(table, properties)
        room = _room(sections[block]) if block in sections else 0
        indent = max(0.0, twips(val(child(properties, "w:tblInd"), "w")))
        if room and wide + indent > room + 2 * _SLACK + 2:
            first = next(iter(deep(table, "w:p")), None)
            place = scene.at(first) if first is not None else None
            yield Finding(
                kind="overflow",
                block=block,
                paragraph=place.order if place else -1,
                message=(
                    f"Block {block}: the table is {wide + indent:.0f} pt wide, the text has {room:.0f} pt; "
                    f"{wide + indent - room:.0f} pt run into the margin."
                ),
            )


def _table_width(table: Element, properties: Element | None) -> float:
    said = child(properties, "w:tblW")
    if val(said, "type") == "dxa" and number(val(said, "w")):
        return twips(val(said, "w"))
    if val(said, "type") == "pct":
        return 0.0
    if val(child(properties, "w:tblLayout"), "type") == "fixed":
        rows = [sum(twips(val(child(one, "w:tcPr", "w:tcW"), "w")) for one in cells_in(row)) for row in rows_of(table)]
        if any(rows):
            return max(rows)
    return sum(twips(val(one, "w")) for one in every(child(table, "w:tblGrid"), "w:gridCol"))


def pictures(scene: Scene) -> Iterator[Finding]:
    """Pictures and charts of the body, each against its place and its own pixels."""
    sections = _sections(scene)
    numbers: set[str] = set()
    for holder in (*deep(scene.body, "wp:inline"), *deep(scene.body, "wp:anchor")):
        place = scene.at(holder)
        about = child(holder, "wp:docPr")
        if place is None or any(local(up) == "Fallback" for up in holder.iterancestors()):
            continue
        name = (about.get("name") if about is not None else "") or "picture"
        chart, blip = next(iter(deep(holder, "c:chart")), None), next(iter(deep(holder, "a:blip")), None)
        if chart is None and blip is None:
            continue
        thing = "picture" if chart is None else "chart"
        yield from _words(place, about, thing, name)
        size = child(holder, "wp:extent")
        width, height = (points(size.get(side)) if size is not None else 0.0 for side in ("cx", "cy"))
        section = sections.get(place.block)
        if local(holder) == "inline" and section and not place.where:
            room = _room(section)
            if width > room + _SLACK:
                yield place.finding(
                    "overflow", f"the {thing} {name!r} is {width:.0f} pt wide, the text has {room:.0f} pt."
                )
            elif height > section.height - section.top - section.bottom + _SLACK:
                yield place.finding("overflow", f"the {thing} {name!r} is {height:.0f} pt high, more than a page has.")
        if blip is not None and chart is None:
            yield from _picture(scene, place, holder, blip, name, width, height, numbers)


def _words(place: Place, about: Element | None, thing: str, name: str) -> Iterator[Finding]:
    decorative = about is not None and any(one.get("val") in ("1", "true") for one in deep(about, "adec:decorative"))
    alt = (about.get("descr") or about.get("title") or "") if about is not None else ""
    if decorative:
        return
    if not alt.strip():
        yield place.finding("missing_alt", f"the {thing} {name!r} has no alternative text.")
    elif alt.lower().endswith(_FILE_NAME) and " " not in alt.strip():
        yield place.finding("missing_alt", f"the alternative text of the {thing} {name!r} is only a file name ({alt}).")


def _picture(
    scene: Scene,
    place: Place,
    holder: Element,
    blip: Element,
    name: str,
    width: float,
    height: float,
    sound: set[str],
) -> Iterator[Finding]:
    relation = scene.relations.get(blip.get(_EMBED, ""))
    if relation is None:
        outside = scene.relations.get(blip.get(_LINK, ""))
        why = f"is only linked to ({outside.target})" if outside else "is missing in the file"
        yield place.finding("broken_picture", f"the picture {name!r} {why}.")
        return
    if relation.target not in scene.package:
        yield place.finding("broken_picture", f"the picture {name!r} is missing in the file ({relation.target}).")
        return
    if relation.target not in sound:
        if not _reads(scene, relation.target):
            yield place.finding("broken_picture", f"the picture {name!r} can't be read as one ({relation.target}).")
            return
        sound.add(relation.target)
    pixels_wide, pixels_high, _ = picture_size(scene.package, relation.target)
    if not (pixels_wide and pixels_high and width and height) or _turned(holder):
        return
    crop = next(iter(deep(holder, "a:srcRect")), None)
    cut = [number(crop.get(side)) / 100000 if crop is not None else 0.0 for side in "lrtb"]
    own = pixels_wide * (1 - cut[0] - cut[1]) / max(pixels_high * (1 - cut[2] - cut[3]), 1e-6)
    inner = next(iter(deep(holder, "a:ext")), None)
    if inner is not None and number(inner.get("cx")) and number(inner.get("cy")):
        width, height = points(inner.get("cx")), points(inner.get("cy"))
    ratio = width / height / own if own > 0 else 1.0
    if abs(ratio - 1) > _DISTORTED and min(width, height) > 2:
        how = "stretched" if ratio > 1 else "squeezed"
        yield place.finding(
            "distorted_picture", f"the picture {name!r} is {how} in width to {ratio:.0%} of its own ratio."
        )


def _turned(holder: Element) -> bool:
    return any(number(one.get("rot")) for one in deep(holder, "a:xfrm"))


def _reads(scene: Scene, part: str) -> bool:
    """Whether the bytes are a picture; drawings (EMF, WMF, SVG) are taken on trust."""
    if part.rpartition(".")[2].lower() in _DRAWN:
        return True
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(scene.package.content(part))) as image:
            image.verify()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return False
    return True


def _sections(scene: Scene) -> dict[int, Section]:
    """The section of each block: a section's properties stand in its last paragraph."""
    found: dict[int, Section] = {}
    sections = scene.facts.sections
    last = max([place.block for place in scene.places] + [block for block, _ in scene.tables], default=0)
    ends = {
        place.block
        for place in scene.places
        if place.block and place.where != "text box" and child(place.element, "w:pPr", "w:sectPr") is not None
    }
    at = 0
    for block in range(1, last + 1):
        if at < len(sections):
            found[block] = sections[at]
        if block in ends:
            at += 1
    return found


def _room(section: Section) -> float:
    """The width of a section's text; of one column, an equal share."""
    whole = section.width - section.left - section.right
    gap = 36.0
    return (whole - gap * (section.columns - 1)) / section.columns if section.columns > 1 else whole
