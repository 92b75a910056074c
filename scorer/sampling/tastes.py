"""What a hand leans to: a class of tiles, kinds of set, sets that resemble one another.

Tiles drawn evenly would hardly ever give a hand of one suit or four alike sets. Most patterns of most
games say "only these tiles", "each set has one of these", "the same in another suit" or "sets of this
kind", so hands are drawn with such tastes, taken from the ruleset's own classes and kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from scorer.engine.configure import rules_view
from scorer.engine.selecting import mask
from scorer.readings import Shape
from scorer.ruleset.model import Ruleset
from scorer.tiles import mask_of
from scorer.values import dataclass

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


class Tastes:
    """Draws tastes for one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The classes of the ruleset and of its patterns, each value of the tiles' attributes, and each
        suit with what has no suit.
        """
        tileset = self.ruleset.tileset
        playing = mask_of(tileset.playing)
        masks = [item.mask & playing for item in self.ruleset.classes]
        masks += [wanted & playing for wanted in self._asked_of_all()]
        for name in tileset.attributes:
            values = dict.fromkeys(tileset.kinds[kind].attribute.get(name) for kind in tileset.playing)
            masks += [self._having(name, value) for value in values]
        suit = tileset.attributes[0]
        masks += [mask | self._having(suit, None) for mask in masks if mask]
        return tuple(dict.fromkeys(mask for mask in masks if mask and mask != playing))

    def _asked_of_all(self) -> Iterator[int]:
        """Classes that a pattern asks all tiles to belong to."""
        view = rules_view(self.ruleset)
        trees = [pattern.when for pattern in self.ruleset.patterns]
        trees += [fact.node for fact in self.ruleset.facts]
        for node in (part for tree in trees if tree for part in tree.walk()):
            of_all = node.op == "call" and node.args[0] == "all_tiles"
            if of_all and all(part.op != "given" for part in node.walk()):
                yield mask(node.args[1], view)

    def _having(self, name: str, value: str | int | None) -> int:
        tileset = self.ruleset.tileset
        return mask_of(k for k in tileset.playing if tileset.kinds[k].attribute.get(name) == value)

    def plain(self, shape: Shape) -> Taste:
        """No taste but the usual share of declared sets."""
        return Taste(self._weighed(shape.kinds))

    def draw(self, shape: Shape) -> Taste:
        """A taste for a hand of this shape."""
        rng = self.rng
        kinds = shape.kinds
        if kinds and rng.random() < ONE_KIND:
            kinds = (rng.choice(kinds),) if rng.random() < 0.5 else self._alike(rng.choice(kinds), kinds)
        echo = rng.choice((0.5, 1.0)) if rng.random() < ECHO else 0.0
        if not self.masks or rng.random() < PLAIN:
            return Taste(self._weighed(kinds), echo=echo)
        most = shape.sets + shape.pairs + shape.singles
        extent = most if rng.random() < WHOLE else rng.randrange(1, most + 1) if most else 0
        return Taste(self._weighed(kinds), rng.choice(self.masks), rng.random() < TOUCHING, extent, echo)

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
