"""Writes formulas of a ruleset in the words of its players, with the options in force put in.

What players do not write as algebra has a phrase: a power of two (doubled for each han), a number for each of
what is counted (2 for each of the dealer repeats), and a choice between two values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from scorer.engine.evaluate import View, holds, rules_view, value_of
from scorer.engine.partial import KNOWN_FROM_RULES, constant_node, sources_of
from scorer.engine.totals import BOUND_FUNCTIONS
from scorer.labels import formula_style, uncapitalize_first, value_label
from scorer.language.formulas import Bound, Calculation, Formula, FormulaStyle, Lookup, Number, formula_text
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import Source
from scorer.languages import text_in
from scorer.phrases import format_amount
from scorer.ruleset.model import FIRST_EAST_ASIAN, Amount, Ruleset
from scorer.teach.constructs import NONE, SOME, absent_things, counted_noun, statement_clause
from scorer.teach.words import MissingWord, Speech

KNOWN_OF_CASE = KNOWN_FROM_RULES | {Source.SITUATION, Source.CIRCUMSTANCES, Source.COUNTERS}
"""What is known of a way to win, without a hand."""

SPOKEN_PARTS: dict[tuple[str, Formula], str] = {
    ("*", 2): "twice",
    ("/", 2): "half of",
    ("/", 4): "quarter of",
}
"""The phrases for what is made of one amount."""
DOUBLE = comparable_tree(constant_node(2))
HIGHEST_EXPONENT = 4
"""The highest power of two that is put in as a number: 4 x fu."""


class SpokenPart(str):
    """A part of a formula in words, which is put in brackets as an operand."""

    __slots__ = ()


class EachAdded(SpokenPart):
    """A number to which another one is added for each of what is counted: '1, plus 2 for each of the ...'."""

    start: Number
    step: Number
    counted: str

    def __new__(cls, start: Number, step: Number, counted: str, speech: Speech) -> EachAdded:
        shown = speech.phrase("plus for each", format_amount(start), format_amount(step), counted)
        added = super().__new__(cls, shown)
        added.start, added.step, added.counted = start, step, counted
        return added


def formula_in_words(node: Node, ruleset: Ruleset, speech: Speech) -> str:
    """An expression as a formula, with the options in force put in."""
    return FormulaWriter(rules_view(ruleset), KNOWN_FROM_RULES, speech).formula_text(node)


def amount_in_words(amount: Amount, ruleset: Ruleset, speech: Speech) -> str:
    """How a named amount is computed: what the rules say of it, or its formula. In what the rules say, the
    name of an option in braces stands for its value.
    """
    if amount.says and (said := speech.localized_name(amount.says)):
        view = rules_view(ruleset)
        for option in ruleset.options:
            if (slot := f"{{{option.id}}}") in said:
                value = value_of(Node("option", (option.id,), option.id), view)
                said = said.replace(slot, value_label(option, value, speech.language))
        return said
    return formula_in_words(amount.node, ruleset, speech)


def is_choice_between(node: Node, chosen: int, otherwise: int) -> bool:
    """Whether an expression is one number if something is so, and else another: `2 if dealer else 1`."""
    return node.op == "if" and [part.args for part in node.args[1:]] == [(chosen,), (otherwise,)]


class FormulaWriter:
    """Writes an expression as a formula, with known values filled in as numbers.

    Options are always known. Facts of the situation are known if there is a case.
    """

    def __init__(self, view: View, known_sources: frozenset[Source], speech: Speech) -> None:
        self.view, self.known, self.speech = view, known_sources, speech

    def is_open(self, node: Node) -> bool:
        """Whether the value of an expression depends on something that is not known."""
        return not sources_of(node, self.view.ruleset) <= self.known

    def formula_text(self, node: Node) -> str:
        formula = self._open_formula(node)
        if isinstance(formula, Calculation) and isinstance(formula.left, str):
            key = SPOKEN_PARTS.get((formula.operator, formula.right), "")
            return self.speech.phrase(key, formula.left) if key else formula_text(formula, self._style)
        return formula_text(formula, self._style)

    @property
    def _style(self) -> FormulaStyle:
        return formula_style(self.speech.language, self.view.ruleset)._replace(in_brackets=self._in_brackets)

    def _in_brackets(self, text: str) -> str:
        """A part of a formula in brackets: those of the language around words, round ones around signs."""
        has_words = any(character >= FIRST_EAST_ASIAN for character in text)
        return self.speech.phrase("in brackets", text).strip() if has_words else f"({text})"

    def _open_formula(self, node: Node) -> Formula:
        """The formula of an expression in names and numbers. Nodes without words of their own are written as
        in the rule file.
        """
        if not self.is_open(node):
            number: Number = value_of(node, self.view)
            return number
        if node.op == "arithmetic":
            op, left, right = node.args
            spoken = (
                self._ones_text(node)
                or self._doubled_text(node)
                or self._each_added(node)
                or self._doubled_if_text(node)
            )
            return spoken or self._operation(op, self._operand(left), self._operand(right))
        if node.op == "if":
            branch = self._only_branch(node)
            return self._open_formula(branch) if branch else self._choice_text(node)
        if node.op == "table":
            name, column, key = node.args
            return Lookup(name, column, self._open_formula(key))
        if node.op == "call" and node.args[0] in BOUND_FUNCTIONS:
            return Bound(node.args[0], tuple(map(self._open_formula, node.args[1:])))
        if node.op in ("call", "named"):
            return counted_noun(node, self.speech, 2)
        if node.op == "amount":
            return 0 if self._is_left_out(node) else self._amount_text(node)
        circumstance = self.view.ruleset.circumstance_by_id.get(node.args[0]) if node.op == "fact" else None
        if circumstance:
            name = self.speech.localized_name(circumstance.names)
            return uncapitalize_first(name) if self.speech.is_english else name
        return node.text if self.speech.is_english else counted_noun(node, self.speech, 2)

    def _operation(self, op: str, left: Formula, right: Formula) -> Formula:
        """An operation without parts that change nothing. A factor comes first in English; Japanese and
        Chinese write it after what it multiplies: 基本点 × 2.
        """
        if op in ("+", "-") and right == 0:
            return left
        if op == "+" and left == 0:
            return right
        if op == "*" and (0 in (left, right) or 1 in (left, right)):
            return 0 if 0 in (left, right) else right if left == 1 else left
        for number, other in ((left, right), (right, left)):
            if isinstance(other, EachAdded) and isinstance(number, int) and op in ("+", "*"):
                return self._each_added_to(op, number, other)
        left, right = map(self._bracketed, (left, right))
        if op == "/" and isinstance(right, int) and isinstance(left, Calculation) and left.operator == "*":
            factors = [one for one in left[1:] if isinstance(one, int)]
            if len(factors) == 1 and right != 0 and factors[0] * 100 % right == 0:
                others = [one for one in left[1:] if not isinstance(one, int)]
                return self._operation("*", factors[0] / right, others[0])
        if op == "**" and isinstance(right, str) and " " in right:
            right = self._in_brackets(right)
        is_factor = isinstance(left, int | float) and not self.speech.is_english
        return Calculation(op, right, left) if op == "*" and is_factor else Calculation(op, left, right)

    def _bracketed(self, formula: Formula) -> Formula:
        """An operand, in brackets if it is in words."""
        return self._in_brackets(formula) if isinstance(formula, SpokenPart) else formula

    def _each_added_to(self, op: str, number: int, added: EachAdded) -> EachAdded:
        """A number plus or times one to which something is added for each of what is counted."""
        if op == "+":
            return EachAdded(added.start + number, added.step, added.counted, self.speech)
        return EachAdded(added.start * number, added.step * number, added.counted, self.speech)

    # ---- parts that have phrases

    def _each_text(self, node: Node) -> str:
        """The words for each of what a number counts: 'fan', 'of the repeats'; empty for other numbers."""
        rules, speech = self.view.ruleset, self.speech
        if node.op == "amount" and node.args[0] in rules.unit_by_id:
            self._unit_text(node.args[0])  # reports a word that is missing
            if speech.is_english:
                return rules.unit_word(node.args[0], True, speech.language)
            return rules.amount_text(speech.phrase("each unit"), node.args[0], speech.language)
        counted = rules.circumstance_by_id.get(node.args[0]) if node.op == "fact" else None
        if counted and counted.is_number:
            names = speech.list_words(absent_things(node, False, speech), "or")
            return speech.phrase("each of counted", names)
        return ""

    def _exponent(self, node: Node) -> tuple[Node, int]:
        """What an exponent counts, and what is added to it: `han + 2`."""
        if node.op == "arithmetic" and node.args[0] in ("+", "-") and not self.is_open(node.args[2]):
            added = value_of(node.args[2], self.view)
            return node.args[1], int(added if node.args[0] == "+" else -added)
        return node, 0

    def _is_power_of_two(self, node: Node) -> bool:
        """Whether an expression is two to the power of what is not known."""
        is_power = node.op == "arithmetic" and node.args[0] == "**" and self.is_open(node)
        return is_power and not self.is_open(node.args[1]) and value_of(node.args[1], self.view) == 2

    def _doubled_text(self, node: Node) -> SpokenPart | None:
        """A number times a power of two, which players double as often as they count: 'hand points, doubled
        for each fan'.
        """
        op, left, right = node.args
        multiplied, power = (left, right) if op == "*" else (None, node)
        if not self._is_power_of_two(power):
            return None
        counted, added = self._exponent(power.args[2])
        doubled: Formula = 1 if multiplied is None else self._operand(multiplied)
        each = self._each_text(counted) if 0 <= added <= HIGHEST_EXPONENT else ""
        if each:
            whole = (
                doubled * 2**added if isinstance(doubled, int) else self._operation("*", 2**added, doubled)
            )
            start = self._plain_text(whole)
            return SpokenPart(self.speech.phrase("doubled for each", start, each))
        times = self._plain_text(self._operand(power.args[2]))
        return SpokenPart(self.speech.phrase("doubled times", self._plain_text(doubled), times))

    def _ones_text(self, node: Node) -> SpokenPart | None:
        """The sum of several conditions that add 1 each: '1 for each that is so: four flowers; ...'."""
        parts = [*_terms(node)]
        if not all(
            self._is_choice(one) and is_choice_between(one, 1, 0) and self._only_branch(one) is None
            for one in parts
        ):
            return None
        cases = [self._case_words(one)[1] for one in parts]
        return SpokenPart(
            self.speech.phrase("one for each case", self.speech.phrase("semicolon").join(cases))
        )

    def _plain_text(self, formula: Formula) -> str:
        return formula_text(formula, self._style)

    def _each_added(self, node: Node) -> EachAdded | None:
        """A number and another one for each of what a circumstance counts: `1 + 2 * repeats`."""
        op, left, right = node.args
        if op != "+" or self.is_open(left) or right.op != "arithmetic" or right.args[0] != "*":
            return None
        for step, counted in (right.args[1:], right.args[:0:-1]):
            if not self.is_open(step) and counted.op == "fact" and (each := self._each_text(counted)):
                return EachAdded(value_of(left, self.view), value_of(step, self.view), each, self.speech)
        return None

    def _doubled_if_text(self, node: Node) -> SpokenPart | None:
        """A number times a named one that is 2 if something is so, and else 1."""
        op, *sides = node.args
        for number, named in (sides, sides[::-1]):
            fact = self.view.ruleset.fact_by_id.get(named.args[0]) if named.op == "named" else None
            chosen = fact.node if fact and op == "*" and self.is_open(named) else None
            if chosen and is_choice_between(chosen, 2, 1):
                _, when = self._case_words(chosen)
                whole = self._plain_text(self._operand(number))
                return SpokenPart(self.speech.phrase("formula doubled", whole, when))
        return None

    def _operand(self, node: Node) -> Formula:
        """The formula of an operand. A choice between two branches is put in brackets."""
        node = self._certain_part(node)
        if self._is_choice(node):
            return self._in_brackets(self.formula_text(node))
        return self._open_formula(node)

    def _is_choice(self, node: Node) -> bool:
        """Whether an expression is a choice whose condition is not known."""
        return node.op == "if" and self.is_open(node)

    def _certain_part(self, node: Node) -> Node:
        """An expression without choices whose branch is certain."""
        while self._is_choice(node) and (branch := self._only_branch(node)):
            node = branch
        return node

    def _is_left_out(self, node: Node) -> bool:
        """Whether an amount is 0 in the case, because its condition fails."""
        found = next((one for one in self.view.ruleset.amounts if one.id == node.args[0]), None)
        condition = found.condition if found else None
        return condition is not None and not self.is_open(condition) and not holds(condition, self.view)

    def _amount_text(self, node: Node) -> str:
        """What an amount is called in the formula: its own name, or that of a unit."""
        rules, ident = self.view.ruleset, str(node.args[0])
        if ident == "base" and rules.base.op == "amount":
            node, ident = rules.base, str(rules.base.args[0])
        if ident == "base":
            return uncapitalize_first(self.speech.phrase("base"))
        if amount := next((one for one in rules.amounts if one.id == ident), None):
            return uncapitalize_first(self.speech.localized_name(amount.names)) or self.speech.id_words(ident)
        if ident in rules.unit_by_id:
            return self._unit_text(ident)
        return ident if self.speech.is_english else counted_noun(node, self.speech, 2)

    def _unit_text(self, ident: str) -> str:
        """The word for a unit; in English its id, if another unit has the same word."""
        rules, language = self.view.ruleset, self.speech.language
        words = {unit: rules.unit_word(unit, language=language) for unit in rules.unit_by_id}
        if self.speech.is_english:
            is_shared = [*words.values()].count(words[ident]) > 1
            return self.speech.id_words(ident) if is_shared else words[ident]
        if words[ident].isascii():
            raise MissingWord(words[ident])
        is_tier = rules.top_tier and ident == rules.top_tier.unit
        return self.speech.phrase("tier in a formula", words[ident]) if is_tier else words[ident]

    def _only_branch(self, choice: Node) -> Node | None:
        """The branch that is certain to be taken, if there is one."""
        condition: Node = choice.args[0]
        chosen_part: Node = choice.args[1]
        otherwise: Node = choice.args[2]
        parts = _conditions(condition)
        if any(map(self._asks_for_tier, parts)):
            return otherwise  # those hands have rows of their own
        if any(not self.is_open(part) and not holds(part, self.view) for part in parts):
            return otherwise
        return None if any(self.is_open(part) for part in parts) else chosen_part

    def _asks_for_tier(self, part: Node) -> bool:
        """Whether a condition asks for a pattern that counts alone."""
        unit = self.view.ruleset.tier_unit
        is_amount = part.op == "compare" and part.args[0].op == "amount" and part.args[0].args == (unit,)
        return is_amount and (part.args[1], *part.args[2].args) in SOME

    def _choice_text(self, choice: Node) -> str:
        """A choice between two branches, or one case after the other if a branch is a choice again."""
        cases, rest = [self._case_words(choice)], self._certain_part(choice.args[2])
        while self._is_choice(rest):
            cases.append(self._case_words(rest))
            rest = self._certain_part(rest.args[2])
        if len(cases) == 1 and (spoken := self._counted_choice(choice, rest)):
            return spoken
        last = self.formula_text(rest)
        if len(cases) == 1 and self._is_double(choice.args[1], rest):
            return self.speech.phrase("formula doubled", last, cases[0][1])
        if len(cases) == 1 and last != "0":
            return self.speech.phrase("formula choice", *cases[0], last)
        told = [self.speech.phrase("formula case", *one) for one in cases]
        if last != "0":
            told.append(self.speech.phrase("formula otherwise", last))
        return self.speech.phrase("semicolon").join(told)

    def _counted_choice(self, choice: Node, rest: Node) -> str:
        """A choice by whether there is any of a unit: 'small win: 1; each great win: 6', or what doubles for
        each of it after the first. Empty if it is something else.
        """
        condition, chosen = choice.args[0], self._certain_part(choice.args[1])
        if condition.op != "compare" or len(condition.args) != 3 or condition.args[2].op != "number":
            return ""
        counted, asked = condition.args[0], (condition.args[1], *condition.args[2].args)
        unit = self.view.ruleset.unit_by_id.get(counted.args[0]) if counted.op == "amount" else None
        if unit is None or not (each := self._each_text(counted)):
            return ""
        same = comparable_tree(counted)
        if asked in SOME and not self.is_open(rest) and self._is_power_of_two(chosen):
            base, added = self._exponent(chosen.args[2])
            if (comparable_tree(base), added, value_of(rest, self.view)) == (same, -1, 1):
                second = self.view.ruleset.amount_text(2, unit.id, self.speech.language)
                return self.speech.phrase("doubled after first", "1", each, second)
        none = text_in(dict(unit.none), self.speech.language)
        if asked in NONE and none and rest.op == "arithmetic" and rest.args[0] == "*":
            for step, factor in (rest.args[1:], rest.args[:0:-1]):
                if comparable_tree(factor) == same and not self.is_open(step):
                    numbers = (self.formula_text(chosen), self.formula_text(step))
                    return self.speech.phrase("none or each", none, numbers[0], each, numbers[1])
        return ""

    def _is_double(self, chosen: Node, otherwise: Node) -> bool:
        """Whether a branch is twice the other: '2 * total' and 'total'."""
        if chosen.op != "arithmetic" or chosen.args[0] != "*":
            return False
        doubled = DOUBLE, comparable_tree(otherwise)
        return doubled in permutations(map(comparable_tree, chosen.args[1:]))

    def _case_words(self, choice: Node) -> tuple[str, str]:
        """The first branch of a choice and when it is taken, without what is known to hold."""
        condition, chosen_part, _ = choice.args
        left = [statement_clause(part, self.speech) for part in _conditions(condition) if self.is_open(part)]
        return self.formula_text(chosen_part), self.speech.list_words(left)


def _terms(node: Node) -> Iterator[Node]:
    """The terms of a sum."""
    if node.op == "arithmetic" and node.args[0] == "+":
        for term in node.args[1:]:
            yield from _terms(term)
    else:
        yield node


def _conditions(condition: Node) -> tuple[Node, ...]:
    """The parts of a condition that must all hold."""
    return condition.args if condition.op == "and" else (condition,)
