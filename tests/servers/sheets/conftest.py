"""A world with a workspace, the tools as plain functions, and workbooks as other programs make them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from deskworld_kit import World
from deskworld_sheets import server

from servers.sheets import samples

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "desk", now=NOW)


@pytest.fixture
def root(world: World) -> Path:
    return world.workspace.root


@pytest.fixture
def do(world: World) -> Any:
    """Every tool by name, the world already given: do.write_range(path=...)."""

    def bind(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda **arguments: function(world, **arguments)

    return SimpleNamespace(**{function.__name__: bind(function) for function in server.functions()})


@pytest.fixture
def book(do: Any) -> str:
    """A list with formulas, and a sheet that sums it up."""
    do.create_workbook(
        path="book.xlsx",
        sheets=["Items", "Sums"],
        rows=[
            ["Item", "Cost", "Count", "Total", "Bought"],
            ["Tea", 3.5, 2, "=B2*C2", "2026-01-05"],
            ["Milk", 1.25, 4, "=B3*C3", "2026-01-06"],
            ["Bread", 2, 3, "=B4*C4", "2026-01-07"],
        ],
    )
    do.write_range(path="book.xlsx", sheet="Sums", values=[["All", "=SUM(Items!D2:D4)"], ["Tea", "=Items!D2"]])
    return "book.xlsx"


@pytest.fixture
def rich(root: Path) -> str:
    """A workbook with everything that xlsxwriter can put into one."""
    samples.by_xlsxwriter(root / "rich.xlsx")
    return "rich.xlsx"


@pytest.fixture
def plain_values() -> Callable[[Path, str], list[list[Any]]]:
    """What a reader sees that never calculates."""

    def read(path: Path, sheet: str = "") -> list[list[Any]]:
        import openpyxl

        loaded = openpyxl.load_workbook(path, data_only=True)
        return [list(row) for row in (loaded[sheet] if sheet else loaded.worksheets[0]).iter_rows(values_only=True)]

    return read


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.fixture
def parts() -> Callable[[Path], dict[str, bytes]]:
    return parts_of
