"""Serve chosen servers from one process and in one world: over stdio as one server, over HTTP at a path each."""

from __future__ import annotations

import argparse
import os

HELP = "serve any set of servers, over stdio or HTTP"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("servers", nargs="*", metavar="SERVER", help="their names; all that are installed by default")
    parser.add_argument(
        "--workspace",
        default=os.environ.get("DESKWORLD_WORKSPACE", "~/Deskworld"),
        metavar="DIR",
        help="the folder they work in (~/Deskworld)",
    )
    parser.add_argument(
        "--world",
        default=os.environ.get("DESKWORLD_WORLD", ""),
        metavar="URL",
        help="sqlite:///FILE or postgresql+psycopg://... (~/.deskworld/world.sqlite)",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="fill a new world with the invented life N")
    parser.add_argument("--tier", choices=("full", "compact"), default="full", help="all tools, or the everyday ones")
    parser.add_argument("--transport", choices=("stdio", "http"), default="stdio")
    parser.add_argument("--host", default="127.0.0.1", help="for http")
    parser.add_argument("--port", type=int, default=8000, help="for http; 0 takes a free one")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.installed import servers_named

    servers = servers_named(options.servers)

    from deskworld_kit.command import serve

    serve(servers, options, {**{f"/{server.name}": [server] for server in servers}, "/mcp": servers})
    return 0
