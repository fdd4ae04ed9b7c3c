"""A text layer over scanned pages, so that they can be searched, selected and read."""

from __future__ import annotations

from typing import Annotated

from deskworld_kit import Result, Saved, ToolError, World, tool
from deskworld_kit.saying import many, on_pages
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, SomePages, Target


class LayeredPage(Result):
    """What became of a page."""

    page: int
    words: int
    score: float = Field(description="How sure the reading is, 0 to 1.")
    note: str


class TextLayered(Saved):
    """A file whose scans can be searched."""

    pages: list[LayeredPage]


@tool("edit")
def add_pdf_text_layer(
    world: World,
    path: str,
    pages: SomePages = None,
    languages: Annotated[list[str] | None, Field(description="Like en, de; else en.")] = None,
    target: Target = "",
    overwrite: Overwrite = False,
) -> TextLayered:
    """Read scanned pages (OCR) and lay their words invisibly over them; pages with text stay as they are."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.ocr import text_layer

    from deskworld_pdf.bombs import check_streams
    from deskworld_pdf.opening import look_again, open_pdf, signatures
    from deskworld_pdf.placing import destination

    found = world.workspace.find(path)
    place = destination(world, found, target, overwrite=overwrite)
    warnings: list[str] = []
    with open_pdf(found) as pdf:
        check_streams(pdf, found.name)
        count = len(pdf.pages)
        if count == 0:
            raise ToolError(f"{found.name!r} has no pages", argument="path")
        if signatures(pdf):
            warnings.append("the file was signed; this breaks the signature")
    with world.workspace.writing(place) as temporary:
        try:
            done = text_layer(found, temporary, pages=pages, languages=languages or ("en",))
        except RenderError as error:
            raise ToolError(str(error)) from error
        words = sum(each.words for each in done)
        if not words:
            notes = ", ".join(dict.fromkeys(each.note for each in done if each.note)) or "no words were found"
            raise ToolError(f"nothing to add: {notes}", argument="pages")
        _same_again(world, temporary)
        verified = look_again(temporary, count, [each.page for each in done])
    unsure = [each.page for each in done if each.words and each.score < 0.8]
    if unsure:
        warnings.append(f"hard to read: {on_pages(unsure)}; look there")
    return TextLayered(
        path=world.workspace.relative(place),
        verified=f"{verified}; {many(words, 'word')} laid over {many(len(done), 'page')}",
        warnings=warnings,
        pages=[LayeredPage(page=d.page, words=d.words, score=d.score, note=d.note) for d in done],
    )  # fmt: skip


def _same_again(world: World, place: object) -> None:
    """The same input gives the same bytes: no chance and no time of today in the file."""
    from pathlib import Path

    from deskworld_pdf.opening import open_pdf, stamp_time, write

    assert isinstance(place, Path)
    with open_pdf(place) as pdf:
        stamp_time(world, pdf)
        write(pdf, place)
