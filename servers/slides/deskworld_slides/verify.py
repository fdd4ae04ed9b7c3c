"""Looking at a deck: pictures of its slides, a PDF, what is wrong with it, and what differs from another."""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import Page, Result, Saved, Shown, ToolError, World, page, tool
from deskworld_kit.pages import counted
from pydantic import Field

from deskworld_slides.arguments import Overwrite, SomeSlides
from deskworld_slides.describing import Frame
from deskworld_slides.opening import reading

KINDS = (
    "overflow", "overlap", "off_page", "contrast", "tiny_text", "empty_placeholder", "leaking_placeholder",
    "missing_alt", "distorted_picture", "broken_image", "missing_font",
)  # fmt: skip
_SINGLES = 4
_A_SHEET = 12
_SHEETS = 4


class RenderedSlides(Result):
    """What the pictures show."""

    path: str
    slides: list[int] = Field(description="Slides that are shown, in order.")
    total: int = Field(description="Slides in the deck.")
    view: str = Field(description="single: a picture a slide; sheet: many on one.")
    hint: str = ""


class PdfSaved(Saved):
    """A PDF that was made."""

    pages: int
    bytes: int


class PicturesSaved(Saved):
    """Slides that were saved as pictures."""

    files: list[str]


class Finding(Result):
    """Something that is wrong on a slide."""

    kind: str
    slide: int
    message: str
    shapes: list[str] = Field(description="Ids, for `shape`.")
    boxes: list[Frame]


class DeckChecked(Page[Finding]):
    """What is wrong with a deck."""

    slides: int
    counts: list[str] = Field(description="How many of each kind.")
    verdict: str


class Difference(Result):
    """Something that is not the same in two decks."""

    slide: int = Field(description="Number in the second deck; in the first where it was removed.")
    change: str
    detail: str


@tool("read", core=True)
def render_slides(
    world: World,
    path: str,
    slides: SomeSlides = None,
    view: Literal["auto", "single", "sheet"] = "auto",
) -> Shown[RenderedSlides]:
    """Show slides as pictures; from 5 slides on as contact sheets."""
    from deskworld_kit.contact_sheets import Drawn, shown

    with reading(world, path) as deck:
        total = len(deck.slides)
        if not total:
            raise ToolError("the deck has no slides yet", argument="path")
        numbers = slides if slides is not None else list(range(1, total + 1))
        for number in numbers:
            deck.slide(number, argument="slides")
        name = deck.name
    sheets = view == "sheet" or (view == "auto" and len(numbers) > _SINGLES)
    most = _A_SHEET * _SHEETS if sheets else 8
    seen = numbers[:most]
    left = len(numbers) - len(seen)
    drawn = [Drawn(each.page, each.label, each.png) for each in _rendered(world, path, seen, 480 if sheets else 1280)]
    pictures = shown(drawn, "Slides", a_sheet=_A_SHEET if sheets else 0)
    hint = f"{left} slides are not shown; name them in `slides`" if left > 0 else ""
    if sheets and not hint:
        hint = "for detail ask for single slides"
    facts = RenderedSlides(path=name, slides=seen, total=total, view="sheet" if sheets else "single", hint=hint)
    return Shown(facts, pictures)


def _check_width(width: int, least: int, most: int) -> None:
    if not least <= width <= most:
        raise ToolError(f"{width} pixels are out of range; say {least} to {most}", argument="width")


def _rendered(world: World, path: str, numbers: list[int], width: int) -> list[Any]:
    from deskworld_artifacts import RenderError, render

    try:
        return render(world.workspace.find(path), pages=numbers, width=width)
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error


