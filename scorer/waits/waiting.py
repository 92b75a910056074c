"""What a hand waits for: each winning tile with the copies left and what either win would pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scorer.engine.evaluate import holds
from scorer.engine.legality import circumstance_faults, tiles_aside
from scorer.engine.results import Score
from scorer.engine.view import View
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Situation, WaitingHand
from scorer.library import score_hand
from scorer.readings import Kinds, Shape, TooManyReadings
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile
from scorer.values import cached_property, dataclass, replace
from scorer.waits.distance import Distance, distances


@dataclass(frozen=True)
class Outcome:
    """A win with one tile in one way: its score, or the reasons why it is none.

    `faults` are there where circumstances contradict this way of winning.
    """

    score: Score | None
    reasons: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class WinningTile:
    """A tile that completes the hand, how many copies are not seen yet, and what it would bring."""

    tile: Tile
    left: int
    discard: Outcome
    self_draw: Outcome


@dataclass(frozen=True)
class Helping:
    """A tile that brings the hand nearer, and how many copies are not seen yet."""

    tile: Tile
    left: int


@dataclass(frozen=True)
class Waits:
    """All that is to be said of a hand that has not won.

    `distances` are the shapes that it can become, nearest first. `winning` is empty for a hand more
    than one tile short, `helping` for one that waits. `discarded` are the winning tiles among the
    player's own discards, `circumstances` what follows from them under the rules.
    """

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    distances: tuple[Distance, ...]
    winning: tuple[WinningTile, ...] = ()
    helping: tuple[Helping, ...] = ()
    discarded: Kinds = ()
    circumstances: tuple[str, ...] = ()

    @cached_property
    def short(self) -> int | None:
        """How many tiles are missing; None where no shape can be reached any more."""
        return self.distances[0].short if self.distances else None

    @cached_property
    def nearest(self) -> tuple[Distance, ...]:
        """The shapes that are nearest."""
        return tuple(item for item in self.distances if item.short == self.short)

    @property
    def left(self) -> int:
        """How many copies of tiles that win, or help, are not seen yet."""
        return sum(item.left for item in (self.winning or self.helping))


def waits(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    discards: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> Waits:
    """What a hand waits for, or which tiles help it.

    `discards` are the player's own, `visible` other tiles seen on the table; both are gone. Raises
    InputError where the situation allows no win at all, and for a hand beyond all bounds.

    >>> from scorer.library import load_ruleset
    >>> from scorer.notation import read_waiting
    >>> rules = load_ruleset("riichi")
    >>> hand, _ = read_waiting("234m345p67p456s55s", rules.tileset, rules.set_tables)
    >>> found = waits(rules, hand, Situation(False))
    >>> [(rules.tileset.code(item.tile), item.left, item.discard.score.points) for item in found.winning]
    [('2p', 4, 2000), ('0p', 1, 3900), ('5p', 2, 2000), ('8p', 4, 2000)]
    """
    try:
        found = distances(hand, active_shapes(ruleset, hand, situation), ruleset.set_tables)
    except TooManyReadings as error:
        raise InputError([Fault("hand", None, str(error), "hand")]) from error
    result = Waits(ruleset, hand, situation, found)
    kinds = sorted({kind for item in result.nearest for kind in item.helping})
    seen = _Seen(ruleset, hand, situation, (*discards, *visible))
    if result.short != 1:
        return replace(result, helping=tuple(seen.helping(kinds)))
    return _with_wins(result, seen, kinds, {tile.kind for tile in discards})


@dataclass(frozen=True)
class Discard:
    """A tile that may be discarded, and what the rest waits for."""

    tile: Tile
    waits: Waits


@dataclass(frozen=True)
class Discards:
    """A hand with one tile too many, `hand`: the discards that leave it nearest to complete, best first."""

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    choices: tuple[Discard, ...]

    @property
    def short(self) -> int | None:
        """How many tiles are missing after the best discard; None where no shape can be reached."""
        return self.choices[0].waits.short if self.choices else None


def discards(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    gone: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> Discards:
    """Each discard that leaves the hand ready, or as near as it can be; `gone` are earlier discards."""
    found = []
    for tile in dict.fromkeys(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(tile)
        left = replace(hand, concealed=tuple(rest))
        found.append(Discard(tile, waits(ruleset, left, situation, (*gone, tile), visible)))
    near = min((one.waits.short for one in found if one.waits.short is not None), default=None)
    best = [one for one in found if near is not None and one.waits.short == near]
    best.sort(key=lambda one: -one.waits.left)
    return Discards(ruleset, hand, situation, tuple(best))


def active_shapes(ruleset: Ruleset, hand: WaitingHand, situation: Situation) -> Iterator[Shape]:
    """The shapes that are open to the hand in at least one way of winning."""
    conditions = dict(ruleset.shape_conditions)
    held = replace(hand, concealed=hand.concealed[:-1]).taking(hand.concealed[-1]) if hand.concealed else None
    views = (
        [View(ruleset, held, replace(situation, self_draw=drawn)) for drawn in (True, False)] if held else []
    )
    for shape in ruleset.shapes:
        if not views or any(holds(conditions.get(shape.id), view) for view in views):
            yield shape


class _Seen:
    """Counts the copies of a tile that are still to come."""

    def __init__(
        self, ruleset: Ruleset, hand: WaitingHand, situation: Situation, table: tuple[Tile, ...]
    ) -> None:
        self.tileset = ruleset.tileset
        shown = [tile for _, tiles in situation.indicators for tile in tiles]
        self.tiles = (*hand.tiles, *table, *shown, *tiles_aside(situation, ruleset))
        self.kinds = Counter(tile.kind for tile in self.tiles)
        self.reds = Counter(tile.kind for tile in self.tiles if tile.red)

    def left(self, kind: int) -> int:
        return max(0, self.tileset.kinds[kind].copies - self.kinds[kind])

    def pieces(self, kind: int) -> Iterator[tuple[Tile, int]]:
        """The red and the plain copies of a kind; the plain one alone where none is left."""
        left = self.left(kind)
        red = min(left, max(0, self.tileset.red_copies(kind) - self.reds[kind]))
        if red:
            yield Tile(kind, True), red
        if left > red or not left:
            yield Tile(kind), left - red

    def jokers(self) -> Iterator[int]:
        """The joker's face, where one may still come."""
        return (kind.index for kind in self.tileset.kinds if kind.role == "joker" and self.left(kind.index))

    def helping(self, kinds: Iterable[int]) -> Iterator[Helping]:
        kinds = list(kinds)
        for kind in [*kinds, *(self.jokers() if kinds else ())]:
            yield Helping(Tile(kind), self.left(kind))


