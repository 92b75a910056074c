"""What literals claim together, apart from hands: truths that agree, numbers with a range left."""

from __future__ import annotations

from fractions import Fraction

from scorer.check.sense.linear import FLIPPED, Linear, can_be, is_whole, linear, narrowed
from scorer.check.sense.literals import Literal, Together
from scorer.check.sense.ranges import Range, Ranges, exactly
from scorer.check.sense.world import World
from scorer.language.nodes import Node
from scorer.language.vocabulary import NUMBER_FACTS, TRUTH_FACTS
from scorer.ruleset.model import Value

ONLY_ONE = ("wait", "shape")
"""Of these a reading has one."""


class Claims:
    """The truths, words and numbers of a list of literals; `agree` says whether they can be at once."""

    def __init__(self, world: World, ranges: Ranges, together: Together) -> None:
        self.world, self.ranges, self.ruleset, self.together = world, ranges, world.ruleset, together
        self.truths: dict[object, bool] = {}
        self.words: dict[str, frozenset[Value]] = {}
        self.numbers: dict[object, Range] = {}
        self.sums: list[tuple[Linear, str]] = []
        self.agree = all(self._take(literal) for literal in together) and all(
            can_be(self.range_of(total), op) for total, op in self.sums
        )

    def _take(self, literal: Literal) -> bool:
        """Notes a literal; whether it agrees with those before."""
        node = literal.node
        if node.op == "compare":
            return self._compare(node)
        if node.op == "fact" and literal.holds and not self._can_be_said(node.args[0]):
            return False
        if self.truths.setdefault(literal.key, literal.holds) != literal.holds:
            return False
        if node.op == "call" and node.args[0] in ONLY_ONE and literal.holds:
            same = [key for key, holds in self.truths.items() if holds and is_call(key, node.args[0])]
            return len(same) == 1
        return True

    def _can_be_said(self, name: str) -> bool:
        """Whether anything makes a fact true: the engine, or a circumstance that was not dropped."""
        known = name in TRUTH_FACTS or name in NUMBER_FACTS
        return known or any(item.fact == name for item in self.ruleset.circumstances)

    def _compare(self, node: Node) -> bool:
        left, op, right = node.args
        if "word" in (left.op, right.op):
            return self._word(left, op, right)
        total = linear(left, self.ruleset) + linear(right, self.ruleset).times(Fraction(-1))
        self.sums.append((total, op))
        if len(total.terms) == 1:
            return self._narrow(total, op)
        if not total.terms:
            return can_be(exactly(total.constant), op)
        return self._together(total, op)

    def _word(self, left: Node, op: str, right: Node) -> bool:
        """An option compared with one of its words: the words that are left."""
        option, word = (left, right) if left.op == "option" else (right, left)
        if option.op != "option":
            return True
        name, wanted = option.args[0], word.args[0]
        before = self.words.get(name, frozenset(self.world.choices(name)))
        self.words[name] = frozenset(kept for kept in before if (kept == wanted) == (op == "=="))
        return bool(self.words[name])

    def _narrow(self, total: Linear, op: str) -> bool:
        """Narrows what one term can be."""
        ((key, term),) = total.terms.items()
        before = self.numbers.get(key, self.ranges.of(term.node))
        bound = -total.constant / term.times
        after = narrowed(before, op if term.times > 0 else FLIPPED[op], bound, is_whole(term.node))
        self.numbers[key] = after
        return not after.is_empty and self._has_choice(term.node, after)

    def _has_choice(self, node: Node, left: Range) -> bool:
        """An option of numbers has one of its choices."""
        if node.op != "option":
            return True
        option = next(option for option in self.ruleset.options if option.id == node.args[0])
        numbers = [value for value in option.choices if isinstance(value, int)]
        return not numbers or any(left.low <= value <= left.high for value in numbers)

    def _together(self, total: Linear, op: str) -> bool:
        """Comparisons of the same terms narrow the sum of these."""
        first = next(iter(total.terms.values())).times
        scaled = total.times(1 / first)
        key = ("sum", tuple(sorted((repr(key), term.times) for key, term in scaled.terms.items())))
        before = self.numbers.get(key, self.range_of(Linear(scaled.terms)))
        whole = all(is_whole(term.node) and term.times.denominator == 1 for term in scaled.terms.values())
        after = narrowed(before, op if first > 0 else FLIPPED[op], -scaled.constant, whole)
        self.numbers[key] = after
        return not after.is_empty

    def range_of(self, total: Linear) -> Range:
        found = exactly(total.constant)
        for key, term in total.terms.items():
            known = self.numbers.get(key, self.ranges.of(term.node))
            found = found + known * exactly(term.times)
        return found

    def known(self, key: object, node: Node) -> Range:
        """What is left of a number."""
        return self.numbers.get(key, self.ranges.of(node))


def is_call(key: object, name: str) -> bool:
    """Whether a key (see `plain`) is that of a call of a function."""
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "call" and key[1][:1] == (name,)
