"""One rule for all that a server's tools write beside what they read, tried with the server's own examples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deskworld_kit import Server, ToolError, World

OUTPUTS = {"target", "output", "folder", "csv"}


def replaced_only_when_asked(server: Server, root: Path) -> list[str]:
    """Make what each example makes, then make it again as another process would; gives the tools that were tried.

    What is there stays, byte by byte, until the call says overwrite=True; and no tool that names an output lacks it.
    """
    for each in server.compiled:
        named = OUTPUTS & set(each.parameters["properties"])
        assert not named or "overwrite" in each.parameters["properties"], each.name
    tried: list[str] = []
    known = {each.name: each for each in server.compiled}
    world = World(root)
    with world:
        for name, arguments in _writing(server, root):
            before = _state(root)
            call(known[name], world, arguments)
            made = {path for path in _state(root).items() if path not in before.items()}
            assert made, name
            with World(root) as another:
                before = _state(root)
                assert "exists; name another, or pass overwrite=true" in _refused(known[name], another, arguments), name
                assert _state(root) == before, name
                call(known[name], another, {**arguments, "overwrite": True})
            tried.append(name)
    return tried


def call(tool: Any, world: World, arguments: dict[str, Any]) -> Any:
    """Call a tool as the server would."""
    return tool.function(world, **tool.check(arguments))


def _refused(tool: Any, world: World, arguments: dict[str, Any]) -> str:
    """Why a call failed, or why the first of its items did."""
    try:
        failures = getattr(call(tool, world, arguments), "failures", [])
    except ToolError as error:
        return str(error)
    return failures[0].reason if failures else ""


def _writing(server: Server, root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The examples that name an output; the others are called on the way."""
    known = {each.name: each for each in server.compiled}
    for name, arguments in server.example_calls(root):
        if OUTPUTS & set(arguments):
            yield name, arguments
        elif known[name].mark.kind != "read":
            with World(root) as world:
                call(known[name], world, arguments)


def _state(root: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in root.rglob("*") if path.is_file() and ".deskworld" not in path.parts
    }
