"""A PDF as a whole: what it is, what is in it and what is wrong with it, and the facts it carries about itself."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, SomePages, Target
from deskworld_pdf.geometry import frame_of
from deskworld_pdf.opening import drawing, editing, numbers, reading, signatures

if TYPE_CHECKING:
    import pikepdf

_PAPERS = {(595, 842): "A4", (612, 792): "Letter", (420, 595): "A5", (842, 1191): "A3", (612, 1008): "Legal"}
_PROPERTIES = {
    "title": "/Title",
    "author": "/Author",
    "subject": "/Subject",
    "keywords": "/Keywords",
    "creator": "/Creator",
    "producer": "/Producer",
    "created": "/CreationDate",
    "modified": "/ModDate",
}
_RIGHTS = {
    "accessibility": "read aloud",
    "extract": "copy",
    "modify_annotation": "annotate",
    "modify_assembly": "assemble",
    "modify_form": "fill forms",
    "modify_other": "change",
    "print_lowres": "print roughly",
    "print_highres": "print",
}


class PdfInfo(Result):
    """What a PDF is."""

    path: str
    pages: int
    sizes: list[str] = Field(description="Pages of each size as seen, in points.")
    version: str
    bytes: int
    properties: dict[str, str] = Field(description="Title, author and so on; dates as the file has them.")
    encryption: str = Field(description="Empty where there is none.")
    forbidden: list[str] = Field(description="What its protection asks readers not to allow.")
    outline_entries: int
    form_fields: int
    annotations: int
    attachments: list[str]
    signed_by: list[str] = Field(description="Signature fields that are signed.")
    tagged: bool
    language: str = ""


class Finding(Result):
    """Something about a PDF that a person would want to know."""

    kind: str
    page: int = Field(description="0: the whole file.")
    message: str
    box: list[float] = Field(default_factory=list[float])


class Font(Result):
    """A font that pages use."""

    name: str
    type: str
    embedded: bool
    readable: bool = Field(description="Its characters can be read as text.")
    pages: list[int] = Field(description="The first few.")


class PdfInspected(Page[Finding]):
    """What is in a PDF, and what is wrong with it."""

    pages: int
    pages_without_text: list[int] = Field(description="Scans and pictures; blank ones too.")
    blank_pages: list[int]
    fonts: list[Font]
    images: int
    form: str = Field(description="Empty where there is none.")
    signatures: list[str]
    attachments: list[str]
    scripts: list[str] = Field(description="Where JavaScript is; it is never run.")
    actions: list[str] = Field(description="What it would start, send or open.")
    encryption: str
    counts: list[str] = Field(description="Findings of each kind.")
    verdict: str


@tool("read", core=True)
def get_pdf_info(world: World, path: str, password: str = "") -> PdfInfo:
    """What a PDF is: pages and sizes, properties, protection, counts of what it holds."""
    with reading(world, path, password) as paper:
        pdf = paper.pdf
        place = world.workspace.find(path)
        protection, forbidden = protection_of(pdf)
        return PdfInfo(
            path=paper.name,
            pages=paper.count,
            sizes=sizes(pdf),
            version=pdf.pdf_version,
            bytes=place.stat().st_size,
            properties=properties(pdf),
            encryption=protection,
            forbidden=forbidden,
            outline_entries=_outline_entries(pdf),
            form_fields=_field_count(pdf),
            annotations=_annotation_count(pdf),
            attachments=sorted(pdf.attachments),
            signed_by=signatures(pdf),
            tagged=bool(_marked(pdf)),
            language=str(pdf.Root.get("/Lang", "")),
        )


@tool("read", core=True)
def inspect_pdf(
    world: World, path: str, pages: SomePages = None, password: str = "", limit: int = 50, cursor: str = ""
) -> PdfInspected:
    """Find what is in a PDF and wrong with it: scanned and blank pages, fonts, forms, scripts, damage, tiny, hidden or
    off-page text.
    """
    from deskworld_pdf.inspecting import findings_of_file, findings_of_page, fonts_of

    with reading(world, path, password) as paper:
        pdf = paper.pdf
        chosen = numbers(pages, paper.count)
        whole = findings_of_file(pdf)
        fonts = fonts_of(pdf, chosen)
        protection, _ = protection_of(pdf)
        signed, attached = signatures(pdf), sorted(pdf.attachments)
        total = paper.count
    found = [Finding(kind=kind, page=number, message=message) for kind, number, message in whole.findings]
    without_text: list[int] = []
    blank: list[int] = []
    images = 0
    with drawing(world, path, password) as (document, _):
        for number in chosen:
            seen = findings_of_page(document, number)
            images += seen.images
            if not seen.has_text:
                without_text.append(number)
            if seen.blank:
                blank.append(number)
            found += [
                Finding(kind=kind, page=number, message=message, box=list(box)) for kind, message, box in seen.findings
            ]
    found += [
        Finding(kind=kind, page=font.pages[0] if font.pages else 0, message=message)
        for font in fonts
        for kind, message in font.findings
    ]
    counts: dict[str, int] = {}
    for each in found:
        counts[each.kind] = counts.get(each.kind, 0) + 1
    cut = page(found, limit=limit, cursor=cursor)
    return PdfInspected(
        items=cut.items,
        total=cut.total,
        next_cursor=cut.next_cursor,
        pages=total,
        pages_without_text=without_text,
        blank_pages=blank,
        fonts=[
            Font(name=f.name, type=f.type, embedded=f.embedded, readable=f.readable, pages=f.pages[:5]) for f in fonts
        ],
        images=images,
        form=whole.form,
        signatures=signed,
        attachments=attached,
        scripts=whole.scripts,
        actions=whole.actions,
        encryption=protection,
        counts=[f"{kind}: {count}" for kind, count in sorted(counts.items())],
        verdict="clean" if not found else many(len(found), "finding"),
    )


@tool("edit")
def set_pdf_metadata(
    world: World, path: str, title: str = "", author: str = "", subject: str = "", keywords: str = "",
    language: str = "", clear: bool = False, target: Target = "",
    overwrite: Overwrite = False,
) -> Saved:  # fmt: skip
    """Set a PDF's properties; those left out stay.

    Args:
        language: Like en-GB.
        clear: Remove all others, hidden ones too.
    """
    import pikepdf

    given = {"title": title, "author": author, "subject": subject, "keywords": keywords}
    given = {name: value for name, value in given.items() if value}
    if not given and not language and not clear:
        raise ToolError("say at least one property, or clear=true", argument="title")
    with editing(world, path, target, overwrite=overwrite) as paper:
        pdf = paper.pdf
        if clear:
            remove_metadata(pdf)
        for name, value in given.items():
            pdf.docinfo[_PROPERTIES[name]] = pikepdf.String(value)
        if language:
            pdf.Root.Lang = pikepdf.String(language)
        if "/Metadata" in pdf.Root and given:
            _tell_xmp(pdf, given)
    receipt = paper.receipt
    with reading(world, receipt["path"]) as again:
        kept = properties(again.pdf)
    receipt["verified"] += "; " + ", ".join(f"{name} {value!r}" for name, value in kept.items())
    return Saved(**receipt)


def remove_metadata(pdf: pikepdf.Pdf) -> None:
    """Take out all that a file says about itself: properties, XMP (of pages and pictures too), private data."""
    import pikepdf

    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for name in ("/Metadata", "/PieceInfo"):
        if name in pdf.Root:
            del pdf.Root[name]
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            for name in ("/Metadata", "/PieceInfo", "/LastModified", "/Thumb"):
                if name in each:
                    del each[name]


def _tell_xmp(pdf: pikepdf.Pdf, given: dict[str, str]) -> None:
    with suppress(Exception), pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        if "title" in given:
            xmp["dc:title"] = given["title"]
        if "author" in given:
            xmp["dc:creator"] = [given["author"]]
        if "subject" in given:
            xmp["dc:description"] = given["subject"]
        if "keywords" in given:
            xmp["pdf:Keywords"] = given["keywords"]


def properties(pdf: pikepdf.Pdf) -> dict[str, str]:
    """The document information, as far as the file has it."""
    found: dict[str, str] = {}
    if "/Info" not in pdf.trailer:
        return found
    for name, key in _PROPERTIES.items():
        with suppress(Exception):
            value = str(pdf.docinfo.get(key, "")).strip()
            if value:
                found[name] = value[:500]
    return found


def sizes(pdf: pikepdf.Pdf) -> list[str]:
    """Pages of each size as people see them: '1-3: 595 x 842 pt (A4)'."""
    spans: list[tuple[int, int, tuple[int, int]]] = []
    for number, each in enumerate(pdf.pages, 1):
        width, height = (round(side) for side in frame_of(each).size)
        if spans and spans[-1][2] == (width, height):
            spans[-1] = (spans[-1][0], number, (width, height))
        else:
            spans.append((number, number, (width, height)))
    said = [_size(first, last, size) for first, last, size in spans[:20]]
    return said + ([f"and {len(spans) - 20} more changes of size"] if len(spans) > 20 else [])


def _size(first: int, last: int, size: tuple[int, int]) -> str:
    named = next(
        (
            f" ({name}{'' if size[0] <= size[1] else ' landscape'})"
            for (short, long), name in _PAPERS.items()
            if abs(min(size) - short) <= 2 and abs(max(size) - long) <= 2
        ),
        "",
    )
    span = str(first) if first == last else f"{first}-{last}"
    return f"{span}: {size[0]} x {size[1]} pt{named}"


def protection_of(pdf: pikepdf.Pdf) -> tuple[str, list[str]]:
    """How a file is encrypted, and what it forbids; empty where it is not."""
    if not pdf.is_encrypted:
        return "", []
    how = pdf.encryption
    method = {3: "AES", 2: "RC4"}.get(int(how.stream_method.value) if hasattr(how.stream_method, "value") else 0, "")
    if "aes" in str(how.stream_method).casefold():
        method = "AES"
    elif "rc4" in str(how.stream_method).casefold():
        method = "RC4"
    rights = pdf.allow
    forbidden = [said for name, said in _RIGHTS.items() if not getattr(rights, name, True)]
    opened = "needs a password to open" if pdf.user_password_matched and not _opens_without(pdf) else "opens freely"
    return f"{method} {how.bits} bit, {opened}".strip(), forbidden


def _opens_without(pdf: pikepdf.Pdf) -> bool:
    with suppress(Exception):
        return pdf.encryption.user_password == b""
    return False


def _outline_entries(pdf: pikepdf.Pdf) -> int:
    from deskworld_pdf.outlines import entries_of

    with suppress(Exception):
        return len(entries_of(pdf))
    return 0


def _field_count(pdf: pikepdf.Pdf) -> int:
    from deskworld_pdf.fields import fields_of

    with suppress(Exception):
        return len(fields_of(pdf))
    return 0


def _annotation_count(pdf: pikepdf.Pdf) -> int:
    count = 0
    for each in pdf.pages:
        with suppress(Exception):
            notes: Sequence[Any] = list(each.obj.get("/Annots", []))
            count += sum(1 for note in notes if note.get("/Subtype") not in ("/Widget", "/Link", "/Popup"))
    return count


def _marked(pdf: pikepdf.Pdf) -> bool:
    with suppress(Exception):
        return bool(pdf.Root.MarkInfo.Marked) and "/StructTreeRoot" in pdf.Root
    return False
