"""How a plain function becomes a tool.

The decorator only writes down what a reader of the function should know and hands the function back: it stays a
plain callable that takes its world first. What it costs to make a tool of it (schemas, validators) is paid in
`calling.py`, once per process, and only where a server is served.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

Kind = Literal["read", "add", "edit", "remove"]
"""read: changes nothing; add: makes something new; edit: overwrites what is there; remove: deletes."""

Function = TypeVar("Function", bound=Callable[..., Any])

MARK = "__deskworld_tool__"


@dataclass(frozen=True)
class ToolMark:
    """What the decorator knows of a tool; the MCP annotations follow from it."""

    kind: Kind
    core: bool = False
    idempotent: bool = False
    open_world: bool = False

    @property
    def hints(self) -> dict[str, bool]:
        """MCP's ToolAnnotations, as far as they differ from the protocol's defaults.

        The defaults are: not read-only, destructive, not idempotent, open world; the middle two say nothing of a
        read-only tool.
        """
        told = {} if self.open_world else {"open_world_hint": False}
        if self.kind == "read":
            return {"read_only_hint": True, **told}
        if self.kind == "add":
            told["destructive_hint"] = False
        if self.idempotent:
            told["idempotent_hint"] = True
        return told


def tool(
    kind: Kind, *, core: bool = False, idempotent: bool | None = None, open_world: bool = False
) -> Callable[[Function], Function]:
    """Offer a function as a tool under its own name, with its docstring as the description.

    Args:
        kind: What it does to the world.
        core: A person needs it every day: it is in the compact tier.
        idempotent: A second same call changes nothing more; reads and edits are, unless said otherwise.
        open_world: It reaches beyond the desk (the web, a provider).
    """
    same_again = kind in ("read", "edit") if idempotent is None else idempotent
    mark = ToolMark(kind, core, same_again, open_world)

    def marked(function: Function) -> Function:
        setattr(function, MARK, mark)
        return function

    return marked
