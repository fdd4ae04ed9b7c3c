"""The worlds of a run's trials, kept small.

    RUN/worlds/SHA256.sqlite       an image that trials started from, kept once for all of them
    RUN/trials/ID/world.pages      what the trial left: the pages in which its image differs from that one

A trial changes a handful of an image's hundreds of pages, so ten thousand trials need the room of a few whole images.
`world.pages` is one line of JSON (`WorldPages`), then the pages it lists, one after the other. Reading it back checks
both hashes: what comes out is what was put in, or an error.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from deskworld_harness.usage import UsageError

PAGES = "world.pages"
PAGE = 4096  # SQLite's own page size, unless somebody chose another; only the size of the steps depends on it

_turns = count()


class WorldError(UsageError):
    """A recorded world that can't be read back: the message says which file and why."""


class WorldPages(BaseModel):
    """The first line of `world.pages`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    before: str = Field(description="SHA-256 of the image it started from")
    after: str = Field(description="SHA-256 of the image that it describes")
    size: int = Field(description="bytes of the image that it describes")
    page_size: int
    pages: list[int] = Field(description="which of its pages follow, counted from 0")


def keep(folder: Path, images: Path, before: bytes, after: bytes) -> None:
    """Keep what a trial left in `folder`, and what it started from in `images`, once.

    Raises:
        OSError: There is no room, or the folder can't be written.
    """
    first = _digest(before)
    place = images / f"{first}.sqlite"
    if not place.exists():
        images.mkdir(parents=True, exist_ok=True)
        beside = images / f".{os.getpid()}-{next(_turns)}.new"
        beside.write_bytes(before)
        beside.replace(place)
    changed = [
        start // PAGE
        for start in range(0, len(after), PAGE)
        if after[start : start + PAGE] != before[start : start + PAGE]
    ]
    line = WorldPages(
        before=first, after=hashlib.sha256(after).hexdigest(), size=len(after), page_size=PAGE, pages=changed
    )
    parts = [after[number * PAGE : (number + 1) * PAGE] for number in changed]
    (folder / PAGES).write_bytes(b"".join([line.model_dump_json().encode(), b"\n", *parts]))


def read(folder: Path, images: Path) -> tuple[bytes, bytes]:
    """The images that a trial started from and left; both empty where it kept nothing in tables."""
    source = folder / PAGES
    if not source.exists():
        return b"", b""
    head, _, pages = source.read_bytes().partition(b"\n")
    try:
        line = WorldPages.model_validate(json.loads(head))
    except (ValueError, ValidationError) as error:
        raise WorldError(f"{source}: is no world of this version: {error}") from None
    base = images / f"{line.before}.sqlite"
    try:
        before = base.read_bytes()
    except OSError as error:
        raise WorldError(f"{base}: the image that {source} builds on can't be read: {error.strerror}") from None
    after = bytearray(before[: line.size].ljust(line.size, b"\0"))
    for place, number in enumerate(line.pages):
        page = pages[place * line.page_size : (place + 1) * line.page_size]
        after[number * line.page_size : number * line.page_size + len(page)] = page
    for image, wanted, file in ((before, line.before, base), (after, line.after, source)):
        if hashlib.sha256(image).hexdigest() != wanted:
            raise WorldError(f"{file}: is damaged, its hash is not the one that was recorded")
    return before, bytes(after)


@lru_cache(maxsize=256)
def _digest(image: bytes) -> str:
    """A scene's image is one object for all its trials, so this is a look-up."""
    return hashlib.sha256(image).hexdigest()
