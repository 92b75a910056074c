"""Deals without a winner in a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from scorer.errors import InputError
from scorer.hand import wind_letter
from scorer.message import Listed, Message
from scorer.phrases import translations
from scorer.ruleset.model import ShareSheet
from scorer.session.context import Context
from scorer.session.hands import answer_of_registry
from scorer.session.state import Answer, CommandLine, SessionState, listed_words, paid_honba
from scorer.suggest import nearest_names
from scorer.table import events
from scorer.table.claims import phrase_words
from scorer.table.rules import DealRules
from scorer.table.settle import draw_result, drawn_deal_result
from scorer.tiles import fold_name
from scorer.values import replace
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.ruleset.model import DrawnDeal
    from scorer.table.events import DealEvent
    from scorer.table.state import GameState

DRAWN, ABORTED, FALSE_WIN = "draw", "abort", "false_win"
"""How a deal ends without a winner, if the rule that ends it is not named."""


def drawn_event(context: Context, table: GameState, rules: DealRules, line: CommandLine) -> DealEvent:
    """How a deal ends without a winner: a draw with the players who are ready, or a false win."""
    words = listed_words(line.argument)
    if not words:
        example = f"{line.name} {context.usage(DRAWN, rules.ruleset)}"
        raise line.error(Message("no hand has won", example))
    ready_words = phrase_words("table word ready")
    at = next((place for place, word in enumerate(words) if fold_name(word) in ready_words), len(words))
    before, after = words[:at], words[at + 1 :]
    if fold_name(before[0] if before else "") in {FALSE_WIN, *phrase_words("table word false win")}:
        seats = _parse_draw([DRAWN, *before[1:]], rules, line).seats
        if len(seats) != 1:
            raise line.error(Message("write one seat", line.name, FALSE_WIN))
        return events.FalseWin(table.players[table.player_at(seats[0])])
    rule, is_aborted, seats = _parse_draw(before or [DRAWN], rules, line)
    unpaid = (one for one in rules.draws if one.aborts == is_aborted and one.pays == ShareSheet())
    rule = rule or next(unpaid, None)
    ready = _parse_draw([DRAWN, *after], rules, line).seats
    named, ready_names = ([table.players[table.player_at(seat)] for seat in one] for one in (seats, ready))
    pays = rule is not None and rule.pays != ShareSheet()
    ready_names += [] if pays else named
    return events.Draw(
        rule.id if rule else DRAWN, tuple((name, "") for name in ready_names), tuple(named) if pays else ()
    )


class NamedDraw(NamedTuple):
    """How a line ends a deal without a winner: by which rule, whether the deal is aborted, and which seats
    are named.
    """

    rule: DrawnDeal | None
    is_aborted: bool
    seats: list[str]


def _parse_draw(words: Sequence[str], table_rules: DealRules, line: CommandLine) -> NamedDraw:
    """How words end a deal. A plain draw is the first rule by which ready players are paid. Raises
    InputError, which shows the line, for other words.
    """
    name, *seats = words
    rules: dict[str, DrawnDeal | None] = {draw.id: draw for draw in table_rules.draws}
    rules[DRAWN] = next((draw for draw in table_rules.draws if draw.pool), None)
    if any(draw.aborts for draw in table_rules.draws):
        rules[ABORTED] = None
    if name not in rules and (named := table_rules.draw_named(name)):
        name = named.id
    elif fold_name(name) in {fold_name(text) for _, text in translations("list draws")}:
        name = DRAWN
    if name not in rules:
        message = Message("ways to end a deal", Listed(tuple(rules), "comma"))
        raise line.error(message, *nearest_names(name, rules, 1), at=name)
    winds = [wind_letter(seat) for seat in seats]
    for seat, wind in zip(seats, winds, strict=True):
        if wind not in table_rules.seats:
            raise line.error(
                Message("choose a seat", seat, Listed(tuple(table_rules.seats), "comma")), at=seat
            )
    rule = rules[name]
    return NamedDraw(rule, name == ABORTED or bool(rule and rule.aborts), winds)


def answer_draw(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """What a deal without a winner pays, or a false win; the next deal does not begin."""
    rules = context.rules_of(state)
    how = {"honba": paid_honba(state, rules), "sticks": state.sticks}
    if line.given.keys() - how:  # the draw is named by parameters of the question
        with_counters = replace(line, given={**how, **line.given})
        return answer_of_registry("draw")(context, state, with_counters)
    table_rules, argument = DealRules(rules), normalize("NFKC", line.argument)
    if ":" in argument:
        try:
            return state, as_document(drawn_deal_result(argument, rules), context.language)
        except InputError as error:
            raise line.error(error.faults[0].message, at=line.argument) from error
    words = listed_words(argument)
    is_false_win = fold_name(words[0] if words else "") == fold_name(FALSE_WIN)
    if is_false_win:
        del words[0]
    if is_false_win or not words or wind_letter(words[0]) in table_rules.seats:
        words.insert(0, DRAWN)
    rule, is_aborted, seats = _parse_draw(words, table_rules, line)
    if is_aborted and not rule:
        begins = f"{context.command('next')} {ABORTED}"
        raise line.error(Message("nothing is paid", begins), at=words[0])
    if is_false_win and len(seats) != 1:
        raise line.error(Message("write one seat", line.name, FALSE_WIN))
    if not is_false_win and any(one.transfers for one in ([rule] if rule else table_rules.draws)):
        example = f"{line.name} E:4 S:0 W:0 N:1"
        raise line.error(Message("write hands of draw", example))
    pays_seats = rule is not None and not rule.pool
    try:
        found = draw_result(
            rules,
            ready_seats=() if pays_seats or is_false_win else seats,
            kind=rule.id if rule else "",
            paid_seats=seats if pays_seats else (),
            false_win=seats[0] if is_false_win else "",
            **{**how, **line.given},
        )
    except InputError as error:
        raise line.error(error.faults[0].message) from error
    return state, as_document(found, context.language)
