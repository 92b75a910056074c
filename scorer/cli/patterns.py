"""`scorer patterns`: the patterns of a ruleset, or all about some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from scorer.cli import options
from scorer.cli.output import show_either
from scorer.errors import Fault, InputError
from scorer.render.rulesets import card_object, cards_document, pattern_list, pattern_object
from scorer.ruleset.load import load_ruleset as load_file
from scorer.ruleset.model import Pattern, Ruleset
from scorer.teach.patterns import chosen_patterns, matching, pattern_card


@click.command()
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=options.completed_patterns)
@options.one_ruleset
@options.rule_options
@click.option("--search", metavar="WORDS", default="", help="Only patterns in which these words occur.")
@options.told_options
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
    rules, form, language = options.ruleset_of(given), given["form"], given["language"]
    if given["names"]:
        found = [rules.pattern_by_id[name] for name in chosen_patterns(given["names"], "pattern", rules)]
        loaded = load_file(given["ruleset"] or options.default_ruleset())
        cards = [pattern_card(pattern, rules, loaded, language) for pattern in found]
        show_either(
            form,
            lambda: [card_object(card, language) for card in cards],
            lambda: cards_document(cards, language),
        )
    else:
        listed = _searched(given["search"], rules)
        show_either(
            form,
            lambda: [pattern_object(pattern, rules, language) for pattern in listed],
            lambda: pattern_list(rules, language, listed),
        )


def _searched(words: str, rules: Ruleset) -> Sequence[Pattern]:
    """The patterns in which the words occur. Raises InputError where there is none."""
    if not words.strip():
        return tuple(rules.pattern_by_id.values())
    found = matching(rules, words)
    if not found:
        message = f"no pattern of {rules.id} has these words in its names or its definition"
        raise InputError([Fault("--search", 0, message, "notation", max(1, len(words)), words)])
    return found
