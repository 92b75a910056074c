"""`scorer patterns`: the patterns of a ruleset, or all about some of them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from scorer.cli import completion
from scorer.cli.default import default_ruleset
from scorer.cli.options import format_option, language_option, one_ruleset, option_values, rule_options
from scorer.cli.output import show, show_json
from scorer.errors import Fault, InputError, nearest
from scorer.library import load_ruleset
from scorer.render.patterns import pattern_card, pattern_list, pattern_object
from scorer.ruleset.model import Pattern, Ruleset


@click.command()
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=completion.patterns)
@one_ruleset
@rule_options
@language_option
@format_option
def patterns(
    names: tuple[str, ...], ruleset: str, options: tuple[str, ...], language: str, form: str
) -> None:
    """List the patterns of a ruleset with their values, closed and open; or tell all about some.

    \b
    scorer patterns
    scorer patterns -r pocket-mahjong
    scorer patterns pinfu iipeikou
    """
    rules = load_ruleset(ruleset or default_ruleset(), option_values(options))
    found = _named(names, rules)
    if form == "json":
        show_json([pattern_object(item, rules, language) for item in found or rules.pattern_by_id.values()])
    elif found:
        show(tuple(block for item in found for block in pattern_card(item, rules, language)), form)
    else:
        show(pattern_list(rules, language), form)


def _named(names: Sequence[str], rules: Ruleset) -> list[Pattern]:
    """The patterns with these ids or names. Raises InputError for those that are none."""
    known = {_folded(name): p for p in rules.pattern_by_id.values() for _, name in p.names}
    known |= {_folded(pattern.id): pattern for pattern in rules.pattern_by_id.values()}
    faults = [_unknown(name, rules) for name in names if _folded(name) not in known]
    if faults:
        raise InputError(faults)
    return [known[_folded(name)] for name in names]


def _folded(name: str) -> str:
    return name.strip().casefold().replace("_", " ").replace("-", " ")


def _unknown(name: str, rules: Ruleset) -> Fault:
    message = f"no such pattern in {rules.id}; see scorer patterns -r {rules.id}"
    close = nearest(name.strip().casefold(), rules.pattern_by_id)
    return Fault("pattern", 0, message, "notation", max(1, len(name)), name, close)
