"""A deck file, opened and saved: the only two ways in and out of the package.

`reading` opens a deck to look at it. `editing` opens it, lets the caller change it, writes it beside the old one, opens
what was written, and only then lets it take the old one's place; what it saw goes into the tool's result. Parts that
nobody touches are written as they were. The bytes depend on nothing but the content and the world's clock.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path
from typing import TypedDict

from deskworld_kit import ToolError, World
from deskworld_kit.errors import plain_words

from deskworld_slides.objects import Presentation, Slide

SUFFIXES = (".pptx", ".pptm", ".ppsx", ".potx")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SIGNS = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"{\\rtf", "an RTF document"),
    (b"<", "HTML or XML text"),
)


class Receipt(TypedDict):
    """The fields that every `Saved` result starts with."""

    path: str
    verified: str
    warnings: list[str]


class Deck:
    """An open deck. `slide` notes which slides were asked for: those are looked at again after saving."""

    def __init__(self, presentation: Presentation, name: str) -> None:
        self.presentation = presentation
        self.name = name
        self.touched: set[int] = set()
        self.verified = ""
        self.warnings: list[str] = []

    @property
    def slides(self) -> list[Slide]:
        """The slides, in order."""
        return list(self.presentation.slides)

    def slide(self, number: int, *, argument: str = "slide") -> Slide:
        """The slide of this number, counted from 1."""
        slides = self.presentation.slides
        if not 1 <= number <= len(slides):
            raise ToolError(f"there is no slide {number}; {counted(len(slides))}", argument=argument)
        self.touched.add(number)
        return slides[number - 1]

    def number_of(self, slide: Slide) -> int:
        """Where a slide stands now."""
        return next(n for n, each in enumerate(self.slides, 1) if each.slide_id == slide.slide_id)

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a slide, in points."""
        width, height = self.presentation.slide_width, self.presentation.slide_height
        return ((width or 12192000) / 12700, (height or 6858000) / 12700)

    @property
    def receipt(self) -> Receipt:
        """What was saved and seen, once the `editing` block has ended."""
        return {"path": self.name, "verified": self.verified, "warnings": self.warnings}


def counted(slides: int) -> str:
    """How many slides there are, for an error: it also says which numbers are right."""
    if slides == 0:
        return "the deck has no slides yet"
    return "the deck has 1 slide" if slides == 1 else f"the deck has {slides} slides, numbered 1 to {slides}"


@contextmanager
def reading(world: World, path: str, *, argument: str = "path") -> Generator[Deck, None, None]:
    """A deck to look at."""
    place = world.workspace.find(path, argument=argument)
    yield Deck(open_presentation(place, argument=argument), world.workspace.relative(place))


@contextmanager
def editing(world: World, path: str, *, argument: str = "path") -> Generator[Deck, None, None]:
    """A deck to change: saved, reopened and verified when the block ends well, untouched when it does not."""
    found = world.workspace.find(path, argument=argument)
    deck = Deck(open_presentation(found, argument=argument), world.workspace.relative(found))
    place = world.workspace.target(path, suffixes=SUFFIXES, argument=argument)
    with plain_words("a deck"):
        yield deck
    save(world, deck, place)


@contextmanager
def creating(
    world: World, path: str, source: bytes, *, overwrite: bool, argument: str = "path"
) -> Generator[Deck, None, None]:
    """A new deck at `path`, starting from the package given."""
    place = world.workspace.target(path, suffixes=(".pptx",), argument=argument)
    if place.exists() and not overwrite:
        raise ToolError(f"{path!r} exists; pass overwrite=true to replace it", argument=argument)
    deck = Deck(parse(source), world.workspace.relative(place))
    with plain_words("a deck"):
        yield deck
    save(world, deck, place)


def save(world: World, deck: Deck, place: Path) -> None:
    """Write the deck, open what was written, note what it holds."""
    from deskworld_slides.verifying import look_again

    presentation = deck.presentation
    ids = presentation.part._element.get_or_add_sldIdLst()
    presentation.part.rename_slide_parts([entry.rId for entry in ids])  # slide2.xml is the second slide
    presentation.core_properties.modified = world.now().astimezone(UTC).replace(tzinfo=None)
    numbers = sorted(n for n in deck.touched if n <= len(presentation.slides))
    with world.workspace.writing(place) as temporary:
        write_package(presentation, temporary)
        deck.verified, warnings = look_again(temporary, presentation, numbers)
        deck.warnings += warnings


