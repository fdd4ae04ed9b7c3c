"""Watermarks, as Word keeps them: a shape in the headers, behind the text, in the middle of every page.

Word finds one by the name of its shape, and so do we. A page shows the header of its kind (first, even, other) in its
section or in one before it, so a mark that is to be on all pages stands in every header that any page shows.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from deskworld_docs.imaging import relate_picture
from deskworld_docs.markup import child, deep, flag, is_w, local, make, properties, put, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks
from deskworld_docs.room import text_height, text_width

_TEXT, _PICTURE = "PowerPlusWaterMarkObject", "WordPictureWatermark"
_SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w10="urn:schemas-microsoft-com:office:word" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_TEXT_TYPE = (
    '<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" '
    'path="m@7,l@8,m@5,21600l@6,21600e"><v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f '
    'eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f '
    'eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/><v:f eqn="mid @5 @6"/><v:f '
    'eqn="mid @8 @5"/><v:f eqn="mid @7 @8"/><v:f eqn="mid @6 @7"/><v:f eqn="sum @6 0 @5"/></v:formulas><v:path '
    'textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800" '
    'o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/><o:lock v:ext="edit" text="t" shapetype="t"/>'
    "</v:shapetype>"
)
_MIDDLE = (
    "mso-position-horizontal:center;mso-position-horizontal-relative:margin;mso-position-vertical:center;"
    "mso-position-vertical-relative:margin"
)
_WRAP = '<w10:wrap anchorx="margin" anchory="margin"/>'


def text_mark(paper: Paper, text: str, color: str, *, diagonal: bool) -> Element:
    """A w:r with a text as a watermark, as large as the pages let it be."""
    from deskworld_docs.documents import theme_fonts

    side = _smallest_side(paper)
    ratio = max(len(text) * (1 / 3 if diagonal else 0.6), 1.0)  # what Word makes of it
    whole = side * (2**0.5 if diagonal else 1 + 1 / ratio)
    width, height = whole * ratio / (1 + ratio), whole / (1 + ratio)
    turned = "rotation:315;" if diagonal else ""
    style = f"position:absolute;margin-left:0;margin-top:0;width:{width:.1f}pt;height:{height:.1f}pt;{turned}"
    font = f"font-family:{quoteattr(theme_fonts(paper)[0] or 'Calibri')[1:-1]};font-size:1pt"
    return _parsed(
        f'<w:r {_SPACES}><w:rPr><w:noProof/></w:rPr><w:pict>{_TEXT_TYPE}<v:shape id="{_TEXT}1" '
        f'o:spid="_x0000_s2049" type="#_x0000_t136" alt={quoteattr(f"Watermark: {text}")} '
        f'style="{style}z-index:-251658752;{_MIDDLE}" o:allowincell="f" fillcolor="#{color}" stroked="f"><v:fill '
        f'opacity=".5"/><v:textpath style="{font}" string={quoteattr(text)}/>{_WRAP}</v:shape></w:pict></w:r>'
    )


def picture_mark(paper: Paper, size: tuple[float, float]) -> Element:
    """A w:r with a washed-out picture as a watermark; which picture is said where it is put."""
    side = _smallest_side(paper)
    scale = min(side * 0.9 / size[0], side * 0.9 / size[1])
    width, height = size[0] * scale, size[1] * scale
    style = f"position:absolute;margin-left:0;margin-top:0;width:{width:.1f}pt;height:{height:.1f}pt;"
    return _parsed(
        f'<w:r {_SPACES}><w:rPr><w:noProof/></w:rPr><w:pict><v:shape id="{_PICTURE}1" o:spid="_x0000_s2049" '
        f'type="#_x0000_t75" alt="Watermark" style="{style}z-index:-251658752;{_MIDDLE}" o:allowincell="f" '
        f'stroked="f"><v:imagedata r:id="" o:title="watermark" gain="19661f" blacklevel="22938f"/>{_WRAP}</v:shape>'
        "</w:pict></w:r>"
    )


def _parsed(xml: str) -> Element:
    from deskworld_docs.markup import parse

    return parse(xml)


def _smallest_side(paper: Paper) -> float:
    """The shortest way across the text of any section, in points."""
    from deskworld_docs.pages import sections_of

    return min(min(text_width(one), text_height(one)) for one in sections_of(paper)) / 20


def marks_in(root: Element) -> Iterator[Element]:
    """What shows a watermark in a header: the run, or the content control around it that Word's gallery makes."""
    for shape in deep(root, "v:shape", "wp:docPr"):
        name = str(shape.get("id") or "") if local(shape) == "shape" else str(shape.get("name") or "")
        if not name.startswith((_TEXT, _PICTURE)):
            continue
        run = next(shape.iterancestors(tag("w:r")), None)
        if run is None:
            continue
        while (above := run.getparent()) is not None and is_w(above, "sdtContent") and len(above) == 1:
            run = above.getparent()
        yield run


