"""What a hand that has not won counts, where the rules let every player count: its sets of equal tiles, its
pairs and its bonus tiles, or more if it lacks one tile to a pattern.

The hand goes the way of every other: it is read in sets, patterns and items of the secondary score are looked
for, and the base follows. Only what `losing_hands` names is looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from scorer.engine.best_choice import JokerChooser
from scorer.engine.evaluate import Evaluator, whole_number
from scorer.engine.resolve import candidate_award, resolutions
from scorer.engine.results import ArithmeticStep, Award, BonusLine, SheetTotal
from scorer.engine.score import HandView, readings_of
from scorer.engine.value import Valuation, award_valuation, limited_base
from scorer.hand import Hand, Situation, WaitingHand
from scorer.readings import completing_kinds, meld_groups
from scorer.ruleset.model import LosingHands, Pattern, Ruleset
from scorer.shapes import Group, Reading
from scorer.tiles import Tile
from scorer.values import dataclass, field, replace

Counted = int | float
NO_SHAPE = ""
MOST_WAYS = 4096
"""More ways to group the tiles than any hand of thirteen has."""


@dataclass(frozen=True)
class LosingHand:
    """What a hand counts that has not won. `near_pattern` is the pattern to which it lacks one tile, if it
    counts for that; the awards and numbers are of the tiles that it has.
    """

    hand: WaitingHand
    situation: Situation
    count: Counted
    view: Evaluator = field(compare=False, repr=False)
    """what is known of the hand, its count as `base`"""
    awards: tuple[Award, ...] = ()
    bonuses: tuple[BonusLine, ...] = ()
    sheet: SheetTotal | None = None
    steps: tuple[ArithmeticStep, ...] = ()
    near_pattern: Pattern | None = None


def losing_hand(
    ruleset: Ruleset, hand: WaitingHand, situation: Situation, choose_jokers: JokerChooser | None = None
) -> LosingHand:
    """The count of a hand that has not won: the way to group its tiles that counts most.

    >>> from scorer.scoring import load_ruleset
    >>> from scorer.notation import read_waiting
    >>> rules = load_ruleset("british")
    >>> hand, _ = read_waiting("(555z)(999p)11z34m68s2p", rules.tileset, rules.set_tables)
    >>> losing_hand(rules, hand, Situation(False, "E")).count
    24
    """
    rules = ruleset.losing_hands
    if rules is None:
        view = HandView(ruleset, held_tiles(hand), situation).with_amounts({"base": 0})
        return LosingHand(hand, situation, 0, view)
    value, awards = best_valuation(ruleset, hand, situation, rules)
    base = value.worth.base
    found = LosingHand(hand, situation, base, value.view, awards, value.bonuses, value.sheet, value.steps)
    for one in rules.near_hands:
        reached = value.view.with_amounts({"base": whole_number(one.count, value.view)})
        count = limited_base(reached, is_told=False)[1].amounts["base"]
        pattern = (
            _near_pattern(ruleset, hand, situation, one.patterns, choose_jokers)
            if count > found.count
            else None
        )
        if pattern:
            found = replace(
                found, count=count, near_pattern=pattern, view=value.view.with_amounts({"base": count})
            )
    return found


def best_valuation(
    ruleset: Ruleset, hand: WaitingHand, situation: Situation, rules: LosingHands
) -> tuple[Valuation, tuple[Award, ...]]:
    """The worth of the tiles as they are, in the way to group them that is worth most, and its patterns."""
    named = frozenset((*rules.patterns, *rules.items, *rules.bonuses))
    sheet = ruleset.sheet
    counted = replace(
        ruleset,
        patterns=tuple(one for one in ruleset.patterns if named.intersection((one.id, *one.groups))),
        bonuses=tuple(one for one in ruleset.bonuses if one.id in named),
        sheet=sheet
        and replace(sheet, fixed_items=(), items=tuple(one for one in sheet.items if one.id in named)),
    )
    view = HandView(counted, held_tiles(hand), situation)
    ways = [
        (award_valuation(read, way.awards), way.awards)
        for reading in groupings(ruleset, hand)
        for read in [view.with_reading(reading)]
        for way in resolutions(read)
    ]
    return max(ways, key=lambda one: one[0].worth.base)


def held_tiles(hand: WaitingHand) -> Hand:
    """The same tiles as a `Hand`, which expressions can be asked of; none of them has won."""
    *others, last = hand.concealed_tiles
    return Hand(tuple(others), hand.melds, last, hand.flowers)


def groupings(ruleset: Ruleset, hand: WaitingHand) -> Iterator[Reading]:
    """The ways to group the tiles of a hand in sets of equal tiles and pairs. Other tiles are single."""
    melds = tuple(meld_groups(hand.with_winning_tile(Tile(0))))
    tables, held = ruleset.set_tables, Counter(hand.concealed_tiles)
    used = {name for shape in ruleset.shapes for name in shape.kinds if not tables.kinds[name].declared}
    sets = {kinds: name for name in sorted(used) for kinds in tables.tuples[name] if len({*kinds}) == 1}
    by_kind: dict[int, list[Tile]] = {}
    for tile in sorted(held.elements(), key=lambda one: (one.kind, one.red)):
        by_kind.setdefault(tile.kind, []).append(tile)
    choices = [list(_groups_of_kind(tuple(tiles), sets)) for tiles in by_kind.values()]
    for count, chosen in enumerate(product(*choices)):
        if count == MOST_WAYS:
            return
        yield Reading(NO_SHAPE, (*melds, *(group for groups in chosen for group in groups)), "")


def _groups_of_kind(tiles: tuple[Tile, ...], sets: dict[tuple[int, ...], str]) -> Iterator[tuple[Group, ...]]:
    """The ways to group the tiles of one kind: a set and the rest, or pairs and the rest."""
    kind = tiles[0].kind
    for size in range(len(tiles), 2, -1):
        if name := sets.get((kind,) * size):
            rest = _pairs_and_singles(tiles[size:])
            yield (Group(name, tiles[:size]), *rest)
    yield _pairs_and_singles(tiles)


def _pairs_and_singles(tiles: tuple[Tile, ...]) -> tuple[Group, ...]:
    paired = len(tiles) - len(tiles) % 2
    pairs = [Group("pair", tiles[place : place + 2]) for place in range(0, paired, 2)]
    return (*pairs, *(Group("single", (tile,)) for tile in tiles[paired:]))


def _near_pattern(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    names: tuple[str, ...],
    choose_jokers: JokerChooser | None,
) -> Pattern | None:
    """The first of these patterns that some tile would complete, even one that cannot come any more."""
    wanted = [one for one in ruleset.patterns if {one.id, *one.groups}.intersection(names)]
    for kind in completing_kinds(hand, ruleset.shapes, ruleset.set_tables, True):
        for is_drawn in (False, True):
            full = hand.with_winning_tile(Tile(kind))
            view = HandView(ruleset, full, replace(situation, self_draw=is_drawn))
            for reading in readings_of(view, choose_jokers=choose_jokers):
                read = view.with_reading(reading)
                if found := next((one for one in wanted if candidate_award(one, read)), None):
                    return found
    return None
