"""Practice: questions, marks, and a handout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorer.errors import Fault, InputError
from scorer.library import resolve_ruleset
from scorer.ruleset.find import DEFAULT_RULESET

if TYPE_CHECKING:
    from scorer.library import Named
    from scorer.teach.lesson import Lesson
    from scorer.teach.progress import AnswerMark
    from scorer.teach.quiz import Question


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
    from scorer.teach.lesson import make_lesson

    return make_lesson(resolve_ruleset(ruleset), seed, exercises, language)
