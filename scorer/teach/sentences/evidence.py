"""What the hand shows for a condition: the sets or tiles that make it true, or what stands there instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from scorer.engine.evaluate import holds, value_of
from scorer.engine.match import mask, most_bound, selected, selects
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.shapes import Group
from scorer.teach.nearness import class_asked, missing_tiles, pairs_of, tiles_at_fault
from scorer.teach.sentences.conditions import APPLIES, asks, number_of, wait_words
from scorer.teach.sentences.words import Speech, group_text, groups_text, tiles_text, value_words
from scorer.tiles import Tile
from scorer.values import replace


def evidence(node: Node, view: View, speech: Speech) -> str:
    """What the hand shows for a condition, in a few words; empty where there is nothing to add."""
    return EVIDENCE[node.op](node, view, speech)


def _tiles_shown(tiles: list[Tile], view: View) -> str:
    return tiles_text(tiles, view.ruleset.tileset)


def _verb(things: Sequence[object], one: str, many: str) -> str:
    """The phrase for one thing or for several."""
    return one if len(things) == 1 else many


# ---- functions


def _all_tiles(node: Node, view: View, speech: Speech) -> str:
    at_fault = tiles_at_fault(node, view)
    return speech.say(_verb(at_fault, "is not", "are not"), _tiles_shown(at_fault, view)) if at_fault else ""


def _any_tile(node: Node, view: View, speech: Speech) -> str:
    wanted = mask(node.args[1], view)
    there = [tile for tile in view.tiles if wanted >> tile.kind & 1]
    if there:
        return _tiles_shown(there, view)
    asks_win = any(part.op == "given" and part.args[0] == "win_tile" for part in node.args[1].walk())
    if not asks_win:
        return speech.say("found none")
    return speech.say("it is so", view.ruleset.tileset.code(view.hand.winning_tile))


def _no_tile(node: Node, view: View, speech: Speech) -> str:
    at_fault = tiles_at_fault(node, view)
    return speech.say("found", _tiles_shown(at_fault, view)) if at_fault else ""


def _every_group(node: Node, view: View, speech: Speech) -> str:
    among = view.sets if node.args[0] == "all_sets" else view.groups
    selector: Node = node.args[1]
    others = [group for group in among if not selects(selector, group, view)]
    if not others:
        return "" if among else speech.say("no sets")
    one, many = ("has none", "have none") if selector.op == "has" else ("is not", "are not")
    return speech.say(_verb(others, one, many), groups_text(others, speech))


def _any_group(node: Node, view: View, speech: Speech) -> str:
    there = selected(node.args[1], view, view.groups)
    return groups_text(there, speech) if there else _nearest_groups(node.args[1], view, speech)


def _nearest_groups(selector: Node, view: View, speech: Speech) -> str:
    """What stands there instead: the pair of a hand, a pair of the class that is asked for."""
    kinds = [part for part in selector.walk() if part.op == "kind"]
    only = [group for group in view.groups if any(selects(kind, group, view) for kind in kinds)]
    if len(only) == 1 and len(only[0].tiles) == 2:
        return speech.say("the pair is", group_text(only[0], view.ruleset.tileset))
    return _only_pairs(class_asked(selector), view, speech) or speech.say("found none")


def _only_pairs(of: Node | None, view: View, speech: Speech) -> str:
    pairs = pairs_of(of, view)
    key = _verb(pairs, "found only pair", "found only pairs")
    return speech.say(key, groups_text(pairs, speech)) if pairs else ""


def _wait(node: Node, view: View, speech: Speech) -> str:
    reading = view.reading
    won = next((group for group in view.groups if group.won), None)
    if reading is None or won is None:
        return ""
    tile = view.ruleset.tileset.code(view.hand.winning_tile)
    done = speech.say("completed", tile, groups_text([won], speech))
    if reading.wait == node.args[1]:
        return done
    return speech.say("and how", done, wait_words(reading.wait, speech))


def _shape(node: Node, view: View, speech: Speech) -> str:
    if view.reading is None or view.reading.shape == node.args[1]:
        return ""
    return speech.say("read as", speech.name(view.ruleset.shape_by_id[view.reading.shape].names))


def _match(node: Node, view: View, speech: Speech) -> str:
    templates = tuple(node.args[1:])
    bound = most_bound(templates, view)
    if len(bound) == len(templates):
        return groups_text([view.groups[place] for place in sorted(bound)], speech)
    return bound_words(bound, templates, view, speech)


def _contains(node: Node, view: View, speech: Speech) -> str:
    missing = missing_tiles(node.args[1], view)
    key = _verb(missing, "is missing", "are missing")
    return speech.say(key, _tiles_shown(missing, view)) if missing else ""


def bound_words(bound: tuple[int, ...], templates: tuple[Node, ...], view: View, speech: Speech) -> str:
    """How many of the sets asked for are there. One alone fits any template, so it is none."""
    if len(templates) == 1:
        return _only_pairs(templates[0].args[2], view, speech) or speech.say("found none")
    if len(bound) < 2:
        return speech.say("no two fit" if bound else "found none")
    there = groups_text([view.groups[place] for place in sorted(bound)], speech)
    return speech.say("found of", speech.number(len(bound)), speech.number(len(templates)), there)


def _waits(node: Node, view: View, speech: Speech) -> str:
    return speech.say("hand waits for", view.ruleset.tileset.text(Tile(kind) for kind in view.waits))


def _counted_groups(node: Node, view: View, speech: Speech) -> str:
    among = view.sets if node.args[0] == "sets" else view.groups
    return groups_text(selected(node.args[1], view, among), speech)


def _counted_tiles(node: Node, view: View, speech: Speech) -> str:
    wanted = mask(node.args[1], view)
    return _tiles_shown([tile for tile in view.tiles if wanted >> tile.kind & 1], view)


def _counted_values(node: Node, view: View, speech: Speech) -> str:
    return speech.listed(value_words(node.args[1], view.tiles, speech))


def _nothing(node: Node, view: View, speech: Speech) -> str:
    """The number alone is told."""
    return ""


CALLS: dict[str, Callable[[Node, View, Speech], str]] = {
    "all_tiles": _all_tiles,
    "any_tile": _any_tile,
    "no_tile": _no_tile,
    "contains": _contains,
    "all_sets": _every_group,
    "all_groups": _every_group,
    "any_group": _any_group,
    "match": _match,
    "shape": _shape,
    "wait": _wait,
    "on_every_wait": _waits,
    "sets": _counted_groups,
    "groups": _counted_groups,
    "tiles": _counted_tiles,
    "kinds": _counted_tiles,
    "values": _counted_values,
    **dict.fromkeys(
        ("melds", "copies", "flowers", "exposed", "indicated", "awarded", "pips", "set_total", "min", "max"),
        _nothing,
    ),
}
"""For a condition what makes it true or stands in its way, for a number what it counts."""


# ---- facts


def _fact(node: Node, view: View, speech: Speech) -> str:
    name = node.args[0]
    if name in NUMBER_FACTS:
        return NUMBER_FACTS[name](view, speech)
    if value_of(node, view):
        return ""
    return TRUTH_FACTS[name](view, speech) if name in TRUTH_FACTS else ""


def was_called(view: View, speech: Speech) -> str:
    """The sets that keep a hand from being closed."""
    called = [meld for meld in view.hand.melds if not meld.concealed]
    shown = speech.listed(f"({view.ruleset.tileset.text(meld.tiles)})" for meld in called)
    return speech.say(_verb(called, "was called", "were called"), shown)


def _stayed_concealed(view: View, speech: Speech) -> str:
    concealed = [group for group in view.sets if not group.called]
    return speech.say("stayed concealed", groups_text(concealed, speech) or speech.say("a set"))


def _by_suit(view: View, speech: Speech) -> str:
    """The suits of the hand by name."""
    names = view.ruleset.tileset.by_letter
    return speech.listed(speech.name(names[letter].names) or letter for letter in _suits(view))


def _suits(view: View) -> dict[str, list[Tile]]:
    """The tiles of each suit by its letter."""
    tileset = view.ruleset.tileset
    suits: dict[str, list[Tile]] = {}
    for tile in view.tiles:
        kind = tileset.kinds[tile.kind]
        if tileset.attributes[0] in kind.attribute:
            suits.setdefault(kind.letter, []).append(tile)
    return suits


def _intruder(node: Node, view: View, speech: Speech) -> str:
    """Of two suits where one was asked for, the tiles of the smaller."""
    suits = _suits(view) if (node.op, node.args[:1]) == ("fact", ("suits",)) else {}
    if len(suits) != 2:
        return ""
    return speech.say("in brackets", _tiles_shown(min(suits.values(), key=len), view))


TRUTH_FACTS: dict[str, Callable[[View, Speech], str]] = {
    "self_draw": lambda view, speech: speech.say("why not self_draw"),
    "discard": lambda view, speech: speech.say("why not discard"),
    "dealer": lambda view, speech: speech.say("not dealer"),
    "from_dealer": lambda view, speech: speech.say("why not from_dealer"),
    "concealed_hand": was_called,
    "fully_open": _stayed_concealed,
}
"""Why a fact is not true."""
NUMBER_FACTS: dict[str, Callable[[View, Speech], str]] = {
    "suits": _by_suit,
    **dict.fromkeys(
        ("players", "honba", "sticks", "flowers", "jokers", "reds", "waits"), lambda view, speech: ""
    ),
}
"""What a number counts in this hand, where it is to be seen there."""


# ---- numbers


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
    if true:
        asked = node.args[1] == "==" and node.args[2].op == "number"
        return shown or ("" if asked else _number(left, value, speech))
    number, more = _number(left, value, speech), f"{shown}{_intruder(left, view, speech)}"
    said = speech.say("found some", number, more) if shown else speech.say("found number", number)
    return said + _lost_to_the_discard(left, view, speech)


def completed_by_discard(group: Group) -> bool:
    """Whether another player's tile completed a set that was not called, and so made it an open one."""
    return group.won and not group.concealed and not group.melded


