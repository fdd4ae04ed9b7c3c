"""Pictures by an image model: asked over a real socket of this machine, by the same code that asks the real one."""

from __future__ import annotations

import base64
import io
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from PIL import Image

KEY = "sk-secret-1234"


def png(size: tuple[int, int] = (1024, 1024), color: str = "#f4a261") -> bytes:
    held = io.BytesIO()
    made = Image.new("RGB", size, color)
    made.putpixel((0, 0), (0, 0, 0))
    made.save(held, "PNG")
    return held.getvalue()


@dataclass
class Provider:
    """What the server answers, one after the other (the last for ever), and what it was asked."""

    url: str = ""
    answers: list[tuple[int, bytes, dict[str, str]]] = field(default_factory=list[tuple[int, bytes, dict[str, str]]])
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list[tuple[str, dict[str, str], bytes]])

    def say(self, status: int, body: Any, **headers: str) -> None:
        blob = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.answers.append((status, blob, {name.replace("_", "-"): value for name, value in headers.items()}))

    def show(self, blob: bytes) -> None:
        self.say(200, {"data": [{"b64_json": base64.b64encode(blob).decode()}]})


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    held = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", 0))
            held.asked.append((self.path, dict(self.headers), self.rfile.read(length)))
            status, body, headers = held.answers.pop(0) if len(held.answers) > 1 else held.answers[0]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        held.url = f"http://127.0.0.1:{server.server_port}/v1"
        monkeypatch.setenv("DESKWORLD_IMAGES_URL", held.url)
        monkeypatch.setenv("DESKWORLD_IMAGES_KEY", KEY)
        monkeypatch.setenv("DESKWORLD_IMAGES_MODEL", "painter-1")
        monkeypatch.setenv("DESKWORLD_IMAGES_SECONDS", "20")
        yield held
        server.shutdown()


def test_a_picture_from_words(do: Any, drawn: Any, provider: Provider) -> None:
    provider.show(png())
    made = do.generate_image(path="out/a.png", prompt="A lighthouse", transparent=True)
    path, headers, body = provider.asked[0]
    assert path == "/v1/images/generations" and headers["Authorization"] == f"Bearer {KEY}"
    assert json.loads(body) == {
        "model": "painter-1", "prompt": "A lighthouse", "n": 1, "size": "1024x1024", "background": "transparent"
    }  # fmt: skip
    assert drawn(made).size == (1024, 1024) and made.facts.warnings == []
    assert do.get_image_model().model == "painter-1" and KEY not in do.get_image_model().model_dump_json()


def test_an_edit_sends_pictures_and_mask(do: Any, drawn: Any, root: Path, photo: str, provider: Provider) -> None:
    Image.new("RGBA", (320, 200)).save(root / "mask.png")
    provider.show(png((640, 400)))
    made = do.edit_image(
        path="b.jpg", pictures=[photo, photo], prompt="Make it night", mask="mask.png", size="1536x1024"
    )
    path, headers, body = provider.asked[0]
    assert path == "/v1/images/edits" and headers["Content-Type"].startswith("multipart/form-data")
    assert body.count(b'name="image[]"') == 2 and b'name="mask"' in body and b"Make it night" in body
    assert drawn(made).format == "JPEG" and made.facts.warnings == ["asked for 1536x1024, got 640x400"]


def test_a_picture_at_an_address(do: Any, drawn: Any, provider: Provider) -> None:
    provider.say(200, {"data": [{"url": f"{provider.url}/files/1.png"}]})
    provider.say(200, png((64, 64)))
    made = do.generate_image(path="a.webp", prompt="x")
    assert drawn(made).format == "WEBP" and provider.asked[1][0] == "/v1/files/1.png"
    assert "Authorization" not in provider.asked[1][1]


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "http://169.254.169.254/a.png", "http://localhost:1/a.png", "//x", ""]
)
def test_other_addresses_are_not_asked(do: Any, root: Path, provider: Provider, url: str) -> None:
    provider.say(200, {"data": [{"url": url}]})
    with pytest.raises(ToolError, match="is not asked"):
        do.generate_image(path="a.png", prompt="x")
    assert len(provider.asked) == 1 and not (root / "a.png").exists()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_asked_again(do: Any, provider: Provider, status: int) -> None:
    provider.say(status, {"error": {"message": "busy"}}, retry_after="0.01")
    provider.say(status, {"error": {"message": "busy"}}, retry_after="0.01")
    provider.show(png())
    do.generate_image(path="a.png", prompt="x")
    assert len(provider.asked) == 3


