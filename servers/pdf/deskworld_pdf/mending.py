"""Damaged files: what makes one whole when it is saved again, and what its owner is told of it.

A file that was cut off, or whose table of objects is broken, opens with what could be found in it. It lacks what only
the end of a file says; saved as it is, the new file would be damaged in the same way.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from deskworld_kit.saying import on_pages

if TYPE_CHECKING:
    import pikepdf


def complete(pdf: pikepdf.Pdf) -> None:
    """Give a file back what its end would have said: without a size no reader trusts the table of objects."""
    if "/Size" not in pdf.trailer:
        pdf.trailer["/Size"] = len(pdf.objects) + 1


def told(pdf: pikepdf.Pdf) -> list[str]:
    """The warning to give with a damaged file that is saved whole; none for a sound one."""
    if not pdf.get_warnings():
        return []
    bare = [number for number, page in enumerate(pdf.pages, 1) if _is_bare(page)]
    lost = f"; nothing is left on {on_pages(bare)}" if bare else ""
    return [f"the file was damaged; what could be read of it was saved{lost}"]


def _is_bare(page: pikepdf.Page) -> bool:
    """Whether nothing is drawn on a page."""
    import pikepdf

    with suppress(Exception):  # a part that can't be read is nothing
        content = page.obj.get("/Contents")
        parts = list(content) if isinstance(content, pikepdf.Array) else [content]
        return not any(isinstance(each, pikepdf.Stream) and each.read_raw_bytes().strip() for each in parts)
    return True
