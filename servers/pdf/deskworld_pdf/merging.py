"""One file's pages into another, with all that belongs to them: bookmarks, links, fields, layers, attachments, labels,
tags. Names that clash are changed in what comes later.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deskworld_pdf.leaves import Label, labels_of
from deskworld_pdf.outlines import Bookmark, entries_of, goal_of, named_goals, page_numbers

if TYPE_CHECKING:
    import pikepdf


def append(into: pikepdf.Pdf, source: pikepdf.Pdf) -> list[str]:
    """Append all pages of a file; returns what could not come along."""
    from pikepdf import PageCopyWarning

    warnings.simplefilter("ignore", PageCopyWarning)  # forms and links come along below
    said: list[str] = []
    at = page_numbers(source)
    named = named_goals(source)
    first = len(into.pages)
    for page in source.pages:
        into.pages.append(page)
    copies = [page.obj for page in into.pages][first:]
    for page, copy in zip(source.pages, copies, strict=True):
        _mend_notes(page.obj, copy, copies, at, named)
    said += _append_form(into, source)
    with suppress(Exception):
        _append_layers(into, source)
    with suppress(Exception):
        _append_tags(into, source, copies)
    for name in sorted(source.attachments):
        try:
            _append_attachment(into, source, name)
        except Exception:  # a damaged attachment fails in as many ways as there are filters
            said.append(f"the attached file {name!r} can't be unpacked: left out")
    return said


def bookmarks(into: pikepdf.Pdf, source: pikepdf.Pdf, first: int, level: int) -> list[Bookmark]:
    """The bookmarks of a file whose pages come after `first` others, so many levels deeper."""
    import pikepdf

    found: list[Bookmark] = []
    for entry in entries_of(source):
        view = tuple(
            into.copy_foreign(each) if isinstance(each, pikepdf.Object) and each.is_indirect else each
            for each in entry.view
        )
        extra = {key: value for key, value in entry.extra.items() if key in ("/Count", "/F")}
        for key in ("/C", "/A"):
            if key in entry.extra:
                with suppress(Exception):
                    extra[key] = into.copy_foreign(source.make_indirect(entry.extra[key]))
        number = entry.page + first if entry.page else 0
        found.append(replace(entry, level=entry.level + level, page=number, view=view, extra=extra))
    return found


def labels(pdf: pikepdf.Pdf) -> list[Label]:
    """The label of each page, plain numbers where the file has none."""
    return labels_of(pdf) or [("/D", "", number) for number in range(1, len(pdf.pages) + 1)]


def _mend_notes(page: Any, copy: Any, copies: list[Any], at: dict[Any, int], named: dict[str, Any]) -> None:
    """Links to other pages lost them when they were copied: they get the copies' pages."""
    import pikepdf

    for old, new in zip(list(page.get("/Annots", [])), list(copy.get("/Annots", [])), strict=False):
        with suppress(Exception):
            new["/P"] = copy
            holder, key, goal = new, "/Dest", old.get("/Dest")
            if goal is None and "/A" in old and old["/A"].get("/S") == "/GoTo":
                holder, key, goal = new["/A"], "/D", old["/A"].get("/D")
            if goal is None:
                continue
            number, view = goal_of(goal, at, named)
            if number:
                holder[key] = pikepdf.Array([copies[number - 1], *(each for each in view)])


def _append_form(into: pikepdf.Pdf, source: pikepdf.Pdf) -> list[str]:
    import pikepdf

    form = source.Root.get("/AcroForm")
    if form is None:
        return []
    if "/AcroForm" not in into.Root:
        into.Root["/AcroForm"] = into.make_indirect(pikepdf.Dictionary(Fields=pikepdf.Array()))
    own = into.Root["/AcroForm"]
    if "/Fields" not in own:
        own["/Fields"] = pikepdf.Array()
    taken = {str(each.get("/T", "")) for each in list(own["/Fields"])}
    renamed: list[str] = []
    for field in list(form.get("/Fields", [])):
        if not field.is_indirect:
            continue
        copy = into.copy_foreign(field)
        name = str(copy.get("/T", ""))
        free, number = name, 2
        while free in taken:
            free, number = f"{name}_{number}", number + 1
        if free != name:
            copy["/T"] = pikepdf.String(free)
            renamed.append(f"{name} is now {free}")
        taken.add(free)
        own["/Fields"].append(copy)
    if "/DA" in form and "/DA" not in own:
        own["/DA"] = pikepdf.String(str(form["/DA"]))
    with suppress(Exception):
        fonts = form["/DR"]["/Font"]
        if "/DR" not in own:
            own["/DR"] = pikepdf.Dictionary()
        if "/Font" not in own["/DR"]:
            own["/DR"]["/Font"] = pikepdf.Dictionary()
        for key in list(fonts.keys()):
            if key not in own["/DR"]["/Font"]:
                own["/DR"]["/Font"][key] = into.copy_foreign(source.make_indirect(fonts[key]))
    if form.get("/NeedAppearances") is not None and bool(form["/NeedAppearances"]):
        own["/NeedAppearances"] = True
    said: list[str] = []
    if renamed:
        shown = "; ".join(renamed[:5]) + (f"; and {len(renamed) - 5} more" if len(renamed) > 5 else "")
        said.append(f"fields of one name were renamed: {shown}")
    if "/XFA" in form:
        said.append("an XFA form came along as plain fields only")
    return said


