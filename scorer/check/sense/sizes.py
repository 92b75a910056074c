"""How large complete hands are, and how much in them can differ, whatever the tiles."""

from __future__ import annotations

from scorer.readings import Shape
from scorer.ruleset.model import Ruleset


def hand_size(ruleset: Ruleset) -> int:
    """The most tiles of a complete hand: each declared set has one more than its place."""
    declared = {kind.id for kind in ruleset.kinds if kind.declared}
    sizes = [shape.size + (shape.sets if declared & {*shape.kinds} else 0) for shape in ruleset.shapes]
    return max(sizes, default=0)


def most_different(ruleset: Ruleset, attribute: str) -> int:
    """The most values of an attribute (kinds of tile, for `tile`) that one complete hand can have.

    >>> from scorer.library import load_ruleset
    >>> most_different(load_ruleset("ponjan"), "tile")
    3
    """
    return max((_in_shape(ruleset, shape, attribute) for shape in ruleset.shapes), default=0)


def _in_shape(ruleset: Ruleset, shape: Shape, attribute: str) -> int:
    if shape.way != "sets":
        return shape.pairs if shape.way == "pairs" else shape.size
    in_a_set = max((_in_set(ruleset, kind, attribute) for kind in shape.kinds), default=0)
    return shape.sets * in_a_set + shape.pairs + shape.singles


def _in_set(ruleset: Ruleset, name: str, attribute: str) -> int:
    kind = ruleset.kind_by_id.get(name)
    if kind is None:
        return hand_size(ruleset)
    return 1 if {attribute, "tile"} & {*kind.same} else kind.size
