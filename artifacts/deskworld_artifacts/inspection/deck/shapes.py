"""The shapes of a sheet (slide, layout or master), in z-order, each where it really is and as it really looks."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..base import Box
from ..charts import ChartFacts, read_chart
from ..colors import FillKind, Ink, fill_element
from ..ooxml import NAMESPACES, Element, child, children, deep, local, number, on, points
from .facts import Frame, Paragraph, Picture, Placeholder, Shape, ShapeType, Table
from .geometry import Place, frame_of, inside_group, turned
from .lineage import Lineage, Sheet
from .soundness import Look, Soundness
from .tables import read_table
from .text import TextContext, read_frame, read_paragraphs

_SHAPES = frozenset(("sp", "pic", "graphicFrame", "grpSp", "cxnSp"))
_LINES = frozenset(("line", "lineInv", "straightConnector1"))
_EMBED, _LINK = f"{{{NAMESPACES['r']}}}embed", f"{{{NAMESPACES['r']}}}link"


@dataclass
class ShapeReader:
    """Reads one sheet; remembers which picture part each shape shows, for those who look at pixels."""

    lineage: Lineage
    sheet: Sheet
    pictures: Soundness
    table_styles: Element | None = None
    number: int = 0
    """The slide's, which its field shows."""
    parts: dict[int, str] = field(default_factory=dict[int, str])

    def __post_init__(self) -> None:
        self.palette = self.lineage.palette(self.sheet)
        self.context = TextContext(self.lineage, self.palette, self.sheet.relations, number=self.number)

    def read(self) -> list[Shape]:
        """All shapes, lowest first, a group before its children."""
        return list(self._walk(self.sheet.tree, lambda box, turn: (box, turn), 0, None))

    def decoration(self) -> list[Shape]:
        """The shapes that show on every slide below: all but placeholders."""
        return [shape for shape in self.read() if not shape.placeholder]

    def _walk(self, tree: Element | None, place: Place, group: int, group_fill: Ink | None) -> Iterator[Shape]:
        for element in _drawn(tree):
            shape = self._shape(element, place, group, group_fill)
            yield shape
            if shape.type == "group":
                own = fill_element(child(element, "p:grpSpPr"))
                ink = self.palette.fill(own)[1] if own is not None else group_fill
                yield from self._walk(element, inside_group(element, place), shape.id, ink)

    def _shape(self, element: Element, place: Place, group: int, group_fill: Ink | None) -> Shape:
        about = next(iter(deep(element, "p:cNvPr")), None)
        mark = _mark(element)
        ancestors = tuple(self.lineage.ancestors(mark)) if self.sheet is self.lineage.slide else ()
        box, turn, flipped = frame_of(element, ancestors)
        box, turn = place(box, turn)
        identifier = int(number(about.get("id"))) if about is not None else 0
        kind = _type(element, mark)
        body = child(element, "p:txBody")
        frame, paragraphs = self._text(element, body, mark, ancestors)
        fill_kind, fill = self._fill(element, ancestors, kind, group_fill)
        line, line_width = self._line(element, ancestors)
        picture = self._picture(element, identifier, box) if local(element) == "pic" else None
        chart, broken = self._chart(element)
        if fill_kind == "picture":
            holder = fill_element(child(element, "p:spPr"))
            part = self._remember(identifier, holder)
            broken = self._broken(holder, part) if holder is not None else ""
        placeholder = None
        if mark is not None:
            empty = local(element) == "sp" and not any(p.text.strip() for p in paragraphs) and fill_kind != "picture"
            placeholder = Placeholder(type=self.lineage.kind(mark), index=int(number(mark.get("idx"))), empty=empty)
        return Shape(
            id=identifier,
            name=about.get("name", "") if about is not None else "",
            type=kind,
            placeholder=placeholder,
            box=box,
            bounds=turned(box, turn),
            rotation=turn,
            flipped=flipped,
            group=group,
            hidden=about is not None and on(about, "hidden", default=False),
            geometry=_geometry(element, ancestors),
            frame=frame,
            paragraphs=paragraphs,
            fill=fill.hex if fill else "",
            fill_kind=fill_kind if fill or fill_kind == "picture" else "none",
            fill_opacity=round(fill.alpha, 3) if fill else 1,
            line=line.hex if line else "",
            line_width=line_width,
            alt=(about.get("descr", "") if about is not None else "").strip(),
            decorative=any(on(one) for one in deep(about, "adec:decorative")),
            link=self.context.link(about),
            picture=picture,
            broken=broken,
            table=self._table(element),
            chart=chart,
        )

    def _text(
        self, element: Element, body: Element | None, mark: Element | None, ancestors: tuple[Element, ...]
    ) -> tuple[Frame | None, list[Paragraph]]:
        if body is None:
            return None, []
        styled = self.palette.of(child(element, "p:style", "a:fontRef"))
        relations = self.sheet.relations
        context = TextContext(self.lineage, self.palette, relations, mark, ancestors, styled, number=self.number)
        frame = read_frame(body, ancestors)
        return frame, read_paragraphs(body, context, frame)

    def _fill(
        self, element: Element, ancestors: tuple[Element, ...], kind: ShapeType, group_fill: Ink | None
    ) -> tuple[FillKind, Ink | None]:
        if kind in ("connector", "group") or local(element) == "graphicFrame":
            return "none", None
        for one in (element, *ancestors):
            own = fill_element(child(one, "p:spPr"))
            if own is not None:
                said, ink = self.palette.fill(own)
                return ("solid" if group_fill else "none", group_fill) if said == "group" else (said, ink)
            reference = child(one, "p:style", "a:fillRef")
            if reference is not None:
                return self.palette.styled(reference)
        return "none", None

    def _line(self, element: Element, ancestors: tuple[Element, ...]) -> tuple[Ink | None, float]:
        for one in (element, *ancestors):
            line = child(one, "p:spPr", "a:ln")
            own = fill_element(line)
            if line is not None and own is not None:
                return self.palette.fill(own)[1], points(line.get("w"), 9525)
            reference = child(one, "p:style", "a:lnRef")
            if reference is not None and number(reference.get("idx")) > 0:
                return self.palette.of(reference), points(line.get("w") if line is not None else None, 9525)
        return None, 0

    def _remember(self, identifier: int, holder: Element | None) -> str:
        blip = next(iter(deep(holder, "a:blip")), None)
        relation = self.sheet.relations.get(blip.get(_EMBED) or blip.get(_LINK) or "") if blip is not None else None
        if relation is None or relation.external:
            return ""
        self.parts[identifier] = relation.target
        return relation.target

    def _picture(self, element: Element, identifier: int, box: Box) -> Picture:
        holder = child(element, "p:blipFill")
        part = self._remember(identifier, holder)
        seen = self.pictures.of(part) if part else Look(0, 0, "")
        width, height, form = seen.width, seen.height, seen.format
        crop = child(holder, "a:srcRect")
        left, top, right, bottom = (
            number(crop.get(side)) / 100000 if crop is not None else 0.0 for side in ("l", "t", "r", "b")
        )
        shown, own = width * (1 - left - right), height * (1 - top - bottom)
        stretched = child(holder, "a:tile") is None and min(shown, own, box.height) > 0
        return Picture(
            width=width,
            height=height,
            format=form,
            crop_left=left,
            crop_top=top,
            crop_right=right,
            crop_bottom=bottom,
            distortion=round((box.width / box.height) / (shown / own), 4) if stretched else 1,
            broken=self._broken(holder, part),
        )

    def _broken(self, holder: Element | None, part: str) -> str:
        """Why the picture of a fill can't be shown; empty where it can, or where it lies outside of the file."""
        if part:
            return self.pictures.of(part).broken
        blip = next(iter(deep(holder, "a:blip")), None)
        names = [name for name in (_EMBED, _LINK) if blip is not None and blip.get(name)]
        if blip is None or not names:
            return "it names no picture"
        known = [self.sheet.relations.get(blip.get(name, "")) for name in names]
        return "" if any(known) else f"the slide has no relation {blip.get(names[0])}"

    def _table(self, element: Element) -> Table | None:
        table = child(element, "a:graphic", "a:graphicData", "a:tbl")
        return read_table(table, self.context, self.table_styles) if table is not None else None

    def _chart(self, element: Element) -> tuple[ChartFacts | None, str]:
        """A chart's facts, or why it can't be shown."""
        data = child(element, "a:graphic", "a:graphicData")
        for one in data if data is not None else ():
            if local(one) == "chart":
                rid = one.get(f"{{{NAMESPACES['r']}}}id", "")
                relation = self.sheet.relations.get(rid)
                if relation is None:
                    return None, f"the slide has no relation {rid}"
                if relation.target not in self.lineage.package:
                    return None, f"the file has no part {relation.target}"
                return read_chart(self.lineage.package, relation.target, self.palette), ""
        return None, ""