@tool("add")
def export_slide_pictures(
    world: World,
    path: str,
    folder: str,
    slides: SomeSlides = None,
    width: int = 1920,
    overwrite: Overwrite = False,
) -> PicturesSaved:
    """Save slides as PNG files.

    Args:
        width: In pixels.
    """
    _check_width(width, 200, 3840)
    with reading(world, path) as deck:
        numbers = slides if slides is not None else list(range(1, len(deck.slides) + 1))
        for number in numbers:
            deck.slide(number, argument="slides")
        stem = deck.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    if not numbers:
        raise ToolError("the deck has no slides yet", argument="path")
    named = {number: f"{folder.rstrip('/')}/{stem}-{number:02d}.png" for number in numbers}
    targets = {
        number: world.workspace.new_target(name, overwrite=overwrite, argument="folder")
        for number, name in named.items()
    }
    files: list[str] = []
    size = ""
    for each in _rendered(world, path, numbers, width):
        target = targets[each.page]
        with world.workspace.writing(target) as temporary:
            temporary.write_bytes(each.png)
        files.append(world.workspace.relative(target))
        size = f"{each.width} x {each.height} px"
    return PicturesSaved(path=files[0], verified=f"{len(files)} PNG files of {size}", files=files)


@tool("add", core=True)
def export_deck_pdf(world: World, path: str, target: str = "", overwrite: Overwrite = False) -> PdfSaved:
    """Save a deck as PDF, without hidden slides."""
    import pypdfium2
    from deskworld_artifacts import RenderError, convert

    with reading(world, path) as deck:
        from deskworld_slides.describing import is_hidden

        hidden = [number for number, slide in enumerate(deck.slides, 1) if is_hidden(slide)]
        if not deck.slides:
            raise ToolError("the deck has no slides yet", argument="path")
        name = deck.name
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
    warnings = [f"hidden slides are not in it: {', '.join(map(str, hidden))}"] if hidden else []
    return PdfSaved(
        path=world.workspace.relative(place), verified=f"reopened: {pages} pages, {size} bytes", warnings=warnings,
        pages=pages, bytes=size,
    )  # fmt: skip


@tool("read", core=True)
def check_deck(
    world: World,
    path: str,
    slides: SomeSlides = None,
    kinds: list[str] | None = None,
    limit: int = 50,
    cursor: str = "",
) -> DeckChecked:
    """Find overflow, overlap, off_page, contrast, tiny_text, empty or leaking placeholders, missing_alt,
    distorted_picture, broken_image, missing_font; with boxes.
    """
    from deskworld_slides.opening import checked
    from deskworld_slides.verifying import as_shown, facts

    for kind in kinds or []:
        if kind not in KINDS:
            raise ToolError(f"there is no kind {kind!r}; say one of {', '.join(KINDS)}", argument="kinds")
    place = world.workspace.find(path)
    checked(place)
    seen = facts(place, slides or None, argument="slides" if slides else "path")
    if not kinds or "contrast" in kinds:
        seen = as_shown(place, seen)
    found = [
        Finding(
            kind=each.kind,
            slide=each.slide,
            message=each.message,
            shapes=[str(shape) for shape in each.shapes],
            boxes=[Frame(**{side: round(getattr(box, side), 1) for side in ("left", "top", "width", "height")})
                   for box in each.boxes],
        )
        for each in seen.findings
        if not kinds or each.kind in kinds
    ]  # fmt: skip
    cut = page(found, limit=limit, cursor=cursor)
    return DeckChecked(
        items=cut.items,
        total=cut.total,
        next_cursor=cut.next_cursor,
        slides=len(seen.slides),
        counts=counted(each.kind for each in found),
        verdict="clean" if not found else f"{len(found)} findings on {len({f.slide for f in found})} slides",
    )


@tool("read")
def compare_decks(world: World, path: str, other: str, limit: int = 50, cursor: str = "") -> Page[Difference]:
    """What changed between two decks: slides, texts, shapes, boxes, notes."""
    from deskworld_slides.comparing import differences

    with reading(world, path) as before, reading(world, other, argument="other") as after:
        found = [
            Difference(slide=number, change=change, detail=detail)
            for number, change, detail in differences(before, after)
        ]
    return page(found, limit=limit, cursor=cursor)
