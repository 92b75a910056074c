"""One hand from its packed tiles to its score: look up, add, look up, add."""

from __future__ import annotations

from scorer.compiled.results import Score
from scorer.compiled.rows import TooMany

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scorer.compiled.situations import Situated
    from scorer.compiled.tiles import Melds
    from scorer.compiled.worth import Paying

    Scorer = Callable[[int, Melds, int, bool, Situated, Paying, tuple[tuple[int, int], ...]], Score | None]


class Beyond(Exception):
    """A hand that the compiled form leaves to the reference engine (liability, too many readings)."""


def scorer_of(engine: Any) -> Scorer:
    """The function that scores a packed hand with the memos of an engine.

    Long because a call costs as much as two look-ups, and because what it uses stands around it as
    names; the steps are numbered in the order of the data.
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
    valid, complete = board.valid_mask, board.main.value
    fill, keep, parts = conditions.fill, conditions.keep, conditions.parts
    sheet_at, sheet_mask, sheet_end = conditions.sheet_at, conditions.sheet_mask, conditions.sheet_end
    holding, holding_late, sheets = conditions.holding, conditions.holding_late, conditions.sheets
    ways_of, bonus_of, price_of = values.ways.get, values.bonuses.get, values.prices.get
    always_bonus, new, found_score = values.always_bonus, tuple.__new__, Score

    def score(
        tiles: int,
        melds: Melds,
        winning: int,
        red: bool,
        made: Situated,
        table: Paying,
        pointed: tuple[tuple[int, int], ...],
    ) -> Score | None:
        """The score of a packed hand, None where it does not win; `tiles` include the winning one."""
        if made.penalty:
            return None
        # 1. rows: one look-up each; their sum with the melds is the reading, if there is only one
        found: Any
        count, joined = 1, None
        if jokers and tiles >> joker_at & 15:
            joined = readings.with_jokers(tiles, melds, winning, made, bool(pointed))
            found, count = joined.sums, joined.count
        else:
            key = tiles + won[winning, made.discard] + made.marks
            total = melds.bases[0]
            for start, mask, memo in rows:
                total += memo[key >> start & mask]
            several = total < 0 or not made.open[0]
            for never in melds.others:
                if not tiles & never:
                    several = True
            if several:
                found = readings.every(tiles, melds, winning, made)
                count = len(found)
            elif total & valid == complete:
                if melds.rows:
                    total += melds.change(tiles)
                found = ((total, tiles),)
            else:
                return None
        best: Any = None
        best_way = best_lines = best_sheet = best_place = best
        place = -1
        for total, played in found:
            place += 1
            # 2. templates: the bag of sets that each part of them can bind
            key = (total + fill & keep) + made.program
            for low, mask, part in parts:
                bag = total >> low & mask
                if bag:
                    key += part[bag]
            # 3. what holds: a bit for each pattern, a bit for each condition of the sheet
            holds, bits = holding[key]
            if holds < 0:
                holds, bits = holding_late[key, late(tiles, melds, winning, made)]
            # 4. the sheet: its items are counters of the reading
            counted = sheets[(total >> sheet_at & sheet_mask) + (bits << sheet_end)]
            sheet_sum = counted[2] if counted else 0
            # 5. awards: the ways to count what holds
            ways = ways_of((holds, melds.concealed, made.award_key))
            for way in values.count(holds, melds.concealed, made) if ways is None else ways:
                if made.claim and made.claim & way.counts.keys():
                    raise Beyond("somebody is liable for a pattern of the hand")
                # 6. bonuses: dora and the like, counted in the tiles
                bonus: int = 0
                lines: Any = ()
                if not way.bare:
                    whole = played + melds.whole
                    code = whole >> top
                    if pointed or code or always_bonus:
                        if made.aside:
                            whole += made.aside
                        for at, one in pointed:
                            code += (whole >> at & tile_mask) * one
                        entry = bonus_of((code, made.bonus_key, way.worth_key))
                        bonus, lines = entry or values.bonus(code, way, made)
                # 7. worth, and who pays: the rank of the reading, what it comes to, the payments
                key = (way.worth_key, bonus, sheet_sum, table.number)
                price = price_of(key) or values.price(key, way, made, table)
                if best is None or price[0] > best[0]:
                    best, best_way, best_lines, best_sheet, best_place = price, way, lines, counted, place
        if best is None:
            return None
        if joined:
            best_place = joined.firsts[best_place]
        elif found.__class__ is tuple:
            best_place = -1
        source = (engine, tiles, melds, winning, red, made, best_place)
        return new(
            found_score,
            (best_way.awards, best_lines, best_sheet, best[1], best[2], count, source),
        )

    return score


__all__ = ["Beyond", "TooMany", "scorer_of"]
