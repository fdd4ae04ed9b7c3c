"""What lies in a file and on none of its pages: pages that were deleted, drawings that nothing shows, photos' facts.

Programs leave a deleted page in the file when a bookmark or a tag still leads to it; a button keeps a look for being
pressed; a photo says inside its own bytes who took it. Readers don't show these, and whoever looks for them finds them.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_pdf.opening import pdfium
from deskworld_pdf.phrasing import holds
from deskworld_pdf.sweeping import dictionaries_in
from deskworld_pdf.words import plain_text

if TYPE_CHECKING:
    import pikepdf
    import regex

_WIDE = (-100_000, -100_000, 100_000, 100_000)
_APP0, _ICC, _ADOBE, _COMMENT, _SCAN = 0xE0, 0xE2, 0xEE, 0xFE, 0xDA


def clear_lost_pages(pdf: pikepdf.Pdf) -> int:
    """Empty the pages that are in the file but not among its pages; returns how many there were."""
    import pikepdf

    known = {page.obj.objgen for page in pdf.pages}
    count = 0
    for each in list(pdf.objects):
        if not isinstance(each, pikepdf.Dictionary) or each.objgen in known:
            continue
        if str(each.get("/Type")) not in ("/Page", "/Template") and not ("/Contents" in each and "/MediaBox" in each):
            continue
        held = [key for key in ("/Contents", "/Resources", "/Annots", "/Thumb", "/PieceInfo", "/Metadata", "/AA", "/AF")
                if key in each]  # fmt: skip
        for key in held:
            del each[key]
        count += bool(held)
    return count


def loose_drawings(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[Any]:
    """The drawings that show the words, of those that pages don't use: each is drawn on a page of its own and read."""
    import pikepdf

    usual = pdf.pages[0].obj.get("/Resources") if len(pdf.pages) else None
    waiting = list(_unused(pdf))
    first = len(pdf.pages)
    for each, own in waiting:
        copy = pdf.make_stream(each.read_bytes())
        copy.Type, copy.Subtype, copy.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array(list(_WIDE))
        resources = own if own is not None else usual
        if resources is not None:
            copy.Resources = resources
        page = pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            MediaBox=pikepdf.Array([0, 0, 600, 600]),
            Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=copy)),
            Contents=pdf.make_stream(b"/X Do"),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    if not waiting:
        return []
    buffer = io.BytesIO()
    try:
        pdf.save(buffer, encryption=False)
    finally:
        del pdf.pages[first:]
    found: list[Any] = []
    with pdfium(buffer.getvalue(), "the file") as document:
        for place, (each, _) in enumerate(waiting):
            page = document[first + place]
            if holds([plain_text(page)], patterns):
                found.append(each)
            page.close()
    return found


def _unused(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, Any]]:
    """Streams that draw letters and that no page's content draws, with their resources."""
    import pikepdf

    used: set[Any] = set()
    waiting: list[Any] = [page.obj.get("/Resources") for page in pdf.pages]
    while waiting:
        node = waiting.pop()
        drawn: Any = node.get("/XObject", pikepdf.Dictionary()) if node is not None else pikepdf.Dictionary()
        for key in list(drawn.keys()):
            each = drawn[key]
            if each.objgen not in used:
                used.add(each.objgen)
                waiting.append(each.get("/Resources"))
    letters: dict[Any, Any] = {}
    for font in (inner for each in pdf.objects for inner in dictionaries_in(each)):
        if str(font.get("/Subtype")) == "/Type3":
            with suppress(Exception):
                drawn = font["/CharProcs"]
                letters.update({drawn[key].objgen: font.get("/Resources") for key in list(drawn.keys())})
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Stream) or each.objgen in used:
            continue
        if str(each.get("/Subtype")) != "/Form" and "/PatternType" not in each and each.objgen not in letters:
            continue
        with suppress(pikepdf.PdfError, pikepdf.DataDecodingError):
            blob = each.read_bytes()
            if b"BT" in blob or b"Do" in blob:
                yield each, each.get("/Resources") or letters.get(each.objgen)


