"""A deck as Markdown: a heading a slide, its lists, tables, chart data, pictures' descriptions and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from deskworld_kit import Saved, World, tool
from pydantic import Field

from deskworld_slides.opening import reading

_SHOWN = 20_000
_SPECIAL = re.compile(r"([\\`*_<\[\]])")
_LINE_START = re.compile(r"^(\s*)([#>+-]|\d+[.)])(?=\s)")


class MarkdownMade(Saved):
    """A Markdown file that was made."""

    markdown: str = Field(description="Its beginning.")
    length: int = Field(description="Letters in the file.")


@tool("add")
def deck_to_markdown(world: World, path: str, target: str = "", overwrite: bool = False) -> MarkdownMade:
    """Save a deck as Markdown: headings, lists, tables, chart data, notes."""
    from deskworld_slides.describing import is_hidden, notes_text
    from deskworld_slides.finding import title_of

    with reading(world, path) as deck:
        said = target or f"{deck.name.rpartition('.')[0]}.md"
        place = world.workspace.new_target(said, overwrite=overwrite, suffixes=(".md", ".markdown"), argument="target")
        pieces: list[str] = []
        for number, slide in enumerate(deck.slides, 1):
            hidden = " (hidden)" if is_hidden(slide) else ""
            pieces.append(f"{'#' if number == 1 else '##'} {_escaped(title_of(slide)) or f'Slide {number}'}{hidden}")
            pieces += _body(slide)
            notes = notes_text(slide).strip()
            if notes:
                lines = [f"> {_escaped(line)}".rstrip() for line in notes.split("\n")]
                pieces.append("\n".join(["> **Notes**", ">", *lines]))
    text = "\n\n".join(pieces) + "\n"
    with world.workspace.writing(place) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        lines = temporary.read_text(encoding="utf-8").count("\n")
    return MarkdownMade(
        path=world.workspace.relative(place), verified=f"reopened: {lines} lines", markdown=text[:_SHOWN],
        length=len(text),
    )  # fmt: skip


def _body(slide: Any) -> Iterator[str]:
    """A slide's content but its title and footers, from top to bottom."""
    from deskworld_slides.boxes import box_of
    from deskworld_slides.describing import alt_text, kind_of
    from deskworld_slides.finding import FOOTERS, every_shape, is_empty_placeholder, role_of
    from deskworld_slides.words import diagram_texts

    shapes = [
        each for each in every_shape(slide)
        if role_of(each) not in (*FOOTERS, "title") and not is_empty_placeholder(each)
    ]  # fmt: skip
    for shape in sorted(shapes, key=lambda each: (round(box_of(each).top / 18), box_of(each).left)):
        kind = kind_of(shape)
        if kind == "table":
            yield _table([[cell.text for cell in row.cells] for row in shape.table.rows])  # pyright: ignore[reportAttributeAccessIssue]
        elif kind == "chart":
            yield _chart(shape)
        elif kind in ("picture", "media"):
            yield f"*{kind.capitalize()}: {_escaped(alt_text(shape) or shape.name)}*"
        elif shape.has_text_frame and (text := _text(shape, role_of(shape))):
            yield text
    if said := [f"- {_escaped(line)}" for line in diagram_texts(slide)]:
        yield "\n".join(said)


def _text(shape: Any, role: str) -> str:
    """A body's paragraphs as a list, others as paragraphs; a list where the paragraphs say so themselves."""
    from deskworld_slides.paragraphs import text_of

    lines: list[str] = []
    listed = False
    for paragraph in shape.text_frame.paragraphs:
        text = _escaped(text_of(paragraph._p).replace("\v", " ").strip())
        if not text:
            continue
        marks = {child.tag.rsplit("}", 1)[-1] for child in (paragraph._p.pPr if paragraph._p.pPr is not None else ())}
        own = "buNone" not in marks and (role in ("content", "body") or bool(marks & {"buChar", "buAutoNum", "buBlip"}))
        if not own:
            lines += ["", text] if lines else [text]
        else:
            indent = "   " if "buAutoNum" in marks else "  "
            lines += [""] if lines and not listed else []
            lines.append(indent * paragraph.level + ("1. " if "buAutoNum" in marks else "- ") + text)
        listed = own
    return "\n".join(lines)


def _table(rows: list[list[str]]) -> str:
    cells = [[_escaped(" ".join(text.split())).replace("|", "\\|") for text in row] for row in rows]
    written = [f"| {' | '.join(row)} |" for row in cells]
    written.insert(1, f"|{' --- |' * len(cells[0])}")
    return "\n".join(written)


def _chart(shape: Any) -> str:
    """A chart's title and its data as a table; of a newer kind of chart its description."""
    from deskworld_slides.describing import alt_text
    from deskworld_slides.grids import cell_text

    try:
        chart = shape.chart
        plots = list(chart.plots)
        series = [each for plot in plots for each in plot.series]
        title = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
        columns = [[cell_text(value) for value in each.values] for each in series]
        names = [str(each.name) for each in series]
        labels = [str(label) for label in plots[0].categories] if plots else []
    except (KeyError, ValueError, AttributeError, NotImplementedError):
        return f"*Chart: {_escaped(alt_text(shape) or shape.name)}*"
    length = max([len(labels), *map(len, columns)], default=0)
    rows = [["", *names]] + [
        [labels[n] if n < len(labels) else "", *(column[n] if n < len(column) else "" for column in columns)]
        for n in range(length)
    ]
    return f"**Chart: {_escaped(' '.join(title.split()) or shape.name)}**\n\n{_table(rows)}"


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _LINE_START.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", _SPECIAL.sub(r"\\\1", text))
