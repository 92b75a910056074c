"""What a hand is worth, compiled: patterns, bonuses, the second sheet, limits and payments.

A condition on the situation stays a tree; whatever asks a reading becomes an output of the program.
"""

from __future__ import annotations

from typing import Any

from scorer.compiled.lines import is_truth
from scorer.compiled.lower import Lowering
from scorer.compiled.trees import FALSE, TRUE, Tree, Unsupported, both, leaves, parts, with_parts
from scorer.ruleset.model import Bonus, Pattern, Ruleset, ShareSheet

Form = dict[str, Any]
COUNT_WIDTH = 6
VALUE_WIDTH = 14
BY_AWARDS, BY_BONUSES, BY_WORTH = "SX", "SXHI", "SXNV"
"""What is known where patterns, bonuses and everything behind them is worked out: letters of leaves."""


class Output:
    """The outputs of the program that go into one number."""

    def __init__(self) -> None:
        self.trees: list[Tree] = []
        self.places: list[tuple[int, int]] = []
        self.end = 0

    def add(self, tree: Tree, width: int) -> int:
        """The number of the output that gives a tree's value."""
        if tree in self.trees and self.places[self.trees.index(tree)][1] >= width:
            return self.trees.index(tree)
        self.trees.append(tree)
        self.places.append((self.end, width))
        self.end += width
        return len(self.trees) - 1


