"""Hands as text and back: `406p78s11z(777z)[2222s]+9s`.

Characters become tokens, tokens parts, and parts what is concealed, called and won. Reading never raises:
tokens carry their own faults, so that it goes on behind one and finds the next. The text of any hand reads as
that hand.

>>> from scorer.shapes import SetKind
>>> from scorer.tiles import Suit, TileKind, TileSet
>>> animals = [TileKind(n, f"{n + 1}k", name, (), (), 9) for n, name in enumerate(("lion", "bear"))]
>>> tileset = TileSet(tuple(animals), (Suit("k", (("en", "animals"),), 2),))
>>> sets = SetTables((SetKind("pung", 3, same=("tile",)),), tileset)
>>> hand, faults = read_hand("21k (222k) 2k", tileset, sets)
>>> format_hand(hand, tileset)
'12k(222k)+2k'
>>> hand, faults = read_hand("12k+3q", tileset, sets)
>>> [(fault.at, fault.message) for fault in faults]
[(5, "no suit 'q' in this ruleset: k animals")]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from scorer.errors import Fault
from scorer.hand import LONGEST, Hand, Meld, WaitingHand
from scorer.phrases import joined, numeral
from scorer.shapes import SetTables
from scorer.tiles import Suit, Tile, TileSet, name_in
from scorer.values import cached_property, dataclass, replace

# ---- tiles to text, in the one canonical way


def format_hand(hand: Hand, tileset: TileSet) -> str:
    """A hand on one line without spaces: concealed tiles in the order of the set, flowers, melds in the
    order of calls, the winning tile: `406p78s11z(777z)[2222s]+9s`.
    """
    return f"{format_waiting(hand.waiting, tileset)}+{tileset.code(hand.winning_tile)}"


def format_waiting(hand: WaitingHand, tileset: TileSet) -> str:
    """A hand that lacks its winning tile, in the order of `format_hand`."""
    concealed = tileset.text(tileset.sorted(hand.concealed))
    flowers = tileset.text(tileset.sorted(hand.flowers))
    return concealed + flowers + "".join(format_meld(meld, tileset) for meld in hand.melds)


def format_meld(meld: Meld, tileset: TileSet) -> str:
    """A called set in round brackets, a concealed kong in square ones."""
    text = tileset.text(tileset.sorted(meld.tiles))
    return f"[{text}]" if meld.concealed else f"({text})"


# ---- other ways to write a tile, which a tile set reads only where it has the usual suits of that size

FULL_WIDTH = {0xFF01 + key: 0x21 + key for key in range(94)} | {0x3000: 0x20, 0x3001: 0x2C}
"""Keys of Chinese and Japanese keyboards; one character each, so that places stay true."""
HONORS = {letter: f"{digit}z" for digit, letter in enumerate("ESWNPFC", 1)}
FIRST_GLYPH, FACE_DOWN = "\U0001f000", "\U0001f02b"
# The block has red, green, white where the notation has white, green, red, and bamboo before
# chrysanthemum, which are numbered 4 and 3 on the tiles (Unicode 5.1, block Mahjong Tiles).
_GLYPH_ROWS = ("1234765z", "123456789m", "123456789s", "123456789p", "12435678f", "0j")
_GLYPH_CODES = [digit + row[-1] for row in _GLYPH_ROWS for digit in row[:-1]]
GLYPHS = {chr(ord(FIRST_GLYPH) + place): code for place, code in enumerate(_GLYPH_CODES)}
_SIZES = {"m": 9, "p": 9, "s": 9, "z": 7}
_ROLES = {"f": "flower", "j": "joker"}


def stands_for(tileset: TileSet, code: str) -> bool:
    """Whether a code of the usual tiles means the same in this set: `z` of seven tiles are the honors."""
    suit = tileset.by_letter.get(code[-1])
    if suit is None:
        return False
    usual = (_SIZES.get(suit.letter, suit.size), _ROLES.get(suit.letter, "tile"))
    return usual == (suit.size, suit.role)


# ---- a text that is read

Place = tuple[int, int]
"""First character and end."""


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


@dataclass(frozen=True)
class Part:
    """Tokens that belong together, one at least; the first one tells what the part is."""

    tokens: tuple[Token, ...]

    @property
    def mark(self) -> str:
        """`(` or `[` of a set, `+` of the winning tile, a bracket left over, or empty: loose tiles."""
        return self.tokens[0].mark

    @property
    def place(self) -> Place:
        return self.tokens[0].place[0], self.tokens[-1].place[1]

    @cached_property
    def tiles(self) -> tuple[Written, ...]:
        return tuple(tile for token in self.tokens for tile in token.tiles)

    @property
    def is_sound(self) -> bool:
        """Every tile in it could be read."""
        return not any(token.faults for token in self.tokens)


@dataclass(frozen=True)
class Input:
    """A text to be read. `pieces` are the tiles that it may name; `many_suits` allows `19mps`."""

    source: str
    text: str
    tileset: TileSet
    pieces: Mapping[str, Tile]
    many_suits: bool = False

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

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens in order; together they cover all of the text but spaces and commas."""
        matches = _TOKEN.finditer(self.plain) if len(self.text) <= LONGEST else ()
        return tuple(
            [
                _TOKEN_READERS[str(match.lastgroup)](self, match)
                for match in matches
                if match.lastgroup != "space"
            ]
        )

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All tokens, each in one part, in order."""
        found, start = [], 0
        while start < len(self.tokens):
            end = _end_of_part(self.tokens, start)
            found.append(Part(self.tokens[start:end]))
            start = end
        return tuple(found)

    def is_flower(self, written: Written) -> bool:
        return self.tileset.role(written.tile) == "flower"

    @cached_property
    def loose(self) -> list[Written]:
        """Tiles outside brackets and without `+`."""
        return [written for part in self.parts if not part.mark for written in part.tiles]

    @cached_property
    def of_flowers(self) -> bool:
        """Whether a hand has flowers and nothing else, so that one of them may have won."""
        return all(self.is_flower(written) for part in self.parts for written in part.tiles)

    @property
    def last_ones(self) -> list[Written]:
        """The tiles of which the last one has won where no `+` says so."""
        return [written for written in self.loose if self.of_flowers or not self.is_flower(written)]

    def sorted(self, but: Written | None = None) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """The concealed tiles and the flowers, but one of them, in the order of the set."""
        loose = [written for written in self.loose if written is not but]
        concealed = [written.tile for written in loose if not self.is_flower(written)]
        flowers = [written.tile for written in loose if self.is_flower(written)]
        return self.tileset.sorted(concealed), self.tileset.sorted(flowers)


def read_hand(
    text: str, tileset: TileSet, sets: SetTables, kinds: Sequence[str] = ()
) -> tuple[Hand | None, list[Fault]]:
    """The hand that a text describes, and every fault in the order of the text; never raises.

    The hand is None where some of the text could not be read. A hand together with faults can be read
    but has more copies of a tile than there are. `kinds` names the sets that may be called, for
    messages. Tiles come sorted, melds in the order written; without `+` the last concealed tile has won.
    """
    given = Input("hand", text, tileset, tileset.pieces)
    melds, faults = _read_parts(given, sets, kinds)
    won = [written for part in given.parts if part.mark == "+" for written in part.tiles[:1]]
    if not faults and not given.parts:
        faults = [given.fault(None, "no tiles")]
    elif not faults and not (won := won or given.last_ones[-1:]):
        message = "no winning tile: nothing is concealed, and nothing follows a '+'"
        faults = [given.fault(None, message, kind="hand")]
    hand = None
    if not faults:
        concealed, flowers = given.sorted(but=won[0])
        hand = Hand(concealed, melds, won[0].tile, flowers)
    return hand, _in_order([*faults, *_surplus_faults(given)])


def read_waiting(
    text: str, tileset: TileSet, sets: SetTables, kinds: Sequence[str] = ()
) -> tuple[WaitingHand | None, list[Fault]]:
    """A hand that lacks its winning tile, and every fault in the order of the text; never raises.

    As `read_hand`, but no tile is taken for the winning one, and a `+` is a fault.
    """
    given = Input("hand", text, tileset, tileset.pieces)
    melds, faults = _read_parts(given, sets, kinds)
    if not given.parts and not faults:
        faults = [given.fault(None, "no tiles")]
    early = "a hand that waits has no winning tile yet; leave it out"
    faults += [given.fault(part.place, early) for part in given.parts if part.mark == "+"]
    concealed, flowers = given.sorted()
    hand = None if faults else WaitingHand(concealed, melds, flowers)
    return hand, _in_order([*faults, *_surplus_faults(given)])


def read_tiles(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """Tiles alone, in the order written (indicators, say), and every fault; `source` names the input.

    An empty text is no fault. Copies are not counted: see `surplus`.
    """
    return _read_tiles(Input(source, text, tileset, tileset.pieces))


def read_class(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """Tiles of a class: several letters share their digits (`19mps`), and a face that was taken out of
    the set may be named; red tiles may not.
    """
    every_face = {kind.code: Tile(kind.index) for kind in tileset.kinds}
    return _read_tiles(Input(source, text, tileset, every_face, many_suits=True))


def _read_tiles(given: Input) -> tuple[tuple[Tile, ...], list[Fault]]:
    faults = [*_length_faults(given), *chain.from_iterable(token.faults for token in given.tokens)]
    marks = [token for token in given.tokens if token.mark]
    faults += [given.fault(mark.place, f"{mark.mark!r} has no place here: tiles only") for mark in marks]
    return tuple(written.tile for token in given.tokens for written in token.tiles), _in_order(faults)


def _read_parts(given: Input, sets: SetTables, kinds: Sequence[str]) -> tuple[tuple[Meld, ...], list[Fault]]:
    """The sets in brackets of a hand, and what is wrong with any of its parts."""
    faults = [*_length_faults(given), *_part_faults(given)]
    melds: list[Meld] = []
    for part in given.parts:
        if part.mark in CLOSED_BY:
            wrong = list(_bracket_faults(given, part))
            if not wrong and part.is_sound:
                tiles = given.tileset.sorted(written.tile for written in part.tiles)
                meld = Meld(sets.kind_of(tiles) or "", tiles, concealed=part.mark == "[")
                wrong = list(_set_faults(given, part, meld, sets.declared, kinds))
                melds += [meld] if not wrong else []
            faults += wrong
    return tuple(melds), faults


def _length_faults(given: Input) -> Iterator[Fault]:
    if len(given.text) > LONGEST:
        message = f"too long: {len(given.text)} characters, at most {LONGEST} are read"
        yield Fault(given.source, None, message, text=given.text[:LONGEST])


def _in_order(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.at is None, fault.at or 0))


# ---- characters to tokens

# A capital that stands for an honor never ends a group of digits, so 123mE and 123S are not alike.
_TOKEN = re.compile(
    r"""(?P<space> [\s,]+)
      | (?P<digits> [0-9]+) \s* (?P<letters> [^\W\d_ESWNPFC]*)
      | (?P<mark> [()\[\]+])
      | (?P<honors> [ESWNPFC]+)
      | (?P<word> [^\W\d_ESWNPFC]+)
      | (?P<glyphs> (?: [\U0001F000-\U0001F02B] (?: \uFE0E | \uFE0F )? )+)
      | (?P<junk> [^\w\s,()\[\]+\U0001F000-\U0001F02B]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)


