"""Each server by itself: its wheel, what that asks for, and nothing else of ours; as `uvx deskworld-<name>` has it."""

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from kit.wire import piped

ROOT = Path(__file__).parent.parent.parent
MEMBERS = {
    project.parent.name: project.parent
    for project in [*ROOT.glob("*/pyproject.toml"), *ROOT.glob("servers/*/pyproject.toml")]
}

ONLY_IT = """
import importlib.util, json
from deskworld_kit import find_servers
others = [name for name in %r if importlib.util.find_spec(name)]
print(json.dumps([list(find_servers()), others]))
"""


def uv(*arguments: str) -> None:
    """Run uv; from what it has at hand, and over the network only where that is not enough."""
    program = shutil.which("uv") or str(ROOT / ".cache" / "uv" / "bin" / "uv")
    for more in (["--offline"], []):
        ended = subprocess.run([program, *arguments, *more], capture_output=True, text=True, check=False, cwd=ROOT)
        if ended.returncode == 0:
            return
    raise AssertionError(ended.stderr)


def ours(distribution: str) -> set[str]:
    """The members that a member stands on, itself among them."""
    asked = {re.split(r"[^\w-]", each)[0] for each in requires(distribution) or []}
    return {distribution}.union(*(ours(each) for each in asked if each.startswith("deskworld-")))


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wheels")


def wheel_of(distribution: str, wheels: Path) -> str:
    """Its wheel, built once: a file that is not in it is missed here, where an editable install would find it."""
    pattern = f"{distribution.replace('-', '_')}-*.whl"
    if not list(wheels.glob(pattern)):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
        place = MEMBERS[distribution.removeprefix("deskworld-")]
        subprocess.run(command, check=True, capture_output=True, cwd=place)
    return str(next(wheels.glob(pattern)))


def test_it_works_alone(server: Server, wheels: Path, tmp_path: Path) -> None:
    needed = sorted(ours(server.distribution))
    python, lock = tmp_path / "venv" / "bin" / "python", tmp_path / "lock.txt"
    projects = [str(MEMBERS[name.removeprefix("deskworld-")] / "pyproject.toml") for name in needed]
    not_emitted = [part for name in needed for part in ("--no-emit-package", name)]
    uv("venv", "--quiet", "--python", sys.executable, str(tmp_path / "venv"))
    uv("pip", "compile", "--constraints", "requirements.lock", *not_emitted, *projects, "--output-file", str(lock))
    built = [wheel_of(name, wheels) for name in needed]
    uv("pip", "install", "--python", str(python), "--no-deps", "--requirements", str(lock), *built)

    others = sorted({"deskworld_" + name for name in MEMBERS} - {name.replace("-", "_") for name in needed})
    assert "deskworld_harness" in others and "deskworld_verifiers" in others
    said = subprocess.run([str(python), "-c", ONLY_IT % others], capture_output=True, text=True, check=True, cwd="/")
    assert json.loads(said.stdout) == [[server.name], []]

    (tmp_path / "workspace").mkdir()
    name, arguments = server.example_calls(tmp_path / "workspace")[0]
    state = ["--workspace", f"{tmp_path}/workspace", "--world", f"sqlite:///{tmp_path}/world.sqlite", "--seed", "7"]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    with piped([str(python.with_name(server.distribution)), *state], environment) as pipe:
        listed: list[dict[str, Any]] = pipe.answer(pipe.send("tools/list", {}))["tools"]
        assert [tool["name"] for tool in listed] == [tool.name for tool in server.compiled]
        assert pipe.call(name, **arguments)
