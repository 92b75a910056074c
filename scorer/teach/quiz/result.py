"""How a practice went: right answers by topic and by pattern, and what to practise next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.ruleset.model import Ruleset
from scorer.teach.quiz.questions import Mark
from scorer.teach.quiz.topics import TOPICS, topic_name
from scorer.tiles import name_in
from scorer.values import dataclass

GOOD = 0.8
"""A topic known so often needs no advice."""
MOST_ADVICE = 3


@dataclass(frozen=True)
class Tally:
    """How many of the questions were answered rightly."""

    right: int = 0
    asked: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.asked + other.asked)

    @property
    def share(self) -> float:
        return self.right / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Result:
    """Tallies by topic and by pattern, by their ids."""

    topics: tuple[tuple[str, Tally], ...] = ()
    patterns: tuple[tuple[str, Tally], ...] = ()

    def with_marks(self, marks: Iterable[Mark]) -> Result:
        """The result with more marks counted.

        >>> Result().with_marks([Mark("total", True, "3"), Mark("total", False, "2")]).topics
        (('total', Tally(right=1, asked=2)),)
        """
        topics, patterns = dict(self.topics), dict(self.patterns)
        for mark in marks:
            _count(topics, mark.topic, mark.right)
            for ident, known in mark.patterns:
                _count(patterns, ident, known)
        return Result(tuple(topics.items()), tuple(patterns.items()))

    def plus(self, other: Result) -> Result:
        """Both results together."""
        topics, patterns = dict(self.topics), dict(self.patterns)
        for mine, theirs in ((topics, other.topics), (patterns, other.patterns)):
            for name, tally in theirs:
                mine[name] = mine.get(name, Tally()) + tally
        return Result(tuple(topics.items()), tuple(patterns.items()))

    @property
    def total(self) -> Tally:
        return sum((tally for _, tally in self.topics), Tally())

    def by_topic(self) -> list[tuple[str, Tally]]:
        """The topics in the order in which they are asked."""
        table = dict(self.topics)
        return [(topic, table[topic]) for topic in TOPICS if topic in table]

    def weakest(self, most: int = MOST_ADVICE) -> list[tuple[str, Tally]]:
        """The patterns that were missed most often, as a share and then in number."""
        missed = [(name, tally) for name, tally in self.patterns if tally.right < tally.asked]
        return sorted(missed, key=lambda item: (item[1].share, -item[1].asked))[:most]


def _count(table: dict[str, Tally], name: str, right: bool) -> None:
    table[name] = table.get(name, Tally()) + Tally(int(right), 1)


def advice(result: Result, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """What to practise: the weakest topics, then patterns that were missed, each with the command."""
    weak = sorted(
        (item for item in result.by_topic() if item[1].share < GOOD), key=lambda item: item[1].share
    )
    for topic, tally in weak[:MOST_ADVICE]:
        name = topic_name(topic, ruleset)
        yield f"{name}: {tally.right} of {tally.asked}; scorer quiz -r {ruleset.id} --ask {name}"
    for ident, _ in result.weakest():
        pattern = ruleset.pattern_by_id.get(ident)
        if pattern:
            yield f"{name_in(pattern.names, language)}: scorer patterns -r {ruleset.id} {ident}"
