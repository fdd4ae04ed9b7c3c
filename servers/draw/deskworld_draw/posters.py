"""Posters as web pages: a layout in CSS, texts measured in the browser and made smaller until all of them fit.

Every length hangs on the sheet's size, so one set of rules serves a story and an A3. The page's own scale `--k` is
what gives way when there is much to say; below a size that can be read the caller is told instead.
"""

from __future__ import annotations

import base64
import html
import io
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError, World, rgba, say_color

from deskworld_draw.looks import contrast, from_hls, mixed, readable, text_on
from deskworld_draw.saving import Made, pdf_to_png, undated
from deskworld_draw.words import cut, plain

if TYPE_CHECKING:
    from PIL import Image

SIZES = {
    "a4": (794, 1123),
    "a3": (1123, 1587),
    "letter": (816, 1056),
    "square": (1080, 1080),
    "portrait": (1080, 1350),
    "story": (1080, 1920),
    "wide": (1200, 675),
    "banner": (1500, 500),
}
_PAPER = ("a4", "a3", "letter")
_LEAST_PX = {"paper": 10.5, "social": 18.0}
"""The smallest text: 8 points on paper; on a screen what a phone still shows."""
_MOST_CUT = 0.45
"""Of a picture that may be lost at its edges without a word."""
_FIT = """
() => {
  const page = document.querySelector('.page');
  const over = () => {
    const boxes = [...document.querySelectorAll('.fit')];
    return boxes.some(b => b.scrollHeight > b.clientHeight + 1 || b.scrollWidth > b.clientWidth + 1) ||
      page.scrollHeight > page.clientHeight + 1 || page.scrollWidth > page.clientWidth + 1;
  };
  let k = 1.45, t = 1;
  page.style.setProperty('--k', k);
  const title = document.querySelector('h1');
  const words = title.textContent.split(/\\s+/);
  const lines = () => Math.round(title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight));
  const set = () => { page.style.setProperty('--k', k); page.style.setProperty('--t', t); };
  while ((title.scrollWidth > title.clientWidth + 1 || lines() > 5) && t > 0.3) { t *= 0.95; set(); }
  const broken = t < 0.5;
  if (broken) { title.style.overflowWrap = 'anywhere'; t = 0.7; set();
    while (lines() > 5 && t > 0.3) { t *= 0.95; set(); } }
  while (over() && k > 0.42) { k *= 0.965; set();
    while ((title.scrollWidth > title.clientWidth + 1 || lines() > 5) && t > 0.3) { t *= 0.95; set(); } }
  const cut = [];
  for (const shot of document.querySelectorAll('.shot')) {
    const ratio = shot.clientWidth / shot.clientHeight / shot.dataset.ratio;
    const seen = Math.min(ratio, 1 / ratio), at = ratio > 1 ? shot.dataset.y : shot.dataset.x;
    cut.push(1 - seen);
    if (seen < 0.999) {
      const place = `${100 * Math.min(1, Math.max(0, (at - seen / 2) / (1 - seen)))}%`;
      shot.style.backgroundPosition = ratio > 1 ? `50% ${place}` : `${place} 50%`;
    }
  }
  const speaks = e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  const sizes = [...document.querySelectorAll('.page *')].filter(speaks)
    .map(e => parseFloat(getComputedStyle(e).fontSize));
  return {over: over(), broken, cut, k, least: Math.min(...sizes), title: parseFloat(getComputedStyle(title).fontSize)};
}
"""


@dataclass(frozen=True)
class PosterWish:
    """What the caller asked for."""

    title: str
    subtitle: str
    blocks: tuple[tuple[str, str], ...]
    pictures: tuple[str, ...]
    footer: str
    qr: str
    size: str
    landscape: bool
    layout: str
    color: str
    theme: str


def blocks_of(body: str) -> tuple[tuple[str, str], ...]:
    """Headings and the texts under them; a line that begins with # is a heading, other marks of Markdown stay plain."""
    found: list[list[str]] = []
    for line in body.split("\n"):
        heading = re.match(r"^\s*#{1,6}\s+(.*)$", line)
        if heading:
            found.append([heading[1].strip(" #"), ""])
        elif line.strip():
            if not found:
                found.append(["", ""])
            words = re.sub(r"^\s*[-*]\s+", "• ", line)
            found[-1][1] += re.sub(r"\*\*(.+?)\*\*|__(.+?)__", lambda each: each[1] or each[2], words) + "\n"
    return tuple((heading, text) for heading, text in found)


