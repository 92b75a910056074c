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
>>> [(fault.position, str(fault.message)) for fault in faults]
[(5, "no suit 'q' in this ruleset: k animals")]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby

from scorer.errors import Fault
from scorer.hand import LONGEST_HAND_TEXT, Hand, Meld, WaitingHand
from scorer.message import Listed, LocalizedText, Message, Text, clauses
from scorer.shapes import Group, SetTables, can_be_added
from scorer.tiles import Suit, Tile, TileSet, name_in
from scorer.usual import FACE_DOWN, FULL_WIDTH, GLYPHS, HONORS, means_usual_tile
from scorer.values import cached_property, dataclass, replace

# ---- tiles to text, in the one canonical way


def format_hand(hand: Hand, tileset: TileSet) -> str:
    """A hand on one line without spaces: concealed tiles in the order of the set, flowers, melds in the
    order of calls, the winning tile: `406p78s11z(777z)[2222s]+9s`.
    """
    return f"{format_waiting(hand.waiting_hand, tileset)}+{tileset.tile_code(hand.winning_tile)}"


def format_waiting(hand: WaitingHand, tileset: TileSet) -> str:
    """A hand without its winning tile on one line, in the same order as `format_hand`."""
    concealed = tileset.format_tiles(tileset.sort_tiles(hand.concealed_tiles))
    flowers = tileset.format_tiles(tileset.sort_tiles(hand.flowers))
    return concealed + flowers + "".join(format_meld(meld, tileset) for meld in hand.melds)


def format_meld(meld: Meld, tileset: TileSet) -> str:
    """A called set in round brackets, a concealed kong in square ones; `(777z+7z)` is a called set to which
    a tile was added. A joker stands where the tile would that it represents.
    """
    tiles = meld.pieces if meld.jokers else tileset.sort_tiles(meld.tiles)
    if meld.is_added:
        added = max(set(range(len(tiles))) - dict(meld.jokers).keys())
        others = tiles[:added] + tiles[added + 1 :]
        return f"({tileset.format_tiles(others)}+{tileset.tile_code(tiles[added])})"
    text = tileset.format_tiles(tiles)
    return f"[{text}]" if meld.is_concealed else f"({text})"


def format_group(group: Group, tileset: TileSet) -> str:
    """A group of a reading, in brackets if it is a meld."""
    if group.is_melded:
        meld = Meld(group.kind, group.tiles, group.is_concealed, group.is_added)
        return format_meld(meld, tileset)
    return tileset.format_tiles(tileset.sort_tiles(group.tiles))


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
    notation = _NotationText("hand", text, tileset)
    melds = notation.read_melds(sets, kinds)
    last = [one for one in notation.loose_tiles if notation.has_flowers_only or not notation.is_flower(one)]
    won = [one for part in notation.parts if part.mark == "+" for one in part.tiles[:1]] or last[-1:]
    if not won and not notation.faults:
        message = Message("nothing to win on")
        notation.add_fault(None, message, kind="hand")
    hand = (
        None
        if notation.faults
        else notation.loose_hand(melds, winning_tile=won[0]).with_winning_tile(won[0][0])
    )
    return hand, notation.faults_with_surplus()


def read_waiting(
    text: str, tileset: TileSet, sets: SetTables, kinds: Sequence[str] = ()
) -> tuple[WaitingHand | None, list[Fault]]:
    """The hand that a text without a winning tile describes, and every fault in the order of the text.

    It works like `read_hand`, but no tile is taken as the winning tile, and a `+` is a fault.
    """
    notation = _NotationText("hand", text, tileset)
    melds = notation.read_melds(sets, kinds)
    for part in notation.parts:
        if part.mark == "+":
            notation.add_fault(part.place, Message("waiting hand with winning tile"))
    hand = None if notation.faults else notation.loose_hand(melds)
    return hand, notation.faults_with_surplus()


