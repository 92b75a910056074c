"""Every reading of a hand, and the tiles that would complete it."""

from __future__ import annotations

from collections import Counter

from scorer.hand import Hand
from scorer.readings.filling import Steps, fillings
from scorer.readings.groups import Reading
from scorer.readings.jokers import substitutions
from scorer.readings.shapes import Kinds, Shape
from scorer.readings.tables import SetTables
from scorer.readings.winning import won_readings
from scorer.tiles import Tile
from scorer.values import replace


def read_hand(
    hand: Hand,
    self_draw: bool,
    shapes: tuple[Shape, ...],
    tables: SetTables,
    steps: Steps | None = None,
) -> list[Reading]:
    """Every reading of a hand in the order of the specification; none where it is not complete.

    `steps` are those that may be taken, where that is less than for a single hand. Raises TooManyReadings
    for a hand beyond all bounds.
    """
    found: dict[Reading, None] = {}
    steps = steps or Steps()
    for played, jokers in substitutions(hand, tables.tileset):
        for shape in shapes:
            for filling in fillings(played, shape, tables, steps):
                for reading in won_readings(played, shape, filling, self_draw, tables, jokers, hand):
                    found.setdefault(reading)
    return list(found)


def completes(hand: Hand, shapes: tuple[Shape, ...], tables: SetTables, steps: Steps | None = None) -> bool:
    """Whether the hand fills some shape. Raises TooManyReadings beyond all bounds."""
    steps = steps or Steps()
    return any(
        next(fillings(played, shape, tables, steps), None) is not None
        for played, _ in substitutions(hand, tables.tileset)
        for shape in shapes
    )


def waits_of(hand: Hand, shapes: tuple[Shape, ...], tables: SetTables) -> Kinds:
    """The kinds that would complete the hand in place of its winning tile.

    A kind of which the hand already holds every copy cannot come and is no wait.
    """
    held = Counter(tile.kind for tile in (*hand.tiles, *hand.flowers))
    held[hand.winning_tile.kind] -= 1
    playing, steps = tables.tileset.playing, Steps()
    return tuple(
        kind
        for kind in playing
        if held[kind] < tables.tileset.kinds[kind].copies
        and completes(replace(hand, winning_tile=Tile(kind)), shapes, tables, steps)
    )
