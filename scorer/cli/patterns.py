"""`scorer patterns`: the patterns of a ruleset, or all about some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from scorer.cli import complete
from scorer.cli.command import default_ruleset
from scorer.cli.options import (
    format_option,
    language_option,
    one_ruleset,
    rule_options,
    ruleset_of,
)
from scorer.cli.output import show_either
from scorer.errors import Fault, InputError
from scorer.render.patterns import cards_document, cards_json, pattern_list, pattern_object
from scorer.ruleset.load import load_ruleset as load_file
from scorer.ruleset.model import Pattern, Ruleset
from scorer.teach.pattern_card import pattern_card


@click.command()
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=complete.patterns)
@one_ruleset
@rule_options
@click.option("--search", metavar="WORDS", default="", help="Only patterns in which these words occur.")
@language_option
@format_option
def patterns(**given: Any) -> None:
    """List the patterns of a ruleset with their values, closed and open; or tell all about some.

    A pattern is named by its id, or by its name in any language. Its card has the definition, the values, how
    it stands to other patterns, and the examples for which it holds and fails, with the reason.

    \b
    scorer patterns
    scorer patterns -r pocket-mahjong --search dragon
    scorer patterns pinfu "Pure double run"
    scorer patterns 平和 --lang ja
    """
    rules, language = ruleset_of(given), given["language"]
    found = _named(given["names"], rules)
    if found:
        loaded = load_file(given["ruleset"] or default_ruleset())
        cards = [pattern_card(pattern, rules, loaded, given["language"]) for pattern in found]
        show_either(
            given["form"], lambda: cards_json(cards, language), lambda: cards_document(cards, language)
        )
    else:
        listed = _searched(given["search"], rules)
        show_either(
            given["form"],
            lambda: [pattern_object(pattern, rules, language) for pattern in listed],
            lambda: pattern_list(rules, language, listed),
        )


def _searched(words: str, rules: Ruleset) -> Sequence[Pattern]:
    """The patterns in which the words occur. Raises InputError where there is none."""
    if not words.strip():
        return tuple(rules.pattern_by_id.values())
    from scorer.teach.pattern_card import matching

    found = matching(rules, words)
    if not found:
        message = f"no pattern of {rules.id} has these words in its names or its definition"
        raise InputError([Fault("--search", 0, message, "notation", max(1, len(words)), words)])
    return found


def _named(names: Sequence[str], rules: Ruleset) -> list[Pattern]:
    """The patterns with these ids or names. Raises InputError for those that are none."""
    from scorer.teach.lookup import chosen_patterns

    return [rules.pattern_by_id[ident] for ident in chosen_patterns(names, "pattern", rules)]
