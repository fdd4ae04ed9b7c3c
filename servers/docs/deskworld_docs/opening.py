"""A document file, opened and saved: the only two ways in and out of the package.

`reading` opens a document to look at it. `editing` opens it, lets the caller change it, writes it beside the old one,
opens what was written, and only then lets it take the old one's place; what it saw goes into the tool's result. Parts
that nobody touched, relations and content types among them, are written byte for byte as they were, and so is what the
library would drop because nothing points to it. The bytes depend on nothing but the content and the world's clock.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from deskworld_artifacts.kinds import what_is_wrong
from deskworld_artifacts.origin import Origin
from deskworld_kit import ToolError, World
from deskworld_kit.errors import plain_words

from deskworld_docs.markup import parse as parse_xml
from deskworld_docs.objects import Document, Element, Part
from deskworld_docs.packaging import load

if TYPE_CHECKING:
    from deskworld_docs.linking import Marks

SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")


class Receipt(TypedDict):
    """The fields that every `Saved` result starts with."""

    path: str
    verified: str
    warnings: list[str]


class Paper:
    """An open document. `touch` notes what was changed: the result then says how it reads in the saved file."""

    def __init__(self, document: Document, origin: Origin, name: str) -> None:
        self.document = document
        self.origin = origin
        self.name = name
        self.touched: list[Element] = []
        self.verified = ""
        self.warnings: list[str] = []
        self.untracked = False
        """Whether this edit is none that a document which tracks changes would track."""

    @cached_property
    def marks(self) -> Marks:
        """The bookmarks that are taken."""
        from deskworld_docs.linking import Marks

        return Marks(self.document.element)

    @property
    def body(self) -> Element:
        """The w:body."""
        return self.document.element.body

    def touch(self, *elements: Element) -> None:
        """Note paragraphs or tables that were made or changed."""
        self.touched += elements

    def related(self, kind: str) -> Part | None:
        """The part that the document points to by a relation of this kind ("styles", "footnotes"); None if none."""
        for rel in self.document.part.rels.values():
            if not rel.is_external and rel.reltype.rsplit("/", 1)[-1] == kind:
                return rel.target_part
        return None

    def root(self, part: Part) -> Element:
        """The XML of a part, parsed once; changes to it are saved."""
        return self.origin.root(part)

    def part_root(self, kind: str) -> Element | None:
        """The XML of the part of a kind; None where the document has none."""
        part = self.related(kind)
        return None if part is None else self.root(part)

    def add_part(self, name: str, kind: str, content_type: str, xml: str) -> Part:
        """A new part of the main document, like word/footnotes.xml; its XML is reached by `root`.

        Args:
            name: Its file name; a number is put in where it is taken.
            kind: The relation's kind, or its whole address where that is not one of the standard.
            content_type: Whole, or what follows "...wordprocessingml." ("footnotes+xml").
            xml: What it holds.
        """
        from docx.opc.packuri import PackURI
        from docx.opc.part import Part as OpcPart
        from lxml import etree

        base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        if "/" not in content_type:
            content_type = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{content_type}"
        package = self.document.part.package
        taken = {str(part.partname) for part in package.iter_parts()} | {f"/{name}" for name in self.origin.orphans}
        stem, _, ending = name.rpartition(".")
        place, count = f"/word/{name}", 1
        while place in taken:
            count += 1
            place = f"/word/{stem}{count}.{ending}"
        blob = etree.tostring(parse_xml(xml), xml_declaration=True, encoding="UTF-8", standalone=True)
        part = OpcPart(PackURI(place), content_type, blob, package)
        self.document.part.relate_to(part, kind if "/" in kind else f"{base}/{kind}")
        return part

    @property
    def receipt(self) -> Receipt:
        """What was saved and seen, once the `editing` block has ended."""
        return {"path": self.name, "verified": self.verified, "warnings": self.warnings}


@contextmanager
def reading(world: World, path: str, *, argument: str = "path") -> Generator[Paper, None, None]:
    """A document to look at."""
    place = world.workspace.find(path, argument=argument)
    yield open_paper(place, world.workspace.relative(place), argument=argument)


@contextmanager
def editing(world: World, path: str, *, argument: str = "path") -> Generator[Paper, None, None]:
    """A document to change: saved, reopened and verified when the block ends well, untouched when it does not."""
    found = world.workspace.find(path, argument=argument)
    paper = open_paper(found, world.workspace.relative(found), argument=argument)
    place = world.workspace.target(path, suffixes=SUFFIXES, argument=argument)
    with plain_words("a document"):
        yield paper
    save(world, paper, place)


@contextmanager
def creating(
    world: World, path: str, source: bytes, *, overwrite: bool, reads: Sequence[str] = (), argument: str = "path"
) -> Generator[Paper, None, None]:
    """A new document at `path`, starting from the package given; the files that it `reads` are not replaced by it."""
    target = partial(world.workspace.new_target, path, overwrite=overwrite, suffixes=(".docx",), argument=argument)
    for name in filter(None, reads):
        target(source=world.workspace.find(name))
    place = target()
    document, origin = load(source)
    paper = Paper(document, origin, world.workspace.relative(place))
    with plain_words("a document"):
        yield paper
    save(world, paper, place)


def save(world: World, paper: Paper, place: Path) -> None:
    """Write the document, open what was written, note what it holds."""
    from deskworld_docs.footnoting import order_notes
    from deskworld_docs.redlining import track
    from deskworld_docs.verifying import look_again

    tracked = track(paper, world.now().strftime("%Y-%m-%dT%H:%M:%SZ"))
    order_notes(paper)
    if any(rel.reltype.endswith("/core-properties") for rel in paper.document.part.package.rels.values()):
        paper.document.core_properties.modified = world.now().astimezone(UTC).replace(tzinfo=None)
    with world.workspace.writing(place) as temporary:
        written = paper.origin.write(temporary)
        paper.verified, warnings = look_again(temporary, paper, written)
        if tracked:
            paper.verified += f"; written as {tracked} tracked change{'' if tracked == 1 else 's'}"
        paper.warnings += warnings


def open_paper(place: Path, name: str, *, argument: str = "path") -> Paper:
    """A document from a file, or an error that says what the file is instead."""
    if place.suffix.lower() == ".doc":
        raise ToolError("this is the old .doc format; convert_document makes a .docx of it", argument=argument)
    blob = place.read_bytes()
    wrong = what_is_wrong(blob, ".docx")
    if wrong:
        raise ToolError(f"{place.name!r} {wrong}{_way_out(place)}", argument=argument)
    try:
        document, origin = load(blob)
        if document.element.body is None:
            raise ValueError("no body")
    except ToolError:
        raise
    except Exception as error:  # a damaged package fails in as many ways as there are parts
        raise ToolError(f"{place.name!r} is damaged and can't be opened as a document", argument=argument) from error
    return Paper(document, origin, name)


def _way_out(place: Path) -> str:
    """What makes a document of a file that is none, as the end of a sentence."""
    from deskworld_docs.exchange import kind_inside

    try:
        kind = kind_inside(place)
    except ToolError:
        return ""
    return "" if kind == ".docx" else "; convert_document makes a .docx of it"
