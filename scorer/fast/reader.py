"""Reads notation directly into packed hands. Only plainly legal input is read; everything else is left to the
readable evaluator.

A hand is cut into pieces (`406p`, `(345m)`), and every piece is read once. Sums give the number of tiles and,
with a spare bit above each count, whether there are too many copies of a tile.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.request import joker_call_faults
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.hand_layout import MeldKey
from scorer.fast.packing import Context, PackedTiles
from scorer.fast.situation_reader import SituationReader
from scorer.fast.situations import PackedHand
from scorer.hand import LONGEST_HAND_TEXT
from scorer.memo import MOST_NUMBERS, Memo
from scorer.shapes import can_be_added
from scorer.usual import FULL_WIDTH, GLYPHS, HONORS, means_usual_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.fast.hand_layout import CalledSet, HandLayout, PackedMelds, Tiles
    from scorer.fast.requests import RequestFields
    from scorer.fast.situations import SituationNumbers

MELD = re.compile(r"[(\[][^()\[\]]*[)\]]")
"""A set in brackets."""
BRACKETS = ("()", "[]")
SELECTOR_BEHIND_GLYPH = re.compile("(?<=[\U0001f000-\U0001f02b])[\ufe0e\ufe0f]")
BEHIND_DIGIT = re.compile(f"(?<=[0-9])[ ,{''.join(HONORS)}\U0001f000-\U0001f02b]")
"""Text that is refused, because the letter of a suit is missing."""
REFUSED = "?"


class CountedTile(NamedTuple):
    """A tile as it was read: what it adds to a piece, its kind, and whether it is red."""

    unit: int
    kind: int
    red: bool


class HandReader:
    """Reads hands in notation for one ruleset."""

    def __init__(self, layout: HandLayout, situations: SituationNumbers) -> None:
        self.layout, ruleset = layout, layout.ruleset
        self.kinds = layout.tileset.kinds
        self.tile_of = layout.tileset.tile_by_code
        written = [letter for letter, _ in groupby(layout.shift, lambda kind: self.kinds[kind].letter)]
        self.letters = [*dict.fromkeys([*written, *sorted({text[-1] for text in self.tile_of})])]
        self.in_order = len(set(written)) == len(written)
        """whether tiles of one letter are written together"""
        self.count_at = layout.end
        self.most_repeats = min((layout.tile_mask >> 1) - 1, 6)
        """how many digits of a piece must repeat before a count can leave its place"""
        self.flowers = {text[-1] for text, tile in self.tile_of.items() if tile.kind in layout.flower_bit}
        self.tiles_mask = (1 << self.count_at) - 1
        one = {tile: (tile.kind not in layout.flower_bit) << self.count_at for tile in layout.units}
        self.counted_units = {tile: unit + one[tile] for tile, unit in layout.units.items()}
        """what a tile adds to a piece; a flower, which lies beside the hand, is none of its number"""
        self.limits = layout.limits
        self.limited_jokers = {sort.kind for sort in ruleset.joker_sorts if sort.won is not True}
        """the jokers that may not always be the winning tile"""
        tables = ruleset.set_tables
        self.kind_of = {
            (len(tiles), tuple(sorted(tiles))): kind.id
            for kind in reversed(ruleset.kinds)
            for tiles in tables.tuples[kind.id]
        }
        self.declared_kinds, self.callable_kinds = (
            frozenset(tables.declared_kinds),
            frozenset(ruleset.callable_kinds),
        )
        self.spellings: dict[int, str | None] = dict.fromkeys(map(ord, " ,"))
        """what each other way to write a tile stands for, and that separators stand for nothing"""
        others = {**(HONORS if means_usual_tile(layout.tileset, "1z") else {}), **GLYPHS}
        self.spellings |= {
            ord(sign): code for sign, code in others.items() if means_usual_tile(layout.tileset, code)
        }
        self.suits = [(letter, self._suit(letter)) for letter in self.letters]
        capitals = "".join(letter.upper() for letter in self.letters if letter.isascii())
        self.in_capitals = re.compile(rf"(?:[0-9]+[{capitals}]|[()\[\]+ ,])*")
        """matches a hand whose suits are all written in capitals, each behind its digits"""
        self.winning_tiles: Memo[str, CountedTile] = Memo(self._read_winning_tile, 256)
        self.called_sets: Memo[str, CalledSet] = Memo(self._read_called_set)
        self.melds: Memo[tuple[str, Context], PackedMelds] = Memo(self._read_melds, MOST_NUMBERS)
        """by their text and the winds in force"""
        self.situation_reader = SituationReader(layout, situations, self._loose_tiles)
        self.checked_situations, self.indicator_sets = (
            self.situation_reader.checked_situations,
            self.situation_reader.indicator_sets,
        )

    def packed_hand(self, request: RequestFields) -> PackedHand:
        """The hand of a request. Raises NeedsReadableEvaluator for anything that is not plainly legal."""
        hand, situation_fields, indicators = request
        text = self.plain_text(hand)
        checked = self.checked_situations[situation_fields]
        situation = checked.packed_situation
        indicated = self.indicator_sets[indicators]
        if indicated.names and not all(map(checked.allows_indicators.__getitem__, indicated.names)):
            raise NeedsReadableEvaluator("indicators that the situation does not allow")
        loose, plus, last = text.rpartition("+")
        if not plus:
            loose, last = self._last_written(text)
        melds, whole = situation.no_melds, 0
        if "(" in loose or "[" in loose:
            loose, melds = self.split_melds(loose, situation.context)
            whole = melds.tiles
        unit, winning, red = self.winning_tiles[last]
        tiles = self.concealed_counts(loose) + unit
        if (tiles >> self.count_at) + melds.size not in self.layout.sizes:
            raise NeedsReadableEvaluator("the number of tiles")
        tiles &= self.tiles_mask
        held = tiles + whole
        offset, guard = self.limits
        if (held + offset | held + indicated.units + situation.tiles_aside + offset) & guard:
            raise NeedsReadableEvaluator("too many of a tile")
        if checked.needs_closed_hand and not melds.is_concealed:
            raise NeedsReadableEvaluator("a closed hand is needed")
        if checked.hand_checks and not self.situation_reader.is_allowed(
            checked, PackedTiles(held), melds, winning
        ):
            raise NeedsReadableEvaluator("a circumstance that the hand does not allow")
        return PackedHand(
            PackedTiles(tiles), melds, winning, red, situation, checked.table, indicated.pointed_tiles
        )

    # ---- the hand

    def plain_text(self, text: str) -> str:
        """The hand with digits and letters for every tile and without separators. It has REFUSED in it where
        these could be misread.
        """
        if len(text) > LONGEST_HAND_TEXT:
            return REFUSED
        if text.isascii() and text.islower() and " " not in text and "," not in text:
            return text
        if self.in_capitals.fullmatch(text):
            return text.lower().translate(self.spellings)
        if not text.isascii():
            text = SELECTOR_BEHIND_GLYPH.sub("", text).translate(FULL_WIDTH)
        return BEHIND_DIGIT.sub(REFUSED, text).translate(self.spellings)

    def plain_texts(self, texts: Sequence[str]) -> Sequence[str]:
        """The same for many hands, most of which are written with digits and letters."""
        whole = "".join(texts)
        is_plain = whole.isascii() and whole == whole.lower() and " " not in whole and "," not in whole
        if is_plain and max(map(len, texts)) <= LONGEST_HAND_TEXT:
            return texts
        return list(map(self.plain_text, texts))

    def _suit(self, letter: str) -> Memo[str, int]:
        return Memo(lambda digits: self._piece(digits + letter))

    def concealed_counts(self, text: str) -> int:
        """The tiles outside of brackets, and above them their number."""
        try:
            return self._counts_of_text(text)
        except NeedsReadableEvaluator:
            return self._counts_of_text(self._one_piece_per_letter(text))

    def _counts_of_text(self, text: str) -> int:
        """The tiles of a text that has one piece for each letter, in the order of the letters."""
        tiles, rest = 0, text
        for letter, pieces in self.suits:
            digits, found, behind = rest.partition(letter)
            if found:
                tiles += pieces[digits]
                rest = behind
        if rest:
            raise NeedsReadableEvaluator("more than one piece of a letter")
        return tiles

    def _one_piece_per_letter(self, text: str) -> str:
        """One piece for each letter, in the order of the letters."""
        digits, begin = dict.fromkeys(self.letters, ""), 0
        for at, sign in enumerate(text):
            if sign in digits:
                if at == begin:
                    raise NeedsReadableEvaluator("no digits")
                digits[sign] += text[begin:at]
                begin = at + 1
        return "".join([digits[letter] + letter for letter in self.letters if digits[letter]]) + text[begin:]

    def _last_written(self, text: str) -> tuple[str, str]:
        """The winning tile without `+`: the last concealed tile."""
        if len(text) < 3 or text[-1] in ")]":
            raise NeedsReadableEvaluator("no winning tile")
        rest = text[:-2] + text[-1] if text[-3].isdigit() else text[:-2]
        return rest, text[-2:]

    def _piece(self, text: str) -> int:
        """The tiles of a piece, and above them their number. Refuses so many of a tile that its count
        would run into the next one's.
        """
        tiles, is_flower = self._read_tiles(text), text[-1] in self.flowers
        repeats = len(tiles) - len(set(tiles))
        if (
            (repeats and is_flower)
            or len(tiles) > 15
            or (repeats >= self.most_repeats and self.layout.has_too_many(tiles))
        ):
            raise NeedsReadableEvaluator("too many of a tile")
        return sum([self.counted_units[tile] for tile in tiles])

    def _loose_tiles(self, text: str) -> Tiles:
        return self._read_pieces(self.plain_text(text))

    def _read_pieces(self, text: str) -> Tiles:
        for letter in self.letters:
            text = text.replace(letter, letter + " ")
        return tuple([tile for piece in text.split() for tile in self._read_tiles(piece)])

    def _read_tiles(self, text: str) -> Tiles:
        digits, letter = text[:-1], text[-1:]
        if not digits:
            raise NeedsReadableEvaluator("no digits")
        try:
            return tuple([self.tile_of[digit + letter] for digit in digits])
        except KeyError as error:
            raise NeedsReadableEvaluator("a piece that is no tiles") from error

    def _read_winning_tile(self, text: str) -> CountedTile:
        if text not in self.tile_of or text[-1] in self.flowers:
            raise NeedsReadableEvaluator("no winning tile")
        if self.tile_of[text].kind in self.limited_jokers:
            raise NeedsReadableEvaluator("a joker that may not always win")
        return CountedTile(self.counted_units[self.tile_of[text]], *self.tile_of[text])

    def split_melds(self, text: str, context: Context) -> tuple[str, PackedMelds]:
        """The tiles and the melds; one look finds those that stand behind all tiles, as they mostly do."""
        if text[-1] not in ")]":
            text = self._melds_last(text)
        at, concealed = text.find("("), text.find("[")
        if at < 0 or 0 <= concealed < at:
            at = concealed
        return text[:at], self.melds[text[at:], context]

    def _read_melds(self, key: tuple[str, Context]) -> PackedMelds:
        """The melds of a text that has nothing else."""
        text, context = key
        if MELD.sub("", text):
            raise NeedsReadableEvaluator("a bracket is missing")
        called = self.called_sets_of(text)
        melds = self.layout.sum_melds(context, called)
        if melds.tiles + self.limits.offset & self.limits.guard or len(called) > 6:
            raise NeedsReadableEvaluator("too many of a tile")
        return melds

    def called_sets_of(self, text: str) -> tuple[CalledSet, ...]:
        """The sets in brackets of a hand, in their order."""
        return tuple([self.called_sets[part] for part in MELD.findall(text)])

    def _melds_last(self, text: str) -> str:
        """The same hand with its melds after all other tiles."""
        pieces, melds = MELD.split(text), MELD.findall(text)
        if not melds or any(piece and piece[-1] not in self.letters for piece in pieces):
            raise NeedsReadableEvaluator("a bracket or a letter is missing")
        return "".join([*pieces, *melds])

    def _read_called_set(self, text: str) -> CalledSet:
        """A set in brackets."""
        concealed, inside = text[:1] == "[", text[1:-1]
        if text[:1] + text[-1:] not in BRACKETS or len(inside) > 15:
            raise NeedsReadableEvaluator("no set")
        before, sign, added = inside.rpartition("+")
        if sign and not before:
            raise NeedsReadableEvaluator("a set that nothing was added to")
        meld = self.meld_key(self._sorted_tiles(before + added), concealed)
        if meld and before:
            meld = self.added_meld(meld) if not concealed and added in self.tile_of else None
        meld = meld or self._meld_with_jokers(inside, concealed)
        if meld is None:
            raise NeedsReadableEvaluator("no set that may be called")
        return self.layout.called_sets[meld]

    def _meld_with_jokers(self, text: str, is_concealed: bool) -> MeldKey | None:
        """A set with jokers in it, if it is clear what they represent, and the rules allow them there."""
        tiles = self._read_pieces(text) if "+" not in text else ()
        if not any(kind in self.layout.jokers for kind, _ in tiles) or self.layout.asks_fifth_copies:
            return None
        from scorer.melds import sets_with_jokers  # few hands have a joker in a called set

        ruleset = self.layout.ruleset
        found = sets_with_jokers(tiles, ruleset.set_tables, is_concealed)
        allowed = self.declared_kinds if is_concealed else self.callable_kinds
        if len(found) != 1 or found[0].kind not in allowed or any(joker_call_faults(found, ruleset, "")):
            return None
        (meld,) = found
        return MeldKey(meld.kind, meld.tiles, meld.is_concealed, jokers=meld.jokers)

    def _sorted_tiles(self, text: str) -> Tiles:
        return tuple(sorted(self._read_pieces(text), key=lambda tile: (tile.kind, not tile.red)))

    def added_meld(self, meld: MeldKey) -> MeldKey | None:
        """A called set that got its last tile later, if it may have been called as a smaller set."""
        may_be_added = can_be_added(meld.kind, meld.tiles, self.layout.ruleset.set_tables)
        return meld._replace(is_added=True) if may_be_added else None

    def meld_key(self, tiles: Tiles, is_concealed: bool) -> MeldKey | None:
        """The set that these tiles form, if it may be written in such brackets."""
        name = self.kind_of.get((len(tiles), tuple([kind for kind, _ in tiles])))
        allowed = self.declared_kinds if is_concealed else self.callable_kinds
        return MeldKey(name, tiles, is_concealed) if name in allowed else None
