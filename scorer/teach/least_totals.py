"""The least total that goes with a value of the secondary score, found by hands that have it.

The values of the sets add up, so the groups of a hand are chosen by what each adds to the sheet. Whether such
a hand has a low total depends on its patterns: it is scored like any other hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import NO_HAND, View, holds, rules_view, whole_number
from scorer.engine.score import HandView
from scorer.hand import Hand, Meld, Situation
from scorer.memo import kept_by_identity
from scorer.scoring import hand_outcome
from scorer.shapes import Group, Reading
from scorer.tiles import Tile
from scorer.values import cached_property, replace

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.ruleset.model import Ruleset
    from scorer.shapes import Kinds, Shape

MOST_DRAWS = 1500
"""How often tiles are drawn before the search ends."""
SHARE_OF_CHANGES = 0.7
"""The share of draws that change one group of the best tiles so far; the others draw all groups."""
MOST_MISSES = 8
"""How often tiles are drawn again if there are not enough copies of them."""
ROUNDS_FOR_ALL, FEWEST_CHOICES = 10, 40
"""After each few rounds, only the better half of the choices of forms is kept, but not fewer than some."""


class SetForm(NamedTuple):
    """Groups of one kind that add the same to the sheet: in the hand, melded without a call, or called."""

    kind: str
    is_meld: bool
    is_concealed: bool
    value: int


NO_TOTAL = 1 << 30
"""Ranks the choices without a hand last."""


class _Choice:
    """The forms of the sets of a hand and what its pair adds to the sheet, with the tiles that have the
    lowest total so far, those of the pair last.
    """

    def __init__(self, forms: tuple[SetForm, ...], pair: int) -> None:
        self.forms, self.pair = forms, pair
        self.tiles: tuple[Kinds, ...] = ()
        self.total = NO_TOTAL


class LeastTotals:
    """Searches hands of a ruleset whose sheet adds up the values of sets.

    >>> from scorer.scoring import load_ruleset
    >>> totals = LeastTotals(load_ruleset("riichi"))
    >>> totals.least(30, self_draw=True), totals.least(110, self_draw=True), totals.least(170, self_draw=True)
    (1, 2, None)
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lowest = max(1, whole_number(ruleset.minimum, rules_view(ruleset)))

    @cached_property
    def shape(self) -> Shape | None:
        """The shape of sets with a pair; None if the sheet depends on more than the sets, the pair and the
        wait, so that the search would not try every value.
        """
        sheet, tileset = self.ruleset.sheet, self.ruleset.tileset
        is_additive = sheet is not None and all(item.count is None for item in sheet.items)
        plain = all(kind.role not in ("joker", "flower") for kind in tileset.kinds if kind.copies)
        shapes = [
            one for one in self.ruleset.shapes if one.way == "sets" and one.pairs == 1 and not one.singles
        ]
        return shapes[0] if is_additive and plain and len(shapes) == 1 else None

    def least(self, value: int, self_draw: bool) -> int | None:
        """The least total of the hands found with this value of the sheet; None if none was found. A hand
        that is rarer than what is drawn may have a lower one.
        """
        rng, least = Random(value), NO_TOTAL
        choices = [_Choice(forms, pair) for forms, pair in self._forms_of(value)]
        rng.shuffle(choices)
        draws_left, rounds = MOST_DRAWS, 0
        while choices and draws_left > 0:
            for choice in choices:
                least = min(least, self._improve(choice, value, self_draw, rng))
                if least <= self.lowest:
                    return least
            draws_left, rounds = draws_left - len(choices), rounds + 1
            if rounds % ROUNDS_FOR_ALL == 0:
                choices.sort(key=attrgetter("total"))
                choices = choices[: max(FEWEST_CHOICES, len(choices) // 2)]
        return None if least == NO_TOTAL else least

    def has_forms(self, value: int) -> bool:
        """Whether any sets and a pair can add up to this value; if not, certainly no hand has it."""
        return next(self._forms_of(value), None) is not None

    def _improve(self, choice: _Choice, value: int, self_draw: bool, rng: Random) -> int:
        """Draw other tiles for a choice, and keep them if their total is no higher. Returns the total."""
        tiles = self._other_tiles(choice, rng)
        totals = (self._total(hand, value, self_draw) for hand in self._hands(choice, tiles, rng))
        total = min(totals, default=NO_TOTAL)
        if tiles and total <= choice.total:
            choice.tiles, choice.total = tiles, total
        return total

    def _total(self, hand: Hand, value: int, self_draw: bool) -> int:
        """The total of a hand, with a circumstance if it has no pattern otherwise; NO_TOTAL if it does not
        win or has another value of the sheet.
        """
        plain = self._situation(self_draw)
        scores = [score for score in [self._score(hand, plain)] if score]
        if not scores:
            view = HandView(self.ruleset, hand, plain)
            scores = [
                score
                for item in self.ruleset.circumstances
                if all(holds(requirement.node, view) for requirement in item.requires)
                and (score := self._score(hand, replace(plain, circumstances=((item.id, 1),))))
            ]
        return min(
            (
                one.worth.total
                for one in scores
                if one.sheet and one.sheet.total == value and not one.worth.tier
            ),
            default=NO_TOTAL,
        )

    def _score(self, hand: Hand, situation: Situation) -> Score | None:
        return hand_outcome(self.ruleset, hand, situation).score

    def _situation(self, self_draw: bool) -> Situation:
        return Situation(self_draw, "E", "E")  # a tile may be both winds

    # ---- what groups add to the sheet

    def _group_value(self, group: Group) -> int:
        """The value that a group adds, as a set or as a pair."""
        return self._sum_of((group,), "") - self._sum_of((), "")

    def _sum_of(self, groups: tuple[Group, ...], wait: str) -> int:
        sheet = self.ruleset.sheet
        assert sheet is not None
        assert self.shape is not None
        view = View(self.ruleset, NO_HAND, self._situation(True), Reading(self.shape.id, groups, wait))
        lines = [item for item in sheet.items if holds(item.condition, view)]
        return sum(
            whole_number(item.value, view) * (view.counted_sets(item)[0] if item.set_selector else 1)
            for item in lines
        )

    @cached_property
    def forms(self) -> dict[SetForm, list[Kinds]]:
        """The groups of tiles of each form."""
        assert self.shape is not None
        found: dict[SetForm, list[Kinds]] = {}
        for kind in self.shape.kinds:
            declared = self.ruleset.kind_by_id[kind].declared
            ways = [(declared, True)] + ([(True, False)] if self.ruleset.may_call(kind) else [])
            for is_meld, is_concealed in ways:
                for kinds in self.ruleset.set_tables.tuples[kind]:
                    group = Group(kind, tuple(map(Tile, kinds)), is_concealed, not is_concealed)
                    form = SetForm(kind, is_meld, is_concealed, self._group_value(group))
                    found.setdefault(form, []).append(kinds)
        return found

    @cached_property
    def pairs(self) -> dict[int, list[Kinds]]:
        """The tiles whose pair adds each value."""
        found: dict[int, list[Kinds]] = {}
        for kind in self.ruleset.tileset.playing_kinds:
            value = self._group_value(Group("pair", (Tile(kind), Tile(kind))))
            found.setdefault(value, []).append((kind, kind))
        return found

    # ---- hands

    def _forms_of(self, value: int) -> Iterator[tuple[tuple[SetForm, ...], int]]:
        """The forms of the sets, and the value of the pair, of hands whose sheet may add up to a value when
        the wait is added and the sum is rounded.
        """
        assert self.shape is not None
        assert self.ruleset.sheet is not None
        usual, most = self._sum_of((), ""), 2 * self.ruleset.sheet.round_up_to
        for forms in combinations_with_replacement(self.forms, self.shape.sets):
            left = value - usual - sum(form.value for form in forms)
            yield from ((forms, pair) for pair in self.pairs if 0 <= left - pair < most)

    def _other_tiles(self, choice: _Choice, rng: Random) -> tuple[Kinds, ...]:
        """Tiles for the sets and the pair of a choice, mostly with other tiles for one group alone; no tiles
        if there are not enough copies of those that were drawn.
        """
        pools = [*(self.forms[form] for form in choice.forms), self.pairs[choice.pair]]
        is_change = bool(choice.tiles) and rng.random() < SHARE_OF_CHANGES
        for _ in range(MOST_MISSES):
            drawn = tuple(map(rng.choice, pools))
            if is_change:
                at = rng.randrange(len(drawn))
                drawn = (*choice.tiles[:at], drawn[at], *choice.tiles[at + 1 :])
            counted = Counter(kind for kinds in drawn for kind in kinds)
            if all(number <= self.ruleset.tileset.kinds[kind].copies for kind, number in counted.items()):
                return drawn
        return ()

    def _hands(self, choice: _Choice, tiles: tuple[Kinds, ...], rng: Random) -> Iterator[Hand]:
        """The hands of these tiles: the winning tile is of any group that is not melded."""
        if not tiles:
            return
        melds, own = [], [tiles[-1]]
        for form, kinds in zip(choice.forms, tiles, strict=False):
            if form.is_meld:
                melds.append(Meld(form.kind, tuple(map(Tile, kinds)), form.is_concealed))
            else:
                own.append(kinds)
        for winning in {rng.choice(kinds) for kinds in own}:
            left = [kind for kinds in own for kind in kinds]
            left.remove(winning)
            yield Hand(self.ruleset.tileset.sort_tiles(map(Tile, left)), tuple(melds), Tile(winning))


least_totals_of = kept_by_identity(limit=24)(LeastTotals)
"""The search for each ruleset, with the values of its groups."""
