"""Formulas: computed anew, and looked through for what is wrong."""

from deskworld_kit import Page, Result, Saved, Scalar, World, page, tool
from pydantic import Field

from . import engine
from .arguments import AnySheet
from .saving import editing, reading


class Recalculated(Saved):
    formulas: int
    changed: int = Field(description="Values that were not right before.")
    errors: list[str] = Field(description="Cells that are errors, like Sheet1!B2 #DIV/0! (20 at most).")


class FormulaProblem(Result):
    cell: str
    formula: str
    value: Scalar
    problem: str


@tool("edit", core=True)
def recalculate_workbook(world: World, path: str) -> Recalculated:
    """Compute every formula and store the values, for files that something else wrote without them."""
    with editing(world, path) as book:
        changed = engine.checks.recompute(book)
        errors = engine.checks.error_cells(book)
        formulas = engine.checks.count_formulas(book)
    return Recalculated(**book.saved, formulas=formulas, changed=changed, errors=errors[:20])


@tool("read", core=True)
def check_formulas(world: World, path: str, sheet: AnySheet = "", cursor: str = "") -> Page[FormulaProblem]:
    """Formulas with something wrong: errors, stale values, broken references, numbers typed over a pattern."""
    with reading(world, path) as book:
        sheets = [book.sheet(sheet)] if sheet else [each for each in book.sheets if each.is_grid]
        found = [
            FormulaProblem(cell=item.cell, formula=item.formula, value=item.value, problem=item.problem)
            for item in engine.checks.formula_problems(book, sheets)
        ]
    return page(found, limit=50, cursor=cursor)
