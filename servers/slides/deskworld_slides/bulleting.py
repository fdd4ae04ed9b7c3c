"""Marks in front of paragraphs: real bullets and real numbers, with hanging indents by level."""

from __future__ import annotations

from typing import Any

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_AFTER = ("lnSpc", "spcBef", "spcAft")
_MARKS = (
    "buClrTx",
    "buClr",
    "buSzTx",
    "buSzPct",
    "buSzPts",
    "buFontTx",
    "buFont",
    "buNone",
    "buAutoNum",
    "buChar",
    "buBlip",
)
_STEP = 228600
_CHARS = "•–•–•–•–•"
_NUMBERS = ("arabicPeriod", "alphaLcPeriod", "romanLcPeriod")


def mark_paragraphs(frame: Any, marks: str) -> None:
    """Mark every paragraph of a frame: "bullet", "number" or "none"."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    for paragraph in frame.paragraphs:
        level = paragraph.level
        properties = paragraph._p.get_or_add_pPr()
        for child in [c for c in properties if c.tag in {f"{_A}{name}" for name in _MARKS}]:
            properties.remove(child)
        if marks == "none":
            new = [f"<a:buNone {nsdecls('a')}/>"]
            properties.set("marL", "0")
            properties.set("indent", "0")
        else:
            step = _STEP if marks == "bullet" else round(_STEP * 1.5)
            properties.set("marL", str(step * (level + 1)))
            properties.set("indent", str(-step))
            new = (
                [f'<a:buFont {nsdecls("a")} typeface="Arial"/>', f'<a:buChar {nsdecls("a")} char="{_CHARS[level]}"/>']
                if marks == "bullet"
                else [f'<a:buFont {nsdecls("a")} typeface="+mj-lt"/>',
                      f'<a:buAutoNum {nsdecls("a")} type="{_NUMBERS[level % 3]}"/>']
            )  # fmt: skip
        index = max((n for n, c in enumerate(properties, 1) if c.tag in {f"{_A}{name}" for name in _AFTER}), default=0)
        for offset, xml in enumerate(new):
            properties.insert(index + offset, parse_xml(xml))
