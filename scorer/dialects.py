"""Hands as people write them elsewhere: `123M`, `m123`, `5mr`, `W1W2W3`, `一二三萬 東東`, `east`, `-777z`.

A text is read here only if it is not plain notation. Each reading takes the whole text: the word for a suit
stands behind its digits, or before them as well, and the words for suits come from one alphabet, which is a
row of the words that a ruleset declares (`also` of its suits). Where two readings differ, the text is
refused.

>>> from scorer.tiles import Suit, TileKind, TileSet
>>> kinds = [TileKind(n, f"{n + 1}{letter}", "", (), (), 4) for letter in "ps" for n in range(9)]
>>> suits = Suit("p", (), 9, also=("d", "B")), Suit("s", (), 9, also=("b", "T"))
>>> tiles = TileSet(tuple(kinds), suits)
>>> [[[code for code, _ in codes] for _, _, codes in one] for one in other_readings("12b s3", tiles)]
[[['1s', '2s'], ['3s']]]
>>> [[[code for code, _ in codes] for _, _, codes in one] for one in other_readings("12b", tiles)]
[[['1s', '2s']]]
>>> [[[code for code, _ in codes] for _, _, codes in one] for one in other_readings("B1", tiles)]
[[['1s']], [['1p']]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product, takewhile

from scorer.tiles import LOWER, ONE_SCRIPT, TILE_COUNT, Suit, TileSet
from scorer.usual import GLYPHS, HONORS, means_usual_tile

Place = tuple[int, int]
Piece = tuple[str, Place, tuple[tuple[str, int], ...]]
"""A mark of the notation, or the codes of tiles with their positions; and the place of the whole."""

MARKS = {"{": "(", "}": ")"} | {mark: mark for mark in "()[]+"}
SKIPPED, VARIATIONS = " \t,;:・", "\ufe0e\ufe0f"
HAN_DIGITS = "一二三四五六七八九"
NUMERALS = dict(zip("0123456789" + HAN_DIGITS, "0123456789123456789", strict=True))
RUN = re.compile(f"[0-9{HAN_DIGITS}-]+")
DASH_BETWEEN = re.compile(f"(?<=[^ \t,;0-9{HAN_DIGITS}-])-(?=[0-9{HAN_DIGITS}])|(?<= )-(?= )")
"""Behind a suit and before digits: the next group is a called set, or the dash only parts two groups."""
DASH_BEFORE_SUIT = re.compile(f"(?<=[0-9{HAN_DIGITS}])-(?=[a-zA-Z][0-9{HAN_DIGITS}])")
"""In a text that begins with a suit: the dash parts two groups, or the group before it is a called set."""
COUNT = re.compile(TILE_COUNT.replace("[1-9]", "(?P<count>[1-9])"))
NUMBERED_NAME = re.compile("[a-z][0-9]{2,}")
"""A name such as k12. In a box with such names, k12 is never taken for the tiles 1 and 2 of a suit k."""
RED_WORDS = ("red", "r", "赤", "红")
"""Before a single tile: it is a red one."""
RED_SUFFIX = "r"
SIDEWAYS = "-"
"""In a group of tiles: one of them lies sideways, so the group is a called set."""
SET_SIZES = (3, 4)


def other_readings(text: str, tileset: TileSet) -> list[tuple[Piece, ...]]:
    """The different readings of a text, each as marks and tiles; none if some of the text has no meaning."""
    found: dict[tuple[object, ...], tuple[Piece, ...]] = {}
    written = text.translate(ONE_SCRIPT)
    either = written + written.translate(LOWER)
    alphabets = (
        tuple([pair for pair in pairs if pair[0] in either])
        for pairs in _alphabets(tuple([suit for suit, _ in tileset.faces_by_suit]))
    )
    capitals = "|".join(re.escape(word) for suit in tileset.suits for word in suit.also if word.isupper())
    ways = [(False, False), (True, False)]
    has_capitals = capitals and re.search(f"[0-9](?:{capitals})|(?:{capitals})[0-9]", written)
    if not has_capitals and not any(NUMBERED_NAME.fullmatch(name) for name, _ in tileset.codes_by_name):
        ways.append((True, True))  # beside W1 for 1m, F1 is the name of a wind; beside m1, f1 may be a flower
    parted = DASH_BEFORE_SUIT.sub(" ", text) if text.lstrip()[:1].isalpha() else text
    spellings = dict.fromkeys((DASH_BETWEEN.sub(" ", text), text, parted))
    # most alphabets differ only in words that the text does not have
    for spelling, words, (can_begin_with_suit, prefers_suits) in product(
        spellings, dict.fromkeys(alphabets), ways
    ):
        pieces = _Scanner(spelling, tileset, words, can_begin_with_suit, prefers_suits).read()
        if pieces:
            flat = [mark or tuple(code for code, _ in codes) for mark, _, codes in pieces]
            found.setdefault(tuple(_single_parts(flat)), pieces)
    return list(found.values())


def _single_parts(parts: list[str | tuple[str, ...]]) -> Iterator[object]:
    """The parts with tiles one by one, so that it does not matter how they were grouped."""
    for part in parts:
        yield from (part,) if isinstance(part, str) else part


@lru_cache(maxsize=64)
def _alphabets(suits: tuple[Suit, ...]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The words for suits that can stand in one text, the longest first, with the letters that they mean.
    Chinese words can stand together in any text.

    Words in small letters are read in capitals too; words in capitals are read as they are.
    """
    found = []
    own = {letter: suit.letter for suit in suits for letter in (suit.letter, suit.letter.upper())}
    own |= {
        word.translate(ONE_SCRIPT): suit.letter for suit in suits for word in suit.also if not word.isascii()
    }
    own |= {word: suit.letter for suit in suits for name in suit.names for word in _spellings(name[1])}
    rows = max((len(suit.also) for suit in suits), default=0)
    for row in range(max(1, rows)):
        words = {suit.also[row].translate(ONE_SCRIPT): suit.letter for suit in suits if row < len(suit.also)}
        large = {word.upper(): letter for word, letter in words.items() if word.isascii()}
        found.append(tuple(sorted((large | words | own).items(), key=lambda pair: -len(pair[0]))))
    return tuple(found)


