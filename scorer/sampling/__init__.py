"""Sample hands for any ruleset: the same seed gives the same hands.

Hands are built from the ruleset's data alone, by its shapes, kinds of set and classes of tiles, or from its
examples, so that rare patterns come up as well as common ones. Checks, quizzes, benchmarks and tests draw
from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from scorer.engine.evaluate import View, holds, number
from scorer.engine.examples import holds_in, read_example
from scorer.engine.request import circumstance_faults, hand_faults, understand
from scorer.engine.score import readings_of
from scorer.errors import InputError
from scorer.hand import WINDS, Hand, Meld, Request, Situation
from scorer.notation import format_hand
from scorer.readings import Steps
from scorer.ruleset.model import Indicator, Requirement, Ruleset, ShareSheet
from scorer.sampling.building import Builder, Groups, Wall, calls_of
from scorer.shapes import Kinds, Shape, TooManyReadings
from scorer.tiles import Tile
from scorer.values import cached_property, replace

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
        self.tileset = ruleset.tileset
        self.builder, self.player = Builder(ruleset, rng), Player(ruleset, rng)
        self.conditions = dict(ruleset.shape_conditions)
        self.beyond = 0
        self.shapes = [shape for shape in ruleset.shapes if not shape.flowers]
        self.weights = [BY_SETS if shape.way == "sets" else 1.0 for shape in self.shapes]

    def attempt(self) -> Sample | None:
        """One sample, or None where the tiles ran out or the rules forbid it."""
        biased = self.rng.random() < self.bias
        share = self.rng.random() if biased and self.beyond < MOST_BEYOND else 1.0
        if share < FROM_EXAMPLES and self.examples:
            return self._from_example()
        if share < FROM_EXAMPLES + FROM_NAMED and self.named:
            return self._from_named()
        return self._built(biased)

    def _built(self, biased: bool) -> Sample | None:
        shape = self.rng.choices(self.shapes, self.weights)[0]
        groups = self.builder.groups(shape, self.builder.taste(shape, biased))
        hand = self.player.hand(groups, shape) if groups else None
        if hand is None:
            return None
        situation = self.player.situation(hand)
        view = View(self.ruleset, hand, situation)
        return self._legal(view) if holds(self.conditions.get(shape.id), view) else None

    def _from_example(self) -> Sample | None:
        hand, situation = self.rng.choice(self.examples)
        if self.rng.random() < 0.5:
            hand = self._changed(hand)
        if self.rng.random() < 0.5:
            situation = self.player.situation(hand)
        return self._complete(View(self.ruleset, hand, situation))

    def _from_named(self) -> Sample | None:
        kinds = self.rng.choice(self.named)
        size = self.rng.choice(self.shapes).size
        groups = self.builder.around(kinds, size)
        hand = self.player.hand(groups) if groups else None
        return self._complete(View(self.ruleset, hand, self.player.situation(hand))) if hand else None

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

    # ---- examples and named tiles

    @cached_property
    def examples(self) -> tuple[tuple[Hand, Situation], ...]:
        """Every example hand that can be played under the options in force."""
        patterns = self.ruleset.pattern_by_id.values()
        texts = dict.fromkeys(text for pattern in patterns for text in (*pattern.holds, *pattern.fails))
        found = []
        for example in (read_example(text, self.ruleset) for text in texts):
            with suppress(InputError):
                found += [] if example.faults else [understand(example.request, self.ruleset)]
        return tuple(found)

    @cached_property
    def named(self) -> tuple[Kinds, ...]:
        """The tiles of every `contains` of a pattern, for every choice of suits."""
        texts = dict.fromkeys(str(call.args[1]) for call in calls_of("contains", self.ruleset))
        choices = (choice for text in texts for choice in self.ruleset.set_tables.knitted(text))
        return tuple(tuple(kind for row in choice for kind in row) for choice in choices)

    def _changed(self, hand: Hand) -> Hand:
        """An example with its suits exchanged and, half of the time, won by another of its tiles."""
        pairs = (zip(alike, self.rng.sample(alike, len(alike)), strict=True) for alike in self._alike)
        letters = {old: new for pair in pairs for old, new in pair}
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

    def _turned(self, tile: Tile, letters: dict[str, str]) -> Tile:
        kind = self.tileset.kinds[tile.kind]
        if kind.role != "tile":
            return tile
        return Tile(self.tileset.by_code[f"{kind.digit}{letters[kind.letter]}"].index, tile.red)


# ---- how they are played

OPENNESS = (0.0, 0.0, 0.0, 0.3, 0.6, 1.0)
"""how likely a set that may be called is called, one of these for each hand"""
JOKERS, JOKER_WEIGHTS = (0, 1, 2, 3), (60, 25, 12, 3)
"""rarely three: a hand with them is read in thousands of ways"""
FLOWERS = (0, 0, 1, 1, 2, 3, 4, 8)
WANTED = (0, 0, 1, 1, 1, 2, 2, 3)
"""how many circumstances a win asks for; some go again where they contradict one another"""
TRIES = 4
"""situations drawn to suit the circumstances before some of them go"""
REVEALED = (0, 1, 1, 1, 2, 3, 5)
LUCKY = 0.3
"""how likely an indicator points at a tile of the hand"""
LIABLE = 0.1
"""how often it is looked whether somebody could be liable"""


class Player:
    """Plays groups out as hands of one ruleset, and draws how they were won."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tileset = ruleset.tileset
        kinds = [kind for kind in self.tileset.kinds if kind.copies]
        self.jokers = [kind for kind in kinds if kind.role == "joker"]
        self.flowers = [
            Tile(kind.index) for kind in kinds if kind.role == "flower" for _ in range(kind.copies)
        ]
        self.has_counters = ruleset.payment.counters != (ShareSheet(), ShareSheet())
        self.has_sticks = ruleset.payment.sticks is not None

    def hand(self, groups: Groups, shape: Shape | None = None) -> Hand | None:
        """A hand of these groups; None where no tile could have won. Without a shape nothing is called."""
        called, own = self._parted(groups, shape)
        if not own:
            return None
        wall = Wall(self.tileset, self.rng)
        melds = tuple(self._meld(kinds, wall) for _, kinds in called)
        if shape is not None and any(meld.kind not in shape.kinds for meld in melds):
            return None
        winning = self.rng.choice(self.rng.choice(own))
        drawn = wall.draw(winning)
        rest = [kind for kinds in own for kind in kinds]
        rest.remove(winning)
        concealed, drawn = self._with_jokers([wall.draw(kind) for kind in rest], drawn)
        return Hand(self.tileset.sorted(concealed), melds, drawn, self._flowers())

    def _parted(self, groups: Groups, shape: Shape | None) -> tuple[Groups, list[Kinds]]:
        """The groups that are melds, and the tiles of the others."""
        table, openness = self.ruleset.kind_by_id, self.rng.choice(OPENNESS)
        if shape is None or shape.concealed:
            openness = 0.0
        called: Groups = []
        own: list[Kinds] = []
        for kind, kinds in groups:
            is_set = kind in table
            may_call = is_set and len(kinds) > 2 and self.ruleset.may_call(kind)
            if (is_set and table[kind].declared) or (may_call and self.rng.random() < openness):
                called.append((kind, kinds))
            else:
                own.append(kinds)
        if not own and called and not table[called[-1][0]].declared:
            own.append(called.pop()[1])
        return called, own

    def _meld(self, kinds: Kinds, wall: Wall) -> Meld:
        """A meld of these tiles; only a kind of set that is declared can be a concealed one."""
        tiles = self.tileset.sorted(wall.draw(kind) for kind in kinds)
        kind = self.ruleset.set_tables.kind_of(tiles) or ""
        declared = bool(kind) and self.ruleset.kind_by_id[kind].declared
        concealed = declared and (not self.ruleset.may_call(kind) or self.rng.random() < 0.5)
        return Meld(kind, tiles, concealed)

    def _with_jokers(self, concealed: Sequence[Tile], winning: Tile) -> tuple[list[Tile], Tile]:
        """Some of a hand's own tiles replaced by the set's jokers."""
        tiles = [*concealed, winning]
        for joker in self.jokers:
            count = min(self.rng.choices(JOKERS, JOKER_WEIGHTS)[0], joker.copies, len(tiles))
            for place in self.rng.sample(range(len(tiles)), count):
                tiles[place] = Tile(joker.index)
        return tiles[:-1], tiles[-1]

    def _flowers(self) -> tuple[Tile, ...]:
        if not self.flowers:
            return ()
        count = min(self.rng.choice(FLOWERS), len(self.flowers))
        return self.tileset.sorted(self.rng.sample(self.flowers, count))

    # ---- situations

    def situation(self, hand: Hand) -> Situation:
        """A situation for a hand. Its circumstances suit it; copies are not counted."""
        situation = self._suiting(hand)
        situation = replace(situation, indicators=tuple(self._indicators(hand, situation)))
        if self.rng.random() < LIABLE:
            situation = replace(situation, liable=tuple(self._liable(hand, situation)))
        return situation

    def _suiting(self, hand: Hand) -> Situation:
        """A way to win with some circumstances, in the order of the ruleset; those that do not suit it go."""
        every = self.ruleset.circumstances
        chosen = self.rng.sample(every, min(self.rng.choice(WANTED), len(every)))
        in_order = (item for item in every if item in chosen)
        wanted = tuple((item.id, self.rng.randrange(item.most) + 1) for item in in_order)
        for _ in range(TRIES):
            situation = replace(self._win(hand), circumstances=wanted)
            kept = self._kept(hand, situation)
            if kept == wanted:
                return situation
        return replace(situation, circumstances=kept)

    def _kept(self, hand: Hand, situation: Situation) -> tuple[tuple[str, int], ...]:
        """The circumstances left when each that lacks what it requires has gone."""
        left = situation.circumstances
        while True:
            view = View(self.ruleset, hand, replace(situation, circumstances=left))
            table = self.ruleset.circumstance_by_id
            kept = tuple(pair for pair in left if _met(table[pair[0]].requires, view))
            if kept == left:
                return kept
            left = kept

    def _win(self, hand: Hand) -> Situation:
        rng = self.rng
        view = View(self.ruleset, hand, Situation(True))
        seats = WINDS[: number(self.ruleset.players, view)]
        self_draw, seat = rng.random() < 0.5, rng.choice(seats)
        others = [other for other in seats if other != seat]
        named = not self_draw and others and rng.random() < 0.5
        return Situation(
            self_draw,
            seat,
            rng.choice(seats),
            rng.choice(others) if named else None,
            honba=rng.choice((0, 0, 0, 1, 2, 5)) if self.has_counters else 0,
            sticks=rng.choice((0, 0, 0, 1, 2, 4)) if self.has_sticks else 0,
        )

    def _indicators(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        view = View(self.ruleset, hand, situation)
        left = Counter({kind: self.tileset.kinds[kind].copies for kind in self.tileset.playing})
        left.subtract(tile.kind for tile in hand.tiles if tile.kind in left)
        left.subtract(view.set_aside)
        for indicator in self.ruleset.indicators:
            if _met(indicator.requires, view):
                most = min(number(indicator.at_most, view, 1), sum((+left).values()))
                count = min(self.rng.choice(REVEALED), most)
                tiles = tuple(self._revealed(hand, indicator, left) for _ in range(count))
                if tiles:
                    yield indicator.id, tiles

    def _revealed(self, hand: Hand, indicator: Indicator, left: Counter[int]) -> Tile:
        """A tile that is left, often one that points at the hand; red ones stay in the wall."""
        kinds = [kind for kind in self.tileset.playing if left[kind] > 0]
        if self.rng.random() < LUCKY:
            following = self.tileset.following if indicator.shows == "next" else {}
            own = {tile.kind for tile in hand.tiles}
            kinds = [kind for kind in kinds if following.get(kind, kind) in own] or kinds
        kind = self.rng.choice(kinds)
        left[kind] -= 1
        return Tile(kind)

    def _liable(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, str]]:
        """Another player for each pattern with liability that the hand has."""
        liability = self.ruleset.payment.liability
        if liability is None:
            return
        view = View(self.ruleset, hand, situation)
        try:
            readings = readings_of(view, Steps(MOST_STEPS))
        except TooManyReadings:
            return
        fed = dict(liability.fed)
        others = [s for s in WINDS[: number(self.ruleset.players, view)] if s != situation.seat]
        for name, node in liability.patterns:
            pattern = self.ruleset.pattern_by_id.get(name)
            able = pattern is not None and holds(node, view) and _met(fed.get(name, ()), view)
            if pattern and able and holds_in(pattern, view, readings):
                yield name, self.rng.choice(others)


def _met(requires: tuple[Requirement, ...], view: View) -> bool:
    return all(holds(requirement.node, view) for requirement in requires)


# ---- as typed


def request_of(hand: Hand, situation: Situation, ruleset: Ruleset) -> Request:
    """What would be typed for this hand; `understand` gives the same hand and situation.

    >>> from scorer.engine.request import understand
    >>> from scorer.hand import Request
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
