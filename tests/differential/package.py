"""The same hand as the PyPI package `mahjong` scores it: another program, written by other people."""

from __future__ import annotations

from collections import Counter

from mahjong.constants import EAST, FIVE_RED_MAN, FIVE_RED_PIN, FIVE_RED_SOU
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresResult
from mahjong.meld import Meld as TheirMeld

from scorer.engine.evaluate import NO_HAND, View, whole_number
from scorer.hand import WINDS, Hand, Meld, Situation
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile
from tests.differential.line import Amounts, Line, amounts

# Every id of theirs that is not ours in lower case without marks, from yaku_config.py of version 2.1.0.
OUR_IDS = {
    "DaburuRiichi": "double_riichi", "Tsumo": "menzen_tsumo", "Iipeiko": "iipeikou",
    "Sanshoku": "sanshoku_doujun", "SanshokuDoukou": "sanshoku_doukou", "Chantai": "chanta",
    "Honroto": "honroutou", "Shosangen": "shousangen", "SanKantsu": "sankantsu",
    "KokushiMusou": "kokushi_musou", "DaburuKokushiMusou": "kokushi_musou_13",
    "SuuankouTanki": "suuankou_tanki", "ChuurenPoutou": "chuuren_poutou",
    "DaburuChuurenPoutou": "junsei_chuuren_poutou", "DaiSuushii": "daisuushii", "RenhouYakuman": "renhou",
    "Sashikomi": "open_riichi_fed",
}  # fmt: skip
TWO_OF_OURS = {
    "OpenRiichi": ("riichi", "open_riichi"), "DaburuOpenRiichi": ("double_riichi", "open_riichi"),
}  # fmt: skip
"""Where theirs take the place of riichi, ours count beside it."""
BONUSES = {"Dora": "dora", "UraDora": "ura_dora", "AkaDora": "red_five"}
CIRCUMSTANCES = {
    "riichi": "is_riichi", "double_riichi": "is_daburu_riichi", "ippatsu": "is_ippatsu",
    "rinshan": "is_rinshan", "chankan": "is_chankan", "haitei": "is_haitei", "houtei": "is_houtei",
    "tenhou": "is_tenhou", "chiihou": "is_chiihou", "renhou": "is_renhou", "open_riichi": "is_open_riichi",
}  # fmt: skip
NO_MATTER = ("furiten", "north", "open_riichi_fed")
"""what changes no score of theirs, or is an option of theirs"""
SUITS = "mpsz"
RED = (FIVE_RED_MAN, FIVE_RED_PIN, FIVE_RED_SOU)


