"""How near two texts are in their words: ROUGE-L.

ROUGE-L (Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", section 3) is the F measure of the longest
common subsequence of words: order counts, gaps are allowed. Words are folded (NFKC, case), and scripts that write no
spaces are taken character by character, so that it says something in every language.
"""

import re
import unicodedata
from collections.abc import Sequence

_WORD = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    r"|[^\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


def fold(text: str) -> str:
    """The text as it compares: compatibility forms unified, case folded, white space as single spaces."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def words(text: str) -> list[str]:
    """Its words, folded."""
    return _WORD.findall(fold(text))


def common_length(left: Sequence[str], right: Sequence[str]) -> int:
    """Length of the longest common subsequence.

    Bit-parallel (Hyyrö 2004): one big integer holds a row of the usual table, so a mail of a thousand words takes a
    millisecond.
    """
    places: dict[str, int] = {}
    for index, word in enumerate(left):
        places[word] = places.get(word, 0) | 1 << index
    full = (1 << len(left)) - 1
    row = full
    for word in right:
        shared = row & places.get(word, 0)
        row = ((row + shared) | (row - shared)) & full
    return len(left) - row.bit_count()


def rouge_l(reference: str, candidate: str) -> float:
    """The F measure (beta 1) of the common subsequence of words, 0 to 1. Two texts without words are the same."""
    left, right = words(reference), words(candidate)
    if not left and not right:
        return 1.0
    return 2 * common_length(left, right) / (len(left) + len(right))