def _lost_to_the_discard(node: Node, view: View, speech: Speech) -> str:
    """The set that would count as well if the winning tile had been drawn."""
    if node.op != "call" or node.args[0] not in ("sets", "groups"):
        return ""
    drawn = (replace(group, concealed=True) for group in view.groups if completed_by_discard(group))
    lost = [group for group in drawn if selects(node.args[1], group, view)]
    already = {group.tiles for group in selected(node.args[1], view, view.groups)}
    lost = [group for group in lost if group.tiles not in already]
    return speech.say("lost", groups_text(lost, speech)) if lost else ""


def _number(node: Node, value: object, speech: Speech) -> str:
    return number_of(node, value, speech) if isinstance(value, int) else str(value)


def _instead(node: Node, view: View, speech: Speech) -> str:
    """What stands there where nothing of what is counted does."""
    while node.op == "named":
        node = view.ruleset.fact_by_id[node.args[0]].node
    sets = node.op == "call" and node.args[0] in ("sets", "groups")
    return (_only_pairs(class_asked(node.args[1]), view, speech) if sets else "") or speech.say("found none")


# ---- conditions made of others


def _named(node: Node, view: View, speech: Speech) -> str:
    return evidence(view.ruleset.fact_by_id[node.args[0]].node, view, speech)


