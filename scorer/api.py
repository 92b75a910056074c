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

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorer.errors import Fault, InputError, NotAWinner, RulesetError
from scorer.hand import MOST_COUNTERS as MOST_COUNTERS
from scorer.hand import Hand, Request, Situation, WaitingHand
from scorer.render import to_dict as to_dict
from scorer.render.answers import DATA, DOCUMENTS, LazyModule

if TYPE_CHECKING:
    from scorer.audit.differences import Difference as Difference
    from scorer.audit.report import Audit as Audit
    from scorer.audit.report import DifferenceReport as DifferenceReport
    from scorer.batch.run import Run as Run
    from scorer.engine.catalogue import Overview as Overview
    from scorer.engine.request import has_extra_tile as has_extra_tile
    from scorer.engine.request import parse_request as parse_request
    from scorer.engine.results import Score as Score
    from scorer.errors import Problem as Problem
    from scorer.library import Named as Named
    from scorer.library import load_ruleset as load_ruleset
    from scorer.library import parse_hand as parse_hand
    from scorer.library import score as score
    from scorer.library import score_hand as score_hand
    from scorer.render.answers import Data as Data
    from scorer.render.document import Document as Document
    from scorer.replay.read import read_game as read_game
    from scorer.replay.referee import referee as referee
    from scorer.replay.referee import referee_many as referee_many
    from scorer.replay.settle import draw_answer as draw_answer
    from scorer.replay.settle import final_answer as final_answer
    from scorer.ruleset.authoring import overlay_schema as overlay_schema
    from scorer.ruleset.authoring import schema as schema
    from scorer.ruleset.authoring import starter_text as starter_text
    from scorer.ruleset.find import shipped_names as shipped_names
    from scorer.ruleset.load import LoadedFile as LoadedFile
    from scorer.ruleset.model import Ruleset as Ruleset
    from scorer.ruleset.model import Value as Value
    from scorer.shapes import Reading as Reading
    from scorer.teach.advice import suggest_rulesets as suggest_rulesets
    from scorer.teach.answers import Analysis as Analysis
    from scorer.teach.answers import Card as Card
    from scorer.teach.answers import Comparison as Comparison
    from scorer.teach.answers import Defaults as Defaults
    from scorer.teach.answers import Explanation as Explanation
    from scorer.teach.answers import FullScore as FullScore
    from scorer.teach.answers import PatternAnswer as PatternAnswer
    from scorer.teach.answers import PatternEntry as PatternEntry
    from scorer.teach.answers import Refusal as Refusal
    from scorer.teach.lesson import Lesson as Lesson
    from scorer.teach.payment_table import PaymentTable as PaymentTable
    from scorer.teach.points import Points as Points
    from scorer.teach.progress import AnswerMark as AnswerMark
    from scorer.teach.quiz import Question as Question
    from scorer.teach.winners import DiscardWinners as DiscardWinners
    from scorer.teach.winners import discard_claims as discard_claims
    from scorer.teach.winners import discard_winners as discard_winners
    from scorer.waits import Discards as Discards
    from scorer.waits import HandWaits as HandWaits

__all__ = [
    "analyze",
    "as_data",
    "as_document",
    "as_html",
    "as_markdown",
    "as_text",
    "check_text",
    "compare",
    "differences",
    "discards",
    "draw_answer",
    "explain",
    "final_answer",
    "grade",
    "load_ruleset",
    "near_misses",
    "parse_hand",
    "pattern_card",
    "patterns",
    "payment_table",
    "points",
    "quiz",
    "read_game",
    "referee",
    "referee_many",
    "ruleset_from_text",
    "score",
    "score_hand",
    "shipped_ruleset",
    "shipped_rulesets",
    "waits",
    "why",
    "winners",
]

