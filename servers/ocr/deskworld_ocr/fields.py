"""Labels and their values: what receipts, invoices and forms hold."""

from __future__ import annotations

from deskworld_kit import Result, World, tool
from pydantic import Field

from deskworld_ocr.arguments import Codes, Part, Units
from deskworld_ocr.opening import placed, source

_MOST = 120


class FieldRead(Result):
    """A label with its value."""

    label: str
    value: str
    score: float
    box: list[int] = Field(description="Of the value.")


class FieldsRead(Result):
    """The fields of a page, from the top."""

    path: str
    page: int
    fields: list[FieldRead]
    total: int
    reason: str = ""


@tool("read")
def read_image_fields(
    world: World,
    path: str,
    page: int = 1,
    box: Part = None,
    units: Units = "px",
    languages: Codes = None,
) -> FieldsRead:
    """Labels and values of a receipt, invoice or form ("Total: 9.50")."""
    from deskworld_ocr.pairing import pairs

    found = source(world, path)
    number = found.page(page)
    reading = found.read(number, box=box, units=units, languages=languages or ["en"])
    every = pairs(reading)
    fields = [
        FieldRead(label=each.label, value=each.value, score=each.score, box=placed(each.box, reading, units))
        for each in every[:_MOST]
    ]
    reason = reading.reason or ("" if fields else "no line has a label with a value; read_image_text gives all of it")
    return FieldsRead(path=found.name, page=number, fields=fields, total=len(every), reason=reason)
