"""The situation of a win, packed once: the facts that conditions use, who pays, where indicators point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import (
    NO_HAND,
    View,
    holds,
    rules_view,
    set_aside_tiles,
    situation_facts,
)
from scorer.engine.partial import depends_on_tiles
from scorer.fast.packing import Context, PackedTiles
from scorer.fast.requests import SituationKey
from scorer.hand import DEALER, WINDS, Situation
from scorer.language.vocabulary import Source, facts_depending_on
from scorer.memo import Memo, Numbers

if TYPE_CHECKING:
    from collections.abc import Hashable

    from scorer.fast.compiled_form import CompiledForm
    from scorer.fast.hand_layout import HandLayout, PackedMelds, Pointed

    Facts = dict[str, bool | int]
    """facts of the situation by their names"""

COUNTER_FACTS = facts_depending_on(Source.COUNTERS)


class PackedSituation:
    """One situation as the engine uses it; see the fields."""

    __slots__ = (
        "award_key", "bonus_key", "context", "discard", "fact_bits", "facts", "has_penalty",
        "liable_patterns", "marks", "no_melds", "open_shapes", "source", "tiles_aside", "worth_key",
    )  # fmt: skip

    def __init__(self, situation: Situation, numbers: SituationNumbers) -> None:
        rules, layout, form = numbers.ruleset, numbers.layout, numbers.form
        view = View(rules, NO_HAND, situation)
        self.source = situation
        """the situation that is packed"""
        self.facts: Facts = situation_facts(situation, rules)
        """every fact of the situation by name"""
        packed = sum([int(self.facts[name]) << at for name, at, _ in form.conditions.facts])
        self.fact_bits = packed << numbers.facts_at
        self.award_key, self.worth_key, self.bonus_key = numbers.keys(situation, self.facts)
        """the facts that conditions, awards, payments and bonuses use, as keys"""
        context = WINDS.index(situation.seat) * 4 + WINDS.index(situation.round) if form.given_classes else 0
        self.context = Context(context)
        self.marks = sum([self.context << at for at in numbers.marks])
        """the winds in force, as a number and at its position in rows"""
        self.discard = int(not situation.self_draw)
        self.open_shapes = tuple([holds(numbers.conditions.get(shape.id), view) for shape in rules.shapes])
        """the shapes that the hand may have"""
        self.tiles_aside = PackedTiles(
            sum([layout.units[tile] for tile in set_aside_tiles(situation, rules)])
        )
        """tiles set aside, as counts"""
        self.liable_patterns = frozenset([name for name, _ in situation.liable])
        """patterns for which somebody is liable"""
        self.has_penalty = any(holds(when, view) for when in numbers.penalties)
        """whether the win costs points instead of earning them"""
        self.no_melds: PackedMelds = layout.packed_melds(self.context, ())


class TableState(NamedTuple):
    """The seats, counters and sticks of a situation, which payments depend on."""

    number: int
    source: Situation
    """a situation with these seats, counters and sticks"""
    facts: Facts


class SituationParts(NamedTuple):
    """A situation in two parts: what concerns the hand, and what payments depend on besides."""

    packed_situation: PackedSituation
    table: TableState


class PackedHand(NamedTuple):
    """A hand and its situation, as the steps of scoring use them."""

    tiles: PackedTiles
    """all tiles outside melds, including the winning one"""
    melds: PackedMelds
    winning_kind: int
    red: bool
    """whether the winning tile is red"""
    situation: PackedSituation
    table: TableState
    pointed_tiles: Pointed


class SituationNumbers:
    """Packs the situations of one ruleset; equal parts of situations have equal numbers."""

    def __init__(self, form: CompiledForm, layout: HandLayout, facts_at: int) -> None:
        self.form, self.facts_at, self.layout, self.ruleset = form, facts_at, layout, layout.ruleset
        self.of_rules = rules_view(self.ruleset)
        self.marks = [row.context_at + row.start for row in layout.rows if row.mask >> row.context_at]
        self.cores: Memo[Hashable, PackedSituation] = Memo()
        self.tables: Memo[Hashable, TableState] = Memo()
        facts_by_step = form.worth.facts_by_step
        self.numbers = [(facts_by_step[name], Numbers()) for name in ("award", "worth", "bonus")]
        self.table_numbers = Numbers()
        self.table_facts = [name for name in facts_by_step["table"] if name not in COUNTER_FACTS]
        self.asks_seat = any(name.startswith("flowers ") for name in form.worth.hand_numbers)
        """whether flowers are counted by their seat"""
        self.asks_counters = form.worth.asks_counters
        self.conditions = dict(self.ruleset.shape_conditions)
        rules = self.ruleset
        self.penalties = [
            one.condition for one in rules.penalties if not depends_on_tiles(one.condition, rules)
        ]

    def situation_parts(self, key: SituationKey) -> SituationParts:
        """The parts of a situation; hands that differ only in counters share the first."""
        self_draw, seat, round_, discarder, circumstances, honba, sticks, liable = key
        situation = Situation(self_draw, seat, round_, discarder, circumstances, (), honba, sticks, liable)
        counted = (honba, sticks) if self.asks_counters else ()
        core = (self_draw, seat, round_, discarder == DEALER, circumstances, liable, counted)
        packed = self.cores.get(core) or self.cores.keep(core, PackedSituation(situation, self))
        facts_of_table = tuple([packed.facts[name] for name in self.table_facts])
        table_key = (self_draw, seat, discarder, honba, sticks, liable, packed.worth_key, facts_of_table)
        table = self.tables.get(table_key)
        if table is None:
            facts = {**packed.facts, "honba": honba, "sticks": sticks}
            table = self.tables.keep(table_key, TableState(self.table_numbers.fresh(), situation, facts))
        return SituationParts(packed, table)

    def keys(self, situation: Situation, facts: Facts) -> list[int]:
        """The numbers of the facts that awards, payments and bonuses use."""
        seat = situation.seat if self.asks_seat else ""
        return [numbers[tuple([facts[fact] for fact in asked]), seat] for asked, numbers in self.numbers]
