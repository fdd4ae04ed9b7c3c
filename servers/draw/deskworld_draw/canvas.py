"""A matplotlib figure whose points are pixels, with measured texts, that is always the same for the same call.

Drawing goes one at a time: matplotlib's settings are global. One unit is one pixel of the PNG, one user unit of the
SVG and one point of the PDF, so sizes are thought of once. Nothing is laid out by guess: texts are measured with the
renderer that draws them, and at the end every text is looked at again, for those that are cut off or overlap.
"""

from __future__ import annotations

import io
import os
import stat
import tempfile
import threading
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from deskworld_draw.looks import LOOKS, Look
from deskworld_draw.saving import Made
from deskworld_draw.words import cut, listed, wrapped

FAMILIES = (
    "Liberation Sans", "Arial", "Helvetica Neue", "Noto Sans CJK SC", "Noto Sans CJK JP", "PingFang SC",
    "Hiragino Sans", "Microsoft YaHei", "Malgun Gothic", "DejaVu Sans",
)  # fmt: skip
"""Asked in order for each letter; those that are not installed are passed over. The last comes with matplotlib."""
_LOCK = threading.RLock()
_MOST_CHECKED = 300
_Rect = tuple[float, float, float, float]


@dataclass
class Canvas:
    """A figure being drawn. Rectangles are left, top, right, bottom in pixels from the top left corner."""

    figure: Any
    width: int
    height: int
    look: Look
    base: float
    """Pixels of ordinary text."""
    warnings: list[str] = field(default_factory=list[str])

    @property
    def renderer(self) -> Any:
        return self.figure.canvas.get_renderer()

    def size_of(self, text: str, size: float, *, bold: bool = False) -> tuple[float, float]:
        """Width and height of one line, in pixels."""
        from matplotlib.font_manager import FontProperties

        font = FontProperties(family=list(installed()), size=size, weight="bold" if bold else "normal")
        width, height, _ = self.renderer.get_text_width_height_descent(text or " ", font, False)
        return float(width), float(height)

    def wrap(self, text: str, size: float, width: float, *, bold: bool = False, most: int = 12) -> str:
        """The text in lines no wider than that, at most so many of them."""
        lines = wrapped(text, lambda line: self.size_of(line, size, bold=bold)[0] <= width)
        if len(lines) > most:
            self.warnings.append(f"cut to {most} lines: {cut(text, 60)!r}; shorten it or draw larger")
            lines = [*lines[: most - 1], lines[most - 1][:-1].rstrip() + "…"]
        return "\n".join(lines)

    def write(self, x: float, y: float, text: str, size: float, **style: Any) -> Any:
        """A text of the figure; x and y in pixels from the top left."""
        style.setdefault("color", self.look.text)
        style.setdefault("va", "top")
        style.setdefault("linespacing", 1.25)
        return self.figure.text(x / self.width, 1 - y / self.height, text, fontsize=size, **style)

    def axes(self, rect: _Rect) -> Any:
        """Axes that fill a rectangle."""
        return self.figure.add_axes(self._shares(rect))

    def place(self, axes: Any, rect: _Rect) -> None:
        """Put the frame of axes into a rectangle."""
        axes.set_position(self._shares(rect))

    def fit(self, axes: Any, rect: _Rect) -> None:
        """Place axes so that they fill a rectangle with all their labels."""
        inner = rect
        for _ in range(3):
            self.place(axes, inner)
            box = axes.get_tightbbox(self.renderer)
            if box is None:
                return
            out = (rect[0] - box.x0, rect[1] - (self.height - box.y1), box.x1 - rect[2], self.height - box.y0 - rect[3])
            inner = (inner[0] + out[0], inner[1] + out[1], inner[2] - out[2], inner[3] - out[3])
            if inner[2] - inner[0] < 40 or inner[3] - inner[1] < 40:
                self.warnings.append("labels leave little room for the drawing; draw it larger or shorten them")
                left, top = min(inner[0], rect[2] - 60), min(inner[1], rect[3] - 60)
                inner = (left, top, max(inner[2], left + 40), max(inner[3], top + 40))
                self.place(axes, inner)
                return
            if max(map(abs, out)) < 0.5:
                return

    def heading(self, title: str, subtitle: str, margin: float) -> float:
        """Title and subtitle at the top left; gives where the drawing may start."""
        top = margin
        for text, scale, bold, color in ((title, 1.5, True, self.look.text), (subtitle, 1.08, False, self.look.quiet)):
            if text:
                size = self.base * scale
                lines = self.wrap(text, size, self.width - 2 * margin, bold=bold, most=3)
                self.write(margin, top, lines, size, weight="bold" if bold else "normal", color=color)
                top += len(lines.split("\n")) * size * 1.3 + self.base * 0.25
        return top + (self.base * 0.5 if title or subtitle else 0)

    def footing(self, text: str, margin: float) -> float:
        """A small note at the bottom left; gives where the drawing must end."""
        if not text:
            return self.height - margin
        size = self.base * 0.85
        lines = self.wrap(text, size, self.width - 2 * margin, most=4)
        top = self.height - margin - len(lines.split("\n")) * size * 1.3
        self.write(margin, top, lines, size, color=self.look.quiet)
        return top - self.base * 0.5

    def made(self, suffix: str, *, check: bool = True) -> Made:
        """The drawing as a file of that kind and as a PNG, with what is wrong with its texts."""
        png = self._saved("png")
        if check:
            self.warnings += self._texts_gone_wrong()
        file = png if suffix == ".png" else self._saved(suffix[1:])
        return Made(file, png, list(self.warnings))

    def _saved(self, kind: str) -> bytes:
        metadata: dict[str, dict[str, None]] = {
            "png": {"Software": None},
            "svg": {"Date": None, "Creator": None},
            "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
        }
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format=kind, metadata=metadata[kind], facecolor=self.look.background)
        return buffer.getvalue()

    def _shares(self, rect: _Rect) -> _Rect:
        left, top, right, bottom = rect
        return (
            left / self.width, 1 - bottom / self.height,
            max(right - left, 1) / self.width, max(bottom - top, 1) / self.height,
        )  # fmt: skip

    def _texts_gone_wrong(self) -> list[str]:
        """Texts that are cut off at the edge or lie on each other."""
        from matplotlib.text import Text

        found: list[tuple[str, Any]] = []
        hidden = _never_drawn(self.figure)
        for artist in self.figure.findobj(Text):
            if artist.get_visible() and artist.get_text().strip() and id(artist) not in hidden:
                found.append((artist.get_text(), artist.get_window_extent(self.renderer)))
        slack = 1.5
        outside = [
            text for text, box in found
            if box.x0 < -slack or box.y0 < -slack or box.x1 > self.width + slack or box.y1 > self.height + slack
        ]  # fmt: skip
        clashes: list[str] = []
        for at, (text, box) in enumerate(found[:_MOST_CHECKED]):
            for other, its in found[at + 1 : _MOST_CHECKED]:
                wide = min(box.x1, its.x1) - max(box.x0, its.x0)
                high = min(box.y1, its.y1) - max(box.y0, its.y0)
                if wide > 2 and high > 0.25 * min(box.height, its.height):
                    clashes.append(f"{_short(text)} and {_short(other)}")
        told: list[str] = []
        if outside:
            told.append(f"cut off at the edge: {listed(outside, 4)}; draw it larger or shorten them")
        if clashes:
            more = f" and {len(clashes) - 3} more" if len(clashes) > 3 else ""
            told.append(
                f"labels overlap: {'; '.join(clashes[:3])}{more}; draw it larger, or with fewer or shorter ones"
            )
        return told


