"""What a tool that saves a file in another format asks before it begins: what the file is, where it goes, whether that
is a way at all.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from deskworld_kit.errors import ToolError
from deskworld_kit.world import World


class Conversion(NamedTuple):
    """A file, where it goes, and the endings of both: what the file is inside, and what it is to become."""

    source: Path
    place: Path
    kind: str
    ending: str


def conversion(
    world: World,
    path: str,
    target: str,
    *,
    overwrite: bool,
    suffixes: Sequence[str],
    makers: Mapping[str, str],
    kind_inside: Callable[[Path], str],
) -> Conversion:
    """A file to save as another kind of file.

    Args:
        world: Where they are.
        path: The file.
        target: What to make of it; its ending says the format.
        overwrite: Whether what is there may be replaced.
        suffixes: The endings that can be made.
        makers: The tools that make other endings.
        kind_inside: Which ending a file's content asks for; ToolError for what can't be converted.

    Raises:
        ToolError: It can't become that, or is that already.
    """
    ending = Path(target).suffix.lower()
    if ending in makers:
        raise ToolError(f"{makers[ending]} makes {ending} files", argument="target")
    found = world.workspace.find(path)
    place = world.workspace.new_target(
        target, overwrite=overwrite, suffixes=tuple(suffixes), argument="target", source=found
    )
    kind = kind_inside(found)
    if kind == ending and found.suffix.lower() == ending:
        raise ToolError(f"{found.name!r} is a {ending} file already", argument="target")
    return Conversion(found, place, kind, ending)
