"""What is there is replaced only when the call says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deskworld_kit import Server
from deskworld_ocr.examples import prepare
from servers.overwriting import replaced_only_when_asked


def test_what_is_there_is_replaced_only_when_asked(server: Server, tmp_path: Path) -> None:
    assert len(replaced_only_when_asked(server, tmp_path / "desk")) >= 3


def test_words_are_laid_under_a_scan_in_its_own_place(do: Any, root: Path) -> None:
    prepare(root)
    do.make_searchable_pdf(paths=["sideways.png"], target="slip.pdf")
    done = do.make_searchable_pdf(paths=["slip.pdf"], target="./slip.pdf")
    assert "reopened: 1 page, " in done.verified
    assert done.path == "slip.pdf" and done.pages[0].note == "holds text already"
