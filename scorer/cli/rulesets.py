"""`scorer rulesets`: list, show, compare and create rulesets; `scorer patterns`: list or show patterns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.cli.main import LazyGroup, PlainCommand
from scorer.cli.options import (
    default_ruleset,
    load_given_ruleset,
    output_options,
    pattern_words,
    rule_options,
    ruleset_items,
    ruleset_option,
)
from scorer.cli.output import explain_first_use, print_result, progress
from scorer.errors import Fault, InputError
from scorer.library import load_ruleset
from scorer.ruleset.find import DEFAULTS_NAME, SUFFIXES, shipped_folder

if TYPE_CHECKING:
    from scorer.ruleset.model import Pattern, Ruleset

HELP = {
    "list": "List the shipped rulesets by family.",
    "show": "Show a ruleset: options, circumstances, notes, sources.",
    "diff": "Compare two rulesets, and their scores for sample hands.",
    "new": "Write a starter rule file.",
    "schema": "Print a JSON Schema of rule files, for editors.",
}
COMMANDS = {name: (f"scorer.cli.rulesets:{name}_command", text) for name, text in HELP.items()}
MOST_HANDS = 100_000


@click.command(cls=LazyGroup, entries=COMMANDS)
def rulesets() -> None:
    """List, show, compare and create rulesets.

    \b
    scorer rulesets list
    scorer rulesets show tenhou
    scorer rulesets diff riichi m-league
    scorer rulesets new club.yaml --extends riichi
    """


@click.command("list", cls=PlainCommand)
@output_options
def list_command(**given: Any) -> None:
    """List the shipped rulesets by family, with players, tiles and unit of scoring.

    \b
    scorer rulesets list
    scorer rulesets list -f json
    """
    from scorer.engine.catalogue import shipped_overviews
    from scorer.render.rulesets import ruleset_list, ruleset_summary

    explain_first_use()
    shipped = shipped_overviews()
    print_result(
        given,
        lambda: [ruleset_summary(ruleset, given["language"]) for ruleset in shipped],
        lambda: ruleset_list(shipped),
    )


@click.command("show", cls=PlainCommand)
@click.argument("name", metavar="NAME_OR_FILE", shell_complete=ruleset_items)
@rule_options
@output_options
def show_command(**given: Any) -> None:
    """Show a ruleset: options and their values, circumstances, number of patterns, the ids of what else a
    file of your own can change, notes and sources. `defaults` is what all of them build on.

    \b
    scorer rulesets show tenhou
    scorer rulesets show sanma -o tsumo_loss=false
    """
    from scorer.render.rulesets import defaults_object, defaults_page, ruleset_object, ruleset_page

    if given["name"] == DEFAULTS_NAME:
        from scorer.ruleset.load import default_ids  # reads YAML, which a shipped ruleset does not need

        known = default_ids()
        print_result(given, lambda: defaults_object(known), lambda: defaults_page(known))
        return
    ruleset, language = load_given_ruleset(given, given["name"]), given["language"]
    print_result(given, lambda: ruleset_object(ruleset, language), lambda: ruleset_page(ruleset, language))


@click.command("diff", cls=PlainCommand)
@click.argument("before", metavar="A", shell_complete=ruleset_items)
@click.argument("after", metavar="B", shell_complete=ruleset_items)
@click.option(
    "--hands",
    type=click.IntRange(1, MOST_HANDS),
    metavar="N",
    help="Also score N sample hands under both, and show three that change.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same hands.")
@output_options
def diff_command(before: str, after: str, hands: int | None, seed: int, **given: Any) -> None:
    """Compare two rulesets, and with --hands their scores for sample hands.

    A and B are shipped rulesets or YAML files. Each option that differs is shown with its description. All
    values are those in force under the options of each ruleset.

    \b
    scorer rulesets diff riichi m-league
    scorer rulesets diff tenhou ema --hands 1000
    """
    from scorer.audit.differences import differences
    from scorer.audit.report import effect
    from scorer.render.comparison import differences_document, differences_json, effect_document, effect_json
    from scorer.teach.compare import compare_rulesets

    first, second = load_ruleset(before), load_ruleset(after)
    labels = (before, after) if first.id == second.id else (first.id, second.id)
    language, found, played = given["language"], differences(first, second), None
    if hands:
        with progress("Sample hands", hands) as tick:
            played = effect(first, second, hands, seed, tick)
    examples = (
        [compare_rulesets(pair.request, (before, after), {}) for pair in played.examples] if played else []
    )
    print_result(
        given,
        lambda: differences_json(found, labels, language) | effect_json(played, examples, language),
        lambda: (
            *differences_document(found, labels, language),
            *effect_document(played, examples, labels, language),
        ),
    )


@click.command("new", cls=PlainCommand)
@click.argument("file")
@click.option(
    "--extends",
    metavar="NAME_OR_FILE",
    default="",
    shell_complete=ruleset_items,
    help="The ruleset to change: a shipped one, or a file in the same folder. Without it, a new game.",
)
def new_command(file: str, extends: str) -> None:
    """Write a starter rule file: valid, and explained line by line. If FILE is -, print it instead.

    \b
    scorer rulesets new club.yaml --extends riichi
    scorer rulesets new harbour.yaml
    """
    from scorer.ruleset.authoring import starter_text

    if file == "-":
        click.echo(starter_text("club.yaml", extends), nl=False)
        return
    if not file.endswith(SUFFIXES):
        raise click.BadParameter(f"'{file}' does not end in .yaml; did you mean '{file}.yaml'?")
    text = starter_text(file, extends)
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise click.BadParameter(f"'{file}' already exists; choose another name") from None
    except OSError as error:
        raise click.BadParameter(f"'{file}' cannot be written: {error.strerror}") from None
    click.echo(f"Wrote {file}. Edit it, then try:")
    click.echo(f"  scorer check {file}")
    click.echo(f"  scorer rulesets diff {extends} {file}" if extends else f"  scorer check --audit {file}")


@click.command("schema", cls=PlainCommand)
@click.option("--extends", metavar="NAME", help="For overlays: include what they can set and drop in NAME.")
@click.option("--results", is_flag=True, help="Print the schema of JSON results, also of scorer batch.")
def schema_command(extends: str | None, results: bool) -> None:
    """Print a JSON Schema of rule files for editors, or of results for programs.

    \b
    scorer rulesets schema > schema.json
    scorer rulesets schema --results > result.schema.json

    To use the schema, name it in the first line of a rule file in the same folder:

    \b
    # yaml-language-server: $schema=schema.json
    """
    import json

    from scorer.ruleset.authoring import overlay_schema, schema

    if results:
        if extends:
            raise click.UsageError("--results cannot be combined with --extends")
        click.echo((shipped_folder() / "result.schema.json").read_text(encoding="utf-8"), nl=False)
        return
    found = overlay_schema(extends) if extends else schema()
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


# ---- the patterns of a ruleset


@click.command(cls=PlainCommand)
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=pattern_words)
@ruleset_option
@rule_options
@click.option("--search", metavar="WORDS", default="", help="Only patterns that contain these words.")
@output_options
def patterns(**given: Any) -> None:
    """List the patterns of a ruleset with their closed and open values, or show some in detail.

    Name a pattern by its id or by its name in any language. Its card shows the definition, the values, how it
    combines with other patterns, and examples that have it or lack it, with the reasons.

    \b
    scorer patterns
    scorer patterns -r pocket-mahjong --search dragon
    scorer patterns pinfu "Pure double run"
    scorer patterns 平和 --lang ja
    """
    from scorer.render.rulesets import card_object, cards_document, pattern_list, pattern_object
    from scorer.ruleset.load import load_ruleset as load_file
    from scorer.teach.patterns import chosen_patterns, pattern_card

    rules, language = load_given_ruleset(given), given["language"]
    if given["names"] and given["search"]:
        message = "give pattern names or --search, not both"
        raise InputError([Fault("--search", None, message, "notation", text=given["search"])])
    if given["names"]:
        found = [rules.pattern_by_id[name] for name in chosen_patterns(given["names"], "pattern", rules)]
        loaded = load_file(given["ruleset"] or default_ruleset())
        cards = [pattern_card(pattern, rules, loaded, language) for pattern in found]
        print_result(
            given,
            lambda: [card_object(card, language) for card in cards],
            lambda: cards_document(cards, language),
        )
    else:
        listed = _matching_patterns(given["search"], rules)
        print_result(
            given,
            lambda: [pattern_object(pattern, rules, language) for pattern in listed],
            lambda: pattern_list(rules, listed, language),
        )


def _matching_patterns(words: str, rules: Ruleset) -> Sequence[Pattern]:
    """The patterns that contain the words. Raises InputError if there are none."""
    from scorer.teach.patterns import find_patterns

    if not words.strip():
        return tuple(rules.pattern_by_id.values())
    found = find_patterns(rules, words)
    if not found:
        message = f"no pattern of {rules.id} has these words in its names or its definition"
        raise InputError([Fault("--search", 0, message, "notation", max(1, len(words)), words)])
    return found
