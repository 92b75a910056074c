"""Groups to a hand: which sets were called, which tile won, which copies are red, jokers and flowers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scorer.hand import Hand, Meld
from scorer.readings import Kinds, Shape
from scorer.ruleset.model import Ruleset
from scorer.sampling.building import Groups
from scorer.sampling.wall import Wall
from scorer.tiles import Tile

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
            callable_ = len(kinds) > 2 and kind in table and self._may_call(kind)
            declared = kind in table and table[kind].declared
            if declared or (callable_ and self.rng.random() < openness):
                called.append((kind, kinds))
            else:
                own.append(kinds)
        if not own and called and not table[called[-1][0]].declared:
            own.append(called.pop()[1])
        return called, own

    def _may_call(self, kind: str) -> bool:
        return self.ruleset.may_call(kind)

    def _meld(self, kinds: Kinds, wall: Wall) -> Meld:
        """A meld of these tiles; only a kind of set that is declared can be a concealed one."""
        tiles = self.tileset.sorted(wall.draw(kind) for kind in kinds)
        kind = self.ruleset.set_tables.kind_of(tiles) or ""
        declared = bool(kind) and self.ruleset.kind_by_id[kind].declared
        concealed = declared and (not self._may_call(kind) or self.rng.random() < 0.5)
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
