"""Days in prose."""

from datetime import date

import pytest
from deskworld_verifiers import days_in, says_day, stray_days

MONDAY = date(2026, 3, 9)


@pytest.mark.parametrize(
    "text",
    [
        "on 9 March",
        "on 9th of March, 2026",
        "March 9",
        "Mar. 9th",
        "Monday, 9 March 2026.",
        "Monday the 9th",
        "Mon 9 Mar",
        "9 March (Monday)",
        "2026-03-09",
        "2026-03-09T10:00:00Z",
        "3/9, 9/3 or 03/09/2026",
        "9.3.2026",
        "09.03.26",
        "2026年3月9日",
        "between 9 and 12 March",
        "9–12 March",
        "promised for 4 March, Monday 9 March is new",
    ],
)
def test_a_day_is_found_in_its_spellings(text: str):
    assert says_day(text, MONDAY)


@pytest.mark.parametrize(
    "text",
    [
        "on 8 March",
        "9 April",
        "Tuesday, 9 March",
        "9 March 2025",
        "2026-03-19",
        "19 March",
        "March 90",
        "you may 9",
        "9.30",
        "9 pieces",
        "version 1.9.3.2",
        "",
    ],
)
def test_another_day_or_no_day_is_not_taken_for_it(text: str):
    assert not says_day(text, MONDAY)


def test_a_number_at_the_end_of_a_sentence_is_no_day():
    assert not days_in("It comes to 1.5. Next, 24 may be left of 31.12.")


def test_strays_are_days_that_are_not_known_and_weekdays_that_do_not_fit():
    known = (MONDAY, date(2026, 3, 4))
    assert not stray_days("Promised for Wednesday, 4 March, it comes on Monday (3/9).", *known)
    assert stray_days("It comes on 10 March.", *known) == ["10 March"]
    assert stray_days("It comes on Tuesday, 9 March.", *known) == ["Tuesday, 9 March"]
    assert not stray_days("Point 1 - 9 March is right. Point 2, 4 March, isn't.", *known)
    assert stray_days("on the 10th", *known) == ["10th"]
    assert stray_days("We'll know by Friday, and then on Monday.", *known) == ["Friday"]
    assert not stray_days("We'll know by Friday.", *known, weekdays=False)
    assert not stray_days("She sat in the sun, we wed in May.", *known)
