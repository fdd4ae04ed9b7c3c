"""What a picture says, and in which languages it can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from deskworld_kit import Page, Result, ToolError, World, page, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_ocr.arguments import ToldCodes, ToldPart, Units
from deskworld_ocr.opening import Source, placed, source

if TYPE_CHECKING:
    from deskworld_artifacts.ocr import Reading

DOUBT = 0.85
"""Words read with a lower score are named."""
_MOST_PAGES = 10
_MOST_LETTERS = 24_000
_MOST_DOUBTS = 25


class Doubt(Result):
    """A word that may be wrong."""

    text: str
    score: float
    box: list[int]


class PageText(Result):
    """The text of a page."""

    page: int
    text: str = Field(description="A row a line, an empty row between blocks, three spaces between columns.")
    score: float = Field(description="Mean over the letters, 0 to 1.")
    words: int
    doubtful: list[Doubt] = Field(description="Words read with a score under 0.85: look at these places again.")
    turned: int = Field(description="Degrees clockwise that the text lies turned.")
    size: list[int] = Field(description="Width and height in pixels; PDF pages are drawn at 200 dpi.")
    engine: str
    notes: list[str]
    reason: str = Field(default="", description="Why there is no text, where there is none.")


class TextRead(Result):
    """What a file says."""

    path: str
    pages: list[PageText]
    total_pages: int
    hint: str = ""


class LanguageFound(Result):
    """A language that can be read, or could be."""

    code: str
    name: str
    engines: list[str] = Field(description="Those that read it here; the first is taken by 'auto'.")
    install: str = Field(default="", description="What to install where none does.")


class LanguagesListed(Page[LanguageFound]):
    """Languages, and the engines that are here."""

    engines: list[str]


@tool("read", core=True)
def read_image_text(
    world: World,
    path: str,
    pages: list[int] | None = None,
    box: ToldPart = None,
    units: Units = "px",
    languages: ToldCodes = None,
    engine: Literal["auto", "rapidocr", "tesseract"] = "auto",
) -> TextRead:
    """Read a picture or PDF; names doubtful words."""
    found = source(world, path)
    if pages is not None and not pages:
        raise ToolError("name at least one page, or leave it out", argument="pages")
    wanted = pages or list(range(1, found.pages + 1))
    for number in wanted:
        found.page(number, argument="pages")
    if box is not None and len(wanted) != 1:
        raise ToolError("a box is on one page; name that page", argument="pages")
    read: list[PageText] = []
    letters = 0
    for number in wanted[:_MOST_PAGES]:
        if letters > _MOST_LETTERS:
            break
        reading = found.read(number, box=box, units=units, engine=engine, languages=languages or ["en"])
        read.append(_told(number, reading, units))
        letters += len(read[-1].text)
    return TextRead(path=found.name, pages=read, total_pages=found.pages, hint=_hint(found, read, wanted))


def _told(number: int, reading: Reading, units: Units) -> PageText:
    doubts = sorted((word for word in reading.words if word.score < DOUBT), key=lambda word: word.score)
    return PageText(
        page=number,
        text=reading.text[:_MOST_LETTERS],
        score=round(reading.score, 3),
        words=len(reading.words),
        doubtful=[
            Doubt(text=word.text, score=word.score, box=placed(word.box, reading, units))
            for word in doubts[:_MOST_DOUBTS]
        ],
        turned=reading.direction.turned,
        size=[reading.width, reading.height],
        engine=reading.engine,
        notes=list(reading.notes),
        reason=reading.reason,
    )


def _hint(found: Source, read: list[PageText], wanted: list[int]) -> str:
    left = wanted[len(read) :]
    if left:
        return f"{many(len(left), 'page')} not read yet; go on with pages={left[:_MOST_PAGES]}"
    if any(len(each.text) >= _MOST_LETTERS for each in read):
        return "the text was cut; read the page in parts with `box`"
    if any(each.doubtful for each in read):
        return "read the doubtful places again with `box`, or look at them"
    return ""


@tool("read", core=True)
def list_ocr_languages(world: World, query: str = "", limit: int = 100, cursor: str = "") -> LanguagesListed:
    """Languages by code or name: read here, or what to install."""
    from deskworld_artifacts.ocr import languages, program_version

    every = languages()
    wanted = query.strip().casefold()
    found = [
        LanguageFound(
            code=each.code,
            name=each.name,
            engines=list(each.engines),
            install=f"apt-get install {each.package}" if each.package else "",
        )
        for each in sorted(every, key=lambda each: (not each.engines, each.name))
        if wanted in each.code or wanted in each.name.casefold()
    ]
    here = ["rapidocr (built in)"] if any("rapidocr" in each.engines for each in every) else []
    version = program_version()
    here.append(f"tesseract {version}" if version else "tesseract is not installed: apt-get install tesseract-ocr")
    cut = page(found, limit=limit, cursor=cursor)
    return LanguagesListed(items=cut.items, total=cut.total, next_cursor=cut.next_cursor, engines=here)
