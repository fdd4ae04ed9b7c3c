"""What checks of PDFs ask again and again, beyond the facts: words with places, notes, forms, what survived redaction.

assert form_values(s.file("out/form.pdf"))["name"] == "Maya Lindqvist"
assert not survivors(s.file("out/public.pdf"), "ALPHA-77")
assert pages_from(s.file("out/merged.pdf"), s.file("cover.pdf"), s.file("report.pdf")) == [(0, 1), (1, 2), (1, 1)]

Boxes are left, top, right, bottom in points from the left top corner of the page as a person sees it.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pypdfium2

Box = tuple[float, float, float, float]
_KINDS = {"/Text": "note", "/FreeText": "text", "/Square": "box", "/StrikeOut": "strike"}


@dataclass(frozen=True)
class PdfWord:
    """A word on a page (from 1) and where it stands; its size in points and colour (`#RRGGBB`) are its first letter's.

    Print that only OCR is to find (see-through) has no colour.
    """

    text: str
    page: int
    box: Box
    size: float = 0.0
    color: str = ""


@dataclass(frozen=True)
class PdfNote:
    """A note, mark or link: highlight, underline, strike, note, box, text, link, stamp ...; `marked` are the words it
    stands on, `link` an address or 'page 3'."""

    kind: str
    page: int
    box: Box
    text: str
    marked: str
    link: str


def pdf_words(path: Path, page: int = 0) -> list[PdfWord]:
    """The words of a page, or of all, in the order of the file."""
    from deskworld_artifacts.rendering.pdf import opened

    with opened(path) as pdf:
        numbers = [page] if page else range(1, len(pdf) + 1)
        return [word for number in numbers for word in _words(pdf[number - 1], number)]


def _words(sheet: "pypdfium2.PdfPage", number: int) -> Iterator[PdfWord]:
    import pypdfium2.raw as raw

    text = sheet.get_textpage()
    bounds, turn = sheet.get_bbox(), sheet.get_rotation()
    letters: list[str] = []
    boxes: list[Box] = []
    look = (0.0, "")
    rect, ended = raw.FS_RECTF(), False
    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if code in (10, 13):
            ended = True
            continue
        if code not in (0x20, 0xA0, 9):
            before = rect.right, rect.bottom, rect.top
            raw.FPDFText_GetLooseCharBox(text, index, rect)
            ended = ended and not _goes_on(*before, rect)
        if letters and (ended or code in (0x20, 0xA0, 9)):
            yield PdfWord("".join(letters), number, _around(boxes), *look)
            letters, boxes = [], []
        ended = False
        if code in (0x20, 0xA0, 9):
            continue
        look = look if letters else _look(text, index)
        letters.append("-" if code in (2, 0xFFFE) else chr(code))
        boxes.append(_seen((rect.left, rect.bottom, rect.right, rect.top), bounds, turn))
    if letters:
        yield PdfWord("".join(letters), number, _around(boxes), *look)
    text.close()


def _goes_on(right: float, bottom: float, top: float, letter: "pypdfium2.raw.FS_RECTF") -> bool:
    """Whether a letter stands close behind the last one, although a line end is said to lie between.

    Pages whose letters are drawn one by one are taken for columns: a line a letter.
    """
    height, middle = letter.top - letter.bottom, (letter.top + letter.bottom) / 2
    return bottom < middle < top and -0.3 * height < letter.left - right < 0.12 * height


def _look(text: "pypdfium2.PdfTextPage", index: int) -> tuple[float, str]:
    """Size in points and colour of a letter."""
    from ctypes import byref, c_uint

    import pypdfium2.raw as raw

    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, index, matrix)
    size = raw.FPDFText_GetFontSize(text, index) * (matrix.c**2 + matrix.d**2) ** 0.5
    parts = [c_uint() for _ in range(4)]
    known = raw.FPDFText_GetFillColor(text, index, *[byref(part) for part in parts])
    red, green, blue, opacity = (part.value for part in parts)
    return round(size, 2), f"#{red:02X}{green:02X}{blue:02X}" if known and opacity else ""


def _around(boxes: Sequence[Box]) -> Box:
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _seen(box: Box, bounds: Box, turn: int) -> Box:
    """left, bottom, right, top of the page's own coordinates, as seen."""
    left, bottom, right, top = bounds
    points = [(box[0], box[1]), (box[2], box[3])]
    match turn:
        case 90:
            moved = [(y - bottom, x - left) for x, y in points]
        case 180:
            moved = [(right - x, y - bottom) for x, y in points]
        case 270:
            moved = [(top - y, right - x) for x, y in points]
        case _:
            moved = [(x - left, top - y) for x, y in points]
    xs, ys = [x for x, _ in moved], [y for _, y in moved]
    return min(xs), min(ys), max(xs), max(ys)


