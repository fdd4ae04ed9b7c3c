"""Real lists: definitions, lists that use them, and what Word prints before each paragraph.

A definition (w:abstractNum) says how nine levels look; a list (w:num) uses one and may start it anew. A paragraph names
a list and a level. Two lists that share a definition count on, unless the second restarts, so every list that we make
has a restart of its own.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import Literal

from deskworld_docs.markup import add, child, drop, is_w, make, number, parse, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper

Kind = Literal["bullet", "dash", "number", "letter", "roman", "outline", "task"]
STEP = 360
"""Twentieths of a point that a level is further in."""
DEEPEST = 8
_FORMATS: dict[str, tuple[tuple[str, str], ...]] = {
    "bullet": (("bullet", "•"), ("bullet", "–"), ("bullet", "▪")),
    "dash": (("bullet", "–"), ("bullet", "•"), ("bullet", "▪")),
    "number": (("decimal", "%{n}."), ("lowerLetter", "%{n}."), ("lowerRoman", "%{n}.")),
    "letter": (("lowerLetter", "%{n})"), ("lowerRoman", "%{n})"), ("decimal", "%{n})")),
    "roman": (("upperRoman", "%{n}."), ("upperLetter", "%{n}."), ("decimal", "%{n}.")),
}
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_SYMBOLS = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "o": "○", "·": "•"}


def abstract_xml(kind: str, identifier: int) -> str:
    """The w:abstractNum of a kind of list, without a namespace declaration."""
    levels = ""
    for level in range(9):
        if kind == "outline":
            form, text = "decimal", ".".join(f"%{n}" for n in range(1, level + 2)) + ("." if level == 0 else "")
        else:
            form, text = _FORMATS.get(kind, _FORMATS["bullet"])[level % 3]
            text = text.replace("{n}", str(level + 1))
        left = STEP * (level + 1)
        hanging = STEP
        if kind == "outline":  # longer numbers need more room
            left, hanging = 432 + 288 * level, 432 + 144 * level
        if kind == "task":  # the box is the item's first letter, so that it can be ticked
            form, text, suffix = "none", "", '<w:suff w:val="nothing"/>'
        else:
            suffix = ""
        fonts = (
            '<w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/></w:rPr>' if form == "bullet" else ""
        )
        levels += (
            f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{suffix}<w:lvlText w:val="{text}"/>'
            f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{left}" w:hanging="{hanging}"/></w:pPr>{fonts}</w:lvl>'
        )
    return (
        f'<w:abstractNum w:abstractNumId="{identifier}"><w:nsid w:val="{0x5EA0000 + identifier:08X}"/>'
        f'<w:multiLevelType w:val="multilevel"/><w:tmpl w:val="{0x5EA5000 + identifier:08X}"/>{levels}</w:abstractNum>'
    )


def numbering_root(paper: Paper) -> Element:
    """The w:numbering of a document, made where it has none."""
    root = paper.part_root("numbering")
    if root is None:
        part = paper.add_part("numbering.xml", "numbering", "numbering+xml", "<w:numbering/>")
        root = paper.root(part)
    return root


def new_list(paper: Paper, kind: str, *, start: int = 1, level: int = 0, like: int = 0) -> int:
    """A list of its own that starts at `start`; gives its number (w:numId).

    Args:
        paper: The document.
        kind: What its levels look like.
        start: The first number of `level`.
        level: The level that the list begins with.
        like: Another list whose looks to take instead of a kind's.
    """
    root = numbering_root(paper)
    abstracts = root.findall(tag("w:abstractNum"))
    lists = root.findall(tag("w:num"))
    identifier = max((number(one, "numId") for one in lists), default=0) + 1
    source = next((one for one in lists if like and number(one, "numId") == like), None)
    if source is not None:
        abstract = number(child(source, "w:abstractNumId"))
    else:
        abstract = max((number(one, "abstractNumId") for one in abstracts), default=-1) + 1
        made = parse(abstract_xml(kind, abstract))
        place = max((root.index(one) for one in abstracts), default=len(root.findall(tag("w:numPicBullet"))) - 1)
        root.insert(place + 1, made)
    fresh = make("w:num", make("w:abstractNumId", val=abstract), numId=identifier)
    fresh.append(make("w:lvlOverride", make("w:startOverride", val=start), ilvl=min(level, DEEPEST)))
    after = max((root.index(one) for one in (*lists, *root.findall(tag("w:abstractNum")))), default=-1)
    root.insert(after + 1, fresh)
    return identifier


def put_in_list(paragraph: Element, listed: int, level: int) -> None:
    """Make a paragraph an item of a list."""
    numbered = put(properties(paragraph), "w:numPr")
    drop(numbered, "w:ilvl", "w:numId")
    numbered.append(make("w:ilvl", val=min(level, DEEPEST)))
    numbered.append(make("w:numId", val=listed))


def take_out(paragraph: Element, *, overrule: bool) -> None:
    """Make a paragraph no item; `overrule` where its style would make it one again."""
    drop(properties(paragraph), "w:numPr")
    if overrule:
        add(properties(paragraph), make("w:numPr", make("w:ilvl", val=0), make("w:numId", val=0)))


def written(count: int, form: str) -> str:
    """A number as a format writes it."""
    if form in ("lowerLetter", "upperLetter"):
        letter = chr(97 + (count - 1) % 26) * ((count - 1) // 26 + 1) if count > 0 else ""
        return letter.upper() if form == "upperLetter" else letter
    if form in ("lowerRoman", "upperRoman"):
        said, rest = "", max(count, 0)
        for value, letters in _ROMAN:
            said += letters * (rest // value)
            rest %= value
        return said.upper() if form == "upperRoman" else said
    if form == "decimalZero":
        return f"{count:02d}"
    return "" if form == "none" else str(count)


@dataclass(frozen=True)
class Item:
    """What a paragraph is in a list: the list, its level from 0, the format and the label as Word prints it."""

    listed: int
    level: int
    form: str
    label: str
    count: int = 0


@dataclass
class Counter:
    """Numbers the paragraphs of a document in the order they come."""

    paper: Paper
    _counts: dict[int, dict[int, int]] = field(default_factory=dict[int, dict[int, int]])
    _started: set[int] = field(default_factory=set[int])

    def __post_init__(self) -> None:
        from deskworld_docs.styling import Styles

        root = self.paper.part_root("numbering")
        found = [] if root is None else list(root)
        self.styles = Styles(self.paper)
        self._abstract = {number(one, "abstractNumId"): one for one in found if is_w(one, "abstractNum")}
        self._lists = {number(one, "numId"): one for one in found if is_w(one, "num")}

    def numbering_of(self, paragraph: Element) -> tuple[int, int]:
        """The list and level that a paragraph names, itself or by its style; 0 for none."""
        own = child(paragraph, "w:pPr", "w:numPr")
        listed = level = -1
        for numbered in itertools.chain(
            [own] if own is not None else [], self.styles.inherited(paragraph, "w:pPr", "w:numPr")
        ):
            if listed < 0 and child(numbered, "w:numId") is not None:
                listed = number(child(numbered, "w:numId"))
            if level < 0 and child(numbered, "w:ilvl") is not None:
                level = number(child(numbered, "w:ilvl"))
            if listed >= 0:
                break
        if listed > 0 and level < 0:
            level = self._level_of_style(listed, paragraph)
        return max(listed, 0), min(max(level, 0), DEEPEST)

    def _level_of_style(self, listed: int, paragraph: Element) -> int:
        """The level that a definition ties to the paragraph's style."""
        style = val(child(paragraph, "w:pPr", "w:pStyle"))
        abstract = self._abstract.get(self._abstract_of(listed))
        for level in [] if abstract is None else abstract.findall(tag("w:lvl")):
            if style and val(child(level, "w:pStyle")) == style:
                return number(level, "ilvl")
        return 0

    def item(self, paragraph: Element) -> Item | None:
        """What the next paragraph is; to be asked once for each paragraph, in order."""
        listed, level = self.numbering_of(paragraph)
        if not listed or listed not in self._lists:
            return None
        abstract = self._abstract_of(listed)
        self._start(listed, abstract)
        counts = self._counts.setdefault(abstract, {})
        counts[level] = counts[level] + 1 if level in counts else self._first(abstract, level)
        for deeper in [one for one in counts if one > level]:
            del counts[deeper]
        definition = self._level(abstract, level, listed)
        form = val(child(definition, "w:numFmt")) or "decimal"
        return Item(listed, level, form, self._label(abstract, listed, level, definition, form), counts[level])

    def _abstract_of(self, listed: int) -> int:
        abstract = number(child(self._lists.get(listed), "w:abstractNumId"), default=-1)
        link = val(child(self._abstract.get(abstract), "w:numStyleLink"))
        if link:
            behind = self.styles.find_id(link)
            goal = number(child(behind, "w:pPr", "w:numPr", "w:numId"))
            if goal and goal != listed and goal in self._lists:
                return number(child(self._lists[goal], "w:abstractNumId"), default=-1)
        return abstract

    def _start(self, listed: int, abstract: int) -> None:
        if listed in self._started:
            return
        self._started.add(listed)
        for override in self._lists[listed].findall(tag("w:lvlOverride")):
            start = child(override, "w:startOverride")
            if start is not None:
                self._counts.setdefault(abstract, {})[number(override, "ilvl")] = number(start, default=1) - 1

    def _level(self, abstract: int, level: int, listed: int) -> Element | None:
        holder = self._lists.get(listed)
        for override in [] if holder is None else holder.findall(tag("w:lvlOverride")):
            own = child(override, "w:lvl")
            if own is not None and number(override, "ilvl") == level:
                return own
        definition = self._abstract.get(abstract)
        levels = [] if definition is None else definition.findall(tag("w:lvl"))
        return next((one for one in levels if number(one, "ilvl") == level), None)

    def _first(self, abstract: int, level: int) -> int:
        return number(child(self._level(abstract, level, 0), "w:start"), default=1)

    def left(self, listed: int, level: int) -> int:
        """Where the text of a list's level begins, in twentieths of a point."""
        indent = child(self._level(self._abstract_of(listed), level, listed), "w:pPr", "w:ind")
        return number(indent, "left", number(indent, "start", STEP * (level + 1)))

    def form(self, listed: int, level: int) -> str:
        """The format of a list's level ("bullet", "decimal" ...); empty where there is no such list."""
        if listed not in self._lists:
            return ""
        return val(child(self._level(self._abstract_of(listed), level, listed), "w:numFmt")) or "decimal"

    def _label(self, abstract: int, listed: int, level: int, definition: Element | None, form: str) -> str:
        text = val(child(definition, "w:lvlText"))
        if form == "bullet":
            return _SYMBOLS.get(text, text) or "•"

        def counted(match: re.Match[str]) -> str:
            place = int(match.group(1)) - 1
            shown = form if place == level else val(child(self._level(abstract, place, listed), "w:numFmt"))
            return written(self._counts[abstract].get(place, self._first(abstract, place)), shown)

        return re.sub(r"%([1-9])", counted, text)


def labels(paper: Paper) -> tuple[Counter, dict[Element, Item]]:
    """What each paragraph of the body is in its list; those that are no items are left out."""
    counter = Counter(paper)
    found: dict[Element, Item] = {}
    for paragraph in paper.body.iter(tag("w:p")):
        item = counter.item(paragraph)
        if item is not None:
            found[paragraph] = item
    return counter, found
