"""Slips of units: a length so short that inches or centimetres were surely meant. It is taken, and told."""

from __future__ import annotations

from collections.abc import Iterable


def slip(name: str, lengths: Iterable[float | None], below: float) -> list[str]:
    """A warning where one of the lengths, in points, is under what anybody wants; 0 means none and is no slip."""
    short = next((each for each in lengths if each is not None and 0 < each < below), None)
    if short is None:
        return []
    return [
        f"{name}: lengths are points, and {short:g} of them are {short / 72:.2g} inches; what is {short:g} in inches "
        f"would be {short * 72:g}, in centimetres {short * 28.35:.0f}"
    ]
