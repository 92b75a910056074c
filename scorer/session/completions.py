"""What the last word of a line may become."""

from __future__ import annotations

from scorer.languages import is_english
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import translate
from scorer.questions.registry import QUESTIONS
from scorer.ruleset.find import shipped_names
from scorer.session.commands import COMMANDS, RULES, command_named
from scorer.session.context import Context, names_of_command
from scorer.session.state import SessionState
from scorer.tiles import name_in

PATTERN_COMMANDS = tuple(one.command for one in QUESTIONS.values() if one.argument == "pattern")
"""Commands that are followed by the name of a pattern."""


def completions(context: Context, state: SessionState, line: str) -> list[str]:
    """What the last word of a line may become, in alphabetical order.

    >>> completions(Context(), SessionState(), "234m rin"), completions(Context(), SessionState(), "un")
    (['rinshan', 'rinshan_fu='], ['undo'])
    """
    *before, begun = line.split(" ")
    command = command_named(before[0]) if before else ""
    if command == RULES:
        words = [*shipped_names()]
    elif command in PATTERN_COMMANDS:
        rules = context.rules_of(state)
        language = context.language_of(rules)
        words = [*rules.pattern_by_id]
        if not is_english(language):
            words += [name_in(one.names, language) for one in rules.pattern_by_id.values()]
    else:
        words = words_of_lines(context, state)
        if not before:
            names = (names_of_command(one, context.language) for one in COMMANDS)
            words += [*COMMANDS, *(name for each in names for name in each)]
    return sorted({word for word in words if word.startswith(begun)})


def words_of_lines(context: Context, state: SessionState) -> list[str]:
    rules = context.rules_of(state)
    valued = [*(one.id for one in rules.indicators), *(one.id for one in rules.offered_options)]
    valued += [*TABLE_SETTINGS, "from"]
    plain = ["tsumo", "ron", "dealer", *rules.circumstance_by_id]
    if not is_english(language := context.language_of(rules)):
        plain += [translate(key, language) for key in ("self_draw", "discard")]
        plain += [name_in(one.names, language) for one in rules.circumstances]
    return [*plain, *(f"{name}=" for name in valued)]
