"""Plug servers into an MCP client: print the configuration that it wants, or write it where it looks for it."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "plug servers into Claude Desktop, Claude Code, Cursor or VS Code"


def add(parser: argparse.ArgumentParser) -> None:
    from deskworld_harness.clients import CLIENTS

    parser.add_argument("client", choices=sorted(CLIENTS))
    parser.add_argument("servers", nargs="+", metavar="SERVER", help="names of installed servers")
    parser.add_argument("--write", action="store_true", help="put it into the client's file, beside what is there")
    parser.add_argument("--file", type=Path, metavar="FILE", help="another file than the client's own")
    parser.add_argument("--workspace", type=Path, metavar="DIR", help="the folder the servers work in (~/Deskworld)")
    parser.add_argument("--tier", choices=("full", "compact"), default="full", help="all tools, or the everyday ones")


def run(options: argparse.Namespace) -> int:
    import json

    from deskworld_harness.clients import CLIENTS, entry, merged, write
    from deskworld_harness.installed import servers_named

    client = CLIENTS[options.client]
    path: Path = options.file or client.path()
    added = {
        f"deskworld-{server.name}": entry(client, server.distribution, options.workspace, options.tier)
        for server in servers_named(options.servers)
    }
    if not options.write:
        print(json.dumps({client.key: added}, indent=2))
        import sys

        print(f"goes into {path} (--write puts it there, beside what is there already)", file=sys.stderr)
        return 0
    write(path, merged(path, client.key, added))
    print(f"{path}: {', '.join(added)}. {client.afterwards}")
    return 0
