"""Schema text from docstrings: the summary becomes the tool's description, `Args:` the arguments'.

griffe (which FastMCP uses for the same) costs 60 ms to import and knows three dialects; ours is one.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

_SECTION = re.compile(r"^(Args|Returns|Raises|Yields|Examples?|Notes?):\s*$")
_ARGUMENT = re.compile(r"^(\w+)(?:\s*\([^)]*\))?:\s*(.*)$")


@dataclass(frozen=True)
class Docstring:
    """What a Google-style docstring says."""

    summary: str
    arguments: dict[str, str]


def parse(function: Callable[..., Any]) -> Docstring:
    """The text before the first section, and the description of each argument, both on one line a paragraph."""
    lines = (inspect.getdoc(function) or "").splitlines()
    sections = [number for number, line in enumerate(lines) if _SECTION.match(line)]
    head = lines[: sections[0]] if sections else lines
    paragraphs = "\n".join(head).strip().split("\n\n")
    summary = "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    arguments: dict[str, str] = {}
    for start, end in pairwise([*sections, len(lines)]):
        if lines[start].startswith("Args"):
            arguments = _arguments(lines[start + 1 : end])
    return Docstring(summary, arguments)


def _arguments(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    current = ""
    inner = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    for line in lines:
        match = _ARGUMENT.match(line.strip()) if len(line) - len(line.lstrip()) == inner else None
        if match:
            current, text = match.groups()
            found[current] = text
        elif current and line.strip():
            found[current] += " " + line.strip()
    return found
