"""Whether a hand and its situation can be: counts, completeness, contradictions. All faults at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from scorer.engine.evaluate import holds, number
from scorer.engine.view import View
from scorer.errors import Fault
from scorer.hand import DEALER, WINDS, Hand, Meld, Situation, WaitingHand
from scorer.language.nodes import Node
from scorer.notation import surplus
from scorer.ruleset.model import Indicator, Requirement, Ruleset
from scorer.shapes import SetKind
from scorer.tiles import Tile, name_in
from scorer.values import replace


def hand_faults(hand: Hand, situation: Situation, ruleset: Ruleset, text: str) -> Iterator[Fault]:
    """What is wrong with the tiles beyond their notation: calls, the number, copies with indicators."""
    yield from _call_faults(hand.melds, ruleset, text)
    size = counted_size(hand.melds, ruleset) + len(hand.concealed) + 1
    if ruleset.tileset.role(hand.winning_tile) == "flower":
        yield from _flower_faults(len(hand.flowers) + 1, ruleset, text)
    elif size not in ruleset.sizes:
        wanted = " or ".join(map(str, ruleset.sizes))
        note = _declared_note(hand.melds, ruleset)
        message = (
            f"{size} {'tile' if size == 1 else 'tiles'}{note}; a complete hand of {ruleset.id} has {wanted}"
        )
        yield Fault("hand", None, message, "hand", text=text)
    yield from _copy_faults((*hand.tiles, *hand.flowers), situation, ruleset)


def _flower_faults(count: int, ruleset: Ruleset, text: str) -> Iterator[Fault]:
    """What is wrong with a hand of flowers alone."""
    counts = sorted({shape.flowers for shape in ruleset.shapes if shape.flowers})
    if count not in counts:
        wanted = f" unless they are {' or '.join(map(str, counts))}" if counts else ""
        message = f"no winning tile: flowers alone are no hand of {ruleset.id}{wanted}"
        yield Fault("hand", None, message, "hand", text=text)


def waiting_faults(
    hand: WaitingHand, situation: Situation, ruleset: Ruleset, text: str, seen: Mapping[str, tuple[Tile, ...]]
) -> Iterator[Fault]:
    """What is wrong with the tiles of a hand that lacks its winning tile. `seen` are tiles that lie
    elsewhere, by the input that names them.
    """
    yield from _call_faults(hand.melds, ruleset, text)
    size = counted_size(hand.melds, ruleset) + len(hand.concealed)
    sizes = [size - 1 for size in ruleset.sizes]
    if size not in sizes and size - 1 not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        note = _declared_note(hand.melds, ruleset)
        tiles = "1 tile" if size == 1 else f"{size} tiles"
        waits = f"that waits for its last tile has {wanted}, or one more to discard"
        message = f"{tiles}{note}; a hand of {ruleset.id} {waits}"
        yield Fault("hand", None, message, "hand", text=text)
    yield from _copy_faults(hand.tiles, situation, ruleset, seen)


def is_full(hand: WaitingHand, ruleset: Ruleset) -> bool:
    """Whether a hand holds one tile more than it may wait with, and so has to discard."""
    size = counted_size(hand.melds, ruleset) + len(hand.concealed)
    return size + 1 not in ruleset.sizes


def counted_size(melds: tuple[Meld, ...], ruleset: Ruleset) -> int:
    """How many tiles the melds stand for: a declared set (a kong) counts as any other set."""
    declared, usual = declared_kinds(ruleset), set_size(ruleset)
    return sum(usual if meld.kind in declared else len(meld.tiles) for meld in melds)


def declared_kinds(ruleset: Ruleset) -> dict[str, SetKind]:
    """Kinds of set that are made by declaring them: each counts as one of the other sets."""
    return {kind.id: kind for kind in ruleset.kinds if kind.declared}


def set_size(ruleset: Ruleset) -> int:
    """How many tiles the sets of this game have."""
    return max((shape.set_size for shape in ruleset.shapes), default=0)


def _declared_note(melds: tuple[Meld, ...], ruleset: Ruleset) -> str:
    kinds = declared_kinds(ruleset).values() if melds else ()
    words = " and ".join(f"a {name_in(kind.names)}" for kind in kinds)
    return f" ({words} counts as {set_size(ruleset)})" if words else ""


def _call_faults(melds: tuple[Meld, ...], ruleset: Ruleset, text: str) -> Iterator[Fault]:
    for meld in melds:
        if not meld.concealed and not ruleset.may_call(meld.kind):
            kind = name_in(ruleset.kind_by_id[meld.kind].names)
            tiles = ruleset.tileset.text(meld.tiles)
            at = text.find(tiles)
            yield Fault(
                "hand",
                at if at >= 0 else None,
                f"a {kind} cannot be called in {ruleset.id}: {tiles}",
                "hand",
                len(tiles),
                text,
            )


def _copy_faults(
    own: tuple[Tile, ...],
    situation: Situation,
    ruleset: Ruleset,
    elsewhere: Mapping[str, tuple[Tile, ...]] = MappingProxyType({}),
) -> Iterator[Fault]:
    """Copies beyond the set once indicators, tiles set aside and tiles elsewhere are counted as well."""
    shown = {f"--{name}": tiles for name, tiles in situation.indicators} | dict(elsewhere)
    seen = [(name, tile) for name, tiles in shown.items() for tile in tiles]
    aside = tiles_aside(situation, ruleset)
    if any(True for _ in surplus(own, ruleset.tileset)):
        return
    sources = [*["--with"] * (len(own) + len(aside)), *(source for source, _ in seen)]
    for place, message in surplus((*own, *aside, *(tile for _, tile in seen)), ruleset.tileset):
        counted = "tiles seen elsewhere" if elsewhere else "indicators and tiles set aside"
        yield Fault(sources[place], None, f"{message} ({counted} are counted)", "hand")


def tiles_aside(situation: Situation, ruleset: Ruleset) -> list[Tile]:
    """The tiles that circumstances set aside beside the hand."""
    return [
        Tile(k) for c in ruleset.circumstances for k in c.tiles for _ in range(situation.number.get(c.id, 0))
    ]


def circumstance_faults(hand: Hand, situation: Situation, ruleset: Ruleset) -> Iterator[Fault]:
    """Everything in the situation that contradicts itself or the hand, with the words for it."""
    view = View(ruleset, hand, situation)
    yield from seat_faults(view)
    for source, name, requirement in demands(situation, ruleset):
        yield from _unmet((requirement,), view, source, name)
    indicators = dict(situation.indicators)
    for indicator in ruleset.indicators:
        tiles = indicators.get(indicator.id, ())
        if tiles:
            yield from _unmet(indicator.requires, view, f"--{indicator.id}", indicator.id)
            yield from too_many(indicator, len(tiles), view)


def _unmet(requires: tuple[Requirement, ...], view: View, source: str, name: str) -> Iterator[Fault]:
    for requirement in requires:
        if not is_met(requirement.node, view):
            message = f"{name}: {name_in(requirement.reason)}"
            yield Fault(source, None, message, "circumstance", text=name)


def is_met(demand: Node, view: View) -> bool:
    """Whether what is required holds, or may: where nobody is said to have discarded, the dealer may have."""
    if holds(demand, view):
        return True
    if not view.situation.may_be_from_dealer:
        return False
    return holds(demand, View(view.ruleset, view.hand, replace(view.situation, discarder=DEALER)))


def demands(situation: Situation, ruleset: Ruleset) -> Iterator[tuple[str, str, Requirement]]:
    """What circumstances and liability require of the situation and the hand; with the input that names them,
    and their names.
    """
    for item in ruleset.circumstances:
        if situation.number.get(item.id):
            yield from (("--with", item.id, requirement) for requirement in item.requires)
    fed = dict(ruleset.payment.liability.fed) if ruleset.payment.liability else {}
    for pattern, _ in situation.liable:
        yield from (("--pao", pattern, requirement) for requirement in fed.get(pattern, ()))


def parts_of(node: Node, ruleset: Ruleset) -> Iterator[Node]:
    """An expression and all below it, what the names of the ruleset stand for included."""
    for part in node.walk():
        yield part
        if part.op == "named":
            yield from parts_of(ruleset.fact_by_id[part.args[0]].node, ruleset)


OF_NO_TILES = ("min", "max")
BESIDE_SETS = ("flowers", "jokers", "reds")
OF_TILES = ("concealed_hand", "fully_open", "waits", "suits", *BESIDE_SETS)


def asks_tiles(node: Node, ruleset: Ruleset) -> bool:
    """Whether an expression asks the hand, and not the situation alone."""
    return any(
        part.args[0] not in OF_NO_TILES
        if part.op == "call"
        else part.op == "fact" and part.args[0] in OF_TILES
        for part in parts_of(node, ruleset)
    )


def too_many(indicator: Indicator, count: int, view: View) -> Iterator[Fault]:
    """More indicators than there can be."""
    most = number(indicator.at_most, view, 20)
    if count > most:
        yield Fault(f"--{indicator.id}", None, f"{count} indicators; there can be {most}", "circumstance")


def seat_faults(view: View) -> Iterator[Fault]:
    """Who sits where nobody can, or is said to have done what he cannot have done."""
    situation, players = view.situation, number(view.ruleset.players, view)
    seats = WINDS[:players]
    named = [("--seat", situation.seat), ("--from", situation.discarder)]
    named += [("--pao", seat) for _, seat in situation.liable]
    for source, seat in named:
        if seat and seat not in seats:
            yield Fault(
                source,
                None,
                f"with {players} players nobody sits {seat}; seats: {', '.join(seats)}",
                "circumstance",
            )
    if situation.discarder and situation.self_draw:
        yield Fault("--from", None, "a self-drawn tile comes from nobody's discard", "circumstance")
    elif situation.discarder == situation.seat:
        yield Fault("--from", None, "the winner does not win on an own discard", "circumstance")
    for pattern, seat in situation.liable:
        if seat == situation.seat:
            yield Fault("--pao", None, f"the winner is not liable for the own {pattern}", "circumstance")
