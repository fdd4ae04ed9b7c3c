"""A world with a workspace, the tools as plain functions, and a deck full of things that our tools know nothing of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from PIL import Image, ImageDraw

from servers.slides import rich


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_slides import server

    return server


@pytest.fixture
def deck(do: Any) -> str:
    """A small deck: a title slide, a slide with bullets, an empty content slide."""
    do.create_deck(path="deck.pptx", title="Harbor Light", subtitle="Freight in 2025")
    do.add_slide(path="deck.pptx", title="Volumes grew", bullets=["Up 12 %", "  Rotterdam led", "Costs flat"])
    do.add_slide(path="deck.pptx", layout="Title and Content", title="Open")
    return "deck.pptx"


@pytest.fixture
def photo(root: Path) -> str:
    image = Image.new("RGB", (800, 500), "#2a6f97")
    ImageDraw.Draw(image).ellipse((200, 50, 600, 450), fill="#f4a261")
    image.save(root / "photo.png")
    return "photo.png"


@pytest.fixture
def foreign(root: Path) -> str:
    """A deck as Office makes them, with all that our tools know nothing of; see `rich`."""
    rich.office(root / "foreign.pptx")
    return "foreign.pptx"
