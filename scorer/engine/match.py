"""Selects sets of a reading, and binds templates to them. Each way to bind the templates is an instance: the
set of the places of the bound sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from scorer.language.nodes import Node
from scorer.shapes import Group, Kinds

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset

Letters = Mapping[str, tuple[str, int | str]]
"""Letter -> (attribute, value) that it is bound to."""
Term = tuple[str, str | int, int]
"""What a template requires of an attribute: a value, or a letter with an offset."""
Instance = frozenset[int]


class GroupedHand(Protocol):
    """The parts of a reading that selectors and templates use."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def groups(self) -> tuple[Group, ...]: ...

    def given_class(self, name: str) -> int:
        """The bit mask of a class that depends on the situation: seat_wind, round_wind, win_tile."""


def template_instances(
    alternatives: tuple[tuple[Node, ...], ...], view: GroupedHand, accept: Callable[[Letters], bool]
) -> tuple[Instance, ...]:
    """Every set of places that an alternative binds with acceptable letters, without duplicates and sorted by
    the tiles of the sets.
    """
    found: dict[Instance, None] = {}
    for templates in alternatives:
        for places, letters in _template_bindings(templates, view):
            if accept(letters):
                found.setdefault(frozenset(places))
    if len(found) < 2:
        return tuple(found)
    order = [set_order_key(group.kinds) for group in view.groups]
    return tuple(sorted(found, key=lambda places: sorted(order[place] for place in places)))


