"""A search for a hand in which given conditions hold together.

Conditions are turned into alternatives of simple literals, which must agree about numbers and options. Each
shape has plans with places for groups, some of them fixed and the others open. Elements that no demand
distinguishes form a cell. The search chooses how many groups come from each cell, and then checks that the
copies of the tiles suffice for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product

from scorer.check.bounds import Linear, Range, Ranges, can_be, linear_difference, single_number
from scorer.check.demands import (
    WEIGHTS_BY_FACT,
    WEIGHTS_BY_FUNCTION,
    Conjunction,
    Demands,
    Literal,
    Weights,
    combined_alternatives,
    literals_of,
    sum_of_weights,
    ways_to_hold,
)
from scorer.check.world import (
    MOST_OF_ONE,
    MOST_WORK,
    PAIR,
    SINGLE,
    Groups,
    Templates,
    Undecided,
    Winds,
    World,
    copies_without,
    instances,
)
from scorer.hand import DEALER, WINDS
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import FUNCTIONS
from scorer.ruleset.model import Ruleset, Value
from scorer.shapes import Kinds, Shape, knitted_rows
from scorer.tiles import kinds_mask, mask_kinds
from scorer.values import dataclass, replace

# ---- the ways to fill a shape

MOST_PLANS = 64


@dataclass(frozen=True)
class Plan:
    """The places of a shape: `fixed_groups`, then free sets of `kinds`, pairs and single tiles.

    `tiles` are the kinds of tile that the free places may have, `singles_mask` those of single tiles, both as
    bit masks. `copies` is how often a pair or single tile of one kind may occur: once in a hand of different
    pairs. If `flowers` is true, a flower alone has won.
    """

    fixed_groups: Groups = ()
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: frozenset[str] = frozenset()
    is_concealed: bool = False
    tiles: int = -1
    singles_mask: int = -1
    copies: int = 99
    flowers: bool = False

    def without_groups(self, groups: Groups) -> Plan | None:
        """The plan with some of its places taken, or None if it has too few."""
        more = [group for group in groups if group not in self.fixed_groups]
        taken = Counter(kind if kind in (PAIR, SINGLE) else SET for kind, _ in more)
        sets, pairs, singles = self.sets - taken[SET], self.pairs - taken[PAIR], self.singles - taken[SINGLE]
        if min(sets, pairs, singles) < 0 or not {kind for kind, _ in more} <= {PAIR, SINGLE, *self.kinds}:
            return None
        return replace(
            self, fixed_groups=(*self.fixed_groups, *more), sets=sets, pairs=pairs, singles=singles
        )


def plans_of(shape: Shape, world: World) -> Iterator[Plan]:
    """All plans of a shape. In a free shape, pairs that name their kind are sets of that kind."""
    pairs, kinds = 0 if shape.pair_kind else shape.pairs, frozenset(shape.set_kinds)
    singles_mask = shape.mask or -1
    free = Plan(
        (), shape.kind_group_count, pairs, shape.singles, kinds, shape.concealed, singles_mask=singles_mask
    )
    if shape.way == "flowers":
        yield Plan(is_concealed=True, flowers=True)
    elif shape.way == "pairs":
        yield Plan(pairs=shape.pairs, is_concealed=True, copies=2 if shape.different else 99)
    elif shape.way == "one_of_each":
        tiles = list(mask_kinds(shape.mask)) if not shape.mask & ~world.every else []
        for twice in tiles:
            fixed = tuple((SINGLE, (kind,)) for kind in tiles if kind != twice)
            yield Plan((*fixed, (PAIR, (twice, twice))), is_concealed=True)
    elif shape.way == "fixed":
        for rows in world.tables.row_choices(shape.knitted):
            if all(world.every >> kind & 1 for _, row in rows for kind in row):
                yield replace(free, fixed_groups=rows)
    elif shape.way == "different":
        every = (row for choice in knitted_rows(shape.knitted, world.tileset) for row in choice)
        allowed = shape.mask | kinds_mask(kind for row in every for kind in row)
        yield Plan(singles=shape.size, is_concealed=True, tiles=allowed, copies=1)
    else:
        yield free


# ---- the search

MOST_SEARCH_STEPS = 6_000
MOST_PACKING_STEPS = 400
MOST_FILLINGS = 60
SET = "set"


@dataclass(frozen=True)
class Cell:
    """Groups for one slot to which all demands give the same weight, and how many of them can occur at
    once.
    """

    slot: int
    weights: tuple[int, ...]
    tiles: tuple[Kinds, ...]
    limit: int


ChosenCells = tuple[tuple[Cell, int], ...]
GroupsLeft = tuple[int, ...]
"""The numbers of sets, pairs and single tiles still to be chosen."""
Amounts = tuple[int, ...]
"""The current value of each sum."""


class Filling:
    """A search for groups that fill a plan."""

    def __init__(self, plan: Plan, demands: Demands) -> None:
        self.world = world = demands.world
        self.copies = [min(copies, plan.copies) for copies in world.copies_by_kind]
        weighing = demands.of_flowers if plan.flowers else demands.of_groups
        self.sums, self.alike = weighing.sums, weighing.alike
        self.bounds = [(total.rises, total.falls, total.lower_bound) for total in self.sums]
        self.nothing: Amounts = (0,) * len(self.sums)
        self.steps = self.packing = 0
        self.dead: set[tuple[int, GroupsLeft, Amounts]] = set()
        world.spend(5 + len(world.elements) // 10)
        allowed = demands.allowed_elements & ~(world.elements_in_state("called") if plan.is_concealed else 0)
        self.left: GroupsLeft = (plan.sets, plan.pairs, plan.singles)
        self.fixed = [
            self._cells_of_slot(world.states_of.get(group, 0) & allowed, 0, 1) for group in plan.fixed_groups
        ]
        within = world.touching(plan.tiles & world.every, "of")
        sets = sum(world.of_kind.get(kind, 0) for kind in plan.kinds)
        single = world.of_kind.get(SINGLE, 0) & world.touching(plan.singles_mask & world.every, "of")
        places = (sets, world.of_kind.get(PAIR, 0) & within, single & within)
        slots = [(slot, most) for slot, most in enumerate(self.left) if most]
        self.free = [
            c for slot, most in slots for c in self._cells_of_slot(places[slot] & allowed, slot, most)
        ]

    def succeeds(self) -> bool:
        """Whether the plan can be filled; true if that cannot be decided."""
        fillings = self._choices_from(0, self.left, self.nothing, ()) if all(self.fixed) else iter(())
        try:
            return any(count > MOST_FILLINGS or self._can_pack(one) for count, one in enumerate(fillings))
        except Undecided:
            return True

    def _cells_of_slot(self, elements: int, slot: int, count: int) -> list[Cell]:
        """The cells of elements that may take `count` places of a slot, one for elements of equal weight."""
        alike = [(both, weights) for places, weights in self.alike if (both := places & elements)]
        alike.sort(key=lambda cell: cell[0] & -cell[0])  # as the elements come
        return [
            Cell(slot, weights, tiles := self.world.tiles_of(places), self._most_copies(tiles, count))
            for places, weights in alike
        ]

    def _most_copies(self, tiles: Iterable[Kinds], count: int) -> int:
        total = 0
        for group in tiles:
            total += min(self.copies[kind] // group.count(kind) for kind in group)
            if total >= count:
                return count
        return total

    def _choices_from(
        self, stage: int, groups_left: GroupsLeft, sums: Amounts, cells: ChosenCells
    ) -> Iterator[ChosenCells]:
        """All choices from a stage on: the state of each fixed group, then the number of groups from each
        cell.
        """
        fixed, last = len(self.fixed), len(self.fixed) + len(self.free)
        while fixed <= stage < last and not groups_left[self.free[stage - fixed].slot]:
            stage += 1  # nothing more is taken from these cells
        state = (stage, groups_left, sums)
        self.steps += 1
        self.world.spend()
        if self.steps > MOST_SEARCH_STEPS:
            raise Undecided("too many steps")
        if state in self.dead:
            return
        if stage == last:
            met = zip(self.sums, sums, strict=True)
            if not any(groups_left) and all(amount >= total.lower_bound for total, amount in met):
                yield cells
            return
        if stage < fixed:
            tried = [(cell, 1, groups_left) for cell in self.fixed[stage]]
        else:
            cell = self.free[stage - fixed]
            before, here, behind = (
                groups_left[: cell.slot],
                groups_left[cell.slot],
                groups_left[cell.slot + 1 :],
            )
            counts = range(min(cell.limit, here), -1, -1)
            tried = [(cell, count, (*before, here - count, *behind)) for count in counts]
        found = False
        for cell, count, rest in tried:
            after = self._after(sums, cell, count)
            if after is not None:
                more = (*cells, (cell, count)) if count else cells
                for filling in self._choices_from(stage + 1, rest, after, more):
                    found = True
                    yield filling
        if not found:
            self.dead.add(state)

    def _after(self, sums: Amounts, cell: Cell, count: int) -> Amounts | None:
        """The sums after taking groups from a cell, or None if one can no longer be met."""
        if not count and sums is not self.nothing:  # as it was found before
            return sums
        found = []
        for (rises, falls, lower_bound), before, weight in zip(self.bounds, sums, cell.weights, strict=True):
            amount = before + weight * count
            if falls and amount < lower_bound:
                return None
            found.append(lower_bound if rises and amount > lower_bound else amount)
        return tuple(found)

    def _can_pack(self, cells: ChosenCells) -> bool:
        """Whether the chosen numbers of different groups of each cell can occur together."""
        wanted = sorted([(cell.tiles, count) for cell, count in cells], key=lambda pair: len(pair[0]))
        self.packing = 0
        return self._pack(wanted, 0, 0, self.copies)

    def _pack(
        self,
        group_counts: list[tuple[tuple[Kinds, ...], int]],
        count_taken: int,
        first_place: int,
        copies_left: list[int],
    ) -> bool:
        self.packing += 1
        if self.packing > MOST_PACKING_STEPS or not group_counts:
            return True
        groups, count = group_counts[0]
        if count_taken == count:
            return self._pack(group_counts[1:], 0, 0, copies_left)
        return any(
            (rest := copies_without(copies_left, groups[place])) is not None
            and self._pack(group_counts, count_taken + 1, place, rest)
            for place in range(first_place, len(groups))
        )


# ---- literals together

MOST_VARIANTS = 80
DEALER_FACT = comparable_tree(Node("fact", ("dealer",)))
MOST_INSTANCES = 200


class OptionsCase:
    """Literals that must hold together with templates that must be bound. Tells whether they agree about
    booleans, words and numbers, and whether some hand satisfies them.
    """

    def __init__(
        self, world: World, ranges: Ranges, conditions: Conjunction, templates: tuple[Templates, ...]
    ) -> None:
        self.world, self.ranges, self.ruleset = world, ranges, world.ruleset
        self.together, self.templates = conditions, templates
        self.truths: dict[object, bool] = {}
        self.only: dict[str, object] = {}
        self.words: dict[str, frozenset[Value]] = {}
        self.numbers: dict[object, Range] = {}
        seats = ranges.range_of(Node("fact", ("players",))).high
        self.winds = {"seat": {*WINDS[: int(min(seats, len(WINDS)))]}, "round": {*WINDS}}
        """the seats and rounds that are left, by the function that asks for one"""
        self.sums: list[tuple[Linear, str]] = []

    def is_possible(self) -> bool:
        """Whether the literals agree and some hand satisfies them."""
        if not all(self._agrees(*literal) for literal in self.together):
            return False
        if not all(can_be(self._range_of(total), op) for total, op in self.sums):
            return False
        asked = (part.op for node, _ in self.together for part in node.walk())
        if not self.templates and not any(op in ("call", "fact") for op in asked):
            return True  # no literal depends on the hand
        return any(self._shapes_fit(demands) for winds in self._winds() for demands in self._variants(winds))

    # -- booleans, words and numbers ----------------------------------------------------------------------

    def _agrees(self, node: Node, holds: bool) -> bool:
        """Adds a literal. Returns whether it agrees with the earlier ones."""
        if node.op == "compare":
            return self._narrow_comparison(*node.args)
        if node.op == "fact" and holds and node.args[0] not in self.world.possible_facts:
            return False  # neither the engine nor a circumstance makes it true
        if not self._narrow_winds(node, holds):
            return False
        key = comparable_tree(node)
        is_only_one = holds and node.op == "call" and FUNCTIONS[node.args[0]].is_exclusive
        if is_only_one and self.only.setdefault(node.args[0], key) != key:
            return False
        return self.truths.setdefault(key, holds) == holds

    def _narrow_comparison(self, left: Node, op: str, right: Node) -> bool:
        if "word" in (left.op, right.op):
            return self._narrow_word(*((left, right) if left.op == "option" else (right, left)), op == "==")
        total = linear_difference(left, right, self.ruleset)
        self.sums.append((total, op))
        if not total.terms:
            return can_be(single_number(total.constant), op)
        (key, term), *others = total.terms.items()
        if others:  # comparisons of the same terms narrow their sum
            scaled = total.multiple(1 / term.times)
            key = "sum", tuple(sorted((repr(of), one.times) for of, one in scaled.terms.items()))
            before = self.numbers.get(key, self._range_of(Linear(scaled.terms)))
        else:
            before = self._remaining_range(key, term.node)
        self.numbers[key] = after = total.narrowing(before, op)
        is_option = term.node.op == "option" and not others
        choices = self.world.option_by_id(term.node.args[0]).choices if is_option else ()
        numbers = [value for value in choices if isinstance(value, int)]
        has_choice = not numbers or any(after.low <= value <= after.high for value in numbers)
        return has_choice and not after.is_empty

    def _narrow_winds(self, node: Node, holds: bool) -> bool:
        """Narrows the seats or rounds by a literal about one of them. Returns whether one is left."""
        if node.op == "call" and node.args[0] in self.winds:
            word, wind = node.args
        elif comparable_tree(node) == DEALER_FACT:
            word, wind = "seat", DEALER
        else:
            return True
        self.winds[word] = {kept for kept in self.winds[word] if (kept == wind) == holds}
        return bool(self.winds[word])

    def _narrow_word(self, option: Node, word: Node, is_equal: bool) -> bool:
        """Narrows an option by a comparison with one of its words. Returns whether words are left."""
        if option.op != "option":
            return True
        name, wanted = option.args[0], word.args[0]
        before = self.words.get(name, frozenset(self.world.option_values(name)))
        self.words[name] = frozenset(kept for kept in before if (kept == wanted) == is_equal)
        return bool(self.words[name])

    def _range_of(self, total: Linear) -> Range:
        """The possible values of a sum."""
        parts = (
            self._remaining_range(key, term.node) * single_number(term.times)
            for key, term in total.terms.items()
        )
        return sum(parts, single_number(total.constant))

    def _remaining_range(self, key: object, node: Node) -> Range:
        """The possible values that remain for a number."""
        return self.numbers.get(key, self.ranges.range_of(node))

    # -- demands for all winds and values of tiles ----------------------------------------------

    def _winds(self) -> Sequence[Winds | None]:
        """The winds of seat and round to try: all of them if a condition depends on winds."""
        nodes = [node for node, _ in self.together]
        nodes += [template for row in self.templates for template in row]
        asked = {p.args[0] for node in nodes for p in node.walk() if p.op == "given"}
        if not asked & {"seat_wind", "round_wind"}:
            return [None]
        tiles = {wind: 1 << kind for wind, kind in zip(WINDS, self.world.tileset.winds, strict=False)}
        seats, rounds = (
            [tiles[wind] for wind in tiles if wind in self.winds[word]] for word in ("seat", "round")
        )
        return list(product(seats or [0], rounds or [0]))

    def _variants(self, winds: Winds | None) -> Iterator[Demands]:
        """The demands of the literals, for each choice of suits (or other values) that they allow."""
        world, shapes = self.world, frozenset(shape.id for shape in self.ruleset.shapes)
        demands = Demands(world, winds, world.all_bits, world.every, shapes, templates=self.templates)
        for literal in self.together:
            if literal[0].op != "compare":
                demands = demands.with_literal(*literal)
        for total, op in self.sums:
            if op in (">", ">=", "=="):
                demands = self._with_sum(demands, total, op == ">")
            if op in ("<", "<=", "=="):
                demands = self._with_sum(demands, total.multiple(-1), op == "<")
        found = [demands]
        for key, left in self.numbers.items():  # attributes whose number of values is restricted
            match key:
                case ("fact", ("suits",)):
                    values = world.tiles_by_value(world.tileset.attributes[0])
                case ("call", ("values", str(attribute))):
                    values = world.tiles_by_value(attribute)
                case _:
                    continue
            sizes = range(int(max(left.low, 0)), int(min(left.high, len(values))) + 1)
            every = chain.from_iterable(combinations(values, size) for size in sizes)
            choices = [*islice(every, MOST_VARIANTS + 1)]
            if len(choices) * len(found) <= MOST_VARIANTS:
                found = [one.with_values(choice, values) for one in found for choice in choices]
        yield from found

    def _with_sum(self, demands: Demands, total: Linear, is_strict: bool) -> Demands:
        """The part of a comparison with zero that counts groups or tiles, with the rest as a range."""
        self.world.spend(len(self.world.elements) // 10)
        weights, rest, counted = Weights(), Linear({}, total.constant), False
        for key, term in total.terms.items():
            table = {"call": WEIGHTS_BY_FUNCTION, "fact": WEIGHTS_BY_FACT}.get(term.node.op, {})
            weigh = table.get(term.node.args[0])
            added = weigh(demands, *term.node.args[1:]) if weigh and term.times.denominator == 1 else None
            if added is None:
                rest = rest + Linear({key: term})
            else:
                counted, times = True, int(term.times)
                weights = sum_of_weights(weights, added[times > 0], times)
        return demands.with_sum(weights, self._range_of(rest), is_strict) if counted else demands

    # -- shapes -------------------------------------------------------------------------------------------

    def _shapes_fit(self, demands: Demands) -> bool:
        if not all(self._can_contain(text, demands.tiles) for text in demands.contains):
            return False
        for shape in self.ruleset.shapes:
            if shape.id in demands.shapes and self._is_open(shape.id):
                plans = [*islice(plans_of(shape, self.world), MOST_PLANS + 1)]
                if len(plans) > MOST_PLANS or any(self._plan_fits(plan, demands) for plan in plans):
                    return True
        return not self.ruleset.shapes

    def _is_open(self, shape: str) -> bool:
        """Whether the shape's own condition agrees with the literals."""
        condition = dict(self.ruleset.shape_conditions).get(shape)
        ways = ways_to_hold(condition, self.ruleset) if condition is not None else [()]
        return any(
            all(self.truths.get(comparable_tree(node), holds) == holds for node, holds in way) for way in ways
        )

    def _plan_fits(self, plan: Plan, demands: Demands) -> bool:
        """Whether a plan can be filled that contains sets for each list of templates."""
        return all(
            any(
                count > MOST_INSTANCES
                or ((rest := plan.without_groups(groups)) and Filling(rest, demands).succeeds())
                for count, groups in enumerate(self._template_bindings(row, demands))
            )
            for row in demands.templates or ((),)
        )

    def _template_bindings(self, row: Templates, demands: Demands) -> Iterator[Groups]:
        """The different collections of groups to which templates can be bound."""
        seen: set[Groups] = set()
        for instance, _ in instances(self.world, row, demands.tiles, demands.winds):
            groups = tuple(sorted(instance))
            if groups not in seen:
                yield groups
            seen.add(groups)

    def _can_contain(self, text: str, tiles: int) -> bool:
        for rows in knitted_rows(text, self.world.tileset):
            kinds = [kind for row in rows for kind in row]
            is_there = copies_without(self.world.copies_by_kind, tuple(kinds)) is not None
            if is_there and len(kinds) <= self.ranges.hand_size() and not kinds_mask(kinds) & ~tiles:
                return True
        return False


