"""The situation of a win, packed once: the facts that conditions use, who pays, where indicators point. A
situation that may be impossible is left to the readable evaluator, which names the faults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import (
    NO_HAND,
    View,
    holds,
    rules_view,
    set_aside_tiles,
    situation_facts,
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
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.requests import RequestKey, SituationKey, SituationText
from scorer.hand import DEALER, WINDS, Situation
from scorer.language.vocabulary import Source, facts_depending_on
from scorer.memo import Memo, Numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from scorer.fast.form import Form
    from scorer.fast.hand_layout import HandLayout, PackedMelds, Pointed, Tiles
    from scorer.fast.requests import Pairs, SituationFields
    from scorer.language.nodes import Node

    Facts = dict[str, bool | int]
    """facts of the situation by their names"""
    ReadTiles = Callable[[str], Tiles]


COUNTER_FACTS = facts_depending_on(Source.COUNTERS)
FACTS_BESIDE_SETS = facts_depending_on(Source.BESIDE_SETS)


class PackedSituation:
    """One situation as the engine uses it; see the fields."""

    __slots__ = (
        "aside", "award_key", "bonus_key", "claim", "context", "discard", "facts", "marks", "no_melds",
        "open", "penalty", "program", "situation", "worth_key",
    )  # fmt: skip

    def __init__(self, situation: Situation, numbers: SituationNumbers) -> None:
        rules, layout, form = numbers.ruleset, numbers.layout, numbers.form
        view = View(rules, NO_HAND, situation)
        self.situation = situation
        self.facts: Facts = situation_facts(situation, rules)
        """every fact of the situation by name"""
        packed = sum([int(self.facts[name]) << at for name, at, _ in form.conditions.facts])
        self.program = packed << numbers.facts_at
        self.award_key, self.worth_key, self.bonus_key = numbers.keys(situation, self.facts)
        """the facts that conditions, awards, payments and bonuses use, as keys"""
        self.context = WINDS.index(situation.seat) * 4 + WINDS.index(situation.round) if form.given else 0
        self.marks = sum([self.context << at for at in numbers.marks])
        """the winds in force, as a number and at its position in rows"""
        self.discard = int(not situation.self_draw)
        self.open = tuple([holds(numbers.conditions.get(shape.id), view) for shape in rules.shapes])
        """the shapes that the hand may have"""
        self.aside = sum([layout.units[tile] for tile in set_aside_tiles(situation, rules)])
        """tiles set aside, as counts"""
        self.claim = frozenset([name for name, _ in situation.liable])
        """patterns for which somebody is liable"""
        self.penalty = any(holds(when, view) for when in numbers.penalties)
        """whether the win costs points instead of earning them"""
        self.no_melds: PackedMelds = layout.packed_melds(self.context, ())


class TableState(NamedTuple):
    """The seats, counters and sticks of a situation, which payments depend on."""

    number: int
    situation: Situation
    facts: Facts


class PackedHand(NamedTuple):
    """A hand and its situation, as the steps of scoring use them."""

    tiles: int
    """all tiles outside melds, including the winning one"""
    melds: PackedMelds
    winning: int
    red: bool
    """whether the winning tile is red"""
    situation: PackedSituation
    table: TableState
    pointed: Pointed


class SituationNumbers:
    """Packs the situations of one ruleset; equal parts of situations have equal numbers."""

    def __init__(self, form: Form, layout: HandLayout, facts_at: int) -> None:
        self.form, self.facts_at, self.layout, self.ruleset = form, facts_at, layout, layout.ruleset
        self.of_rules = rules_view(self.ruleset)
        self.marks = [row.context_at + row.start for row in layout.rows if row.mask >> row.context_at]
        self.cores: Memo[Hashable, PackedSituation] = Memo()
        self.tables: Memo[Hashable, TableState] = Memo()
        self.asked = form.worth.asked
        self.numbers = [(self.asked[name], Numbers()) for name in ("award", "worth", "bonus")]
        self.table_numbers = Numbers()
        self.asked_by_table = [name for name in self.asked["table"] if name not in COUNTER_FACTS]
        self.asks_seat = any(" " in name for name in form.worth.hand_numbers)
        """whether flowers are counted by their seat"""
        self.asks_counters = form.worth.asks_counters
        self.conditions = dict(self.ruleset.shape_conditions)
        rules = self.ruleset
        self.penalties = [one.when for one in rules.penalties if not depends_on_tiles(one.when, rules)]

    def packed_situation(self, key: SituationKey) -> tuple[PackedSituation, TableState]:
        """The part of a situation that concerns the hand, and the seats that pay; hands that differ only
        in counters share the first.
        """
        self_draw, seat, round_, discarder, circumstances, honba, sticks, liable = key
        situation = Situation(self_draw, seat, round_, discarder, circumstances, (), honba, sticks, liable)
        counted = (honba, sticks) if self.asks_counters else ()
        core = (self_draw, seat, round_, discarder == DEALER, circumstances, liable, counted)
        packed = self.cores.get(core) or self.cores.keep(core, PackedSituation(situation, self))
        asked = tuple([packed.facts[name] for name in self.asked_by_table])
        table_key = (self_draw, seat, discarder, honba, sticks, liable, packed.worth_key, asked)
        table = self.tables.get(table_key)
        if table is None:
            facts = {**packed.facts, "honba": honba, "sticks": sticks}
            table = self.tables.keep(table_key, TableState(self.table_numbers.fresh(), situation, facts))
        return packed, table

    def keys(self, situation: Situation, facts: Facts) -> list[int]:
        """The numbers of the facts that awards, payments and bonuses use."""
        seat = situation.seat if self.asks_seat else ""
        return [numbers[tuple([facts[fact] for fact in asked]), seat] for asked, numbers in self.numbers]


MOST_SHOWN = 12
"""tiles of all indicators of a hand"""


class CheckedSituation(NamedTuple):
    """A situation as it was written, checked as far as that is possible without the hand."""

    situation: Situation
    packed: PackedSituation
    table: TableState
    without_counters: tuple[PackedSituation, TableState]
    """the situation and its table without counters and sticks, if these change no hand's value"""
    closed: bool
    """whether no set may be called"""
    checks: list[Node]
    """further conditions on the hand"""
    asks_extras: bool
    """whether some of these use tiles outside of sets"""
    allowed: dict[str, bool]
    """by input of indicators, whether this situation allows it"""


