"""A text body as it is seen: paragraphs and runs whose every property is looked up through the inheritance.

A run asks itself, then the style of its level in the shape, the layout, the master, the presentation; the first that
says something wins. What nobody says is what PowerPoint assumes: 18 points, the theme's body font, the text colour.
"""

from dataclasses import dataclass
from typing import Literal

from ..colors import Ink, Palette
from ..fonts import is_wide
from ..ooxml import Element, Relation, child, children, local, number, points
from .facts import Frame, Paragraph, Run
from .lineage import Lineage

_ALIGNMENT: dict[str, Literal["left", "center", "right", "justify"]] = {
    "l": "left", "ctr": "center", "r": "right", "just": "justify", "dist": "justify",
}  # fmt: skip
_ANCHOR: dict[str, Literal["top", "middle", "bottom"]] = {"t": "top", "ctr": "middle", "b": "bottom"}
_AUTOFIT: dict[str, Literal["none", "shrink", "grow"]] = {
    "noAutofit": "none", "normAutofit": "shrink", "spAutoFit": "grow",
}  # fmt: skip
_TURNED = {"vert": 90, "eaVert": 90, "wordArtVert": 90, "mongolianVert": 90, "vert270": 270}


@dataclass(frozen=True)
class TextContext:
    """Who reads: the lineage and palette of the sheet, its relations, and what stands behind a body's own styles."""

    lineage: Lineage
    palette: Palette
    relations: dict[str, Relation]
    mark: Element | None = None
    ancestors: tuple[Element, ...] = ()
    color: Ink | None = None
    """What the shape's style (or a table's) says of text, stronger than the presentation's default."""
    bold: bool = False
    number: int = 0
    """Of the slide, for the field that shows it."""

    def link(self, properties: Element | None) -> str:
        """The target of a click on a run or a shape: an address, a slide's part name, or empty."""
        click = child(properties, "a:hlinkClick")
        if click is None:
            return ""
        relation = self.relations.get(click.get(f"{{{_R}}}id", ""))
        return relation.target if relation else click.get("action", "")


_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def read_frame(body: Element, ancestors: tuple[Element, ...]) -> Frame:
    """How a body's text sits in its shape."""
    chain = [child(body, "a:bodyPr"), *(child(ancestor, "p:txBody", "a:bodyPr") for ancestor in ancestors)]
    properties = [one for one in chain if one is not None]

    def said(name: str, default: str) -> str:
        return next((value for one in properties if (value := one.get(name)) is not None), default)

    fits = [one for properties_ in properties for one in properties_ if local(one) in _AUTOFIT]
    own = fits[0] if fits else None
    scale = _percent(own.get("fontScale"), 1) if own is not None and local(own) == "normAutofit" else 1
    return Frame(
        left=points(said("lIns", "91440")),
        top=points(said("tIns", "45720")),
        right=points(said("rIns", "91440")),
        bottom=points(said("bIns", "45720")),
        anchor=_ANCHOR.get(said("anchor", "t"), "top"),
        wrap=said("wrap", "square") != "none",
        autofit=_AUTOFIT[local(own)] if own is not None else "none",
        scale=scale,
        turned=_TURNED.get(said("vert", "horz"), 0),
        columns=max(1, int(number(said("numCol", "1"), 1))),
    )


def read_paragraphs(body: Element | None, context: TextContext, frame: Frame) -> list[Paragraph]:
    """The paragraphs of a body; nothing where it holds no character."""
    tightening = 0.0
    for fit in children(child(body, "a:bodyPr")):
        tightening = _percent(fit.get("lnSpcReduction"), 0)
    read = [_paragraph(one, body, context, frame.scale, tightening) for one in children(body) if local(one) == "p"]
    return read if any(paragraph.text for paragraph in read) else []