DEFAULT_RULESET = "riichi"
HOMES = {
    "draw_answer": "scorer.replay.settle",
    "final_answer": "scorer.replay.settle",
    "read_game": "scorer.replay.read",
    "referee": "scorer.replay.referee",
    "referee_many": "scorer.replay.referee",
    "discard_claims": "scorer.teach.winners",
    "discard_winners": "scorer.teach.winners",
    "has_extra_tile": "scorer.engine.request",
    "parse_request": "scorer.engine.request",
    "schema": "scorer.ruleset.authoring",
    "overlay_schema": "scorer.ruleset.authoring",
    "shipped_names": "scorer.ruleset.find",
    "starter_text": "scorer.ruleset.authoring",
    "suggest_rulesets": "scorer.teach.advice",
    "load_ruleset": "scorer.library",
    "parse_hand": "scorer.library",
    "score": "scorer.library",
    "score_hand": "scorer.library",
}
"""Functions that are imported when they are first used, with the modules that define them."""

replay_report = LazyModule("scorer.replay.report")
settlement = LazyModule("scorer.replay.settlement_report")
DATA["Report"] = lambda value, language: replay_report.report_data(
    value, replay_report.ReportView(language=language)
)
DOCUMENTS["Report"] = lambda value, language: replay_report.report_document(
    value, replay_report.ReportView(language=language)
)
DATA["DrawAnswer"] = lambda value, language: settlement.draw_data(value, language)
DOCUMENTS["DrawAnswer"] = lambda value, language: settlement.draw_document(value, language)
DATA["FinalAnswer"] = lambda value, language: settlement.final_data(value, language)
DOCUMENTS["FinalAnswer"] = lambda value, language: settlement.final_document(value, language)


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module 'scorer.api' has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(HOMES[name]), name)
    return found


# ---- rules


def shipped_rulesets() -> tuple[Overview, ...]:
    """An overview of every shipped ruleset, in the order of their names.

    >>> [item.id for item in shipped_rulesets() if item.players == 3][:2]
    ['mahjong-soul-sanma', 'sanma']
    """
    from scorer.engine.catalogue import shipped_overviews

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
    from scorer.library import load_ruleset
    from scorer.ruleset.find import shipped_names
    from scorer.suggest import available_names_text, nearest_names

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
    from scorer.engine.configure import configure_ruleset
    from scorer.ruleset.load import load_text

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
    from scorer.audit.differences import differences as differences_between
    from scorer.library import resolve_ruleset

    return differences_between(resolve_ruleset(before), resolve_ruleset(after))


def difference_report(
    before: Named,
    after: Named,
    *,
    labels: tuple[str, str] = ("before", "after"),
    hands: int = 0,
    seed: int = 1,
    tick: Callable[[], object] = lambda: None,
) -> DifferenceReport:
    """What two rulesets define differently; with `hands`, also how their scores for so many sample hands
    differ. `tick` is called after each hand.

    >>> report = difference_report("riichi", "m-league", labels=("riichi", "m-league"))
    >>> as_text(report).splitlines()[0].split()
    ['riichi', 'and', 'm-league:', '20', 'differences']
    """
    from scorer.audit.report import DifferenceReport, effect
    from scorer.library import resolve_ruleset
    from scorer.ruleset.model import Ruleset
    from scorer.teach.compare import compare_rulesets

    first, second = resolve_ruleset(before), resolve_ruleset(after)
    found = differences(first, second)
    if not hands:
        return DifferenceReport(labels, found)
    played = effect(first, second, hands, seed, tick)
    sides = [side.file or side.id if isinstance(side, Ruleset) else str(side) for side in (before, after)]
    examples = tuple(list(compare_rulesets(pair.request, sides, {})) for pair in played.examples)
    return DifferenceReport(labels, found, played, examples)


def result_schema_text() -> str:
    """The JSON Schema of results as a text of JSON.

    >>> result_schema_text().startswith("{")
    True
    """
    from scorer.ruleset.find import shipped_folder

    return (shipped_folder() / "result.schema.json").read_text(encoding="utf-8")


def default_names() -> Defaults:
    """The names in each section of the rules that every ruleset builds on.

    >>> "chow" in default_names().names["sets"]
    True
    """
    from scorer.ruleset.load import default_ids
    from scorer.teach.answers import Defaults

    return Defaults(default_ids())


# ---- a hand, however far it is


