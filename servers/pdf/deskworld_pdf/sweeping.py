"""Words outside of what pages draw: bookmarks, properties, notes, field values, tags, scripts, attached files.

A PDF says the same words in many places. Every string and every stream that is no picture, font or page content is
looked at; where the words stand they are replaced, and what can't be read through is taken out. The same walk, once the
file is saved, proves that nothing is left.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf
    import regex

INSTEAD = "[redacted]"
_NO_WORDS = ("/ID", "/Registry", "/Ordering", "/ModDate", "/CreationDate", "/M", "/Lang", "/CharSet", "/DA", "/DS")
"""Keys whose strings are dates, codes and settings, which readers would not understand with a word cut out."""
_SILENT = ("/Image",)


def sweep(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[str]:
    """Replace the words wherever strings hold them; returns in which kinds of places they were."""
    places: dict[str, int] = {}

    def mend(holder: Any, key: Any, text: str, where: str) -> None:
        import pikepdf

        new = _without(text, patterns)
        if new is not None:
            holder[key] = pikepdf.String(new)
            places[where] = places.get(where, 0) + 1

    for each in [*pdf.objects, pdf.trailer]:
        for holder, key, text in strings_in(each):
            mend(holder, key, text, _where(holder, key))
    for each in list(pdf.objects):
        if _is_pattern(each) and _holds(_texts_of(each), patterns):
            each.write(b"")
            places["a pattern that fills shapes"] = places.get("a pattern that fills shapes", 0) + 1
        elif _is_prose(each) and _holds(_texts_of(each), patterns):
            _mend_stream(each, patterns)
            places["a script, XML or text inside the file"] = places.get("a script, XML or text inside the file", 0) + 1
    return [f"{where}: {count}" for where, count in sorted(places.items())]


def drop_attachments(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[str]:
    """Take out attached files that hold the words, or that can't be looked through."""
    said: list[str] = []
    for name in sorted(pdf.attachments):
        blob = b""
        with suppress(Exception):
            blob = pdf.attachments[name].get_file().read_bytes()
        plain = _as_text(blob)
        if plain is None or _holds([plain, name], patterns):
            del pdf.attachments[name]
            why = "can't be looked through" if plain is None else "holds the words"
            said.append(f"the attached file {INSTEAD if _holds([name], patterns) else repr(name)} {why}: taken out")
    return said


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
            if _holds([text], patterns):
                found.append(_where(holder, key))
        if isinstance(each, pikepdf.Dictionary) and "/AP" in each and _holds(_state_names(each), patterns):
            found.append("the name of a button's state")
        if isinstance(each, pikepdf.Stream) and str(each.get("/Subtype")) not in _SILENT:
            if any(key in each for key in ("/Length1", "/Length2", "/FunctionType", "/ShadingType")):
                continue
            with suppress(pikepdf.PdfError, pikepdf.DataDecodingError):
                looked += 1
                if _holds(_texts_of(each, shown=not expressions), patterns):
                    found.append("a stream")
    return list(dict.fromkeys(found)), looked


def _state_names(widget: Any) -> list[str]:
    with suppress(Exception):
        return [str(key).lstrip("/") for key in widget["/AP"]["/N"].keys()]  # noqa: SIM118 - no plain dict
    return []


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
            elif depth < 60 and isinstance(value, pikepdf.Array | pikepdf.Dictionary) and not value.is_indirect:
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


def _without(text: str, patterns: Sequence[regex.Pattern[str]]) -> str | None:
    """The text with the words replaced; None where it holds none of them."""
    plain = unicodedata.normalize("NFKC", text)
    new = plain
    for pattern in patterns:
        new = pattern.sub(INSTEAD, new)
    return new if new != plain else None


def _holds(texts: Sequence[str], patterns: Sequence[regex.Pattern[str]]) -> bool:
    return any(pattern.search(unicodedata.normalize("NFKC", text)) for text in texts for pattern in patterns)


def _is_pattern(each: Any) -> bool:
    """Whether a stream is drawn over and over to fill shapes: readers find no text in it, but people see it."""
    import pikepdf

    return isinstance(each, pikepdf.Stream) and "/PatternType" in each


def _is_prose(each: Any) -> bool:
    """Whether a stream holds words outside of page content: metadata, scripts, forms in XML."""
    import pikepdf

    if not isinstance(each, pikepdf.Stream) or str(each.get("/Subtype")) in ("/Image", "/Form"):
        return False
    if str(each.get("/Type")) in ("/Metadata", "/EmbeddedFile") or str(each.get("/Subtype")) == "/XML":
        return True
    with suppress(Exception):
        head = each.read_bytes()[:512].lstrip()
        return head.startswith((b"<?x", b"<x", b"<html")) or b"function" in head or b"app." in head
    return False


def _mend_stream(each: Any, patterns: Sequence[regex.Pattern[str]]) -> None:
    plain = _as_text(each.read_bytes())
    new = _without(plain, patterns) if plain is not None else None
    each.write(new.encode() if new is not None else b"")


def _texts_of(each: Any, *, shown: bool = True) -> list[str]:
    """A stream's bytes as the texts they are: of page content the shown strings joined, as far as they are wanted.

    What else page content holds are places and the names of instructions, and a map of characters holds codes: a
    number that somebody looks for would be found in them and be none.
    """
    blob = each.read_bytes()
    if b"begincmap" in blob[:1000]:
        return []
    if str(each.get("/Subtype")) == "/Form" or "/PatternType" in each or _CONTENT.search(blob):
        return ["".join(_shown(blob))] if shown else []
    plain = _as_text(blob)
    return [] if plain is None else [plain]


_CONTENT = re.compile(rb"\bBT\b.*\b(Tf|T[jJmd])\b|\b(re|cm|Do)\s|\bBDC\b", re.DOTALL)
_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)


def _shown(blob: bytes) -> Iterator[str]:
    """The strings of page content, one after the other, as Latin letters and as UTF-16."""
    for match in _STRING.finditer(blob):
        piece = match[0]
        if piece.startswith(b"("):
            yield piece[1:-1].decode("latin-1")
        else:
            digits = re.sub(rb"\s", b"", piece[1:-1])
            with suppress(ValueError):
                raw = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
                yield raw.decode("latin-1") if b"\0" not in raw else raw.decode("utf-16-be", "replace")


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