def read_tiles(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """The tiles of an input such as the indicators, in the order written, and every fault.

    `source` names the input. An empty text is not a fault. Copies are not counted; see `surplus_tiles`.
    """
    notation = _NotationText(source, text, tileset)
    for token in notation.tokens:
        if token.mark:
            notation.add_fault(token.place, Message("tiles only", token.mark))
    return tuple(tile for token in notation.tokens for tile, _ in token.tiles), _sort_faults(notation.faults)


def names_winning_tile(text: str) -> bool:
    """Whether a text marks its winning tile; otherwise the last concealed tile wins."""
    return "+" in _ADDED_SET.sub("", text.translate(FULL_WIDTH))


def reads_as_tiles(text: str, tileset: TileSet) -> bool:
    """Whether a text can be read as tiles and sets, also as people write them elsewhere in several ways."""
    notation = _NotationText("", text, tileset)
    return notation.is_ambiguous or not notation.faults


def _sort_faults(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.position is None, fault.position or 0))


# ---- a text that is read

Place = tuple[int, int]
"""The positions of the first character and of the character after the last."""
Written = tuple[Tile, int]
"""A tile and the position where it was written."""


@dataclass(frozen=True)
class Token:
    """A bracket, a `+` or a group of tiles. `mark` is the bracket or `+`, and empty for tiles; a token is
    `is_readable` if all its tiles could be read.
    """

    mark: str
    place: Place
    tiles: tuple[Written, ...] = ()
    is_readable: bool = True


@dataclass(frozen=True)
class NotationPart:
    """Tokens that belong together. `mark` is that of the first token: `(` or `[` for a set, `+` for the
    winning tile, a bracket without a partner, or empty for loose tiles.
    """

    mark: str
    place: Place
    tiles: tuple[Written, ...]
    is_readable: bool
    tokens: tuple[Token, ...]


