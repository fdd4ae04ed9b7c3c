"""Serve chosen servers from one process, for any MCP client: over stdio as one, over HTTP at one path each."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "serve any set of servers, over stdio or HTTP"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("servers", nargs="*", metavar="SERVER", help="their names; all that are installed by default")
    parser.add_argument(
        "--workspace", type=Path, default=Path("~/Deskworld"), metavar="DIR", help="the folder they work in"
    )
    parser.add_argument("--world", default="", metavar="URL", help="sqlite:///FILE or postgresql+psycopg://...")
    parser.add_argument("--seed", type=int, metavar="N", help="fill a new world with the invented life N")
    parser.add_argument("--tier", choices=("full", "compact"), default="full", help="all tools, or the everyday ones")
    parser.add_argument("--transport", choices=("stdio", "http"), default="stdio")
    parser.add_argument("--host", default="127.0.0.1", help="for http")
    parser.add_argument("--port", type=int, default=8000, help="for http; 0 takes a free one")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.installed import servers_named

    servers = servers_named(options.servers)

    from deskworld_kit.command import serve

    serve(servers, options, {f"/{server.name}/mcp": [server] for server in servers})
    return 0
