"""Letters and formulas: which fonts there are, and mathematics as it is set in print."""

from __future__ import annotations

import logging
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from deskworld_kit import Page, Result, Shown, ToolError, World, page, rgba, say_color, tool

from deskworld_draw.arguments import within
from deskworld_draw.saving import Drawn


class FontFound(Result):
    """A family of fonts on this machine."""

    family: str
    bold: bool
    scripts: list[str]


_SCRIPTS = {
    "Latin": "Aé", "Greek": "Ωλ", "Cyrillic": "Жя", "Hebrew": "אב", "Arabic": "بج", "Devanagari": "कि", "Thai": "กข",
    "Han": "漢字", "Kana": "かカ", "Hangul": "한글",
}  # fmt: skip


@tool("read")
def list_fonts(world: World, query: str = "", limit: int = 50, cursor: str = "") -> Page[FontFound]:
    """Fonts that drawings can use here, with their scripts."""
    from deskworld_draw.canvas import settle

    settle()
    from matplotlib.font_manager import fontManager, get_font

    files: dict[str, str] = {}
    bold: set[str] = set()
    for font in sorted(
        fontManager.ttflist, key=lambda each: (each.name, each.style != "normal", str(each.weight) != "400")
    ):
        files.setdefault(font.name, font.fname)
        if str(font.weight) in ("bold", "700", "800", "900"):
            bold.add(font.name)
    names = sorted(name for name in files if query.casefold() in name.casefold())

    def of(name: str) -> FontFound:
        face = get_font(files[name])
        held = [script for script, signs in _SCRIPTS.items() if all(face.get_char_index(ord(sign)) for sign in signs)]
        return FontFound(family=name, bold=name in bold, scripts=held)

    cut = page(names, limit=within(limit, 1, 200, "limit"), cursor=cursor)
    return Page[FontFound](items=[of(name) for name in cut.items], total=cut.total, next_cursor=cut.next_cursor)


@tool("edit")
def draw_formula(
    world: World,
    path: str,
    formula: str,
    color: str = "",
    background: str = "white",
    size: int = 48,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Set a formula in TeX (.png, .svg, .pdf): \\\\frac{a}{b}, \\\\sum_{i=1}^n, Greek; no packages."""
    from deskworld_draw.canvas import canvas
    from deskworld_draw.looks import text_on
    from deskworld_draw.saving import place_for, show

    place = place_for(world, path, overwrite=overwrite)
    within(size, 8, 300, "size")
    clear = rgba(background, argument="background")[3] == 0
    ground = "#FFFFFF" if clear else say_color(rgba(background, argument="background")[:3])
    ink = say_color(rgba(color)[:3]) if color else text_on(ground)
    lines = [_plain(line) for line in formula.split("\n") if line.strip(" $")]
    if not lines or len(lines) > 20 or len(formula) > 4000:
        raise ToolError("give 1 to 20 lines of TeX, 4000 characters at most", argument="formula")
    with canvas(4000, 4000, "light") as ruler, _unset() as unset:
        boxes = [_box(line, size) for line in lines]
        pad = size * 0.5
        width = max(box[0] for box in boxes) + 2 * pad
        height = sum(box[1] for box in boxes) + pad * (len(lines) + 1)
        del ruler
    if max(width, height) > 8000:
        raise ToolError(
            "the formula would be over 8000 px; make `size` smaller or break it into lines", argument="size"
        )
    with canvas(max(16, round(width)), max(16, round(height)), "light") as page_:
        page_.look = replace(page_.look, background="none" if clear else ground)
        top = pad
        for line, (_, high) in zip(lines, boxes, strict=True):
            page_.write(
                pad,
                top + high / 2,
                f"${line}$",
                size,
                va="center_baseline" if high < size else "center",
                color=ink,
                parse_math=True,
            )
            top += high + pad
        made = page_.made(place.suffix.lower(), check=False)
        if unset:
            made.warnings.append(f"its font has no {' '.join(sorted(unset))}: a box stands there instead")
        return show(world, place, made)


class _Missed(logging.Handler):
    """What the typesetter has no letter for, which it tells its log only."""

    def __init__(self) -> None:
        super().__init__()
        self.signs: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        code = re.search(r"U\+([0-9a-fA-F]+)|\[U\+([0-9a-fA-F]+)\]", record.getMessage())
        if code:
            self.signs.add(chr(int(code[1] or code[2], 16)))


@contextmanager
def _unset() -> Generator[set[str], None, None]:
    log, listener = logging.getLogger("matplotlib.mathtext"), _Missed()
    spread, log.propagate = log.propagate, False
    log.addHandler(listener)
    try:
        yield listener.signs
    finally:
        log.removeHandler(listener)
        log.propagate = spread


def _plain(line: str) -> str:
    line = "".join(sign for sign in line if sign >= " ").encode("utf-8", "ignore").decode().strip()
    return re.sub(r"^\$+|\$+$", "", line).strip()


def _box(line: str, size: int) -> tuple[float, float]:
    """Width and height of a line of TeX, in pixels.

    Raises:
        ToolError: It is no TeX that is understood here.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    try:
        wide, high, deep, *_ = MathTextParser("path").parse(f"${line}$", dpi=72, prop=FontProperties(size=size))
    except (ValueError, RecursionError) as error:
        rows = [row for row in str(error).splitlines() if row.strip() and not set(row.strip()) <= {"^"}]
        raise ToolError(f"the TeX is not understood: {' '.join(rows[-1:])[:200]}", argument="formula") from None
    del deep
    return float(wide), float(high)
