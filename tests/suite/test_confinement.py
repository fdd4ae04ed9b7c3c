"""Nothing leaves the workspace: paths that lead out are refused by every tool, whatever the argument is called.

Each argument meets a part of the corpus and each attack meets every server: which part goes round, so that no tool
is spared the same ones.
"""

import re
import shutil
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from suite.attacks import PATHS, SECRET, plant_links
from suite.desk import desk_of, state_of
from suite.watching import watched

pytestmark = pytest.mark.anyio

PATHLIKE = re.compile(
    r"(^|_)(path|paths|folder|source|target|destination|other|output|picture|media|poster|image|file|files|template|"
    r"archive|attachments|before|after)(_|$|s$)"
)
SHARE = 4
"""Every argument meets a fourth of the corpus, or all of it where there are few."""


def paths_in(arguments: dict[str, Any]) -> list[str]:
    """The arguments of an example that name places in the workspace."""
    return [
        name
        for name, value in arguments.items()
        if PATHLIKE.search(name)
        and (isinstance(value, str) or (isinstance(value, list) and value and all(isinstance(v, str) for v in value)))
        and "T00:00" not in str(value)  # a search's `before` and `after` are times
    ]


@contextmanager
def within(seconds: float) -> Generator[None, None, None]:
    """Fail when the block takes longer: a thread that waits for a pipe would wait for ever."""

    def late(*_: object) -> None:
        raise TimeoutError(f"not done in {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def test_no_path_leads_out(server: Server, tmp_path: Path) -> None:
    async with desk_of(server) as desk:  # what a library does when it is first used, like looking for fonts, is no leak
        for name, arguments in server.example_calls(desk.world.workspace.root):
            await desk.call(name, arguments)
    async with desk_of(server) as desk:
        root = desk.world.workspace.root
        outside = root.parent / "outside"
        outside.mkdir()
        saved = tmp_path / "saved"
        examples = server.example_calls(root)
        places = {(name, argument) for name, arguments in examples for argument in paths_in(arguments)}
        share = SHARE if len(places) >= SHARE else 1
        done: set[tuple[str, str]] = set()
        for name, arguments in examples:
            for argument in paths_in(arguments):
                if (name, argument) in done:
                    continue
                done.add((name, argument))
                value = arguments[argument]
                suffix = Path(value if isinstance(value, str) else value[0]).suffix
                shutil.copytree(root, saved)
                plant_links(root, outside, suffix)
                before, there = contents(outside), state_of(desk.world, database=False)
                for attack in PATHS[len(done) % share :: share]:
                    path = attack.of(suffix, outside)
                    wrong = {**arguments, argument: path if isinstance(value, str) else [path]}
                    said = f"{name}({argument}): {attack.name}, {path!r}"
                    with within(60), watched(root) as watch:
                        result = await desk.call(name, wrong)
                    assert "internal error" not in result.error, f"{said}: {result.error}"
                    assert SECRET not in result.text or attack.name == "a hard link", f"{said} told a secret"
                    assert str(root) not in result.text, f"{said} shows a path of the machine"
                    assert watch.touched == [], f"{said} touched {watch.touched[:3]}"
                    assert contents(outside) == before, f"{said} changed something outside"
                    if attack.refused:
                        assert not result.ok or _only_failures(result.structured), f"{said} worked"
                    if not result.ok:
                        assert state_of(desk.world, database=False) == there, (
                            f"{said} was refused and changed something"
                        )
                    else:
                        there = state_of(desk.world, database=False)
                shutil.rmtree(root)
                shutil.move(saved, root)
            await desk.call(name, arguments)
        assert any(PATHLIKE.search(n) for tool in server.compiled for n in tool.parameters["properties"]) == bool(done)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _only_failures(structured: dict[str, Any]) -> bool:
    """A batch may say per item that it was refused."""
    return bool(structured.get("failures"))
