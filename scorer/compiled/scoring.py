"""One hand from its packed tiles to its score: look up, add, look up, add."""

from __future__ import annotations

from scorer.engine.results import Score
from scorer.readings import TooManyReadings
from scorer.readings.filling import MOST_READINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scorer.compiled.situations import Seated, Situated
    from scorer.compiled.tiles import Melds
    from scorer.engine.results import Valued
    from scorer.engine.score import Refused
    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset

    Packed = tuple[Any, int, Melds, int, bool, Situated, Any]
    """engine, tiles, melds, winning tile and whether it is red, situation, place among the readings (-1: the
    only one)
    """
    Scorer = Callable[[int, Melds, int, bool, Situated, Seated, tuple[tuple[int, int], ...]], Score | None]
    Refuser = Callable[..., list[Refused | None]]


NO_MORE = (0, 0)
"""What ways to count hang on beside what holds, where that is nothing."""
NO_BONUS: tuple[int, tuple[()]] = (0, ())


class PackedHand:
    """A packed hand that was scored, for whatever few ask for: its tiles, and its readings with reasons."""

    __slots__ = ("given", "packed")

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        self.given: tuple[Any, ...] | None = None
        """the hand and its situation, or what was said of them"""

    @property
    def ruleset(self) -> Ruleset:
        ruleset: Ruleset = self.packed[0].ruleset
        return ruleset

    @property
    def hand(self) -> Hand:
        return self._asked()[0]

    @property
    def situation(self) -> Situation:
        return self._asked()[1]

    @property
    def readings(self) -> tuple[Valued, ...]:
        """Every reading that may win with its reasons, by the readable evaluator."""
        from scorer.engine.score import score_readings

        return score_readings(self.ruleset, *self._asked()).readings

    def _asked(self) -> tuple[Hand, Situation]:
        given = self.given
        if given is None:
            raise LookupError("a hand of columns keeps no tiles")
        if len(given) == 2:
            hand, situation = given
            return hand, situation
        from scorer.engine.request import understand
        from scorer.request import Request

        text, win, round_, seat, discarder, said, honba, sticks, pao, shown = given
        request = Request(text, win, round_, seat, discarder, said, dict(shown), honba, sticks, dict(pao))
        self.given = found = understand(request, self.ruleset)
        return found

    def spelled(self) -> tuple[str, str, tuple[tuple[str, int], ...]]:
        """The hand in notation, its groups quoted, and those that items of the sheet count."""
        engine, *hand = self.packed
        found: tuple[str, str, tuple[tuple[str, int], ...]] = engine.spelling.spelled(*hand)
        return found

    @property
    def jokers(self) -> tuple[int, ...]:
        """What the hand's jokers stand for, as places in the tile set."""
        chosen: Any = self.packed[-1]
        return () if isinstance(chosen, int) else chosen[0]


