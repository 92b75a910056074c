"""`scorer points`: the payment for a count; `scorer table`: the payments for every total."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import print_result
from scorer.errors import InputError
from scorer.hand import MOST_COUNTERS

COUNTERS = click.IntRange(0, MOST_COUNTERS)


@click.command(cls=PlainCommand)
@click.argument("count", nargs=-1, required=True)
@options.ruleset_option
@options.DEALER_OPTION
@options.SELF_DRAW_OPTION
@options.DISCARD_OPTION
@click.option("--honba", type=COUNTERS, default=0, help=options.HONBA_HELP)
@click.option("--sticks", type=COUNTERS, default=0, help=options.STICKS_HELP)
@options.rule_options
@options.output_options
def points(**given: Any) -> None:
    """Look up the payment for a count, and for one or two more, without a hand.

    COUNT is the numbers in order (han, then fu), the numbers with their units, or the name of a limit.
    Payments are shown as they are announced at the table: a single number is paid by the discarder, "3,900
    all" by each player, and of two numbers the dealer pays the larger.

    \b
    scorer points 4 30
    scorer points 3 40 --dealer --tsumo --honba 2
    scorer points mangan
    scorer points 2 yakuman -r sanma
    scorer points 7 -r hong-kong
    """
    from scorer.render.payments import points_document, points_json
    from scorer.teach.points import points_of

    ruleset, language = options.load_given_ruleset(given), given["language"]
    if given["drawn"] and given["claimed"]:
        raise InputError([options.TWO_WAYS_FAULT])
    drawn = given["drawn"] if given["drawn"] or given["claimed"] else None
    count, counters = " ".join(given["count"]), (given["honba"], given["sticks"])
    found = points_of(ruleset, count, given["dealer"], drawn, *counters)
    print_result(given, lambda: points_json(found, language), lambda: points_document(found, language))


@click.command(cls=PlainCommand)
@options.ruleset_option
@options.rule_options
@options.output_options
def table(**given: Any) -> None:
    """Show the payment table of a ruleset, calculated from its formulas.

    Rows and columns are the totals that a hand can have; a dash marks a combination that no hand reaches.

    \b
    scorer table
    scorer table -r m-league
    scorer table -r pocket-mahjong -o payment_table=spicy
    scorer table -r ponjan -f markdown
    """
    from scorer.render.payments import payments_document, payments_json
    from scorer.teach.payment_table import PaymentTable

    found = PaymentTable(options.load_given_ruleset(given))
    print_result(given, lambda: payments_json(found), lambda: payments_document(found, given["language"]))
