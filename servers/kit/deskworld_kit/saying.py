"""How results say numbers: one page, two pages."""

from __future__ import annotations

from collections.abc import Sequence


def many(count: int, noun: str, plural: str = "") -> str:
    """A number and what it counts: '1 page', '1,200 pages'."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def on_pages(pages: Sequence[int], most: int = 10) -> str:
    """Page numbers in a sentence: 'page 3', 'pages 3, 4 and 9', 'pages 1, 2 and 40 more'."""
    if len(pages) == 1:
        return f"page {pages[0]}"
    shown = [str(page) for page in pages[: most if len(pages) > most else len(pages) - 1]]
    last = f"{len(pages) - most} more" if len(pages) > most else str(pages[-1])
    return f"pages {', '.join(shown)} and {last}"
