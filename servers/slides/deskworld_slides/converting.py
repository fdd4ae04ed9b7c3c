"""Decks from and to other formats.

LibreOffice does the work. What it wrote is read back and counted against what went in, so that a lost comment or
animation is told.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from pathlib import Path
from typing import Annotated

from deskworld_artifacts.kinds import suffix_inside, what_is_wrong
from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_slides.arguments import Overwrite
from deskworld_slides.opening import Deck, open_presentation, parse, save

_TARGETS = (".pptx", ".odp", ".ppt")
_OTHERS = {".pdf": "export_deck_pdf", ".png": "export_slide_pictures", ".md": "deck_to_markdown"}
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_KINDS = {
    "slides": "p:sldId", "pictures": "p:pic", "tables": "a:tbl", "charts": "c:chart", "diagrams": "dgm:relIds",
    "links": "a:hlinkClick", "embedded objects": "p:oleObj", "groups": "p:grpSp", "comments": "p:cm|p188:cm",
    "animations": "p:spTgt", "transitions": "p:transition", "sections": "p14:section", "ink drawings": "p:contentPart",
}  # fmt: skip
_READ = re.compile(r"ppt/(?:presentation|slides/[^/]+|comments/[^/]+)\.xml")


@tool("add")
def convert_deck(
    world: World,
    path: str,
    target: Annotated[str, Field(description="Its ending says the format.")],
    overwrite: Overwrite = False,
) -> Saved:
    """Save .ppt or .odp as .pptx, or a deck as .odp or .ppt; says what is lost."""
    from deskworld_kit.conversions import conversion

    found, place, kind, ending = conversion(
        world, path, target, overwrite=overwrite, suffixes=_TARGETS, makers=_OTHERS, kind_inside=kind_inside
    )
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        deck = _deck_of(found, kind, Path(folder), world.workspace.relative(place))
        if ending == ".pptx":
            deck.touched = set(range(1, len(deck.slides) + 1))
            save(world, deck, place)
        else:
            _by_office(world, deck, place, Path(folder))
    return Saved(**deck.receipt)


def kind_inside(place: Path) -> str:
    """The ending that a file's content asks for, whatever it is called: .ppt, .odp, .pptx or .strict.

    Raises:
        ToolError: It is nothing that becomes a deck.
    """
    blob = place.read_bytes()
    if blob.startswith(_OLD) and "PowerPoint Document".encode("utf-16-le") in blob:
        return ".ppt"
    if suffix_inside(place) == ".odp":
        return ".odp"
    wrong = what_is_wrong(blob, ".pptx")
    if "Strict" in wrong:
        return ".strict"
    if wrong:
        raise ToolError(f"{place.name!r} {wrong}", argument="path")
    return ".pptx"


def way_out(place: Path) -> str:
    """What makes a deck of a file that is none, as the end of a sentence."""
    try:
        kind = kind_inside(place)
    except ToolError:
        return ""
    return "" if kind == ".pptx" else "; convert_deck makes a .pptx of it"


def _deck_of(found: Path, kind: str, folder: Path, name: str) -> Deck:
    """The deck that a file becomes, without macros; `name` is what it is called when it is saved."""
    from deskworld_slides.deck import settle_template

    if kind == ".pptx":
        deck = Deck(open_presentation(found), name)
        rels = deck.presentation.part.rels
        for rid in [rid for rid, rel in rels.items() if rel.reltype.endswith("/vbaProject")]:
            rels.pop(rid)
            deck.warnings.append("its macros are not in it")
        settle_template(deck.presentation, keep_slides=True)
        return deck
    named, made = folder / f"source{'.pptx' if kind == '.strict' else kind}", folder / "made.pptx"
    named.write_bytes(found.read_bytes())
    _convert(named, made, found.name)
    deck = Deck(parse(made.read_bytes()), name)
    if kind == ".ppt" and "_VBA_PROJECT".encode("utf-16-le") in named.read_bytes():
        deck.warnings.append("its macros are not in it")
    return deck


def _convert(source: Path, target: Path, said: str) -> None:
    """Let LibreOffice convert a file; `said` is what to call it in an error."""
    from deskworld_artifacts import RenderError, convert

    try:
        convert(source, target)
    except RenderError as error:
        raise ToolError(str(error).replace(source.name, said), argument="path") from error


def _by_office(world: World, deck: Deck, place: Path, folder: Path) -> None:
    """Let LibreOffice write the file, and read it again: what was seen and what is fewer than before is the deck's."""
    before, after = folder / "before.pptx", folder / "after.pptx"
    deck.presentation.part.package.origin.write(before)  # pyright: ignore[reportAttributeAccessIssue]
    with world.workspace.writing(place) as temporary:
        _convert(before, temporary, place.name)
        _convert(temporary, after, place.name)
        had, has = holdings(before), holdings(after)
        if has["slides"] != had["slides"]:
            raise ToolError(f"only {has['slides']} of {had['slides']} slides came over; nothing was saved")
        deck.verified = f"reopened: {has['slides']} slides, {has['words']:,} words, {temporary.stat().st_size:,} bytes"
    lost = {what: count - has[what] for what, count in had.items() if has[what] < count}
    if lost.get("words", 0) <= 0.02 * had["words"]:
        lost.pop("words", None)
    if lost:
        deck.warnings.append("not in it: " + ", ".join(f"{what} ({count})" for what, count in sorted(lost.items())))


def holdings(place: Path) -> dict[str, int]:
    """How many there are of each kind of thing, and of words, in a .pptx."""
    with zipfile.ZipFile(place) as archive:
        names = archive.namelist()
        said = "".join(archive.read(name).decode("utf-8", "replace") for name in names if _READ.fullmatch(name))
        notes = "".join(
            archive.read(name).decode("utf-8", "replace") for name in names if name.startswith("ppt/notesSlides/notes")
        )
    said = re.sub(r"<mc:Fallback>.*?</mc:Fallback>", "", said, flags=re.DOTALL)
    found = {what: len(re.findall(rf"<(?:{tags})[\s/>]", said)) for what, tags in _KINDS.items()}
    return found | {"words": len(_words(said)), "words of notes": len(_words(notes))}


def _words(xml: str) -> list[str]:
    pieces = re.findall(r"<a:t(?: [^>]*)?>([^<]*)</a:t>|(</a:p>|<a:br)", xml)
    return "".join(str(text) if not end else " " for text, end in pieces).split()
