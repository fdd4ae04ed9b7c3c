"""Name patterns as people write them: `*.xlsx` anywhere, `reports/**/q?.csv` along a path; case and accents' spelling
(composed or not) make no difference.
"""

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from deskworld_kit import ToolError
from deskworld_kit.errors import quoted

if TYPE_CHECKING:
    import regex

PATIENCE = 0.5  # seconds for one name: a pattern of many stars can take for ever on a long one
LONGEST = 500


def folded(text: str) -> str:
    """Text as it is compared: one spelling for accents, no case."""
    return unicodedata.normalize("NFC", text).casefold()


def fits(path: str, pattern: str) -> bool:
    """Whether a path relative to the searched folder fits a pattern; one without a slash is about the name alone."""
    if len(pattern) > LONGEST:
        raise ToolError(f"the pattern {quoted(pattern)} is too long; use a simpler one, like *.csv")
    subject = path if "/" in pattern.strip("/") else path.rsplit("/", 1)[-1]
    try:
        return _compiled(folded(pattern.strip("/"))).fullmatch(folded(subject), timeout=PATIENCE) is not None
    except TimeoutError:
        raise ToolError(f"the pattern {quoted(pattern)} takes too long; use a simpler one, like *.csv") from None


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    import regex

    pattern = re.sub(r"(?:\*\*/){2,}", "**/", re.sub(r"\*{3,}", "**", pattern))
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        rest = pattern[at:]
        if rest.startswith("**/"):
            parts.append("(?:[^/]+/)*")
            at += 3
        elif rest.startswith("**"):
            parts.append(".*")
            at += 2
        elif rest[0] == "*":
            parts.append("[^/]*")
            at += 1
        elif rest[0] == "?":
            parts.append("[^/]")
            at += 1
        elif rest[0] == "[" and (end := pattern.find("]", at + 2)) > 0:
            inside = pattern[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            parts.append("[" + ("^" + inside[1:] if inside[0] == "!" else inside.replace("^", "\\^")) + "]")
            at = end + 1
        elif rest[0] == "{" and (end := pattern.find("}", at)) > 0:
            parts.append("(?:" + "|".join(re.escape(each) for each in pattern[at + 1 : end].split(",")) + ")")
            at = end + 1
        else:
            parts.append(re.escape(rest[0]))
            at += 1
    try:
        return regex.compile("".join(parts), regex.DOTALL)
    except regex.error:
        return regex.compile(regex.escape(pattern))  # a set that is none, like [z-a]: taken as it stands