def text_in(path: Path, page: int, box: Box) -> str:
    """The words of a page whose middles lie in a box."""
    return " ".join(
        word.text
        for word in pdf_words(path, page)
        if box[0] <= (word.box[0] + word.box[2]) / 2 <= box[2] and box[1] <= (word.box[1] + word.box[3]) / 2 <= box[3]
    )


def form_values(path: Path) -> dict[str, str]:
    """The values of a form's fields by full name: text, the choice, 'Off' or the state's name for boxes and buttons."""
    import pikepdf

    found: dict[str, str] = {}
    with pikepdf.open(path) as pdf:
        form = pdf.Root.get("/AcroForm")
        waiting: list[tuple[Any, str, Any]] = [(field, "", None) for field in form.get("/Fields", [])] if form else []
        while waiting and len(found) < 10_000:
            node, above, value = waiting.pop(0)
            name = ".".join(part for part in (above, str(node.get("/T", ""))) if part)
            value = node.get("/V", value)
            kids = [kid for kid in node.get("/Kids", []) if "/T" in kid]
            if kids:
                waiting = [(kid, name, value) for kid in kids] + waiting
            elif isinstance(value, pikepdf.Array):
                found[name] = "\n".join(str(each) for each in value)
            else:
                found[name] = str(value).lstrip("/") if value is not None else ""
    return found


def form_boxes(path: Path) -> dict[str, tuple[int, Box]]:
    """Page and place of each field of a form by full name, where a flattened copy shows its value."""
    import pikepdf
    from deskworld_artifacts.rendering.pdf import opened

    found: dict[str, tuple[int, Box]] = {}
    with pikepdf.open(path) as pdf, opened(path) as drawn:
        for number, page in enumerate(pdf.pages, 1):
            sheet = drawn[number - 1]
            for note in page.obj.get("/Annots", []):
                if note.get("/Subtype") != "/Widget":
                    continue
                names, node = list[str](), note
                while node is not None and len(names) < 20:
                    names += [str(node["/T"])] if "/T" in node else []
                    node = node.get("/Parent")
                sides = [float(side) for side in note["/Rect"]]
                own = (min(sides[0::2]), min(sides[1::2]), max(sides[0::2]), max(sides[1::2]))
                found.setdefault(
                    ".".join(reversed(names)), (number, _seen(own, sheet.get_bbox(), sheet.get_rotation()))
                )
    return found


def picture_dots(path: Path) -> list[tuple[int, float]]:
    """Page and dots per inch, at the size at which it is shown, of each picture that pages draw."""
    import pypdfium2.raw as raw
    from deskworld_artifacts.rendering.pdf import opened

    found: list[tuple[int, float]] = []
    with opened(path) as pdf:
        for index in range(len(pdf)):
            for item in pdf[index].get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=8):
                image: Any = item
                a, b, c, d, _, _ = image.get_matrix().get()
                holder = image.container
                while holder is not None:
                    a, b, c, d = _turned((a, b, c, d), holder.get_matrix().get()[:4])
                    holder = holder.container
                width, height = image.get_px_size()
                sides = max(math.hypot(a, b), 0.01), max(math.hypot(c, d), 0.01)
                found.append((index + 1, round(min(width / sides[0], height / sides[1]) * 72, 1)))
    return found


def picture_boxes(path: Path, page: int = 1) -> list[Box]:
    """Where the pictures stand that a page (from 1) draws, in the order of the file."""
    import pypdfium2.raw as raw
    from deskworld_artifacts.rendering.pdf import opened

    found: list[Box] = []
    with opened(path) as pdf:
        sheet = pdf[page - 1]
        for item in sheet.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=8):
            image: Any = item
            place, holder = image.get_matrix(), image.container
            while holder is not None:
                place, holder = place.multiply(holder.get_matrix()), holder.container
            found.append(_seen(place.on_rect(0, 0, 1, 1), sheet.get_bbox(), sheet.get_rotation()))
    return found


