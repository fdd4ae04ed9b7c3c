"""Plain asserts that explain themselves.

A check says `assert book.sheet("Summary").value("B4") == total` and nothing else. So that a failure can be understood
without running it again, the source of a checks file is compiled with every assert rewritten to note the value of each
part of its expression while it is evaluated:

    checks.py:12: assert book.sheet("Summary").value("B4") == total
      book.sheet("Summary").value("B4") = 1234.0
      total = 1234.5

Inside a comprehension the last value wins, which for `all(...)` is the one that failed. Evaluation order and
short-circuits stay as they are, and what did not run is not shown. The same notes say that a check that passed did
assert something. (pytest's rewriting does this for tests, but only as a part of pytest, and without the values inside
comprehensions.)
"""

import ast
import builtins
import threading
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from deskworld_verifiers.showing import MESSAGE_LIMIT, WHOLE, cut, show

T = TypeVar("T")

NOTE = "__deskworld_note__"
_PARTS_SHOWN = 12

_held: ContextVar[list[str] | None] = ContextVar("held", default=None)


class Explained(str):
    """The message of a rewritten assert: its source, its place and the values it saw."""


class Note:
    """What one running assert has seen so far. `__call__` passes each value through."""

    def __init__(self, line: int, source: str) -> None:
        self.line = line
        self.source = source
        self.values: dict[str, object] = {}

    def __call__(self, source: str, value: T) -> T:
        self.values.pop(source, None)  # so that the latest comes last
        self.values[source] = value
        return value

    def failed(self, message: object = None) -> Explained:
        """The message of the AssertionError that is about to be raised."""
        lines = [f"line {self.line}: assert {self.source}"]
        if message is not None:
            lines.insert(0, cut(str(message), MESSAGE_LIMIT))
        for source, value in list(self.values.items())[-_PARTS_SHOWN:]:
            shown = show(value)
            if shown not in (source, WHOLE):  # a literal says itself
                lines.append(f"  {source} = {shown}")
        return Explained("\n".join(lines))

    def passed(self) -> None:
        held(self.source)


def held(fact: str) -> None:
    """Note a fact that was found true. Helpers that assert by themselves call it, so that their check has evidence."""
    facts = _held.get()
    if facts is not None and fact not in facts:
        facts.append(fact)


@contextmanager
def noting() -> Generator[list[str]]:
    """Gather the facts that hold while the block runs."""
    facts: list[str] = []
    token = _held.set(facts)
    try:
        yield facts
    finally:
        _held.reset(token)


class _Parts(ast.NodeTransformer):
    """Wraps the telling parts of an expression in a call of the note."""

    def __init__(self, note: str) -> None:
        self.note = note

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.JoinedStr):
            return node
        source = ast.unparse(node) if self._tells(node) else ""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            # `book.sheet` before its call tells nothing: note the receiver and the result.
            receiver = self.visit(node.func.value)
            node.func.value = receiver if isinstance(receiver, ast.expr) else node.func.value
            node.args = [self._expression(part) for part in node.args]
            node.keywords = [ast.keyword(part.arg, self._expression(part.value)) for part in node.keywords]
        elif isinstance(node, ast.Call):
            node.args = [self._expression(part) for part in node.args]
            node.keywords = [ast.keyword(part.arg, self._expression(part.value)) for part in node.keywords]
        else:
            node = self.generic_visit(node)
        if not source or not isinstance(node, ast.expr):
            return node
        call = ast.Call(ast.Name(self.note, ast.Load()), [ast.Constant(source), node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _expression(self, node: ast.expr) -> ast.expr:
        found = self.visit(node)
        assert isinstance(found, ast.expr)
        return found

    @staticmethod
    def _tells(node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return isinstance(node.ctx, ast.Load) and not hasattr(builtins, node.id)
        if isinstance(node, ast.Attribute | ast.Subscript):
            return isinstance(node.ctx, ast.Load)
        return isinstance(node, ast.Call | ast.BinOp | ast.NamedExpr)


class _Asserts(ast.NodeTransformer):
    """Rewrites each assert inside a function into: take a note, assert with it, say that it held."""

    def __init__(self) -> None:
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        found = self.generic_visit(node)
        self.depth -= 1
        return found

    def visit_Assert(self, node: ast.Assert) -> ast.AST | list[ast.stmt]:
        if not self.depth:
            return node
        source = ast.unparse(node.test)
        # Asserts of one function may share the name: each is made right before its own.
        name = f"{NOTE}taken"
        test = _Parts(name).visit(node.test)
        assert isinstance(test, ast.expr)
        made = ast.parse(f"{name} = {NOTE}({node.lineno}, {source!r})").body[0]
        message = ast.Call(
            ast.Attribute(ast.Name(name, ast.Load()), "failed", ast.Load()),
            [node.msg] if node.msg else [],
            [],
        )
        passed = ast.parse(f"{name}.passed()").body[0]
        statements: list[ast.stmt] = [made, ast.Assert(test, message), passed]
        for statement in statements:
            ast.copy_location(statement, node)
            for part in ast.walk(statement):
                if not hasattr(part, "lineno") or part is statement:
                    ast.copy_location(part, node)
            ast.fix_missing_locations(statement)
        return statements


PARSING = threading.RLock()
"""Held while source becomes a tree or a tree code. CPython before 3.12 counts the depth of both in one place for all
threads, and raises SystemError when two of them meet there (https://github.com/python/cpython/issues/106905)."""


def rewritten(source: str, filename: str) -> ast.Module:
    """The module's tree with telling asserts. Run it with `NOTE` bound to `Note` in its globals."""
    with PARSING:
        tree = _Asserts().visit(ast.parse(source, filename))
    assert isinstance(tree, ast.Module)
    return tree


def asserts_in(tree: ast.AST) -> int:
    """How many assert statements stand in it."""
    return sum(isinstance(node, ast.Assert) for node in ast.walk(tree))
