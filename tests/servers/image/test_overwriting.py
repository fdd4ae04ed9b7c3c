"""What is there is replaced only when the call says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deskworld_kit import Server
from servers.overwriting import replaced_only_when_asked


def test_what_is_there_is_replaced_only_when_asked(server: Server, tmp_path: Path) -> None:
    assert len(replaced_only_when_asked(server, tmp_path / "desk")) >= 30


def test_an_output_that_is_the_source_is_an_edit_in_place(do: Any, root: Path, picture: str) -> None:
    before = (root / picture).read_bytes()
    do.crop_image(path=picture, box=[0, 0, 50, 50], output=f"./{picture}")
    assert (root / picture).read_bytes() != before
