"""What an attack is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deskworld_kit import CallResult

SECRET = "the cat sleeps at noon"
"""What lies outside the workspace, and may never be told."""

Call = tuple[str, dict[str, Any]]
"""A tool and its arguments; `render` and `inspect` stand for the functions of that name, with a `path`."""


@dataclass(frozen=True)
class Scene:
    """Where an attack happens: a workspace, a folder beside it that holds `secret.txt`, and a web server."""

    root: Path
    outside: Path
    web: str
    """Host and port on this machine; whoever asks it for anything is heard."""


@dataclass(frozen=True)
class Attack:
    """A hostile thing, and the calls that would fall for it.

    After each of them, whatever else is said: no fault of ours, nothing outside touched, no secret told, nobody asked
    the web server, and it ended in time. A call that was refused has changed nothing.
    """

    name: str
    plant: Callable[[Scene], None]
    calls: tuple[Call, ...]
    refused: str = ""
    """A pattern in the words of each refusal; empty where the calls succeed and the attack is harmless."""
    may_refuse: bool = False
    """Some of the calls may refuse a harmless one: readers of a format differ."""
    harmless: Callable[[Scene, list[CallResult]], None] = field(default=lambda scene, results: None)
    """Shows that it had no effect."""


def nothing(scene: Scene) -> None:
    """For an attack that needs no file."""
