"""Text documents as pictures, page by page, as LibreOffice lays them out."""

from pathlib import Path

from ..office import shared
from . import pdf
from .rendered import Rendered, rendered
from .wanted import Wanted


def render(path: Path, wanted: Wanted) -> list[Rendered]:
    """Each page wanted. Where pages end is known only once all are laid out, so all are."""
    with pdf.scratch() as target:
        shared().do("convert", path, target=str(target), for_pictures=True)
        with pdf.opened(target) as made:
            return [
                rendered(page, f"Page {page}", pdf.draw(made[page - 1], wanted.width))
                for page in wanted.of(len(made), "page", path.name)
            ]
