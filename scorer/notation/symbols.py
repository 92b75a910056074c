"""Other ways to write a tile: capital letters for honors, mahjong tiles of Unicode, full-width keys.

They stand for codes of the usual tiles, so a tile set reads them only where it has suits of that size.
"""

from __future__ import annotations

from scorer.tiles import TileSet

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
