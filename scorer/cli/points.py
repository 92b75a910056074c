"""`scorer points`: the payment of a count, without a hand."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli.options import (
    BOTH_WAYS,
    CLAIMED,
    DEALER_SEAT,
    DRAWN,
    format_option,
    language_option,
    one_ruleset,
    rule_options,
    ruleset_of,
)
from scorer.cli.output import fail_in, show_either
from scorer.errors import InputError, ScorerError
from scorer.hand import MOST_COUNTERS

COUNTERS = click.IntRange(0, MOST_COUNTERS)


@click.command()
@click.argument("count", nargs=-1, required=True)
@one_ruleset
@DEALER_SEAT
@DRAWN
@CLAIMED
@click.option("--honba", type=COUNTERS, default=0, help="Counters on the table.")
@click.option("--sticks", type=COUNTERS, default=0, help="Sticks on the table.")
@rule_options
@language_option
@format_option
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

    try:
        ruleset = ruleset_of(given)
        if given["drawn"] and given["claimed"]:
            raise InputError([BOTH_WAYS])
        drawn = given["drawn"] if given["drawn"] or given["claimed"] else None
        counters = {name: given[name] for name in ("honba", "sticks")}
        found = points_of(ruleset, " ".join(given["count"]), given["dealer"], drawn, **counters)
    except ScorerError as error:
        fail_in(given["form"], error, given["language"])
    language = given["language"]
    show_either(given["form"], lambda: points_json(found, language), lambda: points_document(found, language))
