"""The shared table of texts, read only as far as somebody asks.

The table stands in the order in which texts first appear, so the first rows of a huge sheet need only its
first entries. Entries are never changed: texts are written into their cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from .markup import q, string_text
from .package import Package


class SharedStrings:
    def __init__(self, package: Package, part: str) -> None:
        self._known: list[str] = []
        self._rest = _entries(package, part) if part else iter(())

    def __call__(self, index: int) -> str:
        while len(self._known) <= index:
            try:
                self._known.append(next(self._rest))
            except StopIteration:
                return ""
        return self._known[index]


def _entries(package: Package, part: str) -> Iterator[str]:
    with package.stream(part) as stream:
        reading = etree.iterparse(
            stream, events=("end",), tag=q("si"), resolve_entities=False, no_network=True, huge_tree=True
        )
        for _, entry in reading:
            yield string_text(entry)
            entry.clear()
            while entry.getprevious() is not None:
                del entry.getparent()[0]  # type: ignore[union-attr]
