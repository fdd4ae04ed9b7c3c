"""The structure of a document, seen in how its pages are set.

The size that most letters have is the body's; larger ones are headings, the largest the first level, as are lines of
the body's size that stand alone and bold. What stands at the same height on most pages with the same words (numbers
aside) is a head or foot, and left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deskworld_kit import World

from deskworld_pdf.gridding import Grid, joined, tables_on
from deskworld_pdf.ordering import paragraphs, reading_order
from deskworld_pdf.words import Line, Run, frame_in, meets_any, read_runs

if TYPE_CHECKING:
    import pypdfium2

_BULLET = re.compile(r"^[\u2022\u25cf\u25aa\u25e6\u2023\u2043\u2219\u00b7\uf0b7\u2013\u2014*-]\s*(?=\S)")
_NUMBER = re.compile(r"^\(?(\d{1,3}|[a-z])[.)]\s+(?=\S)")


_STEP = 8.0
"""Points by which an item of a list stands in for those below it to be deeper."""


@dataclass
class Made:
    """The Markdown, and what is in it."""

    text: str = ""
    headings: int = 0
    tables: int = 0
    empty: list[int] = field(default_factory=list[int])


@dataclass
class _Page:
    number: int
    size: tuple[float, float]
    runs: list[Run]


def to_markdown(
    world: World,
    path: str,
    document: pypdfium2.PdfDocument,
    pages: Sequence[int],
    *,
    marks: bool,
    password: str = "",
) -> Made:
    """Markdown of these pages."""
    sheets: list[_Page] = []
    for number in pages:
        page = document[number - 1]
        frame = frame_in(page)
        sheets.append(_Page(number, frame.size, read_runs(page, frame)))
        page.close()
    grids = joined(list(tables_on(world, path, document, pages, None, password)))
    body, levels = _sizes(sheets)
    repeated = _repeated(sheets, body)
    made = Made()
    parts: list[str] = []
    for sheet in sheets:
        if marks:
            parts.append(f"<!-- page {sheet.number} -->")
        if not any(run.text.strip() for run in sheet.runs):
            made.empty.append(sheet.number)
            continue
        here = [grid for grid in grids if sheet.number in grid.pages]
        boxes = [box for grid in here for page, box in zip(grid.pages, grid.boxes, strict=True) if page == sheet.number]
        rest = [run for run in sheet.runs if _key(run, sheet) not in repeated and not meets_any(run.box, boxes)]
        starting = [grid for grid in here if grid.pages[0] == sheet.number]
        parts += _blocks(reading_order(rest), starting, body, levels, made)
    made.text = re.sub(r"\n{3,}", "\n\n", "\n\n".join(part for part in parts if part)).strip() + "\n"
    return made


def _sizes(sheets: Sequence[_Page]) -> tuple[float, dict[float, int]]:
    """The body's size, and the level of each larger one."""
    letters: Counter[float] = Counter()
    for sheet in sheets:
        for run in sheet.runs:
            letters[run.size] += len(run.text)
    if not letters:
        return 0.0, {}
    body = letters.most_common(1)[0][0]
    larger = sorted((size for size in letters if size > body * 1.1), reverse=True)
    groups: list[list[float]] = []
    for size in larger:
        if groups and groups[-1][0] - size < 0.06 * size:
            groups[-1].append(size)
        else:
            groups.append([size])
    return body, {size: min(level, 4) for level, group in enumerate(groups, 1) for size in group}


def _key(run: Run, sheet: _Page) -> tuple[str, int] | None:
    """A run at the top or foot of a page, by its words without numbers and its height."""
    if run.box[3] < sheet.size[1] * 0.09 or run.box[1] > sheet.size[1] * 0.91:
        return re.sub(r"\d+|\b[ivxlc]+\b", "#", run.text.strip().casefold()), round(run.middle / 6)
    return None


def _repeated(sheets: Sequence[_Page], body: float) -> set[tuple[str, int]]:
    """The keys of heads and feet: said on most pages, or a page's number, or a heading said again in small."""
    headings = {run.text.strip().casefold() for sheet in sheets for run in sheet.runs if run.size > body * 1.1}
    counts: Counter[tuple[str, int]] = Counter()
    for sheet in sheets:
        counts.update({key for run in sheet.runs if (key := _key(run, sheet)) is not None})
    least = max(2, len(sheets) * 0.5)
    plain = {key for key in counts if re.fullmatch(r"(page |seite |- )?#( ?(/|of|von) ?#)?( -)?", key[0])}
    small = {
        key
        for sheet in sheets
        for run in sheet.runs
        if run.size < body and run.text.strip().casefold() in headings and (key := _key(run, sheet)) is not None
    }
    return plain | small | {key for key, count in counts.items() if count >= least}


