"""Where the pack's figures stand: the tables of Summary, and what is written along the axis of a slide's chart."""

from deskworld_verifiers import heading_row


def close(value, wanted, within=0.05):
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value - wanted) <= within


def references(sheet, wanted):
    """The cells of a table below these headings: {name in the first: {heading: "B4"}}."""
    top, letters = heading_row(sheet, wanted)
    found = {}
    for row in range(top + 1, top + 6):
        name = str(sheet.value(f"{letters[wanted[0]]}{row}")).strip()
        found[name] = {head: f"{letter}{row}" for head, letter in letters.items()}
    return found


def chart_of(file, slide):
    """A slide's chart, which has to be there."""
    from pptx import Presentation

    return next(shape for shape in Presentation(file).slides[slide - 1].shapes if shape.has_chart).chart


def formats_shown(file, slide):
    """The number formats that a slide's chart shows its values in: along the axis and in labels, if there are any."""
    chart = chart_of(file, slide)
    space, axis = chart._chartSpace, chart.value_axis
    data = space.xpath("string((//c:val//c:formatCode)[1])") or "General"
    shows_axis = axis.visible and not space.xpath("//c:valAx/c:tickLblPos[@val='none']")
    formats = space.xpath("//c:valAx/c:numFmt")[:1] if shows_axis else []
    found = [data] if shows_axis and not formats else []
    for labels in space.xpath("//c:dLbls[c:showVal/@val='1']"):
        own = labels.xpath("c:numFmt")
        formats += own
        found += [] if own else [data]
    found += [data if each.get("sourceLinked") in ("1", "true") else each.get("formatCode") for each in formats]
    return [each.replace('"', "").replace("\\", "") for each in found]
