"""How a redaction runs: find the places, cut each page, sweep the rest of the file, save, and look for what survived.

The proof is made on the file as written. Its pages are read again by another program than the one that cut them, once
with every note drawn into its page; every string and every unpacked stream is searched; what stood in a box must not be
read there any more. If a word is found anywhere the file is thrown away and the old one stays.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError, World
from deskworld_kit.saying import many, on_pages

from deskworld_pdf.arguments import PageArea
from deskworld_pdf.bombs import check_streams
from deskworld_pdf.cutting import Cut, cut_page
from deskworld_pdf.finding import matches, pattern_of
from deskworld_pdf.geometry import Rect, frame_of, meets
from deskworld_pdf.leftovers import (
    clean_pictures,
    clear_loose_drawings,
    clear_lost_pages,
)
from deskworld_pdf.mending import told
from deskworld_pdf.naming import clean_names, strip_spoken
from deskworld_pdf.opening import (
    Paper,
    Receipt,
    look_again,
    open_pdf,
    pdfium,
    signatures,
    stamp_time,
    write,
)
from deskworld_pdf.placing import destination
from deskworld_pdf.proving import also_elsewhere, flattened, letters_left, middle_in, prove, spread_out, worth_reading
from deskworld_pdf.spots import Spot, Spots
from deskworld_pdf.sweeping import drop_attachments, sweep
from deskworld_pdf.words import plain_text, read_runs

if TYPE_CHECKING:
    import pikepdf
    import regex

_LEAST_PHRASE = 5
_BLACK = (0, 0, 0)


@dataclass
class Redacted:
    """What was done."""

    receipt: Receipt
    removed: list[str] = field(default_factory=list[str])
    matches: int = 0
    proof: str = ""


def redact(
    world: World,
    path: str,
    target: str,
    find: Sequence[str],
    areas: Sequence[PageArea],
    pages: Sequence[int] | None,
    *,
    regex: bool,
    overwrite: bool,
) -> Redacted:
    """Take words and places out of a file; see `redact_pdf`."""
    patterns = [pattern_of(each, expression=regex, argument="find") for each in find]
    plain = [] if regex else list(find)
    found = world.workspace.find(path)
    place = destination(world, found, target, overwrite=overwrite)
    everywhere = pages is None
    with open_pdf(found) as pdf:
        check_streams(pdf, found.name)
        paper = Paper(pdf, world.workspace.relative(place))
        paper.warnings += told(pdf)
        chosen = paper.numbers(pages)
        spots, hits = _spots_of_words(pdf, found.name, patterns, plain, chosen)
        places: dict[int, list[Rect]] = {}
        for each in areas:
            frame = frame_of(paper.page(each.page, argument="areas"))
            box = frame.own_box(frame.check(each.box, argument="areas"))
            spots.setdefault(each.page, []).append(Spot(box, False))
            places.setdefault(each.page, []).append(frame.check(each.box, argument="areas"))
        phrases = _phrases_in(pdf, found.name, places)
        _forget_past(paper)
        removed = _cut(paper, spots)
        _cut_rest(paper, found.name, spots)
        if patterns:
            removed += _elsewhere(paper, patterns, everywhere, plain=bool(plain))
        if not removed and not spots:
            words, why = ", ".join(map(repr, find)), _unreadable(pdf, chosen)
            why += "".join(f"; {each}" for each in spread_out(flattened(pdf), plain, chosen)[:2])
            raise ToolError(f"{words} stands nowhere in the file{why}; nothing was changed", argument="find")
        paper.warnings += _unreadable_warning(pdf, chosen) if patterns else []
        stamp_time(world, pdf)
        with world.workspace.writing(place) as temporary:
            write(pdf, temporary)
            tight = {number: [spot.box for spot in found if spot.tight] for number, found in spots.items()}
            proof = prove(temporary, patterns, plain, chosen, everywhere, places, tight)
            paper.verified = look_again(temporary, paper.count, sorted(spots))
            paper.warnings += spread_out(temporary, plain, chosen)
            paper.warnings += also_elsewhere(temporary, phrases)
    return Redacted(paper.receipt, removed, hits, proof)


def _spots_of_words(
    pdf: pikepdf.Pdf,
    name: str,
    patterns: Sequence[regex.Pattern[str]],
    plain: Sequence[str],
    chosen: Sequence[int],
) -> tuple[dict[int, list[Spot]], int]:
    """Where the words stand, also in the looks of notes and fields."""
    spots: dict[int, list[Spot]] = {}
    hits = 0
    if not patterns:
        return spots, 0
    with pdfium(flattened(pdf), name) as document:
        for number in chosen:
            page = document[number - 1]
            if not worth_reading(page, plain):
                continue
            frame = frame_of(pdf.pages[number - 1])
            runs = read_runs(page, frame)
            for pattern in patterns:
                for match in matches(runs, pattern):
                    hits += 1
                    spots.setdefault(number, []).extend(
                        Spot(frame.own_box(box), True, frame.own_box(cover))
                        for box, cover in zip(match.boxes, match.covers, strict=True)
                    )
            page.close()
    return spots, hits


def _phrases_in(pdf: pikepdf.Pdf, name: str, places: dict[int, list[Rect]]) -> list[str]:
    """The lines of text in the boxes, to say afterwards where else they stand."""
    if not places:
        return []
    found: list[str] = []
    buffer = io.BytesIO()
    pdf.save(buffer, encryption=False)
    with pdfium(buffer.getvalue(), name) as document:
        for number, boxes in places.items():
            for run in read_runs(document[number - 1], frame_of(pdf.pages[number - 1])):
                inside = [char.text for char in run.chars if any(middle_in(char.box, box) for box in boxes)]
                text = "".join(inside).strip()
                if len(text) >= _LEAST_PHRASE:
                    found.append(text)
    return list(dict.fromkeys(found))[:50]


def _cut(paper: Paper, spots: dict[int, list[Spot]]) -> list[str]:
    from deskworld_pdf.drawing import draw_over

    removed: list[str] = []
    for number in sorted(spots):
        sheet = paper.page(number)
        notes = _cut_notes(sheet, spots[number])
        cut: Cut = cut_page(paper.pdf, sheet, spots[number], _BLACK)
        boxes = "".join(
            f"{left:.2f} {bottom:.2f} {right - left:.2f} {top - bottom:.2f} re "
            for left, bottom, right, top in dict.fromkeys(spot.mark for spot in spots[number])
        )
        draw_over(paper.pdf, sheet, f"/Artifact BMC q 0 g {boxes}f Q EMC\n".encode())
        for key in ("/Thumb", "/PieceInfo", "/Metadata"):
            if key in sheet.obj:
                del sheet.obj[key]
        counts = {"letters": cut.glyphs, "drawings": cut.drawings, "pictures": cut.pictures, "notes or fields": notes}
        parts = [f"{count} {what}" for what, count in counts.items() if count]
        removed.append(f"page {number}: {', '.join(parts) or 'nothing was there, only covered'}")
        paper.warnings += [f"page {number}: {warning}" for warning in cut.warnings]
    if spots:
        with suppress(Exception):
            paper.pdf.remove_unreferenced_resources()
    return removed


def _cut_notes(sheet: Any, spots: Sequence[Spot]) -> int:
    """Take out notes and links in the boxes; empty the fields there."""
    import pikepdf

    notes = list(sheet.obj.get("/Annots", []))
    index = Spots(spots)
    kept: list[Any] = []
    count = 0
    gone: set[Any] = set()
    for note in notes:
        touched = False
        with suppress(Exception):
            sides = [float(side) for side in note["/Rect"]]
            box = (min(sides[0], sides[2]), min(sides[1], sides[3]), max(sides[0], sides[2]), max(sides[1], sides[3]))
            touched = any(meets(box, spot.box, slack=0.8) for spot in index.at(box))
        if not touched or note.get("/Subtype") == "/Popup":
            kept.append(note)
            continue
        count += 1
        if note.get("/Subtype") == "/Widget":
            _empty_field(note)
            kept.append(note)
        else:
            gone.add(note.objgen)
    kept = [each for each in kept if not ("/Parent" in each and each.get("/Subtype") == "/Popup"
                                          and each["/Parent"].objgen in gone)]  # fmt: skip
    if count:
        sheet.obj["/Annots"] = pikepdf.Array(kept)
    return count


def _empty_field(widget: Any) -> None:
    node = widget
    for _ in range(40):
        for key in ("/V", "/DV", "/RV", "/AP", "/I", "/TU", "/MK"):
            if key in node:
                del node[key]
        if "/T" in node or "/Parent" not in node:
            for kid in list(node.get("/Kids", [])):
                for key in ("/AP", "/MK"):
                    if key in kid:
                        del kid[key]
            return
        node = node["/Parent"]


def _cut_rest(paper: Paper, name: str, spots: dict[int, list[Spot]]) -> None:
    """Cut again, less gently, where a letter is left in a box: its font says too little about its widths."""
    if not spots:
        return
    buffer = io.BytesIO()
    paper.pdf.save(buffer, encryption=False)
    boxes = {number: [each.box for each in found if each.tight] for number, found in spots.items()}
    rest = letters_left(paper.pdf, buffer.getvalue(), name, boxes)
    if rest:
        _cut(paper, {number: [Spot(box, False) for box in found] for number, found in rest.items()})


def _elsewhere(paper: Paper, patterns: Sequence[regex.Pattern[str]], everywhere: bool, *, plain: bool) -> list[str]:
    """The words outside of the pages."""
    pdf = paper.pdf
    if not everywhere:
        paper.warnings.append("only some pages were looked at: the words may stand elsewhere in the file")
        return []
    removed: list[str] = []
    form = pdf.Root.get("/AcroForm")
    if form is not None and "/XFA" in form:
        del form["/XFA"]
        removed.append("the form's second description (XFA)")
    attached = drop_attachments(pdf, patterns)
    paper.warnings += attached
    removed += [f"attached files: {len(attached)}"] if attached else []
    with suppress(Exception):
        pdf.remove_unreferenced_resources()
    removed += strip_spoken(pdf, patterns)
    removed += clear_loose_drawings(pdf, patterns)
    told = clean_pictures(pdf, patterns)
    removed += [f"facts inside photos: {told}"] if told else []
    removed += clean_names(pdf, patterns)
    return removed + sweep(pdf, patterns, codes=plain)


def _forget_past(paper: Paper) -> None:
    """What programs keep for themselves, and pages that were deleted, may hold a copy of what was there."""
    pdf = paper.pdf
    lost = clear_lost_pages(pdf)
    if lost:
        paper.warnings.append(
            f"{many(lost, 'deleted or hidden page')} still lay in the file; the content was taken out"
        )
    for key in ("/PieceInfo", "/SpiderInfo"):
        if key in pdf.Root:
            del pdf.Root[key]
    signed = signatures(pdf)
    if signed:
        paper.warnings.append(
            f"the file was signed ({', '.join(signed)}); a change breaks the signature, sign it again"
        )


def _unreadable(pdf: pikepdf.Pdf, chosen: Sequence[int]) -> str:
    return "".join(f" ({each})" for each in _unreadable_warning(pdf, chosen)[:1])


def _unreadable_warning(pdf: pikepdf.Pdf, chosen: Sequence[int]) -> list[str]:
    """Where words can't be found: letters without a map, scans."""
    from deskworld_pdf.inspecting import fonts_of

    pages = sorted({page for font in fonts_of(pdf, list(chosen)) if not font.readable for page in font.pages})
    said: list[str] = []
    if pages:
        said.append(f"fonts on {on_pages(pages)} can't be read as text; look there and use `areas`")
    buffer = io.BytesIO()
    pdf.save(buffer, encryption=False)
    scans: list[int] = []
    with pdfium(buffer.getvalue(), "the file") as document:
        import pypdfium2.raw as raw

        for number in chosen:
            page = document[number - 1]
            if not plain_text(page).strip() and any(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)):
                scans.append(number)
            page.close()
    if scans:
        said.append(f"only pictures, no text, on {on_pages(scans)}; look there and use `areas`")
    return said
