"""Files to pictures: a module a kind, and this front door, which looks at the file and picks the module.

    for page in render(Path("deck.pptx"), pages=[3]):
        page.label, page.png        # "Slide 3", b"\\x89PNG..."

Renders leave nothing on disk, change no file, and give the same bytes for the same file.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from ..errors import RenderError
from ..kinds import Kind, kind_of
from .rendered import Rendered
from .wanted import Wanted

__all__ = ["Rendered", "render"]

# Which function draws a kind: its module is loaded when a file of that kind comes.
_RENDERERS: dict[Kind, tuple[str, str]] = {
    "deck": ("deck", "render"),
    "workbook": ("workbook", "render"),
    "table": ("workbook", "render_table"),
    "document": ("document", "render"),
    "pdf": ("pdf", "render"),
    "image": ("image", "render"),
    "drawing": ("web", "render_drawing"),
    "html": ("web", "render_html"),
    "markdown": ("web", "render_markdown"),
    "text": ("web", "render_text"),
}


def render(
    path: Path,
    *,
    pages: Sequence[int] | None = None,
    width: int = 1280,
    sheet: str = "",
    area: str = "",
    bare: bool = False,
) -> list[Rendered]:
    """Pictures of a file's pages: slides, sheets, pages, or the parts of a long web page.

    Args:
        path: The file.
        pages: Which pages, counted from 1, in this order; all by default.
        width: Of each picture, in pixels. Small things (a narrow sheet, a small image) are not blown up to it.
        sheet: Only this sheet of a workbook.
        area: Only this area of the sheets, such as "A1:H40".
        bare: Sheets without the headings of rows and columns and without grid, and as wide as asked: to be put
            elsewhere.

    Raises:
        RenderError: when the file cannot be drawn, or has no such page, sheet or area.
    """
    kind = kind_of(path)
    if (sheet or area) and kind not in ("workbook", "table"):
        raise RenderError(f"{path.name}: only workbooks have sheets and areas, and this is a {kind} file")
    if sheet and pages:
        raise RenderError("name either a sheet or page numbers, not both")
    module, function = _RENDERERS[kind]
    draw = getattr(import_module(f".{module}", __name__), function)
    return draw(path, Wanted(tuple(pages or ()), width, sheet, area, bare))