def said_by(paper: Paper) -> str:
    """What the watermark says; "(picture)" for one, empty where there is none."""
    for part in header_parts(paper):
        for mark in marks_in(paper.root(part)):
            texts = [str(one.get("string") or "") for one in deep(mark, "v:textpath") if one.get("string")]
            return texts[0] if texts else "(picture)"
    return ""


def header_parts(paper: Paper) -> list[Part]:
    """Every header part, each once."""
    found = [
        rel.target_part
        for rel in paper.document.part.rels.values()
        if not rel.is_external and rel.reltype.rsplit("/", 1)[-1] == "header"
    ]
    return list(dict.fromkeys(found))


class Watermark:
    """A mark on its way into headers: the run, and the picture it shows."""

    def __init__(self, run: Element, blob: bytes = b"") -> None:
        self.run = run
        self.blob = blob

    @classmethod
    def of(cls, paper: Paper) -> Watermark | None:
        """The one that a document has."""
        for part in header_parts(paper):
            for mark in marks_in(paper.root(part)):
                rids = [one.get(tag("r:id")) or "" for one in deep(mark, "v:imagedata")]
                pictures = [part.rels[rid].target_part.blob for rid in rids if rid in part.rels]
                return cls(copy.deepcopy(mark), pictures[0] if pictures else b"")
        return None

    def put(self, paper: Paper) -> int:
        """Put it into every header that a page shows and that has none; gives how many got it."""
        count = 0
        for part in _shown_headers(paper):
            root = paper.root(part)
            if next(marks_in(root), None) is not None:
                continue
            count += 1
            paragraph = next((block for block in blocks(root) if is_w(block, "p")), None)
            if paragraph is None:
                paragraph = make("w:p")
                root.append(paragraph)
            fresh = copy.deepcopy(self.run)
            for shape in deep(fresh, "v:shape"):
                shape.set("id", f"{str(shape.get('id')).rstrip('0123456789')}{357476640 + count}")
            if self.blob:
                rid, _ = relate_picture(part, self.blob)
                for one in deep(fresh, "v:imagedata"):
                    one.set(tag("r:id"), rid)
            at = 1 if len(paragraph) and is_w(paragraph[0], "pPr") else 0
            paragraph.insert(at, fresh)
        return count


def take_away(paper: Paper) -> int:
    """Remove every watermark; gives how many there were."""
    from deskworld_docs.removing import drop_relations

    count = 0
    for part in header_parts(paper):
        root = paper.root(part)
        for mark in list(marks_in(root)):
            rids = {one.get(tag("r:id")) or "" for one in deep(mark, "v:imagedata")}
            rids |= {one.get(tag("r:embed")) or "" for one in deep(mark, "a:blip")}
            mark.getparent().remove(mark)
            drop_relations(part, root, rids - {""})
            count += 1
    return count


def _shown_headers(paper: Paper) -> list[Part]:
    """The header parts that pages show, made where a page would show none."""
    from deskworld_docs.pages import sections_of
    from deskworld_docs.styling import Styles

    even = flag(child(paper.document.settings.element, "w:evenAndOddHeaders"))
    main = paper.document.part
    found: list[Part] = []
    there: set[str] = set()
    for section in sections_of(paper):
        wanted = ["default", *(["first"] if flag(child(section, "w:titlePg")) else []), *(["even"] if even else [])]
        own = {val(one, "type") or "default": one.get(tag("r:id")) or ""
               for one in section.findall(tag("w:headerReference"))}  # fmt: skip
        for kind, rid in own.items():
            if rid in main.rels:
                there.add(kind)
                found.append(main.rels[rid].target_part)
        for kind in wanted:
            if kind in there:
                continue
            part, rid = main.add_header_part()
            root = paper.root(part)
            for one in list(root):
                root.remove(one)
            paragraph = make("w:p")
            put(properties(paragraph), "w:pStyle", val=Styles(paper).identifier("header"))
            root.append(paragraph)
            reference = make("w:headerReference", type=kind)
            reference.set(tag("r:id"), rid)
            section.insert(0, reference)
            there.add(kind)
            found.append(part)
    return list(dict.fromkeys(found))
