"""The situation of a win, taken apart once: what conditions ask of it, who pays, where dora points."""

from __future__ import annotations

from scorer.compiled.memo import Memo, Numbers
from scorer.engine.evaluate import NO_HAND, View, asks_tiles, holds, rules_view, situation_facts, tiles_aside
from scorer.hand import DEALER, WINDS, Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from scorer.compiled.form import Form
    from scorer.compiled.tiles import Board, Melds

    Facts = dict[str, bool | int]
    """facts of the situation by their names"""

    Pairs = tuple[tuple[str, str], ...]
    Said = tuple[bool, str, str, str | None, tuple[tuple[str, int], ...], int, int, Pairs]
    """the fields of a situation in their order, without indicators"""


class Situated:
    """One situation as the engine uses it; see the fields."""

    __slots__ = (
        "aside", "award_key", "bonus_key", "claim", "context", "dealer", "discard", "facts", "marks",
        "no_melds", "open", "penalty", "program", "situation", "worth_key",
    )  # fmt: skip

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.facts: Facts = {}
        """every fact of the situation by name"""
        self.program = self.award_key = self.worth_key = self.bonus_key = 0
        """the facts that conditions, awards, payments and bonuses ask, as keys"""
        self.context = self.marks = 0
        """the winds in force, as a number and where rows keep it"""
        self.discard = self.dealer = 0
        self.open: tuple[bool, ...] = ()
        """which shapes may be read"""
        self.aside = 0
        """tiles set aside, as counts"""
        self.claim: frozenset[str] = frozenset()
        """patterns that somebody is liable for"""
        self.penalty = False
        """the win costs instead of earning"""
        self.no_melds: Melds


COUNTERS = {"honba", "sticks"}


class Seated:
    """Who sits where and what lies on the table: what payments ask of a situation."""

    __slots__ = ("facts", "number", "situation")

    def __init__(self, number: int, situation: Situation, facts: Facts) -> None:
        self.number, self.situation, self.facts = number, situation, facts


def said_in(situation: Situation) -> Said:
    """The key of a situation: everything but the indicators."""
    said = situation
    return (
        said.self_draw, said.seat, said.round, said.discarder, said.circumstances, said.honba, said.sticks,
        said.liable,
    )  # fmt: skip


def situation_of(key: Said) -> Situation:
    """The situation that its key stands for, without indicators."""
    self_draw, seat, round_, discarder, circumstances, honba, sticks, liable = key
    return Situation(self_draw, seat, round_, discarder, circumstances, (), honba, sticks, liable)


class Situations:
    """Situations by what is said in them."""

    def __init__(self, form: Form, board: Board, facts_at: int) -> None:
        self.form, self.facts_at, self.board, self.ruleset = form, facts_at, board, board.ruleset
        self.of_rules = rules_view(self.ruleset)
        self.marks = tuple((row.context_at + row.start) for row in board.rows if row.mask >> row.context_at)
        self.cores: Memo[Hashable, Situated] = Memo()
        self.tables: Memo[Hashable, Seated] = Memo()
        self.asked = form.worth.asked
        self.numbers = {name: Numbers() for name in ("award", "worth", "bonus")}
        self.table_numbers = Numbers()
        self.asked_by_table = tuple([name for name in self.asked["table"] if name not in COUNTERS])
        self.asks_seat = any(" " in name for name in form.worth.hand_numbers)
        """whether flowers are counted by whose they are"""
        self.asks_counters = form.worth.asks_counters
        self.conditions = dict(self.ruleset.shape_conditions)
        rules = self.ruleset
        self.penalties = [one.when for one in rules.penalties if not asks_tiles(one.when, rules)]

    def taken_apart(self, key: Said) -> tuple[Situated, Seated]:
        """What a situation is to the hand, and who pays; hands that differ in counters share the first."""
        said = situation_of(key)
        from_dealer = said.discarder == DEALER
        counted = (said.honba, said.sticks) if self.asks_counters else ()
        made = self.cores.get((*key[:3], from_dealer, key[4], key[7], counted))
        if made is None:
            made = self.cores.keep((*key[:3], from_dealer, key[4], key[7], counted), self._made(said))
        asked = tuple([made.facts[name] for name in self.asked_by_table])
        table = (said.self_draw, said.seat, said.discarder, *key[5:], made.worth_key, asked)
        return made, self.tables.get(table) or self.tables.keep(table, self._seated(said, made.facts))

    def _seated(self, said: Situation, facts: Facts) -> Seated:
        counted = {**facts, "honba": said.honba, "sticks": said.sticks}
        return Seated(self.table_numbers.fresh(), said, counted)

    def _made(self, situation: Situation) -> Situated:
        made = Situated(situation)
        made.facts = facts = situation_facts(situation, self.ruleset)
        view = View(self.ruleset, NO_HAND, situation)
        seat = situation.seat if self.asks_seat else ""
        for name, numbers in self.numbers.items():
            setattr(made, f"{name}_key", numbers[tuple([facts[fact] for fact in self.asked[name]]), seat])
        made.program = self._program(facts)
        made.discard, made.dealer = int(not situation.self_draw), int(situation.seat == DEALER)
        if self.form.given:
            made.context = WINDS.index(situation.seat) * 4 + WINDS.index(situation.round)
        made.marks = sum(made.context << at for at in self.marks)
        made.open = tuple(holds(self.conditions.get(shape.id), view) for shape in self.ruleset.shapes)
        made.penalty = any(holds(when, view) for when in self.penalties)
        made.claim = frozenset(name for name, _ in situation.liable)
        made.aside = sum(self.board.units[tile] for tile in tiles_aside(situation, self.ruleset))
        made.no_melds = self.board.melded(made.context, ())
        return made

    def _program(self, facts: Facts) -> int:
        packed = 0
        for name, position, _ in self.form.conditions.facts:
            packed |= int(facts[name]) << position
        return packed << self.facts_at
