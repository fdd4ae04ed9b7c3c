"""Pages to read: a picture, a frame of it, or a page of a PDF, found in the workspace and read once.

Every tool comes through here, so a wrong file, page, box or language is the same clear refusal everywhere. A page that
was read is remembered by its bytes and by how it was read, since finding words right after reading is what callers do.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from deskworld_kit import ToolError, World, open_image, pixel_box
from deskworld_kit.regions import Units, thousandths

if TYPE_CHECKING:
    from deskworld_artifacts.ocr import Engine, Reading
    from PIL.Image import Image

DPI = 200
_DETAIL = 400
"""At which a part of a PDF page is drawn: it is asked for because print is small."""
_REMEMBERED = 12
_T = TypeVar("_T")
_readings: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_guard = threading.Lock()


@dataclass(frozen=True)
class Source:
    """A file with pages."""

    name: str
    place: Path
    pages: int
    pdf: bool
    digest: str

    def page(self, number: int, *, argument: str = "page") -> int:
        """The number, checked."""
        if not 1 <= number <= self.pages:
            there = "1 page" if self.pages == 1 else f"pages 1 to {self.pages}"
            raise ToolError(f"there is no page {number}; {self.name!r} has {there}", argument=argument)
        return number

    def picture(self, page: int = 1, *, dpi: int = DPI) -> Image:
        """The page as a person sees it: upright, in RGB."""
        from deskworld_artifacts.ocr import page_picture, upright

        if self.pdf:
            with plainly():
                return page_picture(self.place, page, dpi=dpi)
        image = open_image(self.place, argument="path")
        with plainly():
            try:
                image.seek(page - 1)
                return upright(image)
            except (OSError, ValueError, SyntaxError, EOFError) as error:
                raise ToolError(f"page {page} of {self.name!r} is damaged", argument="path") from error

    def read(
        self,
        page: int,
        *,
        box: Sequence[float] | None = None,
        units: Units = "px",
        engine: Engine = "auto",
        languages: Sequence[str] = ("en",),
    ) -> Reading:
        """The words of a page or of a part of it; their places are those of the whole page."""
        part = (page, tuple(box or ()), units if box else "")
        key = ("words", self.digest, *part, *way_of(engine, languages))
        return remembered(key, lambda: self._read(page, box, units, engine, languages))

    def _read(
        self, page: int, box: Sequence[float] | None, units: Units, engine: Engine, languages: Sequence[str]
    ) -> Reading:
        from deskworld_artifacts.ocr import read_words

        with plainly():
            picture = self.picture(page)
            if box is None:
                return read_words(picture, engine=engine, languages=languages)
            part = pixel_box(box, picture.size, units=units)
            if not self.pdf:
                return read_words(picture, box=part, engine=engine, languages=languages)
            detail = self.picture(page, dpi=_DETAIL)
            factor = detail.width / picture.width
            across, down = detail.size
            finer = (
                int(part[0] * factor), int(part[1] * factor),
                min(across, round(part[2] * factor)), min(down, round(part[3] * factor)),
            )  # fmt: skip
            reading = read_words(detail, box=finer, engine=engine, languages=languages)
            return reading.scaled(1 / factor, picture.size)


def remembered(key: tuple[Any, ...], make: Callable[[], _T]) -> _T:
    """What was read last time, or is read now."""
    with _guard:
        if key in _readings:
            _readings.move_to_end(key)
            return _readings[key]
    made = make()
    with _guard:
        _readings[key] = made
        while len(_readings) > _REMEMBERED:
            _readings.popitem(last=False)
    return made


def way_of(engine: Engine, languages: Sequence[str]) -> tuple[str, ...]:
    """What a reading depends on: rapidocr reads all its languages in one way, so another one is no new reading."""
    from deskworld_artifacts.ocr import chosen

    with plainly():
        name, codes = chosen(engine, languages)
    return (name,) if name == "rapidocr" else (name, *codes)


def source(world: World, path: str, *, argument: str = "path") -> Source:
    """A file of the workspace that has pages to read."""
    from deskworld_artifacts.ocr import page_count

    place = world.workspace.find(path, argument=argument)
    head = place.open("rb").read(1024)
    pdf = b"%PDF-" in head
    if not pdf:
        open_image(place, argument=argument)
    with plainly(argument):
        pages = page_count(place)
    digest = hashlib.sha256(place.read_bytes()).hexdigest()
    return Source(world.workspace.relative(place), place, pages, pdf, digest)


@contextmanager
def plainly(path: str = "path") -> Generator[None, None, None]:
    """What the engines refuse becomes the caller's error."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.ocr import OcrError

    try:
        yield
    except OcrError as error:
        raise ToolError(str(error), argument=path if error.about == "path" else error.about) from error
    except RenderError as error:
        raise ToolError(str(error), argument=path) from error


def placed(box: Sequence[int], reading: Reading, units: Units) -> list[int]:
    """A box in the units that were asked for."""
    return thousandths(tuple(box), (reading.width, reading.height)) if units == "1000" else list(box)
