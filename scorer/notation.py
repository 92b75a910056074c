"""Hands as text and back: `406p78s11z(777z)[2222s]+9s`.

Characters become tokens, tokens become parts, and parts become the concealed tiles, the melds and the winning
tile. The reader never raises an error: it records each fault, continues after it, and finds the next one.
Formatting a hand and reading the text again gives the same hand.

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
    """A hand without its winning tile on one line, in the same order as `format_hand`."""
    concealed = tileset.text(tileset.sorted(hand.concealed))
    flowers = tileset.text(tileset.sorted(hand.flowers))
    return concealed + flowers + "".join(format_meld(meld, tileset) for meld in hand.melds)


def format_meld(meld: Meld, tileset: TileSet) -> str:
    """A called set in round brackets, a concealed kong in square ones."""
    text = tileset.text(tileset.sorted(meld.tiles))
    return f"[{text}]" if meld.concealed else f"({text})"


# ---- other ways to write a tile, accepted only if the tile set has the usual suits in their usual sizes

FULL_WIDTH = {0xFF01 + key: 0x21 + key for key in range(94)} | {0x3000: 0x20, 0x3001: 0x2C}
"""Full-width keys of Chinese and Japanese keyboards. Each maps to one character, so positions do not
shift.
"""
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

    The hand is None if part of the text could not be read. A hand that comes with faults could be read,
    but has too many copies of a tile. `kinds` names the sets that may be called, for messages. Tiles are
    sorted, and melds keep the order in which they were written. Without `+`, the last concealed tile is
    the winning tile.
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
    """The hand that a text without a winning tile describes, and every fault in the order of the text.

    It works like `read_hand`, but no tile is taken as the winning tile, and a `+` is a fault.
    """
    given = _Input("hand", text, tileset)
    melds = given.melds(sets, kinds)
    for part in given.parts:
        if part.mark == "+":
            given.fault(part.place, "a waiting hand has no winning tile yet; leave it out")
    hand = None if given.faults else given.waiting(melds)
    return hand, given.faults_with_surplus()


def read_tiles(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """The tiles of an input such as the indicators, in the order written, and every fault.

    `source` names the input. An empty text is not a fault. Copies are not counted; see `surplus`.
    """
    given = _Input(source, text, tileset)
    for token in given.tokens:
        if token.mark:
            given.fault(token.place, f"{token.mark!r} is not allowed here: write tiles only")
    return tuple(tile for token in given.tokens for tile, _ in token.tiles), _in_order(given.faults)


def _in_order(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.at is None, fault.at or 0))


# ---- a text that is read

Place = tuple[int, int]
"""The positions of the first character and of the character after the last."""
Written = tuple[Tile, int]
"""A tile and the position where it was written."""


@dataclass(frozen=True)
class Token:
    """A bracket, a `+` or a group of tiles. `mark` is the bracket or `+`, and empty for tiles; a token is
    `sound` if all its tiles could be read.
    """

    mark: str
    place: Place
    tiles: tuple[Written, ...] = ()
    sound: bool = True


@dataclass(frozen=True)
class Part:
    """Tokens that belong together. `mark` is that of the first token: `(` or `[` for a set, `+` for the
    winning tile, a bracket without a partner, or empty for loose tiles.
    """

    mark: str
    place: Place
    tiles: tuple[Written, ...]
    sound: bool
    tokens: tuple[Token, ...]


class _Input:
    """A text in notation, its tokens and parts, and the faults found in it so far."""

    def __init__(self, source: str, text: str, tileset: TileSet) -> None:
        self.source, self.text, self.tileset = source, text[:LONGEST], tileset
        self.plain = text.translate(FULL_WIDTH) if len(text) <= LONGEST else ""
        self.faults: list[Fault] = []
        if len(text) > LONGEST:
            self.fault(None, f"too long: {len(text)} characters; the limit is {LONGEST}")
        matches = _TOKEN.finditer(self.plain)
        self.tokens = tuple([self._token(match) for match in matches if match.lastgroup != "space"])
        self.parts = tuple(_parts(self.tokens))

    def fault(
        self, place: Place | None, message: str, meant: Sequence[str] = (), kind: str = "notation"
    ) -> None:
        """Records a fault at a position, or of the whole text."""
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
        """The message for a suit or tile that the ruleset does not have; it lists the suits."""
        return f"no {what} {shown!r} in this ruleset: {suit_list(self.suits)}"

    def is_flower(self, written: Written) -> bool:
        return self.tileset.role(written[0]) == "flower"

    @cached_property
    def loose(self) -> list[Written]:
        """Tiles outside brackets and without `+`."""
        return [written for part in self.parts if not part.mark for written in part.tiles]

    @cached_property
    def of_flowers(self) -> bool:
        """Whether the hand has only flowers, so that a flower can be the winning tile."""
        return all(self.is_flower(written) for part in self.parts for written in part.tiles)

    def melds(self, sets: SetTables, kinds: Sequence[str]) -> tuple[Meld, ...]:
        """The melds of the hand. Faults of its parts are recorded."""
        if not self.parts and not self.faults:
            self.fault(None, "no tiles")
        _check_winning(self)
        melds = []
        for part in self.parts:
            before = len(self.faults)
            if part.mark in CLOSED_BY:
                _check_brackets(self, part)
            elif part.mark in CLOSED_BY.values():
                self.fault(part.place, f"{part.mark!r} has no opening bracket")
            if part.mark in CLOSED_BY and part.sound and len(self.faults) == before:
                tiles = self.tileset.sorted(tile for tile, _ in part.tiles)
                melds.append(Meld(sets.kind_of(tiles) or "", tiles, concealed=part.mark == "["))
                _check_set(self, part, melds[-1], sets.declared, kinds)
        return tuple(melds)

    def waiting(self, melds: tuple[Meld, ...], but: Written | None = None) -> WaitingHand:
        """The melds and the sorted loose tiles; `but` is a tile to leave out."""
        by_flower: dict[bool, list[Tile]] = {False: [], True: []}
        for written in self.loose:
            if written != but:
                by_flower[self.is_flower(written)].append(written[0])
        return WaitingHand(self.tileset.sorted(by_flower[False]), melds, self.tileset.sorted(by_flower[True]))

    def faults_with_surplus(self) -> list[Fault]:
        """All faults, including tiles with too many copies."""
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
"""Codes of tiles with their positions; text that is not a tile is recorded as a fault instead."""


def _digits(given: _Input, match: re.Match[str]) -> Codes:
    """The tiles of digits with a suit letter. If the letter is missing, the suggestion is the next letter
    in the text (`12 345m`). If it is unknown, it may be a capital or the first letter of a suit's name
    (`c` characters).
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
        before = re.search(r"\b([^\W\d_]+)[\s:]*$", given.plain[: match.start()])
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
    """The honors that capital letters stand for, if the tile set has them."""
    if stands_for(given.tileset, "1z"):
        return [(HONORS[letter], at) for at, letter in enumerate(match.group(), match.start())]
    given.fault(match.span(), given.no_suit(match.group()))
    return ()


