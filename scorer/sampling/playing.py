"""Groups to a hand and its situation: what was called, which tile won, which copies are red or jokers, how
the hand was won and everything that can be said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from scorer.engine.evaluate import holds, number
from scorer.engine.examples import holds_in
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.hand import Hand, Meld, Situation
from scorer.readings import Steps
from scorer.request import WINDS
from scorer.ruleset.model import Indicator, Requirement, Ruleset, ShareSheet
from scorer.sampling.building import Groups, Wall
from scorer.shapes import Kinds, Shape, TooManyReadings
from scorer.tiles import Tile
from scorer.values import replace

# ---- hands

OPENNESS = (0.0, 0.0, 0.0, 0.3, 0.6, 1.0)
"""how likely a set that may be called is called, one of these for each hand"""
JOKERS, JOKER_WEIGHTS = (0, 1, 2, 3), (60, 25, 12, 3)
"""rarely three: a hand with them is read in thousands of ways"""
FLOWERS = (0, 0, 1, 1, 2, 3, 4, 8)


class Player:
    """Plays groups out as hands of one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tileset = ruleset.tileset
        kinds = [kind for kind in self.tileset.kinds if kind.copies]
        self.jokers = [kind for kind in kinds if kind.role == "joker"]
        self.flowers = [kind for kind in kinds if kind.role == "flower"]

    def hand(self, groups: Groups, shape: Shape | None = None) -> Hand | None:
        """A hand of these groups; None where no tile could have won. Without a shape nothing is called."""
        called, own = self._parted(groups, shape)
        if not own:
            return None
        wall = Wall(self.tileset, self.rng)
        melds = tuple(self._meld(kinds, wall) for _, kinds in called)
        if shape is not None and any(meld.kind not in shape.kinds for meld in melds):
            return None
        winning = self.rng.choice(self.rng.choice(own))
        drawn = wall.draw(winning)
        rest = [kind for kinds in own for kind in kinds]
        rest.remove(winning)
        concealed, drawn = self._with_jokers([wall.draw(kind) for kind in rest], drawn)
        return Hand(self.tileset.sorted(concealed), melds, drawn, self._flowers())

    def _parted(self, groups: Groups, shape: Shape | None) -> tuple[Groups, list[Kinds]]:
        """The groups that are melds, and the tiles of the others."""
        table, openness = self.ruleset.kind_by_id, self.rng.choice(OPENNESS)
        if shape is None or shape.concealed:
            openness = 0.0
        called: Groups = []
        own: list[Kinds] = []
        for kind, kinds in groups:
            is_set = kind in table
            may_call = is_set and len(kinds) > 2 and self.ruleset.may_call(kind)
            if (is_set and table[kind].declared) or (may_call and self.rng.random() < openness):
                called.append((kind, kinds))
            else:
                own.append(kinds)
        if not own and called and not table[called[-1][0]].declared:
            own.append(called.pop()[1])
        return called, own

    def _meld(self, kinds: Kinds, wall: Wall) -> Meld:
        """A meld of these tiles; only a kind of set that is declared can be a concealed one."""
        tiles = self.tileset.sorted(wall.draw(kind) for kind in kinds)
        kind = self.ruleset.set_tables.kind_of(tiles) or ""
        declared = bool(kind) and self.ruleset.kind_by_id[kind].declared
        concealed = declared and (not self.ruleset.may_call(kind) or self.rng.random() < 0.5)
        return Meld(kind, tiles, concealed)

    def _with_jokers(self, concealed: Sequence[Tile], winning: Tile) -> tuple[list[Tile], Tile]:
        """Some of a hand's own tiles replaced by the set's jokers."""
        tiles = [*concealed, winning]
        for joker in self.jokers:
            count = min(self.rng.choices(JOKERS, JOKER_WEIGHTS)[0], joker.copies, len(tiles))
            for place in self.rng.sample(range(len(tiles)), count):
                tiles[place] = Tile(joker.index)
        return tiles[:-1], tiles[-1]

    def _flowers(self) -> tuple[Tile, ...]:
        if not self.flowers:
            return ()
        every = [Tile(kind.index) for kind in self.flowers for _ in range(kind.copies)]
        return self.tileset.sorted(self.rng.sample(every, min(self.rng.choice(FLOWERS), len(every))))


# ---- situations

WANTED = (0, 0, 1, 1, 1, 2, 2, 3)
"""how many circumstances a win asks for; some go again where they contradict one another"""
TRIES = 4
"""situations drawn to suit the circumstances before some of them go"""
REVEALED = (0, 1, 1, 1, 2, 3, 5)
LUCKY = 0.3
"""how likely an indicator points at a tile of the hand"""
LIABLE = 0.1
"""how often it is looked whether somebody could be liable"""


