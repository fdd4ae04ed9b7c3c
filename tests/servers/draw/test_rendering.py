"""Web pages and SVG: drawn as they are meant, with what is wrong said, and nothing fetched or run."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts.rendering.web import BROWSER
from deskworld_kit import ToolError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"{more}>'
SVG = HEAD + '<rect width="40" height="20" fill="teal"/>{inner}</svg>'


def svg(inner: str = "", more: str = "") -> str:
    return SVG.format(inner=inner, more=more)


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Paths asked of a web server at `heard[0]`."""
    asked: list[str] = []

    class Web(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *args: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        asked.append(f"http://127.0.0.1:{web.server_port}")
        yield asked
        web.shutdown()


def test_svg_in_its_own_size_in_ratio_and_on_a_ground(do: Any, drawn: Any, root: Path) -> None:
    assert drawn(do.render_svg(path="a.png", svg=svg())).size == (40, 20)
    made = drawn(do.render_svg(path="a.png", svg=svg(), width=200))
    assert made.size == (200, 100) and made.convert("RGB").getpixel((5, 5)) == (0, 128, 128)
    assert drawn(do.render_svg(path="a.png", svg=svg(more=' width="1in"'), height=48)).size == (96, 48)
    square = do.render_svg(path="a.png", svg=svg(), width=80, height=80)
    assert drawn(square).getpixel((5, 5))[3] == 0  # letters the drawing's ratio leaves free stay see-through
    assert drawn(do.render_svg(path="a.png", svg=svg(), width=80, height=80, background="navy")).getpixel((5, 5)) == (
        0,
        0,
        128,
    )
    (root / "in.svg").write_text(svg())
    assert do.render_svg(path="a.pdf", source="in.svg").facts.verified.startswith("reopened: PDF, 1 page")


def test_svg_loads_and_runs_nothing(do: Any, root: Path, tmp_path: Path, heard: list[str], drawn: Any) -> None:
    from PIL import Image

    Image.new("RGB", (40, 20), "#ff0000").save(tmp_path / "red.png")
    inner = (
        f'<image href="{heard[0]}/a.png" width="40" height="20"/>'
        f'<image href="file://{tmp_path}/red.png" width="40" height="20"/>'
        f'<style>@import "{heard[0]}/b.css"; rect {{ fill: url({heard[0]}/c.svg#p) }}</style>'
        f'<script>fetch("{heard[0]}/d"); while (true) {{}}</script>'
        '<foreignObject width="40" height="20"><img xmlns="http://www.w3.org/1999/xhtml" '
        f'src="{heard[0]}/e.png"/></foreignObject>'
    )
    made = do.render_svg(path="a.png", svg=svg(inner), width=200)
    assert heard[1:] == [] and any("scripts do not run" in each for each in made.facts.warnings)
    assert any("not loaded" in each and "/a.png" in each for each in made.facts.warnings)
    assert (255, 0, 0) not in {color[:3] for _, color in drawn(made).convert("RGBA").getcolors(1 << 20)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("<text>&x;</text>"), "entities"),
        ('<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>' + svg("<text>&b;</text>"), "entities"),
        ("<svg", "no well-formed SVG"),
        ('<svg viewBox="0 0 1 1"/>', "lacks xmlns"),
        ("<html/>", "it is <html>"),
        ("", "give the SVG as text"),
        (svg(more=' width="9000" height="9000"'), "at most 4096"),
    ],
)
def test_svg_that_is_none(do: Any, root: Path, text: str, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.render_svg(path="a.png", svg=text)
    assert not (root / "a.png").exists()


def test_a_page_with_what_is_wrong_with_it(do: Any, photo: str, heard: list[str]) -> None:
    html = (
        f'<body style="font-family:Nonesuch"><h1>Hello 日本</h1><img src="{photo}"><img src="nope.png">'
        f'<img src="{heard[0]}/a.png">'
        '<div class="wide" style="width:2000px">too wide</div>'
        '<div id="box" style="width:50px;height:18px;overflow:hidden">much too long for its box</div>'
        '<script>console.error("bad thing"); throw new Error("boom")</script>'
    )
    told = "\n".join(do.render_html(path="a.png", html=html, width=800).facts.warnings)
    for words in ("div.wide by", "div#box", "nope.png", "Nonesuch", "no network", "bad thing", "boom"):
        assert words in told, words
    assert photo not in told and heard[1:] == []


def test_a_clean_page_is_clean_sized_and_the_same_again(do: Any, root: Path, photo: str, drawn: Any) -> None:
    (root / "sub").mkdir()
    (root / "sub" / "page.html").write_text('<body style="margin:0"><img style="display:block" src="../photo.png">')
    made = do.render_html(path="a.png", source="sub/page.html", width=400, scale=2)
    first = (root / "a.png").read_bytes()
    assert made.facts.warnings == [] and made.facts.width == 800
    assert drawn(made).convert("RGB").getpixel((10, 10)) == (42, 111, 151)
    do.render_html(path="a.png", source="sub/page.html", width=400, scale=2)
    assert (root / "a.png").read_bytes() == first
    assert (
        drawn(do.render_html(path="b.png", html="<p>x", width=300, height=200, transparent=True)).getpixel((290, 190))[
            3
        ]
        == 0
    )


def test_a_pdf_in_pages_or_as_one(do: Any, root: Path) -> None:
    long = do.render_html(path="a.pdf", html="<h1>Report</h1>" + "<p>Words</p>" * 100)
    assert "PDF, 3 pages" in long.facts.verified or "PDF, 4 pages" in long.facts.verified
    assert (long.facts.width, long.facts.height) == (596, 843)
    first = (root / "a.pdf").read_bytes()
    do.render_html(path="a.pdf", html="<h1>Report</h1>" + "<p>Words</p>" * 100)
    assert (root / "a.pdf").read_bytes() == first
    card = do.render_html(path="b.pdf", html="<p>Card", width=600, height=400)
    assert "PDF, 1 page" in card.facts.verified and card.facts.width == 450


def test_pages_reach_nothing_outside_or_hidden(
    do: Any, root: Path, tmp_path: Path, heard: list[str], drawn: Any
) -> None:
    from PIL import Image

    (root / ".deskworld").mkdir(exist_ok=True)
    for place in (tmp_path / "red.png", root / ".deskworld" / "red.png"):
        Image.new("RGB", (50, 50), "#ff0000").save(place)
    (root / "link.png").symlink_to(tmp_path / "red.png")
    tags = "".join(
        f'<img src="{at}"><iframe src="{at}"></iframe><object data="{at}"></object><p style="background:url({at})">'
        for at in ("../red.png", f"file://{tmp_path}/red.png", "link.png", ".deskworld/red.png", f"{heard[0]}/r.png")
    )
    made = do.render_html(path="a.png", html=tags + '<iframe src="file:///etc/passwd"></iframe>')
    assert (255, 0, 0) not in {color for _, color in drawn(made).convert("RGB").getcolors(1 << 24)}
    assert heard[1:] == [] and str(root) not in str(made.facts)


def test_a_page_that_never_rests_ends_at_the_limit(do: Any, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BROWSER, "limit", 1)
    with pytest.raises(ToolError, match="within the limit of 1 s"):
        do.render_html(path="a.png", html="<script>while (true) {}</script>")
    assert not (root / "a.png").exists()


def test_without_a_browser_it_says_how_to_get_one(do: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    BROWSER.close()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ToolError, match=r"Chromium is not installed; install it with"):
        do.render_html(path="a.png", html="<p>x")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "give the HTML as text"),
        ({"html": "<p>", "source": "a.html"}, "give the HTML as text"),
        ({"source": "photo.png"}, "must end in .html"),
        ({"source": "empty.html"}, "is empty"),
        ({"html": "<p>", "width": 5}, "width: 5 is not possible"),
        ({"html": "<p>", "scale": 9}, "scale: it can be"),
    ],
)
def test_bad_calls(do: Any, root: Path, photo: str, more: dict[str, Any], words: str) -> None:
    (root / "empty.html").write_text("")
    with pytest.raises(ToolError, match=words):
        do.render_html(path="a.png", **more)