class _NotationText:
    """A text in notation, its tokens and parts, and the faults found in it so far."""

    def __init__(self, source: str, text: str, tileset: TileSet, is_suggestion: bool = False) -> None:
        self.source, self.text, self.tileset = source, text[:LONGEST_HAND_TEXT], tileset
        self.is_suggestion = is_suggestion
        self.plain_text = text.translate(FULL_WIDTH) if len(text) <= LONGEST_HAND_TEXT else ""
        self.faults: list[Fault] = []
        self.is_ambiguous = False
        if len(text) > LONGEST_HAND_TEXT:
            self.add_fault(None, Message("text too long", len(text), LONGEST_HAND_TEXT))
        matches = _TOKEN.finditer(self.plain_text)
        self.tokens = tuple([self._make_token(match) for match in matches if match.lastgroup != "space"])
        if self.faults and self.plain_text and not is_suggestion:
            self._read_otherwise()
        self.parts = tuple(_split_parts(self.tokens))

    def _read_otherwise(self) -> None:
        """Reads the text as people write tiles elsewhere, if it can only mean one thing in that way. If it
        can mean several, this is the only fault.
        """
        from scorer.dialects import other_readings  # only for texts that are not plain notation

        pieces, found = self.tileset.tile_by_code, other_readings(self.plain_text, self.tileset)
        readings = [
            tuple(
                Token(mark, place, tuple((pieces[code], at) for code, at in codes))
                for mark, place, codes in reading
            )
            for reading in found
        ]
        if readings:
            self.tokens, self.faults = readings[0] if len(readings) == 1 else (), []
        else:
            self._leave_out_other_letters()
        self.is_ambiguous = len(readings) > 1
        if self.is_ambiguous:
            meant = [self._tokens_text(tokens) for tokens in readings]
            message = Message("several readings", len(meant), Listed(tuple(meant), "or"))
            self.add_fault((0, len(self.text)), message, meant)

    def _leave_out_other_letters(self) -> None:
        """Leave out the faults about letters that suits have in other notations, unless all are such."""
        known = {word for suit in self.tileset.suits for word in suit.also}
        told = [
            one
            for one in self.faults
            if one.suggestions
            or not isinstance(one.message, Message)
            or one.message.key != "no suit"
            or one.message.arguments[0] not in known
        ]
        self.faults = told or self.faults

    def _tokens_text(self, tokens: Sequence[Token]) -> str:
        """Tokens in the notation of this module."""
        return "".join(
            token.mark or self.tileset.format_tiles(tile for tile, _ in token.tiles) for token in tokens
        )

    def add_fault(
        self, place: Place | None, message: Text, suggestions: Sequence[str] = (), kind: str = "notation"
    ) -> None:
        """Records a fault at a position, or of the whole text."""
        at, length = (place[0], place[1] - place[0]) if place else (None, 1)
        meant = tuple(filter(self._can_be_read, suggestions))
        self.faults.append(Fault(self.source, at, message, kind, length, self.text, meant))

    def _can_be_read(self, suggestion: str) -> bool:
        """Whether a suggestion names only tiles that the ruleset has."""
        return not self.is_suggestion and not _NotationText("", suggestion, self.tileset, True).faults

    def _make_token(self, match: re.Match[str]) -> Token:
        if match["mark"]:
            return Token(match["mark"], match.span())
        before, pieces = len(self.faults), self.tileset.tile_by_code
        codes = _CODE_READERS[str(match.lastgroup)](self, match)
        if codes and pieces.keys() >= {code for code, _ in codes}:
            return Token("", match.span(), tuple([(pieces[code], at) for code, at in codes]))
        strange = {code: at for code, at in reversed(codes) if code not in pieces}
        for code, at in strange.items():  # one fault, however often it is written
            _note_missing_tile(self, code, at)
        tiles = tuple([(pieces[code], at) for code, at in codes if code in pieces])
        return Token("", match.span(), tiles, len(self.faults) == before)

    @property
    def suits(self) -> list[Suit]:
        return [suit for suit, _ in self.tileset.faces_by_suit]

    @property
    def example(self) -> str:
        """A tile of this set, to show how one is written."""
        return next((code for code, tile in self.tileset.tile_by_code.items() if not tile.red), "")

    def no_suit_message(self, word: str, key: str = "no suit") -> Text:
        """The message for a suit or tile that the ruleset does not have; it lists the suits. A longer word
        may have been meant as the name of a tile: what the game says about names follows.
        """
        name_help = LocalizedText(self.tileset.name_help if len(word) > 1 else ())
        return clauses(Message(key, word, self.suit_list), name_help)

    @property
    def suit_list(self) -> Listed:
        """The suit letters with the names of the suits."""
        named = ((suit.letter, LocalizedText(suit.names)) for suit in self.suits)
        return Listed(
            tuple(Message("letter and suit", letter, name) if name else letter for letter, name in named),
            "comma",
        )

    def is_flower(self, tile: Written) -> bool:
        return self.tileset.tile_role(tile[0]) == "flower"

    @cached_property
    def loose_tiles(self) -> list[Written]:
        """Tiles outside brackets and without `+`."""
        return [written for part in self.parts if not part.mark for written in part.tiles]

    @cached_property
    def has_flowers_only(self) -> bool:
        """Whether the hand has only flowers, so that a flower can be the winning tile."""
        return all(self.is_flower(written) for part in self.parts for written in part.tiles)

    def read_melds(self, sets: SetTables, kinds: Sequence[str]) -> tuple[Meld, ...]:
        """The melds of the hand. Faults of its parts are recorded."""
        if not self.parts and not self.faults:
            self.add_fault(None, Message("no tiles"))
        _check_winning(self)
        melds = []
        for part in self.parts:
            before, is_added = len(self.faults), _has_added_tile(part)
            if part.mark in CLOSED_BY:
                meld = self._read_set(part, sets, is_added)
                is_possible = is_added and (
                    not part.is_readable or can_be_added(meld.kind, self.tileset.sort_tiles(meld.tiles), sets)
                )
                _check_brackets(self, part, allows_plus=is_possible)
                if part.is_readable and len(self.faults) == before:
                    melds.append(meld)
                    _check_set(self, part, meld, sets, kinds)
            elif part.mark in CLOSED_BY.values():
                self.add_fault(part.place, Message("no opening bracket", part.mark))
        return tuple(melds)

    def _read_set(self, part: NotationPart, sets: SetTables, is_added: bool) -> Meld:
        """The set in brackets. Which tile a joker in it represents must be clear, else that is a fault."""
        written, is_concealed = tuple([tile for tile, _ in part.tiles]), part.mark == "["
        if not any(self.tileset.tile_role(tile) == "joker" for tile in written):
            tiles = self.tileset.sort_tiles(written)
            return Meld(sets.find_set_kind(tiles) or "", tiles, is_concealed, is_added)
        from scorer.melds import sets_with_jokers  # few hands have a joker in a called set

        found = sets_with_jokers(written, sets, is_concealed)
        if len(found) == 1:
            return replace(found[0], is_added=is_added)
        unclear = Meld("", written, is_concealed)
        if found and part.is_readable:
            meant = [format_meld(replace(meld, jokers=()), self.tileset) for meld in found]
            message = Message("joker unclear", format_meld(unclear, self.tileset), Listed(tuple(meant), "or"))
            self.add_fault(part.place, message, meant)
        return unclear

    def loose_hand(self, melds: tuple[Meld, ...], winning_tile: Written | None = None) -> WaitingHand:
        """The melds and the sorted loose tiles; `winning_tile` is left out."""
        by_flower: dict[bool, list[Tile]] = {False: [], True: []}
        loose = [*self.loose_tiles]
        if winning_tile is not None and winning_tile in loose:
            loose.remove(winning_tile)  # only one of several copies that were written at one place
        for written in loose:
            by_flower[self.is_flower(written)].append(written[0])
        return WaitingHand(
            self.tileset.sort_tiles(by_flower[False]), melds, self.tileset.sort_tiles(by_flower[True])
        )

    def faults_with_surplus(self) -> list[Fault]:
        """All faults, including tiles with too many copies."""
        written = [one for part in self.parts for one in part.tiles]
        for place, message in surplus_tiles([tile for tile, _ in written], self.tileset):
            at = written[place][1]
            self.add_fault((at, at + 1), message, kind="hand")
        return _sort_faults(self.faults)


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


