"""Whether conditions can hold together in some hand: its winds, its suits, its shape, its groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorer.check.possible.bounds import Range, Ranges
from scorer.check.possible.claims import Claims, Linear, TooMany, alternatives, both, is_call
from scorer.check.possible.demands import Demanding, Demands, sums_of
from scorer.check.possible.filling import SET, Plan, can_fill, plans_of
from scorer.check.possible.instances import Groups, TooManyInstances, bound_groups, instances
from scorer.check.possible.world import PAIR, SINGLE, TooLarge, Winds, World
from scorer.language.nodes import Node, plain
from scorer.readings import knitted_rows
from scorer.ruleset.model import Ruleset
from scorer.tiles import mask_of
from scorer.values import replace

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
        return any(self._in_winds(winds) for winds in self._winds())

    # -- winds --------------------------------------------------------------------------------------------

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

    def _in_winds(self, winds: Winds | None) -> bool:
        asked = (part.op for literal in self.together for part in literal.node.walk())
        if not self.templates and not any(op in ("call", "fact") for op in asked):
            return True  # nothing is said that only certain hands fulfil
        demanding = Demanding(self.world, winds)
        demands = Demands(self.world.all_bits, self.world.every, templates=tuple(self.templates))
        for literal in self.together:
            if literal.node.op != "compare":
                demands = demanding.add(demands, literal)
        for total, op in self.claims.sums:
            demands = self._with_sum(demands, demanding, total, op)
        return any(self._shapes_fit(variant, winds) for variant in self._variants(demands))

    def _with_sum(self, demands: Demands, demanding: Demanding, total: Linear, op: str) -> Demands:
        """The part of a comparison that counts groups or tiles, with the rest as a range."""
        size = len(self.world.elements)
        self.world.spend(size // 10)
        low, high, rest, counted = [0] * size, [0] * size, Linear({}, total.constant), False
        for key, term in total.terms.items():
            weights = demanding.weights(term.node) if term.times.denominator == 1 else None
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

    # -- how many different values --------------------------------------------------------------------

    def _variants(self, demands: Demands) -> Iterator[Demands]:
        """The choices of suits (or other values) that the literals leave."""
        found = [demands]
        for attribute, left in self._limited_attributes():
            values = self._value_masks(attribute)
            sizes = range(int(max(left.low, 0)), int(min(left.high, len(values))) + 1)
            choices = [choice for size in sizes for choice in combinations(values, size)]
            if len(choices) * len(found) > MOST_VARIANTS:
                continue
            found = [self._with_values(one, choice, values) for one in found for choice in choices]
        yield from found

    def _limited_attributes(self) -> Iterator[tuple[str, Range]]:
        for key, left in self.claims.numbers.items():
            if key == ("fact", ("suits",)):
                yield self.world.tileset.attributes[0], left
            elif is_call(key, "values") and isinstance(key, tuple):
                yield key[1][1], left

    def _value_masks(self, attribute: str) -> tuple[int, ...]:
        masks: dict[object, int] = {}
        for index in self.world.tileset.playing:
            kind = self.world.tileset.kinds[index]
            value = kind.id if attribute == "tile" else kind.attribute.get(attribute)
            if value is not None:
                masks[value] = masks.get(value, 0) | 1 << index
        return tuple(masks.values())

    def _with_values(self, demands: Demands, choice: tuple[int, ...], values: tuple[int, ...]) -> Demands:
        other = sum(mask for mask in values if mask not in choice)
        found = demands.on_tiles(self.world.every & ~other, self.world)
        for mask in choice:
            found = found.some(self.world.touching(mask, "has"))
        return found

    # -- shapes -------------------------------------------------------------------------------------------

    def _shapes_fit(self, demands: Demands, winds: Winds | None) -> bool:
        if not all(self._can_contain(text, demands.tiles) for text in demands.contains):
            return False
        for shape in self.ruleset.shapes:
            wanted = demands.shapes is None or shape.id in demands.shapes
            is_open = wanted and shape.id not in demands.not_shapes and self._is_open(shape.id)
            plans = plans_of(shape, self.world) if is_open else []
            if any(self._plan_fits(plan, demands, winds) for plan in plans):
                return True
        return not self.ruleset.shapes

    def _is_open(self, shape: str) -> bool:
        """Whether the shape's own condition agrees with the literals."""
        condition = dict(self.ruleset.shape_conditions).get(shape)
        if condition is None:
            return True
        ways = alternatives(condition, self.ruleset)
        return any(
            all(self.claims.truths.get(lit.key, lit.holds) == lit.holds for lit in way) for way in ways
        )

    def _plan_fits(self, plan: Plan, demands: Demands, winds: Winds | None) -> bool:
        """Whether a plan can be filled, for each list of templates with some of its sets there."""
        return all(
            any(
                count > MOST_INSTANCES
                or ((rest := _with_groups(plan, groups)) and can_fill(self.world, rest, demands))
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
        self._fitting: dict[str, bool] = {}

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
        except (TooMany, TooLarge, TooManyInstances, RecursionError):
            return True

    def _fits(self, row: Templates) -> bool:
        """Whether any sets at all fit templates together."""
        key = str(row)
        if key not in self._fitting:
            self._fitting[key] = next(instances(self.world, row), None) is not None
        return self._fitting[key]

    def never(self, node: Node) -> bool:
        return not self.possible((node, True))

    def always(self, node: Node) -> bool:
        return not self.possible((node, False))
