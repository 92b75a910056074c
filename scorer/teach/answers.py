"""What the public functions return where an answer is written out only when its language is known.

Each value names the hand, pattern or rules that were asked about. `scorer.writing.as_text` and the functions
beside it make the words, in the language that is asked for there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.engine.evaluate import View
from scorer.engine.results import BonusLine, Score
from scorer.errors import Fault, NotAWinner
from scorer.hand import Hand, Situation
from scorer.labels import Section
from scorer.phrases import translate
from scorer.ruleset.model import Pattern, Ruleset
from scorer.scoring import readings_of
from scorer.teach.advice import Advice, advice_on
from scorer.teach.compare import ComparedRuleset
from scorer.teach.patterns import PatternCard, pattern_card
from scorer.teach.why import (
    PatternAnalysis,
    analyze_pattern,
    explain_score,
    nearest_analysis,
    verdict_sentence,
)
from scorer.values import dataclass
from scorer.waiting import Discards, HandWaits


@dataclass(frozen=True)
class Explanation:
    """A scored hand, to be explained step by step, and how many near misses are named."""

    score: Score
    near_miss_limit: int

    def sections(self, language: str = "en") -> tuple[Section, ...]:
        """The steps from the tiles to the payment."""
        return explain_score(self.score, language, self.near_miss_limit)


@dataclass(frozen=True)
class PatternAnswer:
    """Whether a pattern is awarded to a hand. `view` is the hand; `score` is None if it does not win."""

    pattern: Pattern
    view: View
    score: Score | None

    def why(self, language: str = "en") -> PatternAnalysis:
        """The conditions of the pattern in the reading that counts, else in the nearest reading."""
        if self.score:
            return analyze_pattern(self.pattern, self.view.with_reading(self.score.best.reading), language)
        views = [self.view.with_reading(reading) for reading in readings_of(self.view)]
        return nearest_analysis(self.pattern, views, language)

    def verdict(self, language: str = "en") -> str:
        """In a few words whether the pattern is awarded, and why."""
        return verdict_sentence(self.why(language), self.score, self.view)


@dataclass(frozen=True)
class CountedBonus:
    """A bonus that a score counts."""

    line: BonusLine
    score: Score

    def verdict(self, language: str = "en") -> str:
        """What the bonus adds."""
        rules = self.score.ruleset
        amount = rules.amount_text(self.line.total, rules.unit, language)
        return amount + translate("end of sentence", language)


@dataclass(frozen=True)
class WronglySaidPart:
    """A pattern that was named with a hand which lacks it, or a pattern or bonus that was denied of a hand
    which has it. `answer` says why; it is None if the hand is not complete.
    """

    part: Pattern | BonusLine
    answer: PatternAnswer | CountedBonus | None


@dataclass(frozen=True)
class Comparison:
    """One hand under several rulesets, in their order."""

    columns: tuple[ComparedRuleset, ...]


@dataclass(frozen=True)
class PatternEntry:
    """A pattern of a ruleset as configured."""

    ruleset: Ruleset
    pattern: Pattern

    def card(self, language: str = "en") -> PatternCard:
        """Everything about the pattern: its definition, values, relations and worked examples."""
        return pattern_card(self.pattern, self.ruleset, self.ruleset.file_ruleset or self.ruleset, language)


@dataclass(frozen=True)
class Card:
    """The card of one pattern; in a list, a pattern is only an entry."""

    entry: PatternEntry


@dataclass(frozen=True)
class Refusal:
    """A legal hand that does not win, and how many patterns are named that it just misses. `other_way` is
    the same hand where it wins in the other way, None if it is known how the last tile came. `is_unmarked`
    tells that the winning tile is the last one written, as nothing marks it.
    """

    error: NotAWinner
    ruleset: Ruleset
    hand: Hand
    situation: Situation
    near_miss_limit: int
    other_way: Score | None = None
    is_unmarked: bool = False

    def advice(self, language: str = "en") -> Advice:
        """The reasons, what the hand has, and what would make it win."""
        return advice_on(self.error, self.ruleset, self.hand, self.situation, language, self.near_miss_limit)


@dataclass(frozen=True)
class Defaults:
    """The names in each section of the rules that every ruleset builds on."""

    names: Mapping[str, Sequence[str]]


STAGES = ("empty", "faulty", "building", "waiting", "full", "too many", "refused", "complete")


@dataclass(frozen=True)
class Analysis:
    """A hand at any stage, and what can be said of it there.

    `stage` is one of `STAGES`: `empty` without tiles; `faulty` if the input cannot be understood (`faults`);
    `building` while more than one tile is missing and `waiting` if one is (`waits`); `full` with a tile to
    discard (`discards`); `too many` tiles; `refused` if the hand is complete and may not win (`refusal`);
    `complete` with its `score`.
    """

    ruleset: Ruleset
    stage: str
    waits: HandWaits | None = None
    discards: Discards | None = None
    score: Score | None = None
    refusal: NotAWinner | None = None
    faults: tuple[Fault, ...] = ()
