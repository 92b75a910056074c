"""Every way in which templates can be bound to sets of the tile set, whatever the hand."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.possible.world import PAIR, Winds, World, without
from scorer.engine.match import Letters, bind_terms
from scorer.language.nodes import Node
from scorer.readings import Kinds
from scorer.tiles import mask_of
from scorer.values import dataclass

MOST_STEPS = 20_000
Groups = tuple[tuple[str, Kinds], ...]


@dataclass(frozen=True)
class Instance:
    """The groups that templates are bound to, and what the letters stand for."""

    groups: Groups
    letters: tuple[tuple[str, int | str], ...]


class TooManyInstances(Exception):
    """More ways than are worth looking at."""


def bound_groups(
    world: World, templates: tuple[Node, ...], tiles: int, winds: Winds | None
) -> Iterator[Groups]:
    """The different collections of groups that the templates can be bound to."""
    seen: set[Groups] = set()
    for instance in instances(world, templates, tiles, winds):
        groups = tuple(sorted(instance.groups))
        if groups not in seen:
            yield groups
        seen.add(groups)


def instances(
    world: World, templates: tuple[Node, ...], tiles: int = -1, winds: Winds | None = None
) -> Iterator[Instance]:
    """Every way to bind the templates with the copies that there are. Raises TooManyInstances."""
    yield from _Binding(world, tiles, winds).bound(templates, (), {}, list(world.copies))


def groups_of(world: World, kind: str) -> list[tuple[str, Kinds]]:
    """Every group of a kind, or of the kinds that a word stands for."""
    if kind == PAIR:
        return [(PAIR, (index, index)) for index in world.tileset.playing if world.copies[index] > 1]
    names = world.ruleset.unions.get(kind, (kind,))
    return [(name, tiles) for name in names for tiles in world.tables.tuples.get(name, ())]


class _Binding:
    def __init__(self, world: World, tiles: int, winds: Winds | None) -> None:
        self.world, self.tiles, self.winds = world, tiles, winds
        self.steps = 0
        self._groups: dict[str, list[tuple[str, Kinds]]] = {}

    def bound(
        self, templates: tuple[Node, ...], taken: Groups, letters: Letters, left: list[int]
    ) -> Iterator[Instance]:
        if not templates:
            yield Instance(taken, tuple((name, value) for name, (_, value) in letters.items()))
            return
        for kind, tiles in self._candidates(templates[0].args[0]):
            self.steps += 1
            self.world.bind()
            if self.steps > MOST_STEPS:
                raise TooManyInstances
            bound = self._bind(templates[0], kind, tiles, letters)
            rest = without(left, tiles) if bound is not None else None
            if bound is not None and rest is not None:
                yield from self.bound(templates[1:], (*taken, (kind, tiles)), bound, rest)

    def _candidates(self, kind: str) -> list[tuple[str, Kinds]]:
        if kind not in self._groups:
            every = groups_of(self.world, kind)
            self._groups[kind] = [group for group in every if not mask_of(group[1]) & ~self.tiles]
        return self._groups[kind]

    def _bind(self, template: Node, kind: str, tiles: Kinds, letters: Letters) -> Letters | None:
        _, terms, of = template.args
        if of is not None:
            perhaps = self.world.class_mask(of, self.winds)[1]
            return letters if not mask_of(tiles) & ~perhaps else None
        return bind_terms(terms, kind, tiles, self.world.ruleset, letters)
