"""Practice: hands and questions, marks, progress, and a handout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, TypeVar, overload

from scorer.errors import Fault, InputError, ScorerError
from scorer.message import Listed, Message
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.scoring import load_ruleset, resolve_ruleset

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.replay.practice import GamePractice, GameSource, PassedMark, PassedQuestion
    from scorer.replay.referee import Report
    from scorer.ruleset.model import Ruleset
    from scorer.scoring import RulesetOrName
    from scorer.teach.lesson import ChildrensLesson, Lesson
    from scorer.teach.progress import AnswerMark, ProgressReport
    from scorer.teach.quiz import PracticeHand, Question, QuizSheet, Wish

DEFAULT_QUIZ_LEVEL = 2
DEFAULT_QUIZ_HANDS = 5


# ---- questions


def quiz(
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    seed: int,
    level: int = DEFAULT_QUIZ_LEVEL,
    topics: Sequence[str] = (),
    patterns: Sequence[str] = (),
    limits: Sequence[str] = (),
    language: str = "en",
) -> Iterator[Question]:
    """Questions about drawn hands, without end; the same seed asks the same questions.

    The other arguments are those of `quiz_hands`, which draws the same hands. The iterator ends if no
    further hand of this kind comes up. Raises InputError with its first question for
    unknown topics, patterns and limits.

    >>> question = next(quiz(seed=5, topics=["total"]))
    >>> question.topic, question.asks
    ('total', 'How many han in total, including dora?')
    """
    from scorer.teach.quiz import questions, quiz_scores

    rules = resolve_ruleset(ruleset)
    wish = _wish(rules, level, topics, patterns, limits)
    scores, told = quiz_scores(rules, wish, seed, rules.file_ruleset), rules.display_language(language)
    return (question for score in scores for question in questions(score, wish.topics, told))


def quiz_hands(
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    seed: int,
    hands: int = DEFAULT_QUIZ_HANDS,
    level: int = DEFAULT_QUIZ_LEVEL,
    topics: Sequence[str] = (),
    patterns: Sequence[str] = (),
    limits: Sequence[str] = (),
) -> Iterator[PracticeHand]:
    """So many drawn hands to practise on, each with its questions; the same seed draws the same hands.

    `level` is from 1 (few patterns) to 3 (all). `topics` are those of the level if none are named.
    `patterns` and `limits` restrict the hands to those that have one of these patterns, or reach one of
    these limits. The iterator ends early if no further hand of this kind comes up.

    Raises InputError for unknown levels, topics, patterns and limits, and for patterns that are switched
    off, because no hand can have them.

    >>> hand = next(quiz_hands(seed=5, hands=3, topics=["total"]))
    >>> hand.place, hand.count, [question.topic for question in hand.questions()]
    (1, 3, ['total'])
    """
    from scorer.teach.quiz import PracticeHand, quiz_scores

    rules = resolve_ruleset(ruleset)
    wish = _wish(rules, level, topics, patterns, limits)
    scores = quiz_scores(rules, wish, seed, rules.file_ruleset)
    numbered = zip(range(1, hands + 1), scores, strict=False)
    return (PracticeHand(score, place, hands, wish.topics) for place, score in numbered)


def example_hand(ruleset: RulesetOrName = DEFAULT_RULESET) -> Score | None:
    """A plain winning hand of a game from its rule file, to show how hands are typed; None if there is none.
    If the rules are set otherwise than all examples, it is one of the game as it is in the file.

    Raises RulesetError if there is no such ruleset, or if it has errors.

    >>> from scorer import load_ruleset
    >>> found = example_hand("ponjan")
    >>> found and [award.id for award in found.awards]
    ['two_two']
    >>> example_hand(load_ruleset("taiwanese", {"base_amount": 100})) is None
    False
    """
    from scorer.teach.quiz import example_hand as find_example

    rules = resolve_ruleset(ruleset)
    plain_rules = rules.file_ruleset or rules
    return find_example(rules, plain_rules) or find_example(plain_rules, plain_rules)


def game_practice(
    reports: Report | Sequence[Report],
    *,
    player: str = "",
    hands: int = DEFAULT_QUIZ_HANDS,
    level: int = DEFAULT_QUIZ_LEVEL,
    topics: Sequence[str] = (),
    seed: int = 1,
    language: str = "en",
) -> GamePractice:
    """Questions about recorded games: about wins, about hands that were ready and did not win, and about wins
    that were passed, up to `hands` of each. They are drawn from all games, and asked in the order of play.

    `player` is a letter from A to D or the name of a player; then only what this player had is asked. Of
    `topics`, `waits` asks about ready hands, `passed` about passed wins, and the others about wins.

    Raises InputError for unknown levels and topics, and if no game has such a player.

    >>> from scorer import sample_log, read_game
    >>> from scorer.replay.referee import referee
    >>> found = game_practice(referee(read_game(sample_log())))
    >>> [(hand.score.points, hand.origin) for hand in found.hands], found.passed
    ([(48000, 'E1')], ())
    """
    from scorer.replay.practice import GamePractice
    from scorer.teach.progress import PASSED
    from scorer.teach.quiz import TOPICS_BEFORE_WIN, PracticeHand

    games = [reports] if not isinstance(reports, Sequence) else reports
    sources = _game_sources(games, player, language)
    asked = _topics_by_ruleset([source.report.ruleset for source in sources], level, topics)
    rng = Random(seed)
    won, ready, passed = [], [], []
    for source in sources:
        wanted = asked.get(source.report.ruleset.id, ())
        of_wins = tuple(topic for topic in wanted if topic != PASSED)
        won += [(hand, of_wins) for hand in source.wins() if of_wins]
        if not topics or {*TOPICS_BEFORE_WIN} & {*wanted}:
            ready += [(hand, TOPICS_BEFORE_WIN) for hand in source.ready_hands()]
        if not topics or PASSED in wanted:
            passed += source.passed_questions()
    found = []
    for some_hands in (won, ready):
        chosen = _drawn_items(some_hands, hands, rng)
        found += [
            PracticeHand(one.score, place, len(chosen), about, origin=one.origin)
            for place, (one, about) in enumerate(chosen, 1)
        ]
    return GamePractice(tuple(found), tuple(_drawn_items(passed, hands, rng)))


@contextmanager
def suppress_faults(faults: list[Fault]) -> Iterator[None]:
    """Adds the faults of an InputError to a list instead of raising it."""
    try:
        yield
    except InputError as error:
        faults += error.faults


Item = TypeVar("Item")


def _drawn_items(items: Sequence[Item], count: int, rng: Random) -> list[Item]:
    """That many of these, drawn at random, in their order."""
    places = range(len(items))
    return [items[place] for place in sorted(rng.sample(places, count) if count < len(items) else places)]


def _game_sources(reports: Sequence[Report], player: str, language: str) -> list[GameSource]:
    """The games that have this player, each with what its deals are called after. Raises InputError if none
    has.
    """
    from scorer.questions.games import player_number
    from scorer.replay.practice import GameSource

    found, faults = [], list[Fault]()
    for place, report in enumerate(reports, 1):
        name = report.game.file or str(place) if len(reports) > 1 else ""
        shown = report.ruleset.display_language(language)
        with suppress_faults(faults):
            number = player_number(player, report.game.players, report.game.names)
            found.append(GameSource(report, number, name, shown))
    if reports and not found:
        raise InputError(faults[:1])
    return found


def _topics_by_ruleset(
    rulesets: Iterable[Ruleset], level: int, topics: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The topics to ask about under each ruleset. One that lacks them is left out, unless all do."""
    found, faults = dict[str, tuple[str, ...]](), list[Fault]()
    for rules in {one.id: one for one in rulesets}.values():
        with suppress_faults(faults):
            found[rules.id] = _wish(rules, level, topics, of_games=True).topics
    if faults and not found:
        raise InputError(faults)
    return found


