"""The order of lines that were found on a page: which stand in columns, and which are rows of a table."""

from collections.abc import Iterator

import pytest
from deskworld_artifacts.ocr.order import Run, in_order
from deskworld_artifacts.ocr.words import Quad, Word, box_of

HEIGHT = 30
LONG = 15 * HEIGHT
PROSE = 36
"""Pixels from one line of a paragraph to the next."""
LEFT, RIGHT = 60, 640


def line(text: str, left: float, top: float, wide: float = 0, height: float = HEIGHT) -> Run:
    """A line of text; as wide as its letters are where nothing else is said."""
    right, bottom = left + (wide or 0.5 * height * len(text)), top + height
    quad: Quad = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Run((Word(text, box_of([quad]), 1.0, quad=quad),), quad, 0.0)


def prose(name: str, left: float, top: float, count: int, *, last: float = 0.3, pitch: float = PROSE) -> Iterator[Run]:
    """A paragraph, its last line short."""
    for number in range(count):
        wide = LONG * (last if number == count - 1 else 1.0 - 0.03 * (number % 3))
        yield line(f"{name}{number}", left, top + pitch * number, wide)


def table(name: str, left: float, top: float, count: int, *, pitch: float = 44, columns: int = 2) -> Iterator[Run]:
    """Rows of short cells."""
    for number in range(count):
        for column in range(columns):
            yield line(f"{name}{number}.{column}", left + 240 * column, top + pitch * number, 90 + 20 * (number % 3))


def order(*runs: Iterator[Run] | Run) -> str:
    """What is read, line by line: words beside each other are one line."""
    flat = [each for some in runs for each in ([some] if isinstance(some, Run) else some)]
    return " ".join("+".join(line.text.split()) for line in in_order(flat, 0.0))


def numbers(name: str, count: int) -> str:
    return " ".join(f"{name}{number}" for number in range(count))


def rows(name: str, count: int, columns: int = 2) -> str:
    return " ".join("+".join(f"{name}{n}.{c}" for c in range(columns)) for n in range(count))


def test_a_table_below_the_text_of_a_column_is_read_with_it() -> None:
    """However long the table is; and headings that stand level with each other go with their columns."""
    for count in (4, 7, 14):
        read = order(
            line("Title", 400, 10, 300, 60), line("One", LEFT, 100), line("Two", RIGHT, 104),
            prose("a", LEFT, 150, 5), line("Parts", LEFT, 350), table("t", LEFT, 400, count), prose("b", RIGHT, 154, 9),
        )  # fmt: skip
        assert read == f"Title One {numbers('a', 5)} Parts {rows('t', count)} Two {numbers('b', 9)}"


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_column_that_is_a_table_or_a_list_stands_beside_text(columns: int, side: str) -> None:
    at, other = (RIGHT, LEFT) if side == "left" else (LEFT, RIGHT + 60)
    other = LEFT - 40 if side == "left" else other
    gap = 150 if side == "left" else 0
    cells = (line(each.words[0].text, each.quad[0][0], each.quad[0][1], 80) for each in
             table("t", other, 113, 7, columns=columns))  # fmt: skip
    text, block = numbers("a", 11), rows("t", 7, columns)
    read = order(prose("a", at + gap, 100, 11), cells)
    assert read == (f"{block} {text}" if side == "left" else f"{text} {block}")


def test_a_short_block_beside_a_long_column() -> None:
    read = order(line("One", LEFT, 100), line("Two", RIGHT, 100), prose("a", LEFT, 150, 2), prose("b", RIGHT, 150, 12))
    assert read == f"One a0 a1 Two {numbers('b', 12)}"
    lines = (line(f"s{n}", LEFT, 150 + 41 * n, 120) for n in range(4))
    assert order(lines, prose("b", RIGHT, 150, 12)) == f"s0 s1 s2 s3 {numbers('b', 12)}"


def test_a_running_head_and_foot_are_no_part_of_columns() -> None:
    read = order(
        line("Studio", LEFT, 20), line("Draft", RIGHT + LONG - 75, 20, 75), prose("a", LEFT, 100, 8),
        prose("b", RIGHT, 100, 8), line("Rules", LEFT, 480), line("Page 2", RIGHT + LONG - 90, 480, 90),
    )  # fmt: skip
    assert read == f"Studio+Draft {numbers('a', 8)} {numbers('b', 8)} Rules+Page+2"


def test_a_table_that_goes_over_both_columns_is_read_by_rows() -> None:
    over = [line(f"c{n}.{c}", (LEFT, 300, RIGHT, 900)[c], 460 + 44 * n, 90) for n in range(4) for c in range(4)]
    read = order(prose("a", LEFT, 100, 8), prose("b", RIGHT, 100, 8), *over)
    assert read == f"{numbers('a', 8)} {numbers('b', 8)} {rows('c', 4, 4)}"
    over = [line(f"c{n}.{c}", (LEFT, 300, RIGHT, 900)[c], 60 + 44 * n, 90) for n in range(4) for c in range(4)]
    read = order(prose("a", LEFT, 260, 8), prose("b", RIGHT, 260, 8), *over)
    assert read == f"{rows('c', 4, 4)} {numbers('a', 8)} {numbers('b', 8)}"


@pytest.mark.parametrize("where", ["top", "middle"])
def test_labels_keep_to_the_remarks_beside_them(where: str) -> None:
    """Cells of one, two and three lines; the label level with the first of them, or with their middle."""
    runs: list[Run] = []
    top = 100.0
    for row, count in enumerate((2, 3, 1, 4, 2, 3)):
        runs += prose(f"r{row}.", RIGHT - 200, top, count, last=0.9)
        level = top if where == "top" else top + PROSE * (count - 1) / 2
        runs += [line(f"l{row}", LEFT, level, 100)]
        top += PROSE * count + 22
    read = order(*runs).replace("+", " ").split()
    assert [each for each in read if each[0] == "l"] == [f"l{n}" for n in range(6)]
    for row in range(1, 6):
        assert read.index(f"l{row}") > read.index(f"r{row - 1}.0")


def test_numbers_that_hang_beside_a_list_keep_to_it() -> None:
    runs: list[Run] = []
    for item in range(5):
        runs += [line(f"{item}.", LEFT, 100 + 120 * item, 30), *prose(f"i{item}.", LEFT + 70, 100 + 120 * item, 3)]
    wanted = " ".join(f"{n}.+i{n}.0 i{n}.1 i{n}.2" for n in range(5))
    assert order(*runs) == wanted


def test_three_columns_and_a_line_below_them() -> None:
    edges = (40, 420, 800)
    columns = [
        line(f"{name}{n}", left, 100 + 13 * at + PROSE * n, 300)
        for at, (name, left) in enumerate(zip("abc", edges, strict=True))
        for n in range(6)
    ]
    read = order(*columns, line("Below", 40, 400, 1000))
    assert read == f"{numbers('a', 6)} {numbers('b', 6)} {numbers('c', 6)} Below"
