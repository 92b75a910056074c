"""Generate sample hands for any ruleset; the same seed gives the same hands.

Hands are built only from the ruleset's data, that is, from its shapes, kinds of set and tile classes, or from
its examples, so that rare patterns occur as well as common ones. Checks, quizzes, benchmarks and tests use
them. Tiles drawn uniformly would hardly ever form a hand of one suit or of four similar sets. Most patterns
of most games require "only these tiles", "each set has one of these", "the same in another suit" or "sets of
this kind", so each hand is given a taste: a preference for one of the ruleset's own classes and kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import cycle, islice, product
from random import Random

from scorer.engine.evaluate import View, holds, rules_view, set_aside_tiles, whole_number
from scorer.engine.examples import holds_in_any, read_example
from scorer.engine.match import class_mask as mask_of_class
from scorer.engine.partial import is_decided
from scorer.engine.request import circumstance_faults, circumstance_text, hand_faults, parse_request
from scorer.engine.score import HandView
from scorer.errors import InputError
from scorer.hand import WINDS, Hand, Meld, Request, Situation
from scorer.language.nodes import Node
from scorer.notation import format_hand
from scorer.readings import StepBudget
from scorer.ruleset.model import Indicator, Requirement, Ruleset, ShareSheet, TableWins
from scorer.scoring import readings_of
from scorer.shapes import KNITTED, Filling, Kinds, Shape, TooManyReadings, can_be_added
from scorer.tiles import Tile, TileKind, TileSet, kinds_mask, mask_kinds
from scorer.values import cached_property, dataclass, replace

# ---- the remaining tiles


class Wall:
    """All copies of all tiles of a tile set; drawn tiles are removed.

    >>> from scorer.scoring import load_ruleset
    >>> wall = Wall(load_ruleset("riichi").tileset, Random(1))
    >>> [wall.draw(4).red for _ in range(4)].count(True), wall.has_copies([4]), wall.has_copies([3, 3])
    (1, False, True)
    """

    def __init__(self, tileset: TileSet, rng: Random) -> None:
        self.rng, self.reds = rng, dict(tileset.reds)
        self.tiles_left = [kind.copies for kind in tileset.kinds]

    def has_copies(self, kinds: Sequence[int]) -> bool:
        return all(self.tiles_left[kind] >= kinds.count(kind) for kind in kinds)

    def draw(self, kind: int) -> Tile:
        """Draw a copy of a tile, red with the probability given by the remaining copies."""
        red = self.rng.randrange(self.tiles_left[kind]) < self.reds.get(kind, 0)
        self.tiles_left[kind] -= 1
        self.reds[kind] = self.reds.get(kind, 0) - red
        return Tile(kind, red)

    def take_group(self, kind: str, kinds: Kinds) -> tuple[str, Kinds]:
        """Remove the copies of a group from the wall and return the group; `draw` on a fresh wall chooses the
        actual tiles later.
        """
        for index in kinds:
            self.tiles_left[index] -= 1
        return kind, kinds


# ---- preferences of a hand

NO_CLASS_SHARE = 0.4  # share of tastes without a class of tiles
EVERY_SET_SHARE = 0.5  # share of the others that apply to every set; the rest apply to some
TOUCHING_SHARE = 0.4  # share of tastes whose sets need to have only one tile of the class
ONE_KIND_SHARE = 0.3  # share of tastes for a single kind of set
ECHO_SHARE = 0.4  # share of tastes whose sets resemble one another
DECLARED_WEIGHT = 0.15  # weight of a set that must be declared, relative to one that need not


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
EQUAL_GROUP_SIZES = {"pair": 2, "single": 1}  # groups of equal tiles that are not sets
NO_SET = ""  # the kind of a group that is not a set


def function_calls(function: str, ruleset: Ruleset) -> Iterator[Node]:
    """Every call of a function in the conditions of patterns and facts."""
    trees = [pattern.condition for pattern in ruleset.patterns] + [fact.node for fact in ruleset.facts]
    nodes = (node for tree in trees if tree for node in tree.walk())
    return (node for node in nodes if node.op == "call" and node.args[0] == function)


class GroupBuilder:
    """Builds the groups of hands under one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random, habits: Habits) -> None:
        self.ruleset, self.rng, self.habits = ruleset, rng, habits
        self.tables, self.tileset = ruleset.set_tables, ruleset.tileset
        self._pools: dict[tuple[str, int, bool], Sequence[Kinds]] = {}
        self._suit, self._rank = self.tileset.attributes
        every = ((index, self.tileset.kinds[index].attribute_values) for index in self.tileset.playing_kinds)
        self._kind_by_face = {
            (had[self._suit], had.get(self._rank)): i for i, had in every if self._suit in had
        }
        self._suits = tuple(dict.fromkeys(suit for suit, _ in self._kind_by_face))

    # ---- tastes

    def draw_taste(self, shape: Shape, is_biased: bool) -> Taste:
        """A taste for a hand of this shape; without bias only the usual share of declared sets."""
        rng, kinds = self.rng, shape.kinds
        if not is_biased:
            return Taste(self._kind_weights(kinds))
        if kinds and rng.random() < ONE_KIND_SHARE:
            kinds = (
                (rng.choice(kinds),) if rng.random() < 0.5 else self._related_kinds(rng.choice(kinds), kinds)
            )
        echo = rng.choice((0.5, 1.0)) if rng.random() < ECHO_SHARE else 0.0
        if not self.masks or rng.random() < NO_CLASS_SHARE:
            return Taste(self._kind_weights(kinds), echo=echo)
        most = shape.sets + shape.pairs + shape.singles
        extent = most if rng.random() < EVERY_SET_SHARE else rng.randrange(1, most + 1) if most else 0
        return Taste(
            self._kind_weights(kinds), rng.choice(self.masks), rng.random() < TOUCHING_SHARE, extent, echo
        )

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The classes of the ruleset and of its patterns, each value of a tile attribute, and each suit
        combined with the tiles without a suit.
        """
        playing, view = kinds_mask(self.tileset.playing_kinds), rules_view(self.ruleset)
        masks = [item.mask & playing for item in self.ruleset.classes]
        asked = function_calls("all_tiles", self.ruleset)
        settled = (node for node in asked if all(part.op != "given" for part in node.walk()))
        masks += [mask_of_class(node.args[1], view) & playing for node in settled]
        having: dict[tuple[str, str | int | None], int] = {}
        for name, kind in product(self.tileset.attributes, self.tileset.playing_kinds):
            key = (name, self.tileset.kinds[kind].attribute_values.get(name))
            having[key] = having.get(key, 0) | 1 << kind
        masks += having.values()
        masks += [mask | having.get((self._suit, None), 0) for mask in masks if mask]
        return tuple(dict.fromkeys(mask for mask in masks if mask and mask != playing))

    def _related_kinds(self, set_kind: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Kinds of set that share a relation with this one, for example triplets and kongs."""
        table = self.ruleset.kind_by_id
        relations = {k: (table[k].same, table[k].run, table[k].differ) for k in kinds}
        return tuple(kind for kind in kinds if relations[kind] == relations[set_kind])

    def _kind_weights(self, kinds: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
        """Weights of kinds of set: those of the habits, or declared sets are rare among others, but weigh the
        same if they are the only kinds.
        """
        usual = dict(self.habits.set_weights)
        if any(usual.get(kind) for kind in kinds):
            return tuple((kind, usual.get(kind, 0.0)) for kind in kinds)
        table = self.ruleset.kind_by_id
        rare = DECLARED_WEIGHT if self.rng.random() < 0.8 else 3.0
        return tuple((kind, rare if table[kind].declared else 1.0) for kind in kinds)

    # ---- ways to fill a shape

    def draw_groups(self, shape: Shape, taste: Taste) -> Groups | None:
        """The groups of a hand of this shape; None if the tiles run out."""
        wall = Wall(self.tileset, self.rng)
        if shape.way == "pairs":
            return self._fill_slots(["pair"] * shape.pairs, shape, taste, wall, DRAWS)
        if shape.way == "one_of_each":  # and one more copy of any of them, which often wins
            kinds = tuple(mask_kinds(shape.mask))
            return self._add_singles(kinds, 1, kinds, wall)
        rows: Filling = (
            self.rng.choice(self.tables.row_choices(shape.knitted) or ((),)) if shape.way != "sets" else ()
        )
        if shape.way == "different":
            listed = dict.fromkeys([*(kind for _, row in rows for kind in row), *mask_kinds(shape.mask)])
            among = [kind for kind in listed if wall.tiles_left[kind]]
            kinds = tuple(self.rng.sample(among, shape.size)) if len(among) >= shape.size else ()
            return [(NO_SET, (kind,)) for kind in sorted(kinds)] or None
        if not wall.has_copies([kind for _, row in rows for kind in row]):
            return None
        groups = [wall.take_group(NO_SET if name == KNITTED else name, row) for name, row in rows]
        slots = ["set"] * shape.sets + ["pair"] * shape.pairs + ["single"] * shape.singles
        self.rng.shuffle(slots)
        rest = self._fill_slots(slots, shape, taste, wall)
        return None if rest is None else groups + rest

    def groups_around(self, kinds: Kinds, size: int) -> Groups | None:
        """These tiles and as many others of their suits as the hand lacks."""
        suit = [kind.attribute_values.get(self._suit) for kind in self.tileset.kinds]
        suits = {suit[kind] for kind in kinds}
        near = [kind for kind in self.tileset.playing_kinds if suit[kind] in suits]
        return self._add_singles(kinds, size - len(kinds), near, Wall(self.tileset, self.rng))

    def _add_singles(self, kinds: Kinds, count: int, choices: Sequence[int], wall: Wall) -> Groups | None:
        """These tiles, and others as groups of their own."""
        if not wall.has_copies(kinds) or count < 0:
            return None
        groups = [wall.take_group(NO_SET, kinds)]
        for _ in range(count):
            if not (left := [kind for kind in choices if wall.tiles_left[kind]]):
                return None
            groups.append(wall.take_group(NO_SET, (self.rng.choice(left),)))
        return groups

    def _fill_slots(
        self, slots: Sequence[str], shape: Shape, taste: Taste, wall: Wall, tries: int = 1
    ) -> Groups | None:
        """A group for each slot, according to the taste if possible."""
        groups: Groups = []
        usual = Taste(taste.kinds, echo=taste.echo)
        for place, slot in enumerate(slots):
            asked = taste if place < taste.extent else usual
            for _ in range(tries):
                offers = filter(None, self._offers(slot, shape, asked, groups))
                group = next((offer for offer in offers if wall.has_copies(offer[1])), None)
                if group and not (shape.different and group in groups):
                    groups.append(wall.take_group(*group))
                    break
            else:
                return None
        return groups

    # ---- one group

    def _offers(self, slot: str, shape: Shape, taste: Taste, groups: Groups) -> Iterator[Offer]:
        if slot == "single" and shape.mask:
            for _ in range(DRAWS):
                yield self._draw_group(slot, Taste(taste.kinds, shape.mask))
            return
        if self.rng.random() < taste.echo:
            for _ in range(DRAWS):
                yield self._similar_group(slot, groups)
        kinds = shape.kinds
        if slot == "pair" and shape.pair_kind:
            slot, kinds = "set", (shape.pair_kind,)
            taste = replace(taste, kinds=((shape.pair_kind, 1.0),))
        for _ in range(DRAWS):
            yield self._draw_group(slot, taste)
        for less in (Taste(taste.kinds), Taste(tuple((kind, 1.0) for kind in kinds))):
            for _ in range(DRAWS):
                yield self._draw_group(slot, less)

    def _draw_group(self, slot: str, taste: Taste) -> Offer:
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
            equal = [(index,) * EQUAL_GROUP_SIZES.get(kind, 0) for index in self.tileset.playing_kinds]
            every = equal if kind in EQUAL_GROUP_SIZES else self.tables.tuples[kind]
            self._pools[key] = [one for one in every if not mask or test(mask >> k & 1 for k in one)]
        return self._pools[key]

    def _similar_group(self, slot: str, groups: Groups) -> Offer:
        """A group that resembles an earlier one: the same, in another suit, or one step up or down."""
        alike = [group for group in groups if (group[0] == "pair") == (slot == "pair") and len(group[1]) > 1]
        if not alike or slot == "single":
            return None
        kind, kinds = self.rng.choice(alike)
        step, turn = self.rng.choice(STEPS), self.rng.randrange(len(self._suits) or 1)
        moved = [self._shifted_kind(index, step, turn) for index in kinds]
        found = tuple(sorted(index for index in moved if index is not None))
        known = kind == "pair" or found in self.tables.tuple_sets[kind]
        return (kind, found) if len(found) == len(kinds) and known else None

    def _shifted_kind(self, index: int, step: int, turn: int) -> int | None:
        suit, rank = (
            self.tileset.kinds[index].attribute_values.get(name) for name in (self._suit, self._rank)
        )
        if suit not in self._suits:
            return None
        place = self._suits[(self._suits.index(suit) + turn) % len(self._suits)]
        return self._kind_by_face.get((place, rank + step if isinstance(rank, int) else rank))


# ---- how hands are played

WHOLE = 1000
"""The wins of which the shares of a ruleset tell how many are so."""
OPEN_CHANCES = (0.0, 0.0, 0.0, 0.3, 0.6, 1.0)
"""the probability that a set that may be called is called, chosen from these for each hand"""
CALLED_CHANCES = (0.4, 0.6, 0.8)
"""the same for hands with called sets at tables, which usually have one or two"""
JOKER_COUNTS, JOKER_WEIGHTS = (0, 1, 2, 3), (60, 25, 12, 3)
"""the number of jokers; rarely three, because such a hand has thousands of readings"""
FLOWER_COUNTS = (0, 0, 1, 1, 2, 3, 4, 8)
TABLE_FLOWER_COUNTS = (0, 0, 1, 1, 1, 2, 2, 3)
"""the number of flowers of a winner: of eight, four players have drawn about six when somebody wins"""
CIRCUMSTANCE_COUNTS = (0, 0, 1, 1, 1, 2, 2, 3)
"""the number of circumstances drawn for a win; some are removed if they contradict one another"""
TRIES = 4  # situations drawn to match the circumstances before some are removed
INDICATOR_COUNTS = (0, 1, 1, 1, 2, 3, 5)
LUCKY_SHARE = 0.3
"""the probability that an indicator points at a tile of the hand"""
WILD_SHARE = 0.1  # probability of an indicator that makes tiles wild: such hands take much longer to score
LIABLE_SHARE = 0.1  # probability of checking whether a player could be liable


@dataclass(frozen=True)
class Habits:
    """How sample hands are built and played. `open_chances` has the probabilities that a set is called, of
    which each hand takes one, `indicator_counts` how many indicators of a kind it may have, and
    `flower_counts` how many flowers. The weights are those of kinds of set and of shapes, by id.
    `circumstance_chances` has the probability of each circumstance; if it is None, a few are drawn.
    """

    set_weights: tuple[tuple[str, float], ...] = ()
    shape_weights: tuple[tuple[str, float], ...] = ()
    open_chances: tuple[float, ...] = OPEN_CHANCES
    self_draw_chance: float = 0.5
    circumstance_chances: tuple[tuple[str, float], ...] | None = None
    indicator_counts: tuple[int, ...] = INDICATOR_COUNTS
    flower_counts: tuple[int, ...] = FLOWER_COUNTS
    lucky_chance: float = LUCKY_SHARE


VARIED = Habits()
"""Rare things are as frequent as usual ones, so that checks meet them."""


def table_habits(wins: TableWins) -> Habits:
    """The habits of players at tables, by what a ruleset says of their wins.

    >>> from scorer.scoring import load_ruleset
    >>> habits = table_habits(load_ruleset("riichi").play.wins)
    >>> habits.self_draw_chance, dict(habits.circumstance_chances)["riichi"], habits.indicator_counts
    (0.383, 0.775, (1,))
    """
    called = tuple(islice(cycle(CALLED_CHANCES), wins.called))
    return Habits(
        set_weights=tuple((name, float(share)) for name, share in wins.sets),
        shape_weights=tuple((name, float(share)) for name, share in wins.shapes),
        open_chances=(0.0,) * (WHOLE - wins.called) + called,
        self_draw_chance=wins.self_draw / WHOLE,
        circumstance_chances=tuple((name, share / WHOLE) for name, share in wins.circumstances),
        indicator_counts=(1,),
        flower_counts=TABLE_FLOWER_COUNTS,
        lucky_chance=0.0,
    )


class HandPlayer:
    """Plays groups as hands under one ruleset, and draws how they were won."""

    def __init__(self, ruleset: Ruleset, rng: Random, habits: Habits) -> None:
        self.ruleset, self.rng, self.tileset, self.habits = ruleset, rng, ruleset.tileset, habits
        self.asks_added = ruleset.asks_added_sets
        self.jokers = [kind for kind in self.tileset.kinds if kind.role == "joker" and kind.copies]
        flowers = (kind for kind in self.tileset.kinds if kind.role == "flower")
        self.flowers = [Tile(kind.index) for kind in flowers for _ in range(kind.copies)]

    def play_hand(self, groups: Groups, shape: Shape | None = None) -> Hand | None:
        """A hand of these groups; None if no tile could have won. Without a shape, nothing is called."""
        called, own = self._split_melds(groups, shape)
        if not own:
            return None
        wall = Wall(self.tileset, self.rng)
        melds = tuple(self._make_meld(kinds, wall) for _, kinds in called)
        if shape is not None and any(meld.kind not in shape.kinds and shape.way != "fixed" for meld in melds):
            return None
        winning = self.rng.choice(self.rng.choice(own)[1])
        drawn = wall.draw(winning)
        rest = [kind for _, kinds in own for kind in kinds]
        rest.remove(winning)
        may_hold = self.ruleset.set_tables.joker_groups
        room = Counter(kind for name, kinds in own if not may_hold or name in may_hold for kind in kinds)
        *concealed, drawn = self._put_jokers([*map(wall.draw, rest), drawn], room)
        return Hand(self.tileset.sort_tiles(concealed), melds, drawn, self._draw_flowers())

    def _split_melds(self, groups: Groups, shape: Shape | None) -> tuple[Groups, Groups]:
        """The groups that are melds, and the other groups."""
        table, openness = self.ruleset.kind_by_id, self.rng.choice(self.habits.open_chances)
        if shape is None or shape.concealed:
            openness = 0.0
        called, own = Groups(), Groups()
        for kind, kinds in groups:
            may_call = kind in table and len(kinds) > 2 and self.ruleset.may_call(kind)
            if (kind in table and table[kind].declared) or (may_call and self.rng.random() < openness):
                called.append((kind, kinds))
            else:
                own.append((kind, kinds))
        if not own and called and not table[called[-1][0]].declared:
            own.append(called.pop())
        return called, own

    def _make_meld(self, kinds: Kinds, wall: Wall) -> Meld:
        """A meld of these tiles; only a kind of set that must be declared can be a concealed meld."""
        tiles = self.tileset.sort_tiles(wall.draw(kind) for kind in kinds)
        kind = self.ruleset.set_tables.find_set_kind(tiles) or ""
        declared = bool(kind) and self.ruleset.kind_by_id[kind].declared
        concealed = declared and (not self.ruleset.may_call(kind) or self.rng.random() < 0.5)
        asked = self.asks_added and not concealed and can_be_added(kind, tiles, self.ruleset.set_tables)
        added = asked and self.rng.random() < 0.5
        return Meld(kind, tiles, concealed, added)

    def _put_jokers(self, tiles: list[Tile], room: Counter[int]) -> list[Tile]:
        """Replace some of the hand's concealed tiles with jokers, as far as they have room."""
        for joker, number in self._draw_jokers():
            stands_for = self.ruleset.set_tables.joker_tiles.get(joker.index, -1)
            places = [place for place, tile in enumerate(tiles) if stands_for >> tile.kind & 1]
            count = min(number, joker.copies, len(places))
            for place in self.rng.sample(places, count):
                if room[tiles[place].kind] > 0:
                    room[tiles[place].kind] -= 1
                    tiles[place] = Tile(joker.index)
        return tiles

    def _draw_jokers(self) -> Iterator[tuple[TileKind, int]]:
        """How many jokers a hand has of each sort; of several sorts together no more than of a single one."""
        number = self.rng.choices(JOKER_COUNTS, JOKER_WEIGHTS)[0] if self.jokers else 0
        if len(self.jokers) < 2:
            yield from [(joker, number) for joker in self.jokers]
            return
        sorts = Counter(self.rng.choice(range(len(self.jokers))) for _ in range(number))
        yield from [(self.jokers[place], sorts[place]) for place in sorted(sorts)]

    def _draw_flowers(self) -> tuple[Tile, ...]:
        if not self.flowers:
            return ()
        count = min(self.rng.choice(self.habits.flower_counts), len(self.flowers))
        return self.tileset.sort_tiles(self.rng.sample(self.flowers, count))

    # ---- situations

    def draw_situation(self, hand: Hand) -> Situation:
        """A situation with circumstances that the hand allows; the copies of indicator tiles are not
        checked.
        """
        situation = self._draw_circumstances(hand)
        if indicators := tuple(self._draw_indicators(hand, situation)):
            situation = replace(situation, indicators=indicators)
        is_asked = self.rng.random() < LIABLE_SHARE
        return (
            replace(situation, liable=tuple(self._draw_liability(hand, situation))) if is_asked else situation
        )

    def _draw_circumstances(self, hand: Hand) -> Situation:
        """A way to win with some circumstances, in the order of the ruleset; those that the hand does not
        allow are removed.
        """
        every = [item for item in self.ruleset.circumstances if not item.is_stated_count]
        chosen = self._drawn_names([item.id for item in every])
        in_order = (item for item in every if item.id in chosen)
        wanted = tuple((item.id, self.rng.randrange(item.maximum) + 1) for item in in_order)
        for _ in range(TRIES):
            situation = self._draw_win(hand, wanted)
            kept = self._allowed_circumstances(hand, situation)
            if kept == wanted:
                break
        return situation if kept == wanted else replace(situation, circumstances=kept)

    def _drawn_names(self, names: list[str]) -> set[str]:
        """Some of these circumstances: each with its probability, or a few."""
        if self.habits.circumstance_chances is None:
            return {*self.rng.sample(names, min(self.rng.choice(CIRCUMSTANCE_COUNTS), len(names)))}
        chances = dict(self.habits.circumstance_chances)
        return {name for name in names if self.rng.random() < chances.get(name, 0.0)}

    def _allowed_circumstances(self, hand: Hand, situation: Situation) -> tuple[tuple[str, int], ...]:
        """The circumstances that remain after removing each one whose requirements are not met."""
        left, table = situation.circumstances, self.ruleset.circumstance_by_id
        if not left:
            return left
        view = HandView(self.ruleset, hand, situation)
        kept = tuple(pair for pair in left if _meets_all(table[pair[0]].requires, view))
        return (
            left
            if kept == left
            else self._allowed_circumstances(hand, replace(situation, circumstances=kept))
        )

    @cached_property
    def _seats(self) -> str:
        """The seats of all hands; empty if they depend on the hand."""
        is_known = is_decided(self.ruleset.players, self.ruleset)
        return self._seats_in(rules_view(self.ruleset)) if is_known else ""

    @cached_property
    def _pays_counters(self) -> bool:
        return self.ruleset.payment.counters != (ShareSheet(), ShareSheet())

    def _seats_in(self, view: View) -> str:
        return WINDS[: whole_number(self.ruleset.players, view)]

    def _draw_win(self, hand: Hand, circumstances: tuple[tuple[str, int], ...]) -> Situation:
        rng, paid = self.rng, self.ruleset.payment
        seats = self._seats or self._seats_in(HandView(self.ruleset, hand, Situation(True)))
        self_draw, seat = rng.random() < self.habits.self_draw_chance, rng.choice(seats)
        others = [other for other in seats if other != seat]
        named = not self_draw and others and rng.random() < 0.5
        around, discarder = rng.choice(seats), rng.choice(others) if named else None
        honba = rng.choice((0, 0, 0, 1, 2, 5)) if self._pays_counters else 0
        sticks = rng.choice((0, 0, 0, 1, 2, 4)) if paid.sticks is not None else 0
        return Situation(self_draw, seat, around, discarder, circumstances, (), honba, sticks)

    def _draw_indicators(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        view, kinds = HandView(self.ruleset, hand, situation), self.tileset.kinds
        open_to_use = [one for one in self.ruleset.indicators if _meets_all(one.requires, view)]
        left = dict.fromkeys(self.tileset.playing_kinds, 0) if open_to_use else {}
        for kind in left:
            left[kind] = kinds[kind].copies
        for tile in (*hand.tiles, *set_aside_tiles(situation, self.ruleset)) if left else ():
            if tile.kind in left:
                left[tile.kind] -= 1
        for indicator in open_to_use:
            if indicator.is_wild and self.rng.random() > WILD_SHARE:
                continue
            most = min(whole_number(indicator.at_most, view, 1), sum(n for n in left.values() if n > 0))
            count = min(self.rng.choice(self.habits.indicator_counts), most)
            if count:
                yield indicator.id, tuple(self._draw_indicator(hand, indicator, left) for _ in range(count))

    def _draw_indicator(self, hand: Hand, indicator: Indicator, copies_left: dict[int, int]) -> Tile:
        """A remaining tile, often one that points at the hand; red copies stay in the wall."""
        kinds = [kind for kind, number in copies_left.items() if number > 0]
        if self.rng.random() < self.habits.lucky_chance:
            following = self.tileset.next_kind if indicator.shows == "next" else {}
            own = {tile.kind for tile in hand.tiles}
            kinds = [kind for kind in kinds if following.get(kind, kind) in own] or kinds
        kind = self.rng.choice(kinds)
        copies_left[kind] -= 1
        return Tile(kind)

    def _draw_liability(self, hand: Hand, situation: Situation) -> Iterator[tuple[str, str]]:
        """A liable player for each pattern with liability that the hand has."""
        liability = self.ruleset.payment.liability
        if liability is None:
            return
        view, fed = HandView(self.ruleset, hand, situation), dict(liability.fed)
        others = [seat for seat in self._seats_in(view) if seat != situation.seat]
        with suppress(TooManyReadings):
            readings = readings_of(view, StepBudget(MOST_STEPS))
            for name, node in liability.patterns:
                pattern = self.ruleset.pattern_by_id.get(name)
                able = pattern is not None and holds(node, view) and _meets_all(fed.get(name, ()), view)
                if pattern and able and holds_in_any(pattern, view, readings):
                    yield name, self.rng.choice(others)


def _meets_all(requires: tuple[Requirement, ...], view: View) -> bool:
    return all(holds(requirement.node, view) for requirement in requires)


# ---- sample hands

BIAS = 0.75
EXAMPLE_SHARE = 0.15
NAMED_TILES_SHARE = 0.05
"""shares of the biased hands that start from examples, and from tiles that a pattern names"""
SETS_WEIGHT = 12.0
"""the weight of a shape made of sets, relative to one that is filled differently and has few patterns"""
MOST_FAILURES = 2_000  # failed attempts in a row before the sampler gives up
MOST_STEPS = 20_000  # groupings tried to find out whether tiles are a complete hand
MOST_BEYOND = 50  # failed hands after which only hands built from shapes are used
Sample = tuple[Hand, Situation]


def sample_hands(
    ruleset: Ruleset, seed: int, count: int, *, bias: float = BIAS, habits: Habits = VARIED
) -> Iterator[Sample]:
    """Complete, legal hands with their situations; the same seed gives the same hands.

    `ruleset` is a configured ruleset. `bias` is the share of hands with a preference for something rare (one
    suit, one class of tiles, similar sets, kongs, the ruleset's examples); with 0, shapes are filled
    uniformly. `habits` say how frequent sets, calls and circumstances are. Not every hand wins, because some
    lack a pattern. A ruleset with hardly any complete hands yields fewer than `count`.

    >>> from scorer.scoring import load_ruleset
    >>> from scorer.notation import format_hand
    >>> rules = load_ruleset("riichi")
    >>> one, two = (list(sample_hands(rules, 7, 3)) for _ in range(2))
    >>> one == two, len(one)
    (True, 3)
    """
    sampler = _Sampler(ruleset, Random(seed), bias, habits)
    for _ in range(count):
        sample = next((found for _ in range(MOST_FAILURES) if (found := sampler.draw_sample())), None)
        if sample is None:
            return
        yield sample


@lru_cache(maxsize=4)
def example_hands(ruleset: Ruleset) -> tuple[Sample, ...]:
    """All example hands of a ruleset that can be played under the options in force."""
    patterns = ruleset.pattern_by_id.values()
    texts = dict.fromkeys(text for pattern in patterns for text in (*pattern.holds, *pattern.fails))
    found = []
    for example in (read_example(text, ruleset) for text in texts):
        with suppress(InputError):
            found += [] if example.faults else [parse_request(example.request, ruleset)]
    return tuple(found)


class _Sampler:
    def __init__(self, ruleset: Ruleset, rng: Random, bias: float, habits: Habits) -> None:
        self.ruleset, self.rng, self.bias, self.hands_beyond = ruleset, rng, bias, 0
        self.tileset = ruleset.tileset
        self.builder, self.player = GroupBuilder(ruleset, rng, habits), HandPlayer(ruleset, rng, habits)
        self.conditions = dict(ruleset.shape_conditions)
        self.shapes = [shape for shape in ruleset.shapes if not shape.flowers]
        usual = dict(habits.shape_weights)
        self.weights = [usual.get(shape.id, 0.0) for shape in self.shapes]
        if not any(self.weights):
            self.weights = [SETS_WEIGHT if shape.way == "sets" else 1.0 for shape in self.shapes]

    def draw_sample(self) -> Sample | None:
        """One sample, or None if the tiles ran out or the rules forbid it."""
        biased = self.rng.random() < self.bias
        share = self.rng.random() if biased and self.hands_beyond < MOST_BEYOND else 1.0
        if share < EXAMPLE_SHARE and self.examples:
            return self._sample_from_example()
        if share < EXAMPLE_SHARE + NAMED_TILES_SHARE and self.named_tiles:
            return self._sample_from_named_tiles()
        return self._build_sample(biased)

    def _build_sample(self, is_biased: bool) -> Sample | None:
        shape = self.rng.choices(self.shapes, self.weights)[0]
        groups = self.builder.draw_groups(shape, self.builder.draw_taste(shape, is_biased))
        hand = self.player.play_hand(groups, shape) if groups else None
        if hand is None:
            return None
        sample = (hand, self.player.draw_situation(hand))
        is_open = holds(self.conditions.get(shape.id), HandView(self.ruleset, *sample))
        return sample if is_open and self._is_legal(sample) else None

    def _sample_from_example(self) -> Sample | None:
        hand, situation = self.rng.choice(self.examples)
        if self.rng.random() < 0.5:
            hand = self._vary_hand(hand)
        if self.rng.random() < 0.5:
            situation = self.player.draw_situation(hand)
        return self._keep_if_complete((hand, situation))

    def _sample_from_named_tiles(self) -> Sample | None:
        groups = self.builder.groups_around(
            self.rng.choice(self.named_tiles), self.rng.choice(self.shapes).size
        )
        hand = self.player.play_hand(groups) if groups else None
        return self._keep_if_complete((hand, self.player.draw_situation(hand))) if hand else None

    def _keep_if_complete(self, sample: Sample) -> Sample | None:
        """The sample, if it is legal and its tiles form a complete hand."""
        try:
            if self._is_legal(sample) and readings_of(
                HandView(self.ruleset, *sample), StepBudget(MOST_STEPS)
            ):
                return sample
        except TooManyReadings:
            self.hands_beyond += 1
        return None

    def _is_legal(self, sample: Sample) -> bool:
        return not [*hand_faults(*sample, self.ruleset, ""), *circumstance_faults(*sample, self.ruleset)]

    # ---- examples and named tiles

    @cached_property
    def examples(self) -> tuple[Sample, ...]:
        return example_hands(self.ruleset)

    @cached_property
    def named_tiles(self) -> tuple[Kinds, ...]:
        """The tiles of every `contains` in a pattern, for every choice of suits."""
        texts = dict.fromkeys(str(call.args[1]) for call in function_calls("contains", self.ruleset))
        choices = (choice for text in texts for choice in self.ruleset.set_tables.knitted_choices(text))
        return tuple(tuple(kind for row in choice for kind in row) for choice in choices)

    def _vary_hand(self, hand: Hand) -> Hand:
        """An example with its suits exchanged and, half of the time, with another winning tile."""
        pairs = (
            zip(alike, self.rng.sample(alike, len(alike)), strict=True)
            for alike in self._interchangeable_suits
        )
        letters = {old: new for pair in pairs for old, new in pair}
        concealed = [
            self._exchange_suit(tile, letters) for tile in (*hand.concealed_tiles, hand.winning_tile)
        ]
        melds = tuple(
            replace(
                meld,
                tiles=self.tileset.sort_tiles(self._exchange_suit(tile, letters) for tile in meld.tiles),
                jokers=(),
            )
            for meld in hand.melds
        )
        winning = concealed.pop(self.rng.choice((len(concealed) - 1, self.rng.randrange(len(concealed)))))
        return Hand(self.tileset.sort_tiles(concealed), melds, winning, hand.flowers)

    @cached_property
    def _interchangeable_suits(self) -> tuple[tuple[str, ...], ...]:
        """The letters of suits, grouped so that suits with the same tiles in the same numbers are
        together.
        """
        found: dict[tuple[tuple[int, int, int], ...], list[str]] = {}
        for suit in self.tileset.suits:
            tiles = [k for k in self.tileset.kinds if k.letter == suit.letter and k.role == "tile"]
            key = tuple((k.digit, k.copies, self.tileset.red_copies(k.index)) for k in tiles)
            found.setdefault(key, []).append(suit.letter)
        return tuple(map(tuple, found.values()))

    def _exchange_suit(self, tile: Tile, letters: dict[str, str]) -> Tile:
        kind = self.tileset.kinds[tile.kind]
        if kind.role != "tile":
            return tile
        return Tile(self.tileset.by_code[f"{kind.digit}{letters[kind.letter]}"].index, tile.red)


# ---- as a request


def request_for_hand(hand: Hand, situation: Situation, ruleset: Ruleset) -> Request:
    """The request that a user would type for this hand; `parse_request` turns it back into the same hand
    and situation.

    >>> from scorer.engine.request import parse_request
    >>> from scorer.hand import Request
    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> asked = Request("406p78s11z(777z)[2222s]+9s", "self_draw", seat="W", indicators={"dora": "4p"})
    >>> written = request_for_hand(*parse_request(asked, rules), rules)
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
        tuple(circumstance_text(table[name], count) for name, count in situation.circumstances),
        {name: tileset.format_tiles(tiles) for name, tiles in situation.indicators},
        situation.honba,
        situation.sticks,
        dict(situation.liable),
    )
