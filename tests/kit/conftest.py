"""Two toy servers for the kit's tests: importable here, and installed in a folder for processes of their own."""

import os
import shutil
import sys
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
from deskworld_kit import Desk, World, connect

TOYS = Path(__file__).parent / "toys"
sys.path.insert(0, str(TOYS))


@pytest.fixture
def world(tmp_path: Path) -> Generator[World, None, None]:
    """A world in memory with the toy's table."""
    from deskworld_toy import server

    with World.create(tmp_path / "workspace", [server]) as made:
        yield made


@pytest.fixture
async def desk(world: World) -> AsyncGenerator[Desk, None]:
    """Both toy servers in that world."""
    from deskworld_toy import server
    from deskworld_workshop import server as workshop

    async with connect([server, workshop], world) as opened:
        yield opened


@dataclass(frozen=True)
class Site:
    """A folder where distributions are installed, as `pip install --target` would leave it."""

    folder: Path

    def install(self, package: str, *, source: str | None = None) -> None:
        """Put a package there, one of the toys or this source, with its entry point."""
        if source is not None:
            (self.folder / package).mkdir()
            (self.folder / package / "__init__.py").write_text(source)
        else:
            shutil.copytree(TOYS / package, self.folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        facts = self.folder / f"{package}-1.5.dist-info"
        facts.mkdir()
        name = package.removeprefix("deskworld_")
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: 1.5\n")
        (facts / "entry_points.txt").write_text(f"[deskworld.servers]\n{name} = {package}:server\n")

    @property
    def environment(self) -> dict[str, str]:
        """An environment where Python finds what is installed there."""
        return {**os.environ, "PYTHONPATH": str(self.folder)}

    def command(self, package: str, place: Path, *more: str) -> list[str]:
        """Its console script, with a world file and a workspace in this place."""
        start = f"import sys; sys.argv[0] = '{package}'; from {package} import server; server.main()"
        state = ["--workspace", f"{place}/workspace", "--world", f"sqlite:///{place}/world.sqlite"]
        return [sys.executable, "-c", start, *state, *more]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Both toys, installed."""
    made = Site(tmp_path / "site")
    made.folder.mkdir()
    made.install("deskworld_toy")
    made.install("deskworld_workshop")
    return made
