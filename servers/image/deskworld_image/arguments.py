"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model pays for every byte of a schema, so limits that nobody meets by accident are not in it: they are checked here,
and the error says them.
"""

from __future__ import annotations

from typing import Annotated, Any

from deskworld_kit import Box
from deskworld_kit import Units as AnyUnits
from pydantic import AfterValidator, Field


def within(least: float, most: float) -> Any:
    """A number's limits, checked and told where they are broken."""

    def check(value: float) -> float:
        if not least <= value <= most:
            raise ValueError(f"must be {least:g} to {most:g}")
        return value

    return AfterValidator(check)


def _share(value: float) -> float:
    if not 0 <= value <= 1:
        hint = f"; {value:g} % is {value / 100:g}" if 1 < value <= 100 else ""
        raise ValueError(f"must be 0 to 1{hint}")
    return value


def counted(least: int, most: int) -> Any:
    """How many items a list may have."""

    def check(values: list[Any]) -> list[Any]:
        if not least <= len(values) <= most:
            raise ValueError(f"must have {least} to {most} items, has {len(values)}")
        return values

    return AfterValidator(check)


def _unsaid(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


UNSAID: Any = Field(json_schema_extra=_unsaid)
"""A default that leaving the argument out says by itself, or the server's instructions for all tools."""

Units = Annotated[AnyUnits, UNSAID]
Output = str
"""The new file, its ending the format; empty: the edit is made in place. The server's instructions say so, once."""
Overwrite = bool
"""Replace what is there: the server's instructions say so, once."""
Boxes = Annotated[list[Box], counted(1, 200)]
Share = Annotated[float, AfterValidator(_share)]
Byte = Annotated[int, within(0, 255)]
Percents = Annotated[float, within(0, 1000), UNSAID]
Side = Annotated[int, within(0, 65535), UNSAID]
Feather = Annotated[float, within(0, 5000), UNSAID]
Percent = Annotated[float, within(-100, 100), UNSAID]
Quality = Annotated[int, within(0, 100), UNSAID]
