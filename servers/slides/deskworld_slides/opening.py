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

from deskworld_slides.objects import Presentation, Slide

SUFFIXES = (".pptx", ".pptm", ".ppsx", ".potx")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PACKED = (".png", ".jpg", ".jpeg", ".gif", ".mp4", ".mov", ".m4a", ".mp3", ".zip", ".xlsx", ".docx")
_DAY_ONE = (1980, 1, 1, 0, 0, 0)
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
    with _plain_words():
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
    with _plain_words():
        yield deck
    save(world, deck, place)


@contextmanager
def _plain_words() -> Generator[None, None, None]:
    """What the libraries refuse to write becomes the caller's error: control characters, lengths out of all bounds."""
    try:
        yield
    except (ValueError, OverflowError) as error:
        if "XML compatible" in str(error):
            raise ToolError("a text holds control characters, which a deck can't store; leave them out") from error
        if "must be in range" in str(error) or isinstance(error, OverflowError):
            raise ToolError("a number is out of the range that a deck can store") from error
        raise


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
    """The package's parts into a zip: no date of today in it, and what is compressed already left as it is."""
    from pptx.opc.oxml import serialize_part_xml
    from pptx.opc.packuri import CONTENT_TYPES_URI, PACKAGE_URI
    from pptx.opc.serialized import _ContentTypesItem

    package = presentation.part.package
    parts = tuple(package.iter_parts())
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, blob: bytes) -> None:
            packed = name.lower().endswith(_PACKED)
            entry = zipfile.ZipInfo(name, _DAY_ONE)
            archive.writestr(entry, blob, zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED)

        put(CONTENT_TYPES_URI.membername, serialize_part_xml(_ContentTypesItem.xml_for(parts)))
        put(PACKAGE_URI.rels_uri.membername, package._rels.xml)
        for part in parts:
            put(part.partname.membername, part.blob)
            if part.rels:
                put(part.partname.rels_uri.membername, part.rels.xml)


def open_presentation(place: Path, *, argument: str = "path") -> Presentation:
    """A deck from a file, or an error that says what the file is instead."""
    if place.suffix.lower() == ".ppt":
        raise ToolError("this is the old .ppt format; convert it to .pptx first", argument=argument)
    blob = place.read_bytes()
    wrong = what_is_wrong(blob)
    if wrong:
        raise ToolError(f"{place.name!r} {wrong}", argument=argument)
    try:
        return parse(blob)
    except Exception as error:  # a damaged package fails in as many ways as there are parts
        raise ToolError(f"{place.name!r} is damaged and can't be opened as a deck", argument=argument) from error


def parse(blob: bytes) -> Presentation:
    """A presentation from package bytes; a template's package is a presentation like any other."""
    # The package first, whole: a thread that finds only a part of it imported would meet parts without their classes.
    import pptx  # noqa: F401  # pyright: ignore[reportUnusedImport]
    from pptx.package import Package

    package = Package.open(io.BytesIO(blob))
    return package.main_document_part.presentation


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
    except zipfile.BadZipFile:
        return "is damaged: its zip package can't be read"
    if any(name.startswith("ppt/") for name in names):
        return ""
    kind = next(
        (kind for top, kind in (("word/", "a Word document"), ("xl/", "an Excel workbook")) if any(
            name.startswith(top) for name in names)),
        "a zip archive without slides",
    )  # fmt: skip
    return f"is not a PowerPoint deck: its content is {kind}"
