"""The proof of a redaction: what is read again in the file as written, and what a second look there still finds."""

from __future__ import annotations

import io
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError
from deskworld_kit.saying import many

from deskworld_pdf.filling import flatten
from deskworld_pdf.finding import matches, may_hold, pattern_of
from deskworld_pdf.geometry import Rect, frame_of
from deskworld_pdf.leftovers import loose_drawings, told_pictures
from deskworld_pdf.opening import numbers, open_pdf, pdfium
from deskworld_pdf.sweeping import left
from deskworld_pdf.words import plain_text, read_runs

if TYPE_CHECKING:
    import pikepdf
    import regex

_NOTES = {"/Text", "/FreeText", "/Stamp", "/Square", "/Circle", "/Line", "/Polygon", "/PolyLine", "/Ink", "/Highlight",
          "/Underline", "/StrikeOut", "/Squiggly", "/Caret", "/Widget", "/Watermark"}  # fmt: skip

_LEAST_SPREAD = 4


def worth_reading(page: Any, plain: Sequence[str]) -> bool:
    """Whether a page may hold one of the words; of expressions that can't be said without reading it."""
    if not plain:
        return True
    text = plain_text(page)
    return any(may_hold(text, each) for each in plain)


def flattened(pdf: pikepdf.Pdf) -> bytes:
    """A copy of the file in which notes and fields are drawn into their pages."""
    import pikepdf

    buffer = io.BytesIO()
    pdf.save(buffer, encryption=False)
    with pikepdf.open(io.BytesIO(buffer.getvalue())) as copy:
        for page in copy.pages:
            with suppress(Exception):
                for note in list(page.obj.get("/Annots", [])):
                    note["/F"] = 4  # hidden ones hold words too
                flatten(copy, page, _NOTES)
        again = io.BytesIO()
        copy.save(again)
    return again.getvalue()


def letters_left(pdf: pikepdf.Pdf, file: Any, name: str, boxes: dict[int, list[Rect]]) -> dict[int, list[Rect]]:
    """The boxes, in pages' own coordinates, in which letters of their own height still stand."""
    found: dict[int, list[Rect]] = {}
    with pdfium(file, name) as document:
        for number, places in boxes.items():
            page = document[number - 1]
            frame = frame_of(pdf.pages[number - 1])
            chars = [char for run in (read_runs(page, frame) if places else []) for char in run.chars]
            page.close()
            middles = sorted(
                ((char.box[1] + char.box[3]) / 2, (char.box[0] + char.box[2]) / 2, _side(char.box))
                for char in chars
                if not char.text.isspace()
            )
            for box in places:
                left, top, right, bottom = frame.seen_box(*box)
                most = 1.5 * max(_side((left, top, right, bottom)), 1.0)
                near = middles[bisect_left(middles, (top,)) : bisect_right(middles, (bottom, float("inf")))]
                if any(left <= x <= right and side <= most for _, x, side in near):
                    found.setdefault(number, []).append(box)
    return found


def _side(box: Rect) -> float:
    return min(box[2] - box[0], box[3] - box[1])


def middle_in(box: Rect, area: Rect) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def prove(
    place: Any,
    patterns: Sequence[regex.Pattern[str]],
    plain: Sequence[str],
    chosen: Sequence[int],
    everywhere: bool,
    places: dict[int, list[Rect]],
    tight: dict[int, list[Rect]],
) -> str:
    """Search the written file.

    Raises:
        ToolError: Something is still there.
    """
    failed = "could not be removed for good; nothing was saved"
    said: list[str] = []
    with open_pdf(place) as pdf:
        count = len(pdf.pages)
        with pdfium(flattened(pdf), place.name) as document:
            for number in (numbers(None, count) if everywhere else chosen) if patterns else []:
                page = document[number - 1]
                runs = read_runs(page) if worth_reading(page, plain) else []
                page.close()
                for pattern in patterns:
                    for match in matches(runs, pattern):
                        raise ToolError(f"{match.text!r} on page {number} {failed}", argument="find")
            for number, boxes in places.items():
                for run in read_runs(document[number - 1], frame_of(pdf.pages[number - 1])):
                    for char in run.chars:
                        if not char.text.isspace() and any(middle_in(char.box, box) for box in boxes):
                            raise ToolError(f"text in the box on page {number} {failed}", argument="areas")
        for number in letters_left(pdf, place, place.name, tight):
            raise ToolError(f"a letter of the words on page {number} {failed}; use `areas` there", argument="find")
        if patterns and everywhere:
            still, looked = left(pdf, patterns, expressions=not plain)
            still += ["a drawing that no page shows"] if loose_drawings(pdf, patterns) else []
            still += ["facts inside a photo"] if told_pictures(pdf, patterns) else []
            if still:
                hint = "".join(f"; {each}" for each in spread_out(place, plain, numbers(None, count))[:2])
                raise ToolError(f"the words in {', '.join(still[:3])} {failed}{hint}", argument="find")
            said.append(f"not found in {many(looked, 'string or stream', 'strings and streams')} of the saved file")
        if patterns:
            said.append(
                f"not in the text of {many(count if everywhere else len(chosen), 'page')}, notes and fields drawn in"
            )
    if places:
        said.append(f"no text left in {many(sum(map(len, places.values())), 'box', 'boxes')}")
    return "; ".join(said)


def spread_out(file: Any, plain: Sequence[str], chosen: Sequence[int]) -> list[str]:
    """Where the letters of the words stand one after the other, but too far apart to be found as words."""
    found: list[str] = []
    words = [each for each in plain if len("".join(each.split())) >= _LEAST_SPREAD]
    with pdfium(file, "the file") as document:
        for number in chosen if words else []:
            page = document[number - 1]
            text = plain_text(page)
            page.close()
            found += [
                f"page {number} may show {each!r} in spread letters; look at it and use `areas` there"
                for each in words
                if may_hold(text, each)
            ]
    return found[:8]


def also_elsewhere(place: Any, phrases: Sequence[str]) -> list[str]:
    """Where what was taken out of boxes stands elsewhere in the file."""
    if not phrases:
        return []
    found: list[str] = []
    patterns = [(phrase, pattern_of(phrase)) for phrase in phrases]
    with open_pdf(place) as pdf:
        whole, _ = left(pdf, [pattern for _, pattern in patterns])
        if whole:
            found.append(
                f"words from the boxes also stand in {', '.join(whole[:4])}; pass them in `find` to remove all"
            )
        with pdfium(place, place.name) as document:
            for number in range(1, min(len(document), 500) + 1):
                page = document[number - 1]
                runs = read_runs(page) if worth_reading(page, phrases) else []
                page.close()
                for phrase, pattern in patterns:
                    if matches(runs, pattern, most=1):
                        found.append(f"{phrase[:40]!r} also stands on page {number}; pass it in `find` to remove it")
                if len(found) > 8:
                    break
    return found[:8]
