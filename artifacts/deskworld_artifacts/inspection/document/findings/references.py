"""What points somewhere: tables of contents against the headings, links and fields against what they lead to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...ooxml import NAMESPACES, Element, deep, local
from ..facts import Finding
from ..styles import val
from .contrast import short
from .scene import Place, Scene

_ID = f"{{{NAMESPACES['r']}}}id"
_ERRORS = re.compile(r"Error! [A-Z][^.!]*[.!]|Fehler! [A-Z][^.!]*[.!]|Erreur ! [^.!]*[.!]")
_ADDRESS = re.compile(r"^(?:https?://[^\s/]+\.?[^\s]*|mailto:[^@\s]+@[^@\s]+|ftp://\S+|tel:\S+|file:.*|[^:]*)$", re.I)
_POINTING = ("REF", "PAGEREF", "NOTEREF")


@dataclass
class TocField:
    """A table of contents as it stands: its code, and its entries as (text, page as written)."""

    code: str
    place: Place
    entries: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def levels(self) -> range:
        """Which heading levels it gathers."""
        said = re.search(r'\\o\s+"(\d)-(\d)"', self.code)
        return range(int(said.group(1)), int(said.group(2)) + 1) if said else range(1, 10)

    @property
    def of_headings(self) -> bool:
        """Whether it gathers headings, and not captions or marked entries."""
        return not re.search(r"\\[cfta]\s", self.code + " ")


def tables_of_contents(scene: Scene) -> list[TocField]:
    """The tables of contents of the body with their entries."""
    found: list[TocField] = []
    open_fields: list[TocField | None] = []
    for place in (one for one in scene.of_body if not one.where):
        was = [one for one in open_fields if one]
        for one in place.element.iter():
            name = local(one)
            if name == "fldChar":
                kind = val(one, "fldCharType")
                if kind == "begin":
                    open_fields.append(None)
                elif kind == "end" and open_fields:
                    open_fields.pop()
            elif name == "instrText" and open_fields and (one.text or "").strip().startswith("TOC"):
                open_fields[-1] = TocField((one.text or "").strip(), place)
                found.append(open_fields[-1])
            elif name == "instrText" and open_fields and open_fields[-1]:
                open_fields[-1].code += one.text or ""
        inside = was or [one for one in open_fields if one]
        text = place.facts.text.strip()
        if inside and text:
            title, _, number = text.rpartition("\t")
            inside[0].entries.append((title, number.strip()) if title else (text, ""))
    return found


def contents(scene: Scene) -> Iterator[Finding]:
    """Tables of contents whose entries are not the headings."""
    for table in tables_of_contents(scene):
        if not table.of_headings:
            continue
        entries = [plain(text) for text, _ in table.entries]
        if not any(number for _, number in table.entries) and len(entries) <= 1:
            yield table.place.finding("stale_contents", "the table of contents holds no entries yet.")
            continue
        levels = table.levels
        titles = [heading for heading in scene.facts.outline if heading.level in levels]
        wanted = [plain(heading.text) for heading in titles]
        missing = [heading.text for heading in titles if not _listed(plain(heading.text), entries)]
        extra = [text for text, _ in table.entries if not _listed(plain(text), wanted)]
        parts = [f'lacks "{short(text)}"' for text in missing[:3]] + [f'lists "{short(text)}"' for text in extra[:3]]
        if parts:
            more = len(missing) + len(extra) - len(parts)
            words = "; ".join(parts) + (f"; and {more} more" if more > 0 else "")
            yield table.place.finding("stale_contents", f"the table of contents is stale: it {words}.")


def _listed(text: str, entries: list[str]) -> bool:
    """Whether a text is among the entries; an entry may carry the heading's number before it."""
    return any(one == text or one.endswith(f" {text}") or text.endswith(f" {one}") for one in entries)


def plain(text: str) -> str:
    """A heading as it compares: words in small letters, one blank between them."""
    return " ".join(text.split()).lower()


