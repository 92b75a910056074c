"""How far a condition is from holding: about how many tiles would have to be others.

What no tile can mend is given a number as well, so that patterns can be ranked as a teacher would rank them:
a wait or a call counts little, another shape or a stroke of luck much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from scorer.engine.evaluate import holds, value_of
from scorer.engine.match import most_bound
from scorer.engine.selecting import mask, selected, selects
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import Group, knitted_rows
from scorer.tiles import Tile

OTHER = 2.0
"""what is no matter of counting: a class that is missing, a wait of the wrong width"""
WAIT, CALLED, WAY, LUCK, SHAPE = 1.0, 2.0, 2.5, 5.0, 4.0
SET, RARE_SET, GROWN_PAIR = 2.0, 4.0, 1.0
"""a set to be made anew; one of few tiles; one that is a pair already"""


def distance(node: Node, view: View) -> float:
    """About how many tiles would have to be others for a condition to hold; 0 where it does."""
    if holds(node, view):
        return 0.0
    return OPS[node.op](node, view) if node.op in OPS else OTHER


def templates_distance(bound: int, templates: tuple[Node, ...], view: View) -> float:
    """How far a reading is from templates of which so many are bound; one alone fits any template."""
    wanted = len(templates)
    if bound == wanted:
        return 1.0
    if wanted == 1:
        return _missing_set(templates[0].args[2], view)
    return SET * (wanted - bound) if bound > 1 else SET * wanted


def tiles_at_fault(node: Node, view: View) -> list[Tile]:
    """The tiles that keep all_tiles or no_tile from holding."""
    wanted = mask(node.args[1], view)
    outside = node.args[0] == "all_tiles"
    return [tile for tile in view.tiles if bool(wanted >> tile.kind & 1) != outside]


def missing_tiles(text: str, view: View) -> list[Tile]:
    """The tiles that `contains` asks for and the hand has not, in the suits where fewest are missing."""
    ways = [
        [Tile(kind) for kind, count in (Counter(sum(rows, ())) - view.counts).items() for _ in range(count)]
        for rows in knitted_rows(text, view.ruleset.tileset)
    ]
    return min(ways, key=len, default=[])


def pairs_of(of: Node | None, view: View) -> list[Group]:
    """Pairs of a class: sets of it that lack one tile, in a hand that is made of sets."""
    if of is None or not view.sets:
        return []
    wanted = mask(of, view)
    pairs = (group for group in view.groups if len(group.tiles) == 2)
    return [pair for pair in pairs if all(wanted >> kind & 1 for kind in pair.kinds)]


def class_asked(selector: Node) -> Node | None:
    """The class that a selector asks of every tile of a set, if it asks one."""
    parts = selector.args if selector.op == "and" else (selector,)
    return next((part.args[0] for part in parts if part.op == "of"), None)


def _missing_set(of: Node | None, view: View) -> float:
    if of is None:
        return SET
    return GROWN_PAIR if pairs_of(of, view) else RARE_SET


def _and(node: Node, view: View) -> float:
    return sum(distance(part, view) for part in node.args)


def _or(node: Node, view: View) -> float:
    return min(distance(part, view) for part in node.args)


def _named(node: Node, view: View) -> float:
    return distance(view.ruleset.fact_by_id[node.args[0]].node, view)


def _fact(node: Node, view: View) -> float:
    ways = {"concealed_hand": CALLED, "self_draw": WAY, "discard": WAY}
    return ways.get(node.args[0], LUCK)


def _not(node: Node, view: View) -> float:
    inner = node.args[0]
    if inner.op == "named":
        return _not(Node("not", (view.ruleset.fact_by_id[inner.args[0]].node,)), view)
    if inner.op == "call" and inner.args[0] == "any_tile":
        wanted = mask(inner.args[1], view)
        return float(sum(wanted >> tile.kind & 1 for tile in view.tiles))
    if inner.op == "call" and inner.args[0] == "any_group":
        return SET * len(selected(inner.args[1], view, view.groups))
    return LUCK if inner.op == "fact" else OTHER


def _compare(node: Node, view: View) -> float:
    """A number that is off by so many sets, tiles or values."""
    left, right = node.args[0], node.args[2]
    have, want = value_of(left, view), value_of(right, view)
    if not isinstance(have, int) or not isinstance(want, int):
        return OTHER
    off = abs(want - have) or 1
    while left.op == "named":
        left = view.ruleset.fact_by_id[left.args[0]].node
    if left.op == "fact" and left.args[0] == view.ruleset.tileset.attributes[0] + "s" and have > want:
        return float(_outside_largest_suit(view))
    if left.op == "call" and left.args[0] in ("sets", "groups", "melds"):
        return _sets_off(left.args[1], off, have < want, view)
    if left.op == "call" and left.args[0] in ("kinds", "values"):
        return 3.0 * off
    return OTHER if left.op == "fact" else float(off)


def _sets_off(selector: Node, off: int, too_few: bool, view: View) -> float:
    if not too_few:
        return SET * off
    of = class_asked(selector)
    grown = min(off, len(pairs_of(of, view)))
    return GROWN_PAIR * grown + (SET if of is None else RARE_SET) * (off - grown)


def _outside_largest_suit(view: View) -> int:
    tileset = view.ruleset.tileset
    suits = Counter(
        tileset.kinds[tile.kind].letter
        for tile in view.tiles
        if tileset.attributes[0] in tileset.kinds[tile.kind].attribute
    )
    return sum(suits.values()) - max(suits.values(), default=0)


def _tiles(node: Node, view: View) -> float:
    return float(len(tiles_at_fault(node, view)))


def _every(node: Node, view: View) -> float:
    """Sets that fail a selector; of a class, by the tiles that are to be others."""
    among = view.sets if node.args[0] == "all_sets" else view.groups
    selector = node.args[1]
    failing = [group for group in among if not selects(selector, group, view)]
    if not failing:
        return SHAPE  # no set to ask at all
    if selector.op == "has":
        return float(len(failing))
    return SET * len(failing)


def _any_group(node: Node, view: View) -> float:
    selector: Node = node.args[1]
    kinds = [part for part in selector.walk() if part.op == "kind"]
    if any(part.args[0] == "pair" for part in kinds):
        return SET
    return _missing_set(class_asked(selector), view)


def _match(node: Node, view: View) -> float:
    templates = tuple(node.args[1:])
    return templates_distance(len(most_bound(templates, view)), templates, view)


CALLS: dict[str, Callable[[Node, View], float]] = {
    "all_tiles": _tiles, "no_tile": _tiles, "all_sets": _every, "all_groups": _every,
    "any_group": _any_group, "match": _match,
    "contains": lambda node, view: float(len(missing_tiles(node.args[1], view))),
    "shape": lambda node, view: SHAPE,
    "wait": lambda node, view: WAIT,
}  # fmt: skip
OPS: dict[str, Callable[[Node, View], float]] = {
    "and": _and, "or": _or, "not": _not, "named": _named, "fact": _fact, "compare": _compare,
    "call": lambda node, view: CALLS[node.args[0]](node, view) if node.args[0] in CALLS else OTHER,
}  # fmt: skip
