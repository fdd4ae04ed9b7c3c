"""Values into fields, and how they then look.

A reader may draw a field's value itself or show the look that the file brings. Both must agree, so a look is made for
every widget: in the font size, colour, alignment and frame that the field asks for, and in letters of any script.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError
from deskworld_kit.errors import unknown

from deskworld_pdf.fields import COMB, EDIT, MULTI, MULTILINE, PASSWORD, READ_ONLY, FormField, Widget, inherited
from deskworld_pdf.ink import form_of, put_text, width_of, wrapped

if TYPE_CHECKING:
    import pikepdf

_LEAST, _USUAL = 4.0, 12.0
_YES = ("true", "yes", "on", "x", "checked", "1")
_NO = ("false", "no", "off", "", "unchecked", "0")


def fill(pdf: pikepdf.Pdf, field: FormField, value: str | bool) -> list[str]:
    """Set a field and its looks; returns what looks wrong with it.

    Raises:
        ToolError: It can't take this value; says what it can.
    """
    if field.flags & READ_ONLY:
        raise ToolError(f"{field.name!r} is read-only", argument="values")
    match field.kind:
        case "text":
            return _fill_text(pdf, field, _text(field, value))
        case "checkbox" | "radio":
            return _fill_button(pdf, field, value)
        case "dropdown" | "list":
            return _fill_choice(pdf, field, _text(field, value))
        case _:
            raise ToolError(f"{field.name!r} is a {field.kind}, which can't be filled in", argument="values")


def show_all(pdf: pikepdf.Pdf, fields: Iterable[FormField]) -> None:
    """Make the looks that are missing: a reader that was asked to make them itself is no longer needed."""
    for field in fields:
        for widget in field.widgets:
            if field.kind in ("text", "dropdown") and field.said and look_of(widget.node) is None:
                _show_text(pdf, field, widget, field.said)


def _text(field: FormField, value: str | bool) -> str:
    if isinstance(value, bool):
        raise ToolError(f"{field.name!r} is a {field.kind} field; give it text", argument="values")
    return value.replace("\r\n", "\n").replace("\r", "\n")


def _fill_text(pdf: pikepdf.Pdf, field: FormField, value: str) -> list[str]:
    import pikepdf

    if field.longest and len(value) > field.longest:
        raise ToolError(
            f"{field.name!r} takes {field.longest} characters, and the text has {len(value)}", argument="values"
        )
    if "\n" in value and not field.flags & MULTILINE:
        raise ToolError(f"{field.name!r} takes one line of text", argument="values")
    field.node["/V"] = pikepdf.String(value)
    for key in ("/RV", "/I"):
        if key in field.node:
            del field.node[key]
    return [warning for widget in field.widgets for warning in _show_text(pdf, field, widget, value)]


def _fill_choice(pdf: pikepdf.Pdf, field: FormField, value: str) -> list[str]:
    import pikepdf

    wanted = [line for line in value.split("\n") if line] if field.flags & MULTI else ([value] if value else [])
    exports: list[str] = []
    places: list[int] = []
    for each in wanted:
        at = next((n for n, (export, shown) in enumerate(field.options) if each in (shown, export)), None)
        if at is None and not (field.kind == "dropdown" and field.flags & EDIT):
            raise unknown("choice", each, field.choices, argument="values")
        exports.append(each if at is None else field.options[at][0])
        places += [] if at is None else [at]
    node = field.node
    if len(exports) > 1:
        node["/V"] = pikepdf.Array([pikepdf.String(each) for each in exports])
    elif exports:
        node["/V"] = pikepdf.String(exports[0])
    elif "/V" in node:
        del node["/V"]
    if places:
        node["/I"] = pikepdf.Array(sorted(places))
    elif "/I" in node:
        del node["/I"]
    shown = dict(field.options)
    warnings: list[str] = []
    for widget in field.widgets:
        if field.kind == "dropdown":
            warnings += _show_text(pdf, field, widget, shown.get(exports[0], exports[0]) if exports else "")
        else:
            _show_list(pdf, field, widget, places)
    return warnings


def _fill_button(pdf: pikepdf.Pdf, field: FormField, value: str | bool) -> list[str]:
    import pikepdf

    states = list(dict.fromkeys(state for widget in field.widgets for state in widget.states))
    if not states:  # no looks at all: they are made
        for number, widget in enumerate(field.widgets):
            _make_looks(pdf, field, widget, str(number) if field.kind == "radio" else "Yes")
        states = list(dict.fromkeys(state for widget in field.widgets for state in widget.states))
    said = str(value).strip()
    state = _state(field, said, states, isinstance(value, bool))
    field.node["/V"] = pikepdf.Name(f"/{state}")
    for widget in field.widgets:
        widget.node["/AS"] = pikepdf.Name(f"/{state}" if state in widget.states else "/Off")
    return []


def _state(field: FormField, said: str, states: list[str], plain: bool) -> str:
    """The name of the look that a value means."""
    named = dict(zip(field.choices, states, strict=False))
    exports = dict(zip([export for export, _ in field.options], states, strict=False))
    for names in (named, exports, {state: state for state in states}):
        if said in names:
            return names[said]
    low = said.casefold()
    if low in _NO:
        return "Off"
    if low in _YES and (field.kind == "checkbox" or plain) and len(states) >= 1:
        if field.kind == "radio":
            raise ToolError(f"{field.name!r} has several buttons; say one of {field.choices}", argument="values")
        return states[0]
    if field.kind == "checkbox":
        raise ToolError(f"{field.name!r} is a checkbox; give true, false or one of {field.choices}", argument="values")
    raise unknown("choice", said, field.choices, argument="values")


class _Style:
    """How a widget wants to look."""

    def __init__(self, pdf: pikepdf.Pdf, widget: Any) -> None:
        form = pdf.Root["/AcroForm"]
        default = inherited(widget, "/DA")
        words = str(default if default is not None else form.get("/DA", "/Helv 0 Tf 0 g"))
        found = re.search(r"/(\S+)\s+(-?[\d.]+)\s+Tf", words)
        self.size = abs(float(found[2])) if found else 0.0
        name = found[1].casefold() if found else ""
        self.family = "mono" if "cour" in name else "serif" if "ti" in name[:2] else "sans"
        self.bold = "bold" in name or name in ("hebo", "tibo", "cobo")
        self.ink = _color_in(words)
        self.align = int(inherited(widget, "/Q") or form.get("/Q", 0))
        marks = widget.get("/MK")
        self.fill = _color_of(marks.get("/BG")) if marks is not None else None
        self.edge = _color_of(marks.get("/BC")) if marks is not None else None
        self.turn = int(marks.get("/R", 0)) % 360 if marks is not None else 0
        frame = widget.get("/BS")
        self.line = float(frame.get("/W", 1)) if frame is not None else 1.0
        if self.edge is None:
            self.line = 0.0
        sides = [float(side) for side in widget["/Rect"]]
        width, height = abs(sides[2] - sides[0]), abs(sides[3] - sides[1])
        self.width, self.height = (height, width) if self.turn in (90, 270) else (width, height)

    def frame(self, canvas: Any, *, circle: bool = False) -> None:
        """The widget's background and border."""
        edged = self.edge is not None and self.line > 0
        canvas.setFillColorRGB(*(self.fill or (1, 1, 1)))
        canvas.setStrokeColorRGB(*(self.edge or (0, 0, 0)))
        canvas.setLineWidth(self.line)
        filled, half, line = int(self.fill is not None), self.line / 2, self.line
        if circle and (edged or filled):
            radius = min(self.width, self.height) / 2 - half
            canvas.circle(self.width / 2, self.height / 2, radius, stroke=int(edged), fill=filled)
        elif edged or filled:
            canvas.rect(0, 0, self.width, self.height, stroke=0, fill=filled)
            canvas.rect(half, half, self.width - line, self.height - line, stroke=int(edged), fill=0)
        canvas.setFillColorRGB(*self.ink)
        canvas.setStrokeColorRGB(*self.ink)


