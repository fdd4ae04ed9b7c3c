"""Copying and moving files and folders. Nothing is overwritten unless the call says so, and then a version is kept."""

import shutil
from pathlib import Path

from deskworld_kit import Saved, ToolError, World, tool
from deskworld_kit.saying import many

from deskworld_files import places, shares, shelf, versions


@tool("add", core=True)
def copy_path(world: World, source: str, destination: str, overwrite: bool = False) -> Saved:
    """Copy a file or a whole folder.

    Args:
        destination: The new path; a folder that exists means: into it, under the same name.
        overwrite: Replace a file that is there; it stays as an earlier version.
    """
    old = places.movable(world, source, "source")
    new = _destination(world, old, destination, overwrite)
    warnings = places.left_out(world, old)
    if old.is_file():
        with world.workspace.writing(new) as temporary:
            shutil.copyfile(old, temporary)
            warnings += versions.keep(world, new, "copy_path")
    else:
        _copy_folder(world, old, new)
    return Saved(path=places.name(world, new), verified=_verified(new), warnings=warnings)


@tool("edit", core=True, idempotent=False)
def move_path(world: World, source: str, destination: str, overwrite: bool = False) -> Saved:
    """Move or rename a file or folder; its versions and shares go with it.

    Args:
        destination: The new path; a folder that exists means: into it, under the same name.
        overwrite: Replace a file that is there; it stays as an earlier version.
    """
    old = places.movable(world, source, "source")
    new = _destination(world, old, destination, overwrite)
    old_name, new_name = places.name(world, old), places.name(world, new)
    warnings = versions.keep(world, new, "move_path")
    new.parent.mkdir(parents=True, exist_ok=True)
    old.replace(new)
    versions.follow(world, old_name, new_name)
    shares.follow(world, old_name, new_name)
    return Saved(path=new_name, verified=_verified(new), warnings=warnings)


def _destination(world: World, old: Path, destination: str, overwrite: bool) -> Path:
    new = world.workspace.place(destination, argument="destination")
    if (new.is_dir() and not (old.is_dir() and new == old)) or destination.endswith("/"):
        new = new / old.name
    name = places.name(world, new)
    if new == old:
        raise ToolError(f"{name!r} is where it is now", argument="destination")
    if old in new.parents:
        raise ToolError("a folder can't go into itself", argument="destination")
    if new.is_file() and old.is_file() and overwrite and not new.is_symlink():
        return new
    if new.exists() or new.is_symlink():
        way = "set overwrite, or choose another name" if new.is_file() and old.is_file() else "choose another name"
        raise ToolError(f"{name!r} is already there; {way}", argument="destination")
    return places.free(world, name, "destination")


def _copy_folder(world: World, old: Path, new: Path) -> None:
    """Copy into a draft first, then put it in place: a copy that fails leaves nothing behind."""
    with shelf.draft(world) as draft:
        for item in places.walk(old):
            goal = draft / Path(item.path).relative_to(old)
            if item.is_dir(follow_symlinks=False):
                goal.mkdir()
            elif item.is_file(follow_symlinks=False):
                shutil.copyfile(item.path, goal)
        draft.chmod(0o755)
        new.parent.mkdir(parents=True, exist_ok=True)
        draft.replace(new)


def _verified(new: Path) -> str:
    files = list(places.files_below(new))
    size = many(sum(file.stat().st_size for file in files), "byte")
    return size if new.is_file() else f"{many(len(files), 'file')}, {size}"
