"""What can be seen to be wrong with a checks file before it ever runs.

Only things that make a check worthless: it can't fail, or its failure is swallowed, or it hides another one.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from deskworld_verifiers.asserting import PARSING

_SWALLOWS = {"AssertionError", "Exception", "BaseException"}


def lint_checks(path: Path) -> list[str]:
    """Complaints, each with its line; empty where there are none."""
    with PARSING:
        tree = ast.parse(path.read_bytes(), str(path))
    return [f"{path.name}:{line}: {complaint}" for line, complaint in sorted(_complaints(tree))]


def _complaints(tree: ast.Module) -> Iterator[tuple[int, str]]:
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    checks = [node for node in functions if any(_is_check(decorator) for decorator in node.decorator_list)]
    if not checks:
        yield 1, "there is no check: decorate functions with @check(kind)"
    seen: dict[str, int] = {}
    for node in functions:
        if node.name in seen:
            yield node.lineno, f"{node.name} hides the one of line {seen[node.name]}"
        seen[node.name] = node.lineno
    helpers = {node.name: node for node in functions if node not in checks}
    for node in checks:
        if not _may_fail(node, helpers):
            yield node.lineno, f"{node.name} asserts nothing, so it can't fail"
        for part in ast.walk(node):
            yield from _part(node.name, part)


def _part(name: str, part: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(part, ast.Assert) and isinstance(part.test, ast.Tuple) and part.test.elts:
        yield part.lineno, f"{name} asserts a tuple, which is always true: drop the parentheses"
    elif isinstance(part, ast.Assert) and isinstance(part.test, ast.Constant) and part.test.value:
        yield part.lineno, f"{name} asserts a constant, which is always true"
    elif isinstance(part, ast.Assert) and isinstance(part.test, ast.GeneratorExp):
        yield part.lineno, f"{name} asserts a generator, which is always true: use all(...) or any(...)"
    elif isinstance(part, ast.ExceptHandler) and _catches(part) & _SWALLOWS:
        yield part.lineno, f"{name} catches failed asserts: catch only what you expect"


def _is_check(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")) == "check"


def _may_fail(node: ast.AST, helpers: dict[str, ast.FunctionDef | ast.AsyncFunctionDef]) -> bool:
    """Whether an assert or a raised AssertionError stands in it, or in a helper of the file that it calls."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assert):
            return True
        if isinstance(part, ast.Raise) and part.exc is not None and "AssertionError" in ast.unparse(part.exc):
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in helpers:
            others = {name: helper for name, helper in helpers.items() if name != part.func.id}
            if _may_fail(helpers[part.func.id], others):
                return True
    return False


def _catches(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"BaseException"}
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {ast.unparse(part) for part in parts}
