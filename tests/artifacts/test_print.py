"""Web pages printed: paper, feet with numbers, an outline, and the pictures that were not there."""

from pathlib import Path

import pytest
from deskworld_artifacts import inspect
from deskworld_artifacts.rendering.printing import print_html
from PIL import Image


@pytest.mark.slow
def test_a_page_is_printed_with_what_lies_beside_it(tmp_path: Path) -> None:
    Image.new("RGB", (40, 20), "red").save(tmp_path / "red.png")
    html = '<h1>First</h1><img src="red.png"><p style="break-before: page">Second</p><img src="none.png">'
    footer = '<span style="font-size: 9px"><span class="pageNumber"></span> of <span class="totalPages"></span></span>'
    blob, missing = print_html(tmp_path / "page.html", html, paper="Letter", footer=footer, margins={"bottom": "20mm"})
    (tmp_path / "made.pdf").write_bytes(blob)
    facts = inspect(tmp_path / "made.pdf")
    assert facts.kind == "pdf" and missing == ["none.png"] and not (tmp_path / "page.html").exists()
    assert [round(page.width) for page in facts.pages] == [612, 612]
    assert "1 of 2" in facts.pages[0].text and [entry.title for entry in facts.outline] == ["First"]
    assert facts.pages[0].images == 1


@pytest.mark.slow
def test_a_page_that_forbids_scripts_may_take_its_time(tmp_path: Path) -> None:
    for number in range(60):
        Image.effect_noise((200, 200), 60).save(tmp_path / f"{number}.png")
    rule = "default-src 'none'; img-src file: data:"
    html = f'<meta http-equiv="Content-Security-Policy" content="{rule}">'
    html += "".join(f'<img src="{number}.png" width="90">' for number in range(60))
    for _ in range(3):
        blob, missing = print_html(tmp_path / "page.html", html, paper="A4", footer="", margins={})
        assert blob.startswith(b"%PDF") and missing == []
