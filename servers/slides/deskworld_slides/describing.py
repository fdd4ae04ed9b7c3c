"""What tools say about shapes and slides: boxes, text and facts, bounded so that no slide floods a conversation."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Result
from pydantic import Field

from deskworld_slides.boxes import box_of
from deskworld_slides.finding import FOOTERS, is_empty_placeholder, role_of, title_of
from deskworld_slides.objects import Shape, Slide

_P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MEDIA = [f"{_A}{name}" for name in ("videoFile", "audioFile", "quickTimeFile", "wavAudioFile")]
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_KINDS = {
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "chart",
    "http://schemas.openxmlformats.org/drawingml/2006/table": "table",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "diagram",
    "http://schemas.openxmlformats.org/presentationml/2006/ole": "object",
}


LONG = 600
"""Letters of a shape's text in a list of shapes; more are asked for by the shape."""


class Frame(Result):
    """In points."""

    left: float
    top: float
    width: float
    height: float


class ShapeView(Result):
    """A shape."""

    id: str = Field(description="Pass as `shape`.")
    name: str
    kind: str
    placeholder: str = Field(default="", description="Its role.")
    box: Frame
    text: str = ""
    facts: str = Field(default="", description="Its size, series, alt text ...")


class SlideView(Result):
    """A slide in one line of a list."""

    slide: int
    title: str
    layout: str
    shapes: int
    words: int
    pictures: int = 0
    tables: int = 0
    charts: int = 0
    notes: bool = False
    hidden: bool = False


def kind_of(shape: Shape) -> str:
    """What sort of thing a shape is, in one word."""
    element = shape._element
    tag = element.tag.rsplit("}", 1)[-1]
    if tag == "grpSp":
        return "group"
    if tag == "cxnSp":
        return "line"
    if tag == "pic":
        return "picture" if next(element.iter(*_MEDIA), None) is None else "media"
    if tag == "graphicFrame":
        data = element.find(".//{*}graphicData")
        return _KINDS.get("" if data is None else data.get("uri", ""), "object")
    about = element.find("{*}nvSpPr/{*}cNvSpPr")
    boxed = about is not None and about.get("txBox") in ("1", "true")
    return "text" if boxed or role_of(shape) else "shape"


def frame_of(shape: Shape) -> Frame:
    """A shape's box as a result."""
    box = box_of(shape)
    return Frame(left=box.left, top=box.top, width=box.width, height=box.height)


def alt_text(shape: Shape) -> str:
    """The description that a screen reader says."""
    return shape._element.xpath("./*[1]/p:cNvPr")[0].get("descr", "")


def shape_text(shape: Shape) -> str:
    """What a shape says, a paragraph a line; a table row by row with tabs between cells."""
    if getattr(shape, "has_table", False):
        rows = shape.table.rows
        return "\n".join("\t".join(cell.text.replace("\n", " ") for cell in row.cells) for row in rows)
    if not shape.has_text_frame or is_empty_placeholder(shape):
        return ""
    from deskworld_slides.paragraphs import text_of

    lines: list[str] = []
    for paragraph in shape.text_frame.paragraphs:
        field = paragraph._p.find(f"{_A}fld")
        number = str(_number_of(shape.part) or "") if field is not None and field.get("type") == "slidenum" else ""
        lines.append("  " * paragraph.level + text_of(paragraph._p, number=number))
    return "\n".join(lines).replace("\v", " ")


def cut(text: str, limit: int) -> str:
    """At most `limit` letters, saying how many were left off."""
    return text if len(text) <= limit else f"{text[:limit].rstrip()} … ({len(text) - limit} more characters)"