def _digits(given: Input, match: re.Match[str]) -> Token:
    """Digits and their suit letter, or several letters in a class of tiles."""
    if fault := _letter_fault(given, match):
        return Token("", match.span(), faults=(fault,))
    spots = list(enumerate(match["digits"], match.start()))
    return _group(given, match, [(digit + letter, at) for letter in match["letters"] for at, digit in spots])


def _honors(given: Input, match: re.Match[str]) -> Token:
    """Capital letters, where the set has the honors that they stand for."""
    if not stands_for(given.tileset, "1z"):
        return _faulty(given, match, no_suit(given, match.group()))
    spots = enumerate(match.group(), match.start())
    return _group(given, match, [(HONORS[letter], at) for at, letter in spots])


def _glyphs(given: Input, match: re.Match[str]) -> Token:
    """Mahjong tiles of Unicode; the selector of a drawn or a coloured form says nothing."""
    spots = [
        (glyph, at) for at, glyph in enumerate(match.group(), match.start()) if glyph not in "\ufe0e\ufe0f"
    ]
    known = [(glyph, at) for glyph, at in spots if stands_for(given.tileset, GLYPHS.get(glyph, "?"))]
    group = _group(given, match, [(GLYPHS[glyph], at) for glyph, at in known])
    strange = {glyph: at for glyph, at in reversed(spots) if (glyph, at) not in known}
    faults = (no_glyph(given, glyph, at) for glyph, at in strange.items())
    return replace(group, faults=(*group.faults, *faults))


