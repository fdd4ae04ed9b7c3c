"""How results say numbers: one page, two pages."""


def many(count: int, noun: str) -> str:
    """A number and what it counts: '1 page', '1,200 pages'."""
    return f"{count:,} {noun if count == 1 else noun + 's'}"
