"""A small desk of its own for the harness's tests: two servers and a task, found as anybody's would be.

`jotter` is what `harness new server` makes; `easel` draws pictures. Both are packages in a temporary folder with real
entry points, so nothing here is patched in, and a child process finds them by PYTHONPATH.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from deskworld_harness.documents import TrialSpec
from deskworld_harness.records import TrialFolder
from deskworld_harness.scaffold import new_server
from harness.desk import EASEL, TASK, offer, write_files


@pytest.fixture(scope="session")
def desk_path(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path, None, None]:
    """The folder with the two servers, on sys.path."""
    home = tmp_path_factory.mktemp("desk")
    new_server("jotter", home / "made")
    (home / "made" / "jotter" / "deskworld_jotter").rename(home / "deskworld_jotter")
    write_files(home / "deskworld_easel", EASEL)
    for name in ("jotter", "easel"):
        offer(home, name)
    sys.path.insert(0, str(home))
    yield home
    sys.path.remove(str(home))


@pytest.fixture
def tasks(tmp_path: Path, desk_path: Path) -> Path:
    """A `tasks` folder with the red card in it."""
    write_files(tmp_path / "tasks" / "studio" / "cards" / "red", TASK)
    return tmp_path / "tasks"


@pytest.fixture
def red(tasks: Path) -> Path:
    return tasks / "studio" / "cards" / "red"


@pytest.fixture
def spec(red: Path) -> TrialSpec:
    """A trial of the red card by its solution; change what matters with `model_copy`."""
    return TrialSpec(task=red, task_name="studio/cards/red", seed=7, agent="solution")


@pytest.fixture
def kept(tmp_path: Path) -> TrialFolder:
    (tmp_path / "kept").mkdir()
    return TrialFolder(tmp_path / "kept")
