"""The servers that are installed here, found by their entry point, ours and anybody's alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deskworld_harness.usage import UsageError

if TYPE_CHECKING:
    from deskworld_kit import Server


def servers_named(names: Iterable[str] = ()) -> list[Server]:
    """The servers of these names, in this order; all of them where none is named."""
    from deskworld_kit import ToolError, find_servers

    try:
        return list(find_servers(list(names) or None).values())
    except ToolError as error:
        raise UsageError(str(error)) from None