def _spellings(name: str) -> set[str]:
    """A name of a suit as it may be written."""
    return {word.translate(ONE_SCRIPT) for word in (name.lower(), name.capitalize(), name.upper())}


class _Scanner:
    """Reads a text from left to right in one way."""

    def __init__(
        self,
        text: str,
        tileset: TileSet,
        words: tuple[tuple[str, str], ...],
        can_begin_with_suit: bool,
        prefers_suits: bool,
    ) -> None:
        """`prefers_suits` takes `f1` as a digit with its suit where it is the name of a tile as well."""
        self.text, self.tileset = text.translate(ONE_SCRIPT), tileset
        self.can_begin_with_suit = can_begin_with_suit
        groups_and_names = (self._read_group, self._read_name)
        self.readers = (*(groups_and_names if prefers_suits else groups_and_names[::-1]), self._read_sign)
        suits = {suit.letter for suit, _ in tileset.faces_by_suit}
        self.small_honors = {letter.lower() for letter in HONORS} - suits
        """honors in small letters, except those that are suits"""
        self.words, self.letters = words, {word for word, _ in words}
        self.plain_text = self.text.translate(LOWER)
        self.pieces: list[Piece] = []

    def read(self) -> tuple[Piece, ...]:
        """The pieces of the text; none if a part of it cannot be read."""
        place = 0
        while place < len(self.text):
            sign = self.text[place]
            if sign in SKIPPED:
                place += 1
                continue
            if sign in MARKS:
                self.pieces.append((MARKS[sign], (place, place + 1), ()))
                place += 1
                continue
            after = next((end for read in self.readers if (end := read(place))), 0)
            if not after:
                return ()
            place = after
        return tuple(self.pieces)

    def _add(self, codes: list[tuple[str, int]], end: int, is_called: bool = False) -> int:
        """Adds tiles and returns where they end; 0 if the game does not have them all."""
        if not codes or any(code not in self.tileset.tile_by_code for code, _ in codes):
            return 0
        place = (codes[0][1], end)
        group: Piece = ("", place, tuple(codes))
        self.pieces += [("(", place, ()), group, (")", place, ())] if is_called else [group]
        return end

    def _read_name(self, place: int) -> int:
        """A tile by one of its names, `east`, `東`, or several of one tile: `red ship3`, `red ship x3`."""
        for name, code in self.tileset.codes_by_first_sign.get(self.plain_text[place], ()):
            end = place + len(name)
            if name in RED_WORDS and RUN.match(self.text, self._skip_spaces(end)):
                continue  # a red five
            if self.plain_text.startswith(name, place):
                is_counted = len(name) > 1 and not (name[-1].isdigit() and self.text[end : end + 1].isdigit())
                number = COUNT.match(self.text, end) if is_counted else None
                if number and not self._suit_at(number.end())[0]:
                    return self._add([(code, place)] * int(number["count"]), number.end())
                if not self._splits_word(end):
                    return self._add([(code, place)], end)
        return 0

    def _splits_word(self, place: int) -> bool:
        """Whether a place is inside a word of Latin letters or a number."""
        before, after = self.text[place - 1 : place], self.text[place : place + 1]
        if not (before + after).isascii():
            return False
        is_new_word = before.islower() and after.isupper()
        return (before.isalpha() and after.isalpha() and not is_new_word) or (
            before.isdigit() and after.isdigit()
        )

    def _read_group(self, place: int) -> int:
        """Digits with the word for their suit, before or behind them: `123m`, `m123`, `一二三萬`, `7-77z`."""
        for red in RED_WORDS:
            if self.plain_text.startswith(red, place) and red not in self.letters:
                after = self._read_digits(self._skip_spaces(place + len(red)), is_red=True)
                if after:
                    return after
        return self._read_digits(place)

    def _read_digits(self, place: int, is_red: bool = False) -> int:
        letter, after = self._suit_at(place) if self.can_begin_with_suit else ("", place)
        match = RUN.match(self.text, self._skip_spaces(after))
        if match is None:
            return 0
        place = match.end()
        if not letter:
            letter, place = self._suit_at(self._skip_spaces(place))
        if letter and self._has_red_suffix(place):
            place, is_red = place + len(RED_SUFFIX), True
        if not letter or self._splits_word(place):
            return 0
        return self._add_digits(match, letter, place, is_red)

    def _add_digits(self, match: re.Match[str], letter: str, end: int, is_red: bool) -> int:
        digits = [(NUMERALS[sign], at) for at, sign in enumerate(match[0], match.start()) if sign != SIDEWAYS]
        dashes = match[0].count(SIDEWAYS)
        if dashes > 1 or (dashes and len(digits) not in SET_SIZES):
            return 0
        if is_red:
            red = self.tileset.tile_by_code.get(f"0{letter}")
            if len(digits) > 1 or red is None or str(self.tileset.kinds[red.kind].digit) != digits[0][0]:
                return 0
            digits = [("0", digits[0][1])]
        return self._add([(digit + letter, at) for digit, at in digits], end, is_called=bool(dashes))

    def _has_red_suffix(self, place: int) -> bool:
        """Whether the word for red stands behind a tile: `5mr`."""
        end = place + len(RED_SUFFIX)
        is_suit = RED_SUFFIX in self.letters
        return not is_suit and self.plain_text.startswith(RED_SUFFIX, place) and not self._splits_word(end)

    def _suit_at(self, place: int) -> tuple[str, int]:
        """The letter of the suit that a word names, and where the word ends; no letter if there is none."""
        for word, letter in self.words:
            if self.text.startswith(word, place):
                return letter, place + len(word)
        return "", place

    def _skip_spaces(self, place: int) -> int:
        while place < len(self.text) and self.text[place] in " \t":
            place += 1
        return place

    def _read_sign(self, place: int) -> int:
        """Tiles that are one sign each: letters for honors, a character of Unicode."""
        if small := list(takewhile(self.small_honors.__contains__, self.text[place:])):
            end = place + len(small)
            is_word = not self._splits_word(place) and not self._splits_word(end)
            codes = [(HONORS[sign.upper()], at) for at, sign in enumerate(small, place)]
            usual = means_usual_tile(self.tileset, codes[0][0])
            return self._add(codes, end) if is_word and usual else 0
        sign, end = self.text[place], place + 1
        code = HONORS.get(sign, "") or GLYPHS.get(sign, "")
        if not code or not means_usual_tile(self.tileset, code):
            return 0
        if sign in HONORS and self.text[end : end + 1].islower():
            return 0
        while end < len(self.text) and self.text[end] in VARIATIONS:
            end += 1
        return self._add([(code, place)], end)
