"""Arguments that many tools share. The tool that comes first says what they are; the others stay small."""

from typing import Annotated

from deskworld_kit.regions import Box, Units
from pydantic import Field

Codes = list[str] | None
"""Languages, as codes or English names; none are English, whose model reads most of Europe and East Asia."""
Part = Box | None
"""A part of the page, read in more detail."""
Overwrite = Annotated[bool, Field(description="Replace what is there.")]
ToldCodes = Annotated[Codes, Field(description="Codes; default en, which reads most.")]
ToldPart = Annotated[Part, Field(description="Only this part, in more detail.")]

__all__ = ["Codes", "Overwrite", "Part", "ToldCodes", "ToldPart", "Units"]
