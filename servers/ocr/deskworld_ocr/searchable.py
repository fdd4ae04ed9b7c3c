"""A PDF that can be searched, made of pictures or of a scanned PDF."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from deskworld_kit import Result, Saved, ToolError, World, open_image, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_ocr.arguments import Codes, Overwrite
from deskworld_ocr.opening import Source, plainly, source

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_FILES = 200
_DOUBT = 0.75


class PageLayered(Result):
    """What became of a page."""

    page: int
    words: int
    score: float
    note: str = ""


class SearchablePdf(Saved):
    """A PDF with words under its pictures."""

    pages: list[PageLayered]
    words: int


@tool("add")
def make_searchable_pdf(
    world: World,
    paths: Annotated[list[str], Field(min_length=1)],
    target: str,
    languages: Codes = None,
    over_text: bool = False,
    overwrite: Overwrite = False,
) -> SearchablePdf:
    """Make a scanned PDF, or pictures, searchable: text that is not seen.

    Args:
        paths: One PDF, or pictures in order.
        over_text: Also over pages that hold text.
    """
    from deskworld_artifacts.ocr import pdf_of, text_layer

    if len(paths) > _MOST_FILES:
        raise ToolError(f"{len(paths)} files are too many; give at most {_MOST_FILES}", argument="paths")
    found = [source(world, path, argument="paths") for path in paths]
    pdfs = [each.name for each in found if each.pdf]
    if pdfs and len(found) > 1:
        raise ToolError(f"give one PDF alone, or pictures only; {pdfs[0]!r} is a PDF", argument="paths")
    place = _place(world, target, found, overwrite=overwrite)
    with world.workspace.writing(place) as temporary:
        scans = found[0].place if pdfs else temporary.with_name(f"{temporary.name}.scans")
        try:
            if not pdfs:
                opened = [(open_image(each.place, argument="paths"), each) for each in found]
                pdf_of(
                    [page for image, each in opened for page in _frames(image, each.place.read_bytes(), each.pages)],
                    scans,
                )
            with plainly("paths"):
                layered = text_layer(scans, temporary, languages=languages or ["en"], over_text=over_text)
        finally:
            if not pdfs:
                scans.unlink(missing_ok=True)
        verified, warnings = _seen_again(temporary.read_bytes(), sum(each.words for each in layered))
    pages = [PageLayered(page=each.page, words=each.words, score=each.score, note=each.note) for each in layered]
    doubtful = [str(each.page) for each in pages if each.words and each.score < _DOUBT]
    without = [str(each.page) for each in pages if not each.words]
    warnings += [f"read with doubt, look again: page {', '.join(doubtful)}"] if doubtful else []
    warnings += [f"no words were added to page {', '.join(without)}"] if without else []
    return SearchablePdf(
        path=world.workspace.relative(place), verified=verified, warnings=warnings, pages=pages,
        words=sum(each.words for each in pages),
    )  # fmt: skip


def _place(world: World, target: str, found: list[Source], *, overwrite: bool) -> Path:
    """Where it is saved. Words laid under a PDF take nothing from it, so it may be its own place."""
    if found[0].pdf and world.workspace.place(target, argument="target") == found[0].place:
        return world.workspace.target(target, suffixes=(".pdf",), argument="target")
    return world.workspace.new_target(target, overwrite=overwrite, suffixes=(".pdf",), argument="target")


def _frames(image: Image, encoded: bytes, pages: int) -> list[tuple[Image, bytes]]:
    """Each frame of a picture; the file's own bytes where it holds one."""
    if pages == 1:
        return [(image, encoded)]
    frames: list[tuple[Image, bytes]] = []
    for number in range(pages):
        image.seek(number)
        frame = image.copy()
        frame.info["dpi"] = image.info.get("dpi", (0, 0))
        frames.append((frame, b""))
    return frames


def _seen_again(saved: bytes, wanted: int) -> tuple[str, list[str]]:
    """What another reader finds in it."""
    import pypdfium2
    from deskworld_artifacts.pdfium import PDFIUM

    with PDFIUM:
        document = pypdfium2.PdfDocument(io.BytesIO(saved))
        words = 0
        for index in range(len(document)):
            page = document[index]
            held = page.get_textpage()
            words += len(held.get_text_bounded().split())
            held.close()
            page.close()
        pages = len(document)
        document.close()
    lost = [f"only {words} of {many(wanted, 'word')} were found again"] if words < 0.9 * wanted else []
    return f"reopened: {many(pages, 'page')}, {many(words, 'word')} that can be searched", lost
