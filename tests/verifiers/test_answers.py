"""Numbers and phrases in prose."""

import pytest
from deskworld_verifiers import lacks, mentions, numbers, says_number


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The total is 1,234.5 EUR.", [1234.5]),
        ("Insgesamt 1.234,5 Euro, also 12,5 mehr", [1234.5, 12.5]),
        ("1.234.567 und 1\u202f234\u202f567 und 1'234'567,8", [1234567, 1234567, 1234567.8]),
        ("Growth of 12 % and 3.5%", [12, 3.5]),
        ("$3.4k, $2m, €1.2M, 2.1 million, 3bn, 7 thousand", [3400, 2e6, 1.2e6, 2.1e6, 3e9, 7000]),
        ("5m long, 12kg, 3x", [5, 12, 3]),
        ("from −5 to +3, or -2.5", [-5, 3, -2.5]),
        ("$-40 and -$50", [-40, -50]),
        ("between 3-5 items (42)", [3, 5, 42]),
        ("On 2026-03-02 at 10:30, or 3/2/2026, or 2.3.2026: 7", [7]),
        ("2 March 2026, March 2nd, 2026 and 2nd of March: 8 items", [8]),
        ("2026-03-02T09:00:00Z", []),
        ("2026年3月2日に9個", [9]),
        ("INV-204, Q3, contact_12, v1.2.3, B4, #42x", []),
        ("the 3rd of 4.", [4]),
        ("1,234,567.89", [1234567.89]),
        ("1,23", [1.23]),
        ("0,5 or 0.25", [0.5, 0.25]),
        ("total:12;rest:(13)", [12, 13]),
        ("**15** and `16`", [15, 16]),
        ("| 17 | 18.00 |", [17, 18]),
        ("١٢", [12]),
        ("", []),
    ],
)
def test_numbers(text: str, values: list[float]):
    assert [number.value for number in numbers(text)] == pytest.approx(values)


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("It is 1,234.50.", 1234.5, True),
        ("It is 1235.", 1234.5, True),
        ("It is 1,230.", 1234.5, False),  # written to the unit, and wrong there
        ("About $1.23k.", 1234.5, True),
        ("About $1.2k.", 1234.5, False),  # two digits are too few
        ("About 1.25k.", 1234.5, False),
        ("12%", 0.12, True),
        ("12.3 %", 0.1234, True),
        ("0.12", 12, False),
        ("35", 34.6, False),
        ("34.6", 34.6, True),
        ("due 12 March", 12, False),
        ("INV-12", 12, False),
        ("120", 12, False),
        ("-12", 12, False),
        ("nothing", 0, False),
        ("0", 0, True),
    ],
)
def test_says_number(text: str, value: float, said: bool):
    assert says_number(text, value) is said


def test_tolerance_and_digits_are_the_callers():
    assert not says_number("about 1,200", 1234.5)
    assert says_number("about 1,200", 1234.5, within=50)
    assert says_number("$1.2k", 1234.5, digits=2)


@pytest.mark.parametrize(
    ("text", "phrase", "there"),
    [
        ("Dear  MAYA\nLindqvist,", "Maya Lindqvist", True),
        ("the cat", "a cat", False),
        ("concatenate", "cat", False),
        ("cat's", "cat", True),
        ("(INV-204)", "inv-204", True),
        ("INV-2041", "INV-204", False),
        ("Das STRASSENFEST", "straßenfest", True),
        ("明日の会議です", "会議", True),
        ("마야는 왔다", "마야", True),
        ("ＦＵＬＬ width", "full width", True),
        ("C++ code", "C++", True),
    ],
)
def test_mentions(text: str, phrase: str, there: bool):
    assert mentions(text, phrase) == ([phrase] if there else [])
    assert lacks(text, phrase) == ([] if there else [phrase])


def test_an_empty_phrase_is_a_mistake():
    with pytest.raises(ValueError, match="empty phrase"):
        mentions("text", " ")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("it costs $5,037.95 of margin", [5037.95]),
        ("Decaf 36 lb", [36]),
        ("36 decaf bags", [36]),
        ("12 marks, 3 augers, 9 octopuses", [12, 3, 9]),
        ("due 12 Mar 2026, Dec. 3rd and 4 Sept", []),
    ],
)
def test_a_word_that_begins_like_a_month_is_none(text: str, found: list[float]):
    assert [number.value for number in numbers(text)] == found
