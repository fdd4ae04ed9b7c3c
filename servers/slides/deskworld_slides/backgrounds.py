"""The background of one slide: a colour, a gradient or a picture, or its layout's again."""

from __future__ import annotations

import io
from typing import Any

from deskworld_kit import World

from deskworld_slides.colors import color_element
from deskworld_slides.opening import Deck

_EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


def set_background(world: World, deck: Deck, slide: Any, *, color: str, gradient_to: str, picture: str) -> None:
    """Give a slide a background of its own, or none."""
    from lxml import etree
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    from deskworld_slides.parts import used_ids

    common = slide._element.find(f"{_P}cSld")
    old = common.find(f"{_P}bg")
    if old is not None:
        gone = used_ids(old)
        common.remove(old)
        for rid in gone - used_ids(slide._element):
            slide.part.rels.pop(rid)
    if picture:
        fill = _picture(world, deck, slide, picture)
    elif gradient_to:
        stops = "".join(
            f'<a:gs pos="{place}">{etree.tostring(color_element(value, argument=name)).decode()}</a:gs>'
            for place, value, name in ((0, color, "color"), (100000, gradient_to, "gradient_to"))
        )
        fill = f'<a:gradFill rotWithShape="1"><a:gsLst>{stops}</a:gsLst><a:lin ang="5400000" scaled="0"/></a:gradFill>'
    elif color:
        fill = f"<a:solidFill>{etree.tostring(color_element(color)).decode()}</a:solidFill>"
    else:
        return
    xml = f"<p:bg {nsdecls('p', 'a', 'r')}><p:bgPr>{fill}<a:effectLst/></p:bgPr></p:bg>"
    common.insert(0, parse_xml(xml))


def _picture(world: World, deck: Deck, slide: Any, picture: str) -> str:
    from deskworld_slides.imaging import cropped, prepare

    ready = cropped(prepare(world, picture), deck.page[0] / deck.page[1])
    _, rid = slide.part.get_or_add_image_part(io.BytesIO(ready.blob))
    return f'<a:blipFill><a:blip r:embed="{rid}"/><a:stretch><a:fillRect/></a:stretch></a:blipFill>'


def refit_background(sheet: Any, page: tuple[float, float]) -> None:
    """Cut the picture behind a slide or layout anew, so that it fills a page of another ratio undistorted."""
    from PIL import Image, UnidentifiedImageError

    from deskworld_slides.imaging import Prepared, cropped

    fill: Any = sheet._element.find(f"{_P}cSld/{_P}bg/{_P}bgPr/{{*}}blipFill")
    if fill is None or fill.find("{*}tile") is not None or (blip := fill.find("{*}blip")) is None:
        return
    rel = sheet.part.rels.get(blip.get(_EMBED, ""))
    if rel is None or rel.is_external:
        return
    if any(side.attrib for side in fill.iter("{*}srcRect", "{*}fillRect")):
        return  # cut by somebody else's hand
    blob = rel.target_part.blob
    try:
        with Image.open(io.BytesIO(blob)) as image:
            size = image.size
        ready = cropped(Prepared(blob, *size), page[0] / page[1])
        _, rid = sheet.part.get_or_add_image_part(io.BytesIO(ready.blob))
    except (UnidentifiedImageError, OSError, ValueError):
        return
    old = blip.get(_EMBED)
    blip.set(_EMBED, rid)
    if old != rid and not sheet._element.xpath(f".//@r:*[.='{old}']"):
        sheet.part.rels.pop(old)
