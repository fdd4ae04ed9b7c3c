# pyright: basic, reportMissingImports=false
"""Named values as UNO takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from com.sun.star.beans import PropertyValue


def properties(values: Mapping) -> Iterator[PropertyValue]:
    """A PropertyValue for each."""
    for name, value in values.items():
        made = PropertyValue()
        made.Name, made.Value = name, value
        yield made
