"""A text body as it is seen: paragraphs and runs whose every property is looked up through the inheritance.

A run asks itself, then the style of its level in the shape, the layout, the master, the presentation; the first that
says something wins. What nobody says is what PowerPoint assumes: 18 points, the theme's body font, the text colour.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ..colors import Ink, Palette
from ..fonts import is_wide
from ..ooxml import Element, Relation, child, children, local, number, points
from .facts import Frame, Paragraph, Run
from .lineage import FACES, SPACINGS, Level, Lineage, bullet_of, nearest

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
    said = nearest(properties)
    fit = next((one for each in properties for one in each if local(one) in _AUTOFIT), None)
    scale = fit.get("fontScale") if fit is not None and local(fit) == "normAutofit" else None
    return _frame(
        *(said.get(name, default) for name, default in _FRAME.items()), local(fit) if fit is not None else "", scale
    )


_FRAME = {
    "lIns": "91440", "tIns": "45720", "rIns": "91440", "bIns": "45720",
    "anchor": "t", "wrap": "square", "vert": "horz", "numCol": "1",
}  # fmt: skip


@lru_cache(1024)  # a deck has a few kinds of boxes, and a table a frame a cell
def _frame(
    left: str, top: str, right: str, bottom: str, anchor: str, wrap: str, turn: str, columns: str, fit: str,
    scale: str | None,
) -> Frame:  # fmt: skip
    return Frame(
        left=points(left),
        top=points(top),
        right=points(right),
        bottom=points(bottom),
        anchor=_ANCHOR.get(anchor, "top"),
        wrap=wrap != "none",
        autofit=_AUTOFIT.get(fit, "none"),
        scale=_percent(scale, 1),
        turned=_TURNED.get(turn, 0),
        columns=max(1, int(number(columns, 1))),
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
    said = nearest([own]) if own is not None else {}
    level = min(8, int(number(said.get("lvl"))))
    behind = context.lineage.level(level, body, context.mark, context.ancestors)
    runs: list[Run] = []
    for one in element:
        kind = local(one)
        if kind in ("r", "fld"):
            runs.append(_run(_words(one, context), child(one, "a:rPr"), behind, context, scale))
        elif kind == "br":
            runs.append(_run("\n", child(one, "a:rPr"), behind, context, scale))
    size = runs[0].size if runs else _run("", child(element, "a:endParaRPr"), behind, context, scale).size
    line, before, after = (
        behind.spacings.get(name) if (mine := child(own, name)) is None else mine for name in SPACINGS
    )
    share, line_points = _spacing(line, 1)
    said = {**behind.said, **said}
    return Paragraph(
        runs=runs,
        level=level,
        alignment=_ALIGNMENT.get(said.get("algn", "l"), "left"),
        bullet=_bullet(own, behind),
        left=points(said.get("marL", "0")),
        first=points(said.get("indent", "0")),
        before=_gap(before, size),
        after=_gap(after, size),
        line=1 if line_points else max(0.1, share - tightening),
        line_points=line_points,
        size=size,
    )


def _words(run: Element, context: TextContext) -> str:
    """What a run or a field says. A slide's number is the slide's, whatever was last saved in its field."""
    text = child(run, "a:t")
    if run.get("type") == "slidenum" and context.number:
        return str(context.number)
    return (text.text or "") if text is not None else ""


def _run(text: str, own: Element | None, behind: Level, context: TextContext, scale: float) -> Run:
    said = {**behind.look, **nearest([own])} if own is not None else behind.look
    latin, eastern = (_face(own, behind, name) for name in FACES)
    wide = not text.isascii() and any(is_wide(character) for character in text)
    link = context.link(own)
    bold = said.get("b", "")
    return Run(
        text=text,
        font=context.palette.font(eastern if wide and eastern and not eastern.startswith("+") else latin),
        size=round(number(said.get("sz") or None, 1800) / 100 * scale, 2),
        bold=bold in ("1", "true") if bold else context.bold,
        italic=said.get("i") in ("1", "true"),
        underline=said.get("u", "") not in ("", "none"),
        color=_color(own, behind, context, bool(link)).hex,
        link=link,
    )


def _face(own: Element | None, behind: Level, name: str) -> str:
    said = child(own, name)
    return said.get("typeface", "") if said is not None else behind.faces.get(name, "")


def _color(own: Element | None, behind: Level, context: TextContext, link: bool) -> Ink:
    """A run's own colour; a link's from the theme; then the styles', where a shape's or table's style beats the
    default."""
    palette = context.palette
    if link:
        return palette.named("hlink")
    found = palette.of(child(own, "a:solidFill")) or _gradient(own, palette)
    if found:
        return found
    for fill, default in behind.fills:
        if context.color and default:
            break
        color = palette.of(fill) if local(fill) == "solidFill" else palette.fill(fill)[1]
        if color:
            return color
    return context.color or palette.named("tx1")


def _gradient(look: Element | None, palette: Palette) -> Ink | None:
    gradient = child(look, "a:gradFill")
    return palette.fill(gradient)[1] if gradient is not None else None


def _bullet(own: Element | None, behind: Level) -> str:
    said = bullet_of(own) if own is not None else None
    said = said if said is not None else behind.bullet
    if said is None:
        return ""
    match local(said):
        case "buChar":
            return said.get("char", "•")
        case "buAutoNum":
            return "number"
        case "buBlip":
            return "•"
        case _:
            return ""


def _spacing(spacing: Element | None, default: float) -> tuple[float, float]:
    """A spacing as a multiple of the line, or in points; the other is 0."""
    exact = child(spacing, "a:spcPts")
    if exact is not None:
        return 0, number(exact.get("val")) / 100
    share = child(spacing, "a:spcPct")
    return _percent(share.get("val") if share is not None else None, default), 0


def _gap(spacing: Element | None, size: float) -> float:
    multiple, exact = _spacing(spacing, 0)
    return exact or multiple * size * 1.2


def _percent(value: str | None, default: float) -> float:
    """`62500` or `62.5%` as 0.625."""
    if value is None:
        return default
    return number(value[:-1]) / 100 if value.endswith("%") else number(value) / 100000
