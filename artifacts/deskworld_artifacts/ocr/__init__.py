"""Text in pictures: words with their places, in the order a person reads them.

`read_words` reads a picture or a page (rapidocr by default, tesseract for the languages that it does not know or when
asked), `text_layer` lays what was read invisibly over the pages of a PDF. The engines are the extra `ocr` of this
package; without them the error says what to install. Importing this loads nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engines import Engine, Language, chosen, languages, program_version
    from .errors import OcrError
    from .layer import LayeredPage, text_layer
    from .pages import page_count, page_picture, upright
    from .reading import read_words, text_direction
    from .scans import pdf_of
    from .words import Box, Direction, Line, Reading, Word

__all__ = [
    "Box",
    "Direction",
    "Engine",
    "Language",
    "LayeredPage",
    "Line",
    "OcrError",
    "Reading",
    "Word",
    "chosen",
    "languages",
    "page_count",
    "page_picture",
    "pdf_of",
    "program_version",
    "read_words",
    "text_direction",
    "text_layer",
    "upright",
]

_HOMES = {
    "engines": ("Engine", "Language", "chosen", "languages", "program_version"),
    "errors": ("OcrError",),
    "layer": ("LayeredPage", "text_layer"),
    "pages": ("page_count", "page_picture", "upright"),
    "reading": ("read_words", "text_direction"),
    "scans": ("pdf_of",),
    "words": ("Box", "Direction", "Line", "Reading", "Word"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
