"""Binding templates to sets: every way is an instance, a set of places in the reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scorer.engine.selecting import mask
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import Group

Letters = dict[str, tuple[str, int | str]]
"""Letter -> (attribute, value) of what it is bound to."""
Instance = frozenset[int]


def instances(
    alternatives: tuple[tuple[Node, ...], ...], view: View, accept: Callable[[Letters], bool]
) -> tuple[Instance, ...]:
    """Every set of places that some alternative binds with acceptable letters, each once."""
    found: dict[Instance, None] = {}
    for templates in alternatives:
        for places, letters in _bindings(templates, view, (), {}):
            if accept(letters):
                found.setdefault(frozenset(places))
    return tuple(found)


def fits(templates: Iterable[Node], view: View) -> bool:
    """Whether different sets of the reading fit the templates."""
    return next(_bindings(tuple(templates), view, (), {}), None) is not None


def most_bound(templates: tuple[Node, ...], view: View) -> tuple[int, ...]:
    """The places of as many of the templates as can be bound at once."""
    best: tuple[int, ...] = ()
    for places in _partial(templates, view, (), {}):
        if len(places) > len(best):
            best = places
    return best


def _bindings(
    templates: tuple[Node, ...], view: View, taken: tuple[int, ...], letters: Letters
) -> Iterator[tuple[tuple[int, ...], Letters]]:
    if not templates:
        yield taken, letters
        return
    for place, bound in _binding_places(templates[0], view, taken, letters):
        yield from _bindings(templates[1:], view, (*taken, place), bound)


def _partial(
    templates: tuple[Node, ...], view: View, taken: tuple[int, ...], letters: Letters
) -> Iterator[tuple[int, ...]]:
    yield taken
    if templates:
        for place, bound in _binding_places(templates[0], view, taken, letters):
            yield from _partial(templates[1:], view, (*taken, place), bound)
        yield from _partial(templates[1:], view, taken, letters)


def _binding_places(
    template: Node, view: View, taken: tuple[int, ...], letters: Letters
) -> Iterator[tuple[int, Letters]]:
    for place, group in enumerate(view.groups):
        if place not in taken:
            bound = _bind(template, group, view, letters)
            if bound is not None:
                yield place, bound


def _bind(template: Node, group: Group, view: View, letters: Letters) -> Letters | None:
    """The letters after binding one set to one template, or None where it does not fit."""
    kind, terms, of = template.args
    if group.kind != kind and group.kind not in view.ruleset.unions.get(kind, ()):
        return None
    if of is not None:
        wanted = mask(of, view)
        return letters if all(wanted >> index & 1 for index in group.kinds) else None
    bound = letters
    for attribute, term in terms:
        value = _attribute(group, attribute, view)
        after = None if value is None else bind_term(term, attribute, value, bound)
        if after is None:
            return None
        bound = after
    return bound


def _attribute(group: Group, attribute: str, view: View) -> int | str | None:
    """The value that all tiles of a set share; of a run the lowest, None where they differ."""
    tiles = [view.ruleset.tileset.kinds[index] for index in group.kinds]
    values = [tile.id if attribute == "tile" else tile.attribute.get(attribute) for tile in tiles]
    kind = view.ruleset.kind_by_id.get(group.kind)
    if kind is not None and kind.run and attribute in (kind.run, "tile"):
        ranks = [int(tile.attribute[kind.run]) for tile in tiles]
        return values[ranks.index(min(ranks))]
    return values[0] if len(set(values)) == 1 else None


def bind_term(
    term: tuple[str, str | int, int], attribute: str, value: int | str, letters: Letters
) -> Letters | None:
    """Capitals of one attribute stand for different values; small letters are ranks and may be equal."""
    if term[0] == "value":
        return letters if term[1] == value else None
    letter = str(term[1])
    if term[2]:
        if not isinstance(value, int):
            return None
        value -= term[2]
    if letter in letters:
        return letters if letters[letter] == (attribute, value) else None
    if letter.isupper() and (attribute, value) in [letters[other] for other in letters if other.isupper()]:
        return None
    return {**letters, letter: (attribute, value)}
