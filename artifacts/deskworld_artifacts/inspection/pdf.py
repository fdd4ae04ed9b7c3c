"""PDF: pages with their text, which of them are scans, outline, metadata and form fields."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from .base import Fact

if TYPE_CHECKING:
    import pypdfium2


class Page(Fact):
    """A page: `index` from 1, size in points as it is shown (rotation applied), its text, and how many pictures it
    draws."""

    index: int
    width: float
    height: float
    rotation: int
    text: str
    words: int
    images: int
    has_text: bool
    links: list[str] = Field(default_factory=list[str])


class Heading(Fact):
    """An entry of the outline: level from 1, the page it leads to (from 1; 0 for none)."""

    level: int
    title: str
    page: int


class FormField(Fact):
    """A field of a form: its name, type (text, checkbox, radio, combobox, listbox, button, signature), value, and
    page."""

    name: str
    type: str
    value: str
    page: int


class PdfFacts(Fact):
    """A PDF."""

    kind: Literal["pdf"] = "pdf"
    pages: list[Page]
    pages_without_text: list[int]
    """Numbers, from 1, of pages that hold no text: scans, pictures, blank ones."""
    outline: list[Heading]
    metadata: dict[str, str]
    """title, author, subject, keywords, creator, producer, creation date ... as far as the file has them."""
    fields: list[FormField]
    version: str

    @property
    def text(self) -> str:
        """The text of all pages."""
        return "\n\n".join(page.text for page in self.pages)

    def page(self, index: int) -> Page:
        """The page of that number, counted from 1; KeyError where there is none."""
        if not 1 <= index <= len(self.pages):
            raise KeyError(f"no page {index}; the PDF has {len(self.pages)}")
        return self.pages[index - 1]


_FIELD_TYPES = {1: "button", 2: "checkbox", 3: "radio", 4: "combobox", 5: "listbox", 6: "text", 7: "signature"}


def read(path: Path) -> PdfFacts:
    """The facts of a PDF file."""
    from ..rendering.pdf import opened

    with opened(path) as pdf:
        pages: list[Page] = []
        fields: list[FormField] = []
        for index in range(len(pdf)):
            page = pdf[index]
            try:
                pages.append(_page(page, index + 1))
                fields += _fields(pdf, page, index + 1)
            finally:
                page.close()
        return PdfFacts(
            pages=pages,
            pages_without_text=[page.index for page in pages if not page.has_text],
            outline=_outline(pdf),
            metadata={key.lower(): value for key, value in pdf.get_metadata_dict(skip_empty=True).items()},
            fields=fields,
            version=f"{version / 10:.1f}" if (version := pdf.get_version()) else "",
        )


def _page(page: "pypdfium2.PdfPage", index: int) -> Page:
    import pypdfium2.raw as raw

    width, height = page.get_size()
    words = page.get_textpage()
    try:
        text = words.get_text_bounded().replace("\r\n", "\n").replace("\ufffe", "-").strip()
        if _is_crumbled(words.get_text_range()):
            text = _rejoined(words)
    finally:
        words.close()
    images = sum(1 for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4))
    return Page(
        index=index,
        width=round(width, 2),
        height=round(height, 2),
        rotation=page.get_rotation(),
        text=text,
        words=len(text.split()),
        images=images,
        has_text=bool(text),
        links=_links(page),
    )


def _is_crumbled(text: str) -> bool:
    """Whether lines were taken for columns, as happens to pages whose letters are drawn one by one: a line a letter."""
    lines = [len(line) for line in text.splitlines() if line.strip()]
    return len(lines) > 40 and sorted(lines)[len(lines) // 2] <= 2


def _rejoined(words: "pypdfium2.PdfTextPage") -> str:
    """The characters with line ends and spaces only where their places have them."""
    import pypdfium2.raw as raw

    box = raw.FS_RECTF()
    text: list[str] = []
    right = bottom = top = 0.0
    for index in range(words.count_chars()):
        code = raw.FPDFText_GetUnicode(words, index)
        if code <= 0x20 or code == 0xA0:
            continue
        raw.FPDFText_GetLooseCharBox(words, index, box)
        height, middle = box.top - box.bottom, (box.top + box.bottom) / 2
        if text and not (bottom < middle < top and -0.3 * height < box.left - right):
            text.append("\n")
        elif text and box.left - right > 0.12 * height:
            text.append(" ")
        text.append("-" if code in (2, 0xFFFE) else chr(code))
        right, bottom, top = box.right, box.bottom, box.top
    return "".join(text)


def _links(page: "pypdfium2.PdfPage") -> list[str]:
    """The web addresses that a page links to."""
    import ctypes

    import pypdfium2.raw as raw

    found: list[str] = []
    place, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, ctypes.byref(place), ctypes.byref(link)):
        action = raw.FPDFLink_GetAction(link)
        size = raw.FPDFAction_GetURIPath(page.pdf, action, None, 0) if action else 0
        if size > 1:
            buffer = ctypes.create_string_buffer(size)
            raw.FPDFAction_GetURIPath(page.pdf, action, buffer, size)
            found.append(buffer.value.decode("utf-8", "replace"))
    return found


def _outline(pdf: "pypdfium2.PdfDocument") -> list[Heading]:
    found: list[Heading] = []
    for entry in pdf.get_toc():
        target = entry.get_dest()
        page = target.get_index() if target else None
        found.append(Heading(level=entry.level + 1, title=entry.get_title(), page=page + 1 if page is not None else 0))
    return found


def _fields(pdf: "pypdfium2.PdfDocument", page: "pypdfium2.PdfPage", index: int) -> list[FormField]:
    """The form fields on a page; a radio group is listed once a button, as the file does."""
    import pypdfium2.raw as raw

    if pdf.formenv is None:
        return []
    found: list[FormField] = []
    for place in range(raw.FPDFPage_GetAnnotCount(page)):
        note = raw.FPDFPage_GetAnnot(page, place)
        try:
            kind = raw.FPDFAnnot_GetFormFieldType(pdf.formenv, note)
            if kind not in _FIELD_TYPES:
                continue
            name = _string(raw.FPDFAnnot_GetFormFieldName, pdf, note)
            value = _string(raw.FPDFAnnot_GetFormFieldValue, pdf, note)
            if kind in (2, 3):
                value = "on" if raw.FPDFAnnot_IsChecked(pdf.formenv, note) else "off"
            found.append(FormField(name=name, type=_FIELD_TYPES[kind], value=value, page=index))
        finally:
            raw.FPDFPage_CloseAnnot(note)
    return found


def _string(get: object, pdf: "pypdfium2.PdfDocument", note: object) -> str:
    """A text that pdfium writes into a buffer of UTF-16."""
    import ctypes
    from collections.abc import Callable
    from typing import cast

    call = cast("Callable[..., int]", get)
    size = call(pdf.formenv, note, None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    call(pdf.formenv, note, buffer, size)
    return bytes(buffer).decode("utf-16-le").rstrip("\x00")
