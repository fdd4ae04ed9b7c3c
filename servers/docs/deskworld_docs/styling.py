"""Styles as people name them, and what a paragraph or run gets from them.

A style is found by its name as Word shows it ("Heading 1") or stores it ("heading 1"), or by its id. One that Word
always has, and a document does not yet, is drawn when it is first asked for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from deskworld_kit.errors import unknown

from deskworld_docs.markup import child, is_w, make, number, parse, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper

_ALIASES = {
    "body": "normal", "text": "normal", "paragraph": "normal", "code": "code block", "source code": "code block",
    "horizontal rule": "horizontal line", "bullet list": "list bullet", "numbered list": "list number",
    "heading": "heading 1", "block quote": "quote", "default": "normal",
}  # fmt: skip


def shown_name(name: str) -> str:
    """A style's name as Word shows it: built-in ones are stored small."""
    if name.startswith(("heading ", "toc ", "caption", "header", "footer", "footnote ", "endnote ", "annotation ",
                        "index ", "page number")):  # fmt: skip
        return name.replace("toc ", "TOC ").replace("annotation", "comment").title().replace("Toc ", "TOC ")
    return name


class Styles:
    """The styles of a document."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.root = paper.document.styles.element
        self._by_id = {val(style, "styleId"): style for style in self.root.findall(tag("w:style"))}
        self._chains: dict[str, list[Element]] = {}

    def all(self) -> list[Element]:
        """Every w:style."""
        return list(self._by_id.values())

    def find_id(self, identifier: str) -> Element | None:
        """The style of an id."""
        return self._by_id.get(identifier)

    def name_of(self, identifier: str, kind: str = "paragraph") -> str:
        """A style's name as Word shows it; the default style's for an empty id."""
        style = self._by_id.get(identifier) if identifier else self.default(kind)
        return shown_name(val(child(style, "w:name"))) if style is not None else identifier

    def style_name(self, paragraph: Element) -> str:
        """The name of a paragraph's style."""
        return self.name_of(val(child(paragraph, "w:pPr", "w:pStyle")))

    def default(self, kind: str = "paragraph") -> Element | None:
        """The style that what names none has."""
        return next((s for s in self._by_id.values() if val(s, "type") == kind and flag_attribute(s)), None)

    def chain(self, identifier: str, kind: str = "paragraph") -> list[Element]:
        """A style and those it is based on, nearest first; the default one's for an empty id."""
        key = f"{kind}:{identifier}"
        if key not in self._chains:
            found: list[Element] = []
            style = self._by_id.get(identifier) if identifier else self.default(kind)
            if style is None and identifier:
                style = self.default(kind)
            while style is not None and style not in found:
                found.append(style)
                style = self._by_id.get(val(child(style, "w:basedOn")))
            self._chains[key] = found
        return self._chains[key]

    def inherited(self, paragraph: Element, *path: str) -> Iterator[Element]:
        """What a paragraph's styles say of something (a path like "w:pPr", "w:ind"), nearest first."""
        for style in self.chain(val(child(paragraph, "w:pPr", "w:pStyle"))):
            found = child(style, *path)
            if found is not None:
                yield found

    def outline_level(self, paragraph: Element) -> int:
        """A heading's level from 1; 0 for other text."""
        own = child(paragraph, "w:pPr", "w:outlineLvl")
        said = own if own is not None else next(self.inherited(paragraph, "w:pPr", "w:outlineLvl"), None)
        level = number(said, default=9)
        return level + 1 if 0 <= level < 9 else 0

    def find(self, name: str, kind: str = "", *, argument: str = "style", make: bool = True) -> Element:
        """The style of a name, drawn where it is one of Word's own and missing.

        Args:
            name: As Word shows or stores it, or its id; case does not matter.
            kind: paragraph, character, table; any if empty.
            argument: To name in the error.
            make: Whether to draw a missing one.

        Raises:
            ToolError: There is none; says which there are.
        """
        wanted = " ".join(name.split()).casefold()
        for said in (wanted, _ALIASES.get(wanted, wanted)):
            for style in self._by_id.values():
                if kind and val(style, "type") != kind:
                    continue
                stored = val(child(style, "w:name")).casefold()
                aliases = [a.strip().casefold() for a in val(child(style, "w:aliases")).split(",")]
                if said in (stored, shown_name(stored).casefold(), val(style, "styleId").casefold(), *aliases):
                    return style
            if make and (drawn := self._drawn(said, kind)) is not None:
                return drawn
        names = [
            shown_name(val(child(style, "w:name")))
            for style in self._by_id.values()
            if (not kind or val(style, "type") == kind) and val(style, "type") != "numbering"
            and child(style, "w:semiHidden") is None
        ]  # fmt: skip
        raise unknown(f"{kind} style".strip(), name, names, argument=argument, limit=30)

    def _drawn(self, wanted: str, kind: str) -> Element | None:
        """One of the styles every document may use, put into this one."""
        from deskworld_docs.drafting import style_xml, table_style_xml
        from deskworld_docs.looks import LOOKS, TABLE_STYLES, styles_of

        look = LOOKS["plain" if self._foreign() else "modern"]
        for name in TABLE_STYLES if kind in ("", "table") else ():
            if wanted == name.casefold():
                return self._take(parse(table_style_xml(name, look)))
        for style in styles_of(look):
            if (not kind or style.kind == kind) and wanted in (
                style.name.casefold(),
                shown_name(style.name).casefold(),
            ):
                made = parse(style_xml(style, look))
                for numbered in list(made.iter(tag("w:numPr"))):  # its list is another document's
                    from deskworld_docs.numbering import new_list

                    kind_of_list = "bullet" if "Bullet" in style.name else "number"
                    put(numbered, "w:numId", val=new_list(self.paper, kind_of_list))
                for link in made.findall(tag("w:basedOn")):
                    base = next((s for s in styles_of(look) if s.identifier == val(link)), None)
                    if base is not None and val(link) not in self._by_id:
                        link.set(tag("w:val"), val(self.find(base.name, base.kind), "styleId"))
                return self._take(made)
        return None

    def _foreign(self) -> bool:
        """Whether the document has a design of somebody else's."""
        return not any(val(child(style, "w:name")) == "Code Block" for style in self._by_id.values())

    def _take(self, style: Element) -> Element:
        self.root.append(style)
        self._by_id[val(style, "styleId")] = style
        self._chains.clear()
        return style

    def add(self, style: Element) -> None:
        """Take a new w:style in."""
        self._take(style)

    def derived(self, name: str, base: str) -> str:
        """The name of a style that looks like its base and is called otherwise; made where it is missing."""
        names = [val(child(style, "w:name")) for style in self._by_id.values()]
        known = next((each for each in names if each.casefold() == name.casefold()), "")
        if known:
            return known
        stem = "".join(letter for letter in name if letter.isascii() and letter.isalnum())
        tries = (f"{stem}{count}" for count in itertools.chain([""], itertools.count(2)))
        identifier = next(each for each in tries if each not in self._by_id)
        style = make("w:style", make("w:name", val=name), type="paragraph", customStyle=1, styleId=identifier)
        style.append(make("w:basedOn", val=self.identifier(base)))
        style.append(make("w:uiPriority", val=35))
        self._take(style)
        return name

    def identifier(self, name: str, kind: str = "paragraph") -> str:
        """The id of a style that is found or drawn."""
        return val(self.find(name, kind), "styleId")


def flag_attribute(style: Element) -> bool:
    """Whether a style is the default of its kind."""
    return val(style, "default") in ("1", "true", "on")


def is_heading_style(style: Element) -> bool:
    """Whether a style is one of Word's headings."""
    return is_w(style, "style") and val(child(style, "w:name")).casefold().startswith("heading ")
