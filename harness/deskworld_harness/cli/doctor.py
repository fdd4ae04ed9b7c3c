"""Say what is here, what is missing, what that costs, and how to get it."""

from __future__ import annotations

import argparse
import json
from typing import Any

HELP = "say what is missing on this machine, and how to get it"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.installed import servers_named
    from deskworld_harness.needs import NEEDS, stands_on

    users = {server.name: server.distribution for server in servers_named()}
    users["harness"] = "deskworld-harness"
    rows: list[dict[str, Any]] = []
    for need in NEEDS:
        who = [name for name, distribution in users.items() if stands_on(distribution, need.libraries)]
        if need.libraries and not who:
            continue
        found = need.find()
        rows.append(
            {
                "name": need.name,
                "found": found,
                "needed": bool(who),
                "for": who,
                "without": need.without,
                "size": need.size,
                "how": need.how(),
            }
        )
    lacking = [row for row in rows if not row["found"] and row["needed"]]
    if options.json:
        print(json.dumps(rows, indent=2))
        return 1 if lacking else 0

    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    for row in rows:
        mark = "[green]here   [/]" if row["found"] else "[red]missing[/]" if row["needed"] else "[yellow]absent [/]"
        console.print(f"{mark} [bold]{row['name']:<12}[/] {escape(row['found'])}", soft_wrap=True)
        if not row["found"]:
            whom = f" (for {', '.join(row['for'])})" if row["for"] else ""
            console.print(f"        without it: {row['without']}{whom}", soft_wrap=True)
            console.print(f"        {row['size']:<7} {escape(row['how'])}", soft_wrap=True)
    console.print("All that the installed servers need is here." if not lacking else f"{len(lacking)} missing.")
    return 1 if lacking else 0
