"""`scorer table`: what every total of a ruleset is paid with."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli.options import format_option, language_option, one_ruleset, rule_options, ruleset_of
from scorer.cli.output import show_either


@click.command()
@one_ruleset
@rule_options
@language_option
@format_option
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
    from scorer.teach.payment_table import payment_table

    ruleset = ruleset_of(given)
    found = payment_table(ruleset)
    language = given["language"]
    show_either(
        given["form"], lambda: payments_json(found, language), lambda: payments_document(found, language)
    )
