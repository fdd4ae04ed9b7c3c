"""What the desk needs from the machine that no Python package brings: programs and fonts.

A need says which Python library makes it one, so only what an installed server stands on is asked for; servers are
never named here. Each says what is lost without it, how large it is, and how to get it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

FONTS = {
    "DejaVu Sans": "fonts-dejavu-core",
    "Liberation Sans": "fonts-liberation2",
    "Carlito": "fonts-crosextra-carlito",
    "Caladea": "fonts-crosextra-caladea",
    "Noto Sans CJK": "fonts-noto-cjk",
}
APT = "apt-get install --no-install-recommends "


@dataclass(frozen=True)
class Need:
    """One thing from outside. `find` says what was found, or nothing."""

    name: str
    libraries: frozenset[str]  # distributions that make it a need; none: it is never more than nice to have
    find: Callable[[], str]
    without: str
    size: str
    debian: str
    mac: str

    def how(self) -> str:
        return self.mac if sys.platform == "darwin" else self.debian


def _program(*names: str) -> Callable[[], str]:
    return lambda: next((found for name in names if (found := shutil.which(name))), "")


def _office() -> str:
    try:
        from deskworld_artifacts.office.finding import find_office

        return str(find_office().soffice)
    except Exception:
        return ""


def _uno() -> str:
    try:
        from deskworld_artifacts.office.finding import find_office

        python = find_office().python
        done = subprocess.run([python, "-c", "import uno"], capture_output=True, timeout=20)
        return f"bindings of {python}" if done.returncode == 0 else ""
    except Exception:
        return ""


def missing_fonts() -> list[str]:
    """The packages of fonts that aren't here."""
    try:
        listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        listed = ""
    return [package for family, package in FONTS.items() if family not in listed]


def _fonts() -> str:
    return "" if missing_fonts() else f"{len(FONTS)} families"


def _chromium() -> str:
    return _program("chromium-headless-shell", "chromium", "google-chrome", "chrome")() or next(
        (
            str(path)
            for path in map(Path, ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"])
            if path.exists()
        ),
        "",
    )


def _keys() -> str:
    from deskworld_harness.models import PROVIDERS

    names = dict.fromkeys(name for keys in PROVIDERS.values() for name in keys)
    return ", ".join(name for name in names if os.environ.get(name))


NEEDS = (
    Need("LibreOffice", frozenset({"deskworld-artifacts"}), _office,
         "no pictures of decks, sheets and documents, and no computed cells", "105 MB",
         APT + "libreoffice-impress-nogui libreoffice-calc-nogui libreoffice-writer-nogui libreoffice-math-nogui",
         "brew install --cask libreoffice"),
    Need("UNO bindings", frozenset({"deskworld-artifacts"}), _uno,
         "LibreOffice can't be kept warm, which rendering stands on", "1 MB",
         APT + "python3-uno", "part of LibreOffice"),
    Need("Fonts", frozenset({"deskworld-artifacts"}), _fonts,
         "other line breaks than the author saw, and boxes for Chinese, Japanese and Korean", "95 MB",
         APT + " ".join(FONTS.values()),
         "brew install --cask font-carlito font-caladea font-liberation font-noto-sans-cjk"),
    Need("Chromium", frozenset({"playwright"}), _chromium,
         "no pictures of web pages and markdown, and no browser", "110 MB",
         APT + "chromium-headless-shell libatomic1", "brew install --cask chromium"),
    Need("Graphviz", frozenset({"graphviz"}), _program("dot"),
         "no diagrams", "5 MB", APT + "graphviz", "brew install graphviz"),
    Need("Tesseract", frozenset(), _program("tesseract"),
         "text in pictures is read in the languages of rapidocr alone, so not in Russian, Greek or Korean", "20 MB",
         APT + "tesseract-ocr tesseract-ocr-deu", "brew install tesseract tesseract-lang"),
    Need("FFmpeg", frozenset({"ffmpeg-python"}), _program("ffmpeg"),
         "no sound and no video", "80 MB", APT + "ffmpeg", "brew install ffmpeg"),
    Need("eSpeak NG", frozenset({"pyttsx3"}), _program("espeak-ng"),
         "no spoken text", "8 MB", APT + "espeak-ng", "part of macOS"),
    Need("PostgreSQL", frozenset(), _program("psql", "pg_ctl"),
         "worlds live in SQLite, which is all that trials use", "60 MB",
         APT + "postgresql", "brew install postgresql"),
    Need("Node", frozenset(), _program("node"),
         "no MCP Inspector and no protocol conformance tests", "60 MB",
         APT + "nodejs npm", "brew install node"),
    Need("uv", frozenset(), _program("uv"),
         "`harness connect` can't fall back on uvx for a server that isn't installed", "40 MB",
         "curl -LsSf https://astral.sh/uv/install.sh | sh", "brew install uv"),
    Need("Model keys", frozenset(), _keys,
         "no hosted model; solutions and models of your own still run", "-",
         "export ANTHROPIC_API_KEY=... or OPENAI_API_KEY, GOOGLE_API_KEY", "the same"),
)  # fmt: skip


def stands_on(distribution: str, libraries: Iterable[str]) -> bool:
    """Whether a distribution requires one of these, itself or through others."""
    wanted, seen, waiting = set(libraries), set[str](), [distribution]
    while waiting:
        name = waiting.pop()
        if name in wanted:
            return True
        if name in seen:
            continue
        seen.add(name)
        # Only ours and other servers are followed: what a library itself needs, it brings.
        if name == distribution or name.startswith("deskworld"):
            waiting += _required(name)
    return False


def _required(distribution: str) -> list[str]:
    try:
        lines = requires(distribution) or []
    except PackageNotFoundError:
        return []
    return [re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0].lower() for line in lines if "extra ==" not in line]
