"""Files to pictures (render) and facts (inspect).

One implementation for all who look at files: toolkit servers show pictures of what was made, verifiers grade it,
the harness shows it to agents and people. This package knows no server and no task. Importing it loads nothing:
each name is fetched from its module when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import MissingProgram, RenderError
    from .office import CellError, calculate, convert
    from .rendering import Rendered, render

__all__ = [
    "CellError",
    "InspectError",
    "MissingProgram",
    "RenderError",
    "Rendered",
    "calculate",
    "convert",
    "inspect",
    "render",
]

_HOMES = {
    "errors": ("MissingProgram", "RenderError"),
    "office": ("CellError", "calculate", "convert"),
    "rendering": ("Rendered", "render"),
    "inspection": ("InspectError", "inspect"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    if name in _HOMES:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
