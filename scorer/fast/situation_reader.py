"""Reads situations as they are written. One that may be impossible is left to the readable evaluator, which
names the faults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import (
    NO_HAND,
    View,
)
from scorer.engine.partial import depends_on_tiles, expression_nodes
from scorer.engine.request import (
    count_fault,
    indicator_count_faults,
    is_met,
    is_robbed_set,
    read_situation,
    seat_faults,
    situation_requirements,
)
from scorer.engine.score import HandView
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.packing import PackedTiles
from scorer.fast.requests import RequestKey, SituationKey, SituationText
from scorer.fast.situations import PackedSituation, SituationNumbers, SituationParts, TableState
from scorer.hand import Situation
from scorer.language.vocabulary import Source, facts_depending_on
from scorer.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.fast.hand_layout import HandLayout, PackedMelds, Pointed, Tiles
    from scorer.fast.requests import Pairs, SituationFields
    from scorer.language.nodes import Node

    ReadTiles = Callable[[str], Tiles]

EXTRA_FACTS = facts_depending_on(Source.EXTRAS)
MOST_SHOWN = 12
"""tiles of all indicators of a hand"""


class CheckedSituation(NamedTuple):
    """A situation as it was written, checked as far as that is possible without the hand."""

    situation: Situation
    packed_situation: PackedSituation
    table: TableState
    without_counters: SituationParts
    """the situation and its table without counters and sticks, if these change no hand's value"""
    needs_closed_hand: bool
    """whether no set may be called"""
    hand_checks: list[Node]
    """further conditions on the hand"""
    asks_extras: bool
    """whether some of these use tiles outside of sets"""
    allows_indicators: dict[str, bool]
    """by input of indicators, whether this situation allows it"""


class IndicatedTiles(NamedTuple):
    """The tiles of an input of indicators: what they point at, their counts, and how many there are."""

    pointed_tiles: Pointed = ()
    units: int = 0
    number: int = 0


class AllIndicatedTiles(NamedTuple):
    """The tiles of all indicators of a hand: what they point at, their counts, and the inputs they are of."""

    pointed_tiles: Pointed
    units: int
    names: tuple[str, ...]


class SituationReader:
    """Checked situations by their notation, for one ruleset."""

    def __init__(self, layout: HandLayout, situations: SituationNumbers, read_tiles: ReadTiles) -> None:
        self.ruleset, self.layout, self.situations, self.read_tiles = (
            layout.ruleset,
            layout,
            situations,
            read_tiles,
        )
        self.cores: Memo[SituationText, CheckedSituation] = Memo(self._checked_core)
        self.checked_situations: Memo[SituationFields, CheckedSituation] = Memo(self._checked_situation)
        self.refusal_reasons: Memo[SituationText, str] = Memo()
        """why situations are left to the readable reader, which then reports their faults"""
        self.indicator_sets: Memo[Pairs, AllIndicatedTiles] = Memo(self._all_indicated_tiles)
        self.indicators: Memo[tuple[str, str], IndicatedTiles] = Memo(self._read_indicator)

    def _checked_situation(self, fields: SituationFields) -> CheckedSituation:
        text = SituationText(*fields)
        honba, sticks = text.honba, text.sticks
        if count_fault("honba", honba, self.ruleset) or count_fault("sticks", sticks, self.ruleset):
            raise NeedsReadableEvaluator("a number of counters")
        counted = (honba, sticks) if self.situations.asks_counters else (0, 0)
        core = self.cores[text._replace(honba=counted[0], sticks=counted[1])]
        key = SituationKey.of_situation(core.situation)._replace(honba=honba, sticks=sticks)
        packed, table = self.situations.situation_parts(key)
        return core._replace(packed_situation=packed, table=table)

    def _checked_core(self, text: SituationText) -> CheckedSituation:
        """A situation, with counters and sticks only where they can change a hand's value. Raises
        NeedsReadableEvaluator.
        """
        if why := self.refusal_reasons.get(text):
            raise NeedsReadableEvaluator(why)
        try:
            return self._legal_situation(text)
        except NeedsReadableEvaluator as error:
            self.refusal_reasons.keep(text, str(error))
            raise

    def _legal_situation(self, text: SituationText) -> CheckedSituation:
        situation, faults = read_situation(RequestKey("", text, ()).request(), self.ruleset)
        view, rules = View(self.ruleset, NO_HAND, situation), self.ruleset
        if faults or any(seat_faults(view)):
            raise NeedsReadableEvaluator("a situation that cannot be")
        parts = self.situations.situation_parts(SituationKey.of_situation(situation))
        required = [one.node for _, _, one in situation_requirements(situation, rules)]
        shut = [node for node in required if (node.op, *node.args) == ("fact", "concealed_hand")]
        checks = [node for node in required if node not in shut and depends_on_tiles(node, rules)]
        if not all(is_met(node, view) for node in required if node not in shut and node not in checks):
            raise NeedsReadableEvaluator("circumstances that contradict one another")
        allowed = {
            item.id: not item.is_wild  # its tiles are jokers, which only the readable evaluator knows
            and not is_robbed_set(situation, rules)  # which tile that is, is asked of the hand
            and all(
                not depends_on_tiles(one.node, rules)
                and is_met(one.node, view)  # on the hand: taken not to hold
                for one in item.requires
            )
            for item in rules.indicators
        }
        names = {part.args[:1] for node in checks for part in expression_nodes(node, rules)}
        asks_extras = any((name,) in names for name in EXTRA_FACTS)
        return CheckedSituation(situation, *parts, parts, bool(shut), checks, asks_extras, allowed)

    def is_allowed(
        self,
        checked_situation: CheckedSituation,
        held_tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
    ) -> bool:
        """Whether a hand allows its situation; `held_tiles` are all of its tiles."""
        view = HandView(
            self.ruleset,
            self.layout.unpacked_hand(held_tiles, melds, winning_kind),
            checked_situation.situation,
        )
        return all(is_met(node, view) for node in checked_situation.hand_checks)

    # ---- indicators

    def _all_indicated_tiles(self, indicators: Pairs) -> AllIndicatedTiles:
        pointed: Pointed = ()
        names, units, count = [], 0, 0
        for name, text in indicators:
            if text:
                tiles = self.indicators[name, text]
                pointed += tiles.pointed_tiles
                units += tiles.units
                count += tiles.number
                names.append(name)
        add, guard = self.layout.limits
        if count > MOST_SHOWN or units + add & guard:
            raise NeedsReadableEvaluator("too many of a tile")
        return AllIndicatedTiles(pointed, units, tuple(names))

    def _read_indicator(self, indicator: tuple[str, str]) -> IndicatedTiles:
        name, text = indicator
        item = next((item for item in self.ruleset.indicators if item.id == name), None)
        tiles = self.read_tiles(text)
        if item is None or any(tile not in self.layout.units for tile in tiles):
            raise NeedsReadableEvaluator("indicators")
        if any(
            indicator_count_faults(item, len(tiles), self.situations.of_rules)
        ) or self.layout.has_too_many(tiles):
            raise NeedsReadableEvaluator("too many indicators")
        units = sum([self.layout.units[tile] for tile in tiles])
        return IndicatedTiles(self.layout.pointers[((name, tiles),)], units, len(tiles))
