"""Notes on pages: highlights, underlines, comments, boxes, text and links, with looks that every reader shows."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from deskworld_kit.saying import many, on_pages
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, SomeArea, SomePages, Target
from deskworld_pdf.geometry import Rect, frame_of, meets, rounded
from deskworld_pdf.opening import Paper, drawing, editing, reading

if TYPE_CHECKING:
    import pikepdf

Kind = Literal["highlight", "underline", "strike", "note", "box", "text", "link"]
_NAMES = {"/Highlight": "highlight", "/Underline": "underline", "/StrikeOut": "strike", "/Text": "note",
          "/Square": "box", "/FreeText": "text", "/Link": "link"}  # fmt: skip
_COLORS = {"highlight": "#FFE03A", "underline": "#1F7A3D", "strike": "#D0302F", "note": "#FFC83A", "box": "#D0302F",
           "text": "#1A1A1A", "link": "#0B57D0"}  # fmt: skip
_MOST = 2000


class Annotation(Result):
    """A note on a page."""

    id: str = Field(description="For delete_pdf_annotations, until the page's notes change.")
    kind: str
    page: int
    box: list[float]
    text: str = Field(description="What the note says.")
    marked: str = Field(default="", description="The words it stands on.")
    author: str = ""
    color: str = ""
    link: str = Field(default="", description="An address, or 'page 3'.")
    modified: str = ""


class PdfAnnotated(Saved):
    """A file with notes."""

    added: int
    pages: list[int]


class AnnotationsDeleted(Saved):
    """A file without some notes."""

    deleted: int


@tool("edit", idempotent=False)
def annotate_pdf(
    world: World,
    path: str,
    kind: Kind,
    find: str = "",
    box: SomeArea = None,
    pages: SomePages = None,
    text: str = "",
    link: str = "",
    color: str = "",
    author: str = "",
    target: Target = "",
    overwrite: Overwrite = False,
) -> PdfAnnotated:
    """Mark words or a place on pages, or note something there.

    Args:
        find: These words; else `box`.
        link: An address, or "page 3".
    """
    from deskworld_pdf.finding import matches, pattern_of
    from deskworld_pdf.marking import add_note
    from deskworld_pdf.opening import pdfium
    from deskworld_pdf.words import read_runs

    if bool(find) == (box is not None):
        raise ToolError("give either words in `find` or a place in `box`", argument="find")
    if kind in ("note", "text") and not text.strip():
        raise ToolError(f"say what the {kind} says", argument="text")
    if kind == "link" and not link:
        raise ToolError("say where the link leads: an address, or 'page 3'", argument="link")
    with editing(world, path, target, overwrite=overwrite) as paper:
        if box is not None and pages is None and paper.count > 1:
            raise ToolError("a box is of one page; say which in `pages`", argument="pages")
        places: list[tuple[int, list[Rect], list[int]]] = []
        chosen = paper.numbers(pages)
        if box is not None:
            places = [(number, [frame_of(paper.page(number)).check(box)], [0]) for number in chosen]
        else:
            pattern = pattern_of(find, argument="find")
            with pdfium(world.workspace.find(path), paper.name) as document:
                for number in chosen:
                    runs = read_runs(document[number - 1])
                    places += [(number, list(match.boxes), list(match.turns)) for match in matches(runs, pattern)]
            if not places:
                raise ToolError(f"{find!r} stands on none of these pages", argument="find")
        if len(places) > _MOST:
            raise ToolError(f"that would be {len(places)} notes; at most {_MOST}", argument="find")
        goal = _goal(paper, link)
        for number, boxes, turns in places:
            add_note(
                paper.pdf, paper.page(number), kind, boxes, turns=turns, text=text, goal=goal, author=author,
                color=color or _COLORS[kind], now=world.now(),
            )  # fmt: skip
    touched = sorted({number for number, _, _ in places})
    with reading(world, paper.name) as again:
        there = sum(1 for number in touched for each in _notes(again, number) if each.kind == kind)
    receipt = paper.receipt
    receipt["verified"] += f"; {many(there, kind + ' annotation')} on {on_pages(touched)}"
    return PdfAnnotated(**receipt, added=len(places), pages=touched)


def _goal(paper: Paper, link: str) -> Any:
    """A page's object, or an address."""
    import re

    if not link:
        return None
    if match := re.fullmatch(r"(?:page|p\.?|#)\s*(\d{1,6})", link.strip(), re.IGNORECASE):
        return paper.page(int(match[1]), argument="link").obj
    if re.match(r"(https?://|mailto:|tel:)\S+$", link.strip()):
        return link.strip()
    raise ToolError(f"{link[:80]!r} is neither an address (https://, mailto:, tel:) nor 'page 3'", argument="link")


