"""What a caller wants of a file: which pages, how wide, and for workbooks which sheet and area."""

from dataclasses import dataclass

from ..errors import RenderError

WIDEST = 8192


@dataclass(frozen=True)
class Wanted:
    """Pages count from 1; none named means all of them, in order."""

    pages: tuple[int, ...] = ()
    width: int = 1280
    sheet: str = ""
    area: str = ""
    bare: bool = False

    def __post_init__(self) -> None:
        if not 16 <= self.width <= WIDEST:
            raise RenderError(f"a picture can be 16 to {WIDEST} pixels wide, not {self.width}")

    def of(self, count: int, noun: str, name: str) -> tuple[int, ...]:
        """The pages wanted of a file that has so many, each once, in the order asked for."""
        if not self.pages:
            return tuple(range(1, count + 1))
        for page in self.pages:
            if not 1 <= page <= count:
                has = f"has {count} {noun}{'' if count == 1 else 's'}, counted from 1"
                raise RenderError(f"{name}: there is no {noun} {page}; it {has}")
        return tuple(dict.fromkeys(self.pages))
