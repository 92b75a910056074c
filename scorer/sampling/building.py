"""Puts the groups of one hand together: a shape filled with sets, pairs and loose tiles of a taste.

Tiles drawn evenly would hardly ever give a hand of one suit or four alike sets. Most patterns of most
games say "only these tiles", "each set has one of these", "the same in another suit" or "sets of this
kind", so hands are drawn with such tastes, taken from the ruleset's own classes and kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from scorer.engine.evaluate import rules_view
from scorer.engine.match import mask as mask_of_class
from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.shapes import Kinds, Shape
from scorer.tiles import Tile, TileSet, mask_of, members
from scorer.values import cached_property, dataclass, replace

# ---- the tiles that are left


class Wall:
    """Every copy of every tile of a set; what is drawn is gone.

    >>> from scorer.library import load_ruleset
    >>> wall = Wall(load_ruleset("riichi").tileset, Random(1))
    >>> [wall.draw(4).red for _ in range(4)].count(True), wall.holds([4]), wall.holds([3, 3])
    (1, False, True)
    """

    def __init__(self, tileset: TileSet, rng: Random) -> None:
        self.rng = rng
        self.left = [kind.copies for kind in tileset.kinds]
        self.reds = dict(tileset.reds)

    def holds(self, kinds: Iterable[int]) -> bool:
        """Whether all of these can still be drawn together."""
        return all(self.left[kind] >= count for kind, count in Counter(kinds).items())

    def draw(self, kind: int) -> Tile:
        """A copy of a kind, red as often as chance has it among the copies left."""
        red = self.rng.randrange(self.left[kind]) < self.reds.get(kind, 0)
        self.left[kind] -= 1
        if red:
            self.reds[kind] -= 1
        return Tile(kind, red)

    def laid(self, kind: str, kinds: Kinds) -> tuple[str, Kinds]:
        """A group, its copies taken out; the tiles are chosen later, by `draw` on a fresh wall."""
        for index in kinds:
            self.left[index] -= 1
        return kind, kinds


# ---- what a hand leans to

PLAIN = 0.4
"""share of tastes that ask for no class of tiles"""
WHOLE = 0.5
"""share of the others that ask it of every set; the rest ask it of some"""
TOUCHING = 0.4
"""share of the classes that a set only has to touch"""
ONE_KIND = 0.3
"""share of tastes that ask for one kind of set only"""
ECHO = 0.4
"""share of tastes whose sets resemble one another"""
DECLARED = 0.15
"""how often a set that needs declaring is taken, to one that needs none"""


@dataclass(frozen=True)
class Taste:
    """`mask` is the class of tiles asked for (0: none) of the first `extent` groups: they lie in it, or
    only touch it. `kinds` weighs the kinds of set. `echo` is how likely a set resembles one before it.
    """

    kinds: tuple[tuple[str, float], ...]
    mask: int = 0
    touching: bool = False
    extent: int = 0
    echo: float = 0.0


# ---- groups

Groups = list[tuple[str, Kinds]]
TRIES = 6
"""draws of a set before the taste is let go"""
STEPS = (0, 0, 0, 1, 1, -1, 2, -2, 3, 3, -3)
"""how far a set's ranks lie from those of the set that it resembles"""
LOOSE = ""
"""the kind of a group that is no set"""


def calls_of(function: str, ruleset: Ruleset) -> Iterator[Node]:
    """Every call of a function in what patterns and facts ask for."""
    trees = [pattern.when for pattern in ruleset.patterns] + [fact.node for fact in ruleset.facts]
    for node in (part for tree in trees if tree for part in tree.walk()):
        if node.op == "call" and node.args[0] == function:
            yield node


