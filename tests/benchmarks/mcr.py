"""Chinese Official beside PyMahjongGB (module MahjongGB), the calculator of the Botzone platform."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from scorer.engine.request import parse_request
from scorer.hand import WINDS, Hand, Request, Situation
from scorer.scoring import load_ruleset
from tests.benchmarks.hands import Table

try:
    from MahjongGB import MahjongFanCalculator
except ImportError:  # needs a C compiler
    MahjongFanCalculator = None

LEAST = 8
"""fan that a hand must have to win"""
SUITS = {"m": "W", "s": "T", "p": "B"}
PACKS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}


def call(hand: Hand, situation: Situation) -> dict[str, Any]:
    """The arguments of PyMahjongGB for one hand."""
    tileset = load_ruleset("mcr").tileset

    def name(tile: Any) -> str:
        rank, suit = int(tileset.tile_code(tile)[0]), tileset.tile_code(tile)[1]
        return f"{SUITS[suit]}{rank}" if suit in SUITS else f"F{rank}" if rank < 5 else f"J{8 - rank}"

    packs = [
        (PACKS[meld.kind], name(meld.tiles[len(meld.tiles) // 2]), int(not meld.is_concealed))
        for meld in hand.melds
    ]
    return {
        "pack": tuple((kind, tile, 1 if kind == "CHI" else called) for kind, tile, called in packs),
        "hand": tuple(map(name, hand.concealed_tiles)),
        "winTile": name(hand.winning_tile),
        "flowerCount": 0,
        "isSelfDrawn": situation.self_draw,
        "is4thTile": False,
        "isAboutKong": False,
        "isWallLast": False,
        "seatWind": WINDS.index(situation.seat),
        "prevalentWind": WINDS.index(situation.round),
    }


def fan(arguments: dict[str, Any]) -> int:
    """What PyMahjongGB counts."""
    return sum(value for value, *_ in MahjongFanCalculator(**arguments))


def winning_requests(count: int, seed: int) -> list[Request]:
    """So many different hands that win, by the other calculator: none is scored here."""
    return list(islice(_winning(seed), count))


def _winning(seed: int) -> Iterator[Request]:
    table, ruleset, seen = Table(seed), load_ruleset("mcr"), set()
    while True:
        dealt = table.request()
        text = dealt.hand.replace("0", "5") if dealt else ""
        if dealt and text not in seen:
            seen.add(text)
            request = Request(text, dealt.win, dealt.round, dealt.seat, dealt.discarder)
            if fan(call(*parse_request(request, ruleset))) >= LEAST:
                yield request


def calculator(requests: list[Request]) -> Callable[[], int]:
    """PyMahjongGB with its arguments ready."""
    ruleset = load_ruleset("mcr")
    ready = [call(*parse_request(request, ruleset)) for request in requests]
    return lambda: sum(map(fan, ready))
