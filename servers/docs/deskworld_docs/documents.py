"""Documents as a whole: made from nothing, from a template or from Markdown, told as Markdown, and what they hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import Overwrite
from deskworld_docs.markdown.model import Block
from deskworld_docs.markup import child, clean, drop, make, number, tag, val
from deskworld_docs.opening import Paper, creating, editing, open_paper, reading
from deskworld_docs.places import blocks

Look = Literal["modern", "classic", "plain"]
PageSize = Literal["A4", "Letter", "A3", "A5", "Legal"]
Template = Annotated[str, Field(description="A document whose design to take.")]
_SHOWN = 20_000


class DocumentMade(Saved):
    """A document that was made."""

    blocks: int
    styles: list[str] = Field(description="Paragraph styles it offers.")


class MarkdownMade(Saved):
    """A Markdown file that was made."""

    markdown: str = Field(description="Its beginning.")
    length: int = Field(description="Letters in the file.")
    pictures: list[str] = Field(description="Files its pictures were saved to.")


class SectionView(Result):
    """A section's page."""

    first_block: int
    width: float = Field(description="Points.")
    height: float
    margins: list[float] = Field(description="Top, right, bottom, left.")
    columns: int


class DocumentInfo(Result):
    """What a document is made of."""

    path: str
    blocks: int
    paragraphs: int
    tables: int
    words: int
    headings: int
    pictures: int
    sections: list[SectionView]
    parts: list[str] = Field(description="What lies beside the body, as places begin: header1, footnote2.")
    footnotes: int
    endnotes: int
    comments: int
    revisions: int = Field(description="Tracked changes left.")
    track_changes: bool
    protected: str = Field(description="What is still allowed where editing is protected.")
    watermark: str
    heading_font: str
    body_font: str
    title: str
    author: str
    subject: str
    keywords: str
    modified: str
    bytes: int


class HeadingView(Result):
    """A heading."""

    block: str
    level: int
    text: str
    label: str = Field(default="", description="Its number.")


@tool("add", core=True)
def create_document(
    world: World,
    path: str,
    title: str = "",
    subtitle: str = "",
    look: Look = "modern",
    page: PageSize = "A4",
    template: Template = "",
    keep_content: bool = False,
    overwrite: Overwrite = False,
) -> DocumentMade:
    """Make a new document with a designed look, or from a template."""
    from deskworld_docs.composing import Composer

    with creating(world, path, source_of(world, template, look, page), overwrite=overwrite, reads=[template]) as paper:
        settle_template(paper, keep_content=keep_content or not template)
        front = Block("front", fields={k: v for k, v in (("title", title), ("subtitle", subtitle)) if v.strip()})
        put_first(paper, Composer(world, paper).compose([front]))
    return _made(paper)


def _made(paper: Paper) -> DocumentMade:
    from deskworld_docs.styles import paragraph_styles

    count = sum(1 for _ in blocks(paper.body))
    return DocumentMade(**paper.receipt, blocks=count, styles=paragraph_styles(paper))


def source_of(world: World, template: str, look: str, page: str) -> bytes:
    """The package a new document starts from."""
    from deskworld_docs.drafting import blank_document

    if not template:
        return blank_document(look, page, world.now())
    place = world.workspace.find(template, argument="template")
    open_paper(place, template, argument="template")
    return place.read_bytes()


def settle_template(paper: Paper, *, keep_content: bool) -> None:
    """Make a template's package a document: the right content type, and without its text unless that is wanted."""
    from docx.opc.constants import CONTENT_TYPE as CT

    from deskworld_docs.removing import Leaving, settle_after

    part = paper.document.part
    part._content_type = CT.WML_DOCUMENT_MAIN
    for rid, rel in list(part.rels.items()):
        if rel.reltype.endswith(("/vbaProject", "/attachedTemplate")):
            del part.rels[rid]
    if not keep_content:
        last = child(paper.body, "w:sectPr")
        left = Leaving.of(paper.body)
        for element in list(paper.body):
            if element is not last:
                paper.body.remove(element)
        settle_after(paper, part, left, None)


def put_first(paper: Paper, elements: list[Any]) -> None:
    """Put elements before all others of the body."""
    for place, element in enumerate(elements):
        paper.body.insert(place, element)
    paper.touch(*elements)


