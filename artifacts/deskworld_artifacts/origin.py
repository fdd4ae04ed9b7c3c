"""What an office package was when it was opened, so that what nobody changed is written as it was, byte for byte.

python-docx and python-pptx parse what they know and write all of it anew, in their own order, and without the members
that no relation leads to. `Origin` stands beside such a package and writes it: members that say what they said before
go over as they lay in the old zip, relations and content types among them, in the order they had.

Nothing is compared before it is saved: who only reads pays nothing. What a library parsed is written out and held
against the old bytes; where those differ, against the old bytes parsed and written the same way.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .packing import PackageWriter

TYPES = "[Content_Types].xml"
_LOOSE = "urn:deskworld:leads-nowhere:"


class Members(Mapping[str, bytes]):
    """The members of a zip, each unpacked when it is asked for."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self._names = {entry.filename: entry for entry in archive.infolist() if not entry.is_dir()}

    def __getitem__(self, name: str) -> bytes:
        return self.archive.read(self._names[name])

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Written(NamedTuple):
    """What was written: all members in their order, and those that are not as they were."""

    names: list[str]
    new: dict[str, bytes]


class Origin:
    """A package as it was when it was opened.

    Args:
        package: python-docx's or python-pptx's, as just opened.
        members: What it was read from.
        archive: The zip that holds them.
        parse: How the library parses XML.
        given: What the library was given instead of some members (see `without_loose_ends`).
    """

    def __init__(
        self,
        package: Any,
        members: Mapping[str, bytes],
        archive: zipfile.ZipFile,
        parse: Callable[[bytes], Any],
        given: Mapping[str, bytes] | None = None,
    ) -> None:
        self.package = package
        self.members = members
        self.archive = archive
        self._parse = parse
        self._given = given or {}
        self._roots: dict[Any, Any] = {}
        parts = list(package.iter_parts())
        # A part may get another name later (the slide that became the first one).
        self._came: dict[Any, str] = {part: part.partname.membername for part in parts}
        known = {name for part in parts for name in (self._came[part], rels_of(part))}
        self.orphans = [name for name in members if name not in known and name not in (TYPES, "_rels/.rels")]
        """Members that no relation leads to: they are kept."""

    def root(self, part: Any) -> Any:
        """The XML of a part that the library parsed, or that it kept as bytes and is parsed here; changes are saved."""
        if hasattr(part, "_element"):
            return part._element
        if part not in self._roots:
            self._roots[part] = self._parse(part.blob)
        return self._roots[part]

    def blob(self, part: Any) -> bytes:
        """What to write of a part: what came, unless it was changed."""
        element = self._roots.get(part, getattr(part, "_element", None))
        if element is None:
            return part.blob
        now = _written(element)
        came = self.members.get(self._came.get(part, ""))
        if came is None or came == now or _written(self._parse(came)) != now:
            return now
        return came

    def rels(self, holder: Any, name: str) -> bytes:
        """What to write of the relations of a part, or of the package."""
        base = holder.partname.baseURI if hasattr(holder, "partname") else "/"
        came = rels_name(self._came[holder]) if holder in self._came else name if holder is self.package else ""
        old, rels = self.members.get(came), _rels(holder)
        if old is None:
            return rels.xml
        given = self._given.get(came) or old
        if posixpath.dirname(came) == posixpath.dirname(name) and _leads(base, given) == _said(rels):
            return old
        return _with_loose_ends(rels.xml, old)

    def content_types(self, parts: list[Any], names: list[str]) -> bytes:
        """The list of content types: the old one, with new parts added and lost ones left out."""
        from lxml import etree

        came = self.members[TYPES]
        root: Any = etree.fromstring(came)
        space = root.tag.rpartition("}")[0] + "}"
        gone = {f"/{name}" for name in self.members} - {f"/{name}" for name in names}
        defaults: dict[str, str] = {}
        said: dict[str, Any] = {}
        changed = False
        for entry in list(root):
            if entry.tag == f"{space}Default":
                defaults[entry.get("Extension", "").lower()] = entry.get("ContentType", "")
            elif entry.get("PartName") in gone:
                root.remove(entry)
                changed = True
            elif entry.get("PartName"):
                said[entry.get("PartName").lower()] = entry
        for part in parts:
            name, kind = str(part.partname), part.content_type
            ending = name.rpartition(".")[2].lower()
            entry = said.get(name.lower())
            now = entry.get("ContentType") if entry is not None else defaults.get(ending)
            if now == kind:
                continue
            changed = True
            if entry is not None:
                entry.set("ContentType", kind)
            elif ending not in defaults and "xml" not in kind:  # pictures and films are said once a kind
                defaults[ending] = kind
                root.insert(0, etree.Element(f"{space}Default", Extension=ending, ContentType=kind))
            else:
                etree.SubElement(root, f"{space}Override", PartName=name, ContentType=kind)
        return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True) if changed else came

    def write(self, place: Path) -> Written:
        """The members into a zip, in the order they had."""
        parts = list(self.package.iter_parts())
        made: dict[str, bytes | None] = {TYPES: None, "_rels/.rels": self.rels(self.package, "_rels/.rels")}
        for part in parts:
            name = part.partname.membername
            # A picture that nobody looked at need not be unpacked to be what it was.
            same = self._came.get(part) == name
            made[name] = None if same and getattr(part, "still_packed", "") == name else self.blob(part)
            if part.rels or (same and rels_of(part) in self.members):
                made[rels_of(part)] = self.rels(part, rels_of(part))
        for name in self.orphans:
            made.setdefault(name, None)
        made[TYPES] = self.content_types(parts, list(made))
        ordered = [name for name in self.members if name in made]
        ordered += [name for name in made if name not in self.members]
        new: dict[str, bytes] = {}
        with PackageWriter(place, self.archive) as out:
            for name in ordered:
                data = made[name]
                if data is None:
                    out.keep(name)
                elif not out.put(name, data):
                    new[name] = data
        return Written(ordered, new)


