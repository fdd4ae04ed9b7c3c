"""A PDF as Markdown: headings, paragraphs, lists and tables, page by page."""

from __future__ import annotations

from deskworld_kit import Saved, World, tool
from deskworld_kit.saying import many, on_pages
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, SomePages
from deskworld_pdf.opening import drawing, numbers

_MOST_SHOWN = 30_000


class MarkdownSaved(Saved):
    """A Markdown file made of a PDF."""

    text: str = Field(description="As much of it as fits a result.")
    headings: int
    tables: int
    pages_without_text: list[int]


@tool("add", core=True, idempotent=True)
def pdf_to_markdown(
    world: World,
    path: str,
    target: str = "",
    pages: SomePages = None,
    page_marks: bool = True,
    password: str = "",
    overwrite: Overwrite = False,
) -> MarkdownSaved:
    """Turn a PDF into a Markdown file: headings by size, lists, tables, columns in order; heads and feet left out."""
    from deskworld_pdf.outlining import to_markdown

    found = world.workspace.find(path)
    place = world.workspace.new_target(
        target or f"{world.workspace.relative(found).rpartition('.')[0] or found.stem}.md", overwrite=overwrite,
        suffixes=(".md", ".markdown"), argument="target",
    )  # fmt: skip
    with drawing(world, path, password) as (document, _):
        chosen = numbers(pages, len(document))
        made = to_markdown(world, path, document, chosen, marks=page_marks, password=password)
    warnings = [f"no text on {on_pages(made.empty)}; add_pdf_text_layer reads scans"] if made.empty else []
    with world.workspace.writing(place) as temporary:
        temporary.write_text(made.text, encoding="utf-8", newline="")
        size = len(temporary.read_text(encoding="utf-8"))
    return MarkdownSaved(
        path=world.workspace.relative(place),
        verified=f"reopened: {many(size, 'character')} of {many(len(chosen), 'page')}",
        warnings=warnings,
        text=made.text[:_MOST_SHOWN],
        headings=made.headings,
        tables=made.tables,
        pages_without_text=made.empty,
    )
