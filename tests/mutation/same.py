"""Mutants that are no other rules: another word, but the same sets satisfy it."""

from __future__ import annotations

from scorer.check.solver import Solver
from scorer.check.world import World
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import FUNCTIONS
from scorer.ruleset.load import LoadedFile

SETS_ONLY = {"sets": "groups"}
"""Functions that leave pairs out, with those that do not and count alike where no pair is meant."""
SETTLED = frozenset(["kind", "class", "of", "and", "or", "not"])
"""What a selector is made of that asks for the same elements in every situation."""


def are_same_rules(one: LoadedFile, other: LoadedFile) -> bool:
    """Whether two files differ in some expressions, and these alone, which ask for the same sets."""
    if one.builder is None or other.builder is None or one.ruleset is None:
        return False
    pairs = list(zip(one.builder.expressions, other.builder.expressions, strict=False))
    changed = [(a.node, b.node) for a, b in pairs if comparable_tree(a.node) != comparable_tree(b.node)]
    world = Solver(one.ruleset, True).world
    return (
        bool(changed)
        and len(pairs) == len(other.builder.expressions)
        and all(_same(world, *p) for p in changed)
    )


def _same(world: World, one: Node, other: Node) -> bool:
    if comparable_tree(one) == comparable_tree(other):
        return True
    if one.op == other.op == "template":
        rest = [comparable_tree(Node("", node.args[1:])) for node in (one, other)]
        return rest[0] == rest[1] and _made_of(world, one) == _made_of(world, other)
    if one.op == other.op == "call" and _counts_alike(one.args[0], other.args[0]):
        return len(one.parts) == len(other.parts) == 1 and _selected(world, one) == _selected(world, other)
    same_kind = one.op == other.op and _words(one) == _words(other) and len(one.parts) == len(other.parts)
    return same_kind and all(_same(world, *pair) for pair in zip(one.parts, other.parts, strict=True))


def _counts_alike(one: str, other: str) -> bool:
    takes_sets = FUNCTIONS[one].takes == ("selector",)
    return takes_sets and SETS_ONLY.get(one, one) == SETS_ONLY.get(other, other)


def _selected(world: World, call: Node) -> tuple[int, list[object]]:
    """The elements that may be meant, and every word but those for kinds of sets; none where kinds and
    classes say it all.
    """
    (selector,) = call.parts
    among = world.elements_in_state("is_set") if call.args[0] in SETS_ONLY else -1
    parts = [*selector.walk()]
    is_told = SETTLED.issuperset(part.op for part in parts)
    words = [] if is_told else [(part.op, _words(part)) for part in parts if part.op != "kind"]
    return world.selected_elements(selector)[1] & among, [*words]


def _made_of(world: World, template: Node) -> int:
    """The sets of a kind that are made of a class, nothing being said of their ranks."""
    kind, _, of, _ = template.args
    of_kind = world.selected_elements(Node("kind", (kind,)))[1]
    return of_kind & world.touching(world.class_mask(of)[1], "of") if of is not None else of_kind


def _words(node: Node) -> list[object]:
    return [
        comparable_tree(Node("", (arg,)))
        for arg in node.args
        if not (isinstance(arg, Node) or _has_nodes(arg))
    ]


def _has_nodes(arg: object) -> bool:
    return isinstance(arg, tuple) and any(isinstance(one, Node) or _has_nodes(one) for one in arg)
