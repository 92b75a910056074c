"""Generate sample hands for any ruleset; the same seed gives the same hands.

Hands are built only from the ruleset's data, that is, from its shapes, kinds of set and tile classes, or from
its examples, so that rare patterns occur as well as common ones. Checks, quizzes, benchmarks and tests use
them. Tiles drawn uniformly would hardly ever form a hand of one suit or of four similar sets. Most patterns
of most games require "only these tiles", "each set has one of these", "the same in another suit" or "sets of
this kind", so each hand is given a taste: a preference for one of the ruleset's own classes and kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from random import Random

from scorer.engine.evaluate import View, holds, number, rules_view
from scorer.engine.examples import holds_in, read_example
from scorer.engine.match import mask as mask_of_class
from scorer.engine.request import circumstance_faults, hand_faults, understand
from scorer.engine.score import readings_of
from scorer.errors import InputError
from scorer.hand import WINDS, Hand, Meld, Request, Situation
from scorer.language.nodes import Node
from scorer.notation import format_hand
from scorer.readings import Steps
from scorer.ruleset.model import Indicator, Requirement, Ruleset, ShareSheet
from scorer.shapes import Kinds, Shape, TooManyReadings
from scorer.tiles import Tile, TileSet, mask_of, members
from scorer.values import cached_property, dataclass, replace

# ---- the remaining tiles


class Wall:
    """All copies of all tiles of a tile set; drawn tiles are removed.

    >>> from scorer.library import load_ruleset
    >>> wall = Wall(load_ruleset("riichi").tileset, Random(1))
    >>> [wall.draw(4).red for _ in range(4)].count(True), wall.holds([4]), wall.holds([3, 3])
    (1, False, True)
    """

    def __init__(self, tileset: TileSet, rng: Random) -> None:
        self.rng, self.reds = rng, dict(tileset.reds)
        self.left = [kind.copies for kind in tileset.kinds]

    def holds(self, kinds: Iterable[int]) -> bool:
        return all(self.left[kind] >= count for kind, count in Counter(kinds).items())

    def draw(self, kind: int) -> Tile:
        """Draw a copy of a tile, red with the probability given by the remaining copies."""
        red = self.rng.randrange(self.left[kind]) < self.reds.get(kind, 0)
        self.left[kind] -= 1
        self.reds[kind] = self.reds.get(kind, 0) - red
        return Tile(kind, red)

    def laid(self, kind: str, kinds: Kinds) -> tuple[str, Kinds]:
        """Remove the copies of a group from the wall and return the group; `draw` on a fresh wall chooses the
        actual tiles later.
        """
        for index in kinds:
            self.left[index] -= 1
        return kind, kinds


# ---- preferences of a hand

PLAIN = 0.4  # share of tastes without a class of tiles
WHOLE = 0.5  # share of the others that apply to every set; the rest apply to some
TOUCHING = 0.4  # share of tastes whose sets need to have only one tile of the class
ONE_KIND = 0.3  # share of tastes for a single kind of set
ECHO = 0.4  # share of tastes whose sets resemble one another
DECLARED = 0.15  # weight of a set that must be declared, relative to one that need not


@dataclass(frozen=True)
class Taste:
    """`mask` is the class of tiles (0: none) for the first `extent` groups, which lie in it or only touch it.
    `kinds` weighs the kinds of set. `echo` is the probability that a set resembles an earlier one.
    """

    kinds: tuple[tuple[str, float], ...]
    mask: int = 0
    touching: bool = False
    extent: int = 0
    echo: float = 0.0


# ---- groups

Groups = list[tuple[str, Kinds]]
Offer = tuple[str, Kinds] | None
DRAWS = 6  # attempts to draw a set before the taste is dropped
STEPS = (0, 0, 0, 1, 1, -1, 2, -2, 3, 3, -3)
"""how far the ranks of a set may be from those of the set it resembles"""
EQUAL = {"pair": 2, "single": 1}  # groups of equal tiles that are not sets
LOOSE = ""  # the kind of a group that is not a set


def calls_of(function: str, ruleset: Ruleset) -> Iterator[Node]:
    """Every call of a function in the conditions of patterns and facts."""
    trees = [pattern.when for pattern in ruleset.patterns] + [fact.node for fact in ruleset.facts]
    nodes = (node for tree in trees if tree for node in tree.walk())
    return (node for node in nodes if node.op == "call" and node.args[0] == function)


class Builder:
    """Builds the groups of hands under one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tables, self.tileset = ruleset.set_tables, ruleset.tileset
        self._pools: dict[tuple[str, int, bool], Sequence[Kinds]] = {}
        self._suit, self._rank = self.tileset.attributes
        every = ((index, self.tileset.kinds[index].attribute) for index in self.tileset.playing)
        self._at = {(had[self._suit], had.get(self._rank)): i for i, had in every if self._suit in had}
        self._suits = tuple(dict.fromkeys(suit for suit, _ in self._at))

    # ---- tastes

    def taste(self, shape: Shape, biased: bool) -> Taste:
        """A taste for a hand of this shape; without bias only the usual share of declared sets."""
        rng, kinds = self.rng, shape.kinds
        if not biased:
            return Taste(self._weighed(kinds))
        if kinds and rng.random() < ONE_KIND:
            kinds = (rng.choice(kinds),) if rng.random() < 0.5 else self._alike(rng.choice(kinds), kinds)
        echo = rng.choice((0.5, 1.0)) if rng.random() < ECHO else 0.0
        if not self.masks or rng.random() < PLAIN:
            return Taste(self._weighed(kinds), echo=echo)
        most = shape.sets + shape.pairs + shape.singles
        extent = most if rng.random() < WHOLE else rng.randrange(1, most + 1) if most else 0
        return Taste(self._weighed(kinds), rng.choice(self.masks), rng.random() < TOUCHING, extent, echo)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The classes of the ruleset and of its patterns, each value of a tile attribute, and each suit
        combined with the tiles without a suit.
        """
        playing, view = mask_of(self.tileset.playing), rules_view(self.ruleset)
        masks = [item.mask & playing for item in self.ruleset.classes]
        asked = calls_of("all_tiles", self.ruleset)
        settled = (node for node in asked if all(part.op != "given" for part in node.walk()))
        masks += [mask_of_class(node.args[1], view) & playing for node in settled]
        having: dict[tuple[str, str | int | None], int] = {}
        for name, kind in product(self.tileset.attributes, self.tileset.playing):
            key = (name, self.tileset.kinds[kind].attribute.get(name))
            having[key] = having.get(key, 0) | 1 << kind
        masks += having.values()
        masks += [mask | having.get((self._suit, None), 0) for mask in masks if mask]
        return tuple(dict.fromkeys(mask for mask in masks if mask and mask != playing))

    def _alike(self, chosen: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Kinds of set that share a relation with this one, for example triplets and kongs."""
        table = self.ruleset.kind_by_id
        relations = {k: (table[k].same, table[k].run, table[k].differ) for k in kinds}
        return tuple(kind for kind in kinds if relations[kind] == relations[chosen])

    def _weighed(self, kinds: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
        """Weights of kinds of set: declared sets are rare among others, but weigh the same if they are the
        only kinds.
        """
        table = self.ruleset.kind_by_id
        rare = DECLARED if self.rng.random() < 0.8 else 3.0
        return tuple((kind, rare if table[kind].declared else 1.0) for kind in kinds)

    # ---- ways to fill a shape

    def groups(self, shape: Shape, taste: Taste) -> Groups | None:
        """The groups of a hand of this shape; None if the tiles run out."""
        wall = Wall(self.tileset, self.rng)
        if shape.way == "pairs":
            return self._filled(["pair"] * shape.pairs, shape, taste, wall, DRAWS)
        if shape.way == "one_of_each":  # and one more copy of any of them, which often wins
            kinds = tuple(members(shape.mask))
            return self._with_others(kinds, 1, kinds, wall)
        rows = self.rng.choice(self.tables.knitted(shape.knitted) or ((),)) if shape.way != "sets" else ()
        if shape.way == "different":
            among = list(dict.fromkeys([*(kind for row in rows for kind in row), *members(shape.mask)]))
            kinds = tuple(self.rng.sample(among, shape.size)) if len(among) >= shape.size else ()
            return [(LOOSE, (kind,)) for kind in sorted(kinds)] or None
        if not wall.holds(kind for row in rows for kind in row):
            return None
        groups = [wall.laid(LOOSE, row) for row in rows]
        slots = ["set"] * shape.sets + ["pair"] * shape.pairs + ["single"] * shape.singles
        self.rng.shuffle(slots)
        rest = self._filled(slots, shape, taste, wall)
        return None if rest is None else groups + rest

    def around(self, kinds: Kinds, size: int) -> Groups | None:
        """These tiles and as many others of their suits as the hand lacks."""
        suit = [kind.attribute.get(self._suit) for kind in self.tileset.kinds]
        suits = {suit[kind] for kind in kinds}
        near = [kind for kind in self.tileset.playing if suit[kind] in suits]
        return self._with_others(kinds, size - len(kinds), near, Wall(self.tileset, self.rng))

    def _with_others(self, kinds: Kinds, missing: int, among: Sequence[int], wall: Wall) -> Groups | None:
        """These tiles, and others as groups of their own."""
        if not wall.holds(kinds) or missing < 0:
            return None
        groups = [wall.laid(LOOSE, kinds)]
        for _ in range(missing):
            if not (left := [kind for kind in among if wall.left[kind]]):
                return None
            groups.append(wall.laid(LOOSE, (self.rng.choice(left),)))
        return groups

    def _filled(
        self, slots: Sequence[str], shape: Shape, taste: Taste, wall: Wall, tries: int = 1
    ) -> Groups | None:
        """A group for each slot, according to the taste if possible."""
        groups: Groups = []
        for place, slot in enumerate(slots):
            asked = taste if place < taste.extent else Taste(taste.kinds, echo=taste.echo)
            for _ in range(tries):
                offers = filter(None, self._offers(slot, shape, asked, groups))
                group = next((offer for offer in offers if wall.holds(offer[1])), None)
                if group and not (shape.different and group in groups):
                    groups.append(wall.laid(*group))
                    break
            else:
                return None
        return groups

    # ---- one group

    def _offers(self, slot: str, shape: Shape, taste: Taste, taken: Groups) -> Iterator[Offer]:
        if self.rng.random() < taste.echo:
            for _ in range(DRAWS):
                yield self._echo(slot, taken)
        kinds = shape.kinds
        if slot == "pair" and shape.pair_kind:
            slot, kinds = "set", (shape.pair_kind,)
            taste = replace(taste, kinds=((shape.pair_kind, 1.0),))
        for asked in (taste, Taste(taste.kinds), Taste(tuple((kind, 1.0) for kind in kinds))):
            for _ in range(DRAWS):
                yield self._drawn(slot, asked)

    def _drawn(self, slot: str, taste: Taste) -> Offer:
        kind = slot
        if slot == "set":
            names, weights = zip(*taste.kinds, strict=True)
            kind = self.rng.choices(names, weights)[0]
        pool = self._pool(kind, taste.mask, taste.touching)
        return (kind, self.rng.choice(pool)) if pool else None

    def _pool(self, kind: str, mask: int, touching: bool) -> Sequence[Kinds]:
        """The groups of a kind that lie in a class, or touch it; class 0 means all tiles."""
        key, test = (kind, mask, touching), any if touching else all
        if key not in self._pools:
            equal = [(index,) * EQUAL.get(kind, 0) for index in self.tileset.playing]
            every = equal if kind in EQUAL else self.tables.tuples[kind]
            self._pools[key] = [one for one in every if not mask or test(mask >> k & 1 for k in one)]
        return self._pools[key]

    def _echo(self, slot: str, taken: Groups) -> Offer:
        """A group that resembles an earlier one: the same, in another suit, or one step up or down."""
        alike = [group for group in taken if (group[0] == "pair") == (slot == "pair") and len(group[1]) > 1]
        if not alike or slot == "single":
            return None
        kind, kinds = self.rng.choice(alike)
        step, turn = self.rng.choice(STEPS), self.rng.randrange(len(self._suits) or 1)
        moved = [self._moved(index, step, turn) for index in kinds]
        found = tuple(sorted(index for index in moved if index is not None))
        known = kind == "pair" or found in self.tables.known[kind]
        return (kind, found) if len(found) == len(kinds) and known else None

    def _moved(self, index: int, step: int, turn: int) -> int | None:
        suit, rank = (self.tileset.kinds[index].attribute.get(name) for name in (self._suit, self._rank))
        if suit not in self._suits:
            return None
        place = self._suits[(self._suits.index(suit) + turn) % len(self._suits)]
        return self._at.get((place, rank + step if isinstance(rank, int) else rank))


# ---- how hands are played

OPENNESS = (0.0, 0.0, 0.0, 0.3, 0.6, 1.0)
"""the probability that a set that may be called is called, chosen from these for each hand"""
JOKERS, JOKER_WEIGHTS = (0, 1, 2, 3), (60, 25, 12, 3)
"""the number of jokers; rarely three, because such a hand has thousands of readings"""
FLOWERS = (0, 0, 1, 1, 2, 3, 4, 8)
WANTED = (0, 0, 1, 1, 1, 2, 2, 3)
"""the number of circumstances drawn for a win; some are removed if they contradict one another"""
TRIES = 4  # situations drawn to match the circumstances before some are removed
REVEALED = (0, 1, 1, 1, 2, 3, 5)
LUCKY = 0.3  # probability that an indicator points at a tile of the hand
LIABLE = 0.1  # probability of checking whether a player could be liable


class Player:
    """Plays groups as hands under one ruleset, and draws how they were won."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng, self.tileset = ruleset, rng, ruleset.tileset
        self.jokers = [kind for kind in self.tileset.kinds if kind.role == "joker" and kind.copies]
        flowers = (kind for kind in self.tileset.kinds if kind.role == "flower")
        self.flowers = [Tile(kind.index) for kind in flowers for _ in range(kind.copies)]

    def hand(self, groups: Groups, shape: Shape | None = None) -> Hand | None:
        """A hand of these groups; None if no tile could have won. Without a shape, nothing is called."""
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
        *concealed, drawn = self._with_jokers([*map(wall.draw, rest), drawn])
        return Hand(self.tileset.sorted(concealed), melds, drawn, self._flowers())

    def _parted(self, groups: Groups, shape: Shape | None) -> tuple[Groups, list[Kinds]]:
        """The groups that are melds, and the tiles of the other groups."""
        table, openness = self.ruleset.kind_by_id, self.rng.choice(OPENNESS)
        if shape is None or shape.concealed:
            openness = 0.0
        called, own = Groups(), list[Kinds]()
        for kind, kinds in groups:
            may_call = kind in table and len(kinds) > 2 and self.ruleset.may_call(kind)
            if (kind in table and table[kind].declared) or (may_call and self.rng.random() < openness):
                called.append((kind, kinds))
            else:
                own.append(kinds)
        if not own and called and not table[called[-1][0]].declared:
            own.append(called.pop()[1])
        return called, own

    def _meld(self, kinds: Kinds, wall: Wall) -> Meld:
        """A meld of these tiles; only a kind of set that must be declared can be a concealed meld."""
        tiles = self.tileset.sorted(wall.draw(kind) for kind in kinds)
        kind = self.ruleset.set_tables.kind_of(tiles) or ""
        declared = bool(kind) and self.ruleset.kind_by_id[kind].declared
        concealed = declared and (not self.ruleset.may_call(kind) or self.rng.random() < 0.5)
        return Meld(kind, tiles, concealed)

    def _with_jokers(self, tiles: list[Tile]) -> list[Tile]:
        """Replace some of the hand's concealed tiles with jokers."""
        for joker in self.jokers:
            count = min(self.rng.choices(JOKERS, JOKER_WEIGHTS)[0], joker.copies, len(tiles))
            for place in self.rng.sample(range(len(tiles)), count):
                tiles[place] = Tile(joker.index)
        return tiles

    def _flowers(self) -> tuple[Tile, ...]:
        if not self.flowers:
            return ()
        count = min(self.rng.choice(FLOWERS), len(self.flowers))
        return self.tileset.sorted(self.rng.sample(self.flowers, count))

    # ---- situations

    def situation(self, hand: Hand) -> Situation:
        """A situation with circumstances that the hand allows; the copies of indicator tiles are not
        checked.
        """
        situation = self._suiting(hand)
        situation = replace(situation, indicators=tuple(self._indicators(hand, situation)))
        is_asked = self.rng.random() < LIABLE
        return replace(situation, liable=tuple(self._liable(hand, situation))) if is_asked else situation

    def _suiting(self, hand: Hand) -> Situation:
        """A way to win with some circumstances, in the order of the ruleset; those that the hand does not
        allow are removed.
        """
        every = self.ruleset.circumstances
        chosen = self.rng.sample(every, min(self.rng.choice(WANTED), len(every)))
        in_order = (item for item in every if item in chosen)
        wanted = tuple((item.id, self.rng.randrange(item.most) + 1) for item in in_order)
        for _ in range(TRIES):
            situation = replace(self._win(hand), circumstances=wanted)
            kept = self._kept(hand, situation)
            if kept == wanted:
                break
        return replace(situation, circumstances=kept)

    def _kept(self, hand: Hand, situation: Situation) -> tuple[tuple[str, int], ...]:
        """The circumstances that remain after removing each one whose requirements are not met."""
        left, table = situation.circumstances, self.ruleset.circumstance_by_id
        view = View(self.ruleset, hand, situation)
        kept = tuple(pair for pair in left if _met(table[pair[0]].requires, view))
        return left if kept == left else self._kept(hand, replace(situation, circumstances=kept))

    def _win(self, hand: Hand) -> Situation:
        rng, paid = self.rng, self.ruleset.payment
        seats = WINDS[: number(self.ruleset.players, View(self.ruleset, hand, Situation(True)))]
        self_draw, seat = rng.random() < 0.5, rng.choice(seats)
        others = [other for other in seats if other != seat]
        named = not self_draw and others and rng.random() < 0.5
        around, discarder = rng.choice(seats), rng.choice(others) if named else None
        honba = rng.choice((0, 0, 0, 1, 2, 5)) if paid.counters != (ShareSheet(), ShareSheet()) else 0
        sticks = rng.choice((0, 0, 0, 1, 2, 4)) if paid.sticks is not None else 0
        return Situation(self_draw, seat, around, discarder, honba=honba, sticks=sticks)

    def _indicators(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        view = View(self.ruleset, hand, situation)
        left = Counter({kind: self.tileset.kinds[kind].copies for kind in self.tileset.playing})
        left.subtract(tile.kind for tile in hand.tiles if tile.kind in left)
        left.subtract(view.set_aside)
        for indicator in self.ruleset.indicators:
            if _met(indicator.requires, view):
                most = min(number(indicator.at_most, view, 1), sum((+left).values()))
                count = min(self.rng.choice(REVEALED), most)
                if count:
                    yield indicator.id, tuple(self._revealed(hand, indicator, left) for _ in range(count))

    def _revealed(self, hand: Hand, indicator: Indicator, left: Counter[int]) -> Tile:
        """A remaining tile, often one that points at the hand; red copies stay in the wall."""
        kinds = [kind for kind in self.tileset.playing if left[kind] > 0]
        if self.rng.random() < LUCKY:
            following = self.tileset.following if indicator.shows == "next" else {}
            own = {tile.kind for tile in hand.tiles}
            kinds = [kind for kind in kinds if following.get(kind, kind) in own] or kinds
        kind = self.rng.choice(kinds)
        left[kind] -= 1
        return Tile(kind)

    def _liable(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, str]]:
        """A liable player for each pattern with liability that the hand has."""
        liability = self.ruleset.payment.liability
        if liability is None:
            return
        view, fed = View(self.ruleset, hand, situation), dict(liability.fed)
        others = [seat for seat in WINDS[: number(self.ruleset.players, view)] if seat != situation.seat]
        with suppress(TooManyReadings):
            readings = readings_of(view, Steps(MOST_STEPS))
            for name, node in liability.patterns:
                pattern = self.ruleset.pattern_by_id.get(name)
                able = pattern is not None and holds(node, view) and _met(fed.get(name, ()), view)
                if pattern and able and holds_in(pattern, view, readings):
                    yield name, self.rng.choice(others)


def _met(requires: tuple[Requirement, ...], view: View) -> bool:
    return all(holds(requirement.node, view) for requirement in requires)


# ---- sample hands

BIAS = 0.75
FROM_EXAMPLES = 0.15
FROM_NAMED = 0.05
"""shares of the biased hands that start from examples, and from tiles that a pattern names"""
BY_SETS = 12.0
"""the weight of a shape made of sets, relative to one that is filled differently and has few patterns"""
MOST_FAILURES = 2_000  # failed attempts in a row before the sampler gives up
MOST_STEPS = 20_000  # groupings tried to find out whether tiles are a complete hand
MOST_BEYOND = 50  # failed hands after which only hands built from shapes are used
Sample = tuple[Hand, Situation]


def sample_hands(ruleset: Ruleset, seed: int, count: int, *, bias: float = BIAS) -> Iterator[Sample]:
    """Complete, legal hands with their situations; the same seed gives the same hands.

    `ruleset` is a configured ruleset. `bias` is the share of hands with a preference for something rare (one
    suit, one class of tiles, similar sets, kongs, the ruleset's examples); with 0, shapes are filled
    uniformly. Not every hand wins, because some lack a pattern. A ruleset with hardly any complete hands
    yields fewer than `count`.

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
        self.ruleset, self.rng, self.bias, self.beyond = ruleset, rng, bias, 0
        self.tileset, self.builder, self.player = ruleset.tileset, Builder(ruleset, rng), Player(ruleset, rng)
        self.conditions = dict(ruleset.shape_conditions)
        self.shapes = [shape for shape in ruleset.shapes if not shape.flowers]
        self.weights = [BY_SETS if shape.way == "sets" else 1.0 for shape in self.shapes]

    def attempt(self) -> Sample | None:
        """One sample, or None if the tiles ran out or the rules forbid it."""
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
        sample = (hand, self.player.situation(hand))
        is_open = holds(self.conditions.get(shape.id), View(self.ruleset, *sample))
        return sample if is_open and self._is_legal(sample) else None

    def _from_example(self) -> Sample | None:
        hand, situation = self.rng.choice(self.examples)
        if self.rng.random() < 0.5:
            hand = self._changed(hand)
        if self.rng.random() < 0.5:
            situation = self.player.situation(hand)
        return self._complete((hand, situation))

    def _from_named(self) -> Sample | None:
        groups = self.builder.around(self.rng.choice(self.named), self.rng.choice(self.shapes).size)
        hand = self.player.hand(groups) if groups else None
        return self._complete((hand, self.player.situation(hand))) if hand else None

    def _complete(self, sample: Sample) -> Sample | None:
        """The sample, if it is legal and its tiles form a complete hand."""
        try:
            if self._is_legal(sample) and readings_of(View(self.ruleset, *sample), Steps(MOST_STEPS)):
                return sample
        except TooManyReadings:
            self.beyond += 1
        return None

    def _is_legal(self, sample: Sample) -> bool:
        return not [*hand_faults(*sample, self.ruleset, ""), *circumstance_faults(*sample, self.ruleset)]

    # ---- examples and named tiles

    @cached_property
    def examples(self) -> tuple[tuple[Hand, Situation], ...]:
        """All example hands that can be played under the options in force."""
        patterns = self.ruleset.pattern_by_id.values()
        texts = dict.fromkeys(text for pattern in patterns for text in (*pattern.holds, *pattern.fails))
        found = []
        for example in (read_example(text, self.ruleset) for text in texts):
            with suppress(InputError):
                found += [] if example.faults else [understand(example.request, self.ruleset)]
        return tuple(found)

    @cached_property
    def named(self) -> tuple[Kinds, ...]:
        """The tiles of every `contains` in a pattern, for every choice of suits."""
        texts = dict.fromkeys(str(call.args[1]) for call in calls_of("contains", self.ruleset))
        choices = (choice for text in texts for choice in self.ruleset.set_tables.knitted(text))
        return tuple(tuple(kind for row in choice for kind in row) for choice in choices)

    def _changed(self, hand: Hand) -> Hand:
        """An example with its suits exchanged and, half of the time, with another winning tile."""
        pairs = (zip(alike, self.rng.sample(alike, len(alike)), strict=True) for alike in self._alike)
        letters = {old: new for pair in pairs for old, new in pair}
        concealed = [self._turned(tile, letters) for tile in (*hand.concealed, hand.winning_tile)]
        melds = tuple(
            replace(meld, tiles=self.tileset.sorted(self._turned(tile, letters) for tile in meld.tiles))
            for meld in hand.melds
        )
        winning = concealed.pop(self.rng.choice((len(concealed) - 1, self.rng.randrange(len(concealed)))))
        return Hand(self.tileset.sorted(concealed), melds, winning, hand.flowers)

    @cached_property
    def _alike(self) -> tuple[tuple[str, ...], ...]:
        """The letters of suits, grouped so that suits with the same tiles in the same numbers are
        together.
        """
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


# ---- as a request


def request_of(hand: Hand, situation: Situation, ruleset: Ruleset) -> Request:
    """The request that a user would type for this hand; `understand` turns it back into the same hand and
    situation.

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
