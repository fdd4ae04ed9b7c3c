"""Links: to an address, to a heading, to a bookmark; and the bookmarks they need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from deskworld_kit import ToolError

from deskworld_docs.markdown.model import slug
from deskworld_docs.markup import clean, deep, is_w, local, make, properties, put, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks
from deskworld_docs.styling import Styles
from deskworld_docs.words import text_of

_SCHEMES = ("http", "https", "mailto", "ftp", "ftps", "tel", "sms")
_SCHEME = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]*):")


def checked_address(address: str, *, argument: str = "url") -> str:
    """An address that a link may have.

    Raises:
        ToolError: It would run or open something on the reader's machine, or is none.
    """
    said = clean(address).strip()
    scheme = _SCHEME.match(said)
    if not said or "\n" in said or len(said) > 2000:
        raise ToolError("an address is one line of at most 2000 letters", argument=argument)
    if scheme and scheme[1].casefold() not in _SCHEMES:
        raise ToolError(f"a link may not lead to {scheme[1]}:; say an http(s) or mailto address", argument=argument)
    return said


class Linker:
    """Makes links in one part of a document."""

    def __init__(self, paper: Paper, part: Part) -> None:
        self.paper = paper
        self.part = part
        self.styles = Styles(paper)
        self._open: list[tuple[Element, str, Part]] = []

    def wrap(self, paragraph: Element, run: Element, link: str, title: str = "") -> None:
        """Add a run to a paragraph as a link; one to a heading is settled later."""
        looks = properties(run)
        if looks.find(tag("w:rStyle")) is None:
            put(looks, "w:rStyle", val=self.styles.identifier("Hyperlink", "character"))
        last = paragraph[-1] if len(paragraph) else None
        if last is not None and is_w(last, "hyperlink") and last.get("_link") == link:
            last.append(run)
            return
        holder = make("w:hyperlink", run)
        holder.set("_link", link)
        if title:
            holder.set(tag("w:tooltip"), clean(title))
        paragraph.append(holder)
        self._open.append((holder, link, self.part))

    def settle(self, elements: Sequence[Element]) -> None:
        """Give the links that were made their goals; `elements` are headings that are not in the document yet."""
        headings: dict[str, Element] = {}
        if any(link.startswith("#") for _, link, _ in self._open):
            there = [block for block in (*blocks(self.paper.body), *elements) if is_w(block, "p")]
            for paragraph in there:
                if self.styles.outline_level(paragraph):
                    headings.setdefault(slug(text_of(paragraph)), paragraph)
        for holder, link, part in self._open:
            holder.attrib.pop("_link")
            if link.startswith("#"):
                self._inside(holder, unquote(link[1:]), headings)
                continue
            try:
                address = checked_address(link)
            except ToolError as error:
                self.paper.warnings.append(f"a link was left out: {error}")
                _unlink(holder)
                continue
            self.set_address(holder, address, part)
        self._open.clear()

    def take(self, other: Linker) -> None:
        """Settle the links of another one, made for another part, together with these."""
        self._open += other._open
        other._open = []

    def set_address(self, holder: Element, address: str, part: Part | None = None) -> None:
        """Lead a w:hyperlink to an address."""
        from docx.opc.constants import RELATIONSHIP_TYPE as RT

        goal = self.part if part is None else part
        holder.set(tag("r:id"), goal.relate_to(address, RT.HYPERLINK, is_external=True))
        holder.set(tag("w:history"), "1")

    def _inside(self, holder: Element, name: str, headings: dict[str, Element]) -> None:
        goal = headings.get(slug(name))
        if goal is not None:
            holder.set(tag("w:anchor"), bookmark(self.paper, goal, name))
        elif any(val(mark, "name") == name for mark in deep(self.paper.body, "w:bookmarkStart")):
            holder.set(tag("w:anchor"), name)
        else:
            self.paper.warnings.append(f"the link #{name} leads to no heading or bookmark, so it is plain text")
            _unlink(holder)


def _unlink(holder: Element) -> None:
    for run in list(holder):
        _plain(run)
        holder.addprevious(run)
    holder.getparent().remove(holder)


def alone(run: Element) -> Element:
    """A run, or the tracked insertion around it with nothing else in it: what a link can be put around."""
    holder = run.getparent()
    if not is_w(holder, "ins", "moveTo"):
        return run
    mine = _twin(holder)
    _lift(run)
    run.addprevious(mine)
    mine.append(run)
    return mine


def _twin(holder: Element) -> Element:
    """An empty element like this one."""
    made = make(f"w:{local(holder)}")
    for key, value in holder.attrib.items():
        made.set(key, value)
    return made


def _lift(element: Element) -> None:
    """Take an element out of the one around it, which goes on before and after it."""
    holder = element.getparent()
    after = _twin(holder)
    after.extend(list(element.itersiblings()))
    holder.addnext(element)
    if len(after):
        element.addnext(after)
    if not len(holder):
        holder.getparent().remove(holder)


def unlink(run: Element) -> None:
    """Take a run out of the w:hyperlink around it, which goes on before and after it."""
    _plain(run)
    _lift(run)


def _plain(run: Element) -> None:
    """A run that is no link any more does not look like one."""
    style = run.find(f"{tag('w:rPr')}/{tag('w:rStyle')}")
    if style is not None and val(style) in ("Hyperlink", "InternetLink"):
        style.getparent().remove(style)


def bookmark(paper: Paper, paragraph: Element, name: str) -> str:
    """The name of a bookmark around a paragraph's text, made where it has none."""
    for mark in deep(paragraph, "w:bookmarkStart"):
        if val(mark, "name") and not val(mark, "name").startswith("_GoBack"):
            return val(mark, "name")
    number, said = paper.marks.new(name)
    first = next((n for n, one in enumerate(paragraph) if not is_w(one, "pPr")), len(paragraph))
    paragraph.insert(first, make("w:bookmarkStart", id=number, name=said))
    paragraph.append(make("w:bookmarkEnd", id=number))
    return said


class Marks:
    """Ids and names of bookmarks that a document has or is about to get."""

    def __init__(self, body: Element) -> None:
        marks = list(deep(body, "w:bookmarkStart"))
        self._names = {val(mark, "name").casefold() for mark in marks}
        self._last = max((int(val(mark, "id")) for mark in marks if val(mark, "id").isdigit()), default=0)

    def new(self, wanted: str) -> tuple[int, str]:
        """An id and a name near the one wanted that no bookmark has: letters, digits, underscores, at most 40."""
        stem = re.sub(r"\W+", "_", wanted).strip("_")[:34] or "place"
        if not stem[0].isalpha() and not wanted.startswith("_"):
            stem = f"h_{stem}"[:34]
        stem = f"_{stem}" if wanted.startswith("_") else stem
        said, count = stem, 1
        while said.casefold() in self._names:
            count += 1
            said = f"{stem}_{count}"
        self._names.add(said.casefold())
        self._last += 1
        return self._last, said
