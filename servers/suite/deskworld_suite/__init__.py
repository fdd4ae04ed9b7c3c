"""Any chosen set of installed servers in one process, in one world: over stdio as one server, over HTTP a path each."""

import sys

from deskworld_kit.command import parser, serve


def main() -> None:
    """The console script: `deskworld-suite [SERVER ...] --transport stdio|http`."""
    arguments = parser("deskworld-suite", "Serve several Deskworld servers at once, in one world.")
    arguments.add_argument("servers", nargs="*", metavar="SERVER", help="which ones; all that are installed by default")
    arguments.add_argument("--list", action="store_true", help="say what is installed and stop")
    options = arguments.parse_args()

    from deskworld_kit import ToolError, find_servers

    try:
        found = find_servers(options.servers or None)
    except ToolError as error:
        sys.exit(f"deskworld-suite: {error}")
    if not found:
        sys.exit("deskworld-suite: no server is installed; install one, such as deskworld-files")
    if options.list:
        for server in found.values():
            print(f"{server.name:12} {server.summary}")
        return
    paths = {f"/{name}": [server] for name, server in found.items()}
    serve(list(found.values()), options, {**paths, "/mcp": list(found.values())})
