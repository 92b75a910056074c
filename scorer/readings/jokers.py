"""A joker stands for any tile of the set: the hand is read with each of them in its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

from scorer.hand import Hand
from scorer.readings.shapes import Kinds, TooManyReadings
from scorer.tiles import Tile, TileSet
from scorer.values import replace

MOST_SUBSTITUTIONS = 5_000


def substitutions(hand: Hand, tileset: TileSet) -> Iterator[tuple[Hand, Kinds]]:
    """The hand with its jokers replaced by every tile that they may stand for."""
    places = [tile for tile in (*hand.concealed, hand.winning_tile) if tileset.role(tile) == "joker"]
    if not places:
        yield hand, ()
        return
    plain = tuple(tile for tile in hand.concealed if tileset.role(tile) != "joker")
    won_by_joker = tileset.role(hand.winning_tile) == "joker"
    for kinds in _choices(tileset.playing, len(places)):
        for winning in dict.fromkeys(kinds) if won_by_joker else (None,):
            yield _substituted(hand, plain, kinds, winning), kinds


def _substituted(hand: Hand, plain: tuple[Tile, ...], kinds: Kinds, winning: int | None) -> Hand:
    rest = list(kinds)
    if winning is None:
        return replace(hand, concealed=(*plain, *map(Tile, rest)))
    rest.remove(winning)
    return replace(hand, concealed=(*plain, *map(Tile, rest)), winning_tile=Tile(winning))


def _choices(playing: Kinds, count: int) -> Iterator[Kinds]:
    if comb(len(playing) + count - 1, count) > MOST_SUBSTITUTIONS:
        raise TooManyReadings(f"{count} jokers can stand for too many different tiles")
    yield from combinations_with_replacement(playing, count)
