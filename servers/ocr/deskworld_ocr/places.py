"""Where words stand: a phrase found, near misses too, and every word with its box."""

from __future__ import annotations

from deskworld_kit import Page, Result, ToolError, World, page, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_ocr.arguments import Codes, Part, Units
from deskworld_ocr.opening import placed, source

_MOST_PAGES = 20


class Match(Result):
    """A place where a text stands."""

    text: str = Field(description="As it was read.")
    page: int
    boxes: list[list[int]] = Field(description="One a line that it runs over.")
    score: float = Field(description="How sure the reading is.")
    likeness: float = Field(description="1 is what was asked for; less is a near miss.")
    line: str = Field(description="The line that it begins in.")


class TextFound(Page[Match]):
    """Places of a text, exact ones first."""

    exact: int
    hint: str = ""


class WordRead(Result):
    """A word and its place."""

    text: str
    box: list[int]
    score: float
    line: int
    block: int


class WordsRead(Page[WordRead]):
    """The words of a page, in reading order."""

    size: list[int]
    turned: int
    reason: str = ""


@tool("read", core=True)
def find_image_text(
    world: World,
    path: str,
    text: str,
    pages: list[int] | None = None,
    units: Units = "px",
    languages: Codes = None,
    limit: int = 20,
    cursor: str = "",
) -> TextFound:
    """Find a phrase and its boxes, whatever case or accents; near misses come last."""
    from deskworld_ocr.matching import Phrase, matches

    phrase = Phrase.of(text)
    if not phrase.folded:
        raise ToolError("say at least one letter or digit to look for", argument="text")
    found = source(world, path)
    wanted = pages or list(range(1, found.pages + 1))
    for number in wanted:
        found.page(number, argument="pages")
    items: list[Match] = []
    empty: list[str] = []
    for number in wanted[:_MOST_PAGES]:
        reading = found.read(number, languages=languages or ["en"])
        if reading.reason:
            empty.append(f"page {number}: {reading.reason}")
        for match in matches(reading, phrase):
            boxes = [placed(box, reading, units) for box in match.boxes]
            items.append(
                Match(text=match.text, page=number, boxes=boxes, score=match.score, likeness=match.likeness,
                      line=match.line)
            )  # fmt: skip
    items.sort(key=lambda each: (-each.likeness, each.page))
    cut = page(items, limit=limit, cursor=cursor)
    exact = sum(each.likeness == 1 for each in items)
    left = len(wanted) - _MOST_PAGES
    hint = f"{many(left, 'page')} not searched yet; say which in `pages`" if left > 0 else "; ".join(empty[:3])
    if not items and not hint:
        hint = "not there; read_image_text shows what is"
    return TextFound(items=cut.items, total=cut.total, next_cursor=cut.next_cursor, exact=exact, hint=hint)


@tool("read")
def read_image_words(
    world: World,
    path: str,
    page: int = 1,
    box: Part = None,
    units: Units = "px",
    languages: Codes = None,
    limit: int = 100,
    cursor: str = "",
) -> WordsRead:
    """The words of a page in reading order, with boxes and scores."""
    from deskworld_kit.pages import page as cut_page

    found = source(world, path)
    number = found.page(page)
    reading = found.read(number, box=box, units=units, languages=languages or ["en"])
    words = [
        WordRead(
            text=word.text, box=placed(word.box, reading, units), score=word.score, line=word.line, block=word.block
        )
        for word in reading.words
    ]
    cut = cut_page(words, limit=limit, cursor=cursor)
    return WordsRead(
        items=cut.items, total=cut.total, next_cursor=cut.next_cursor, size=[reading.width, reading.height],
        turned=reading.direction.turned, reason=reading.reason,
    )  # fmt: skip
