"""A server: a name, a sentence, and the modules that hold its tools, tables and seed data.

It is data until somebody uses it. Modules are imported then, so `deskworld-slides --help` and a harness that lists
forty servers stay quick.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import random

    from fastmcp import FastMCP
    from sqlmodel import Session

    from deskworld_kit.calling import DeskTool
    from deskworld_kit.world import World

Tier = Literal["full", "compact"]


@dataclass(frozen=True)
class Server:
    """One standalone MCP server.

    Args:
        name: Short and unique over the suite; also the prefix of its tables.
        title: As a person would call it.
        summary: A sentence or two for the model: what it is for. Becomes the MCP instructions.
        package: The import package that holds the modules (`__name__`).
        tools: Modules with the tools, a file a group, in the order they are offered.
        tables: The module with the SQLModel tables; empty for a toolkit that has none.
        seed: The module with `seed(world, session, random)`; empty for none.
        examples: The module with `EXAMPLES`, (tool, arguments) pairs that succeed when run in order in a fresh world
            with seed 7, at least one a tool, and optionally `prepare(workspace)`, which makes the files they need.
        extras: The module with `extend(app)`, which adds to each FastMCP what is no tool of the world: prompts,
            resources, completions; empty for none.
        streams: Whether tools talk with the client while they run (progress, questions); over HTTP the answers are
            then event streams in a session, else plain JSON.
    """

    name: str
    title: str
    summary: str
    package: str
    tools: tuple[str, ...]
    tables: str = ""
    seed: str = ""
    examples: str = "examples"
    extras: str = ""
    streams: bool = False

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    @property
    def distribution(self) -> str:
        """The name it is installed by, which is also its console script."""
        return self.package.replace("_", "-")

    @property
    def version(self) -> str:
        """The installed version; "0" when it runs from a bare folder."""
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return "0"

    def load_tables(self) -> None:
        """Import the tables, so that SQLModel knows them."""
        if self.tables:
            self._module(self.tables)

    def plant(self, world: "World", session: "Session", chance: "random.Random") -> None:
        """Tell this server's part of the invented life."""
        if self.seed:
            self._module(self.seed).seed(world, session, chance)

    def example_calls(self, workspace: Path) -> list[tuple[str, dict[str, Any]]]:
        """The server's own examples, with the files they need put into the workspace folder."""
        module = self._module(self.examples)
        prepare: Callable[[Path], None] | None = getattr(module, "prepare", None)
        if prepare is not None:
            prepare(workspace)
        return [(name, dict(arguments)) for name, arguments in module.EXAMPLES]

    def functions(self) -> list[Callable[..., Any]]:
        """The tool functions, in order of modules and of definition."""
        from deskworld_kit.tools import MARK

        found: list[Callable[..., Any]] = []
        for name in self.tools:
            module = self._module(name)
            found += [
                member
                for member in vars(module).values()
                if inspect.isfunction(member) and hasattr(member, MARK) and member.__module__ == module.__name__
            ]
        return found

    @cached_property
    def compiled(self) -> "list[DeskTool]":
        """The tools with their schemas, made once per process."""
        from deskworld_kit.calling import compile_tool

        self.load_tables()
        # What only touches the world's database takes a millisecond and runs where it is; files take longer.
        return [compile_tool(function, in_thread=not self.tables) for function in self.functions()]

    def extend(self, app: "FastMCP") -> None:
        """Add this server's extras to an app that was built for it."""
        if self.extras:
            self._module(self.extras).extend(app)

    def main(self) -> None:
        """The console script."""
        from deskworld_kit.command import main

        main(self)
