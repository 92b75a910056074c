"""`scorer points`: the payment of a count, without a hand; `scorer table`: those of every total."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import show_either
from scorer.errors import InputError
from scorer.hand import MOST_COUNTERS

COUNTERS = click.IntRange(0, MOST_COUNTERS)


@click.command(cls=PlainCommand)
@click.argument("count", nargs=-1, required=True)
@options.one_ruleset
@options.DEALER_SEAT
@options.DRAWN
@options.CLAIMED
@click.option("--honba", type=COUNTERS, default=0, help="Counters on the table.")
@click.option("--sticks", type=COUNTERS, default=0, help="Sticks on the table.")
@options.rule_options
@options.told_options
def points(**given: Any) -> None:
    """Tell what a count is paid, without a hand, and what one or two more would bring.

    COUNT is numbers in their order (han, then fu), numbers with their units, or the name of a limit. Payments
    are as they are called at the table: one number is paid by whoever discarded, "3,900 all" by each, of two
    the dealer pays the larger.

    \b
    scorer points 4 30
    scorer points 3 40 --dealer --tsumo --honba 2
    scorer points mangan
    scorer points 2 yakuman -r sanma
    scorer points 7 -r hong-kong
    """
    from scorer.render.payments import points_document, points_json
    from scorer.teach.points import points_of

    ruleset, language = options.ruleset_of(given), given["language"]
    if given["drawn"] and given["claimed"]:
        raise InputError([options.BOTH_WAYS])
    drawn = given["drawn"] if given["drawn"] or given["claimed"] else None
    count, counters = " ".join(given["count"]), (given["honba"], given["sticks"])
    found = points_of(ruleset, count, given["dealer"], drawn, *counters)
    show_either(given, lambda: points_json(found, language), lambda: points_document(found, language))


@click.command(cls=PlainCommand)
@options.one_ruleset
@options.rule_options
@options.told_options
def table(**given: Any) -> None:
    """Show the payment table of a ruleset, worked out from its formulas.

    Totals across and down are those that a hand can have; a dash is a cell that no hand reaches.

    \b
    scorer table
    scorer table -r m-league
    scorer table -r pocket-mahjong -o payment_table=spicy
    scorer table -r ponjan -f markdown
    """
    from scorer.render.payments import payments_document, payments_json
    from scorer.teach.payment_table import PaymentTable

    found = PaymentTable(options.ruleset_of(given))
    show_either(given, lambda: payments_json(found), lambda: payments_document(found, given["language"]))