def _word(given: Input, match: re.Match[str]) -> Token:
    """Letters that no digit stands before."""
    word = match.group()
    suit = given.tileset.by_letter.get(word[0])
    if suit is not None:
        joker = [f"0{suit.letter}"] if suit.role == "joker" else []
        return _faulty(given, match, f"no digits before {word!r}; a tile is written {given.example}", joker)
    honors = set(word.upper()) <= set(HONORS) and stands_for(given.tileset, "1z")
    return _faulty(given, match, no_suit(given, word), [word.upper()] if honors else named_tiles(given, word))


def _junk(given: Input, match: re.Match[str]) -> Token:
    known = f"tiles such as {given.example}, ( ) [ ] and +"
    return _faulty(given, match, f"{match.group()!r} is not part of the notation: {known}")


_TOKEN_READERS: dict[str, Callable[[Input, re.Match[str]], Token]] = {
    "mark": lambda given, match: Token(match.group(), match.span()),
    "letters": _digits,
    "honors": _honors,
    "glyphs": _glyphs,
    "word": _word,
    "junk": _junk,
}


def _faulty(given: Input, match: re.Match[str], message: str, meant: Sequence[str] = ()) -> Token:
    """A token of which no tile could be read."""
    return Token("", match.span(), faults=(given.fault(match.span(), message, meant),))