def game_sheets(practice: GamePractice, language: str = "en") -> tuple[QuizSheet, ...]:
    """The questions about recorded games on paper: a sheet for each ruleset.

    >>> from scorer import sample_log, read_game
    >>> from scorer.replay.referee import referee
    >>> [len(sheet.hands) for sheet in game_sheets(game_practice(referee(read_game(sample_log()))))]
    [1]
    """
    from scorer.replay.practice import passed_question, passed_reason
    from scorer.teach.quiz import ExtraQuestion, QuizSheet

    rulesets = [hand.score.ruleset for hand in practice.hands] + [one.ruleset for one in practice.passed]
    return tuple(
        QuizSheet(
            rules,
            tuple(hand for hand in practice.hands if hand.score.ruleset.id == rules.id),
            tuple(
                ExtraQuestion(passed_question(one, language), passed_reason(one, language))
                for one in practice.passed
                if one.ruleset.id == rules.id
            ),
        )
        for rules in {one.id: one for one in rulesets}.values()
    )


def _wish(
    rules: Ruleset,
    level: int,
    topics: Sequence[str],
    patterns: Sequence[str] = (),
    limits: Sequence[str] = (),
    of_games: bool = False,
) -> Wish:
    """What these arguments ask for; `of_games` allows the topic of recorded games. Raises InputError."""
    from scorer.engine.evaluate import holds, rules_view
    from scorer.teach.patterns import chosen_limits, chosen_patterns
    from scorer.teach.progress import asked_topics
    from scorer.teach.quiz import LEVELS, Wish

    if level not in LEVELS:
        message = Message("not a level", level, Listed(tuple(LEVELS), "comma"))
        raise InputError([Fault("level", None, message, "circumstance")])
    wanted, view = chosen_patterns(patterns, "--pattern", rules), rules_view(rules)
    for name in wanted:
        if not holds(rules.pattern_by_id[name].option_condition, view):
            message = Message("pattern switched off", name, rules.id)
            raise InputError([Fault("--pattern", 0, message, "circumstance", len(name), name)])
    usual = [topic for topic in LEVELS[level].topics if topic != "sheet" or rules.sheet]
    asked = asked_topics(" ".join(topics or usual), rules, of_games=of_games)
    return Wish(asked, level, wanted, chosen_limits(limits, "--limit", rules))


