"""The answers to sentences, by the questions that they ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorer.engine.examples import read_example
from scorer.engine.request import parse_request
from scorer.errors import InputError
from scorer.hand import WINS
from scorer.labels import capitalize_first, typed_example
from scorer.message import Message
from scorer.notation import names_winning_tile
from scorer.phrases import translate
from scorer.questions import reference
from scorer.questions.hands import compare, wrongly_said_parts, wrongly_said_parts_by_ruleset
from scorer.render.breakdown import compared_said_notes, wrongly_said_notes
from scorer.render.document import paragraph
from scorer.sentence.question import SpokenQuestion
from scorer.session.counts import answer_behind, answer_count_sentence, answer_patterns_sentence
from scorer.session.deals import answer_next
from scorer.session.evening import table_document
from scorer.session.hands import answer_explain, answer_hand, answer_waits, answer_why, typed_hand
from scorer.session.reading import read_sentence_of
from scorer.session.scores import answer_final
from scorer.session.settings import set_deal
from scorer.session.state import Answer, CommandLine, Context, SessionState, line_error
from scorer.session.told_events import EVENTS_TOLD, answer_event_sentence, answer_undo
from scorer.tiles import fold_name, name_in
from scorer.values import replace
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.hand import Request
    from scorer.render.document import Document
    from scorer.ruleset.model import Ruleset


def _hand_line(state: SessionState, question: SpokenQuestion) -> str:
    """The hand that a question is about: its own, or the last one."""
    return str(question.get("line") or state.hand)


def _say_score(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    rules = context.rules_of(state)
    line = text if _says_the_same(text, question.get("line"), rules) else question.get("line")
    after, document = answer_hand(context, state, line)
    language = context.language_of(rules)
    if question.get("is_change"):
        note = translate("changed to", language, typed_example(line, rules, language))
        document = (*document, paragraph(note))
    return after, (*document, *_notes_on_patterns(context, after, after.hand, question))


def _notes_on_patterns(
    context: Context, state: SessionState, line: str, question: SpokenQuestion
) -> Document:
    """What is said of the patterns that a sentence names with a hand which lacks them, or that it denies."""
    if not (said := question.said_parts):
        return ()
    typed = typed_hand(context, state, line)
    wrong = wrongly_said_parts(said, typed.request, typed.rules)
    return wrongly_said_notes(wrong, context.language_of(typed.rules))


def _says_the_same(text: str, line: str, rules: Ruleset) -> bool:
    """Whether a text in the notation of hands means the same as a line, so that its faults can be shown at
    their places in what was typed.
    """
    typed = read_example(text, rules, is_typed=True)
    if typed.faults:
        return False
    meant = read_example(line, rules, is_typed=True)
    if meant.faults or typed.options != meant.options:
        return False
    one, other = typed.request, meant.request
    facts = [(WINS.get(request.win), names_winning_tile(request.hand)) for request in (one, other)]
    return facts[0] == facts[1] and _parsed_hand(one, rules) == _parsed_hand(other, rules)


def _parsed_hand(request: Request, rules: Ruleset) -> object:
    """A hand and its situation, or the messages of its faults."""
    try:
        return parse_request(request, rules)
    except InputError as error:
        return [fault.message for fault in error.faults]


def _say_waits(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    line = question.get("line") or ""
    after, document = answer_waits(context, state, CommandLine(context.command("waits"), line))
    return after, (*document, *_notes_on_patterns(context, state, line, question))


def _say_explain(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    line = question.get("line") or ""
    after, document = answer_explain(context, state, CommandLine(context.command("explain"), line))
    return after, (*document, *_notes_on_patterns(context, state, line, question))


def _say_why(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    if line := question.get("line"):
        state = state.with_changes(hand=line, other_winners=())
    return answer_why(context, state, CommandLine(context.command("why"), question.get("pattern")))


def _say_compare(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    line = _hand_line(state, question)
    if not line:
        raise line_error(text, text, Message("no hand yet", context.command("help")))
    typed = typed_hand(context, state, line)
    others = [context.load(name) for name in question.get("rulesets")]
    names = {one.id for one in others}
    rulesets = others if len(others) > 1 else [*([] if typed.rules.id in names else [typed.rules]), *others]
    if question.get("line"):
        state = state.with_changes(hand=line, other_winners=())
    found = compare(typed.request, rulesets)
    wrong = wrongly_said_parts_by_ruleset(question.said_parts, typed.request, rulesets)
    notes = compared_said_notes(wrong, context.language)
    return state, (*as_document(found, context.language), *notes)


def _say_pattern(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    cards = reference.pattern_cards(list(question.get("names")), context.rules_of(state))
    return state, as_document(cards[0] if len(cards) == 1 else cards, context.language)


def _say_circumstance(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """What circumstances demand of a hand, in the words of the ruleset."""
    from scorer.sentence.unread import example_sentence

    rules = context.rules_of(state)
    language, end = context.language_of(rules), translate("full stop", context.language_of(rules))
    found = [rules.circumstance_by_id[name] for name in question.get("names")]
    shown = []
    for one in found:
        reasons = [capitalize_first(name_in(item.reason, language)) + end for item in one.requires]
        reasons = [text for text in (name_in(one.help, language), *reasons) if text]
        shown.append(paragraph(name_in(one.names, language), *(f"  {reason}" for reason in reasons)))
        if not reasons:
            number = " 2" * one.is_number
            line = f"{example_sentence(rules, language)} {name_in(one.names, language)}{number}"
            if _is_answered(context, state, line):
                shown.append(paragraph(translate("line that can be typed", language, line)))
    return state, tuple(shown)


def _say_bonus(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """What is counted beside the patterns, in the words of the ruleset."""
    rules = context.rules_of(state)
    language = context.language_of(rules)
    found = [one for one in rules.bonuses if one.id in question.get("names")]
    shown = (
        paragraph(name_in(one.names, language), f"  {name_in(one.definition, language)}") for one in found
    )
    return state, tuple(shown)


def _say_behind(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    told = {name: value for name in ("seat", "honba", "sticks") if (value := question.get(name))}
    line = CommandLine(context.command("behind"), str(question.get("points")))
    return state, answer_behind(context, replace(state, **told), line)[1]


def _say_undo(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return answer_undo(context, state, CommandLine(context.command("undo")))


def _say_next(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return answer_next(context, state, CommandLine(context.command("next")))


def _say_deal(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """The deal that is played now, with what lies on the table."""
    deal = CommandLine(f"{question.get('round')}{question.get('number')}")
    after, _ = set_deal(context, state, deal)
    counters = {name: question.get(name) for name in ("honba", "sticks") if question.get(name) is not None}
    after = replace(after.with_settings(**counters), past=after.past) if counters else after
    return after, table_document(context, after)


def _say_final(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    scores = " ".join(map(str, question.get("scores")))
    return answer_final(context, state, CommandLine(context.command("final"), scores))


def _say_topic(context: Context, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return state, (paragraph(*topic_lines(context, state, question.get("word"))),)


def explained_word(context: Context, state: SessionState, name: str) -> Answer | None:
    """What a pattern or circumstance is; None if none has the name."""
    from scorer.sentence.lexicon import rows_of

    text = next(f"{words[0]} {name}" for value, words in rows_of("ask") if value == "what")
    reading = read_sentence_of(context, state, text)
    if not isinstance(reading, SpokenQuestion) or reading.name not in (
        "pattern",
        "circumstance",
        "bonus",
        "topic",
    ):
        return None
    return SPOKEN[reading.name](context, state, text, reading)


def topic_lines(context: Context, state: SessionState, name: str) -> list[str]:
    """The explanation of a topic, with an example if the game has it; nothing if no topic has the name."""
    from scorer.sentence.lexicon import TOPICS, words_of_topic

    rules = context.rules_of(state)
    language = context.language_of(rules)
    for topic in TOPICS:
        if fold_name(name) in map(fold_name, words_of_topic(topic.words)):
            line = translate(topic.example, language)
            plain = SessionState(state.ruleset, state.options)  # the example may name the seat of the winner
            if _is_answered(context, plain, line):
                note = translate("line that can be typed", language, line)
            else:
                note = translate("topic of other games", language, name_in(rules.names, language))
            return [translate(topic.text, language), note]
    return []


def _is_answered(context: Context, state: SessionState, line: str) -> bool:
    """Whether a sentence is answered, and not refused or asked back."""
    reading = read_sentence_of(context, state, line)
    try:
        return isinstance(reading, SpokenQuestion) and not (
            SPOKEN[reading.name](context, state, line, reading)[0].asked
        )
    except InputError:
        return False


SPOKEN: Mapping[str, Callable[[Context, SessionState, str, SpokenQuestion], Answer]] = {
    "score": _say_score,
    "waits": _say_waits,
    "explain": _say_explain,
    "why": _say_why,
    "compare": _say_compare,
    "points": answer_count_sentence,
    "patterns": answer_patterns_sentence,
    "pattern": _say_pattern,
    "circumstance": _say_circumstance,
    "bonus": _say_bonus,
    "topic": _say_topic,
    "behind": _say_behind,
    "undo": _say_undo,
    "next": _say_next,
    "deal": _say_deal,
    "final": _say_final,
    **dict.fromkeys(EVENTS_TOLD, answer_event_sentence),
}
"""The questions of sentences by their names."""