class WorthCompiler:
    """Compiles everything behind the conditions; `found` and `sheet` collect what it asks of readings."""

    def __init__(self, ruleset: Ruleset, lowering: Lowering) -> None:
        self.ruleset, self.lowering = ruleset, lowering
        self.found, self.sheet = Output(), Output()

    def form(self) -> Form:
        ruleset = self.ruleset
        extra = (ruleset.otherwise,) if ruleset.otherwise else ()
        patterns = tuple(map(self._pattern, (*ruleset.patterns, *extra)))
        return {
            "patterns": patterns,
            "otherwise": len(ruleset.patterns) if ruleset.otherwise else -1,
            "to_win": tuple(self._tree(item.node) for item in ruleset.to_win),
            "penalties": tuple(map(self._penalty, ruleset.penalties)),
            "bonuses": tuple(map(self._bonus, ruleset.bonuses)),
            "sheet": self._sheet(),
            "amounts": tuple(
                (a.id, self._tree(a.when), self._tree(a.node)) for a in ruleset.amounts
            ),
            "base": self._tree(ruleset.base),
            "limits": tuple(
                (limit.id, self._tree(limit.when), limit.base and self._tree(limit.base))
                for limit in ruleset.limits
            ),
            "payment": self._payment(),
            "names": tuple((p.id, p.names) for p in (*ruleset.patterns, *extra))
            + tuple((b.id, b.names) for b in ruleset.bonuses),
        }  # fmt: skip

    def _penalty(self, penalty: Any) -> Tree:
        tree = self.lowering.tree(penalty.when)
        if any(leaf[0] != "S" for leaf in leaves(tree)):
            raise Unsupported(f"the penalty '{penalty.id}'")
        return tree

    def _tree(self, node: Any, known: str = BY_WORTH) -> Tree:
        return self._asking(self._lifted(self.lowering.tree(node)), known)

    def _asking(self, tree: Tree, known: str) -> Tree:
        """The tree, if it asks no more than what is known by then."""
        for leaf in leaves(tree):
            if leaf[0] not in known:
                raise Unsupported(f"'{leaf[1]}' so early")
        return tree

    def _lifted(self, tree: Tree) -> Tree:
        """The tree with every part that asks the reading replaced by an output of the program."""
        letters = {leaf[0] for leaf in leaves(tree)}
        if not letters & set("FZTL"):
            return tree
        if letters <= set("FZTLS"):
            return ("X", self.found.add(tree, 1 if is_truth(tree) else VALUE_WIDTH))
        return with_parts(tree, tuple(map(self._lifted, parts(tree))))

    def _pattern(self, pattern: Pattern) -> Form:
        lower = self.lowering
        if lower.tree(pattern.enabled) == FALSE:
            return {"id": pattern.id, "when": FALSE}
        if pattern.absorbs or pattern.link:
            raise Unsupported(f"absorbs or link of '{pattern.id}'")
        condition = both(lower.tree(pattern.enabled), lower.tree(pattern.when))
        count: Tree = lower.tree(pattern.count, ("k", 1))
        if pattern.alternatives:
            bound = lower.bindings(pattern.alternatives, pattern.where)
            condition = both(condition, lower.truth_of(bound))
            if pattern.repeat:
                count = bound if count == ("k", 1) else ("ar", "*", count, bound)
        return {
            "id": pattern.id, "unit": pattern.unit, "groups": pattern.groups, "zero": pattern.zero,
            "closed": self._value(pattern.closed), "open": self._value(pattern.open),
            "when": self._condition(condition), "count": self._counting(count),
            "alone": pattern.alone and self._tree(pattern.alone, BY_AWARDS),
            "implies": tuple(sorted(self.ruleset.implied[pattern.id])),
            "excludes": pattern.excludes, "less": pattern.less,
        }  # fmt: skip

    def _value(self, node: Any) -> Tree | None:
        return None if node is None else self._tree(node, BY_AWARDS)

    def _condition(self, tree: Tree) -> Tree:
        """A condition on the situation as it is, any other as an output of the program."""
        return self._asking(self._lifted(tree), BY_AWARDS)

    def _counting(self, tree: Tree) -> Tree:
        if tree[0] == "k" or all(leaf[0] == "S" for leaf in leaves(tree)):
            return tree
        return ("X", self.found.add(tree, COUNT_WIDTH))

    def _bonus(self, bonus: Bonus) -> Form:
        return {
            "id": bonus.id, "value": self._tree(bonus.value, BY_BONUSES),
            "count": self._tree(bonus.count, BY_BONUSES) if bonus.count else ("k", 1),
            "when": self._tree(bonus.when, BY_BONUSES),
        }  # fmt: skip

    def _sheet(self) -> Form | None:
        """Conditions of the sheet are outputs of their own; values are whole numbers by the options."""
        sheet, lower = self.ruleset.sheet, self.lowering
        if sheet is None:
            return None
        return {
            "unit": sheet.unit, "round": sheet.round_up_to,
            "fixed": tuple((i.id, *self._sheet_item(i)) for i in sheet.fixed),
            "items": tuple(
                (i.id, *self._sheet_item(i), i.each is not None and lower.selector(i.each))
                for i in sheet.items
            ),
        }  # fmt: skip

    def _sheet_item(self, item: Any) -> tuple[int, int]:
        """The value, and the bit that says whether the item counts; -1 always, -2 never."""
        tree = self.lowering.tree(item.when)
        if tree in (TRUE, FALSE):
            return self.lowering.constant(item.value), -1 if tree == TRUE else -2
        if any(leaf[0] not in "FZTLS" for leaf in leaves(tree)):
            raise Unsupported(f"the condition of the item '{item.id}'")
        return self.lowering.constant(item.value), self.sheet.places[self.sheet.add(tree, 1)][0]

    def _payment(self) -> Form:
        payment = self.ruleset.payment
        return {
            "round": payment.round_up_to,
            "discard": self._shares(payment.discard), "self_draw": self._shares(payment.self_draw),
            "extras": tuple(
                (e.id, self._tree(e.when), self._shares(e.discard), self._shares(e.self_draw))
                for e in payment.extras
            ),
            "counters": tuple(map(self._shares, payment.counters)),
            "sticks": self._tree(payment.sticks) if payment.sticks else ("k", 0),
        }  # fmt: skip

    def _shares(self, sheet: ShareSheet) -> tuple[Any, ...]:
        return tuple(
            tuple((payer, self._tree(node)) for payer, node in shares)
            for shares in (sheet.other, sheet.dealer)
        )
