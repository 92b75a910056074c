"""What the hand shows for a condition: the sets or tiles that make it true, or what stands there instead."""

from __future__ import annotations

from collections.abc import Callable

from scorer.engine.evaluate import holds, value_of
from scorer.engine.match import most_bound
from scorer.engine.selecting import mask, selected, selects
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.teach.phrases import WAIT_WORDS
from scorer.teach.words import counted, groups_text, listed, tiles_text
from scorer.tiles import Tile, name_in


def evidence(node: Node, view: View) -> str:
    """What the hand shows for a condition, in a few words; empty where there is nothing to add."""
    return EVIDENCE[node.op](node, view) if node.op in EVIDENCE else ""


def tiles_at_fault(node: Node, view: View) -> list[Tile]:
    """The tiles that keep all_tiles or no_tile from holding."""
    wanted = mask(node.args[1], view)
    outside = node.args[0] == "all_tiles"
    return [tile for tile in view.tiles if bool(wanted >> tile.kind & 1) != outside]


def _tiles_shown(tiles: list[Tile], view: View) -> str:
    return tiles_text(tiles, view.ruleset.tileset)


def _call(node: Node, view: View) -> str:
    name = node.args[0]
    return CALLS[name](node, view) if name in CALLS else ""


def _all_tiles(node: Node, view: View) -> str:
    at_fault = tiles_at_fault(node, view)
    return f"{_tiles_shown(at_fault, view)} {'is' if len(at_fault) == 1 else 'are'} not" if at_fault else ""


def _any_tile(node: Node, view: View) -> str:
    wanted = mask(node.args[1], view)
    there = [tile for tile in view.tiles if wanted >> tile.kind & 1]
    return _tiles_shown(there, view) if there else "found none"


def _no_tile(node: Node, view: View) -> str:
    return f"found {_tiles_shown(tiles_at_fault(node, view), view)}" if tiles_at_fault(node, view) else ""


def _every_group(node: Node, view: View) -> str:
    among = view.sets if node.args[0] == "all_sets" else view.groups
    others = [group for group in among if not selects(node.args[1], group, view)]
    return (
        f"{groups_text(others, view.ruleset.tileset)} {'is' if len(others) == 1 else 'are'} not"
        if others
        else ""
    )


def _any_group(node: Node, view: View) -> str:
    there = selected(node.args[1], view, view.groups)
    return groups_text(there, view.ruleset.tileset) if there else _nearest_groups(node.args[1], view)


def _nearest_groups(selector: Node, view: View) -> str:
    """What stands there instead: sets of the kind asked for that fail in the rest."""
    kinds = [part for part in selector.walk() if part.op == "kind"]
    there = [g for g in view.groups if any(selects(kind, g, view) for kind in kinds)]
    if not there:
        return "found none"
    return f"found {groups_text(there, view.ruleset.tileset)}"


def _wait(node: Node, view: View) -> str:
    reading = view.reading
    won = next((group for group in view.groups if group.won), None)
    if reading is None or won is None:
        return ""
    tile = view.ruleset.tileset.code(view.hand.winning_tile)
    return f"{tile} completed {view.ruleset.tileset.text(won.tiles)}: {WAIT_WORDS[reading.wait]}"


def _shape(node: Node, view: View) -> str:
    if view.reading is None or view.reading.shape == node.args[1]:
        return ""
    return f"it is read as {name_in(view.ruleset.shape_by_id[view.reading.shape].names)}"


def _match(node: Node, view: View) -> str:
    bound = most_bound(tuple(node.args[1:]), view)
    there = groups_text([view.groups[place] for place in sorted(bound)], view.ruleset.tileset)
    wanted = len(node.args) - 1
    return there if len(bound) == wanted else bound_words(len(bound), wanted, there)


CALLS: dict[str, Callable[[Node, View], str]] = {
    "all_tiles": _all_tiles, "any_tile": _any_tile, "no_tile": _no_tile, "all_sets": _every_group,
    "all_groups": _every_group, "any_group": _any_group, "wait": _wait, "shape": _shape, "match": _match,
    "contains": lambda node, view: "" if value_of(node, view) else "these tiles are not all there",
    "on_every_wait": lambda node, view: "" if value_of(node, view) else f"the hand waits for {_waits(view)}",
}  # fmt: skip


