"""Tiles that an indicator makes wild: in a hand they are jokers as well as themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorer.hand import Hand, WaitingHand
from scorer.readings import completing_kinds
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group, Kinds, Reading
from scorer.tiles import Tile
from scorer.values import replace

WildKinds = frozenset[int]
"""The kinds of tile that are wild in a deal."""


def waiting_hand_with_jokers(hand: WaitingHand, wild_kinds: WildKinds, ruleset: Ruleset) -> WaitingHand:
    """The hand with a joker in place of each wild tile outside of called sets."""
    joker = joker_for_any_tile(ruleset)
    held = (joker if tile.kind in wild_kinds else tile for tile in hand.concealed_tiles)
    return replace(hand, concealed_tiles=ruleset.tileset.sort_tiles(held))


def hand_with_jokers(hand: Hand, wild_kinds: WildKinds, ruleset: Ruleset) -> Hand:
    """The same for a hand that is won."""
    won = hand.winning_tile
    played = waiting_hand_with_jokers(hand.waiting_hand, wild_kinds, ruleset)
    return played.with_winning_tile(joker_for_any_tile(ruleset) if won.kind in wild_kinds else won)


def joker_for_any_tile(ruleset: Ruleset) -> Tile:
    """The joker that the tiles are which an indicator makes wild. A box with such an indicator has one."""
    jokers = (kind.index for kind in ruleset.tileset.kinds if kind.role == "joker")
    return Tile(next(kind for kind in jokers if kind not in dict(ruleset.joker_tiles)))


def readings_of_wild_hand(readings: Iterable[Reading], hand: Hand, wild_kinds: WildKinds) -> list[Reading]:
    """Readings of `hand_with_jokers` as those of the hand: a wild tile that represents its own kind is no
    joker. Those with the fewest jokers come first.
    """
    held = Counter(tile.kind for tile in (*hand.concealed_tiles, hand.winning_tile))
    found = [_reading_with_natural_tiles(reading, held, wild_kinds) for reading in readings]
    return sorted(found, key=lambda reading: len(reading.jokers))


def _reading_with_natural_tiles(reading: Reading, held: Counter[int], wild_kinds: WildKinds) -> Reading:
    jokers = Counter(reading.jokers)
    jokers.subtract({kind: min(jokers[kind], held[kind]) for kind in wild_kinds})
    left, groups = jokers.copy(), list[Group]()
    for group in reversed(reading.groups):  # jokers lie in the last groups that hold their tiles
        used = 0
        for kind in group.kinds if not group.is_melded else ():
            if left[kind] > 0:
                left[kind] -= 1
                used += 1
        groups.insert(0, group if group.is_melded else replace(group, jokers=used))
    return replace(reading, groups=tuple(groups), jokers=tuple(sorted(jokers.elements())))


def kinds_completing_wild_hand(hand: WaitingHand, wild_kinds: WildKinds, ruleset: Ruleset) -> Kinds:
    """The kinds that complete a hand in which some are wild; a wild tile completes whatever any tile does."""
    played = waiting_hand_with_jokers(hand, wild_kinds, ruleset)
    found = set(completing_kinds(played, ruleset.shapes, ruleset.set_tables, ruleset.formal_waits))
    own, kinds = Counter(tile.kind for tile in hand.pieces), ruleset.tileset.kinds
    drawable = {kind for kind in wild_kinds if own[kind] < kinds[kind].copies}
    return tuple(sorted((found | drawable) - (wild_kinds - drawable))) if found else ()