def draw(world: World, wish: PosterWish, suffix: str) -> tuple[Made, str]:
    """The poster as a file of that ending, and what was measured.

    Raises:
        ToolError: There is more to say than such a sheet can hold.
    """
    from deskworld_artifacts import RenderError, screen

    width, height = SIZES[wish.size]
    if wish.landscape:
        width, height = max(width, height), min(width, height)
    title = plain(wish.title, argument="title", longest=300)
    if not title:
        raise ToolError("a poster needs a title", argument="title")
    if len(wish.pictures) > 9:
        raise ToolError("at most 9 pictures", argument="pictures")
    if len(wish.blocks) > 12:
        raise ToolError("at most 12 blocks of text", argument="body")
    pictures = [_embedded(world, each) for each in wish.pictures]
    layout = wish.layout or _layout_for(len(pictures), width > height)
    if layout != "type" and not pictures:
        raise ToolError(f"layout {layout} is made for pictures; give one, or take layout type", argument="layout")
    if layout in ("hero", "split") and len(pictures) > 1:
        raise ToolError(f"layout {layout} shows one picture; take layout grid for {len(pictures)}", argument="layout")
    content = _page(wish, title, pictures, layout, width, height)
    scale = 2.0 if wish.size in _PAPER else 1.0
    try:
        found = screen(
            world.workspace.root / "poster.html",
            content=content,
            width=width,
            height=height,
            scale=scale,
            pdf=suffix == ".pdf",
            measure=_FIT,
        )
    except RenderError as error:
        raise ToolError(str(error)) from error
    fit: Any = found.measured
    least = _LEAST_PX["paper" if wish.size in _PAPER else "social"]
    if fit["over"]:
        raise ToolError(
            f"there is more text than a {wish.size} sheet holds; shorten it, or take a larger size", argument="body"
        )
    warnings = [each for each in found.problems if not each.startswith("fonts")]
    if fit["broken"]:
        warnings.append("a word of the title was broken, being longer than a line; a hyphen in it says where it may be")
    if fit["least"] < least:
        warnings.append(
            f"to fit, its smallest text became {fit['least']:.0f} px, where {least:g} can be read; say less"
        )
    for path, lost in zip(wish.pictures, fit["cut"], strict=True):
        if lost > _MOST_CUT:
            warnings.append(f"{lost:.0%} of {cut(path, 60)!r} is cut off, where least is to be seen, to fill its place")
    png, file = found.png, found.file
    if suffix == ".pdf":
        file = undated(file)
        png = pdf_to_png(file)
    return Made(file, png, warnings), f"layout {layout}; all text fits, the smallest {fit['least']:.0f} px of {height}"


def _layout_for(pictures: int, lying: bool) -> str:
    if not pictures:
        return "type"
    if pictures > 1:
        return "grid"
    return "split" if lying else "hero"


@dataclass(frozen=True)
class _Picture:
    """A picture as the page can hold it: upright, no larger than a sheet needs."""

    url: str
    ratio: float
    focus: tuple[float, float]
    """Where most is to be seen, from the left and from the top, 0 to 1: what is cut off is cut off elsewhere."""

    @property
    def html(self) -> str:
        x, y = self.focus
        data = f'data-ratio="{self.ratio:.4f}" data-x="{x:.3f}" data-y="{y:.3f}"'
        return f'<div class="shot" {data} style="background-image:url({self.url})"></div>'


def _embedded(world: World, path: str) -> _Picture:
    from deskworld_kit import open_image
    from PIL import ImageOps

    place = world.workspace.find(path, argument="pictures")
    if not place.stat().st_size:
        raise ToolError(f"{path!r} is empty (0 bytes)", argument="pictures")
    image = ImageOps.exif_transpose(open_image(place, argument="pictures"))
    image.thumbnail((2400, 2400))
    clear = image.has_transparency_data
    buffer = io.BytesIO()
    if clear:
        image.convert("RGBA").save(buffer, "PNG")
    else:
        image.convert("RGB").save(buffer, "JPEG", quality=90)
    url = f"data:image/{'png' if clear else 'jpeg'};base64,{base64.b64encode(buffer.getvalue()).decode()}"
    return _Picture(url, image.width / image.height, _focus(image))


def _focus(image: Image.Image) -> tuple[float, float]:
    """The middle of what stands out: of edges, and of colours that are not those of the rim."""
    import numpy as np

    small = np.asarray(image.convert("RGB").resize((48, 48)), dtype=float)
    rim = np.concatenate([small[0], small[-1], small[:, 0], small[:, -1]])
    apart = np.linalg.norm(small - np.median(rim, axis=0), axis=2)
    down, across = np.gradient(small.mean(axis=2))
    edges = np.abs(down) + np.abs(across)
    weight = (apart / max(1.0, float(apart.max())) + edges / max(1.0, float(edges.max()))) ** 4 + 1e-6
    along = (np.arange(48) + 0.5) / 48
    total = float(weight.sum())
    return float((weight.sum(axis=0) * along).sum() / total), float((weight.sum(axis=1) * along).sum() / total)