def _waits(view: View) -> str:
    return view.ruleset.tileset.text(Tile(kind) for kind in view.waits)


def _fact(node: Node, view: View) -> str:
    name, value = node.args[0], value_of(node, view)
    if name == "concealed_hand" and not value:
        called = [meld for meld in view.hand.melds if not meld.concealed]
        return f"{listed('(' + view.ruleset.tileset.text(meld.tiles) + ')' for meld in called)} was called"
    if isinstance(value, bool):
        return "" if value else _not_so(name, view)
    return f"found {counted(value)}"


def _not_so(name: str, view: View) -> str:
    """Why a fact is not true; of a hand with concealed sets, which they are."""
    concealed = [group for group in view.sets if not group.called]
    if name == "fully_open" and concealed:
        return f"{groups_text(concealed, view.ruleset.tileset)} stayed concealed"
    return FACTS_NOT.get(name, "not given")


def bound_words(bound: int, wanted: int, there: str) -> str:
    """How many of the sets asked for are there. One alone fits any template, so it is none."""
    if wanted == 1 or bound == 0:
        return "found none"
    if bound == 1:
        return "found no two that fit"
    return f"found {counted(bound)} of {counted(wanted)}" + (f": {there}" if there else "")


FACTS_NOT = {
    "self_draw": "it was won on a discard",
    "discard": "it was self-drawn",
    "dealer": "the winner is not the dealer",
    "fully_open": "a set stayed concealed",
}


def _compared(node: Node, view: View) -> str:
    """The number found, with the sets or tiles that it counts."""
    left = node.args[0]
    if left.op == "option":
        return f"it is {value_of(left, view)} in this ruleset"
    value = value_of(left, view)
    shown = _counted_things(left, view)
    if value == 0:
        return "" if holds(node, view) else "found none"
    return f"found {counted(value) if isinstance(value, int) else value}" + (f": {shown}" if shown else "")


def _counted_things(node: Node, view: View) -> str:
    if node.op == "named":
        return _counted_things(view.ruleset.fact_by_id[node.args[0]].node, view)
    if node.op == "fact" and node.args[0] == view.ruleset.tileset.attributes[0] + "s":
        return _by_suit(view)
    if node.op != "call":
        return ""
    if node.args[0] in ("sets", "groups"):
        among = view.sets if node.args[0] == "sets" else view.groups
        return groups_text(selected(node.args[1], view, among), view.ruleset.tileset)
    if node.args[0] in ("tiles", "kinds"):
        wanted = mask(node.args[1], view)
        return _tiles_shown([tile for tile in view.tiles if wanted >> tile.kind & 1], view)
    if node.args[0] == "values":
        return listed(sorted(map(str, view.attribute_values(node.args[1]))))
    return ""


def _by_suit(view: View) -> str:
    """The tiles of each suit; of two suits, the smaller is the intruder."""
    tileset = view.ruleset.tileset
    suits: dict[str, list[Tile]] = {}
    for tile in view.tiles:
        kind = tileset.kinds[tile.kind]
        if tileset.attributes[0] in kind.attribute:
            suits.setdefault(kind.letter, []).append(tile)
    if len(suits) == 2:
        fewer = min(suits.values(), key=len)
        return f"the {tiles_text(fewer, tileset)}"
    return listed(name_in(tileset.by_letter[letter].names) or letter for letter in suits)


def _named(node: Node, view: View) -> str:
    return evidence(view.ruleset.fact_by_id[node.args[0]].node, view)


def _either(node: Node, view: View) -> str:
    said = [evidence(part, view) for part in node.args if not holds(node, view) or holds(part, view)]
    return listed(dict.fromkeys(text for text in said if text))


EVIDENCE: dict[str, Callable[[Node, View], str]] = {
    "fact": _fact,
    "named": _named,
    "compare": _compared,
    "call": _call,
    "or": _either,
    "and": _either,
    "not": lambda node, view: "" if holds(node, view) else evidence(node.args[0], view) or "it is so here",
    "option": lambda node, view: "it is " + ("on" if value_of(node, view) else "off") + " in this ruleset",
}
