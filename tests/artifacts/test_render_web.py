"""Web pages, Markdown, text and drawings in a browser that sees one folder and no network."""

import http.server
import io
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from deskworld_artifacts import Rendered, RenderError, render
from deskworld_artifacts.rendering.web import BROWSER
from PIL import Image


def pixel(picture: Rendered, x: int, y: int) -> tuple[int, ...]:
    return Image.open(io.BytesIO(picture.png)).convert("RGB").getpixel((x, y))


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """Paths asked of a web server that runs at `asked[0]`."""
    asked: list[str] = []

    class Web(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        asked.append(f"127.0.0.1:{web.server_port}")
        yield asked
        web.shutdown()


def test_a_page_with_its_own_pictures_and_scripts(tmp_path: Path) -> None:
    Image.new("RGB", (50, 50), "teal").save(tmp_path / "日 本.png")
    (tmp_path / "-page.html").write_text(
        '<body style="margin:0"><img src="日 本.png" style="display:block"><script>'
        'document.body.style.background = "rgb(1,2,3)"; alert("hello")</script>',
        encoding="utf-8",
    )
    (page,) = render(tmp_path / "-page.html", width=800)
    assert page.label == "Page" and (page.width, page.height) == (800, 450)
    assert (pixel(page, 25, 25), pixel(page, 400, 25)) == ((0, 128, 128), (1, 2, 3))
    assert render(tmp_path / "-page.html", width=800) == [page]


def test_nothing_outside_is_reached(tmp_path: Path, asked: list[str]) -> None:
    web = asked[0]
    folder = tmp_path / "site"
    folder.mkdir()
    Image.new("RGB", (50, 50), "red").save(tmp_path / "outside.png")
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    (folder / "page.html").write_text(
        f"""<body style="margin:0"><img src="../outside.png"><img src="link.png"><img src="http://{web}/img">
        <iframe src="file:///etc/passwd" style="background:white"></iframe><iframe src="http://{web}/frame"></iframe>
        <link rel="stylesheet" href="http://{web}/css"><script src="http://{web}/js"></script><script>
        fetch("http://{web}/fetch"); new WebSocket("ws://{web}/socket"); navigator.sendBeacon("http://{web}/beacon")
        </script>"""
    )
    (page,) = render(folder / "page.html")
    image = Image.open(io.BytesIO(page.png)).convert("RGB")
    assert (255, 0, 0) not in {colour for _, colour in image.getcolors(1 << 24) or []}
    assert asked == [web]


def test_a_long_page_comes_in_parts(tmp_path: Path) -> None:
    (tmp_path / "long.html").write_text(
        '<body style="margin:0"><div style="height:1000px;background:red"></div>'
        '<div style="height:600px;background:blue"></div>'
    )
    parts = render(tmp_path / "long.html", width=800)
    assert [(part.label, part.height) for part in parts] == [("Part 1 of 2", 1000), ("Part 2 of 2", 600)]
    assert [pixel(part, 5, 5) for part in parts] == [(255, 0, 0), (0, 0, 255)]
    assert render(tmp_path / "long.html", width=800, pages=[2]) == parts[1:]
    with pytest.raises(RenderError, match="no part 3; it has 2 parts"):
        render(tmp_path / "long.html", width=800, pages=[3])


def test_markdown_text_and_drawings(tmp_path: Path) -> None:
    Image.new("RGB", (900, 90), "teal").save(tmp_path / "p.png")
    (tmp_path / "notes.md").write_text("![picture](p.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    (page,) = render(tmp_path / "notes.md")
    assert pixel(page, 640, 80) == (0, 128, 128)
    (tmp_path / "notes.txt").write_text("<b>{}</b> 日本\n" * 3, encoding="utf-8")
    assert render(tmp_path / "notes.txt")[0].label == "Page"
    (tmp_path / "d.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="#123456"/></svg>'
    )
    (drawing,) = render(tmp_path / "d.svg", width=400)
    assert (drawing.height, pixel(drawing, 200, 50)) == (100, (18, 52, 86))
    (tmp_path / "bad.svg").write_text("<svg")
    with pytest.raises(RenderError, match="no SVG"):
        render(tmp_path / "bad.svg")
    (tmp_path / "binary.txt").write_bytes(b"\0\1\2")
    with pytest.raises(RenderError, match="binary"):
        render(tmp_path / "binary.txt")


def test_a_page_that_never_rests_ends_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loop.html").write_text("<script>while (true) {}</script>")
    (tmp_path / "fine.html").write_text("fine")
    monkeypatch.setattr(BROWSER, "limit", 1)
    with pytest.raises(RenderError, match=r"loop\.html: not shown within the limit of 1 s"):
        render(tmp_path / "loop.html")
    monkeypatch.setattr(BROWSER, "limit", 30)
    assert render(tmp_path / "fine.html")


def test_a_browser_that_was_killed_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "fine.html").write_text("fine")
    before = render(tmp_path / "fine.html")
    chromium = [pid for pid in descendants(os.getpid()) if b"chrom" in command_of(pid)]
    assert chromium
    os.kill(chromium[0], signal.SIGKILL)
    assert render(tmp_path / "fine.html") == before


def command_of(pid: int) -> bytes:
    """The command line of a process; empty when it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def descendants(pid: int) -> list[int]:
    """All processes below one that are still there, nearest first."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found + [below for child in found for below in descendants(child)]