def _digit_codes(notation: _NotationText, match: re.Match[str]) -> Codes:
    """The tiles of digits with a suit letter. If the letter is missing, the suggestion is the word before the
    digits (`man 123, pin 456`), else the next letter in the text (`12 345m`). If it is unknown, it may be a
    capital, or the start of a suit's name or of a player's word for it (`123 characters`, `123 man`).
    """
    digits, letters = match.group("digits", "letters")
    (start, end), known = match.span("letters"), notation.tileset.by_letter
    if letters in known:
        return [(digit + letters, at) for at, digit in enumerate(digits, match.start())]
    strange = next((at for at, letter in enumerate(letters, start) if letter not in known), None)
    before = re.search(r"\b([^\W\d_]+)[\s:]*$", notation.plain_text[: match.start()])
    words_first = re.match(r"\W*[^\W\d_]{2,}[\s:]+[0-9]", notation.plain_text)
    names_next = words_first and start > match.end("digits")  # `pin 456 sou 789`: sou is of 789
    if strange is not None and not names_next:
        named = _suits_named(notation, letters)
        is_word = bool(named) or (len(letters) > 1 and letters.isascii() and letters[0] in known)
        place = (start, end) if is_word else (strange, strange + 1)
        word = notation.plain_text[slice(*place)]
        small = [suit for suit in notation.suits if suit.letter == word[0].lower()]
        suits = named or small or (_suits_named(notation, word) if word == letters else [])
        meant = [digits + suit.letter for suit in suits] or _named_tiles(notation, word)
        notation.add_fault(place, notation.no_suit_message(word), meant)
    elif strange is not None or not letters:
        letter = (
            before[1][0].lower() if before else notation.plain_text[end:].lstrip("0123456789 ,")[:1].lower()
        )
        meant = [digits + letter] if letter in known else []
        message = Message("no suit letter", digits, notation.suit_list)
        notation.add_fault(match.span("digits"), message, meant)
    else:
        each = "".join(digits + letter for letter in letters)
        notation.add_fault((start + 1, end), Message("several suit letters", digits, letters), [each])
    return ()


