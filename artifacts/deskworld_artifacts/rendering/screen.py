"""A web page or an SVG looked at closely: its picture or PDF, and what is wrong with how it shows.

`render` shows any file in parts for a reader; this is for whoever makes the page: at a size and density, whole or
windowed, on a see-through ground, and with what a designer would find: what sticks out, what is cut, which pictures
and fonts are missing, what its scripts complained of, what it asked of the network and was not given.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import RenderError
from .browser import Heard, View, told
from .paper import POINTS, cut_to, first_page, meant, width_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

TALLEST = 16_000
"""Pixels; above this Chromium's pictures repeat themselves."""
MOST_PIXELS = 60_000_000
_SHRINK = 2
"""How much wider than its paper a page may be for Chromium to print it smaller and not to cut it."""

_LOOK = """
() => {
  const said = {overflow: [], cut: [], broken: [], fonts: []};
  const wide = document.documentElement.clientWidth;
  const named = e => e.id ? '#' + e.id : e.classList.length ? '.' + [...e.classList].join('.') : '';
  const name = e => e.tagName.toLowerCase() + named(e);
  const all = [document.body, ...document.querySelectorAll('body *')].slice(0, 20000);
  const words = e => {  // which reach beyond their box where they can't be broken
    const range = document.createRange();
    range.selectNodeContents(e);
    return range.getBoundingClientRect().right;
  };
  const held = e => {  // in something that cuts it off, or lets it be scrolled
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
      if (getComputedStyle(p).overflowX !== 'visible') return true;
    return false;
  };
  for (const e of all) {
    const style = getComputedStyle(e);
    if (style.display === 'none' || style.visibility === 'hidden') continue;
    const box = e.getBoundingClientRect();
    const holds = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const flows = style.overflowX + style.overflowY;
    const clips = /hidden|clip|auto|scroll/.test(flows) || style.textOverflow === 'ellipsis';
    const out = Math.round((holds && !clips ? Math.max(box.right, words(e)) : box.right) - wide);
    if (box.width && out > 1 && style.position !== 'fixed' && !held(e)) said.overflow.push([name(e), out]);
    if (clips && e.innerText && e.innerText.trim()) {
      const x = e.scrollWidth - e.clientWidth, y = e.scrollHeight - e.clientHeight;
      if ((x > 2 || y > 3) && e.clientWidth) said.cut.push([name(e), Math.max(x, y)]);
    }
    if (holds) said.fonts.push(style.fontFamily);
  }
  for (const e of document.images) {
    const src = e.getAttribute('src');
    if (!e.naturalWidth && src !== null) said.broken.push(src.slice(0, 120));
  }
  said.fonts = [...new Set(said.fonts)];
  return said;
}
"""
_MISSING = """
families => {
  const generic = new RegExp('^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-.*|math|emoji|inherit|' +
    'initial|-apple-system|blinkmacsystemfont)$', 'i');
  const pen = document.createElement('canvas').getContext('2d');
  const width = font => { pen.font = '40px ' + font; return pen.measureText('mmWWiillMM@0123 Qgy').width; };
  const absent = f => ['monospace', 'serif', 'sans-serif'].every(g => width(f + ',' + g) === width(g));
  const bare = name => name.trim().replace(/["']/g, '');
  const own = list => list.split(',').map(name => name.trim()).filter(name => name && !generic.test(bare(name)));
  return families.map(own).filter(names => names.length && names.every(absent)).map(names => bare(names[0]));
}
"""


@dataclass(frozen=True)
class Screen:
    """A page's file, a picture of it (of a PDF in pages the first) and what was found on it. Sizes are CSS pixels; the
    height is 0 for a PDF in pages."""

    file: bytes
    png: bytes
    width: int
    height: int
    problems: list[str] = field(default_factory=list[str])
    measured: Any = None


def screen(
    path: Path,
    *,
    content: str | None = None,
    folder: Path | None = None,
    width: int = 1280,
    height: int = 0,
    scale: float = 1.0,
    transparent: bool = False,
    pdf: bool = False,
    measure: str = "",
) -> Screen:
    """A page as a picture, or as a PDF with a picture of it.

    Args:
        path: The page, or where `content` is said to lie.
        content: HTML instead of the file's.
        folder: Whose files it may have.
        width: Of the window in CSS pixels.
        height: Of the window; 0 for all of the page.
        scale: Pixels for each CSS pixel.
        transparent: Leave the ground see-through where the page paints none.
        pdf: A PDF: pages of A4 or as its CSS says; one page of that size where a height is given.
        measure: A JavaScript function called on the page before it is shot; what it returns is `measured`.

    Raises:
        RenderError: It can't be shown.
    """
    from .web import BROWSER

    heard = Heard()

    def job(page: Page) -> Screen:
        measured = page.evaluate(measure) if measure else None
        if pdf and not height:
            return _printed(page, width, measured)
        problems = _problems(page, paper=width if pdf else 0)
        tall = height or max(1, math.ceil(page.evaluate("document.documentElement.scrollHeight")))
        if tall > TALLEST / scale:
            tall = int(TALLEST / scale)
            problems.append(f"the page is cut off below {tall} px; it is longer than a picture can be")
        if width * tall * scale * scale > MOST_PIXELS:
            raise RenderError(f"{width} x {tall} px at {scale:g} pixels each are too many; ask for less")
        clip: Any = {"x": 0, "y": 0, "width": width, "height": tall}
        png = page.screenshot(
            full_page=True, clip=clip, animations="disabled", caret="hide", omit_background=transparent
        )
        if not pdf:
            return Screen(png, png, width, tall, problems, measured)
        made = page.pdf(print_background=True, width=f"{width}px", height=f"{height}px")
        made = cut_to(made, (width * POINTS, height * POINTS))
        return Screen(made, png, width, tall, problems, measured)

    found = BROWSER.see(path, job, View(width, height, scale, content, folder), heard)
    problems = [*found.problems, *_complaints(heard, path, folder or path.parent)]
    return Screen(found.file, found.png, found.width, found.height, problems, found.measured)


