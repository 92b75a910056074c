"""Sample hands, one after another: built by shape, or from what the ruleset's file speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from random import Random

from scorer.engine.evaluate import holds
from scorer.engine.examples import read_example
from scorer.engine.legality import circumstance_faults, hand_faults
from scorer.engine.request import understand
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.errors import InputError
from scorer.hand import Hand, Situation
from scorer.notation import format_hand
from scorer.readings import Steps
from scorer.request import Request
from scorer.ruleset.model import Ruleset
from scorer.sampling.building import Builder, Tastes, Wall
from scorer.sampling.playing import Player, Situations
from scorer.shapes import Kinds, TooManyReadings, knitted_rows
from scorer.tiles import Tile
from scorer.values import cached_property, replace

# ---- examples and named tiles


class Sources:
    """Draws from the examples and the named tiles of one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tileset = ruleset.tileset

    @cached_property
    def examples(self) -> tuple[tuple[Hand, Situation], ...]:
        """Every example hand that can be played under the options in force."""
        patterns = self.ruleset.pattern_by_id.values()
        texts = dict.fromkeys(text for pattern in patterns for text in (*pattern.holds, *pattern.fails))
        found = []
        for example in (read_example(text, self.ruleset) for text in texts):
            if not example.faults:
                with suppress(InputError):
                    found.append(understand(example.request, self.ruleset))
        return tuple(found)

    @cached_property
    def named(self) -> tuple[Kinds, ...]:
        """The tiles of every `contains` of a pattern, for every choice of suits."""
        nodes = [pattern.when for pattern in self.ruleset.patterns] + [f.node for f in self.ruleset.facts]
        calls = [part for node in nodes if node for part in node.walk() if part.op == "call"]
        texts = dict.fromkeys(str(part.args[1]) for part in calls if part.args[0] == "contains")
        rows = [rows for text in texts for rows in knitted_rows(text, self.tileset)]
        return tuple(tuple(kind for row in choice for kind in row) for choice in rows)

    def changed(self, hand: Hand) -> Hand:
        """An example with its suits exchanged and, half of the time, won by another of its tiles."""
        letters = self._exchange()
        concealed = [self._turned(tile, letters) for tile in (*hand.concealed, hand.winning_tile)]
        melds = tuple(
            replace(meld, tiles=self.tileset.sorted(self._turned(tile, letters) for tile in meld.tiles))
            for meld in hand.melds
        )
        place = self.rng.choice((len(concealed) - 1, self.rng.randrange(len(concealed))))
        winning = concealed.pop(place)
        return Hand(self.tileset.sorted(concealed), melds, winning, hand.flowers)

    @cached_property
    def _alike(self) -> tuple[tuple[str, ...], ...]:
        """Suits by letter, together those that have the same tiles in the same numbers."""
        found: dict[tuple[tuple[int, int, int], ...], list[str]] = {}
        for suit in self.tileset.suits:
            tiles = [k for k in self.tileset.kinds if k.letter == suit.letter and k.role == "tile"]
            key = tuple((k.digit, k.copies, self.tileset.red_copies(k.index)) for k in tiles)
            found.setdefault(key, []).append(suit.letter)
        return tuple(map(tuple, found.values()))

    def _exchange(self) -> dict[str, str]:
        """A new letter for each suit, among suits that are alike."""
        pairs = (zip(alike, self.rng.sample(alike, len(alike)), strict=True) for alike in self._alike)
        return dict(chain.from_iterable(pairs))

    def _turned(self, tile: Tile, letters: dict[str, str]) -> Tile:
        kind = self.tileset.kinds[tile.kind]
        if kind.role != "tile":
            return tile
        return Tile(self.tileset.by_code[f"{kind.digit}{letters[kind.letter]}"].index, tile.red)


# ---- as typed


def request_of(hand: Hand, situation: Situation, ruleset: Ruleset) -> Request:
    """What would be typed for this hand; `understand` gives the same hand and situation.

    >>> from scorer.engine.request import understand
    >>> from scorer.request import Request
    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> asked = Request("406p78s11z(777z)[2222s]+9s", "self_draw", seat="W", indicators={"dora": "4p"})
    >>> written = request_of(*understand(asked, rules), rules)
    >>> written.hand, written.win, written.round, written.seat, written.indicators
    ('406p78s11z(777z)[2222s]+9s', 'self_draw', 'E', 'W', {'dora': '4p'})
    """
    tileset, table = ruleset.tileset, ruleset.circumstance_by_id
    return Request(
        format_hand(hand, tileset),
        "self_draw" if situation.self_draw else "discard",
        situation.round,
        situation.seat,
        situation.discarder or "",
        tuple(f"{name}={count}" if table[name].counted else name for name, count in situation.circumstances),
        {name: tileset.text(tiles) for name, tiles in situation.indicators},
        situation.honba,
        situation.sticks,
        dict(situation.liable),
    )


# ---- sample hands

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
        self.shapes = [shape for shape in ruleset.shapes if not shape.flowers]
        self.weights = [BY_SETS if shape.way == "sets" else 1.0 for shape in self.shapes]

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
        shape = self.rng.choices(self.shapes, self.weights)[0]
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
        size = self.rng.choice(self.shapes).size
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