def _colors(wish: PosterWish) -> dict[str, str]:
    """The colours of a sheet; whatever the caller took, text holds a contrast of 4.5 on its ground."""
    import colorsys

    color = say_color(rgba(wish.color)[:3])
    hue, light, strong = colorsys.rgb_to_hls(*(part / 255 for part in rgba(color)[:3]))
    ground = {"light": "#FFFFFF", "dark": "#14191F", "color": color}[wish.theme]
    ink = text_on(ground)
    accent = color if wish.theme != "color" else from_hls(hue + 0.5, 0.62 if light < 0.55 else 0.32, max(strong, 0.6))
    return {
        "ground": ground,
        "ink": ink,
        "soft": readable(mixed(ink, ground, 0.3), ground),
        "accent": accent,
        "accent_ink": readable(accent, ground) if contrast(accent, ground) < 4.5 else accent,
        "band": color,
        "band_ink": text_on(color),
        "band_soft": readable(mixed(text_on(color), color, 0.2), color),
        "tint": mixed(color, ground, 0.92 if wish.theme != "color" else 0.0),
    }


def _page(wish: PosterWish, title: str, pictures: list[_Picture], layout: str, width: int, height: int) -> str:
    colors = _colors(wish)
    unit = (width * height) ** 0.5 / 100
    named = {
        name: html.escape(plain(getattr(wish, name), argument=name, longest=1000)).replace("\n", "<br>")
        for name in ("subtitle", "footer")
    }
    blocks = "".join(_block(heading, text) for heading, text in wish.blocks)
    count = len(wish.blocks)
    lying = width > height
    columns = (
        1
        if count < 2 or (layout == "split" and not lying) or width < height * 0.7
        else 2
        if count in (2, 4) or layout == "split"
        else 3
    )
    # A short word of a script without spaces is not to be broken; a long line of it has to be.
    words = re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+", title)
    keep = ' style="word-break:keep-all"' if words and max(map(len, words)) <= 9 else ""
    head = (
        f'<header><i class="bar"></i><h1{keep}>{html.escape(title)}</h1>'
        + (f"<h2>{named['subtitle']}</h2>" if named["subtitle"] else "")
        + "</header>"
    )
    body = (
        f'<section class="blocks" style="grid-template-columns:repeat({columns},1fr)">{blocks}</section>'
        if blocks
        else ""
    )
    code = _qr(wish.qr) if wish.qr else ""
    foot = f"<footer><span>{named['footer']}</span>{code}</footer>" if named["footer"] or code else ""
    shots = "".join(each.html for each in pictures)
    share = _share(pictures[0].ratio, layout, width, height, bool(blocks)) if pictures else ""
    gallery = f'<div class="pictures n{len(pictures)}"{share}>{shots}</div>' if pictures else ""
    inner = {
        "type": f'<main class="fit">{head}{body}{foot}</main>',
        "hero": f'{gallery}<main class="fit">{head}{body}{foot}</main>',
        "split": f'{gallery}<main class="fit">{head}{body}{foot}</main>',
        "grid": f'<main class="fit">{head}{gallery}{body}{foot}</main>',
    }[layout]
    values = ";".join(f"--{name.replace('_', '-')}:{value}" for name, value in colors.items())
    kinds = f"page {layout} {'lying' if lying else 'standing'} {wish.theme} {'full' if blocks else 'plain'}"
    sheet = f"width:{width}px;height:{height}px;--u:{unit:.3f}px;{values}"
    return (
        f'<!doctype html><html dir="{_direction(title)}"><head><meta charset="utf-8">'
        f"<style>@page{{size:{width}px {height}px;margin:0}}{_CSS}</style>"
        f'</head><body><div class="{kinds}" style="{sheet}">{inner}</div></body></html>'
    )


def _share(ratio: float, layout: str, width: int, height: int, full: bool) -> str:
    """How much of the sheet its one picture takes: what shows it whole, between what leaves it and the words room."""
    lying = width > height
    if layout == "hero":
        whole, least, most = width / ratio / height, 0.24, 0.5 if full else 0.62
    elif layout == "split":
        whole = height * ratio / width if lying else width / ratio / height
        least, most = 0.34, 0.5 if full else 0.56
    else:
        return ""
    return f' style="flex-basis:{min(most, max(least, whole)):.2%}"'


def _direction(text: str) -> str:
    """Which way a poster is read: as the first letter of its title that says so."""
    kinds = (unicodedata.bidirectional(sign) for sign in text)
    return "rtl" if next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L" else "ltr"