def clear_loose_drawings(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[str]:
    """Empty those drawings."""
    found = loose_drawings(pdf, patterns)
    for each in found:
        each.write(b"")
    still = _reached(pdf) if found else set[Any]()
    found = [each for each in found if each.objgen in still]
    fills = sum("/PatternType" in each for each in found)
    said = [f"a pattern that fills shapes: {fills}"] if fills else []
    rest = len(found) - fills
    return said + ([f"drawings that no page shows as they are (masks, looks of buttons): {rest}"] if rest else [])


def _reached(pdf: pikepdf.Pdf) -> set[Any]:
    """The objects that saving keeps."""
    import pikepdf

    known: set[Any] = set()
    waiting: list[Any] = [pdf.trailer]
    while waiting:
        node = waiting.pop()
        if node.is_indirect:
            if node.objgen in known:
                continue
            known.add(node.objgen)
        inner = list(node) if isinstance(node, pikepdf.Array) else [node[key] for key in list(node.keys())]
        waiting += [each for each in inner if isinstance(each, pikepdf.Array | pikepdf.Dictionary | pikepdf.Stream)]
    return known


def clean_pictures(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> int:
    """Take the words out of what photos say about themselves; returns how many held them. Pixels stay as they are."""
    import pikepdf

    count = 0
    for each in told_pictures(pdf, patterns):
        blob = _packed(each)
        if "/DCTDecode" in str(each.get("/Filter")):
            kept = [
                part
                for part, kind in _segments(blob)
                if kind in (0, _APP0, _ADOBE) or (kind == _ICC and not holds([part.decode("latin-1")], patterns))
            ]
            new = b"".join(kept)
            each.write(new, filter=pikepdf.Name.DCTDecode, decode_parms=_last(each.get("/DecodeParms")))
        else:
            each.write(_bare_jp2(blob), filter=pikepdf.Name.JPXDecode)
        count += 1
    return count


def told_pictures(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[Any]:
    """The photos whose own bytes hold the words beside the pixels."""
    import pikepdf

    found: list[Any] = []
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Stream) or str(each.get("/Subtype")) != "/Image":
            continue
        with suppress(pikepdf.PdfError, pikepdf.DataDecodingError, ValueError, IndexError, zlib.error):
            names = str(each.get("/Filter"))
            if "/DCTDecode" in names:
                parts = [part for part, kind in _segments(_packed(each)) if kind not in (0, _APP0, _ADOBE)]
            elif "/JPXDecode" in names:
                parts = [body for kind, body in _boxes(_packed(each)) if kind not in _PIXELS]
            else:
                continue
            blob = b"\n".join(parts)
            if holds([blob.decode("utf-8", "replace"), blob.decode("latin-1"), blob.decode("utf-16-le", "replace")],
                     patterns):  # fmt: skip
                found.append(each)
    return found


def _packed(image: Any) -> bytes:
    """The bytes of a photo's file, unpacked from what else they are wrapped in."""
    import base64

    import pikepdf

    names = image["/Filter"]
    filters = [str(each) for each in names] if isinstance(names, pikepdf.Array) else [str(names)]
    blob = image.read_raw_bytes()
    for each in filters[:-1]:
        if each in ("/FlateDecode", "/Fl"):
            blob = zlib.decompressobj().decompress(blob, 1 << 28)
        elif each in ("/ASCII85Decode", "/A85"):
            blob = base64.a85decode(blob.strip().removeprefix(b"<~").removesuffix(b"~>"))
        elif each in ("/ASCIIHexDecode", "/AHx"):
            blob = bytes.fromhex(blob.decode("latin-1").partition(">")[0])
        else:
            raise ValueError("packed in a way that can't be undone here")
    return blob


def _last(parameters: Any) -> Any:
    import pikepdf

    if isinstance(parameters, pikepdf.Array):
        return parameters[len(parameters) - 1] if len(parameters) else None
    return parameters


def _segments(blob: bytes) -> Iterator[tuple[bytes, int]]:
    """A JPEG in parts, with the marker where a part says something about the picture; 0 for what makes it."""
    at = blob.index(b"\xff\xd8") + 2
    yield b"\xff\xd8", 0
    while at + 4 <= len(blob) and blob[at] == 0xFF:
        kind = blob[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind == _SCAN:
            end = blob.rfind(b"\xff\xd9")
            yield blob[at : end + 2 if end > at else len(blob)], 0
            return
        size = int.from_bytes(blob[at + 2 : at + 4], "big") + 2
        yield blob[at : at + size], kind if 0xE0 <= kind <= 0xEF or kind == _COMMENT else 0
        at += size


_PIXELS = (b"jP  ", b"ftyp", b"jp2h", b"jp2c")


def _boxes(blob: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The boxes of a JPEG 2000 file: kind and whole."""
    at = 0 if blob[4:8] == b"jP  " else len(blob)
    while at + 8 <= len(blob):
        size = int.from_bytes(blob[at : at + 4], "big")
        if size == 1:
            size = int.from_bytes(blob[at + 8 : at + 16], "big")
        size = size if size >= 8 else len(blob) - at
        yield blob[at + 4 : at + 8], blob[at : at + size]
        at += size


def _bare_jp2(blob: bytes) -> bytes:
    return b"".join(body for kind, body in _boxes(blob) if kind in _PIXELS)
