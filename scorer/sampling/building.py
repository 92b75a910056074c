"""Puts the groups of one hand together: a shape filled with sets, pairs and loose tiles of a taste."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from scorer.readings import Kinds, Shape, knitted_rows
from scorer.ruleset.model import Ruleset
from scorer.sampling.tastes import Taste
from scorer.sampling.wall import Wall
from scorer.tiles import members

Groups = list[tuple[str, Kinds]]
TRIES = 6
"""draws of a set before the taste is let go"""
STEPS = (0, 0, 0, 1, 1, -1, 2, -2, 3, 3, -3)
"""how far a set's ranks lie from those of the set that it resembles"""
LOOSE = ""
"""the kind of a group that is no set"""


class Builder:
    """Builds the groups of hands of one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tables, self.tileset = ruleset.set_tables, ruleset.tileset
        self._pools: dict[tuple[str, int, bool], Sequence[Kinds]] = {}
        suit, rank = self.tileset.attributes
        self._at = {
            (kind.attribute.get(suit), kind.attribute.get(rank)): kind.index
            for kind in (self.tileset.kinds[index] for index in self.tileset.playing)
            if suit in kind.attribute
        }
        self._suits = tuple(dict.fromkeys(value for value, _ in self._at))
        self._ways: dict[str, Callable[[Shape, Taste, Wall], Groups | None]] = {
            "sets": self._sets,
            "pairs": self._pairs,
            "one_of_each": self._one_of_each,
            "fixed": self._fixed,
            "different": self._different,
        }

    def groups(self, shape: Shape, taste: Taste, wall: Wall) -> Groups | None:
        """The groups of a hand of this shape, laid aside from the wall; None where the tiles run out."""
        return self._ways[shape.way](shape, taste, wall)

    def around(self, kinds: Kinds, size: int, wall: Wall) -> Groups | None:
        """These tiles and as many more as a hand lacks, near them where that can be."""
        suits = {self._suit(kind) for kind in kinds}
        near = [kind for kind in self.tileset.playing if self._suit(kind) in suits]
        groups = [(LOOSE, kinds)]
        if not wall.holds(kinds) or len(kinds) > size:
            return None
        wall.lay_aside(kinds)
        return self._filled(groups, size - len(kinds), near, wall)

    def _filled(self, groups: Groups, missing: int, near: Sequence[int], wall: Wall) -> Groups | None:
        for _ in range(missing):
            kinds = [kind for kind in near if wall.left[kind]]
            if not kinds:
                return None
            groups.append(self._laid(LOOSE, (self.rng.choice(kinds),), wall))
        return groups

    def _laid(self, kind: str, kinds: Kinds, wall: Wall) -> tuple[str, Kinds]:
        wall.lay_aside(kinds)
        return kind, kinds

    # ---- ways to fill a shape

    def _sets(self, shape: Shape, taste: Taste, wall: Wall) -> Groups | None:
        slots = ["set"] * shape.sets + ["pair"] * shape.pairs + ["single"] * shape.singles
        self.rng.shuffle(slots)
        groups: Groups = []
        for place, slot in enumerate(slots):
            asked = taste if place < taste.extent else Taste(taste.kinds, echo=taste.echo)
            group = self._group(slot, shape, asked, wall, groups)
            if group is None:
                return None
            groups.append(self._laid(*group, wall))
        return groups

    def _pairs(self, shape: Shape, taste: Taste, wall: Wall) -> Groups | None:
        groups: Groups = []
        for place in range(shape.pairs):
            asked = taste if place < taste.extent else Taste(taste.kinds, echo=taste.echo)
            for _ in range(TRIES):
                group = self._group("pair", shape, asked, wall, groups)
                if group is not None and not (shape.different and group in groups):
                    groups.append(self._laid(*group, wall))
                    break
            else:
                return None
        return groups

    def _one_of_each(self, shape: Shape, taste: Taste, wall: Wall) -> Groups | None:
        """One of each, and one more of any of them as a group of its own, so that it often wins."""
        kinds = tuple(members(shape.mask))
        return self._with_another(kinds, wall) if wall.holds(kinds) else None

    def _with_another(self, kinds: Kinds, wall: Wall) -> Groups | None:
        wall.lay_aside(kinds)
        return self._filled([(LOOSE, kinds)], 1, kinds, wall)

    def _fixed(self, shape: Shape, taste: Taste, wall: Wall) -> Groups | None:
        rows = self.rng.choice(list(knitted_rows(shape.knitted, self.tileset)) or [()])
        kinds = tuple(kind for row in rows for kind in row)
        if not wall.holds(kinds):
            return None
        wall.lay_aside(kinds)
        rest = self._sets(shape, taste, wall)
        return None if rest is None else [(LOOSE, row) for row in rows] + rest

    def _different(self, shape: Shape, taste: Taste, wall: Wall) -> Groups | None:
        rows = self.rng.choice(list(knitted_rows(shape.knitted, self.tileset)) or [()])
        among = dict.fromkeys([kind for row in rows for kind in row] + list(members(shape.mask)))
        if len(among) < shape.size:
            return None
        kinds = self.rng.sample(list(among), shape.size)
        return [self._laid(LOOSE, (kind,), wall) for kind in sorted(kinds)]

    # ---- one group

    def _group(
        self, slot: str, shape: Shape, taste: Taste, wall: Wall, taken: Groups
    ) -> tuple[str, Kinds] | None:
        """A group for a slot: to the taste if that can be had, else any."""
        for group in self._offers(slot, shape, taste, taken):
            if group is not None and wall.holds(group[1]):
                return group
        return None

    def _offers(
        self, slot: str, shape: Shape, taste: Taste, taken: Groups
    ) -> Iterator[tuple[str, Kinds] | None]:
        if self.rng.random() < taste.echo:
            for _ in range(TRIES):
                yield self._echo(slot, taken)
        for asked in (taste, Taste(taste.kinds), Taste(tuple((kind, 1.0) for kind in shape.kinds))):
            for _ in range(TRIES):
                yield self._drawn(slot, asked)

    def _drawn(self, slot: str, taste: Taste) -> tuple[str, Kinds] | None:
        kind, times = slot, 2 if slot == "pair" else 1
        if slot == "set":
            names, weights = zip(*taste.kinds, strict=True)
            kind = self.rng.choices(names, weights)[0]
            pool = self._pool(kind, taste.mask, taste.touching)
            return (kind, self.rng.choice(pool)) if pool else None
        tiles = [tile for tile in self.tileset.playing if not taste.mask or taste.mask >> tile & 1]
        return (kind, (self.rng.choice(tiles),) * times) if tiles else None

    def _pool(self, kind: str, mask: int, touching: bool) -> Sequence[Kinds]:
        """The sets of a kind that lie in a class, or touch it; class 0 is all tiles."""
        key = (kind, mask, touching)
        if key not in self._pools:
            test = any if touching else all
            tuples = self.tables.tuples[kind]
            self._pools[key] = [t for t in tuples if test(mask >> k & 1 for k in t)] if mask else tuples
        return self._pools[key]

    def _echo(self, slot: str, taken: Groups) -> tuple[str, Kinds] | None:
        """A group that resembles one before it: alike, in another suit, or a step up or down."""
        alike = [group for group in taken if (group[0] == "pair") == (slot == "pair") and len(group[1]) > 1]
        if not alike or slot == "single":
            return None
        kind, kinds = self.rng.choice(alike)
        step, turn = self.rng.choice(STEPS), self.rng.randrange(len(self._suits) or 1)
        moved = [self._moved(index, step, turn) for index in kinds]
        found = tuple(sorted(index for index in moved if index is not None))
        known = kind == "pair" or found in self.tables.known[kind]
        return (kind, found) if len(found) == len(kinds) and known else None

    def _moved(self, index: int, step: int, turn: int) -> int | None:
        suit, rank = (self.tileset.kinds[index].attribute.get(name) for name in self.tileset.attributes)
        if suit not in self._suits:
            return None
        place = self._suits[(self._suits.index(suit) + turn) % len(self._suits)]
        return self._at.get((place, rank + step if isinstance(rank, int) else rank))

    def _suit(self, kind: int) -> str | int | None:
        return self.tileset.kinds[kind].attribute.get(self.tileset.attributes[0])