class Situations:
    """Draws situations under one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        payment = ruleset.payment
        self.has_counters = payment.counters != (ShareSheet(), ShareSheet())
        self.has_sticks = payment.sticks is not None

    def draw(self, hand: Hand) -> Situation:
        """A situation for a hand. Its circumstances suit it; copies are not counted."""
        situation = self._suiting(hand)
        situation = replace(situation, indicators=tuple(self._indicators(hand, situation)))
        if self.rng.random() < LIABLE:
            situation = replace(situation, liable=tuple(self._liable(hand, situation)))
        return situation

    def _suiting(self, hand: Hand) -> Situation:
        wanted = self._wanted()
        for _ in range(TRIES):
            situation = replace(self._win(hand), circumstances=wanted)
            kept = self._kept(hand, situation)
            if kept == wanted:
                return situation
        return replace(situation, circumstances=kept)

    def _wanted(self) -> tuple[tuple[str, int], ...]:
        """Some circumstances with their numbers, in the order of the ruleset."""
        every = self.ruleset.circumstances
        chosen = self.rng.sample(every, min(self.rng.choice(WANTED), len(every)))
        in_order = [item for item in every if item in chosen]
        return tuple((item.id, self.rng.randrange(item.most) + 1) for item in in_order)

    def _kept(self, hand: Hand, situation: Situation) -> tuple[tuple[str, int], ...]:
        """The circumstances left when each that lacks what it requires has gone."""
        left = situation.circumstances
        while True:
            view = View(self.ruleset, hand, replace(situation, circumstances=left))
            table = self.ruleset.circumstance_by_id
            kept = tuple(pair for pair in left if _met(table[pair[0]].requires, view))
            if kept == left:
                return kept
            left = kept

    def _win(self, hand: Hand) -> Situation:
        rng = self.rng
        view = View(self.ruleset, hand, Situation(True))
        seats = WINDS[: number(self.ruleset.players, view)]
        self_draw, seat = rng.random() < 0.5, rng.choice(seats)
        others = [other for other in seats if other != seat]
        named = not self_draw and others and rng.random() < 0.5
        return Situation(
            self_draw,
            seat,
            rng.choice(seats),
            rng.choice(others) if named else None,
            honba=rng.choice((0, 0, 0, 1, 2, 5)) if self.has_counters else 0,
            sticks=rng.choice((0, 0, 0, 1, 2, 4)) if self.has_sticks else 0,
        )

    def _indicators(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        view = View(self.ruleset, hand, situation)
        left = self._left(hand, situation)
        for indicator in self.ruleset.indicators:
            if _met(indicator.requires, view):
                most = min(number(indicator.at_most, view, 1), sum((+left).values()))
                count = min(self.rng.choice(REVEALED), most)
                tiles = tuple(self._revealed(hand, indicator, left) for _ in range(count))
                if tiles:
                    yield indicator.id, tiles

    def _left(self, hand: Hand, situation: Situation) -> Counter[int]:
        """The copies that neither the hand nor its circumstances hold."""
        tileset = self.ruleset.tileset
        left = Counter({kind: tileset.kinds[kind].copies for kind in tileset.playing})
        left.subtract(tile.kind for tile in hand.tiles if tile.kind in left)
        left.subtract(View(self.ruleset, hand, situation).set_aside)
        return left

    def _revealed(self, hand: Hand, indicator: Indicator, left: Counter[int]) -> Tile:
        """A tile that is left, often one that points at the hand; red ones stay in the wall."""
        kinds = [kind for kind in self.ruleset.tileset.playing if left[kind] > 0]
        if self.rng.random() < LUCKY:
            following = self.ruleset.tileset.following if indicator.shows == "next" else {}
            own = {tile.kind for tile in hand.tiles}
            kinds = [kind for kind in kinds if following.get(kind, kind) in own] or kinds
        kind = self.rng.choice(kinds)
        left[kind] -= 1
        return Tile(kind)

    def _liable(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, str]]:
        """Another player for each pattern with liability that the hand has."""
        liability = self.ruleset.payment.liability
        if liability is None:
            return
        view = View(self.ruleset, hand, situation)
        try:
            readings = readings_of(view, Steps(20_000))
        except TooManyReadings:
            return
        fed = dict(liability.fed)
        others = [s for s in WINDS[: number(self.ruleset.players, view)] if s != situation.seat]
        for name, node in liability.patterns:
            pattern = self.ruleset.pattern_by_id.get(name)
            able = pattern is not None and holds(node, view) and _met(fed.get(name, ()), view)
            if pattern and able and holds_in(pattern, view, readings):
                yield name, self.rng.choice(others)


def _met(requires: tuple[Requirement, ...], view: View) -> bool:
    return all(holds(requirement.node, view) for requirement in requires)
