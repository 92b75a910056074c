"""Tiles to text, in the one canonical way."""

from __future__ import annotations

from scorer.hand import Hand, Meld, WaitingHand
from scorer.tiles import TileSet


def format_hand(hand: Hand, tileset: TileSet) -> str:
    """A hand on one line without spaces: concealed tiles in the order of the set, flowers, melds in the
    order of calls, the winning tile: `406p78s11z(777z)[2222s]+9s`.
    """
    waiting = WaitingHand(hand.concealed, hand.melds, hand.flowers)
    return f"{format_waiting(waiting, tileset)}+{tileset.code(hand.winning_tile)}"


def format_waiting(hand: WaitingHand, tileset: TileSet) -> str:
    """A hand that lacks its winning tile, in the order of `format_hand`."""
    concealed = tileset.text(tileset.sorted(hand.concealed))
    flowers = tileset.text(tileset.sorted(hand.flowers))
    return concealed + flowers + "".join(format_meld(meld, tileset) for meld in hand.melds)


def format_meld(meld: Meld, tileset: TileSet) -> str:
    """A called set in round brackets, a concealed kong in square ones."""
    text = tileset.text(tileset.sorted(meld.tiles))
    return f"[{text}]" if meld.concealed else f"({text})"
