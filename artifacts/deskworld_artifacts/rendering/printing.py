"""Web pages printed as PDF by the warm browser: paper, margins, page numbers, an outline made from the headings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .browser import View
from .paper import cut_to, size_of
from .web import BROWSER

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SCREEN = 800


def print_html(
    place: Path, content: str, *, paper: str = "A4", footer: str = "", margins: dict[str, str] | None = None
) -> tuple[bytes, list[str]]:
    """Print HTML; relative pictures are those beside `place`, which need not exist itself. Scripts get no network.

    Args:
        place: The address that the page believes to have.
        content: The HTML.
        paper: A4, A5, Letter, Legal.
        footer: HTML for the foot of each page, with Chromium's classes pageNumber and totalPages.
        margins: top, right, bottom, left as CSS lengths.

    Returns:
        The PDF, and the sources of pictures that could not be shown.

    Raises:
        RenderError: There is no browser, or it can't show the page.
    """

    def job(page: Page) -> tuple[bytes, list[str]]:
        missing: list[str] = page.evaluate(
            "[...document.images].filter(image => !image.naturalWidth).map(image => image.getAttribute('src'))"
        )
        options: dict[str, Any] = {"format": paper, "print_background": True, "tagged": True, "outline": True}
        if margins:
            options["margin"] = margins
        if footer:
            options |= {"display_header_footer": True, "header_template": "<span></span>", "footer_template": footer}
        return cut_to(page.pdf(**options), size_of(paper)), missing

    return BROWSER.see(place, job, View(_SCREEN, content=content))
