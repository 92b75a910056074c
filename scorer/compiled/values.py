"""What awards come to: ways to count, bonuses, worth and payments, each key worked out once."""

from __future__ import annotations

from scorer.compiled.memo import Memo, Numbers
from scorer.compiled.resolve import Resolver, Way
from scorer.compiled.trees import leaves
from scorer.compiled.worth import Paying, Valued, bonus_lines, payments_of, worked_out, worth_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.results import BonusLine, Payments, Worth
    from scorer.compiled.situations import Situated
    from scorer.compiled.tiles import Board

    Form = dict[str, Any]
    Price = tuple[tuple[Any, ...], Worth, Payments]
    """the rank among the readings of a hand, the worth, the payments"""


class Values:
    """The value of what holds under one ruleset."""

    def __init__(self, form: Form, board: Board) -> None:
        self.form, self.board = form, board
        self.resolver = Resolver(form)
        self.outputs = [(at, (1 << width) - 1) for at, width in form["found"]]
        self.ways: Memo[Any, tuple[Way, ...]] = Memo()
        self.bonuses: Memo[Any, tuple[int, tuple[BonusLine, ...]]] = Memo()
        self.worths: Memo[Any, Valued] = Memo()
        self.paid: Memo[Any, Payments] = Memo()
        """by what a hand costs the payers, and the table"""
        self.prices: Memo[Any, Price] = Memo()
        self.way_numbers = Numbers()
        asked = [{leaf[0] for key in ("count", "when") for leaf in leaves(b[key])} for b in form["bonuses"]]
        self.always_bonus = any(letters - set("HI") or not letters for letters in asked)

    def count(self, found: int, concealed: bool, made: Situated) -> tuple[Way, ...]:
        """The ways to count what holds."""
        values = tuple([found >> at & mask for at, mask in self.outputs])
        ways = self.resolver.ways(values, made.facts, concealed)
        for way in ways:
            asked: tuple[Any, ...] = (way.patterns, way.tier, way.best_closed)
            if self.form["asks_awards"]:
                asked += (tuple(way.counts.items()), values)
                way.values = values
            way.worth_key = self.way_numbers[asked]
        return self.ways.keep((found, concealed, made.award_key), ways)

    def bonus(self, code: int, way: Way, made: Situated) -> tuple[int, tuple[BonusLine, ...]]:
        """What the bonuses add; `code` holds what the tiles show."""
        reds = sum(code >> at - self.board.top & 15 for at in self.board.red_at.values())
        jokers = code >> self.board.joker_at - self.board.top & 15
        flowers = code >> self.board.flower_at - self.board.top & 31
        env = {
            "I": {name: code // one & 63 for name, one in self.board.indicator_at.items()},
            "H": {"reds": reds, "jokers": jokers, "flowers": flowers},
            "S": made.facts,
            "X": way.values,
        }
        return self.bonuses.keep((code, made.bonus_key, way.worth_key), bonus_lines(self.form, env))

    def worth(self, key: Any, way: Way, made: Situated) -> Valued:
        """What a way of counting comes to."""
        worth = worth_of(self.form, way, key[1], key[2], made.facts, bool(made.dealer))
        return self.worths.keep(key, worth)

    def known(self, worth: Worth) -> dict[str, Any]:
        """What the expressions behind a worth were worked out with, for those who write them out.

        It is worked out once more, not kept with every score: only single hands are told. Raises LookupError
        for a score of long ago, which has to be scored again.
        """
        for valued in self.worths.values():
            if valued.plain is worth:
                return worked_out(self.form, *valued.source)[1]
        raise LookupError("many hands were scored since; score this one again to tell it")

    def price(self, key: Any, way: Way, made: Situated, table: Paying) -> Price:
        """What a reading comes to and who pays it; `table` stands for the situation as well."""
        asked = (*key[:3], made.worth_key)
        worth = self.worths.get(asked) or self.worth(asked, way, made)
        shared = (worth.shares, table.number)
        paid = self.paid.get(shared) or self.paid.keep(shared, payments_of(worth, table))
        rank = (paid[0], worth.tier, worth.total, key[2])
        return self.prices.keep(key, (rank, worth.plain, paid))
