"""What was found wrong: where, of which kind, and in which words."""

from __future__ import annotations

from dataclasses import dataclass

from deskworld_kit import Scalar

KINDS = (
    "error", "stale", "broken_reference", "broken_name", "broken_link", "broken_chart", "broken_pivot",
    "broken_picture", "external", "typed_over", "number_as_text", "hidden_sheet", "too_narrow", "cut_text",
    "low_contrast", "tiny_text", "split_page", "missing_font",
)  # fmt: skip


@dataclass
class Problem:
    cell: str
    problem: str
    formula: str = ""
    value: Scalar = None
    kind: str = ""
