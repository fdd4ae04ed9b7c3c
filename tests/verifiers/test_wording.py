"""ROUGE-L against values worked by hand."""

import pytest
from deskworld_verifiers import fold, rouge_l
from deskworld_verifiers.wording import common_length, words
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("reference", "candidate", "score"),
    [
        # Lin 2004, section 3.1: S1 against S2 and S3, with beta 1: common 3 and 2 of 4 words each.
        ("police killed the gunman", "police kill the gunman", 3 / 4),
        ("police killed the gunman", "the gunman kill police", 2 / 4),
        ("a b c", "c b a", 1 / 3),
        ("a b c d", "b d", 2 * 2 / 6),
        ("", "", 1.0),
        ("...", "!", 1.0),
        ("word", "", 0.0),
        ("Straße nach ZÜRICH", "strasse  nach zürich.", 1.0),
        ("会議は金曜日", "会議は月曜日", 5 / 6),
        ("ﬁle № 7", "file no 7", 1.0),
    ],
)
def test_rouge_l(reference: str, candidate: str, score: float):
    assert rouge_l(reference, candidate) == pytest.approx(score)


def slow_common_length(left: list[str], right: list[str]) -> int:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(st.lists(st.sampled_from("abcd"), max_size=80), st.lists(st.sampled_from("abcd"), max_size=80))
def test_the_bits_say_what_the_table_says(left: list[str], right: list[str]):
    assert common_length(left, right) == slow_common_length(left, right)


def test_folding():
    assert fold("  Ｈello\u00a0\tWÖRLD ") == "hello wörld"
    assert words("Don't panic — ever") == ["don", "t", "panic", "ever"]
