"""Start a server or a task of your own from one that works: it passes its checks as it is, then make it yours."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "start a new server or task from a working one"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("server", "task"))
    parser.add_argument("name", metavar="NAME", help="a word for a server; family/subcategory/task for a task")
    parser.add_argument("--into", type=Path, metavar="DIR", help="where to put it (servers/ or tasks/)")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.scaffold import new_server, new_task

    if options.what == "server":
        made = new_server(options.name, options.into or Path("servers"))
        print(f"{made} is made. In a clone, ./dev installs it: ./dev harness list tools {options.name}")
        print(f"Elsewhere: uv pip install -e {made}, then harness list tools {options.name}")
    else:
        made = new_task(options.name, options.into or Path("tasks"))
        print(f"{made}: try it with `harness eval {made} --agent solution`")
    return 0