HandInput = str | Request | tuple[Hand, Situation]
"""A hand in notation, to which keywords say how it was won; or a request; or what `parse_request` returns."""


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


def _parse_arguments(
    hand: HandInput, ruleset: Named, how: Mapping[str, Any]
) -> tuple[Ruleset, Hand, Situation]:
    from scorer.engine.request import parse_request
    from scorer.library import resolve_ruleset

    keywords = dict(how)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    if isinstance(hand, tuple):
        return rules, *hand
    request = hand if isinstance(hand, Request) else _request(hand, **keywords)
    return rules, *parse_request(request, rules)


def _waiting(
    hand: str | Request, ruleset: Named, seen: Mapping[str, str], how: Mapping[str, Any]
) -> tuple[Ruleset, WaitingHand, Situation, list[tuple[Any, ...]]]:
    from scorer.engine.request import parse_waiting_request
    from scorer.library import resolve_ruleset

    keywords = dict(how)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    request = hand if isinstance(hand, Request) else _request(hand, **keywords)
    waiting, situation, elsewhere = parse_waiting_request(request, rules, seen)
    return rules, waiting, situation, list(elsewhere.values())


def waits(
    hand: str | Request,
    ruleset: Named = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **how: Any,
) -> HandWaits:
    """What a hand waits for, with what each tile pays; if more tiles are missing, which of them help.

    `own_discards` are tiles that the player has discarded, `visible` other tiles seen on the table; none of
    them is left to draw.

    >>> found = waits("234m345p67p456s55s", visible="2p2p")
    >>> found.short, found.winning_tiles[0].copies_left
    (1, 2)
    """
    from scorer.waits import find_waits as waits_of

    seen = {"--discards": own_discards, "--visible": visible}
    rules, waiting, situation, elsewhere = _waiting(hand, ruleset, seen, how)
    return waits_of(rules, waiting, situation, *elsewhere)


def discards(
    hand: str | Request,
    ruleset: Named = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **how: Any,
) -> Discards:
    """The discards that leave a hand with one tile too many nearest to complete, best first.

    >>> found = discards("234m345p67p456s55s9s")
    >>> [found.ruleset.tileset.tile_code(item.tile) for item in found.choices]
    ['9s']
    """
    from scorer.waits import find_discards as discards_of

    seen = {"--discards": own_discards, "--visible": visible}
    rules, waiting, situation, elsewhere = _waiting(hand, ruleset, seen, how)
    return discards_of(rules, waiting, situation, *elsewhere)


def waits_or_discards(
    hand: str | Request,
    ruleset: Named = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **how: Any,
) -> HandWaits | Discards:
    """The discards of a hand with one tile too many, as `discards`; of any other hand its waits, as `waits`.

    >>> [type(waits_or_discards(text)).__name__ for text in ("234m345p67p456s55s", "234m345p67p456s55s9s")]
    ['HandWaits', 'Discards']
    """
    from scorer.engine.request import has_extra_tile
    from scorer.waits import find_discards, find_waits

    seen = {"--discards": own_discards, "--visible": visible}
    rules, waiting, situation, elsewhere = _waiting(hand, ruleset, seen, how)
    if has_extra_tile(waiting, rules):
        return find_discards(rules, waiting, situation, *elsewhere)
    return find_waits(rules, waiting, situation, *elsewhere)


def analyze(hand: str, ruleset: Named = DEFAULT_RULESET, **how: Any) -> Analysis:
    """What can be said of a hand at any stage, from the first tile to the win. Never raises for a hand.

    Without a `+`, a hand with all its tiles is scored as if the last one had won; if it does not win, the
    answer is what to discard.

    Raises RulesetError or InputError if the ruleset cannot be used with these options.

    >>> [analyze(text).stage for text in ("", "3445m", "234m345p67p456s55s", "234m345p67p456s55s8p", "9x")]
    ['empty', 'building', 'waiting', 'complete', 'faulty']
    """
    from scorer.engine.request import parse_request, parse_waiting_request, tiles_to_come
    from scorer.library import resolve_ruleset, score_hand
    from scorer.teach.answers import Analysis
    from scorer.waits import find_discards as discards_of

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
    from scorer.teach.answers import Analysis
    from scorer.waits import find_waits as waits_of

    if missing < 0:
        return Analysis(rules, "too many")
    found = waits_of(rules, held, situation)
    return Analysis(rules, "waiting" if found.short == 1 else "building", waits=found)