class IndicatedTiles(NamedTuple):
    """The tiles of an input of indicators: what they point at, their counts, and how many there are."""

    pointed: Pointed = ()
    units: int = 0
    number: int = 0


class AllIndicatedTiles(NamedTuple):
    """The tiles of all indicators of a hand: what they point at, their counts, and the inputs they are of."""

    pointed: Pointed
    units: int
    names: tuple[str, ...]


class SituationReader:
    """Checked situations by their notation, for one ruleset."""

    def __init__(self, layout: HandLayout, situations: SituationNumbers, read: ReadTiles) -> None:
        self.ruleset, self.layout, self.situations, self.read_tiles = layout.ruleset, layout, situations, read
        self.cores: Memo[SituationText, CheckedSituation] = Memo(self._checked_core)
        self.checked: Memo[SituationFields, CheckedSituation] = Memo(self._checked_situation)
        self.refused: Memo[SituationText, str] = Memo()
        """why situations are left to the readable reader, which then reports their faults"""
        self.indicated: Memo[Pairs, AllIndicatedTiles] = Memo(self._all_indicated_tiles)
        self.indicators: Memo[tuple[str, str], IndicatedTiles] = Memo(self._read_indicator)

    def _checked_situation(self, fields: SituationFields) -> CheckedSituation:
        text = SituationText(*fields)
        honba, sticks = text.honba, text.sticks
        if count_fault("honba", honba, self.ruleset) or count_fault("sticks", sticks, self.ruleset):
            raise NeedsReadableEvaluator("a number of counters")
        counted = (honba, sticks) if self.situations.asks_counters else (0, 0)
        core = self.cores[text._replace(honba=counted[0], sticks=counted[1])]
        key = SituationKey.of_situation(core.situation)._replace(honba=honba, sticks=sticks)
        packed, table = self.situations.packed_situation(key)
        return core._replace(packed=packed, table=table)

    def _checked_core(self, text: SituationText) -> CheckedSituation:
        """A situation, with counters and sticks only where they can change a hand's value. Raises
        NeedsReadableEvaluator.
        """
        if why := self.refused.get(text):
            raise NeedsReadableEvaluator(why)
        try:
            return self._legal_situation(text)
        except NeedsReadableEvaluator as error:
            self.refused.keep(text, str(error))
            raise

    def _legal_situation(self, text: SituationText) -> CheckedSituation:
        situation, faults = read_situation(RequestKey("", text, ()).request(), self.ruleset)
        view, rules = View(self.ruleset, NO_HAND, situation), self.ruleset
        if faults or any(seat_faults(view)):
            raise NeedsReadableEvaluator("a situation that cannot be")
        packed, table = self.situations.packed_situation(SituationKey.of_situation(situation))
        required = [one.node for _, _, one in situation_requirements(situation, rules)]
        shut = [node for node in required if (node.op, *node.args) == ("fact", "concealed_hand")]
        checks = [node for node in required if node not in shut and depends_on_tiles(node, rules)]
        if not all(is_met(node, view) for node in required if node not in shut and node not in checks):
            raise NeedsReadableEvaluator("circumstances that contradict one another")
        allowed = {
            item.id: not is_robbed_set(situation, rules)  # which tile that is, is asked of the hand
            and all(
                not depends_on_tiles(one.node, rules)
                and is_met(one.node, view)  # on the hand: taken not to hold
                for one in item.requires
            )
            for item in rules.indicators
        }
        names = {part.args[:1] for node in checks for part in expression_nodes(node, rules)}
        asks_extras = any((name,) in names for name in FACTS_BESIDE_SETS)
        return CheckedSituation(
            situation, packed, table, (packed, table), bool(shut), checks, asks_extras, allowed
        )

    def is_allowed(self, checked: CheckedSituation, held: int, melds: PackedMelds, winning: int) -> bool:
        """Whether a hand allows its situation; `held` are all of its tiles."""
        view = View(self.ruleset, self.layout.unpacked_hand(held, melds, winning), checked.situation)
        return all(is_met(node, view) for node in checked.checks)

    # ---- indicators

    def _all_indicated_tiles(self, indicators: Pairs) -> AllIndicatedTiles:
        pointed: Pointed = ()
        names, units, count = [], 0, 0
        for name, text in indicators:
            if text:
                tiles = self.indicators[name, text]
                pointed += tiles.pointed
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