def _glyphs(given: _Input, match: re.Match[str]) -> Codes:
    """The tiles of Unicode mahjong characters; variation selectors are ignored. A character that is not a
    tile of this set is reported once, however often it occurs.
    """
    spots = [(one, at) for at, one in enumerate(match.group(), match.start()) if one not in "\ufe0e\ufe0f"]
    known = {glyph for glyph, _ in spots if stands_for(given.tileset, GLYPHS.get(glyph, "?"))}
    face_down = "a face-down tile; write all four tiles of a concealed kong"
    for glyph, at in {glyph: at for glyph, at in reversed(spots) if glyph not in known}.items():
        given.fault((at, at + 1), face_down if glyph == FACE_DOWN else given.no_suit(glyph, "tile"))
    return [(GLYPHS[glyph], at) for glyph, at in spots if glyph in known]


def _word(given: _Input, match: re.Match[str]) -> Codes:
    """No tiles, and a fault: letters without digits before them."""
    word = match.group()
    suit = given.tileset.by_letter.get(word[0])
    if suit is not None:
        joker = [f"0{suit.letter}"] if suit.role == "joker" else []
        message = f"no digits before {word!r}; write a tile as {given.example}"
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
    """The notation of tiles written by their one-character names, `111z` for `東東東`; empty for other
    words.
    """
    codes = {name: kind.code for kind in given.tileset.kinds for _, name in kind.names if len(name) == 1}
    found = [codes.get(sign, "") for sign in word]
    runs = groupby(found, lambda code: code[-1:])
    text = "".join("".join(code[:-1] for code in run) + letter for letter, run in runs)
    return [text] if all(found) else []


