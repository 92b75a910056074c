"""Loops of tests: one that would not run tests nothing."""

from __future__ import annotations

import ast

from tests.support.places import ROOT
from tests.test_style import name_of, nodes_of

TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
ITERATED = ("some", "range", "enumerate", "zip", "sorted", "reversed")
"""Functions whose result has items if their arguments have; `some` fails if there are none."""


def has_items(tree: ast.expr) -> bool:
    """Whether it is plain in the code that a loop over this runs."""
    if isinstance(tree, ast.Tuple | ast.List | ast.Set):
        return bool(tree.elts)
    if isinstance(tree, ast.Dict):
        return bool(tree.keys)
    if isinstance(tree, ast.BinOp):
        return has_items(tree.left)
    if not isinstance(tree, ast.Call):
        return False
    if isinstance(tree.func, ast.Attribute):
        return has_items(tree.func.value)
    name = tree.func.id if isinstance(tree.func, ast.Name) else ""
    return name in ("some", "range") or (name in ITERATED and all(map(has_items, tree.args)))


def test_a_loop_with_assertions_has_items() -> None:
    """Such a loop goes over a literal, or over `some(...)` of tests/support/loops.py. In a property that is tried
    with many inputs, there may be nothing to do for one of them.
    """
    unsure = [
        f"{name_of(path)}:{loop.lineno}"
        for path in TESTS
        for function in nodes_of(path)
        if isinstance(function, ast.FunctionDef)
        and function.name.startswith("test_")
        and not any("given" in ast.unparse(one) for one in function.decorator_list)
        for loop in ast.walk(function)
        if isinstance(loop, ast.For)
        and any(isinstance(part, ast.Assert) for part in ast.walk(loop))
        and not has_items(loop.iter)
    ]
    assert not unsure
