"""The compiled evaluator: one reading whose conditions have been looked up."""

from __future__ import annotations

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorer.engine.match import Instance
    from scorer.hand import Situation
    from scorer.language.nodes import Node
    from scorer.ruleset.model import Bonus, Pattern, Ruleset, SheetItem
    from scorer.tiles import Tile

    Facts = Mapping[str, bool | int]
    Placed = Mapping[str, tuple[Instance, ...]]

NOTHING: dict[str, int] = {}
NO_AWARDS: Counter[str] = Counter()


class Lookup:
    """What is known of a reading, as the steps behind it ask; see `scorer.engine.evaluate.Evaluator`."""

    __slots__ = (
        "amounts", "awards", "facts", "is_concealed", "outputs", "patterns", "placed", "pointed", "ruleset",
        "sets", "situation",
    )  # fmt: skip

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
        self.pointed: Mapping[str, int] = NOTHING
        """by input of indicators how many tiles it points at"""
        self.sets: Mapping[str, int] = NOTHING
        """by item of the sheet how many sets it counts"""
        self.placed: Placed = {}
        """by pattern the sets that it is made of, where that matters"""
        self.amounts: dict[str, int] = NOTHING
        self.awards = NO_AWARDS

    def fact(self, name: str) -> bool | int:
        return self.facts[name]

    def output(self, place: int) -> int:
        return self.outputs[place]

    def indicated(self, name: str) -> int:
        return self.pointed[name]

    def instances(self, pattern: Pattern) -> tuple[Instance, ...]:
        return self.placed.get(pattern.id, ())

    def counted(self, item: SheetItem) -> tuple[int, tuple[int, ...]]:
        return (0, ()) if item.each is None else (self.sets[item.id], ())

    def bonus_tiles(self, bonus: Bonus) -> tuple[Tile, ...]:
        return ()

    def worked(self, node: Node) -> str:
        return ""

    def knowing(self, amounts: dict[str, int], awards: Counter[str] | None = None) -> Lookup:
        view = self._copy(self.situation, self.facts)
        view.amounts = self.amounts | amounts
        view.awards = self.awards if awards is None else awards
        return view

    def afresh(self) -> Lookup:
        return self._copy(self.situation, self.facts)

    def seated(self, situation: Situation, facts: Facts) -> Lookup:
        """The same worth in a situation that differs in nothing that the worth hangs on."""
        view = self._copy(situation, facts)
        view.amounts, view.awards = self.amounts, self.awards
        return view

    def _copy(self, situation: Situation, facts: Facts) -> Lookup:
        view = Lookup(self.ruleset, situation, facts, self.outputs, self.is_concealed)
        view.pointed, view.sets, view.placed = self.pointed, self.sets, self.placed
        view.patterns = self.patterns
        return view