@tool("add", core=True)
def document_from_markdown(
    world: World,
    path: str,
    markdown: str = "",
    source: Annotated[str, Field(description="A .md file instead.")] = "",
    look: Look = "modern",
    page: PageSize = "A4",
    template: Template = "",
    overwrite: Overwrite = False,
) -> DocumentMade:
    """Make a document of Markdown: headings, lists, tables, links, pictures, footnotes, tasks; front matter gives the
    title.
    """
    from deskworld_docs.composing import Composer
    from deskworld_docs.markdown import leftovers, parse_blocks
    from deskworld_docs.markdown.model import plain, titled_once
    from deskworld_docs.words import text_of

    if bool(markdown) == bool(source):
        raise ToolError("give either `markdown` or `source`", argument="markdown")
    folder = ""
    if source:
        markdown = read_text(world, source)
        folder = source.rpartition("/")[0]
    if markdown.lstrip()[:15].lower().startswith(("<!doctype html", "<html")):
        said = "this is a web page, not Markdown; save it as .html, convert_document makes a document of it"
        raise ToolError(said, argument="source" if source else "markdown")
    parsed = titled_once(parse_blocks(clean(markdown)))
    if not parsed:
        raise ToolError("there is no text in it", argument="source" if source else "markdown")
    with creating(world, path, source_of(world, template, look, page), overwrite=overwrite, reads=[template]) as paper:
        settle_template(paper, keep_content=not template)
        composer = Composer(world, paper, folder=folder)
        put_first(paper, composer.compose(parsed))
        composer.settle_captions()
        paper.warnings += leftovers(parsed)
        end_with_paragraph(paper)
        first = next((b for b in parsed if b.kind == "heading"), None)
        if first is not None and not paper.document.core_properties.title:
            paper.document.core_properties.title = plain(first.spans)[:255]
        if any(text_of(one).strip().casefold() in ("[toc]", "[[toc]]") for one in blocks(paper.body)):
            paper.warnings.append("'[TOC]' stays as text; delete_blocks it, add_table_of_contents makes a real one")
    return _made(paper)


def end_with_paragraph(paper: Paper) -> None:
    """Word wants a paragraph after a table that is the last block."""
    found = list(blocks(paper.body))
    if found and found[-1].tag == tag("w:tbl"):
        found[-1].addnext(make("w:p"))


def read_text(world: World, source: str) -> str:
    """A text file of the workspace."""
    place = world.workspace.find(source, argument="source")
    if place.suffix.lower() in (".html", ".htm", ".xhtml"):
        raise ToolError("this is a web page; convert_document makes a document of it", argument="source")
    data = place.read_bytes()
    if b"\0" in data[:8192] or data[:2] == b"PK":
        raise ToolError(f"{source!r} is not a text file", argument="source")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ToolError(f"{source!r} is not UTF-8 text", argument="source") from error


@tool("add", core=True)
def document_to_markdown(world: World, path: str, target: str = "", overwrite: Overwrite = False) -> MarkdownMade:
    """Save a document as Markdown, its pictures beside it; says what Markdown can't hold."""
    from deskworld_docs.gathering import Gatherer
    from deskworld_docs.markdown import write_blocks
    from deskworld_docs.shelving import Shelf

    with reading(world, path) as paper:
        said = target or f"{paper.name.rpartition('.')[0]}.md"
        place = world.workspace.new_target(said, overwrite=overwrite, suffixes=(".md", ".markdown"), argument="target")
        shelf = Shelf(world, world.workspace.relative(place), overwrite=overwrite)
        gatherer = Gatherer(paper, shelf.name)
        text = write_blocks(gatherer.blocks())
        shelf.write()
    with world.workspace.writing(place) as temporary:
        temporary.write_text(text, encoding="utf-8")
        lines = temporary.read_text(encoding="utf-8").count("\n")
    lost = [f"{count} {what}" if count else what for what, count in sorted(gatherer.lost.items())]
    return MarkdownMade(
        path=world.workspace.relative(place),
        verified=f"reopened: {lines} lines",
        warnings=[f"Markdown does not hold: {', '.join(lost)}"] if lost else [],
        markdown=text[:_SHOWN],
        length=len(text),
        pictures=shelf.files,
    )