def _suits_named(notation: _NotationText, start: str) -> list[Suit]:
    """The suits whose name in some language starts with a text."""
    return [
        suit
        for suit in notation.suits
        if any(name.casefold().startswith(start.casefold()) for _, name in suit.names)
    ]


def _honor_codes(notation: _NotationText, match: re.Match[str]) -> Codes:
    """The honors that capital letters stand for, if the tile set has them."""
    if means_usual_tile(notation.tileset, "1z"):
        return [(HONORS[letter], at) for at, letter in enumerate(match.group(), match.start())]
    notation.add_fault(match.span(), notation.no_suit_message(match.group()))
    return ()


def _glyph_codes(notation: _NotationText, match: re.Match[str]) -> Codes:
    """The tiles of Unicode mahjong characters; variation selectors are ignored. A character that is not a
    tile of this set is reported once, however often it occurs.
    """
    spots = [(one, at) for at, one in enumerate(match.group(), match.start()) if one not in "\ufe0e\ufe0f"]
    known = {glyph for glyph, _ in spots if means_usual_tile(notation.tileset, GLYPHS.get(glyph, "?"))}
    face_down = Message("face-down tile")
    for glyph, at in {glyph: at for glyph, at in reversed(spots) if glyph not in known}.items():
        notation.add_fault(
            (at, at + 1), face_down if glyph == FACE_DOWN else notation.no_suit_message(glyph, "no tile")
        )
    return [(GLYPHS[glyph], at) for glyph, at in spots if glyph in known]


def _word_codes(notation: _NotationText, match: re.Match[str]) -> Codes:
    """No tiles, and a fault: letters without digits before them."""
    word = match.group()
    suit = notation.tileset.by_letter.get(word[0])
    if suit is not None:
        joker = [f"0{suit.letter}"] if suit.role == "joker" else []
        message = Message("no digits", word, notation.example)
        notation.add_fault(match.span(), message, joker)
        return ()
    named = [bool(_named_tiles(notation, sign)) for sign in word]
    if any(named) and not all(named):  # the names of tiles of another game are among those of this one
        at = match.start() + named.index(False)
        notation.add_fault((at, at + 1), notation.no_suit_message(word[named.index(False)], "no tile"))
        return ()
    honors = set(word.upper()) <= set(HONORS) and means_usual_tile(notation.tileset, "1z")
    meant = [word.upper()] if honors else _named_tiles(notation, word)
    notation.add_fault(match.span(), notation.no_suit_message(word), meant)
    return ()


def _junk_codes(notation: _NotationText, match: re.Match[str]) -> Codes:
    notation.add_fault(match.span(), Message("not notation", match.group(), notation.example))
    return ()


_CODE_READERS: dict[str, Callable[[_NotationText, re.Match[str]], Codes]] = {
    "letters": _digit_codes,
    "honors": _honor_codes,
    "glyphs": _glyph_codes,
    "word": _word_codes,
    "junk": _junk_codes,
}


def suit_list(suits: Iterable[Suit], language: str = "en") -> str:
    """Suit letters with their names: `m characters, p circles`."""
    return ", ".join(f"{suit.letter} {name_in(suit.names, language)}".rstrip() for suit in suits)


def _named_tiles(notation: _NotationText, word: str) -> list[str]:
    """The notation of tiles written by their one-character names, `111z` for `東東東`; empty for other
    words.
    """
    found = [notation.tileset.code_by_sign.get(sign, "") for sign in word]
    runs = groupby(found, lambda code: code[-1:])
    text = "".join("".join(code[:-1] for code in run) + letter for letter, run in runs)
    return [text] if all(found) else []


