"""List what there is: installed servers, their tools, or tasks."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_kit import Server

HELP = "list servers, tools or tasks"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("servers", "tools", "tasks"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these servers; for tasks, folders (tasks/)")
    parser.add_argument("--json", action="store_true", help="everything known, as JSON")
    parser.add_argument("--tier", choices=("full", "compact"), default="full", help="for tools")


def run(options: argparse.Namespace) -> int:
    rows = {"servers": _servers, "tools": _tools, "tasks": _tasks}[options.what](options)
    if options.json:
        print(json.dumps(rows, indent=2, default=str))
        return 0

    from rich.console import Console
    from rich.table import Table

    shown = {"servers": ("name", "tools", "summary"), "tools": ("name", "server", "kind", "core", "description")}
    columns = shown.get(options.what, ("name", "difficulty", "title", "servers"))
    table = Table(header_style="bold")
    for column in columns:  # a name is what one copies from here, so it is never cut
        table.add_column(column, overflow="fold", no_wrap=column == "name")
    for row in rows:
        table.add_row(*(_cell(row[column]) for column in columns))
    Console(highlight=False).print(table)
    return 0


def _servers(options: argparse.Namespace) -> list[dict[str, Any]]:
    from deskworld_harness.installed import servers_named

    return [
        {
            "name": server.name,
            "title": server.title,
            "distribution": server.distribution,
            "version": server.version,
            "tables": bool(server.tables),
            **_offered(server),
        }
        for server in servers_named(options.names)
    ]


def _offered(server: Server) -> dict[str, Any]:
    """How many tools it has and what for; a server that can't be imported is listed as such, beside the others."""
    try:
        return {"tools": len(server.functions()), "summary": server.summary}
    except ImportError as error:
        return {"tools": 0, "summary": f"can't be imported: {error}"}


def _tools(options: argparse.Namespace) -> list[dict[str, Any]]:
    from dataclasses import asdict

    from deskworld_harness.installed import servers_named
    from deskworld_harness.toolset import tools_of

    return [asdict(tool) for tool in tools_of(servers_named(options.names), options.tier)]


def _tasks(options: argparse.Namespace) -> list[dict[str, Any]]:
    from deskworld_harness.task import find_tasks

    return [
        {
            "name": task.name,
            "family": task.family,
            "subcategory": task.subcategory,
            "folder": task.folder,
            "title": task.document.title,
            "difficulty": task.document.difficulty,
            "template": task.is_template,
            "servers": task.document.servers,
            "deliverables": task.document.deliverables,
        }
        for task in find_tasks([Path(name) for name in options.names or ["tasks"]])
    ]


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, bool):
        return "*" if value else ""
    return str(value).split("\n\n")[0].replace("\n", " ")
