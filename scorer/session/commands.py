"""The commands of a session, and their names in each language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import normalize

from scorer.errors import InputError
from scorer.languages import LANGUAGES
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import comma_list, translate, translations
from scorer.questions.registry import QUESTIONS, Query
from scorer.render.document import Document, paragraph, term_table
from scorer.session.arguments import error_at_parameters, parameter_rows, with_typed_arguments
from scorer.session.changes import answer_change, answer_undo
from scorer.session.context import Context, names_of_command
from scorer.session.counts import answer_behind, answer_points
from scorer.session.deals import answer_next
from scorer.session.draws import answer_draw
from scorer.session.evening import answer_deals, answer_open, answer_save, answer_table
from scorer.session.hands import (
    CommandAnswer,
    answer_also,
    answer_explain,
    answer_of_registry,
    answer_others,
    answer_waits,
    answer_why,
)
from scorer.session.scores import answer_final, answer_scores
from scorer.session.settings import answer_rules, answer_set, setting_command
from scorer.session.spoken import explained_word, topic_lines
from scorer.session.state import LONGEST_LINE, Answer, CommandLine, SessionState
from scorer.tiles import fold_name

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset

RULES = "rules"
"""The command that changes the ruleset."""
ANSWERS_AT_TABLE: Mapping[str, CommandAnswer] = {
    "waits": answer_waits,
    "explain": answer_explain,
    "why": answer_why,
    "winners": answer_also,
    "deal": answer_others,
    "points": answer_points,
    "overtaking": answer_behind,
    "draw": answer_draw,
    "final": answer_final,
}
"""Answers to questions of the registry that need more than `answer_of_registry` gives: the table, or words
in the text after the command. Parameters that are typed as `name=value` are in the `given` of the line.