def _drawn(tree: Element | None) -> Iterator[Element]:
    """The shapes directly inside a tree; of alternatives the first one we know."""
    for one in tree if tree is not None else ():
        if local(one) in _SHAPES:
            yield one
        elif local(one) == "AlternateContent":
            for alternative in one:
                inside = [inner for inner in alternative if local(inner) in _SHAPES]
                if inside:
                    yield from inside
                    break


def _mark(element: Element) -> Element | None:
    """A shape's own placeholder mark (a group's children do not count)."""
    return next((child(one, "p:nvPr", "p:ph") for one in element if local(one).startswith("nv")), None)


def _type(element: Element, mark: Element | None) -> ShapeType:
    match local(element):
        case "pic":
            own = child(element, "p:nvPicPr", "p:nvPr")
            return (
                "media"
                if any(local(one) in ("videoFile", "audioFile", "audioCd", "wavAudioFile") for one in children(own))
                else "picture"
            )
        case "grpSp":
            return "group"
        case "cxnSp":
            return "connector"
        case "graphicFrame":
            data = child(element, "a:graphic", "a:graphicData")
            uri = (data.get("uri", "") if data is not None else "").rpartition("/")[2]
            known: dict[str, ShapeType] = {"table": "table", "chart": "chart", "chartex": "chart", "diagram": "diagram"}
            return known.get(uri, "object")
        case _:
            pass
    if mark is not None:
        return "placeholder"
    if _geometry(element, ()) in _LINES:
        return "connector"
    inner = child(element, "p:nvSpPr", "p:cNvSpPr")
    return "textbox" if inner is not None and on(inner, "txBox", default=False) else "autoshape"


def _geometry(element: Element, ancestors: tuple[Element, ...]) -> str:
    for one in (element, *ancestors):
        properties = child(one, "p:spPr")
        preset = child(properties, "a:prstGeom")
        if preset is not None:
            return preset.get("prst", "rect")
        if child(properties, "a:custGeom") is not None:
            return "custom"
    return "rect"
