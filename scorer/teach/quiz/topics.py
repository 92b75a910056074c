"""What a quiz can ask about, and the words by which a learner chooses it."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.engine.results import Score
from scorer.errors import Fault, InputError, nearest
from scorer.ruleset.model import Ruleset

TOPICS = {
    "waits": "the tiles that the hand waits for",
    "reading": "which way of reading the hand counts",
    "patterns": "the patterns that count",
    "total": "the total of patterns and bonuses",
    "sheet": "the total of the second sheet",
    "points": "what the hand is worth",
    "payments": "who pays what",
}
"""In the order in which they are asked: what comes first gives no answer of what comes later away."""
EVERY = "all"


def topic_name(topic: str, ruleset: Ruleset) -> str:
    """The topic as the game's players say it: the total is han, the second sheet fu.

    >>> from scorer.library import load_ruleset
    >>> [topic_name(topic, load_ruleset("riichi")) for topic in ("total", "sheet", "points")]
    ['han', 'fu', 'points']
    """
    if topic == "total" and ruleset.unit not in TOPICS:
        return ruleset.unit
    if topic == "sheet" and ruleset.sheet is not None:
        return ruleset.sheet.unit
    return topic


def asked_topics(text: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The topics of `fu,points`, in the order in which they are asked.

    Raises InputError for words that are none, and for a second sheet where there is none.
    """
    words = [word.strip().casefold() for word in text.replace(",", " ").split()]
    known = {topic_name(topic, ruleset): topic for topic in _topics(ruleset)}
    known |= {topic: topic for topic in _topics(ruleset)}
    faults = [_unknown(word, known, ruleset) for word in words if word not in known and word != EVERY]
    if faults:
        raise InputError(faults)
    chosen = set(known.values()) if EVERY in words else {known[word] for word in words}
    return tuple(topic for topic in TOPICS if topic in chosen)


def _topics(ruleset: Ruleset) -> list[str]:
    return [topic for topic in TOPICS if topic != "sheet" or ruleset.sheet is not None]


def _unknown(word: str, known: Iterable[str], ruleset: Ruleset) -> Fault:
    names = [topic_name(topic, ruleset) for topic in _topics(ruleset)]
    message = f"nothing to ask about; there is {', '.join(names)} and {EVERY}"
    return Fault("--ask", 0, message, "circumstance", max(1, len(word)), word, nearest(word, known, 1))


def applies(topic: str, score: Score) -> bool:
    """Whether a hand gives a question on the topic."""
    if topic == "sheet":
        return score.best.sheet is not None and not score.best.tier
    if topic == "reading":
        return len(readings(score)) > 1 and readings(score)[0][1] > readings(score)[1][1]
    return topic != "payments" or bool(score.best.payments.shares)


def readings(score: Score) -> list[tuple[object, int | float]]:
    """Each reading that can win with the most that it pays, best first."""
    found: dict[object, int | float] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued.payments.points)
    return list(found.items())