class Pieces:
    """Numbers of single pieces, 0 to 135, for the tiles of one hand; the first five of a suit is red."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.kinds = ruleset.tileset.kinds
        self.has_red = bool(ruleset.tileset.reds)
        self.used: Counter[int] = Counter()

    def of(self, tile: Tile) -> int:
        """A piece that has not been used yet."""
        kind = self.kinds[tile.kind]
        first = 4 * (9 * SUITS.index(kind.letter) + kind.digit - 1)
        if tile.red:
            return first
        plain = first + 1 if self.has_red and first in RED else first
        self.used[first] += 1
        return min(plain + self.used[first] - 1, first + 3)


def their_line(hand: Hand, situation: Situation, ruleset: Ruleset) -> Line:
    """The hand as the package scores it under the same rules."""
    pieces = Pieces(ruleset)
    melds = [_meld(meld, pieces, ruleset) for meld in hand.melds]
    winning = pieces.of(hand.winning_tile)
    tiles = [winning, *map(pieces.of, hand.concealed_tiles), *(t for meld in melds for t in meld.tiles)]
    shown = {name: [Pieces(ruleset).of(t) for t in tiles] for name, tiles in situation.indicators}
    response = HandCalculator.estimate_hand_value(
        tiles,
        winning,
        melds,
        dora_indicators=shown.get("dora"),
        ura_dora_indicators=shown.get("ura"),
        config=_config(situation, ruleset),
    )
    return _line(response, situation, seats_of(ruleset))


def seats_of(ruleset: Ruleset) -> str:
    """The winds of the seats, as many as there are players."""
    return WINDS[: whole_number(ruleset.players, View(ruleset, NO_HAND, Situation(True)))]


def _meld(meld: Meld, pieces: Pieces, ruleset: Ruleset) -> TheirMeld:
    kinds = {"chow": TheirMeld.CHI, "pung": TheirMeld.PON, "kong": TheirMeld.KAN}
    return TheirMeld(kinds[meld.kind], [pieces.of(tile) for tile in meld.tiles], not meld.is_concealed)


def _config(situation: Situation, ruleset: Ruleset) -> HandConfig:
    options = ruleset.option_values
    said = {CIRCUMSTANCES[name]: True for name, _ in situation.circumstances if name not in NO_MATTER}
    return HandConfig(
        is_tsumo=situation.self_draw,
        player_wind=EAST + WINDS.index(situation.seat),
        round_wind=EAST + WINDS.index(situation.round),
        kyoutaku_number=situation.sticks,
        tsumi_number=situation.honba,
        num_nuki_dora=situation.circumstance_numbers.get("north", 0),
        options=OptionalRules(
            has_open_tanyao=bool(options["open_tanyao"]),
            has_aka_dora=options["red_fives"] != 0,
            has_double_yakuman=bool(options["double_daisuushii"]),
            kazoe_limit=int(options["counted_yakuman"] == "sanbaiman"),
            kiriage=bool(options["kiriage_mangan"]),
            fu_for_open_pinfu=bool(options["open_pinfu_fu"]),
            renhou_as_yakuman=options["renhou"] == "yakuman",
            is_three_player=len(seats_of(ruleset)) == 3,
            has_sashikomi_yakuman=("open_riichi_fed", True) in situation.circumstances,
        ),
        **said,
    )


def _line(response: HandResponse, situation: Situation, seats: str) -> Line:
    if response.error or response.cost is None or response.yaku is None:
        return Line(False)
    is_open, cost = response.is_open_hand, response.cost
    worth = {type(yaku).__name__: yaku.han_open if is_open else yaku.han_closed for yaku in response.yaku}
    patterns = tuple(sorted(ours for theirs in worth.keys() - BONUSES.keys() for ours in _our_ids(theirs)))
    gains = _gains(cost, situation, seats)
    points = cost["main"] + (len(seats) - 2) * cost["additional"]
    if any(yaku.is_yakuman for yaku in response.yaku):
        return Line(True, patterns, yakuman=(response.han or 0) // 13, points=points, gains=gains)
    # Norths set aside are part of their dora, and a bonus of their own in ours.
    north = situation.circumstance_numbers.get("north", 0)
    bonuses = {ours: worth[theirs] for theirs, ours in BONUSES.items() if theirs in worth}
    bonuses |= {"nuki_dora": north, "dora": bonuses.get("dora", 0) - north}
    fu = response.fu or 0
    return Line(True, patterns, amounts(bonuses), response.han or 0, fu, 0, points, gains)


def _our_ids(name: str) -> tuple[str, ...]:
    if name.startswith(("SeatWind", "RoundWind")):
        return ("seat_wind" if name.startswith("Seat") else "round_wind",)
    return TWO_OF_OURS.get(name) or (OUR_IDS.get(name, name.lower()),)


def _gains(cost: ScoresResult, situation: Situation, seats: str) -> Amounts:
    """Their main and additional payments as gain and loss of each seat."""
    main, additional = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
    if not situation.self_draw:
        return amounts({situation.seat: cost["total"], situation.discarder or "discarder": -main})
    paid = {seat: main if "E" in (seat, situation.seat) else additional for seat in seats}
    return amounts({seat: -amount for seat, amount in paid.items()} | {situation.seat: cost["total"]})
