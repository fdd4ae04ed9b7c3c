"""A PDF file, opened and saved: the only ways in and out.

`reading` opens a file's structure to look at it, `drawing` opens it for text and pictures (pdfium, which one thread at
a time may use). `editing` opens it, lets the caller change it, writes it beside the old one, opens what was written
with a second reader, and only then lets it take its place; `creating` does the same with a new one. What nobody touches
is written as it was. The bytes depend on nothing but the content and the world's clock, except where a file is
encrypted, which needs chance.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypedDict

from deskworld_kit import ToolError, World
from deskworld_kit.saying import many

from deskworld_pdf.bombs import check_streams
from deskworld_pdf.mending import complete, told
from deskworld_pdf.placing import destination
from deskworld_pdf.strangers import what_it_is

if TYPE_CHECKING:
    import pikepdf
    import pypdfium2

MOST_BYTES = 512 * 1024 * 1024
MOST_PAGES = 20_000


class Receipt(TypedDict):
    """The fields that every `Saved` result starts with."""

    path: str
    verified: str
    warnings: list[str]


class Paper:
    """An open PDF. `touched` are the pages that are looked at again after saving."""

    def __init__(self, pdf: pikepdf.Pdf, name: str) -> None:
        self.pdf = pdf
        self.name = name
        self.touched: set[int] = set()
        self.verified = ""
        self.warnings: list[str] = []

    @property
    def count(self) -> int:
        """How many pages it has."""
        return len(self.pdf.pages)

    def page(self, number: int, *, argument: str = "page") -> pikepdf.Page:
        """The page of this number, counted from 1."""
        if not 1 <= number <= self.count:
            raise ToolError(f"there is no page {number}; {counted(self.count)}", argument=argument)
        self.touched.add(number)
        return self.pdf.pages[number - 1]

    def numbers(self, pages: Sequence[int] | None, *, argument: str = "pages") -> list[int]:
        """The pages asked for, checked; all of them where none are named."""
        return numbers(pages, self.count, argument=argument)

    @property
    def receipt(self) -> Receipt:
        """What was saved and seen, once the `editing` block has ended."""
        return {"path": self.name, "verified": self.verified, "warnings": self.warnings}


def counted(pages: int) -> str:
    """How many pages there are, for an error: it also says which numbers are right."""
    if pages == 0:
        return "the file has no pages"
    return f"the file has {many(pages, 'page')}" + (f", numbered 1 to {pages}" if pages > 1 else "")


def numbers(pages: Sequence[int] | None, count: int, *, argument: str = "pages") -> list[int]:
    """Page numbers as asked for, each once and in that order; all of them where none are named."""
    if count == 0:
        raise ToolError("the file has no pages", argument="path")
    if pages is None:
        return list(range(1, count + 1))
    if not pages:
        raise ToolError(f"name at least one page, or leave it out for all; {counted(count)}", argument=argument)
    for number in pages:
        if not 1 <= number <= count:
            last = f"; the last is {count}" if number < 0 else ""
            raise ToolError(f"there is no page {number}; {counted(count)}{last}", argument=argument)
    return list(dict.fromkeys(pages))


@contextmanager
def reading(world: World, path: str, password: str = "", *, argument: str = "path") -> Generator[Paper, None, None]:
    """A PDF's structure to look at."""
    place = world.workspace.find(path, argument=argument)
    with open_pdf(place, password, argument=argument) as pdf, plain_words(place.name, argument):
        yield Paper(pdf, world.workspace.relative(place))


@contextmanager
def drawing(
    world: World, path: str, password: str = "", *, argument: str = "path"
) -> Generator[tuple[pypdfium2.PdfDocument, str], None, None]:
    """A PDF for its text and pictures, and its name; pdfium is ours meanwhile."""
    place = world.workspace.find(path, argument=argument)
    blob = content(place, argument=argument)
    with open_pdf(place, password, argument=argument, blob=blob) as pdf:
        check_streams(pdf, place.name, argument)
        if len(pdf.pages) == 0:
            raise ToolError(f"{place.name!r} has no pages", argument=argument)
        # What qpdf had to mend, pdfium might refuse: it gets the mended file.
        damaged = bool(pdf.get_warnings())
        mended = _bytes_of(pdf) if damaged else b""
    with pdfium(mended or blob, place.name, "" if damaged else password, argument=argument) as document:
        yield document, world.workspace.relative(place)


