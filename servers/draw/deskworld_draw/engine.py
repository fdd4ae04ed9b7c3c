"""Graphviz, which lays graphs out; and the dress that they wear where nobody says otherwise.

Graphviz only ever makes vectors here: a text that asks for a picture of a million pixels asks in vain, since pixels
are made by us from its PDF. It runs with its own lock on files (`SERVER_NAME`, see Graphviz' `safefile`), so a diagram
can name no file of the machine, and within a limit of time.
"""

from __future__ import annotations

import html
import math
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence

from deskworld_kit import ToolError

from deskworld_draw.looks import Look, mixed
from deskworld_draw.saving import Made, pdf_to_png, undated
from deskworld_draw.words import cut, wrapped

LIMIT = 30.0
"""Seconds that Graphviz may take."""
FONT = "Liberation Sans,Arial,Helvetica,Noto Sans CJK SC,sans-serif"
_WIDEST = 40_000
"""Points of a drawing's side."""
_PAPER = 36
"""Points of white that Graphviz leaves round a printed page."""
_SMALLEST, _LARGEST = 900, 4000
"""Pixels of the longer side of a picture."""


def made_from(source: str, pdf: bytes, suffix: str, options: Sequence[str] = ()) -> Made:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        wide, high = document[0].get_size()
    finally:
        document.close()
    if max(wide, high) > _WIDEST:
        raise ToolError(f"the drawing would be {wide:.0f} x {high:.0f} points large; at most {_WIDEST} a side")
    scale = min(2.0, _LARGEST / max(wide, high))
    if max(wide, high) * scale < _SMALLEST:
        scale = min(3.0, _SMALLEST / max(wide, high))
    png = pdf_to_png(pdf, width=max(1, round(wide * scale)))
    warnings: list[str] = []
    shown = min(scale, 1568 / max(wide, high))
    if 13 * shown < 9:
        warnings.append(
            f"seen whole its text is only {13 * shown:.0f} px high; split it, or keep it as .svg or .pdf to zoom into"
        )
    file = {".png": png, ".pdf": pdf}.get(suffix) or run(source, "svg:cairo", options)
    return Made(file, png, warnings)


def run(source: str, form: str, options: Sequence[str] = (), *, trimmed: bool = True) -> bytes:
    """Graphviz' answer; a PDF without white paper round the drawing, unless its margin is the caller's.

    Raises:
        ToolError: It is not installed, does not understand the text, or takes too long.
    """
    program = shutil.which("dot")
    if not program:
        raise ToolError("diagrams need Graphviz, which is not installed; install it with: apt-get install graphviz")
    # With SERVER_NAME and no GV_FILE_PATH Graphviz opens no file that a text names.
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "FONTCONFIG_PATH") if name in os.environ}
    with tempfile.TemporaryDirectory(prefix="deskworld-draw-") as folder:
        try:
            ended = subprocess.run(
                [program, f"-T{form}", *options],
                input=source.encode(),
                capture_output=True,
                check=False,
                timeout=LIMIT,
                cwd=folder,
                env={**kept, "SERVER_NAME": "deskworld"},
            )
        except subprocess.TimeoutExpired:
            raise ToolError(f"the diagram was not laid out within {LIMIT:g} s; draw fewer nodes and edges") from None
    said = ended.stderr.decode("utf-8", "replace")
    if re.search(r"unsafe|No or improper (image|shapefile)", said):
        raise ToolError(
            "a diagram can't take pictures or shapes from files; leave image and shapefile out", argument="dot"
        )
    if ended.returncode or not ended.stdout:
        wrong = next((line for line in said.splitlines() if line.startswith("Error")), said.strip().splitlines()[:1])
        words = cut(re.sub(r"<stdin>:? ?", "", str(wrong).removeprefix("Error: ").strip()), 300)
        raise ToolError(f"Graphviz does not understand the text: {words}", argument="dot")
    if form != "pdf":
        return ended.stdout
    return undated(_trimmed(ended.stdout) if trimmed else ended.stdout)


def _trimmed(pdf: bytes) -> bytes:
    """The page without the half inch of white paper that Graphviz leaves round what it prints.

    The numbers of the page's box are written anew in the same room, so that the places of all else in the file stay.
    """

    def box(found: re.Match[bytes]) -> bytes:
        wide, high = float(found[2]) - _PAPER, float(found[3]) - _PAPER
        made = b"%s[%d %d %d %d" % (found[1], _PAPER, _PAPER, math.ceil(wide), math.ceil(high))
        room = len(found[0]) - 1 - len(made)
        return made + b" " * room + b"]" if room >= 0 and min(wide, high) > _PAPER else found[0]

    return re.sub(rb"(/MediaBox )\[ 0 0 ([\d.]+) ([\d.]+) *\]", box, pdf)


def graph_dress(look: Look, title: str) -> dict[str, str]:
    made = {
        "bgcolor": look.background,
        "fontname": FONT,
        "fontcolor": look.text,
        "pad": "0.35",
        "nodesep": "0.4",
        "ranksep": "0.55",
        "outputorder": "edgesfirst",
        "charset": "UTF-8",
    }
    if title:
        lines = "<BR ALIGN='LEFT'/>".join(html.escape(line) for line in wrapped(title, lambda t: len(t) <= 60))
        made |= {
            "label": f"<<B>{lines}</B><BR ALIGN='LEFT'/><FONT POINT-SIZE='8'> </FONT>>",
            "labelloc": "t",
            "labeljust": "l",
            "fontsize": "20",
        }
    return made


def node_dress(look: Look) -> dict[str, str]:
    return {
        "shape": "box",
        "style": "rounded,filled",
        "fillcolor": mixed(look.palette[0], look.background, 0.88),
        "color": look.palette[0],
        "fontname": FONT,
        "fontsize": "13",
        "fontcolor": look.text,
        "penwidth": "1.3",
        "margin": "0.2,0.11",
    }


def edge_dress(look: Look) -> dict[str, str]:
    return {
        "color": look.quiet,
        "fontname": FONT,
        "fontsize": "11.5",
        "fontcolor": look.quiet,
        "arrowsize": "0.75",
        "penwidth": "1.3",
    }


def ratio(pdf: bytes) -> float:
    """Width to height of its page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        wide, high = document[0].get_size()
        return wide / high
    finally:
        document.close()


def oddness(pdf: bytes) -> float:
    """How far its page is from the shape of a sheet, too wide or too high alike."""
    return abs(math.log(ratio(pdf) / 1.5))
