"""Text documents as pictures, page by page, as LibreOffice lays them out.

with laid_out(path) as pages:
    pages.total, pages.draw(3, width=560)
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..office import shared
from ..office.openable import openable
from . import pdf
from .rendered import Rendered, rendered
from .wanted import Wanted

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


class Pages:
    """A document laid out once, to be drawn page by page: how many pages it has decides which are worth drawing."""

    def __init__(self, made: PdfDocument, name: str) -> None:
        self._made = made
        self.name = name
        self.total = len(made)

    def draw(self, page: int, width: int) -> Rendered:
        """A page, counted from 1, that many pixels wide."""
        return rendered(page, f"Page {page}", pdf.draw(self._made[page - 1], width))


@contextmanager
def laid_out(path: Path) -> Generator[Pages]:
    """A document's pages. Where they end is known only once all are laid out, so all are."""
    with pdf.scratch() as target:
        shared().do("convert", openable(path, target.parent), target=str(target), for_pictures=True)
        with pdf.opened(target) as made:
            yield Pages(made, path.name)


def render(path: Path, wanted: Wanted) -> list[Rendered]:
    """Each page wanted."""
    with laid_out(path) as pages:
        return [pages.draw(page, wanted.width) for page in wanted.of(pages.total, "page", path.name)]
