"""The same hands for another library, the package `mahjong`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from scorer.hand import Hand, Situation
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from tests.benchmarks.hands import Samples

WIND = {"E": 27, "S": 28, "W": 29, "N": 30}
FLAGS = {
    "riichi": "is_riichi", "double_riichi": "is_daburu_riichi", "ippatsu": "is_ippatsu",
    "rinshan": "is_rinshan", "chankan": "is_chankan", "haitei": "is_haitei", "houtei": "is_houtei",
    "tenhou": "is_tenhou", "chiihou": "is_chiihou",
}  # fmt: skip
MELDS = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}
RULES = OptionalRules(has_open_tanyao=True, has_aka_dora=True)


class Numbers:
    """Gives every tile of one hand one of its four numbers; red fives are the first of their kind."""

    def __init__(self) -> None:
        self.used: dict[int, int] = {}

    def of(self, tile: Any) -> int:
        red_kind = tile.kind in (4, 13, 22)
        if tile.red:
            return tile.kind * 4
        place = self.used.get(tile.kind, int(red_kind))
        self.used[tile.kind] = place + 1
        return tile.kind * 4 + place


def config(situation: Situation) -> HandConfig:
    """The situation in the words of `mahjong`."""
    flags = {FLAGS[name]: True for name, _ in situation.circumstances if name in FLAGS}
    winds = {"player_wind": WIND[situation.seat], "round_wind": WIND[situation.round]}
    return HandConfig(
        is_tsumo=situation.self_draw,
        options=RULES,
        tsumi_number=situation.honba,
        kyoutaku_number=situation.sticks,
        **flags,
        **winds,
    )


def mahjong_objects(samples: Samples) -> Callable[[], int]:
    """Every hand with tiles, melds and config made before."""
    calculator, calls = HandCalculator(), [mahjong_call(*sample) for sample in samples]

    def run() -> int:
        return sum(calculator.estimate_hand_value(**call).error is None for call in calls)

    return run


def mahjong_call(hand: Hand, situation: Situation) -> dict[str, Any]:
    """The arguments for one hand."""
    numbers = Numbers()
    melds = [
        Meld(MELDS[meld.kind], [numbers.of(t) for t in meld.tiles], opened=not meld.is_concealed)
        for meld in hand.melds
    ]
    concealed, winning = [numbers.of(tile) for tile in hand.concealed_tiles], numbers.of(hand.winning_tile)
    shown = [tile.kind * 4 for name, tiles in situation.indicators if name == "dora" for tile in tiles]
    tiles = [*concealed, winning, *(tile for meld in melds for tile in meld.tiles)]
    return {"tiles": tiles, "win_tile": winning, "melds": melds, "dora_indicators": shown,
            "config": config(situation)}  # fmt: skip


def mahjong_strings(samples: Samples, ruleset: Ruleset) -> Callable[[], int]:
    """Every hand from strings, a string for each suit, as that library reads them."""
    calculator, texts = HandCalculator(), [suit_texts(hand, ruleset) for hand, _ in samples]
    situations = [situation for _, situation in samples]
    shown = [
        suited([t for name, tiles in s.indicators if name == "dora" for t in tiles], ruleset)
        for s in situations
    ]

    def run() -> int:
        good = 0
        for (whole, winning, melds), situation, dora in zip(texts, situations, shown, strict=True):
            good += calculator.estimate_hand_value(
                TilesConverter.string_to_136_array(**whole, has_aka_dora=True),
                TilesConverter.string_to_136_array(**winning, has_aka_dora=True)[0],
                melds=[
                    Meld(kind, TilesConverter.string_to_136_array(**tiles, has_aka_dora=True), opened=opened)
                    for kind, tiles, opened in melds
                ],
                dora_indicators=TilesConverter.string_to_136_array(**dora, has_aka_dora=True) if any(dora.values()) else [],
                config=config(situation),
            ).error is None  # fmt: skip
        return good

    return run


def suited(tiles: Any, ruleset: Ruleset) -> dict[str, str]:
    """Tiles as digits by suit; red fives are written r."""
    found = {"man": "", "pin": "", "sou": "", "honors": ""}
    for tile in ruleset.tileset.sort_tiles(tiles):
        code = ruleset.tileset.tile_code(tile)
        found[dict(zip("mpsz", found, strict=True))[code[-1]]] += "r" if tile.red else code[0]
    return found


def suit_texts(hand: Hand, ruleset: Ruleset) -> Any:
    melds = [(MELDS[m.kind], suited(m.tiles, ruleset), not m.is_concealed) for m in hand.melds]
    return suited(hand.tiles, ruleset), suited([hand.winning_tile], ruleset), melds


def riichienv_objects(samples: Samples) -> Callable[[], int] | None:
    """Every hand in the package `riichienv`, with its objects made before; None where it cannot be
    installed.
    """
    try:
        from tests.differential.environment import prepared_call
    except ImportError:
        return None
    ruleset = load_ruleset("riichi")
    calls = [prepared_call(hand, situation, ruleset) for hand, situation in samples]
    return lambda: sum(call().is_win for call in calls)