def _no_tile(given: _Input, code: str, at: int) -> None:
    """Records that a suit does not have a digit in this ruleset."""
    digit, letter = code[0], code[1]
    suit, meant = given.tileset.by_letter.get(letter), []
    name = name_in(suit.names) or letter if suit else ""
    holder = f"{code}: {name} {'have' if name.endswith('s') and len(name) > 1 else 'has'}"
    if suit is None or suit not in given.suits:
        written = given.plain[at]
        message = given.no_suit(letter) if written.isdigit() else given.no_suit(written, "tile")
    elif suit.role == "joker":
        message, meant = f"{code}: write a joker as 0{letter}", [f"0{letter}"]
    elif digit == "0":
        message = f"{holder} no red tile in this ruleset"
    else:
        there = (int(c[0]) for c, tile in given.tileset.pieces.items() if c[1] == letter and not tile.red)
        message = f"{holder} {ranges(there)}"
    given.fault((at, at + 1), message, meant)


def ranges(numbers: Iterable[int]) -> str:
    """A list of numbers in words, with each run of three or more shortened.

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
"""Matches one part in the marks of the tokens; a dot marks a group of tiles."""


def _parts(tokens: tuple[Token, ...]) -> Iterator[Part]:
    """The parts of a text, in order; each token belongs to one part. An unclosed set ends before the next
    set, so that one missing bracket is one fault. Repeated opening brackets match as many closing ones.
    """
    marks, start = "".join(token.mark or "." for token in tokens), 0
    while match := _PART.match(marks, start):
        opening, closing = match["opening"] or "", match["closing"] or ""
        end = match.end() - max(0, len(closing) - len(opening))
        own, start = tokens[start:end], end
        tiles = tuple([written for token in own for written in token.tiles])
        place, sound = (own[0].place[0], own[-1].place[1]), all(token.sound for token in own)
        yield Part(own[0].mark, place, tiles, sound, own)


# ---- faults of a part


def _check_brackets(given: _Input, part: Part) -> None:
    for token in part.tokens:
        if token.mark == "+":
            given.fault(token.place, "'+' inside brackets; write the winning tile outside them")
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
    """Records faults in the tiles of a set. Only kinds in `declared` may be written in square brackets."""
    text = format_meld(meld, given.tileset)
    if any(map(given.is_flower, part.tiles)):
        given.fault(part.place, f"{text}: write flowers outside the brackets")
    elif meld.concealed and meld.kind not in declared:
        a_kind = joined(declared, last="or")
        why = f"is no {a_kind}; only a {a_kind} is written in square brackets"
        if not declared:
            why = "is not possible: this ruleset has no set for square brackets"
        loose = text[1:-1]
        given.fault(part.place, f"{text} {why}", (loose, f"({loose})") if meld.kind else (loose,))
    elif not meld.kind:
        known = f"; a called set is {joined(kinds, last='or')}" if kinds else " in this ruleset"
        given.fault(part.place, f"{text} is no set{known}", kind="hand")


def _check_winning(given: _Input) -> None:
    """Records faults of `+`: not exactly one tile after it, a flower, concealed tiles after it, a second
    `+`.
    """
    winning = [part for part in given.parts if part.mark == "+"]
    if not winning:
        return
    first, message = winning[0], ""
    if not first.tiles:
        message = f"no tile after '+'; write the winning tile as +{given.example}"
    elif len(first.tiles) > 1:
        message = (
            f"{numeral(len(first.tiles))} tiles after '+'; write one tile there and the others before it"
        )
    elif given.is_flower(first.tiles[0]) and not given.of_flowers:
        message = "a flower is set aside and cannot be the winning tile"
    if message and first.sound:
        given.fault(first.place, message)
    late = [one for one in given.loose if one[1] > first.place[0] and not given.is_flower(one)]
    for _, at in late[:1]:
        message = "a concealed tile after the winning tile; write '+' after all concealed tiles"
        given.fault((at, at + 1), message)
    for part in winning[1:]:
        given.fault(part.tokens[0].place, "a second winning tile; write only one '+'")


# ---- too many copies of a tile


def surplus(tiles: Sequence[Tile], tileset: TileSet) -> Iterator[tuple[int, str]]:
    """For each face with too many copies, the index in `tiles` of the first surplus tile, and a message.

    Tiles of several inputs (hand and indicators) can be counted together: the index shows which input is at
    fault. Four plain copies are accepted if one of the four is red, since most people write 5 for both.
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