def set_order_key(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The sort key of a set, independent of its place in a reading. A kong sorts like its triplet."""
    return tuple(sorted(set(kinds))), min(len(kinds), 3)


def can_bind_templates(templates: Iterable[Node], view: GroupedHand) -> bool:
    """Whether all templates can be bound to different sets of the reading."""
    return next(_template_bindings(tuple(templates), view), None) is not None


def largest_binding(templates: tuple[Node, ...], view: GroupedHand) -> tuple[int, ...]:
    """The places of the sets in a binding of as many templates as possible."""
    return max((places for places, _ in _template_bindings(templates, view, allow_missing=True)), key=len)


def _template_bindings(
    templates: tuple[Node, ...],
    view: GroupedHand,
    taken_places: tuple[int, ...] = (),
    letters: Letters = MappingProxyType({}),
    allow_missing: bool = False,
) -> Iterator[tuple[tuple[int, ...], Letters]]:
    """Every choice of different sets for the templates, with the values of their letters. With
    `allow_missing`, choices that leave templates out are included.
    """
    if not templates:
        yield taken_places, letters
        return
    kind, rest = templates[0].args[0], templates[1:]
    words = (kind, *view.ruleset.unions.get(kind, ()))
    for place, group in enumerate(view.groups):
        if group.kind in words and place not in taken_places:
            bound = _bind_template(templates[0], group, view, letters)
            if bound is not None and rest:
                yield from _template_bindings(rest, view, (*taken_places, place), bound, allow_missing)
            elif bound is not None:
                yield (*taken_places, place), bound
    if allow_missing:
        yield from _template_bindings(rest, view, taken_places, letters, allow_missing)


def _bind_template(template: Node, group: Group, view: GroupedHand, letters: Letters) -> Letters | None:
    """The letters after binding one set of the right kind to one template, or None if the set does not
    fit.
    """
    _, terms, of, selector = template.args
    if selector is not None and not is_selected(selector, group, view):
        return None
    if of is not None:
        return letters if not group.mask & ~class_mask(of, view) else None
    return bind_terms(terms, group.kind, group.kinds, view.ruleset, letters)


def _is_kind(group: Group, kind: str, view: GroupedHand) -> bool:
    return group.kind == kind or group.kind in view.ruleset.unions.get(kind, ())


def bind_terms(
    terms: Sequence[tuple[str, Term]], kind: str, kinds: Kinds, ruleset: Ruleset, letters: Letters
) -> Letters | None:
    """The letters after binding a set of these tiles to a template's terms, or None if it does not fit."""
    known = ruleset.shared_values
    for attribute, term in terms:
        key = (kind, kinds, attribute)
        value = known[key] if key in known else _shared_attribute(kind, kinds, attribute, ruleset)
        bound = None if value is None else _bind_term(term, attribute, value, letters)
        if bound is None:
            return None
        letters = bound
    return letters


def shared_values(
    terms: Sequence[tuple[str, Term]], kind: str, kinds: Kinds, ruleset: Ruleset
) -> tuple[int | str, ...] | None:
    """What all tiles of a set share in the attribute of each term; None if they differ in one, or do not have
    the value that a term names.
    """
    found: list[int | str] = []
    for attribute, term in terms:
        value = _shared_attribute(kind, kinds, attribute, ruleset)
        if value is None or (term[0] == "value" and term[1] != value):
            return None
        found.append(value)
    return tuple(found)


def bind_values(
    terms: Sequence[tuple[str, Term]], values: Sequence[int | str], letters: Letters
) -> Letters | None:
    """The letters after binding the values of a set to a template's terms, or None if one does not fit."""
    for (attribute, term), value in zip(terms, values, strict=True):
        bound = _bind_term(term, attribute, value, letters)
        if bound is None:
            return None
        letters = bound
    return letters


def _shared_attribute(kind: str, kinds: Kinds, attribute: str, ruleset: Ruleset) -> int | str | None:
    """The value that all tiles of a set share, or None if they differ. The value of a run is its lowest."""
    key = (kind, kinds, attribute)
    if key not in ruleset.shared_values:
        tiles, declared = ruleset.tileset.kinds, ruleset.kind_by_id.get(kind)
        if declared is not None and declared.run and attribute in (declared.run, "tile"):
            ranks = {index: tiles[index].attribute_values.get(declared.run) for index in kinds}
            if not all(isinstance(rank, int) for rank in ranks.values()):  # a row of winds, say
                ruleset.shared_values[key] = None
                return None
            kinds = (min(kinds, key=lambda index: int(ranks[index] or 0)),)
        values = {
            tiles[i].id if attribute == "tile" else tiles[i].attribute_values.get(attribute) for i in kinds
        }
        ruleset.shared_values[key] = values.pop() if len(values) == 1 else None
    return ruleset.shared_values[key]


def _bind_term(term: Term, attribute: str, value: int | str, letters: Letters) -> Letters | None:
    """The letters after binding one value to a term, or None if it does not fit. Different capitals of one
    attribute must have different values; lower-case letters are ranks and may be equal.
    """
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


# ---- classes and selectors


def class_mask(node: Node, view: GroupedHand) -> int:
    """The class of tiles that a tree describes, as a bit mask of kinds."""
    if node.op == "class":
        return view.ruleset.class_masks[node.args[0]]
    if node.op == "given":
        return view.given_class(node.args[0])
    if node.op == "not":
        return ~class_mask(node.args[0], view)
    left, right = (class_mask(part, view) for part in node.args)
    return left | right if node.op == "or" else left & right


def is_selected(node: Node, group: Group, view: GroupedHand) -> bool:
    return SELECTOR_TESTS[node.op](node, group, view)


STATE_TESTS: dict[str, Callable[[Group], bool]] = {
    "concealed": lambda group: group.is_concealed,
    "called": lambda group: group.is_called,
    "won": lambda group: group.is_won,
    "first_called": lambda group: group.is_first_called,
    "added": lambda group: group.is_added,
    "joker": lambda group: group.jokers > 0,
    "any": lambda group: True,
}


def _is_all(node: Node, group: Group, view: GroupedHand) -> bool:
    for part in node.args:  # noqa: SIM110 (a generator takes twice as long, and most selectors come here)
        if not SELECTOR_TESTS[part.op](part, group, view):
            return False
    return True


def _is_some(node: Node, group: Group, view: GroupedHand) -> bool:
    for part in node.args:  # noqa: SIM110
        if SELECTOR_TESTS[part.op](part, group, view):
            return True
    return False


SELECTOR_TESTS: dict[str, Callable[[Node, Group, GroupedHand], bool]] = {
    "kind": lambda node, group, view: _is_kind(group, node.args[0], view),
    "state": lambda node, group, view: STATE_TESTS[node.args[0]](group),
    "of": lambda node, group, view: not group.mask & ~class_mask(node.args[0], view),
    "has": lambda node, group, view: bool(group.mask & class_mask(node.args[0], view)),
    "and": _is_all,
    "or": _is_some,
    "not": lambda node, group, view: not is_selected(node.args[0], group, view),
    "truth": lambda node, group, view: bool(node.args[0]),
}


def selected_groups(node: Node, view: GroupedHand, groups: tuple[Group, ...]) -> list[Group]:
    return [group for group in groups if is_selected(node, group, view)]
