"""Servers are found by the entry point `deskworld.servers`, ours and everybody else's alike."""

import logging
from collections.abc import Iterable
from importlib.metadata import entry_points

from deskworld_kit.errors import ToolError, unknown
from deskworld_kit.server import Server

GROUP = "deskworld.servers"

log = logging.getLogger("deskworld")


def find_servers(names: Iterable[str] | None = None) -> dict[str, Server]:
    """The installed servers by name, sorted; or just those named.

    One that can't be imported is left out with a warning when all are asked for, and an error when it was named.

    Raises:
        ToolError: A name that is not installed (says which are), or one that is broken.
    """
    points = {point.name: point for point in entry_points(group=GROUP)}
    chosen = sorted(points) if names is None else list(dict.fromkeys(names))
    found: dict[str, Server] = {}
    for name in chosen:
        if name not in points:
            raise unknown("installed server", name, sorted(points))
        try:
            server = points[name].load()
            if not isinstance(server, Server):
                raise TypeError(f"{points[name].value} is {server!r}, which is no Server")
        except (Exception, SystemExit) as error:  # whatever happens while somebody else's package is imported
            broken = ToolError(f"the installed server {name!r} can't be used: {type(error).__name__}: {error}")
            if names is not None:
                raise broken from error
            log.warning("%s", broken)
            continue
        found[server.name] = server
    return found
