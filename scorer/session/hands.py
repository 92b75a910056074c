"""Hands in a session, and the commands about the last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorer.engine.configure import configure_ruleset
from scorer.engine.examples import error_in_example, read_example
from scorer.engine.request import parse_request
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Situation
from scorer.labels import seat_name
from scorer.languages import is_english
from scorer.message import Message
from scorer.notation import format_waiting, names_winning_tile
from scorer.parameters import HAND, PARAMETERS, TABLE_SETTINGS, TEXTS, USUAL_NEAR_MISSES
from scorer.phrases import translate, translations
from scorer.questions.hands import analyze, explain, other_way, refusal, waits_or_discards
from scorer.questions.registry import QUESTIONS, Arguments
from scorer.render.document import Document, paragraph
from scorer.ruleset.model import recognized_names
from scorer.scoring import hand_outcome, score_hand
from scorer.session.settings import can_keep, keep_words
from scorer.session.state import Answer, CommandLine, Context, SessionState, line_error, listed_words
from scorer.table.rules import DealRules
from scorer.tiles import fold_name, ids_by_spelling, name_in
from scorer.values import dataclass, replace
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.engine.examples import Example
    from scorer.engine.results import Score
    from scorer.hand import Hand, Request
    from scorer.ruleset.model import Ruleset

UNMARKED, ASSUMED_SEAT = "last tile", "assumed seat"
"""Names of assumptions about a hand."""


CommandAnswer = Callable[[Context, SessionState, CommandLine], Answer]
"""What a command answers, and the state after it."""


@dataclass(frozen=True)
class TypedHand:
    """A line with a hand, read under the rules that it is played by."""

    rules: Ruleset
    example: Example
    request: Request

    def as_arguments(self, **changes: Any) -> dict[str, Any]:
        """The request as keywords of the functions in `scorer.questions`."""
        one = replace(self.request, **changes)
        keywords = {name: getattr(one, name) for name in HAND if name not in ("hand", "indicators")}
        return {**keywords, **one.indicators}

    def parse(self) -> tuple[Hand, Situation]:
        """The hand and its situation. Raises InputError with the faults at their places in the line."""
        try:
            return parse_request(self.request, self.rules)
        except InputError as error:
            raise self.error(error.faults) from error

    def error(self, faults: Sequence[Fault]) -> InputError:
        """An error with faults at their places in the line."""
        return error_in_example(faults, self.example, "hand")


def typed_hand(context: Context, state: SessionState, text: str) -> TypedHand:
    """A hand as it is typed, with what the state keeps filled in. Raises InputError with the faults."""
    declared = context.load(state.ruleset)
    example = read_example(text, configure_ruleset(declared, dict(state.options)), is_typed=True)
    if example.faults and example.options:  # an option of the line may bring words with it
        chosen = {**dict(state.options), **dict(example.options)}
        with suppress(InputError):
            example = read_example(text, configure_ruleset(declared, chosen), is_typed=True)
    if example.faults:
        raise InputError(replace(fault, source="hand") for fault in example.faults)
    try:
        rules = configure_ruleset(declared, {**dict(state.options), **dict(example.options)})
    except InputError as error:
        raise error_in_example(error.faults, example, "hand") from error
    given = {word.source for word in example.words}
    kept = {name: getattr(state, name) for name in TABLE_SETTINGS if f"--{name}" not in given}
    request = replace(example.request, **kept)
    if counter := rules.counter_circumstance:
        counted = (f"{counter.id}={state.honba}",) if state.honba else ()
        stated = request.circumstances
        if not any(text.partition("=")[0] == counter.id for text in stated):
            stated = (*stated, *counted)
        request = replace(request, honba=example.request.honba, circumstances=stated)
    return TypedHand(rules, example, request)


def last_hand(context: Context, state: SessionState, line: CommandLine) -> TypedHand:
    """The last hand. Raises InputError if there is none yet."""
    if not state.hand:
        raise line.error(Message("needs a hand first", line.name))
    return typed_hand(context, state, state.hand)


def answer_hand(context: Context, state: SessionState, text: str) -> Answer:
    from scorer.render.breakdown import summary_document

    typed = typed_hand(context, state, text)
    if not typed.request.hand:
        if can_keep(typed.example, typed.rules):
            return keep_words(context, state, typed.example)
        message = Message("line without tiles", context.command("help"))
        raise line_error(text, text, message)
    found = analyze(typed.request.hand, typed.rules, **typed.as_arguments())
    language = context.language_of(typed.rules)
    if found.faults:
        raise typed.error(found.faults)
    if found.stage == "too many":
        typed.parse()
    notes = _new_assumptions(context, state, typed, found.score, bool(found.refusal or found.score))
    after = state.with_changes(hand=text, other_winners=(), noted=(*state.noted, *notes))
    if found.refusal:
        document = hand_refusal(context, found.refusal, typed)
    elif found.score:
        document = summary_document(found.score, other_way(typed.request, typed.rules), language)
    else:
        document = as_document(found, language)
    if notes:
        document = (*document, paragraph((" " if is_english(language) else "").join(notes.values())))
    return after, document


def _new_assumptions(
    context: Context, state: SessionState, typed: TypedHand, score: Score | None, answers_win: bool
) -> dict[str, str]:
    """What is assumed of a hand because it was left open, by name; nothing that was said before."""
    from scorer.render.breakdown import unmarked_note

    language, found = context.language_of(typed.rules), dict[str, str]()
    is_marked = not answers_win or names_winning_tile(typed.request.hand)
    if not is_marked and UNMARKED not in state.noted:
        found[UNMARKED] = unmarked_note(typed.parse()[0], typed.rules, language)
    if score and not typed.request.seat and ASSUMED_SEAT not in state.noted and _depends_on_seat(score):
        seat = seat_name(score.situation.seat, language)
        found[ASSUMED_SEAT] = translate("assumed seat", language, seat)
    return found


def _depends_on_seat(score: Score) -> bool:
    """Whether a hand is worth something else, or pays something else, on another seat."""
    rules, hand, situation = score.ruleset, score.hand, score.situation
    paid = {(score.worth.total, score.points)}
    for seat in DealRules(rules).seats:
        if seat not in (situation.seat, situation.discarder):
            other = hand_outcome(rules, hand, replace(situation, seat=seat)).score
            paid.add((other.worth.total, other.points) if other else (0, 0))
    return len(paid) > 1


def hand_refusal(context: Context, error: NotAWinner, typed_hand: TypedHand) -> Document:
    other = other_way(typed_hand.request, typed_hand.rules)
    return as_document(
        refusal(error, typed_hand.parse(), typed_hand.rules, other_way=other), context.language
    )


def answer_of_registry(name: str) -> CommandAnswer:
    """The answer to a question of the registry, asked of the last hand or of the table, with the text after
    the command as its argument.
    """
    query = QUESTIONS[name]

    def answer(context: Context, state: SessionState, line: CommandLine) -> Answer:
        is_of_hand = "hand" in query.parameters
        typed = last_hand(context, state, line) if is_of_hand else None
        rules = typed.rules if typed else context.rules_of(state)
        if not line.argument and not line.given:
            usage = context.usage(query.command, rules, line.name)
            raise line.error(Message("write after command", usage))
        source, names = (typed.request, HAND) if typed else (state, TABLE_SETTINGS)
        given = {one: getattr(source, one) for one in names if one in query.parameters}
        if line.argument:
            several = PARAMETERS[query.argument].sort is TEXTS
            given[query.argument] = listed_words(line.argument) if several else line.argument
        found = query.answer(Arguments({**given, **line.given, "ruleset": rules.id}, {rules.id: rules}))
        return state, as_document(found, context.language)

    return answer


def answer_why(context: Context, state: SessionState, line: CommandLine) -> Answer:
    typed = last_hand(context, state, line)
    if not line.argument:
        language = context.language_of(typed.rules)
        first = next(iter(typed.rules.pattern_by_id.values()))
        name = first.id if is_english(language) else name_in(first.names, language)
        raise line.error(Message("name a pattern", line.name, name))
    asked = replace(line, argument=_denied_name(line.argument, typed.rules))
    return answer_of_registry("why")(context, state, asked)


def _denied_name(text: str, rules: Ruleset) -> str:
    """The pattern of which somebody asks why it is missing: `why no flush`. A pattern may have the word in
    its name: No honors.
    """
    denial, _, name = text.partition(" ")
    words = {word for _, told in translations("typed without") for word in told.split()}
    known = ids_by_spelling({one.id: recognized_names(one) for one in rules.pattern_by_id.values()})
    return name.strip() if name and denial in words and fold_name(text) not in known else text


def answer_explain(context: Context, state: SessionState, line: CommandLine) -> Answer:
    typed = typed_hand(context, state, line.argument) if line.argument else last_hand(context, state, line)
    if line.argument:
        state = state.with_changes(hand=line.argument, other_winners=())
    hand, situation = typed.parse()
    try:
        score = score_hand(typed.rules, hand, situation)
    except NotAWinner as error:
        return state, hand_refusal(context, error, typed)
    most = Arguments(line.given).value("most", USUAL_NEAR_MISSES)
    return state, as_document(explain(score, near_miss_limit=most), context.language)


def answer_waits(context: Context, state: SessionState, line: CommandLine) -> Answer:
    typed = typed_hand(context, state, line.argument) if line.argument else last_hand(context, state, line)
    shown = analyze(typed.request.hand, typed.rules, **typed.as_arguments())
    is_won = bool(shown.refusal or shown.score)
    if not names_winning_tile(typed.request.hand) and (line.argument or not is_won):
        request = typed.request
    else:
        held = format_waiting(typed.parse()[0].waiting_hand, typed.rules.tileset)
        request = replace(typed.request, hand=held, discarder="")
    try:
        found = waits_or_discards(request, typed.rules, **line.given)
    except InputError as error:
        sources = {PARAMETERS[name].source for name in line.given}
        if [fault for fault in error.faults if fault.source in sources]:
            raise
        raise typed.error(error.faults) from error
    return state, as_document(found, context.language)


def answer_also(context: Context, state: SessionState, line: CommandLine) -> Answer:
    from scorer.render.breakdown import winners_summary
    from scorer.teach.winners import discard_winners

    typed = last_hand(context, state, line)
    if not line.argument:
        example = context.usage("also", typed.rules, line.name)
        raise line.error(Message("write the other winner", example))
    after = state.with_changes(other_winners=(*state.other_winners, line.argument))
    try:
        scores = winning_scores(typed, after.other_winners)
    except InputError as error:
        raise InputError(replace(fault, source=line.name) for fault in error.faults) from error
    found = discard_winners(typed.rules, scores)
    return after, winners_summary(found, context.language_of(typed.rules))


def answer_others(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """The whole deal, with the hands of the players who have not won, or what these count."""
    from scorer.table.whole_deal import settled_deal

    typed = last_hand(context, state, line)
    if not line.argument:
        example = context.usage("others", typed.rules, line.name)
        raise line.error(Message("write the other hands", example))
    try:
        scores = winning_scores(typed, (*state.other_winners, *line.given.get("others", ())))
        found = settled_deal(typed.rules, scores, line.argument, line.given.get("events", ""))
    except InputError as error:
        raise InputError(replace(fault, source="others") for fault in error.faults) from error
    return state, as_document(found, context.language)


def winning_scores(typed_hand: TypedHand, other_winners: Sequence[str]) -> list[Score]:
    """The scores of the last hand and of the further winners, in the order in which they were typed."""
    from scorer.teach.winners import discard_claims

    hand, situation = typed_hand.parse()
    claims = [(hand, situation)]
    if other_winners:
        if not situation.discarder:
            message = Message("several winners in session")
            raise line_error(typed_hand.example.text, typed_hand.example.text, message)
        claims = discard_claims(typed_hand.rules, hand, situation, other_winners)
    return [score_hand(typed_hand.rules, *claim) for claim in claims]
