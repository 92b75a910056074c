"""Checks of conditions at the table: `at` of circumstances, and how deals and draws go on.

L501, L502    conditions and comparisons of the table that never or always hold under the ruleset

What the words of the table can be is told here, word by word, for the players, tiles and sets of a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

from scorer.check.bounds import (
    NATURAL,
    TRUE_OR_FALSE,
    Range,
    Ranges,
    can_be,
    linear_difference,
    single_number,
)
from scorer.check.subject import RulesUnderCheck, parts_of
from scorer.check.world import Undecided, World
from scorer.errors import Problem
from scorer.hand import MOST_COUNTERS
from scorer.language.nodes import OPPOSITE_COMPARISONS, Node
from scorer.language.vocabulary import TABLE_TRUTHS
from scorer.message import Message, Text
from scorer.ruleset.builder import CheckedExpression
from scorer.tiles import mask_kinds

FOUR = 4


class TableRanges(Ranges):
    """The possible values of numbers at the table of one ruleset."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.players = self.range_of(self.ruleset.players)
        tiles = sum(kind.copies for kind in self.tileset.kinds)
        deals = self.ruleset.deals
        self.wall = self.range_of(deals.wall) if deals and deals.wall else Range(0, tiles)
        self.rounds = self.range_of(deals.rounds) if deals else NATURAL

    def range_of(self, node: Node) -> Range:
        """The bounds of a number; those of a condition lie between 0 and 1."""
        if node.op == "fact":
            name = str(node.args[0])
            return (RANGE_BY_TABLE_NUMBER.get(name) or RANGE_BY_TABLE_TRUTH[name])(self)
        if node.op == "call" and node.args[0] in RANGE_BY_TABLE_FUNCTION:
            return RANGE_BY_TABLE_FUNCTION[node.args[0]](self, *node.args[1:])
        return super().range_of(node)

    @property
    def most_fours(self) -> int:
        """How many sets of four tiles can lie on the table."""
        if not any(kind.size == FOUR and kind.declared for kind in self.ruleset.kinds):
            return 0
        sets = max((shape.most_sets for shape in self.ruleset.shapes), default=0)
        of_tiles = sum(copies >= FOUR for copies in self.world.copies_by_kind)
        return min(int(self.players.high) * sets, of_tiles) if self.players.high < inf else of_tiles


def _up_to_players(ranges: TableRanges) -> Range:
    return Range(0, ranges.players.high)


RANGE_BY_TABLE_NUMBER: dict[str, Callable[[TableRanges], Range]] = {
    "wall_left": lambda ranges: Range(0, ranges.wall.high),
    "next_wall_left": lambda ranges: Range(0, ranges.wall.high),
    "turn": lambda ranges: NATURAL,
    "declaration_turn": lambda ranges: NATURAL,
    "turns_since_declaration": lambda ranges: NATURAL,
    "replacements": lambda ranges: Range(0, sum(ranges.world.copies_by_kind)),
    "wins_in_a_row": lambda ranges: NATURAL,
    "set_aside": lambda ranges: Range(0, sum(ranges.world.copies_by_kind)),
    "discards": lambda ranges: NATURAL,
    "declarations": _up_to_players,
    "fours": lambda ranges: Range(0, ranges.most_fours),
    "four_owners": lambda ranges: Range(0, min(ranges.players.high, ranges.most_fours)),
    "claims": lambda ranges: Range(0, ranges.players.high - 1),
    "ready": _up_to_players,
    "players": lambda ranges: ranges.players,
    "honba": lambda ranges: Range(0, MOST_COUNTERS),
    "sticks": lambda ranges: Range(0, MOST_COUNTERS),
    "deals_left": lambda ranges: Range(-inf, (ranges.players * ranges.rounds).high),
    "lowest": lambda ranges: Range(),
    "highest": lambda ranges: Range(),
    "score": lambda ranges: Range(),
    "deals_won": lambda ranges: NATURAL,
}
"""Bounds of each number of the table."""


def _with_fours(ranges: TableRanges) -> Range:
    """The range of what can be true only with a set of four tiles."""
    return Range(0, min(1, ranges.most_fours))


def _with_rivals(ranges: TableRanges) -> Range:
    """The range of what can be true only if there are other players."""
    return Range(0, min(1, ranges.players.high - 1))


