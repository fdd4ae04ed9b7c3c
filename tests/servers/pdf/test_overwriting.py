"""What is there is replaced only when the call says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server, ToolError
from servers.overwriting import replaced_only_when_asked


def test_what_is_there_is_replaced_only_when_asked(server: Server, tmp_path: Path) -> None:
    assert len(replaced_only_when_asked(server, tmp_path / "desk")) >= 17


def test_a_target_that_is_the_source_is_an_edit_in_place(do: Any, root: Path, report: str) -> None:
    assert do.rotate_pdf_pages(path=report, degrees=90, target=f"./{report}").path == report


def test_pages_taken_out_of_a_file_never_take_its_place(do: Any, root: Path, report: str) -> None:
    before = (root / report).read_bytes()
    with pytest.raises(ToolError, match="is the file that is read"):
        do.extract_pdf_pages(path=report, pages=[1], target=report, overwrite=True)
    assert (root / report).read_bytes() == before