@contextmanager
def canvas(width: int, height: int, theme: str) -> Generator[Canvas, None, None]:
    """A figure to draw on, alone; what matplotlib warns of while it is open is kept."""
    with _LOCK:
        settle()
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        look = LOOKS[theme]
        base = max(9.0, min(24.0, 17.5 * (min(width, height * 1.5) / 1150) ** 0.6))
        with matplotlib.rc_context(cast("Any", _settings(look, base))), warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor=look.background)
            FigureCanvasAgg(figure)
            drawn = Canvas(figure, width, height, look, base, _Heard(heard))
            yield drawn


class _Heard(list[str]):
    """Warnings of ours, and those of matplotlib that a caller can act on, told when they are read."""

    def __init__(self, heard: Sequence[warnings.WarningMessage]) -> None:
        super().__init__()
        self._heard = heard

    def __iter__(self) -> Any:
        import re

        texts = [str(each.message) for each in self._heard]
        codes = dict.fromkeys(int(n) for text in texts for n in re.findall(r"Glyph (\d+) .*missing", text))
        signs = [chr(code) for code in codes]
        missing = f"no font here has {' '.join(signs[:10])}; it shows as a box" if signs else ""
        return iter([*super().__iter__(), *([missing] if missing else [])])


def settle() -> None:
    """Give matplotlib a place for its list of fonts, where it has none: it must not look for one in a home folder."""
    if "MPLCONFIGDIR" in os.environ:
        return
    owner = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"deskworld-matplotlib-{owner}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "getuid") and found.st_uid != owner):
            folder = Path(tempfile.mkdtemp(prefix="deskworld-matplotlib-"))
    except OSError:  # nowhere to write: it reads the fonts anew each time
        return
    os.environ["MPLCONFIGDIR"] = str(folder)


