"""Words outside of what pages draw: bookmarks, properties, notes, field values, tags, scripts, attached files.

A PDF says the same words in many places. Every string and every stream that is no picture, font or page content is
looked at; where the words stand they are replaced, and what can't be read through is taken out. The same walk, once the
file is saved, proves that nothing is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_pdf.phrasing import INSTEAD, holds, without

if TYPE_CHECKING:
    import pikepdf
    import regex

_NO_WORDS = ("/ID", "/Registry", "/Ordering", "/ModDate", "/CreationDate", "/M", "/Lang", "/CharSet", "/DA", "/DS")
"""Keys whose strings are dates, codes and settings, which readers would not understand with a word cut out."""

_DEEPEST = 60


def sweep(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]], *, codes: bool = True) -> list[str]:
    """Replace the words wherever strings and streams hold them; returns in which kinds of places they were.

    Args:
        pdf: The file.
        patterns: The words.
        codes: Look into bytes that are no text, too: an expression may fit any of those.
    """
    import pikepdf

    places: dict[str, int] = {}

    def mend(holder: Any, key: Any, text: str, where: str) -> None:
        new = without(text, patterns)
        if new is not None:
            holder[key] = pikepdf.String(new)
            places[where] = places.get(where, 0) + 1

    for each in [*pdf.objects, pdf.trailer]:
        for holder, key, text in strings_in(each):
            mend(holder, key, text, _where(holder, key))
    for each in list(pdf.objects):
        if not isinstance(each, pikepdf.Stream) or _is_noise(each):
            continue
        where = ""
        if "/PatternType" in each:
            where = "a pattern that fills shapes" if holds(_texts_of(each, codes=codes), patterns) else ""
            if where:
                each.write(b"")
        elif not _is_content(each) and holds(_texts_of(each, codes=codes), patterns):
            where = _mend_stream(each, patterns)
        if where:
            places[where] = places.get(where, 0) + 1
    return [f"{where}: {count}" for where, count in sorted(places.items())]


def drop_attachments(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[str]:
    """Take out attached files that hold the words, or that can't be looked through: those that readers list, and
    those that hang on a note, a page or the file itself."""
    import pikepdf

    said: list[str] = []
    for each in list(pdf.objects):
        for facts in dictionaries_in(each):
            inside = facts.get("/EF")
            if not isinstance(inside, pikepdf.Dictionary):
                continue
            name = str(facts.get("/UF", facts.get("/F", "")))
            streams = [inside[key] for key in list(inside.keys()) if isinstance(inside[key], pikepdf.Stream)]
            texts = [_as_text(_bytes_of(stream)) for stream in streams]
            known = [text for text in texts if text is not None]
            if len(known) == len(texts) and not holds([*known, name], patterns):
                continue
            for stream in streams:
                stream.write(b"")
            for key in ("/EF", "/RF", "/Thumb", "/Desc"):
                if key in facts:
                    del facts[key]
            why = "holds the words" if holds([*known, name], patterns) else "can't be looked through"
            said.append(f"the attached file {INSTEAD if holds([name], patterns) else repr(name)} {why}: taken out")
    for name in sorted(pdf.attachments):
        with suppress(Exception):
            if "/EF" not in pdf.attachments[name].obj:
                del pdf.attachments[name]
    return said


def _bytes_of(stream: Any) -> bytes:
    """A stream unpacked, or as it lies in the file where that can't be done."""
    import pikepdf

    try:
        return stream.read_bytes()
    except (pikepdf.PdfError, pikepdf.DataDecodingError):
        return stream.read_raw_bytes()


