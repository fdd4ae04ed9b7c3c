"""What goes in and comes out of a tool.

Table classes never cross the wire: a tool returns a `Result` (or a `Page` of them, or a `Shown` with pictures), and
takes plain types or `Arguments` models, which refuse fields they do not know.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from deskworld_kit.pictures import Picture

Scalar: TypeAlias = str | int | float | bool | None
"""What one cell or field may hold."""


class Result(BaseModel):
    """What a tool returns. Frozen; becomes the tool's output schema."""

    model_config = ConfigDict(frozen=True)


class Arguments(BaseModel):
    """A structured argument (an item of a list, a nested object). Unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Failure(Result):
    """One item of a batch that was not done, and why."""

    item: str
    reason: str


class Saved(Result):
    """A file that was written and opened again before this was said."""

    path: str = Field(description="Where it is, relative to the workspace.")
    verified: str = Field(description="What the reopened file holds.")
    warnings: list[str] = Field(default_factory=list)


Facts = TypeVar("Facts", bound=BaseModel)


class Shown(Generic[Facts]):
    """Facts with pictures for the model to look at; the pictures follow the facts as image content."""

    def __init__(self, facts: Facts, pictures: "Sequence[Picture]") -> None:
        self.facts = facts
        self.pictures = list(pictures)
