"""A file's facts: what is in it, as plain data that a verifier can compare and a tool can show.

`inspect(path)` reads a deck, a workbook, a document, a PDF, a picture, a web page or a text, and returns its model.
Readers are loaded when a file of their kind comes along, so importing this package costs nothing. What can't be read
is an `InspectError` that says why.
"""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import InspectError

if TYPE_CHECKING:
    from .models import (
        DeckFacts,
        DocumentFacts,
        Facts,
        HtmlFacts,
        ImageFacts,
        MarkdownFacts,
        PdfFacts,
        TextFacts,
        WorkbookFacts,
    )

__all__ = [
    "DeckFacts",
    "DocumentFacts",
    "Facts",
    "HtmlFacts",
    "ImageFacts",
    "InspectError",
    "MarkdownFacts",
    "PdfFacts",
    "TextFacts",
    "WorkbookFacts",
    "inspect",
]

_READERS = {
    "deck": "deck.reading",
    "workbook": "workbook.reading",
    "document": "document.reading",
    "pdf": "pdf",
    "image": "image",
    "html": "html",
    "markdown": "markdown",
    "text": "text",
}


def inspect(path: Path, *, slides: Sequence[int] | None = None) -> "Facts":
    """The facts of a file, by what it is; InspectError, with the reason, where it can't be read.

    Args:
        path: The file.
        slides: Of a deck, read and judge only these (from 1), which is much quicker after a small change. The others
            are there as bare entries, so that counts and numbers stay right; fonts and findings are of these alone.
    """
    from ..errors import RenderError
    from .opening import reader_of

    path = Path(path)
    kind = reader_of(path)
    if slides is not None and kind != "deck":
        raise InspectError(f"{path.name}: only a deck has slides; this is a {kind}")
    reader = importlib.import_module(f".{_READERS[kind]}", __name__)
    try:
        return reader.read(path) if slides is None else reader.read(path, slides)
    except InspectError:
        raise
    except RenderError as error:
        raise InspectError(str(error)) from error
    except Exception as error:
        # Whatever a parser stumbles over is the file's doing as far as the caller knows; the cause stays attached.
        raise InspectError(f"{path.name}: the file is damaged ({type(error).__name__}: {error})") from error


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(importlib.import_module(".models", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