def _note_missing_tile(notation: _NotationText, code: str, offset: int) -> None:
    """Records that a suit does not have a digit in this ruleset."""
    digit, letter = code[0], code[1]
    suit, meant = notation.tileset.by_letter.get(letter), []
    name = LocalizedText(suit.names if suit else ()) or letter
    number = 2 if name.endswith("s") and len(name) > 1 else 1
    message: Text
    if suit is None or suit not in notation.suits:
        written = notation.plain_text[offset]
        message = (
            notation.no_suit_message(letter)
            if written.isdigit()
            else notation.no_suit_message(written, "no tile")
        )
    elif suit.role == "joker":
        message, meant = Message("joker as", code, f"0{letter}"), [f"0{letter}"]
    elif digit == "0":
        message = Message("no red tile", code, name, number)
    else:
        there = (
            int(c[0]) for c, tile in notation.tileset.tile_by_code.items() if c[1] == letter and not tile.red
        )
        message = Message("tiles of suit", code, name, number, number_ranges(there))
    notation.add_fault((offset, offset + 1), message, meant)


def number_ranges(numbers: Iterable[int]) -> Listed:
    """A list of numbers in words, with each run of three or more shortened.

    >>> str(number_ranges([1, 9])), str(number_ranges([1, 2, 3, 4, 7]))
    ('1 and 9', '1 to 4 and 7')
    """
    places = enumerate(sorted(numbers))
    runs = [[n for _, n in run] for _, run in groupby(places, lambda place: place[1] - place[0])]
    short = [[Message("range of numbers", run[0], run[-1])] if len(run) > 2 else run for run in runs]
    return Listed(tuple(chain.from_iterable(short)), "and")


# ---- tokens to parts: loose groups, bracketed sets, `+` with its tile

CLOSED_BY = {"(": ")", "[": "]"}
_PART = re.compile(r"(?P<opening>[(\[]+)[.+]*(?P<closing>[)\]]*)|\+\.?|.", re.DOTALL)
"""Matches one part in the marks of the tokens; a dot marks a group of tiles."""


def _split_parts(tokens: tuple[Token, ...]) -> Iterator[NotationPart]:
    """The parts of a text, in order; each token belongs to one part. An unclosed set ends before the next
    set, so that one missing bracket is one fault. Repeated opening brackets match as many closing ones.
    """
    marks, start = "".join(token.mark or "." for token in tokens), 0
    while match := _PART.match(marks, start):
        opening, closing = match["opening"] or "", match["closing"] or ""
        end = match.end() - max(0, len(closing) - len(opening))
        own, start = tokens[start:end], end
        tiles = tuple([written for token in own for written in token.tiles])
        place, sound = (own[0].place[0], own[-1].place[1]), all(token.is_readable for token in own)
        yield NotationPart(own[0].mark, place, tiles, sound, own)


# ---- faults of a part


_ADDED_SET = re.compile(r"\([^()+]*\+[^()+]*\)")


def _has_added_tile(part: NotationPart) -> bool:
    """Whether a set in round brackets has one tile after a `+`, which its owner added to it."""
    marks = "".join(token.mark or "." for token in part.tokens)
    return bool(re.fullmatch(r"\(\.+\+\.\)", marks)) and len(part.tokens[-2].tiles) == 1


def _check_brackets(notation: _NotationText, part: NotationPart, allows_plus: bool) -> None:
    for token in part.tokens:
        if token.mark == "+" and not allows_plus:
            notation.add_fault(token.place, Message("plus in brackets"))
    closes = CLOSED_BY[part.mark]
    opening = [token for token in part.tokens if token.mark in CLOSED_BY]
    closing = [token for token in part.tokens if token.mark in CLOSED_BY.values()]
    if len(opening) > 1:
        notation.add_fault(opening[1].place, Message("bracket in bracket"))
    elif not closing:
        notation.add_fault(opening[0].place, Message("bracket not closed", part.mark, closes))
    elif closing[0].mark != closes:
        message = Message("wrong closing bracket", part.mark, closes, closing[0].mark)
        notation.add_fault(closing[0].place, message)
    elif part.is_readable and not part.tiles:
        notation.add_fault(part.place, Message("empty brackets"))