def _append_layers(into: pikepdf.Pdf, source: pikepdf.Pdf) -> None:
    import pikepdf

    layers = source.Root.get("/OCProperties")
    if layers is None:
        return
    copy = into.copy_foreign(source.make_indirect(layers))
    if "/OCProperties" not in into.Root:
        into.Root["/OCProperties"] = copy
        return
    own = into.Root["/OCProperties"]
    own["/OCGs"] = pikepdf.Array([*list(own.get("/OCGs", [])), *list(copy.get("/OCGs", []))])
    for key in ("/ON", "/OFF", "/Order", "/Locked"):
        both = [*list(own["/D"].get(key, [])), *list(copy["/D"].get(key, []))]
        if both:
            own["/D"][key] = pikepdf.Array(both)


def _append_tags(into: pikepdf.Pdf, source: pikepdf.Pdf, copies: list[Any]) -> None:
    """The tag tree of the copies, its numbers moved beyond those in use."""
    import pikepdf

    tree = source.Root.get("/StructTreeRoot")
    if tree is None:
        for copy in copies:
            if "/StructParents" in copy:
                del copy["/StructParents"]
        return
    copy = into.copy_foreign(source.make_indirect(tree))
    numbers = dict(pikepdf.NumberTree(copy["/ParentTree"]).items()) if "/ParentTree" in copy else {}
    if "/StructTreeRoot" not in into.Root:
        into.Root["/StructTreeRoot"] = copy
        into.Root["/MarkInfo"] = pikepdf.Dictionary(Marked=True)
        return
    own = into.Root["/StructTreeRoot"]
    mine = dict(pikepdf.NumberTree(own["/ParentTree"]).items()) if "/ParentTree" in own else {}
    shift = max([*mine.keys(), int(own.get("/ParentTreeNextKey", 0)) - 1, -1]) + 1
    for page in copies:
        if "/StructParents" in page:
            page["/StructParents"] = int(page["/StructParents"]) + shift
        for note in list(page.get("/Annots", [])):
            if "/StructParent" in note:
                note["/StructParent"] = int(note["/StructParent"]) + shift
    flat: list[Any] = []
    for key, value in sorted([*mine.items(), *((key + shift, value) for key, value in numbers.items())]):
        flat += [key, value]
    own["/ParentTree"] = into.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array(flat)))
    own["/ParentTreeNextKey"] = shift + max([*numbers.keys(), -1]) + 1
    kids = [*_kids(own), *_kids(copy)]
    for kid in kids:
        if isinstance(kid, pikepdf.Dictionary):
            kid["/P"] = own
    own["/K"] = pikepdf.Array(kids)
    for key in ("/RoleMap", "/ClassMap"):
        if key in copy:
            held = own.get(key, pikepdf.Dictionary())
            for name in list(copy[key].keys()):
                if name not in held:
                    held[name] = copy[key][name]
            own[key] = held


def _kids(node: Any) -> list[Any]:
    import pikepdf

    kids = node.get("/K")
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _append_attachment(into: pikepdf.Pdf, source: pikepdf.Pdf, name: str) -> None:
    import pikepdf

    free, number = name, 2
    while free in into.attachments:
        stem, dot, suffix = name.rpartition(".")
        free, number = (f"{stem}_{number}.{suffix}" if dot else f"{name}_{number}"), number + 1
    spec = source.attachments[name]
    made = pikepdf.AttachedFileSpec(into, spec.get_file().read_bytes(), filename=free, description=spec.description)
    into.attachments[free] = made
