"""Places on a picture and colours, as calls say them."""

import pytest
from deskworld_kit import ToolError, pixel_box, pixel_point, rgba, say_color
from deskworld_kit.regions import thousandths

SIZE = (200, 80)


def test_pixels_stay_and_thousandths_are_scaled() -> None:
    assert pixel_box([10, 20, 60, 80], SIZE) == (10, 20, 60, 80)
    assert pixel_box([0, 0, 1000, 1000], SIZE, units="1000") == (0, 0, 200, 80)
    assert pixel_box([250, 500, 500, 750], SIZE, units="1000") == (50, 40, 100, 60)
    assert pixel_point([1000, 500], SIZE, units="1000") == (199, 40)


def test_a_box_is_never_empty() -> None:
    assert pixel_box([1, 1, 2, 2], SIZE, units="1000") == (0, 0, 1, 1)
    assert pixel_box([199.9, 0, 200, 80], SIZE) == (199, 0, 200, 80)


@pytest.mark.parametrize(
    ("box", "units", "says"),
    [
        ([0, 0, 201, 80], "px", "200 x 80 px"),
        ([-2, 0, 50, 80], "px", "outside"),
        ([0, 0, 1010, 5], "1000", "0 to 1000"),
        ([50, 0, 50, 80], "px", "no box"),
        ([60, 10, 20, 30], "px", "right must be more than left"),
        ([0.1, 0.2, 0.9, 1], "px", "shares of the sides"),
    ],
)
def test_what_is_no_place_on_the_picture_says_why(box: list[float], units: str, says: str) -> None:
    with pytest.raises(ToolError, match=says):
        pixel_box(box, SIZE, units=units)  # pyright: ignore[reportArgumentType]


def test_a_point_outside_is_refused() -> None:
    with pytest.raises(ToolError, match="outside"):
        pixel_point([200.6, 0], SIZE)


def test_a_box_said_in_thousandths() -> None:
    assert thousandths((50, 40, 100, 60), SIZE) == [250, 500, 500, 750]


def test_colors() -> None:
    assert rgba("#0B6E8F") == (11, 110, 143, 255)
    assert rgba("0b6e8f80") == (11, 110, 143, 128)
    assert rgba("navy") == (0, 0, 128, 255)
    assert rgba("transparent") == (0, 0, 0, 0)
    assert say_color(rgba("#0b6e8f")) == "#0B6E8F"
    assert say_color((11, 110, 143, 128)) == "#0B6E8F80"
    with pytest.raises(ToolError, match="no colour"):
        rgba("blurple")