def facts_of(shape: Shape) -> str:
    """What else a caller should know of a shape."""
    facts: list[str] = []
    kind = kind_of(shape)
    if is_empty_placeholder(shape):
        facts.append("empty placeholder")
    if kind == "table":
        table = shape.table
        facts.append(f"{len(table.rows)} rows x {len(table.columns)} columns")
    elif kind == "chart":
        facts.append(_chart_facts(shape))
    elif kind == "group":
        facts.append(f"{len(shape.shapes)} shapes inside")
    elif kind == "picture":
        facts.append(_picture_facts(shape))
    if kind in ("picture", "chart", "table", "diagram", "media"):
        facts.append(f"alt text {alt_text(shape)[:120]!r}" if alt_text(shape) else "no alt text")
    if kind == "shape":
        geometry = shape._element.xpath("./p:spPr/a:prstGeom/@prst")
        facts.append(geometry[0] if geometry else "freeform")
    rotation = getattr(shape, "rotation", 0.0)
    if rotation:
        facts.append(f"rotated {rotation:g}°")
    links = _links(shape)
    if links:
        facts.append(f"links to {', '.join(links[:3])}" + (f" and {len(links) - 3} more" if len(links) > 3 else ""))
    return ", ".join(fact for fact in facts if fact)


def _links(shape: Any) -> list[str]:
    """Where a click on a shape or on words in it leads."""
    clicks = shape._element.xpath("./*[1]/p:cNvPr/a:hlinkClick | .//a:rPr/a:hlinkClick")
    found: list[str] = []
    for click in clicks if not shape._element.tag.endswith("}grpSp") else clicks[:1]:
        rel = shape.part.rels.get(click.get(f"{_R}id", ""))
        if rel is None:
            found.append(click.get("action", "").removeprefix("ppaction://") or "nothing")
        else:
            goal = rel._target if rel.is_external else rel.target_part
            found.append(goal if rel.is_external else f"slide {_number_of(goal)}")
    return list(dict.fromkeys(found))


def _number_of(part: Any) -> int:
    """The number that a slide's part shows; 0 where it is no slide."""
    presentation = part.package.presentation_part
    first = int(presentation._element.get("firstSlideNum", 1))
    entries = presentation._element.xpath("./p:sldIdLst/p:sldId/@r:id")
    return next((n for n, rid in enumerate(entries, first) if presentation.related_part(rid) is part), 0)


def _chart_facts(shape: Any) -> str:
    try:
        chart = shape.chart
        names = [str(series.name) for plot in chart.plots for series in plot.series]
        kind = chart.chart_type.name.lower()
    except (KeyError, ValueError, AttributeError, NotImplementedError):
        return "a chart of a newer kind"
    listed = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return f"{kind}, series: {listed}"


def _picture_facts(shape: Any) -> str:
    try:
        image = shape.image
        return f"{image.ext}, {image.size[0]} x {image.size[1]} px"
    except (KeyError, ValueError, AttributeError):
        return "linked or missing picture"


def view_shape(shape: Shape, *, limit: int = LONG) -> ShapeView:
    """A shape as a result."""
    return ShapeView(
        id=str(shape.shape_id),
        name=shape.name,
        kind=kind_of(shape),
        placeholder=role_of(shape),
        box=frame_of(shape),
        text=cut(shape_text(shape), limit),
        facts=facts_of(shape),
    )


def view_slide(slide: Slide, number: int) -> SlideView:
    """A slide as a line of a list."""
    from deskworld_slides.finding import every_shape

    shapes = list(every_shape(slide))
    kinds = [kind_of(shape) for shape in shapes]
    words = sum(len(shape_text(shape).split()) for shape in shapes if role_of(shape) not in FOOTERS)
    return SlideView(
        slide=number,
        title=title_of(slide),
        layout=slide.slide_layout.name,
        shapes=len(shapes),
        words=words,
        pictures=kinds.count("picture"),
        tables=kinds.count("table"),
        charts=kinds.count("chart"),
        notes=bool(notes_text(slide).strip()),
        hidden=is_hidden(slide),
    )


def is_hidden(slide: Slide) -> bool:
    """Whether a show leaves the slide out."""
    return slide._element.get("show") in ("0", "false")


def notes_text(slide: Slide) -> str:
    """The speaker notes; empty where there are none. Never makes a notes page."""
    if not slide.has_notes_slide:
        return ""
    frame = slide.notes_slide.notes_text_frame
    return frame.text.replace("\v", "\n") if frame is not None else ""


def section_names(presentation: Any) -> list[str]:
    """The names of the deck's sections, in order."""
    return [section.get("name", "") for section in presentation.part._element.iter(f"{_P14}section")]
