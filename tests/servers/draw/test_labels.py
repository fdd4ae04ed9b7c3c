"""What is written on charts and maps: as precise as the data, whole where counts are, readable and by what it names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from deskworld_draw.canvas import Canvas
from deskworld_draw.mapping import MapPlace
from matplotlib.text import Text
from PIL import Image, ImageChops


def written(path: Path) -> list[str]:
    """The words of a PDF's first page."""
    with pypdfium2.PdfDocument(path) as document:
        return document[0].get_textpage().get_text_bounded().split()


@pytest.fixture
def lettered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the drawing made last: with a rim around them, letters are outlines in a file."""
    texts: list[str] = []
    made = Canvas.made

    def noting(self: Canvas, suffix: str, **more: Any) -> Any:
        found = made(self, suffix, **more)
        texts[:] = [each.get_text() for each in self.figure.findobj(Text) if each.get_text()]
        return found

    monkeypatch.setattr(Canvas, "made", noting)
    return texts


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((1284.5, 1300, 990), ["1,284.5", "1,300.0", "990.0"]),
        ((1284.25, 1300, 990.5), ["1,284.25", "1,300.00", "990.50"]),
        ((1284, 1300, 990), ["1,284", "1,300", "990"]),
        ((0.125, 0.5, 3), ["0.125", "0.500", "3.000"]),
        ((1000 / 7, 100 / 3, 20), ["142.9", "33.3", "20.0"]),
        ((-1284.5, 1300, 990), ["−1,284.5", "1,300.0", "990.0"]),
        ((0.1 + 0.2, 0.3, 0.4), ["0.3", "0.3", "0.4"]),
    ],
)
def test_labels_are_as_precise_as_the_data(do: Any, root: Path, values: tuple[float, ...], shown: list[str]) -> None:
    rows = [["Q", "Sales"], *([f"Q{n}", value] for n, value in enumerate(values, 1))]
    do.draw_chart(path="c.pdf", kind="bar", rows=rows)
    assert [word for word in written(root / "c.pdf") if word in shown] and set(shown) <= set(written(root / "c.pdf"))
    do.draw_chart(path="c.pdf", kind="bar", rows=rows, number_format="#,##0")
    assert not any("." in word for word in written(root / "c.pdf"))


def test_scales_keep_the_steps_that_they_need(do: Any, root: Path) -> None:
    """The key of colours is not as precise as the values, only as its steps."""
    grid = [["Day", "8:00", "9:00"], ["Mon", 1284.5, 3.25], ["Tue", 200, 900]]
    do.draw_chart(path="c.pdf", kind="heatmap", rows=grid)
    words = written(root / "c.pdf")
    assert "1,284.50" in words and "600" in words and "600.00" not in words


@pytest.mark.parametrize("counts", [[1, 2, 2, 3], [1.5, 2.25, 2.5, 3.75], [5, 5, 5]])
def test_counts_are_whole_numbers(do: Any, root: Path, counts: list[float]) -> None:
    """No count of 1.5 stands on a histogram's axis, alone or in panels; whole samples have whole places."""
    for more in ({}, {"panels": True}):
        do.draw_chart(path="c.pdf", kind="histogram", rows=[["Minutes"], *([each] for each in counts)], **more)
        words = set(written(root / "c.pdf"))
        assert {"0", "1"} <= words and "0.5" not in words
        assert not any("." in word for word in words) or any(each != int(each) for each in counts), words


SMALL = ("Luxembourg", "Belgium", "Netherlands", "Germany", "France", "Switzerland", "Liechtenstein", "Monaco")


def test_small_countries_have_their_names_too(do: Any, lettered: list[str]) -> None:
    """Each has its own, none touches another, and none is left out unsaid."""
    places = [MapPlace(country=name, value=n + 1) for n, name in enumerate(SMALL)]
    assert do.draw_map(path="m.png", places=places).facts.warnings == []
    assert {f"{name}\n{n + 1}" for n, name in enumerate(SMALL)} <= set(lettered)
    far = [MapPlace(country=name) for name in ("Singapore", "Malta", "Fiji", "Barbados", "USA")]
    assert do.draw_map(path="m.png", places=far).facts.warnings == []
    assert {"Singapore", "Malta", "Fiji", "Barbados"} <= set(lettered)


def test_a_country_too_small_to_be_seen_is_a_dot(do: Any, drawn: Any) -> None:
    places = [MapPlace(country="Monaco", color="#ff00ff"), MapPlace(country="France", color="#dddddd")]
    found = drawn(do.draw_map(path="m.png", places=places)).convert("RGB").getcolors(1 << 20)
    assert sum(count for count, color in found if color == (255, 0, 255)) > 20


def test_a_name_lies_in_its_country_in_an_ink_that_is_read(do: Any, drawn: Any) -> None:
    """Nothing outside of a large country changes with its name, and on a dark one the name is light."""
    made: list[Image.Image] = []
    for label in ("Aaaaaa", "Bbbbbb"):
        places = [MapPlace(country="Norway", color="#0b2f5a", label=label), MapPlace(country="Sweden", color="#eeeeee")]
        made.append(drawn(do.draw_map(path="m.png", places=places, focus=["Norway", "Sweden"])).convert("RGB"))
    box = ImageChops.difference(*made).getbbox()
    assert box is not None
    spot = made[0].crop(box).getcolors(1 << 16)
    dark = sum(count for count, color in spot if max(abs(a - b) for a, b in zip(color, (11, 47, 90), strict=True)) < 40)
    light = sum(count for count, color in spot if min(color) > 200)
    assert dark > 0.4 * sum(count for count, _ in spot) and light > 20


def test_one_value_has_no_scale(do: Any, lettered: list[str]) -> None:
    do.draw_map(path="m.png", places=[MapPlace(country="Norway", value=3)])
    assert lettered == ["Norway\n3"]
