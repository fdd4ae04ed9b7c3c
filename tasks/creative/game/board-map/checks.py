"""The board against map, tiles and notes, cell by cell: as a picture, on paper, and counted."""

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    hard_to_read,
    lacks,
    mentions,
    picture_difference,
    recalculated,
    stray_figures,
    words_seen,
)

BOARD, PRINT, BOOK = "out/board.png", "out/board-print.pdf", "out/tiles.xlsx"
INK, PAPER = "#22343B", "#F6EFE6"
LETTERS, ROWS, STEP, START = "ABCDEFGHIJKLMNOP", 11, 102, 64
GRID = (START, START, START + 16 * STEP + 2, START + ROWS * STEP + 2)
SETTLED = {"C5": "V", "J9": "C"}  # what notes.md says in the end
MM = 72 / 25.4


def board(s: Submission) -> list[list[str]]:
    """The codes of the tiles, row by row, with what the notes settle."""
    rows = [[row[letter] for letter in LETTERS] for row in s.table("board/map.csv")]
    for ref, code in SETTLED.items():
        rows[int(ref[1:]) - 1][LETTERS.index(ref[0])] = code
    return rows


def tiles(s: Submission) -> list[dict[str, str]]:
    return [dict(row) for row in s.table("board/tiles.csv")]


