"""What there is to say about a PDF: of the file as a whole, of its fonts, and of each page.

Nothing found is acted on: scripts are named and never run, actions are listed and never followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Rect, rounded
from deskworld_pdf.resources import entries
from deskworld_pdf.unseen import unseen_text

if TYPE_CHECKING:
    import pikepdf
    import pypdfium2

TINY = 5.0
"""Points below which print is hard to read."""
_FAR = 14_400.0
"""The largest side that readers agree on, in points (200 inches)."""
_MOST = 4000


@dataclass
class FileFacts:
    """Of the whole file."""

    form: str = ""
    scripts: list[str] = field(default_factory=list[str])
    actions: list[str] = field(default_factory=list[str])
    findings: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])


@dataclass
class FontFacts:
    """A font and what is wrong with it."""

    name: str
    type: str
    embedded: bool
    readable: bool
    pages: list[int] = field(default_factory=list[int])

    @property
    def findings(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        if not self.embedded and self.type != "Type3" and not _is_standard(self.name):
            found.append(("font_not_embedded", f"{self.name} is not embedded; other machines show another font"))
        if not self.readable:
            found.append(("unreadable_font", f"{self.name} has no map to Unicode; its text can't be read or searched"))
        return found


@dataclass
class PageFacts:
    """Of one page."""

    has_text: bool
    blank: bool
    images: int
    findings: list[tuple[str, str, list[float]]]


def findings_of_file(pdf: pikepdf.Pdf) -> FileFacts:
    """Forms, scripts, actions, damage."""
    facts = FileFacts()
    for warning in list(dict.fromkeys(str(each) for each in pdf.get_warnings()))[:5]:
        facts.findings.append(("damage", 0, _without_path(warning)))
    _look_at_form(pdf, facts)
    _look_for_actions(pdf, facts)
    if facts.scripts:
        facts.findings.append(("javascript", 0, f"holds JavaScript ({', '.join(facts.scripts[:3])}); it is never run"))
    for action in facts.actions:
        if action.startswith(("launches", "sends", "imports")):
            facts.findings.append(("risky_action", 0, action))
    sides = [size for each in pdf.pages for size in _sides(each)]
    if sides and max(sides) > _FAR:
        facts.findings.append(("huge_page", 0, f"a page is {max(sides):,.0f} points long; most readers stop at 14,400"))
    return facts


def _sides(page: pikepdf.Page) -> tuple[float, float]:
    from deskworld_pdf.geometry import frame_of

    return frame_of(page).size


def _without_path(warning: str) -> str:
    """qpdf names a file that is a buffer here, by an address that is another each time; its words start after that."""
    where, address, words = warning.rpartition(" object at 0x")
    return words.partition(">")[2].lstrip(" :")[:300] if address and where else warning[-300:]


def _look_at_form(pdf: pikepdf.Pdf, facts: FileFacts) -> None:
    from deskworld_pdf.fields import fields_of

    form = pdf.Root.get("/AcroForm")
    if form is None:
        return
    count = len(fields_of(pdf))
    facts.form = f"{count} field{'' if count == 1 else 's'}" if count else ""
    if "/XFA" in form:
        facts.form = f"{facts.form or 'no plain fields'}, XFA"
        facts.findings.append(("xfa_form", 0, "the form is an XFA one too, which few readers show"))


def _look_for_actions(pdf: pikepdf.Pdf, facts: FileFacts) -> None:
    import pikepdf

    with suppress(Exception):
        names = pdf.Root.get("/Names")
        if names is not None and "/JavaScript" in names:
            facts.scripts.append("runs when the file opens")
    if isinstance(pdf.Root.get("/OpenAction"), pikepdf.Dictionary):
        _note(pdf.Root["/OpenAction"], "when the file opens", facts)
    _note_more(pdf.Root, "the file", facts)
    for number, each in enumerate(pdf.pages, 1):
        _note_more(each.obj, f"page {number}", facts)
        with suppress(Exception):
            for note in list(each.obj.get("/Annots", []))[:_MOST]:
                if "/A" in note:
                    _note(note["/A"], f"page {number}", facts)
                _note_more(note, f"page {number}", facts)
        if len(facts.actions) > 200:
            return


def _note_more(node: Any, where: str, facts: FileFacts) -> None:
    with suppress(Exception):
        more = node.get("/AA")
        for _, action in entries(more):
            _note(action, where, facts)


def _note(action: Any, where: str, facts: FileFacts) -> None:
    """Name an action by what it would do."""
    import pikepdf

    with suppress(Exception):
        match str(action.get("/S")):
            case "/JavaScript":
                _add(facts.scripts, where)
            case "/Launch":
                what = action.get("/F", action.get("/Win", ""))
                name = str(what.get("/F", "")) if isinstance(what, pikepdf.Dictionary) else str(what)
                _add(facts.actions, f"launches {name[:100] or 'a program'} ({where})")
            case "/SubmitForm":
                _add(facts.actions, f"sends the form away ({where})")
            case "/ImportData":
                _add(facts.actions, f"imports data ({where})")
            case "/GoToR" | "/GoToE":
                _add(facts.actions, f"opens another file ({where})")
            case _:
                pass


def _add(to: list[str], what: str) -> None:
    if what not in to:
        to.append(what)


def fonts_of(pdf: pikepdf.Pdf, pages: list[int]) -> list[FontFacts]:
    """The fonts that these pages use, in forms on them too."""
    found: dict[object, FontFacts] = {}
    for number in pages:
        with suppress(Exception):
            for font in _fonts_in(pdf.pages[number - 1].obj, 0, set()):
                key = font.objgen if font.objgen != (0, 0) else str(font.get("/BaseFont"))
                facts = found.setdefault(key, _font(font))
                if number not in facts.pages:
                    facts.pages.append(number)
    return sorted(found.values(), key=lambda font: (font.name, font.type))


def _fonts_in(node: Any, depth: int, seen: set[object]) -> Iterator[Any]:
    resources = node.get("/Resources")
    parent = node.get("/Parent") if depth == 0 else None
    while resources is None and parent is not None:
        resources, parent = parent.get("/Resources"), parent.get("/Parent")
    if resources is None:
        return
    yield from (font for _, font in entries(resources.get("/Font")))
    for _, form in entries(resources.get("/XObject")) if depth < 5 else []:
        if form.get("/Subtype") == "/Form" and form.objgen not in seen:
            seen.add(form.objgen)
            yield from _fonts_in(form, depth + 1, seen)


def _font(font: Any) -> FontFacts:
    name = str(font.get("/BaseFont", font.get("/Name", "/unnamed"))).lstrip("/")
    kind = str(font.get("/Subtype", "")).lstrip("/")
    inner = font
    if kind == "Type0":
        inner = next(iter(list(font["/DescendantFonts"])))
    descriptor = inner.get("/FontDescriptor")
    embedded = descriptor is not None and any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
    encoding = font.get("/Encoding")
    if kind == "Type0":
        system = inner.get("/CIDSystemInfo")
        ordering = str(system.get("/Ordering", "")) if system is not None else ""
        readable = "/ToUnicode" in font or ordering in ("Japan1", "GB1", "CNS1", "Korea1")
    else:
        symbolic = descriptor is not None and int(descriptor.get("/Flags", 0)) & 4
        readable = "/ToUnicode" in font or encoding is not None or not symbolic or kind != "TrueType"
    plain = name[7:] if len(name) > 7 and name[6] == "+" and name[:6].isupper() else name
    return FontFacts(plain, kind, embedded or kind == "Type3", readable)


def _is_standard(name: str) -> bool:
    plain = name.split(",")[0].split("-")[0].casefold()
    return plain in ("helvetica", "times", "courier", "symbol", "zapfdingbats", "arial", "timesnewroman", "couriernew")


def findings_of_page(document: pypdfium2.PdfDocument, number: int) -> PageFacts:
    """A page's text and pictures, and the text on it that nobody can see or read."""
    import pypdfium2.raw as raw

    from deskworld_pdf.words import frame_in, read_runs

    page = document[number - 1]
    try:
        frame = frame_in(page)
        has_text, doubtful = _text_at_a_glance(page, frame)
        runs = read_runs(page, frame) if doubtful else []
        kinds = [raw.FPDFPageObj_GetType(each) for each in page.get_objects(max_depth=4)]
        images = kinds.count(raw.FPDF_PAGEOBJ_IMAGE)
        marks = raw.FPDFPage_GetAnnotCount(page)
        width, height = frame.size
        found: list[tuple[str, str, list[float]]] = []
        off = [run.box for run in runs if not _within(run.box, width, height)]
        for box in off[:3]:
            found.append(("off_page", "text lies off the visible page", rounded(box)))
        tiny = [run for run in runs if 0 < run.size < TINY and run.text.strip() and _within(run.box, width, height)]
        for run in tiny[:3]:
            found.append(("tiny_text", f"{run.text.strip()[:40]!r} is {run.size:g} points high", rounded(run.box)))
        unseen = unseen_text(page, frame, scanned=bool(images)) if has_text else None
        if unseen is not None:
            found.append(("hidden_text", unseen[0], rounded(unseen[1])))
        blank = not has_text and not images and not marks and _is_blank(page, bool(kinds))
        if blank:
            found.append(("blank_page", "nothing is on this page", []))
        elif not has_text and images:
            found.append(("scanned_page", "a picture without text; add_pdf_text_layer makes it searchable", []))
        return PageFacts(has_text, blank, images, found)
    finally:
        page.close()


def _text_at_a_glance(page: pypdfium2.PdfPage, frame: Any) -> tuple[bool, bool]:
    """Whether a page has text, and whether some of it is so low or so far out that it must be read closely."""
    text = page.get_textpage()
    try:
        has_text = bool(text.get_text_range().strip())
        width, height = frame.size
        for index in range(text.count_rects()):
            box = frame.seen_box(*text.get_rect(index))
            if not _within(box, width, height) or min(box[2] - box[0], box[3] - box[1]) < TINY:
                return has_text, True
        return has_text, False
    finally:
        text.close()


def _within(box: Rect, width: float, height: float) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return -1 <= x <= width + 1 and -1 <= y <= height + 1


def _is_blank(page: pypdfium2.PdfPage, drawn: bool) -> bool:
    """Whether a small picture of the page is one colour."""
    if not drawn:
        return True
    width, height = page.get_size()
    image = page.render(scale=min(1.0, 200 / max(width, height, 1))).to_pil().convert("L")
    low, high = image.getextrema()
    return low == high
