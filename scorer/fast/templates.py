"""Templates as ground instances: every bag of particular sets that a list of templates can bind.

A set has a *lane*, a small counter in the reading; sets that no template tells apart share one. An instance
is the sum of its lanes' lowest bits, so at run time a sub-bag of a reading is an instance if its sum is in
the table, and nothing is ever bound again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.match import Letters, Term, bind_values, shared_values
from scorer.fast.compiled_form import (
    BitRange,
    InstanceSum,
    LaneForm,
    LaneOrder,
    LanePlace,
    PlacedPattern,
    PlacedSum,
)
from scorer.fast.fallback import Unsupported
from scorer.fast.groups import class_mask, given_masks
from scorer.fast.layout import CONTEXTS, Layout, most_rows
from scorer.fast.lower import Lowering, Templates
from scorer.fast.packing import Context

if TYPE_CHECKING:
    from scorer.fast.compiled_form import Place


MOST_INSTANCES = 20_000
MOST_TRIED = 100_000
"""bindings of one ruleset; a second or so"""
Bag = tuple[int, ...]
"""lanes by their numbers, in order"""


class Lane(NamedTuple):
    """Sets that templates cannot tell apart: the words that name their kind, and their tiles."""

    words: frozenset[tuple[str, ...]]
    tiles: tuple[int, ...]
    kind: str
    limit: int


class Candidate(NamedTuple):
    """A lane that a template can take, with the values that its terms compare."""

    lane: int
    values: tuple[int | str, ...]


class TemplateLanes(NamedTuple):
    """One template: its terms, and the lanes that it can take; `letter` is that of its first term which has
    one, and `by_value` the same lanes by what they bind this letter to.
    """

    terms: tuple[tuple[str, Term], ...]
    lanes: tuple[Candidate, ...]
    letter: str = ""
    by_value: Mapping[tuple[str, int | str], tuple[Candidate, ...]] = MappingProxyType({})


class TooManyBindings(Exception):
    """The templates of one ruleset can be bound in too many ways."""


def may_fit_often(lowering: Lowering, times: int = 1) -> bool:
    """Whether templates, if there were so many times as many, may fit in too many ways, estimated from how
    many sets and letters there are.

    Counting the ways takes longer; nearly all rulesets need no count.
    """
    tuples, kinds = lowering.ruleset.set_tables.tuples, lowering.ruleset.tileset.kinds
    values: dict[str, int] = {"tile": len(kinds)}
    every = (*lowering.counted_templates, *lowering.pattern_templates.values())
    tried = 0
    for alternative in chain.from_iterable(templates.alternatives for templates in every):
        ways = 1
        bound: set[str] = set()
        for words, terms, tiles in alternative:
            sets = len({tuple(sorted(set(one))) for word in words for one in tuples[word]})
            letters = {str(term[1]): attribute for attribute, term in terms if term[0] != "value"}
            free = [attribute for letter, attribute in letters.items() if letter not in bound]
            for attribute in free:
                if attribute not in values:
                    values[attribute] = len({kind.attribute_values.get(attribute) for kind in kinds})
            ways *= sets if tiles is not None else min(sets, prod(values[attribute] for attribute in free))
            bound |= letters.keys()
        tried += ways
        if ways > MOST_INSTANCES or times * tried > MOST_TRIED:
            return True
    return False


class TemplateInstances:
    """Every instance of templates, and the lanes that they are made of."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering, self.ruleset, self.attempts = lowering, lowering.ruleset, 0
        every = [*lowering.counted_templates, *lowering.pattern_templates.values()]
        self.words = {
            kinds for alternatives, _ in every for templates in alternatives for kinds, _, _ in templates
        }
        self.lanes: list[Lane] = []
        self.number: dict[tuple[frozenset[tuple[str, ...]], tuple[int, ...]], int] = {}
        """of the lane of words and tiles"""
        self._open_lanes()
        self._lanes_of_templates: dict[tuple[object, ...], TemplateLanes] = {}
        self.bags = [self._bags(templates, 0) for templates in lowering.counted_templates]
        self.instances: dict[str, dict[Bag, int]] = {}
        """by pattern its instances, with a bit for each context in which they are such"""
        for name, templates in lowering.pattern_templates.items():
            found = self.instances[name] = {}
            classes = [part.tiles for parts in templates.alternatives for part in parts]
            asks = any(tiles is not None and tiles.op != "mask" for tiles in classes)
            for context in range(CONTEXTS) if asks else (0,):
                for bag in self._bags(templates, context):
                    found[bag] = found.get(bag, 0) | (1 << context if asks else -1)

    def _open_lanes(self) -> None:
        ruleset, kinds, jokers = self.ruleset, self.ruleset.tileset.kinds, self.ruleset.tileset.jokers
        sets = max(shape.sets + most_rows(shape, ruleset) + shape.pairs for shape in ruleset.shapes)
        for name, tuples in ruleset.set_tables.tuples.items():
            for tiles in tuples:
                key = self._set_key(name, tiles)
                if key[0] and key not in self.number:
                    most = min((kinds[kind].copies + jokers) // tiles.count(kind) for kind in tiles)
                    self.number[key] = len(self.lanes)
                    self.lanes.append(Lane(*key, name, max(1, min(most, sets))))

    def _set_key(
        self, kind: str, tiles: tuple[int, ...]
    ) -> tuple[frozenset[tuple[str, ...]], tuple[int, ...]]:
        """What tells a set apart; a kong stands with its pung where every template takes both."""
        return frozenset(word for word in self.words if kind in word), tuple(sorted(set(tiles)))

    def _bags(self, templates: Templates, context: int) -> set[Bag]:
        """The bags of sets that templates bind with the winds of a context in force."""
        given = given_masks(Context(context), self.lowering.given_classes, self.ruleset.tileset.winds)
        bags: set[Bag] = set()
        for alternative in templates.alternatives:
            parts = [
                self._template_lanes(kinds, terms, None if tiles is None else class_mask(tiles, given))
                for kinds, terms, tiles in alternative
            ]
            try:
                for bag, letters in self._template_bindings(parts, (), {}):
                    if self.lowering.accepts(templates.letter_condition, letters):
                        bags.add(tuple(sorted(bag)))
            except TooManyBindings:
                raise self._too_many(templates, f"are tried in more than {MOST_TRIED:,} ways") from None
            if len(bags) > MOST_INSTANCES:
                raise self._too_many(templates, f"fit in more than {MOST_INSTANCES:,} ways")
        return bags

    def _too_many(self, templates: Templates, problem: str) -> Unsupported:
        """Says which templates fit in too many ways, in the words of the rule file."""
        nodes = self.lowering.template_nodes[templates]
        texts = ", ".join(node.text for node in nodes)
        said = Unsupported(f"templates that {problem}: {texts}")
        said.node = nodes[0]
        return said

    def _template_lanes(
        self, kinds: tuple[str, ...], terms: tuple[tuple[str, Term], ...], mask: int | None
    ) -> TemplateLanes:
        """One template, with the lanes that its words and its class of tiles allow. What these have in each
        attribute is looked up once, because each of them is tried with many choices for other templates.
        """
        key = (kinds, terms, mask)
        if key not in self._lanes_of_templates:
            named = [(number, lane) for number, lane in enumerate(self.lanes) if kinds in lane.words]
            if mask is None:
                values = [shared_values(terms, lane.kind, lane.tiles, self.ruleset) for _, lane in named]
                pairs = zip(named, values, strict=True)
                lanes = tuple([Candidate(number, own) for (number, _), own in pairs if own is not None])
                self._lanes_of_templates[key] = _lanes_by_letter(terms, lanes)
            else:
                inside = [at for at, lane in named if all(mask >> kind & 1 for kind in lane.tiles)]
                self._lanes_of_templates[key] = TemplateLanes(
                    (), tuple([Candidate(number, ()) for number in inside])
                )
        return self._lanes_of_templates[key]

    def _template_bindings(
        self, parts: Sequence[TemplateLanes], bag: Bag, letters: Letters
    ) -> Iterator[tuple[Bag, Letters]]:
        if not parts:
            yield bag, letters
            return
        (terms, lanes, letter, by_value), rest = parts[0], parts[1:]
        if letter in letters:
            lanes = by_value.get(letters[letter], ())
        for number, values in lanes:
            if bag.count(number) >= self.lanes[number].limit:
                continue
            self.attempts += 1
            if self.attempts > MOST_TRIED:
                raise TooManyBindings
            bound = bind_values(terms, values, letters)
            if bound is not None and rest:
                yield from self._template_bindings(rest, (*bag, number), bound)
            elif bound is not None:
                yield (*bag, number), bound

    def _lane_parts(self) -> list[list[int]]:
        """Lanes that some template joins are in one part, which is remembered apart from others."""
        parts: list[set[int]] = []
        for bags in (*self.bags, *self.instances.values()):
            if joined := {lane for bag in bags for lane in bag}:
                joined = joined.union(*[part for part in parts if not part.isdisjoint(joined)])
                parts = [*[part for part in parts if part.isdisjoint(joined)], joined]
        return sorted(map(sorted, parts))

    def lane_form(self, layout: Layout) -> LaneForm:
        """Gives every lane its counter, lanes of one part together; instances are sums of lanes."""
        parts, at = self._lane_parts(), dict[int, int]()
        ranges: list[BitRange] = []
        for lanes in parts:
            at |= {lane: layout.reserve_bits(self.lanes[lane].limit.bit_length()) for lane in lanes}
            ranges.append(BitRange(at[lanes[0]], layout.end))
        part_of = {lane: number for number, lanes in enumerate(parts) for lane in lanes}
        every = [(number, self.lanes[number]) for number in sorted(at)]
        sizes = {kind.id: kind.size for kind in self.ruleset.kinds} | {"pair": 2, "single": 1}
        return LaneForm(
            sets={
                (name, tiles): 1 << at[number]
                for name, tuples in self.ruleset.set_tables.tuples.items()
                for tiles in tuples
                if (number := self.number.get(self._set_key(name, tiles), -1)) in at
            },
            places=tuple([LanePlace(at[n], lane.limit.bit_length(), part_of[n]) for n, lane in every]),
            orders=tuple([LaneOrder(lane.tiles, min(sizes[lane.kind], 3)) for _, lane in every]),
            parts=tuple(ranges),
            instances=self._instance_tables(at, part_of, layout.binding_places, len(parts)),
            placed_patterns=tuple([
                PlacedPattern(
                    name,
                    tuple([PlacedSum(sum([1 << at[lane] for lane in bag]), of) for bag, of in bags.items()]),
                )
                for name, bags in self.instances.items()
            ]),
        )  # fmt: skip

    def _instance_tables(
        self, lane_positions: dict[int, int], part_of: dict[int, int], places: list[Place], parts: int
    ) -> tuple[tuple[InstanceSum, ...], ...]:
        """The instances of each part."""
        tables: list[dict[int, InstanceSum]] = [{} for _ in range(parts)]
        for (shift, width), bags in zip(places, self.bags, strict=True):
            for bag in bags:
                table, total = tables[part_of[bag[0]]], sum([1 << lane_positions[lane] for lane in bag])
                _, truths, counts = table.get(total, InstanceSum(total, 0, 0))
                one = 1 << shift
                table[total] = (
                    InstanceSum(total, truths | one, counts)
                    if width == 1
                    else InstanceSum(total, truths, counts + one)
                )
        return tuple([tuple(table.values()) for table in tables])


def _lanes_by_letter(terms: tuple[tuple[str, Term], ...], lanes: tuple[Candidate, ...]) -> TemplateLanes:
    """A template with its lanes by what they bind the letter of its first term to that has one."""
    for place, (attribute, term) in enumerate(terms):
        if term[0] == "letter":
            found: dict[tuple[str, int | str], list[Candidate]] = {}
            for one in lanes:
                value = one.values[place]
                bound = value - term[2] if isinstance(value, int) else value
                found.setdefault((attribute, bound), []).append(one)
            return TemplateLanes(terms, lanes, str(term[1]), {key: tuple(own) for key, own in found.items()})
    return TemplateLanes(terms, lanes)