@lru_cache(maxsize=8)
def _golden(files: tuple[tuple[str, Path], ...], rows: tuple[tuple[str, ...], ...]) -> Any:
    from PIL import Image

    art: dict[str, Any] = {}
    for code, file in files:
        with Image.open(file) as image:
            art[code] = image.convert("RGB").resize((100, 100), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", (16 * STEP + 2, ROWS * STEP + 2), INK)
    for down, row in enumerate(rows):
        for across, code in enumerate(row):
            whole.paste(art[code], (2 + across * STEP, 2 + down * STEP))
    return whole


def golden(s: Submission) -> Any:
    """The grid as it should look, made of the tiles that were given."""
    files = tuple((row["code"], s.file(f"board/{row['file']}")) for row in tiles(s))
    return _golden(files, tuple(tuple(row) for row in board(s)))


def shown(s: Submission) -> Any:
    """The board's picture, which has to have its size."""
    from PIL import Image

    facts = s.image(BOARD)
    assert (facts.format, facts.width, facts.height) == ("png", 1720, 1360), (
        f"the board is a {facts.format} of {facts.width} x {facts.height} px"
    )
    with Image.open(s.file(BOARD)) as image:
        return image.convert("RGB")


def apart(image: Any, color: str) -> Any:
    """How far each pixel is from a colour, in its farthest channel."""
    import numpy
    from PIL import ImageColor

    return numpy.abs(numpy.asarray(image, numpy.int16) - numpy.array(ImageColor.getrgb(color), numpy.int16)).max(axis=2)


@check("rendered")
def every_tile_is_right(s: Submission) -> None:
    """Each cell shows the tile of the map, with what the notes settle, upright and in its size."""
    import numpy

    seen = numpy.asarray(shown(s).crop(GRID), numpy.int16)
    right = numpy.asarray(golden(s), numpy.int16)
    for down, row in enumerate(board(s)):
        for across, code in enumerate(row):
            top, left = 4 + down * STEP, 4 + across * STEP
            off = float(
                numpy.abs(seen[top : top + 96, left : left + 96] - right[top : top + 96, left : left + 96]).mean()
            )
            assert off < 6, f"{LETTERS[across]}{down + 1} does not show its tile, {code} ({off:.1f})"


@check("rendered")
def grid_lines_are_drawn(s: Submission) -> None:
    """Lines of 2 px in Ink between all tiles and around them, at their places."""
    field = apart(shown(s).crop(GRID), INK) <= 10
    for place in range(17):
        assert field[:, place * STEP : place * STEP + 2].mean() > 0.98, (
            f"the line left of column {place + 1} is not drawn"
        )
    for place in range(ROWS + 1):
        assert field[place * STEP : place * STEP + 2].mean() > 0.98, f"the line above row {place + 1} is not drawn"


@check("rendered")
def letters_and_numbers_stand_around(s: Submission) -> None:
    """Each column has its letter above, each row its number at the left, in the middle; beside them only ground."""
    import numpy

    image = shown(s)
    ground, ink = apart(image, PAPER), apart(image, INK) <= 60
    paper = ground > 60
    lone = {
        "right rim": (GRID[2] + 1, 0, 1720, 1360),
        "lowest rim": (0, 1340, 1720, 1360),
        "top left corner": (0, 0, 62, 62),
    }
    for name, (left, top, right, bottom) in lone.items():
        bare = (ground[top:bottom, left:right] <= 6).mean()
        assert bare > 0.999, f"{1 - bare:.1%} of the {name} is not ground in Paper"
    fields = {letter: (66 + STEP * n, 0, 166 + STEP * n, 62) for n, letter in enumerate(LETTERS)}
    fields |= {str(n + 1): (0, 66 + STEP * n, 62, 166 + STEP * n) for n in range(ROWS)}
    for name, (left, top, right, bottom) in fields.items():
        downs, acrosses = numpy.nonzero(paper[top:bottom, left:right])
        assert len(downs) > 20, f"{name} does not stand at its place"
        high = int(downs.max() - downs.min()) + 1
        assert 17 <= high <= 37, f"{name} is {high} px high"
        middle = (acrosses.min() + acrosses.max()) / 2 - 50 if top == 0 else (downs.min() + downs.max()) / 2 - 50
        assert abs(middle) <= 8, f"{name} stands {middle:.0f} px off the middle"
        assert ink[top:bottom, left:right].sum() > 0.4 * len(downs), f"{name} is not written in Ink"
    texts = [
        str(mark.get("text", "")) for call in s.trajectory.calls("draw_on_image") if call.changed(BOARD)
        for mark in call.arguments.get("marks", []) if mark.get("kind") == "text"
    ]  # fmt: skip
    short = [text for text in texts if len(text) <= 2]
    if short:
        assert sorted(short) == sorted(fields), f"these were written: {short}"
        assert [text for text in short if text.isalpha()] == list(LETTERS), f"the letters are {short}"
    first: dict[str, Any] = {}
    for name, (left, top, right, bottom) in fields.items():
        mask = paper[top:bottom, left:right]
        downs, acrosses = numpy.nonzero(mask)
        sign = mask[downs.min() : downs.max() + 1, acrosses.min() : acrosses.max() + 1]
        twin = next(
            (other for other, was in first.items() if was.shape == sign.shape and (was != sign).mean() < 0.02), ""
        )
        assert not twin, f"what stands for {name} is the same as for {twin}"
        first[name] = sign


@check("rendered")
def legend_names_the_tiles(s: Submission) -> None:
    """Below the grid all eight tiles in order, each in 64 to 80 px with its name."""
    import cv2
    import numpy
    from PIL import Image

    image = shown(s)
    top = GRID[3] + 4
    strip = image.crop((0, top, 1720, 1360))
    field = numpy.asarray(strip.convert("L"))
    places: list[tuple[int, int]] = []
    for row in tiles(s):
        best, at = -1.0, (0, 0)
        with Image.open(s.file(f"board/{row['file']}")) as art:
            for side in range(64, 81, 2):
                small = numpy.asarray(art.convert("L").resize((side, side), Image.Resampling.LANCZOS))
                _, most, _, where = cv2.minMaxLoc(cv2.matchTemplate(field, small, cv2.TM_CCOEFF_NORMED))
                best, at = max((best, at), (most, (where[0] + side // 2, where[1] + side // 2)))
        assert best > 0.8, f"the legend does not show {row['name']} ({best:.2f})"
        places.append(at)
    assert sorted(places, key=lambda at: (at[1] // 60, at[0])) == places, f"the legend is not in order: {places}"
    words = [
        word for word in words_seen(s.file(BOARD), box=(0, top, 1720, 1360)) if re.search(r"[A-Za-z]{3}", word.text)
    ]
    said = [re.sub(r"\W", "", word.text) for word in words]
    names = [row["name"] for row in tiles(s)]
    assert sorted(said) == sorted(names), f"the legend says {said}, should say {names}"
    ground = apart(strip, PAPER) <= 10
    for x, y in places:
        ground[max(0, y - 42) : y + 42, max(0, x - 42) : x + 42] = True
    for left, upper, right, bottom in (word.box for word in words):
        ground[max(0, upper - top - 6) : bottom - top + 6, left - 6 : right + 6] = True
    assert ground.mean() > 0.998, f"{1 - ground.mean():.1%} of the ground of the legend is not Paper"
    for row, (x, y) in zip(tiles(s), places, strict=True):
        box = next(word.box for word, text in zip(words, said, strict=True) if text == row["name"])
        near = sorted(names, key=lambda name: _far(places[names.index(name)], box))
        assert near[0] == row["name"], f"{row['name']} stands beside the tile of {near[0]} ({x}, {y})"


def _far(at: tuple[int, int], box: tuple[int, int, int, int]) -> float:
    """How far a tile's middle is from where its name begins, or from the middle of a name below it."""
    beside = abs(box[0] - at[0]) + abs((box[1] + box[3]) / 2 - at[1])
    below = abs((box[0] + box[2]) / 2 - at[0]) + abs(box[1] - at[1])
    return min(beside, below)


@check("rendered")
def print_fits_together(s: Submission) -> None:
    """Four pages A4 landscape with their part of the board, in the middle, all in one scale, big enough."""
    import pypdfium2

    pages = s.pdf(PRINT).pages
    assert len(pages) == 4, f"the print has {len(pages)} pages"
    views = s.rendered(PRINT, width=1400)
    for page, view in zip(pages, views, strict=True):
        mm = (page.width / MM, page.height / MM)
        assert abs(mm[0] - 297) < 1 and abs(mm[1] - 210) < 1, f"page {page.index} is {mm[0]:.0f} x {mm[1]:.0f} mm"
        with pypdfium2.PdfDocument(s.file(PRINT)) as pdf:
            boxes = [item.get_bounds() for item in pdf[page.index - 1].get_objects(filter=[3], max_depth=6)]
        assert len(boxes) == 1, f"page {page.index} has {len(boxes)} pictures"
        left, bottom, right, top = (edge / MM for edge in boxes[0])
        assert abs(left + right - mm[0]) < 1 and abs(top + bottom - mm[1]) < 1, (
            f"page {page.index}: it is off the middle"
        )
        assert min(left, bottom) >= 4.9, f"page {page.index}: only {min(left, bottom):.1f} mm are free at the edge"
        wide, high = (right - left) * 100 / 920, (top - bottom) * 100 / 614
        assert 28 <= wide <= 31 and abs(wide - high) < 0.1, f"page {page.index}: a tile is {wide:.1f} x {high:.1f} mm"
        x, y = (0, 714)[(page.index - 1) % 2], (0, 510)[(page.index - 1) // 2]
        part = golden(s).crop((x, y, x + 920, y + 614))
        buffer = BytesIO()
        part.save(buffer, "PNG")
        scale = view.width / mm[0]
        box = [round(edge * scale) for edge in (left, mm[1] - top, right, mm[1] - bottom)]
        off = picture_difference(view.png, buffer.getvalue(), box=box)
        assert off < 9, f"page {page.index} does not show its part of the board ({off:.1f})"


def sheet(s: Submission, name: str) -> Any:
    book = s.workbook(BOOK)
    assert sorted(book.sheet_names) == ["Map", "Tiles"], f"the workbook has the sheets {book.sheet_names}"
    return book.sheet(name)


@check("content")
def map_is_in_the_workbook(s: Submission) -> None:
    """The codes as they are on the board, with letters and numbers."""
    rows = sheet(s, "Map").rows("A1:Q12")
    assert rows[0][1:] == list(LETTERS), f"row 1 says {rows[0][1:]}"
    assert [str(row[0]) for row in rows[1:]] == [str(n) for n in range(1, 12)], "the row numbers are not in column A"
    for number, (row, wanted) in enumerate(zip(rows[1:], board(s), strict=True), start=1):
        assert row[1:] == wanted, f"row {number} says {row[1:]}, should say {wanted}"
    facts = sheet(s, "Map")
    widths = {round(facts.column_widths.get(letter, 0), 1) for letter in "BCDEFGHIJKLMNOPQ"}
    assert len(widths) == 1, f"the columns of the map are {sorted(widths)} characters wide"
    assert (facts.row_count, facts.column_count) == (12, 17), f"Map has {facts.row_count} x {facts.column_count} cells"


@check("content")
def counts_follow_the_map(s: Submission) -> None:
    """Each tile's count, stock and lack, the sums below; when the map is changed in a copy, the counts follow."""
    facts, last = sheet(s, "Tiles"), len(tiles(s)) + 1

    def wanted(rows: list[list[str]]) -> dict[str, int]:
        found: dict[str, int] = {}
        for place, row in enumerate(tiles(s), start=2):
            count = sum(line.count(row["code"]) for line in rows)
            found[f"C{place}"], found[f"E{place}"] = count, max(0, count - int(row["in_box"]))
        sums = {f"{c}{last + 1}": sum(found[f"{c}{n}"] for n in range(2, last + 1)) for c in "CE"}
        return found | sums | {f"D{last + 1}": sum(int(row["in_box"]) for row in tiles(s))}

    assert facts.rows("A1:E1")[0] == ["Code", "Name", "On board", "In box", "Missing"], f"{facts.rows('A1:E1')[0]}"
    for place, row in enumerate(tiles(s), start=2):
        got = [facts.value(f"{c}{place}") for c in "ABD"]
        assert got == [row["code"], row["name"], int(row["in_box"])], f"row {place} says {got}"
    assert str(facts.value(f"A{last + 1}")).strip() == "Total", f"A{last + 1} says {facts.value(f'A{last + 1}')!r}"
    assert (facts.row_count, facts.column_count) == (last + 1, 5), "Tiles has more than was asked for"
    now = wanted(board(s))
    off = {ref: facts.value(ref) for ref, value in now.items() if facts.value(ref) != value}
    assert not off, f"{off}, should be { {ref: now[ref] for ref in off} }"
    typed = [ref for ref in now if not facts.formula(ref)]
    assert not typed, f"{typed} are typed, not formulas"
    other = [list(row) for row in board(s)]
    edits: dict[tuple[str, str], Any] = {}
    for number, row in enumerate(tiles(s)):  # each tile comes once more and one goes, from corner to corner
        for down, across in ((number % ROWS, (5 * number) % 16), (10 - number % 3, 15 - number)):
            other[down][across] = row["code"]
            edits["Map", f"{'BCDEFGHIJKLMNOPQ'[across]}{down + 2}"] = row["code"]
    after, right = recalculated(s.file(BOOK), edits)["Tiles"], wanted(other)
    off = {ref: after.get(ref) for ref, value in right.items() if after.get(ref) != value}
    assert not off, f"when the map is changed: {off}, should be { {ref: right[ref] for ref in off} }"
    for name, heads in (("Tiles", "ABCDE"), ("Map", "BCQ")):
        assert not hard_to_read(sheet(s, name)), hard_to_read(sheet(s, name))
        plain = [f"{c}1" for c in heads if not sheet(s, name).cell(f"{c}1").style.bold]
        assert not plain, f"the headings {plain} do not stand out"


@check("tools")
def all_was_looked_at(s: Submission) -> None:
    """Board and print were seen after their last change, the print on all pages."""
    for path in (BOARD, PRINT):
        assert s.trajectory.rendered_after_last_change(path), f"{path} was never looked at as it is"
    seen: set[int] = set()
    for call in s.trajectory.looks_after_last_change(PRINT):
        pages = call.arguments.get("pages")
        seen |= {int(one) for one in pages if str(one).isdigit()} if isinstance(pages, list) else {1, 2, 3, 4}
    for path in (BOARD, PRINT):
        last = max(place for place, call in enumerate(s.trajectory) if call.changed(path))
        late = [call for call in list(s.trajectory)[last + 1 :] if call.changes and "scratch/" in str(call.arguments)]
        late = [call.name for call in late if not call.changed(PRINT) and path == PRINT]
        assert not late, f"a draft was made again ({late}) after {path} was put together"
    assert len(seen) >= 4, f"only the pages {sorted(seen)} of the print were looked at"


@check("answer")
def tells_what_is_missing(s: Submission) -> None:
    """The tiles that the box lacks with their numbers, and the two cells that were changed."""
    rows = board(s)
    short = {row["name"]: sum(r.count(row["code"]) for r in rows) - int(row["in_box"]) for row in tiles(s)}
    for name, count in short.items():
        told = re.search(
            rf"\b{name}s?\b\W+(?:\w+\W+)?{count}\b|\b{count}\b\W+(?:\w+\W+)?{name}s?\b", s.answer, re.IGNORECASE
        )
        assert count <= 0 or told, f"the answer does not say that {count} of {name} are missing"
    assert not lacks(s.answer, *SETTLED), f"the answer does not name {lacks(s.answer, *SETTLED)}"
    for ref, name in (("C5", "village"), ("J9", "cliff")):
        clause = re.search(rf"{ref}\b[^.;,]*", s.answer)
        assert clause and mentions(clause[0], name, name.title()), f"the answer does not say that {ref} is {name}"
    said = re.sub(r"\b[A-P]\d{1,2}\b", "", s.answer)  # names of cells are no figures
    stray = stray_figures(said, *(count for count in short.values() if count > 0), 4, 8, 16, 11, 176)
    assert not stray, f"the answer has other figures: {stray}"
    names = {row["code"]: row["name"].lower() for row in tiles(s)}
    for ref, clause in re.findall(r"\b([A-P]\d{1,2})\b((?:(?!\b[A-P]\d{1,2}\b)[^.;,])*)", s.answer):
        there = names[rows[int(ref[1:]) - 1][LETTERS.index(ref[0])]]
        told = [name for name in names.values() if name in clause.lower()]
        assert not told or there in told, f"the answer says that {ref} is {told}, but {there} lies there"
    wrong = [ref for ref in re.findall(r"\b[A-P]\d{1,2}\b", s.answer) if ref not in (*SETTLED, "J8")]
    assert not wrong, f"the answer names other cells: {wrong}"
