"""Servers are found by the entry point `deskworld.servers`, ours and everybody else's alike."""

from collections.abc import Iterable
from importlib.metadata import entry_points

from deskworld_kit.errors import unknown
from deskworld_kit.server import Server

GROUP = "deskworld.servers"


def find_servers(names: Iterable[str] | None = None) -> dict[str, Server]:
    """The installed servers by name, sorted; or just those named.

    Raises:
        ToolError: A name that is not installed; says which are.
        TypeError: An entry point that leads to something else than a `Server`.
    """
    points = {point.name: point for point in entry_points(group=GROUP)}
    chosen = sorted(points) if names is None else list(dict.fromkeys(names))
    found: dict[str, Server] = {}
    for name in chosen:
        if name not in points:
            raise unknown("installed server", name, sorted(points))
        server = points[name].load()
        if not isinstance(server, Server):
            raise TypeError(f"entry point {GROUP}:{name} leads to {server!r}, which is no Server")
        found[server.name] = server
    return found