def explain(score: Score, *, near: int = 4) -> Explanation:
    """A scored hand, to be explained step by step, with up to `near` patterns that it just misses.

    >>> from scorer import score
    >>> print(as_text(explain(score("123456789p77z11z+1z"))).splitlines()[0])
    1. Input
    """
    from scorer.teach.answers import Explanation

    return Explanation(score, near)


def why(pattern: str, hand: HandInput, ruleset: Named = DEFAULT_RULESET, **how: Any) -> PatternAnswer:
    """Whether a pattern, named by its id or any of its names, is awarded to a hand, and why.

    Raises NotAWinner if the hand is not even complete.

    >>> answer = why("pinfu", "234m678p345p22z678s")
    >>> answer.verdict(), [finding.asks for finding in answer.why().findings if not finding.true]
    ('not awarded; no pair of value tiles: found 22z.', ['no pair of value tiles'])
    """
    (found,) = why_each([pattern], hand, ruleset, **how)
    return found


def why_each(
    names: Sequence[str],
    hand: HandInput,
    ruleset: Named = DEFAULT_RULESET,
    *,
    source: str = "pattern",
    **how: Any,
) -> tuple[PatternAnswer, ...]:
    """Whether each of several patterns is awarded to a hand, and why. `source` is what errors call a name.

    Raises InputError for names that no pattern has, NotAWinner if the hand is not even complete.

    >>> [bool(answer.score) for answer in why_each(["pinfu", "tanyao"], "234m678p345p22z67s+8s")]
    [False, False]
    """
    from scorer.engine.evaluate import View
    from scorer.engine.score import readings_of
    from scorer.library import score_hand
    from scorer.teach.answers import PatternAnswer
    from scorer.teach.patterns import chosen_patterns

    rules, full, situation = _parse_arguments(hand, ruleset, how)
    chosen = chosen_patterns(names, source, rules)
    view = View(rules, full, situation)
    try:
        result = score_hand(rules, full, situation)
    except NotAWinner:
        if not readings_of(view):
            raise
        result = None
    return tuple(PatternAnswer(rules.pattern_by_id[name], view, result) for name in chosen)


def full_score(score: Score) -> FullScore:
    """A score, to be written with every reading of its hand that can win, best first.

    >>> from scorer import score
    >>> len(as_data(full_score(score("112233m445566p7s+7s")))["readings"])
    2
    """
    from scorer.teach.answers import FullScore

    return FullScore(score)


def refusal(
    error: NotAWinner, hand: HandInput, ruleset: Named = DEFAULT_RULESET, *, near: int = 3, **how: Any
) -> Refusal:
    """Why a hand does not win, what it has, and up to `near` patterns that would make it win.

    >>> from scorer import score
    >>> try:
    ...     score("123m456p67p(789s)11z+8p")
    ... except NotAWinner as error:
    ...     as_data(refusal(error, "123m456p67p(789s)11z+8p"))["error"]["kind"]
    'no_pattern'
    """
    from scorer.teach.answers import Refusal

    rules, full, situation = _parse_arguments(hand, ruleset, how)
    return Refusal(error, rules, full, situation, near)


def near_misses(
    hand: str, ruleset: Named = DEFAULT_RULESET, *, most: int = 3, **how: Any
) -> tuple[PatternAnswer, ...]:
    """The patterns that a complete hand just misses, nearest first; if it does not win, those that would do.

    >>> [answer.pattern.id for answer in near_misses("123456789p77z11z+1z", most=1)]
    ['chun']
    """
    from scorer.engine.evaluate import View
    from scorer.engine.score import readings_of
    from scorer.library import score_hand
    from scorer.teach.advice import advice_on
    from scorer.teach.answers import PatternAnswer
    from scorer.teach.why import near_misses as nearest_patterns

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


