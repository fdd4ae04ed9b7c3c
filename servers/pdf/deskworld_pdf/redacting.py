"""Redaction: words and places taken out of a file for good, and the proof that they are gone."""

from __future__ import annotations

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, PageArea, SomePages, Target


class PdfRedacted(Saved):
    """What was taken out of a file, and how that was proven."""

    removed: list[str] = Field(description="Per page, and elsewhere in the file.")
    matches: int = Field(description="Places where the words stood on pages.")
    proof: str


@tool("remove")
def redact_pdf(
    world: World,
    path: str,
    find: list[str] | None = None,
    areas: list[PageArea] | None = None,
    regex: bool = False,
    pages: SomePages = None,
    target: Target = "",
    overwrite: Overwrite = False,
) -> PdfRedacted:
    """Remove words or places for good: text, pixels, notes, fields, outline, metadata, attachments; proven by searching
    the saved file.

    Args:
        pages: Of `find`; else everywhere.
    """
    from deskworld_pdf.redaction import redact

    if not find and not areas:
        raise ToolError("say what to remove: words in `find`, places in `areas`", argument="find")
    done = redact(world, path, target, find or [], areas or [], pages, regex=regex, overwrite=overwrite)
    return PdfRedacted(**done.receipt, removed=done.removed, matches=done.matches, proof=done.proof)
