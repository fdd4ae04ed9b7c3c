"""How a file of another format becomes a document, and a document one of those.

LibreOffice turns .doc, .odt and .rtf into .docx and back, looks and all. Of web pages and plain text it makes neither
real lists nor real styles, so these go through the blocks that Markdown goes through, both ways.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deskworld_artifacts.kinds import suffix_inside, what_is_wrong
from deskworld_kit import ToolError, World

from deskworld_docs.composing import Composer
from deskworld_docs.gathering import Gatherer
from deskworld_docs.imaging import Prepared, fit, picture_run, sized
from deskworld_docs.markdown.model import Block, Span
from deskworld_docs.markup import child, clean, deep, put, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper, open_paper
from deskworld_docs.packaging import load

BY_OFFICE = (".odt", ".rtf", ".doc")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WIDEST = 1584.0
_SHOWN_BY_BROWSERS = ("png", "jpg", "jpeg", "gif", "bmp", "webp", "svg")


def kind_inside(place: Path) -> str:
    """The ending that a file's content asks for, whatever it is called.

    Raises:
        ToolError: It is nothing that becomes a document.
    """
    blob = place.read_bytes()
    head = blob[:4096].lstrip().lower()
    if not blob:
        raise ToolError(f"{place.name!r} is empty (0 bytes)", argument="path")
    if blob.startswith(_OLD) and "WordDocument".encode("utf-16-le") in blob:
        return ".doc"
    if head.startswith(b"{\\rtf"):
        return ".rtf"
    if suffix_inside(place) == ".odt":
        return ".odt"
    if blob.startswith((b"PK", _OLD)):
        wrong = what_is_wrong(blob, ".docx")
        if "Strict" in wrong:
            return ".strict"
        if wrong:
            raise ToolError(f"{place.name!r} {wrong}", argument="path")
        return ".docx"
    ending = place.suffix.lower()
    if ending in (".md", ".markdown"):
        raise ToolError("document_from_markdown makes a document of Markdown", argument="path")
    if ending in (".html", ".htm", ".xhtml") or (head.startswith((b"<!doctype html", b"<html")) and ending != ".txt"):
        return ".html"
    if ending in (".txt", ".text") and b"\0" not in blob[:8192].replace(b"\0", b"", 1):
        return ".txt"
    raise ToolError(
        f"{place.name!r} is nothing that becomes a document; .docx, .docm, .dotx, .doc, .odt, .rtf, .html and .txt do",
        argument="path",
    )


def paper_of(world: World, place: Path, kind: str, folder: Path, name: str) -> Paper:
    """The document that a file becomes; `name` is what it is called when it is saved.

    Args:
        place: The file.
        kind: What `kind_inside` says.
        folder: For files on the way.
    """
    if kind in (".html", ".txt"):
        return _composed(world, place, kind, name)
    if kind == ".docx":
        paper = open_paper(place, name)
        _without_macros(paper)
        return paper
    named = folder / f"source{'.docx' if kind == '.strict' else kind}"
    named.write_bytes(place.read_bytes())
    paper = read_by_office(named, folder, place.name, name)
    _mend(paper, named.read_bytes() if kind == ".rtf" else b"")
    if kind == ".doc" and "_VBA_PROJECT".encode("utf-16-le") in named.read_bytes():
        paper.warnings.append("its macros are not in it")
    return paper


def read_by_office(source: Path, folder: Path, said: str, name: str) -> Paper:
    """The document that LibreOffice makes of a file, with its comments and its objects too.

    Args:
        source: The file.
        folder: For files on the way.
        said: What to call the file in an error.
        name: What the document is called when it is saved.
    """
    from deskworld_docs.commenting import commented, take_comments

    papers: list[Paper] = []
    for comments in (True, False):
        made = folder / f"{source.name}-{'noted' if comments else 'laid'}.docx"
        by_office(source, made, said, comments=comments)
        papers.append(Paper(*load(made.read_bytes()), name))
        if not commented(papers[0]):
            return papers[0]
    noted, laid = papers
    take_comments(noted, laid)
    return laid


def _mend(paper: Paper, rtf: bytes) -> None:
    """What LibreOffice forgets of styles: that headings have levels, and (of RTF) that lines are high by a factor."""
    multiple = bool(rtf) and b"\\slmult1" in rtf and b"\\sl-" not in rtf
    for style in paper.document.styles.element.findall(tag("w:style")):
        named = re.fullmatch(r"heading ([1-9])", val(child(style, "w:name")).casefold())
        if named and val(style, "type") == "paragraph" and child(style, "w:pPr", "w:outlineLvl") is None:
            put(put(style, "w:pPr"), "w:outlineLvl", val=int(named[1]) - 1)
        spacing = child(style, "w:pPr", "w:spacing")
        if multiple and spacing is not None and val(spacing, "lineRule") == "exact":
            put(child(style, "w:pPr"), "w:spacing", lineRule="auto")


def by_office(source: Path, target: Path, said: str, *, comments: bool = True) -> None:
    """Let LibreOffice convert a file; `said` is what to call it in an error, `comments` as `convert` has it."""
    from deskworld_artifacts import RenderError, convert

    try:
        convert(source, target, comments=comments)
    except RenderError as error:
        words = str(error).replace(source.name, said)
        raise ToolError(words, argument="path") from error


def _without_macros(paper: Paper) -> None:
    """A plain document of one with macros or of a template."""
    from deskworld_docs.documents import settle_template

    kinds = [rel.reltype.rsplit("/", 1)[-1] for rel in paper.document.part.rels.values()]
    settle_template(paper, keep_content=True)
    if "vbaProject" in kinds:
        paper.warnings.append("its macros are not in it")


def _composed(world: World, place: Path, kind: str, name: str) -> Paper:
    """A new document of what a web page or a text says, in the look that new documents have."""
    from deskworld_docs.documents import end_with_paragraph, put_first
    from deskworld_docs.drafting import blank_document

    if kind == ".html":
        from deskworld_docs.hypertext import read_page

        page = read_page(place.read_bytes())
        blocks, title, lost, widths = page.blocks, page.title, page.lost, page.widths
    else:
        blocks, title, lost, widths = list(_paragraphs(place.read_bytes())), "", {}, {}
    if not blocks:
        raise ToolError(f"{place.name!r} says nothing", argument="path")
    document, origin = load(blank_document("modern", "A4", world.now()))
    paper = Paper(document, origin, name)
    beside = world.workspace.relative(place).rpartition("/")[0]
    composer = PageComposer(world, paper, beside, widths)
    put_first(paper, composer.compose(blocks))
    composer.settle_captions()
    end_with_paragraph(paper)
    if title:
        document.core_properties.title = clean(title)[:255]
    if lost:
        paper.warnings.append(f"not taken over: {told(lost)}")
    return paper


def told(lost: dict[str, int]) -> str:
    """What was lost, as a person would list it."""
    return ", ".join(what if count < 2 else f"{what} ({count})" for what, count in sorted(lost.items()))


def _paragraphs(data: bytes) -> Iterator[Block]:
    """A text's lines; empty ones part paragraphs."""
    for coding in ("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "cp1252", "latin-1"):
        try:
            text = clean(data.decode(coding))
            break
        except UnicodeDecodeError:
            continue
    else:
        text = ""
    for place, sheet in enumerate(text.replace("\f", "\n\f\n").split("\f")):
        if place:
            yield Block("page_break")
        for line in sheet.split("\n"):
            if line.strip():
                yield Block("paragraph", spans=[Span(line.rstrip())])


class PageComposer(Composer):
    """Makes elements of a web page's blocks: pictures that lie in the page, as wide as it shows them; merged cells."""

    def __init__(self, world: World, paper: Paper, folder: str, widths: dict[str, float]) -> None:
        super().__init__(world, paper, folder=folder)
        self._widths = widths
        self._captions.titles = False  # a page shows them where the pointer rests

    def _prepare(self, span: Span) -> Prepared | ToolError:
        if "://" in span.link or span.link.startswith("//"):
            return ToolError("it lies on the web, and nothing is fetched from there")
        if not span.link.startswith("data:"):
            return super()._prepare(span)
        if span.link not in self._prepared:
            head, _, data = span.link.partition(",")
            try:
                if ";base64" not in head:
                    raise ToolError("it is written into the page in a way that is not read")
                self._prepared[span.link] = fit(base64.b64decode(data + "=="))
            except (ToolError, ValueError) as error:
                self._prepared[span.link] = error if isinstance(error, ToolError) else ToolError("it is damaged")
        return self._prepared[span.link]

    def _picture(self, paragraph: Element, span: Span) -> None:
        picture = self._prepare(span)
        wide = self._widths.get(span.link)
        if isinstance(picture, ToolError) or not wide:
            inside = span.link.startswith("data:")
            super()._picture(paragraph, Span(span.text, span.marks, span.link[:40], "picture", span.title)
                             if inside and isinstance(picture, ToolError) else span)  # fmt: skip
            return
        size = sized(picture, min(wide, self.room[0], _WIDEST), None, self.room)
        paragraph.append(picture_run(self.part, picture, size, span.text, span.title))

    def _block(self, block: Block) -> list[Element]:
        made = super()._block(block)
        if block.kind == "table":
            from deskworld_docs.grids import merge

            for rows, columns in block.fields.items():
                top, _, bottom = rows.partition("-")
                for each in columns.split():
                    left, _, right = each.partition("-")
                    merge(made[0], (int(top), int(bottom)), (int(left), int(right)))
        return made


class PageGatherer(Gatherer):
    """Reads a document for a page that stands alone: pictures are written into their addresses."""

    def __init__(self, paper: Paper) -> None:
        super().__init__(paper, self._written)
        self.widths: dict[str, float] = {}
        """How wide a picture is shown, in points, by its address."""
        self._said: dict[Part, str] = {}

    def _written(self, part: Part, alt: str) -> str:
        if part not in self._said:
            ending = part.partname.ext.lower()
            if ending not in _SHOWN_BY_BROWSERS:
                self.lose(f"pictures that browsers don't show (.{ending})", 1)
            coded = base64.b64encode(part.blob).decode()
            self._said[part] = f"data:{part.content_type};base64,{coded}"
        return self._said[part]

    def _drawing(self, element: Element) -> Iterator[Span]:
        wide = [int(each.get("cx", 0)) / 12700 for each in deep(element, "wp:extent")]
        for span in super()._drawing(element):
            if wide and wide[0] > 0:
                self.widths.setdefault(span.link, wide[0])
            yield span


def page_of(paper: Paper) -> tuple[str, dict[str, int]]:
    """A document as a web page, and what is not in it."""
    from deskworld_docs.documents import theme_fonts
    from deskworld_docs.hypertext import write_page

    gatherer = PageGatherer(paper)
    blocks = gatherer.blocks()
    core = paper.document.core_properties
    title = core.title or next((block.fields["title"] for block in blocks[:1] if "title" in block.fields), paper.name)
    page = write_page(
        blocks, title=title, fonts=theme_fonts(paper), color=_heading_color(paper), widths=gatherer.widths,
        formula=_formula,
    )  # fmt: skip
    return page, {**gatherer.lost, **_beside(paper), "page layout, and looks that are not of a style": 0}


def _formula(latex: str, display: bool) -> str:
    """A formula as browsers draw it, with what it was made of."""
    from lxml import etree

    from deskworld_docs.formulas.latex import FormulaError, mathml

    try:
        made = mathml(latex, display=display)
    except FormulaError:
        return ""
    made.set("alttext", latex)
    return etree.tostring(made, encoding="unicode")


def text_of_document(paper: Paper) -> tuple[str, dict[str, int]]:
    """A document as plain text, and what is not in it."""
    from deskworld_docs.plain import write_plain

    gatherer = Gatherer(paper)
    text = write_plain(gatherer.blocks())
    pictures = sum(1 for _ in deep(paper.body, "pic:pic"))
    lost = {**gatherer.lost, **_beside(paper), "looks": 0, **({"pictures": pictures} if pictures else {})}
    return text, lost


def _beside(paper: Paper) -> dict[str, int]:
    """Whether headers or footers say something."""
    from deskworld_docs.places import stories
    from deskworld_docs.words import text_of

    beside = (one for one in stories(paper) if one.name.startswith(("header", "footer")))
    said = any(text_of(p).strip() for one in beside for p in one.holder.iter(tag("w:p")))
    return {"headers and footers": 0} if said else {}


def _heading_color(paper: Paper) -> str:
    """The colour of the first level's headings, where it is said outright."""
    from deskworld_docs.styling import Styles

    for style in Styles(paper).all():
        if val(child(style, "w:name")).casefold() == "heading 1":
            said: Any = val(child(style, "w:rPr", "w:color"))
            return f"#{said}" if len(said) == 6 and said != "000000" else ""
    return ""
