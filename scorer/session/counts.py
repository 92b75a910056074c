"""Payments without a hand in a session: for a count, for a list of patterns, and to overtake a rival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.engine.examples import read_example
from scorer.engine.results import value_in_unit
from scorer.errors import InputError
from scorer.hand import DEALER, WINDS, wind_letter
from scorer.labels import amount_separator, payment_call, seat_name
from scorer.message import Message
from scorer.parameters import HAND, PARAMETERS
from scorer.phrases import comma_list, headed_text, join_words, translate, translations
from scorer.questions import reference
from scorer.questions.reference import overtaking
from scorer.questions.registry import QUESTIONS
from scorer.render.document import Document, Paragraph, paragraph, table
from scorer.render.payments import NOTHING, counter_words, short_case_words
from scorer.sentence.question import SpokenQuestion
from scorer.session.evening import deal_of
from scorer.session.scores import known_scores
from scorer.session.state import Answer, Asked, CommandLine, Context, SessionState, line_error, paid_honba
from scorer.table.rules import DealRules
from scorer.teach.points import HowWon, Points, points_by_sheet, points_of
from scorer.tiles import fold_name, name_in
from scorer.values import replace
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset
    from scorer.sentence.count import ListCount

SAID_OF_COUNTS = [
    PARAMETERS[name].source for name in ("seat", *QUESTIONS["points"].parameters) if name in HAND
]
"""Inputs that may be given with a count, of which the payment depends; the seat says who is the dealer."""


def answer_points(context: Context, state: SessionState, line: CommandLine) -> Answer:
    rules = context.rules_of(state)
    if not line.argument:
        raise line.error(Message("write a count", context.usage("points", rules, line.name)))
    example = read_example(line.argument, rules, is_typed=True)
    told = [word for word in example.words if word.source in SAID_OF_COUNTS]
    argument = line.argument
    for word in reversed(told):
        argument = argument[: word.position] + argument[word.position + len(word.text) :]
    given, request = {word.source for word in told}, example.request
    seat = wind_letter(request.seat) if "--seat" in given else state.seat
    words = argument.split()
    others = {fold_name(word) for _, text in translations("typed other") for word in text.split()}
    if named := [word for word in words if fold_name(word) in others]:
        argument, seat = " ".join(word for word in words if word not in named), WINDS[1]
    how = {
        "dealer": seat == DEALER,
        "win": request.win,
        "honba": request.honba if "--honba" in given else state.honba,
        "sticks": request.sticks if "--sticks" in given else state.sticks,
    }
    found = reference.points(argument.strip(), rules, **{**how, **line.given})
    return state, as_document(found, context.language)


def answer_behind(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """Which hands overtake a rival, named by a number of points, or by a seat if the scores are known."""
    rules, table_rules = context.rules_of(state), DealRules(context.rules_of(state))
    state, rival, points = state.seated(rules), wind_letter(line.argument), line.argument
    if rival in tuple(table_rules.seats):
        scores, table = known_scores(state, table_rules), deal_of(context, state, table_rules)
        if not scores:
            raise line.error(Message("scores not known", context.command("scores")))
        own, other = (scores[table.player_at(seat)] for seat in (state.seat, rival))
        if other <= own:
            names = (seat_name(seat, context.language_of(rules)) for seat in (rival, state.seat))
            message = Message("rival not ahead", *names)
            raise line.error(message, at=line.argument)
        points = f"{rival}={other - own}"
    if not line.argument:
        example = f"{line.name} 7,800"
        raise line.error(Message("expected deficit", example))
    how = {"seat": state.seat, "honba": paid_honba(state, rules), "sticks": state.sticks}
    try:
        found = overtaking(points, rules, **{**how, **line.given})
    except InputError as error:
        raise line.error(error.faults[0].message, at=line.argument) from error
    return state, as_document(found, context.language)


def answer_count_sentence(
    context: Context, state: SessionState, text: str, question: SpokenQuestion
) -> Answer:
    """What is paid for a count; if its secondary score is not known, it is asked back with all of them."""
    rules, won = context.rules_of(state), _win_of_question(state, question)
    try:
        found = points_of(rules, question.get("count"), won)
    except InputError as error:
        if rows := _rows_by_sheet(rules, question.get("count"), won):
            return _ask_for_sheet(context, state, text, question.get("count"), rows)
        raise _error_in_sentence(error, text) from error
    return state, _count_document(context, found)


def _count_document(context: Context, found: Points) -> Document:
    """The payments for a count, with what is assumed after them; if one case is asked about, that payment
    alone.
    """
    if len(found.cases) == 1:
        found = replace(found, rows=found.rows[:1])
    head, *_, payments = as_document(found, context.language)
    assert isinstance(head, Paragraph), "the count is named first"
    title, *notes = head.lines
    return (paragraph(*title), payments, *([replace(head, lines=tuple(notes))] if notes else []))


def _win_of_question(state: SessionState, question: SpokenQuestion) -> HowWon:
    """How a count was won."""
    honba, sticks = question.get("honba"), question.get("sticks")
    others = bool(question.get("others"))
    return HowWon(
        reference.SELF_DRAW[question.get("win", "")],
        question.get("dealer") or (state.seat == DEALER and not others),
        others,
        state.honba if honba is None else honba,
        state.sticks if sticks is None else sticks,
    )


def _rows_by_sheet(rules: Ruleset, count: str, won: HowWon) -> list[tuple[int, Points]]:
    """The payments of a count with each usual secondary score that hands can have with it."""
    return points_by_sheet(rules, count, won) if rules.sheet_unit else []


def _usual_sheet(rules: Ruleset, sheets: Sequence[int]) -> int:
    """A secondary score for an example: the second lowest, without those that are no rounded sums, as only a
    few hands have them.

    >>> from scorer import load_ruleset
    >>> _usual_sheet(load_ruleset("riichi"), (20, 25, 30, 40))
    30
    """
    summed = [one for one in sheets if rules.sheet and not one % rules.sheet.round_up_to] or [*sheets]
    return summed[min(1, len(summed) - 1)]


def _ask_for_sheet(
    context: Context, state: SessionState, text: str, count: str, rows: Sequence[tuple[int, Points]]
) -> Answer:
    """The question how many fu, and what each number of them would pay."""
    rules = context.rules_of(state)
    language = context.language_of(rules)
    unit = rules.unit_word(rules.sheet_unit, False, language)
    first = rows[0][1]
    if of_table := {count.sheet for count in first.table.crossed_counts}:
        rows = [row for row in rows if row[0] in of_table] or rows
    total = first.rows[0][0].total
    usual = _usual_sheet(rules, [sheet for sheet, _ in rows])
    question = translate("asked sheet", language, rules.amount_text(total, rules.unit, language), unit, usual)
    listed = []
    between = amount_separator(language)
    for sheet, found in rows:
        calls = (one and payment_call(one.payments, language, separator=between) for one in found.rows[0][1])
        paid = [call or NOTHING for call in calls]
        listed.append((rules.amount_text(sheet, rules.sheet_unit, language), *paid))
    header = ("", *(short_case_words(case, first.table, language) for case in first.cases))
    counters = join_words(counter_words(first, language), language)
    document = (paragraph(question), table(listed, "l" + "r" * len(first.cases), counters, header))
    replies = tuple(
        (amount, f"{text} {amount}")
        for amount in (rules.amount_text(sheet, rules.sheet_unit, language) for sheet, _ in rows)
    )
    return replace(state, asked=Asked(text, replies)), document


def answer_patterns_sentence(
    context: Context, state: SessionState, text: str, question: SpokenQuestion
) -> Answer:
    """What a list of patterns is worth without a hand."""
    from scorer.sentence.count import count_patterns

    rules = context.rules_of(state)
    language = context.language_of(rules)
    counted = count_patterns(question, rules)
    if counted.clash:
        name = name_in(counted.clash[0].names, language)
        raise line_error(text, text, translate("clash of hand", language, name))
    if counted.apart:
        names = join_words([name_in(one.names, language) for one in counted.apart], language)
        key = "clash of patterns" if len(counted.apart) > 1 else "clash with hand"
        raise line_error(text, text, translate(key, language, names))
    if counted.needs_state:
        shown = _values_by_state(context, question, rules)
        replies = tuple((way, f"{text} {way}") for way in ("open", "closed"))
        after = replace(state, asked=Asked(text, replies))
        return after, (paragraph(translate("asked state", language, shown)),)
    unit = rules.tier_unit if counted.tier else rules.unit
    count = f"{counted.tier or counted.total} {unit}"
    sums = _summed_parts(counted, rules, language)
    with_sheet = (
        f"{count} {counted.sheet} {rules.sheet_unit}" if counted.sheet and not counted.tier else count
    )
    won = _win_of_question(state, question)
    try:
        found = points_of(rules, with_sheet, won)
    except InputError as error:
        if rows := [] if counted.sheet else _rows_by_sheet(rules, count, won):
            after, document = _ask_for_sheet(context, state, text, count, rows)
            return after, (document[0], paragraph(sums), *document[1:])
        raise _error_in_sentence(error, text) from error
    return replace(state, listed=question), (*_count_document(context, found), paragraph(sums))


def _error_in_sentence(error: InputError, text: str) -> InputError:
    """What is wrong with a count, said of the sentence that named it: the count itself has ids."""
    return InputError(replace(one, source="count", text=text, position=None) for one in error.faults)


def _values_by_state(context: Context, question: SpokenQuestion, rules: Ruleset) -> str:
    """What a list of patterns counts in an open and in a closed hand."""
    from scorer.sentence.count import count_patterns

    language = context.language_of(rules)
    shown = []
    for hand_state, label in (("open", "hand open"), ("closed", "hand closed")):
        arguments = {**dict(question.arguments), "state": hand_state}
        total = count_patterns(SpokenQuestion(question.name, tuple(arguments.items())), rules).total
        shown.append(
            headed_text(
                translate(label, language),
                rules.amount_text(total, rules.unit, language),
                language,
            )
        )
    return comma_list(shown, language) + translate("end of sentence", language)


def _summed_parts(counted: ListCount, rules: Ruleset, language: str) -> str:
    """The patterns of a list with their values: Riichi 1 + Pinfu 1 = 2 han."""
    unit = rules.tier_unit if counted.tier else rules.unit
    values = (value_in_unit(one.value, rules) for one in counted.parts)
    shown = [rules.amount_text(value, unit, language) if unit else str(value) for value, unit in values]
    names = [name_in(one.part.names, language) for one in counted.parts]
    parts = " + ".join(map(" ".join, zip(names, shown, strict=True)))
    if counted.tier or not parts:
        return parts
    total = rules.amount_text(counted.total, unit, language)
    others = counted.total - sum(one.value for one in counted.parts)
    if others > 0:  # a stated total has more than the patterns that are named
        value, one_unit = value_in_unit(others, rules)
        told = rules.amount_text(value, one_unit, language) if one_unit else str(value)
        parts += " + " + translate("value of others", language, told)
    elif len(names) == 1:
        return f"{names[0]} {total}"
    return f"{parts} = {total}"