def _group(given: Input, match: re.Match[str], codes: Sequence[tuple[str, int]]) -> Token:
    """The tiles of these codes. A code that the set lacks is one fault, however often it is written."""
    tiles = tuple([Written(given.pieces[code], at) for code, at in codes if code in given.pieces])
    missing = {code: at for code, at in reversed(codes) if code not in given.pieces}
    return Token("", match.span(), tiles, tuple([no_tile(given, code, at) for code, at in missing.items()]))


# ---- tokens to parts: loose groups, bracketed sets, `+` with its tile

CLOSED_BY = {"(": ")", "[": "]"}


def _end_of_part(tokens: Sequence[Token], start: int) -> int:
    """Where the part ends that begins here. A set that is not closed ends before the next one, so that one
    forgotten bracket is one fault; brackets doubled at the start take as many at the end.
    """
    if tokens[start].mark not in CLOSED_BY:
        has_tile = tokens[start].mark == "+" and start + 1 < len(tokens) and not tokens[start + 1].mark
        return start + 1 + has_tile

    def behind(at: int, *marks: str) -> int:
        return next((end for end in range(at, len(tokens)) if tokens[end].mark not in marks), len(tokens))

    inside = behind(start, "(", "[")
    last = behind(inside, "", "+")
    return min(behind(last, ")", "]"), last + inside - start)


