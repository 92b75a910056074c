"""L506: classes without tiles, and selectors that no set satisfies."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.asking import looked_at, selectors_of
from scorer.check.sense.world import TooLarge
from scorer.check.subject import Subject
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.language.vocabulary import FUNCTIONS
from scorer.ruleset.builder import Asked

SETS_ONLY = ("sets", "all_sets")


def nothing_selected(subject: Subject) -> Iterator[Problem]:
    """Every class and selector that is empty, at its smallest part that is."""
    if not subject.has_sound_hands:
        return
    yield from _empty_classes(subject)
    try:
        for asked in looked_at(subject):
            yield from _in_expression(subject, asked)
    except TooLarge:
        return


def is_empty_call(subject: Subject, node: Node) -> bool:
    """Whether a call asks for sets or tiles of which there are none."""
    if node.op != "call":
        return False
    try:
        arguments = [arg for arg in node.args[1:] if isinstance(arg, Node)]
        empty = any(_is_empty(subject, node.args[0], arg) for arg in arguments)
        return empty or any(_is_empty_class(subject, part) for arg in arguments for part in arg.walk())
    except TooLarge:
        return False


def _in_expression(subject: Subject, asked: Asked) -> Iterator[Problem]:
    if asked.sort == "selector":
        yield from _in_selector(subject, asked, "groups", asked.node)
        return
    for function, argument in selectors_of(asked.node):
        yield from _in_selector(subject, asked, function, argument)


def _in_selector(subject: Subject, asked: Asked, function: str, node: Node) -> Iterator[Problem]:
    sorts = FUNCTIONS[function].takes
    if not ("class" in sorts or "selector" in sorts) or not _is_empty(subject, function, node):
        return
    small = _smallest(subject, function, node)
    if "class" in sorts:
        yield from subject.at(asked, small, "L506", f"no tile of this set belongs to '{small.text}'")
        return
    hint = ""
    if function in SETS_ONLY and not _is_empty(subject, "groups", small):
        hint = f"{function}(...) leaves pairs and single tiles out: say groups(...) or any_group(...)"
    yield from subject.at(asked, small, "L506", f"there is no set that is '{small.text}'", hint)


def _is_empty(subject: Subject, function: str, node: Node) -> bool:
    sorts, world = FUNCTIONS[function].takes, subject.solver.world
    if "class" in sorts:
        return not _has_own_problem(subject, node) and world.class_mask(node)[1] == 0
    if "selector" not in sorts:
        return False
    perhaps = world.selected(node)[1]
    if function in SETS_ONLY:
        perhaps &= world.bits([element.is_set for element in world.elements])
    return perhaps == 0


def _has_own_problem(subject: Subject, node: Node) -> bool:
    """Whether an empty class is reported where it is defined."""
    return node.op == "class" and node.args[0] in subject.ruleset.class_masks


def _is_empty_class(subject: Subject, node: Node) -> bool:
    return node.op == "class" and subject.solver.world.class_mask(node)[1] == 0


def _smallest(subject: Subject, function: str, node: Node) -> Node:
    """The smallest part that is empty although it stands in its own words (not in those of a class)."""
    if node.op in ("and", "or", "not") and node.text:
        for part in node.parts:
            if node.op != "not" and _is_empty(subject, function, part) and part.text in node.text:
                return _smallest(subject, function, part)
    return node


def _empty_classes(subject: Subject) -> Iterator[Problem]:
    """Classes of the file that no tile belongs to, or no tile any more."""
    section = subject.section("tiles")
    for name, item in (section.fields if section else {}).items():
        mask = subject.ruleset.class_masks.get(name)
        if (
            mask is None
            or not subject.is_own(item)
            or subject.is_faulty(item)
            or name in subject.tainted_names
        ):
            continue
        entry = item.get("is") or item
        if mask & subject.solver.world.every == 0:
            left = "no tile belongs to it" if mask == 0 else "its tiles are all taken out of the set"
            yield from subject.problem(
                entry, "L506", f"the class '{name}' is empty: {left}", length=len(entry.text())
            )
