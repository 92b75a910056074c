"""From deal to deal in a session: what a win or a draw changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scorer import seat_table, tabletalk
from scorer.errors import InputError, NotAWinner
from scorer.hand import WINDS
from scorer.labels import format_gain
from scorer.message import Message, message_text
from scorer.phrases import translate
from scorer.render.document import HEADLINE, Part, paragraph
from scorer.session.context import Context
from scorer.session.draws import DRAWN, drawn_event
from scorer.session.evening import deal_of, keep_events
from scorer.session.hands import TypedHand, last_hand, winning_scores
from scorer.session.heading import table_line
from scorer.session.scores import amounts_by_seat, seat_score_lines
from scorer.session.state import Answer, Asked, CommandLine, SessionState
from scorer.table import events
from scorer.table.rules import DealRules
from scorer.table.settle import DealEnd, next_deal
from scorer.table.steps import with_next_deal
from scorer.table.writing import event_line
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.engine.value import Amount
    from scorer.table.events import DealEvent
    from scorer.table.state import GameState


def with_happened(
    context: Context, state: SessionState, rules: DealRules, happened: Sequence[DealEvent], text: str
) -> Answer:
    """The state after events of a deal, and what they changed. Raises InputError if they are not
    possible.
    """
    if state.events:
        lines, document = tabletalk.with_events(state.events, happened, context.load, context.language, text)
        return keep_events(context, state, lines), document
    table = deal_of(context, state, rules)
    try:
        after, gains = seat_table.after_events(rules, table, happened)
    except InputError as error:
        raise InputError(
            replace(fault, source="hand", text=text, position=0, length=len(text)) for fault in error.faults
        ) from error
    return with_deal(context, state, rules, table, after, gains)


def with_deal(
    context: Context,
    state: SessionState,
    rules: DealRules,
    before: GameState,
    after: GameState,
    gains: Sequence[Amount],
    note: str = "",
) -> Answer:
    """The state with a deal that goes on, or with the next one; whoever the state sits with then changes
    the wind.
    """
    seated, language = state.seated(rules.ruleset), context.language_of(rules.ruleset)
    kept = replace(after, over="")
    if after.ended and not state.knows_scores:
        kept = seat_table.with_unknown_scores(rules, kept)
    changes: dict[str, Any] = {
        "round": WINDS[after.round % len(WINDS)] if after.rounds else seated.round,
        "turn": after.turn, "honba": after.honba, "sticks": after.sticks, "played": kept,
        "scores": tuple(map(int, after.scores)) if state.knows_scores else (),
        "knows_scores": state.knows_scores,
    }  # fmt: skip
    if after.ended:
        seat = after.seat(before.player_at(seated.seat))
        changes |= {"hand": "", "other_winners": (), "seat": seat}
    following = replace(seated, past=state.past).with_changes(**changes)
    head = table_line(context, following)
    if after.ended:
        head = translate("session next", language, head)
    lines: list[Part | str] = [Part(head, HEADLINE), *seat_score_lines(context, following, rules)]
    if not state.knows_scores and any(gains):
        told = [format_gain(gain) for gain in gains]
        lines.append(translate("session gains", language, amounts_by_seat(before, rules, language, told)))
    lines += [message_text(one, language) for one in after.notes]
    lines += [translate(note, language)] if note else []
    lines += [translate("session over", language)] if after.over else []
    return following, (paragraph(*lines),)


def answer_next(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """The deal ends with the last hand, or without a winner, and the next one begins."""
    typed = last_hand(context, state, line) if state.hand and not line.argument else None
    rules = DealRules(typed.rules if typed else context.rules_of(state))
    if rules.deals is None:
        raise line.error(Message("no rules for next deal", rules.ruleset.label))
    table = deal_of(context, state, rules)
    if typed is None:
        return with_happened(context, state, rules, [drawn_event(context, table, rules, line)], line.text)
    try:
        scores = winning_scores(typed, state.other_winners)
    except (NotAWinner, InputError) as error:
        drawn = f"{line.name} {context.command(DRAWN)}"
        raise line.error(Message("last hand does not win", drawn)) from error
    if state.events:
        won = seat_table.win_events(rules, table, scores)
        if not all(map(seat_table.names_payers, scores)):
            return _ask_who_discarded(context, state, table, won, line)
        return with_happened(context, state, rules, won, line.text)
    stated = _stated_counters(state, typed)
    state = replace(state.with_settings(**stated), past=state.past) if stated else state
    if rules.compares or not all(map(seat_table.names_payers, scores)):
        return _won_by_unknown_payer(context, state, rules, scores)
    won = seat_table.win_events(rules, deal_of(context, state, rules), scores)
    return with_happened(context, state, rules, won, line.text)


def _ask_who_discarded(
    context: Context, state: SessionState, table: GameState, won: Sequence[DealEvent], line: CommandLine
) -> Answer:
    """The question who discarded the tile of the last hand; a player's name enters the win."""
    *declared, win = won
    if declared or not isinstance(win, events.Win):
        raise line.error(Message("add the discarder"))
    winners = {name for name, _ in win.values}
    replies = [
        (name, event_line(replace(win, discarder=name))) for name in table.players if name not in winners
    ]
    language = context.language_of(context.rules_of(state))
    asked = paragraph(translate("asked who discarded", language))
    return replace(state, asked=Asked(state.hand, tuple(replies))), (asked,)


def _stated_counters(state: SessionState, typed_hand: TypedHand) -> dict[str, Any]:
    """What the last hand says of the table that is not as it was."""
    request, counter = typed_hand.request, typed_hand.rules.counter_circumstance
    counted = dict(typed_hand.parse()[1].circumstances)
    stated = {
        "honba": counted.get(counter.id, 0) if counter else request.honba,
        "sticks": request.sticks,
        "round": request.round or state.round,
    }
    return {name: value for name, value in stated.items() if value != getattr(state, name)}


def _won_by_unknown_payer(
    context: Context, state: SessionState, rules: DealRules, scores: Sequence[Score]
) -> Answer:
    """The next deal after a win of which it is not known who pays; the scores are not known either then."""
    table = deal_of(context, state, rules)
    winners = tuple(table.player_at(score.situation.seat) for score in scores)
    end = DealEnd(
        winners, False, (False,) * rules.players, tuple(map(int, table.scores)), 0, table.honba, table.dealer,
        table.round, table.turn, winners,
    )  # fmt: skip
    following = next_deal(rules, end, table.rounds)
    assert following is not None, "a ruleset with deals says what follows"
    after = with_next_deal(rules, replace(table, sticks=0, lost=0), following)
    state = replace(state, knows_scores=False, scores=())
    return with_deal(context, state, rules, table, after, (), "session unpaid" if rules.start else "")
