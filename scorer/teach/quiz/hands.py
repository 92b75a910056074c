"""The hands of a quiz: winning ones that a learner of a level may meet, or with what is to be practised."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from scorer.engine.configure import worth_nothing
from scorer.engine.examples import read_example, understood
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.library import score_hand
from scorer.ruleset.model import Pattern, Ruleset
from scorer.sampling import sample_hands
from scorer.teach.quiz.questions import TOPICS, applies
from scorer.values import dataclass, replace

MOST_TRIES = 800
"""hands looked at for one that is wanted"""
FROM_EXAMPLES = 0.3
"""how many hands are taken from the examples of a pattern that is to be practised"""
BIAS = 0.5
Sample = tuple[Hand, Situation]


@dataclass(frozen=True)
class Level:
    """How hard the hands are: most patterns, declared sets and circumstances, whether a hand may be read
    in several ways; `all_in` allows everything else: top-tier patterns, counters, sticks, liability.
    `topics` are asked unless the learner chooses.
    """

    patterns: int
    declared: int
    circumstances: int
    several_readings: bool
    all_in: bool
    topics: tuple[str, ...]


LEVELS = {
    1: Level(2, 0, 1, False, False, ("patterns", "total")),
    2: Level(4, 1, 2, True, False, ("patterns", "total", "sheet", "points")),
    3: Level(99, 2, 9, True, True, tuple(TOPICS)),
}


@dataclass(frozen=True)
class Wish:
    """What the learner wants: topics, a pattern or a limit that every hand has, a level."""

    topics: tuple[str, ...]
    level: int = 2
    patterns: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()


def quiz_scores(ruleset: Ruleset, wish: Wish, seed: int, loaded: Ruleset | None = None) -> Iterator[Score]:
    """Scored hands without end, the same for the same seed; it ends where no such hand comes up.

    `loaded` is the ruleset before options were chosen, for the examples of a pattern.

    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> one, two = (next(quiz_scores(rules, Wish(("total",)), 5)) for _ in range(2))
    >>> one.hand == two.hand, one.points == two.points
    (True, True)
    """
    rng = Random(seed)
    samples = _samples(ruleset, wish, rng, loaded or ruleset)
    seen: set[Hand] = set()
    while True:
        found = (score for sample in islice(samples, MOST_TRIES) if (score := _wanted(ruleset, wish, sample)))
        score = next((score for score in found if score.hand not in seen), None)
        if score is None:
            return
        seen.add(score.hand)
        yield score


def _samples(ruleset: Ruleset, wish: Wish, rng: Random, loaded: Ruleset) -> Iterator[Sample]:
    """Sampled hands without end, mixed with examples of the patterns that are to be practised."""
    sampled = sample_hands(ruleset, rng.getrandbits(32), 10**9, bias=BIAS)
    examples = [s for name in wish.patterns for s in _examples(ruleset.pattern_by_id[name], ruleset, loaded)]
    rng.shuffle(examples)
    for sample in sampled:
        if examples and rng.random() < FROM_EXAMPLES:
            yield examples.pop()
        yield sample


def _examples(pattern: Pattern, ruleset: Ruleset, loaded: Ruleset) -> Iterator[Sample]:
    """The hands for which a pattern holds, where they are played under the same options."""
    for text in pattern.holds:
        try:
            rules, hand, situation = understood(read_example(text, loaded), loaded)
        except InputError:
            continue
        if rules.option_values == ruleset.option_values:
            yield hand, situation


def _wanted(ruleset: Ruleset, wish: Wish, sample: Sample) -> Score | None:
    """The score of a sample that suits the wish."""
    hand, situation = sample
    level = LEVELS[wish.level]
    if not _suits_level(hand, situation, level, ruleset):
        return None
    try:
        score = score_hand(ruleset, hand, _plain(situation, level, ruleset))
    except (NotAWinner, InputError):
        return None
    return score if _has_wished(score, wish) and any(applies(topic, score) for topic in wish.topics) else None


def _suits_level(hand: Hand, situation: Situation, level: Level, ruleset: Ruleset) -> bool:
    declared = sum(meld.kind in ruleset.set_tables.declared for meld in hand.melds)
    return declared <= level.declared and len(situation.circumstances) <= level.circumstances


def of_a_win(situation: Situation, ruleset: Ruleset) -> Situation:
    """The situation without what follows from own discards, and without counters that are worth nothing."""
    table = ruleset.circumstance_by_id
    kept = tuple(pair for pair in situation.circumstances if not table[pair[0]].own_discard)
    idle = set(worth_nothing(ruleset, situation))
    honba, sticks = (0 if name in idle else getattr(situation, name) for name in ("honba", "sticks"))
    return replace(situation, circumstances=kept, honba=honba, sticks=sticks)


def _plain(situation: Situation, level: Level, ruleset: Ruleset) -> Situation:
    """The situation without what would only distract."""
    situation = of_a_win(situation, ruleset)
    one_each = tuple((name, tiles[:1]) for name, tiles in situation.indicators)
    plain = replace(situation, honba=0, sticks=0, liable=(), indicators=one_each)
    return situation if level.all_in else plain


def _has_wished(score: Score, wish: Wish) -> bool:
    """Whether the hand has the wished pattern and limit; without a wish, whether it is of the level."""
    best, level = score.best, LEVELS[wish.level]
    if wish.patterns and not set(wish.patterns) & set(score.patterns):
        return False
    if wish.limits and (best.limit is None or best.limit.id not in wish.limits):
        return False
    if wish.patterns or wish.limits or level.all_in:
        return True
    one_way = level.several_readings or score.complete == 1
    return one_way and not best.tier and len(best.awards) <= level.patterns
