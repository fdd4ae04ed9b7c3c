"""One document appended to another: what it refers to comes along, and what both call alike is kept apart.

A style that both have is the first document's; one that only the other has comes along with those it is based on.
Lists, notes, comments, bookmarks and drawings get new numbers. Parts (pictures, charts, headers ...) are copied with
all that hangs on them; a picture that is there already is used again.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from deskworld_docs.markup import add, child, deep, drop, is_w, make, number, put, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STYLED = ("pStyle", "rStyle", "tblStyle")
_POINTING = ("REF", "PAGEREF", "NOTEREF", "HYPERLINK")


class Joiner:
    """Appends documents to `paper`."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.part = paper.document.part

    def join(self, other: Paper, start: str) -> None:
        """Append a document, as a section of its own."""
        body = copy.deepcopy(other.body)
        last = child(body, "w:sectPr")
        self._end_section()
        new = child(self.paper.body, "w:sectPr")
        assert new is not None
        roots = [body]
        styles = self._styles(other, body)
        lists = self._lists(other)
        notes = {kind: self._notes(other, kind, styles, lists) for kind in ("footnote", "endnote")}
        comments = self._comments(other, body)
        self._say_lists(other, body)
        self._rename(roots, styles, lists, notes, comments)
        self._marks(body)
        self._parts(body, other.document.part, self.part, styles, lists)
        sections = list(deep(body, "w:sectPr"))
        for one in list(body):
            if one is not last:
                new.addprevious(one)
        # What stands at the end of the body says how the last section looks; the first says where all of this begins.
        if last is not None:
            new.getparent().replace(new, last)
        first = next(iter(sections), last if last is not None else new)
        drop(first, "w:type")
        if start != "new page":
            put(first, "w:type", val={"same page": "continuous", "odd page": "oddPage"}[start])
        self._own_margins(first)
        self._drawings()

    def _end_section(self) -> None:
        """Close the section that is open: its properties move into a last paragraph, the new section begins."""
        final = child(self.paper.body, "w:sectPr")
        if final is None:
            final = make("w:sectPr")
            self.paper.body.append(final)
        closing = copy.deepcopy(final)
        previous = final.getprevious()
        if previous is not None and is_w(previous, "p") and child(previous, "w:pPr", "w:sectPr") is None:
            from deskworld_docs.markup import properties

            add(properties(previous), closing)
        else:
            paragraph = make("w:p", make("w:pPr", closing))
            put(child(paragraph, "w:pPr"), "w:spacing", before=0, after=0, line=20, lineRule="exact")  # pyright: ignore
            final.addprevious(paragraph)

    def _own_margins(self, section: Element) -> None:
        """A section that names no header or footer would show the one before's: it gets an empty one."""
        for kind, root in (("header", "hdr"), ("footer", "ftr")):
            there = {val(one, "type") for one in section.findall(tag(f"w:{kind}Reference"))}
            shown = {"default", *(["first"] if child(section, "w:titlePg") is not None else [])}
            for name in sorted(shown - there):
                part = self.paper.add_part(f"{kind}1.xml", kind, f"{kind}+xml", f"<w:{root}><w:p/></w:{root}>")
                reference = make(f"w:{kind}Reference", type=name)
                reference.set(f"{_R}id", _relation(self.part, part))
                add(section, reference)

    def _styles(self, other: Paper, body: Element) -> dict[str, str]:
        """Bring the styles that are missing; which id each style has here."""
        here = self.paper.document.styles.element
        named = {_name(style): val(style, "styleId") for style in here.findall(tag("w:style"))}
        taken = set(named.values())
        there = {val(style, "styleId"): style for style in other.document.styles.element.findall(tag("w:style"))}
        mapped: dict[str, str] = {}
        wanted = [val(one) for one in body.iter(*(tag(f"w:{name}") for name in _STYLED))]
        for kind in ("footnotes", "endnotes", "header", "footer"):
            for root in _roots(other, kind):
                wanted += [val(one) for one in root.iter(*(tag(f"w:{name}") for name in _STYLED))]
        wanted += [val(style, "styleId") for style in there.values() if val(style, "default") in ("1", "true")]
        fresh: list[Element] = []
        while wanted:
            identifier = wanted.pop()
            style = there.get(identifier)
            if identifier in mapped or style is None:
                continue
            if _name(style) in named:
                mapped[identifier] = named[_name(style)]
                continue
            made = copy.deepcopy(style)
            new = identifier
            while new in taken:
                new += "x"
            taken.add(new)
            made.set(tag("w:styleId"), new)
            made.attrib.pop(tag("w:default"), None)
            mapped[identifier] = new
            fresh.append(made)
            wanted += [val(child(style, f"w:{name}")) for name in ("basedOn", "link", "next")]
        for style in fresh:
            for name in ("basedOn", "link", "next"):
                found = child(style, f"w:{name}")
                if found is not None:
                    found.set(tag("w:val"), mapped.get(val(found), val(found)))
            here.append(style)
        self._fresh = fresh
        return mapped

    def _lists(self, other: Paper) -> dict[str, str]:
        """Bring the lists with new numbers; which number each has here."""
        there = other.part_root("numbering")
        if there is None:
            return {}
        from deskworld_docs.numbering import numbering_root

        here = numbering_root(self.paper)
        abstract = max((number(one, "abstractNumId") for one in here.findall(tag("w:abstractNum"))), default=-1)
        listed = max((number(one, "numId") for one in here.findall(tag("w:num"))), default=0)
        renamed: dict[str, str] = {}
        mapped: dict[str, str] = {}
        first = child(here, "w:num")
        for one in there.findall(tag("w:abstractNum")):
            abstract += 1
            renamed[val(one, "abstractNumId")] = str(abstract)
            made = copy.deepcopy(one)
            made.set(tag("w:abstractNumId"), str(abstract))
            drop(made, "w:nsid", "w:tmpl")  # lists of one nsid would be merged by Word
            if first is not None:
                first.addprevious(made)
            else:
                here.append(made)
        for one in there.findall(tag("w:num")):
            listed += 1
            mapped[val(one, "numId")] = str(listed)
            made = copy.deepcopy(one)
            made.set(tag("w:numId"), str(listed))
            abstracted = child(made, "w:abstractNumId")
            if abstracted is not None:
                abstracted.set(tag("w:val"), renamed.get(val(abstracted), "0"))
            here.append(made)
        for style in self._fresh:  # a list style that came along counts on with its own list
            for one in deep(style, "w:numId"):
                one.set(tag("w:val"), mapped.get(val(one), val(one)))
        return mapped

    def _say_lists(self, other: Paper, body: Element) -> None:
        """A paragraph that is in a list by its style alone says so itself: the style here counts on in another list."""
        from deskworld_docs.markup import properties
        from deskworld_docs.styling import Styles

        styles = Styles(other)
        for paragraph in deep(body, "w:p"):
            if child(paragraph, "w:pPr", "w:numPr") is not None or not val(child(paragraph, "w:pPr", "w:pStyle")):
                continue
            found = next(styles.inherited(paragraph, "w:pPr", "w:numPr"), None)
            if found is not None and child(found, "w:numId") is not None:
                add(properties(paragraph), copy.deepcopy(found))

    def _notes(self, other: Paper, kind: str, styles: dict[str, str], lists: dict[str, str]) -> dict[str, str]:
        there = other.part_root(f"{kind}s")
        if there is None:
            return {}
        from deskworld_docs.footnoting import notes_root

        here = notes_root(self.paper, kind)  # pyright: ignore[reportArgumentType]
        part = self.paper.related(f"{kind}s")
        source = other.related(f"{kind}s")
        assert part is not None and source is not None
        last = max((number(one, "id") for one in here), default=0)
        mapped: dict[str, str] = {}
        for note in there.findall(tag(f"w:{kind}")):
            if val(note, "type") not in ("", "normal"):
                continue
            last += 1
            mapped[val(note, "id")] = str(last)
            made = copy.deepcopy(note)
            made.set(tag("w:id"), str(last))
            self._rename([made], styles, lists, {}, {})
            self._parts(made, source, part, styles, lists)
            here.append(made)
        return mapped

    def _comments(self, other: Paper, body: Element) -> dict[str, str]:
        """Comments that the body refers to, with new ids; who answers whom is kept by the ids of their paragraphs."""
        from deskworld_docs.comments import carry

        used = {val(one, "id") for one in deep(body, "w:commentReference")}
        return carry(other, self.paper, used) if used else {}

    def _rename(
        self,
        roots: Iterable[Element],
        styles: dict[str, str],
        lists: dict[str, str],
        notes: dict[str, dict[str, str]],
        comments: dict[str, str],
    ) -> None:
        """Give what an element names the names it has here."""
        for root in roots:
            for one in root.iter():
                if is_w(one, *_STYLED):
                    one.set(tag("w:val"), styles.get(val(one), val(one)))
                elif is_w(one, "numId"):
                    one.set(tag("w:val"), lists.get(val(one), "0"))
                elif is_w(one, "footnoteReference", "endnoteReference"):
                    kind = "footnote" if is_w(one, "footnoteReference") else "endnote"
                    one.set(tag("w:id"), notes.get(kind, {}).get(val(one, "id"), val(one, "id")))
                elif is_w(one, "commentRangeStart", "commentRangeEnd", "commentReference"):
                    one.set(tag("w:id"), comments.get(val(one, "id"), val(one, "id")))

    def _marks(self, body: Element) -> None:
        """Bookmarks get ids of their own, and names where theirs are taken; what points to them follows."""
        here = list(deep(self.paper.body, "w:bookmarkStart"))
        names = {val(one, "name").casefold() for one in here}
        last = max((number(one, "id") for one in self.paper.body.iter() if one.get(tag("w:id"))), default=0)
        ids: dict[str, str] = {}
        renamed: dict[str, str] = {}
        for one in deep(body, "w:bookmarkStart"):
            last += 1
            ids[val(one, "id")] = str(last)
            name, new, count = val(one, "name"), val(one, "name"), 1
            while new.casefold() in names:
                count += 1
                new = f"{name[:35]}_{count}"
            names.add(new.casefold())
            renamed[name] = new
            one.set(tag("w:name"), new)
        for one in deep(body, "w:bookmarkStart", "w:bookmarkEnd"):
            one.set(tag("w:id"), ids.get(val(one, "id"), val(one, "id")))
        for one in deep(body, "w:hyperlink"):
            if val(one, "anchor") in renamed:
                one.set(tag("w:anchor"), renamed[val(one, "anchor")])
        for one in deep(body, "w:instrText"):
            words = (one.text or "").split(" ")
            if any(word.upper() in _POINTING for word in words):
                one.text = " ".join(_pointed(word, renamed) for word in words)
        for one in deep(body, "w:fldSimple"):
            code = " ".join(_pointed(word, renamed) for word in val(one, "instr").split(" "))
            one.set(tag("w:instr"), code)
        for one in deep(body, "w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange", "w:pPrChange"):
            last += 1
            one.set(tag("w:id"), str(last))

    def _parts(self, root: Element, source: Part, target: Part, styles: dict[str, str], lists: dict[str, str]) -> None:
        """Copy what an element's relations lead to, and let them lead there."""
        for one in root.iter():
            for key in [key for key in one.attrib if str(key).startswith(_R)]:
                rel = source.rels.get(one.get(key))
                if rel is None:
                    continue
                if rel.is_external:
                    one.set(key, target.relate_to(rel.target_ref, rel.reltype, is_external=True))
                else:
                    one.set(key, target.relate_to(self._copied(rel.target_part, styles, lists), rel.reltype))

    def _copied(self, part: Part, styles: dict[str, str], lists: dict[str, str]) -> Part:
        """A part of the other document in this one, with all that hangs on it."""
        from docx.opc.packuri import PackURI
        from docx.opc.part import Part as OpcPart
        from lxml import etree

        package = self.part.package
        there = list(package.iter_parts())
        if str(part.content_type).startswith("image/"):
            same = next((one for one in there if one.content_type == part.content_type and one.blob == part.blob), None)
            if same is not None:
                return same
        name = str(part.partname)
        stem, _, ending = name.rpartition(".")
        stem = stem.rstrip("0123456789")
        taken = {str(one.partname) for one in there} | {f"/{one}" for one in self.paper.origin.orphans}
        count = 1
        while f"{stem}{count}.{ending}" in taken:
            count += 1
        blob = part.blob
        made: Any = OpcPart(PackURI(f"{stem}{count}.{ending}"), part.content_type, blob, package)
        if part.content_type.endswith(("header+xml", "footer+xml")):
            from docx.oxml.parser import parse_xml

            root = parse_xml(blob)
            self._rename([root], styles, lists, {}, {})
            made.blob_root = root
            made._blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        # A relation's id stays: the copied XML names it.
        for identifier, rel in part.rels.items():
            if rel.is_external:
                made.rels.add_relationship(rel.reltype, rel.target_ref, identifier, is_external=True)
            else:
                held = self.part.relate_to(made, "urn:held") if made not in there else ""
                copied = self._copied(rel.target_part, styles, lists)
                made.rels.add_relationship(rel.reltype, copied, identifier)
                if held:
                    self.part.rels.pop(held)
        return made

    def _drawings(self) -> None:
        """Every drawing of the document has a number of its own."""
        for count, one in enumerate(self.paper.body.iter(tag("wp:docPr")), 1):
            one.set("id", str(count))


def _name(style: Element) -> tuple[str, str]:
    return val(style, "type"), val(child(style, "w:name")).casefold()


def _roots(paper: Paper, kind: str) -> list[Element]:
    rels = paper.document.part.rels.values()
    parts = [rel.target_part for rel in rels if not rel.is_external and rel.reltype.rsplit("/", 1)[-1] == kind]
    return [paper.root(part) for part in parts]


def _relation(part: Part, target: Part) -> str:
    return next(name for name, rel in part.rels.items() if not rel.is_external and rel.target_part is target)


def _pointed(word: str, renamed: dict[str, str]) -> str:
    bare = word.strip('"')
    return word.replace(bare, renamed[bare]) if bare in renamed else word
