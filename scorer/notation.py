"""Hands as text and back: `406p78s11z(777z)[2222s]+9s`.

Characters become tokens, tokens parts, and parts what is concealed, called and won. Reading never raises:
what is wrong is noted, and it goes on behind that and finds the next. The text of any hand reads as that
hand.

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby

from scorer.errors import Fault
from scorer.hand import LONGEST, Hand, Meld, WaitingHand
from scorer.phrases import joined, numeral
from scorer.shapes import SetTables
from scorer.tiles import Suit, Tile, TileSet, name_in
from scorer.values import cached_property, dataclass

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


# ---- text to hands and tiles


def read_hand(
    text: str, tileset: TileSet, sets: SetTables, kinds: Sequence[str] = ()
) -> tuple[Hand | None, list[Fault]]:
    """The hand that a text describes, and every fault in the order of the text; never raises.

    The hand is None where some of the text could not be read. A hand together with faults can be read
    but has more copies of a tile than there are. `kinds` names the sets that may be called, for
    messages. Tiles come sorted, melds in the order written; without `+` the last concealed tile has won.
    """
    given = _Input("hand", text, tileset)
    melds = given.melds(sets, kinds)
    last = [one for one in given.loose if given.of_flowers or not given.is_flower(one)]
    won = [one for part in given.parts if part.mark == "+" for one in part.tiles[:1]] or last[-1:]
    if not won and not given.faults:
        message = "no winning tile: nothing is concealed, and nothing follows a '+'"
        given.fault(None, message, kind="hand")
    hand = None if given.faults else given.waiting(melds, but=won[0]).taking(won[0][0])
    return hand, given.faults_with_surplus()


def read_waiting(
    text: str, tileset: TileSet, sets: SetTables, kinds: Sequence[str] = ()
) -> tuple[WaitingHand | None, list[Fault]]:
    """A hand that lacks its winning tile, and every fault in the order of the text; never raises.

    As `read_hand`, but no tile is taken for the winning one, and a `+` is a fault.
    """
    given = _Input("hand", text, tileset)
    melds = given.melds(sets, kinds)
    for part in given.parts:
        if part.mark == "+":
            given.fault(part.place, "a hand that waits has no winning tile yet; leave it out")
    hand = None if given.faults else given.waiting(melds)
    return hand, given.faults_with_surplus()


def read_tiles(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """Tiles alone, in the order written (indicators, say), and every fault; `source` names the input.

    An empty text is no fault. Copies are not counted: see `surplus`.
    """
    given = _Input(source, text, tileset)
    for token in given.tokens:
        if token.mark:
            given.fault(token.place, f"{token.mark!r} has no place here: tiles only")
    return tuple(tile for token in given.tokens for tile, _ in token.tiles), _in_order(given.faults)


def _in_order(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.at is None, fault.at or 0))


# ---- a text that is read

Place = tuple[int, int]
"""First character and end."""
Written = tuple[Tile, int]
"""A tile and the place where it was written."""


@dataclass(frozen=True)
class Token:
    """`mark` is a bracket or `+`, empty for a group of tiles; it is `sound` if all of these could be read."""

    mark: str
    place: Place
    tiles: tuple[Written, ...] = ()
    sound: bool = True


@dataclass(frozen=True)
class Part:
    """Tokens that belong together; `mark` is the first one's: `(` or `[` of a set, `+` of the winning tile, a
    bracket left over, or empty: loose tiles.
    """

    mark: str
    place: Place
    tiles: tuple[Written, ...]
    sound: bool
    tokens: tuple[Token, ...]


class _Input:
    """A text to be read, from its tokens to its sets, and the faults that were found in it so far."""

    def __init__(self, source: str, text: str, tileset: TileSet) -> None:
        self.source, self.text, self.tileset = source, text[:LONGEST], tileset
        self.plain = text.translate(FULL_WIDTH) if len(text) <= LONGEST else ""
        self.faults: list[Fault] = []
        if len(text) > LONGEST:
            self.fault(None, f"too long: {len(text)} characters, at most {LONGEST} are read")
        matches = _TOKEN.finditer(self.plain)
        self.tokens = tuple([self._token(match) for match in matches if match.lastgroup != "space"])
        self.parts = tuple(_parts(self.tokens))

    def fault(
        self, place: Place | None, message: str, meant: Sequence[str] = (), kind: str = "notation"
    ) -> None:
        """Notes what is wrong at a place, or with the whole text."""
        at, length = (place[0], place[1] - place[0]) if place else (None, 1)
        self.faults.append(Fault(self.source, at, message, kind, length, self.text, tuple(meant)))

    def _token(self, match: re.Match[str]) -> Token:
        if match["mark"]:
            return Token(match["mark"], match.span())
        before, pieces = len(self.faults), self.tileset.pieces
        codes = _CODES[str(match.lastgroup)](self, match)
        strange = {code: at for code, at in reversed(codes) if code not in pieces}
        for code, at in strange.items():  # one fault, however often it is written
            _no_tile(self, code, at)
        tiles = tuple([(pieces[code], at) for code, at in codes if code in pieces])
        return Token("", match.span(), tiles, len(self.faults) == before)

    @property
    def suits(self) -> list[Suit]:
        return [suit for suit, _ in self.tileset.suited]

    @property
    def example(self) -> str:
        """A tile of this set, to show how one is written."""
        return next((code for code, tile in self.tileset.pieces.items() if not tile.red), "")

    def no_suit(self, shown: str, what: str = "suit") -> str:
        """The suits there are, where something names none of them, or stands for no tile of theirs."""
        return f"no {what} {shown!r} in this ruleset: {suit_list(self.suits)}"

    def is_flower(self, written: Written) -> bool:
        return self.tileset.role(written[0]) == "flower"

    @cached_property
    def loose(self) -> list[Written]:
        """Tiles outside brackets and without `+`."""
        return [written for part in self.parts if not part.mark for written in part.tiles]

    @cached_property
    def of_flowers(self) -> bool:
        """Whether a hand has flowers and nothing else, so that one of them may have won."""
        return all(self.is_flower(written) for part in self.parts for written in part.tiles)

    def melds(self, sets: SetTables, kinds: Sequence[str]) -> tuple[Meld, ...]:
        """The sets in brackets of a hand; what is wrong with any of its parts is noted."""
        if not self.parts and not self.faults:
            self.fault(None, "no tiles")
        _check_winning(self)
        melds = []
        for part in self.parts:
            before = len(self.faults)
            if part.mark in CLOSED_BY:
                _check_brackets(self, part)
            elif part.mark in CLOSED_BY.values():
                self.fault(part.place, f"{part.mark!r} closes nothing")
            if part.mark in CLOSED_BY and part.sound and len(self.faults) == before:
                tiles = self.tileset.sorted(tile for tile, _ in part.tiles)
                melds.append(Meld(sets.kind_of(tiles) or "", tiles, concealed=part.mark == "["))
                _check_set(self, part, melds[-1], sets.declared, kinds)
        return tuple(melds)

    def waiting(self, melds: tuple[Meld, ...], but: Written | None = None) -> WaitingHand:
        """The melds with the loose tiles, but one of them, in the order of the set."""
        by_flower: dict[bool, list[Tile]] = {False: [], True: []}
        for written in self.loose:
            if written != but:
                by_flower[self.is_flower(written)].append(written[0])
        return WaitingHand(self.tileset.sorted(by_flower[False]), melds, self.tileset.sorted(by_flower[True]))

    def faults_with_surplus(self) -> list[Fault]:
        """All faults, tiles of which there are too many included."""
        written = [one for part in self.parts for one in part.tiles]
        for place, message in surplus([tile for tile, _ in written], self.tileset):
            at = written[place][1]
            self.fault((at, at + 1), message, kind="hand")
        return _in_order(self.faults)


# ---- characters to the codes of tiles

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
Codes = Sequence[tuple[str, int]]
"""Codes of tiles and where they are written; where what is written is no tile, a fault was noted."""


def _digits(given: _Input, match: re.Match[str]) -> Codes:
    """Digits and their suit letter. Without one, the letter that follows next was meant (`12 345m`, `123S`);
    a strange one may be a capital, or begin the name of a suit (`c` characters).
    """
    digits, letters = match.group("digits", "letters")
    (start, end), known = match.span("letters"), given.tileset.by_letter
    strange = next((at for at, letter in enumerate(letters, start) if letter not in known), None)
    if strange is not None:
        letter = given.plain[strange]
        small = [suit for suit in given.suits if suit.letter == letter.lower()]
        named = [
            s for s in given.suits if any(n.casefold().startswith(letter.casefold()) for _, n in s.names)
        ]
        meant = [digits + suit.letter for suit in small or named] or _named_tiles(given, letter)
        given.fault((strange, strange + 1), given.no_suit(letter), meant)
    elif not letters:
        before = re.search(r"([^\W\d_]+)[\s:]*$", given.plain[: match.start()])
        # `man 123, pin 456`: the word before the digits names their suit, if there is one
        letter = before[1][0].lower() if before else given.plain[end:].lstrip("0123456789 ,")[:1].lower()
        meant = [digits + letter] if letter in known else []
        given.fault(match.span("digits"), f"no suit letter after {digits!r}: {suit_list(given.suits)}", meant)
    elif len(letters) > 1:
        each = "".join(digits + letter for letter in letters)
        given.fault((start + 1, end), f"one suit letter after {digits!r}, not {letters!r}", [each])
    else:
        return [(digit + letters, at) for at, digit in enumerate(digits, match.start())]
    return ()


def _honors(given: _Input, match: re.Match[str]) -> Codes:
    """Capital letters, where the set has the honors that they stand for."""
    if stands_for(given.tileset, "1z"):
        return [(HONORS[letter], at) for at, letter in enumerate(match.group(), match.start())]
    given.fault(match.span(), given.no_suit(match.group()))
    return ()


def _glyphs(given: _Input, match: re.Match[str]) -> Codes:
    """Mahjong tiles of Unicode; the selector of a drawn or a coloured form says nothing. One that means
    nothing in this set is one fault, however often it is written.
    """
    spots = [(one, at) for at, one in enumerate(match.group(), match.start()) if one not in "\ufe0e\ufe0f"]
    known = {glyph for glyph, _ in spots if stands_for(given.tileset, GLYPHS.get(glyph, "?"))}
    face_down = "a tile lying face down; all four tiles of a concealed kong are written"
    for glyph, at in {glyph: at for glyph, at in reversed(spots) if glyph not in known}.items():
        given.fault((at, at + 1), face_down if glyph == FACE_DOWN else given.no_suit(glyph, "tile"))
    return [(GLYPHS[glyph], at) for glyph, at in spots if glyph in known]


def _word(given: _Input, match: re.Match[str]) -> Codes:
    """Letters that no digit stands before."""
    word = match.group()
    suit = given.tileset.by_letter.get(word[0])
    if suit is not None:
        joker = [f"0{suit.letter}"] if suit.role == "joker" else []
        message = f"no digits before {word!r}; a tile is written {given.example}"
        given.fault(match.span(), message, joker)
    else:
        honors = set(word.upper()) <= set(HONORS) and stands_for(given.tileset, "1z")
        meant = [word.upper()] if honors else _named_tiles(given, word)
        given.fault(match.span(), given.no_suit(word), meant)
    return ()


def _junk(given: _Input, match: re.Match[str]) -> Codes:
    known = f"tiles such as {given.example}, ( ) [ ] and +"
    given.fault(match.span(), f"{match.group()!r} is not part of the notation: {known}")
    return ()


_CODES: dict[str, Callable[[_Input, re.Match[str]], Codes]] = {
    "letters": _digits,
    "honors": _honors,
    "glyphs": _glyphs,
    "word": _word,
    "junk": _junk,
}


def suit_list(known: Iterable[Suit]) -> str:
    """Suit letters with their names: `m characters, p circles`."""
    return ", ".join(f"{suit.letter} {name_in(suit.names)}".rstrip() for suit in known)


def _named_tiles(given: _Input, word: str) -> list[str]:
    """The notation of tiles whose names are one character each: `東東東` is 111z; none for other words."""
    codes = {name: kind.code for kind in given.tileset.kinds for _, name in kind.names if len(name) == 1}
    found = [codes.get(sign, "") for sign in word]
    runs = groupby(found, lambda code: code[-1:])
    text = "".join("".join(code[:-1] for code in run) + letter for letter, run in runs)
    return [text] if all(found) else []


def _no_tile(given: _Input, code: str, at: int) -> None:
    """A digit that its suit does not have, or not in this ruleset."""
    digit, letter = code[0], code[1]
    suit, meant = given.tileset.by_letter.get(letter), []
    name = name_in(suit.names) or letter if suit else ""
    holder = f"{code}: {name} {'have' if name.endswith('s') and len(name) > 1 else 'has'}"
    if suit is None or suit not in given.suits:
        written = given.plain[at]
        message = given.no_suit(letter) if written.isdigit() else given.no_suit(written, "tile")
    elif suit.role == "joker":
        message, meant = f"{code}: a joker is written 0{letter}", [f"0{letter}"]
    elif digit == "0":
        message = f"{holder} no red tile in this ruleset"
    else:
        there = (int(c[0]) for c, tile in given.tileset.pieces.items() if c[1] == letter and not tile.red)
        message = f"{holder} {ranges(there)}"
    given.fault((at, at + 1), message, meant)


def ranges(numbers: Iterable[int]) -> str:
    """Numbers with every run of three or more shortened.

    >>> ranges([1, 9]), ranges([1, 2, 3, 4, 7])
    ('1 and 9', '1 to 4 and 7')
    """
    places = enumerate(sorted(numbers))
    runs = [[n for _, n in run] for _, run in groupby(places, lambda place: place[1] - place[0])]
    short = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(n) for n in run] for run in runs]
    return joined(chain.from_iterable(short))


# ---- tokens to parts: loose groups, bracketed sets, `+` with its tile

CLOSED_BY = {"(": ")", "[": "]"}
_PART = re.compile(r"(?P<opening>[(\[]+)[.+]*(?P<closing>[)\]]*)|\+\.?|.", re.DOTALL)
"""A part by the marks of its tokens; a dot is a group of tiles."""


def _parts(tokens: tuple[Token, ...]) -> Iterator[Part]:
    """All tokens, each in one part, in order. A set that is not closed ends before the next one, so that one
    forgotten bracket is one fault; brackets doubled at the start take as many at the end.
    """
    marks, start = "".join(token.mark or "." for token in tokens), 0
    while match := _PART.match(marks, start):
        opening, closing = match["opening"] or "", match["closing"] or ""
        end = match.end() - max(0, len(closing) - len(opening))
        own, start = tokens[start:end], end
        tiles = tuple([written for token in own for written in token.tiles])
        place, sound = (own[0].place[0], own[-1].place[1]), all(token.sound for token in own)
        yield Part(own[0].mark, place, tiles, sound, own)


# ---- what can be wrong with a part


def _check_brackets(given: _Input, part: Part) -> None:
    for token in part.tokens:
        if token.mark == "+":
            given.fault(token.place, "'+' inside brackets; the winning tile stands outside of them")
    closes = CLOSED_BY[part.mark]
    opening = [token for token in part.tokens if token.mark in CLOSED_BY]
    closing = [token for token in part.tokens if token.mark in CLOSED_BY.values()]
    if len(opening) > 1:
        given.fault(opening[1].place, "a bracket inside a bracket")
    elif not closing:
        given.fault(opening[0].place, f"{part.mark!r} is not closed by {closes!r}")
    elif closing[0].mark != closes:
        message = f"{part.mark!r} is closed by {closes!r}, not by {closing[0].mark!r}"
        given.fault(closing[0].place, message)
    elif part.sound and not part.tiles:
        given.fault(part.place, "empty brackets")


def _check_set(given: _Input, part: Part, meld: Meld, declared: Sequence[str], kinds: Sequence[str]) -> None:
    """Notes what is wrong with the tiles of a set; `declared` kinds alone stand in square brackets."""
    text = format_meld(meld, given.tileset)
    if any(map(given.is_flower, part.tiles)):
        given.fault(part.place, f"{text}: flowers stand outside the brackets")
    elif meld.concealed and meld.kind not in declared:
        a_kind = joined(declared, last="or")
        why = f"is no {a_kind}; only a {a_kind} is written in square brackets"
        if not declared:
            why = "cannot be: no set of this ruleset is written in square brackets"
        loose = text[1:-1]
        given.fault(part.place, f"{text} {why}", (loose, f"({loose})") if meld.kind else (loose,))
    elif not meld.kind:
        known = f"; a called set is {joined(kinds, last='or')}" if kinds else " in this ruleset"
        given.fault(part.place, f"{text} is no set{known}", kind="hand")


def _check_winning(given: _Input) -> None:
    """Notes why the tiles behind `+` are not one winning tile, and what else is wrong with a `+`."""
    winning = [part for part in given.parts if part.mark == "+"]
    if not winning:
        return
    first, message = winning[0], ""
    if not first.tiles:
        message = f"no tile after '+'; the winning tile is written +{given.example}"
    elif len(first.tiles) > 1:
        message = f"{numeral(len(first.tiles))} tiles after '+'; one tile wins, the others stand before it"
    elif given.is_flower(first.tiles[0]) and not given.of_flowers:
        message = "a flower is set aside; it is no winning tile"
    if message and first.sound:
        given.fault(first.place, message)
    late = [one for one in given.loose if one[1] > first.place[0] and not given.is_flower(one)]
    for _, at in late[:1]:
        message = "a concealed tile behind the winning tile; '+' comes after the concealed ones"
        given.fault((at, at + 1), message)
    for part in winning[1:]:
        given.fault(part.tokens[0].place, "a second winning tile; one '+' only")


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