def _color_of(value: Any) -> tuple[float, float, float] | None:
    parts = [float(each) for each in value] if value is not None else []
    if len(parts) == 1:
        return parts[0], parts[0], parts[0]
    if len(parts) == 3:
        return parts[0], parts[1], parts[2]
    if len(parts) == 4:
        red, green, blue = ((1 - each) * (1 - parts[3]) for each in parts[:3])
        return red, green, blue
    return None


def _color_in(words: str) -> tuple[float, float, float]:
    found = re.search(r"((?:[\d.]+\s+){1,4})(g|rg|k)\b", words)
    parts = [float(each) for each in found[1].split()] if found else [0.0]
    return _color_of(parts) or (0.0, 0.0, 0.0)


def _turn(form: Any, style: _Style) -> None:
    """Turn a look as its widget asks for: on a page that lies on its side it then stands upright."""
    import pikepdf

    if style.turn:
        angle = math.radians(style.turn)
        cos, sin = round(math.cos(angle)), round(math.sin(angle))
        shift = {90: (style.height, 0), 180: (style.width, style.height), 270: (0, style.width)}.get(style.turn, (0, 0))
        form["/Matrix"] = pikepdf.Array([cos, sin, -sin, cos, *shift])


def _set_look(pdf: pikepdf.Pdf, widget: Any, style: _Style, form: Any) -> None:
    """Give a widget its look, turned as it asks for."""
    import pikepdf

    _turn(form, style)
    if "/AP" not in widget:
        widget["/AP"] = pikepdf.Dictionary()
    widget["/AP"]["/N"] = form
    for key in ("/D", "/R"):
        if key in widget["/AP"]:
            del widget["/AP"][key]
    with suppress(Exception):
        if int(widget.get("/F", 0)) & 2 == 0:
            widget["/F"] = int(widget.get("/F", 0)) | 4  # shown in print too