# ---- questions


MOST_KNOWN = 4000
"""The most answers that are kept from one question to the next."""


class Solver:
    """Answers questions about the conditions of one ruleset. If `possible` is false, the conditions are
    certainly impossible.
    """

    def __init__(self, ruleset: Ruleset, copies_are_said: bool = True) -> None:
        self.ruleset = ruleset
        self.world = World(ruleset, copies_are_said)
        self.ranges = Ranges(self.world)
        self._known: dict[object, bool] = {}

    def renew(self) -> None:
        """Begin a new question with a full budget, and forget answers if there are many."""
        self.world.work = 0
        if len(self._known) > MOST_KNOWN:
            self._known.clear()

    def possible(self, *conditions: Literal, templates: Sequence[Templates] = ()) -> bool:
        """Whether conditions can hold (or fail, if the flag is false) together with templates.

        `templates` are lists that must all be bound, each separately.
        """
        if self.world.is_spent:
            return True
        key = (
            tuple((comparable_tree(node), holds) for node, holds in conditions),
            tuple(map(str, templates)),
        )
        if key not in self._known:
            self._known[key] = self._possible(conditions, templates)
        return self._known[key]

    def _possible(self, conditions: Sequence[Literal], templates: Sequence[Templates]) -> bool:
        self.world.until = min(self.world.work + MOST_OF_ONE, MOST_WORK)
        try:
            if not all(self._can_fit(row) for row in templates):
                return False
            self.world.spend(25 + 8 * len(conditions) * (1 + len(conditions) // 10))
            parts = [ways_to_hold(node, self.ruleset, holds) for node, holds in conditions]
            cases = (
                OptionsCase(self.world, self.ranges, together, tuple(templates))
                for together in combined_alternatives(parts)
            )
            found = any(case.is_possible() for case in cases)
        except (Undecided, RecursionError):
            return True
        finally:
            self.world.until = MOST_WORK
        if found:  # what can hold together can hold alone
            alone = [one for node, holds in conditions for one in literals_of(node, holds)]
            self._known |= {(((comparable_tree(node), holds),), ()): True for node, holds in alone}
        return found

    def _can_fit(self, row: Templates) -> bool:
        """Whether any sets fit the templates together."""
        if str(row) not in self._known:
            self._known[str(row)] = next(instances(self.world, row), None) is not None
        return self._known[str(row)]

    def is_impossible(self, node: Node) -> bool:
        return not self.possible((node, True))

    def always(self, node: Node) -> bool:
        return not self.possible((node, False))
