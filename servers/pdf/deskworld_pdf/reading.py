"""What a PDF says: its text in reading order, where words stand, and the pictures in it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from deskworld_kit import Page, Result, ToolError, World, page, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, SomeArea, SomePages
from deskworld_pdf.geometry import meets, rounded
from deskworld_pdf.opening import drawing, numbers, reading
from deskworld_pdf.placing import targets_in

if TYPE_CHECKING:
    import pikepdf

MOST_TEXT = 60_000
"""Characters of one result; the rest is asked for with `pages`."""
_LEAST = 32
"""Pixels of the longer side: what is smaller is a dot or a line."""
_MOST_BOXED = 400
"""Lines with boxes of one result."""


class TextLine(Result):
    """A line of text and where it stands."""

    text: str
    box: list[float]
    size: float = Field(description="Of its letters, in points.")


class TextPage(Result):
    """The text of a page."""

    page: int
    text: str
    lines: list[TextLine] = Field(default_factory=list[TextLine], description="With `boxes` only.")


class PdfText(Result):
    """Text, page by page."""

    path: str
    pages: list[TextPage]
    total: int = Field(description="Pages in the file.")
    pages_without_text: list[int] = Field(description="Of those asked for: scans, pictures, blank ones.")
    more_pages: list[int] = Field(description="Not read yet for length; ask for them next.")
    cut: bool = Field(default=False, description="The last page was cut; ask for a `box` of it.")


class Hit(Result):
    """A place where the words stand."""

    page: int
    text: str
    context: str
    boxes: list[list[float]] = Field(description="One a line.")


class SavedPicture(Result):
    """A picture that was saved."""

    path: str
    page: int
    width: int
    height: int
    kept: bool = Field(description="These are the bytes of the PDF, not packed anew.")


class PicturesSaved(Result):
    """The pictures of a PDF."""

    pictures: list[SavedPicture]
    verified: str
    warnings: list[str]


@tool("read", core=True)
def read_pdf_text(
    world: World,
    path: str,
    pages: SomePages = None,
    boxes: bool = False,
    box: SomeArea = None,
    password: str = "",
) -> PdfText:
    """The text of pages, columns one after the other.

    Args:
        boxes: Of lines, too.
    """
    from deskworld_pdf.ordering import page_text, reading_order
    from deskworld_pdf.words import frame_in, read_runs

    with drawing(world, path, password) as (document, name):
        chosen = numbers(pages, len(document))
        if box is not None and pages is None and len(document) > 1:
            raise ToolError("a box is of one page; say which in `pages`", argument="pages")
        found: list[TextPage] = []
        empty: list[int] = []
        used = boxed = 0
        cut = False
        for place, number in enumerate(chosen):
            sheet = document[number - 1]
            try:
                frame = frame_in(sheet)
                runs = read_runs(sheet, frame)
                area = frame.check(box) if box is not None else None
            finally:
                sheet.close()
            if area is not None:
                runs = [run for run in runs if meets(run.box, area, slack=0.5)]
            lines = reading_order(runs)
            text = page_text(lines)
            if not text:
                empty.append(number)
            if found and (used + len(text) > MOST_TEXT or boxed > _MOST_BOXED):
                return PdfText(
                    path=name, pages=found, total=len(document), pages_without_text=empty, more_pages=chosen[place:]
                )
            cut = len(text) > MOST_TEXT * 2
            used += len(text)
            shown = [
                TextLine(text=line.text, box=rounded(line.box), size=line.size)
                for line in (lines[: _MOST_BOXED * 2] if boxes else [])
            ]
            boxed += len(shown)
            found.append(TextPage(page=number, text=text[: MOST_TEXT * 2], lines=shown))
        return PdfText(path=name, pages=found, total=len(document), pages_without_text=empty, more_pages=[], cut=cut)


@tool("read", core=True)
def search_pdf(
    world: World,
    path: str,
    query: str,
    pages: SomePages = None,
    regex: bool = False,
    whole_words: bool = False,
    match_case: bool = False,
    limit: int = 30,
    cursor: str = "",
    password: str = "",
) -> Page[Hit]:
    """Every place where words stand, with boxes and the text around."""
    from deskworld_pdf.finding import matches, may_hold, pattern_of
    from deskworld_pdf.words import plain_text, read_runs

    pattern = pattern_of(query, expression=regex, whole_words=whole_words, match_case=match_case)
    found: list[Hit] = []
    with drawing(world, path, password) as (document, _):
        for number in numbers(pages, len(document)):
            sheet = document[number - 1]
            try:
                if not regex and not may_hold(plain_text(sheet), query, match_case=match_case):
                    continue
                hits = matches(read_runs(sheet), pattern, match_case=match_case)
            finally:
                sheet.close()
            found += [
                Hit(page=number, text=hit.text, context=hit.context, boxes=[rounded(each) for each in hit.boxes])
                for hit in hits
            ]
    return page(found, limit=limit, cursor=cursor)


@tool("add")
def extract_pdf_images(
    world: World,
    path: str,
    folder: str,
    pages: SomePages = None,
    password: str = "",
    overwrite: Overwrite = False,
) -> PicturesSaved:
    """Save the pictures in a PDF as files, each once, in their own bytes where possible."""
    pictures: list[SavedPicture] = []
    warnings: list[str] = []
    small = 0
    with reading(world, path, password) as paper:
        stem = paper.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        from deskworld_pdf.bombs import check_streams

        check_streams(paper.pdf, stem)
        seen: set[object] = set()
        ready: list[tuple[str, bytes, int, tuple[int, int], bool]] = []
        for number in paper.numbers(pages):
            for each in images_on(paper.pdf.pages[number - 1]):
                if each.objgen in seen:
                    continue
                seen.add(each.objgen)
                try:
                    blob, suffix, size, kept = picture_bytes(each)
                except Exception as error:  # each codec fails in its own way
                    warnings.append(f"a picture on page {number} can't be read ({type(error).__name__})")
                    continue
                if max(size) < _LEAST:
                    small += 1
                    continue
                name = f"{stem}-p{number:03d}-{len(ready) + 1:02d}{suffix}"
                ready.append((name, blob, number, size, kept))
    targets = targets_in(world, folder, [name for name, *_ in ready], overwrite=overwrite)
    for target, (_, blob, number, size, kept) in zip(targets, ready, strict=True):
        with world.workspace.writing(target) as temporary:
            temporary.write_bytes(blob)
            _seen_again(blob, size)
        pictures.append(
            SavedPicture(path=world.workspace.relative(target), page=number, width=size[0], height=size[1], kept=kept)
        )
    if small:
        warnings.append(f"{many(small, 'picture')} smaller than {_LEAST} pixels left out")
    return PicturesSaved(
        pictures=pictures, verified=f"{many(len(pictures), 'picture')} saved and opened", warnings=warnings
    )


def _seen_again(blob: bytes, size: tuple[int, int]) -> None:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(blob), formats=("PNG", "JPEG", "TIFF", "JPEG2000")) as image:
            if image.size == size:
                return
    except OSError:
        pass
    raise ToolError("a picture could not be read again after saving")


def images_on(sheet: pikepdf.Page) -> list[Any]:
    """The picture objects that a page can draw, those in its forms too."""
    from deskworld_pdf.resources import entries, resources_of

    found: list[Any] = []
    waiting = [(resources_of(sheet.obj), 0)]
    seen: set[object] = set()
    while waiting:
        resources, depth = waiting.pop(0)
        for _, each in entries(resources.get("/XObject") if resources is not None else None):
            if each.get("/Subtype") == "/Image":
                found.append(each)
            elif each.get("/Subtype") == "/Form" and depth < 6 and each.objgen not in seen:
                seen.add(each.objgen)
                waiting.append((each.get("/Resources"), depth + 1))
    return found


def picture_bytes(image: Any) -> tuple[bytes, str, tuple[int, int], bool]:
    """A picture's bytes, suffix, size, and whether they are as the PDF has them. Transparency is put back in."""
    import pikepdf
    from deskworld_kit.pictures import MOST_PIXELS

    width, height = int(image["/Width"]), int(image["/Height"])
    if width * height > MOST_PIXELS:
        raise ToolError("a picture is too large to open")
    found = pikepdf.PdfImage(image)
    mask = image.get("/SMask")
    if mask is None:
        buffer = io.BytesIO()
        suffix = found.extract_to(stream=buffer)
        return buffer.getvalue(), suffix, (width, height), suffix in (".jpg", ".jp2", ".tif")
    opaque = found.as_pil_image().convert("RGB")
    alpha = pikepdf.PdfImage(mask).as_pil_image().convert("L").resize(opaque.size)
    opaque.putalpha(alpha)
    buffer = io.BytesIO()
    opaque.save(buffer, "PNG")
    return buffer.getvalue(), ".png", opaque.size, False
