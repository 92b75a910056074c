"""Scoring by looking up and adding: every step is a pure function of one number, worked out once.

    tiles -> rows -> reading (a sum) -> what holds -> ways to count -> worth -> payments

The numbers are drawn in `layout`; each memo is named after what it answers, and every one is bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.engine.evaluate import TooLarge
from scorer.engine.results import Score
from scorer.engine.score import Refused, incomplete_error, refusal_error
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.hand_layout import HandLayout
from scorer.fast.reader import HandReader, request_key, request_of
from scorer.fast.readings import PackedReadings, PackedWaits
from scorer.fast.situations import PackedSituation, SituationNumbers, TableState, situation_key
from scorer.fast.values import Conditions, HandValues
from scorer.memo import MOST_NUMBERS, Memo
from scorer.readings import MOST_READINGS
from scorer.shapes import TooManyReadings
from scorer.values import cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from scorer.engine.results import BonusLine, SheetTotal, ValuedReading
    from scorer.fast.form import Form
    from scorer.fast.hand_layout import Lain, PackedMelds, Pointed
    from scorer.fast.notation import Notation
    from scorer.fast.reader import Packed
    from scorer.fast.readings import Chosen
    from scorer.fast.situations import Said, Spoken
    from scorer.fast.values import Price, WayToCount
    from scorer.hand import Hand, Request, Situation, WaitingHand
    from scorer.ruleset.model import Ruleset

    Sums = Sequence[tuple[int, int]]
    """readings: what each adds up to, and its tiles"""
    Given: TypeAlias = "tuple[Hand, Situation] | Spoken"
    Bonus = tuple[int, tuple[BonusLine, ...]]
    """what bonuses add, and their lines"""
    Played = tuple[int, PackedMelds, int, bool, PackedSituation, int | Chosen]
    """tiles, melds, winning tile and whether it is red, situation, place among readings"""
    Scorer = Callable[..., Score | None]

NO_MORE = (0, 0)
"""What ways to count hang on beside what holds, where that is nothing."""
NO_BONUS: Bonus = (0, ())


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

    def __init__(self, form: Form, ruleset: Ruleset) -> None:
        """`form` is what the ruleset, as configured, was compiled to."""
        self.form, self.ruleset = form, ruleset
        self.board = HandLayout(form, ruleset)
        self.values = HandValues(form, self.board)
        self.conditions = Conditions(form, self.values)
        self.readings = PackedReadings(self.board)
        self.waits = PackedWaits(self.board, self.conditions, self.readings)
        self.taken = SituationNumbers(form, self.board, self.conditions.facts_at)
        self.situations: Memo[Said, tuple[PackedSituation, TableState]] = Memo(self.taken.taken_apart)
        self.melds: Memo[tuple[int, tuple[Lain, ...]], PackedMelds] = Memo(
            lambda key: self.board.packed_melds(*key), MOST_NUMBERS
        )
        self.reader = HandReader(self.board, self.taken)
        self.scores: Memo[Spoken, Score] = Memo()
        self.score_packed = scorer_of(self)

    def score_hand(self, hand: Hand, situation: Situation) -> Score | None:
        """The score of a legal hand, None where the readable evaluator has to say more. Raises NotAWinner."""
        try:
            return self.score(hand, situation)
        except NeedsReadableEvaluator:
            return None

    def winning_kinds(self, hand: WaitingHand) -> tuple[int, ...]:
        """The kinds of tile that complete a hand which lacks one."""
        tiles = sum(map(self.board.units.__getitem__, hand.concealed))
        melds = self.melds[0, tuple([(meld.kind, meld.tiles, meld.concealed) for meld in hand.melds])]
        return self.waits.completing_kinds(tiles, melds)

    def score_request(self, request: Request) -> Score | None:
        """The score of a hand as it is written, None where the readable evaluator has to say more; the very
        same for what was asked before. Raises NotAWinner.
        """
        said = request_key(request)
        try:
            return self.scores.get(said) or self.scores.keep(said, self.score_text(said))
        except NeedsReadableEvaluator:
            return None

    def score_key(self, key: Spoken) -> Score | None:
        """The score of a hand in notation and its circumstances, None where the readable evaluator has to say
        more. Raises NotAWinner.
        """
        try:
            return self.score_text(key)
        except NeedsReadableEvaluator:
            return None

    def score(self, hand: Hand, situation: Situation) -> Score:
        """The score of a legal hand. Raises NotAWinner where it does not win, with the reasons, and Beyond
        for a hand of which only the readable evaluator can tell.
        """
        if hand.winning_tile.kind in self.board.flower_bit:
            raise NeedsReadableEvaluator("a hand of flowers alone")
        made, table = self.situations[situation_key(situation)]
        unit = self.board.units.__getitem__
        tiles = sum(map(unit, hand.concealed)) + unit(hand.winning_tile)
        if hand.flowers:
            tiles += sum(map(unit, hand.flowers))
        melds = made.no_melds
        if hand.melds:
            melds = self.melds[made.context, tuple([(m.kind, m.tiles, m.concealed) for m in hand.melds])]
        pointed = self.board.pointers[situation.indicators] if situation.indicators else ()
        winning, red = hand.winning_tile
        return self._score_packed((tiles, melds, winning, red, made, table, pointed), (hand, situation))

    def score_text(self, said: Spoken) -> Score:
        """The score of a hand in notation and what is said of it. Raises NotAWinner where it does not win,
        and Beyond for whatever is not plainly legal: the readable evaluator finds the faults.
        """
        return self._score_packed(self.reader.packed_request(said), said)

    def _score_packed(self, packed: Packed, given: Given) -> Score:
        try:
            if found := self.score_packed(*packed, given):
                return found
            _, _, _, _, made, *_ = packed
            if made.penalty or self.values.asked.asks_penalty:
                raise NeedsReadableEvaluator("a hand that may have to pay a penalty")
            refused: list[Refused] = []
            self.score_packed(*packed, given, refused)
        except (TooLarge, TooManyReadings) as error:
            raise NeedsReadableEvaluator(str(error)) from error
        raise refusal_error(self.ruleset, refused) if refused else incomplete_error(self.ruleset)

    @cached_property
    def spelling(self) -> Notation:
        from scorer.fast.notation import Notation

        return Notation(self.board, self.readings)


# ---- one hand from its packed tiles to its score: look up, add, look up, add


def scorer_of(engine: Engine) -> Scorer:
    """The function that scores a packed hand with the memos of an engine.

    Long because what the steps use stands around them as names; they are in the order of the data.
    """
    board, conditions, values = engine.board, engine.conditions, engine.values
    readings, late = engine.readings, engine.waits.late_numbers
    won, jokers, joker_at, top, tile_mask = (
        board.won,
        board.jokers,
        board.joker_at,
        board.top,
        board.tile_mask,
    )
    rows = [(row.start, row.mask, memo) for row, memo in zip(board.rows, board.main.single, strict=True)]
    valid, complete, spare = board.valid_mask, board.main.value, board.spare
    fill, keep, parts = conditions.fill, conditions.keep, conditions.parts
    sheet_at, sheet_mask, sheet_end = conditions.sheet_at, conditions.sheet_mask, conditions.sheet_end
    holding, holding_late = conditions.holding, conditions.holding_late
    sheets, sheets_shown = conditions.sheets, conditions.sheets_shown
    asks = values.asked
    sheet_asks_hand, always_bonus, asks_penalty = asks.sheet_asks_hand, asks.always_bonus, asks.asks_penalty
    ways_of, bonus_of, price_of = values.ways.get, values.bonuses.get, values.prices.get
    asks_more = values.asks_more

    def shown(whole: int, made: PackedSituation, pointed: Pointed) -> int:
        """What the tiles show beside sets, and what indicators point at."""
        code: int = whole >> top
        for at, one in pointed:
            code += (whole + made.aside >> at & tile_mask) * one
        return code

    def read(tiles: int, melds: PackedMelds, winning: int, made: PackedSituation) -> Sums:
        """The readings of a hand without jokers, mostly one look-up a row; none of what is incomplete."""
        key = tiles + won[winning, made.discard] + made.marks
        total = melds.bases[0]
        for start, mask, memo in rows:
            total += memo[key >> start & mask]
        several = total < 0 or not made.open[0]
        for never, need in melds.others:
            if not tiles & never and (tiles | spare) - need & spare == spare:
                several = True
        if several:
            return readings.all_sums(tiles, melds, winning, made)
        if total & valid != complete:
            return ()
        return ((total + melds.change(tiles) if melds.rows else total, tiles),)

    def held(
        total: int, tiles: int, melds: PackedMelds, winning: int, made: PackedSituation
    ) -> tuple[int, int]:
        """What holds in a reading: a bit for each pattern, a bit for each condition of the sheet."""
        key = (total + fill & keep) + made.program
        for low, mask, part in parts:
            bag = total >> low & mask
            if bag:  # the bag of sets that templates of this part can bind
                key += part[bag]
        found = holding[key]
        if found[0] < 0:
            found = holding_late[key, late(tiles, melds, winning, made)]
        return found

    def bonuses(way: WayToCount, whole: int, made: PackedSituation, pointed: Pointed) -> Bonus:
        """What bonuses add to a way to count, dora and the like counted in the tiles; and their lines."""
        code = whole >> top
        if not pointed and not code and not always_bonus:
            return NO_BONUS
        if made.aside:
            whole += made.aside
        for at, one in pointed:
            code += (whole >> at & tile_mask) * one
        return bonus_of((code, made.bonus_key, way.worth_key)) or values.bonus_value(code, way, made)

    def score(
        tiles: int,
        melds: PackedMelds,
        winning: int,
        red: bool,
        made: PackedSituation,
        table: TableState,
        pointed: Pointed,
        given: Given,
        refused: list[Refused] | None = None,
    ) -> Score | None:
        """The score of a packed hand, None where it does not win; `tiles` include the winning one. Why the
        ways to count it may not win is added to `refused`.
        """
        if made.penalty:
            return None
        joined = None
        if jokers and tiles >> joker_at & 15:
            joined = readings.jokers.joined_readings(tiles, melds, winning, made, bool(pointed))
            found: Sums = joined.sums
        else:
            found = read(tiles, melds, winning, made)
        count = joined.ways if joined else len(found)
        if count > MOST_READINGS:
            raise TooManyReadings
        best: tuple[Price, WayToCount, tuple[BonusLine, ...], SheetTotal | None, int] | None = None
        best_finer = (0, 0)
        place = -1
        for total, played in found:
            place += 1
            whole = played + melds.whole
            holds, bits = held(total, tiles, melds, winning, made)
            section = (total >> sheet_at & sheet_mask) + (bits << sheet_end)
            more, code = NO_MORE, 0
            if asks_more or asks_penalty:
                code = shown(whole, made, pointed)
                more = values.more(total, code, made)
                if not place and asks_penalty and values.has_penalty(holds, melds.concealed, made, code):
                    return None
            ways = ways_of((holds, melds.concealed, made.award_key, more))
            if ways is None:
                ways = values.ways_to_count(
                    holds, melds.concealed, made, more, total, code if asks_more else 0
                )
            if refused is not None:
                asked = holds, melds.concealed, made, more, total, code if asks_more else 0
                refused += values.refusals(*asked)
            first: int | float = -1
            for way in ways:
                counted: SheetTotal | None
                key_of_sheet = section + (way.sheet_key << sheet_end)
                if sheet_asks_hand:
                    counted = sheets_shown[key_of_sheet, shown(whole, made, pointed), made.situation.seat]
                else:
                    counted = sheets[key_of_sheet]
                sheet_sum = counted.total if counted else 0
                bonus, lines = NO_BONUS if way.bare else bonuses(way, whole, made, pointed)
                if made.claim and made.claim & way.ids:
                    code = shown(whole, made, pointed)
                    counts = conditions.sheet_counts(total >> sheet_at & sheet_mask) if counted else None
                    price = values.liable_payments(way, bonus, sheet_sum, made, table, code, counts, bits)
                else:
                    key = (way.worth_key, bonus, sheet_sum, table.number)
                    price = price_of(key) or values.price(way, bonus, sheet_sum, made, table)
                if isinstance(price, Refused):
                    if refused is not None:
                        refused.append(price)
                    continue
                if not way.must_pay_more:
                    first = price[0][0]
                elif price[0][0] <= first:
                    continue
                rank = price[0]
                finer = (counted.sum if counted else 0, way.size)
                if best is None or rank > best[0][0] or (rank == best[0][0] and finer > best_finer):
                    best, best_finer = (price, way, lines, counted, place), finer
        if best is None:
            return None
        (_, worth, paid, _), way, lines, counted, place = best
        chosen = joined.firsts[place] if joined else place
        source = PackedHand(engine, (tiles, melds, winning, red, made, chosen), given)
        return Score(way.shown, lines, counted, worth, paid, count, source)

    return score


class PackedHand:
    """A packed hand that was scored, for whatever few ask for: its tiles, and its readings with reasons."""

    __slots__ = ("engine", "given", "packed")

    def __init__(self, engine: Engine, packed: Played, given: Given) -> None:
        """`given`: the hand and its situation, or what was said of them."""
        self.engine, self.packed, self.given = engine, packed, given

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

        return score_readings(self.ruleset, *self._hand_and_situation()).readings

    def _hand_and_situation(self) -> tuple[Hand, Situation]:
        given = self.given
        if len(given) == 2:
            hand, situation = given
            return hand, situation
        from scorer.engine.request import parse_request

        self.given = found = parse_request(request_of(given), self.ruleset)
        return found

    def notation_parts(self) -> tuple[str, str, tuple[tuple[str, int], ...]]:
        """The hand in notation, its groups quoted, and those that items of the sheet count."""
        return self.engine.spelling.hand_notation(*self.packed)

    @property
    def jokers(self) -> tuple[int, ...]:
        """What the hand's jokers stand for, as places in the tile set."""
        chosen = self.packed[-1]
        return () if isinstance(chosen, int) else chosen[0]
