"""A world with a workspace, the tools as plain functions, and workbooks as other programs make them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server

from servers.sheets import samples


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_sheets import server

    return server


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
