"""Forms: which fields there are, and filling them in so that every reader shows it."""

from __future__ import annotations

from typing import Annotated

from deskworld_kit import Arguments, Page, Result, Saved, ToolError, World, page, tool
from deskworld_kit.errors import unknown
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, Target
from deskworld_pdf.geometry import rounded
from deskworld_pdf.opening import editing, reading


class FieldInfo(Result):
    """A field of a form."""

    name: str
    type: str = Field(description="text, checkbox, radio, dropdown, list, button, signature.")
    value: str
    choices: list[str]
    label: str = Field(description="What the form calls it, if it says so.")
    page: int = Field(description="0: it shows nowhere.")
    box: list[float]
    required: bool
    read_only: bool
    max_length: int = Field(description="0: no limit.")
    multiline: bool


class FieldValue(Arguments):
    """A value."""

    field: str
    value: Annotated[str | bool, Field(description="Text, a choice, or true to check.")]


class FormFilled(Saved):
    """A form that was filled in."""

    filled: list[str] = Field(description="'name: value' as the saved file has them.")
    empty_required: list[str]


@tool("read", core=True)
def get_pdf_form(world: World, path: str, limit: int = 100, cursor: str = "", password: str = "") -> Page[FieldInfo]:
    """The fields of a form: names, types, values, choices, places."""
    from deskworld_pdf.fields import MULTILINE, READ_ONLY, REQUIRED, fields_of, inherited

    with reading(world, path, password) as paper:
        found = [
            FieldInfo(
                name=each.name,
                type=each.kind,
                value=each.said,
                choices=each.choices[:200],
                label=str(inherited(each.node, "/TU") or ""),
                page=each.widgets[0].page if each.widgets else 0,
                box=rounded(each.widgets[0].box) if each.widgets and each.widgets[0].page else [],
                required=bool(each.flags & REQUIRED),
                read_only=bool(each.flags & READ_ONLY),
                max_length=each.longest,
                multiline=bool(each.flags & MULTILINE) and each.kind == "text",
            )
            for each in fields_of(paper.pdf)
        ]
    return page(found, limit=limit, cursor=cursor)


@tool("edit", core=True)
def fill_pdf_form(
    world: World,
    path: str,
    values: list[FieldValue],
    flatten: bool = False,
    target: Target = "",
    overwrite: Overwrite = False,
) -> FormFilled:
    """Fill in a form's fields (get_pdf_form names them); all or none. `flatten` makes it plain content."""
    from deskworld_pdf.fields import REQUIRED, fields_of
    from deskworld_pdf.filling import fill, flatten_form, show_all

    if not values and not flatten:
        raise ToolError("give at least one value, or flatten=true", argument="values")
    with editing(world, path, target, overwrite=overwrite) as paper:
        fields = {each.name: each for each in fields_of(paper.pdf)}
        if not fields:
            form = paper.pdf.Root.get("/AcroForm", {})
            why = "its form is XFA only, which this can't fill in" if "/XFA" in form else "the file has no form fields"
            raise ToolError(f"{why}; stamp_pdf can put text on a page", argument="path")
        for given in values:
            if given.field not in fields:
                raise unknown("field", given.field, fields, argument="values")
            wanted = fields[given.field]
            paper.warnings += fill(paper.pdf, wanted, given.value)
            paper.touched |= {widget.page for widget in wanted.widgets if widget.page}
        form = paper.pdf.Root["/AcroForm"]
        if "/XFA" in form:
            del form["/XFA"]
            paper.warnings.append("the form's second description (XFA) was taken out, else readers would show it empty")
        if "/NeedAppearances" in form:
            del form["/NeedAppearances"]
        again = fields_of(paper.pdf)
        show_all(paper.pdf, again)
        empty = [each.name for each in again if each.flags & REQUIRED and not each.said]
        names = [given.field for given in values]
        filled = [f"{each.name}: {each.said}" for each in again if each.name in names]
        if flatten:
            flatten_form(paper.pdf)
    receipt = paper.receipt
    with reading(world, receipt["path"]) as saved:
        left = {each.name: each.said for each in fields_of(saved.pdf)}
    if not flatten:
        filled = [f"{name}: {left.get(name, '')}" for name in dict.fromkeys(names)]
    elif left:
        raise ToolError("the form could not be made plain content", argument="flatten")
    receipt["verified"] += f"; {many(len(filled), 'field')} filled in" + (", form flattened" if flatten else "")
    return FormFilled(**receipt, filled=filled, empty_required=empty)