@tool("read")
def list_pdf_annotations(
    world: World,
    path: str,
    pages: SomePages = None,
    kinds: list[str] | None = None,
    limit: int = 50,
    cursor: str = "",
    password: str = "",
) -> Page[Annotation]:
    """The notes, marks and links on pages, with the words they stand on."""
    from deskworld_pdf.words import read_runs

    found: list[Annotation] = []
    with reading(world, path, password) as paper:
        for number in paper.numbers(pages):
            found += _notes(paper, number)
    found = [each for each in found if not kinds or each.kind in kinds]
    cut = page(found, limit=limit, cursor=cursor)
    if any(each.kind in ("highlight", "underline", "strike", "link") for each in cut.items):
        with drawing(world, path, password) as (document, _):
            texts = {number: read_runs(document[number - 1]) for number in {each.page for each in cut.items}}
        items = [each.model_copy(update={"marked": _marked(each, texts[each.page])}) for each in cut.items]
        cut = cut.model_copy(update={"items": items})
    return cut


def _marked(note: Annotation, runs: Any) -> str:
    if note.kind not in ("highlight", "underline", "strike", "link"):
        return ""
    words = [
        word
        for run in runs
        if meets(run.box, note.box)
        for word, box in run.words()
        if note.box[0] - 1 <= (box[0] + box[2]) / 2 <= note.box[2] + 1
        and note.box[1] - 1 <= (box[1] + box[3]) / 2 <= note.box[3] + 1
    ]
    return " ".join(words)[:300]


def _notes(paper: Paper, number: int) -> list[Annotation]:
    """The notes of a page; what only belongs to another (its popup, a form's field) is left out."""
    from deskworld_kit import say_color

    from deskworld_pdf.outlines import goal_of, named_goals, page_numbers

    sheet = paper.page(number)
    frame = frame_of(sheet)
    found: list[Annotation] = []
    for place, note in enumerate(_listed(sheet)):
        kind = str(note.get("/Subtype", ""))
        if kind in ("/Popup", "/Widget"):
            continue
        box: Rect = (0.0, 0.0, 0.0, 0.0)
        link, color = "", ""
        with suppress(Exception):
            box = frame.seen_box(*(float(side) for side in note["/Rect"]))
        with suppress(Exception):
            parts = [round(float(each) * 255) for each in note["/C"]]
            color = say_color(tuple(parts * 3 if len(parts) == 1 else parts)) if len(parts) in (1, 3) else ""
        with suppress(Exception):
            action = note.get("/A")
            if action is not None and "/URI" in action:
                link = str(action["/URI"])
            else:
                goal = note.get("/Dest") if action is None else action.get("/D")
                to, _ = goal_of(goal, page_numbers(paper.pdf), named_goals(paper.pdf)) if goal is not None else (0, ())
                link = f"page {to}" if to else ""
        found.append(
            Annotation(
                id=f"{number}.{place + 1}",
                kind=_NAMES.get(kind, kind.lstrip("/").lower()),
                page=number,
                box=rounded(box),
                text=str(note.get("/Contents", "")),
                author=str(note.get("/T", "")),
                color=color,
                link=link,
                modified=str(note.get("/M", "")),
            )
        )
    return found


def _listed(sheet: pikepdf.Page) -> list[Any]:
    with suppress(Exception):
        return [note for note in list(sheet.obj.get("/Annots", [])) if hasattr(note, "get")]
    return []


@tool("remove")
def delete_pdf_annotations(
    world: World,
    path: str,
    ids: list[str] | None = None,
    kinds: list[str] | None = None,
    pages: SomePages = None,
    target: Target = "",
    overwrite: Overwrite = False,
) -> AnnotationsDeleted:
    """Delete notes, marks or links by id, or all of some kinds or pages."""
    import pikepdf

    if not ids and not kinds and pages is None:
        raise ToolError("say which: ids, kinds or pages", argument="ids")
    with editing(world, path, target, overwrite=overwrite) as paper:
        there = {each.id: each for number in paper.numbers(pages) for each in _notes(paper, number)}
        for each in ids or []:
            if each not in there:
                raise ToolError(f"there is no annotation {each!r}; list_pdf_annotations says which are", argument="ids")
        gone = {each.id for each in there.values() if (not ids or each.id in ids) and (not kinds or each.kind in kinds)}
        if not gone:
            raise ToolError("no annotation is of these kinds on these pages", argument="kinds")
        for number in sorted({there[each].page for each in gone}):
            sheet = paper.page(number)
            notes = _listed(sheet)
            lost = {notes[int(each.split(".")[1]) - 1].objgen for each in gone if there[each].page == number}
            kept = [
                note
                for place, note in enumerate(notes)
                if f"{number}.{place + 1}" not in gone
                and not (note.get("/Subtype") == "/Popup" and "/Parent" in note and note["/Parent"].objgen in lost)
            ]
            sheet.obj["/Annots"] = pikepdf.Array(kept)
    receipt = paper.receipt
    with reading(world, paper.name) as again:
        left = sum(len(_notes(again, number)) for number in range(1, again.count + 1))
    receipt["verified"] += f"; {left} annotations are left"
    return AnnotationsDeleted(**receipt, deleted=len(gone))