@tool("read", core=True)
def get_document_info(world: World, path: str) -> DocumentInfo:
    """What a document holds: counts, sections, fonts, properties, protection."""
    from deskworld_docs.describing import plain_text
    from deskworld_docs.marking import said_by
    from deskworld_docs.markup import deep, flag
    from deskworld_docs.places import stories
    from deskworld_docs.styling import Styles

    with reading(world, path) as paper:
        styles = Styles(paper)
        found = list(blocks(paper.body))
        paragraphs = [block for block in found if block.tag == tag("w:p")]
        names = [story.name for story in stories(paper)][1:]
        settings = paper.part_root("settings")
        protection = child(settings, "w:documentProtection")
        on = protection is not None and val(protection, "enforcement") in ("1", "true", "on")
        core = paper.document.core_properties
        heading, body = theme_fonts(paper)
        return DocumentInfo(
            path=paper.name,
            blocks=len(found),
            paragraphs=len(paragraphs),
            tables=len(found) - len(paragraphs),
            words=sum(len(plain_text(block).split()) for block in found),
            headings=sum(1 for p in paragraphs if styles.outline_level(p)),
            pictures=sum(1 for _ in deep(paper.body, "pic:pic")),
            sections=list(_sections(paper, found)),
            parts=names[:60],
            footnotes=sum(name.startswith("footnote") for name in names),
            endnotes=sum(name.startswith("endnote") for name in names),
            comments=sum(name.startswith("comment") for name in names),
            revisions=sum(1 for _ in deep(paper.document.element, "w:ins", "w:del", "w:moveTo", "w:rPrChange",
                                          "w:pPrChange")),
            track_changes=flag(child(settings, "w:trackRevisions")),
            protected=(val(protection, "edit") or "readOnly") if on else "",
            watermark=said_by(paper),
            heading_font=heading,
            body_font=body,
            title=core.title or "",
            author=core.author or "",
            subject=core.subject or "",
            keywords=core.keywords or "",
            modified=core.modified.isoformat() + "Z" if core.modified else "",
            bytes=world.workspace.find(path).stat().st_size,
        )  # fmt: skip


def _sections(paper: Paper, found: list[Any]) -> Any:
    """The sections, each with the block it begins with."""
    first = 1
    held = [(n, s) for n, block in enumerate(found, 1) if (s := child(block, "w:pPr", "w:sectPr")) is not None]
    last = child(paper.body, "w:sectPr")
    for end, section in [*held, *([(len(found), last)] if last is not None else [])]:
        size, margins = child(section, "w:pgSz"), child(section, "w:pgMar")
        yield SectionView(
            first_block=first,
            width=number(size, "w", 12240) / 20,
            height=number(size, "h", 15840) / 20,
            margins=[number(margins, side, 1440) / 20 for side in ("top", "right", "bottom", "left")],
            columns=max(number(child(section, "w:cols"), "num", 1), 1),
        )
        first = end + 1


def theme_fonts(paper: Paper) -> tuple[str, str]:
    """The fonts of headings and of text, as the theme or the defaults say."""
    theme = paper.part_root("theme")
    heading = body = ""
    if theme is not None:
        for slot in ("majorFont", "minorFont"):
            face = next(theme.iter(f"{tag('a:' + slot)}"), None)
            latin = None if face is None else face.find(tag("a:latin"))
            said = "" if latin is None else latin.get("typeface", "")
            heading, body = (said, body) if slot == "majorFont" else (heading, said)
    fonts = child(paper.document.styles.element, "w:docDefaults", "w:rPrDefault", "w:rPr", "w:rFonts")
    if val(fonts, "ascii") and not val(fonts, "asciiTheme"):
        body = val(fonts, "ascii")
    return heading or body, body


@tool("edit")
def set_document_properties(
    world: World, path: str, title: str = "", author: str = "", subject: str = "", keywords: str = ""
) -> Saved:
    """Set document properties; those left out stay."""
    from deskworld_kit.properties import set_properties

    with editing(world, path) as paper:
        set_properties(
            paper.document.core_properties, title=clean(title), author=clean(author), subject=clean(subject),
            keywords=clean(keywords),
        )  # fmt: skip
    return Saved(**paper.receipt)


@tool("read", core=True)
def get_document_outline(world: World, path: str, limit: int = 100, cursor: str = "") -> Page[HeadingView]:
    """The headings of a document with their blocks."""
    from deskworld_docs.describing import told
    from deskworld_docs.numbering import Counter

    with reading(world, path) as paper:
        counter = Counter(paper)
        found: list[HeadingView] = []
        for n, block in enumerate(blocks(paper.body), 1):
            if block.tag != tag("w:p"):
                continue
            item = counter.item(block)
            level = counter.styles.outline_level(block)
            text = " ".join(told(block).split())
            if level and text:
                found.append(HeadingView(block=str(n), level=level, text=text, label=item.label if item else ""))
    return page(found, limit=limit, cursor=cursor)


@tool("edit")
def protect_document(
    world: World, path: str, allow: Literal["everything", "nothing", "comments", "forms", "tracked_changes"]
) -> Saved:
    """Say what may be changed in Word; no password, so it guards against slips only."""
    kinds = {"nothing": "readOnly", "comments": "comments", "forms": "forms", "tracked_changes": "trackedChanges"}
    with editing(world, path) as paper:
        settings = paper.document.settings.element
        drop(settings, "w:documentProtection")
        if allow != "everything":
            from deskworld_docs.markup import put

            put(settings, "w:documentProtection", edit=kinds[allow], enforcement=1)
    return Saved(**paper.receipt)
