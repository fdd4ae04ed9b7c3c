"""Cards, numbers, steps and timelines, laid out: as many columns as have room, text as large as fits in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from deskworld_slides.boxes import Box
from deskworld_slides.colors import set_fill
from deskworld_slides.grounds import Inks, inks_on

_GAP = 16.0
_INSET = 12.0
_SIZES = {
    "cards": ((20, 18, 16, 14), (16, 14, 13, 12, 11)),
    "numbers": ((44, 40, 36, 32, 28, 24, 20), (16, 14, 13, 12, 11)),
    "steps": ((18, 16, 14, 12), (16, 14, 13, 12, 11)),
    "timeline": ((20, 18, 16, 14), (16, 14, 13, 12, 11)),
}
_LEAST = {"cards": 96.0, "numbers": 110.0}
_ROW = {"steps": 56.0, "timeline": 40.0}
Texts = Sequence[tuple[str, str]]


class _Fit(NamedTuple):
    """The sizes of headings and texts, and the height that the fullest column then needs."""

    heading: float
    text: float
    height: float


def draw(slide: Any, area: Box, texts: Texts, form: str, font: str) -> tuple[list[Any], list[str]]:
    """Draw the cards in an area; returns their shapes in order, and what does not fit."""
    across = len(texts) if len(texts) <= 4 or form in _ROW else -(-len(texts) // 2)
    down = -(-len(texts) // across)
    gap = _GAP if form != "steps" else 6.0
    wide = (area.width - gap * (across - 1)) / across
    room = (area.height - _GAP * (down - 1)) / down
    fit = _fit(texts, form, wide, room - _ROW.get(form, 0), font)
    high = min(max(fit.height, _LEAST.get(form, 0)), room)
    boxes = [
        Box(area.left + (wide + gap) * (n % across), area.top + (high + _GAP) * (n // across), wide, high)
        for n in range(len(texts))
    ]
    inks = inks_on(slide, area)
    made = {"steps": _steps, "timeline": _timeline}.get(form, _cards)(slide, boxes, texts, form, fit, inks)
    over = fit.height + _ROW.get(form, 0) - room
    return made, [f"the fullest card needs {over:.0f} pt more height; shorten its text"] if over > 1 else []


def _fit(texts: Texts, form: str, wide: float, room: float, font: str) -> _Fit:
    """The largest sizes with which every card has room, headings on one line where that can be."""
    from deskworld_slides.fitting import text_height, text_width

    inner = wide - 2 * _INSET if form in ("cards", "numbers") else wide - 4
    headings = [heading for heading, _ in texts]
    best = _Fit(0, 0, 0)
    for heading, text in product(*_SIZES[form]):
        if text > heading:
            continue
        tall = 0.0
        for title, words in texts:
            own = 0.0 if form == "steps" else text_height(title, heading, inner + 14, font, bold=True)
            tall = max(tall, own + (text_height(words, text, inner + 14, font) if words else 0))
        best = _Fit(heading, text, tall + 2 * _INSET)
        spare = 44 if form == "steps" else 14
        longest = max(text_width(word, heading, font, bold=True) for title in headings for word in _pieces(title, form))
        if best.height <= room and longest <= inner - spare + 14:
            break
    return best


def _pieces(title: str, form: str) -> list[str]:
    """What must stay on one line: a number whole, other headings word by word."""
    return [title] if form == "numbers" else title.split() or [title]


def _cards(slide: Any, boxes: list[Box], texts: Texts, form: str, fit: _Fit, inks: Inks) -> list[Any]:
    """Cards with a bar in the accent colour above, or numbers on a quiet ground."""
    made: list[Any] = []
    for number, (box, (heading, text)) in enumerate(zip(boxes, texts, strict=True), 1):
        card = _shape(slide, "rect", box, "bg2", f"Card {number}")
        _write(slide, card, heading, text, fit, centered=form == "numbers", ground="bg2", accent=form == "numbers")
        made.append(card)
        if form == "cards":
            _shape(slide, "rect", Box(box.left, box.top, box.width, 4), inks.accent(0), f"Bar {number}")
    return made


def _steps(slide: Any, boxes: list[Box], texts: Texts, form: str, fit: _Fit, inks: Inks) -> list[Any]:
    """Arrows that lead from left to right, each with its text below."""
    from deskworld_slides.theming import readable_on

    made: list[Any] = []
    accent = inks.accent(0)
    for number, (box, (heading, text)) in enumerate(zip(boxes, texts, strict=True), 1):
        arrow = Box(box.left, box.top, box.width, _ROW[form])
        shape = _shape(slide, "homePlate" if number == 1 else "chevron", arrow, accent, f"Step {number}")
        shape._element.spPr.find("{*}prstGeom/{*}avLst").append(_guide(22000))
        _write(slide, shape, heading, "", fit, centered=True, ground=accent, color=readable_on(slide, accent))
        shape.text_frame.margin_left = shape.text_frame.margin_right = 12 * 12700
        made.append(shape)
        if text:
            below = Box(box.left, box.top + _ROW[form] + 4, box.width, max(box.height - 4, 20))
            _write(slide, _textbox(slide, below, f"Text {number}"), "", text, fit, color=inks.text)
    return made


def _timeline(slide: Any, boxes: list[Box], texts: Texts, form: str, fit: _Fit, inks: Inks) -> list[Any]:
    """A line with a dot for each, its heading and text below the dot."""
    from deskworld_slides.shapes import outline

    made: list[Any] = []
    height = boxes[0].top + 12
    first, last = boxes[0], boxes[-1]
    ends = Box(first.left, height, last.right - first.left, 0).emu
    line = slide.shapes.add_connector(1, ends[0], ends[1], ends[0] + ends[2], ends[1])
    line.name = "Timeline"
    outline(line, inks.accent(0), 2.5)
    for number, (box, (heading, text)) in enumerate(zip(boxes, texts, strict=True), 1):
        _shape(slide, "ellipse", Box(box.left, height - 8, 16, 16), inks.accent(1), f"Dot {number}")
        below = Box(box.left, height + 16, box.width, max(box.height, 20))
        shape = _textbox(slide, below, f"Event {number}")
        _write(slide, shape, heading, text, fit, color=inks.text)
        made.append(shape)
    return made


def _shape(slide: Any, preset: str, box: Box, fill: str, name: str) -> Any:
    made = slide.shapes.add_shape(1, *box.emu)
    made._element.spPr.find("{*}prstGeom").set("prst", preset)
    set_fill(made._element.spPr, fill)
    made.line.fill.background()
    style = made._element.find("{*}style/{*}effectRef")
    if style is not None:
        style.set("idx", "0")
    made.name = name
    return made


def _textbox(slide: Any, box: Box, name: str) -> Any:
    made = slide.shapes.add_textbox(*box.emu)
    made.name = name
    frame = made.text_frame
    frame.margin_left = frame.margin_right = 2 * 12700
    return made


def _write(
    slide: Any,
    shape: Any,
    heading: str,
    text: str,
    fit: _Fit,
    *,
    centered: bool = False,
    ground: str = "",
    accent: bool = False,
    color: str = "",
) -> None:
    """A heading in bold and a text below it."""
    from deskworld_slides.paragraphs import lines_of, write_lines
    from deskworld_slides.text import apply_format
    from deskworld_slides.theming import readable_on

    frame = shape.text_frame
    frame.word_wrap = True
    lines = [line for part in (heading, text) if part for line in lines_of(part)]
    write_lines(frame._txBody, lines)
    ink = color or readable_on(slide, ground)
    apply_format(frame, size=fit.text, color=ink, align="center" if centered else "left",
                 anchor="middle" if centered else "top")  # fmt: skip
    if ground == "bg2":
        frame.margin_left = frame.margin_right = round(_INSET * 12700)
        frame.margin_top = frame.margin_bottom = round(_INSET * 12700)
    if heading:
        count = list(range(1, len(lines_of(heading)) + 1))
        own = _accent(slide, ground) if accent else ink
        apply_format(frame, numbers=count, size=fit.heading, bold=True, color=own)


def _accent(slide: Any, ground: str) -> str:
    """The first accent that can be read in large letters on a ground, else the text colour."""
    from deskworld_artifacts.inspection.colors import contrast, ink

    from deskworld_slides.theming import hex_of, readable_on

    below = ink(hex_of(slide, ground))
    for name in ("accent1", "accent2"):
        if contrast(ink(hex_of(slide, name)), below) >= 3:
            return name
    return readable_on(slide, ground)


def _guide(value: int) -> Any:
    """How pointed an arrow is."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    return parse_xml(f'<a:gd {nsdecls("a")} name="adj" fmla="val {value}"/>')