# ---- what can be wrong with a part


def _bracket_faults(given: Input, part: Part) -> Iterator[Fault]:
    for token in part.tokens:
        if token.mark == "+":
            yield given.fault(token.place, "'+' inside brackets; the winning tile stands outside of them")
    opening = [token for token in part.tokens if token.mark in CLOSED_BY]
    closing = [token for token in part.tokens if token.mark in CLOSED_BY.values()]
    if len(opening) > 1:
        yield given.fault(opening[1].place, "a bracket inside a bracket")
    elif not closing:
        yield given.fault(opening[0].place, f"{part.mark!r} is not closed by {CLOSED_BY[part.mark]!r}")
    elif closing[0].mark != CLOSED_BY[part.mark]:
        message = f"{part.mark!r} is closed by {CLOSED_BY[part.mark]!r}, not by {closing[0].mark!r}"
        yield given.fault(closing[0].place, message)
    elif part.is_sound and not part.tiles:
        yield given.fault(part.place, "empty brackets")


def _set_faults(
    given: Input, part: Part, meld: Meld, declared: Sequence[str], kinds: Sequence[str]
) -> Iterator[Fault]:
    """What is wrong with the tiles of a set; `declared` kinds alone stand in square brackets."""
    text = format_meld(meld, given.tileset)
    if any(map(given.is_flower, part.tiles)):
        yield given.fault(part.place, f"{text}: flowers stand outside the brackets")
    elif meld.concealed and meld.kind not in declared:
        a_kind = joined(declared, last="or")
        why = f"is no {a_kind}; only a {a_kind} is written in square brackets"
        if not declared:
            why = "cannot be: no set of this ruleset is written in square brackets"
        loose = text[1:-1]
        yield given.fault(part.place, f"{text} {why}", (loose, f"({loose})") if meld.kind else (loose,))
    elif not meld.kind:
        known = f"; a called set is {joined(kinds, last='or')}" if kinds else " in this ruleset"
        yield given.fault(part.place, f"{text} is no set{known}", kind="hand")


def _part_faults(given: Input) -> Iterator[Fault]:
    """What is wrong with single tiles, with brackets left over, with `+`; not with sets."""
    for part in given.parts:
        yield from (fault for token in part.tokens for fault in token.faults)
        if part.mark in CLOSED_BY.values():
            yield given.fault(part.place, f"{part.mark!r} closes nothing")
    winning = [part for part in given.parts if part.mark == "+"]
    for part in winning[:1]:
        message = _winning_fault(given, part)
        if message and part.is_sound:
            yield given.fault(part.place, message)
        late = (one.at for one in given.loose if one.at > part.place[0] and not given.is_flower(one))
        for at in [*late][:1]:
            message = "a concealed tile behind the winning tile; '+' comes after the concealed ones"
            yield given.fault((at, at + 1), message)
    for part in winning[1:]:
        yield given.fault(part.tokens[0].place, "a second winning tile; one '+' only")


def _winning_fault(given: Input, part: Part) -> str:
    """Why the tiles behind `+` are not one winning tile, or nothing; flowers alone may win."""
    if not part.tiles:
        return f"no tile after '+'; the winning tile is written +{given.example}"
    if len(part.tiles) > 1:
        return f"{numeral(len(part.tiles))} tiles after '+'; one tile wins, the others stand before it"
    if given.is_flower(part.tiles[0]) and not given.of_flowers:
        return "a flower is set aside; it is no winning tile"
    return ""


# ---- why a text names no tile of the set


def suit_list(known: Iterable[Suit]) -> str:
    """Suit letters with their names: `m characters, p circles`."""
    return ", ".join(f"{suit.letter} {name_in(suit.names)}".rstrip() for suit in known)


