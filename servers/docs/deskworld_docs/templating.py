"""Templates: which blanks a document has, and a new document with them filled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, TypeAlias

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import Overwrite
from deskworld_docs.blanks import find_blanks, unfilled
from deskworld_docs.filling import Filler, Row
from deskworld_docs.opening import creating, reading

_DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


Value: TypeAlias = str | float | bool


class TemplateBlank(Result):
    """A blank of a template."""

    name: str
    kind: str = Field(description="text ({{x}}), section ({{#x}}), control or merge field.")
    places: list[str]


class TemplateFilled(Saved):
    """A document that was made from a template."""

    filled: int
    unfilled: list[str] = Field(description="Blanks that are still there.")


@tool("read")
def list_template_fields(world: World, path: str, limit: int = 100, cursor: str = "") -> Page[TemplateBlank]:
    """The blanks of a template: {{name}} in text, content controls, mail-merge fields; a dot names a list's column."""
    found: dict[tuple[str, str], list[str]] = {}
    with reading(world, path) as paper:
        for blank in find_blanks(paper):
            found.setdefault((blank.name, blank.kind), []).append(blank.place)
    listed = [TemplateBlank(name=name, kind=kind, places=places) for (name, kind), places in found.items()]
    return page(listed, limit=limit, cursor=cursor)


@tool("add", core=True)
def fill_template(
    world: World,
    path: str,
    target: str,
    values: dict[str, Value] | None = None,
    lists: Annotated[
        dict[str, list[dict[str, Value]]] | None, Field(description="Rows with {{list.x}} repeat.")
    ] = None,
    pictures: Annotated[dict[str, str] | None, Field(description="Paths.")] = None,
    overwrite: Overwrite = False,
) -> TemplateFilled:
    """Make a document from a template: blanks filled everywhere, looks kept. Unknown names are errors."""
    if not (values or lists or pictures):
        raise ToolError("give values, lists or pictures to fill in", argument="values")
    with reading(world, path) as template:
        blanks = find_blanks(template)
    if not blanks:
        kinds = "blanks such as {{name}}, content controls or merge fields"
        raise ToolError(f"{template.name!r} has no {kinds}", argument="path")
    warnings = _known(values or {}, lists or {}, pictures or {}, {blank.name for blank in blanks})
    source = world.workspace.find(path).read_bytes()
    with creating(world, target, source, overwrite=overwrite, reads=[path], argument="target") as paper:
        paper.untracked = True
        if "template" in paper.document.part.content_type:
            paper.document.part._content_type = _DOCUMENT
        filler = Filler(world, paper, values or {}, lists or {}, pictures or {})
        filler.fill()
        left = list(dict.fromkeys(blank.name for blank in unfilled(paper)))
        paper.warnings += warnings + filler.warnings
        if left:
            named = ", ".join(left[:20]) + (" ..." if len(left) > 20 else "")
            paper.warnings.append(f"still unfilled: {named}")
    return TemplateFilled(**paper.receipt, filled=filler.filled, unfilled=left)


def _known(
    values: Mapping[str, object], lists: Mapping[str, Sequence[Row]], pictures: Mapping[str, object], names: set[str]
) -> list[str]:
    """Refuse names that the template does not have; warn of columns that it does not use."""
    folded = {name.casefold() for name in names}
    listed = {name.partition(".")[0].casefold() for name in names if "." in name}
    given: tuple[tuple[str, Iterable[str]], ...] = (("values", values), ("lists", lists), ("pictures", pictures))
    for argument, named in given:
        for name in named:
            if name.casefold() not in (folded | listed if argument == "lists" else folded):
                shown = ", ".join(sorted(names)[:40])
                raise ToolError(f"the template has no blank {name!r}; it has: {shown}", argument=argument)
    warnings: list[str] = []
    for name, items in lists.items():
        columns = dict.fromkeys(key for item in items for key in item)
        unused = [key for key in columns if not {f"{name}.{key}".casefold(), key.casefold()} & folded]
        if unused:
            warnings.append(f"the template does not use {', '.join(f'{name}.{key}' for key in unused)}")
    return warnings
