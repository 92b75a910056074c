"""What a breakdown is told with, compiled: names, and every formula as it is written out.

A formula is a tree of its own, since conditions and options that the trees of `worth_form` have folded
away still stand in the text:

    ("=", tree)                  a number that is worked out
    (operator, left, right)      arithmetic
    ("if", tree, then, else)     a choice
    ("for", table, column, key)  a look-up
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.compiled.trees import Tree
from scorer.engine.value import counted_in
from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset, ShareSheet
from scorer.words.said import bonus_names

Form = dict[str, Any]
Formula = tuple[Any, ...]


class TellingCompiler:
    """Compiles what is told under one ruleset; `tree` lowers an expression."""

    def __init__(self, ruleset: Ruleset, tree: Callable[[Node], Tree]) -> None:
        self.ruleset, self.tree = ruleset, tree

    def form(self) -> Form:
        return {**self._names(), **self._formulas()}

    def _names(self) -> Form:
        ruleset = self.ruleset
        sheet = ruleset.sheet
        items = (*sheet.fixed, *sheet.items) if sheet else ()
        kinds = ruleset.tileset.kinds
        named = any(kind.names and kind.attributes for kind in kinds)
        return {
            "names": ruleset.names, "native": ruleset.native,
            "remarks": ruleset.remarks, "unusual": ruleset.unusual,
            "circumstances": {item.id: item.names for item in ruleset.circumstances},
            "indicated": {item.id: bonus_names(item.id, ruleset) for item in ruleset.indicators},
            "tiles": tuple(kind.names for kind in kinds) if named else (),
            "pictures": tuple(kind.picture for kind in kinds),
            "bonuses": {bonus.id: tuple(counted_in(bonus)) for bonus in ruleset.bonuses},
            "items": {item.id: item.names for item in items},
            "of_the_wait": tuple(item.id for item in (sheet.items if sheet else ()) if item.asks_wait),
            "limits": {limit.id: limit.names for limit in ruleset.limits},
            "extras": {extra.id: extra.names for extra in ruleset.payment.extras},
        }  # fmt: skip

    def _formulas(self) -> Form:
        ruleset, payment = self.ruleset, self.ruleset.payment
        sheets = {extra.id: (extra.discard, extra.self_draw) for extra in payment.extras}
        sheets |= {"hand": (payment.discard, payment.self_draw), "counters": payment.counters}
        return {
            "amounts": {a.id: (a.names, a.node.text, self._formula(a.node)) for a in ruleset.amounts},
            "base": ((), ruleset.base.text, self._formula(ruleset.base)),
            "bases": {
                limit.id: (limit.names, limit.base.text, self._formula(limit.base))
                for limit in ruleset.limits
                if limit.base
            },
            "shares": {part: tuple(map(self._shares, pair)) for part, pair in sheets.items()},
        }

    def _shares(self, sheet: ShareSheet) -> tuple[dict[str, tuple[Formula, Tree]], ...]:
        """By the winner's seat and by role how a share is written and worked out."""
        return tuple(
            {role: (self._formula(node), self.tree(node)) for role, node in shares}
            for shares in (sheet.other, sheet.dealer)
        )

    def _formula(self, node: Node) -> Formula:
        if node.op == "arithmetic":
            op, left, right = node.args
            return (op, self._formula(left), self._formula(right))
        if node.op == "if":
            condition, *ways = node.args
            asked = self.tree(condition)
            if asked[0] == "k":
                return self._formula(ways[0 if asked[1] else 1])
            return ("if", asked, *map(self._formula, ways))
        if node.op == "named":
            return self._formula(self.ruleset.fact_by_id[node.args[0]].node)
        if node.op == "table":
            name, column, key = node.args
            return ("for", name, column, self._formula(key))
        return ("=", self.tree(node))
