"""Tiles to text in the one canonical way, and the other ways to write a tile.

Capital letters for honors, mahjong tiles of Unicode and full-width keys stand for codes of the usual
tiles, so a tile set reads them only where it has suits of that size.
"""

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


# ---- other ways to write a tile

FULL_WIDTH = {0xFF01 + key: 0x21 + key for key in range(94)} | {0x3000: 0x20, 0x3001: 0x2C}
"""Keys of Chinese and Japanese keyboards; one character each, so that places stay true."""

HONORS = {letter: f"{digit}z" for digit, letter in enumerate("ESWNPFC", 1)}

FIRST_GLYPH, FACE_DOWN = "\U0001f000", "\U0001f02b"

# The block has red, green, white where the notation has white, green, red, and bamboo before
# chrysanthemum, which are numbered 4 and 3 on the tiles (Unicode 5.1, block Mahjong Tiles).
_HONOR_GLYPHS, _FLOWER_GLYPHS = "1234765", "12435678"

_SIZES = {"m": 9, "p": 9, "s": 9, "z": 7}
_ROLES = {"f": "flower", "j": "joker"}


def _glyph_codes() -> list[str]:
    suits = [digit + suit for suit in "msp" for digit in "123456789"]
    return (
        [digit + "z" for digit in _HONOR_GLYPHS] + suits + [digit + "f" for digit in _FLOWER_GLYPHS] + ["0j"]
    )


GLYPHS = {chr(ord(FIRST_GLYPH) + place): code for place, code in enumerate(_glyph_codes())}


def stands_for(tileset: TileSet, code: str) -> bool:
    """Whether a code of the usual tiles means the same in this set: `z` of seven tiles are the honors."""
    suit = tileset.by_letter.get(code[-1])
    if suit is None:
        return False
    usual = (_SIZES.get(suit.letter, suit.size), _ROLES.get(suit.letter, "tile"))
    return usual == (suit.size, suit.role)