def _with_wins(result: Waits, seen: _Seen, kinds: list[int], discards: set[int]) -> Waits:
    discarded = tuple(kind for kind in kinds if kind in discards)
    tiles = [piece for kind in [*kinds, *seen.jokers()] for piece in seen.pieces(kind)]
    winning = tuple(_winning(result, tile, left, discarded) for tile, left in tiles)
    _refuse_impossible(winning)
    return replace(
        result, winning=winning, discarded=discarded, circumstances=tuple(_brought(result.ruleset, discarded))
    )


def _brought(ruleset: Ruleset, discarded: Kinds) -> Iterator[str]:
    """The circumstances that follow from winning tiles among the own discards."""
    return (item.id for item in ruleset.circumstances if item.own_discard and discarded)


def _winning(result: Waits, tile: Tile, left: int, discarded: Kinds) -> WinningTile:
    situation = _with_discards(result, tile, discarded)
    discard, self_draw = (
        _outcome(result, tile, replace(situation, self_draw=drawn)) for drawn in (False, True)
    )
    return WinningTile(tile, left, discard, self_draw)


def _with_discards(result: Waits, tile: Tile, discarded: Kinds) -> Situation:
    """The situation with what the own discards bring for this tile."""
    situation = result.situation
    brought = [
        (item.id, 1)
        for item in result.ruleset.circumstances
        if not situation.number.get(item.id)
        and ((item.own_discard == "any" and discarded) or (item.own_discard and tile.kind in discarded))
    ]
    return replace(situation, circumstances=(*situation.circumstances, *brought))


def _outcome(result: Waits, tile: Tile, situation: Situation) -> Outcome:
    if situation.self_draw:
        situation = replace(situation, discarder=None)
    hand = result.hand.taking(tile)
    faults = tuple(circumstance_faults(hand, situation, result.ruleset))
    if faults:
        return Outcome(
            None, tuple(fault.message.partition(": ")[2] or fault.message for fault in faults), faults
        )
    try:
        return Outcome(score_hand(result.ruleset, hand, situation))
    except NotAWinner as error:
        return Outcome(None, error.reasons or (error.message,))
    except InputError as error:
        return Outcome(None, tuple(fault.message for fault in error.faults), error.faults)


def _refuse_impossible(winning: tuple[WinningTile, ...]) -> None:
    """Circumstances that contradict every win are the user's fault, not the hand's."""
    outcomes = [outcome for item in winning for outcome in (item.discard, item.self_draw)]
    if outcomes and all(outcome.faults for outcome in outcomes):
        raise InputError(dict.fromkeys(fault for outcome in outcomes for fault in outcome.faults))
