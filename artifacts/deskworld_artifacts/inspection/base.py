"""What all facts share: a frozen model, a box on a page, and a finding.

Facts are plain data: they can be compared, printed as JSON and kept. Nothing in them points back at the open file.
"""

from pydantic import BaseModel, ConfigDict


class Fact(BaseModel):
    """Something true of a file. Frozen: facts are read, never edited."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Sides:
    """What every box can say of itself, however it keeps its four numbers."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def area(self) -> float:
        return self.width * self.height


class Box(Fact, Sides):
    """A rectangle on a page in points (1/72 inch), measured from the page's left top corner."""

    left: float
    top: float
    width: float
    height: float

    def meet(self, other: "Box") -> "Box | None":
        """What both boxes cover; None where they share no area."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        width = min(self.right, other.right) - left
        height = min(self.bottom, other.bottom) - top
        if width <= 0 or height <= 0:
            return None
        return Box(left=left, top=top, width=width, height=height)

    def join(self, other: "Box") -> "Box":
        """The smallest box around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Box(left=left, top=top, width=right - left, height=bottom - top)

    def holds(self, other: "Box", slack: float = 1.0) -> bool:
        """Whether the other box lies inside this one, give or take `slack` points."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )
