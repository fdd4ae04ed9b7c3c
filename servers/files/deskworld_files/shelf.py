"""The shelf: numbered drawers in the hidden folder `.deskworld`, each with a record and what it keeps.

`.deskworld/trash/3/` holds `record.json` and beside it the thing itself. Making a folder is one atomic step, so two
processes never share a drawer, and there is no index that a crash could leave half-written.
"""

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from deskworld_kit import World
from deskworld_kit.workspace import HIDDEN
from pydantic import BaseModel, ValidationError

Record = TypeVar("Record", bound=BaseModel)


def new_drawer(world: World, section: str) -> tuple[int, Path]:
    """An empty drawer with the next free number."""
    place = world.workspace.root / HIDDEN / section
    place.mkdir(parents=True, exist_ok=True)
    while True:
        number = max(numbers(world, section), default=0) + 1
        try:
            (place / str(number)).mkdir()
        except FileExistsError:
            continue
        return number, place / str(number)


def drawer(world: World, section: str, number: int) -> Path:
    """The folder of a drawer."""
    return world.workspace.root / HIDDEN / section / str(number)


def numbers(world: World, section: str) -> list[int]:
    """The drawers in use, oldest first."""
    place = world.workspace.root / HIDDEN / section
    if not place.is_dir():
        return []
    return sorted(int(name) for name in os.listdir(place) if name.isdecimal())  # noqa: PTH208 - names only


def write(world: World, section: str, number: int, record: BaseModel) -> None:
    """Put the record into its drawer, or replace it, in one step."""
    place = drawer(world, section, number)
    draft = place / "record.new"
    draft.write_text(record.model_dump_json(indent=1), encoding="utf-8")
    draft.replace(place / "record.json")


def read(world: World, section: str, kind: type[Record]) -> dict[int, Record]:
    """All records of a section by drawer number; a drawer whose making was cut short has none and is passed over."""
    found: dict[int, Record] = {}
    for number in numbers(world, section):
        try:
            found[number] = kind.model_validate_json((drawer(world, section, number) / "record.json").read_bytes())
        except (FileNotFoundError, ValidationError):
            continue
    return found


def clear(world: World, section: str, number: int) -> None:
    """Throw a drawer away with all it holds."""
    with suppress(OSError):
        _remove(drawer(world, section, number))


def _remove(top: Path) -> None:
    """Delete a folder with all below it. `shutil.rmtree` goes no deeper than Python's calls may nest."""
    waiting, folders = [top], list[Path]()
    while waiting:
        folder = waiting.pop()
        folders.append(folder)
        with os.scandir(folder) as found:
            for item in found:
                if item.is_dir(follow_symlinks=False):
                    waiting.append(Path(item.path))
                else:
                    Path(item.path).unlink()
    for folder in reversed(folders):
        folder.rmdir()


@contextmanager
def draft(world: World) -> Generator[Path, None, None]:
    """A private folder on the workspace's disk, to prepare in it what then moves into place at once; removed after."""
    place = world.workspace.root / HIDDEN
    place.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="draft-", dir=place))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if not any(place.iterdir()):
            place.rmdir()


def usage(world: World, section: str) -> int:
    """Bytes that a section takes."""
    place = world.workspace.root / HIDDEN / section
    return sum(item.lstat().st_size for item in place.rglob("*") if item.is_file() and not item.is_symlink())
