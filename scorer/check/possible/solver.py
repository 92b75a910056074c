"""Whether conditions can hold together in some hand: its winds, its suits, its shape, its groups.

A shape becomes plans: places for groups, some of them fixed, the others open. Elements that no demand
tells apart are one cell. The search chooses how many groups come from each cell, and then whether that
many can be made of the copies of the tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product, zip_longest

from scorer.check.possible.bounds import Linear, Ranges
from scorer.check.possible.demands import Claims, Demands, Sum, alternatives, both, is_call, sums_of
from scorer.check.possible.world import (
    PAIR,
    SINGLE,
    Element,
    Groups,
    TooLarge,
    Winds,
    World,
    bound_groups,
    instances,
    without,
)
from scorer.language.nodes import Node, plain
from scorer.ruleset.model import Ruleset
from scorer.shapes import Kinds, Shape, knitted_rows
from scorer.tiles import mask_of, members
from scorer.values import dataclass, replace

# ---- the ways to fill a shape

MOST_PLANS = 64


@dataclass(frozen=True)
class Plan:
    """Places of one shape: `fixed` groups, then free sets of `kinds`, pairs and single tiles.

    `tiles` are the kinds of tile that the free places may have, `copies` how often a group of two or one
    equal tiles may be there (a hand of different pairs has each once). `flowers`: a flower alone has won.
    """

    fixed: tuple[tuple[str, Kinds], ...] = ()
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: frozenset[str] = frozenset()
    concealed: bool = False
    tiles: int = -1
    copies: int = 99
    flowers: bool = False


def plans_of(shape: Shape, world: World) -> Iterator[Plan]:
    """Every plan of a shape; in a free one pairs that name their kind are sets of it."""
    pairs, kinds = 0 if shape.pair_kind else shape.pairs, frozenset(shape.set_kinds)
    free = Plan((), shape.in_kinds, pairs, shape.singles, kinds, shape.concealed)
    if shape.way == "flowers":
        yield Plan(concealed=True, flowers=True)
    elif shape.way == "pairs":
        yield Plan(pairs=shape.pairs, concealed=True, copies=2 if shape.different else 99)
    elif shape.way == "one_of_each":
        tiles = list(members(shape.mask)) if not shape.mask & ~world.every else []
        for twice in tiles:
            fixed = tuple((SINGLE, (kind,)) for kind in tiles if kind != twice)
            yield Plan((*fixed, (PAIR, (twice, twice))), concealed=True)
    elif shape.way == "fixed":
        for rows in knitted_rows(shape.knitted, world.tileset):
            if all(world.every >> kind & 1 for row in rows for kind in row):
                yield replace(free, fixed=tuple(("knitted", row) for row in rows))
    elif shape.way == "different":
        every = (row for choice in knitted_rows(shape.knitted, world.tileset) for row in choice)
        allowed = shape.mask | mask_of(kind for row in every for kind in row)
        yield Plan(singles=shape.size, concealed=True, tiles=allowed, copies=1)
    else:
        yield free


# ---- the search

MOST_STEPS = 6_000
MOST_PACKING_STEPS = 400
MOST_FILLINGS = 60
SET = "set"
SLOTS = (SET, PAIR, SINGLE)


@dataclass(frozen=True)
class Cell:
    """Groups for one slot that every demand weighs alike, and the most of them that can be there at once."""

    slot: int
    weights: tuple[int, ...]
    tiles: tuple[Kinds, ...]
    most: int


Chosen = tuple[tuple[Cell, int], ...]
Left = tuple[int, ...]
"""How many sets, pairs and single tiles are still to be chosen."""
Amounts = tuple[int, ...]
"""What each sum has come to."""


class Filling:
    """The search for groups that fill a plan."""

    def __init__(self, plan: Plan, demands: Demands) -> None:
        self.plan, self.demands, self.world = plan, demands, demands.world
        world = demands.world
        self.copies = [min(copies, plan.copies) for copies in world.copies]
        won = world.ones(world.where("won"))
        in_a_group = () if plan.flowers else (Sum(won, 1, True), Sum(won, 1, False))
        self.sums = (*demands.sums, *in_a_group)
        self.weights = [*zip_longest(*(total.weights for total in self.sums), fillvalue=0)]
        self.steps = 0
        self.dead: set[tuple[int, Left, Amounts]] = set()
        world.spend(5 + len(world.elements) // 10)
        self.left: Left = (plan.sets, plan.pairs, plan.singles)
        self.fixed = [
            self._cells([(place, world.elements[place]) for place in world.places.get(group, ())], 0, 1)
            for group in plan.fixed
        ]
        self.free = [
            cell
            for slot, most in enumerate(self.left)
            if most
            for cell in self._cells(self._free(slot), slot, most)
        ]

    def succeeds(self) -> bool:
        """Whether the plan can be filled; true where that cannot be decided."""
        fillings = self._fill(0, self.left, (0,) * len(self.sums), ()) if all(self.fixed) else iter(())
        try:
            return any(count > MOST_FILLINGS or self._can_pack(one) for count, one in enumerate(fillings))
        except TooLarge:
            return True

    # -- cells ------------------------------------------------------------------------------------------

    def _free(self, slot: int) -> list[tuple[int, Element]]:
        """The elements that may take a free place of the plan."""
        key = (self.plan.kinds, self.plan.tiles, slot)
        if key not in self.world.standing:
            self.world.standing[key] = [
                (place, element)
                for place, element in enumerate(self.world.elements)
                if (
                    element.kind in self.plan.kinds and element.is_set
                    if SLOTS[slot] == SET
                    else element.kind == SLOTS[slot] and not element.mask & ~self.plan.tiles
                )
            ]
        return self.world.standing[key]

    def _cells(self, elements: list[tuple[int, Element]], slot: int, count: int) -> list[Cell]:
        alike: dict[tuple[int, ...], dict[Kinds, None]] = {}
        for place, element in elements:
            if self.demands.allowed >> place & 1 and not (self.plan.concealed and element.called):
                alike.setdefault(self.weights[place], {}).setdefault(element.tiles)
        return [Cell(slot, key, tuple(tiles), self._most(tiles, count)) for key, tiles in alike.items()]

    def _most(self, tiles: dict[Kinds, None], count: int) -> int:
        total = 0
        for group in tiles:
            total += min(self.copies[kind] // group.count(kind) for kind in group)
            if total >= count:
                return count
        return total

    # -- the search -------------------------------------------------------------------------------------

    def _fill(self, stage: int, left: Left, sums: Amounts, chosen: Chosen) -> Iterator[Chosen]:
        """Every choice from a stage on: of each fixed group its state, then of each cell how many."""
        state, fixed = (stage, left, sums), len(self.fixed)
        self.steps += 1
        self.world.spend()
        if self.steps > MOST_STEPS:
            raise TooLarge("too many steps")
        if state in self.dead:
            return
        if stage == fixed + len(self.free):
            met = zip(self.sums, sums, strict=True)
            if not any(left) and all(one.is_met_by(amount) for one, amount in met):
                yield chosen
            return
        if stage < fixed:
            tried = [(cell, 1, left) for cell in self.fixed[stage]]
        else:
            cell = self.free[stage - fixed]
            before, here, behind = left[: cell.slot], left[cell.slot], left[cell.slot + 1 :]
            counts = range(min(cell.most, here), -1, -1)
            tried = [(cell, count, (*before, here - count, *behind)) for count in counts]
        found = False
        for cell, count, rest in tried:
            after = self._after(sums, cell, count)
            if after is not None:
                more = (*chosen, (cell, count)) if count else chosen
                for filling in self._fill(stage + 1, rest, after, more):
                    found = True
                    yield filling
        if not found:
            self.dead.add(state)

    def _after(self, sums: Amounts, cell: Cell, count: int) -> Amounts | None:
        """The sums with so many groups of a cell, or None where one can no longer be met."""
        found = []
        for total, before, weight in zip(self.sums, sums, cell.weights, strict=True):
            amount = before + weight * count
            if total.is_plain and total.at_least:
                amount = min(amount, total.bound)
            elif total.is_plain and amount > total.bound:
                return None
            found.append(amount)
        return tuple(found)

    # -- tiles ------------------------------------------------------------------------------------------

    def _can_pack(self, chosen: Chosen) -> bool:
        """Whether so many different groups of each cell can lie side by side."""
        wanted = sorted([(cell.tiles, count) for cell, count in chosen], key=lambda pair: len(pair[0]))
        self.packing = 0
        return self._pack(wanted, 0, 0, list(self.copies))

    def _pack(
        self, wanted: list[tuple[tuple[Kinds, ...], int]], taken: int, first: int, left: list[int]
    ) -> bool:
        self.packing += 1
        if self.packing > MOST_PACKING_STEPS or not wanted:
            return True
        groups, count = wanted[0]
        if taken == count:
            return self._pack(wanted[1:], 0, 0, left)
        return any(
            (rest := without(left, groups[place])) is not None and self._pack(wanted, taken + 1, place, rest)
            for place in range(first, len(groups))
        )


# ---- conditions together

MOST_VARIANTS = 80
MOST_INSTANCES = 200
Templates = tuple[Node, ...]


class Hands:
    """The complete hands that agree with claims, beside templates that have to be bound."""

    def __init__(self, claims: Claims, templates: Sequence[Templates]) -> None:
        self.claims, self.templates = claims, templates
        self.world, self.ruleset = claims.world, claims.ruleset
        self.together = claims.together

    def exist(self) -> bool:
        """Whether there is one."""
        asked = (part.op for literal in self.together for part in literal.node.walk())
        if not self.templates and not any(op in ("call", "fact") for op in asked):
            return True  # nothing is said that only certain hands fulfil
        return any(
            self._shapes_fit(variant, winds) for winds in self._winds() for variant in self._variants(winds)
        )

    def _winds(self) -> Sequence[Winds | None]:
        """The winds of seat and round that are worth trying: all where a condition asks them."""
        nodes = [literal.node for literal in self.together]
        nodes += [template for row in self.templates for template in row]
        asked = {p.args[0] for node in nodes for p in node.walk() if p.op == "given"}
        if not asked & {"seat_wind", "round_wind"}:
            return [None]
        winds = [1 << kind for kind in self.world.tileset.winds] or [0]
        dealer = self.claims.truths.get(("fact", ("dealer",)))
        seats = winds if dealer is None else winds[:1] if dealer else winds[1:] or [0]
        return [Winds(seat, around) for seat, around in product(seats, winds)]

    # -- what is demanded, and how many different values there are --------------------------------------

    def _variants(self, winds: Winds | None) -> Iterator[Demands]:
        """What the literals demand, for each choice of suits (or other values) that they leave."""
        world, templates = self.world, tuple(self.templates)
        shapes = frozenset(shape.id for shape in self.ruleset.shapes)
        demands = Demands(world, winds, world.all_bits, world.every, shapes, templates=templates)
        for literal in self.together:
            if literal.node.op != "compare":
                demands = demands.with_literal(literal)
        for total, op in self.claims.sums:
            demands = self._with_sum(demands, total, op)
        found = [demands]
        for key, left in self.claims.numbers.items():
            if key == ("fact", ("suits",)):
                attribute = self.world.tileset.attributes[0]
            elif is_call(key, "values") and isinstance(key, tuple):
                attribute = key[1][1]
            else:
                continue
            values = self.world.tiles_by_value(attribute)
            sizes = range(int(max(left.low, 0)), int(min(left.high, len(values))) + 1)
            choices = [choice for size in sizes for choice in combinations(values, size)]
            if len(choices) * len(found) <= MOST_VARIANTS:
                found = [self._with_values(one, choice, values) for one in found for choice in choices]
        yield from found

    def _with_sum(self, demands: Demands, total: Linear, op: str) -> Demands:
        """The part of a comparison that counts groups or tiles, with the rest as a range."""
        size = len(self.world.elements)
        self.world.spend(size // 10)
        low, high, rest, counted = [0] * size, [0] * size, Linear({}, total.constant), False
        for key, term in total.terms.items():
            weights = demands.weights(term.node) if term.times.denominator == 1 else None
            if weights is None:
                rest = rest + Linear({key: term})
                continue
            counted, times = True, int(term.times)
            first, second = weights if times > 0 else weights[::-1]
            low = [old + times * new for old, new in zip(low, first, strict=True)]
            high = [old + times * new for old, new in zip(high, second, strict=True)]
        found = sums_of(tuple(low), tuple(high), self.claims.range_of(rest), op) if counted else ()
        asking = (one for one in found if not (one.at_least and one.bound <= 0 and one.is_plain))
        return replace(demands, sums=(*demands.sums, *asking))  # one that every hand meets is left out

    def _with_values(self, demands: Demands, choice: tuple[int, ...], values: tuple[int, ...]) -> Demands:
        other = sum(mask for mask in values if mask not in choice)
        found = demands.on_tiles(~other)
        for mask in choice:
            found = found.with_tile(mask)
        return found

    # -- shapes -------------------------------------------------------------------------------------------

    def _shapes_fit(self, demands: Demands, winds: Winds | None) -> bool:
        if not all(self._can_contain(text, demands.tiles) for text in demands.contains):
            return False
        for shape in self.ruleset.shapes:
            if shape.id in demands.shapes and self._is_open(shape.id):
                plans = islice(plans_of(shape, self.world), MOST_PLANS)  # the fewer, the more is possible
                if any(self._plan_fits(plan, demands, winds) for plan in plans):
                    return True
        return not self.ruleset.shapes

    def _is_open(self, shape: str) -> bool:
        """Whether the shape's own condition agrees with the literals."""
        condition = dict(self.ruleset.shape_conditions).get(shape)
        ways = alternatives(condition, self.ruleset) if condition is not None else [()]
        truths = self.claims.truths
        return any(all(truths.get(one.key, one.holds) == one.holds for one in way) for way in ways)

    def _plan_fits(self, plan: Plan, demands: Demands, winds: Winds | None) -> bool:
        """Whether a plan can be filled, for each list of templates with some of its sets there."""
        return all(
            any(
                count > MOST_INSTANCES
                or ((rest := _with_groups(plan, groups)) and Filling(rest, demands).succeeds())
                for count, groups in enumerate(bound_groups(self.world, row, demands.tiles, winds))
            )
            for row in demands.templates or ((),)
        )

    def _can_contain(self, text: str, tiles: int) -> bool:
        most = self.claims.ranges.hand_size
        for rows in knitted_rows(text, self.world.tileset):
            kinds = [kind for row in rows for kind in row]
            enough = all(kinds.count(kind) <= self.world.copies[kind] for kind in set(kinds))
            if enough and len(kinds) <= most and not mask_of(kinds) & ~tiles:
                return True
        return False


