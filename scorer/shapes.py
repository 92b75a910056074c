"""Kinds of set and shapes of a ruleset, readings with their groups, and tables of all possible sets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from math import perm
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorer.memo import Memo
from scorer.message import Message
from scorer.values import cached_property, dataclass, field

if TYPE_CHECKING:
    from scorer.tiles import Names, Tile, TileSet

Kinds = tuple[int, ...]
Filling = tuple[tuple[str, Kinds], ...]
ALL_TILES = -1
"""The class of all tiles."""


class TooManyReadings(Exception):
    """A hand or rule file would need too long a search."""

    def __init__(self, message: Message = Message("too many readings")) -> None:  # noqa: B008
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class SetKind:
    """A kind of set by the relation between its tiles.

    `same` and `differ` name attributes (or `tile`); `run` names the attribute whose values rise by
    `step`; `mask` is the class that all its tiles belong to, if any. A `declared` kind (kong) exists only if
    it is declared: it is always a meld.
    """

    id: str
    size: int
    same: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()
    run: str = ""
    step: int = 1
    declared: bool = False
    names: Names = ()
    mask: int | None = None


@dataclass(frozen=True)
class Shape:
    """What a complete hand is made of.

    `way` says how it is filled: sets (with pairs and loose singles), pairs, one_of_each (`mask`), fixed (a
    `row_choices` part, then sets), different (tiles of `mask` or of a `knitted_choices` part) or flowers, of
    which the last one is the hand. Loose singles are tiles of `mask`, or any if it is 0. `size` is the number
    of tiles, each set counted as `set_size`. Pairs are of two equal tiles unless `pair_kind` names their
    kind; they are sets of that kind then.
    """

    id: str
    way: str
    size: int
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: tuple[str, ...] = ()
    different: bool = False
    concealed: bool = False
    mask: int = 0
    knitted: str = ""
    names: Names = ()
    set_size: int = 3
    pair_kind: str = ""
    flowers: int = 0

    @property
    def set_kinds(self) -> tuple[str, ...]:
        """The kinds of set that it may have, including the kind of its pairs."""
        return (*self.kinds, self.pair_kind) if self.pair_kind else self.kinds

    @property
    def kind_group_count(self) -> int:
        """The number of its groups that are sets of some kind."""
        return self.sets + self.pairs if self.pair_kind else self.sets

    @property
    def most_sets(self) -> int:
        """The most sets in a reading: groups of a kind of set, and the rows of a fixed shape."""
        lines = self.knitted.split(OTHER_ROWS) if self.way == "fixed" else [""]
        return self.kind_group_count + max(len(row_parts(line)) for line in lines)


# ---- what a reading consists of


@dataclass(frozen=True)
class Group:
    """One set, pair or single of a reading. A called group took another player's discard before the win; an
    added one got another tile later. A set of three or more that a discard completed is neither called nor
    concealed.
    """

    kind: str
    tiles: tuple[Tile, ...]
    is_concealed: bool = True
    is_called: bool = False
    is_won: bool = False
    is_first_called: bool = False
    jokers: int = 0
    is_melded: bool = False
    is_added: bool = False

    @cached_property
    def kinds(self) -> Kinds:
        return tuple(tile.kind for tile in self.tiles)

    @cached_property
    def mask(self) -> int:
        return sum(1 << kind for kind in {*self.kinds})


@dataclass(frozen=True)
class Reading:
    """One filling of one shape, with the set that the winning tile completed and the kind of wait.

    `wait` is empty for a row of tiles that are not consecutive. `jokers` are the kinds that the hand's jokers
    stand for, in the order of the tile set.
    """

    shape: str
    groups: tuple[Group, ...]
    wait: str
    jokers: Kinds = ()
    won_as: int = field(default=-1, compare=False)
    """the kind of the winning tile; if a joker won, the first of those with which it completes the set so"""

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for group in self.groups for tile in group.tiles)

    @property
    def winning_group(self) -> Group | None:
        """The set that the winning tile completed, if one did."""
        return next((group for group in self.groups if group.is_won), None)


# ---- the tile tuples of each kind of set, from which shapes are filled

MOST_KNOWN = 512
"""Hands whose readings are kept."""
MOST_TUPLES = 20_000
MOST_TRIED = 200_000
"""Tiles tried for the sets of all kinds together."""


class TooManySets(TooManyReadings):
    """A kind of set with too many different sets."""

    def __init__(self, kind: str, message: Message) -> None:
        super().__init__(message)
        self.kind = kind


class SetTables:
    """The tile tuples of each kind of set in a tile set, and an index of them by lowest tile."""

    def __init__(
        self,
        kinds: tuple[SetKind, ...],
        tileset: TileSet,
        tuples: dict[str, tuple[Kinds, ...]] | None = None,
        joker_tiles: tuple[tuple[int, int], ...] = (),
        joker_groups: tuple[str, ...] = (),
    ) -> None:
        """Pass `tuples` if they are already known, for example from the cache. `joker_tiles` are what sorts
        of joker may represent, if these are not all tiles, and `joker_groups` the kinds of group that
        jokers may stand in, if these are not all of them.
        """
        self.tileset = tileset
        self.joker_groups = frozenset(joker_groups)
        self.joker_tiles: Mapping[int, int] = MappingProxyType(dict(joker_tiles))
        self.kinds: Mapping[str, SetKind] = MappingProxyType({kind.id: kind for kind in kinds})
        self.tuples: Mapping[str, tuple[Kinds, ...]] = MappingProxyType(
            tuples or _tuples_by_kind(kinds, tileset)
        )
        self.tuple_sets: Mapping[str, frozenset[Kinds]] = MappingProxyType(
            {name: frozenset(tuples) for name, tuples in self.tuples.items()}
        )
        self.declared_kinds = tuple(kind.id for kind in kinds if kind.declared)
        self._knitted_by_text: dict[str, tuple[tuple[Kinds, ...], ...]] = {}
        self._counts_by_text: dict[str, tuple[tuple[int, Counter[int]], ...]] = {}
        self._rows: dict[str, tuple[Filling, ...]] = {}
        self.known_readings: Memo[object, tuple[Reading, ...]] = Memo(limit=MOST_KNOWN)
        """a cache: the readings of hands that were asked about last, each with its situation and shapes"""
        self._starting: dict[tuple[str, ...], dict[int, list[tuple[str, Kinds]]]] = {}

    def groups_by_lowest_kind(self, names: tuple[str, ...]) -> dict[int, list[tuple[str, Kinds]]]:
        """Sets of these kinds by their lowest tile, in the order of the kinds."""
        if names not in self._starting:
            table: dict[int, list[tuple[str, Kinds]]] = {}
            for name in names:
                for kinds in () if self.kinds[name].declared else self.tuples[name]:
                    table.setdefault(kinds[0], []).append((name, kinds))
            self._starting[names] = table
        return self._starting[names]

    def pair_tuples(self, shape: Shape) -> tuple[Kinds, ...]:
        equal = tuple((kind, kind) for kind in self.tileset.playing_kinds)
        return self.tuples[shape.pair_kind] if shape.pair_kind else equal

    def single_kinds(self, shape: Shape) -> Kinds:
        """The tiles that loose singles of a shape can be."""
        playing = self.tileset.playing_kinds
        return tuple(kind for kind in playing if not shape.mask or shape.mask >> kind & 1)

    def knitted_choices(self, text: str) -> tuple[tuple[Kinds, ...], ...]:
        if text not in self._knitted_by_text:
            self._knitted_by_text[text] = tuple(knitted_rows(text, self.tileset))
        return self._knitted_by_text[text]

    def knitted_counts(self, text: str) -> tuple[tuple[int, Counter[int]], ...]:
        """For each choice of tiles: the bit mask of their kinds, and how often each occurs."""
        if text not in self._counts_by_text:
            counts = [Counter(kind for row in rows for kind in row) for rows in self.knitted_choices(text)]
            self._counts_by_text[text] = tuple([(sum([1 << kind for kind in one]), one) for one in counts])
        return self._counts_by_text[text]

    def row_choices(self, text: str) -> tuple[Filling, ...]:
        """The rows of a fixed shape as groups, for every choice of suits and numbers."""
        if text not in self._rows:
            self._rows[text] = tuple(
                [tuple([(self._row_kind(row), row) for row in rows]) for rows in self.knitted_choices(text)]
            )
        return self._rows[text]

    def _row_kind(self, row: Kinds) -> str:
        """What a row is: a single tile, a pair, a set of some kind, or else a row of its own kind."""
        if len(row) <= 2 and len(set(row)) == 1:
            return "single" if len(row) == 1 else "pair"
        names = (name for name, known in self.tuple_sets.items() if not self.kinds[name].declared)
        return next((name for name in names if tuple(sorted(row)) in self.tuple_sets[name]), KNITTED)

    def find_set_kind(self, tiles: tuple[Tile, ...]) -> str | None:
        """The kind of set that these tiles make, or None; pairs are ignored."""
        kinds = tuple(sorted(tile.kind for tile in tiles))
        found = (name for name, known in self.tuple_sets.items() if len(kinds) > 2 and kinds in known)
        return next(found, None)


def can_be_added(kind: str, tiles: tuple[Tile, ...], tables: SetTables) -> bool:
    """Whether a set may have been called as a smaller one, to which its owner added a tile later: a kong."""
    rests = (tiles[:place] + tiles[place + 1 :] for place in range(len(tiles)))
    return kind in tables.declared_kinds and any(map(tables.find_set_kind, rests))


@lru_cache(maxsize=8)
def _tuples_by_kind(kinds: tuple[SetKind, ...], tileset: TileSet) -> dict[str, tuple[Kinds, ...]]:
    """The sets of each kind, cached because most overlays share those of their base. Raises TooManySets."""
    search = _SetSearch(tileset)
    return {kind.id: tuple(search.find_sets(kind)) for kind in kinds}


class _SetSearch:
    """Finds all sets of a kind, up to a limit."""

    def __init__(self, tileset: TileSet) -> None:
        self.tileset, self.attempts = tileset, 0
        self._matching_kinds_by_first: dict[tuple[str, int], list[int]] = {}

    def find_sets(self, kind: SetKind) -> Iterator[Kinds]:
        """The sets of a kind. Raises TooManySets."""
        for count, kinds in enumerate(self._extend_set(kind, ())):
            if count >= MOST_TUPLES:
                raise TooManySets(kind.id, Message("kind of too many sets", kind.id, MOST_TUPLES))
            yield tuple(sorted(kinds))

    def _extend_set(self, kind: SetKind, kinds: Kinds) -> Iterator[Kinds]:
        """All sets of the kind that begin with these tiles: runs in rising order, others in the order of
        the tile set.
        """
        if len(kinds) == kind.size:
            yield kinds
            return
        following = self._matching_kinds(kind, kinds[0]) if kinds else self.tileset.playing_kinds
        self.attempts += len(following)
        if self.attempts > MOST_TRIED:
            raise TooManySets(kind.id, Message("kind of sets beyond search", kind.id))
        for index in following:
            if (not kinds or kind.run or index >= kinds[-1]) and self._can_add_last(kind, (*kinds, index)):
                yield from self._extend_set(kind, (*kinds, index))

    def _matching_kinds(self, kind: SetKind, first_kind: int) -> list[int]:
        """The tiles that agree with the first one in the attributes that the kind requires to be the same."""
        if (kind.id, first_kind) not in self._matching_kinds_by_first:
            self._matching_kinds_by_first[kind.id, first_kind] = [
                index
                for index in self.tileset.playing_kinds
                if all(
                    self._attribute_value(index, name) == self._attribute_value(first_kind, name) is not None
                    for name in kind.same
                )
            ]
        return self._matching_kinds_by_first[kind.id, first_kind]

    def _attribute_value(self, index: int, name: str) -> str | int | None:
        return index if name == "tile" else self.tileset.kinds[index].attribute_values.get(name)

    def _can_add_last(self, kind: SetKind, kinds: Kinds) -> bool:
        """Whether the last tile fits the others, given that it agrees with the first."""
        new = self.tileset.kinds[kinds[-1]]
        has_copies = self.tileset.fifth or kinds.count(new.index) <= new.copies  # jokers are the others
        if not has_copies or (kind.mask is not None and not kind.mask >> new.index & 1):
            return False
        if any(self._attribute_value(new.index, name) is None for name in kind.same):
            return False
        if kind.run:
            start, rank = (
                self._attribute_value(kinds[0], kind.run),
                self._attribute_value(new.index, kind.run),
            )
            if not isinstance(start, int) or rank != start + kind.step * (len(kinds) - 1):
                return False
        differing = ([self._attribute_value(index, name) for index in kinds] for name in kind.differ)
        return all(None not in values and len(set(values)) == len(values) for values in differing)


# ---- rows of tiles with letters for suits and numbers

KNITTED = "knitted"
"""The kind of a row that is no set of another kind."""
OTHER_ROWS = " | "
"""What stands between the rows of a shape and others that it may have instead."""
PARTNER = "D"
"""Stands in a row for the tile that goes with the suit."""
PLAIN_ROWS = re.compile(r"(?:[0-9]+[A-Za-z])+\Z")
LETTER_ROW = re.compile(rf"(?:(?:[a-z](?:\+[1-9])?)+|{PARTNER}+)[A-Za-z]\Z")
_DIGIT_ROW = re.compile("(?<![0-9])([0-9]*)([^0-9])")
_NUMBER = re.compile(rf"[0-9{PARTNER}]|[a-z](?:\+[1-9])?")
MOST_CHOICES = 5_000
"""The most choices of suits and numbers for the rows of a shape."""


class RowPart(NamedTuple):
    """A row as it is written: the letter of its suit, and before it digits, letters of numbers (`n+1`) or
    PARTNER.
    """

    numbers: tuple[str, ...]
    suit: str


@lru_cache(maxsize=1 << 10)
def row_parts(text: str) -> tuple[RowPart, ...]:
    """The rows of a text; a row with letters for numbers stands between spaces.

    >>> [part.suit for part in row_parts("147A258B nn+1m")], row_parts("nn+1m")[0].numbers
    (['A', 'B', 'm'], ('n', 'n+1'))
    """
    parts: list[RowPart] = []
    for word in text.split():
        rows = [(word[:-1], word[-1])] if LETTER_ROW.match(word) else _DIGIT_ROW.findall(word)
        parts += [RowPart(tuple(_NUMBER.findall(numbers)), suit) for numbers, suit in rows]
    return tuple(parts)


def choice_count(text: str, tileset: TileSet) -> int:
    """How many choices of suits and numbers there are to try for such rows."""
    suits, numbers = _row_letters(row_parts(text))
    return perm(len(_numbered_suits(tileset)), len(suits)) * perm(MOST_RANKS, len(numbers))


MOST_RANKS = 9


def _row_letters(parts: tuple[RowPart, ...]) -> tuple[list[str], list[str]]:
    """The letters in rows that stand for suits, and those that stand for numbers."""
    suits = {part.suit for part in parts if part.suit.isupper()}
    numbers = {number[0] for part in parts for number in part.numbers if number[0].islower()}
    return sorted(suits), sorted(numbers)


def _numbered_suits(tileset: TileSet) -> list[str]:
    plain = [suit.letter for suit in tileset.suits if suit.role == "tile"]
    firsts = {suit: tileset.by_code.get(f"1{suit}") for suit in plain}
    return [suit for suit, one in firsts.items() if one and tileset.attributes[0] in one.attribute_values]


def knitted_rows(text: str, tileset: TileSet) -> Iterator[tuple[Kinds, ...]]:
    """The rows of `147A 258B 369C` for every choice of different suits, and of `nnA n+1n+1B` for every
    number besides; different letters are different numbers. One empty choice without text. Choices of the
    same rows come once.
    """
    seen = set[tuple[Kinds, ...]]()
    for line in text.split(OTHER_ROWS):
        parts = row_parts(line)
        letters, numbers = _row_letters(parts)
        for suits in permutations(_numbered_suits(tileset), len(letters)):
            suit = dict(zip(letters, suits, strict=True))
            for ranks in permutations(range(1, MOST_RANKS + 1), len(numbers)):
                rank = dict(zip(numbers, ranks, strict=True))
                made = [_row_kinds(part, suit, rank, tileset) for part in parts]
                rows = tuple([row for row in made if row is not None])
                if len(rows) == len(parts) and (same := tuple(sorted(rows))) not in seen:
                    seen.add(same)
                    yield rows


def _row_kinds(part: RowPart, suits: dict[str, str], ranks: dict[str, int], tileset: TileSet) -> Kinds | None:
    """The tiles of a row under a choice of suits and numbers; None if there are no such tiles."""
    suit, found = suits.get(part.suit, part.suit), []
    for number in part.numbers:
        letter, _, more = number.partition("+")
        if number == PARTNER:
            found.append(dict(tileset.partners).get(suit, -1))
            continue
        digit = ranks[letter] + int(more or 0) if letter in ranks else int(letter)
        kind = tileset.by_code.get(f"{digit}{suit}")
        found.append(-1 if kind is None else kind.index)
    return None if -1 in found else tuple(found)
