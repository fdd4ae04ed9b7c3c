"""A formula on its way into a paragraph; one that can't be turned stays as it was typed, with a warning."""

from __future__ import annotations

from deskworld_docs.markdown.model import Span
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.words import make_run


def put_formula(paper: Paper, paragraph: Element, span: Span) -> None:
    """Add a span of mathematics to a paragraph."""
    from deskworld_docs.formulas.building import equation
    from deskworld_docs.formulas.latex import FormulaError

    try:
        paragraph.append(equation(span.text, display=bool(span.title)))
    except FormulaError as error:
        sign = "$$" if span.title else "$"
        said = f"{sign}{span.text}{sign}"
        paper.warnings.append(f"the formula {said[:80]} stays as typed: {error}")
        paragraph.append(make_run(said))
