"""The background of one slide: a colour, a gradient or a picture, or its layout's again."""

from __future__ import annotations

import io
from typing import Any

from deskworld_kit import World

from deskworld_slides.boxes import Box
from deskworld_slides.colors import color_element
from deskworld_slides.opening import Deck

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
    from deskworld_slides.imaging import crops_to_fill, prepare

    ready = prepare(world, picture)
    _, rid = slide.part.get_or_add_image_part(io.BytesIO(ready.blob))
    across, down = crops_to_fill((ready.width, ready.height), Box(0, 0, *deck.page))
    cut = f'l="{round(across * 50000)}" r="{round(across * 50000)}" t="{round(down * 50000)}" b="{round(down * 50000)}"'
    return f'<a:blipFill><a:blip r:embed="{rid}"/><a:srcRect {cut}/><a:stretch><a:fillRect/></a:stretch></a:blipFill>'
