"""What a careful reader would object to in a document, each rule on its own, all of them deaf to what is deliberate.

A finding is worth something only if a decent document has none. These rules need the file alone; where blocks stand on
their pages, and what only pages show, is added by `layout.check`.
"""

from ..facts import Finding
from .contrast import contrast, tiny_text
from .drawing import pictures, wide_tables
from .fitting import cut_boxes, cut_rows
from .references import bookmarks, contents, fields, links, notes
from .scene import Scene
from .structure import empty_paragraphs, headings, typed_captions, typed_lists
from .wording import leaks, missing_fonts, review, typed_formulas

__all__ = ["Scene", "findings_of"]

_RULES = (
    wide_tables, cut_rows, cut_boxes, pictures, contrast, tiny_text, leaks, headings, typed_lists, typed_captions,
    empty_paragraphs, contents, links, fields, bookmarks, notes, review, missing_fonts, typed_formulas,
)  # fmt: skip


def findings_of(scene: Scene) -> list[Finding]:
    """All findings of a document, in its order; those outside the body last."""
    found = [finding for rule in _RULES for finding in rule(scene)]
    return sorted(found, key=lambda one: (one.block == 0, one.block, one.paragraph))
