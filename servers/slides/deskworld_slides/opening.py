"""A deck file, opened and saved: the only two ways in and out of the package.

`reading` opens a deck to look at it. `editing` opens it, lets the caller change it, writes it beside the old one, opens
what was written, and only then lets it take the old one's place; what it saw goes into the tool's result. Parts that
nobody touches are written byte for byte as they were, and so is what the library would drop because nothing points to
it. The bytes depend on nothing but the content and the world's clock.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path
from typing import TypedDict

from deskworld_artifacts.kinds import what_is_wrong
from deskworld_kit import ToolError, World
from deskworld_kit.errors import plain_words

from deskworld_slides.objects import Presentation, Slide

SUFFIXES = (".pptx", ".pptm", ".ppsx", ".potx")


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

    def numbers(self, slides: list[int] | None) -> list[int]:
        """The slides that are named; all where none is."""
        found = list(range(1, len(self.slides) + 1)) if slides is None else slides
        if not found:
            raise ToolError("give at least one", argument="slides")
        return found

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
    place = world.workspace.new_target(path, overwrite=overwrite, suffixes=(".pptx",), argument=argument)
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
        presentation.part.package.origin.write(temporary)
        deck.verified, warnings = look_again(temporary, presentation, numbers)
        deck.warnings += warnings


def checked(place: Path, *, argument: str = "path") -> bytes:
    """The bytes of what looks like a deck, or an error that says what the file is instead."""
    if place.suffix.lower() == ".ppt":
        raise ToolError("this is the old .ppt format; convert_deck makes a .pptx of it", argument=argument)
    blob = place.read_bytes()
    wrong = what_is_wrong(blob, ".pptx")
    if wrong:
        from deskworld_slides.converting import way_out

        raise ToolError(f"{place.name!r} {wrong}{way_out(place)}", argument=argument)
    return blob


def open_presentation(place: Path, *, argument: str = "path") -> Presentation:
    """A deck from a file, or an error that says what the file is instead."""
    blob = checked(place, argument=argument)
    try:
        return parse(blob)
    except ToolError as error:
        raise ToolError(str(error), argument=argument) from error
    except Exception as error:  # a damaged package fails in as many ways as there are parts
        raise ToolError(f"{place.name!r} is damaged and can't be opened as a deck", argument=argument) from error


def parse(blob: bytes) -> Presentation:
    """A presentation from package bytes; a template's package is a presentation like any other."""
    # The package first, whole: a thread that finds only a part of it imported would meet parts without their classes.
    import pptx  # noqa: F401  # pyright: ignore[reportUnusedImport]

    from deskworld_slides.loading import load

    return load(blob).main_document_part.presentation
