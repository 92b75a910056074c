"""`scorer rulesets list`."""

from __future__ import annotations

import click

from scorer.cli.options import format_option, language_option
from scorer.cli.output import show, show_json
from scorer.library import load_ruleset
from scorer.render.rulesets import ruleset_list, ruleset_summary
from scorer.ruleset.find import shipped_names


@click.command("list")
@language_option
@format_option
def command(language: str, form: str) -> None:
    """List the shipped rulesets by family, with players, tiles and the unit they count in.

    \b
    scorer rulesets list
    scorer rulesets list -f json
    """
    rulesets = [load_ruleset(name) for name in shipped_names()]
    if form == "json":
        show_json([ruleset_summary(ruleset, language) for ruleset in rulesets])
    else:
        show(ruleset_list(rulesets), form)
