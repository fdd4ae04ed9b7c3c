"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model pays for every byte of a schema, so limits that nobody meets by accident are not in it: they are checked here,
and the error says them.
"""

from __future__ import annotations

from typing import Annotated, Any

from deskworld_kit import Box
from pydantic import AfterValidator


def within(least: float, most: float) -> Any:
    """A number's limits, checked and told where they are broken."""

    def check(value: float) -> float:
        if not least <= value <= most:
            raise ValueError(f"must be {least:g} to {most:g}")
        return value

    return AfterValidator(check)


def counted(least: int, most: int) -> Any:
    """How many items a list may have."""

    def check(values: list[Any]) -> list[Any]:
        if not least <= len(values) <= most:
            raise ValueError(f"must have {least} to {most} items, has {len(values)}")
        return values

    return AfterValidator(check)


Output = str
"""The new file, its ending the format; empty: the edit is made in place. The server's instructions say so, once."""
Boxes = Annotated[list[Box], counted(1, 200)]
Share = Annotated[float, within(0, 1)]
Byte = Annotated[int, within(0, 255)]
Side = Annotated[int, within(0, 65535)]
Feather = Annotated[float, within(0, 5000)]
Percent = Annotated[float, within(-100, 100)]
Quality = Annotated[int, within(0, 100)]
