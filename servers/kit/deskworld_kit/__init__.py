"""What every Deskworld server stands on.

The kit holds the few nouns that a server is made of: a `World` (database, workspace, clock, ids), a `Server` (a name
and the modules that hold its tools), `tool` (which turns a plain typed function into an MCP tool) and the models that
go in and out. Nothing here knows a server by name.

The names below are imported when they are first used, so that a console script can answer `--help` at once.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_kit.colors import rgba as rgba
    from deskworld_kit.colors import say_color as say_color
    from deskworld_kit.columns import Instant as Instant
    from deskworld_kit.columns import Table as Table
    from deskworld_kit.columns import column as column
    from deskworld_kit.contact_sheets import contact_sheet as contact_sheet
    from deskworld_kit.contact_sheets import span as span
    from deskworld_kit.desk import Desk as Desk
    from deskworld_kit.desk import connect as connect
    from deskworld_kit.discovery import find_servers as find_servers
    from deskworld_kit.errors import ToolError as ToolError
    from deskworld_kit.local import CallResult as CallResult
    from deskworld_kit.local import LocalDesk as LocalDesk
    from deskworld_kit.pages import Page as Page
    from deskworld_kit.pages import page as page
    from deskworld_kit.pages import page_query as page_query
    from deskworld_kit.pictures import Picture as Picture
    from deskworld_kit.pictures import open_image as open_image
    from deskworld_kit.pictures import picture as picture
    from deskworld_kit.regions import Box as Box
    from deskworld_kit.regions import Point as Point
    from deskworld_kit.regions import Units as Units
    from deskworld_kit.regions import pixel_box as pixel_box
    from deskworld_kit.regions import pixel_point as pixel_point
    from deskworld_kit.results import Arguments as Arguments
    from deskworld_kit.results import Failure as Failure
    from deskworld_kit.results import Result as Result
    from deskworld_kit.results import Saved as Saved
    from deskworld_kit.results import Scalar as Scalar
    from deskworld_kit.results import Shown as Shown
    from deskworld_kit.server import Server as Server
    from deskworld_kit.tools import tool as tool
    from deskworld_kit.workspace import Workspace as Workspace
    from deskworld_kit.world import World as World

# FastMCP reads these when it is imported. A server's stderr is for faults: the rich log would spend 5 ms on each of
# them, and the banner and update check belong to people at a terminal.
os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
os.environ.setdefault("FASTMCP_LOG_LEVEL", "WARNING")
os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")

_HOME = {
    "Arguments": "results",
    "Box": "regions",
    "CallResult": "local",
    "Desk": "desk",
    "LocalDesk": "local",
    "Failure": "results",
    "Instant": "columns",
    "Page": "pages",
    "Picture": "pictures",
    "Point": "regions",
    "Result": "results",
    "Saved": "results",
    "Scalar": "results",
    "Server": "server",
    "Shown": "results",
    "Table": "columns",
    "ToolError": "errors",
    "Units": "regions",
    "Workspace": "workspace",
    "World": "world",
    "column": "columns",
    "connect": "desk",
    "contact_sheet": "contact_sheets",
    "find_servers": "discovery",
    "open_image": "pictures",
    "page": "pages",
    "page_query": "pages",
    "picture": "pictures",
    "pixel_box": "regions",
    "pixel_point": "regions",
    "rgba": "colors",
    "say_color": "colors",
    "span": "contact_sheets",
    "tool": "tools",
}

__all__ = [
    "Arguments",
    "Box",
    "CallResult",
    "Desk",
    "Failure",
    "Instant",
    "LocalDesk",
    "Page",
    "Picture",
    "Point",
    "Result",
    "Saved",
    "Scalar",
    "Server",
    "Shown",
    "Table",
    "ToolError",
    "Units",
    "Workspace",
    "World",
    "column",
    "connect",
    "contact_sheet",
    "find_servers",
    "open_image",
    "page",
    "page_query",
    "picture",
    "pixel_box",
    "pixel_point",
    "rgba",
    "say_color",
    "span",
    "tool",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
