"""The small pieces that page content is rewritten with: instructions, gaps in shown text, resources of its own."""

from __future__ import annotations

from typing import Any

from deskworld_pdf.geometry import Matrix


def instruction(operands: list[Any], operator: str) -> Any:
    """An instruction of page content."""
    import pikepdf

    return pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))


def shown(part: Any) -> Any:
    """A part of a TJ: letters, or a move in thousandths."""
    import pikepdf

    return pikepdf.String(part) if isinstance(part, bytes) else round(part, 3)


def add_gap(kept: list[Any], number: float) -> None:
    """Add a move to the parts of a TJ; two in a row are one."""
    if kept and not isinstance(kept[-1], bytes):
        kept[-1] += number
    else:
        kept.append(number)


def matrix_of(operands: list[Any]) -> Matrix:
    """Six operands as a matrix."""
    a, b, c, d, e, f = (float(each) for each in operands)
    return a, b, c, d, e, f


def strip_names(facts: Any) -> None:
    """Take out the texts that stand for marked content."""
    for key in ("/ActualText", "/Alt", "/E"):
        if key in facts:
            del facts[key]


def copied(resources: Any) -> Any:
    """Resources to which things can be added without others seeing it."""
    import pikepdf

    own = pikepdf.Dictionary({key: resources[key] for key in resources.keys()})  # noqa: SIM118 - no plain dict
    for kind in ("/XObject", "/ExtGState"):
        if kind in own:
            inner = own[kind]
            own[kind] = pikepdf.Dictionary({key: inner[key] for key in inner.keys()})  # noqa: SIM118
    return own
