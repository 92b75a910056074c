"""From the conditions that hold in a reading to its payment: ways to count, bonuses and worth, each computed
once by the steps of `scorer.engine`, which run on the lowered rules.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import holds
from scorer.engine.resolve import held_patterns, resolutions
from scorer.engine.results import Award, rank_of
from scorer.engine.score import Refused, refusal, refusal_of_payments
from scorer.engine.value import (
    award_counts,
    bonus_lines,
    hand_numbers,
    hand_payments,
    hand_shares,
    numbers_valuation,
    sheet_total,
    takes_bonus,
)
from scorer.fast.packed_view import PackedView
from scorer.fast.packing import (
    NO_SUM,
    NO_WINDS,
    NOTHING_BESIDE,
    AwardOutputs,
    Context,
    Extras,
    ReadingSum,
    SheetOutputs,
    WorthKey,
)
from scorer.hand import WINDS, Situation
from scorer.memo import MOST_NUMBERS, Memo, Numbers
from scorer.tiles import mask_kinds

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from scorer.engine.match import Instance
    from scorer.engine.resolve import HeldPatterns
    from scorer.engine.results import BonusLine, Payments, Rank, Share, SheetTotal, Worth
    from scorer.fast.compiled_form import CompiledForm, LaneOrder
    from scorer.fast.hand_layout import HandLayout
    from scorer.fast.situations import PackedSituation, TableState
    from scorer.ruleset.model import Sheet

    ExtraKey = tuple[Extras, int]
    """what ways to count depend on besides conditions: what tiles show beside sets, and the number of the
    `PlacedSets`; 0 where they do not. A plain tuple like all that follow, see `scorer.fast.packing`
    """
    WayKey = tuple[AwardOutputs, bool, int, ExtraKey]
    """what holds, whether the hand is concealed, the `award_key` of the situation, and what tiles show"""
    BonusKey = tuple[Extras, int, WorthKey]
    """what tiles show beside sets, the `bonus_key` of the situation, and the way to count"""
    PriceKey = tuple[WorthKey, int, int, int]
    """the way to count, what bonuses add, the total of the second sheet, the number of the `TableState`"""
    PaymentsKey = tuple[Hashable, int]
    """the key of a `PaymentInput`, and the number of the `TableState`"""
    LanesKey = tuple[int, Context]
    """the lanes of a reading that patterns are told apart by, and the winds in force where they matter"""


class ShownTiles(NamedTuple):
    """What tiles show beside sets: numbers of the hand by name, and how many tiles each input of indicators
    points at.
    """

    numbers: Mapping[str, int]
    pointed_counts: Mapping[str, int]


NOTHING_SHOWN = ShownTiles({}, {})


class PatternInContexts(NamedTuple):
    """A pattern that an instance makes, and a bit for each context in which it does; -1 for all."""

    name: str
    contexts: int


class OrderedBag(NamedTuple):
    """Sets of a reading that a pattern is made of: what they are ordered by, and their places."""

    order: list[LaneOrder]
    members: list[int]


class InstancesOfPattern(NamedTuple):
    """A pattern, and the sets that fit its templates."""

    name: str
    instances: tuple[Instance, ...]


class PlacedSets(NamedTuple):
    """By pattern the sets of a reading that fit its templates, and a number for all of them."""

    number: int
    by_pattern: Mapping[str, tuple[Instance, ...]]


NO_EXTRAS: ExtraKey = (Extras(0), 0)


class PackedReading(NamedTuple):
    """What the ways to count a reading depend on."""

    conditions: AwardOutputs
    is_concealed: bool
    situation: PackedSituation
    extra_key: ExtraKey = NO_EXTRAS
    total: ReadingSum = NO_SUM
    extras: Extras = NOTHING_BESIDE

    @property
    def key(self) -> WayKey:
        """The same for readings that are counted alike."""
        return self.conditions, self.is_concealed, self.situation.award_key, self.extra_key


class BonusSum(NamedTuple):
    """What bonuses add, and their lines."""

    total: int
    lines: tuple[BonusLine, ...]


class AwardNumbers(NamedTuple):
    """The total of some awards, their tier, and the best value of a closed hand."""

    total: int
    tier: int
    best_closed_value: int


class PaymentInput(NamedTuple):
    """The parts of a reading that payments depend on, apart from counters and sticks."""

    key: Hashable
    """equal for readings with the same payments"""
    view: PackedView


class WorthAndInput(NamedTuple):
    """What a reading comes to, and what its payments depend on."""

    worth: Worth
    payment_input: PaymentInput


class Price(NamedTuple):
    """The result of one way to count a reading."""

    rank: Rank
    """its rank among those of the hand"""
    worth: Worth
    payments: Payments
    payment_input: PaymentInput | None
    """None if somebody is liable"""


class WayToCount(NamedTuple):
    """One way to count a reading: its awards, a view that has them, and the keys of its parts."""

    awards: tuple[Award, ...]
    shown_awards: tuple[Award, ...]
    """the same awards with the patterns of the rule file"""
    ids: frozenset[str]
    size: int
    view: PackedView
    takes_bonus: bool
    """whether bonuses are added"""
    numbers: AwardNumbers
    worth_inputs: Hashable
    """the parts of the view that the worth uses, apart from numbers"""
    worth_key: WorthKey
    """a key for everything about the awards that the worth uses"""
    sheet_key: int
    """a key for everything about the awards that the secondary score uses"""
    must_pay_more: bool
    """whether it counts only if it pays more than the first way to count its reading"""


class HandValues:
    """The values of readings under one ruleset."""

    def __init__(self, form: CompiledForm, layout: HandLayout) -> None:
        self.form, self.layout, self.worth_form, self.rules = form, layout, form.worth, form.worth.rules
        self.outputs = [(at, (1 << width) - 1) for at, width in form.conditions.award_outputs]
        self.sheet_places = [(at, (1 << width) - 1) for at, width in form.conditions.sheet_outputs]
        self.originals = layout.ruleset.pattern_by_id
        """the patterns of the rule file"""
        self.shown_awards: Memo[tuple[str, int, int], Award] = Memo(
            lambda key: Award(self.originals[key[0]], *key[1:])
        )
        """awards of patterns of the rule file, by id, value and count, to be shared by ways to count"""
        self.ways: Memo[WayKey, tuple[WayToCount, ...]] = Memo(limit=MOST_NUMBERS)
        self.refusal_memo: Memo[WayKey, tuple[Refused, ...]] = Memo()
        self.held_memo: Memo[WayKey, HeldPatterns] = Memo()
        self.bonuses: Memo[BonusKey, BonusSum] = Memo(limit=MOST_NUMBERS)
        self.worths: Memo[Hashable, WorthAndInput | Refused] = Memo(limit=MOST_NUMBERS)
        """by the numbers that it is worked out from"""
        self.shares: Memo[Hashable, list[Share]] = Memo(limit=MOST_NUMBERS)
        """the shares of the hand itself, without counters and sticks"""
        self.known_payments: Memo[PaymentsKey, Payments] = Memo()
        self.prices: Memo[PriceKey, Price | Refused] = Memo(limit=MOST_NUMBERS)
        self.way_numbers = Numbers()
        self.sheet_numbers = Numbers()
        self.sheet_keys: dict[tuple[int, ...], int] = {}
        self.sheet_awards: dict[int, Counter[str]] = {}
        """the facts about awards that the secondary score uses, by their number"""
        self._open_placed()
        self.asks_more = bool(self.worth_form.asks_hand or form.lanes.placed_patterns)
        """whether the ways to count depend on more than the conditions that hold"""
        bits = layout.flower_bit
        self.flowers = {
            name: [sum(bits[kind] for kind in mask_kinds(int(mask))) for mask in name.split()[1:]]
            for name in self.worth_form.hand_numbers
            if name.startswith("flowers ")
        }
        """by number of the hand the flowers that it counts in each seat, as bits of what the tiles show"""
        self.joker_sorts = {
            name: [layout.joker_sorts_at[kind] - layout.top for kind in mask_kinds(int(name.split()[1]))]
            for name in self.worth_form.hand_numbers
            if name.startswith("jokers ")
        }
        """by number of the hand where what the tiles show has the sorts of joker that it counts"""

    def _open_placed(self) -> None:
        self.placement_memo: Memo[LanesKey, PlacedSets] = Memo(self._numbered_sets, MOST_NUMBERS)
        self.placed_alike: Memo[tuple[InstancesOfPattern, ...], PlacedSets] = Memo(
            lambda placed: PlacedSets(self.way_numbers.fresh(), dict(placed))
        )
        self.instances: dict[int, list[PatternInContexts]] = {}
        """by the sum of an instance's lanes the patterns that it makes"""
        for name, instances in self.form.lanes.placed_patterns:
            for total, contexts in instances:
                self.instances.setdefault(total, []).append(PatternInContexts(name, contexts))
        self.lanes_mask = self._lanes_of(self.instances)
        self.context_mask = self._lanes_of(
            total
            for total, patterns in self.instances.items()
            if any(contexts != -1 for _, contexts in patterns)
        )

    def _lanes_of(self, instances: Iterable[int]) -> int:
        """The bits of the lanes that instances are sums of."""
        lanes = [(1 << width) - 1 << at for at, width, _ in self.form.lanes.places]
        among = reduce(or_, instances, 0)
        return sum([lane for lane in lanes if lane & among])

    # ---- what a reading is asked beside what holds

    def extra_key(self, total: ReadingSum, extras: Extras, situation: PackedSituation) -> ExtraKey:
        """Further facts that the ways to count depend on: flowers, red tiles and indicators, and the sets
        of patterns.
        """
        placed = self.placed_in(total, situation.context).number if self.instances else 0
        return extras if self.worth_form.asks_hand else Extras(0), placed

    def placed_in(self, total: ReadingSum, context: Context) -> PlacedSets:
        """The sets of a reading that fit the templates of patterns."""
        lanes = total & self.lanes_mask
        return self.placement_memo[lanes, context if lanes & self.context_mask else NO_WINDS]

    def _numbered_sets(self, key: LanesKey) -> PlacedSets:
        """The sets that patterns are made of, with a number: sets are told apart, whatever they are."""
        (lanes, context), lanes_of = key, self.form.lanes
        sets, bags = [], [0]
        for (at, width, _), order in zip(lanes_of.places, lanes_of.orders, strict=True):
            for _ in range(lanes >> at & (1 << width) - 1):
                bags += [total + (1 << at) for total in bags]
                sets.append(order)
        found: dict[str, list[OrderedBag]] = {}
        for bag, total in enumerate(bags):
            for name, contexts in self.instances.get(total, ()):
                if contexts >> context & 1:
                    among = [*mask_kinds(bag)]
                    found.setdefault(name, []).append(OrderedBag(sorted([sets[at] for at in among]), among))
        numbers, placed = Numbers(), []
        for name, every in found.items():
            ordered = [bag.members for bag in sorted(every, key=attrgetter("order"))]
            placed.append(
                InstancesOfPattern(
                    name, tuple([frozenset([numbers[at] for at in among]) for among in ordered])
                )
            )
        return self.placed_alike[tuple(placed)]

    def shown_tiles(self, extras: Extras, wind: str) -> ShownTiles:
        """What the tiles show: flowers, jokers and red ones; and how many each indicator points at."""
        top, layout = self.layout.top, self.layout
        seat = WINDS.index(wind)
        numbers = {
            "reds": sum(extras >> at - top & 15 for at in layout.red_at.values()),
            "jokers": extras >> layout.joker_at - top & 15,
            "flowers": extras >> layout.flower_at - top & 31,
            **{name: (extras & seats[seat]).bit_count() for name, seats in self.flowers.items()},
            **{name: sum([extras >> at & 15 for at in sorts]) for name, sorts in self.joker_sorts.items()},
        }
        pointed = {name: extras // one & 63 for name, one in layout.indicator_at.items()}
        return ShownTiles(numbers, pointed)

    def view_of_reading(self, reading: PackedReading) -> PackedView:
        """A view of a reading with all that its ways to count depend on."""
        return self.view(
            reading.conditions, reading.is_concealed, reading.situation, reading.total, reading.extras
        )

    def view(
        self,
        conditions: AwardOutputs,
        is_concealed: bool,
        situation: PackedSituation,
        total: ReadingSum = NO_SUM,
        extras: Extras = NOTHING_BESIDE,
    ) -> PackedView:
        """A view of a reading in which these conditions hold."""
        outputs = [conditions >> at & mask for at, mask in self.outputs]
        view = PackedView(self.rules, situation.source, situation.facts, outputs, is_concealed)
        if self.worth_form.asks_hand:
            view = self._with_shown_tiles(view, extras, situation.source.seat, situation)
        if self.instances:
            view.instances_by_pattern = self.placed_in(total, situation.context).by_pattern
        view.patterns = tuple([
            pattern
            for pattern, (truths, counts) in zip(
                self.rules.patterns, self.worth_form.pattern_outputs, strict=True
            )
            if conditions & truths == truths
            and (not counts or all(map(outputs.__getitem__, counts)))
            and (not pattern.alternatives or pattern.id in view.instances_by_pattern)
        ])  # fmt: skip
        return view

    def _with_shown_tiles(
        self, view: PackedView, extras: Extras, seat: str, state: PackedSituation | TableState
    ) -> PackedView:
        """A view of the reading in another state, with what the tiles show to a player in this seat."""
        numbers, pointed = self.shown_tiles(extras, seat)
        shown = (*numbers.values(), *pointed.values())
        return view.replacing(
            situation=state.source,
            facts={**state.facts, **numbers},
            pointed_counts=pointed,
            shown_numbers=shown,
        )

    # ---- the steps, each key worked out once

    def ways_to_count(self, reading: PackedReading) -> tuple[WayToCount, ...]:
        """The ways to count the patterns that hold, except those that cannot win because of their awards."""
        known = self.ways.get(reading.key)
        if known is None:
            known, _ = self._every_way(reading)
        return known

    def refusals(self, reading: PackedReading) -> tuple[Refused, ...]:
        """Why the ways to count the patterns that hold cannot win because of their awards."""
        known = self.refusal_memo.get(reading.key)
        if known is None:
            _, known = self._every_way(reading)
        return known

    def held_patterns(self, reading: PackedReading) -> HeldPatterns:
        """The patterns that hold, whether or not they suffice to win."""
        known = self.held_memo.get(reading.key)
        if known is None:
            ways = resolutions(self.view_of_reading(reading))
            known = self.held_memo.keep(reading.key, held_patterns(ways))
        return known

    def _every_way(self, reading: PackedReading) -> tuple[tuple[WayToCount, ...], tuple[Refused, ...]]:
        """The ways to count what holds that may win, and the reasons why others may not; both are kept."""
        view = self.view_of_reading(reading)
        every = [self._way_to_count(view, one.awards, one.must_pay_more) for one in resolutions(view)]
        ways = tuple([one for one in every if isinstance(one, WayToCount)])
        refused = tuple([one for one in every if isinstance(one, Refused)])
        return self.ways.keep(reading.key, ways), self.refusal_memo.keep(reading.key, refused)

    def _way_to_count(
        self, view: PackedView, awards: tuple[Award, ...], must_pay_more: bool
    ) -> WayToCount | Refused:
        view = view.with_amounts({}, award_counts(awards))
        numbers = hand_numbers(view, awards, 0, 0)
        if not (self.worth_form.wins_late or self.worth_form.wins_by_payment):
            knowing = view.with_amounts(numbers.award_numbers)
            if refused := refusal(knowing, awards, self.layout.ruleset):
                return refused
        known = AwardNumbers(numbers.patterns, numbers.tier, numbers.best_closed_value)
        named = tuple([view.awards[name] for name in self.worth_form.award_names])
        inputs = view.shown_numbers, named, tuple(view.outputs) if self.worth_form.asks_outputs else ()
        shown = tuple([self.shown_awards[one.pattern.id, one.value, one.count] for one in awards])
        ids, key = (
            frozenset([award.pattern.id for award in awards]),
            WorthKey(self.way_numbers[known, inputs]),
        )
        sheet_key = self._sheet_key(view)
        return WayToCount(
            awards,
            shown,
            ids,
            len(awards),
            view,
            takes_bonus(view, awards),
            known,
            inputs,
            key,
            sheet_key,
            must_pay_more,
        )

    def _sheet_key(self, view: PackedView) -> int:
        """What the second sheet asks of the awards, in as many bits as it needs above its conditions."""
        names = self.worth_form.sheet_awards
        if not names:
            return 0
        counts = tuple([view.awards[name] for name in names])
        key = self.sheet_keys.get(counts)
        if key is None:
            key = self.sheet_numbers.fresh()
            self.sheet_awards[key] = Counter(dict(zip(names, counts, strict=True)))
            self.sheet_keys[counts] = key  # last: another thread may ask for what it stands for at once
        return key << self.form.conditions.sheet_bits

    def has_penalty(
        self, conditions: AwardOutputs, is_concealed: bool, situation: PackedSituation, extras: Extras
    ) -> bool:
        view = self._with_shown_tiles(
            self.view(conditions, is_concealed, situation), extras, situation.source.seat, situation
        )
        return any(holds(penalty.condition, view) for penalty in self.rules.penalties)

    def bonus_value(self, extras: Extras, way: WayToCount, situation: PackedSituation) -> BonusSum:
        """What the bonuses add; `extras` is what the tiles show."""
        key = (extras, situation.bonus_key, way.worth_key)
        if known := self.bonuses.get(key):
            return known
        lines = bonus_lines(self._with_shown_tiles(way.view, extras, situation.source.seat, situation))
        return self.bonuses.keep(key, BonusSum(sum([line.total for line in lines]), lines))

    def sheet_total(
        self, counts: Sequence[int], outputs: SheetOutputs, shown_tiles: ShownTiles = NOTHING_SHOWN
    ) -> SheetTotal:
        """The second sheet: how many sets each item counts, what its conditions give and, above these, what
        stands for the awards, and what the tiles show.
        """
        view = PackedView(self.rules, Situation(True), shown_tiles.numbers, [0] * len(self.outputs))
        view.pointed_counts = shown_tiles.pointed_counts
        if self.worth_form.sheet_awards:
            view.awards = self.sheet_awards[outputs >> self.form.conditions.sheet_bits]
        return sheet_total(self._evaluated_sheet(view, counts, outputs), view)

    def _evaluated_sheet(self, view: PackedView, counts: Sequence[int], outputs: SheetOutputs) -> Sheet:
        """The secondary score, from a view that has everything it uses."""
        sheet = self.rules.sheet
        assert sheet is not None
        view.outputs = [*view.outputs, *(outputs >> at & mask for at, mask in self.sheet_places)]
        view.sets = {item.id: count for item, count in zip(sheet.items, counts, strict=True)}
        return sheet

    def price(
        self, way: WayToCount, bonus: int, sheet: int, situation: PackedSituation, table: TableState
    ) -> Price | Refused:
        """The worth of a reading and its payments, or why it may not win; `table` also determines the
        situation.
        """
        key = (way.worth_key, bonus, sheet, table.number)
        if known := self.prices.get(key):
            return known
        patterns, tier, best = way.numbers
        parts = (patterns, best) if self.worth_form.asks_parts else ()
        inputs = (patterns + bonus, tier, parts, sheet, way.worth_inputs, situation.worth_key)
        found = self.worths.get(inputs) or self.worths.keep(
            inputs, self._worth_of_way(way, bonus, sheet, situation)
        )
        if isinstance(found, Refused):
            return self.prices.keep(key, found)
        worth, payment_input = found
        payments = self.payments(payment_input, table)
        if refused := self._refused_by_payments(payment_input.view, payments, way):
            return self.prices.keep(key, refused)
        return self.prices.keep(key, Price(rank_of(payments, worth, sheet), worth, payments, payment_input))

    def _worth_of_way(
        self, way: WayToCount, bonus: int, sheet: int, situation: PackedSituation
    ) -> WorthAndInput | Refused:
        """The worth of a reading and the input of its payments, or why it may not win."""
        view = way.view.replacing(situation=situation.source, facts={**way.view.facts, **situation.facts})
        value = numbers_valuation(view, hand_numbers(view, way.awards, bonus, sheet), is_told=False)
        assert isinstance(value.view, PackedView)
        if refused := self._refused_late(value.view, way):
            return refused
        amounts = tuple([value.view.amounts.get(name) for name in self.worth_form.payment_amounts])
        return WorthAndInput(
            value.worth, PaymentInput((amounts, way.worth_inputs, situation.worth_key), value.view)
        )

    def _refused_late(self, view: PackedView, way: WayToCount) -> Refused | None:
        return refusal(view, way.awards, self.layout.ruleset) if self.worth_form.wins_late else None

    def _refused_by_payments(self, view: PackedView, payments: Payments, way: WayToCount) -> Refused | None:
        if not self.worth_form.wins_by_payment:
            return None
        return refusal_of_payments(view, payments, way.awards, self.layout.ruleset)

    def payments(self, payment_input: PaymentInput, table: TableState) -> Payments:
        """Who pays what is owed; the shares of the hand itself are the same whatever lies on the table."""
        key = payment_input.key, table.number
        if known := self.known_payments.get(key):
            return known
        view = payment_input.view.replacing(
            situation=table.source, facts={**payment_input.view.facts, **table.facts}
        )
        seats = payment_input.key, table.source.seat, table.source.discarder
        shares = self.shares.get(seats)
        shares = self.shares.keep(seats, hand_shares(view)) if shares is None else shares
        return self.known_payments.keep(key, hand_payments(view, (), shares))

    def liable_payments(
        self,
        way: WayToCount,
        bonus: int,
        sheet: int,
        situation: PackedSituation,
        table: TableState,
        extras: Extras,
        counts: Sequence[int] | None,
        outputs: SheetOutputs,
    ) -> Price | Refused:
        """The payments if somebody is liable for one of the awards; this is rare, so they are not kept."""
        view = self._with_shown_tiles(way.view, extras, situation.source.seat, table)
        if counts:
            self._evaluated_sheet(view, counts, outputs)
        value = numbers_valuation(view, hand_numbers(view, way.awards, bonus, sheet), is_told=False)
        assert isinstance(value.view, PackedView)
        if refused := self._refused_late(value.view, way):
            return refused
        paid = hand_payments(value.view, way.awards)
        if refused := self._refused_by_payments(value.view, paid, way):
            return refused
        return Price(rank_of(paid, value.worth, sheet), value.worth, paid, None)
