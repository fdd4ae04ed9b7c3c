"""Text for a header: one line, without control characters, of bounded length.

Names and subjects come from callers and from strangers' mail. A line break in one would be a header of its own in the
file, and one without bounds would make every list with the mail unreadable.
"""

import unicodedata

from deskworld_kit import ToolError

LONGEST = 998
"""Characters of a line in a mail (RFC 5322, 2.1.1)."""


def one_line(text: str, *, most: int = LONGEST) -> str:
    """The text on one line, cut where it is longer."""
    plain = (c if c.isspace() or unicodedata.category(c) != "Cc" else "" for c in text)
    return " ".join("".join(plain).split())[:most]


def subject_line(text: str) -> str:
    """A subject to send, refused where it is too long."""
    line = one_line(text, most=LONGEST + 1)
    if len(line) > LONGEST:
        raise ToolError(f"a subject has at most {LONGEST} characters; say the rest in the body", argument="subject")
    return line
