"""A reading as the steps of `scorer.engine` see it on the lowered rules: what was found about it, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.engine.evaluate import NO_AWARDS, facts_of_seat
from scorer.hand import Situation
from scorer.values import replace

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from scorer.engine.match import Instance
    from scorer.language.nodes import Node
    from scorer.ruleset.model import Bonus, Pattern, Ruleset, SheetItem
    from scorer.tiles import Tile

    Facts = Mapping[str, bool | int]

NOTHING: dict[str, int] = {}


class PackedView:
    """The facts about a reading that later steps use; see `scorer.engine.evaluate.Evaluator`."""

    pointed_counts: Mapping[str, int] = NOTHING
    """by input of indicators how many tiles it points at"""
    sets: Mapping[str, int] = NOTHING
    """by item of the sheet how many sets it counts"""
    instances_by_pattern: Mapping[str, tuple[Instance, ...]] = {}
    """by pattern the sets that fit its templates, if they matter"""
    shown_numbers: tuple[int, ...] = ()
    """numbers of the hand and how many tiles indicators point at, where steps behind the awards ask them"""
    amounts: Mapping[str, int | float] = NOTHING
    awards = NO_AWARDS

    def __init__(
        self,
        ruleset: Ruleset,
        situation: Situation,
        facts: Facts,
        outputs: Sequence[int] = (),
        is_concealed: bool = True,
    ) -> None:
        self.ruleset, self.situation, self.facts = ruleset, situation, facts
        self.outputs, self.is_concealed = outputs, is_concealed
        self.patterns = ruleset.patterns
        """those that may hold"""

    def fact_value(self, name: str) -> bool | int:
        return self.facts[name]

    def output(self, place: int) -> int:
        return self.outputs[place]

    def indicator_count(self, name: str) -> int:
        return self.pointed_counts[name]

    def pattern_instances(self, pattern: Pattern) -> tuple[Instance, ...]:
        return self.instances_by_pattern.get(pattern.id, ())

    def counted_sets(self, item: SheetItem) -> tuple[int, tuple[int, ...]]:
        return (0, ()) if item.set_selector is None else (self.sets[item.id], ())

    def bonus_tiles(self, bonus: Bonus) -> tuple[Tile, ...]:
        return ()

    def formula_with_numbers(self, node: Node) -> None:
        return None

    def with_amounts(
        self, amounts: Mapping[str, int | float], awards: Counter[str] | None = None
    ) -> PackedView:
        return self.replacing(
            amounts={**self.amounts, **amounts}, awards=self.awards if awards is None else awards
        )

    def without_amounts(self) -> PackedView:
        return self.replacing(amounts=NOTHING, awards=NO_AWARDS)

    def in_seat(self, seat: str) -> PackedView:
        """The same rules and situation as a player in another seat sees them."""
        facts = {**self.facts, **facts_of_seat(seat)}
        return self.replacing(situation=replace(self.situation, seat=seat), facts=facts)

    def replacing(self, **changes: object) -> PackedView:
        """A copy with some fields changed."""
        view = object.__new__(PackedView)
        view.__dict__ |= self.__dict__ | changes
        return view