def compare(hand: str | Request, rulesets: Sequence[str], **how: Any) -> Comparison:
    """One hand under several rulesets, with the options that make each differ from the first.

    >>> found = compare("234m067p345p67s99s+8s", ["tenhou", "m-league"], circumstances=["riichi", "ippatsu"])
    >>> [column.outcome.score.points for column in found.columns]
    [7700, 8000]
    """
    from scorer.teach.answers import Comparison
    from scorer.teach.compare import compare_rulesets

    keywords = dict(how)
    options = keywords.pop("options", None) or {}
    request = hand if isinstance(hand, Request) else _request(hand, **keywords)
    return Comparison(tuple(compare_rulesets(request, rulesets, options)))


def winners(hand: str, others: Sequence[str], ruleset: Named = DEFAULT_RULESET, **how: Any) -> DiscardWinners:
    """Several winners on one discard: who is paid, and what every seat gains in all.

    `others` are the further winners, each as one text of a hand, its seat and its circumstances. Keywords
    describe the first winner and the table.

    >>> others = ["567m345p67p456s77s+8p seat=W"]
    >>> winners("234m345p67p456s55s+8p", others, discarder="E", honba=1).balance
    (('E', -4300), ('S', 2300), ('W', 2000), ('N', 0))
    """
    from scorer.library import score_hand
    from scorer.teach.winners import discard_claims, discard_winners

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
    from scorer.library import resolve_ruleset
    from scorer.teach.points import points_of

    if win not in SELF_DRAW:
        message = f"'{win}' is not a way to win: tsumo or ron"
        raise InputError([Fault("win", None, message, "circumstance")])
    return points_of(resolve_ruleset(ruleset), count, dealer, SELF_DRAW[win], honba, sticks)


def payment_table(ruleset: Named = DEFAULT_RULESET) -> PaymentTable:
    """The payments of every total that a hand can have.

    >>> as_data(payment_table())["ruleset"]
    'riichi'
    """
    from scorer.library import resolve_ruleset
    from scorer.teach.payment_table import PaymentTable

    return PaymentTable(resolve_ruleset(ruleset))


def patterns(ruleset: Named = DEFAULT_RULESET, query: str = "") -> tuple[PatternEntry, ...]:
    """The patterns of a ruleset; with a query those whose names or definition contain its words.

    >>> [entry.pattern.id for entry in patterns("riichi", "pure double")][:1]
    ['iipeikou']
    """
    from scorer.library import resolve_ruleset
    from scorer.teach.answers import PatternEntry
    from scorer.teach.patterns import find_patterns

    rules = resolve_ruleset(ruleset)
    found = find_patterns(rules, query) if query.strip() else tuple(rules.pattern_by_id.values())
    return tuple(PatternEntry(rules, pattern) for pattern in found)


def pattern_card(name: str, ruleset: Named = DEFAULT_RULESET) -> Card:
    """Everything about a pattern, named by its id or any of its names: values, relations, worked examples.

    >>> as_data(pattern_card("平和"))["id"]
    'pinfu'
    """
    (card,) = pattern_cards([name], ruleset)
    return card