def _turned(one: Sequence[float], other: Sequence[float]) -> tuple[float, float, float, float]:
    a, b, c, d = one
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def pdf_notes(path: Path) -> list[PdfNote]:
    """Notes, marks and links, page by page; form fields and popups are left out."""
    import pikepdf
    from deskworld_artifacts.rendering.pdf import opened

    found: list[PdfNote] = []
    with pikepdf.open(path) as pdf, opened(path) as drawn:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        for number, page in enumerate(pdf.pages, 1):
            notes = [note for note in page.obj.get("/Annots", []) if note.get("/Subtype") not in ("/Widget", "/Popup")]
            if not notes:
                continue
            sheet = drawn[number - 1]
            words = list(_words(sheet, number))
            for note in notes:
                kind = str(note.get("/Subtype", ""))
                sides = [float(side) for side in note["/Rect"]]
                own = (min(sides[0::2]), min(sides[1::2]), max(sides[0::2]), max(sides[1::2]))
                box = _seen(own, sheet.get_bbox(), sheet.get_rotation())
                marked = [
                    word.text
                    for word in words
                    if box[0] - 1 <= (word.box[0] + word.box[2]) / 2 <= box[2] + 1
                    and box[1] - 1 <= (word.box[1] + word.box[3]) / 2 <= box[3] + 1
                ]
                found.append(
                    PdfNote(
                        kind=_KINDS.get(kind, kind.lstrip("/").lower()),
                        page=number,
                        box=box,
                        text=str(note.get("/Contents", "")),
                        marked=" ".join(marked),
                        link=_link(note, numbers),
                    )
                )
    return found


def _link(note: Any, numbers: dict[Any, int]) -> str:
    with suppress(Exception):
        action = note.get("/A")
        if action is not None and "/URI" in action:
            return str(action["/URI"])
        goal = note.get("/Dest") if action is None else action.get("/D")
        return f"page {numbers[goal[0].objgen]}" if goal is not None else ""
    return ""


def pages_from(path: Path, *sources: Path) -> list[tuple[int, int]]:
    """For each page of a file the source (from 0) and page (from 1) whose text it has; (-1, 0) where none has.

    A page without text fits a page without text of the same size.
    """
    known: dict[tuple[object, ...], tuple[int, int]] = {}
    for place, source in enumerate(sources):
        for number, key in enumerate(_pages(source), 1):
            known.setdefault(key, (place, number))
    return [known.get(key, (-1, 0)) for key in _pages(path)]


def _pages(path: Path) -> list[tuple[object, ...]]:
    from deskworld_artifacts import inspect

    facts: Any = inspect(path)
    return [
        (plain(page.text),)
        if page.has_text
        else (sorted((round(page.width), round(page.height))).__str__(), page.images)
        for page in facts.pages
    ]


def plain(text: str) -> str:
    """Text as it compares: one spelling for letters, no case, one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def survivors(path: Path, *words: str) -> list[str]:
    """Where words still are in a file that was to lose them: 'page 2: ALPHA-77', 'a string: ...', 'a stream: ...'.

    Page text is searched as a reader sees it, then every string and every unpacked stream of the file, and its raw
    bytes, where an earlier version of it would lie.
    """
    import pikepdf
    from deskworld_artifacts import inspect

    wanted = {word: re.compile(r"\s*".join(re.escape(part) for part in plain(word).split())) for word in words}
    found: list[str] = []
    facts: Any = inspect(path)
    for page in facts.pages:
        found += [f"page {page.index}: {word}" for word, pattern in wanted.items() if pattern.search(plain(page.text))]
    with pikepdf.open(path) as pdf:
        for each in [*pdf.objects, pdf.trailer]:
            for text in _strings(each, 0):
                found += [f"a string: {word}" for word, pattern in wanted.items() if pattern.search(plain(text))]
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") != "/Image":
                with suppress(pikepdf.PdfError, pikepdf.DataDecodingError):
                    found += [f"a stream: {word}" for word in wanted if _in_bytes(each.read_bytes(), word)]
    found += [f"the file's bytes: {word}" for word in wanted if _in_bytes(path.read_bytes(), word)]
    return list(dict.fromkeys(found))


def _in_bytes(blob: bytes, word: str) -> bool:
    forms = [word.encode("utf-8"), word.encode("latin-1", "ignore"), word.encode("utf-16-be")]
    return any(form and form in blob for form in forms)


def _strings(node: Any, depth: int) -> Iterator[str]:
    """The strings below a node, without what other objects hold."""
    import pikepdf

    if isinstance(node, pikepdf.String):
        yield str(node)
    elif depth < 60 and isinstance(node, pikepdf.Array):
        for each in node.as_list():
            if not getattr(each, "is_indirect", False):
                yield from _strings(each, depth + 1)
    elif depth < 60 and isinstance(node, pikepdf.Dictionary | pikepdf.Stream):
        for key in list(node.keys()):
            value = node.get(key)
            if not getattr(value, "is_indirect", False):
                yield from _strings(value, depth + 1)
