"""How much room text takes, by the same measure that `check_deck` judges by; and text made small enough for its box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deskworld_slides.objects import Shape

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
    rows: Sequence[Sequence[str]],
    width: float,
    height: float,
    font: str = "Calibri",
    size: float | None = None,
    given: Sequence[float] = (),
) -> tuple[float, list[float], list[float]]:
    """The font size, column widths and row heights that let a table fill a width and stay within a height.

    Columns (but those `given`) get what their longest word needs, then share the rest by how much text they hold. The
    size is the largest (18 and below) whose rows fit and break no word; a word that no size saves counts for nothing.
    """
    sizes = (size,) if size else _SIZES
    chosen: tuple[float, list[float], list[float]] | None = None
    smallest: tuple[float, list[float], list[float]] = (sizes[-1], [], [])
    for candidate in sizes:
        widths = list(given) or _columns(rows, width, candidate, font)
        heights = [
            max(
                _measured(text.split("\n"), candidate, max(column - 2 * _INSETS, 10), font, number == 0)
                for text, column in zip(row, widths, strict=True)
            )
            + _INSETS
            + candidate * 0.5
            for number, row in enumerate(rows)
        ]
        smallest = (candidate, widths, heights)
        if sum(heights) <= height:
            chosen = chosen or smallest
            if _whole_words(rows, widths, candidate, font):
                return smallest
    return chosen or smallest


def _whole_words(rows: Sequence[Sequence[str]], widths: Sequence[float], size: float, font: str) -> bool:
    """Whether every column is as wide as its longest word."""
    return all(
        text_width(word, size, font, bold=number == 0) <= width - 2 * _INSETS + 1
        for number, row in enumerate(rows)
        for text, width in zip(row, widths, strict=True)
        for word in text.split()
    )


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


def shrink(deck: Deck, slide: int, shape: Shape, least: float) -> list[str]:
    """Make all text of a shape smaller, in ratio, until it fits; says when the least size is still too large."""
    from deskworld_slides.runs import style_run

    page = _facts(deck).slide(slide)
    seen = page.shape(shape.shape_id)
    if not _overflows(page, seen):
        return []
    largest = max((run.size for run in seen.runs), default=18.0)
    step, fits = largest, False
    while not fits and step > least:
        step = max(step - 1, least)
        fits = not _overflows(page, _scaled(seen, step / largest, least))
    for paragraph, was in zip(shape.text_frame.paragraphs, seen.paragraphs, strict=False):
        inherited = was.runs[0].size if was.runs else was.size
        for run in paragraph._p.iterchildren("{*}r", "{*}br", "{*}fld", "{*}endParaRPr"):
            said = run if run.tag.endswith("}endParaRPr") else run.find("{*}rPr")
            explicit = said.get("sz") if said is not None else None
            style_run(run, size=_smaller(int(explicit) / 100 if explicit else inherited, step / largest, least))
    if fits:
        return []
    return [f"the text of {shape.name!r} does not fit even at {least:g} pt; shorten it or enlarge its box"]


def _smaller(size: float, ratio: float, least: float) -> float:
    """A size in ratio, to the half point, but not below the least (nor made larger by it)."""
    return max(round(size * ratio * 2) / 2, min(least, size))


def _scaled(seen: Any, ratio: float, least: float) -> Any:
    """The facts of a shape as if its text were smaller."""
    paragraphs = [
        paragraph.model_copy(
            update={
                "runs": [run.model_copy(update={"size": _smaller(run.size, ratio, least)}) for run in paragraph.runs],
                "size": _smaller(paragraph.size, ratio, least),
            }
        )
        for paragraph in seen.paragraphs
    ]
    return seen.model_copy(update={"paragraphs": paragraphs})


def _overflows(page: Any, seen: Any) -> bool:
    """Whether the inspector would object to the shape's text."""
    from deskworld_artifacts.inspection.deck.findings.geometry import overflow

    return any(True for _ in overflow(page.model_copy(update={"shapes": [seen]})))


def _facts(deck: Deck) -> Any:
    """What the inspector sees in the deck as it is now, saved nowhere that stays."""
    import tempfile
    from pathlib import Path

    from deskworld_slides.verifying import facts

    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        place = Path(folder) / "deck.pptx"
        deck.presentation.part.package.origin.write(place)
        return facts(place)