# ---- marks


@overload
def grade(question: Question, answer: str, language: str = "en") -> AnswerMark: ...
@overload
def grade(question: PassedQuestion, answer: str, language: str = "en") -> PassedMark: ...
def grade(question: Question | PassedQuestion, answer: str, language: str = "en") -> AnswerMark | PassedMark:
    """Marks an answer. An empty one, or `?`, is skipped; the mark then explains the solution.

    >>> question = next(quiz(seed=5, topics=["total"]))
    >>> grade(question, "").is_skipped, grade(question, "77 han").is_right
    (True, False)
    """
    from scorer.teach.quiz import Question, mark_answer

    if isinstance(question, Question):
        return mark_answer(question, answer, question.score.ruleset.display_language(language))
    from scorer.replay.practice import PassedMark

    return PassedMark(question, answer, question.ruleset.display_language(language))


def can_grade(question: Question | PassedQuestion, answer: str) -> bool:
    """Whether an answer can be read, right or wrong, or asks for the solution.

    >>> question = next(quiz(seed=5, topics=["total"]))
    >>> can_grade(question, "3"), can_grade(question, "?"), can_grade(question, "many")
    (True, True, False)
    """
    from scorer.teach.quiz import Question, is_readable

    if isinstance(question, Question):
        return is_readable(question, answer)
    from scorer.replay.practice import passed_answer

    return not answer.strip("? ") or passed_answer(answer) is not None


def question_hints(question: Question | PassedQuestion, language: str = "en") -> tuple[str, ...]:
    """Hints for a question, each of which gives away more; none for a win that was passed.

    >>> question_hints(next(quiz(seed=5, topics=["points"])))[-1].startswith("fu: ")
    True
    """
    from scorer.teach.quiz import Question
    from scorer.teach.quiz import question_hints as hints_of

    if not isinstance(question, Question):
        return ()
    return hints_of(question, question.score.ruleset.display_language(language))


def answer_hint(question: Question | PassedQuestion, language: str = "en") -> str:
    """How a question is to be answered.

    >>> answer_hint(next(quiz(seed=5, topics=["total"])))
    'a number'
    """
    from scorer.phrases import translate
    from scorer.teach.quiz import Question

    return question.hint if isinstance(question, Question) else translate("hint yes", language)


# ---- progress


def progress_report(ruleset: str = "") -> ProgressReport:
    """The saved results of this user's practice by ruleset; with `ruleset`, a name or a file, only there. A
    rule file that is not found is named without its results.

    Raises RulesetError or InputError if `ruleset` cannot be used.

    >>> import os, tempfile
    >>> os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp()
    >>> progress_report().progress.records
    ()
    """
    from scorer.teach.progress import ProgressReport, load_progress

    progress, command = load_progress(), "scorer quiz"
    if ruleset:
        name = load_ruleset(ruleset).id
        progress, command = progress.keep_ruleset(name), f"scorer quiz -r {name}"
    rulesets = {}
    for name, _ in progress.records:
        with suppress(ScorerError):
            rulesets[name] = load_ruleset(name)
    return ProgressReport(progress, rulesets, command)


def delete_progress(ruleset: str = "", language: str = "en") -> str:
    """Deletes the saved results of one ruleset, given by its name or file, or of all. Returns a sentence
    about what was done, in a language.

    Raises RulesetError or InputError if `ruleset` cannot be used.

    >>> import os, tempfile
    >>> os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp()
    >>> delete_progress("riichi")
    'There is no progress with riichi to delete.'
    """
    from scorer.teach.progress import reset_progress

    return reset_progress(load_ruleset(ruleset).id if ruleset else "", language)


# ---- a handout


def lesson(
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    seed: int = 1,
    exercises: int = 10,
    has_all_patterns: bool = False,
    language: str = "en",
) -> Lesson:
    """A handout on one game for beginners: its rules, the patterns to learn first, tables and exercises. The
    same seed gives the same ones. With `has_all_patterns` it has every pattern and the house rules in force.

    Raises RulesetError if there is no such ruleset.

    >>> len(lesson("riichi", exercises=1).exercises)
    1
    """
    from scorer.teach.lesson import make_lesson

    rules = resolve_ruleset(ruleset)
    shown = rules.display_language(language)
    return make_lesson(rules, seed, exercises, shown, has_all_patterns=has_all_patterns)


def childrens_lesson(
    ruleset: RulesetOrName = DEFAULT_RULESET, *, seed: int = 1, exercises: int = 10, language: str = "ja"
) -> ChildrensLesson:
    """A handout for children, in the words that the rules have for them: in the language, or in the first
    that they are in. The same seed gives the same exercises.

    Raises InputError if the rules have no text for children.

    >>> len(childrens_lesson("ponjan", exercises=1).exercises)
    1
    """
    from scorer.teach.lesson import make_childrens_lesson

    return make_childrens_lesson(resolve_ruleset(ruleset), seed, exercises, language)
