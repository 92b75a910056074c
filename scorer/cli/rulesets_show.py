"""`scorer rulesets show`."""

from __future__ import annotations

import click

from scorer.cli import completion
from scorer.cli.options import format_option, language_option, option_values, rule_options
from scorer.cli.output import show, show_json
from scorer.library import load_ruleset
from scorer.render.rulesets import ruleset_object, ruleset_page


@click.command("show")
@click.argument("name", metavar="NAME_OR_FILE", shell_complete=completion.rulesets)
@rule_options
@language_option
@format_option
def command(name: str, options: tuple[str, ...], language: str, form: str) -> None:
    """Show a ruleset: its options with their values, circumstances, how many patterns, notes, sources.

    \b
    scorer rulesets show tenhou
    scorer rulesets show sanma -o tsumo_loss=false
    """
    ruleset = load_ruleset(name, option_values(options))
    if form == "json":
        show_json(ruleset_object(ruleset, language))
    else:
        show(ruleset_page(ruleset, language), form)
