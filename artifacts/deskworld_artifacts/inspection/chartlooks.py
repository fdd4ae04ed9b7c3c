"""What a chart is drawn in: the colours of its series and of its words, and the ground it brings along.

A series that says nothing takes the accent of its number, as PowerPoint and Excel give it.
"""

from .colors import Palette, fill_element
from .ooxml import Element, child, deep, every, local, number

_ROUND = ("pieChart", "pie3DChart", "ofPieChart", "doughnutChart")


def series_colors(series: Element, palette: Palette) -> list[str]:
    """The colours that a series shows in, of a pie's one a piece; none where they can't be told in a word."""
    group = series.getparent()
    if group is not None and local(group) in _ROUND:
        return _pieces(series, palette)
    own = child(series, "c:spPr")
    holders = [own, child(own, "a:ln"), child(series, "c:marker", "c:spPr")]
    said = [(holder is holders[1], fill) for holder in holders if (fill := fill_element(holder)) is not None]
    found = [palette.fill(fill)[1] for _, fill in said if local(fill) == "solidFill"]
    if said and not found:
        return []  # left out on purpose, or a gradient or picture
    if not any(not line for line, _ in said) and not found:
        index = child(series, "c:idx")
        found.append(palette.named(_accent(int(number(index.get("val"))) if index is not None else 0)))
    return [ink.hex for ink in found if ink and ink.alpha > 0.1]


def _pieces(series: Element, palette: Palette) -> list[str]:
    points = {int(number(mark.get("val"))): point for point in every(series, "c:dPt")
              if (mark := child(point, "c:idx")) is not None}  # fmt: skip
    counts = [int(number(one.get("val"))) for one in deep(child(series, "c:val"), "c:ptCount")]
    found: list[str] = []
    for place in range(min(counts[0] if counts else 0, 200)):
        fill = fill_element(child(points.get(place), "c:spPr"))
        if fill is None:
            fill = fill_element(child(series, "c:spPr"))
        ink = palette.named(_accent(place)) if fill is None else palette.fill(fill)[1]
        found += [ink.hex] if ink else []
    return found


def _accent(place: int) -> str:
    return f"accent{place % 6 + 1}"


def ground_of(root: Element, palette: Palette) -> str:
    """The colour that the chart itself lies on; empty where the slide shows through."""
    for holder in (child(root, "c:chart", "c:plotArea", "c:spPr"), child(root, "c:spPr")):
        fill = fill_element(holder)
        ink = palette.fill(fill)[1] if fill is not None else None
        if ink and ink.alpha >= 1:
            return ink.hex
    return ""


def letter_colors(root: Element, palette: Palette) -> dict[str, str]:
    """The colour of a chart's words by what they are: title, axis, axis title, legend."""
    chart = child(root, "c:chart")
    whole = _letters(child(root, "c:txPr"), palette) or palette.named("tx1").hex
    found: dict[str, str] = {}
    for what, holder in (("title", child(chart, "c:title")), ("legend", child(chart, "c:legend"))):
        if holder is not None:
            found[what] = _letters(holder, palette) or whole
    plot = child(chart, "c:plotArea")
    for axis in plot if plot is not None else ():
        gone = child(axis, "c:delete")
        if not local(axis).endswith("Ax") or (gone is not None and gone.get("val", "1") in ("1", "true")):
            continue
        found.setdefault("axis", _letters(child(axis, "c:txPr"), palette) or whole)
        if (title := child(axis, "c:title")) is not None:
            found.setdefault("axis title", _letters(title, palette) or whole)
    return found


def _letters(holder: Element | None, palette: Palette) -> str:
    """The first colour that some words say: their runs', else their paragraphs'."""
    for name in ("a:rPr", "a:defRPr"):
        for look in deep(holder, name):
            ink = palette.of(child(look, "a:solidFill"))
            if ink:
                return ink.hex
    return ""
