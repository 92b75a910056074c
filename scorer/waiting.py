"""Finds what a hand waits for, or which tiles help it, and what each win would pay."""

from __future__ import annotations

from collections import Counter

from scorer.distance import MOST_SHORT, Distance, distances
from scorer.engine.evaluate import holds, rules_view, set_aside_tiles
from scorer.engine.request import circumstance_faults, joker_win_fault
from scorer.engine.score import HandView
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Hand, Situation, WaitingHand
from scorer.readings import is_complete_hand
from scorer.ruleset.model import Ruleset
from scorer.scoring import Outcome, hand_outcome
from scorer.shapes import Kinds, Shape, TooManyReadings
from scorer.tiles import Tile, kinds_mask
from scorer.values import cached_property, dataclass, replace


@dataclass(frozen=True)
class WinningTile:
    """A tile that completes the hand, the number of unseen copies, and the outcome of both ways of winning.
    The outcome is an InputError if circumstances contradict the way of winning.
    """

    tile: Tile
    copies_left: int
    discard: Outcome
    self_draw: Outcome

    @property
    def can_win(self) -> bool:
        """Whether the hand with this tile meets the conditions for winning in one way or the other, but
        perhaps for the minimum, which more patterns would reach.
        """
        errors = (self.discard.error, self.self_draw.error)
        return not all(isinstance(error, NotAWinner) and not error.is_only_too_low for error in errors)


@dataclass(frozen=True)
class HelpingTile:
    """A tile that brings the hand nearer to complete, and the number of unseen copies."""

    tile: Tile
    copies_left: int


@dataclass(frozen=True)
class HandWaits:
    """What a hand without its winning tile waits for, or which tiles help it.

    `distances` are the shapes that it can reach, nearest first. `winning_tiles` is empty for a hand more than
    one tile short, `helping_tiles` for a hand that waits. `discarded_kinds` are the winning tiles among the
    player's own discards, and `circumstances` are those that follow from them under the rules. `absent_sets`
    is the number of sets that a part of a hand leaves out; it waits for the `helping_tiles` once they are
    complete.
    """

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    distances: tuple[Distance, ...]
    winning_tiles: tuple[WinningTile, ...] = ()
    helping_tiles: tuple[HelpingTile, ...] = ()
    discarded_kinds: Kinds = ()
    circumstances: tuple[str, ...] = ()
    absent_sets: int = 0

    @cached_property
    def missing_tiles(self) -> int | None:
        """The number of missing tiles, or None if no shape can be reached."""
        return self.distances[0].missing_tiles if self.distances else None

    @cached_property
    def nearest(self) -> tuple[Distance, ...]:
        return tuple(item for item in self.distances if item.missing_tiles == self.missing_tiles)

    @property
    def can_win(self) -> bool:
        """Whether a tile that completes the hand makes one that may win."""
        return not self.winning_tiles or any(item.can_win for item in self.winning_tiles)

    @property
    def copies_left(self) -> int:
        """The number of unseen copies of the tiles that win or help."""
        return sum(item.copies_left for item in (self.winning_tiles or self.helping_tiles))


