"""What happens at a table, event by event, in the words of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.errors import InputError
from scorer.labels import capitalize_first
from scorer.languages import is_english
from scorer.phrases import comma_list, format_amount, headed_text, translate
from scorer.ruleset.model import Circumstance, Ruleset
from scorer.table.claims import declaring_circumstances, read_points
from scorer.table.events import (
    Adjustment,
    ChipPayment,
    Count,
    Declaration,
    Draw,
    Event,
    FalseWin,
    GameEnd,
    GameStart,
    KnownResult,
    Note,
    PointPenalty,
    PointsByPlayer,
    SpotPayment,
    Win,
)
from scorer.tiles import Names, fold_name, name_in

REASON_PHRASES = {
    "rounds": "evening over rounds",
    "bust": "evening over bust",
    "leading dealer": "evening over leading dealer",
    "agreed": "evening over agreed",
    "time": "evening over time",
    "not finished": "evening over not finished",
    "result entered": "evening over result entered",
}
"""The phrase for each reason why a game has ended."""
UNTOLD: Mapping[type[Event], Sequence[str]] = {
    GameStart: ("options", "rounds", "stake", "currency"),
    Win: ("liable", "others", "next_dealer"),
    Draw: ("unsorted", "next_dealer"),
    PointPenalty: ("receiver", "reason"),
    Adjustment: ("reason",),
}
"""The fields of an event that its words leave out."""


def told_event(event: Event | None, ruleset: Ruleset, language: str) -> str:
    """What happened, in words.

    >>> from scorer import load_ruleset
    >>> told_event(Declaration("Ann"), load_ruleset("riichi"), "en")
    'Riichi: Ann'
    """
    if isinstance(event, GameStart):
        players = comma_list(event.players, language)
        return headed_text(item_name(ruleset.names, ruleset.id, language), players, language)
    if isinstance(event, Declaration):
        return headed_text(declaration_name(ruleset, language), event.player, language)
    if isinstance(event, SpotPayment):
        names = {one.id: one.names for one in ruleset.events}
        name = item_name(names.get(event.name, ()), event.name, language)
        return headed_text(name, f"{event.player}{f' ← {event.discarder}' * bool(event.discarder)}", language)
    if isinstance(event, (PointPenalty, Adjustment, ChipPayment, Count, KnownResult)):
        key, points = _phrase_and_points(event)
        listed = comma_list((f"{name} {format_amount(number)}" for name, number in points), language)
        return headed_text(translate(key, language), listed, language)
    if isinstance(event, GameEnd):
        return reason_text(event.reason, language)
    if isinstance(event, Note):
        return event.text
    return event_words(event, ruleset, language)


def is_told_whole(event: Event | None) -> bool:
    """Whether the words for an event tell all that its line in a file says.

    >>> is_told_whole(Declaration("Ann")), is_told_whole(None)
    (True, False)
    """
    return event is not None and not any(getattr(event, name) for name in UNTOLD.get(type(event), ()))


def _phrase_and_points(
    event: PointPenalty | Adjustment | ChipPayment | Count | KnownResult,
) -> tuple[str, PointsByPlayer]:
    """The phrase for an event with points of players, and these."""
    if isinstance(event, PointPenalty):
        return "evening penalty", event.points
    if isinstance(event, Adjustment):
        return "evening correction", event.changes
    if isinstance(event, ChipPayment):
        return "evening side chips", event.chips
    return ("evening count" if isinstance(event, Count) else "result"), event.scores


def declaration(ruleset: Ruleset) -> Circumstance | None:
    """The circumstance of a player who has put a stick on the table; None if the game has none."""
    declaring = declaring_circumstances(ruleset)
    return next((one for one in ruleset.circumstances if one.id in declaring), None)


def declaration_name(ruleset: Ruleset, language: str) -> str:
    """What players call it to put a stick on the table; empty if they do not."""
    declared = declaration(ruleset)
    return item_name(declared.names, declared.id, language) if declared else ""


def item_name(names: Names, ident: str, language: str) -> str:
    """The name of an item of a ruleset; its id with spaces if it has none."""
    return capitalize_first(name_in(names, language) or ident.replace("_", " "))


def event_words(event: Event | None, ruleset: Ruleset, language: str) -> str:
    """What ended a deal: who won from whom with what, or how it was drawn."""
    if isinstance(event, Win):
        key, discarder = ("wins from", (event.discarder,)) if event.discarder else ("draws tile", ())
        won = [
            translate(key, language, name, *discarder, _value_words(text, ruleset, language))
            for name, text in event.values
        ]
        return translate("between wins", language).join(won)
    if isinstance(event, Draw):
        names = {fold_name(one.id): one.names for one in ruleset.draws}
        name = (
            name_in(names[fold_name(event.kind)], language) if fold_name(event.kind) in names else event.kind
        )
        if event.ready:
            ready = comma_list([player for player, _ in event.ready], language)
            return translate("ready players", language, name, ready)
        return headed_text(name, comma_list(event.paid, language), language) if event.paid else name
    if isinstance(event, FalseWin):
        return headed_text(translate("false win", language), event.player, language)
    return ""


def _value_words(text: str, ruleset: Ruleset, language: str) -> str:
    """The count of a win in the words of the reader; a hand, and what is no count, as it was written."""
    from scorer.teach.points import read_count

    limits = {fold_name(name): one.names for one in ruleset.limits for _, name in (("", one.id), *one.names)}
    if fold_name(text) in limits:
        return name_in(limits[fold_name(text)], language)
    if (paid := read_points(text)) and not is_english(language):
        amounts = [format_amount(amount) for amount in (paid.first, paid.second) if amount]
        said = translate("between amounts", language).join(amounts)
        return translate("all" if paid.is_each else "so many points", language, said)
    try:
        return read_count(ruleset, text).count.count_words(ruleset, language)
    except InputError:
        return text


def reason_text(why: str, language: str) -> str:
    """Why a game has ended, in a sentence."""
    return translate(REASON_PHRASES[why], language) if why in REASON_PHRASES else why
