"""Text to a hand: characters to tokens, tokens to parts, parts to what is concealed, called and won.

Tokens and parts carry their own faults, so that reading goes on behind a fault and finds the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Protocol

from scorer.errors import Fault
from scorer.hand import Hand, Meld, WaitingHand
from scorer.notation.faults import (
    Input,
    Place,
    listed,
    no_digits,
    no_glyph,
    no_letter,
    no_suit,
    no_tile,
    number,
    surplus,
    wrong_letter,
)
from scorer.notation.writing import GLYPHS, HONORS, format_meld, stands_for
from scorer.request import LONGEST
from scorer.tiles import Tile, TileSet
from scorer.values import cached_property, dataclass, replace

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


# ---- tokens to parts: loose groups, bracketed sets, `+` with its tile

CLOSED_BY = {"(": ")", "[": "]"}


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

    def marked(self, *marks: str) -> list[Token]:
        """The tokens that are one of these marks."""
        return [token for token in self.tokens if token.mark in marks]


def parts(tokens: Sequence[Token]) -> Iterator[Part]:
    """All tokens, each in one part, in order."""
    start = 0
    while start < len(tokens):
        end = _end(tokens, start)
        yield Part(tuple(tokens[start:end]))
        start = end


def _end(tokens: Sequence[Token], start: int) -> int:
    if tokens[start].mark in CLOSED_BY:
        return _end_of_set(tokens, start)
    has_tile = tokens[start].mark == "+" and start + 1 < len(tokens) and not tokens[start + 1].mark
    return start + 1 + has_tile


def _end_of_set(tokens: Sequence[Token], start: int) -> int:
    """Behind the closing bracket. A set that is not closed ends before the next one, so that one
    forgotten bracket is one fault; brackets doubled at the start take as many at the end.
    """
    inside = _skip(tokens, start, "(", "[")
    last = _skip(tokens, inside, "", "+")
    return min(_skip(tokens, last, ")", "]"), last + inside - start)


def _skip(tokens: Sequence[Token], at: int, *marks: str) -> int:
    while at < len(tokens) and tokens[at].mark in marks:
        at += 1
    return at


# ---- one set in brackets


class Sets(Protocol):
    """The kinds of set of a ruleset."""

    @property
    def declared(self) -> Sequence[str]:
        """The kinds that are made by declaring them (`kong`): these alone stand in square brackets."""

    def kind_of(self, tiles: tuple[Tile, ...]) -> str | None:
        """The kind of set (`pung`) that some tiles are, or None; jokers and red tiles are its business."""


@dataclass(frozen=True)
class _Calls:
    """The sets that may stand in brackets: all sets there are, and the kinds that may be called."""

    sets: Sets
    kinds: tuple[str, ...] = ()


def _read_meld(given: Input, part: Part, calls: _Calls) -> tuple[Meld | None, list[Fault]]:
    """The set of a bracket, or its faults."""
    faults = list(_bracket_faults(given, part))
    if faults or not part.is_sound:
        return None, faults
    tiles = given.tileset.sorted(written.tile for written in part.tiles)
    meld = Meld(calls.sets.kind_of(tiles) or "", tiles, concealed=part.mark == "[")
    faults = [given.fault(part.place, *fault) for fault in _set_faults(given, meld, calls)]
    return (None if faults else meld), faults


def _bracket_faults(given: Input, part: Part) -> Iterator[Fault]:
    opening, closing = part.marked("(", "["), part.marked(")", "]")
    for plus in part.marked("+"):
        yield given.fault(plus.place, "'+' inside brackets; the winning tile stands outside of them")
    if len(opening) > 1:
        yield given.fault(opening[1].place, "a bracket inside a bracket")
    elif not closing:
        yield given.fault(opening[0].place, f"{part.mark!r} is not closed by {CLOSED_BY[part.mark]!r}")
    elif closing[0].mark != CLOSED_BY[part.mark]:
        message = f"{part.mark!r} is closed by {CLOSED_BY[part.mark]!r}, not by {closing[0].mark!r}"
        yield given.fault(closing[0].place, message)
    elif part.is_sound and not part.tiles:
        yield given.fault(part.place, "empty brackets")


_SetFault = tuple[str, tuple[str, ...], str]
"""Message, suggestions and kind of fault."""


def _set_faults(given: Input, meld: Meld, calls: _Calls) -> Iterator[_SetFault]:
    text = format_meld(meld, given.tileset)
    loose = text[1:-1]
    if any(given.tileset.role(tile) == "flower" for tile in meld.tiles):
        yield f"{text}: flowers stand outside the brackets", (), "notation"
    elif meld.concealed and meld.kind not in calls.sets.declared:
        called = (f"({loose})",) if meld.kind else ()
        yield f"{text} {_not_declared(calls.sets.declared)}", (loose, *called), "notation"
    elif not meld.kind:
        known = f"; a called set is {listed(calls.kinds, 'or')}" if calls.kinds else " in this ruleset"
        yield f"{text} is no set{known}", (), "hand"


def _not_declared(declared: Sequence[str]) -> str:
    kinds = listed(declared, "or")
    if not declared:
        return "cannot be: no set of this ruleset is written in square brackets"
    return f"is no {kinds}; only a {kinds} is written in square brackets"


# ---- parts to a hand


def read_hand(
    text: str, tileset: TileSet, sets: Sets, kinds: Sequence[str] = ()
) -> tuple[Hand | None, list[Fault]]:
    """The hand that a text describes, and every fault in the order of the text; never raises.

    The hand is None where some of the text could not be read. A hand together with faults can be read
    but has more copies of a tile than there are. `kinds` names the sets that may be called, for
    messages. Tiles come sorted, melds in the order written.
    """
    given = Input("hand", text, tileset, tileset.pieces)
    if len(text) > LONGEST:
        return None, [_too_long(given)]
    found, melds, faults = _read_parts(given, _Calls(sets, tuple(kinds)))
    faults = faults or list(_whole_faults(given, found))
    hand = None if faults else _hand(tileset, found, melds)
    return hand, _in_order([*faults, *_surplus_faults(given, found)])


def read_waiting(
    text: str, tileset: TileSet, sets: Sets, kinds: Sequence[str] = ()
) -> tuple[WaitingHand | None, list[Fault]]:
    """A hand that lacks its winning tile, and every fault in the order of the text; never raises.

    As `read_hand`, but no tile is taken for the winning one, and a `+` is a fault.
    """
    given = Input("hand", text, tileset, tileset.pieces)
    if len(text) > LONGEST:
        return None, [_too_long(given)]
    found, melds, faults = _read_parts(given, _Calls(sets, tuple(kinds)))
    faults += _waiting_faults(given, found)
    hand = None if faults else _waiting(tileset, found, melds)
    return hand, _in_order([*faults, *_surplus_faults(given, found)])


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
    if len(given.text) > LONGEST:
        return (), [_too_long(given)]
    found = list(tokens(given))
    marks = [given.fault(t.place, f"{t.mark!r} has no place here: tiles only") for t in found if t.mark]
    faults = [*marks, *chain.from_iterable(token.faults for token in found)]
    return tuple(written.tile for token in found for written in token.tiles), _in_order(faults)


def _read_parts(given: Input, calls: _Calls) -> tuple[list[Part], tuple[Meld, ...], list[Fault]]:
    """The parts of a hand, its sets in brackets, and what is wrong with either."""
    found = list(parts(list(tokens(given))))
    melds = [_read_meld(given, part, calls) for part in found if part.mark in CLOSED_BY]
    faults = [*_part_faults(given, found), *chain.from_iterable(slips for _, slips in melds)]
    return found, tuple(meld for meld, _ in melds if meld), faults


def _too_long(given: Input) -> Fault:
    message = f"too long: {len(given.text)} characters, at most {LONGEST} are read"
    return Fault(given.source, None, message, text=given.text[:LONGEST])


def _in_order(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.at is None, fault.at or 0))


def _part_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    """What is wrong with single tiles, with brackets left over, with `+`; not with sets."""
    for part in found:
        yield from (fault for token in part.tokens for fault in token.faults)
        if part.mark in CLOSED_BY.values():
            yield given.fault(part.place, f"{part.mark!r} closes nothing")
    winning = [part for part in found if part.mark == "+"]
    if winning:
        yield from _winning_faults(given, winning, _is_of_flowers(given.tileset, found))
        yield from _late_faults(given, found, winning[0])


def _winning_faults(given: Input, winning: Sequence[Part], alone: bool) -> Iterator[Fault]:
    message = _winning_fault(given, winning[0], alone)
    if message and winning[0].is_sound:
        yield given.fault(winning[0].place, message)
    for part in winning[1:]:
        yield given.fault(part.tokens[0].place, "a second winning tile; one '+' only")


def _late_faults(given: Input, found: Sequence[Part], winning: Part) -> Iterator[Fault]:
    concealed, _ = _loose(given.tileset, found)
    late = [written for written in concealed if written.at > winning.place[0]]
    for written in late[:1]:
        message = "a concealed tile behind the winning tile; '+' comes after the concealed ones"
        yield given.fault((written.at, written.at + 1), message)


def _winning_fault(given: Input, part: Part, alone: bool) -> str:
    """Why the tiles behind `+` are not one winning tile, or nothing; flowers that are `alone` may win."""
    if not part.tiles:
        return f"no tile after '+'; the winning tile is written +{given.example}"
    if len(part.tiles) > 1:
        return f"{number(len(part.tiles))} tiles after '+'; one tile wins, the others stand before it"
    if given.tileset.role(part.tiles[0].tile) == "flower" and not alone:
        return "a flower is set aside; it is no winning tile"
    return ""


def _whole_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    """What can be said only when every part is right."""
    if not found:
        yield given.fault(None, "no tiles")
    elif not any(part.mark == "+" for part in found) and not _last_ones(given.tileset, found):
        message = "no winning tile: nothing is concealed, and nothing follows a '+'"
        yield given.fault(None, message, kind="hand")


def _waiting_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    """What keeps readable parts from being a hand that still waits."""
    if not found:
        yield given.fault(None, "no tiles")
    for part in found:
        if part.mark == "+":
            message = "a hand that waits has no winning tile yet; leave it out"
            yield given.fault(part.place, message)


def _surplus_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    written = [tile for part in found for tile in part.tiles]
    for place, message in surplus([tile.tile for tile in written], given.tileset):
        at = written[place].at
        yield given.fault((at, at + 1), message, kind="hand")


def _loose(tileset: TileSet, found: Sequence[Part]) -> tuple[list[Written], list[Written]]:
    """Tiles outside brackets and without `+`: the concealed ones, and the flowers."""
    loose = [written for part in found if not part.mark for written in part.tiles]
    flowers = [written for written in loose if tileset.role(written.tile) == "flower"]
    return [written for written in loose if written not in flowers] if flowers else loose, flowers


def _is_of_flowers(tileset: TileSet, found: Sequence[Part]) -> bool:
    """Whether a hand has flowers and nothing else, so that one of them may have won."""
    return all(tileset.role(written.tile) == "flower" for part in found for written in part.tiles)


def _last_ones(tileset: TileSet, found: Sequence[Part]) -> list[Written]:
    """The tiles of which the last one has won where no `+` says so."""
    concealed, flowers = _loose(tileset, found)
    return flowers if _is_of_flowers(tileset, found) else concealed


def _hand(tileset: TileSet, found: Sequence[Part], melds: tuple[Meld, ...]) -> Hand:
    """Without `+` the last concealed tile written has won."""
    won = [part.tiles[0] for part in found if part.mark == "+"] or _last_ones(tileset, found)[-1:]
    winning_tile = won[0].tile
    concealed, flowers = (
        [written.tile for written in tiles if written is not won[0]] for tiles in _loose(tileset, found)
    )
    return Hand(tileset.sorted(concealed), melds, winning_tile, tileset.sorted(flowers))


def _waiting(tileset: TileSet, found: Sequence[Part], melds: tuple[Meld, ...]) -> WaitingHand:
    concealed, flowers = ([written.tile for written in tiles] for tiles in _loose(tileset, found))
    return WaitingHand(tileset.sorted(concealed), melds, tileset.sorted(flowers))
