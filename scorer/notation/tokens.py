"""Characters to tokens: groups of tiles (`406p`, `EEE`, three glyphs), brackets and `+`.

A token carries its own faults, so that reading goes on behind a fault and finds the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from scorer.errors import Fault
from scorer.notation.given import Input, Place, no_digits, no_glyph, no_letter, no_suit, no_tile, wrong_letter
from scorer.notation.symbols import GLYPHS, HONORS, stands_for
from scorer.tiles import Tile
from scorer.values import dataclass, replace

# A capital that stands for an honor never ends a group of digits, so 123mE and 123S are not alike.
_TOKEN = re.compile(
    r"""(?P<space> [\s,]+)
      | (?P<digits> [0-9]+) \s* (?P<letters> [^\W\d_ESWNPFC]*)
      | (?P<mark> [()\[\]+])
      | (?P<honors> [ESWNPFC]+)
      | (?P<word> [^\W\d_ESWNPFC]+)
      | (?P<glyphs> (?: [\U0001F000-\U0001F02B] [\uFE0E\uFE0F]? )+)
      | (?P<junk> [^\w\s,()\[\]+\U0001F000-\U0001F02B]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Written:
    """A tile and the place where it was written."""

    tile: Tile
    at: int


@dataclass(frozen=True)
class Token:
    """`mark` is a bracket or `+`, empty for a group of tiles. Tiles that have a fault are left out."""

    mark: str
    place: Place
    tiles: tuple[Written, ...] = ()
    faults: tuple[Fault, ...] = ()


def tokens(given: Input) -> Iterator[Token]:
    """The tokens of a text in order; together they cover all of it but spaces and commas."""
    for match in _TOKEN.finditer(given.plain):
        if match.lastgroup != "space":
            yield _READERS[str(match.lastgroup)](given, match)


def _mark(given: Input, match: re.Match[str]) -> Token:
    return Token(match.group(), match.span())


def _digits(given: Input, match: re.Match[str]) -> Token:
    """Digits and their suit letter, or several letters in a class of tiles."""
    fault = _letter_fault(given, match)
    if fault:
        return Token("", match.span(), faults=(fault,))
    spots = list(enumerate(match["digits"], match.start()))
    return _group(given, match, [(digit + letter, at) for letter in match["letters"] for at, digit in spots])


def _letter_fault(given: Input, match: re.Match[str]) -> Fault | None:
    """What is wrong with the letters behind digits."""
    digits, letters = match.group("digits", "letters")
    start, end = match.span("letters")
    if not letters:
        return no_letter(given, digits, match.span("digits"), end)
    for at, letter in enumerate(letters, start):
        if letter not in given.tileset.by_letter:
            return wrong_letter(given, digits, letter, at)
    if len(letters) == 1 or given.many_suits:
        return None
    each = "".join(digits + letter for letter in letters)
    return given.fault((start + 1, end), f"one suit letter after {digits!r}, not {letters!r}", [each])


def _honors(given: Input, match: re.Match[str]) -> Token:
    """Capital letters, where the set has the honors that they stand for."""
    if not stands_for(given.tileset, "1z"):
        return _faulty(given, match, no_suit(given, match.group()))
    return _group(given, match, [(HONORS[letter], at) for at, letter in _characters(match)])


def _glyphs(given: Input, match: re.Match[str]) -> Token:
    """Mahjong tiles of Unicode; the selector of a drawn or a coloured form says nothing."""
    spots = [(glyph, at) for at, glyph in _characters(match) if glyph not in "\ufe0e\ufe0f"]
    known = [(glyph, at) for glyph, at in spots if stands_for(given.tileset, GLYPHS.get(glyph, "?"))]
    group = _group(given, match, [(GLYPHS[glyph], at) for glyph, at in known])
    strange = {glyph: at for glyph, at in reversed(spots) if (glyph, at) not in known}
    faults = (no_glyph(given, glyph, at) for glyph, at in strange.items())
    return replace(group, faults=(*group.faults, *faults))


def _word(given: Input, match: re.Match[str]) -> Token:
    return Token("", match.span(), faults=(no_digits(given, match.group(), match.span()),))


def _junk(given: Input, match: re.Match[str]) -> Token:
    known = f"tiles such as {given.example}, ( ) [ ] and +"
    return _faulty(given, match, f"{match.group()!r} is not part of the notation: {known}")


_READERS: dict[str, Callable[[Input, re.Match[str]], Token]] = {
    "mark": _mark,
    "letters": _digits,
    "honors": _honors,
    "glyphs": _glyphs,
    "word": _word,
    "junk": _junk,
}


def _characters(match: re.Match[str]) -> list[tuple[int, str]]:
    return list(enumerate(match.group(), match.start()))


def _faulty(given: Input, match: re.Match[str], message: str) -> Token:
    """A token of which no tile could be read."""
    return Token("", match.span(), faults=(given.fault(match.span(), message),))


def _group(given: Input, match: re.Match[str], codes: Sequence[tuple[str, int]]) -> Token:
    """The tiles of these codes. A code that the set lacks is one fault, however often it is written."""
    tiles = tuple(Written(given.pieces[code], at) for code, at in codes if code in given.pieces)
    if len(tiles) == len(codes):
        return Token("", match.span(), tiles)
    missing = {code: at for code, at in reversed(codes) if code not in given.pieces}
    faults = tuple(no_tile(given, code, at) for code, at in missing.items())
    return Token("", match.span(), tiles, faults)
