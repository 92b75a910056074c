"""The situation of a win, taken apart once: what conditions ask of it, who pays, where indicators point.

What is said of a hand is found possible or left to the readable evaluator, which names the faults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import (
    NO_HAND,
    View,
    depends_on_tiles,
    expression_nodes,
    holds,
    rules_view,
    set_aside_tiles,
    situation_facts,
)
from scorer.engine.request import (
    count_fault,
    indicator_count_faults,
    is_met,
    is_robbed_set,
    read_situation,
    seat_faults,
    situation_requirements,
)
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.hand import DEALER, WINDS, Request, Situation
from scorer.language.vocabulary import Source, facts_depending_on
from scorer.memo import Memo, Numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from scorer.fast.form import Form
    from scorer.fast.hand_layout import HandLayout, PackedMelds, Pointed, Tiles
    from scorer.language.nodes import Node

    Facts = dict[str, bool | int]
    """facts of the situation by their names"""
    Pairs = tuple[tuple[str, str], ...]
    Said = tuple[bool, str, str, str | None, tuple[tuple[str, int], ...], int, int, Pairs]
    """the fields of a situation in their order, without indicators"""
    Shown = tuple[Pointed, int, tuple[str, ...]]
    Where = tuple[str, str, str, str, tuple[str, ...], int, int, Pairs]
    """way to win, round, seat, discarder, circumstances, honba, sticks, pao: as written"""
    Spoken = tuple[str, str, str, str, str, tuple[str, ...], int, int, Pairs, Pairs]
    """hand, way to win, round, seat, discarder, circumstances, honba, sticks, pao, indicators: as written"""
    ReadTiles = Callable[[str], Tiles]


COUNTER_FACTS = facts_depending_on(Source.COUNTERS)
FACTS_BESIDE_SETS = facts_depending_on(Source.BESIDE_SETS)


class PackedSituation:
    """One situation as the engine uses it; see the fields."""

    __slots__ = (
        "aside", "award_key", "bonus_key", "claim", "context", "discard", "facts", "marks", "no_melds",
        "open", "penalty", "program", "situation", "worth_key",
    )  # fmt: skip

    def __init__(self, situation: Situation, of: SituationNumbers) -> None:
        rules, board = of.ruleset, of.board
        view = View(rules, NO_HAND, situation)
        self.situation = situation
        self.facts: Facts = situation_facts(situation, rules)
        """every fact of the situation by name"""
        packed = sum([int(self.facts[name]) << at for name, at, _ in of.form.conditions.facts])
        self.program = packed << of.facts_at
        self.award_key, self.worth_key, self.bonus_key = of.keys(situation, self.facts)
        """the facts that conditions, awards, payments and bonuses ask, as keys"""
        given = bool(of.form.given)
        self.context = WINDS.index(situation.seat) * 4 + WINDS.index(situation.round) if given else 0
        self.marks = sum([self.context << at for at in of.marks])
        """the winds in force, as a number and where rows keep it"""
        self.discard = int(not situation.self_draw)
        self.open = tuple([holds(of.conditions.get(shape.id), view) for shape in rules.shapes])
        """which shapes may be read"""
        self.aside = sum([board.units[tile] for tile in set_aside_tiles(situation, rules)])
        """tiles set aside, as counts"""
        self.claim = frozenset([name for name, _ in situation.liable])
        """patterns that somebody is liable for"""
        self.penalty = any(holds(when, view) for when in of.penalties)
        """the win costs instead of earning"""
        self.no_melds: PackedMelds = board.packed_melds(self.context, ())


class TableState(NamedTuple):
    """Who sits where and what lies on the table: what payments ask of a situation."""

    number: int
    situation: Situation
    facts: Facts


def situation_key(situation: Situation) -> Said:
    """The key of a situation: everything but the indicators."""
    said = situation
    return (
        said.self_draw, said.seat, said.round, said.discarder, said.circumstances, said.honba, said.sticks,
        said.liable,
    )  # fmt: skip


class SituationNumbers:
    """Situations by what is said in them."""

    def __init__(self, form: Form, board: HandLayout, facts_at: int) -> None:
        self.form, self.facts_at, self.board, self.ruleset = form, facts_at, board, board.ruleset
        self.of_rules = rules_view(self.ruleset)
        self.marks = [row.context_at + row.start for row in board.rows if row.mask >> row.context_at]
        self.cores: Memo[Hashable, PackedSituation] = Memo()
        self.tables: Memo[Hashable, TableState] = Memo()
        self.asked = form.worth.asked
        self.numbers = [(self.asked[name], Numbers()) for name in ("award", "worth", "bonus")]
        self.table_numbers = Numbers()
        self.asked_by_table = [name for name in self.asked["table"] if name not in COUNTER_FACTS]
        self.asks_seat = any(" " in name for name in form.worth.hand_numbers)
        """whether flowers are counted by whose they are"""
        self.asks_counters = form.worth.asks_counters
        self.conditions = dict(self.ruleset.shape_conditions)
        rules = self.ruleset
        self.penalties = [one.when for one in rules.penalties if not depends_on_tiles(one.when, rules)]

    def taken_apart(self, key: Said) -> tuple[PackedSituation, TableState]:
        """What a situation is to the hand, and who pays; hands that differ in counters share the first."""
        self_draw, seat, round_, discarder, circumstances, honba, sticks, liable = key
        said = Situation(self_draw, seat, round_, discarder, circumstances, (), honba, sticks, liable)
        counted = (honba, sticks) if self.asks_counters else ()
        core = (self_draw, seat, round_, discarder == DEALER, circumstances, liable, counted)
        made = self.cores.get(core) or self.cores.keep(core, PackedSituation(said, self))
        asked = tuple([made.facts[name] for name in self.asked_by_table])
        place = (self_draw, seat, discarder, honba, sticks, liable, made.worth_key, asked)
        table = self.tables.get(place)
        if table is None:
            facts = {**made.facts, "honba": honba, "sticks": sticks}
            table = self.tables.keep(place, TableState(self.table_numbers.fresh(), said, facts))
        return made, table

    def keys(self, situation: Situation, facts: Facts) -> list[int]:
        """Numbers of what awards, payments and bonuses ask of a situation."""
        seat = situation.seat if self.asks_seat else ""
        return [numbers[tuple([facts[fact] for fact in asked]), seat] for asked, numbers in self.numbers]


MOST_SHOWN = 12
"""tiles of all indicators of a hand"""


class CheckedSituation(NamedTuple):
    """What was said of a hand, found possible in itself."""

    situation: Situation
    made: PackedSituation
    table: TableState
    alone: tuple[PackedSituation, TableState]
    """the same without what lies on the table"""
    closed: bool
    """nothing may be called"""
    checks: list[Node]
    """more conditions on the hand"""
    beside: bool
    """some of which ask what lies beside its sets"""
    open: dict[str, bool]
    """indicators that this situation allows or not"""


class IndicatedTiles(NamedTuple):
    """The tiles of an input of indicators: what they point at, their counts, and how many there are."""

    pointed: Pointed = ()
    units: int = 0
    number: int = 0


class SituationReader:
    """Situations as they are written, for one ruleset."""

    def __init__(self, board: HandLayout, situations: SituationNumbers, read: ReadTiles) -> None:
        self.ruleset, self.board, self.situations, self.read_tiles = board.ruleset, board, situations, read
        self.cores: Memo[Where, CheckedSituation] = Memo(self._core)
        self.said: Memo[Where, CheckedSituation] = Memo(self._checked_situation)
        self.refused: Memo[Where, str] = Memo()
        """why situations are left to the readable reader, which then reports their faults"""
        self.shown: Memo[Pairs, Shown] = Memo(self._point)
        self.indicators: Memo[tuple[str, str], IndicatedTiles] = Memo(self._read_indicator)

    def _checked_situation(self, said: Where) -> CheckedSituation:
        honba, sticks = said[5:7]
        if count_fault("honba", honba, self.ruleset) or count_fault("sticks", sticks, self.ruleset):
            raise NeedsReadableEvaluator("a number of counters")
        counted = (honba, sticks) if self.situations.asks_counters else (0, 0)
        asked = (*said[:5], *counted, said[7])
        core = self.cores[asked]
        key = situation_key(core.situation)
        made, table = self.situations.taken_apart((*key[:5], honba, sticks, key[7]))
        return core._replace(made=made, table=table)

    def _core(self, where: Where) -> CheckedSituation:
        """The same whatever lies on the table. Raises Beyond."""
        if why := self.refused.get(where):
            raise NeedsReadableEvaluator(why)
        try:
            return self._legal(where)
        except NeedsReadableEvaluator as error:
            self.refused.keep(where, str(error))
            raise

    def _legal(self, where: Where) -> CheckedSituation:
        """What is possible whatever lies on the table."""
        win, round_, seat, discarder, circumstances, honba, sticks, pao = where
        request = Request("", win, round_, seat, discarder, circumstances, {}, honba, sticks, dict(pao))
        situation, faults = read_situation(request, self.ruleset)
        view, rules = View(self.ruleset, NO_HAND, situation), self.ruleset
        if faults or any(seat_faults(view)):
            raise NeedsReadableEvaluator("a situation that cannot be")
        alone = self.situations.taken_apart(situation_key(situation))
        required = [one.node for _, _, one in situation_requirements(situation, rules)]
        shut = [node for node in required if (node.op, *node.args) == ("fact", "concealed_hand")]
        checks = [node for node in required if node not in shut and depends_on_tiles(node, rules)]
        if not all(is_met(node, view) for node in required if node not in shut and node not in checks):
            raise NeedsReadableEvaluator("circumstances that contradict one another")
        names = {part.args[:1] for node in checks for part in expression_nodes(node, rules)}
        beside = any((name,) in names for name in FACTS_BESIDE_SETS)
        allowed = {
            item.id: not is_robbed_set(situation, rules)  # which tile that is, is asked of the hand
            and all(
                not depends_on_tiles(one.node, rules)
                and is_met(one.node, view)  # on the hand: taken not to hold
                for one in item.requires
            )
            for item in rules.indicators
        }
        return CheckedSituation(situation, *alone, alone, bool(shut), checks, beside, allowed)

    def is_allowed(self, checked: CheckedSituation, held: int, melds: PackedMelds, winning: int) -> bool:
        """Whether a hand allows what is said of it; `held` are all of its tiles."""
        view = View(self.ruleset, self.board.unpacked_hand(held, melds, winning), checked.situation)
        return all(is_met(node, view) for node in checked.checks)

    # ---- indicators

    def _point(self, indicators: Pairs) -> Shown:
        """What indicators point at, their tiles as counts, and which there are."""
        pointed: Pointed = ()
        names, seen, count = [], 0, 0
        for said in indicators:
            if said[1]:
                one = self.indicators[said]
                pointed += one.pointed
                seen += one.units
                count += one.number
                names.append(said[0])
        add, guard = self.board.limits
        if count > MOST_SHOWN or seen + add & guard:
            raise NeedsReadableEvaluator("too many of a tile")
        return pointed, seen, tuple(names)

    def _read_indicator(self, said: tuple[str, str]) -> IndicatedTiles:
        name, text = said
        item = next((item for item in self.ruleset.indicators if item.id == name), None)
        tiles = self.read_tiles(text)
        if item is None or any(tile not in self.board.units for tile in tiles):
            raise NeedsReadableEvaluator("indicators")
        if any(indicator_count_faults(item, len(tiles), self.situations.of_rules)) or self.board.has_too_many(
            tiles
        ):
            raise NeedsReadableEvaluator("too many indicators")
        units = sum([self.board.units[tile] for tile in tiles])
        return IndicatedTiles(self.board.pointers[((name, tiles),)], units, len(tiles))
