"""`scorer table`: what every total of a ruleset is paid with."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli.default import default_ruleset
from scorer.cli.options import format_option, language_option, one_ruleset, option_values, rule_options
from scorer.cli.output import show, show_json
from scorer.library import load_ruleset


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

    ruleset = load_ruleset(given["ruleset"] or default_ruleset(), option_values(given["options"]))
    found = payment_table(ruleset)
    if given["form"] == "json":
        show_json(payments_json(found, given["language"]))
    else:
        show(payments_document(found, given["language"]), given["form"])