def _check_set(
    notation: _NotationText,
    part: NotationPart,
    meld: Meld,
    sets: SetTables,
    kinds: Sequence[str],
) -> None:
    """Records faults in the tiles of a set. Only kinds that are declared may be in square brackets."""
    declared_kinds = sets.declared_kinds
    text = format_meld(meld, notation.tileset)
    if any(map(notation.is_flower, part.tiles)):
        notation.add_fault(part.place, Message("flowers in brackets", text))
    elif meld.is_concealed and meld.kind not in declared_kinds:
        message = Message("not declared in square brackets", text, _kind_names(declared_kinds, sets))
        if not declared_kinds:
            message = Message("no square brackets", text)
        loose = text[1:-1]
        may_be_called = meld.kind and (not kinds or meld.kind in kinds)
        notation.add_fault(part.place, message, (loose, f"({loose})") if may_be_called else (loose,))
    elif not meld.kind:
        message = Message("not a set in ruleset", text)
        if kinds:
            message = Message("not a set", text, _kind_names(kinds, sets))
        notation.add_fault(part.place, message, kind="hand")


def _kind_names(kinds: Sequence[str], sets: SetTables) -> Listed:
    """The names of kinds of sets, by their ids in English, as in rule files."""
    names = {name: dict(sets.kinds[name].names) if name in sets.kinds else {} for name in kinds}
    return Listed(tuple(LocalizedText((own | {"en": name}).items()) for name, own in names.items()), "or")


def _check_winning(notation: _NotationText) -> None:
    """Records faults of `+`: not exactly one tile after it, a flower, concealed tiles after it, a second
    `+`.
    """
    winning = [part for part in notation.parts if part.mark == "+"]
    if not winning:
        return
    first, message = winning[0], None
    if not first.tiles:
        message = Message("no tile after plus", notation.example)
    elif len(first.tiles) > 1:
        message = Message("tiles after plus", len(first.tiles))
    elif notation.is_flower(first.tiles[0]) and not notation.has_flowers_only:
        message = Message("flower cannot win")
    if message and first.is_readable:
        notation.add_fault(first.place, message)
    late = [one for one in notation.loose_tiles if one[1] > first.place[0] and not notation.is_flower(one)]
    for _, at in late[:1]:
        notation.add_fault((at, at + 1), Message("tile after winning tile"))
    for part in winning[1:]:
        notation.add_fault(part.tokens[0].place, Message("second winning tile"))


# ---- too many copies of a tile


def surplus_tiles(tiles: Sequence[Tile], tileset: TileSet) -> Iterator[tuple[int, Message]]:
    """For each face with too many copies, the index in `tiles` of the first surplus tile, and a message.

    Tiles of several inputs (hand and indicators) can be counted together: the index shows which input is at
    fault. Four plain copies are accepted if one of the four is red, since most people write 5 for both.
    """
    held = Counter([tile.kind for tile in tiles])
    red = Counter([tile.kind for tile in tiles if tile.red])
    for kind, count in held.items():
        copies = tileset.kinds[kind].copies
        if count > copies:
            key = "too many with red" if red[kind] else "too many of tile"
            places = [place for place, tile in enumerate(tiles) if tile.kind == kind]
            yield places[copies], Message(key, count, tileset.kinds[kind].code, copies)
    for kind, count in red.items():
        copies = tileset.red_copies(kind)
        if count > copies:
            places = [place for place, tile in enumerate(tiles) if tile == (kind, True)]
            code = f"{tileset.kinds[kind].code} ({tileset.tile_code(tiles[places[0]])})"
            key = "too many red" if copies else "no red copies"
            yield places[copies], Message(key, count, code, copies)
