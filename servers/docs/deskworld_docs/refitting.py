"""What was made for the width of the text follows when that width changes.

A table as wide as the text stays as wide as the text, and so does one in a cell that fills it. What was narrower keeps
its size as long as it fits, then it is made to fit, in ratio; so are pictures and charts. Tab stops at the right edge
or in the middle of a line stay there. What somebody let stick out on purpose, or let float, is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deskworld_docs.grids import set_grid
from deskworld_docs.markup import child, deep, is_w, number, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks, rows_of, span_of, stories
from deskworld_docs.room import column_width, indents, room_at, section_of, sections_by_block, table_width, text_width
from deskworld_docs.styling import Styles
from deskworld_docs.tabling import grid_of, narrowest, positions
from deskworld_docs.words import text_of

_NEAR = 240
"""A table that is this close to the width of the text is as wide as it: Word lets tables stick out a little."""
_STOP = 30
_LEAST = 240
_EMU = 635
_SIZED = ("picture", "chart")


class _Sized(NamedTuple):
    """A table or a drawing as it was: how wide, and how much room there was for it."""

    element: Element
    width: int
    room: int


class Refit:
    """Looks at a document before its pages change; `follow` then fits what has to be."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.styles = Styles(paper)
        self._sections = sections_by_block(paper)
        self._tables = [_Sized(one, table_width(paper, one), self._room(one)) for one in self._all("w:tbl")]
        self._drawings = [
            _Sized(one, _width(one), self._room(one, indents_too=True)) for one in self._all("wp:inline") if _width(one)
        ]
        self._columns = {one: column_width(one) for one in deep(paper.body, "w:sectPr")}
        self._texts = {one: text_width(one) for one in deep(paper.body, "w:sectPr")}

    def follow(self) -> list[str]:
        """Fit everything to the pages as they are now; says what was done."""
        tables = sum(self._fit_table(one) for one in self._tables)
        drawings = sum(self._fit_drawing(one) for one in self._drawings)
        self._move_stops()
        done = [f"{n} {what}{'' if n == 1 else 's'}" for n, what in ((tables, "table"), (drawings, "picture")) if n]
        return [f"{' and '.join(done)} made to fit the new width"] if done else []

    def _all(self, name: str) -> Iterator[Element]:
        """Every element of a name in the body and beside it, the outer before the inner."""
        for story in stories(self.paper):
            if not story.name.startswith("box"):
                yield from deep(story.holder, name)

    def _section(self, element: Element) -> Element | None:
        top = element
        while top.getparent() is not None and top.getparent() is not self.paper.body:
            top = top.getparent()
        return self._sections[top] if top in self._sections else section_of(self.paper, element)

    def _room(self, element: Element, *, indents_too: bool = False) -> int:
        room = round(room_at(self.paper, element, self._section(element))[0] * 20)
        paragraph = next(element.iterancestors(tag("w:p")), None) if indents_too else None
        return room - (indents(self.paper, paragraph) if paragraph is not None else 0)

    def _fit_table(self, was: _Sized) -> bool:
        table, look = was.element, child(was.element, "w:tblPr")
        room = self._room(table)
        if room == was.room or child(look, "w:tblpPr") is not None:
            return False
        left = number(child(look, "w:tblInd"), "w") if val(child(look, "w:tblInd"), "type", "dxa") == "dxa" else 0
        reach = was.width + left
        if abs(reach - was.room) <= _NEAR:
            wanted = was.width + room - was.room
        elif reach < was.room and reach > room:
            wanted = room - left
        else:
            return False
        _scale(table, max(wanted, _LEAST) / was.width)
        return True

    def _fit_drawing(self, was: _Sized) -> bool:
        room = self._room(was.element, indents_too=True)
        if was.width > was.room + _NEAR or was.width <= room or room >= was.room:
            return False
        shown = next((one.get("uri", "") for one in deep(was.element, "a:graphicData")), "")
        if shown.rpartition("/")[2] not in _SIZED:
            return False
        for one in (was.element.find(tag("wp:extent")), *deep(was.element, "a:ext")):
            for side in ("cx", "cy"):
                if one is not None and one.get(side):
                    one.set(side, str(max(round(int(one.get(side)) * room / was.width), 1)))
        return True

    def _move_stops(self) -> None:
        for story in stories(self.paper):
            beside = story.name.startswith(("header", "footer"))
            widths = self._texts if beside else self._columns
            for paragraph in deep(story.holder, "w:p") if beside else blocks(story.holder) if not story.name else ():
                tabs = child(paragraph, "w:pPr", "w:tabs") if is_w(paragraph, "p") else None
                if tabs is not None and (section := self._section(paragraph)) is not None and section in widths:
                    now = text_width(section) if beside else column_width(section)
                    _move(tabs, widths[section], now)
        before, after = set(self._texts.values()), {text_width(one) for one in self._texts}
        if len(before) == len(after) == 1:
            for style in self.styles.all():
                tabs = child(style, "w:pPr", "w:tabs")
                if tabs is not None:
                    _move(tabs, next(iter(before)), next(iter(after)))

    def misfits(self) -> list[str]:
        """What still does not suit the pages: what is too wide, and lines whose tab stops are set for another width."""
        found: list[str] = []
        for n, block in enumerate(blocks(self.paper.body), 1):
            wide = table_width(self.paper, block) / 20 if is_w(block, "tbl") else 0.0
            wide = max([wide, *(int(one.get("cx", "0")) / 12700 for one in deep(block, "wp:extent"))])
            if wide > 72 and wide > (room := self._room(block) / 20) + 12:
                found.append(f"block {n} is {wide:.0f} points wide, the text {room:.0f}")
        if any(
            self._is_stale(paragraph)
            for story in stories(self.paper)
            if story.name.startswith(("header", "footer"))
            for paragraph in deep(story.holder, "w:p")
        ):
            found.append("headers and footers are spaced for the old width; set_header_footer fits them")
        return found

    def _is_stale(self, paragraph: Element) -> bool:
        """Whether a line's last tab stop is not where the text ends, though its page's width has changed."""
        section = self._section(paragraph)
        if section is None or section not in self._texts or not any(True for _ in deep(paragraph, "w:tab")):
            return False
        now = text_width(section)
        said = [child(paragraph, "w:pPr", "w:tabs"), *self.styles.inherited(paragraph, "w:pPr", "w:tabs")]
        stops = [number(stop, "pos") for tabs in said[: 1 if said[0] is not None else None] for stop in _stops(tabs)]
        ends = any(is_w(run[0], "tab") for run in deep(paragraph, "w:r") if len(run))
        return abs(now - self._texts[section]) > 20 and ends and abs(max(stops, default=0) - now) > _STOP


