"""PDF pages as pictures, by pdfium.

Also the second half of every office render: LibreOffice writes a PDF, and this draws it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import RenderError
from ..pdfium import PDFIUM
from .rendered import Rendered, rendered
from .wanted import Wanted

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument, PdfPage

MOST_PIXELS = 40_000_000


def render(path: Path, wanted: Wanted) -> list[Rendered]:
    """Each page wanted, as wide as asked."""
    with opened(path) as pdf:
        return [
            rendered(page, f"Page {page}", draw(pdf[page - 1], wanted.width))
            for page in wanted.of(len(pdf), "page", path.name)
        ]


@contextmanager
def opened(path: Path) -> Generator[PdfDocument]:
    """The PDF, with pdfium to ourselves."""
    import pypdfium2

    with PDFIUM:
        try:
            pdf = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            why = "protected by a password; give one without" if "password" in str(error).lower() else "damaged"
            raise RenderError(f"{path.name}: the file is {why}") from None
        try:
            pdf.init_forms()  # what was filled into a form shows only so
            yield pdf
        finally:
            pdf.close()


def draw(page: PdfPage, width: int) -> Image:
    """A page as pixels on white."""
    across, down = page.get_size()
    width = min(width, int((MOST_PIXELS * across / down) ** 0.5))
    height = max(1, round(width * down / across))
    drawn = page.render(scale=max(width / across, height / down), rev_byteorder=True)
    # pdfium rounds up, so a 16:9 slide may come with a row too many.
    return drawn.to_pil().convert("RGB").crop((0, 0, width, height))


@contextmanager
def scratch() -> Generator[Path]:
    """Where a PDF may lie for a moment."""
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        yield Path(folder, "pages.pdf")