def left(
    pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]], *, expressions: bool = False
) -> tuple[list[str], int]:
    """Where the words still are, and how many strings and streams were looked at.

    Codes of letters in page content are compared for plain words only: an expression may fit any codes.
    """
    import pikepdf

    found: list[str] = []
    looked = 0
    for each in [*pdf.objects, pdf.trailer]:
        for holder, key, text in strings_in(each):
            looked += 1
            if holds([text], patterns):
                found.append(_where(holder, key))
        if isinstance(each, pikepdf.Dictionary) and "/AP" in each and holds(_state_names(each), patterns):
            found.append("the name of a button's state")
        if isinstance(each, pikepdf.Stream) and not _is_noise(each):
            looked += 1
            if holds(_texts_of(each, shown=not expressions, codes=not expressions), patterns):
                found.append("a stream")
    return list(dict.fromkeys(found)), looked


def _state_names(widget: Any) -> list[str]:
    with suppress(Exception):
        return [str(key).lstrip("/") for key in widget["/AP"]["/N"].keys()]  # noqa: SIM118 - no plain dict
    return []


def dictionaries_in(root: Any) -> Iterator[Any]:
    """An object, where it is a dictionary, and every dictionary directly below it."""
    import pikepdf

    waiting: list[tuple[Any, int]] = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        inner: list[Any] = []
        if isinstance(node, pikepdf.Array):
            inner = list(node)
        elif isinstance(node, pikepdf.Dictionary | pikepdf.Stream):
            yield node
            inner = [node.get(key) for key in list(node.keys())]
        if depth < _DEEPEST:
            waiting += [
                (each, depth + 1)
                for each in inner
                if isinstance(each, pikepdf.Array | pikepdf.Dictionary) and not each.is_indirect
            ]


def strings_in(root: Any) -> Iterator[tuple[Any, Any, str]]:
    """Every string directly below an object: its holder, its key there, and its text."""
    import pikepdf

    waiting: list[tuple[Any, int]] = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        pairs: list[tuple[Any, Any]] = []
        if isinstance(node, pikepdf.Array):
            pairs = list(enumerate(list(node)))
        elif isinstance(node, pikepdf.Dictionary | pikepdf.Stream):
            if node.get("/Filter") == "/Standard":
                continue  # how the file is encrypted
            pairs = [(key, node.get(key)) for key in list(node.keys()) if key not in _NO_WORDS]
        for key, value in pairs:
            if isinstance(value, pikepdf.String):
                yield node, key, str(value)
            elif depth < _DEEPEST and isinstance(value, pikepdf.Array | pikepdf.Dictionary) and not value.is_indirect:
                waiting.append((value, depth + 1))


def _where(holder: Any, key: Any) -> str:
    import pikepdf

    if not isinstance(holder, pikepdf.Dictionary | pikepdf.Stream):
        return "a list in the file"
    kind, subtype = str(holder.get("/Type", "")), str(holder.get("/Subtype", ""))
    if key in ("/V", "/DV", "/RV", "/TU", "/T") and ("/FT" in holder or "/Kids" in holder):
        return "a form field"
    if key == "/Title" and ("/Dest" in holder or "/Parent" in holder or "/A" in holder):
        return "the outline"
    if key in ("/ActualText", "/Alt", "/E") or ("/S" in holder and "/P" in holder):
        return "the tags"
    if kind == "/Annot" or subtype in ("/Text", "/FreeText", "/Highlight", "/Link", "/Popup", "/Stamp", "/Square"):
        return "a note"
    if key in ("/Title", "/Author", "/Subject", "/Keywords", "/Creator", "/Producer"):
        return "the properties"
    if key in ("/URI", "/JS", "/F", "/UF"):
        return "an action or a file's name"
    return "another string"


def _is_noise(stream: Any) -> bool:
    """Whether a stream's bytes are pixels, outlines of letters or numbers: whatever they spell, nobody reads it."""
    kind = str(stream.get("/Subtype"))
    if kind in ("/Image", "/Type1C", "/CIDFontType0C", "/OpenType") or str(stream.get("/Type")) in ("/XRef", "/ObjStm"):
        return True
    return any(key in stream for key in ("/Length1", "/Length2", "/FunctionType", "/ShadingType")) or (
        "/N" in stream and str(stream.get("/Type", "")) == ""
    )


