"""`scorer patterns`: the patterns of a ruleset, or all about some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from scorer.cli import completion
from scorer.cli.default import default_ruleset
from scorer.cli.options import format_option, language_option, one_ruleset, option_values, rule_options
from scorer.cli.output import show, show_json
from scorer.errors import Fault, InputError
from scorer.library import load_ruleset
from scorer.render.patterns import pattern_list, pattern_object
from scorer.ruleset.load import load_ruleset as load_file
from scorer.ruleset.model import Pattern, Ruleset


@click.command()
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=completion.patterns)
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
    name = given["ruleset"] or default_ruleset()
    rules = load_ruleset(name, option_values(given["options"]))
    found = _named(given["names"], rules)
    if found:
        _show_cards(found, rules, load_file(name), given)
    else:
        _show_list(_searched(given["search"], rules), rules, given)


def _show_cards(found: Sequence[Pattern], rules: Ruleset, loaded: Ruleset, given: dict[str, Any]) -> None:
    from scorer.render.pattern_card import card_document, card_object
    from scorer.teach.pattern_card import pattern_card

    cards = [pattern_card(pattern, rules, loaded, given["language"]) for pattern in found]
    if given["form"] == "json":
        show_json([card_object(card, given["language"]) for card in cards])
    else:
        blocks = (block for card in cards for block in card_document(card, given["language"]))
        show(tuple(blocks), given["form"])


def _show_list(found: Sequence[Pattern], rules: Ruleset, given: dict[str, Any]) -> None:
    if given["form"] == "json":
        show_json([pattern_object(pattern, rules, given["language"]) for pattern in found])
    else:
        show(pattern_list(rules, given["language"], found), given["form"])


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
    from scorer.teach.lookup import chosen_ids

    known = {pattern.id: pattern.names for pattern in rules.pattern_by_id.values()}
    return [rules.pattern_by_id[ident] for ident in chosen_ids(names, "pattern", known, rules)]
