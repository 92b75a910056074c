"""Checks of the numbers of a whole game.

L708    places that do not add up, numbers in another unit than the rest, and a wall larger than the box
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, pairwise

from scorer.check.subject import RulesUnderCheck
from scorer.engine.evaluate import View, rules_view, whole_number
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.message import Message
from scorer.ruleset.items import Item
from scorer.ruleset.model import Deals, Final

FEWEST_STAKES = 2
"""Stakes that a player can surely pay with the points of the beginning."""


def whole_game_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of what players begin with, what their places earn, and what the wall has."""
    rules = subject.ruleset
    if not {"deals", "final", "options", "players"} & subject.changed_sections or subject.has_errors:
        return
    view = rules_view(rules)
    deals, final = rules.deals or Deals(), rules.final or Final()
    unit = whole_number(final.unit, view, 1)
    small = [*_small_numbers(subject, deals, final, unit, view)]
    yield from small
    yield from _places_in_points(subject, final, unit, view) or (
        () if small else _places_without_sum(subject, deals, final, unit, view)
    )
    yield from _rising_places(subject, final, view)
    yield from _more_than_is_returned(subject, deals, final, view)
    yield from _large_wall(subject, deals, view)


def _more_than_is_returned(
    subject: RulesUnderCheck, deals: Deals, final: Final, view: View
) -> Iterator[Problem]:
    """The problem of players who begin with more points than are taken off at the end."""
    start, returned = whole_number(deals.start, view), whole_number(final.returns, view)
    if not 0 < returned < start or not final.counts_score:
        return
    for keys, node in ((("deals", "start"), deals.start), (("final", "returns"), final.returns)):
        item = _changed_item(subject, keys, (node,))
        if item is not None and whole_number(node, view) == (start if keys[0] == "deals" else returned):
            message = Message("players begin with more than they return", start, returned)
            yield from subject.warn(item, "L708", message)
            return


def _rising_places(subject: RulesUnderCheck, final: Final, view: View) -> Iterator[Problem]:
    """Problems of places of which one earns more than the place above it."""
    earned = [whole_number(node, view) for node in final.places]
    for place, (above, below) in enumerate(pairwise(earned), 2):
        item = _changed_item(subject, ("final", "places"), (final.places[place - 1],))
        if below > above and item is not None and final.counts_score:
            message = Message("place earns more than the place above it", place, below, above)
            yield from subject.warn(item, "L708", message, Message("the first place earns the most"))
            return


def _changed_item(subject: RulesUnderCheck, keys: Sequence[str], nodes: Sequence[Node]) -> Item | None:
    """The line of the file that decides a number: the number itself, or the value of an option in it."""
    item = subject.root.get(*keys)
    options = {part.args[0] for node in nodes for part in node.walk() if part.op == "option"}
    for name, line in subject.file_root.get("set").fields.items():
        if name in options or ".".join(keys).startswith(name) or name.startswith(".".join(keys)):
            return line
    named = (subject.root.get("options", name, "default") for name in sorted(options))
    return next(filter(subject.is_own, (item, *item.entries, *named)), None)


def _small_numbers(
    subject: RulesUnderCheck, deals: Deals, final: Final, unit: int, view: View
) -> Iterator[Problem]:
    """Problems of points that are written in thousands, or whatever the unit of the results is."""
    stake = whole_number(deals.stick, view, 0)
    least = max(unit, FEWEST_STAKES * stake)
    start = whole_number(deals.start, view)
    numbers: list[tuple[tuple[str, str], Node, int]] = [
        (("deals", "start"), deals.start, least),
        (("final", "returns"), final.returns, least),
        *((("deals", "ends"), node, min(least, start)) for node in _scores_asked_for(deals)),
        *((("deals", "stick"), node, subject.ruleset.payment.round_up_to) for node in (deals.stick,) if node),
    ]
    for keys, node, least in numbers:
        item = _changed_item(subject, keys, (node,))
        points = whole_number(node, view)
        if item is not None and 0 < points < least:
            factor = unit if unit > 1 else stake
            message = Message("so few points are less than", points, least)
            is_plain = item.text().isdecimal()
            hint = Message("write", str(points * factor)) if is_plain else Message("numbers here are points")
            yield from subject.warn(item, "L708", message, hint)


def _scores_asked_for(deals: Deals) -> list[Node]:
    """The numbers with which the end of a game compares the highest score."""
    comparisons = [part for part in deals.ends.walk() if part.op == "compare"]
    return [
        other
        for part in comparisons
        for one, other in (part.parts, part.parts[::-1])
        if len(part.parts) == 2 and one.args == ("highest",) and other.op in ("option", "number")
    ]


def _places_in_points(subject: RulesUnderCheck, final: Final, unit: int, view: View) -> list[Problem]:
    """Problems of what places earn if it is written in points and not in the unit of the results."""
    earned = [whole_number(node, view) for node in final.places]
    item = _changed_item(subject, ("final", "places"), final.places)
    large = [place for place in earned if place]
    if item is None or unit <= 1 or not large or any(place % unit for place in large):
        return []
    message = Message("places are in a unit", unit)
    whole = f"[{', '.join(str(place // unit) for place in earned)}]"
    hint = Message("write", whole) if item.entries else Message("divide by the unit", unit)
    return [*subject.warn(item, "L708", message, hint)]


def _places_without_sum(
    subject: RulesUnderCheck, deals: Deals, final: Final, unit: int, view: View
) -> Iterator[Problem]:
    """Problems of places that give the players together more or less than they take. What the first player
    takes, or what all lack at the beginning, may make up for it.
    """
    players = whole_number(subject.ruleset.players, view)
    item = _changed_item(subject, ("final", "places"), final.places)
    earned = [whole_number(node, view) for node in final.places][:players]
    missing = whole_number(deals.start, view) - whole_number(final.returns, view)
    others = players * missing + whole_number(final.first_takes, view)
    if item is not None and final.counts_score and sum(earned) != 0 and sum(earned) * unit + others != 0:
        yield from _without_sum(subject, item, earned)
    rows = subject.root.get("final", "by_floating").fields
    for floating, row in final.by_floating:
        own = rows.get(str(floating))
        if own is not None and subject.is_own(own) and sum(row) != 0 and final.counts_score:
            yield from _without_sum(subject, own, row)


def _without_sum(subject: RulesUnderCheck, item: Item, earned: Sequence[int]) -> Iterator[Problem]:
    shown = " ".join(f"{place:+d}" for place in compress(earned, earned))
    message = Message("places add up to", shown, sum(earned))
    yield from subject.warn(item, "L708", message, Message("what one place earns another pays"))


def _large_wall(subject: RulesUnderCheck, deals: Deals, view: View) -> Iterator[Problem]:
    """The problem of a wall that has more tiles than are left when everybody has a hand."""
    rules = subject.ruleset
    if deals.wall is None or not rules.hand_sizes:
        return
    item, wall = _changed_item(subject, ("deals", "wall"), (deals.wall,)), whole_number(deals.wall, view)
    box = sum(kind.copies for kind in rules.tileset.kinds)
    dealt = whole_number(rules.players, view) * (min(rules.hand_sizes) - 1)
    if item is not None and wall > box - dealt:
        message = Message("the wall has more tiles than are left", wall, box, dealt)
        yield from subject.warn(item, "L708", message, Message("count the tiles to draw"))