def _is_content(stream: Any) -> bool:
    """Whether a stream draws."""
    return str(stream.get("/Subtype")) == "/Form" or (
        b"begincmap" not in (blob := _bytes_of(stream))
        and _CONTENT.search(blob) is not None
        and not _is_marked_up(blob)
    )


def _is_marked_up(blob: bytes) -> bool:
    return blob[:512].lstrip().startswith((b"<?x", b"<x", b"<html"))


def _mend_stream(each: Any, patterns: Sequence[regex.Pattern[str]]) -> str:
    """Replace the words in a stream that draws nothing, or empty it; returns what it was."""
    blob = _bytes_of(each)
    if b"begincmap" in blob:
        each.write(_MAPPED.sub(lambda match: b"<FFFD>" if holds([_letters(match)], patterns) else match[0], blob))
        return "a font's map of letters"
    plain = _as_text(blob)
    new = without(plain, patterns) if plain is not None else None
    each.write(new.encode() if new is not None else b"")
    return "a script, XML or text inside the file" if plain is not None else "other data inside the file"


_MAPPED = re.compile(rb"<([0-9A-Fa-f\s]{8,})>")


def _letters(match: re.Match[bytes]) -> str:
    """What one code stands for in a map of letters, where that is more than one letter."""
    with suppress(ValueError):
        return bytes.fromhex(match[1].decode()).decode("utf-16-be", "replace")
    return ""


def _texts_of(each: Any, *, shown: bool = True, codes: bool = True) -> list[str]:
    """A stream's bytes as the texts they are: of page content the shown strings joined, as far as they are wanted.

    What else page content holds are places and the names of instructions, and a map of characters holds codes: a
    number that somebody looks for would be found in them and be none.
    """
    blob = _bytes_of(each)
    if b"begincmap" in blob:
        return [_letters(match) for match in _MAPPED.finditer(blob)]
    if str(each.get("/Subtype")) == "/Form" or "/PatternType" in each or (
        _CONTENT.search(blob) and not _is_marked_up(blob)
    ):  # fmt: skip
        return ["".join(_shown(blob))] if shown else []
    plain = _as_text(blob)
    if plain is not None:
        return [plain]
    wide = [blob[start:].decode(way, "replace") for start in (0, 1) for way in ("utf-16-le", "utf-16-be")]
    return [blob.decode("latin-1"), *(wide if b"\0" in blob else [])] if codes else []


_CONTENT = re.compile(rb"\bBT\b.*\b(Tf|T[jJmd])\b|\b(re|cm|Do)\s|\bBDC\b", re.DOTALL)
_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)


def _shown(blob: bytes) -> Iterator[str]:
    """The strings of page content, one after the other, as Latin letters and as UTF-16."""
    for match in _STRING.finditer(blob):
        piece = match[0]
        if piece.startswith(b"("):
            yield _literal(piece)
        else:
            digits = re.sub(rb"\s", b"", piece[1:-1])
            with suppress(ValueError):
                raw = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
                yield raw.decode("latin-1") if b"\0" not in raw else raw.decode("utf-16-be", "replace")


def _literal(piece: bytes) -> str:
    if b"\\" not in piece and not piece.startswith((b"(\xfe\xff", b"(\xef\xbb\xbf")):
        return piece[1:-1].decode("latin-1")
    import pikepdf

    with suppress(Exception):
        return str(pikepdf.Object.parse(piece))
    return piece[1:-1].decode("latin-1")


def _as_text(blob: bytes) -> str | None:
    """Bytes as text; None where they are none."""
    if b"\0" in blob[:4000] and not blob.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    for encoding in ("utf-8-sig", "utf-16") if blob[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig",):
        try:
            text = blob.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if text.startswith(("%PDF", "PK\x03")) else text
    return None
