"""Comparisons as sums of terms: `sets(a) + 1 > sets(b)` says that sets(a) - sets(b) is more than -1."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, inf

from scorer.check.sense.literals import plain
from scorer.check.sense.ranges import Range, Size
from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.values import dataclass

DEEPEST = 12


@dataclass(frozen=True)
class Term:
    """Something that an expression asks for, and how often it is added."""

    node: Node
    times: Fraction


@dataclass(frozen=True)
class Linear:
    """A constant and terms; each term stands once."""

    terms: dict[object, Term]
    constant: Fraction = Fraction(0)

    def __add__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for key, term in other.terms.items():
            before = terms[key].times if key in terms else Fraction(0)
            terms[key] = Term(term.node, before + term.times)
        kept = {key: term for key, term in terms.items() if term.times}
        return Linear(kept, self.constant + other.constant)

    def times(self, factor: Fraction) -> Linear:
        if not factor:
            return Linear({})
        terms = {key: Term(term.node, term.times * factor) for key, term in self.terms.items()}
        return Linear(terms, self.constant * factor)


def linear(node: Node, ruleset: Ruleset, depth: int = 0) -> Linear:
    """A number as a sum; what is no sum is one term."""
    if node.op == "number":
        return Linear({}, Fraction(node.args[0]))
    if depth < DEEPEST and node.op == "negative":
        return linear(node.args[0], ruleset, depth + 1).times(Fraction(-1))
    if depth < DEEPEST and node.op == "named" and node.args[0] in ruleset.fact_by_id:
        return linear(ruleset.fact_by_id[node.args[0]].node, ruleset, depth + 1)
    if depth < DEEPEST and node.op == "arithmetic" and node.args[0] in ("+", "-", "*"):
        op, *sides = node.args
        left, right = (linear(side, ruleset, depth + 1) for side in sides)
        if op != "*":
            return left + (right if op == "+" else right.times(Fraction(-1)))
        for one, other in ((left, right), (right, left)):
            if not one.terms:
                return other.times(one.constant)
    return Linear({plain(node): Term(node, Fraction(1))})


def is_whole(node: Node) -> bool:
    """Whether a number is surely whole."""
    return not any(part.op == "arithmetic" and part.args[0] == "/" for part in node.walk())


def narrowed(before: Range, op: str, bound: Fraction, whole: bool) -> Range:
    """A range after a comparison with a constant."""
    if op == "==":
        return before & Range(bound, bound)
    if op in (">", ">="):
        strict = op == ">" and whole
        least: Size = floor(bound) + 1 if strict else ceil(bound) if whole else bound
        return before & Range(least, inf)
    if op in ("<", "<="):
        most: Size = ceil(bound) - 1 if op == "<" and whole else floor(bound) if whole else bound
        return before & Range(-inf, most)
    low = before.low + 1 if whole and before.low == bound else before.low
    high = before.high - 1 if whole and before.high == bound else before.high
    if before.low == before.high == bound:
        return Range(1, 0)
    return Range(low, high)


FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def can_be(total: Range, op: str) -> bool:
    """Whether some number of a range compares so with nothing."""
    if total.is_empty:
        return False
    return {
        "==": total.low <= 0 <= total.high,
        "!=": not total.low == total.high == 0,
        "<": total.low < 0,
        "<=": total.low <= 0,
        ">": total.high > 0,
        ">=": total.high >= 0,
    }[op]
