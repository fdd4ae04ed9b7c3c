"""What a paragraph says, run by run: letters with the marks Markdown has, links, pictures, notes, ticked boxes.

Word hides a sentence in runs, fields, content controls and changes that somebody tracked; here it is one row of spans.
Only what a run adds to its paragraph's style is a mark: a heading is bold by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from deskworld_docs.markdown.model import Span, merged
from deskworld_docs.markup import child, deep, flag, is_w, local, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper
from deskworld_docs.places import part_of
from deskworld_docs.styling import Styles
from deskworld_docs.words import ruby_text

_CODE_LETTERS = ("inline code", "verbatim char", "html code", "source text", "code char", "html typewriter")
_CODE_FONTS = ("courier new", "consolas", "menlo", "monaco", "courier", "dejavu sans mono", "liberation mono",
               "cascadia code", "cascadia mono", "source code pro", "lucida console")  # fmt: skip
_DRAWN = {
    "chart": "charts", "relIds": "diagrams", "txbxContent": "text boxes", "OLEObject": "embedded objects",
}  # fmt: skip
_OPEN = ("ins", "moveTo", "smartTag", "sdtContent", "customXml", "dir", "bdo")


class Speller:
    """Reads paragraphs of one document. `save` keeps a picture and gives the name it can be linked by."""

    def __init__(self, paper: Paper, styles: Styles, save: Callable[[Part, str], str] | None = None) -> None:
        self.paper = paper
        self.styles = styles
        self.save = save
        self.lost: dict[str, int] = {}
        self.marks: dict[str, str] = {}
        """What a link to a bookmark is called in Markdown."""
        self._codes: list[list[str]] = []

    def note(self, reference: Element) -> Span:
        """The label of a note that is called; whoever gathers notes says which."""
        return Span(val(reference, "id"), kind="note")

    def lose(self, what: str, count: int) -> None:
        """Count something that Markdown has no sign for."""
        self.lost[what] = self.lost.get(what, 0) + count

    def spans(self, paragraph: Element, *, code: bool = False) -> list[Span]:
        """What a paragraph says, with the marks that its runs add to its style."""
        self._codes = []
        found = list(self._walk(paragraph, "", "", code=code))
        while found and found[-1].kind == "break" and not code:
            found.pop()
        return merged(found)

    def _walk(self, holder: Element, link: str, title: str, *, code: bool) -> Iterator[Span]:
        for one in holder:
            if is_w(one, "r"):
                yield from self._run(one, link, title, code=code)
            elif is_w(one, "hyperlink"):
                yield from self._walk(one, self._target(one), val(one, "tooltip"), code=code)
            elif is_w(one, "sdt"):
                if child(one, "w:sdtPr", "w14:checkbox") is None:
                    yield from self._walk(one, link, title, code=code)
                else:
                    state = child(one, "w:sdtPr", "w14:checkbox", "w14:checked")
                    on = state is not None and state.get(tag("w14:val")) in ("1", "true")
                    yield Span("\u2612" if on else "\u2610")
            elif is_w(one, "fldSimple", *_OPEN):
                yield from self._walk(one, link, title, code=code)
            elif local(one) in ("oMath", "oMathPara"):
                from deskworld_docs.formulas.telling import latex_of

                said = latex_of(one)
                yield Span(said, kind="math", title="display" if local(one) == "oMathPara" else "") if said else Span()

    def _target(self, link: Element) -> str:
        anchor = val(link, "anchor")
        rid = link.get(tag("r:id"))
        part = part_of(self.paper, link)
        if rid and rid in part.rels:
            return part.rels[rid].target_ref + (f"#{anchor}" if anchor else "")
        return f"#{self.marks.get(anchor, anchor)}" if anchor else ""

    def _run(self, run: Element, link: str, title: str, *, code: bool) -> Iterator[Span]:
        marks = frozenset[str]() if code else self._looks(run)
        for one in run:
            name = local(one)
            if name == "fldChar":
                kind = val(one, "fldCharType")
                if kind == "begin":
                    self._codes.append(["", ""])
                elif kind == "separate" and self._codes:
                    self._codes[-1][1] = "result"
                elif kind == "end" and self._codes:
                    self._codes.pop()
                continue
            if name == "instrText" and self._codes:
                self._codes[-1][0] += one.text or ""
            if any(not result for _, result in self._codes):
                continue
            goal = link or self._field_link()
            if name == "t":
                yield Span(one.text or "", marks, goal, "text", title)
            elif name in ("br", "cr"):
                if val(one, "type") not in ("page", "column"):
                    yield Span(kind="break")
            elif name in ("tab", "ptab"):
                yield Span("\t", marks, goal, "text", title)
            elif name == "noBreakHyphen":
                yield Span("\u2011", marks, goal, "text", title)
            elif name == "sym":
                yield Span(_symbol(one), marks, goal, "text", title)
            elif name == "ruby":
                self.lose("readings above words", 1)
                yield Span(ruby_text(one), marks, goal, "text", title)
            elif name in ("footnoteReference", "endnoteReference"):
                yield self.note(one)
            elif name in ("drawing", "pict", "object", "AlternateContent"):
                yield from self._drawing(one)

    def _field_link(self) -> str:
        for code, _ in reversed(self._codes):
            words = code.split()
            if words[:1] == ["HYPERLINK"]:
                quoted = code.split('"')
                target = quoted[1] if len(quoted) > 2 else ""
                return f"#{self.marks.get(target, target)}" if "\\l" in words else target
        return ""

    def _looks(self, run: Element) -> frozenset[str]:
        looks = child(run, "w:rPr")
        if looks is None:
            return frozenset()
        marks: set[str] = set()
        style = val(child(looks, "w:rStyle"))
        name = self.styles.name_of(style, "character").casefold() if style else ""
        chain = [looks]
        if name and name not in ("hyperlink", "followedhyperlink", "internet link"):
            chain += [s for each in self.styles.chain(style, "character") if (s := child(each, "w:rPr")) is not None]
        for mark, names in (("bold", ("w:b",)), ("italic", ("w:i",)), ("strike", ("w:strike", "w:dstrike"))):
            for sign in names:
                said = next((one for each in chain if (one := child(each, sign)) is not None), None)
                if flag(said):
                    marks.add(mark)
        said = next((one for each in chain if (one := child(each, "w:u")) is not None), None)
        if said is not None and val(said) not in ("none", ""):
            marks.add("underline")
        if val(child(looks, "w:highlight")) not in ("", "none"):
            marks.add("highlight")
        raised = next((one for each in chain if (one := child(each, "w:vertAlign")) is not None), None)
        if val(raised) in ("superscript", "subscript"):
            marks.add("sup" if val(raised) == "superscript" else "sub")
        fonts = child(looks, "w:rFonts")
        if name in _CODE_LETTERS or val(fonts, "ascii").casefold() in _CODE_FONTS:
            marks.add("code")
        return frozenset(marks)

    def _drawing(self, element: Element) -> Iterator[Span]:
        shown = [blip.get(tag("r:embed")) for blip in deep(element, "a:blip") if blip.get(tag("r:embed"))]
        shown = shown or [image.get(tag("r:id")) for image in deep(element, "v:imagedata") if image.get(tag("r:id"))]
        if not shown:
            kinds = {local(each) for each in element.iter()}
            self.lose(next((said for sign, said in _DRAWN.items() if sign in kinds), "drawings"), 1)
            return
        properties = next(iter(deep(element, "wp:docPr")), None)
        alt = "" if properties is None else properties.get("descr") or ""
        title = "" if properties is None else properties.get("title") or ""
        for rid in shown:
            rel = part_of(self.paper, element).rels.get(rid or "")
            if rel is None or rel.is_external:
                self.lose("pictures that lie elsewhere", 1)
                continue
            name = self.save(rel.target_part, alt) if self.save else rel.target_part.partname.filename
            yield Span(" ".join(alt.split()), kind="picture", link=name, title=title)


def _symbol(element: Element) -> str:
    """The letter of a w:sym."""
    try:
        return chr(int(val(element, "char") or "20", 16))
    except (ValueError, OverflowError):
        return ""
