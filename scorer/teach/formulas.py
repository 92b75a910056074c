"""The ruleset's own formulas as players write them, with the options in force put in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.engine.configure import NO_HAND, rules_view
from scorer.engine.evaluate import holds, value_of
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.language.sums import is_loose, joined, looked_up
from scorer.ruleset.model import Ruleset, Shares
from scorer.teach.payment_table import Case
from scorer.teach.phrases import asks
from scorer.teach.words import listed
from scorer.values import dataclass

OPEN = ("amount", "call", "table", "letter")
"""What is not known before there is a hand."""
SETTLED = ("players",)
"""Facts that the rules alone decide."""
PAYERS = {"discarder": "the discarder", "dealer": "the dealer", "each": "each other player"}


@dataclass(frozen=True)
class Formula:
    """What is worked out, and how."""

    label: str
    text: str


def amount_formulas(ruleset: Ruleset) -> Iterator[Formula]:
    """The named amounts and the base; a base that only repeats another number is left out.

    >>> from scorer.library import load_ruleset
    >>> [formula.text for formula in amount_formulas(load_ruleset("riichi"))]
    ['fu x 2^(han + 2)']
    """
    writer = _Writer(rules_view(ruleset), open_facts=True)
    for amount in ruleset.amounts:
        yield Formula(amount.id.replace("_", " "), writer.text(amount.node))
    if ruleset.base.op != "amount":
        yield Formula("base", writer.text(ruleset.base))


def share_formula(ruleset: Ruleset, case: Case) -> str:
    """Who pays what in one case: '2 x base from the dealer, base from each other player'."""
    view = View(ruleset, NO_HAND, case.situation(ruleset))
    sheet = ruleset.payment.self_draw if case.self_draw else ruleset.payment.discard
    shares = sheet.dealer if case.dealer else sheet.other
    return listed(_share(payer, node, shares, view) for payer, node in shares if not _nothing(node, view))


def _share(payer: str, node: Node, shares: Shares, view: View) -> str:
    alone = payer == "each" and len(shares) == 1
    return f"{_Writer(view).text(node)} from {'each player' if alone else PAYERS.get(payer, payer)}"


def _nothing(node: Node, view: View) -> bool:
    return _Writer(view).text(node) == "0"


class _Writer:
    """Writes an expression with signs for operators; what is known already stands as a number.

    Facts of the situation are known where there is a case, options always.
    """

    def __init__(self, view: View, open_facts: bool = False) -> None:
        self.view, self.open_facts = view, open_facts

    def is_open(self, node: Node) -> bool:
        """Whether the expression waits for a hand, or for the case."""
        return any(self._waits(part) for part in node.walk())

    def _waits(self, part: Node) -> bool:
        return part.op in OPEN or (self.open_facts and part.op == "fact" and part.args[0] not in SETTLED)

    def text(self, node: Node) -> str:
        if not self.is_open(node):
            return f"{value_of(node, self.view):,}"
        write: Callable[[Node], str] = getattr(self, f"_{node.op}", self._written)
        return write(node)

    def _written(self, node: Node) -> str:
        return node.text

    def _amount(self, node: Node) -> str:
        plain = self.view.ruleset.base
        if node.args[0] == "base" and plain.op == "amount":
            node = plain
        return str(node.args[0]).replace("_", " ")

    def _table(self, node: Node) -> str:
        name, column, key = node.args
        return looked_up(name, column, self.text(key))

    def _call(self, node: Node) -> str:
        parts = ", ".join(self.text(part) for part in node.args[1:] if isinstance(part, Node))
        return f"{node.args[0]}({parts})"

    def _if(self, node: Node) -> str:
        condition, then, otherwise = node.args
        parts = condition.args if condition.op == "and" else (condition,)
        if any(not self.is_open(part) and not holds(part, self.view) for part in parts):
            return self.text(otherwise)
        left = [asks(part, self.view.ruleset) for part in parts if self.is_open(part)]
        return (
            f"{self.text(then)} if {listed(left)}, else {self.text(otherwise)}" if left else self.text(then)
        )

    def _arithmetic(self, node: Node) -> str:
        op, left, right = node.args
        return joined(op, self._side(left, op, 0), self._side(right, op, 1))

    def _side(self, part: Node, outer: str, place: int) -> str:
        """An operand, in brackets where it would be read otherwise."""
        text = self.text(part)
        if part.op != "arithmetic" or not self.is_open(part):
            return text
        return f"({text})" if is_loose(part.args[0], outer, place) else text