class Builder:
    """Builds the groups of hands of one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tables, self.tileset = ruleset.set_tables, ruleset.tileset
        self._pools: dict[tuple[str, int, bool], Sequence[Kinds]] = {}
        self._suit, self._rank = self.tileset.attributes
        kinds = [self.tileset.kinds[index] for index in self.tileset.playing]
        self._at = {
            (kind.attribute[self._suit], kind.attribute.get(self._rank)): kind.index
            for kind in kinds
            if self._suit in kind.attribute
        }
        self._suits = tuple(dict.fromkeys(suit for suit, _ in self._at))

    # ---- tastes

    def taste(self, shape: Shape, biased: bool) -> Taste:
        """A taste for a hand of this shape; without bias none but the usual share of declared sets."""
        rng, kinds = self.rng, shape.kinds
        if not biased:
            return Taste(self._weighed(kinds))
        if kinds and rng.random() < ONE_KIND:
            kinds = (rng.choice(kinds),) if rng.random() < 0.5 else self._alike(rng.choice(kinds), kinds)
        echo = rng.choice((0.5, 1.0)) if rng.random() < ECHO else 0.0
        if not self.masks or rng.random() < PLAIN:
            return Taste(self._weighed(kinds), echo=echo)
        most = shape.sets + shape.pairs + shape.singles
        extent = most if rng.random() < WHOLE else rng.randrange(1, most + 1) if most else 0
        return Taste(self._weighed(kinds), rng.choice(self.masks), rng.random() < TOUCHING, extent, echo)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The classes of the ruleset and of its patterns, each value of the tiles' attributes, and each
        suit with what has no suit.
        """
        playing = mask_of(self.tileset.playing)
        masks = [item.mask & playing for item in self.ruleset.classes]
        asked = calls_of("all_tiles", self.ruleset)
        view = rules_view(self.ruleset)
        settled = (node for node in asked if all(part.op != "given" for part in node.walk()))
        masks += [mask_of_class(node.args[1], view) & playing for node in settled]
        for name in self.tileset.attributes:
            every = (self.tileset.kinds[kind].attribute.get(name) for kind in self.tileset.playing)
            masks += [self._having(name, value) for value in dict.fromkeys(every)]
        masks += [mask | self._having(self._suit, None) for mask in masks if mask]
        return tuple(dict.fromkeys(mask for mask in masks if mask and mask != playing))

    def _having(self, name: str, value: str | int | None) -> int:
        tileset = self.tileset
        return mask_of(k for k in tileset.playing if tileset.kinds[k].attribute.get(name) == value)

    def _alike(self, chosen: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Kinds of set with the relation of one of them: triplets and kongs, say."""
        table = self.ruleset.kind_by_id
        relation = (table[chosen].same, table[chosen].run, table[chosen].differ)
        return tuple(k for k in kinds if (table[k].same, table[k].run, table[k].differ) == relation)

    def _weighed(self, kinds: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
        """Declared sets are rare beside others, and as good as any where nothing else is asked for."""
        table = self.ruleset.kind_by_id
        rare = DECLARED if self.rng.random() < 0.8 else 3.0
        return tuple((kind, rare if table[kind].declared else 1.0) for kind in kinds)

    # ---- ways to fill a shape

    def groups(self, shape: Shape, taste: Taste) -> Groups | None:
        """The groups of a hand of this shape; None where the tiles run out."""
        wall = Wall(self.tileset, self.rng)
        if shape.way == "pairs":
            return self._filled(["pair"] * shape.pairs, shape, taste, wall, TRIES)
        if shape.way == "one_of_each":  # and one more of any of them, so that it often wins
            kinds = tuple(members(shape.mask))
            return self._with_others(kinds, 1, kinds, wall)
        rows = self.rng.choice(self.tables.knitted(shape.knitted) or ((),)) if shape.way != "sets" else ()
        if shape.way == "different":
            among = list(dict.fromkeys([*(kind for row in rows for kind in row), *members(shape.mask)]))
            kinds = tuple(self.rng.sample(among, shape.size)) if len(among) >= shape.size else ()
            return [(LOOSE, (kind,)) for kind in sorted(kinds)] or None
        if not wall.holds(kind for row in rows for kind in row):
            return None
        groups = [wall.laid(LOOSE, row) for row in rows]
        slots = ["set"] * shape.sets + ["pair"] * shape.pairs + ["single"] * shape.singles
        self.rng.shuffle(slots)
        rest = self._filled(slots, shape, taste, wall)
        return None if rest is None else groups + rest

    def around(self, kinds: Kinds, size: int) -> Groups | None:
        """These tiles and as many more of their suits as a hand lacks."""
        every, wall = self.tileset.kinds, Wall(self.tileset, self.rng)
        suits = {every[kind].attribute.get(self._suit) for kind in kinds}
        near = [kind for kind in self.tileset.playing if every[kind].attribute.get(self._suit) in suits]
        return self._with_others(kinds, size - len(kinds), near, wall)

    def _with_others(self, kinds: Kinds, missing: int, among: Sequence[int], wall: Wall) -> Groups | None:
        """These tiles, and some more as groups of their own."""
        if not wall.holds(kinds) or missing < 0:
            return None
        groups = [wall.laid(LOOSE, kinds)]
        for _ in range(missing):
            left = [kind for kind in among if wall.left[kind]]
            if not left:
                return None
            groups.append(wall.laid(LOOSE, (self.rng.choice(left),)))
        return groups

    def _filled(
        self, slots: Sequence[str], shape: Shape, taste: Taste, wall: Wall, tries: int = 1
    ) -> Groups | None:
        """A group for each slot: to the taste if that can be had, else any."""
        groups: Groups = []
        for place, slot in enumerate(slots):
            asked = taste if place < taste.extent else Taste(taste.kinds, echo=taste.echo)
            for _ in range(tries):
                offers = filter(None, self._offers(slot, shape, asked, groups))
                group = next((offer for offer in offers if wall.holds(offer[1])), None)
                if group and not (shape.different and group in groups):
                    groups.append(wall.laid(*group))
                    break
            else:
                return None
        return groups

    # ---- one group

    def _offers(
        self, slot: str, shape: Shape, taste: Taste, taken: Groups
    ) -> Iterator[tuple[str, Kinds] | None]:
        if self.rng.random() < taste.echo:
            for _ in range(TRIES):
                yield self._echo(slot, taken)
        kinds = shape.kinds
        if slot == "pair" and shape.pair_kind:
            slot, kinds = "set", (shape.pair_kind,)
            taste = replace(taste, kinds=((shape.pair_kind, 1.0),))
        for asked in (taste, Taste(taste.kinds), Taste(tuple((kind, 1.0) for kind in kinds))):
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
        suit, rank = (self.tileset.kinds[index].attribute.get(name) for name in (self._suit, self._rank))
        if suit not in self._suits:
            return None
        place = self._suits[(self._suits.index(suit) + turn) % len(self._suits)]
        return self._at.get((place, rank + step if isinstance(rank, int) else rank))
