"""How a tool opens a workbook and how its edit lands: two context managers, and the words that all tools share.

with editing(world, path) as book:
    ...                       # edit trees through the book
return Written(**book.saved)  # the file is in its place, was reopened and looked at
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_kit import Scalar, ToolError, World

if TYPE_CHECKING:
    from .engine.book import Book

Rows = Sequence[Sequence[Scalar]]


@contextmanager
def reading(world: World, path: str) -> "Generator[Book]":
    """The workbook, to look at."""
    from .engine.book import Book

    book = Book.open(world.workspace.find(path))
    try:
        with _in_words():
            yield book
    finally:
        book.close()


@contextmanager
def _in_words() -> Generator[None]:
    """What lxml says of texts and files that XML cannot hold, in words for who sent them."""
    try:
        yield
    except SyntaxError as error:
        raise ToolError(f"the workbook's markup is damaged, or a text holds a control character ({error})") from error
    except ValueError as error:
        if isinstance(error, UnicodeError) or "XML compatible" in str(error):
            raise ToolError(
                "a text holds a character that no workbook can hold, such as a control character"
            ) from error
        raise


@contextmanager
def editing(world: World, path: str) -> "Generator[Book]":
    """The workbook, to change: saved in its place when the block ends well, left as it was when it does not."""
    from .engine.opening import SUFFIXES

    target = world.workspace.target(path, suffixes=SUFFIXES)
    with reading(world, path) as book:
        if lock := next((name for name in (f"~${target.name}", f".~lock.{target.name}#")
                         if (target.parent / name).exists()), ""):  # fmt: skip
            book.warn(f"{lock} lies beside it: somebody may have it open, and would save over this change")
        yield book
        save_as(world, book, target)


def making(
    world: World, path: str, overwrite: bool, suffixes: Sequence[str], *, argument: str = "target", source: str = ""
) -> Path:
    """Where a tool makes a file anew, of what the file `source` holds, if it reads one; nothing is replaced unasked."""
    read = world.workspace.find(source) if source else None
    return world.workspace.new_target(path, overwrite=overwrite, suffixes=suffixes, argument=argument, source=read)


def save_as(world: World, book: "Book", target: Path) -> None:
    """Write the book to its place in the workspace, in one step, after it was reopened and looked at."""
    from .engine.writing import save

    with world.workspace.writing(target) as temporary:
        book.verified = save(book, temporary)
    book.path = world.workspace.relative(target)
