"""New servers and tasks, from the templates that lie beside this file in `scaffolds/`.

A template is a folder of `.tmpl` files whose names and texts hold `$name`, `$title` and the like. What comes out is
complete: a new server meets the suite contract and a new task is solved by its solution before a line is changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template

from deskworld_harness.usage import UsageError

SCAFFOLDS = Path(__file__).parent / "scaffolds"


def new_server(name: str, into: Path) -> Path:
    """A server package with one table and three tools, in a folder of its name."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,23}", name):
        raise UsageError(f"{name!r} is no name for a server: use 2 to 24 small letters and digits, a letter first")
    made = _make("server", into / name, {"name": name, "title": name.capitalize()})
    if _in_workspace(made):
        with (made / "pyproject.toml").open("a", encoding="utf-8") as project:
            project.write("\n[tool.uv.sources]\ndeskworld-kit = { workspace = true }\n")
    return made


def new_task(name: str, into: Path) -> Path:
    """A task folder with an asset, checks and a solution."""
    parts = name.split("/")
    if len(parts) != 3 or not all(re.fullmatch(r"[a-z][a-z0-9_-]*", part) for part in parts):
        raise UsageError(f"{name!r} is no name for a task: use family/subcategory/task, in small letters")
    return _make("task", into.joinpath(*parts), {"title": parts[-1].replace("_", " ").replace("-", " ").capitalize()})


def _in_workspace(made: Path) -> bool:
    """Whether a uv workspace lies above, whose kit is then the one to take."""
    projects = (above / "pyproject.toml" for above in made.absolute().parents)
    return any("[tool.uv.workspace]" in path.read_text(encoding="utf-8") for path in projects if path.is_file())


def _make(kind: str, target: Path, values: Mapping[str, str]) -> Path:
    if target.exists():
        raise UsageError(f"{target}: is there already")
    source = SCAFFOLDS / kind
    for template in sorted(source.rglob("*.tmpl")):
        name = Template(str(template.relative_to(source).with_suffix(""))).substitute(values)
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # `$$` in a template is a dollar sign in what comes out of it.
        path.write_text(Template(template.read_text(encoding="utf-8")).substitute(values), encoding="utf-8")
    return target
