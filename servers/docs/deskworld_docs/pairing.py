"""Which block, row or paragraph of one state of a document is which in another.

What is the same stays where it is; of the rest, what says nearly the same is paired in order, as well as it goes; what
is left came or went.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from deskworld_docs.markup import deep, is_w, local
from deskworld_docs.objects import Element

MARKS = ("commentRangeStart", "commentRangeEnd", "bookmarkStart", "bookmarkEnd", "proofErr", "permStart", "permEnd",
         "lastRenderedPageBreak")  # fmt: skip
"""What is a mark and no content: it is neither shown as deleted nor as inserted."""
WORDS = re.compile(r"\s+|\d+(?:[.,:/’]\d+)+|\w+|[^\w\s]")
"""Blanks, words, signs; an amount, a date or a time is one word."""
_ALIKE = 0.45
_MOST, _BAND = 40_000, 60

_Step = tuple[str, "Element | None", "Element | None", "Element | None"]


def paired(old: Sequence[Element], new: Sequence[Element]) -> Iterator[_Step]:
    """How one row of blocks became another: (same, gone, came or changed; the old one; the new one; for one that is
    gone, the new block it stood before)."""
    steps: list[_Step] = []
    keys = [[key_of(one) for one in row] for row in (old, new)]
    for action, a, b, c, d in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        if action == "equal":
            steps += [("same", one, other, None) for one, other in zip(old[a:b], new[c:d], strict=True)]
            continue
        steps += _aligned(old[a:b], new[c:d], new[d] if d < len(new) else None)
    return iter(steps)


def _aligned(old: Sequence[Element], new: Sequence[Element], after: Element | None) -> list[_Step]:
    """Pair what is alike in two unlike stretches, in order, as well as it goes."""
    if len(old) == len(new) == 1 and all(is_w(one, "p") and is_w(one.getparent(), "tc") for one in (old[0], new[0])):
        return [("changed", old[0], new[0], None)]  # what a cell says is the same thing said anew
    bags = [[_bag(one) for one in row] for row in (old, new)]
    # Two long stretches are compared along their diagonal only: what moved far is told as gone and come.
    far = len(old) * len(new) > _MOST
    slope = len(new) / max(len(old), 1)
    scores = [
        [
            0.0 if far and abs(j - i * slope) > _BAND else likeness(one, other, bags[0][i], bags[1][j])
            for j, other in enumerate(new)
        ]
        for i, one in enumerate(old)
    ]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            paired = scores[i][j] + best[i + 1][j + 1] if scores[i][j] >= _ALIKE else -1.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    steps: list[_Step] = []
    i = j = 0
    while i < len(old) or j < len(new):
        here = new[j] if j < len(new) else after
        both = i < len(old) and j < len(new) and scores[i][j] >= _ALIKE
        if both and best[i][j] == scores[i][j] + best[i + 1][j + 1]:
            steps.append(("changed", old[i], new[j], None))
            i, j = i + 1, j + 1
            continue
        if j >= len(new) or (i < len(old) and best[i + 1][j] >= best[i][j + 1]):
            steps.append(("gone", old[i], None, here))
            i += 1
        else:
            steps.append(("came", None, new[j], None))
            j += 1
    return steps


def key_of(element: Element) -> bytes:
    """What makes two elements the same: all they hold, marks and the ids that Word gives to rounds of editing aside."""
    from lxml import etree

    bare = copy.deepcopy(element)
    for one in list(bare.iter()):
        for name in [key for key in one.attrib if "rsid" in key or key.endswith(("}paraId", "}textId"))]:
            del one.attrib[name]
        if is_w(one, *MARKS) and one.getparent() is not None:
            one.getparent().remove(one)
    return etree.tostring(bare, method="c14n")


def inside(element: Element | None) -> list[Element]:
    return [] if element is None else list(element)


def _bag(element: Element) -> Counter[str]:
    # a paragraph's end parts words: cells side by side don't make one
    text = "".join(one.text or "" if is_w(one, "t") else " " for one in deep(element, "w:t", "w:p"))
    return Counter(token for token in WORDS.findall(text) if not token.isspace())


def likeness(one: Element, other: Element, words: Counter[str], others: Counter[str]) -> float:
    """How much two blocks have in common, 0 to 1: the share of their words that both have."""
    if local(one) != local(other):
        return 0.0
    whole = words.total() + others.total()
    if not words or not others:
        return 1.0 if not whole else 0.0
    return 2 * (words & others).total() / whole