def scorer_of(engine: Any) -> tuple[Scorer, Refuser]:
    """The functions that score a packed hand with the memos of an engine, and that say why it may not win.

    Long because what the steps use stands around them as names; they are in the order of the data.
    """
    board, conditions, values = engine.board, engine.conditions, engine.values
    readings, late = engine.readings, engine.waits.late
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
    holding, holding_late, sheets = conditions.holding, conditions.holding_late, conditions.sheets
    sheet_asks_hand = values.sheet_asks_hand
    ways_of, bonus_of, price_of = values.ways.get, values.bonuses.get, values.prices.get
    always_bonus, asks_more, asks_penalty = values.always_bonus, values.asks_more, values.asks_penalty

    def shown(whole: int, made: Situated, pointed: Any) -> int:
        """What the tiles show beside sets, and what indicators point at."""
        code: int = whole >> top
        for at, one in pointed:
            code += (whole + made.aside >> at & tile_mask) * one
        return code

    def read(tiles: int, melds: Melds, winning: int, made: Situated) -> Any:
        """The readings of a hand without jokers, as sums with its tiles: mostly one look-up a row. None
        where it is no complete hand.
        """
        key = tiles + won[winning, made.discard] + made.marks
        total = melds.bases[0]
        for start, mask, memo in rows:
            total += memo[key >> start & mask]
        several = total < 0 or not made.open[0]
        for never, need in melds.others:
            if not tiles & never and (tiles | spare) - need & spare == spare:
                several = True
        if several:
            return readings.every(tiles, melds, winning, made)
        if total & valid != complete:
            return None
        return ((total + melds.change(tiles) if melds.rows else total, tiles),)

    def held(total: int, tiles: int, melds: Melds, winning: int, made: Situated) -> tuple[int, int]:
        """What holds in a reading: a bit for each pattern, a bit for each condition of the sheet."""
        key = (total + fill & keep) + made.program
        for low, mask, part in parts:
            bag = total >> low & mask
            if bag:  # the bag of sets that templates of this part can bind
                key += part[bag]
        found = holding[key]
        if found[0] < 0:
            found = holding_late[key, late(tiles, melds, winning, made)]
        return found  # type: ignore[no-any-return]

    def bonuses(way: Any, whole: int, made: Situated, pointed: Any) -> Any:
        """What bonuses add to a way to count, dora and the like counted in the tiles; and their lines."""
        code = whole >> top
        if not pointed and not code and not always_bonus:
            return NO_BONUS
        if made.aside:
            whole += made.aside
        for at, one in pointed:
            code += (whole >> at & tile_mask) * one
        return bonus_of((code, made.bonus_key, way.worth_key)) or values.bonus(code, way, made)

    def score(
        tiles: int,
        melds: Melds,
        winning: int,
        red: bool,
        made: Situated,
        table: Seated,
        pointed: tuple[tuple[int, int], ...],
    ) -> Score | None:
        """The score of a packed hand, None where it does not win; `tiles` include the winning one."""
        if made.penalty:
            return None
        joined = None
        if jokers and tiles >> joker_at & 15:
            joined = readings.jokers.joined(tiles, melds, winning, made, bool(pointed))
            found: Any = joined.sums
        else:
            found = read(tiles, melds, winning, made)
            if found is None:
                return None
        count = joined.count if joined else len(found)
        if count > MOST_READINGS:
            raise TooManyReadings
        best: Any = None
        best_way = best_lines = best_sheet = best_place = best
        place = -1
        for total, played in found:
            place += 1
            whole = played + melds.whole
            holds, bits = held(total, tiles, melds, winning, made)
            section = (total >> sheet_at & sheet_mask) + (bits << sheet_end)
            if sheet_asks_hand:
                counted = conditions.sheet_of(section, shown(whole, made, pointed), made)
            else:
                counted = sheets[section]
            sheet_sum = counted.total if counted else 0
            more, code = NO_MORE, 0
            if asks_more or asks_penalty:
                code = shown(whole, made, pointed)
                more = values.more(total, code, made)
                if not place and asks_penalty and values.penalised(holds, melds.concealed, made, code):
                    return None
            ways = ways_of((holds, melds.concealed, made.award_key, more))
            if ways is None:
                ways = values.count(holds, melds.concealed, made, more, total, code if asks_more else 0)
            first = -1
            for way in ways:
                bonus, lines = NO_BONUS if way.bare else bonuses(way, whole, made, pointed)
                if made.claim and made.claim & way.ids:
                    code = shown(whole, made, pointed)
                    counts = conditions.sheet_counts(total >> sheet_at & sheet_mask) if counted else None
                    price = values.liable(way, bonus, sheet_sum, made, table, code, counts, bits)
                else:
                    key = (way.worth_key, bonus, sheet_sum, table.number)
                    price = price_of(key) or values.price(key, way, made, table)
                if not way.must_pay_more:
                    first = price[0][0]
                elif price[0][0] <= first:
                    continue
                if best is None or price[0] > best[0] or (price[0] == best[0] and way.size > best_way.size):
                    best, best_way, best_lines, best_sheet, best_place = price, way, lines, counted, place
        if best is None or best[1] is None:
            return None
        if joined:
            best_place = joined.firsts[best_place]
        elif found.__class__ is tuple:
            best_place = -1
        source = PackedHand((engine, tiles, melds, winning, red, made, best_place))
        return Score(best_way.shown, best_lines, best_sheet, best[1], best[2], count, source)

    def refused(
        tiles: int, melds: Melds, winning: int, red: bool, made: Situated, table: Seated, pointed: Any
    ) -> list[Refused | None]:
        """Why the ways to count a complete hand without jokers may not win, None for each that may."""
        every: list[Refused | None] = []
        for total, played in read(tiles, melds, winning, made):
            code = shown(played + melds.whole, made, pointed) if asks_more else 0
            more = values.more(total, code, made) if asks_more else NO_MORE
            holds, _ = held(total, tiles, melds, winning, made)
            every += values.refusals(holds, melds.concealed, made, more, total, code)
        return every

    return score, refused
