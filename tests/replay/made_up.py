"""Deals that are made up: written as moves, and turned into logs of two formats.

A move is a player and what they do: `A+5m` draws, `A-1z` discards, `A!` declares a ready hand, `B<1z:1z1z` calls the
last discard with two tiles of their own, `A[1z1z1z1z]` declares four, `A^5m` adds a tile to a called set, `*3p` turns an
indicator over. The log is true or false as the caller says: `paid` is what it claims to have been paid.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

PLAYERS = "ABCD"
MOVE = re.compile(r"([A-D*])([-+!<^\[]?)([0-9mpsz:]*)\]?")
CODES = re.compile(r"([0-9])([mpsz])")
HONORS = dict(zip("1234567", "ESWNPFC", strict=True))


def tiles(text: str) -> list[str]:
    """The codes of tiles in notation: `12m3z` is 1m, 2m, 3z."""
    found: list[str] = []
    for digits, suit in re.findall(r"([0-9]+)([mpsz])", text):
        found += [digit + suit for digit in digits]
    return found


@dataclass
class MadeUpDeal:
    """One deal: the hands dealt, the first indicator, moves, and what was paid to the winner or at the draw."""

    hands: Sequence[str]
    moves: str
    paid: Sequence[int]
    winner: str = ""
    source: str = ""
    indicator: str = "1p"
    hidden: str = "9p"
    """the hidden indicator, shown if the winner has declared a ready hand"""
    round: str = "E"
    turn: int = 1
    honba: int = 0
    sticks: int = 0
    scores: Sequence[int] = (25000, 25000, 25000, 25000)
    word: str = ""
    sheet: int = 0
    points: int = 0
    yaku: str = ""
    """what the log of elements lists for the win"""

    def events(self) -> list[tuple[str, str, list[str], str]]:
        """The moves as (player, sign, tiles, called tile)."""
        found = []
        for text in self.moves.split():
            match = MOVE.fullmatch(text)
            assert match, text
            called, _, own = match[3].rpartition(":")
            found.append((match[1], match[2], tiles(own), called))
        return found

    def sticks_after(self) -> list[bool]:
        """For each move whether a stick follows: after the discard of a declaration that is not won on."""
        events = self.events()
        return [
            at + 1 < len(events) and at > 0 and sign == "-" and events[at - 1][:2] == (player, "!")
            for at, (player, sign, *_) in enumerate(events)
        ]

    @property
    def shown_hidden(self) -> str:
        """The hidden indicators that the result shows."""
        return self.hidden if any(move == f"{self.winner}!" for move in self.moves.split()) else ""


def as_mjai(deals: Sequence[MadeUpDeal]) -> bytes:
    """The deals as a log of mjai."""
    lines: list[dict[str, object]] = [{"type": "start_game", "names": ["w", "x", "y", "z"]}]
    for deal in deals:
        lines.append({
            "type": "start_kyoku", "bakaze": deal.round, "dora_marker": word(deal.indicator), "kyoku": deal.turn,
            "honba": deal.honba, "kyotaku": deal.sticks, "oya": deal.turn - 1, "scores": list(deal.scores),
            "tehais": [[word(code) for code in tiles(hand)] for hand in deal.hands],
        })  # fmt: skip
        last, drawn = ("", ""), ""
        for (player, sign, codes, called), is_paid in zip(deal.events(), deal.sticks_after(), strict=True):
            actor = {"actor": PLAYERS.find(player)}
            if player == "*":
                lines.append({"type": "dora", "dora_marker": word(codes[0])})
            elif sign == "+":
                lines.append({"type": "tsumo", **actor, "pai": word(codes[0])})
                drawn = codes[0]
            elif sign == "-":
                lines.append(
                    {"type": "dahai", **actor, "pai": word(codes[0]), "tsumogiri": codes[0] == drawn}
                )
                last = (player, codes[0])
                lines += [{"type": "reach_accepted", **actor}] * is_paid
            elif sign == "!":
                lines.append({"type": "reach", **actor})
            elif sign == "<":
                kind = "daiminkan" if len(codes) == 3 else "pon" if len({called, *codes}) == 1 else "chi"
                target = {"target": PLAYERS.find(last[0]), "pai": word(called)}
                lines.append({"type": kind, **actor, **target, "consumed": [word(code) for code in codes]})
            elif sign == "[":
                lines.append({"type": "ankan", **actor, "consumed": [word(code) for code in codes]})
            else:
                lines.append({"type": "kakan", **actor, "pai": word(codes[0])})
        result: dict[str, object] = {"deltas": list(deal.paid)}
        if deal.winner:
            seats = {"actor": PLAYERS.find(deal.winner), "target": PLAYERS.find(deal.source or deal.winner)}
            result |= {
                "type": "hora",
                **seats,
                "ura_markers": [word(code) for code in tiles(deal.shown_hidden)],
            }
        else:
            result |= {"type": "ryukyoku", "reason": deal.word}
        lines += [result, {"type": "end_kyoku"}]
    lines.append({"type": "end_game"})
    return "\n".join(json.dumps(line) for line in lines).encode()


def word(code: str) -> str:
    """A tile in the words of mjai."""
    digit, suit = code
    return HONORS[digit] if suit == "z" else f"5{suit}r" if digit == "0" else code


@dataclass
class Numbers:
    """The numbers of the tiles of mjlog: each copy of a tile has its own."""

    free: dict[str, list[int]] = field(default_factory=dict)

    def take(self, code: str) -> int:
        if code not in self.free:
            kind = "mpsz".index(code[1]) * 9 + (5 if code[0] == "0" else int(code[0])) - 1
            copies = [4 * kind + copy for copy in range(4)]
            reds = copies[:1] if code[0] in "05" and code[1] != "z" else []
            self.free[f"0{code[1]}"] = reds
            self.free[f"{kind % 9 + 1}{code[1]}"] = [one for one in copies if one not in reds]
        return self.free[code].pop(0)


def as_mjlog(deals: Sequence[MadeUpDeal], flags: int = 9, results: Sequence[str] = ()) -> bytes:
    """The deals as a log of mjlog, without calls; `results` replaces what is written of each result."""
    parts = [f'<mjloggm ver="2.3"><GO type="{flags}" lobby="0"/><UN n0="w" n1="x" n2="y" n3="z"/>']
    for number, deal in enumerate(deals):
        numbers = Numbers()
        hands = [[numbers.take(code) for code in tiles(hand)] for hand in deal.hands]
        held = {
            PLAYERS[at]: dict(zip(hand, tiles(deal.hands[at]), strict=True)) for at, hand in enumerate(hands)
        }
        shown = numbers.take(deal.indicator)
        kyoku = 4 * "ESWN".index(deal.round) + deal.turn - 1
        hai = " ".join(f'hai{at}="{",".join(map(str, hand))}"' for at, hand in enumerate(hands))
        ten = ",".join(str(score // 100) for score in deal.scores)
        parts.append(
            f'<INIT seed="{kyoku},{deal.honba},{deal.sticks},0,0,{shown}" ten="{ten}" oya="{deal.turn - 1}" {hai}/>'
        )
        declared = 0
        for (player, sign, codes, _), is_paid in zip(deal.events(), deal.sticks_after(), strict=True):
            at = PLAYERS.find(player)
            if sign == "+":
                tile = numbers.take(codes[0])
                held[player][tile] = codes[0]
                parts.append(f"<{'TUVW'[at]}{tile}/>")
            elif sign == "-":
                tile = next(one for one, code in reversed(held[player].items()) if code == codes[0])
                del held[player][tile]
                parts.append(f"<{'DEFG'[at]}{tile}/>")
                parts += [f'<REACH who="{at}" step="2"/>'] * is_paid
                last = tile
            elif sign == "!":
                declared += 1
                parts.append(f'<REACH who="{at}" step="1"/>')
        sticks = [
            player
            for (player, *_), is_paid in zip(deal.events(), deal.sticks_after(), strict=True)
            if is_paid
        ]
        left = [score - 1000 * sticks.count(PLAYERS[at]) for at, score in enumerate(deal.scores)]
        changes = ",".join(
            f"{score // 100},{paid // 100}" for score, paid in zip(left, deal.paid, strict=True)
        )
        if results and results[number]:
            parts.append(results[number])
        elif deal.winner:
            who, source = PLAYERS.find(deal.winner), PLAYERS.find(deal.source or deal.winner)
            won = last if who != source else list(held[deal.winner])[-1]
            under = numbers.take(deal.shown_hidden) if deal.shown_hidden else ""
            hand = sorted({*held[deal.winner], won})
            parts.append(
                f'<AGARI ba="{deal.honba},{deal.sticks + declared}" hai="{",".join(map(str, hand))}" machi="{won}" '
                f'ten="{deal.sheet},{deal.points},0" doraHai="{shown}" doraHaiUra="{under}" who="{who}" fromWho="{source}" yaku="{deal.yaku}" sc="{changes}"/>'
            )
        else:
            kind = f'type="{deal.word}" ' if deal.word else ""
            parts.append(f'<RYUUKYOKU {kind}ba="{deal.honba},{deal.sticks + declared}" sc="{changes}"/>')
    return "".join([*parts, "</mjloggm>"]).encode()
