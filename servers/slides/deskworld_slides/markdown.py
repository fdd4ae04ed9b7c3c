"""A deck as Markdown: a heading a slide, its lists, tables, chart data, pictures' descriptions and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from deskworld_kit import Saved, World, tool
from pydantic import Field

from deskworld_slides.arguments import Overwrite
from deskworld_slides.opening import reading

_SHOWN = 20_000
_SPECIAL = re.compile(r"([\\`*_<\[\]])")
_LINE_START = re.compile(r"^(\s*)([#>+-]|\d+[.)])(?=\s)")


class MarkdownMade(Saved):
    """A Markdown file that was made."""

    markdown: str = Field(description="Its beginning.")
    length: int = Field(description="Letters in the file.")


@tool("add")
def deck_to_markdown(world: World, path: str, target: str = "", overwrite: Overwrite = False) -> MarkdownMade:
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
            rows: Any = shape.table.rows  # pyright: ignore[reportAttributeAccessIssue]
            yield _table([[_cell(cell, shape.part) for cell in row.cells] for row in rows])
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
    lines: list[str] = []
    listed = False
    link = _link(next(iter(shape._element.xpath("./*[1]/p:cNvPr")), None), shape.part)
    for paragraph in shape.text_frame.paragraphs:
        text = _started(_inline(paragraph._p, shape.part, link).strip())
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


def _inline(paragraph: Any, part: Any, link: str = "") -> str:
    """A paragraph with what its runs say of bold, italic and links (else the shape's `link`); breaks are spaces."""
    stretches: list[tuple[tuple[bool, bool, str], str]] = []
    for child in paragraph:
        kind = child.tag.rsplit("}", 1)[-1]
        if kind not in ("r", "fld", "br"):
            continue
        text = " " if kind == "br" else child.findtext("{*}t") or ""
        look = child.find("{*}rPr")
        bold, italic = (look is not None and look.get(name) in ("1", "true") for name in ("b", "i"))
        marks = (bold, italic, _link(look, part) or link)
        if not text.strip() and stretches:
            marks = stretches[-1][0]
        if stretches and stretches[-1][0] == marks:
            text = stretches.pop()[1] + text
        stretches.append((marks, text))
    return "".join(_marked(text.replace("\v", " "), *marks) for marks, text in stretches)


def _link(look: Any, part: Any) -> str:
    """Where the link of a run or shape leads outside the deck."""
    click = None if look is None else look.find("{*}hlinkClick")
    rel = None if click is None else part.rels.get(next((v for k, v in click.attrib.items() if k.endswith("}id")), ""))
    return rel.target_ref if rel is not None and rel.is_external else ""


def _marked(text: str, bold: bool, italic: bool, link: str) -> str:
    """Words with their marks; spaces stay outside, where Markdown wants them."""
    words = text.strip()
    if not words:
        return text
    said = _SPECIAL.sub(r"\\\1", words)
    mark = "**" * bold + "*" * italic
    said = f"{mark}{said}{mark[::-1]}"
    if link:
        said = f"[{said}](<{link}>)" if re.search(r"[\s()<>]", link) else f"[{said}]({link})"
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{said}{after}"


def _cell(cell: Any, part: Any) -> str:
    return " ".join(" ".join(_inline(each._p, part) for each in cell.text_frame.paragraphs).split())


def _table(rows: list[list[str]]) -> str:
    """Rows of inline Markdown as a table."""
    cells = [[text.replace("|", "\\|") for text in row] for row in rows]
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
    rows = [[_escaped(" ".join(text.split())) for text in row] for row in rows]
    return f"**Chart: {_escaped(' '.join(title.split()) or shape.name)}**\n\n{_table(rows)}"


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _started(_SPECIAL.sub(r"\\\1", text))


def _started(line: str) -> str:
    """A line whose beginning makes no heading, quotation or list of it."""
    return _LINE_START.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", line)
