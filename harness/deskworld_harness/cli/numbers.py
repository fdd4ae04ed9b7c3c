"""Numbers on the command line, each kind with the words that say what would be right."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TypeVar

Number = TypeVar("Number", int, float)


def count(text: str) -> int:
    """A whole number from 1."""
    number = _number(text, int, "whole number")
    if number < 1:
        raise argparse.ArgumentTypeError("has to be at least 1")
    return number


def natural(text: str) -> int:
    """A whole number from 0."""
    number = _number(text, int, "whole number")
    if number < 0:
        raise argparse.ArgumentTypeError("can't be negative")
    return number


def amount(text: str) -> float:
    """A number above 0."""
    number = _number(text, float, "number")
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError("has to be more than 0")
    return number


def _number(text: str, read: Callable[[str], Number], kind: str) -> Number:
    try:
        return read(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no {kind}") from None