def plain_bytes(world: World, path: str, password: str = "") -> bytes:
    """A PDF's bytes for a reader that can't unlock or mend: as they are where it needs neither."""
    place = world.workspace.find(path)
    blob = content(place)
    with open_pdf(place, password, blob=blob) as pdf:
        return _bytes_of(pdf) if pdf.is_encrypted or pdf.get_warnings() else blob


@contextmanager
def pdfium(
    source: bytes | Path, name: str, password: str = "", *, argument: str = "path"
) -> Generator[pypdfium2.PdfDocument, None, None]:
    """An open pdfium document with its forms, so that what was filled in shows."""
    import pypdfium2
    from deskworld_artifacts.pdfium import PDFIUM

    logging.getLogger("pypdfium2").setLevel(logging.ERROR)  # it tells of every XFA form on stderr
    with PDFIUM:
        try:
            document = pypdfium2.PdfDocument(source, password=password or None)
        except pypdfium2.PdfiumError as error:
            raise ToolError(f"{name!r} is damaged: its pages can't be shown", argument=argument) from error
        try:
            with suppress(pypdfium2.PdfiumError):
                document.init_forms()
            yield document
        finally:
            document.close()


@contextmanager
def editing(
    world: World, path: str, target: str = "", *, overwrite: bool = False, apart: bool = False
) -> Generator[Paper, None, None]:
    """A PDF to change: saved, reopened and verified when the block ends well, untouched when it does not.

    Args:
        world: Whose workspace holds it.
        path: The file.
        target: Where to save; empty for the same place.
        overwrite: Whether another file that is there may be replaced.
        apart: It is a file of its own, never the one that is read.
    """
    found = world.workspace.find(path)
    place = destination(world, found, target, overwrite=overwrite, apart=apart)
    with open_pdf(found) as pdf:
        check_streams(pdf, found.name)
        paper = Paper(pdf, world.workspace.relative(place))
        paper.warnings += told(pdf)
        signed = signatures(pdf)
        if signed:
            paper.warnings.append(
                f"the file was signed ({', '.join(signed)}); a change breaks the signature, sign it again"
            )
        with plain_words(found.name, "path"):
            yield paper
        save(world, paper, place)


@contextmanager
def creating(world: World, target: str, *, overwrite: bool) -> Generator[Paper, None, None]:
    """A new PDF with no pages yet."""
    import pikepdf

    place = world.workspace.new_target(target, overwrite=overwrite, suffixes=(".pdf",), argument="target")
    with pikepdf.new() as pdf:
        paper = Paper(pdf, world.workspace.relative(place))
        with plain_words(place.name, "target"):
            yield paper
        save(world, paper, place)


def save(world: World, paper: Paper, place: Path) -> None:
    """Write the file, open what was written, note what it holds."""
    stamp_time(world, paper.pdf)
    with world.workspace.writing(place) as temporary:
        write(paper.pdf, temporary)
        paper.verified = look_again(temporary, paper.count, sorted(paper.touched))


def write(pdf: pikepdf.Pdf, place: Path, **options: Any) -> None:
    """The bytes of a PDF; protection that it has is kept."""
    if pdf.is_encrypted:
        pdf.save(place, encryption=True, **options)
    else:
        pdf.save(place, deterministic_id=True, **options)


def stamp_time(world: World, pdf: pikepdf.Pdf) -> None:
    """Say when the file was changed, by the world's clock."""
    import pikepdf

    now = world.now()
    pdf.docinfo["/ModDate"] = pikepdf.String(now.strftime("D:%Y%m%d%H%M%S+00'00'"))
    if "/Metadata" in pdf.Root:
        with suppress(Exception), pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            metadata["xmp:ModifyDate"] = now.isoformat()


def look_again(place: Path, count: int, touched: Sequence[int], password: str = "") -> str:
    """What a second reader sees in the written file.

    Raises:
        ToolError: It does not hold what was meant; the caller then keeps the old file.
    """
    with pdfium(place, place.name, password) as document:
        if len(document) != count:
            raise ToolError("the saved file did not hold all pages; nothing was changed")
        for number in list(touched)[:20]:
            if number <= count:
                document[number - 1].close()
    import pikepdf

    try:  # pdfium mends silently what other readers refuse
        # By its path, four times as quick as from bytes: nobody cuts off a file of ours while it is mapped.
        with _unlocked(place, password) as again:
            sound = not again.get_warnings() and len(again.pages) == count
    except pikepdf.PdfError:
        sound = False
    if not sound:
        raise ToolError("the saved file was not sound; nothing was changed")
    return f"reopened: {many(count, 'page')}, {place.stat().st_size:,} bytes"


