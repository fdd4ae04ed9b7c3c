"""Text on a page that nobody can see: without ink, of no size, see-through, in the colour of its ground, covered, on a
layer that is off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from ctypes import POINTER, byref, c_float, c_int, c_uint, c_ulong, c_ushort, cast, create_string_buffer
from typing import TYPE_CHECKING, Any, NamedTuple

from deskworld_kit.saying import many

from deskworld_pdf.geometry import Frame, Rect, meets

if TYPE_CHECKING:
    import pypdfium2

_LEAST_SIZE = 0.5
"""Points; below, a letter is a dot."""
_LEAST_OPACITY = 13
_LIGHT = 200
"""Ink whose darkest channel is this light may be that of the page: it is looked at."""
_FLAT = 12
"""Channels of a place where nothing is to be seen span no more than this."""
_MOST = 1500
"""Texts and covers of a page that are compared."""
_SHOWN = 1000
"""Pixels of the page's longer side when it is looked at."""


class _Drawn(NamedTuple):
    box: Rect
    why: str
    doubtful: bool


def unseen_text(page: pypdfium2.PdfPage, frame: Frame, *, scanned: bool) -> tuple[str, Rect] | None:
    """What of a page's text can't be seen, in words, and where the first of it stands.

    Args:
        page: The page.
        frame: How it is seen.
        scanned: It holds pictures; text without ink is what makes them searchable then.
    """
    found: dict[str, list[Rect]] = {}
    doubtful: list[Rect] = []
    for each in _texts(page, scanned=scanned):
        box = frame.seen_box(*each.box)
        if each.why:
            found.setdefault(each.why, []).append(box)
        elif each.doubtful:
            doubtful.append(box)
    plain = _plain(page, doubtful) if doubtful else []
    if plain:
        found["covered, on a layer that is off or in the colour behind it"] = plain
    if not found:
        return None
    total = sum(map(len, found.values()))
    return f"{many(total, 'text')} can't be seen: {', '.join(found)}", next(iter(found.values()))[0]


def _texts(page: pypdfium2.PdfPage, *, scanned: bool) -> Iterator[_Drawn]:
    """Each text that is not plainly dark print, and why it can't be seen, as far as its own settings say."""
    import pypdfium2.raw as raw

    texts: list[tuple[Rect, Any]] = []
    covered: set[int] = set()
    covers = 0
    left, bottom, right, top = page.get_bbox()
    area = (right - left) * (top - bottom)
    each: Any
    for each in page.get_objects(max_depth=3):
        kind = each.type
        if kind == raw.FPDF_PAGEOBJ_FORM:
            continue
        with suppress(Exception):
            box = each.get_bounds()
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                texts.append((box, each))
            elif texts and covers < _MOST and _covers(each, box, area):
                covers += 1
                covered |= {number for number, (own, _) in enumerate(texts[-_MOST:]) if meets(own, box, slack=1)}
    late = max(0, len(texts) - _MOST)
    for number, (box, text) in enumerate(texts):
        if raw.FPDFTextObj_GetTextRenderMode(text) in (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP):
            if not scanned:
                yield _Drawn(box, "without ink", False)
            continue
        size, parts = c_float(), [c_uint() for _ in range(4)]
        raw.FPDFTextObj_GetFontSize(text, byref(size))
        matrix = text.get_matrix()
        if abs(size.value) * max(abs(matrix.c), abs(matrix.d)) < _LEAST_SIZE:
            yield _Drawn(box, "of no size", False)
            continue
        known = raw.FPDFPageObj_GetFillColor(text, *[byref(part) for part in parts])
        if known and parts[3].value < _LEAST_OPACITY:
            yield _Drawn(box, "see-through", False)
        elif (
            (known and min(part.value for part in parts[:3]) > _LIGHT) or number - late in covered or _on_a_layer(text)
        ):
            yield _Drawn(box, "", True)


def _on_a_layer(text: Any) -> bool:
    import pypdfium2.raw as raw

    buffer, length = create_string_buffer(16), c_ulong()
    for number in range(raw.FPDFPageObj_CountMarks(text)):
        mark = raw.FPDFPageObj_GetMark(text, number)
        if raw.FPDFPageObjMark_GetName(mark, cast(buffer, POINTER(c_ushort)), 16, byref(length)):
            name = buffer.raw[: length.value].decode("utf-16-le", "replace").rstrip("\0")
            if name == "OC":
                return True
    return False


def _covers(each: Any, box: Rect, area: float) -> bool:
    """Whether an object may hide what was drawn before: a filled shape, a picture that is not the whole page."""
    import pypdfium2.raw as raw

    if each.type == raw.FPDF_PAGEOBJ_IMAGE:
        return (box[2] - box[0]) * (box[3] - box[1]) < 0.5 * area
    if each.type != raw.FPDF_PAGEOBJ_PATH:
        return False
    fill, stroke = c_int(), c_int()
    raw.FPDFPath_GetDrawMode(each, byref(fill), byref(stroke))
    return bool(fill.value) and min(box[2] - box[0], box[3] - box[1]) > 3


def _plain(page: pypdfium2.PdfPage, boxes: list[Rect]) -> list[Rect]:
    """Those of the boxes, as seen, in which the page as drawn has one colour."""
    width, height = page.get_size()
    scale = _SHOWN / max(width, height, 1)
    image = page.render(scale=scale, may_draw_forms=False).to_pil().convert("RGB")
    found: list[Rect] = []
    for box in boxes:
        left, top = max(0, int(box[0] * scale)), max(0, int(box[1] * scale))
        right, bottom = min(image.width, int(box[2] * scale) + 1), min(image.height, int(box[3] * scale) + 1)
        if right - left < 2 or bottom - top < 2:
            continue
        spans: Any = image.crop((left, top, right, bottom)).getextrema()
        if all(high - low <= _FLAT for low, high in spans):
            found.append(box)
    return found