def write_package(presentation: Presentation, place: Path) -> None:
    """The package's parts into a zip, those that did not change as they lay in the old one."""
    from deskworld_artifacts.packing import PackageWriter
    from pptx.opc.oxml import serialize_part_xml
    from pptx.opc.packuri import CONTENT_TYPES_URI, PACKAGE_URI
    from pptx.opc.serialized import _ContentTypesItem

    package = presentation.part.package
    parts = tuple(package.iter_parts())
    with PackageWriter(place, getattr(package, "archive", None)) as out:
        out.put(CONTENT_TYPES_URI.membername, serialize_part_xml(_ContentTypesItem.xml_for(parts)))
        out.put(PACKAGE_URI.rels_uri.membername, package._rels.xml)
        for part in parts:
            name = part.partname.membername
            if getattr(part, "still_packed", "") == name:
                out.keep(name)
            else:
                out.put(name, part.blob)
            if part.rels:
                out.put(part.partname.rels_uri.membername, part.rels.xml)


def checked(place: Path, *, argument: str = "path") -> bytes:
    """The bytes of what looks like a deck, or an error that says what the file is instead."""
    if place.suffix.lower() == ".ppt":
        raise ToolError("this is the old .ppt format; convert it to .pptx first", argument=argument)
    blob = place.read_bytes()
    wrong = what_is_wrong(blob)
    if wrong:
        raise ToolError(f"{place.name!r} {wrong}", argument=argument)
    return blob


def open_presentation(place: Path, *, argument: str = "path") -> Presentation:
    """A deck from a file, or an error that says what the file is instead."""
    blob = checked(place, argument=argument)
    try:
        return parse(blob)
    except ToolError as error:
        raise ToolError(str(error), argument=argument) from error
    except KeyError as error:  # a part is missing that another names
        try:
            return parse(without_loose_ends(blob))
        except Exception:
            raise ToolError(f"{place.name!r} is damaged and can't be opened as a deck", argument=argument) from error
    except Exception as error:  # a damaged package fails in as many ways as there are parts
        raise ToolError(f"{place.name!r} is damaged and can't be opened as a deck", argument=argument) from error


def parse(blob: bytes) -> Presentation:
    """A presentation from package bytes; a template's package is a presentation like any other."""
    # The package first, whole: a thread that finds only a part of it imported would meet parts without their classes.
    import pptx  # noqa: F401  # pyright: ignore[reportUnusedImport]

    from deskworld_slides.loading import load

    return load(blob).main_document_part.presentation


def without_loose_ends(blob: bytes) -> bytes:
    """A package without the relations whose part is missing: what they named is lost already, the rest is not."""
    import posixpath

    from lxml import etree

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(blob)) as old, zipfile.ZipFile(out, "w") as new:
        names = {name.casefold() for name in old.namelist()}
        for name in old.namelist():
            content = old.read(name)
            if name.endswith(".rels"):
                root = etree.fromstring(content)
                folder = posixpath.dirname(posixpath.dirname(name))
                for rel in list(root):
                    goal = posixpath.normpath(posixpath.join("/", folder, rel.get("Target", ""))).lstrip("/")
                    if rel.get("TargetMode") != "External" and goal.casefold() not in names:
                        root.remove(rel)
                content = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
            new.writestr(name, content)
    return out.getvalue()


def what_is_wrong(blob: bytes) -> str:
    """Why these bytes are no deck, as the rest of a sentence; empty when they look like one."""
    if not blob:
        return "is empty (0 bytes)"
    if blob.startswith(_OLD_OFFICE):
        if "EncryptedPackage".encode("utf-16-le") in blob:
            return "is protected by a password; save it without one first"
        return "is in an old Office format in spite of its name; convert it to .pptx first"
    if not blob.startswith(b"PK"):
        kind = next((kind for sign, kind in _SIGNS if blob.lstrip().startswith(sign)), "something else")
        return f"is not a PowerPoint deck: its content is {kind}"
    try:
        with zipfile.ZipFile(io.BytesIO(blob)) as package:
            names = package.namelist()
            strict = "_rels/.rels" in names and b"purl.oclc.org/ooxml" in package.read("_rels/.rels")
    except zipfile.BadZipFile:
        return "is damaged: its zip package can't be read"
    if strict:
        return "is saved as Strict Open XML, which can't be edited here; save it as an ordinary .pptx first"
    if any(name.startswith("ppt/") for name in names):
        return ""
    kind = next(
        (kind for top, kind in (("word/", "a Word document"), ("xl/", "an Excel workbook")) if any(
            name.startswith(top) for name in names)),
        "a zip archive without slides",
    )  # fmt: skip
    return f"is not a PowerPoint deck: its content is {kind}"
