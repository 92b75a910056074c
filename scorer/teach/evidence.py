"""What the hand shows for a condition, and how far it is from holding.

It shows the sets or tiles that make a condition true, or what stands there instead. It is as far as about so
many tiles would have to be others. What no tile can mend is given a number as well, so that patterns can be
ranked as a teacher would rank them: a wait or a call counts little, another shape or a stroke of luck much.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from scorer.engine.evaluate import View, holds, value_of
from scorer.engine.match import mask, most_bound, selected, selects
from scorer.language.nodes import Node
from scorer.shapes import Group
from scorer.teach.conditions import APPLIES, asks, number_of, wait_words
from scorer.teach.words import Speech, group_text, value_words
from scorer.tiles import Tile
from scorer.values import replace

Far = float | Callable[[Node, View], float]
Shown = Callable[[Node, View, Speech], str]
OTHER = 2.0
"""what is no matter of counting: a class that is missing, a wait of the wrong width"""
WAIT, CALLED, WAY, LUCK, SHAPE = 1.0, 2.0, 2.5, 5.0, 4.0
SET, RARE_SET, GROWN_PAIR = 2.0, 4.0, 1.0
"""a set to be made anew; one of few tiles; one that is a pair already"""
OF_SETS = ("sets", "groups", "melds")


def distance(node: Node, view: View) -> float:
    """About how many tiles would have to be others for a condition to hold; 0 where it does."""
    return 0.0 if holds(node, view) else _so_far(NODES[node.op][0], node, view)


def evidence(node: Node, view: View, speech: Speech) -> str:
    """What the hand shows for a condition, in a few words; empty where there is nothing to add."""
    return NODES[node.op][1](node, view, speech)


def _so_far(far: Far, node: Node, view: View) -> float:
    return far if isinstance(far, float) else far(node, view)


def _told(one: str, many: str, things: Sequence[object], shown: str, speech: Speech) -> str:
    """The phrase for one thing or for several; nothing where there is none."""
    return speech.say(one if len(things) == 1 else many, shown) if things else ""


def _nothing(node: Node, view: View, speech: Speech) -> str:
    """The number alone is told."""
    return ""


def _opened(node: Node, view: View) -> Node:
    """What a named fact stands for."""
    while node.op == "named":
        node = view.ruleset.fact_by_id[node.args[0]].node
    return node


# ---- functions that ask for tiles

Row = tuple[Far, Far, Shown]
"""How far a function is from being true, and from being false, and what is shown."""


def _kept_by(tiles: Callable[[Node, View], list[Tile]], one: str, many: str) -> Row:
    """The row of a function that tiles keep from being true, each by itself."""

    def shown(node: Node, view: View, speech: Speech) -> str:
        found = tiles(node, view)
        return _told(one, many, found, speech.tiles(found), speech)

    return lambda node, view: float(len(tiles(node, view))), OTHER, shown


def _tiles_there(node: Node, view: View) -> list[Tile]:
    wanted = mask(node.args[1], view)
    return [tile for tile in view.tiles if wanted >> tile.kind & 1]


def _tiles_outside(node: Node, view: View) -> list[Tile]:
    wanted = mask(node.args[1], view)
    return [tile for tile in view.tiles if not wanted >> tile.kind & 1]


def _tiles_lacking(node: Node, view: View) -> list[Tile]:
    """The tiles that `contains` asks for and the hand has not, in the suits where fewest are missing."""
    ways = [
        [Tile(kind) for kind, count in (Counter(sum(rows, ())) - view.counts).items() for _ in range(count)]
        for rows in view.ruleset.set_tables.knitted(node.args[1])
    ]
    return min(ways, key=len, default=[])


def _any_tile(node: Node, view: View, speech: Speech) -> str:
    if there := _tiles_there(node, view):
        return speech.tiles(there)
    if any(part.op == "given" and part.args[0] == "win_tile" for part in node.args[1].walk()):
        return speech.say("it is so", view.ruleset.tileset.code(view.hand.winning_tile))
    return speech.say("found none")


# ---- functions that ask for sets


def _class_asked(selector: Node) -> Node | None:
    """The class that a selector asks of every tile of a set, if it asks one."""
    parts = selector.args if selector.op == "and" else (selector,)
    return next((part.args[0] for part in parts if part.op == "of"), None)


def _pairs_of(of: Node | None, view: View) -> list[Group]:
    """Pairs of a class: sets of it that lack one tile, in a hand that is made of sets."""
    if of is None or not view.sets:
        return []
    wanted = mask(of, view)
    pairs = (group for group in view.groups if len(group.tiles) == 2)
    return [pair for pair in pairs if all(wanted >> kind & 1 for kind in pair.kinds)]


def _only_pairs(of: Node | None, view: View, speech: Speech) -> str:
    pairs = _pairs_of(of, view)
    return _told("found only pair", "found only pairs", pairs, speech.groups(pairs), speech)


def _missing_set(of: Node | None, view: View) -> float:
    if of is None:
        return SET
    return GROWN_PAIR if _pairs_of(of, view) else RARE_SET


def _failing(node: Node, view: View) -> list[Group]:
    """The sets that are not as every one should be."""
    among = view.sets if node.args[0] == "all_sets" else view.groups
    return [group for group in among if not selects(node.args[1], group, view)]


def _every_far(node: Node, view: View) -> float:
    failing = len(_failing(node, view))
    if not failing:
        return SHAPE  # no set to ask at all
    return float(failing) if node.args[1].op == "has" else SET * failing


def _every(node: Node, view: View, speech: Speech) -> str:
    failing = _failing(node, view)
    if not failing and not (view.sets if node.args[0] == "all_sets" else view.groups):
        return speech.say("no sets")
    one, many = ("has none", "have none") if node.args[1].op == "has" else ("is not", "are not")
    return _told(one, many, failing, speech.groups(failing), speech)


def _any_far(node: Node, view: View) -> float:
    selector: Node = node.args[1]
    if any(part.op == "kind" and part.args[0] == "pair" for part in selector.walk()):
        return SET
    return _missing_set(_class_asked(selector), view)


def _any(node: Node, view: View, speech: Speech) -> str:
    """The sets; where there are none what stands there instead: the pair of a hand, a pair of the class."""
    selector: Node = node.args[1]
    if there := selected(selector, view, view.groups):
        return speech.groups(there)
    kinds = [part for part in selector.walk() if part.op == "kind"]
    only = [group for group in view.groups if any(selects(kind, group, view) for kind in kinds)]
    if len(only) == 1 and len(only[0].tiles) == 2:
        return speech.say("the pair is", group_text(only[0], view.ruleset.tileset))
    return _only_pairs(_class_asked(selector), view, speech) or speech.say("found none")


def templates_far(places: tuple[int, ...], templates: tuple[Node, ...], view: View) -> float:
    """How far a reading is from templates of which so many are bound; one alone fits any template."""
    bound, wanted = len(places), len(templates)
    if bound == wanted:
        return 1.0
    if wanted == 1:
        return _missing_set(templates[0].args[2], view)
    return SET * (wanted - bound) if bound > 1 else SET * wanted


def bound_words(bound: tuple[int, ...], templates: tuple[Node, ...], view: View, speech: Speech) -> str:
    """The sets asked for, or how many of them are there. One alone fits any template, so it is none."""
    there = speech.groups(view.groups[place] for place in sorted(bound))
    if len(bound) == len(templates):
        return there
    if len(templates) == 1:
        return _only_pairs(templates[0].args[2], view, speech) or speech.say("found none")
    if len(bound) < 2:
        return speech.say("no two fit" if bound else "found none")
    return speech.say("found of", speech.number(len(bound)), speech.number(len(templates)), there)


# ---- functions that ask for the shape and the wait


def _shape(node: Node, view: View, speech: Speech) -> str:
    if view.reading is None or view.reading.shape == node.args[1]:
        return ""
    return speech.say("read as", speech.name(view.ruleset.shape_by_id[view.reading.shape].names))


def _wait(node: Node, view: View, speech: Speech) -> str:
    reading = view.reading
    if reading is None or reading.won is None:
        return ""
    done = speech.say(
        "completed", view.ruleset.tileset.code(view.hand.winning_tile), speech.groups([reading.won])
    )
    return (
        done
        if reading.wait == node.args[1]
        else speech.say("and how", done, wait_words(reading.wait, speech))
    )


def _waits(node: Node, view: View, speech: Speech) -> str:
    return speech.say("hand waits for", view.ruleset.tileset.text(Tile(kind) for kind in view.waits))


CONDITIONS: dict[str, Row] = {
    "all_tiles": _kept_by(_tiles_outside, "is not", "are not"),
    "any_tile": (OTHER, lambda node, view: float(len(_tiles_there(node, view))), _any_tile),
    "no_tile": _kept_by(_tiles_there, "found", "found"),
    "contains": _kept_by(_tiles_lacking, "is missing", "are missing"),
    "all_sets": (_every_far, OTHER, _every),
    "all_groups": (_every_far, OTHER, _every),
    "any_group": (_any_far, lambda node, view: SET * len(selected(node.args[1], view, view.groups)), _any),
    "match": (
        lambda node, view: templates_far(most_bound(node.args[1:], view), node.args[1:], view),
        OTHER,
        lambda node, view, to: bound_words(most_bound(node.args[1:], view), node.args[1:], view, to),
    ),
    "shape": (SHAPE, OTHER, _shape),
    "wait": (WAIT, OTHER, _wait),
    "on_every_wait": (OTHER, OTHER, _waits),
}
"""Functions that are true or false."""


# ---- functions that count


NUMBERS: dict[str, tuple[float, Shown]] = {
    "sets": (SET, lambda node, view, speech: speech.groups(selected(node.args[1], view, view.sets))),
    "groups": (SET, lambda node, view, speech: speech.groups(selected(node.args[1], view, view.groups))),
    "melds": (SET, _nothing),
    "tiles": (1.0, lambda node, view, speech: speech.tiles(_tiles_there(node, view))),
    "kinds": (3.0, lambda node, view, speech: speech.tiles(_tiles_there(node, view))),
    "values": (3.0, lambda node, view, speech: speech.listed(value_words(node.args[1], view.tiles, speech))),
    **dict.fromkeys(
        ("copies", "flowers", "exposed", "indicated", "awarded", "pips", "set_total", "min", "max"),
        (1.0, _nothing),
    ),
}
"""Functions that give a number: how far a hand is for each one too few or too many, and what is counted."""


# ---- facts


def was_called(view: View, speech: Speech) -> str:
    """The sets that keep a hand from being closed."""
    called = [f"({speech.rules.tileset.text(meld.tiles)})" for meld in view.hand.melds if not meld.concealed]
    return _told("was called", "were called", called, speech.listed(called), speech)


def _stayed_concealed(view: View, speech: Speech) -> str:
    concealed = [group for group in view.sets if not group.called]
    return speech.say("stayed concealed", speech.groups(concealed) or speech.say("a set"))


def _suits(view: View) -> dict[str, list[Tile]]:
    """The tiles of each suit by its letter."""
    tileset = view.ruleset.tileset
    suits: dict[str, list[Tile]] = {}
    for tile in view.tiles:
        kind = tileset.kinds[tile.kind]
        if tileset.attributes[0] in kind.attribute:
            suits.setdefault(kind.letter, []).append(tile)
    return suits


def _by_suit(view: View, speech: Speech) -> str:
    """The suits of the hand by name."""
    names = view.ruleset.tileset.by_letter
    return speech.listed(speech.name(names[letter].names) or letter for letter in _suits(view))


TRUTH_FACTS: dict[str, tuple[float, Callable[[View, Speech], str]]] = {
    "self_draw": (WAY, lambda view, speech: speech.say("why not self_draw")),
    "discard": (WAY, lambda view, speech: speech.say("why not discard")),
    "dealer": (LUCK, lambda view, speech: speech.say("not dealer")),
    "from_dealer": (LUCK, lambda view, speech: speech.say("why not from_dealer")),
    "concealed_hand": (CALLED, was_called),
    "fully_open": (LUCK, _stayed_concealed),
}
"""How far a fact is, and why it is not true. A circumstance comes about by luck."""
NUMBER_FACTS: dict[str, Callable[[View, Speech], str]] = {
    "suits": _by_suit,
    **dict.fromkeys(
        ("players", "honba", "sticks", "flowers", "jokers", "reds", "waits"), lambda view, speech: ""
    ),
}
"""What a number counts in this hand, where it is to be seen there."""


def _fact(node: Node, view: View, speech: Speech) -> str:
    name = node.args[0]
    if name in NUMBER_FACTS:
        return NUMBER_FACTS[name](view, speech)
    return "" if value_of(node, view) or name not in TRUTH_FACTS else TRUTH_FACTS[name][1](view, speech)


# ---- comparisons


def _compare_far(node: Node, view: View) -> float:
    """A number that is off by so many sets, tiles or values."""
    left, right = node.args[0], node.args[2]
    have, want = value_of(left, view), value_of(right, view)
    if not isinstance(have, int) or not isinstance(want, int):
        return OTHER
    left, off = _opened(left, view), abs(want - have) or 1
    if left.op == "fact":
        suits = [len(tiles) for tiles in _suits(view).values()]
        too_many = left.args[0] == "suits" and have > want
        return float(sum(suits) - max(suits, default=0)) if too_many else OTHER
    if left.op != "call":
        return float(off)
    if left.args[0] not in OF_SETS or have > want:
        return NUMBERS[left.args[0]][0] * off
    of = _class_asked(left.args[1])
    grown = min(off, len(_pairs_of(of, view)))
    return GROWN_PAIR * grown + (SET if of is None else RARE_SET) * (off - grown)


def _compared(node: Node, view: View, speech: Speech) -> str:
    """The number found, with the sets or tiles that it counts; those alone where the number is as asked."""
    true = holds(node, view)
    left = next((part for part in node.args[::2] if part.op != "number"), node.args[0])
    if left.op == "option":
        return speech.say("value here", value_of(left, view))
    value = value_of(left, view)
    shown = evidence(left, view, speech)
    if value == 0:
        return "" if true else _instead(left, view, speech)
    number = number_of(left, value, speech) if isinstance(value, int) else str(value)
    if true:
        asked = node.args[1] == "==" and node.args[2].op == "number"
        return shown or ("" if asked else number)
    more = f"{shown}{_intruder(left, view, speech)}"
    said = speech.say("found some", number, more) if shown else speech.say("found number", number)
    return said + _lost_to_the_discard(left, view, speech)


def _intruder(node: Node, view: View, speech: Speech) -> str:
    """Of two suits where one was asked for, the tiles of the smaller."""
    if (node.op, node.args[:1]) != ("fact", ("suits",)) or len(_suits(view)) != 2:
        return ""
    smaller: list[Tile] = min(_suits(view).values(), key=len)
    return speech.say("in brackets", speech.tiles(smaller))


def _lost_to_the_discard(node: Node, view: View, speech: Speech) -> str:
    """The set that would count as well if the winning tile had been drawn: open, though not called."""
    if node.op != "call" or node.args[0] not in ("sets", "groups"):
        return ""
    open_ = (group for group in view.groups if group.won and not group.concealed and not group.melded)
    drawn = (replace(group, concealed=True) for group in open_)
    already = {group.tiles for group in selected(node.args[1], view, view.groups)}
    lost = [group for group in drawn if selects(node.args[1], group, view) and group.tiles not in already]
    return speech.say("lost", speech.groups(lost)) if lost else ""


def _instead(node: Node, view: View, speech: Speech) -> str:
    """What stands there where nothing of what is counted does."""
    node = _opened(node, view)
    sets = node.op == "call" and node.args[0] in ("sets", "groups")
    return (_only_pairs(_class_asked(node.args[1]), view, speech) if sets else "") or speech.say("found none")


# ---- conditions made of others


def _either(node: Node, view: View, speech: Speech) -> str:
    """What is shown for the parts that hold, of a wait also which it is; where none is wanted, for all."""
    if holds(node, view):
        said = [_chosen(part, view, speech) for part in node.args if holds(part, view)]
    else:
        said = [evidence(part, view, speech) for part in node.args]
    return speech.listed(dict.fromkeys(text for text in said if text))


def _chosen(node: Node, view: View, speech: Speech) -> str:
    shown = evidence(node, view, speech)
    is_wait = node.op == "call" and node.args[0] == "wait"
    return speech.headed(wait_words(node.args[1], speech), shown) if is_wait and shown else shown


def _not_far(node: Node, view: View) -> float:
    inner = _opened(node.args[0], view)
    if inner.op == "call" and inner.args[0] in CONDITIONS:
        return _so_far(CONDITIONS[inner.args[0]][1], inner, view)
    return LUCK if inner.op == "fact" else OTHER


def _not(node: Node, view: View, speech: Speech) -> str:
    if holds(node, view):
        return ""
    shown, inner = evidence(node.args[0], view, speech), _opened(node.args[0], view)
    things = inner.op == "call" and inner.args[0] in ("any_group", "any_tile", "match")
    return speech.say("found", shown) if things and shown else shown or _so_it_is(inner, speech)


def _so_it_is(node: Node, speech: Speech) -> str:
    """What is denied and yet true: 'it is made of seven pairs', 'nothing was called'."""
    said = asks(node, speech)
    if not speech.english:
        return said
    return "it applies" if said.endswith(APPLIES) else re.sub("^the (hand|wait|winning tile) ", "it ", said)


NODES: dict[str, tuple[Far, Shown]] = {
    "fact": (lambda node, view: TRUTH_FACTS.get(node.args[0], (LUCK,))[0], _fact),
    "named": (
        lambda node, view: distance(_opened(node, view), view),
        lambda node, view, speech: evidence(_opened(node, view), view, speech),
    ),
    "option": (
        OTHER,
        lambda node, view, speech: speech.say("on here" if value_of(node, view) else "off here"),
    ),
    "and": (lambda node, view: sum(distance(part, view) for part in node.args), _either),
    "or": (lambda node, view: min(distance(part, view) for part in node.args), _either),
    "not": (_not_far, _not),
    "compare": (_compare_far, _compared),
    "call": (
        lambda node, view: _so_far(CONDITIONS.get(node.args[0], (OTHER,))[0], node, view),
        lambda node, view, speech: (CONDITIONS | NUMBERS)[node.args[0]][-1](node, view, speech),
    ),
    **dict.fromkeys(
        ("truth", "number", "word", "amount", "letter", "arithmetic", "negative", "if", "table"),
        (OTHER, _nothing),
    ),
}
"""Every kind of condition and number; `_nothing` where the hand has nothing to show for it."""
