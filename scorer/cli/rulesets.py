"""`scorer rulesets`: list, show, compare and create rulesets; `scorer patterns`: list or show patterns."""

from __future__ import annotations

from pathlib import Path

import click

from scorer.cli.main import LazyGroup, PlainCommand
from scorer.cli.options import (
    chosen_ruleset,
    output_options,
    parameter_option,
    pattern_words,
    rule_options,
    ruleset_items,
    ruleset_option,
)
from scorer.cli.output import default_language, explain_first_use, game_language, print_answer, progress
from scorer.cli.usage import WholeNumber, parameter_error, usage_error
from scorer.errors import Fault, InputError, system_message
from scorer.languages import is_english
from scorer.message import Message, message_text
from scorer.questions import reference
from scorer.questions.reference import pattern_cards
from scorer.questions.rules import default_names, difference_report, named_rulesets, result_schema_text
from scorer.scoring import load_ruleset

HELP = {
    "list": "List the shipped rulesets by family.",
    "show": "Show a ruleset: options, circumstances, notes, sources.",
    "diff": "Compare two rulesets, and the scores they give.",
    "new": "Write a starter rule file.",
    "bundle": "Combine a rule file and all that it extends into one file.",
    "schema": "Print a JSON Schema of rule files or of results.",
}
COMMANDS = {name: (f"scorer.cli.rulesets:{name}_command", text) for name, text in HELP.items()}
MOST_HANDS = 100_000
DEFAULTS_NAME = "defaults"
SUFFIXES = (".yaml", ".yml")


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
def list_command(language: str, form: str) -> None:
    """List the shipped rulesets by family, then your own and those of packages, with their files. A file that
    cannot be used, or that another file of the same name hides, is listed with the reason.

    \b
    scorer rulesets list
    scorer rulesets list -f json
    """
    explain_first_use()
    print_answer(named_rulesets(language), language, form)


@click.command("show", cls=PlainCommand)
@click.argument("name", metavar="NAME_OR_FILE", shell_complete=ruleset_items)
@rule_options
@output_options
def show_command(name: str, options: tuple[str, ...], language: str, form: str) -> None:
    """Show a ruleset: its options with their values, its circumstances, the number of patterns, the ids of
    other parts that a rule file can change, notes and sources.

    `scorer rulesets show defaults` shows the names that every ruleset inherits.

    \b
    scorer rulesets show tenhou
    scorer rulesets show sanma -o tsumo_loss=false
    """
    if name == DEFAULTS_NAME:
        print_answer(default_names(), language, form)
        return
    rules = chosen_ruleset(name, options, language)
    print_answer(rules, game_language(rules, language), form)


@click.command("diff", cls=PlainCommand)
@click.argument("first_name", metavar="A", shell_complete=ruleset_items)
@click.argument("second_name", metavar="B", shell_complete=ruleset_items)
@click.option(
    "--hands",
    type=WholeNumber(1, MOST_HANDS),
    metavar="N",
    help="Also score N sample hands under both, and show three whose scores differ.",
)
@parameter_option("seed")
@output_options
def diff_command(
    first_name: str, second_name: str, hands: int | None, seed: int, language: str, form: str
) -> None:
    """Compare two rulesets and, with --hands, their scores for sample hands.

    A and B are shipped rulesets or YAML files. Each option that differs is shown with its description, and
    differences caused by it are not listed again. The last line counts the
    differences that do not matter in play; -f json lists
    everything.

    \b
    scorer rulesets diff riichi m-league
    scorer rulesets diff tenhou ema --hands 1000
    """
    first, second = (load_ruleset(name, language=language) for name in (first_name, second_name))
    if not is_english(language):
        untold = [rules for rules in (first, second) if not rules.is_told_in(language)]
        language = game_language(untold[0] if untold else first, language)
    labels = (first_name, second_name) if first.id == second.id else (first.id, second.id)
    with progress("Sample hands", hands or 0, is_shown=bool(hands)) as tick:
        report = difference_report(first, second, labels=labels, hands=hands or 0, seed=seed, tick=tick)
    print_answer(report, language, form)


@click.command("new", cls=PlainCommand)
@click.argument("file")
@click.option(
    "--extends",
    metavar="NAME_OR_FILE",
    default="",
    shell_complete=ruleset_items,
    help="The ruleset to change: a shipped one, or a file in the same folder. Default: none (a new game).",
)
def new_command(file: str, extends: str) -> None:
    """Write a starter rule file that is valid and explains every line. If FILE
    is -, print it instead.

    \b
    scorer rulesets new club.yaml --extends riichi
    scorer rulesets new harbour.yaml
    """
    from scorer.ruleset.authoring import starter_text

    language = default_language(follows_locale=True)
    if file == "-":
        click.echo(starter_text("club.yaml", extends, language), nl=False)
        return
    if not file.endswith(SUFFIXES):
        raise parameter_error(Message("file without ending", file))
    text = starter_text(file, extends, language)
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise parameter_error(Message("file exists", file)) from None
    except OSError as error:
        raise parameter_error(Message("file not written", file, system_message(error))) from None
    click.echo(message_text(Message("wrote starter", file), language))
    click.echo(f"  scorer check {file}")
    click.echo(f"  scorer rulesets diff {extends} {file}" if extends else f"  scorer check --audit {file}")


@click.command("bundle", cls=PlainCommand)
@click.argument("name", metavar="FILE", shell_complete=ruleset_items)
def bundle_command(name: str) -> None:
    """Combine a rule file and everything it extends into a single file that you can send to others.

    The result has the same rules. Its worked hands are those of FILE. Examples of the extended ruleset
    that no longer hold are left out, and so are comments.

    \b
    scorer rulesets bundle club.yaml > club-bundle.yaml
    """
    from scorer.check.bundle import bundle_text

    click.echo(bundle_text(name, default_language(follows_locale=True)), nl=False)


@click.command("schema", cls=PlainCommand)
@click.option(
    "--extends", metavar="NAME", help="For files that extend NAME: include the options and ids of NAME."
)
@click.option(
    "--results", is_flag=True, help="Print the schema of JSON results, including those of scorer batch."
)
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
            raise usage_error(Message("options cannot be combined", "--results", "--extends"))
        click.echo(result_schema_text(), nl=False)
        return
    found = overlay_schema(extends) if extends else schema()
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


# ---- the patterns of a ruleset


@click.command(cls=PlainCommand)
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=pattern_words)
@ruleset_option
@rule_options
@parameter_option(
    "query", help_text="Only patterns with these words in their names or definition.", metavar="WORDS"
)
@output_options
def patterns(
    names: tuple[str, ...], ruleset: str, options: tuple[str, ...], query: str, language: str, form: str
) -> None:
    """List the patterns of a ruleset with their closed and open values, or show some in detail.

    Name a pattern by its id or by its name in any language. The details are its definition and values, how
    it combines with other patterns, and hands that have it or lack it, with the reasons.

    \b
    scorer patterns
    scorer patterns -r pocket-mahjong --search dragon
    scorer patterns pinfu "Pure double run"
    scorer patterns 平和 --lang ja
    """
    rules = chosen_ruleset(ruleset, options, language)
    language = game_language(rules, language)
    if names and query:
        message = Message("not with pattern names")
        raise InputError([Fault("--search", None, message, "notation", text=query)])
    if names:
        print_answer(pattern_cards(names, rules), language, form)
        return
    found = reference.patterns(rules, query)
    if not found:
        message = Message("no pattern has these words", rules.label)
        raise InputError([Fault("--search", 0, message, "notation", max(1, len(query)), query)])
    print_answer(found, language, form)
