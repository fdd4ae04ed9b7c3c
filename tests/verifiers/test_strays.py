"""What a text says beyond what it may."""

from datetime import UTC, date, datetime

import pytest
from deskworld_verifiers import stray_figures, stray_names

SHIPS = date(2026, 3, 9)
CALL = datetime(2026, 3, 4, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "W-3012: 84 lb of Harbor Blend at $9.20 a pound, that is $772.80; it ships on Monday, 9 March.",
        "1. 84 lb\n2. 9.20 USD\n3) 772.8 dollars",
        "84 × 9.2 = 773",
        "the 2 lb bag costs us −$772.80 more",
        "Call on 3/4 at 17:30, or 5:30 pm, or 5:30",
        "In Q1 it was 12 %, or 0.12.",
        "no figures at all",
    ],
)
def test_what_is_allowed_is_no_stray(text: str):
    assert not stray_figures(text, "W-3012", "2 lb", "Q1", 84, 9.2, 772.8, 0.12, SHIPS, CALL)


@pytest.mark.parametrize(
    ("text", "strays"),
    [
        ("W-3013: 85 lb at $9.30, that is $773.80", ["W-3013", "85", "$9.30", "$773.80"]),
        ("It ships on Tuesday, 9 March, or on 10 March.", ["Tuesday, 9 March", "10 March"]),
        ("the 3 lb bag, in Q2", ["3", "Q2"]),
        ("at 18:30, or at 6 pm", ["18:30", "6 pm"]),
        ("12 lb and 1.2 lb and 22 lb", ["12", "1.2", "22"]),  # none of them is 2 lb
        ("v1.2.3 of INV-204, the 5th", ["v1.2.3", "INV-204", "5"]),
        ("13%", ["13%"]),
        ("W-30123 and xW-3012", ["W-30123", "xW-3012"]),
    ],
)
def test_what_is_not_allowed_is_named_as_it_stands(text: str, strays: list[str]):
    assert stray_figures(text, "W-3012", "2 lb", "Q1", 84, 9.2, 772.8, 0.12, SHIPS, CALL) == strays


def test_a_full_hour_may_be_said_without_minutes():
    nine = datetime(2026, 3, 4, 9, tzinfo=UTC)
    assert not stray_figures("on Wednesday, 4 March at 9, at 9:00, at 9 am or 9 o'clock", nine)
    assert stray_figures("at 10", nine) == ["10"]


def test_rounding_is_as_in_says_number():
    assert not stray_figures("about $1.23k, or 1,235", 1234.5)
    assert stray_figures("about $1.2k", 1234.5) == ["$1.2k"]
    assert not stray_figures("about 1,200", 1234.5, within=50)


@pytest.mark.parametrize("text", ["+1 503 555 0171", "503-555-0171", "(503) 555 0171", "15035550171", "503.555.0171"])
def test_a_telephone_number_may_be_grouped_as_one_likes(text: str):
    assert not stray_figures(f"Call me: {text}.", "+1 503 555 0171")
    assert stray_figures(f"Call me: {text[:-1]}2.", "+1 503 555 0171")


CAST = ["Carla Ruiz", "Wei Chen", "Grace Liu", "Blue Door Eatery", "Kenya Nyeri AB", "Tide"]


def test_names_of_others_are_strays_and_those_known_are_not():
    known = ["Carla Ruiz", "Grace Liu", "Blue Door Eatery"]
    text = "Dear Carla,\n\nBlue Door Eatery gets all of it. Grace helps, or Ms. Liu."
    assert not stray_names(text, known=known, cast=CAST)
    assert stray_names(text.replace("Carla", "Wei"), known=known, cast=CAST) == ["Wei"]
    assert stray_names("Tide is in, for Wei Chen.", known=known, cast=CAST) == ["Wei Chen", "Tide"]
    assert stray_names("with the Kenya", known=known, cast=CAST) == ["Kenya"]


def test_common_words_are_nobodys_names():
    text = "Door to door, the tide comes in. Blue is a color.\n- Chen\nGrace period"
    assert not stray_names(text, known=["Carla Ruiz"], cast=CAST)
