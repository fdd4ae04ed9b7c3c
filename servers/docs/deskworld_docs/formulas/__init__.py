"""Formulas: LaTeX, as Markdown has it between dollars, into Word's own equations and back.

LaTeX is read by a library that gives MathML; from there on it is a walk over trees. What Word has no form for is an
error that says so, never half a formula.
"""
