"""A write that waits until the test lets it go on."""

import time

from deskworld_kit import Saved, World, tool


@tool("add")
def write_slowly(world: World, path: str, gate: str = "") -> Saved:
    """Write a file, half of it before the file `gate` is there. Says with the file `path` + ".begun" that it began."""
    target = world.workspace.target(path)
    with world.workspace.writing(target) as temporary:
        temporary.write_text("half")
        if gate:
            (world.workspace.root / f"{path}.begun").touch()
            end = time.monotonic() + 20
            while not (world.workspace.root / gate).exists() and time.monotonic() < end:
                time.sleep(0.005)
        temporary.write_text("whole")
    return Saved(path=path, verified=target.read_text())