def _printed(page: Page, width: int, measured: Any) -> Screen:
    """A PDF in pages, with what is wrong on its paper: a page may look otherwise there than on a screen."""
    paper, margins = meant(page)
    made = page.pdf(print_background=True, prefer_css_page_size=True, format="A4")
    across = max(1, round((width_of(made) - margins) / POINTS))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": across, "height": round(across * 1.4)})
    made = cut_to(made, paper)
    return Screen(made, first_page(made, width), width, 0, _problems(page, paper=across), measured)


def screen_svg(
    svg: bytes, *, width: int, height: int, background: str = "", pdf: bool = False, families: tuple[str, ...] = ()
) -> Screen:
    """An SVG as a picture of that size, drawn as an image: nothing in it acts or asks for anything.

    Args:
        svg: Its bytes.
        width: In pixels.
        height: In pixels.
        background: A CSS colour under it; see-through if empty.
        pdf: A PDF page of that size.
        families: Fonts that it names, to be looked for.
    """
    from .web import BROWSER

    address = "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
    size = f"width:{width}px;height:{height}px"
    ground = f"background:{background}" if background else ""
    content = (
        f'<!doctype html><meta charset="utf-8"><style>@page{{margin:0}}html,body{{margin:0;{ground}}}</style>'
        f'<img src="{address}" style="display:block;{size}" alt="">'
    )

    def job(page: Page) -> Screen:
        if page.evaluate("!document.images[0].naturalWidth"):
            raise RenderError("the SVG can't be read; it is damaged, or no SVG")
        missing = page.evaluate(_MISSING, list(families))
        problems = [_fonts(missing)] if missing else []
        png = page.screenshot(
            clip={"x": 0, "y": 0, "width": width, "height": height},
            omit_background=not background,
            animations="disabled",
        )
        if not pdf:
            return Screen(png, png, width, height, problems)
        made = page.pdf(width=f"{width}px", height=f"{height}px", print_background=True)
        return Screen(cut_to(made, (width * POINTS, height * POINTS)), png, width, height, problems)

    return BROWSER.see(Path("/drawing.html"), job, View(width, height, content=content))


def _problems(page: Page, *, paper: int = 0) -> list[str]:
    """What a designer would find on the page as it stands, on a screen or on paper of so many CSS pixels."""
    said = page.evaluate(_LOOK)
    found: list[str] = []
    if said["overflow"]:
        worst = sorted(said["overflow"], key=lambda each: -each[1])[:3]
        shrunk = paper and worst[0][1] + paper <= _SHRINK * paper
        what = "all is printed smaller, since it is wider than the paper" if shrunk else "sticks out at the right"
        found.append(f"{what}: " + ", ".join(f"{name[:60]} by {by} px" for name, by in worst))
    if said["cut"]:
        found.append("text is cut in " + ", ".join(f"{name[:60]} ({by} px hidden)" for name, by in said["cut"][:3]))
    if said["broken"]:
        found.append(f"pictures not shown: {', '.join(said['broken'][:5])}")
    missing = page.evaluate(_MISSING, said["fonts"])
    return [*found, _fonts(missing)] if missing else found


def _fonts(missing: list[str]) -> str:
    return f"fonts that are not installed here: {', '.join(sorted(set(missing))[:5])}; others stand in for them"


def _complaints(heard: Heard, path: Path, folder: Path) -> list[str]:
    """What the page said, was refused and wanted, with no path of this machine in it."""
    home = folder.absolute().as_uri() + "/"
    found: list[str] = []
    if heard.refused:
        shown = [told(url, path, folder) for url in heard.refused[:5]]
        found.append(f"not loaded, since pages have no network: {', '.join(dict.fromkeys(shown))}")
    if heard.left:
        goes = [told(url, path, folder) for url in heard.left[:3]]
        found.append(f"it was held as it is; by itself it goes on to {', '.join(dict.fromkeys(goes))}")
    errors = [
        error.replace(home, "")
        for error in heard.errors
        if "ERR_BLOCKED_BY_CLIENT" not in error and "ERR_FILE_NOT_FOUND" not in error
    ]
    if errors:
        found.append(f"its scripts complain: {'; '.join(error[:160] for error in errors[:3])}")
    return found
