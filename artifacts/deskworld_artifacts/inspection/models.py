"""Every model of facts in one place, and `Facts`, which is any of them, told apart by `kind`."""

from typing import Annotated

from pydantic import Field

from .deck.facts import DeckFacts
from .document.facts import DocumentFacts
from .html import HtmlFacts
from .image import ImageFacts
from .markdown import MarkdownFacts
from .pdf import PdfFacts
from .text import TextFacts
from .workbook.facts import WorkbookFacts

Facts = Annotated[
    DeckFacts | WorkbookFacts | DocumentFacts | PdfFacts | ImageFacts | HtmlFacts | MarkdownFacts | TextFacts,
    Field(discriminator="kind"),
]

__all__ = [
    "DeckFacts",
    "DocumentFacts",
    "Facts",
    "HtmlFacts",
    "ImageFacts",
    "MarkdownFacts",
    "PdfFacts",
    "TextFacts",
    "WorkbookFacts",
]
