"""How far the tiles of a hand that is not complete are from one that is."""

from __future__ import annotations

from scorer.hand import Hand, WaitingHand
from scorer.readings import TooManyReadings
from scorer.ruleset.model import Ruleset
from scorer.teach.words import counted
from scorer.tiles import Tile, name_in
from scorer.waits import distances


def why_incomplete(ruleset: Ruleset, hand: Hand) -> str:
    """What would complete the hand in place of its winning tile, or how much more it lacks.

    >>> from scorer import load_ruleset, parse_hand
    >>> rules = load_ruleset("riichi")
    >>> why_incomplete(rules, parse_hand("234m345p67p456s55s+9p", rules))
    'without 9p it waits for 2p 5p 8p'
    >>> why_incomplete(rules, parse_hand("234m345p67p456s5s1z+2z", rules))
    'without 2z it lacks two tiles of four sets and a pair'
    """
    waiting = WaitingHand(hand.concealed, hand.melds, hand.flowers)
    try:
        nearest = next(iter(distances(waiting, ruleset.shapes, ruleset.set_tables)), None)
    except TooManyReadings:
        return ""
    if nearest is None:
        return ""
    tileset = ruleset.tileset
    before = f"without {tileset.code(hand.winning_tile)} it"
    if nearest.short == 1:
        return f"{before} waits for {' '.join(tileset.code(Tile(kind)) for kind in nearest.helping)}"
    return f"{before} lacks {counted(nearest.short)} tiles of {name_in(nearest.shape.names)}"
