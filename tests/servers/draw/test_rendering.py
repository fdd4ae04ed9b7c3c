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
    assert (long.facts.width, long.facts.height) == (595, 842)
    first = (root / "a.pdf").read_bytes()
    do.render_html(path="a.pdf", html="<h1>Report</h1>" + "<p>Words</p>" * 100)
    assert (root / "a.pdf").read_bytes() == first
    card = do.render_html(path="b.pdf", html="<p>Card", width=600, height=400)
    assert "PDF, 1 page" in card.facts.verified and card.facts.width == 450


def edges(path: Path) -> set[tuple[int, ...]]:
    """The colours along the right and the lower edge of a PDF's page, seen closely."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        image = document[0].render(scale=8).to_pil().convert("RGB")
    right = [image.getpixel((image.width - 1, y)) for y in range(0, image.height, 5)]
    return {*right, *(image.getpixel((x, image.height - 1)) for x in range(0, image.width, 5))}


@pytest.mark.parametrize("size", [(333, 217), (101, 77), (1000, 667)])
def test_no_paper_is_left_white_at_the_edge(do: Any, root: Path, size: tuple[int, int]) -> None:
    """A page is as large as what is on it, to the hundredth of a point, on several pages too."""
    width, height = size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    teal = head + '<path fill="teal" d="M0 0h9999v9999H0z"/></svg>'
    made = do.render_svg(path="a.pdf", svg=teal, width=width, height=height)
    assert edges(root / "a.pdf") == {(0, 128, 128)}
    assert f"{width * 0.75:g} x {height * 0.75:g} pt" in made.facts.verified
    css = f"<style>@page {{ size: {width}px {height}px; margin: 0 }} html {{ background: teal }}</style>"
    do.render_html(path="b.pdf", html=css + "one<p style='break-before:page'>two")
    assert edges(root / "b.pdf") == {(0, 128, 128)}
    do.render_html(path="c.pdf", html="<body style='background:teal'>", width=width, height=height)
    assert edges(root / "c.pdf") == {(0, 128, 128)}


def test_what_sticks_out_is_measured_on_its_own_paper(do: Any, root: Path) -> None:
    """Wide paper holds what a window would not; narrow paper makes all smaller, or cuts."""
    wide = "<style>@page { size: 500mm 200mm; margin: 10mm }</style><div style='width:1700px'>wide</div>"
    assert do.render_html(path="a.pdf", html=wide).facts.warnings == []
    said = do.render_html(path="a.pdf", html="<div style='width:1200px'>wide</div>").facts.warnings
    assert "printed smaller" in said[0] and "div by" in said[0]
    said = do.render_html(path="a.pdf", html="<div style='width:3000px'>wide</div>").facts.warnings
    assert "sticks out" in said[0]
    printed = "<style>@media print { div { width: auto !important } }</style><div style='width:1200px'>wide</div>"
    assert do.render_html(path="a.pdf", html=printed).facts.warnings == []


def test_words_and_bodies_stick_out_too_and_what_scrolls_is_cut(do: Any) -> None:
    """A word too long for its box, a page wider than its window; not what lies in a frame that cuts or scrolls."""
    found = {
        name: do.render_html(path="a.png", html=html, width=400).facts.warnings
        for name, html in {
            "word": f"<p id=long>{'w' * 200}</p>",
            "body": "<body style='width:900px'><p>x",
            "scrolls": "<div id=code style='overflow-x:auto;width:300px'><pre>" + "long line " * 40 + "</pre></div>",
            "fine": "<p>x<div style='overflow:hidden;width:300px'><div style='width:900px;height:9px'></div></div>",
        }.items()
    }
    assert "sticks out at the right: p#long by" in found["word"][0] and "body by 508 px" in found["body"][0]
    assert len(found["scrolls"]) == 1 and "text is cut in div#code" in found["scrolls"][0]
    assert found["fine"] == []


@pytest.mark.parametrize(
    ("leaving", "to"),
    [
        ('<meta http-equiv="refresh" content="0;url=other.html"><p>here', "other.html"),
        ('<meta http-equiv="refresh" content="0"><p>here', "itself"),
        ('<meta http-equiv="refresh" content="0;url=https://example.com/x"><p>here', "https://example.com/x"),
        ("<p>here<script>setTimeout(() => location.reload(), 0)</script>", "itself"),
        ('<p>here<script>setTimeout(() => { location = "/etc/passwd" }, 0)</script>', "a file outside"),
    ],
)
def test_a_page_that_goes_on_by_itself_is_held(do: Any, root: Path, drawn: Any, leaving: str, to: str) -> None:
    (root / "other.html").write_text('<body style="background:red">there')
    made = do.render_html(path="a.png", html=leaving, width=300, height=100)
    assert to in next(each for each in made.facts.warnings if "by itself it goes on" in each)
    assert drawn(made).convert("RGB").getpixel((250, 50)) == (255, 255, 255) and "etc" not in str(made.facts)


def test_a_page_that_leaves_before_it_shows_anything_says_where_to(do: Any, root: Path) -> None:
    with pytest.raises(ToolError, match=r"goes on to other\.html by itself before"):
        do.render_html(path="a.png", html='<script>location = "other.html"</script><p>here')


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


@pytest.mark.parametrize(
    ("path", "script"),
    [("a.png", "document.querySelectorAll = () => { while (true) {} }"),
     ("a.pdf", "addEventListener('beforeprint', () => { while (true) {} })")],
)  # fmt: skip
def test_a_page_that_stops_answering_is_ended(do: Any, monkeypatch: pytest.MonkeyPatch, path: str, script: str) -> None:
    """A script without an end, after the page was loaded; the next page is shown again."""
    monkeypatch.setattr(BROWSER, "limit", 0.5)
    with pytest.raises(ToolError, match="gave no answer within"):
        do.render_html(path=path, html=f"<p>x<script>{script}</script>")
    monkeypatch.undo()
    assert do.render_html(path="b.png", html="<p>x").facts.warnings == []


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
