"""Regular expressions over a document's words, kept on a short rein.

A pattern that backtracks without end can't be stopped where it runs, so it runs in a process of its own that is ended
when its time is up. All paragraphs go there at once: starting it costs more than most searches.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from deskworld_kit import ToolError

SECONDS = 3
_WORKER = """
import json, re, sys
asked = json.load(sys.stdin)
try:
    pattern = re.compile(asked["pattern"], 0 if asked["match_case"] else re.IGNORECASE)
    template = asked["template"]
    if template is not None:
        pattern.sub(template, "")
    found = [[[*one.span(), "" if template is None else one.expand(template)] for one in pattern.finditer(text)
              if one.end() > one.start()] for text in asked["texts"]]
    said = {"found": found}
except (re.error, IndexError, OverflowError, RecursionError) as error:
    said = {"error": str(error)}
json.dump(said, sys.stdout)
"""


class Match(NamedTuple):
    """Letters of a paragraph, and what is to stand there instead."""

    start: int
    end: int
    new: str


def matches(
    texts: Sequence[str],
    pattern: str,
    template: str | None = None,
    *,
    match_case: bool,
    whole_words: bool,
    argument: str,
) -> list[list[Match]]:
    """Every match in each of the texts, none of them empty.

    Args:
        texts: Paragraphs.
        pattern: A regular expression, as Python has them.
        template: What replaces a match; \\\\1 is its first group.
        match_case: Whether capitals count.
        whole_words: Whether a match must not lie in a word.
        argument: To name in an error.

    Raises:
        ToolError: It is no regular expression, or takes too long.
    """
    if whole_words:
        pattern = rf"(?<!\w)(?:{pattern})(?!\w)"
    asked = {"pattern": pattern, "template": template, "match_case": match_case, "texts": texts}
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _WORKER], input=json.dumps(asked).encode(), capture_output=True,
            timeout=SECONDS, check=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        said = f"this regular expression takes over {SECONDS} seconds; avoid repeats inside of repeats, like (a+)+"
        raise ToolError(said, argument=argument) from error
    except subprocess.CalledProcessError as error:
        raise ToolError("this regular expression can't be searched for", argument=argument) from error
    said = json.loads(done.stdout)
    if "error" in said:
        raise ToolError(f"{pattern!r} is no regular expression: {said['error']}", argument=argument)
    return [[Match(*one) for one in found] for found in said["found"]]