def _paragraph(
    element: Element, body: Element | None, context: TextContext, scale: float, tightening: float
) -> Paragraph:
    own = child(element, "a:pPr")
    level = min(8, int(number(own.get("lvl") if own is not None else None)))
    styles = context.lineage.styles(level, body, context.mark, list(context.ancestors))
    chain = ([own] if own is not None else []) + styles
    looks = [look for style in styles if (look := child(style, "a:defRPr")) is not None]

    def said(name: str, default: str) -> str:
        return next((value for one in chain if (value := one.get(name)) is not None), default)

    runs: list[Run] = []
    for one in element:
        kind = local(one)
        if kind in ("r", "fld"):
            runs.append(_run(_words(one, context), child(one, "a:rPr"), looks, context, scale))
        elif kind == "br":
            runs.append(_run("\n", child(one, "a:rPr"), looks, context, scale))
    end = child(element, "a:endParaRPr")
    size = runs[0].size if runs else _run("", end, looks, context, scale).size
    line, line_points = _spacing(chain, "a:lnSpc", 1)
    before, after = (_gap(chain, name, size) for name in ("a:spcBef", "a:spcAft"))
    return Paragraph(
        runs=runs,
        level=level,
        alignment=_ALIGNMENT.get(said("algn", "l"), "left"),
        bullet=_bullet(chain),
        left=points(said("marL", "0")),
        first=points(said("indent", "0")),
        before=before,
        after=after,
        line=1 if line_points else max(0.1, line - tightening),
        line_points=line_points,
        size=size,
    )


def _words(run: Element, context: TextContext) -> str:
    """What a run or a field says. A slide's number is the slide's, whatever was last saved in its field."""
    text = child(run, "a:t")
    if run.get("type") == "slidenum" and context.number:
        return str(context.number)
    return (text.text or "") if text is not None else ""


def _run(text: str, own: Element | None, looks: list[Element], context: TextContext, scale: float) -> Run:
    chain = ([own] if own is not None else []) + looks

    def said(name: str) -> str:
        return next((value for one in chain if (value := one.get(name)) is not None), "")

    script = "a:ea" if not text.isascii() and any(is_wide(character) for character in text) else "a:latin"
    face = next((found.get("typeface", "") for one in chain if (found := child(one, script)) is not None), "")
    if script == "a:ea" and (not face or face.startswith("+")):
        face = next((found.get("typeface", "") for one in chain if (found := child(one, "a:latin")) is not None), "")
    link = context.link(own)
    bold = said("b")
    return Run(
        text=text,
        font=context.palette.font(face),
        size=round(number(said("sz"), 1800) / 100 * scale, 2),
        bold=bold in ("1", "true") if bold else context.bold,
        italic=said("i") in ("1", "true"),
        underline=said("u") not in ("", "none"),
        color=_color(own, looks, context, bool(link)).hex,
        link=link,
    )


def _color(own: Element | None, looks: list[Element], context: TextContext, link: bool) -> Ink:
    """A run's own colour; a link's from the theme; then the styles', where a shape's or table's style beats the
    default."""
    palette = context.palette
    found = palette.of(child(own, "a:solidFill")) or _gradient(own, palette)
    if link:
        return palette.named("hlink")
    if found:
        return found
    defaults = context.lineage.defaults
    for look in looks:
        level = look.getparent()
        if context.color and level is not None and level.getparent() is defaults:
            break
        if color := palette.of(child(look, "a:solidFill")) or _gradient(look, palette):
            return color
    return context.color or palette.named("tx1")


def _gradient(look: Element | None, palette: Palette) -> Ink | None:
    gradient = child(look, "a:gradFill")
    return palette.fill(gradient)[1] if gradient is not None else None


def _bullet(chain: list[Element]) -> str:
    for style in chain:
        for one in style:
            match local(one):
                case "buNone":
                    return ""
                case "buChar":
                    return one.get("char", "•")
                case "buAutoNum":
                    return "number"
                case "buBlip":
                    return "•"
                case _:
                    pass
    return ""


def _spacing(chain: list[Element], name: str, default: float) -> tuple[float, float]:
    """A spacing as a multiple of the line, or in points; the other is 0."""
    for style in chain:
        spacing = child(style, name)
        if spacing is None:
            continue
        points = child(spacing, "a:spcPts")
        if points is not None:
            return 0, number(points.get("val")) / 100
        percent = child(spacing, "a:spcPct")
        return _percent(percent.get("val") if percent is not None else None, default), 0
    return default, 0


def _gap(chain: list[Element], name: str, size: float) -> float:
    multiple, points = _spacing(chain, name, 0)
    return points or multiple * size * 1.2


def _percent(value: str | None, default: float) -> float:
    """`62500` or `62.5%` as 0.625."""
    if value is None:
        return default
    return number(value[:-1]) / 100 if value.endswith("%") else number(value) / 100000