RANGE_BY_TABLE_TRUTH: dict[str, Callable[[TableRanges], Range]] = {
    **dict.fromkeys(TABLE_TRUTHS, lambda ranges: TRUE_OR_FALSE),
    **dict.fromkeys(("adding", "declaring"), _with_fours),
    **dict.fromkeys(
        ("discard", "declaring_discard", "replacement_discard", "discard_called", "passed_since_draw"),
        _with_rivals,
    ),
}
"""Bounds of each condition of the table: 0 for false, 1 for true."""


def _copies_of(ranges: TableRanges, tile_class: Node) -> Range:
    """The number of tiles of a class in the box."""
    copies = [
        ranges.world.copies_by_kind[kind] for kind in mask_kinds(ranges.world.class_mask(tile_class)[1])
    ]
    return Range(0, sum(sorted(copies, reverse=True)[: ranges.world.widest(tile_class)]))


def _kinds_held(ranges: TableRanges, tile_class: Node) -> Range:
    """The number of different tiles of a class in one hand, with the tile that has been drawn."""
    return Range(0, min(ranges.world.widest(tile_class), ranges.hand_size()))


RANGE_BY_TABLE_FUNCTION: dict[str, Callable[..., Range]] = {
    "seen": _copies_of,
    "held": _kinds_held,
    "all_discards": lambda ranges, tile_class: TRUE_OR_FALSE,
    "first_discards": lambda ranges, tile_class: _up_to_players(ranges) & _copies_of(ranges, tile_class),
}
"""Bounds of each function that only the table has."""


def table_condition_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of conditions at the table that never or always hold."""
    if not subject.has_sound_hands:
        return
    ranges = TableRanges(subject.solver.world)
    for asked in subject.building.table_expressions:
        if subject.is_judged(asked.item):
            for part in parts_of(asked.node):
                if part.op == "compare":
                    yield from _constant_comparison(subject, ranges, asked, part)
                elif part.op == "fact" and part.args[0] in TABLE_TRUTHS and not ranges.range_of(part).high:
                    yield from subject.problem_at_node(
                        asked, part, "L501", Message("can never hold", part.text)
                    )


def _constant_comparison(
    subject: RulesUnderCheck, ranges: TableRanges, expression: CheckedExpression, node: Node
) -> Iterator[Problem]:
    values, signs = node.args[::2], node.args[1::2]
    links = list(zip(values, signs, values[1:], strict=False))
    if any("word" in (left.op, right.op) for left, _, right in links):
        return
    try:
        verdicts = [_verdict(ranges, left, sign, right) for left, sign, right in links]
        hint = _bounds_hint(ranges, [value for value in values if value.op in ("fact", "call")])
    except Undecided:
        return
    if "never" in verdicts:
        yield from subject.problem_at_node(
            expression, node, "L501", Message("can never hold", node.text), hint
        )
    elif {*verdicts} == {"always"} and not any(part.args[:1] == ("players",) for part in node.walk()):
        yield from subject.problem_at_node(
            expression, node, "L502", Message("X always holds", node.text), hint
        )


def _verdict(ranges: TableRanges, left: Node, sign: str, right: Node) -> str:
    """Whether a comparison can never hold, always holds, or neither."""
    total = linear_difference(left, right, ranges.ruleset)
    parts = (ranges.range_of(term.node) * single_number(term.times) for term in total.terms.values())
    possible = sum(parts, single_number(total.constant))
    if not can_be(possible, sign):
        return "never"
    return "" if can_be(possible, OPPOSITE_COMPARISONS[sign]) else "always"


def _bounds_hint(ranges: TableRanges, numbers: list[Node]) -> Text:
    """The possible values of the number that is compared."""
    if len(numbers) != 1:
        return ""
    known = ranges.range_of(numbers[0])
    if known.low == -inf and known.high == inf:
        return ""
    if known.low == known.high:
        return Message("X is always Y", numbers[0].text, known.low)
    if known.high == inf:
        return Message("is or more", numbers[0].text, known.low)
    least = Message("at most 2") if known.low == -inf else Message("X to", known.low)
    return Message("X is YZ", numbers[0].text, least, known.high)
