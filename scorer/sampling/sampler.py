"""Sample hands, one after another: built by shape, or from what the ruleset's file speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scorer.engine.evaluate import holds
from scorer.engine.legality import circumstance_faults, hand_faults
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.hand import Hand, Situation
from scorer.readings import Steps, TooManyReadings
from scorer.ruleset.model import Ruleset
from scorer.sampling.building import Builder
from scorer.sampling.playing import Player
from scorer.sampling.situations import Situations
from scorer.sampling.sources import Sources
from scorer.sampling.tastes import Tastes
from scorer.sampling.wall import Wall

BIAS = 0.75
FROM_EXAMPLES = 0.15
FROM_NAMED = 0.05
"""shares of the biased hands that start from examples, and from tiles that a pattern names"""
BY_SETS = 12.0
"""how often a shape of sets is drawn, to one that is filled in another way and has few patterns"""
MOST_FAILURES = 2_000
"""hands in a row that could not be put together before the sampler gives up"""
MOST_STEPS = 20_000
"""groups tried to see whether tiles are a complete hand"""
MOST_BEYOND = 50
"""hands that took more, after which only hands built by shape are given"""
Sample = tuple[Hand, Situation]


def sample_hands(ruleset: Ruleset, seed: int, count: int, *, bias: float = BIAS) -> Iterator[Sample]:
    """Complete, legal hands with their situations; the same seed gives the same hands.

    `ruleset` is one as configured. `bias` is the share of hands with a taste for something rare (one
    suit, one class of tiles, alike sets, kongs, the ruleset's examples); 0 fills shapes evenly. Not
    every hand wins: one may lack a pattern. A ruleset that has hardly any complete hand gives fewer.

    >>> from scorer.library import load_ruleset
    >>> from scorer.notation import format_hand
    >>> rules = load_ruleset("riichi")
    >>> one, two = (list(sample_hands(rules, 7, 3)) for _ in range(2))
    >>> one == two, len(one)
    (True, 3)
    """
    sampler = _Sampler(ruleset, Random(seed), bias)
    for _ in range(count):
        sample = next((found for _ in range(MOST_FAILURES) if (found := sampler.attempt())), None)
        if sample is None:
            return
        yield sample


class _Sampler:
    def __init__(self, ruleset: Ruleset, rng: Random, bias: float) -> None:
        self.ruleset, self.rng, self.bias = ruleset, rng, bias
        self.tastes, self.builder = Tastes(ruleset, rng), Builder(ruleset, rng)
        self.player, self.sources = Player(ruleset, rng), Sources(ruleset, rng)
        self.situations = Situations(ruleset, rng)
        self.conditions = dict(ruleset.shape_conditions)
        self.beyond = 0
        self.weights = [BY_SETS if shape.way == "sets" else 1.0 for shape in ruleset.shapes]

    def attempt(self) -> Sample | None:
        """One sample, or None where the tiles ran out or the rules forbid it."""
        biased = self.rng.random() < self.bias
        share = self.rng.random() if biased and self.beyond < MOST_BEYOND else 1.0
        if share < FROM_EXAMPLES and self.sources.examples:
            return self._from_example()
        if share < FROM_EXAMPLES + FROM_NAMED and self.sources.named:
            return self._from_named()
        return self._built(biased)

    def _built(self, biased: bool) -> Sample | None:
        shape = self.rng.choices(self.ruleset.shapes, self.weights)[0]
        taste = self.tastes.draw(shape) if biased else self.tastes.plain(shape)
        groups = self.builder.groups(shape, taste, Wall(self.ruleset.tileset, self.rng))
        hand = self.player.hand(groups, shape) if groups else None
        if hand is None:
            return None
        situation = self.situations.draw(hand)
        view = View(self.ruleset, hand, situation)
        return self._legal(view) if holds(self.conditions.get(shape.id), view) else None

    def _from_example(self) -> Sample | None:
        hand, situation = self.rng.choice(self.sources.examples)
        if self.rng.random() < 0.5:
            hand = self.sources.changed(hand)
        if self.rng.random() < 0.5:
            situation = self.situations.draw(hand)
        return self._complete(View(self.ruleset, hand, situation))

    def _from_named(self) -> Sample | None:
        kinds = self.rng.choice(self.sources.named)
        size = self.rng.choice(self.ruleset.shapes).size
        groups = self.builder.around(kinds, size, Wall(self.ruleset.tileset, self.rng))
        hand = self.player.hand(groups) if groups else None
        return self._complete(View(self.ruleset, hand, self.situations.draw(hand))) if hand else None

    def _complete(self, view: View) -> Sample | None:
        """The sample where its tiles are a complete hand."""
        sample = self._legal(view)
        try:
            return sample if sample and readings_of(view, Steps(MOST_STEPS)) else None
        except TooManyReadings:
            self.beyond += 1
            return None

    def _legal(self, view: View) -> Sample | None:
        hand, situation = view.hand, view.situation
        faults = [
            *hand_faults(hand, situation, self.ruleset, ""),
            *circumstance_faults(hand, situation, self.ruleset),
        ]
        return None if faults else (hand, situation)
