"""Mermaid's own program, which lies in the package and draws in the browser that is here, with no network.

`mermaid.js.gz` is dist/mermaid.min.js of the npm package mermaid 11.17.2, unchanged: MIT licence, Copyright (c) 2014 -
2022 Knut Sveidqvist; `mermaid.LICENSE` holds it. What Mermaid gives is one SVG, with its words as SVG text wherever
it can, so that other programs can show it; the PNG and the PDF are made of it as of any SVG.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deskworld_kit import ToolError, World

from deskworld_draw.engine import FONT
from deskworld_draw.looks import LOOKS, Look, mixed, text_on
from deskworld_draw.saving import Made, undated

LONGEST = 50_000
_SMALLEST, _LARGEST = 900, 4000
"""Pixels of the longer side of a picture."""
_FENCE = re.compile(r"^[ \t]*(```+|~~~+)\s*mermaid\b[^\n]*\n(.*?)^[ \t]*\1", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_PARSE = re.compile(r"Parse error on line (\d+):\n(.*)\n(-*\^)")
_TOKENS = {
    "1": "end of the text", "EOF": "end of the text", "EOF_IN_STRUCT": "end of the text", "NL": "end of the line",
    "NEWLINE": "end of the line", "MINUS": "'-' (an arrow is -->)", "SQS": "'['", "SQE": "']'", "PS": "'('",
    "PE": "')'", "DIAMOND_START": "'{'", "DIAMOND_STOP": "'}'", "NODE_STRING": "word", "ALPHA": "word",
}  # fmt: skip
_DRAW = """async () => {
  let last = 1;
  Math.random = () => (last = last * 16807 %% 2147483647) / 2147483647;
  crypto.getRandomValues = (held) => held.map(() => Math.random() * 4294967296);
  crypto.randomUUID = () => `id-${last = last * 16807 %% 2147483647}`;
  try {
    mermaid.initialize(%s);
    const drawn = await mermaid.render('drawing', %s);
    const root = new DOMParser().parseFromString(drawn.svg, 'text/html').querySelector('svg');
    return {svg: new XMLSerializer().serializeToString(root), kind: drawn.diagramType};
  } catch (error) { return {error: String(error && error.message || error)}; }
}"""


def text_of(world: World, text: str, source: str) -> str:
    """The Mermaid text that a call means: its own, or a file's, out of the fences that Markdown puts round it.

    Raises:
        ToolError: There is none, both are given, or a Markdown file holds another number of them than one.
    """
    if bool(text.strip()) == bool(source):
        raise ToolError("give Mermaid text, or a `source` file that holds it", argument="text")
    argument, own = "text", text
    if source:
        place = world.workspace.find(source, argument="source")
        if place.suffix.lower() not in (".mmd", ".mermaid", ".md", ".txt"):
            raise ToolError(f"{source!r} must end in .mmd, .mermaid, .md or .txt", argument="source")
        argument, own = "source", place.read_bytes()[: 4 * LONGEST].decode("utf-8-sig", "replace")
    blocks = [found[2] for found in _FENCE.finditer(own + "\n")]
    if len(blocks) > 1 or (not blocks and source.lower().endswith(".md")):
        raise ToolError(f"there are {len(blocks)} Mermaid blocks in it; give one as `text`", argument=argument)
    own = blocks[0] if blocks else own
    if not own.strip():
        raise ToolError("there is nothing to draw in it", argument=argument)
    if len(own) > LONGEST:
        raise ToolError(f"{len(own)} characters are too many; at most {LONGEST}", argument=argument)
    return own.replace("\r\n", "\n").encode("utf-8", "ignore").decode().replace("\0", "")


def draw(text: str, theme: str, suffix: str) -> tuple[Made, str]:
    """The drawing, and which kind Mermaid says it is.

    Raises:
        ToolError: Mermaid does not understand the text; with its own words and the line.
    """
    from deskworld_artifacts import RenderError, screen, screen_svg

    look = LOOKS[theme]
    page = f'<!doctype html><meta charset="utf-8"><body><script>{_program()}</script>'
    job = _DRAW % (json.dumps(_dress(look, html=_is_mind_map(text))), json.dumps(text))
    with TemporaryDirectory(prefix="deskworld-draw-") as empty:  # a page may read its folder: this one holds nothing
        at = Path(empty) / "mermaid.html"
        try:
            found: Any = screen(at, content=page, width=1200, height=100, measure=job).measured
        except RenderError as error:
            raise ToolError(str(error).removeprefix("mermaid.html: "), argument="text") from error
    if "image cannot be decoded" in found.get("error", ""):
        raise ToolError("a picture that the text names is not loaded: a drawing holds only its text", argument="text")
    if "svg" not in found:
        raise ToolError(f"Mermaid does not understand the text: {_said(found['error'], text)}", argument="text")
    svg, wide, high, outside = _sized(found["svg"], look)
    scale = min(2.0, _LARGEST / max(wide, high))
    if max(wide, high) * scale < _SMALLEST:
        scale = min(3.0, _SMALLEST / max(wide, high))
    width, height = max(1, round(wide * scale)), max(1, round(high * scale))
    try:
        shown = screen_svg(svg, width=width, height=height, background=look.background, pdf=suffix == ".pdf")
    except RenderError as error:
        raise ToolError(str(error).removeprefix("drawing.html: "), argument="text") from error
    warnings = list(shown.problems)
    if outside:
        warnings.append(f"not loaded, since a drawing holds only what is in its text: {', '.join(outside[:5])}")
    seen = 15 * min(scale, 1568 / max(wide, high))
    if seen < 9:
        warnings.append(f"seen whole its text is only {seen:.0f} px high; split it, or keep it as .svg or .pdf")
    if suffix == ".svg" and b"<foreignObject" in svg:
        warnings.append("some of its words are HTML inside the SVG, which browsers show and other programs may not")
    file = svg if suffix == ".svg" else undated(shown.file) if suffix == ".pdf" else shown.png
    return Made(file, shown.png, warnings), str(found["kind"])


@cache
def _program() -> str:
    return gzip.decompress(files("deskworld_draw").joinpath("mermaid.js.gz").read_bytes()).decode()


def _sized(text: str, look: Look) -> tuple[bytes, float, float, list[str]]:
    """The SVG with its ground and its size, and the pictures that it asked for from elsewhere, which are taken out.

    Mermaid leaves the size to the page that it is on.
    """
    from lxml import etree

    root = etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    box = [float(each) for each in re.findall(r"-?[\d.]+(?:e-?\d+)?", root.get("viewBox") or "")]
    if len(box) != 4 or not all(0 < side < 1e6 for side in box[2:]):
        raise ToolError("the drawing is empty; is there something to draw in the text?", argument="text")
    pad = 16
    left, top, wide, high = box[0] - pad, box[1] - pad, box[2] + 2 * pad, box[3] + 2 * pad
    root.set("viewBox", f"{left:g} {top:g} {wide:g} {high:g}")
    root.set("width", f"{wide:g}")
    root.set("height", f"{high:g}")
    root.attrib.pop("style", None)
    ground = etree.Element(
        "{http://www.w3.org/2000/svg}rect",
        {
            "x": f"{left:g}",
            "y": f"{top:g}",
            "width": f"{wide:g}",
            "height": f"{high:g}",
            "style": f"fill:{look.background};stroke:none",
        },
    )
    root.insert(0, ground)
    outside: list[str] = []
    for element in root.iter("{*}image", "{*}img", "{*}use"):
        for name, value in element.attrib.items():
            if str(name).rpartition("}")[2] in ("href", "src") and not str(value).startswith(("#", "data:")):
                outside.append(str(value)[:100])
                del element.attrib[name]
    return etree.tostring(root), wide, high, outside


def _said(error: str, text: str) -> str:
    """Mermaid's complaint: the line as it was given, and what is unexpected there.

    Its own count of lines leaves out comments and counts one too many at the end, and it lists all that its grammar
    would take, which no one can use.
    """
    found = _PARSE.search(error)
    if found:
        said = re.search(r"got '([^']*)'", error)
        what = f": unexpected {_TOKENS.get(said[1], repr(said[1]))}" if said else ""
        number, line = _place(text, int(found[1]), found[2][: len(found[3])].lstrip("."))
        return f"line {number}, {line[:80]!r}{what}"
    words = " ".join(error.split())[:400]
    if re.match(r"Cannot (read|set) propert|.* is (undefined|null|not a function)", words):
        return f"something is missing in it, so that Mermaid's program fails ({words[:120]})"
    return words


def _place(text: str, counted: int, before: str) -> tuple[int, str]:
    """The line, and its number, in which what stands before the fault ends; Mermaid's excerpts know no line ends."""
    lines = text.split("\n")
    signs = [(sign, number) for number, line in enumerate(lines) for sign in line]
    whole = "".join(sign for sign, _ in signs)
    while len(before) > 1:
        at = whole.find(before)
        if at >= 0:
            number = signs[at + len(before) - 1][1]
            return number + 1, lines[number].strip()
        before = before[1:]  # a comment lay between
    number = min(counted, len(lines)) - 1
    return number + 1, lines[number].strip()


