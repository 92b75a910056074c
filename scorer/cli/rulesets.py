"""`scorer rulesets`: what is shipped, what a ruleset says, how two differ, a new one; `scorer patterns`: the
patterns of one, or all about some of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.cli.main import LazyGroup, PlainCommand
from scorer.cli.options import (
    completed_patterns,
    completed_rulesets,
    default_ruleset,
    one_ruleset,
    rule_options,
    ruleset_of,
    told_options,
)
from scorer.cli.output import explain_first_use, progress, show_either
from scorer.errors import Fault, InputError
from scorer.library import load_ruleset
from scorer.ruleset.find import SUFFIXES, shipped_folder

if TYPE_CHECKING:
    from scorer.ruleset.model import Pattern, Ruleset

HELP = {
    "list": "List the shipped rulesets by family.",
    "show": "Show a ruleset: options, circumstances, notes, sources.",
    "diff": "Show how two rulesets differ, and what that does to hands.",
    "new": "Write a rule file to begin with.",
    "schema": "Print a JSON Schema of rule files, for editors.",
}
COMMANDS = {name: (f"scorer.cli.rulesets:{name}_command", text) for name, text in HELP.items()}
MOST_HANDS = 100_000


@click.command(cls=LazyGroup, entries=COMMANDS)
def rulesets() -> None:
    """List the shipped rulesets, show one, compare two, begin one of your own.

    \b
    scorer rulesets list
    scorer rulesets show tenhou
    scorer rulesets diff riichi m-league
    scorer rulesets new club.yaml --extends riichi
    """


@click.command("list", cls=PlainCommand)
@told_options
def list_command(**given: Any) -> None:
    """List the shipped rulesets by family, with players, tiles and the unit they count in.

    \b
    scorer rulesets list
    scorer rulesets list -f json
    """
    from scorer.engine.configure import shipped_overviews
    from scorer.render.rulesets import ruleset_list, ruleset_summary

    explain_first_use()
    shipped = shipped_overviews()
    show_either(
        given,
        lambda: [ruleset_summary(ruleset, given["language"]) for ruleset in shipped],
        lambda: ruleset_list(shipped),
    )


@click.command("show", cls=PlainCommand)
@click.argument("name", metavar="NAME_OR_FILE", shell_complete=completed_rulesets)
@rule_options
@told_options
def show_command(**given: Any) -> None:
    """Show a ruleset: its options with their values, circumstances, how many patterns, notes, sources.

    \b
    scorer rulesets show tenhou
    scorer rulesets show sanma -o tsumo_loss=false
    """
    from scorer.render.rulesets import ruleset_object, ruleset_page

    ruleset, language = ruleset_of(given, given["name"]), given["language"]
    show_either(given, lambda: ruleset_object(ruleset, language), lambda: ruleset_page(ruleset, language))


@click.command("diff", cls=PlainCommand)
@click.argument("before", metavar="A", shell_complete=completed_rulesets)
@click.argument("after", metavar="B", shell_complete=completed_rulesets)
@click.option(
    "--hands",
    type=click.IntRange(1, MOST_HANDS),
    metavar="N",
    help="Score N sample hands under both as well, and show three that change.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Other hands for another number.")
@told_options
def diff_command(before: str, after: str, hands: int | None, seed: int, **given: Any) -> None:
    """Show how two rulesets differ, by id and value, and with --hands what it does to hands.

    A and B are shipped rulesets or YAML files. Options that differ are named with what they do; values
    are those in force under the options of each.

    \b
    scorer rulesets diff riichi m-league
    scorer rulesets diff tenhou ema --hands 1000
    """
    from scorer.audit.differences import differences
    from scorer.audit.report import effect
    from scorer.render.comparison import differences_document, differences_json, effect_document, effect_json
    from scorer.teach.compare import compared

    first, second = load_ruleset(before), load_ruleset(after)
    labels = (before, after) if first.id == second.id else (first.id, second.id)
    language, found, played = given["language"], differences(first, second), None
    if hands:
        with progress("Sample hands", hands) as tick:
            played = effect(first, second, hands, seed, tick)
    examples = [compared(pair.request, (before, after), {}) for pair in played.examples] if played else []
    show_either(
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
    shell_complete=completed_rulesets,
    help="The ruleset to change: a shipped one, or a file in the same folder. Without it, a game of its own.",
)
def new_command(file: str, extends: str) -> None:
    """Write a rule file to begin with: sound, and explaining itself line by line. - prints it.

    \b
    scorer rulesets new club.yaml --extends riichi
    scorer rulesets new harbour.yaml
    """
    from scorer.ruleset.authoring import starter

    if file == "-":
        click.echo(starter("club.yaml", extends), nl=False)
        return
    if not file.endswith(SUFFIXES):
        raise click.BadParameter(f"'{file}' does not end in .yaml; did you mean '{file}.yaml'?")
    text = starter(file, extends)
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise click.BadParameter(f"'{file}' is there already; choose another name") from None
    except OSError as error:
        raise click.BadParameter(f"'{file}' cannot be written: {error.strerror}") from None
    click.echo(f"{file} is written. Look into it, change it, and try:")
    click.echo(f"  scorer check {file}")
    click.echo(f"  scorer rulesets diff {extends} {file}" if extends else f"  scorer check --audit {file}")


@click.command("schema", cls=PlainCommand)
@click.option("--extends", metavar="NAME", help="For an overlay: know what this ruleset has to set and drop.")
@click.option(
    "--results",
    is_flag=True,
    help="The schema of results as JSON, and of lines of scorer batch.",
)
def schema_command(extends: str | None, results: bool) -> None:
    """Print a JSON Schema of rule files for editors, or of results for programs.

    \b
    scorer rulesets schema > schema.json
    scorer rulesets schema --results > result.schema.json

    A rule file in the same folder as schema.json names it in its first line:

    \b
    # yaml-language-server: $schema=schema.json
    """
    import json

    from scorer.ruleset.authoring import schema, schema_over

    if results:
        if extends:
            raise click.UsageError("--results cannot be combined with --extends")
        click.echo((shipped_folder() / "result.schema.json").read_text(encoding="utf-8"), nl=False)
        return
    found = schema_over(load_ruleset(extends)) if extends else schema()
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


# ---- the patterns of a ruleset


@click.command(cls=PlainCommand)
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=completed_patterns)
@one_ruleset
@rule_options
@click.option("--search", metavar="WORDS", default="", help="Only patterns in which these words occur.")
@told_options
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
    from scorer.render.rulesets import card_object, cards_document, pattern_list, pattern_object
    from scorer.ruleset.load import load_ruleset as load_file
    from scorer.teach.patterns import chosen_patterns, pattern_card

    rules, language = ruleset_of(given), given["language"]
    if given["names"] and given["search"]:
        message = "patterns are named or searched for, not both"
        raise InputError([Fault("--search", None, message, "notation", text=given["search"])])
    if given["names"]:
        found = [rules.pattern_by_id[name] for name in chosen_patterns(given["names"], "pattern", rules)]
        loaded = load_file(given["ruleset"] or default_ruleset())
        cards = [pattern_card(pattern, rules, loaded, language) for pattern in found]
        show_either(
            given,
            lambda: [card_object(card, language) for card in cards],
            lambda: cards_document(cards, language),
        )
    else:
        listed = _searched(given["search"], rules)
        show_either(
            given,
            lambda: [pattern_object(pattern, rules, language) for pattern in listed],
            lambda: pattern_list(rules, listed, language),
        )


def _searched(words: str, rules: Ruleset) -> Sequence[Pattern]:
    """The patterns in which the words occur. Raises InputError where there is none."""
    from scorer.teach.patterns import matching

    if not words.strip():
        return tuple(rules.pattern_by_id.values())
    found = matching(rules, words)
    if not found:
        message = f"no pattern of {rules.id} has these words in its names or its definition"
        raise InputError([Fault("--search", 0, message, "notation", max(1, len(words)), words)])
    return found