@contextmanager
def open_pdf(
    place: Path, password: str = "", *, argument: str = "path", blob: bytes = b""
) -> Generator[pikepdf.Pdf, None, None]:
    """A PDF from a file, or an error that says what the file is instead."""
    import pikepdf

    with ExitStack() as opened:
        file = opened.enter_context(_as_file(blob or content(place, argument=argument)))
        try:
            pdf = opened.enter_context(_unlocked(file, password))
        except pikepdf.PasswordError as error:
            if password:
                raise ToolError("this password does not open the file", argument="password") from error
            raise ToolError(
                f"{place.name!r} is protected by a password: pass `password` to a tool that reads it; "
                "before one that changes it, decrypt_pdf",
                argument=argument,
            ) from error
        except Exception as error:  # a damaged file fails in as many ways as there are objects
            raise ToolError(f"{place.name!r} is damaged and can't be opened as a PDF", argument=argument) from error
        try:
            count = len(pdf.pages)
        except Exception as error:
            raise ToolError(f"{place.name!r} is damaged: its pages can't be listed", argument=argument) from error
        if count > MOST_PAGES:
            raise ToolError(f"{place.name!r} has {count:,} pages; at most {MOST_PAGES:,} are opened", argument=argument)
        complete(pdf)
        yield pdf


def _as_file(blob: bytes) -> BinaryIO:
    """Bytes as a file in memory that qpdf can map, which it reads three times as quick as Python's own.

    The file in the workspace is not mapped: whoever cuts it off meanwhile would end this process.
    """
    try:
        file = os.fdopen(os.memfd_create("pdf"), "w+b")
    except (AttributeError, OSError):  # Linux alone has it, and not in every box
        return io.BytesIO(blob)
    file.write(blob)
    file.flush()
    return file


def _unlocked(source: BinaryIO | Path, password: str) -> pikepdf.Pdf:
    """The file, opened with the password where it needs one: a password too many is no error."""
    import pikepdf

    def opened(password: str) -> pikepdf.Pdf:  # mapped where it can be
        return pikepdf.open(source, password=password, suppress_warnings=True, access_mode=pikepdf.AccessMode.mmap)

    if password:
        with suppress(pikepdf.PasswordError):
            return opened("")
    return opened(password)


def content(place: Path, *, argument: str = "path") -> bytes:
    """The bytes of a file that is a PDF, or an error that says what it is instead."""
    if place.stat().st_size > MOST_BYTES:
        raise ToolError(f"{place.name!r} is too large; at most {MOST_BYTES >> 20} MB are opened", argument=argument)
    blob = place.read_bytes()
    if not blob.strip():
        raise ToolError(f"{place.name!r} is empty ({len(blob)} bytes)", argument=argument)
    if b"%PDF-" not in blob[:2048]:
        raise ToolError(f"{place.name!r} is no PDF: its content is {what_it_is(place, blob)}", argument=argument)
    return blob


@contextmanager
def plain_words(name: str, argument: str) -> Generator[None, None, None]:
    """What the libraries stumble over in a damaged file becomes the caller's error."""
    import pikepdf

    try:
        yield
    except (pikepdf.PdfError, pikepdf.DataDecodingError, RecursionError) as error:
        raise ToolError(f"{name!r} is damaged: a part of it can't be read", argument=argument) from error


def signatures(pdf: pikepdf.Pdf) -> list[str]:
    """The names of signature fields that are signed."""
    found: list[str] = []
    with suppress(Exception):
        form = pdf.Root.get("/AcroForm")
        if form is None:
            return []
        waiting = list(form.get("/Fields", []))
        for _ in range(10_000):
            if not waiting:
                break
            field = waiting.pop()
            waiting += list(field.get("/Kids", []))
            if field.get("/FT") == "/Sig" and field.get("/V") is not None:
                found.append(str(field.get("/T", "signature")))
    return sorted(found)


def _bytes_of(pdf: pikepdf.Pdf) -> bytes:
    buffer = io.BytesIO()
    pdf.save(buffer, encryption=False)
    return buffer.getvalue()
