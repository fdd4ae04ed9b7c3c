"""The look of one run of text, set in the order the schema wants its children."""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import ToolError

from deskworld_slides.colors import fill_element

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_BEFORE_FONTS = ("ln", "noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill", "effectLst", "effectDag",
                 "highlight", "uLnTx", "uLn", "uFillTx", "uFill")  # fmt: skip
_FILLS = _BEFORE_FONTS[1:7]
_BASELINES = {"normal": "0", "superscript": "30000", "subscript": "-25000"}
Script = Literal["normal", "superscript", "subscript"] | None


def checked_size(size: float | None, *, argument: str = "size") -> None:
    """Refuse a font size that no font has."""
    if size is not None and not 1 <= size <= 400:
        raise ToolError(f"{size:g} is no font size; say 1 to 400 points", argument=argument)


def style_run(
    run: Any,
    *,
    font: str = "",
    size: float | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    color: str = "",
    strike: bool | None = None,
    script: Script = None,
) -> None:
    """Set what is given on a run, field, break or end-of-paragraph mark; the rest stays."""
    properties = _properties(run)
    if size:
        properties.set("sz", str(round(size * 100)))
    for name, value in (("b", bold), ("i", italic)):
        if value is not None:
            properties.set(name, "1" if value else "0")
    if underline is not None:
        properties.set("u", "sng" if underline else "none")
    if strike is not None:
        properties.set("strike", "sngStrike" if strike else "noStrike")
    if script:
        properties.set("baseline", _BASELINES[script])
    if color:
        for child in [c for c in properties if c.tag in {f"{_A}{n}" for n in _FILLS}]:
            properties.remove(child)
        line = properties.find(f"{_A}ln")
        properties.insert(0 if line is None else 1, fill_element(color, argument="color"))
    if font:
        set_font(properties, font)


def set_font(properties: Any, font: str) -> None:
    """Give run properties a typeface for Latin, East Asian and complex text alike."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    for name in ("latin", "ea", "cs"):
        for child in properties.findall(f"{_A}{name}"):
            properties.remove(child)
    index = max(
        (n for n, c in enumerate(properties, 1) if c.tag in {f"{_A}{name}" for name in _BEFORE_FONTS}), default=0
    )
    for offset, name in enumerate(("latin", "ea", "cs")):
        element = parse_xml(f"<a:{name} {nsdecls('a')}/>")
        element.set("typeface", font)
        properties.insert(index + offset, element)


def _properties(run: Any) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    if run.tag in (f"{_A}rPr", f"{_A}endParaRPr", f"{_A}defRPr"):
        return run
    properties = run.find(f"{_A}rPr")
    if properties is None:
        properties = parse_xml(f"<a:rPr {nsdecls('a')}/>")
        run.insert(0, properties)
    return properties
