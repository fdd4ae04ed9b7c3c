"""The list of sheets in the file's own description of itself (docProps/app.xml), which viewers and search tools read.

Excel writes it with every save. It is kept true where it only says other names now, and left out where the number of
sheets has changed, since then it also counts kinds of things that only Excel counts.
"""

from __future__ import annotations

from itertools import accumulate

from .book import Book
from .markup import drop, local


def settle(book: Book) -> None:
    """Make the list agree with the sheets there are."""
    for relation in book.package.related("", "extended-properties"):
        root = book.package.tree(relation.target)
        lists = [item for item in root if local(item) == "TitlesOfParts"]
        names = [item for listed in lists for item in listed.iter() if local(item) == "lpstr"]
        # Sheets with cells come first there, then those of charts.
        sheets = [sheet.name for sheet in sorted(book.sheets, key=lambda sheet: not sheet.is_grid)]
        if not names or [item.text for item in names[: len(sheets)]] == sheets:
            continue
        root = book.package.edit(relation.target)
        counts = [int(item.text or 0) for item in root.iter() if local(item) == "i4"]
        if len(sheets) in accumulate(counts[:2]):
            for item, name in zip(names, sheets, strict=False):
                item.text = name
            continue
        for item in list(root):
            if local(item) in ("TitlesOfParts", "HeadingPairs"):
                drop(item)
