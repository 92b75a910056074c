"""Whether conditions can hold together in some hand."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.check.sense.claims import Claims
from scorer.check.sense.hands import Hands, Templates
from scorer.check.sense.instances import TooManyInstances, instances
from scorer.check.sense.literals import TooMany, alternatives, both, plain
from scorer.check.sense.ranges import Ranges
from scorer.check.sense.world import TooLarge, World
from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset


class Solver:
    """Answers questions about the conditions of one ruleset. `possible` is wrong in one direction only."""

    def __init__(self, ruleset: Ruleset, copies_are_said: bool = True) -> None:
        self.ruleset = ruleset
        self.world = World(ruleset, copies_are_said)
        self.ranges = Ranges(self.world)
        self._known: dict[object, bool] = {}
        self._fitting: dict[str, bool] = {}

    def possible(self, *conditions: tuple[Node, bool], templates: Sequence[Templates] = ()) -> bool:
        """Whether conditions can hold (or fail, where the flag is false) together, beside templates.

        `templates` are lists that all have to be bound, each on its own.
        """
        if self.world.is_spent:
            return True
        key = (tuple((plain(node), holds) for node, holds in conditions), tuple(map(str, templates)))
        if key not in self._known:
            self._known[key] = self._possible(conditions, templates)
        return self._known[key]

    def _possible(self, conditions: Sequence[tuple[Node, bool]], templates: Sequence[Templates]) -> bool:
        try:
            if not all(self._fits(row) for row in templates):
                return False
            self.world.spend(25 + 8 * len(conditions) * (1 + len(conditions) // 10))
            parts = [alternatives(node, self.ruleset, holds) for node, holds in conditions]
            claims = (Claims(self.world, self.ranges, together) for together in both(parts))
            return any(one.agree and Hands(one, templates).exist() for one in claims)
        except (TooMany, TooLarge, TooManyInstances, RecursionError):
            return True

    def _fits(self, row: Templates) -> bool:
        """Whether any sets at all fit templates together."""
        key = str(row)
        if key not in self._fitting:
            self._fitting[key] = next(instances(self.world, row), None) is not None
        return self._fitting[key]

    def never(self, node: Node) -> bool:
        return not self.possible((node, True))

    def always(self, node: Node) -> bool:
        return not self.possible((node, False))
