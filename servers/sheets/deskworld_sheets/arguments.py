"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model sees a tool's schema and nothing else, and pays for every byte of it. So what is not obvious is said once here,
in as few words as will do; what only one tool takes is said in that tool's docstring.
"""

from collections.abc import Sequence
from typing import Annotated, cast

from deskworld_kit import Scalar
from pydantic import BeforeValidator, Field

from .saving import Rows

Sheet = str  # empty: the first, as the server says of itself
AnySheet = Annotated[str, Field(description="Empty: all.")]
Range = Annotated[str, Field(description="B2:D9, B:D or a table.")]
WholeRange = Annotated[str, Field(description="B2:D9 or a table; empty: all.")]
Cell = str  # like B2
Values = Annotated[Rows, Field(description='Like [["Tea", 3.5], ["Total", "=SUM(B2:B2)"]].')]


def _no_flat_row(given: object) -> object:
    if isinstance(given, list) and not all(isinstance(row, list | dict) for row in cast("list[object]", given)):
        raise ValueError('a row is a list or an object; write rows as [["Tea", 3.5]] or [{"Item": "Tea"}]')
    return given


NamedRows = Annotated[
    Sequence[Sequence[Scalar] | dict[str, Scalar]],
    BeforeValidator(_no_flat_row),
    Field(description='Like [["Tea", 3.5]] or [{"Item": "Tea"}].'),
]

Pixels = Annotated[int, Field(ge=0, le=5000)]

Color = Annotated[str, Field(description="Like #1F4E79.")]
Columns = Annotated[str, BeforeValidator(lambda given: ",".join(given) if isinstance(given, list) else given)]
"""Texts in a list are taken too, though the schema names the one form only."""

Colors = Annotated[Sequence[str], Field(description="Like #1F4E79, one a series.")]
Headings = Annotated[Sequence[str], Field(description="Headings.")]
Refusal = Annotated[str, Field(description="Shown when refused.")]
Overwrite = Annotated[bool, Field(description="Replace what is there.")]
