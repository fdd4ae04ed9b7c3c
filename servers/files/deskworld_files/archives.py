"""Archives: zip and tar. Every member is judged before the first is written, so a bad archive leaves nothing behind.

Refused are members that lead outside (absolute, `..`, drive letters), links and devices, two members for one file,
encrypted ones, and what would unpack to more than a workspace should hold.
"""

from pathlib import Path
from typing import Annotated

from deskworld_kit import Page, Saved, ToolError, World, page, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_files import packing, places, shelf, versions
from deskworld_files.packing import Member
from deskworld_files.patterns import fits

LISTED = 100


class Archived(Saved):
    """An archive that was made."""

    files: int
    bytes: int


class Extracted(Saved):
    """What was unpacked; `path` is the folder."""

    files: list[str] = Field(description="What was written, at most the first 100.")
    total: int


@tool("edit")
def archive_paths(
    world: World, paths: Annotated[list[str], Field(min_length=1, max_length=500)], target: str
) -> Archived:
    """Pack files and folders into a zip or tar archive; each goes in under its own name.

    Args:
        target: The archive; its ending says the kind: .zip, .tar, .tar.gz, .tar.bz2 or .tar.xz.
    """
    goal = places.goal(world, target, "target")
    kind = packing.ending(goal)
    if not kind:
        raise ToolError(f"{target!r} must end in .zip, .tar, .tar.gz, .tar.bz2 or .tar.xz", argument="target")
    things, warnings = _things(world, paths, goal)
    stamp = world.now()
    with world.workspace.writing(goal) as temporary:
        packing.pack(temporary, kind, things, stamp)
        warnings += versions.keep(world, goal, "archive_paths")
    with packing.opened(goal, "target") as archive:
        files = sum(member.kind == "file" for member in archive.members)
    if files != sum(place.is_file() for place in things.values()):
        raise ToolError("the archive does not hold all that was packed", argument="target")
    return Archived(
        path=places.name(world, goal),
        verified=f"{many(files, 'file')} in the reopened archive",
        warnings=warnings,
        files=files,
        bytes=goal.stat().st_size,
    )


@tool("read")
def list_archive(
    world: World,
    path: str,
    names: str = "*",
    limit: Annotated[int, Field(ge=1, le=200)] = 100,
    cursor: str = "",
) -> Page[Member]:
    """List what is in a zip or tar archive without unpacking it.

    Args:
        names: Only members that fit, like *.csv.
        cursor: The `next_cursor` before.
    """
    with packing.opened(world.workspace.find(path)) as archive:
        return page([each for each in archive.members if fits(each.name, names)], limit=limit, cursor=cursor)


@tool("edit")
def extract_archive(world: World, path: str, folder: str = "", names: str = "*", overwrite: bool = False) -> Extracted:
    """Unpack a zip or tar archive into a folder, all of it or nothing; lists what was written.

    Args:
        folder: Where to; else one beside it, named like it.
        names: Only members that fit, like *.csv.
        overwrite: Replace files that are there; they stay as earlier versions.
    """
    source = world.workspace.find(path)
    stem = source.name[: -len(packing.ending(source) or source.suffix) or None]
    place = world.workspace.place(folder or places.name(world, source.with_name(stem)), argument="folder")
    with shelf.draft(world) as draft:
        with packing.opened(source) as archive:
            chosen = [member for member in archive.members if fits(member.name, names)]
            packing.judge(chosen, source.stat().st_size)
            goals = {member.name: _goal(world, place, member, overwrite) for member in chosen}
            for member in chosen:
                drafted = draft / member.name
                if member.kind == "folder":
                    drafted.mkdir(parents=True, exist_ok=True)
                else:
                    drafted.parent.mkdir(parents=True, exist_ok=True)
                    packing.unpack(archive, member, drafted)
        warnings = _put_in_place(world, draft, goals)
    written = [goals[member.name] for member in chosen if member.kind == "file"]
    return Extracted(
        path=places.name(world, place),
        verified=f"{many(len(written), 'file')} written",
        warnings=warnings + (["no member fits; nothing was written"] if not chosen else []),
        files=[places.name(world, goal) for goal in written[:LISTED]],
        total=len(written),
    )


def _things(world: World, paths: list[str], goal: Path) -> tuple[dict[str, Path], list[str]]:
    """What goes into an archive, by the name it has there, and warnings about what does not."""
    things: dict[str, Path] = {}
    warnings: list[str] = []
    for path in paths:
        top = places.movable(world, path, "paths")
        warnings += places.left_out(world, top)
        inside = [Path(item.path) for item in places.walk(top) if places.plain(item)] if top.is_dir() else []
        for place in (top, *inside):
            name = place.relative_to(top.parent).as_posix()
            if place != goal and things.setdefault(name, place) != place:
                raise ToolError(f"two things would be {name!r} in the archive; pack their folder", argument="paths")
    return things, warnings


def _goal(world: World, folder: Path, member: Member, overwrite: bool) -> Path:
    """Where a member goes; what is in its way is an error before anything is written."""
    # Resolved by the workspace: a link in the folder could lead a harmless name outside.
    goal = places.shallow(
        world, world.workspace.place(f"{places.name(world, folder)}/{member.name}", argument="folder"), "folder"
    )
    name = places.name(world, goal)
    if goal.exists() and not (goal.is_dir() or goal.is_file()):
        raise ToolError(f"{name!r} is a pipe or a device there", argument="folder")
    if goal.is_dir() and member.kind == "file":
        raise ToolError(f"{name!r} is a folder there and a file in the archive", argument="folder")
    if goal.is_file() and (member.kind == "folder" or not overwrite):
        raise ToolError(f"{name!r} is already there; set overwrite, or choose another folder", argument="folder")
    for parent in goal.parents:
        if parent.is_file():
            raise ToolError(f"{places.name(world, parent)!r} is a file; choose another folder", argument="folder")
    return goal


def _put_in_place(world: World, draft: Path, goals: dict[str, Path]) -> list[str]:
    warnings: list[str] = []
    for name, goal in goals.items():
        if (draft / name).is_dir():
            goal.mkdir(parents=True, exist_ok=True)
        else:
            goal.parent.mkdir(parents=True, exist_ok=True)
            warnings += versions.keep(world, goal, "extract_archive")
            (draft / name).replace(goal)
    return warnings
