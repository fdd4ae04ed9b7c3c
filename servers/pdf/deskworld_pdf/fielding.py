"""New form fields on pages: real ones, which readers let people fill in and `fill_pdf_form` fills.

A field is made bare and then filled in like any other, with its first value or with nothing: that gives it its looks.
So there is one way in which fields look. Radio buttons of one name are one field, wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

from deskworld_kit import Arguments, Saved, ToolError, World, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf.arguments import UNSAID, Area, Overwrite, Target
from deskworld_pdf.geometry import Frame, Rect, frame_of, meets
from deskworld_pdf.opening import Paper, editing, reading

if TYPE_CHECKING:
    import pikepdf

    from deskworld_pdf.fields import FormField

Kind = Literal["text", "multiline", "check", "choice", "radio", "date"]
_MOST = 500
_LEAST = 6.0
_BUTTON = 14.0
"""The largest side of a radio button that stands beside its words."""
_DATE = "yyyy-mm-dd"


class NewField(Arguments):
    """A field."""

    name: str
    kind: Annotated[Kind, UNSAID] = "text"
    page: int = 1
    box: Area
    choices: list[str] = Field([], description="Of radio: buttons with these words share the box.")
    value: str | bool = ""
    required: bool = False


class FieldsAdded(Saved):
    """A form with new fields."""

    added: list[str] = Field(description="'name: type, page', as the saved file has them.")


@dataclass
class _Spot:
    """Where a field or a button shows: a page and a box of it as seen."""

    page: int
    box: Rect
    choice: str = ""
    words: Rect | None = None
    """Where the choice is written beside its button."""


@dataclass
class _Plan:
    """A field to make, checked."""

    given: NewField
    spots: list[_Spot] = field(default_factory=list[_Spot])
    value: str | bool = ""


@tool("edit", idempotent=False)
def add_pdf_fields(
    world: World, path: str, fields: list[NewField], target: Target = "", overwrite: Overwrite = False
) -> FieldsAdded:
    """Add form fields to fill in. Radio entries of one name, each with one choice, are one field."""
    from deskworld_pdf.fields import fields_of

    if not 1 <= len(fields) <= _MOST:
        raise ToolError(f"give 1 to {_MOST} fields", argument="fields")
    with editing(world, path, target, overwrite=overwrite) as paper:
        there = fields_of(paper.pdf)
        if "/XFA" in paper.pdf.Root.get("/AcroForm", {}):
            raise ToolError("its form is XFA too; fill_pdf_form makes it a plain one first", argument="path")
        plans = _planned(paper, fields, {each.name for each in there})
        paper.warnings += _overlaps(plans, there)
        for plan in plans:
            _make(paper, plan)
        made = {each.name: each for each in fields_of(paper.pdf)}
        for plan in plans:
            _fill(paper, made[plan.given.name], plan)
    names = {plan.given.name for plan in plans}
    with reading(world, paper.name) as again:
        seen = [each for each in fields_of(again.pdf) if each.name in names]
        if len(seen) != len(plans) or not all(widget.page for each in seen for widget in each.widgets):
            raise ToolError("the fields could not be read again after saving")
        added = [f"{each.name}: {each.kind}, page {each.widgets[0].page}" for each in seen]
    receipt = paper.receipt
    receipt["verified"] += f"; {many(len(added), 'new field')}"
    return FieldsAdded(**receipt, added=added)


def _planned(paper: Paper, fields: Sequence[NewField], taken: set[str]) -> list[_Plan]:
    """What to make, each field once.

    Raises:
        ToolError: A field can't be made; says which and why.
    """
    plans: dict[str, _Plan] = {}
    for given in fields:
        name = given.name
        if not name.strip() or "." in name or len(name) > 100:
            raise ToolError(f"{name[:40]!r} is no name for a field; give one without a dot", argument="fields")
        other = plans.get(name)
        if name in taken or (other is not None and not given.kind == other.given.kind == "radio"):
            raise ToolError(f"there is a field {name!r} already; names are given once", argument="fields")
        if given.kind in ("choice", "radio"):
            if not given.choices or len(set(given.choices)) < len(given.choices) or not all(given.choices):
                raise ToolError(f"{name!r} needs choices, each once", argument="fields")
        elif given.choices:
            raise ToolError(f"{name!r} is a {given.kind} field, which has no choices", argument="fields")
        if given.kind == "date" and given.value:
            _check_date(given)
        plan = plans.setdefault(name, _Plan(given))
        spots = _spots(given, frame_of(paper.page(given.page, argument="fields")))
        if {each.choice for each in plan.spots} & {each.choice for each in spots}:
            raise ToolError(f"{name!r} has a choice twice", argument="fields")
        plan.spots += spots
        if isinstance(given.value, str) or given.kind != "radio":
            plan.value = given.value or plan.value
        elif given.value:
            plan.value = given.choices[0]
    return list(plans.values())


def _check_date(given: NewField) -> None:
    from datetime import date

    try:
        date.fromisoformat(str(given.value))
    except ValueError:
        raise ToolError(f"{given.value!r} is no date; write it as 2026-03-31", argument="fields") from None


def _spots(given: NewField, frame: Frame) -> list[_Spot]:
    box = frame.check(given.box, argument="fields")
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST:
        raise ToolError(f"{given.name!r} needs a box of at least {_LEAST:g} points each way", argument="fields")
    if given.kind == "check":
        return [_Spot(given.page, _square(box))]
    if given.kind != "radio":
        return [_Spot(given.page, box)]
    if len(given.choices) == 1:
        return [_Spot(given.page, _square(box), given.choices[0])]
    return _shared(given, box)


def _shared(given: NewField, box: Rect) -> list[_Spot]:
    """Buttons with their words, one under the other in a box, or side by side in one that is low."""
    left, top, right, bottom = box
    count = len(given.choices)
    down = (bottom - top) / count >= 10
    across, up = (right - left, (bottom - top) / count) if down else ((right - left) / count, bottom - top)
    side = min(up * 0.8, across * 0.8, _BUTTON)
    if side < _LEAST:
        raise ToolError(f"the box of {given.name!r} is too small for {count} buttons", argument="fields")
    found: list[_Spot] = []
    for at, choice in enumerate(given.choices):
        x, y = (left, top + at * up) if down else (left + at * across, top)
        middle = y + up / 2
        button = (x, middle - side / 2, x + side, middle + side / 2)
        words = (button[2] + 3, y, x + across, y + up)
        if words[2] - words[0] < 8:
            raise ToolError(f"the box of {given.name!r} has no room for its words; make it wider", argument="fields")
        found.append(_Spot(given.page, button, choice, words))
    return found


def _square(box: Rect) -> Rect:
    """The largest square in the middle of a box."""
    side = min(box[2] - box[0], box[3] - box[1])
    x, y = (box[0] + box[2] - side) / 2, (box[1] + box[3] - side) / 2
    return x, y, x + side, y + side


def _overlaps(plans: Sequence[_Plan], there: Sequence[FormField]) -> list[str]:
    places = [(each.name, widget.page, widget.box) for each in there for widget in each.widgets if widget.page]
    found: list[str] = []
    for plan in plans:
        for spot in plan.spots:
            for name, page, box in places:
                if page == spot.page and meets(box, spot.box, 1.0):
                    found.append(f"{plan.given.name!r} lies over {name!r} on page {page}")
            places.append((plan.given.name, spot.page, spot.box))
    return found if len(found) <= 10 else [*found[:10], f"and {len(found) - 10} more"]


def _make(paper: Paper, plan: _Plan) -> None:
    """Put a bare field into the form and onto its pages."""
    import pikepdf

    from deskworld_pdf.fields import COMBO, MULTILINE, RADIO, REQUIRED

    given, pdf = plan.given, paper.pdf
    kinds = {"check": "/Btn", "radio": "/Btn", "choice": "/Ch"}
    flags = {"multiline": MULTILINE, "choice": COMBO, "radio": RADIO | 1 << 14}  # one button stays pressed
    facts = pikepdf.Dictionary(
        FT=pikepdf.Name(kinds.get(given.kind, "/Tx")),
        T=pikepdf.String(given.name),
        Ff=flags.get(given.kind, 0) | (REQUIRED if given.required else 0),
        DA=pikepdf.String("/Helv 0 Tf 0 g"),
    )
    choices = given.choices if given.kind == "choice" else [each.choice for each in plan.spots if each.choice]
    if choices:
        facts["/Opt"] = pikepdf.Array([pikepdf.String(each) for each in choices])
    if given.kind == "date":
        facts["/TU"] = pikepdf.String(f"{given.name} ({_DATE})")
        # The two scripts by which every form program knows a date; readers without scripts take it as text.
        facts["/AA"] = pikepdf.Dictionary(
            {
                key: pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String(f'{call}("{_DATE}");'))
                for key, call in (("/K", "AFDate_KeystrokeEx"), ("/F", "AFDate_FormatEx"))
            }
        )
    widgets = [_widget(paper, spot, given.kind) for spot in plan.spots]
    if given.kind == "radio":
        node = pdf.make_indirect(facts)
        for each in widgets:
            each["/Parent"] = node
        node["/Kids"] = pikepdf.Array(widgets)
    else:
        node = widgets[0]
        for key in list(facts.keys()):
            node[key] = facts[key]
    _form(pdf)["/Fields"].append(node)
    for spot in plan.spots:
        if spot.words is not None:
            _write(paper, spot, spot.words)


def _widget(paper: Paper, spot: _Spot, kind: str) -> Any:
    import pikepdf

    page = paper.page(spot.page)
    frame = frame_of(page)
    marks = pikepdf.Dictionary(BC=pikepdf.Array([0.45]), R=frame.turn)
    if kind in ("check", "radio"):
        marks["/CA"] = pikepdf.String("4" if kind == "check" else "l")
    widget = paper.pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Annot,
            Subtype=pikepdf.Name.Widget,
            Rect=pikepdf.Array([round(side, 3) for side in frame.own_box(spot.box)]),
            F=4,
            P=page.obj,
            MK=marks,
            BS=pikepdf.Dictionary(W=0.75, S=pikepdf.Name.S),
        )
    )
    notes = page.obj.get("/Annots")
    page.obj["/Annots"] = pikepdf.Array([*(list(notes) if notes is not None else []), widget])
    return widget


def _form(pdf: pikepdf.Pdf) -> Any:
    """The file's form, made where it has none, with the font that the fields name."""
    import pikepdf

    if "/AcroForm" not in pdf.Root:
        pdf.Root["/AcroForm"] = pdf.make_indirect(pikepdf.Dictionary(DA=pikepdf.String("/Helv 0 Tf 0 g")))
    form = pdf.Root["/AcroForm"]
    for holder, key, empty in ((form, "/Fields", pikepdf.Array()), (form, "/DR", pikepdf.Dictionary())):
        if key not in holder:
            holder[key] = empty
    if "/Font" not in form["/DR"]:
        form["/DR"]["/Font"] = pikepdf.Dictionary()
    for name, font in (("/Helv", "/Helvetica"), ("/ZaDb", "/ZapfDingbats")):
        if name not in form["/DR"]["/Font"]:
            made = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name(font))
            if name == "/Helv":
                made["/Encoding"] = pikepdf.Name.WinAnsiEncoding
            form["/DR"]["/Font"][name] = pdf.make_indirect(made)
    return form


