"""Looking at a document: pictures of its pages, a PDF, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from deskworld_kit import Page, Result, Saved, Shown, ToolError, World, page, tool
from deskworld_kit.pages import counted
from pydantic import Field

from deskworld_docs.arguments import Overwrite
from deskworld_docs.opening import reading

KINDS = (
    "overflow", "off_page", "contrast", "tiny_text", "leaking_placeholder", "distorted_picture", "broken_picture",
    "missing_alt", "missing_font", "skipped_heading", "empty_heading", "stranded_heading", "typed_list",
    "stale_contents", "broken_link", "broken_field", "broken_bookmark", "broken_note", "open_comment",
    "tracked_change", "empty_paragraphs", "blank_page", "typed_formula", "typed_caption",
)  # fmt: skip
_CURES = {
    "stale_contents": " add_table_of_contents renews it.", "typed_caption": " set_document_caption makes it one.",
}  # fmt: skip
"""Where it is not plain which tool mends a finding."""
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
    from deskworld_kit.contact_sheets import Drawn, shown

    from deskworld_docs.formulas.showing import unseen

    with reading(world, path) as paper:
        name = paper.name
        hints = unseen(paper)
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
            seen = [drawn.draw(number, 560 if sheets else 1200) for number in numbers[:most]]
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error
    left = len(numbers) - most
    pictures = shown([Drawn(one.page, one.label, one.png) for one in seen], "Pages", a_sheet=_A_SHEET if sheets else 0)
    if left > 0:
        hints.append(f"{left} pages are not shown; name them in `pages`")
    elif sheets:
        hints.append("to read the text ask for single pages")
    hint = "; ".join(hints)
    facts = RenderedPages(path=name, pages=numbers[:most], total=total, view="sheet" if sheets else "single", hint=hint)
    return Shown(facts, pictures)


@tool("add", core=True)
def export_document_pdf(world: World, path: str, target: str = "", overwrite: Overwrite = False) -> DocumentPdfSaved:
    """Save a document as PDF, with bookmarks for its headings."""
    import pypdfium2
    from deskworld_artifacts import RenderError, convert

    from deskworld_docs.formulas.showing import unseen

    with reading(world, path) as paper:
        name = paper.name
        comments = paper.part_root("comments")
        commented = comments is not None and len(comments) > 0
        changed = any(True for _ in paper.body.iter("{*}ins", "{*}del", "{*}moveFrom"))
        unshown = unseen(paper)
        listed = any("PAGEREF" in (one.text or "") for one in paper.body.iter("{*}instrText"))
    said = target or f"{name.rsplit('.', 1)[0]}.pdf"
    place = world.workspace.new_target(said, overwrite=overwrite, suffixes=(".pdf",), argument="target")
    with world.workspace.writing(place) as temporary:
        try:
            convert(world.workspace.find(path), temporary)
        except RenderError as error:
            raise ToolError(str(error), argument="path") from error
        document = pypdfium2.PdfDocument(temporary)
        pages = len(document)
        document.close()
        size = temporary.stat().st_size
    warnings = [*unshown, *(["comments are not in it"] if commented else [])]
    if listed:
        facts, *_ = _judged(world.workspace.find(path))
        warnings += [f"{one.message}{_CURES[one.kind]}" for one in facts.of_kind("stale_contents")]
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
            message=f"{each.message}{_CURES.get(each.kind, '')}",
            boxes=[
                FindingBox(**{side: round(getattr(box, side), 1) for side in ("left", "top", "width", "height")})
                for box in each.boxes
            ],
        )
        for each in facts.findings
        if not kinds or each.kind in kinds
    ]
    cut = page(found, limit=limit, cursor=cursor)
    return DocumentChecked(
        items=cut.items,
        total=cut.total,
        next_cursor=cut.next_cursor,
        pages=pages,
        counts=counted(each.kind for each in found),
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
