"""Any line at all: a score, or the error that takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.batch.lines import BadLine, Line, read_line
from scorer.batch.rulesets import Rulesets
from scorer.compiled.engine import Engine
from scorer.compiled.results import Score as QuickScore
from scorer.compiled.scoring import Beyond
from scorer.compiled.text import spoken
from scorer.compiled.trees import TooLarge
from scorer.engine.request import understand
from scorer.engine.results import Score
from scorer.engine.score import score_hand
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.ruleset.model import Ruleset
from scorer.teach.advice import Advice, advice_on, with_rulesets
from scorer.values import dataclass


@dataclass(frozen=True)
class Outcome:
    """What came of a line: a score, or the error that took its place."""

    ident: object
    score: Score | None = None
    error: ScorerError | None = None
    advice: Advice | None = None
    quick: tuple[Engine, QuickScore] | None = None
    """the score of the compiled engine, where it has scored the line"""

    @property
    def is_scored(self) -> bool:
        """Whether the hand wins."""
        return self.score is not None or self.quick is not None


def outcomes(lines: Iterable[bytes], rulesets: Rulesets, advise: bool = False) -> Iterator[Outcome]:
    """The outcome of every line, in order. `advise` looks for what a hand that does not win just misses,
    which takes many times as long as scoring it.
    """
    return (_outcome(raw, rulesets, advise) for raw in lines)


def _outcome(raw: bytes, rulesets: Rulesets, advise: bool) -> Outcome:
    ident: object = None
    try:
        line = read_line(raw, rulesets.indicators)
        ident = line.ident
        ruleset = rulesets.get(line.ruleset, line.options)
        engine = rulesets.engine(line.ruleset, line.options)
        score = _quick(engine, line) if engine else None
        if engine and score:
            return Outcome(ident, quick=(engine, score))
        return _scored(line, ruleset, advise)
    except BadLine as error:
        return Outcome(error.ident, error=error)
    except ScorerError as error:
        return Outcome(ident, error=error)


def _quick(engine: Engine, line: Line) -> QuickScore | None:
    """The score of the compiled engine; None where the reference engine has to say more."""
    try:
        return engine.score_text(spoken(line.request))
    except (Beyond, TooLarge):
        return None


def _scored(line: Line, ruleset: Ruleset, advise: bool) -> Outcome:
    try:
        hand, situation = understand(line.request, ruleset)
    except InputError as error:
        return Outcome(line.ident, error=with_rulesets(error, line.request.hand, ruleset))
    try:
        return Outcome(line.ident, score_hand(ruleset, hand, situation))
    except NotAWinner as error:
        advice = advice_on(error, ruleset, hand, situation) if advise else None
        return Outcome(line.ident, error=error, advice=advice)
