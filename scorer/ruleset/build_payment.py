"""Builds who pays what: shares by role, further payments, counters, liability, penalties."""

from __future__ import annotations

from scorer.language.nodes import Node
from scorer.language.vocabulary import Scope
from scorer.ruleset.build_value import id_of, names_of
from scorer.ruleset.building import TRUE, Building, texts, whole
from scorer.ruleset.items import Item
from scorer.ruleset.model import Extra, Liability, Payment, Penalty, Shares, ShareSheet


def build_payment(building: Building) -> Payment:
    item = building.root.get("payment")
    fields = item.fields if item else {}
    counters = fields["counters"].fields if "counters" in fields else {}
    extras = fields["extras"].entries if "extras" in fields else []
    return Payment(
        _roles(building, fields.get("discard")),
        _roles(building, fields.get("self_draw")),
        max(1, whole(fields.get("round_up_to"), 1)),
        tuple(_extra(building, entry) for entry in extras if entry.fields),
        (_roles(building, counters.get("discard")), _roles(building, counters.get("self_draw"))),
        building.number(fields.get("sticks")),
        _liability(building, fields.get("liability")),
    )


def _roles(building: Building, item: Item | None) -> ShareSheet:
    """Shares by the winner's role; written without roles they hold for both."""
    if item is None:
        return ShareSheet()
    dealer, other = item.get("dealer"), item.get("other")
    if other is not None or (dealer is not None and dealer.fields):
        return ShareSheet(_shares(building, dealer), _shares(building, other))
    shares = _shares(building, item)
    return ShareSheet(shares, shares)


def _shares(building: Building, item: Item | None) -> Shares:
    found = ((name, building.number(entry)) for name, entry in (item.fields if item else {}).items())
    return tuple((name, node) for name, node in found if node is not None)


def _extra(building: Building, item: Item) -> Extra:
    when = building.condition(item.get("when"), Scope.AWARD) or TRUE
    return Extra(
        id_of(item),
        names_of(item),
        when,
        _roles(building, item.get("discard")),
        _roles(building, item.get("self_draw")),
    )


def _liability(building: Building, item: Item | None) -> Liability | None:
    if item is None:
        return None
    patterns = item.get("patterns")
    pairs = (
        (name, building.condition(e, Scope.OPTIONS))
        for name, e in (patterns.fields if patterns else {}).items()
    )
    for name, entry in (patterns.fields if patterns else {}).items():
        if name not in building.names.awards:
            building.problems.append(
                entry.problem("L402", f"liability for '{name}', which no pattern defines", key=True)
            )
    amounts = building.names.amounts
    building.knows(amounts=amounts | {"share"})
    shares = _shares(building, item.get("self_draw")), _shares(building, item.get("discard"))
    building.knows(amounts=amounts)
    return Liability(
        tuple((name, node) for name, node in pairs if node),
        _word(building, item.get("covers"), ("pattern", "hand")),
        _word(building, item.get("counters"), ("discarder", "liable")),
        *shares,
    )


def _word(building: Building, item: Item | None, words: tuple[str, ...]) -> Node:
    """One of the words, or an option that has them."""
    text = item.text() if item else words[0]
    if text in words:
        return Node("word", (text,), text)
    option = building.names.options.get(text)
    if item is not None and (option is None or not set(option.words) <= set(words)):
        message = f"'{text}' is neither {' nor '.join(words)} nor an option with these words"
        building.problems.append(item.problem("L302", message, length=len(text)))
    return Node("option", (text,), text)


def build_penalties(building: Building) -> tuple[Penalty, ...]:
    item = building.root.get("penalties")
    return tuple(
        Penalty(
            id_of(e),
            names_of(e),
            building.condition(e.get("when"), Scope.HAND) or TRUE,
            _shares(building, e.get("pay")),
            texts(e.get("why")),
        )
        for e in (item.entries if item else [])
        if e.fields
    )
