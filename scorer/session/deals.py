"""From deal to deal in a session: deals without a winner, and what a win or a draw changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from scorer import seat_table, tabletalk
from scorer.errors import InputError, NotAWinner
from scorer.hand import WINDS, wind_letter
from scorer.labels import format_gain
from scorer.message import Listed, LocalizedText, Message, message_text
from scorer.phrases import translate, translations
from scorer.render.document import HEADLINE, Part, paragraph
from scorer.ruleset.model import ShareSheet
from scorer.session.evening import deal_of, keep_events, table_line
from scorer.session.hands import TypedHand, answer_of_registry, last_hand, winning_scores
from scorer.session.scores import amounts_by_seat, seat_score_lines
from scorer.session.state import Answer, Asked, CommandLine, Context, SessionState, listed_words, paid_honba
from scorer.suggest import id_or_name, nearest_items
from scorer.table import events
from scorer.table.claims import phrase_words
from scorer.table.rules import DealRules
from scorer.table.settle import draw_result, drawn_deal_result
from scorer.table.steps import state_after_deal
from scorer.table.writing import event_line
from scorer.tiles import fold_name
from scorer.values import replace
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.engine.value import Amount
    from scorer.ruleset.model import DrawnDeal
    from scorer.table.events import DealEvent
    from scorer.table.state import GameState


DRAWN, ABORTED, FALSE_WIN = "draw", "abort", "false_win"
"""How a deal ends without a winner, if the rule that ends it is not named."""
PLAIN_DRAWS = {DRAWN: "list draws", ABORTED: "rule aborts"}
"""The phrases for these two kinds of draw."""


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
    else:
        name = next((word for word, key in PLAIN_DRAWS.items() if _is_phrase(name, key)), name)
    if name not in rules:
        shown = _draw_names(table_rules, rules)
        message = Message("ways to end a deal", Listed(shown, "comma"))
        raise line.error(message, *nearest_items(name, shown, 1), at=name)
    winds = [wind_letter(seat) for seat in seats]
    for seat, wind in zip(seats, winds, strict=True):
        if wind not in table_rules.seats:
            raise line.error(
                Message("choose a seat", seat, Listed(tuple(table_rules.seats), "comma")), at=seat
            )
    rule = rules[name]
    return NamedDraw(rule, name == ABORTED or bool(rule and rule.aborts), winds)


def _draw_names(table_rules: DealRules, words: Iterable[str]) -> tuple[LocalizedText, ...]:
    """What players type for the words that end a deal without a winner: a plain draw and its kinds."""
    named = {str(one): one for one in table_rules.draw_names}
    plain = {word: id_or_name(word, translations(key)) for word, key in PLAIN_DRAWS.items()}
    return tuple((named | plain)[word] for word in words)


def _is_phrase(name: str, key: str) -> bool:
    """Whether a name is a phrase in any language."""
    return fold_name(name) in {fold_name(text) for _, text in translations(key)}


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
    scores = seat_score_lines(context, following, rules, is_next=bool(after.ended))
    lines: list[Part | str] = [Part(head, HEADLINE), *scores]
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
        drawn = " ".join(map(context.command, ("next", DRAWN)))
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
    won = replace(table, sticks=0, lost=0, first_winners=winners)
    after = state_after_deal(rules, won, winners, False, (False,) * rules.players, next_dealer="")
    state = replace(state, knows_scores=False, scores=())
    return with_deal(context, state, rules, table, after, (), "session unpaid" if rules.start else "")
