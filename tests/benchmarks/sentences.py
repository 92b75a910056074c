"""Hands told in the words of players, each said once: the answer to a sentence, beside the readable evaluator on
the same hands. Processor time, one after the other in the same round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from statistics import median
from typing import Any

import scorer
from scorer.engine.score import score_readings
from scorer.errors import InputError
from scorer.hand import Hand, Situation
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import hand_outcome
from tests.benchmarks.aside import timed
from tests.benchmarks.figures import Figure, ratio
from tests.sentence.test_property import Teller

GAMES = (
    ("en", "riichi"), ("ja", "riichi"), ("en", "mcr"), ("zh-Hans", "sichuan"), ("zh-HK", "hong-kong"),
    ("zh-TW", "taiwanese"),
)  # fmt: skip


def figures(only: str, rounds: int, count: int) -> Iterator[Figure]:
    """Every row of which the name has this text."""
    for language, game in GAMES:
        name = f"sentences: {game}, {language}"
        if only in name:
            own, plain = [], []
            for number in range(rounds + 1):
                told, evaluated = prepared(game, language, count, number)
                pair = timed(told), timed(evaluated)
                if number:  # the first round has compiled the rules and made the words
                    own.append(pair[0])
                    plain.append(pair[1])
            yield Figure(name, ratio(own, plain), "x", count / median(own))


def prepared(game: str, language: str, count: int, seed: int) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """What answers sentences about hands, and what evaluates the same hands without a word."""
    rules = scorer.load_ruleset(game, language=language)
    found = (one for one in sample_hands(rules, 700 + seed, 2 * count) if hand_outcome(rules, *one).score)
    hands = [*islice(found, count)]
    teller = Teller(rules, language, Random(seed))
    sentences = [teller.told(request_for_hand(*one, rules), *one) for one in hands]
    return lambda: [answered(one, rules, language) for one in sentences], lambda: evaluate(hands, rules)


def answered(sentence: str, rules: Ruleset, language: str) -> None:
    with suppress(InputError):  # a few contradict themselves as they are drawn
        scorer.ask(sentence, ruleset=rules, language=language)


def evaluate(hands: list[tuple[Hand, Situation]], rules: Ruleset) -> None:
    for hand, situation in hands:
        score_readings(rules, hand, situation)
