"""The looks that Markdown's marks give to letters, and the box of a task that a click ticks."""

from __future__ import annotations

from deskworld_docs.markup import parse, properties, put
from deskworld_docs.objects import Element
from deskworld_docs.styling import Styles

BOX = {True: "☒", False: "☐"}
_SWITCHES = (("bold", ("w:b", "w:bCs")), ("italic", ("w:i", "w:iCs")), ("strike", ("w:strike",)))


def dress(styles: Styles, run: Element, marks: frozenset[str]) -> None:
    """Give a run the look of Markdown's marks."""
    if not marks:
        return
    looks = properties(run)
    if "code" in marks:
        put(looks, "w:rStyle", val=styles.identifier("Inline Code", "character"))
    for mark, names in _SWITCHES:
        for name in names if mark in marks else ():
            put(looks, name)
    if "underline" in marks:
        put(looks, "w:u", val="single")
    if "highlight" in marks:
        put(looks, "w:highlight", val="yellow")
    if "sup" in marks or "sub" in marks:
        put(looks, "w:vertAlign", val="superscript" if "sup" in marks else "subscript")


def checkbox(checked: bool) -> Element:
    """A content control that a click ticks."""
    return parse(
        f'<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{int(checked)}"/><w14:checkedState w14:val="2612" '
        'w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox></w:sdtPr>'
        f"<w:sdtContent><w:r><w:t>{BOX[checked]}</w:t></w:r></w:sdtContent></w:sdt>"
    )