@cache
def installed() -> tuple[str, ...]:
    """Those of our font families that this machine has."""
    from matplotlib.font_manager import fontManager

    names = {font.name for font in fontManager.ttflist}
    return tuple(family for family in FAMILIES if family in names)


def _settings(look: Look, base: float) -> dict[str, Any]:
    return {
        "font.family": list(installed()), "font.size": base, "text.parse_math": False, "text.color": look.text,
        "axes.edgecolor": look.quiet, "axes.labelcolor": look.quiet, "axes.facecolor": "none", "axes.axisbelow": True,
        "axes.labelsize": base, "axes.linewidth": 1.0, "axes.spines.top": False, "axes.spines.right": False,
        "axes.spines.left": False, "axes.unicode_minus": True, "axes.grid": False, "grid.color": look.grid,
        "grid.linewidth": 1.0, "xtick.color": look.quiet, "ytick.color": look.quiet, "xtick.labelsize": base * 0.95,
        "ytick.labelsize": base * 0.95, "xtick.major.size": 0, "ytick.major.size": 0, "xtick.minor.size": 0,
        "ytick.minor.size": 0, "xtick.major.pad": 7, "ytick.major.pad": 7, "lines.linewidth": 2.6,
        "lines.solid_capstyle": "round", "lines.solid_joinstyle": "round", "svg.hashsalt": "deskworld",
        "mathtext.fontset": "stix",
        "svg.fonttype": "path", "pdf.fonttype": 42, "path.simplify": True, "legend.frameon": False,
        "hatch.linewidth": 0.6, "agg.path.chunksize": 20000, "savefig.dpi": 72, "figure.dpi": 72,
        "image.composite_image": False, "errorbar.capsize": 4,
    }  # fmt: skip


def _never_drawn(figure: Any) -> set[int]:
    """Texts that are there and not shown: ticks outside of the scale, labels of axes that are off."""
    hidden: set[int] = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            on = axes.get_visible() and axes.axison and axis.get_visible()
            drawn = axis._update_ticks() if on else []
            for tick in (*axis.majorTicks, *axis.minorTicks):
                if tick not in drawn or not tick.get_visible():
                    hidden |= {id(tick.label1), id(tick.label2)}
            if not on:
                hidden |= {id(axis.label), id(axis.offsetText)}
    return hidden


def _short(text: str) -> str:
    return repr(cut(text.replace("\n", " "), 30))
