"""Real numbering: what Word would print before each paragraph of a list.

A paragraph points to a list (`numId`), a list to a definition that several may share and count on, unless the list
starts anew at its first paragraph. Counting has to follow the document from its start.
"""

import re
from dataclasses import dataclass, field

from ..ooxml import Element, child, every, number
from .facts import Numbering
from .styles import Styles, first, val

_TYPED = re.compile(r"^\s*(\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]|[•●○▪‣·*–-])[\s\u00a0]+\S")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_SYMBOLS = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "o": "○"}


def typed_number(text: str) -> str:
    """A number or bullet typed at the start of a text; "" where none is."""
    found = _TYPED.match(text)
    return found.group(1) if found else ""


@dataclass
class Counter:
    """Numbers paragraphs in the order they come."""

    root: Element | None
    _counts: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])
    _started: set[int] = field(default_factory=set[int])

    def __post_init__(self) -> None:
        self._abstract = {val(one, "abstractNumId"): one for one in every(self.root, "w:abstractNum")}
        self._lists = {int(number(val(one, "numId"))): one for one in every(self.root, "w:num")}

    def number(self, chain: list[Element], styles: Styles) -> Numbering | None:
        """The numbering of the next paragraph, whose properties are looked up along `chain`."""
        properties = first(chain, "w:numPr")
        listed = int(number(val(child(properties, "w:numId")) or None))
        if properties is None or listed not in self._lists:
            return None
        level = int(number(val(child(properties, "w:ilvl")) or None))
        abstract = val(child(self._lists[listed], "w:abstractNumId"))
        linked = val(child(self._abstract.get(abstract), "w:numStyleLink"))
        if linked:
            abstract = self._behind(linked, styles) or abstract
        self._start(listed, abstract)
        counts = self._counts.setdefault(abstract, {})
        counts[level] = counts[level] + 1 if level in counts else self._first(abstract, level)
        for deeper in [one for one in counts if one > level]:
            del counts[deeper]
        definition = self._level(abstract, level, listed)
        form = val(child(definition, "w:numFmt")) or "decimal"
        return Numbering(
            list_id=listed, level=level, format=form, label=self._label(abstract, listed, level, definition, form)
        )

    def _behind(self, style: str, styles: Styles) -> str:
        """The definition behind a list style."""
        properties = first(
            [one for link in styles.chain(style) if (one := child(link, "w:pPr")) is not None], "w:numPr"
        )
        holder = self._lists.get(int(number(val(child(properties, "w:numId")) or None)))
        return val(child(holder, "w:abstractNumId"))

    def _start(self, listed: int, abstract: str) -> None:
        """A list with a start of its own begins there at its first paragraph; others count on."""
        if listed in self._started:
            return
        self._started.add(listed)
        for override in every(self._lists[listed], "w:lvlOverride"):
            start = child(override, "w:startOverride")
            if start is not None:
                level = int(number(val(override, "ilvl")))
                self._counts.setdefault(abstract, {})[level] = int(number(val(start), 1)) - 1

    def _level(self, abstract: str, level: int, listed: int) -> Element | None:
        overrides = every(self._lists.get(listed), "w:lvlOverride")
        own = [child(one, "w:lvl") for one in overrides if val(one, "ilvl") == str(level)]
        levels = every(self._abstract.get(abstract), "w:lvl")
        return next((one for one in [*own, *levels] if one is not None and val(one, "ilvl") == str(level)), None)

    def _first(self, abstract: str, level: int) -> int:
        start = child(self._level(abstract, level, 0), "w:start")
        return int(number(val(start) or None, 1))

    def _label(self, abstract: str, listed: int, level: int, definition: Element | None, form: str) -> str:
        text = val(child(definition, "w:lvlText"))
        if form == "bullet":
            return _SYMBOLS.get(text, text) or "•"

        def counted(match: re.Match[str]) -> str:
            place = int(match.group(1)) - 1
            shown = form if place == level else val(child(self._level(abstract, place, listed), "w:numFmt"))
            return written(self._counts[abstract].get(place, self._first(abstract, place)), shown)

        return re.sub(r"%(\d)", counted, text)


def written(count: int, form: str) -> str:
    """A number as a format writes it."""
    match form:
        case "lowerLetter" | "upperLetter":
            letters = chr(97 + (count - 1) % 26) * ((count - 1) // 26 + 1)
            return letters.upper() if form == "upperLetter" else letters
        case "lowerRoman" | "upperRoman":
            roman = ""
            for value, letters in _ROMAN:
                while count >= value:
                    roman, count = roman + letters, count - value
            return roman.upper() if form == "upperRoman" else roman
        case "decimalZero":
            return f"{count:02d}"
        case "none":
            return ""
        case _:
            return str(count)
