"""Which totals go with a value of the second sheet: 20 fu come with two han at least, and only by self-draw.

A fixed line of the sheet replaces its items under a condition. Patterns whose conditions are part of
that one hold in every such hand, so their values are the least that the hand has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorer.engine.configure import rules_view
from scorer.engine.evaluate import holds, number
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.ruleset.model import Pattern, Ruleset, SheetItem

Form = tuple[Any, ...]
"""A condition without the place where it stands, so that equal ones are equal."""
DRAWN: Form = ("fact", "self_draw")
CLAIMED: Form = ("fact", "discard")
CLOSED: Form = ("fact", "concealed_hand")


class Reachable:
    """Tells which cells of a table no hand can reach."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.view = rules_view(ruleset)
        sheet = ruleset.sheet
        self.fixed = sheet.fixed if sheet else ()
        self.step = sheet.round_up_to if sheet else 1
        free = (item for item in (sheet.items if sheet else ()) if item.when is None and item.each is None)
        self.lowest = sum(number(item.value, self.view) for item in free)

    def least_total(self, value: int, self_draw: bool) -> int | None:
        """The least total of a hand with this sheet value; None where there is no such hand.

        >>> from scorer.library import load_ruleset
        >>> table = Reachable(load_ruleset("riichi"))
        >>> table.least_total(25, False), table.least_total(20, True), table.least_total(20, False)
        (2, 2, None)
        """
        if value % self.step == 0 and value > self.lowest:
            return 0
        # A value that no sum of items gives, or only an empty one, comes from a line of its own.
        lines = [item for item in self.fixed if number(item.value, self.view) == value]
        totals = [total for item in lines if (total := self._least(item, self_draw)) is not None]
        return min(totals, default=None if lines or value % self.step else 0)

    def _least(self, item: SheetItem, self_draw: bool) -> int | None:
        known = set(conjuncts(item.when, self.view)) if item.when else set()
        if (CLAIMED if self_draw else DRAWN) in known:
            return None
        known.add(DRAWN if self_draw else CLAIMED)
        if any(self._closes(form) for form in known):
            known.add(CLOSED)
        return sum(self._value(pattern, known) for pattern in self.ruleset.patterns)

    def _closes(self, form: Form) -> bool:
        return form[:2] == ("call", "shape") and self.ruleset.shape_by_id[str(form[2])].concealed

    def _value(self, pattern: Pattern, known: set[Form]) -> int:
        """What a pattern adds for certain: nothing where more than the known conditions is needed."""
        tier = self.ruleset.top_tier
        if pattern.when is None or pattern.alternatives or not holds(pattern.enabled, self.view):
            return 0
        if not set(conjuncts(pattern.when, self.view)) <= known:
            return 0
        closed, opened = (number(node, self.view) for node in (pattern.closed, pattern.open))
        value = closed if CLOSED in known else min(closed, opened)
        return 0 if tier and value >= tier.start else value


def conjuncts(node: Node, view: View) -> Iterator[Form]:
    """The conditions of which all must hold, named facts opened; options that are on are left out."""
    if node.op == "and":
        for part in node.args:
            yield from conjuncts(part, view)
    elif node.op == "named":
        yield from conjuncts(view.ruleset.fact_by_id[node.args[0]].node, view)
    elif not (node.op == "option" and holds(node, view)):
        yield form_of(node)


def form_of(node: Node) -> Form:
    """What a condition says, without where it says it."""
    return (node.op, *(form_of(part) if isinstance(part, Node) else part for part in node.args))
