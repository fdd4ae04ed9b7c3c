"""What ./dev promises to whoever calls it, from wherever: the right Python, a clean stdout, the exit status."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEV = ROOT / "dev"
WHERE = "import os, sys; print(sys.prefix, os.getcwd(), os.environ.get('PYTHONPATH'), sep='|')"


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, env=os.environ | environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def test_runs_in_the_callers_folder_with_the_projects_python(tmp_path: Path) -> None:
    done = run(DEV, "python", "-c", WHERE, cwd=tmp_path)
    assert done.stdout == f"{ROOT / '.venv'}|{tmp_path}|None\n"


def test_a_foreign_environment_does_not_leak_in(tmp_path: Path) -> None:
    (tmp_path / "deskworld_kit.py").write_text("raise SystemExit('the wrong one')")
    done = run(DEV, "python", "-c", "import deskworld_kit", PYTHONPATH=str(tmp_path), VIRTUAL_ENV=str(tmp_path))
    assert done.returncode == 0, done.stderr


def test_works_through_a_link_in_a_folder_with_spaces(tmp_path: Path) -> None:
    link = tmp_path / "a folder" / "desk"
    link.parent.mkdir()
    link.symlink_to(DEV)
    done = run(link, "python", "-c", WHERE, cwd=link.parent)
    assert done.stdout.startswith(f"{ROOT / '.venv'}|")


def test_the_commands_exit_status_comes_back() -> None:
    assert run(DEV, "sh", "-c", "exit 7").returncode == 7
    assert run(DEV, "no-such-command").returncode == 127


def test_tests_can_be_chosen(tmp_path: Path) -> None:
    test = tmp_path / "test_it.py"
    test.write_text("def test_right(): pass\ndef test_wrong(): assert False\n")
    assert run(DEV, "test", test, "-k", "right").returncode == 0
    wrong = run(DEV, "test", test)
    assert wrong.returncode == 1
    assert "1 failed, 1 passed" in wrong.stdout.splitlines()[-1]


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help(arguments: tuple[str, ...]) -> None:
    done = run(DEV, *arguments)
    assert done.returncode == 0
    assert "./dev test" in done.stdout


@pytest.mark.parametrize("lock", ["requirements.lock", "setup/node/package-lock.json"])
def test_locks_name_no_place_to_fetch_from(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert '"resolved"' not in text
    if lock == "requirements.lock":
        assert "://" not in text


def test_the_members_are_the_sources_here() -> None:
    done = run(DEV, "python", "-c", "import deskworld_kit; print(deskworld_kit.__file__)")
    assert done.stdout.strip() == str(ROOT / "servers/kit/deskworld_kit/__init__.py")
    assert sys.prefix == str(ROOT / ".venv"), "run the tests with ./dev test"
