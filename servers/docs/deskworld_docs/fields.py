"""Fields: what Word computes (page numbers, dates, counters), with the value they show until it does."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from deskworld_docs.markup import make
from deskworld_docs.objects import Element


def field_runs(code: str, shown: Sequence[Element] | str, look: Element | None = None) -> list[Element]:
    """The runs of a field: its code, and what it shows (runs, or a text)."""

    def run(*inner: Element) -> Element:
        made = make("w:r", *inner)
        if look is not None:
            made.insert(0, copy.deepcopy(look))
        return made

    inner = [run(make("w:t", text=shown))] if isinstance(shown, str) else list(shown)
    return [
        run(make("w:fldChar", fldCharType="begin")),
        run(make("w:instrText", text=f" {code} ")),
        run(make("w:fldChar", fldCharType="separate")),
        *inner,
        run(make("w:fldChar", fldCharType="end")),
    ]
