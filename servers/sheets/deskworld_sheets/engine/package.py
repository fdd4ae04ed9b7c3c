"""The package: a workbook as the zip of parts that it is.

A part is read when it is asked for, parsed when somebody needs its tree, and written anew only when it was
edited; every other part goes into the saved file with the bytes it came with. That, and nothing cleverer, is
why a chart, a macro or a part from a later Excel survives an edit to one cell.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from deskworld_artifacts.packing import PackageWriter
from deskworld_kit import ToolError
from lxml import etree

from .markup import Element, parse, q, serialize

CONTENT_TYPES = "[Content_Types].xml"
MOST_BYTES = 2 << 30
MOST_PARTS = 50_000
MOST_COMPARED = 1 << 19


class Relation(NamedTuple):
    """One relationship of a part. `target` is a part's name, or an address when external."""

    id: str
    type: str
    target: str
    external: bool

    @property
    def kind(self) -> str:
        """The last word of the type: worksheet, drawing, hyperlink ..."""
        return self.type.rpartition("/")[2]


class Package:
    def __init__(self, source: Path | bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source)
        self._infos = {info.filename: info for info in self._archive.infolist() if not info.is_dir()}
        self._trees: dict[str, Element] = {}
        self._edited: set[str] = set()
        self._written: dict[str, bytes] = {}
        self._removed: set[str] = set()
        _check_size(self._infos.values())

    def close(self) -> None:
        self._archive.close()

    # --- reading

    def names(self) -> list[str]:
        """Every part, in the order it is stored."""
        kept = [name for name in self._infos if name not in self._removed]
        return kept + [name for name in self._written if name not in self._infos]

    def __contains__(self, name: str) -> bool:
        return name in self._written or (name in self._infos and name not in self._removed)

    def read(self, name: str) -> bytes:
        """The part's bytes as a save would write them now."""
        if name in self._edited and not self._is_as_it_was(name):
            return serialize(self._trees[name])
        if name in self._written:
            return self._written[name]
        return self._archive.read(self._infos[name])

    def _is_as_it_was(self, name: str) -> bool:
        """Whether a part that was opened for an edit says what it said before; then it keeps its bytes."""
        if name not in self._infos or name in self._written or self._infos[name].file_size > MOST_COMPARED:
            return False
        old = parse(self._archive.read(self._infos[name]))
        return etree.tostring(old, method="c14n") == etree.tostring(self._trees[name], method="c14n")

    def stream(self, name: str) -> IO[bytes]:
        """The part to read from its start, unpacked as far as it is read."""
        if name in self._edited or name in self._written:
            return io.BytesIO(self.read(name))
        return self._archive.open(self._infos[name])

    def size(self, name: str) -> int:
        return len(self._written[name]) if name in self._written else self._infos[name].file_size

    def is_parsed(self, name: str) -> bool:
        return name in self._trees

    def tree(self, name: str) -> Element:
        """The part's tree, to look at. Who changes it says so with `edit`."""
        found = self._trees.get(name)
        if found is None:
            found = self._trees[name] = parse(self.read(name))
        return found

    # --- writing

    def edit(self, name: str) -> Element:
        """The part's tree, to be changed: the save writes it anew."""
        tree = self.tree(name)
        self._edited.add(name)
        return tree

    def edited(self) -> set[str]:
        return self._edited | set(self._written)

    def write(self, name: str, data: bytes | Element, content_type: str = "") -> str:
        """Add a part or replace it whole."""
        self._trees.pop(name, None)
        self._edited.discard(name)
        self._removed.discard(name)
        self._written[name] = data if isinstance(data, bytes) else serialize(data)
        if content_type:
            self.set_content_type(name, content_type)
        return name

    def remove(self, name: str) -> None:
        """Take a part out, with its relationships and its content type."""
        for gone in (name, rels_name(name)):
            self._trees.pop(gone, None)
            self._edited.discard(gone)
            self._written.pop(gone, None)
            if gone in self._infos:
                self._removed.add(gone)
        types = self.tree(CONTENT_TYPES)
        for override in types.findall(q("ct:Override")):
            if (override.get("PartName") or "").lstrip("/") == name:
                self.edit(CONTENT_TYPES).remove(override)

    def free_name(self, pattern: str) -> str:
        """The first free name of a pattern like `xl/charts/chart{}.xml`."""
        taken = set(self._infos) | set(self._written)
        return next(name for n in range(1, 1 << 20) if (name := pattern.format(n)) not in taken)

    def save(self, target: Path, *, quick: bool = False) -> None:
        """Write the whole package. `quick` packs loosely, for a copy that is read once and thrown away."""
        with PackageWriter(target, self._archive, level=1 if quick else 6) as out:
            for name in sorted(self.names(), key=lambda name: name != CONTENT_TYPES):
                if name in self._edited or name in self._written:
                    out.put(name, self.read(name))
                else:
                    out.keep(name)

    # --- content types and relationships

    def content_type(self, name: str) -> str:
        types = self.tree(CONTENT_TYPES)
        for override in types.findall(q("ct:Override")):
            if (override.get("PartName") or "").lstrip("/").lower() == name.lower():
                return override.get("ContentType") or ""
        suffix = name.rpartition(".")[2].lower()
        for default in types.findall(q("ct:Default")):
            if (default.get("Extension") or "").lower() == suffix:
                return default.get("ContentType") or ""
        return ""

    def set_content_type(self, name: str, content_type: str) -> None:
        """Name a part's type; for a picture or a VML drawing that is done by its suffix."""
        if self.content_type(name) == content_type:
            return
        types = self.edit(CONTENT_TYPES)
        suffix = name.rpartition(".")[2].lower()
        if suffix != "xml" and not any(
            (default.get("Extension") or "").lower() == suffix for default in types.findall(q("ct:Default"))
        ):
            types.insert(0, types.makeelement(q("ct:Default"), Extension=suffix, ContentType=content_type))
            return
        for override in types.findall(q("ct:Override")):
            if (override.get("PartName") or "").lstrip("/") == name:
                override.set("ContentType", content_type)
                return
        etree.SubElement(types, q("ct:Override"), PartName=f"/{name}", ContentType=content_type)

    def relations(self, part: str) -> list[Relation]:
        """The part's relationships; the package's own for an empty name."""
        rels = rels_name(part)
        if rels not in self:
            return []
        found: list[Relation] = []
        for item in self.tree(rels).findall(q("rel:Relationship")):
            external = item.get("TargetMode") == "External"
            target = item.get("Target") or ""
            if not external:
                target = resolve(part, target)
            found.append(Relation(item.get("Id") or "", item.get("Type") or "", target, external))
        return found

    def related(self, part: str, kind: str) -> list[Relation]:
        """Relationships of one kind whose part is there."""
        return [
            relation
            for relation in self.relations(part)
            if relation.kind == kind and (relation.external or relation.target in self)
        ]

    def relate(self, part: str, type_: str, target: str, *, external: bool = False) -> str:
        """Add a relationship and give its id. `type_` is the last word of one of the office types."""
        rels = rels_name(part)
        if rels not in self:
            root = etree.Element(q("rel:Relationships"), nsmap={None: q("rel:x")[1:-2]})
            self.write(rels, root)
        root = self.edit(rels)
        taken = {item.get("Id") for item in root}
        new_id = next(name for n in range(1, 1 << 20) if (name := f"rId{n}") not in taken)
        item = etree.SubElement(
            root,
            q("rel:Relationship"),
            Id=new_id,
            Type=type_ if ":" in type_ else f"{q('r:x')[1:-2]}/{type_}",
            Target=target if external else posixpath.relpath(target, posixpath.dirname(part) or "."),
        )
        if external:
            item.set("TargetMode", "External")
        return new_id

    def unrelate(self, part: str, relation_id: str) -> None:
        root = self.edit(rels_name(part))
        for item in root.findall(q("rel:Relationship")):
            if item.get("Id") == relation_id:
                root.remove(item)

    def parts_of_type(self, ending: str) -> Iterator[str]:
        """Parts whose content type ends so, like `drawingml.chart+xml`."""
        for override in self.tree(CONTENT_TYPES).findall(q("ct:Override")):
            name = (override.get("PartName") or "").lstrip("/")
            if (override.get("ContentType") or "").endswith(ending) and name in self:
                yield name


def rels_name(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def resolve(part: str, target: str) -> str:
    """A relationship's target as the name of a part."""
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(part), target))


def _check_size(infos: object) -> None:
    entries: list[zipfile.ZipInfo] = list(infos)  # type: ignore[call-overload]
    unpacked = sum(info.file_size for info in entries)
    packed = sum(info.compress_size for info in entries) or 1
    if len(entries) > MOST_PARTS or unpacked > MOST_BYTES or (unpacked > 200 << 20 and unpacked > 250 * packed):
        raise ToolError(
            f"the workbook unpacks to {unpacked >> 20} MB in {len(entries)} parts, more than is safe to open",
            argument="path",
        )
    for info in entries:
        if re.search(r"(^|/)\.\.(/|$)|^/|\\", info.filename):
            raise ToolError(f"the workbook holds a part with an unsafe name: {info.filename!r}", argument="path")