def links(scene: Scene) -> Iterator[Finding]:
    """Links that lead nowhere: a bookmark or an address that is not there."""
    marks = _bookmarks(scene)
    for link in deep(scene.body, "w:hyperlink"):
        place = scene.at(link)
        if place is None:
            continue
        words = "".join(one.text or "" for one in deep(link, "w:t"))
        identifier, anchor = link.get(_ID, ""), val(link, "anchor")
        relation = scene.relations.get(identifier)
        if identifier and relation is None:
            yield place.finding("broken_link", f'the link "{short(words)}" has lost its target.')
        elif relation and not _ADDRESS.match(relation.target.strip()):
            yield place.finding("broken_link", f'the link "{short(words)}" has no valid address: {relation.target!r}.')
        elif anchor and not identifier and anchor.lower() not in marks and anchor != "_top":
            yield place.finding(
                "broken_link", f'the link "{short(words)}" leads to the bookmark {anchor!r}, which is not there.'
            )


def bookmarks(scene: Scene) -> Iterator[Finding]:
    """Bookmarks of one name, and bookmarks that begin and never end: what points to them finds the wrong words."""
    ends = {val(one, "id") for one in deep(scene.body, "w:bookmarkEnd")}
    names: set[str] = set()
    for one in deep(scene.body, "w:bookmarkStart"):
        name, place = val(one, "name"), scene.at(one)
        if place is None:
            continue
        if name.lower() in names:
            yield place.finding("broken_bookmark", f"the bookmark {name!r} is there more than once.")
        elif val(one, "id") not in ends:
            yield place.finding("broken_bookmark", f"the bookmark {name!r} begins and never ends.")
        names.add(name.lower())


def notes(scene: Scene) -> Iterator[Finding]:
    """Marks of footnotes and endnotes that are not there."""
    for kind in ("footnote", "endnote"):
        parts = [one.target for one in scene.relations.values() if one.kind == f"{kind}s"]
        there = {val(note, "id") for part in parts if part in scene.package for note in scene.package.xml(part)}
        for mark in deep(scene.body, f"w:{kind}Reference"):
            if val(mark, "id") not in there and (place := scene.at(mark)):
                yield place.finding("broken_note", f"it calls a {kind} that is not there; delete its mark.")


def fields(scene: Scene) -> Iterator[Finding]:
    """Fields that point to a bookmark that is not there, or show that they found nothing."""
    marks = _bookmarks(scene)
    for place in scene.places:
        told = False
        for code in _codes(place.element):
            words = code.split()
            name = words[0].upper() if words else ""
            target = words[1].strip('"') if len(words) > 1 else ""
            if name == "HYPERLINK" and (inner := re.search(r'\\l\s+"([^"]+)"', code)):
                name, target = "REF", inner.group(1)
            if name in _POINTING and target and not target.startswith("\\") and target.lower() not in marks:
                told = True
                yield place.finding(
                    "broken_field", f"the field {' '.join(words[:2])} points to a bookmark that is not there."
                )
        shown = _ERRORS.search(place.facts.text)
        if shown and not told:
            yield place.finding("broken_field", f'it shows "{short(shown.group(), 60)}"')


def _codes(element: Element) -> Iterator[str]:
    """The codes of the fields that begin in a paragraph."""
    open_codes: list[str] = []
    for one in element.iter():
        name = local(one)
        if name == "fldSimple":
            yield val(one, "instr").strip()
        elif name == "fldChar":
            kind = val(one, "fldCharType")
            if kind == "begin":
                open_codes.append("")
            elif open_codes and kind in ("separate", "end") and open_codes[-1]:
                yield open_codes[-1].strip()
                open_codes[-1] = ""
            if kind == "end" and open_codes:
                open_codes.pop()
        elif name == "instrText" and open_codes:
            open_codes[-1] += one.text or ""


def _bookmarks(scene: Scene) -> set[str]:
    return {val(one, "name").lower() for one in deep(scene.body, "w:bookmarkStart")}