def _blocks(lines: list[Line], grids: list[Grid], body: float, levels: dict[float, int], made: Made) -> list[str]:
    """Paragraphs, headings and lists of a page, its tables where they stand."""
    parts: list[tuple[float, str]] = []
    last_top = 0.0
    for block in _with_lists(paragraphs(lines)):
        last_top = block[0].box[1]
        text, is_heading = _block(block, body, levels)
        made.headings += is_heading
        parts.append((last_top, text))
    for grid in sorted(grids, key=lambda grid: grid.boxes[0][1]):
        made.tables += 1
        top = grid.boxes[0][1]
        at = next((place for place, (y, _) in enumerate(parts) if y > top), len(parts))
        parts.insert(at, (top, table(grid)))
    return [text for _, text in parts]


def _with_lists(blocks: list[list[Line]]) -> list[list[Line]]:
    """The items of a list that stand apart, as one block: only beside each other do they show who is deeper."""
    found: list[list[Line]] = []
    for block in blocks:
        before = found[-1] if found else []
        if before and _is_item(block[0]) and _is_item(before[0]) and abs(block[0].size - before[0].size) < 0.5:
            before += block
        else:
            found.append(list(block))
    return found


def _is_item(line: Line) -> bool:
    return bool(_BULLET.match(line.text) or _NUMBER.match(line.text))


def _block(block: list[Line], body: float, levels: dict[float, int]) -> tuple[str, bool]:
    first = block[0]
    text = _joined([line.text for line in block])
    level = levels.get(first.size, 0)
    if level and len(text) < 250:
        return f"{'#' * level} {_escaped(text)}", True
    if (
        first.bold
        and len(block) == 1
        and len(text) < 100
        and first.size >= body * 0.95
        and not text.endswith((".", ":"))
    ):
        return f"{'#' * min(max(levels.values(), default=1) + 1, 6)} {_escaped(text)}", True
    if all(_is_code(run) for line in block for run in line.runs):
        return "\n".join(["```", *(line.text for line in block), "```"]), False
    if any(_is_item(line) for line in block):
        return _list(block), False
    return _escaped(text), False


def _is_code(run: Run) -> bool:
    return any(word in run.font.casefold() for word in ("mono", "courier", "consol", "menlo"))


def _list(block: list[Line]) -> str:
    """Items, each with the lines that go on below it; deeper ones by where they start."""
    items: list[tuple[float, str, list[str]]] = []
    for line in block:
        text = line.text
        if match := _BULLET.match(text):
            items.append((line.box[0], "-", [text[match.end() :]]))
        elif match := _NUMBER.match(text):
            mark = f"{match[1]}." if match[1].isdigit() else "-"
            items.append((line.box[0], mark, [text[match.end() :] if match[1].isdigit() else text]))
        elif items:
            items[-1][2].append(text)
        else:
            items.append((line.box[0], "", [text]))
    said: list[str] = []
    above: list[float] = []
    for left, mark, texts in items:
        if not mark:
            said += [_escaped(_joined(texts)), ""]
            continue
        while above and left < above[-1] - _STEP / 2:
            above.pop()
        if not above or left > above[-1] + _STEP:
            above.append(left)
        said.append(f"{'   ' * (len(above) - 1)}{mark} {_escaped(_joined(texts))}")
    return "\n".join(said)


def _joined(lines: Sequence[str]) -> str:
    """Lines as one; a word cut at a line's end is whole again."""
    text = ""
    for line in lines:
        line = " ".join(line.split())
        if text.endswith("-") and len(text) > 1 and text[-2].isalpha() and line[:1].islower():
            text = text[:-1] + line
        else:
            text = f"{text} {line}".strip()
    return text


def _escaped(text: str) -> str:
    """What Markdown would take for a mark, as the letters it is."""
    text = re.sub(r"([\\`*_\[\]<>])", r"\\\1", text)
    return re.sub(r"^(#{1,6}|[-+]|\d+[.)])(\s)", r"\\\1\2", text)


def table(grid: Grid) -> str:
    """A table in Markdown, its first row as the heading."""
    wide = max(len(row) for row in grid.rows)
    rows = [[(cell or "").replace("|", "\\|").replace("\n", " ") for cell in row] + [""] * (wide - len(row))
            for row in grid.rows]  # fmt: skip
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * wide)
    return "\n".join(lines)
