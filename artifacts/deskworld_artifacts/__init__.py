"""Files to pictures (render) and facts (inspect).

One implementation for all who look at files: toolkit servers show pictures of what was made, verifiers grade it,
the harness shows it to agents and people. This package knows no server and no task. Importing it loads nothing:
each name is fetched from its module when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import MissingProgram, RenderError
    from .inspection import (
        DeckFacts,
        DocumentFacts,
        Facts,
        HtmlFacts,
        ImageFacts,
        InspectError,
        MarkdownFacts,
        PdfFacts,
        TextFacts,
        WorkbookFacts,
        inspect,
    )
    from .office import CellError, calculate, convert
    from .rendering import Rendered, render
    from .rendering.screen import Screen, screen, screen_svg

__all__ = [
    "CellError",
    "DeckFacts",
    "DocumentFacts",
    "Facts",
    "HtmlFacts",
    "ImageFacts",
    "InspectError",
    "MarkdownFacts",
    "MissingProgram",
    "PdfFacts",
    "RenderError",
    "Rendered",
    "Screen",
    "TextFacts",
    "WorkbookFacts",
    "calculate",
    "convert",
    "inspect",
    "render",
    "screen",
    "screen_svg",
]

_HOMES = {
    "errors": ("MissingProgram", "RenderError"),
    "office": ("CellError", "calculate", "convert"),
    "rendering": ("Rendered", "render"),
    "rendering.screen": ("Screen", "screen", "screen_svg"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module(f".{_HOME_OF.get(name, 'inspection')}", __name__), name)
    if name in (*_HOMES, "inspection"):
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
