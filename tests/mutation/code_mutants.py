"""Mutants of Python code: one expression of a module changed at a time, as a slip would change it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}  # fmt: skip
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""Functions of Python that are taken for one another."""
UNREAD = ("annotation", "returns", "decorator_list", "type_params", "bases", "keywords_of_class")
"""Fields of the syntax tree that do not run when a function is called."""


class CodeMutant(NamedTuple):
    """A module with one expression changed: its path, the place, the operator, and the text before and after."""

    path: str
    line: int
    operator: str
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.operator}: `{self.before}` -> `{self.after}`"


def code_mutants(source: str, path: str) -> Iterator[CodeMutant]:
    """Every mutant of a module, in the order of its text.

    >>> [mutant.after for mutant in code_mutants("def is_dear(points):\\n    return points > 7", "dear.py")]
    ['points >= 7', '8']
    """
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    encoded = source.encode()
    for node in expressions(ast.parse(source)):
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before = encoded[start:end].decode()
        for operator, changed in changed_expressions(node):
            after = ast.unparse(changed)
            replaced = f"({after})" if isinstance(changed, (ast.BoolOp, ast.BinOp, ast.UnaryOp)) else after
            text = (encoded[:start] + replaced.encode() + encoded[end:]).decode()
            yield CodeMutant(path, node.lineno, operator, " ".join(before.split()), after, text)


def expressions(tree: ast.AST, is_in_function: bool = False) -> Iterator[ast.expr]:
    """The expressions inside functions, without annotations, docstrings and parts of formatted texts."""
    for field, value in ast.iter_fields(tree):
        if field in UNREAD or isinstance(tree, (ast.JoinedStr, ast.Raise, ast.Assert)):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.expr) and is_in_function:
                yield node
            yield from expressions(node, is_in_function or isinstance(node, ast.FunctionDef))


def changed_expressions(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The expressions that a slip could write instead of one, each with the name of the slip."""
    match node:
        case ast.Compare(left, [operator, *others], comparators) if type(operator) in COMPARISONS:
            yield "comparison", ast.Compare(left, [COMPARISONS[type(operator)](), *others], comparators)
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            if not any(
                isinstance(side, (ast.Constant, ast.JoinedStr)) and is_text(side) for side in (left, right)
            ):
                yield "arithmetic", ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.BoolOp(operator, values):
            swapped = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "and/or", ast.BoolOp(swapped, values)
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", operand
        case ast.Constant(bool(value)):
            yield "truth", ast.Constant(not value)
        case ast.Constant(int(value)):
            yield "number", ast.Constant(value + 1)
        case ast.IfExp(test, body, orelse):
            yield "if", ast.IfExp(test, orelse, body)
        case ast.Call(ast.Name(name), arguments, keywords) if name in OPPOSITES:
            yield "function", ast.Call(ast.Name(OPPOSITES[name]), arguments, keywords)
        case _:
            return


def is_text(node: ast.expr) -> bool:
    """Whether an operand is written as a text, so that `+` joins texts."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
