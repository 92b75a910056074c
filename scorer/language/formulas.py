"""Formulas with numbers filled in. They are data; each language writes them where they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scorer.phrases import format_amount

if TYPE_CHECKING:
    from fractions import Fraction

Number: TypeAlias = "int | float | Fraction"
Formula: TypeAlias = "Number | str | Calculation | Bound | Lookup"
"""A number, a name in the language of the reader, or what is calculated from formulas."""


class Calculation(NamedTuple):
    """Two formulas with an operator of the rule language between them."""

    operator: str
    left: Formula
    right: Formula


class Bound(NamedTuple):
    """The least or greatest of several formulas: `function` is min or max."""

    function: str
    terms: tuple[Formula, ...]


class Lookup(NamedTuple):
    """What a value table has for a key, which may be a number of units, 6 faan: their English word and id.
    The value is known if the look-up is a part of a calculation.
    """

    table: str
    column: str | None
    key: Formula
    unit: str = ""
    unit_id: str = ""
    value: Number | None = None


OPERATOR_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "**": 3}
OPERATOR_SIGNS = {"//": "/", "**": "^"}
NEUTRAL_TERMS = {"+": 0, "*": 1}
"""For each operator the number that changes nothing."""


def lookup_words(lookup: Lookup, key: str) -> str:
    """English words for a look-up in a value table: `self-draw scale for 5`."""
    name, of = lookup.table.replace("_", " "), (lookup.column or "").replace("_", "-")
    known = f"{key} {lookup.unit}" if lookup.unit and isinstance(lookup.key, int) else key
    return f"{of} {name} for {'the ' if known.isalpha() else ''}{known}".lstrip()


def limit_place(bound: Bound) -> int | None:
    """The place of the term that limits the other one: a number, or a name beside a calculation; None if
    neither of two terms or no term of several does.

    >>> limit_place(Bound("min", ("total", 25))), limit_place(Bound("min", (40, 25)))
    (1, None)
    >>> limit_place(Bound("max", ("total", Calculation("-", "total", 50))))
    0
    """
    terms = bound.terms
    if len(terms) != 2:
        return None
    for is_plain in (
        [not isinstance(term, (str, Calculation, Bound, Lookup)) for term in terms],
        [not isinstance(term, (Calculation, Bound, Lookup)) for term in terms],
    ):
        if sum(is_plain) == 1:
            return is_plain.index(True)
    return None


class FormulaStyle(NamedTuple):
    """How a language writes formulas. Whatever needs words is given the texts of its parts. `wraps_bounds`
    says that a minimum or maximum is put in brackets if it is a part of something. `limited` writes a formula
    with the least or most that it comes to, if the language has words for it.
    """

    times: str = "x"
    in_brackets: Callable[[str], str] = "({})".format
    bound: Callable[[str, Sequence[str]], str] = lambda function, terms: f"{function}({', '.join(terms)})"
    lookup: Callable[[Lookup, str], str] = lookup_words
    wraps_bounds: bool = False
    limited: Callable[[str, str, str], str] | None = None


PLAIN_STYLE = FormulaStyle()
"""For programs: products with x, and functions as rule files write them."""


def formula_text(formula: Formula, style: FormulaStyle = PLAIN_STYLE) -> str:
    """A formula as a language writes it, with brackets only where they are needed.

    >>> formula_text(Calculation("*", 30, Calculation("**", 2, Calculation("+", 4, 2))))
    '30 x 2^(4 + 2)'
    >>> formula_text(Calculation("*", 1, Calculation("+", 5, "tai"))), formula_text(Bound("min", (40, 25)))
    ('1 x (5 + tai)', 'min(40, 25)')
    >>> formula_text(Lookup("scale", "self_draw", 5))
    'self-draw scale for 5'
    """
    if isinstance(formula, Calculation):
        operator, *sides = formula
        left, right = (_operand_text(side, operator, place, style) for place, side in enumerate(sides))
        sign = style.times if operator == "*" else OPERATOR_SIGNS.get(operator, operator)
        return f"{left}{sign}{right}" if operator == "**" else f"{left} {sign} {right}"
    if isinstance(formula, Bound):
        terms = [_term_text(term, style) for term in formula.terms]
        if style.limited and (place := limit_place(formula)) is not None:
            return style.limited(formula.function, terms[1 - place], terms[place])
        return style.bound(formula.function, terms)
    if isinstance(formula, Lookup):
        return style.lookup(formula, formula_text(formula.key, style))
    return formula if isinstance(formula, str) else format_amount(formula)


def _term_text(formula: Formula, style: FormulaStyle) -> str:
    """A formula as a part of another."""
    text = formula_text(formula, style)
    return style.in_brackets(text) if style.wraps_bounds and isinstance(formula, Bound) else text


def _operand_text(formula: Formula, operator: str, place: int, style: FormulaStyle) -> str:
    """A formula as the left (0) or right (1) operand of an operator."""
    if isinstance(formula, Calculation) and _needs_brackets(formula.operator, operator, place):
        return style.in_brackets(formula_text(formula, style))
    return _term_text(formula, style)


def _needs_brackets(inner_operator: str, outer_operator: str, place: int) -> bool:
    """Whether an expression needs brackets as the left (0) or right (1) operand of another operator."""
    inner, outer = OPERATOR_PRECEDENCE[inner_operator], OPERATOR_PRECEDENCE[outer_operator]
    return inner < outer or (place == 1 and inner == outer and outer_operator in ("-", "/", "//"))


def simplified_formula(formula: Formula) -> Formula:
    """A formula without neutral terms, and with differences of numbers inside a product computed: the number
    of losers is `3`, not `(4 - 1)`.

    >>> formula_text(simplified_formula(Calculation("*", Calculation("*", Calculation("-", 4, 1), 100), 2)))
    '3 x 100 x 2'
    >>> formula_text(simplified_formula(Calculation("+", Calculation("*", 42, 2), Calculation("*", 4, 0))))
    '42 x 2'
    >>> simplified_formula(Calculation("**", 2, 0))
    1
    """
    if isinstance(formula, Bound):
        return Bound(formula.function, tuple(map(simplified_formula, formula.terms)))
    if isinstance(formula, Lookup):
        return formula._replace(key=simplified_formula(formula.key))
    if not isinstance(formula, Calculation):
        return formula
    operator, left, right = formula.operator, *map(simplified_formula, formula[1:])
    if operator == "*":
        left, right = _with_difference_computed(left), _with_difference_computed(right)
        if 0 in (left, right):
            return 0
    if operator == "**" and right == 0:
        return 1
    neutral = NEUTRAL_TERMS.get(operator)
    if neutral is not None and neutral in (left, right):
        return right if left == neutral else left
    return Calculation(operator, left, right)


def _with_difference_computed(formula: Formula) -> Formula:
    if isinstance(formula, Calculation) and formula.operator == "-":
        _, left, right = formula
        if isinstance(left, int) and isinstance(right, int):
            return left - right
    return formula
