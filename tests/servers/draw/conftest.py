"""The draw server, and a look at what it drew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from PIL import Image


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_draw import server

    return server


@pytest.fixture
def drawn(root: Path) -> Callable[[Any], Image.Image]:
    """The picture that a result says was drawn."""

    def opened(result: Any) -> Image.Image:
        return Image.open(root / result.facts.path)

    return opened


@pytest.fixture
def photo(root: Path) -> str:
    from PIL import ImageDraw

    made = Image.new("RGB", (320, 200), "#2a6f97")
    ImageDraw.Draw(made).ellipse((90, 30, 230, 170), fill="#f4a261")
    made.save(root / "photo.png")
    return "photo.png"


def near(one: tuple[int, ...], other: tuple[int, ...], slack: int = 12) -> bool:
    """Whether two colours look alike."""
    return all(abs(a - b) <= slack for a, b in zip(one[:3], other[:3], strict=True))