def no_suit(given: Input, shown: str) -> str:
    """The suits there are, where something names none of them."""
    return f"no suit {shown!r} in this ruleset: {suit_list(given.suits)}"


def _letter_fault(given: Input, match: re.Match[str]) -> Fault | None:
    """What is wrong with the letters behind digits: there are none, and the one that follows next was meant
    (`12 345m`, `123S`); one may be a capital, or begin the name of a suit (`c` characters); too many.
    """
    digits, letters = match.group("digits", "letters")
    start, end = match.span("letters")
    if not letters:
        letter = given.plain[end:].lstrip("0123456789 ,")[:1].lower()
        meant = [digits + letter] if letter in given.tileset.by_letter else []
        message = f"no suit letter after {digits!r}: {suit_list(given.suits)}"
        return given.fault(match.span("digits"), message, meant)
    for at, letter in enumerate(letters, start):
        if letter not in given.tileset.by_letter:
            small = [suit for suit in given.suits if suit.letter == letter.lower()]
            begin = letter.casefold()
            named = [one for one in given.suits if any(n.casefold().startswith(begin) for _, n in one.names)]
            meant = [digits + suit.letter for suit in small or named]
            return given.fault((at, at + 1), no_suit(given, letter), meant or named_tiles(given, letter))
    if len(letters) == 1 or given.many_suits:
        return None
    each = "".join(digits + letter for letter in letters)
    return given.fault((start + 1, end), f"one suit letter after {digits!r}, not {letters!r}", [each])


def named_tiles(given: Input, word: str) -> list[str]:
    """The notation of tiles whose names are one character each: `東東東` is 111z; none for other words."""
    codes = {name: kind.code for kind in given.tileset.kinds for _, name in kind.names if len(name) == 1}
    found = [codes.get(sign, "") for sign in word]
    runs = groupby(found, lambda code: code[-1:])
    text = "".join("".join(code[:-1] for code in run) + letter for letter, run in runs)
    return [text] if all(found) else []


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
    name = name_in(suit.names) or letter
    holder = f"{name} {'have' if name.endswith('s') and len(name) > 1 else 'has'}"
    if digit == "0":
        return given.fault(place, f"{code}: {holder} no red tile in this ruleset")
    there = [int(c[0]) for c, tile in given.pieces.items() if c[1] == letter and not tile.red]
    return given.fault(place, f"{code}: {holder} {ranges(there)}")


def ranges(numbers: Iterable[int]) -> str:
    """Numbers with every run of three or more shortened.

    >>> ranges([1, 9]), ranges([1, 2, 3, 4, 7])
    ('1 and 9', '1 to 4 and 7')
    """
    places = enumerate(sorted(numbers))
    runs = [[n for _, n in run] for _, run in groupby(places, lambda place: place[1] - place[0])]
    short = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(n) for n in run] for run in runs]
    return joined(chain.from_iterable(short))


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
            yield places[copies], f"{numeral(count)} {tileset.kinds[kind].code}{aside}; {_there_are(copies)}"
    for kind, count in red.items():
        copies = tileset.red_copies(kind)
        if count > copies:
            places = [place for place, tile in enumerate(tiles) if tile == (kind, True)]
            code = f"{tileset.kinds[kind].code} ({tileset.code(tiles[places[0]])})"
            yield places[copies], f"{numeral(count)} red {code}; {_there_are(copies)}"


def _there_are(copies: int) -> str:
    return f"there {'is' if copies == 1 else 'are'} {numeral(copies) if copies else 'none'}"


def _surplus_faults(given: Input) -> Iterator[Fault]:
    written = [tile for part in given.parts for tile in part.tiles]
    for place, message in surplus([tile.tile for tile in written], given.tileset):
        at = written[place].at
        yield given.fault((at, at + 1), message, kind="hand")