def pattern_cards(names: Sequence[str], ruleset: Named = DEFAULT_RULESET) -> tuple[Card, ...]:
    """The cards of several patterns, each named by its id or any of its names.

    Raises InputError for names that no pattern has.

    >>> [item["id"] for item in as_data(pattern_cards(["pinfu", "Half flush"]))]
    ['pinfu', 'honitsu']
    """
    from scorer.library import resolve_ruleset
    from scorer.teach.answers import Card, PatternEntry
    from scorer.teach.patterns import chosen_patterns

    rules = resolve_ruleset(ruleset)
    chosen = chosen_patterns(names, "pattern", rules)
    return tuple(Card(PatternEntry(rules, rules.pattern_by_id[name])) for name in chosen)


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
    from scorer.library import resolve_ruleset
    from scorer.teach.patterns import chosen_limits, chosen_patterns
    from scorer.teach.progress import asked_topics
    from scorer.teach.quiz import LEVELS, Wish, questions, quiz_scores

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
    >>> from scorer import score
    >>> hand = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"])
    >>> grade(next(questions(hand, ("total",))), "4 han").right
    True
    """
    from scorer.teach.quiz import mark_answer

    return mark_answer(question, answer, language)


def lesson(
    ruleset: Named = DEFAULT_RULESET, *, seed: int = 1, exercises: int = 10, language: str = "en"
) -> Lesson:
    """A handout on one game: its rules, patterns, tables and exercises. The same seed gives the same ones.

    >>> len(lesson("riichi", exercises=1).exercises)
    1
    """
    from scorer.library import resolve_ruleset
    from scorer.teach.lesson import make_lesson

    return make_lesson(resolve_ruleset(ruleset), seed, exercises, language)


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
    from scorer.check.run import problems_of, selected_problems
    from scorer.ruleset.load import load_text

    return tuple(selected_problems(problems_of(load_text(text, name)), select, ignore))


# ---- any of these values, written out


def as_data(value: object, language: str = "en") -> Data:
    """A result as plain data, ready for JSON; a tuple of results as a list.

    >>> as_data(shipped_rulesets())[0]["id"]
    'british'
    """
    from scorer.render.answers import data_of

    return data_of(value, language)


def as_document(value: object, language: str = "en") -> Document:
    """A result as a document: paragraphs, tables and tiles that have no form yet."""
    from scorer.render.answers import document_of

    return document_of(value, language)


def as_text(
    value: object, language: str = "en", columns: int = 80, *, colour: bool = False, tiles: bool = False
) -> str:
    """A result as text of so many columns. `tiles` puts the hand in Unicode above it, if it is about one.

    >>> print(as_text(why("tanyao", "234m678p345p22z678s")).splitlines()[0])
    All simples: not awarded; all tiles are simples: 22z are not.
    """
    from scorer.render.answers import document_of, drawn_hand
    from scorer.render.text import terminal_text

    document = document_of(value, language)
    if tiles:
        from scorer.render.heading import with_tile_line

        rules, hand, reading = drawn_hand(value)
        if rules and hand:
            document = with_tile_line(document, hand, reading, rules.tileset)
    return terminal_text(document, columns, colour)


def as_plain_text(value: object, language: str = "en") -> str:
    """A result as text without layout: a line for each line and row, cells separated by tabs.

    >>> as_plain_text(points("mangan")).splitlines()[0]
    'Riichi (four players): 5 han'
    """
    from scorer.render.answers import document_of
    from scorer.render.text import plain_text

    return plain_text(document_of(value, language))


def as_markdown(value: object, language: str = "en") -> str:
    """A result as Markdown.

    >>> as_markdown(points("mangan")).startswith("Riichi")
    True
    """
    from scorer.render.answers import document_of
    from scorer.render.text import markdown_text

    return markdown_text(document_of(value, language))


def as_html(value: object, language: str = "en") -> str:
    """A result as a page of HTML that needs nothing else, with the hand that it is about drawn on it.

    >>> from scorer import score
    >>> as_html(score("234m345p67p456s55s+8p")).splitlines()[0]
    '<!doctype html>'
    """
    if type(value).__name__ == "Lesson":
        from scorer.render.lesson import lesson_page

        return lesson_page(value)  # type: ignore[arg-type]
    from scorer.library import load_ruleset
    from scorer.render.answers import document_of, drawn_hand
    from scorer.render.page import hand_page

    rules, hand, _ = drawn_hand(value)
    return hand_page(hand, rules or load_ruleset(DEFAULT_RULESET), document_of(value, language), language)


def as_svg(value: object, language: str = "en") -> str:
    """The hand that a result is about as a picture. Raises InputError if it is about none.

    >>> from scorer import score
    >>> as_svg(score("234m345p67p456s55s+8p")).startswith("<svg")
    True
    """
    from scorer.render.answers import drawn_hand
    from scorer.render.page import hand_svg

    rules, hand, _ = drawn_hand(value)
    if rules is None or hand is None:
        message = "no ruleset scores this hand, so there is nothing to draw"
        raise InputError([Fault("--format", None, message, "hand")])
    return hand_svg(hand, rules.tileset, language)