def rels_name(name: str) -> str:
    """The name of the member that holds a part's relations, by that of the part."""
    folder, stem = posixpath.split(name)
    return posixpath.join(folder, "_rels", f"{stem}.rels")


def rels_of(part: Any) -> str:
    """The name of the member that holds a part's relations."""
    return part.partname.rels_uri.membername


def _rels(holder: Any) -> Any:
    """The relations of a part or a package, as each of the libraries calls them."""
    return holder._rels if hasattr(holder, "_rels") else holder.rels


def without_loose_ends(members: Mapping[str, bytes]) -> dict[str, bytes]:
    """Members that hold relations whose part is missing, by name, with those leading out of the package to nothing.

    Word leaves such behind ("NULL"), and a library that follows one fails. Their ids stay taken, and `Origin` writes
    them as they were.
    """
    from lxml import etree

    names = {name.casefold() for name in members}
    changed: dict[str, bytes] = {}
    for name in members:
        if not name.endswith(".rels"):
            continue
        root: Any = etree.fromstring(members[name])
        loose = [rel for rel in root if rel.get("TargetMode") != "External" and _goal(name, rel) not in names]
        for rel in loose:
            rel.set("TargetMode", "External")
            rel.set("Type", _LOOSE + rel.get("Type", ""))
        if loose:
            changed[name] = etree.tostring(root)
    return changed


def _goal(name: str, rel: Any) -> str:
    """The member that a relation leads to, in small letters."""
    folder = posixpath.dirname(posixpath.dirname(name))
    return posixpath.normpath(posixpath.join("/", folder, rel.get("Target", ""))).lstrip("/").casefold()


def _with_loose_ends(new: bytes, old: bytes) -> bytes:
    """Relations as a library wrote them, those that lead nowhere as they were."""
    from lxml import etree

    if _LOOSE.encode() not in new:
        return new
    root: Any = etree.fromstring(new)
    came = {rel.get("Id"): rel for rel in etree.fromstring(old)}
    for rel in root:
        if rel.get("Type", "").startswith(_LOOSE):
            said = dict(came[rel.get("Id")].attrib)
            rel.attrib.clear()
            rel.attrib.update(said)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _written(element: Any) -> bytes:
    from lxml import etree

    return etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True)


def _said(rels: Any) -> list[tuple[str, str, str, bool]]:
    """Relations as a library has them, their targets as names of parts."""
    return sorted(
        (rid, rel.reltype, rel.target_ref if rel.is_external else str(rel.target_part.partname), rel.is_external)
        for rid, rel in rels.items()
    )


def _leads(base: str, xml: bytes) -> list[tuple[str, str, str, bool]]:
    """Relations as they were written."""
    from lxml import etree

    found: list[tuple[str, str, str, bool]] = []
    for rel in etree.fromstring(xml):
        target, out = rel.get("Target", ""), rel.get("TargetMode") == "External"
        goal = target if out else posixpath.normpath(posixpath.join(base, target))
        found.append((rel.get("Id", ""), rel.get("Type", ""), goal, out))
    return sorted(found)
