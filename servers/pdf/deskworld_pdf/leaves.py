"""Taking pages out of a file, or into another order, with all that belongs to them and nothing that does not.

Bookmarks, named places, links, fields and tags lead to pages from all over a file. Left alone they would lead nowhere,
or worse, keep a page alive in the file that was taken out of it. So whatever belongs to a page that goes, goes too; and
the labels that pages carry ("iv", "A-3") go with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_kit.saying import many

from deskworld_pdf.outlines import entries_of, goal_of, named_goals, page_numbers, write_entries
from deskworld_pdf.resources import entries

if TYPE_CHECKING:
    import pikepdf


def keep_pages(pdf: pikepdf.Pdf, order: Sequence[int]) -> list[str]:
    """Leave these pages (from 1), in this order; a page named twice becomes two. Returns what else was taken out."""
    count = len(pdf.pages)
    if list(order) == list(range(1, count + 1)):
        return []
    labels = labels_of(pdf)
    gone = sorted(set(range(1, count + 1)) - set(order))
    said = _forget(pdf, gone) if gone else []
    sheets = [page.obj for page in pdf.pages]
    ghosts = [sheets[number - 1] for number in gone]
    if list(order) == sorted(set(order)):
        for number in reversed(gone):  # half the time of putting all together anew
            del pdf.pages[number - 1]
    else:
        _put_together(pdf, sheets, order)
    for ghost in ghosts:
        for key in list(ghost.keys()):
            if key != "/Type":
                del ghost[key]
    if labels:
        write_labels(pdf, [labels[number - 1] for number in order])
    return said


def _put_together(pdf: pikepdf.Pdf, sheets: Sequence[Any], order: Sequence[int]) -> None:
    import pikepdf

    del pdf.pages[:]
    used: set[int] = set()
    for number in order:
        sheet = sheets[number - 1]
        if number in used:
            sheet = pdf.make_indirect(pikepdf.Dictionary(dict(entries(sheet))))
            if "/Annots" in sheet:  # two pages can't share their notes and fields
                sheet["/Annots"] = _copied_notes(pdf, sheet)
        used.add(number)
        pdf.pages.append(pikepdf.Page(sheet))


def _copied_notes(pdf: pikepdf.Pdf, sheet: Any) -> Any:
    import pikepdf

    notes = [note for note in list(sheet["/Annots"]) if note.get("/Subtype") not in ("/Widget", "/Popup")]
    copies = [pdf.make_indirect(pikepdf.Dictionary(dict(entries(note)))) for note in notes]
    for copy in copies:
        copy["/P"] = sheet
        for key in ("/Popup", "/NM", "/StructParent"):
            if key in copy:
                del copy[key]
    return pikepdf.Array(copies)


def _forget(pdf: pikepdf.Pdf, gone: Sequence[int]) -> list[str]:
    """Take out what leads to these pages, while they are still there to be recognized."""
    at = page_numbers(pdf)
    named = named_goals(pdf)
    lost = set(gone)
    said: list[str] = []
    marks = entries_of(pdf)
    if any(entry.page in lost for entry in marks):
        kept = [entry for entry in marks if entry.page not in lost]
        said.append(f"{many(len(marks) - len(kept), 'outline entry', 'outline entries')} led to pages that are gone")
        write_entries(pdf, _levelled(kept))
    links = 0
    for number, page in enumerate(pdf.pages, 1):
        if number not in lost:
            links += _forget_links(page.obj, lost, at, named)
    if links:
        said.append(f"{many(links, 'link')} led to pages that are gone")
    _forget_names(pdf, lost, at)
    with suppress(Exception):
        number, _ = goal_of(pdf.Root.get("/OpenAction"), at, named)
        if number in lost:
            del pdf.Root["/OpenAction"]
    fields = _forget_fields(pdf, lost)
    if fields:
        said.append(f"{many(fields, 'form field')} stood on pages that are gone")
    with suppress(Exception):
        _forget_tags(pdf, [page.obj for number, page in enumerate(pdf.pages, 1) if number in lost])
    if "/Threads" in pdf.Root:
        del pdf.Root["/Threads"]
    return said


def _levelled(marks: list[Any]) -> list[Any]:
    """The entries that stay, moved up where the one above them is gone."""
    from dataclasses import replace

    kept: list[Any] = []
    last = 0
    for entry in marks:
        level = min(entry.level, last + 1)
        kept.append(replace(entry, level=level))
        last = level
    return kept


def _forget_links(sheet: Any, lost: set[int], at: dict[Any, int], named: dict[str, Any]) -> int:
    import pikepdf

    notes = list(sheet.get("/Annots", []))
    kept: list[Any] = []
    for note in notes:
        goal = None
        with suppress(Exception):
            if note.get("/Subtype") == "/Link":
                goal = note.get("/Dest")
                if goal is None and "/A" in note and note["/A"].get("/S") == "/GoTo":
                    goal = note["/A"].get("/D")
        number = 0
        with suppress(Exception):
            number, _ = goal_of(goal, at, named)
        if number not in lost:
            kept.append(note)
    if len(kept) < len(notes):
        sheet["/Annots"] = pikepdf.Array(kept)
    return len(notes) - len(kept)


def _forget_names(pdf: pikepdf.Pdf, lost: set[int], at: dict[Any, int]) -> None:
    import pikepdf

    with suppress(Exception):
        old = pdf.Root.get("/Dests")
        for key, goal in entries(old):
            if goal_of(goal, at, {})[0] in lost:
                del pdf.Root["/Dests"][key]
    with suppress(Exception):
        names = pdf.Root.get("/Names")
        if names is not None and "/Dests" in names:
            tree = pikepdf.NameTree(names["/Dests"])
            for key in [key for key, value in tree.items() if goal_of(value, at, {})[0] in lost]:
                del tree[key]


def _forget_fields(pdf: pikepdf.Pdf, lost: set[int]) -> int:
    """Fields that show on lost pages only; of others the places there."""
    import pikepdf

    from deskworld_pdf.fields import fields_of

    form = pdf.Root.get("/AcroForm")
    if form is None:
        return 0
    gone = 0
    for each in fields_of(pdf):
        there = [widget for widget in each.widgets if widget.page not in lost]
        if len(there) == len(each.widgets):
            continue
        if there:
            each.node["/Kids"] = pikepdf.Array([widget.node for widget in there])
            continue
        gone += 1
        node = each.node
        for _ in range(40):
            parent = node.get("/Parent")
            holder = parent if parent is not None else form
            key = "/Kids" if parent is not None else "/Fields"
            rest = [kid for kid in list(holder.get(key, [])) if kid.objgen != node.objgen]
            holder[key] = pikepdf.Array(rest)
            if rest or parent is None:
                break
            node = parent
    return gone


def _forget_tags(pdf: pikepdf.Pdf, lost: Sequence[Any]) -> None:
    """The parts of the tag tree that belong to lost pages, also where the tree is looked up by number or name."""
    import pikepdf

    root = pdf.Root.get("/StructTreeRoot")
    if root is None:
        return
    _prune(root, None, {sheet.objgen for sheet in lost}, set(), 0)
    if "/IDTree" in root:
        del root["/IDTree"]
    if "/ParentTree" in root:
        numbers = [sheet.get("/StructParents") for sheet in lost]
        numbers += [note.get("/StructParent") for sheet in lost for note in list(sheet.get("/Annots", []))]
        tree = pikepdf.NumberTree(root["/ParentTree"])
        for number in {int(each) for each in numbers if each is not None}:
            if number in tree:
                del tree[number]


def _prune(node: Any, page: Any, lost: set[Any], seen: set[Any], depth: int) -> bool:
    """Cut what belongs to lost pages; whether anything is left."""
    import pikepdf

    if depth > 200 or (node.objgen != (0, 0) and node.objgen in seen):
        return True
    seen.add(node.objgen)
    own = node.get("/Pg")
    page = own.objgen if own is not None else page
    kids = node.get("/K")
    if kids is None:
        return page not in lost
    listed = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    kept: list[Any] = []
    for kid in listed:
        if isinstance(kid, pikepdf.Dictionary):
            if "/S" in kid:
                stays = _prune(kid, page, lost, seen, depth + 1)
            else:
                where = kid.get("/Pg")
                stays = (where.objgen if where is not None else page) not in lost
        else:
            stays = page not in lost
        if stays:
            kept.append(kid)
    if len(kept) == len(listed):
        return True
    if not kept:
        del node["/K"]
        return False
    node["/K"] = pikepdf.Array(kept)
    if own is not None and own.objgen in lost:
        del node["/Pg"]
    return True


Label = tuple[str, str, int]
"""Style, prefix and number of a page's label."""


