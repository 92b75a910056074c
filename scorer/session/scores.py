"""The scores of the players in a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorer import tabletalk
from scorer.errors import InputError
from scorer.labels import seat_name
from scorer.message import Listed, Message, Text
from scorer.phrases import format_amount, translate
from scorer.render.document import KEEP, paragraph
from scorer.session.evening import deal_of, refuse_at_table
from scorer.session.state import WHOLE_NUMBER, Answer, CommandLine, Context, SessionState
from scorer.table.rules import DealRules
from scorer.table.settle import final_results
from scorer.table.sums import sum_fault
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.table.state import GameState


def known_scores(state: SessionState, rules: DealRules) -> tuple[int, ...]:
    """The scores of the players, the first dealer first; empty if they are not known."""
    if not state.knows_scores:
        return ()
    return state.scores or (rules.start,) * rules.players


def seat_score_lines(
    context: Context, state: SessionState, rules: DealRules, has_start: bool = False, is_next: bool = False
) -> Iterator[str]:
    """The scores by seat, if players begin with any or have won any, or if they are asked for. `is_next` says
    that the seats are those of the next deal.
    """
    scores, language = known_scores(state, rules), context.language_of(rules.ruleset)
    if scores and (has_start or rules.start or any(scores)):
        amounts = [format_amount(score) for score in scores]
        deal = deal_of(context, state, rules)
        key = "session scores next" if is_next else "session scores"
        yield translate(key, language, amounts_by_seat(deal, rules, language, amounts))
    elif has_start:
        yield translate("session scores unknown", language)


def amounts_by_seat(deal: GameState, rules: DealRules, language: str, amounts: Sequence[str]) -> str:
    """The amounts of the players, the first dealer's first, by the seats that they have in a deal."""
    return "   ".join(
        f"{seat_name(seat, language)}{KEEP}{amounts[deal.player_at(seat)]}" for seat in rules.seats
    )


def answer_scores(context: Context, state: SessionState, line: CommandLine) -> Answer:
    if state.events and not line.argument:
        return state, tabletalk.scores_document(state.events, context.load, context.language)
    refuse_at_table(context, state, line)
    rules = DealRules(context.rules_of(state))
    if not line.argument:
        return state, (paragraph(*seat_score_lines(context, state, rules, has_start=True)),)
    scores = [0] * rules.players
    order = Message("in the order", Listed(tuple(rules.seats), "comma"))
    table = deal_of(context, state, rules)
    for seat, number in zip(rules.seats, _read_scores(line, rules, order), strict=True):
        scores[table.player_at(seat)] = number
    if message := sum_fault(rules, scores, state.sticks):
        raise line.error(message, at=line.argument)
    after = state.with_changes(scores=tuple(scores), knows_scores=True, played=None)
    return after, (paragraph(*seat_score_lines(context, after, rules, has_start=True)),)


def _read_scores(line: CommandLine, table_rules: DealRules, order: Text) -> list[int]:
    """The numbers that follow a command, one for each player. Raises InputError for anything else."""
    words = line.argument.split()
    numbers = [word.replace(",", "") for word in words]
    wrong = [word for word, number in zip(words, numbers, strict=True) if not WHOLE_NUMBER.fullmatch(number)]
    if wrong or len(numbers) != table_rules.players:
        message = Message("write whole numbers", table_rules.players, order)
        raise line.error(message, at=wrong[0] if wrong else line.argument)
    return [int(number) for number in numbers]


def answer_final(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """What final scores are worth, the first dealer's first; without numbers, the scores of the session."""
    if state.events and not line.argument:
        return state, tabletalk.result_document(state.events, context.load, context.language)
    rules = context.rules_of(state)
    table_rules = DealRules(rules)
    order = Message("from the first dealer")
    scores = _read_scores(line, table_rules, order) if line.argument else known_scores(state, table_rules)
    if not scores:
        raise line.error(Message("scores not known", context.command("scores")))
    try:
        found = final_results(scores, rules, **{"sticks": state.sticks, **line.given})
    except InputError as error:
        raise line.error(error.faults[0].message) from error
    return state, as_document(found, context.language)
