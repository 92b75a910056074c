"""Other ways to write the tiles of most games: keys of full width, letters for honors, characters of Unicode.

They are read only where a tile set has the usual suits in their usual sizes.
"""

from __future__ import annotations

from collections.abc import Container

from scorer.tiles import TileSet

FULL_WIDTH = {0xFF01 + key: 0x21 + key for key in range(94)} | {0x3000: 0x20, 0x3001: 0x2C}
"""Full-width keys of Chinese and Japanese keyboards. Each maps to one character, so positions do not
shift.
"""
HONORS = {letter: f"{digit}z" for digit, letter in enumerate("ESWNPFC", 1)}
"""The code of each letter; all honors are of one suit."""
FIRST_GLYPH, FACE_DOWN = "\U0001f000", "\U0001f02b"
# The block has red, green, white where the notation has white, green, red, and bamboo before
# chrysanthemum, which are numbered 4 and 3 on the tiles (Unicode 5.1, block Mahjong Tiles).
_GLYPH_ROWS = ("1234765z", "123456789m", "123456789s", "123456789p", "12435678f", "0j")
_GLYPH_CODES = [digit + row[-1] for row in _GLYPH_ROWS for digit in row[:-1]]
GLYPHS = {chr(ord(FIRST_GLYPH) + place): code for place, code in enumerate(_GLYPH_CODES)}
_USUAL_SIZES = {"m": 9, "p": 9, "s": 9, "z": 7}
_USUAL_ROLES = {"f": "flower", "j": "joker"}


def notation_of_letters(text: str, suit_letters: Container[str]) -> str:
    """Letters for honors as digits and a suit; empty for any other text, or if the set
    has no such suit.

    >>> notation_of_letters("ESWN", "mpsz"), notation_of_letters("east", "mpsz")
    ('1234z', '')
    """
    codes = [HONORS.get(letter, "") for letter in text]
    is_read = codes and all(code and code[1] in suit_letters for code in codes)
    return "".join(code[0] for code in codes) + codes[0][1] if is_read else ""


def means_usual_tile(tileset: TileSet, code: str) -> bool:
    """Whether a code of the usual tiles means the same in this set: `z` of seven tiles are the honors."""
    suit = tileset.by_letter.get(code[-1])
    if suit is None:
        return False
    usual = (_USUAL_SIZES.get(suit.letter, suit.size), _USUAL_ROLES.get(suit.letter, "tile"))
    return usual == (suit.size, suit.role)