def _block(heading: str, text: str) -> str:
    heading, text = plain(heading, argument="body", longest=300), plain(text, argument="body", longest=20_000)
    paragraphs = "".join(f"<p>{html.escape(line)}</p>" for line in text.split("\n") if line.strip())
    return f"<article>{f'<h3>{html.escape(heading)}</h3>' if heading else ''}{paragraphs}</article>"


def _qr(text: str) -> str:
    import segno

    try:
        code = segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        raise ToolError("the text is too long for a QR code", argument="qr") from None
    buffer = io.BytesIO()
    code.save(buffer, kind="svg", scale=8, border=4, dark="#000000", light="#FFFFFF", xmldecl=False)
    return f'<img class="qr" alt="" src="data:image/svg+xml;base64,{base64.b64encode(buffer.getvalue()).decode()}">'


_CSS = """
*{box-sizing:border-box;margin:0;padding:0}
html,body{background:#fff;overflow:hidden}
.page{--k:1;--t:1;position:relative;overflow:hidden;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);
 font-family:"Helvetica Neue","Liberation Sans",Arial,"Noto Sans CJK SC","Noto Color Emoji",sans-serif;
 font-size:calc(var(--u)*2*var(--k));line-height:1.45}
main{flex:1 1 0;min-height:0;min-width:0;display:flex;flex-direction:column;padding:calc(var(--u)*6);
 gap:calc(var(--u)*3.2*var(--k));overflow:hidden}
h1{font-size:calc(var(--u)*8.2*var(--k)*var(--t));line-height:1.06;font-weight:800;letter-spacing:-.02em;
 text-wrap:balance;overflow-wrap:normal;max-width:100%}
h2{font-size:calc(var(--u)*2.9*var(--k));line-height:1.3;font-weight:400;color:var(--soft);margin-top:calc(var(--u)*1.6*var(--k));text-wrap:balance;max-width:36em}
[dir=rtl] h1{letter-spacing:0}
.bar{display:block;width:calc(var(--u)*9);height:calc(var(--u)*1);background:var(--accent);margin-bottom:calc(var(--u)*2.6*var(--k))}
.blocks{display:grid;gap:calc(var(--u)*2.6*var(--k)) calc(var(--u)*4);align-content:start}
article{min-width:0;overflow-wrap:break-word}
h3{font-size:calc(var(--u)*2.35*var(--k));line-height:1.25;margin-bottom:calc(var(--u)*.6*var(--k));color:var(--accent-ink)}
p+p{margin-top:.5em}
footer{margin-top:auto;display:flex;justify-content:space-between;align-items:flex-end;gap:calc(var(--u)*3);font-size:calc(var(--u)*1.85*var(--k));
 color:var(--soft);font-weight:600}
footer span{min-width:0;overflow-wrap:break-word}
.qr{width:calc(var(--u)*12);height:calc(var(--u)*12);flex:none}
.shot{background-size:cover;background-position:center;min-height:0}
.pictures{display:grid;gap:calc(var(--u)*1)}
.type.plain main{justify-content:center}.type.plain footer{margin-top:calc(var(--u)*3)}
.type header{padding-top:calc(var(--u)*5)}
.type.light{background:linear-gradient(var(--band),var(--band)) 0 0/100% calc(var(--u)*2.4) no-repeat var(--ground)}
.type.plain h1{font-size:calc(var(--u)*10.5*var(--k)*var(--t))}
.type.standing .blocks{margin-top:calc(var(--u)*3)}
.hero .pictures{flex:0 0 46%}
.hero.plain .pictures{flex-basis:58%}
.hero.plain main{justify-content:center}
.hero header{position:relative}
.split{flex-direction:row}
.split .pictures{flex:0 0 46%}
.split.standing{flex-direction:column}.split.standing .pictures{flex-basis:42%}
.split.plain main{justify-content:center}
.split.light main,.hero.light main{background:var(--ground)}
.grid .pictures{flex:1 1 0;min-height:24%;grid-template-columns:repeat(2,1fr);grid-auto-rows:minmax(0,1fr)}
.grid .n1{grid-template-columns:1fr}
.grid .n3{grid-template-columns:repeat(3,1fr)}
.grid.standing .n3{grid-template-columns:2fr 1fr;grid-template-rows:1fr 1fr}
.grid.standing .n3 .shot:first-child{grid-row:1/3}
.grid .n5,.grid .n6{grid-template-columns:repeat(3,1fr)}
.grid .n5 .shot:first-child{grid-column:span 2}
.grid .n7,.grid .n8,.grid .n9{grid-template-columns:repeat(3,1fr)}
.grid .n7 .shot:first-child{grid-column:span 3}.grid .n8 .shot:first-child{grid-column:span 2}
.grid.lying .n4{grid-template-columns:repeat(4,1fr)}
"""