def _is_mind_map(text: str) -> bool:
    """Whether it is one: Mermaid puts SVG text into the circles of mind maps beside their middles, HTML not."""
    own = re.sub(r"\A\s*---\n.*?\n---\s*$", "", text, flags=re.DOTALL | re.MULTILINE)
    lines = (line.strip() for line in own.splitlines())
    return next((line for line in lines if line and not line.startswith("%%")), "").startswith("mindmap")


def _dress(look: Look, *, html: bool) -> dict[str, Any]:
    """Mermaid's settings: our colours and fonts, no markup from the text, no chance in the names of its parts."""
    first, second, third = (mixed(color, look.background, 0.88) for color in look.palette[:3])
    colors: dict[str, str | bool] = {
        "darkMode": look is LOOKS["dark"], "background": look.background, "fontSize": "15px",
        "fontFamily": FONT, "primaryColor": first, "primaryBorderColor": look.palette[0],
        "primaryTextColor": look.text, "secondaryColor": second, "secondaryBorderColor": look.palette[1],
        "secondaryTextColor": look.text, "tertiaryColor": third, "tertiaryBorderColor": look.palette[2],
        "tertiaryTextColor": look.text, "lineColor": look.quiet, "textColor": look.text, "titleColor": look.text,
        "edgeLabelBackground": look.background, "clusterBkg": mixed(look.palette[0], look.background, 0.95),
        "clusterBorder": mixed(look.palette[0], look.background, 0.6), "noteBkgColor": second,
        "noteBorderColor": look.palette[1], "noteTextColor": look.text, "pieOpacity": "1",
        "pieStrokeColor": look.background, "pieOuterStrokeColor": look.background,
    }  # fmt: skip
    for number, color in enumerate(look.palette):
        colors |= {
            f"pie{number + 1}": color, f"git{number}": color, f"gitBranchLabel{number}": text_on(color),
            f"cScale{number}": color, f"cScaleLabel{number}": text_on(color),
            f"fillType{number}": mixed(color, look.background, 0.8),
        }  # fmt: skip
    colors["pieSectionTextColor"] = text_on(look.palette[0])
    plain = {"htmlLabels": html}
    gantt = {
        "useWidth": 1000, "barHeight": 30, "barGap": 8, "topPadding": 60, "fontSize": 14, "sectionFontSize": 14,
        "leftPadding": 130, "axisFormat": "%-d %b",
    }  # fmt: skip
    return {
        "startOnLoad": False, "securityLevel": "strict", "htmlLabels": html, "gantt": gantt, "flowchart": plain,
        "class": plain, "state": plain, "theme": "base", "themeVariables": colors, "fontFamily": FONT,
        "deterministicIds": True, "deterministicIDSeed": "deskworld", "handDrawnSeed": 1, "maxTextSize": LONGEST,
        "suppressErrorRendering": True,
        "secure": [
            "secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "themeCSS",
        ],
    }  # fmt: skip
