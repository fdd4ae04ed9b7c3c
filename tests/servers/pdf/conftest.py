"""PDFs of many makers: tables, forms, scans, turned and cropped pages, and what other programs leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from deskworld_pdf.examples import prepare

from servers.pdf import samples


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_pdf import server

    return server


@pytest.fixture
def report(root: Path) -> str:
    """The files of the examples; the report is a PDF of two pages with a table, a picture and an outline."""
    prepare(root)
    return "report.pdf"


@pytest.fixture
def rich(root: Path) -> str:
    """A PDF with all that an edit could lose."""
    samples.rich(root / "rich.pdf")
    return "rich.pdf"


@pytest.fixture
def made(root: Path) -> Callable[..., str]:
    """Draw a PDF: made("a.pdf", draw, pages=2, size=(595, 842)) with draw(canvas, page)."""

    def make(
        name: str, draw: Callable[[Any, int], None], *, pages: int = 1, size: tuple[float, float] = (595, 842)
    ) -> str:
        samples.drawn(root / name, draw, pages=pages, size=size)
        return name

    return make