def _show_text(pdf: pikepdf.Pdf, field: FormField, widget: Widget, value: str) -> list[str]:
    """Make the look of a text field or dropdown; says when the text does not fit."""
    style = _Style(pdf, widget.node)
    if field.flags & PASSWORD and field.kind == "text":
        value = "*" * len(value)
    pad = max(2.0, style.line * 2)
    room, tall = max(style.width - 2 * pad, 1.0), max(style.height - 2 * max(style.line, 0.5), 1.0)
    many = bool(field.flags & MULTILINE) and field.kind == "text"
    size, lines, fits = _fitted(value, style, room, tall, many)

    def draw(canvas: Any) -> None:
        style.frame(canvas)
        path = canvas.beginPath()
        path.rect(style.line, style.line, style.width - 2 * style.line, style.height - 2 * style.line)
        canvas.clipPath(path, stroke=0, fill=0)
        if field.flags & COMB and field.longest and field.kind == "text":
            cell = style.width / field.longest
            for place, letter in enumerate(value):
                x = cell * (place + 0.5) - width_of(letter, size, style.family) / 2
                put_text(canvas, x, (style.height - size * 0.72) / 2, letter, size, style.family, bold=style.bold)
            return
        y = style.height - max(style.line, 1.0) - size if many else (style.height - size * 0.72) / 2
        for line in lines:
            spare = room - width_of(line, size, style.family, bold=style.bold)
            x = pad + (0, spare / 2, spare)[style.align if style.align in (0, 1, 2) else 0]
            put_text(canvas, x, y, line, size, style.family, bold=style.bold)
            y -= size * 1.15

    _set_look(pdf, widget.node, style, form_of(pdf, style.width, style.height, draw))
    if not fits:
        return [f"{field.name!r}: the text is longer than the field shows at {size:g} points"]
    return []


def _fitted(value: str, style: _Style, room: float, tall: float, many: bool) -> tuple[float, list[str], bool]:
    """Size, lines, and whether they fit; a field that leaves the size open gets the largest that does."""
    sizes = [style.size] if style.size else [_USUAL - step * 0.5 for step in range(17)]
    if not style.size and not many:
        sizes = [min(each, max(tall * 0.75, _LEAST)) for each in sizes]
    size, lines = sizes[-1], [value]
    for size in sizes:
        lines = wrapped(value, size, room, style.family, bold=style.bold) if many else [value]
        wide = max(width_of(line, size, style.family, bold=style.bold) for line in lines)
        high = size * 1.15 * len(lines) if many else size * 0.8
        if wide <= room + 0.5 and high <= tall + 0.5:
            return size, lines, True
    return size, lines, not value


def _show_list(pdf: pikepdf.Pdf, field: FormField, widget: Widget, places: list[int]) -> None:
    style = _Style(pdf, widget.node)
    size = style.size or min(_USUAL, 10.0)
    first = max(0, min(places) - 1) if places and size * 1.2 * len(field.options) > style.height else 0

    def draw(canvas: Any) -> None:
        style.frame(canvas)
        y = style.height - max(style.line, 1) - size
        for at in range(first, len(field.options)):
            if y < 0:
                return
            if at in places:
                canvas.setFillColorRGB(0.6, 0.76, 0.86)
                canvas.rect(style.line, y - size * 0.25, style.width - 2 * style.line, size * 1.2, stroke=0, fill=1)
            canvas.setFillColorRGB(*style.ink)
            put_text(canvas, 3 + style.line, y, field.options[at][1], size, style.family, bold=style.bold)
            y -= size * 1.2

    _set_look(pdf, widget.node, style, form_of(pdf, style.width, style.height, draw))