@pytest.mark.parametrize(
    ("status", "body", "words", "asked"),
    [
        (400, {"error": {"message": f"bad prompt, key {KEY}"}}, r"prompt: .*answers 400: bad prompt, key \*\*\*", 1),
        (401, {"error": {"message": f"wrong key {KEY}"}}, "refuses the key.*DESKWORLD_IMAGES_KEY", 1),
        (404, b"nothing", "not there.*DESKWORLD_IMAGES_URL", 1),
        (302, b"", "answers 302", 1),
        (200, b"<html>", "holds no picture", 1),
        (200, {"data": []}, "holds no picture", 1),
        (200, {"data": [{}]}, "neither b64_json nor url", 1),
        (200, {"data": [{"b64_json": "%%%"}]}, "no base64", 1),
        (200, {"data": [{"b64_json": base64.b64encode(b"text").decode()}]}, "4 bytes that are no picture", 1),
    ],
)
def test_what_is_wrong_is_said_once(
    do: Any, root: Path, provider: Provider, status: int, body: Any, words: str, asked: int
) -> None:
    provider.say(status, body)
    with pytest.raises(ToolError, match=words) as told:
        do.generate_image(path="a.png", prompt="x")
    assert KEY not in str(told.value) and len(provider.asked) == asked and not (root / "a.png").exists()


def test_busy_for_ever_ends(do: Any, provider: Provider) -> None:
    provider.say(429, {"error": {"message": "slow down"}}, retry_after="0.01")
    with pytest.raises(ToolError, match=r"answers 429: slow down, after 4 tries"):
        do.generate_image(path="a.png", prompt="x")
    assert len(provider.asked) == 4


def test_a_provider_that_is_silent_ends_at_the_limit(do: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("DESKWORLD_IMAGES_URL", f"http://127.0.0.1:{silent.getsockname()[1]}/v1")
        monkeypatch.setenv("DESKWORLD_IMAGES_SECONDS", "1")
        with pytest.raises(ToolError, match="did not answer within 1 s"):
            do.generate_image(path="a.png", prompt="x")


def test_without_a_provider_the_setting_is_named(do: Any, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DESKWORLD_IMAGES_URL", "DESKWORLD_IMAGES_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ToolError, match="set DESKWORLD_IMAGES_KEY"):
        do.generate_image(path="a.png", prompt="x")
    assert do.get_image_model().configured is False and not (root / "a.png").exists()
    monkeypatch.setenv("DESKWORLD_IMAGES_URL", "ftp://x")
    with pytest.raises(ToolError, match="DESKWORLD_IMAGES_URL is no http"):
        do.generate_image(path="a.png", prompt="x")


def test_drafts_say_that_they_are(do: Any, root: Path, photo: str) -> None:
    made = do.generate_image(path="a.png", prompt="A lighthouse at dawn", size="640x480", draft=True)
    assert (made.facts.width, made.facts.height) == (640, 480) and "draft" in made.facts.warnings[0]
    first = (root / "a.png").read_bytes()
    do.generate_image(path="a.png", prompt="A lighthouse at dawn", size="640x480", draft=True)
    assert (root / "a.png").read_bytes() == first
    assert "draft" in do.edit_image(path="b.png", pictures=[photo], prompt="Night", draft=True).facts.warnings[0]


def test_masks_that_do_not_fit(do: Any, root: Path, photo: str) -> None:
    Image.new("RGBA", (10, 10)).save(root / "small.png")
    Image.new("RGB", (320, 200)).save(root / "solid.png")
    for mask, words in (("small.png", "must be of one size"), ("solid.png", "no see-through part")):
        with pytest.raises(ToolError, match=words):
            do.edit_image(path="b.png", pictures=[photo], prompt="x", mask=mask, draft=True)
    with pytest.raises(ToolError, match="pictures: "):
        do.edit_image(path="b.png", pictures=[], prompt="x", draft=True)