def find_waits(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    discards: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> HandWaits:
    """What a hand waits for, or which tiles help it.

    `discards` are the player's own, `visible` other tiles seen on the table; neither can be drawn any
    more. Raises InputError if the situation allows no win at all, or if the search takes too many steps.

    >>> from scorer.scoring import load_ruleset
    >>> from scorer.notation import read_waiting
    >>> rules = load_ruleset("riichi")
    >>> hand, _ = read_waiting("234m345p67p456s55s", rules.tileset, rules.set_tables)
    >>> found = find_waits(rules, hand, Situation(False))
    >>> [
    ...     (rules.tileset.tile_code(item.tile), item.copies_left, item.discard.score.points)
    ...     for item in found.winning_tiles
    ... ]
    [('2p', 4, 2000), ('0p', 1, 3900), ('5p', 2, 2000), ('8p', 4, 2000)]
    """
    found = _distances(ruleset, hand, situation)
    result = HandWaits(ruleset, hand, situation, found)
    kinds = sorted({kind for item in result.nearest for kind in item.helping_kinds})
    jokers = [kind.index for kind in ruleset.tileset.kinds if kind.role == "joker"]
    jokers += sorted(wild_kinds(ruleset, situation).difference(kinds))
    left = _copies_left(result, [*kinds, *jokers], (*discards, *visible))
    helpful = [joker for joker in jokers if result.missing_tiles and _total_copies(left[joker])]
    stands_for = ruleset.set_tables.joker_tiles
    is_wanted = {one: one not in stands_for or stands_for[one] & kinds_mask(kinds) for one in helpful}
    if ruleset.set_tables.joker_groups and result.missing_tiles == 1:
        shapes, tables = active_shapes(ruleset, hand, situation), ruleset.set_tables
        is_wanted = {
            one: is_complete_hand(hand.with_winning_tile(Tile(one)), shapes, tables) for one in helpful
        }
    if result.missing_tiles == 1:
        never_win = {sort.kind for sort in ruleset.joker_sorts if sort.won is False}
        helpful = [one for one in helpful if one not in never_win]
    wanted = [*kinds, *(one for one in helpful if is_wanted[one])]
    if result.missing_tiles != 1:
        return replace(
            result, helping_tiles=tuple(HelpingTile(Tile(kind), _total_copies(left[kind])) for kind in wanted)
        )
    discarded, brought = _discarded_waits(ruleset, kinds, discards)
    faces = [face for kind in wanted for face in left[kind]]
    winning = tuple(_winning_tile(result, tile, count, discarded) for tile, count in faces)
    errors = [outcome.error for item in winning for outcome in (item.discard, item.self_draw)]
    faults = [fault for error in errors if isinstance(error, InputError) for fault in error.faults]
    if faults and all(isinstance(error, InputError) for error in errors):  # the user's fault, not the hand's
        raise InputError(dict.fromkeys(faults))
    return replace(result, winning_tiles=winning, discarded_kinds=discarded, circumstances=brought)


def find_part_waits(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    discards: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> HandWaits | None:
    """What a part of a hand waits for once the sets that it leaves out are complete, or None if it lacks more
    than one tile besides them. What a win pays depends on those sets.

    >>> from scorer.scoring import load_ruleset
    >>> from scorer.notation import read_waiting
    >>> rules = load_ruleset("riichi")
    >>> hand, _ = read_waiting("3334m", rules.tileset, rules.set_tables)
    >>> found = find_part_waits(rules, hand, Situation(False))
    >>> found.absent_sets, [rules.tileset.tile_code(item.tile) for item in found.helping_tiles]
    (3, ['2m', '4m', '5m'])
    """
    whole = {shape.id: shape for shape in active_shapes(ruleset, hand, situation)}
    parts = tuple(part for shape in whole.values() if (part := _shape_part(shape, hand)))
    found = _distances(ruleset, hand, situation, 1, parts) if parts else ()
    if not found:
        return None
    result = HandWaits(ruleset, hand, situation, found)
    kinds = sorted({kind for item in found for kind in item.helping_kinds})
    left = _copies_left(result, kinds, (*discards, *visible))
    discarded, brought = _discarded_waits(ruleset, kinds, discards)
    return replace(
        result,
        helping_tiles=tuple(HelpingTile(Tile(kind), _total_copies(left[kind])) for kind in kinds),
        discarded_kinds=discarded,
        circumstances=brought,
        absent_sets=whole[found[0].shape.id].sets - found[0].shape.sets,
    )


def _shape_part(shape: Shape, hand: WaitingHand) -> Shape | None:
    """The shape with fewer sets, so that the tiles of a hand are one short of it."""
    held = len(hand.concealed_tiles) + shape.set_size * len(hand.melds)
    absent, rest = divmod(shape.size - 1 - held, shape.set_size)
    if rest or not 0 < absent <= shape.sets - len(hand.melds):
        return None
    return replace(shape, sets=shape.sets - absent, size=shape.size - absent * shape.set_size)


def _discarded_waits(
    ruleset: Ruleset, kinds: list[int], discards: tuple[Tile, ...]
) -> tuple[Kinds, tuple[str, ...]]:
    """The kinds waited for that are among the player's discards, and the circumstances that they bring."""
    gone = {tile.kind for tile in discards}
    discarded = tuple(kind for kind in kinds if kind in gone)
    return discarded, tuple(item.id for item in ruleset.circumstances if item.own_discard and discarded)


def _distances(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    limit: int = MOST_SHORT,
    shapes: tuple[Shape, ...] = (),
) -> tuple[Distance, ...]:
    """The distances to some shapes, or to all that are allowed, of at most `limit` tiles. Raises
    InputError if the search takes too many steps.
    """
    shapes, tileset = shapes or active_shapes(ruleset, hand, situation), ruleset.tileset
    hand = played_hand(ruleset, hand, situation)
    try:
        return distances(hand, shapes, ruleset.set_tables, tileset.jokers, ruleset.formal_waits, limit)
    except TooManyReadings as error:
        raise InputError([Fault("hand", None, error.message, "hand")]) from error


def wild_kinds(ruleset: Ruleset, situation: Situation) -> frozenset[int]:
    """The kinds of tile that indicators make wild."""
    return rules_view(ruleset, situation).wild_kinds


def played_hand(ruleset: Ruleset, hand: WaitingHand, situation: Situation) -> WaitingHand:
    """The hand with jokers in place of the tiles that indicators make wild."""
    if wild := wild_kinds(ruleset, situation):
        from scorer.engine.wild import waiting_hand_with_jokers  # few hands have wild tiles

        return waiting_hand_with_jokers(hand, wild, ruleset)
    return hand


def active_shapes(ruleset: Ruleset, hand: WaitingHand, situation: Situation) -> tuple[Shape, ...]:
    """The shapes that the rules allow for the hand in at least one way of winning."""
    conditions = dict(ruleset.shape_conditions)
    if not conditions or not hand.concealed_tiles:
        return ruleset.shapes
    held = replace(hand, concealed_tiles=hand.concealed_tiles[:-1]).with_winning_tile(
        hand.concealed_tiles[-1]
    )
    views = [HandView(ruleset, held, replace(situation, self_draw=drawn)) for drawn in (True, False)]
    return tuple(
        shape for shape in ruleset.shapes if any(holds(conditions.get(shape.id), view) for view in views)
    )


CopiesOfFaces = list[tuple[Tile, int]]
"""The faces of a kind (red and plain), with the number of unseen copies of each."""


def _copies_left(result: HandWaits, kinds: list[int], table: tuple[Tile, ...]) -> dict[int, CopiesOfFaces]:
    """The unseen copies of these kinds, red ones first; only the plain face if there are none."""
    situation, tileset, left = result.situation, result.ruleset.tileset, {}
    shown = (tile for _, tiles in situation.indicators for tile in tiles)
    seen = Counter((*result.hand.pieces, *table, *shown, *set_aside_tiles(situation, result.ruleset)))
    for kind in kinds:
        plain, red = Tile(kind), Tile(kind, True)
        every = max(0, tileset.kinds[kind].copies - seen[plain] - seen[red])
        reds = min(every, max(0, tileset.red_copies(kind) - seen[red]))
        faces = [(red, reds), (plain, every - reds)]
        left[kind] = [face for face in faces if face[1]] or [(plain, 0)]
    return left


def _total_copies(faces: CopiesOfFaces) -> int:
    return sum(count for _, count in faces)


def _winning_tile(result: HandWaits, tile: Tile, copies_left: int, discarded_kinds: Kinds) -> WinningTile:
    """The outcomes of winning with a tile, including circumstances caused by the player's own discards."""
    situation = result.situation
    brought = [
        (item.id, 1)
        for item in result.ruleset.circumstances
        if not situation.circumstance_numbers.get(item.id)
        and (
            (item.own_discard == "any" and discarded_kinds)
            or (item.own_discard and tile.kind in discarded_kinds)
        )
    ]
    situation = replace(situation, circumstances=(*situation.circumstances, *brought))
    ways = replace(situation, self_draw=False), replace(situation, self_draw=True, discarder=None)
    discard, self_draw = (
        _checked_outcome(result.ruleset, result.hand.with_winning_tile(tile), way) for way in ways
    )
    return WinningTile(tile, copies_left, discard, self_draw)


def _checked_outcome(ruleset: Ruleset, hand: Hand, situation: Situation) -> Outcome:
    faults = [
        *joker_win_fault(hand, situation, ruleset, ""),
        *circumstance_faults(hand, situation, ruleset),
    ]
    return Outcome(error=InputError(faults)) if faults else hand_outcome(ruleset, hand, situation)


# ---- discards


@dataclass(frozen=True)
class Discard:
    """A tile that may be discarded, and what the remaining hand waits for."""

    tile: Tile
    waits: HandWaits


@dataclass(frozen=True)
class Discards:
    """The discards from a hand with one tile too many that leave it nearest to complete, best first."""

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    choices: tuple[Discard, ...]

    @property
    def missing_tiles(self) -> int | None:
        """The number of missing tiles after the best discard, or None if no shape can be reached."""
        return self.choices[0].waits.missing_tiles if self.choices else None

    @property
    def barred_choices(self) -> tuple[Discard, ...]:
        """The discards after which the hand waits for a tile discarded earlier, if the rules mind."""
        return tuple(choice for choice in self.choices if choice.waits.circumstances)

    @property
    def is_complete(self) -> bool:
        """Whether the hand is already complete: without one of its tiles, it waits for that tile."""
        return any(
            choice.tile.kind == found.tile.kind
            for choice in self.choices
            for found in choice.waits.winning_tiles
        )


def find_discards(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    earlier_discards: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> Discards:
    """The discards that leave the hand ready, or as near as possible. `earlier_discards` are the player's
    own, `visible` other tiles seen on the table.
    """
    nearest: list[tuple[Tile, WaitingHand]] = []
    short = MOST_SHORT
    for tile in dict.fromkeys(hand.concealed_tiles):
        rest = list(hand.concealed_tiles)
        rest.remove(tile)
        left = replace(hand, concealed_tiles=tuple(rest))
        if found := _distances(ruleset, left, situation, short):
            nearest = [*(nearest if found[0].missing_tiles == short else ()), (tile, left)]
            short = found[0].missing_tiles
    choices = [
        Discard(tile, find_waits(ruleset, left, situation, (*earlier_discards, tile), visible))
        for tile, left in nearest
    ]
    choices.sort(key=lambda choice: -choice.waits.copies_left)
    return Discards(ruleset, hand, situation, tuple(choices))
