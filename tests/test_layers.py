"""Who may import whom, and that each member declares what it imports.

    artifacts   kit            the ground: neither knows the other
        \\       /  \\
        servers/*   verifiers  a server never imports another server; verifiers know no server
              \\     /
              harness          finds servers by entry point, never by name
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PROJECTS = sorted([*ROOT.glob("*/pyproject.toml"), *ROOT.glob("servers/*/pyproject.toml")])
FOLDERS = {project.parent.relative_to(ROOT).as_posix(): project.parent for project in PROJECTS}

MAY_IMPORT = {
    "artifacts": set[str](),
    "servers/kit": set[str](),
    "servers/suite": {"deskworld_kit"},
    "verifiers": {"deskworld_kit", "deskworld_artifacts"},
    "harness": {"deskworld_kit", "deskworld_artifacts", "deskworld_verifiers"},
}
SERVER_MAY_IMPORT = {"deskworld_kit", "deskworld_artifacts"}

NOT_FROM_PYPI = {"bridge", "com", "uno", "unohelper"}
"""What runs inside LibreOffice's own Python, and what that Python brings along."""

members = pytest.mark.parametrize("member", FOLDERS)


def package_of(member: str) -> str:
    return "deskworld_" + member.rpartition("/")[2]


def project_of(member: str) -> dict[str, Any]:
    return tomllib.loads((FOLDERS[member] / "pyproject.toml").read_text())["project"]


@cache
def imports_of(member: str) -> dict[str, str]:
    """Each top-level package that a member imports, anywhere in its files, and one place where it does."""
    found: dict[str, str] = {}
    for path in sorted((FOLDERS[member] / package_of(member)).rglob("*.py")):
        for line, name in imported(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(name.partition(".")[0], f"{path.relative_to(ROOT)}:{line}")
    return found


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            name = node.args[0].value
            if called in ("import_module", "__import__") and isinstance(name, str) and name[:1] != ".":
                yield node.lineno, name


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(member: str) -> set[str]:
    """The distributions that it asks for, with or without an extra."""
    project = project_of(member)
    extras: Iterable[list[str]] = project.get("optional-dependencies", {}).values()
    asked = [*project["dependencies"], *(each for extra in extras for each in extra)]
    return {normal(re.split(r"[\s\[<>=!~;]", each, maxsplit=1)[0]) for each in asked}


@members
def test_it_is_named_after_its_folder(member: str) -> None:
    assert project_of(member)["name"] == package_of(member).replace("_", "-")
    assert (FOLDERS[member] / package_of(member) / "__init__.py").exists()


@members
def test_its_types_are_for_its_users_too(member: str) -> None:
    """Without the marker (PEP 561), a type checker takes all of an installed package for unknown."""
    assert (FOLDERS[member] / package_of(member) / "py.typed").exists()


@members
def test_it_imports_only_what_lies_below(member: str) -> None:
    allowed = MAY_IMPORT.get(member, SERVER_MAY_IMPORT) | {package_of(member)}
    ours = {name: place for name, place in imports_of(member).items() if name.startswith("deskworld_")}
    wrong = {name: place for name, place in ours.items() if name not in allowed}
    assert not wrong, f"{member} may import {sorted(allowed)} of ours"


@members
def test_it_declares_what_it_imports(member: str) -> None:
    known = packages_distributions()
    asked = declared(member)
    missing = {
        name: place
        for name, place in imports_of(member).items()
        if name not in sys.stdlib_module_names | NOT_FROM_PYPI | {package_of(member)}
        # A distribution may itself be a shell around the one that holds the package, as fastmcp is.
        and not asked & {normal(each) for each in [name, *known.get(name, [])]}
    }
    assert not missing, f"the pyproject.toml of {member} does not ask for what it imports"


@members
def test_it_imports_what_it_declares(member: str) -> None:
    """Of ours: a server that asks for the artifacts without using them would drag half an office along."""
    ours = {name.replace("-", "_") for name in declared(member) if name.startswith("deskworld-")}
    assert ours <= set(imports_of(member)), f"{member} asks for what it does not import"


@pytest.mark.parametrize("member", ["servers/kit", "servers/suite", "artifacts", "verifiers", "harness"])
def test_no_server_is_known_by_name(member: str) -> None:
    """Neither as a package nor as a module in a string; only an entry point leads to one."""
    servers = [package_of(each) for each in FOLDERS if each not in MAY_IMPORT]
    for path in (FOLDERS[member] / package_of(member)).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                assert node.value.partition(".")[0] not in servers, f"{path.relative_to(ROOT)}:{node.lineno}"


def test_every_server_can_be_found() -> None:
    for member in FOLDERS:
        if member not in MAY_IMPORT:
            package, project = package_of(member), project_of(member)
            name = package.removeprefix("deskworld_")
            assert project["entry-points"]["deskworld.servers"] == {name: f"{package}:server"}
            assert project["scripts"] == {project["name"]: f"{package}:server.main"}
