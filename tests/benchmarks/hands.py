"""Winning hands as they are played: shapes, calls and circumstances about as often as at a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

from scorer.engine.request import parse_request
from scorer.hand import Hand, Request, Situation
from scorer.scoring import load_ruleset

Samples = list[tuple[Hand, Situation]]
SUITS, HONORS, DRAGONS = "mps", "1234567", ("5z", "6z", "7z")
PAIRS, ORPHANS, PUNG, KONG, HONOR_PUNG = 0.02, 0.0003, 0.2, 0.02, 0.35
"""shares of seven pairs and of thirteen orphans among hands, of pungs and kongs among sets, of honors
among pungs; about those of some thirty thousand recorded hands"""
CALLED = (0.3, 0.25, 0.25, 0.15, 0.05)
"""how often none, one, two, three and four sets are called"""
RIICHI, IPPATSU, SELF_DRAW, LAST = 0.7, 0.15, 0.35, 0.01
SIMPLE = 0.6
"""how many hands with calls have no terminal and no honor; the others call a dragon, and so nearly all win"""
RED = 0.25
"""how likely a five is a red one, until there are none left"""


class Table:
    """Deals hands out of one wall each."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.left: dict[str, int] = {}
        self.ranks = range(1, 10)

    def request(self) -> Request | None:
        """A hand and how it was won, None where the tiles ran out on the way."""
        rng = self.rng
        self.left = {f"{rank}{suit}": 4 for suit in SUITS for rank in range(1, 10)}
        self.left |= {f"{rank}z": 4 for rank in HONORS}
        self.reds, self.ranks = set(SUITS), range(1, 10)
        hand, closed = self._hand()
        if hand is None:
            return None
        riichi = closed and rng.random() < RIICHI
        drawn = rng.random() < SELF_DRAW or (closed and not riichi)
        said = ["riichi", *(["ippatsu"] if rng.random() < IPPATSU else [])] if riichi else []
        if rng.random() < LAST:
            said.append("haitei" if drawn else "houtei")
        shown = {"dora": self._indicator()} | ({"ura": self._indicator()} if "riichi" in said else {})
        seat = rng.choice("ESWN")
        discarder = "" if drawn else rng.choice("ESWN".replace(seat, ""))
        win, honba, sticks = "tsumo" if drawn else "ron", rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 1))
        return Request(hand, win, rng.choice("ES"), seat, discarder, said, shown, honba, sticks)

    def _hand(self) -> tuple[str | None, bool]:
        kind = self.rng.random()
        if kind < PAIRS + ORPHANS:
            tiles = self._orphans() if kind < ORPHANS else self._pairs()
            return self._won(tiles, []), True
        called = self.rng.choices(range(5), CALLED)[0]
        simple = called > 0 and self.rng.random() < SIMPLE
        self.ranks = range(2, 9) if simple else range(1, 10)
        first = self._taken([self.rng.choice(DRAGONS)] * 3) if called and not simple else self._set()
        groups = [first, *(self._set() for _ in range(3))]
        pair = self._alike(2)
        if pair is None or any(group is None for group in groups):
            return None, True
        melds, loose = groups[:called], [tile for group in groups[called:] for tile in group or ()]
        kongs = [group for group in groups[called:] if group and len(group) == 4]
        loose = [tile for group in groups[called:] if group and len(group) < 4 for tile in group]
        quoted = [f"({_text(group or ())})" for group in melds] + [f"[{_text(group)}]" for group in kongs]
        return self._won([*loose, *pair], quoted), not melds

    def _set(self) -> list[str] | None:
        chance = self.rng.random()
        if chance < KONG:
            return self._alike(4)
        if chance < PUNG:
            return self._alike(3)
        suit, rank = self.rng.choice(SUITS), self.rng.choice(self.ranks[:-2])
        return self._taken([f"{rank + step}{suit}" for step in range(3)])

    def _alike(self, count: int) -> list[str] | None:
        honor = self.rng.random() < HONOR_PUNG and len(self.ranks) == 9
        kind = (
            f"{self.rng.choice(HONORS)}z"
            if honor
            else f"{self.rng.choice(self.ranks)}{self.rng.choice(SUITS)}"
        )
        return self._taken([kind] * count)

    def _pairs(self) -> list[str]:
        kinds = self.rng.sample(list(self.left), 7)
        return [tile for kind in kinds for tile in self._taken([kind] * 2) or ()]

    def _orphans(self) -> list[str]:
        kinds = [kind for kind in self.left if kind[1] == "z" or kind[0] in "19"]
        return self._taken([*kinds, self.rng.choice(kinds)]) or []

    def _taken(self, kinds: list[str]) -> list[str] | None:
        for kind in kinds:
            self.left[kind] -= 1
        return None if any(self.left[kind] < 0 for kind in kinds) else [self._face(kind) for kind in kinds]

    def _face(self, kind: str) -> str:
        if kind[0] == "5" and kind[1] in self.reds and self.rng.random() < RED:
            self.reds.discard(kind[1])
            return f"0{kind[1]}"
        return kind

    def _won(self, tiles: list[str], melds: list[str]) -> str:
        winning = tiles.pop(self.rng.randrange(len(tiles)))
        return f"{_text(sorted(tiles, key=_place))}{''.join(melds)}+{winning}"

    def _indicator(self) -> str:
        kind = self.rng.choice([kind for kind, left in self.left.items() if left > 0])
        self.left[kind] -= 1
        return kind


def _place(tile: str) -> tuple[str, str]:
    return tile[1], "5" if tile[0] == "0" else tile[0]


def _text(tiles: Sequence[str]) -> str:
    """Tiles as people write them: digits before the letter that they share."""
    suits = groupby(tiles, key=lambda tile: tile[1])
    return "".join("".join(tile[0] for tile in among) + suit for suit, among in suits)


def played_requests(count: int, seed: int = 2026) -> list[Request]:
    """So many different hands as users write them. All win under the common rules, as they are made; none
    is scored here, so that whoever scores it first meets something new.
    """
    table, found = Table(seed), dict[str, Request]()
    while len(found) < count:
        request = table.request()
        if request:
            found[request.hand] = request
    return list(found.values())


def columns(requests: list[Request]) -> dict[str, list[Any]]:
    """Requests as columns of a table, and so the keys of their JSON lines."""
    return {
        "hand": [request.hand for request in requests],
        "win": [request.win for request in requests],
        "round": [request.round for request in requests],
        "seat": [request.seat for request in requests],
        "from": [request.discarder for request in requests],
        "with": [list(request.circumstances) for request in requests],
        "dora": [request.indicators.get("dora", "") for request in requests],
        "ura": [request.indicators.get("ura", "") for request in requests],
        "honba": [request.honba for request in requests],
        "sticks": [request.sticks for request in requests],
    }


def understood(requests: list[Request]) -> Samples:
    """The same hands as objects, new ones each time."""
    ruleset = load_ruleset("riichi")
    return [parse_request(request, ruleset) for request in requests]
