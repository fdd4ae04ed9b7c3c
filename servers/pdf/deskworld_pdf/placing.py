"""Where files are saved: what is there already is not lost unawares.

An edit goes back to its own place, or under another name; what a tool makes anew, to a place of its own. What lies at
such a place is replaced only if this server made it itself or the call says so: the workspace knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from deskworld_kit import World


def destination(
    world: World, found: Path, target: str, *, overwrite: bool, apart: bool = False, suffix: str = ".pdf"
) -> Path:
    """Where a changed file is saved: in its own place, or under another name, where nothing is lost unawares."""
    where = world.workspace
    own = where.relative(found)
    if not apart and (not target or where.place(target, argument="target") == found):
        return where.target(own, suffixes=(suffix,), argument="target" if target else "path")
    return where.new_target(target, overwrite=overwrite, suffixes=(suffix,), argument="target", source=found)


def targets_in(
    world: World, folder: str, names: Sequence[str], *, overwrite: bool, source: Path | None = None
) -> list[Path]:
    """Where files of these names may be made in a folder: all are asked for before one is written."""
    base = world.workspace.relative(world.workspace.place(folder, argument="folder"))
    return [
        world.workspace.new_target(f"{base}/{name}", overwrite=overwrite, argument="folder", source=source)
        for name in names
    ]
