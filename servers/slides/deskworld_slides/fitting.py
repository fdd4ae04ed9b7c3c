"""How much room text takes, by the same measure that `check_deck` judges by; and text made small enough for its box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_slides.opening import Deck

_INSETS = 7.2  # PowerPoint's own above and below together; twice that at the sides
_SIZES = (18, 16, 14, 13, 12, 11, 10, 9, 8)


def text_height(text: str, size: float, width: float, font: str = "Calibri", *, bold: bool = False) -> float:
    """The height of a box that holds the text, insets included."""
    return round(_measured(text.split("\n"), size, max(width - 2 * _INSETS, 10), font, bold) + _INSETS + 1, 1)


def _measured(
    lines: Sequence[str], size: float, room: float | None, font: str, bold: bool, *, wide: bool = False
) -> float:
    from deskworld_artifacts.inspection.deck.facts import Paragraph, Run
    from deskworld_artifacts.inspection.deck.measuring import measure

    paragraphs = [
        Paragraph(
            runs=[Run(text=line, font=font, size=size, bold=bold, italic=False, underline=False, color="")],
            level=0, alignment="left", bullet="", size=size,
        )
        for line in lines
    ]  # fmt: skip
    extent = measure(paragraphs, room)
    return extent.width if wide else extent.height


def text_width(text: str, size: float, font: str = "Calibri", *, bold: bool = False) -> float:
    """The width of the longest line, unwrapped."""
    return _measured(text.split("\n"), size, None, font, bold, wide=True)


def fit_table(
    rows: Sequence[Sequence[str]], width: float, height: float, font: str = "Calibri", size: float | None = None
) -> tuple[float, list[float], list[float]]:
    """The font size, column widths and row heights that let a table fill a width and stay within a height.

    Columns get what their longest word needs, then share the rest by how much text they hold; the size is the largest
    (18 and below) whose rows fit.
    """
    sizes = (size,) if size else _SIZES
    chosen: tuple[float, list[float], list[float]] = (sizes[-1], [], [])
    for candidate in sizes:
        widths = _columns(rows, width, candidate, font)
        heights = [
            max(
                _measured(text.split("\n"), candidate, max(column - 2 * _INSETS, 10), font, number == 0)
                for text, column in zip(row, widths, strict=True)
            )
            + _INSETS
            + candidate * 0.5
            for number, row in enumerate(rows)
        ]
        chosen = (candidate, widths, heights)
        if sum(heights) <= height:
            break
    return chosen


def _columns(rows: Sequence[Sequence[str]], width: float, size: float, font: str) -> list[float]:
    least: list[float] = []
    wish: list[float] = []
    for column in zip(*rows, strict=True):
        words = max((text_width(word, size, font, bold=True) for text in column for word in text.split()), default=0)
        whole = max((text_width(text, size, font, bold=True) for text in column), default=0)
        least.append(min(words, width / 2) + 2 * _INSETS + 2)
        wish.append(max(whole, words) + 2 * _INSETS + 2)
    if sum(wish) <= width:  # all on one line: what is left is shared alike
        spare = (width - sum(wish)) / len(wish)
        return [each + spare for each in wish]
    if sum(least) >= width:
        return [each * width / sum(least) for each in least]
    spare = width - sum(least)
    more = [each - low for each, low in zip(wish, least, strict=True)]
    return [low + spare * each / sum(more) for low, each in zip(least, more, strict=True)]


def overflows(deck: Deck, slide: int, shape_id: int) -> bool:
    """Whether a shape's text is too high for its box, as the deck is now (nothing is saved)."""
    import tempfile
    from pathlib import Path

    from deskworld_artifacts import inspect

    from deskworld_slides.opening import write_package

    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        place = Path(folder) / "deck.pptx"
        write_package(deck.presentation, place)
        facts: Any = inspect(place)
    return any(shape_id in finding.shapes for finding in facts.of_kind("overflow", slide=slide))


def shrink(deck: Deck, slide: int, shape: Any, least: float) -> list[str]:
    """Make all text of a shape smaller, in ratio, until it fits; says when the least size is still too large."""
    from deskworld_slides.runs import style_run

    if not overflows(deck, slide, shape.shape_id):
        return []
    sizes = _sizes(deck, slide, shape)
    largest = max(sizes, default=18.0)
    smallest = min(sizes, default=18.0)
    body = shape.text_frame._txBody
    runs = [
        run
        for paragraph in body.iterfind("{*}p")
        for run in paragraph
        if run.tag.rsplit("}", 1)[-1] in ("r", "br", "fld")
    ]
    ends = list(body.iterfind("{*}p/{*}endParaRPr"))
    original = {id(run): size for run, size in zip(runs, sizes, strict=True)}
    step = largest
    while step > 6:
        step -= 1
        ratio = step / largest
        for run in runs:
            style_run(run, size=max(round(original[id(run)] * ratio * 2) / 2, min(least, original[id(run)])))
        for end in ends:
            style_run(end, size=max(round(smallest * ratio * 2) / 2, least))
        if not overflows(deck, slide, shape.shape_id):
            return []
        if smallest * ratio <= least and largest * ratio <= least:
            break
    return [f"the text of {shape.name!r} does not fit even at {least:g} pt; shorten it or enlarge its box"]


def _sizes(deck: Deck, slide: int, shape: Any) -> list[float]:
    """The size of each run, field and break as it is seen, inherited or not, in order."""
    import tempfile
    from pathlib import Path

    from deskworld_artifacts import inspect

    from deskworld_slides.opening import write_package

    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        place = Path(folder) / "deck.pptx"
        write_package(deck.presentation, place)
        facts: Any = inspect(place)
    found = facts.slide(slide).shape(shape.shape_id)
    sizes: list[float] = []
    for paragraph, seen in zip(shape.text_frame.paragraphs, found.paragraphs, strict=False):
        default = seen.runs[0].size if seen.runs else seen.size
        for run in paragraph._p:
            if run.tag.rsplit("}", 1)[-1] in ("r", "br", "fld"):
                said = run.find("{*}rPr")
                explicit = said.get("sz") if said is not None else None
                sizes.append(int(explicit) / 100 if explicit else default)
    return sizes