def labels_of(pdf: pikepdf.Pdf) -> list[Label]:
    """The label of each page; empty where pages have none."""
    import pikepdf

    if "/PageLabels" not in pdf.Root:
        return []
    try:
        tree = dict(pikepdf.NumberTree(pdf.Root["/PageLabels"]).items())
    except Exception:
        return []
    found: list[Label] = []
    style, prefix, number = "/D", "", 1
    for index in range(len(pdf.pages)):
        if index in tree:
            entry: Any = tree[index]
            style, prefix = str(entry.get("/S", "")), str(entry.get("/P", ""))
            number = int(entry.get("/St", 1))
        found.append((style, prefix, number))
        number += 1
    return found


def write_labels(pdf: pikepdf.Pdf, labels: Sequence[Label]) -> None:
    """Give each page its label, in as few entries as say it."""
    import pikepdf

    numbers: list[Any] = []
    last: Label | None = None
    for index, label in enumerate(labels):
        style, prefix, number = label
        if last is None or last != (style, prefix, number - 1):
            entry = pikepdf.Dictionary(St=number)
            if style:
                entry["/S"] = pikepdf.Name(style)
            if prefix:
                entry["/P"] = pikepdf.String(prefix)
            numbers += [index, entry]
        last = label
    pdf.Root["/PageLabels"] = pdf.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array(numbers)))
