"""Scoring by looking up and adding: every step is a pure function of one number, worked out once.

    tiles -> rows -> reading (a sum) -> what holds -> ways to count -> worth -> payments

The numbers are drawn in `layout`; each memo is named after what it answers, and every one is bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.best_choice import BestChoice
from scorer.engine.evaluate import TooLarge
from scorer.engine.request import parse_request
from scorer.engine.results import Score
from scorer.engine.score import Refused, incomplete_error, refusal_error
from scorer.errors import NotAWinner
from scorer.fast.conditions import NEEDS_LATE_NUMBERS, Conditions
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.hand_layout import HandLayout, MeldKey
from scorer.fast.hand_values import NO_EXTRAS, BonusSum, HandValues, PackedReading
from scorer.fast.jokers import SUM_MASK, TILES_AT, JoinedReadings
from scorer.fast.packing import (
    NO_WINDS,
    NOTHING_BESIDE,
    AwardOutputs,
    ConditionKey,
    Context,
    Extras,
    PackedTiles,
    ReadingSum,
    SheetKey,
    SheetOutputs,
)
from scorer.fast.reader import HandReader
from scorer.fast.readings import PackedReadings
from scorer.fast.requests import SituationKey, request_fields, request_of_fields
from scorer.fast.situations import PackedHand, SituationNumbers, SituationParts
from scorer.fast.waits import PackedWaits
from scorer.memo import BUDGET, MOST_NUMBERS, Memo
from scorer.readings import MOST_READINGS
from scorer.shapes import TooManyReadings
from scorer.values import cached_property

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from scorer.engine.resolve import HeldPatterns
    from scorer.engine.results import BonusLine, SheetTotal, ValuedReading
    from scorer.fast.compiled_form import CompiledForm
    from scorer.fast.conditions import ReadingOutputs
    from scorer.fast.hand_layout import PackedMelds
    from scorer.fast.hand_values import ExtraKey, Price, WayToCount
    from scorer.fast.jokers import JokerReading
    from scorer.fast.notation import HandNotation, ReadingWriter
    from scorer.fast.packing import SummedReading
    from scorer.fast.requests import RequestFields
    from scorer.hand import Hand, Meld, Request, Situation, WaitingHand
    from scorer.ruleset.model import Ruleset

    MeldKeys = tuple[Context, tuple[MeldKey, ...]]
    """the winds in force, and the sets fixed before the win"""
    Origin: TypeAlias = "tuple[Hand, Situation] | RequestFields"
    """a hand and its situation, or the request that they are read from"""


class Engine:
    """One compiled ruleset, ready to score.

    >>> from scorer import load_ruleset, parse_hand
    >>> from scorer.fast.interface import compiled_engine
    >>> from scorer.hand import Situation
    >>> engine = compiled_engine(load_ruleset("riichi"))
    >>> score = engine.score(parse_hand("234m567m345p67s99s+8s"), Situation(self_draw=True))
    >>> score.points, score.patterns
    (1500, ('menzen_tsumo', 'pinfu'))
    """

    def __init__(self, form: CompiledForm, ruleset: Ruleset) -> None:
        """`form` is what the ruleset, as configured, was compiled to."""
        self.form, self.ruleset = form, ruleset
        self.layout = HandLayout(form, ruleset)
        self.values = HandValues(form, self.layout)
        self.conditions = Conditions(form, self.values)
        self.readings = PackedReadings(self.layout)
        self.waits = PackedWaits(self.layout, self.conditions, self.readings)
        self.situation_numbers = SituationNumbers(form, self.layout, self.conditions.facts_at)
        self.situations: Memo[SituationKey, SituationParts] = Memo(self.situation_numbers.situation_parts)
        self.melds: Memo[MeldKeys, PackedMelds] = Memo(
            lambda key: self.layout.packed_melds(*key), MOST_NUMBERS
        )
        self.reader = HandReader(self.layout, self.situation_numbers)
        self.scores: Memo[RequestFields, Score] = Memo()
        BUDGET.engines.add(self)
        self.hand_scorer = HandScorer(self)

    def score_hand(self, hand: Hand, situation: Situation) -> Score | None:
        """The score of a legal hand; None if only the readable evaluator can score it. Raises NotAWinner."""
        try:
            return self.score(hand, situation)
        except NeedsReadableEvaluator:
            return None

    def winning_kinds(self, hand: WaitingHand) -> tuple[int, ...]:
        """The kinds of tile that complete a hand which lacks one."""
        tiles = PackedTiles(sum(map(self.layout.units.__getitem__, hand.concealed_tiles)))
        return self.waits.completing_kinds(tiles, self._packed_melds(NO_WINDS, hand.melds))

    def score_request(self, request: Request) -> Score | None:
        """The score of a request, the same object for equal requests; None if only the readable evaluator can
        score it. Raises NotAWinner.
        """
        key = request_fields(request)
        try:
            return self.scores.get(key) or self.scores.keep(key, self.score_text(key))
        except NeedsReadableEvaluator:
            return None

    def score_key(self, request: RequestFields) -> Score | None:
        """The score of a request, which is not remembered; None if only the readable evaluator can score it.
        Raises NotAWinner.
        """
        try:
            return self.score_text(request)
        except NeedsReadableEvaluator:
            return None

    def score(self, hand: Hand, situation: Situation) -> Score:
        """The score of a legal hand. Raises NotAWinner with the reasons if it does not win, and
        NeedsReadableEvaluator if only the readable evaluator can score it.
        """
        return self._score_packed(self._packed_hand(hand, situation), (hand, situation))

    def counted_readings(self, hand: Hand, situation: Situation) -> list[CountedReading] | None:
        """Every reading of a legal hand, in the order of the readable evaluator, with the patterns that hold
        in it; None if only the readable evaluator can tell: for a hand with jokers, or if a reading can be
        counted in several ways.
        """
        try:
            return self.hand_scorer.counted_readings(self._packed_hand(hand, situation))
        except (NeedsReadableEvaluator, TooLarge, TooManyReadings):
            return None

    def best_choice(self, hand: Hand, situation: Situation) -> BestChoice | None:
        """What the jokers of a legal hand stand for in its best reading, or if it may not win, in the one
        nearest to winning; None if only the readable evaluator can tell.
        """
        try:
            return self.hand_scorer.best_choice(self._packed_hand(hand, situation))
        except (NeedsReadableEvaluator, TooLarge, TooManyReadings):
            return None

    def _packed_hand(self, hand: Hand, situation: Situation) -> PackedHand:
        if hand.winning_tile.kind in self.layout.flower_bit:
            raise NeedsReadableEvaluator("a hand of flowers alone")
        packed, table = self.situations[SituationKey.of_situation(situation)]
        unit = self.layout.units.__getitem__
        tiles = sum(map(unit, hand.concealed_tiles)) + unit(hand.winning_tile)
        if hand.flowers:
            if len(set(hand.flowers)) < len(hand.flowers):
                raise NeedsReadableEvaluator("several copies of a flower")
            tiles += sum(map(unit, hand.flowers))
        if situation.indicators and any(
            name in self.layout.wild_indicators for name, _ in situation.indicators
        ):
            raise NeedsReadableEvaluator("tiles that an indicator makes wild")
        if self.layout.asks_fifth_copies and any(meld.jokers for meld in hand.melds):
            raise NeedsReadableEvaluator("the waits of a hand that may have more of a tile than there are")
        melds = self._packed_melds(packed.context, hand.melds) if hand.melds else packed.no_melds
        pointed = self.layout.pointers[situation.indicators] if situation.indicators else ()
        winning, red = hand.winning_tile
        return PackedHand(PackedTiles(tiles), melds, winning, red, packed, table, pointed)

    def packed_origin(self, origin: Origin) -> PackedHand:
        """A hand and its situation, packed. Raises NeedsReadableEvaluator."""
        return self._packed_hand(*origin) if len(origin) == 2 else self.reader.packed_hand(origin)

    def score_text(self, request: RequestFields) -> Score:
        """The score of a request. Raises NotAWinner with the reasons if the hand does not win, and
        NeedsReadableEvaluator if it is not plainly legal, so that the readable evaluator finds the faults.
        """
        return self._score_packed(self.reader.packed_hand(request), request)

    def _packed_melds(self, context: Context, melds: Sequence[Meld]) -> PackedMelds:
        return self.melds[
            context,
            tuple(
                [
                    MeldKey(meld.kind, meld.tiles, meld.is_concealed, meld.is_added, meld.jokers)
                    for meld in melds
                ]
            ),
        ]

    def _score_packed(self, hand: PackedHand, origin: Origin) -> Score:
        try:
            if found := self.hand_scorer.score(hand, origin):
                return found
            if hand.situation.has_penalty or self.values.worth_form.asks_penalty:
                raise NeedsReadableEvaluator("a hand that may have to pay a penalty")
            refused: list[Refused] = []
            self.hand_scorer.score(hand, origin, refused)
        except (TooLarge, TooManyReadings) as error:
            raise NeedsReadableEvaluator(str(error)) from error
        raise refusal_error(self.ruleset, refused)

    def incomplete_error(self) -> NotAWinner:
        """The error for a hand that fits no shape."""
        return NotAWinner(self._incomplete.kind, self._incomplete.message)

    @cached_property
    def _incomplete(self) -> NotAWinner:
        return incomplete_error(self.ruleset)

    @cached_property
    def notation(self) -> ReadingWriter:
        from scorer.fast.notation import ReadingWriter

        return ReadingWriter(self.layout, self.readings)


NO_BONUSES = BonusSum(0, ())


class BestWay(NamedTuple):
    """The best way to count a hand so far, and the place of its reading."""

    rank: tuple[object, ...]
    price: Price
    way: WayToCount
    bonus_lines: tuple[BonusLine, ...]
    sheet: SheetTotal | None
    place: int


class CountedReading(NamedTuple):
    """What a reading that can be counted in one way comes to."""

    patterns: HeldPatterns
    best_way: BestWay | None
    """None if it may not win"""


class SingleRow(NamedTuple):
    """Where a row stands in a hand, and its sum in the main shape, or AMBIGUOUS."""

    start: int
    mask: int
    sums: Memo[int, int]


class HandScorer:
    """Scores packed hands with the memos of one engine.

    Whatever a step looks up for every hand is an attribute here, which makes it one look-up.
    """

    __slots__ = (
        "always_bonus",
        "asked_mask",
        "asks_extras",
        "asks_penalty",
        "complete",
        "conditions",
        "counts_mask",
        "engine",
        "extras_at",
        "has_jokers",
        "joker_at",
        "known_bonuses",
        "known_prices",
        "known_ways",
        "lanes_asked",
        "late_numbers",
        "outputs_by_key",
        "outputs_with_late_numbers",
        "parts",
        "readings",
        "rows",
        "sheet_asks_hand",
        "sheet_at",
        "sheet_end",
        "sheet_mask",
        "sheets",
        "spare",
        "tile_mask",
        "truth_addend",
        "valid_mask",
        "values",
        "winning_marks",
    )  # fmt: skip

    def __init__(self, engine: Engine) -> None:
        layout, conditions, values = engine.layout, engine.conditions, engine.values
        self.engine, self.conditions, self.values, self.readings = engine, conditions, values, engine.readings
        self.late_numbers = engine.waits.late_numbers
        self.winning_marks, self.has_jokers, self.joker_at = (
            layout.winning_marks,
            bool(layout.jokers),
            layout.joker_at,
        )
        self.extras_at, self.tile_mask, self.spare = layout.top, layout.tile_mask, layout.spare
        self.rows = [
            SingleRow(row.start, row.mask, memo)
            for row, memo in zip(layout.rows, layout.main_shape.single_sums, strict=True)
        ]
        self.counts_mask = layout.counts_mask
        self.valid_mask, self.complete = layout.valid_mask, layout.main_shape.value
        self.truth_addend, self.asked_mask, self.parts = (
            conditions.truth_addend,
            conditions.asked_mask,
            conditions.parts,
        )
        self.outputs_by_key = conditions.outputs_by_key
        self.outputs_with_late_numbers = conditions.outputs_with_late_numbers
        self.sheet_at, self.sheet_mask = conditions.sheet_at, conditions.sheet_mask
        self.sheet_end, self.sheets = conditions.sheet_end, conditions.sheets
        self.sheet_asks_hand, self.always_bonus = (
            values.worth_form.sheet_asks_hand,
            values.worth_form.always_bonus,
        )
        self.asks_penalty, self.asks_extras = values.worth_form.asks_penalty, values.asks_more
        self.lanes_asked = values.lanes_mask if values.asks_more and values.instances else 0
        self.known_ways, self.known_bonuses = values.ways.get, values.bonuses.get
        self.known_prices = values.prices.get

    def score(self, hand: PackedHand, origin: Origin, refusals: list[Refused] | None = None) -> Score | None:
        """The score of a hand, None if it does not win; the reasons why ways to count it may not win are
        added to `refusals`. Raises TooManyReadings, and NotAWinner if the hand fits no shape.
        """
        situation = hand.situation
        if situation.has_penalty:
            return None
        joined = None
        if self.has_jokers and hand.tiles >> self.joker_at & 15:
            joined = self.joker_readings(hand)
            sums: Sequence[SummedReading] = joined.sums
            count = joined.ways
        else:
            sums = self.reading_sums(hand)
            count = len(sums)
            if count > MOST_READINGS:
                raise TooManyReadings
        if not sums:
            raise self.engine.incomplete_error()
        if self.asks_penalty and self.has_penalty(hand, *sums[0]):
            return None
        best = self.best_way(hand, sums, refusals)
        if best is None:
            return None
        _, price, way, lines, sheet, place = best
        chosen = self.readings.jokers.order.reading(joined.firsts[place]) if joined else place
        source = PackedSource(self.engine, chosen, origin)
        return Score(way.shown_awards, lines, sheet, price.worth, price.payments, count, source)

    def best_choice(self, hand: PackedHand) -> BestChoice | None:
        """What the jokers of a hand stand for; see `Engine.best_choice`."""
        if hand.situation.has_penalty:
            return None
        joined = self.joker_readings(hand)
        sums = joined.sums
        if not sums or (self.asks_penalty and self.has_penalty(hand, *sums[0])):
            return None
        best = self.best_way(hand, sums, None)
        place = (
            best.place if best else min(range(len(sums)), key=lambda at: self.refusal_rank(hand, sums[at]))
        )
        return BestChoice(self.readings.jokers.order.reading(joined.firsts[place]).kinds, joined.ways)

    def refusal_rank(self, hand: PackedHand, reading: SummedReading) -> tuple[int, ...]:
        """How far from winning a reading is that may not win, as a sort key."""
        refused: list[Refused] = []
        self.best_way(hand, [reading], refused)
        return min([one.rank for one in refused])

    def best_way(
        self, hand: PackedHand, sums: Sequence[SummedReading], refusals: list[Refused] | None
    ) -> BestWay | None:
        """The best of all ways to count the readings of a hand; of equal ones the first."""
        situation, table = hand.situation, hand.table.number
        best: BestWay | None = None
        for place, (total, tiles) in enumerate(sums):
            conditions, sheet_conditions = self.reading_outputs(hand, total)
            section = (total >> self.sheet_at & self.sheet_mask) + (sheet_conditions << self.sheet_end)
            first: int | float = -1
            for way in self.ways(hand, total, tiles, conditions, refusals):
                key = SheetKey(section + (way.sheet_key << self.sheet_end))
                sheet = self.sheet_total(key, hand, tiles) if self.sheet_asks_hand else self.sheets[key]
                bonus, lines = self.bonuses(way, hand, tiles) if way.takes_bonus else NO_BONUSES
                points = sheet.total if sheet else 0
                if situation.liable_patterns and situation.liable_patterns & way.ids:
                    price = self.liable_price(way, bonus, sheet, hand, total, tiles, sheet_conditions)
                else:
                    price = self.known_prices((way.worth_key, bonus, points, table)) or self.values.price(
                        way, bonus, points, situation, hand.table
                    )
                if isinstance(price, Refused):
                    if refusals is not None:
                        refusals.append(price)
                    continue
                if not way.must_pay_more:
                    first = price.rank.points
                elif price.rank.points <= first:
                    continue
                rank = (price.rank, sheet.sum if sheet else 0, way.size)
                if best is None or rank > best.rank:
                    best = BestWay(rank, price, way, lines, sheet, place)
        return best

    def counted_readings(self, hand: PackedHand) -> list[CountedReading]:
        """Every reading of a hand without jokers; see `Engine.counted_readings`."""
        if self.has_jokers and hand.tiles >> self.joker_at & 15:
            raise NeedsReadableEvaluator("a hand with jokers")
        found = []
        for total, tiles in self.reading_sums(hand):
            conditions, _ = self.reading_outputs(hand, total)
            extra_key, extras = self.tiles_beside_sets(hand, total, tiles)
            reading = PackedReading(
                conditions, hand.melds.is_concealed, hand.situation, extra_key, total, extras
            )
            patterns = self.values.held_patterns(reading)
            if patterns.ways > 1:
                raise NeedsReadableEvaluator("a reading that can be counted in several ways")
            found.append(CountedReading(patterns, self.best_way(hand, [(total, tiles)], None)))
        return found

    # ---- the steps, in the order of the data

    def reading_sums(self, hand: PackedHand) -> Sequence[SummedReading]:
        """The readings of a hand without jokers, mostly by one look-up a row; none if it is incomplete."""
        tiles, melds, situation = hand.tiles, hand.melds, hand.situation
        key = tiles + self.winning_marks[hand.winning_kind, situation.discard] + situation.marks
        total, shapes = melds.main_base, melds.shapes
        for start, mask, memo in self.rows:
            total += memo[key >> start & mask]
        several = total < 0 or not situation.open_shapes[0]
        for forbidden, need in shapes.other_shapes:
            if not tiles & forbidden and (tiles | self.spare) - need & self.spare == self.spare:
                several = True
        if shapes.exact_shapes and tiles & self.counts_mask in shapes.exact_shapes:
            several = True
        if several:
            return self.readings.all_sums(tiles, melds, hand.winning_kind, situation)
        if total & self.valid_mask != self.complete:
            return ()
        total = total + melds.change(tiles) if melds.rows else total
        return ((ReadingSum(total), tiles),)

    def joker_readings(self, hand: PackedHand) -> JoinedReadings:
        """The readings of a hand with jokers; those are one in which the same holds and the same counts for
        conditions, the second sheet and the ways to count.
        """
        # what indicators point at depends on the tiles that jokers stand for
        is_exact = bool(hand.pointed_tiles)
        addend, asked, parts, lanes = self.truth_addend, self.asked_mask, self.parts, self.lanes_asked
        sheet_at, sheet_mask = self.sheet_at, self.sheet_mask
        found: dict[tuple[int, ...], tuple[int, int]] = {}
        known, ways = found.get, 0
        for sums in self.readings.jokers.reading_sums(
            hand.tiles, hand.melds, hand.winning_kind, hand.situation, is_exact
        ):
            for total, (first, number) in sums.items():
                ways += number
                key = total + addend & asked
                for low, mask, part in parts:
                    if bag := total >> low & mask:
                        key += part[bag]
                alike = key, total >> sheet_at & sheet_mask, total & lanes, total >> TILES_AT
                best = known(alike)
                if best is None or first < best[0]:
                    found[alike] = first, total
        in_order = sorted(found.values())
        return JoinedReadings(
            [
                (ReadingSum(one & SUM_MASK), PackedTiles(hand.tiles + (one >> TILES_AT)))
                for _, one in in_order
            ],
            [first for first, _ in in_order],
            ways,
        )

    def reading_outputs(self, hand: PackedHand, total: ReadingSum) -> ReadingOutputs:
        """What the conditions give in a reading."""
        situation = hand.situation
        bits = (total + self.truth_addend & self.asked_mask) + situation.fact_bits
        for low, mask, part in self.parts:
            bag = total >> low & mask
            if bag:  # the bag of sets that templates of this part can bind
                bits += part[bag]
        key = ConditionKey(bits)
        outputs = self.outputs_by_key[key]
        if outputs is NEEDS_LATE_NUMBERS:
            late = self.late_numbers(hand.tiles, hand.melds, hand.winning_kind, situation)
            outputs = self.outputs_with_late_numbers[key, late]
        return outputs

    def extras(self, hand: PackedHand, tiles: PackedTiles) -> Extras:
        """What the tiles of a reading show beside sets, and how many of them indicators point at."""
        every = tiles + hand.melds.tiles
        extras = every >> self.extras_at
        for at, one in hand.pointed_tiles:
            extras += (every + hand.situation.tiles_aside >> at & self.tile_mask) * one
        return Extras(extras)

    def has_penalty(self, hand: PackedHand, total: ReadingSum, tiles: PackedTiles) -> bool:
        """Whether a win with this reading costs instead of earning."""
        conditions, _ = self.reading_outputs(hand, total)
        extras = self.extras(hand, tiles)
        return self.values.has_penalty(conditions, hand.melds.is_concealed, hand.situation, extras)

    def ways(
        self,
        hand: PackedHand,
        total: ReadingSum,
        tiles: PackedTiles,
        conditions: AwardOutputs,
        refusals: list[Refused] | None,
    ) -> tuple[WayToCount, ...]:
        """The ways to count a reading; the reasons why others may not win are added to `refusals`."""
        concealed, situation = hand.melds.is_concealed, hand.situation
        if not self.asks_extras and refusals is None:
            key = (conditions, concealed, situation.award_key, NO_EXTRAS)
            return self.known_ways(key) or self.values.ways_to_count(
                PackedReading(conditions, concealed, situation)
            )
        extra_key, extras = self.tiles_beside_sets(hand, total, tiles)
        reading = PackedReading(conditions, concealed, situation, extra_key, total, extras)
        if refusals is not None:
            refusals += self.values.refusals(reading)
        return self.values.ways_to_count(reading)

    def tiles_beside_sets(
        self, hand: PackedHand, total: ReadingSum, tiles: PackedTiles
    ) -> tuple[ExtraKey, Extras]:
        """What the ways to count a reading depend on besides conditions, and what tiles show beside sets."""
        if not self.asks_extras:
            return NO_EXTRAS, NOTHING_BESIDE
        extras = self.extras(hand, tiles)
        return self.values.extra_key(total, extras, hand.situation), extras

    def sheet_total(self, key: SheetKey, hand: PackedHand, tiles: PackedTiles) -> SheetTotal:
        """The second sheet of a reading, if its items ask more of the hand than the groups."""
        return self.conditions.sheets_shown[key, self.extras(hand, tiles), hand.situation.source.seat]

    def bonuses(self, way: WayToCount, hand: PackedHand, tiles: PackedTiles) -> BonusSum:
        """What bonuses add to a way to count, those that count tiles included, and their lines."""
        extras = self.extras(hand, tiles)
        if not hand.pointed_tiles and not extras and not self.always_bonus:
            return NO_BONUSES
        known = self.known_bonuses((extras, hand.situation.bonus_key, way.worth_key))
        return known or self.values.bonus_value(extras, way, hand.situation)

    def liable_price(
        self,
        way: WayToCount,
        bonus: int,
        sheet: SheetTotal | None,
        hand: PackedHand,
        total: ReadingSum,
        tiles: PackedTiles,
        sheet_conditions: SheetOutputs,
    ) -> Price | Refused:
        """What a way to count comes to if a player is liable for one of its patterns."""
        counts, points = None, 0
        if sheet:
            counts, points = (
                self.conditions.sheet_counts(total >> self.sheet_at & self.sheet_mask),
                sheet.total,
            )
        extras = self.extras(hand, tiles)
        return self.values.liable_payments(
            way, bonus, points, hand.situation, hand.table, extras, counts, sheet_conditions
        )


class PackedSource:
    """What was scored: from it, its text and its readings with reasons are made when asked. Thousands of
    these are remembered, so it keeps no part of the work that can be done again.
    """

    __slots__ = ("chosen_reading", "engine", "origin")

    def __init__(self, engine: Engine, chosen_reading: int | JokerReading, origin: Origin) -> None:
        """`chosen_reading` is the place of the best reading, or the reading itself if the hand has jokers."""
        self.engine, self.chosen_reading, self.origin = engine, chosen_reading, origin

    @property
    def ruleset(self) -> Ruleset:
        return self.engine.ruleset

    @property
    def hand(self) -> Hand:
        return self._hand_and_situation()[0]

    @property
    def situation(self) -> Situation:
        return self._hand_and_situation()[1]

    @property
    def readings(self) -> tuple[ValuedReading, ...]:
        """Every reading that may win with its reasons, by the readable evaluator."""
        from scorer.engine.score import score_readings

        def choose_jokers(ruleset: Ruleset, hand: Hand, situation: Situation) -> BestChoice | None:
            return self.engine.best_choice(hand, situation)

        return score_readings(self.ruleset, *self._hand_and_situation(), choose_jokers).readings

    def _hand_and_situation(self) -> tuple[Hand, Situation]:
        origin = self.origin
        if len(origin) == 3:
            self.origin = origin = parse_request(request_of_fields(origin), self.ruleset)
        return origin

    def notation_parts(self) -> HandNotation:
        """The hand in notation, its groups quoted, and those that items of the sheet count."""
        return self.engine.notation.hand_notation(self.engine.packed_origin(self.origin), self.chosen_reading)

    @property
    def jokers(self) -> tuple[int, ...]:
        """What the hand's jokers stand for, as places in the tile set."""
        own = () if isinstance(self.chosen_reading, int) else self.chosen_reading.kinds
        if not self.engine.layout.jokers:
            return own
        melds = self.engine.packed_origin(self.origin).melds.melds
        called = [tiles[at].kind for _, tiles, _, _, jokers in melds for at, _ in jokers]
        return tuple(sorted([*own, *called])) if called else own