def _make_looks(pdf: pikepdf.Pdf, field: FormField, widget: Widget, state: str) -> None:
    """Looks of a box or radio button that has none."""
    import pikepdf

    style = _Style(pdf, widget.node)
    width, height = style.width, style.height

    def off(canvas: Any) -> None:
        style.frame(canvas, circle=field.kind == "radio")

    def on(canvas: Any) -> None:
        off(canvas)
        if field.kind == "radio":
            canvas.circle(width / 2, height / 2, min(width, height) * 0.25, stroke=0, fill=1)
            return
        canvas.setLineWidth(max(1.0, min(width, height) * 0.12))
        canvas.line(width * 0.2, height * 0.5, width * 0.42, height * 0.25)
        canvas.line(width * 0.42, height * 0.25, width * 0.8, height * 0.78)

    looks = pikepdf.Dictionary()
    looks[f"/{state}"] = form_of(pdf, width, height, on)
    looks["/Off"] = form_of(pdf, width, height, off)
    for look in (looks[f"/{state}"], looks["/Off"]):
        _turn(look, style)
    widget.node["/AP"] = pikepdf.Dictionary(N=looks)


def flatten_form(pdf: pikepdf.Pdf) -> None:
    """Draw every field's look into its page and take the form away."""
    for page in pdf.pages:
        flatten(pdf, page, {"/Widget"})
    if "/AcroForm" in pdf.Root:
        del pdf.Root["/AcroForm"]


def flatten(pdf: pikepdf.Pdf, page: pikepdf.Page, kinds: set[str]) -> int:
    """Draw the looks of annotations of these kinds into the page and remove them; returns how many there were."""
    import pikepdf

    from deskworld_pdf.drawing import draw_over
    from deskworld_pdf.resources import own_resources, put

    notes = list(page.obj.get("/Annots", []))
    mine = [note for note in notes if str(note.get("/Subtype")) in kinds]
    if not mine:
        return 0
    resources = own_resources(page.obj)
    content: list[str] = []
    for note in mine:
        look = look_of(note)
        if look is None or int(note.get("/F", 0)) & 2:
            continue
        matrix = _placed(note, look)
        if matrix is not None:
            name = put(resources, "/XObject", "Flat", look)
            content.append(f"q {' '.join(f'{each:.5f}' for each in matrix)} cm {name} Do Q")
    rest = [note for note in notes if str(note.get("/Subtype")) not in kinds]
    if rest:
        page.obj["/Annots"] = pikepdf.Array(rest)
    elif "/Annots" in page.obj:
        del page.obj["/Annots"]
    draw_over(pdf, page, "\n".join(content).encode())
    return len(mine)


def look_of(note: Any) -> Any:
    """The look of an annotation in its present state; None where there is none."""
    import pikepdf

    with suppress(Exception):
        look = note["/AP"]["/N"]
        if not isinstance(look, pikepdf.Stream):
            look = look[str(note.get("/AS", "/Off"))]
        if isinstance(look, pikepdf.Stream):
            look["/Type"], look["/Subtype"] = pikepdf.Name("/XObject"), pikepdf.Name("/Form")
            return look
    return None


def _placed(note: Any, look: Any) -> list[float] | None:
    """The matrix that puts a look into its rectangle, as the standard has it (ISO 32000, 12.5.5)."""
    box = [float(each) for each in look.get("/BBox", [0, 0, 1, 1])]
    a, b, c, d, e, f = (float(each) for each in look.get("/Matrix", [1, 0, 0, 1, 0, 0]))
    corners = [(x * a + y * c + e, x * b + y * d + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    bottom, top = min(y for _, y in corners), max(y for _, y in corners)
    if right - left < 1e-6 or top - bottom < 1e-6:
        return None
    sides = [float(each) for each in note["/Rect"]]
    x0, x1 = sorted((sides[0], sides[2]))
    y0, y1 = sorted((sides[1], sides[3]))
    across, up = (x1 - x0) / (right - left), (y1 - y0) / (top - bottom)
    return [across, 0.0, 0.0, up, x0 - left * across, y0 - bottom * up]
