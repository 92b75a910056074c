"""Everything that scorer can answer, as functions: what the command line, a page, a bot or an editor calls.

A question names a ruleset (a `Ruleset`, the name of a shipped one, or the path of a file) and a hand in
notation, with keywords for how it was won: `win` ("tsumo" or "ron"), `seat`, `round`, `discarder`,
`circumstances`, `honba`, `sticks`, `pao`, `options` and the indicators of the ruleset (`dora="4s"`). An
answer is a frozen value; `as_data`, `as_document`, `as_text`, `as_markdown` and `as_html` write out any of
them.

Input that cannot be understood raises InputError with every fault, a hand that does not win raises
NotAWinner with the reasons, and a faulty rule file raises RulesetError with every problem.

>>> found = waits("234m345p67p456s55s", "riichi", circumstances=["riichi"])
>>> [found.ruleset.tileset.tile_code(item.tile) for item in found.winning_tiles]
['2p', '0p', '5p', '8p']
>>> print(as_text(points("4 30", win="ron")).splitlines()[0])
Riichi (four players): 4 han 30 fu
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.audit.differences import Difference
from scorer.audit.differences import differences as differences_between
from scorer.check.run import problems_of, selected_problems
from scorer.engine.catalogue import Overview, shipped_overviews
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import View
from scorer.engine.request import parse_request, parse_waiting_request, tiles_to_come
from scorer.engine.results import Score
from scorer.engine.score import readings_of
from scorer.errors import Fault, InputError, NotAWinner, Problem, RulesetError
from scorer.hand import Hand, Request, Situation, WaitingHand
from scorer.library import (
    DEFAULT_RULESET,
    Named,
    load_ruleset,
    parse_hand,
    resolve_ruleset,
    score,
    score_hand,
)
from scorer.render.answers import DATA, DOCUMENTS, Data, data_of, document_of, ruleset_of
from scorer.render.document import Document
from scorer.replay.read import read_game
from scorer.replay.referee import Report, referee, referee_many
from scorer.replay.report import ReportView, report_data, report_document
from scorer.replay.settle import DrawAnswer, FinalAnswer, draw_answer, final_answer
from scorer.replay.settlement_report import draw_data, draw_document, final_data, final_document
from scorer.ruleset.find import shipped_names
from scorer.ruleset.load import load_text
from scorer.ruleset.model import Ruleset, Value
from scorer.suggest import available_names_text, nearest_names
from scorer.teach.advice import advice_on
from scorer.teach.answers import (
    Analysis,
    Card,
    Comparison,
    Explanation,
    PatternAnswer,
    PatternEntry,
)
from scorer.teach.compare import compare_rulesets
from scorer.teach.patterns import chosen_limits, chosen_patterns, find_patterns
from scorer.teach.payment_table import PaymentTable
from scorer.teach.points import Points, points_of
from scorer.teach.progress import AnswerMark, asked_topics
from scorer.teach.quiz import LEVELS, Question, Wish, mark_answer, questions, quiz_scores
from scorer.teach.why import near_misses as nearest_patterns
from scorer.teach.winners import DiscardWinners, discard_claims, discard_winners
from scorer.waits import Discards, HandWaits
from scorer.waits import find_discards as discards_of
from scorer.waits import find_waits as waits_of

DATA[Report], DOCUMENTS[Report] = (
    lambda value, language: report_data(value, ReportView(language=language)),
    lambda value, language: report_document(value, ReportView(language=language)),
)
DATA[DrawAnswer], DOCUMENTS[DrawAnswer] = draw_data, draw_document
DATA[FinalAnswer], DOCUMENTS[FinalAnswer] = final_data, final_document

__all__ = [
    "Analysis", "Card", "Comparison", "Explanation", "PatternAnswer", "PatternEntry", "analyze",
    "as_data", "as_document", "as_html", "as_markdown", "as_text", "check_text", "compare",
    "differences", "discards", "draw_answer", "explain", "final_answer", "grade", "load_ruleset",
    "near_misses", "parse_hand", "pattern_card", "patterns", "payment_table", "points", "quiz",
    "read_game", "referee", "referee_many", "ruleset_from_text", "score", "shipped_ruleset",
    "shipped_rulesets", "waits", "why", "winners",
]  # fmt: skip

# ---- rules


def shipped_rulesets() -> tuple[Overview, ...]:
    """An overview of every shipped ruleset, in the order of their names.

    >>> [item.id for item in shipped_rulesets() if item.players == 3][:2]
    ['mahjong-soul-sanma', 'sanma']
    """
    return shipped_overviews()


def shipped_ruleset(name: str, options: Mapping[str, Value] | None = None) -> Ruleset:
    """The shipped ruleset of a name. Use it for names that come from outside: it never opens a path.

    Raises InputError for any other name and for options that the ruleset does not have.

    >>> shipped_ruleset("sanma").id
    'sanma'
    >>> shipped_ruleset("../sanma.yaml")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: ...
    """
    names = shipped_names()
    if not isinstance(name, str) or name not in names:
        meant = nearest_names(name, names, 1) if isinstance(name, str) else ()
        message = f"no ruleset of this name is shipped; {available_names_text(names)}"
        raise InputError([Fault("ruleset", None, message, suggestions=tuple(meant))])
    return load_ruleset(name, options)


def ruleset_from_text(
    text: str, options: Mapping[str, Value] | None = None, name: str = "own.yaml"
) -> Ruleset:
    """The ruleset of a rule file that is given as text. No file is read but the shipped rules it extends.

    Raises RulesetError with every problem, InputError for options that it does not have.

    >>> ruleset_from_text("extends: riichi\\nname: Club\\nset: {kiriage_mangan: true}").extends
    ('riichi',)
    """
    loaded = load_text(text, name)
    errors = [problem for problem in loaded.problems if problem.is_error]
    if loaded.ruleset is None or errors:
        raise RulesetError(errors or loaded.problems)
    return configure_ruleset(loaded.ruleset, options)


def differences(before: Named, after: Named) -> tuple[Difference, ...]:
    """Everything that two rulesets, as configured, define differently, in the order of the sections.

    >>> [item.id for item in differences("riichi", "m-league")][:2]
    ['kiriage_mangan', 'counted_yakuman']
    """
    return differences_between(resolve_ruleset(before), resolve_ruleset(after))


# ---- a hand, however far it is


def _request(
    hand: str,
    *,
    win: str = "",
    seat: str = "",
    round: str = "",  # the word of the game, as in `score`
    discarder: str = "",
    circumstances: Sequence[str] = (),
    honba: int = 0,
    sticks: int = 0,
    pao: Mapping[str, str] | None = None,
    **indicators: str,
) -> Request:
    """The request that these keywords make; they are those of `score`."""
    return Request(hand, win, round, seat, discarder, circumstances, indicators, honba, sticks, pao or {})


def _parse_arguments(hand: str, ruleset: Named, how: Mapping[str, Any]) -> tuple[Ruleset, Hand, Situation]:
    keywords = dict(how)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    return rules, *parse_request(_request(hand, **keywords), rules)


def _waiting(
    hand: str, ruleset: Named, seen: Mapping[str, str], how: Mapping[str, Any]
) -> tuple[Ruleset, WaitingHand, Situation, list[tuple[Any, ...]]]:
    keywords = dict(how)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    waiting, situation, elsewhere = parse_waiting_request(_request(hand, **keywords), rules, seen)
    return rules, waiting, situation, list(elsewhere.values())


def waits(
    hand: str, ruleset: Named = DEFAULT_RULESET, *, own_discards: str = "", visible: str = "", **how: Any
) -> HandWaits:
    """What a hand waits for, with what each tile pays; if more tiles are missing, which of them help.

    `own_discards` are tiles that the player has discarded, `visible` other tiles seen on the table; none of
    them is left to draw.

    >>> found = waits("234m345p67p456s55s", visible="2p2p")
    >>> found.short, found.winning_tiles[0].copies_left
    (1, 2)
    """
    seen = {"own_discards": own_discards, "visible": visible}
    rules, waiting, situation, elsewhere = _waiting(hand, ruleset, seen, how)
    return waits_of(rules, waiting, situation, *elsewhere)


def discards(
    hand: str, ruleset: Named = DEFAULT_RULESET, *, own_discards: str = "", visible: str = "", **how: Any
) -> Discards:
    """The discards that leave a hand with one tile too many nearest to complete, best first.

    >>> found = discards("234m345p67p456s55s9s")
    >>> [found.ruleset.tileset.tile_code(item.tile) for item in found.choices]
    ['9s']
    """
    seen = {"own_discards": own_discards, "visible": visible}
    rules, waiting, situation, elsewhere = _waiting(hand, ruleset, seen, how)
    return discards_of(rules, waiting, situation, *elsewhere)


def analyze(hand: str, ruleset: Named = DEFAULT_RULESET, **how: Any) -> Analysis:
    """What can be said of a hand at any stage, from the first tile to the win. Never raises for a hand.

    Without a `+`, a hand with all its tiles is scored as if the last one had won; if it does not win, the
    answer is what to discard.

    Raises RulesetError or InputError if the ruleset cannot be used with these options.

    >>> [analyze(text).stage for text in ("", "3445m", "234m345p67p456s55s", "234m345p67p456s55s8p", "9x")]
    ['empty', 'building', 'waiting', 'complete', 'faulty']
    """
    keywords = dict(how)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    request = _request(hand, **keywords)
    if not hand.strip():
        return Analysis(rules, "empty")
    try:
        if "+" not in hand:
            held, situation, _ = parse_waiting_request(request, rules, {}, any_size=True)
            if missing := tiles_to_come(held, rules):
                return _analysis_of_waiting(rules, held, situation, missing)
        full, situation = parse_request(request, rules)
        return Analysis(rules, "complete", score=score_hand(rules, full, situation))
    except NotAWinner as error:
        if error.kind == "not_winning" and "+" not in hand:
            return Analysis(rules, "full", discards=discards_of(rules, held, situation))
        return Analysis(rules, "refused", refusal=error)
    except InputError as error:
        return Analysis(rules, "faulty", faults=error.faults)


def _analysis_of_waiting(rules: Ruleset, held: WaitingHand, situation: Situation, missing: int) -> Analysis:
    """The analysis of a hand that is `missing` tiles; a negative number if it has too many."""
    if missing < 0:
        return Analysis(rules, "too many")
    found = waits_of(rules, held, situation)
    return Analysis(rules, "waiting" if found.short == 1 else "building", waits=found)


def explain(score: Score, *, near: int = 4) -> Explanation:
    """A scored hand, to be explained step by step, with up to `near` patterns that it just misses.

    >>> print(as_text(explain(score("123456789p77z11z+1z"))).splitlines()[0])
    1. Input
    """
    return Explanation(score, near)


def why(pattern: str, hand: str, ruleset: Named = DEFAULT_RULESET, **how: Any) -> PatternAnswer:
    """Whether a pattern, named by its id or any of its names, is awarded to a hand, and why.

    Raises NotAWinner if the hand is not even complete.

    >>> answer = why("pinfu", "234m678p345p22z678s")
    >>> answer.verdict(), [finding.asks for finding in answer.why().findings if not finding.true]
    ('not awarded; no pair of value tiles: found 22z.', ['no pair of value tiles'])
    """
    rules, full, situation = _parse_arguments(hand, ruleset, how)
    (name,) = chosen_patterns([pattern], "pattern", rules)
    view = View(rules, full, situation)
    try:
        result = score_hand(rules, full, situation)
    except NotAWinner:
        if not readings_of(view):
            raise
        result = None
    return PatternAnswer(rules.pattern_by_id[name], view, result)


def near_misses(
    hand: str, ruleset: Named = DEFAULT_RULESET, *, most: int = 3, **how: Any
) -> tuple[PatternAnswer, ...]:
    """The patterns that a complete hand just misses, nearest first; if it does not win, those that would do.

    >>> [answer.pattern.id for answer in near_misses("123456789p77z11z+1z", most=1)]
    ['chun']
    """
    rules, full, situation = _parse_arguments(hand, ruleset, how)
    view = View(rules, full, situation)
    try:
        result = score_hand(rules, full, situation)
    except NotAWinner as error:
        missed = advice_on(error, rules, full, situation, most_near=most).near_misses
        return tuple(PatternAnswer(item.pattern, view, None) for item in missed)
    views = [view.with_reading(reading) for reading in readings_of(view)]
    counted = [award.pattern.id for award in result.best.awards]
    return tuple(PatternAnswer(item.pattern, view, result) for item in nearest_patterns(views, counted, most))


def compare(hand: str, rulesets: Sequence[str], **how: Any) -> Comparison:
    """One hand under several rulesets, with the options that make each differ from the first.

    >>> found = compare("234m067p345p67s99s+8s", ["tenhou", "m-league"], circumstances=["riichi", "ippatsu"])
    >>> [column.outcome.score.points for column in found.columns]
    [7700, 8000]
    """
    keywords = dict(how)
    options = keywords.pop("options", None) or {}
    return Comparison(tuple(compare_rulesets(_request(hand, **keywords), rulesets, options)))


def winners(hand: str, others: Sequence[str], ruleset: Named = DEFAULT_RULESET, **how: Any) -> DiscardWinners:
    """Several winners on one discard: who is paid, and what every seat gains in all.

    `others` are the further winners, each as one text of a hand, its seat and its circumstances. Keywords
    describe the first winner and the table.

    >>> others = ["567m345p67p456s77s+8p seat=W"]
    >>> winners("234m345p67p456s55s+8p", others, discarder="E", honba=1).balance
    (('E', -4300), ('S', 2300), ('W', 2000), ('N', 0))
    """
    rules, full, situation = _parse_arguments(hand, ruleset, how)
    claims = discard_claims(rules, full, situation, others)
    return discard_winners(rules, [score_hand(rules, *claim) for claim in claims])


# ---- counts and patterns

SELF_DRAW = {"": None, "tsumo": True, "ron": False}


def points(
    count: str,
    ruleset: Named = DEFAULT_RULESET,
    *,
    dealer: bool = False,
    win: str = "",
    honba: int = 0,
    sticks: int = 0,
) -> Points:
    """The payment for a count such as `3 40`, `3 han 40 fu` or `mangan`, and what one or two more bring.

    `win` is "tsumo" or "ron"; both are answered if it is empty.

    >>> as_text(points("3 40", dealer=True)).splitlines()[0]
    'Riichi (four players): 3 han 40 fu'
    """
    if win not in SELF_DRAW:
        message = f"'{win}' is not a way to win: tsumo or ron"
        raise InputError([Fault("win", None, message, "circumstance")])
    return points_of(resolve_ruleset(ruleset), count, dealer, SELF_DRAW[win], honba, sticks)


def payment_table(ruleset: Named = DEFAULT_RULESET) -> PaymentTable:
    """The payments of every total that a hand can have.

    >>> as_data(payment_table())["ruleset"]
    'riichi'
    """
    return PaymentTable(resolve_ruleset(ruleset))


def patterns(ruleset: Named = DEFAULT_RULESET, query: str = "") -> tuple[PatternEntry, ...]:
    """The patterns of a ruleset; with a query those whose names or definition contain its words.

    >>> [entry.pattern.id for entry in patterns("riichi", "pure double")][:1]
    ['iipeikou']
    """
    rules = resolve_ruleset(ruleset)
    found = find_patterns(rules, query) if query.strip() else tuple(rules.pattern_by_id.values())
    return tuple(PatternEntry(rules, pattern) for pattern in found)


def pattern_card(name: str, ruleset: Named = DEFAULT_RULESET) -> Card:
    """Everything about a pattern, named by its id or any of its names: values, relations, worked examples.

    >>> as_data(pattern_card("平和"))["id"]
    'pinfu'
    """
    rules = resolve_ruleset(ruleset)
    (found,) = chosen_patterns([name], "pattern", rules)
    return Card(PatternEntry(rules, rules.pattern_by_id[found]))


# ---- practice


def quiz(
    ruleset: Named = DEFAULT_RULESET,
    *,
    seed: int,
    level: int = 2,
    topics: Sequence[str] = (),
    patterns: Sequence[str] = (),
    limits: Sequence[str] = (),
    language: str = "en",
) -> Iterator[Question]:
    """Questions about drawn hands, without end; the same seed asks the same questions.

    `topics` are those of the level if none are named. `patterns` and `limits` restrict the hands to those
    that have one of these patterns, or reach one of these limits. The iterator ends if no further hand of
    this kind comes up.

    >>> question = next(quiz(seed=5, topics=["total"]))
    >>> question.topic, question.asks
    ('total', 'How many han does it come to, bonuses included?')
    """
    if level not in LEVELS:
        message = f"{level} is not a level: {', '.join(map(str, LEVELS))}"
        raise InputError([Fault("level", None, message, "circumstance")])
    rules = resolve_ruleset(ruleset)
    usual = [topic for topic in LEVELS[level].topics if topic != "sheet" or rules.sheet]
    wish = Wish(
        asked_topics(" ".join(topics or usual), rules),
        level,
        chosen_patterns(patterns, "patterns", rules),
        chosen_limits(limits, "limits", rules),
    )
    for found in quiz_scores(rules, wish, seed, rules.file_ruleset):
        yield from questions(found, wish.topics, language)


def grade(question: Question, answer: str, language: str = "en") -> AnswerMark:
    """Marks an answer. An empty one, or `?`, is skipped; the mark then explains the solution.

    >>> from scorer.teach.quiz import questions
    >>> hand = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"])
    >>> grade(next(questions(hand, ("total",))), "4 han").right
    True
    """
    return mark_answer(question, answer, language)


# ---- rule authors


def check_text(
    text: str, name: str = "own.yaml", *, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> tuple[Problem, ...]:
    """The problems of a rule file that is given as text, in the order of their places.

    `select` and `ignore` are codes or the beginnings of codes. No file is read but the shipped rules it
    extends.

    >>> found = check_text("extends: riichi\\nname: Club\\nset: {opn_tanyao: 0}")
    >>> [(problem.code, problem.line) for problem in found]
    [('L402', 3)]
    """
    return tuple(selected_problems(problems_of(load_text(text, name)), select, ignore))


# ---- any of these values, written out


def as_data(value: object, language: str = "en") -> Data:
    """A result as plain data, ready for JSON; a tuple of results as a list.

    >>> as_data(shipped_rulesets())[0]["id"]
    'british'
    """
    return data_of(value, language)


def as_document(value: object, language: str = "en") -> Document:
    """A result as a document: paragraphs, tables and tiles that have no form yet."""
    return document_of(value, language)


def as_text(value: object, language: str = "en", columns: int = 80) -> str:
    """A result as text of so many columns, without colour.

    >>> print(as_text(why("tanyao", "234m678p345p22z678s")).splitlines()[0])
    All simples: not awarded; all tiles are simples: 22z are not.
    """
    from scorer.render.text import terminal_text

    return terminal_text(document_of(value, language), columns)


def as_markdown(value: object, language: str = "en") -> str:
    """A result as Markdown.

    >>> as_markdown(points("mangan")).startswith("Riichi")
    True
    """
    from scorer.render.text import markdown_text

    return markdown_text(document_of(value, language))


def as_html(value: object, language: str = "en") -> str:
    """A result as a page of HTML that needs nothing else. The tiles of its ruleset are drawn.

    >>> as_html(score("234m345p67p456s55s+8p")).splitlines()[0]
    '<!doctype html>'
    """
    from scorer.render.page import hand_page

    rules = ruleset_of(value) or load_ruleset(DEFAULT_RULESET)
    hand = value.hand if isinstance(value, Score) else None
    return hand_page(hand, rules, document_of(value, language), language)
