"""Office Open XML as it lies in the zip: parts, the relations between them, and XML read without trusting it.

An office file is a graph of parts. `Package` walks it lazily: a part is unpacked when somebody asks, so that the
facts of a large workbook cost what its sheets cost and nothing more.
"""

import posixpath
import zipfile
import zlib
from functools import lru_cache
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from lxml import etree
from lxml.etree import _Element

from .errors import InspectError

Element: TypeAlias = _Element
"""An XML element; lxml keeps the name of its class to itself."""

NAMESPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "cx": "http://schemas.microsoft.com/office/drawing/2014/chartex",
    "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "xdr": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
    "x14": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main",
    "xm": "http://schemas.microsoft.com/office/excel/2006/main",
    "adec": "http://schemas.microsoft.com/office/drawing/2017/decorative",
}


@lru_cache(maxsize=2048)
def tag(name: str) -> str:
    """`a:off` as lxml writes it."""
    prefix, _, local = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def child(element: Element | None, *path: str) -> Element | None:
    """The first element down a path of prefixed names; None where a step is missing."""
    for name in path:
        if element is None:
            return None
        element = next(element.iterchildren(tag(name)), None)  # half of what `find` takes, which reads a language
    return element


def every(element: Element | None, name: str) -> list[Element]:
    """All children of that prefixed name."""
    return [] if element is None else element.findall(tag(name))


def children(element: Element | None) -> list[Element]:
    """All children, whatever they are."""
    return [] if element is None else list(element)


def deep(element: Element | None, name: str) -> list[Element]:
    """All descendants of that prefixed name, in document order."""
    return [] if element is None else list(element.iter(tag(name)))


def local(element: Element) -> str:
    """An element's name without its namespace; empty for comments."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def on(element: Element | None, attribute: str = "val", default: bool = True) -> bool:
    """A boolean of OOXML: a missing element is False, a missing attribute is its default."""
    if element is None:
        return False
    value = element.get(attribute)
    return default if value is None else value in ("1", "true", "on")


def number(value: str | None, default: float = 0.0) -> float:
    """A number that may be missing or nonsense."""
    try:
        return float(value) if value is not None else default
    except ValueError:
        return default


def points(value: str | None, default: float = 0.0) -> float:
    """A length in English metric units (12,700 to the point) as points."""
    return round(number(value, default) / 12700, 3)


def parser() -> etree.XMLParser:
    """A parser that follows no entity and opens no connection."""
    return etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)


class Relation(NamedTuple):
    """A link from one part to another (or outside, where `external`)."""

    kind: str
    target: str
    external: bool


class Package:
    """An office file's parts by name. Close it, or use it as a context."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, OSError) as error:
            raise InspectError(f"{path.name} is damaged: it can't be unpacked") from error
        self._names = {name.lower(): name for name in self._zip.namelist()}

    def __enter__(self) -> "Package":
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def content(self, part: str) -> bytes:
        """A part's content; InspectError where it is missing or damaged."""
        try:
            return self._zip.read(self._names[part.lower()])
        except KeyError as error:
            raise InspectError(f"{self.name} is damaged: the part {part} is missing") from error
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError) as error:
            raise InspectError(f"{self.name} is damaged: the part {part} can't be unpacked") from error

    def checksum(self, part: str) -> int:
        """The CRC-32 of a part that is there, as the package says it; `content` has held the bytes to it."""
        return self._zip.getinfo(self._names[part.lower()]).CRC

    def stream(self, part: str) -> IO[bytes]:
        """A part as a stream, for those too large to hold at once."""
        return self._zip.open(self._names[part.lower()])

    def main(self) -> str:
        """The part that everything else hangs on: presentation, workbook or document."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument":
                return relation.target
        raise InspectError(f"{self.name} is damaged: it names no main part")

    def xml(self, part: str) -> Element:
        """A part as an element; InspectError where it is no XML."""
        try:
            return etree.fromstring(self.content(part), parser())
        except etree.XMLSyntaxError as error:
            raise InspectError(f"{self.name} is damaged: the part {part} is not valid XML ({error})") from error

    def properties(self) -> dict[str, str]:
        """What the file says about itself: title, creator, subject, created ..."""
        parts = [one.target for one in self.relations("").values() if one.kind == "core-properties"]
        if not parts or parts[0] not in self:
            return {}
        return {local(one): one.text or "" for one in self.xml(parts[0])}

    def relations(self, part: str) -> dict[str, Relation]:
        """Where a part points to, by relation id. Targets are part names, or addresses where external."""
        folder, name = posixpath.split(part)
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        if rels not in self:
            return {}
        found: dict[str, Relation] = {}
        for relation in self.xml(rels):
            target, external = relation.get("Target", ""), relation.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = relation.get("Type", "").rpartition("/")[2]
            found[relation.get("Id", "")] = Relation(kind, target, external)
        return found
