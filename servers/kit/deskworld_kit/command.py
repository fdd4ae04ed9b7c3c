"""The console script of every server: `deskworld-<name> --workspace DIR --world URL --transport stdio|http`.

Nothing heavy is imported before the arguments are read, so `--help` answers at once.
"""

import argparse
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deskworld_kit.server import Server
    from deskworld_kit.world import World

HOME = Path("~/Deskworld")


def parser(prog: str, description: str) -> argparse.ArgumentParser:
    """The options that every server has."""
    made = argparse.ArgumentParser(
        prog=prog, description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    made.add_argument(
        "--workspace",
        default=os.environ.get("DESKWORLD_WORKSPACE", str(HOME)),
        metavar="DIR",
        help="the only folder that the tools read and write",
    )
    made.add_argument(
        "--world",
        default=os.environ.get("DESKWORLD_WORLD", ""),
        metavar="URL",
        help="the database: sqlite:///FILE or postgresql://USER@HOST/DATABASE; default: ~/.deskworld/world.sqlite, "
        "shared by all servers on this desk",
    )
    made.add_argument("--seed", type=int, default=None, metavar="N", help="fill a new world with the invented life N")
    made.add_argument("--tier", choices=("full", "compact"), default="full", help="all tools, or the everyday ones")
    made.add_argument("--transport", choices=("stdio", "http"), default="stdio", help="how clients reach it")
    made.add_argument("--host", default="127.0.0.1", help="for http")
    made.add_argument("--port", type=int, default=8000, help="for http; 0 takes a free one")
    return made


def main(server: "Server", argv: "Sequence[str] | None" = None) -> None:
    """Serve one server as its console script says."""
    arguments = parser(server.distribution, f"{server.title}: {server.summary}")
    arguments.add_argument("--version", action="version", version=f"{server.distribution} {server.version}")
    options = arguments.parse_args(argv)
    serve([server], options, {"/mcp": [server]})


def serve(servers: "list[Server]", options: argparse.Namespace, paths: "dict[str, list[Server]]") -> None:
    """Open the world and serve until the client leaves or somebody interrupts.

    Args:
        servers: All that take part; over stdio they answer as one.
        options: What `parser` read.
        paths: For http, which servers answer at which path.
    """
    from deskworld_kit.children import end_with_us

    end_with_us()
    # Libraries and schemas are some 200,000 objects that live as long as the process. Searching them for garbage while
    # they are made would be a quarter of the start, so that waits, and never looks at them later.
    gc.disable()
    try:
        world = _world(servers, options)
    except Exception as error:
        # A database driver's error goes on for lines; its first says what is wrong.
        sys.exit(f"{Path(sys.argv[0]).name}: can't open the world: {str(error).strip().splitlines()[0]}")
    from deskworld_kit.serving import build, run_http, run_stdio

    try:
        served = {"": servers} if options.transport == "stdio" else paths
        apps = {path: build(chosen, world, tier=options.tier) for path, chosen in served.items()}
        gc.freeze()
        gc.enable()
        if options.transport == "stdio":
            run_stdio(apps[""])
        else:
            run_http(apps, host=options.host, port=options.port, streams=any(server.streams for server in servers))
    finally:
        world.close()


def _world(servers: "list[Server]", options: argparse.Namespace) -> "World":
    from deskworld_kit.world import World

    workspace = Path(options.workspace).expanduser()
    url = options.world or f"sqlite:///{Path('~/.deskworld/world.sqlite').expanduser()}"
    return World.create(workspace, servers, url=url, seed=options.seed)