def _stops(tabs: Element | None) -> Sequence[Element]:
    return [stop for stop in tabs if val(stop) != "clear"] if tabs is not None else []


def _move(tabs: Element, before: int, now: int) -> None:
    """Tab stops at the right edge of the text, and with them one in its middle, go where those are now."""
    if before == now or not any(abs(number(stop, "pos") - before) <= _STOP for stop in tabs):
        return
    for stop in tabs:
        at = number(stop, "pos")
        if abs(at - before) <= _STOP:
            stop.set(tag("w:pos"), str(now))
        elif abs(at - before // 2) <= _STOP and val(stop) in ("center", "clear"):
            stop.set(tag("w:pos"), str(now // 2))


def _scale(table: Element, ratio: float) -> None:
    """Make a table and all it says of its own widths wider or narrower; tables in its cells look after themselves."""
    look = child(table, "w:tblPr")
    own = [child(look, "w:tblW"), *grid_of(table)]
    for row in deep(table, "w:tr"):
        if next(row.iterancestors(tag("w:tbl"))) is table:
            own += [child(row, "w:trPr", "w:wBefore"), child(row, "w:trPr", "w:wAfter")]
    for cell in deep(table, "w:tc"):
        if next(cell.iterancestors(tag("w:tbl"))) is table:
            own.append(child(cell, "w:tcPr", "w:tcW"))
    for one in own:
        if one is not None and number(one, "w") > 0 and val(one, "type", "dxa") == "dxa":
            one.set(tag("w:w"), str(max(round(number(one, "w") * ratio), 20)))
    if ratio < 1:
        _spare_words(table)


def _spare_words(table: Element) -> None:
    """Columns that became too narrow for their longest word take what they lack from those that have it to spare."""
    grid = [number(one, "w") for one in grid_of(table)]
    words: dict[int, list[str]] = {}
    for row in rows_of(table):
        for column, cell in positions(row):
            own = number(child(cell, "w:tcPr", "w:tcW"), "w")
            covered = sum(grid[column - 1 : column - 1 + span_of(cell)])
            if own and abs(own - covered) > 20:
                return  # its cells have widths of their own
            if span_of(cell) == 1:
                words.setdefault(column, []).extend(text_of(one) for one in blocks(cell) if is_w(one, "p"))
    least = [round(narrowest(words.get(column, [])) * 20) for column in range(1, len(grid) + 1)]
    lack = sum(max(low - width, 0) for low, width in zip(least, grid, strict=True))
    spare = sum(max(width - low, 0) for low, width in zip(least, grid, strict=True))
    if 0 < lack <= spare:
        set_grid(
            table,
            [
                low if width < low else width - (width - low) * lack // spare
                for low, width in zip(least, grid, strict=True)
            ],
        )


def _width(inline: Element) -> int:
    extent = inline.find(tag("wp:extent"))
    return 0 if extent is None else round(int(extent.get("cx", "0")) / _EMU)