`waits` and `explain` take a hand from this text, and `why` without a name suggests one of the game. `winners`
and `deal` keep the other hands for the commands that follow. `points` finds words such as tsumo or a seat in
the text, `overtaking` a rival by seat from the scores of the table, `draw` the kind of draw, the seats or a
false win, and `final` without numbers takes the scores of the table.
"""


def answer_help(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """What a word means or a command does; without either, the list of commands."""
    from scorer.sentence.unread import example_sentence

    rules = context.rules_of(state)
    language = context.language_of(rules)
    if line.argument and (told := topic_lines(context, state, line.argument)):
        return state, (paragraph(*told),)
    if line.argument and (explained := explained_word(context, state, line.argument)):
        return explained
    if command := command_named(line.argument):
        return state, command_help("set" if command in TABLE_SETTINGS else command, context, rules)
    example = example_sentence(rules, language)
    typed = [(example, translate("help hand", language))] if example else []
    rows = [
        (context.usage(name, rules), _purpose(name, language))
        for name in COMMANDS
        if name not in TABLE_SETTINGS and has_use(name, rules)
    ]
    return state, (term_table([*typed, *rows]),)


def _purpose(command: str, language: str) -> str:
    """What a command does, and the names of the parameters that can be typed after it."""
    purpose = translate(f"help {command}", language)
    terms = [term for term, _ in _typed_after(command, language)]
    names = dict.fromkeys(f"{term.partition('=')[0]}=" for term in terms)
    return (
        translate("help and parameters", language, purpose, comma_list(names, language)) if names else purpose
    )


def _typed_after(command: str, language: str) -> list[tuple[str, str]]:
    """The parameters that can be typed after a command, each with its meaning."""
    asking = ((name, query) for name, query in QUESTIONS.items() if query.command == command)
    return [row for name, query in asking for row in parameter_rows(query, name, language)]


def command_help(command: str, context: Context, rules: Ruleset) -> Document:
    """What a command does, and what each parameter means that can be typed after it."""
    language = context.language_of(rules)
    purpose = (context.usage(command, rules), translate(f"help {command}", language))
    return (term_table([purpose, *_typed_after(command, language)]),)


def has_use(command: str, rules: Ruleset) -> bool:
    """Whether a command has an answer under the rules of a game.

    >>> from scorer import load_ruleset
    >>> has_use("final", load_ruleset("riichi")), has_use("final", load_ruleset("ponjan"))
    (True, False)
    """
    needed: dict[str, object] = {
        "others": rules.comparisons,
        "next": rules.deals,
        "draw": rules.draws,
        "scores": rules.deals,
        "final": rules.final,
    }
    return bool(needed.get(command, True))


def answer_quit(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """Nothing; the program that reads the lines ends the session, see `ends_session`."""
    return state, ()


def _with_parameters(query: Query, answer: CommandAnswer) -> CommandAnswer:
    """An answer to a command that is given the parameters of its question in the line."""

    def answer_line(context: Context, state: SessionState, line: CommandLine) -> Answer:
        try:
            return answer(context, state, with_typed_arguments(query, line))
        except InputError as error:
            raise error_at_parameters(error, query, line) from error

    return answer_line


COMMANDS: Mapping[str, CommandAnswer] = {
    "undo": answer_undo,
    **{
        query.command: _with_parameters(query, ANSWERS_AT_TABLE.get(name) or answer_of_registry(name))
        for name, query in QUESTIONS.items()
        if query.command
    },
    "next": answer_next,
    "set": answer_set,
    **{name: setting_command(name) for name in TABLE_SETTINGS},
    "scores": answer_scores,
    RULES: answer_rules,
    "table": answer_table,
    "deals": answer_deals,
    "change": answer_change,
    "save": answer_save,
    "open": answer_open,
    "help": answer_help,
    "quit": answer_quit,
}
"""The commands by their ids: the questions of the registry, and what changes the table. Their names in each
language, their arguments and their help are phrases.
"""


def _folded_name(name: str) -> str:
    """A name as the names of commands are compared; a sign stands for itself."""
    return fold_name(name) or normalize("NFKC", name)


def _names_in_all_languages(command: str) -> set[str]:
    return {command, *(name for language in LANGUAGES for name in names_of_command(command, language))}


@cache
def _command_by_name() -> Mapping[str, str]:
    return {_folded_name(name): command for command in COMMANDS for name in _names_in_all_languages(command)}


def command_named(word: str) -> str:
    """The command that a word names in any language; empty if there is none.

    >>> command_named("待ち"), command_named("UNDO"), command_named("riichi")
    ('waits', 'undo', '')
    """
    return _command_by_name().get(_folded_name(word), "")


def command_before(text: str) -> str:
    """The longest name of a command with which a text begins that is written without spaces.

    >>> command_before("なぜ平和"), command_before("nextdraw")
    ('なぜ', '')
    """
    begins = (text[:end] for end in range(len(text) - 1, 0, -1))
    return next((name for name in begins if not name.isascii() and command_named(name)), "")


@cache
def _numbered_change_pattern() -> re.Pattern[str]:
    """What finds the number of an event, for which 0 stands in the phrase, before or after the command."""
    names = "|".join(re.escape(name) for name in sorted(_names_in_all_languages("change"), reverse=True))
    forms = sorted({form for _, text in translations("event number words") for form in text.split()})
    numbers = "|".join(re.escape(form).replace("0", "([0-9]{1,6})") for form in reversed(forms))
    return re.compile(rf"(?:(?:{names}) *(?:{numbers})|(?:{numbers}) *(?:{names}))(?: +(.*))?", re.IGNORECASE)


def numbered_change(text: str) -> str:
    """A line that names an event by its number before or after the name of the command, as `change` takes it;
    other lines as they are.

    >>> numbered_change("3番を変更 Ann ron Cho"), numbered_change("更改第2条"), numbered_change("3本場に変更")
    ('change 3 Ann ron Cho', 'change 2', '3本場に変更')
    """
    found = _numbered_change_pattern().fullmatch(text)
    if not found:
        return text
    *numbers, rest = found.groups()
    return f"change {next(filter(None, numbers))} {rest or ''}".strip()


def ends_session(line: str) -> bool:
    """Whether a line ends the session.

    >>> ends_session("quit"), ends_session(" 終了"), ends_session("exit please"), ends_session("next")
    (True, True, True, False)
    """
    if len(line.strip()) > LONGEST_LINE:
        return False
    first, *others = line.split(maxsplit=1) or [""]
    if command_named(line.strip()) == "quit":
        return True
    if begun := command_before(line.strip()):
        first, others = begun, [line.strip().removeprefix(begun)]
    if command_named(first) != "quit":
        return False
    from scorer.sentence.lexicon import says_nothing

    return says_nothing(" ".join(others))
