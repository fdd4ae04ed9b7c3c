"""Whether what stands between two dollars of a Markdown text is a formula, or money.

A dollar is money more often than it is mathematics, so a formula must look like one: it begins and ends with no space,
no digit follows it, and what reads as words between two prices is left as words.
"""

import re

_CLOSING = re.compile(r"(?<!\\)(?:\\\\)*\$")
_SIGNS = re.compile(r"[\\^_{=]")
_WORDS = re.compile(r"(?<![\\a-zA-Z])[a-zA-Z]{3,}")


def next_dollar(text: str, start: int) -> int:
    """Where the next dollar stands that no backslash takes its meaning from; below 0 where there is none."""
    found = _CLOSING.search(text, start)
    return found.end() - 1 if found else -1


def is_formula(inner: str, before: str, after: str) -> bool:
    """Whether a text between two single dollars is a formula.

    Args:
        inner: What stands between them, at least one character.
        before: The character before the first dollar, empty at the start.
        after: The character after the second, empty at the end.
    """
    if inner[0].isspace() or inner[-1].isspace() or after.isdigit():
        return False
    if before.isalpha() and inner[0].isdigit():  # US$30
        return False
    looks = bool(_SIGNS.search(inner))
    if after.isalpha() and not looks and (len(inner) > 3 or not inner[-1].isalnum()):  # $HOME/$PATH, $a,$b
        return False
    return looks or len(_WORDS.findall(inner)) < (1 if inner[0].isdigit() else 2)
