"""How far a condition is from holding: about how many tiles would have to be others.

What no tile can mend is given a number as well, so that patterns can be ranked as a teacher would rank them:
a wait or a call counts little, another shape or a stroke of luck much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from scorer.engine.evaluate import holds, value_of
from scorer.engine.match import mask, most_bound, selected, selects
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.shapes import Group
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
    return NODES[node.op](node, view)


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
        for rows in view.ruleset.set_tables.knitted(text)
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


def _fact(node: Node, view: View) -> float:
    """A circumstance comes about by luck."""
    return TRUTH_FACTS.get(node.args[0], LUCK)


def _not(node: Node, view: View) -> float:
    inner = node.args[0]
    if inner.op == "named":
        return _not(Node("not", (view.ruleset.fact_by_id[inner.args[0]].node,)), view)
    if inner.op == "call" and inner.args[0] in CONDITIONS:
        return CONDITIONS[inner.args[0]][1](inner, view)
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
    if left.op == "call":
        return NUMBERS[left.args[0]](left, off, have < want, view)
    if left.op == "fact" and left.args[0] == "suits" and have > want:
        return float(_outside_largest_suit(view))
    return OTHER if left.op == "fact" else float(off)


def _sets_off(node: Node, off: int, too_few: bool, view: View) -> float:
    if not too_few:
        return SET * off
    of = class_asked(node.args[1])
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


def _tiles_there(node: Node, view: View) -> float:
    wanted = mask(node.args[1], view)
    return float(sum(wanted >> tile.kind & 1 for tile in view.tiles))


def _groups_there(node: Node, view: View) -> float:
    return SET * len(selected(node.args[1], view, view.groups))


def _always(far: float) -> Callable[[Node, View], float]:
    """So far, whatever the hand."""
    return lambda node, view: far


def _each(step: float) -> Callable[[Node, int, bool, View], float]:
    """So far for each that is missing or too many."""
    return lambda node, off, too_few, view: step * off


Far = Callable[[Node, View], float]
TRUTH_FACTS = {
    "self_draw": WAY,
    "discard": WAY,
    "dealer": LUCK,
    "from_dealer": LUCK,
    "concealed_hand": CALLED,
    "fully_open": LUCK,
}
CONDITIONS: dict[str, tuple[Far, Far]] = {
    "all_tiles": (_tiles, _always(OTHER)),
    "any_tile": (_always(OTHER), _tiles_there),
    "no_tile": (_tiles, _always(OTHER)),
    "contains": (
        lambda node, view: float(len(missing_tiles(node.args[1], view))),
        _always(OTHER),
    ),
    "all_sets": (_every, _always(OTHER)),
    "all_groups": (_every, _always(OTHER)),
    "any_group": (_any_group, _groups_there),
    "match": (_match, _always(OTHER)),
    "shape": (_always(SHAPE), _always(OTHER)),
    "wait": (_always(WAIT), _always(OTHER)),
    "on_every_wait": (_always(OTHER), _always(OTHER)),
}
"""Functions that are true or false: how far from being true, and from being false."""
NUMBERS: dict[str, Callable[[Node, int, bool, View], float]] = {
    "sets": _sets_off,
    "groups": _sets_off,
    "melds": _sets_off,
    "tiles": _each(1.0),
    "kinds": _each(3.0),
    "copies": _each(1.0),
    "values": _each(3.0),
    "flowers": _each(1.0),
    "exposed": _each(1.0),
    "indicated": _each(1.0),
    "awarded": _each(1.0),
    "pips": _each(1.0),
    "set_total": _each(1.0),
    "min": _each(1.0),
    "max": _each(1.0),
}
"""Functions that give a number: how far a hand is in which it is so much too small, or too large."""
NODES: dict[str, Far] = {
    "and": lambda node, view: sum(distance(part, view) for part in node.args),
    "or": lambda node, view: min(distance(part, view) for part in node.args),
    "not": _not,
    "named": lambda node, view: distance(view.ruleset.fact_by_id[node.args[0]].node, view),
    "fact": _fact,
    "compare": _compare,
    "call": lambda node, view: (
        CONDITIONS[node.args[0]][0](node, view) if node.args[0] in CONDITIONS else OTHER
    ),
    **dict.fromkeys(
        ("truth", "number", "word", "option", "amount", "letter", "arithmetic", "negative", "if", "table"),
        _always(OTHER),
    ),
}
"""Every kind of condition and number."""
