"""Web pages, and what is best shown as one: Markdown, plain text, SVG.

A page higher than a look takes in is cut into parts, each of which can be asked for by number: one picture of a
long page, shrunk until it fits, can be read by nobody.
"""

from __future__ import annotations

import html
import math
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import RenderError
from .browser import Browser, View
from .rendered import Rendered
from .wanted import Wanted

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSER = Browser()
PART_RATIO = 1.25  # height to width of a part: 1280 x 1600
WHOLE_HEIGHT = "document.documentElement.scrollHeight"  # a screen's height at least
OWN_HEIGHT = "document.documentElement.getBoundingClientRect().height"
LONGEST_TEXT = 1 << 20

_FONTS = '"Helvetica Neue", "Liberation Sans", "Noto Sans CJK SC", "Noto Color Emoji", sans-serif'
_MONO = '"DejaVu Sans Mono", Menlo, "Noto Sans Mono CJK SC", monospace'
STYLE = f"""
:root {{ color-scheme: light; }}
body {{ margin: 0; background: white; color: #1f2328; font: 16px/1.6 {_FONTS}; }}
main {{ max-width: 860px; margin: 0 auto; padding: 40px 32px; overflow-wrap: break-word; }}
h1, h2 {{ border-bottom: 1px solid #d1d9e0; padding-bottom: .3em; }}
h1, h2, h3, h4 {{ line-height: 1.25; margin: 1.4em 0 .6em; }}
main > :first-child {{ margin-top: 0; }}
pre, code {{ font-family: {_MONO}; font-size: 14px; }}
code {{ background: #eff1f3; border-radius: 4px; padding: .15em .35em; }}
pre {{ background: #f6f8fa; border-radius: 6px; padding: 14px 16px; white-space: pre-wrap; }}
pre code {{ background: none; padding: 0; }}
blockquote {{ margin: 1em 0; padding: 0 1em; color: #59636e; border-left: 4px solid #d1d9e0; }}
table {{ border-collapse: collapse; margin: 1em 0; }}
th, td {{ border: 1px solid #d1d9e0; padding: 6px 12px; }}
th {{ background: #f6f8fa; }}
img {{ max-width: 100%; }}
hr {{ border: 0; border-top: 1px solid #d1d9e0; }}
.text {{ margin: 0; padding: 24px; background: white; border-radius: 0; line-height: 1.45; }}
"""


def render_html(path: Path, wanted: Wanted) -> list[Rendered]:
    """A page as wide as asked, from top to end, in parts when it is long."""
    return _shoot(path, wanted)


def render_markdown(path: Path, wanted: Wanted) -> list[Rendered]:
    """Markdown (CommonMark with tables), set as a readable page."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(_text(path))
    return _shoot(path, wanted, _page(f"<main>{body}</main>"))


def render_text(path: Path, wanted: Wanted) -> list[Rendered]:
    """Plain text in a fixed-width font, long lines wrapped."""
    return _shoot(path, wanted, _page(f'<pre class="text">{html.escape(_text(path))}</pre>'))


def render_drawing(path: Path, wanted: Wanted) -> list[Rendered]:
    """An SVG as wide as asked, as an image: nothing in it may act."""
    image = f'<img src="{path.absolute().as_uri()}?drawing" style="display: block; width: 100vw" alt="">'
    return _shoot(path, wanted, _page(image))


def _shoot(path: Path, wanted: Wanted, content: str | None = None) -> list[Rendered]:
    """Pictures of the parts wanted of a page."""
    most = round(wanted.width * PART_RATIO)

    def shoot(page: Page) -> list[Rendered]:
        if page.evaluate("[...document.images].some(image => !image.naturalWidth && image.src.endsWith('?drawing'))"):
            raise RenderError(f"{path.name}: the drawing cannot be read; it is damaged or no SVG")
        height = max(1, math.ceil(page.evaluate(OWN_HEIGHT if content else WHOLE_HEIGHT)))
        count = math.ceil(height / most)
        return [
            _part(page, part, count, wanted.width, min(most, height - (part - 1) * most), (part - 1) * most)
            for part in wanted.of(count, "part", path.name)
        ]

    return BROWSER.see(path, shoot, View(wanted.width, content=content))


def _part(page: Page, part: int, count: int, width: int, height: int, top: int) -> Rendered:
    png = page.screenshot(
        full_page=True,
        clip={"x": 0, "y": top, "width": width, "height": height},
        animations="disabled",
        caret="hide",
    )
    return Rendered(part, f"Part {part} of {count}" if count > 1 else "Page", png, width, height)


def _page(body: str) -> str:
    return f'<!doctype html><html><head><meta charset="utf-8"><style>{STYLE}</style></head><body>{body}</body></html>'


def _text(path: Path) -> str:
    if path.stat().st_size > LONGEST_TEXT:
        raise RenderError(
            f"{path.name}: {path.stat().st_size >> 10} kB are too long to draw; at most {LONGEST_TEXT >> 10} kB"
        )
    data = path.read_bytes()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if b"\0" in data:
        raise RenderError(f"{path.name}: this is no text but a binary file")
    return data.decode("utf-8-sig", "replace")
