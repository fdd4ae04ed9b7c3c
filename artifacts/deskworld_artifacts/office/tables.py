"""What separates the fields of a table kept as text."""

import csv
from pathlib import Path

SAMPLE = 64 * 1024


def separator_of(path: Path) -> str:
    """The separator that the first lines speak for: comma, semicolon, tab or bar; a comma when they say nothing."""
    if path.suffix.lower() == ".tsv":
        return "\t"
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        sample = file.read(SAMPLE)
    try:
        return csv.Sniffer().sniff(sample, delimiters=",;\t|").delimiter
    except csv.Error:
        return ","
