"""What can be wrong with a text: its faults with their places, and the sentences that tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from scorer.errors import Fault
from scorer.notation.writing import FACE_DOWN, FULL_WIDTH, HONORS, stands_for
from scorer.tiles import Suit, Tile, TileSet, name_in
from scorer.values import dataclass

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """A count as people write it.

    >>> number(5), number(17)
    ('five', '17')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def listed(items: Sequence[str], joint: str) -> str:
    """Items as a list of words.

    >>> listed(["chow", "pung", "kong"], "or")
    'chow, pung or kong'
    """
    return f" {joint} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def ranges(numbers: Iterable[int]) -> str:
    """Numbers with every run of three or more shortened.

    >>> ranges([1, 9]), ranges([1, 2, 3, 4, 7])
    ('1 and 9', '1 to 4 and 7')
    """
    places = enumerate(sorted(numbers))
    runs = [[n for _, n in run] for _, run in groupby(places, lambda place: place[1] - place[0])]
    short = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(n) for n in run] for run in runs]
    return listed([text for texts in short for text in texts], "and")


def holder(suit: Suit) -> str:
    """A suit as the subject of a sentence: `honors have`, `bamboo has`."""
    name = name_in(suit.names) or suit.letter
    return f"{name} {'have' if name.endswith('s') and len(name) > 1 else 'has'}"


def suit_list(known: Iterable[Suit]) -> str:
    """Suit letters with their names: `m characters, p circles`."""
    return ", ".join(f"{suit.letter} {name_in(suit.names)}".rstrip() for suit in known)


# ---- the text that is read, and why it names no tile of the set

Place = tuple[int, int]
"""First character and end."""


@dataclass(frozen=True)
class Input:
    """A text to be read. `pieces` are the tiles that it may name; `many_suits` allows `19mps`."""

    source: str
    text: str
    tileset: TileSet
    pieces: Mapping[str, Tile]
    many_suits: bool = False

    @property
    def plain(self) -> str:
        """The text with full-width characters replaced; places are the same."""
        return self.text.translate(FULL_WIDTH)

    @property
    def suits(self) -> list[Suit]:
        """The suits that have at least one tile."""
        letters = {code[-1] for code in self.pieces}
        return [suit for suit in self.tileset.suits if suit.letter in letters]

    @property
    def example(self) -> str:
        """A tile of this set, to show how one is written."""
        return next((code for code, tile in self.pieces.items() if not tile.red), "")

    def fault(
        self,
        place: Place | None,
        message: str,
        suggestions: Sequence[str] = (),
        kind: str = "notation",
    ) -> Fault:
        """A fault at a place, or of the whole text."""
        at, length = (place[0], place[1] - place[0]) if place else (None, 1)
        return Fault(self.source, at, message, kind, length, self.text, tuple(suggestions))


def no_suit(given: Input, shown: str) -> str:
    """The suits there are, where something names none of them."""
    return f"no suit {shown!r} in this ruleset: {suit_list(given.suits)}"


def no_letter(given: Input, digits: str, place: Place, end: int) -> Fault:
    """Digits without a suit; the letter that follows next was meant: `12 345m`, `123S`."""
    letter = given.plain[end:].lstrip("0123456789 ,")[:1].lower()
    meant = [digits + letter] if letter in given.tileset.by_letter else []
    return given.fault(place, f"no suit letter after {digits!r}: {suit_list(given.suits)}", meant)


def wrong_letter(given: Input, digits: str, letter: str, at: int) -> Fault:
    """A letter that is no suit: it may be a capital, or begin the name of a suit (`c` characters)."""
    small = [suit for suit in given.suits if suit.letter == letter.lower()]
    named = [s for s in given.suits if any(n.casefold().startswith(letter.casefold()) for _, n in s.names)]
    meant = [digits + suit.letter for suit in small or named]
    return given.fault((at, at + 1), no_suit(given, letter), meant or named_tiles(given, letter))


def no_digits(given: Input, word: str, place: Place) -> Fault:
    """Letters that no digit stands before."""
    suit = given.tileset.by_letter.get(word[0])
    if suit is not None:
        joker = [f"0{suit.letter}"] if suit.role == "joker" else []
        return given.fault(place, f"no digits before {word!r}; a tile is written {given.example}", joker)
    honors = set(word.upper()) <= set(HONORS) and stands_for(given.tileset, "1z")
    meant = [word.upper()] if honors else named_tiles(given, word)
    return given.fault(place, no_suit(given, word), meant)


def named_tiles(given: Input, word: str) -> list[str]:
    """The notation of tiles whose names are one character each: `東東東` is 111z; none for other words."""
    codes = {name: kind.code for kind in given.tileset.kinds for _, name in kind.names if len(name) == 1}
    found = [codes.get(sign, "") for sign in word]
    runs = groupby(found, lambda code: code[-1:])
    return (
        ["".join("".join(code[:-1] for code in run) + letter for letter, run in runs)] if all(found) else []
    )


def no_glyph(given: Input, glyph: str, at: int) -> Fault:
    """A tile of Unicode that means nothing in this set."""
    face_down = "a tile lying face down; all four tiles of a concealed kong are written"
    unknown = f"no tile {glyph!r} in this ruleset: {suit_list(given.suits)}"
    return given.fault((at, at + 1), face_down if glyph == FACE_DOWN else unknown)


def no_tile(given: Input, code: str, at: int) -> Fault:
    """A digit that its suit does not have, or not in this ruleset."""
    digit, letter = code[0], code[1]
    suit, place = given.tileset.by_letter.get(letter), (at, at + 1)
    if suit is None or suit not in given.suits:
        return given.fault(place, no_suit(given, letter))
    if suit.role == "joker":
        return given.fault(place, f"{code}: a joker is written 0{letter}", [f"0{letter}"])
    if digit == "0":
        return given.fault(place, f"{code}: {holder(suit)} no red tile in this ruleset")
    there = [int(c[0]) for c, tile in given.pieces.items() if c[1] == letter and not tile.red]
    return given.fault(place, f"{code}: {holder(suit)} {ranges(there)}")


# ---- more tiles than a set has


def surplus(tiles: Sequence[Tile], tileset: TileSet) -> Iterator[tuple[int, str]]:
    """The place in `tiles` of the first tile too many of each face, with a sentence for it.

    Tiles of several inputs (hand and indicators) can be counted together: the place tells which one is
    at fault. Four plain copies are let pass where one of the four is red: most people write 5 for both.
    """
    held = Counter(tile.kind for tile in tiles)
    red = Counter(tile.kind for tile in tiles if tile.red)
    for kind, count in held.items():
        copies = tileset.kinds[kind].copies
        if count > copies:
            aside = ", red ones included" if red[kind] else ""
            places = [place for place, tile in enumerate(tiles) if tile.kind == kind]
            yield places[copies], f"{number(count)} {tileset.kinds[kind].code}{aside}; {_there_are(copies)}"
    for kind, count in red.items():
        copies = tileset.red_copies(kind)
        if count > copies:
            places = [place for place, tile in enumerate(tiles) if tile == (kind, True)]
            code = f"{tileset.kinds[kind].code} ({tileset.code(tiles[places[0]])})"
            yield places[copies], f"{number(count)} red {code}; {_there_are(copies)}"


def _there_are(copies: int) -> str:
    return f"there {'is' if copies == 1 else 'are'} {number(copies)}"