def _with_groups(plan: Plan, groups: Groups) -> Plan | None:
    """The plan with some of its places taken, or None where it has not so many."""
    more = [group for group in groups if group not in plan.fixed]
    taken = Counter(kind if kind in (PAIR, SINGLE) else SET for kind, _ in more)
    sets, pairs, singles = plan.sets - taken[SET], plan.pairs - taken[PAIR], plan.singles - taken[SINGLE]
    if min(sets, pairs, singles) < 0 or not {kind for kind, _ in more} <= {PAIR, SINGLE, *plan.kinds}:
        return None
    return replace(plan, fixed=(*plan.fixed, *more), sets=sets, pairs=pairs, singles=singles)


class Solver:
    """Answers questions about the conditions of one ruleset. `possible` is wrong in one direction only."""

    def __init__(self, ruleset: Ruleset, copies_are_said: bool = True) -> None:
        self.ruleset = ruleset
        self.world = World(ruleset, copies_are_said)
        self.ranges = Ranges(self.world)
        self._known: dict[object, bool] = {}

    def possible(self, *conditions: tuple[Node, bool], templates: Sequence[Templates] = ()) -> bool:
        """Whether conditions can hold (or fail, where the flag is false) together, beside templates.

        `templates` are lists that all have to be bound, each on its own.
        """
        if self.world.is_spent:
            return True
        key = (tuple((plain(node), holds) for node, holds in conditions), tuple(map(str, templates)))
        if key not in self._known:
            self._known[key] = self._possible(conditions, templates)
        return self._known[key]

    def _possible(self, conditions: Sequence[tuple[Node, bool]], templates: Sequence[Templates]) -> bool:
        try:
            if not all(self._fits(row) for row in templates):
                return False
            self.world.spend(25 + 8 * len(conditions) * (1 + len(conditions) // 10))
            parts = [alternatives(node, self.ruleset, holds) for node, holds in conditions]
            claims = (Claims(self.world, self.ranges, together) for together in both(parts))
            return any(one.agree and Hands(one, templates).exist() for one in claims)
        except (TooLarge, RecursionError):
            return True

    def _fits(self, row: Templates) -> bool:
        """Whether any sets at all fit templates together."""
        if str(row) not in self._known:
            self._known[str(row)] = next(instances(self.world, row), None) is not None
        return self._known[str(row)]

    def never(self, node: Node) -> bool:
        return not self.possible((node, True))

    def always(self, node: Node) -> bool:
        return not self.possible((node, False))
