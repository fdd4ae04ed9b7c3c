"""Looking at a document: pictures of its pages, a PDF, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from deskworld_kit import Page, Result, Saved, Shown, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.opening import reading

KINDS = (
    "overflow", "off_page", "contrast", "tiny_text", "leaking_placeholder", "distorted_picture", "broken_picture",
    "missing_alt", "missing_font", "skipped_heading", "empty_heading", "stranded_heading", "typed_list",
    "stale_contents", "broken_link", "broken_field", "broken_bookmark", "open_comment", "tracked_change",
    "empty_paragraphs", "blank_page",
)  # fmt: skip
_SINGLES = 3
_A_SHEET = 8
_SHEETS = 4
SomePages = Annotated[list[int] | None, Field(description="From 1; all if left out.")]


class RenderedPages(Result):
    """What the pictures show."""

    path: str
    pages: list[int] = Field(description="Pages that are shown, in order.")
    total: int = Field(description="Pages in the document.")
    view: str = Field(description="single: a picture a page; sheet: many on one.")
    hint: str = ""


class DocumentPdfSaved(Saved):
    """A PDF that was made."""

    pages: int
    bytes: int


class FindingBox(Result):
    """A place on a page, in points from its left top corner."""

    left: float
    top: float
    width: float
    height: float


class DocumentFinding(Result):
    """Something that is wrong in a document."""

    kind: str
    block: int = Field(description="From 1; 0 for what is not of one block.")
    where: str = Field(description="More closely: row 2, column 3; header; footnote 2.")
    page: int = Field(description="From 1; 0 where it is not known.")
    message: str
    boxes: list[FindingBox]


class DocumentChecked(Page[DocumentFinding]):
    """What is wrong with a document."""

    pages: int = Field(description="0 where it could not be laid out.")
    counts: list[str] = Field(description="How many of each kind.")
    verdict: str
    warnings: list[str]


@tool("read", core=True)
def render_document(
    world: World, path: str, pages: SomePages = None, view: Literal["auto", "single", "sheet"] = "auto"
) -> Shown[RenderedPages]:
    """Show pages as pictures; from 4 pages on as contact sheets."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.rendering.document import laid_out
    from deskworld_kit import contact_sheet, picture, span

    with reading(world, path) as paper:
        name = paper.name
    try:
        with laid_out(world.workspace.find(path)) as drawn:
            total = drawn.total
            for number in pages or []:
                if not 1 <= number <= total:
                    said = f"there is no page {number}; {name} has {total} page{'' if total == 1 else 's'}"
                    raise ToolError(said, argument="pages")
            numbers = pages or list(range(1, total + 1))
            sheets = view == "sheet" or (view == "auto" and len(numbers) > _SINGLES)
            most = _A_SHEET * _SHEETS if sheets else 6
            shown = [drawn.draw(number, 560 if sheets else 1200) for number in numbers[:most]]
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error
    left = len(numbers) - most
    if sheets:
        groups = [shown[at : at + _A_SHEET] for at in range(0, len(shown), _A_SHEET)]
        pictures = [
            picture(
                contact_sheet([(one.label, one.png) for one in group]),
                label=f"Pages {span([one.page for one in group])}",
            )
            for group in groups
        ]
    else:
        pictures = [picture(one.png, label=one.label) for one in shown]
    hint = f"{left} pages are not shown; name them in `pages`" if left > 0 else ""
    if sheets and not hint:
        hint = "to read the text ask for single pages"
    facts = RenderedPages(path=name, pages=numbers[:most], total=total, view="sheet" if sheets else "single", hint=hint)
    return Shown(facts, pictures)


@tool("add", core=True)
def export_document_pdf(world: World, path: str, target: str = "") -> DocumentPdfSaved:
    """Save a document as PDF, with bookmarks for its headings."""
    import pypdfium2
    from deskworld_artifacts import RenderError, convert

    with reading(world, path) as paper:
        name = paper.name
        comments = paper.part_root("comments")
        commented = comments is not None and len(comments) > 0
        changed = any(True for _ in paper.body.iter("{*}ins", "{*}del", "{*}moveFrom"))
    place = world.workspace.target(target or f"{name.rsplit('.', 1)[0]}.pdf", suffixes=(".pdf",), argument="target")
    with world.workspace.writing(place) as temporary:
        try:
            convert(world.workspace.find(path), temporary)
        except RenderError as error:
            raise ToolError(str(error), argument="path") from error
        document = pypdfium2.PdfDocument(temporary)
        pages = len(document)
        document.close()
        size = temporary.stat().st_size
    warnings = ["comments are not in it"] if commented else []
    if changed:
        warnings.append("tracked changes are still open and show in it; accept or reject them first for a clean copy")
    return DocumentPdfSaved(
        path=world.workspace.relative(place), verified=f"reopened: {pages} pages, {size} bytes", warnings=warnings,
        pages=pages, bytes=size,
    )  # fmt: skip


@tool("read", core=True)
def check_document(
    world: World, path: str, kinds: list[str] | None = None, limit: int = 50, cursor: str = ""
) -> DocumentChecked:
    """Find what a careful reader objects to: overflow, contrast, broken or distorted pictures, leaking placeholders,
    typed lists, stale contents, broken links, open comments and changes; with pages and boxes.
    """
    for kind in kinds or []:
        if kind not in KINDS:
            raise ToolError(f"there is no kind {kind!r}; say one of {', '.join(KINDS)}", argument="kinds")
    with reading(world, path):
        pass
    facts, pages, warnings = _judged(world.workspace.find(path))
    found = [
        DocumentFinding(
            kind=each.kind,
            block=each.block,
            where=each.where,
            page=each.page,
            message=each.message,
            boxes=[
                FindingBox(**{side: round(getattr(box, side), 1) for side in ("left", "top", "width", "height")})
                for box in each.boxes
            ],
        )
        for each in facts.findings
        if not kinds or each.kind in kinds
    ]
    counts: dict[str, int] = {}
    for each in found:
        counts[each.kind] = counts.get(each.kind, 0) + 1
    cut = page(found, limit=limit, cursor=cursor)
    return DocumentChecked(
        items=cut.items,
        total=cut.total,
        next_cursor=cut.next_cursor,
        pages=pages,
        counts=[f"{kind}: {count}" for kind, count in sorted(counts.items())],
        verdict="clean" if not found else f"{len(found)} finding{'' if len(found) == 1 else 's'}",
        warnings=warnings,
    )


def _judged(place: Any) -> tuple[Any, int, list[str]]:
    """The facts with their findings, and the number of pages; without pages where nothing here can lay it out."""
    from deskworld_artifacts import InspectError, RenderError, inspect
    from deskworld_artifacts.inspection.document.layout import check

    try:
        facts, layout = check(place)
    except InspectError as error:
        raise ToolError(str(error), argument="path") from error
    except RenderError as error:
        return inspect(place), 0, [f"pages and boxes are not known: {error}"]
    return facts, layout.pages, []