def _either(node: Node, view: View, speech: Speech) -> str:
    if holds(node, view):
        said = [_chosen(part, view, speech) for part in node.args if holds(part, view)]
    else:
        said = [evidence(part, view, speech) for part in node.args]
    return speech.listed(dict.fromkeys(text for text in said if text))


def _chosen(node: Node, view: View, speech: Speech) -> str:
    """What the hand shows for one of several conditions: of a wait also which it is."""
    shown = evidence(node, view, speech)
    is_wait = node.op == "call" and node.args[0] == "wait"
    return speech.say("colon").join([wait_words(node.args[1], speech), shown]) if is_wait and shown else shown


def _not(node: Node, view: View, speech: Speech) -> str:
    if holds(node, view):
        return ""
    shown, inner = evidence(node.args[0], view, speech), node.args[0]
    while inner.op == "named":
        inner = view.ruleset.fact_by_id[inner.args[0]].node
    things = inner.op == "call" and inner.args[0] in ("any_group", "any_tile", "match")
    return speech.say("found", shown) if things and shown else shown or _so_it_is(inner, speech)


def _so_it_is(node: Node, speech: Speech) -> str:
    """What is denied and yet true: 'it is made of seven pairs', 'nothing was called'."""
    said = asks(node, speech)
    if not speech.english:
        return said
    return "it applies" if said.endswith(APPLIES) else re.sub("^the (hand|wait|winning tile) ", "it ", said)


EVIDENCE: dict[str, Callable[[Node, View, Speech], str]] = {
    "fact": _fact,
    "named": _named,
    "option": lambda node, view, speech: speech.say("on here" if value_of(node, view) else "off here"),
    "and": _either,
    "or": _either,
    "not": _not,
    "compare": _compared,
    "call": lambda node, view, speech: CALLS[node.args[0]](node, view, speech),
    **dict.fromkeys(
        ("truth", "number", "word", "amount", "letter", "arithmetic", "negative", "if", "table"), _nothing
    ),
}
"""Every kind of condition and number; `_nothing` where the hand has nothing to show for it."""
