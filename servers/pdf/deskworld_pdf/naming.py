"""Words in the names that a file gives its own things, and in what its content says without showing it.

A resource may be called after the picture it was, a colour after the customer, a property by a word of its own; content
may carry texts for readers of the blind beside drawings. None of it is seen on a page, all of it is in the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_pdf.operators import instruction
from deskworld_pdf.phrasing import holds
from deskworld_pdf.sweeping import dictionaries_in, strings_in

if TYPE_CHECKING:
    import pikepdf
    import regex

_KINDS = ("/XObject", "/Font", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Properties")
_USES = {"Do": "/XObject", "Tf": "/Font", "gs": "/ExtGState", "cs": "/ColorSpace", "CS": "/ColorSpace",
         "sh": "/Shading",
         "scn": "/Pattern", "SCN": "/Pattern", "BDC": "/Properties", "DP": "/Properties"}  # fmt: skip
_LABELS = ("/Name", "/Title")


def strip_spoken(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[str]:
    """Take out what content says about itself (ActualText and the like) where it holds the words."""
    import pikepdf

    count = 0
    for holder in _drawers(pdf):
        with suppress(pikepdf.PdfError, pikepdf.DataDecodingError, TypeError):
            blob = _content(holder)
            if b"BDC" not in blob and b"DP" not in blob:
                continue
            kept: list[Any] = []
            found = 0
            for each in pikepdf.parse_content_stream(holder):
                operands = list(each.operands) if not isinstance(each, pikepdf.ContentStreamInlineImage) else []
                if str(each.operator) in ("BDC", "DP") and len(operands) == 2:
                    said = [(inside, key) for inside, key, text in strings_in(operands[1]) if holds([text], patterns)]
                    for inside, key in said:
                        if isinstance(inside, pikepdf.Dictionary):
                            del inside[key]
                        else:
                            inside[key] = pikepdf.String("")
                    found += len(said)
                    each = instruction(operands, str(each.operator)) if said else each
                kept.append(each)
            if found:
                _write(pdf, holder, kept)
                count += found
    return [f"texts beside drawings: {count}"] if count else []


def clean_names(pdf: pikepdf.Pdf, patterns: Sequence[regex.Pattern[str]]) -> list[str]:
    """Rename what is called by one of the words: resources, colours; own properties are taken out."""
    import pikepdf

    count = 0
    for key in list(pdf.docinfo.keys()):
        if holds([str(key).lstrip("/")], patterns) and key not in ("/Title", "/Author", "/Subject", "/Keywords"):
            del pdf.docinfo[key]
            count += 1
    for each in list(pdf.objects):
        if isinstance(each, pikepdf.Array) and _is_ink(each) and holds([str(each[1]).lstrip("/")], patterns):
            each[1] = pikepdf.Name("/Redacted")
            count += 1
        for facts in dictionaries_in(each):
            for key in list(facts.keys()):
                value = facts[key]
                if isinstance(value, pikepdf.Array) and _is_ink(value) and holds([str(value[1]).lstrip("/")], patterns):
                    value[1] = pikepdf.Name("/Redacted")
                    count += 1
                elif key in _LABELS and isinstance(value, pikepdf.Name) and holds([str(value).lstrip("/")], patterns):
                    del facts[key]
                    count += 1
    for holder in _drawers(pdf):
        with suppress(pikepdf.PdfError, pikepdf.DataDecodingError):
            count += _rename(pdf, holder, patterns)
    return [f"names inside the file: {count}"] if count else []


def _is_ink(value: Any) -> bool:
    import pikepdf

    return len(value) >= 4 and value[0] == pikepdf.Name("/Separation") and isinstance(value[1], pikepdf.Name)


def _rename(pdf: pikepdf.Pdf, holder: Any, patterns: Sequence[regex.Pattern[str]]) -> int:
    """Call resources otherwise where their names hold the words, in the content that uses them, too."""
    import pikepdf

    resources = (holder.obj if isinstance(holder, pikepdf.Page) else holder).get("/Resources")
    if resources is None:
        return 0
    new: dict[tuple[str, str], str] = {}
    for kind in _KINDS:
        inner: Any = resources.get(kind)
        for key in list(inner.keys()) if isinstance(inner, pikepdf.Dictionary) else []:
            if holds([str(key).lstrip("/")], patterns):
                name = f"/Rn{len(new) + 1}"
                while name in inner:
                    name += "x"
                new[kind, str(key)] = name
    if not new:
        return 0
    kept: list[Any] = []
    for each in pikepdf.parse_content_stream(holder):
        kind = _USES.get(str(each.operator))
        if kind and not isinstance(each, pikepdf.ContentStreamInlineImage):
            operands = [
                pikepdf.Name(new.get((kind, str(operand)), str(operand)))
                if isinstance(operand, pikepdf.Name) else operand
                for operand in each.operands
            ]  # fmt: skip
            each = instruction(operands, str(each.operator))
        kept.append(each)
    copy = pikepdf.Dictionary({key: resources[key] for key in list(resources.keys())})
    for (kind, old), name in new.items():
        inner = copy[kind]
        copy[kind] = pikepdf.Dictionary(
            {(name if str(key) == old else str(key)): inner[key] for key in list(inner.keys())}
        )
    (holder.obj if isinstance(holder, pikepdf.Page) else holder)["/Resources"] = copy
    _write(pdf, holder, kept)
    return len(new)


def _drawers(pdf: pikepdf.Pdf) -> list[Any]:
    """Pages and forms: what has content."""
    import pikepdf

    forms = [
        each for each in pdf.objects
        if isinstance(each, pikepdf.Stream) and str(each.get("/Subtype")) == "/Form"
    ]  # fmt: skip
    return [*pdf.pages, *forms]


def _content(holder: Any) -> bytes:
    import pikepdf

    if not isinstance(holder, pikepdf.Page):
        return holder.read_bytes()
    content = holder.obj.get("/Contents")
    if content is None:
        return b""
    parts = list(content) if isinstance(content, pikepdf.Array) else [content]
    return b"\n".join(each.read_bytes() for each in parts)


def _write(pdf: pikepdf.Pdf, holder: Any, kept: list[Any]) -> None:
    import pikepdf

    blob = pikepdf.unparse_content_stream(kept)
    if isinstance(holder, pikepdf.Page):
        holder.obj["/Contents"] = pdf.make_stream(blob)
    else:
        holder.write(blob)