def _write(paper: Paper, spot: _Spot, box: Rect) -> None:
    """Write a choice beside its button, as content of the page."""
    from deskworld_pdf import boxing
    from deskworld_pdf.drawing import place
    from deskworld_pdf.ink import form_of, put_text

    page = paper.page(spot.page)
    text, size, _ = boxing.lines_for(spot.choice, 0, box, 0)
    lines = text.split("\n")
    width, height = box[2] - box[0], box[3] - box[1]
    first = (height + size * 1.2 * len(lines)) / 2 - size * 0.93

    def draw(canvas: Any) -> None:
        for at, line in enumerate(lines):
            put_text(canvas, boxing.PAD, first - size * 1.2 * at, line, size)

    matrix = boxing.moved((1, 0, 0, 1, 0, 0), frame_of(page), box)
    place(paper.pdf, page, form_of(paper.pdf, width, height, draw), matrix, artifact=False)


def _fill(paper: Paper, made: FormField, plan: _Plan) -> None:
    """Give a field its first value and its looks."""
    from deskworld_pdf.filling import fill

    value = plan.value
    if plan.given.kind == "check":
        value = value if isinstance(value, bool) else (value or False)
    try:
        paper.warnings += fill(paper.pdf, made, value)
    except ToolError as error:
        raise ToolError(re.sub(r"^values: ", "", str(error)), argument="fields") from error
