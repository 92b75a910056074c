"""The same hand as the PyPI package `riichienv` scores it: a simulator in Rust, written by other people again.

It tells neither what each pattern nor what each bonus is worth, so bonuses are left out of its lines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from riichienv import Conditions, HandEvaluator, MeldType
from riichienv import Meld as TheirMeld
from riichienv.hand import _to_rust_conditions

from scorer.hand import WINDS, Hand, Meld, Situation
from scorer.ruleset.model import Ruleset
from tests.differential.line import Amounts, Line, amounts
from tests.differential.package import Pieces, seats_of

OUR_IDS = {
    1: "menzen_tsumo", 2: "riichi", 3: "chankan", 4: "rinshan", 5: "haitei", 6: "houtei", 7: "haku", 8: "hatsu", 9: "chun",
    10: "seat_wind", 11: "round_wind", 12: "tanyao", 13: "iipeikou", 14: "pinfu", 15: "chanta", 16: "ittsu",
    17: "sanshoku_doujun", 18: "double_riichi", 19: "sanshoku_doukou", 20: "sankantsu", 21: "toitoi", 22: "sanankou",
    23: "shousangen", 24: "honroutou", 25: "chiitoitsu", 26: "junchan", 27: "honitsu", 28: "ryanpeikou", 29: "chinitsu",
    30: "ippatsu", 35: "tenhou", 36: "chiihou", 37: "daisangen", 38: "suuankou", 39: "tsuuiisou", 40: "ryuuiisou",
    41: "chinroutou", 42: "kokushi_musou", 43: "shousuushii", 44: "suukantsu", 45: "chuuren_poutou",
    47: "junsei_chuuren_poutou", 48: "suuankou_tanki", 49: "kokushi_musou_13", 50: "daisuushii",
}  # fmt: skip
CIRCUMSTANCES = ("riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei")
FIRST_TURN = ("tenhou", "chiihou")


def their_line(hand: Hand, situation: Situation, ruleset: Ruleset) -> Line:
    """The hand as the package scores it."""
    found, seats = prepared_call(hand, situation, ruleset)(), seats_of(ruleset)
    if not found.is_win or (not found.ron_agari and not found.tsumo_agari_ko):
        return Line(False)
    gains = _gains(found, situation, seats)
    counters = situation.honba * 100 * (len(seats) - 1)
    points = sum(amount for _, amount in gains if amount > 0) - counters - 1000 * situation.sticks
    patterns = tuple(sorted(OUR_IDS[number] for number in found.yaku if number in OUR_IDS))
    if found.yakuman:
        return Line(True, patterns, yakuman=found.han // 13, points=points, gains=gains)
    return Line(True, patterns, (), found.han, found.fu, 0, points, gains)


def prepared_call(hand: Hand, situation: Situation, ruleset: Ruleset) -> Callable[[], Any]:
    """The evaluator of the package, with everything that it takes ready."""
    pieces, seats = Pieces(ruleset), seats_of(ruleset)
    melds = [_meld(meld, pieces) for meld in hand.melds]
    winning = pieces.of(hand.winning_tile)
    tiles = sorted([winning, *map(pieces.of, hand.concealed_tiles)])
    shown = {name: [Pieces(ruleset).of(t) for t in tiles] for name, tiles in situation.indicators}
    said = {name for name, _ in situation.circumstances}
    conditions = Conditions(
        **{name: name in said for name in CIRCUMSTANCES},
        tsumo=situation.self_draw,
        tsumo_first_turn=bool(said & {*FIRST_TURN}),
        player_wind=WINDS.index(situation.seat),
        round_wind=WINDS.index(situation.round),
        riichi_sticks=situation.sticks,
        honba=situation.honba,
        kita_count=situation.circumstance_numbers.get("north", 0),
        is_sanma=len(seats) == 3,
        num_players=len(seats),
    )
    asked = shown.get("dora", []), shown.get("ura", []), _to_rust_conditions(conditions)
    # their evaluator itself: what stands around it takes the sixteen tiles of a hand with two kongs for a hand
    # that lacks its last one, and adds that again
    return lambda: HandEvaluator(tiles, melds).calc_rust.calc(winning, *asked)


def _meld(meld: Meld, pieces: Pieces) -> TheirMeld:
    kinds = {
        "chow": MeldType.Chi,
        "pung": MeldType.Pon,
        "kong": MeldType.Ankan if meld.is_concealed else MeldType.Daiminkan,
    }
    return TheirMeld(kinds[meld.kind], [pieces.of(tile) for tile in meld.tiles], not meld.is_concealed)


def _gains(found: Any, situation: Situation, seats: str) -> Amounts:
    """What each seat gains or loses. Their amounts have the counters in them, and not the sticks."""
    ron, dealer, other = found.ron_agari, found.tsumo_agari_oya, found.tsumo_agari_ko
    sticks = 1000 * situation.sticks
    if not situation.self_draw:
        return amounts({situation.seat: ron + sticks, situation.discarder or "discarder": -ron})
    paid = {seat: dealer if seat == "E" else other for seat in seats if seat != situation.seat}
    return amounts(
        {seat: -amount for seat, amount in paid.items()} | {situation.seat: sum(paid.values()) + sticks}
    )
