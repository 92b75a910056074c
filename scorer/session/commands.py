"""The commands of a session: their names in each language, what may be typed after them, and completions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from scorer.engine.examples import ExampleWord, fault_at_word
from scorer.errors import InputError
from scorer.language.vocabulary import truth_word
from scorer.languages import LANGUAGES, is_english
from scorer.message import Listed, Message
from scorer.parameters import COUNT, FLAG, HAND, PARAMETERS, RULES, TABLE_SETTINGS, TEXT, TEXTS, Parameter
from scorer.phrases import comma_list, translate, translations
from scorer.questions.registry import QUESTIONS, Query
from scorer.render.document import Document, paragraph, term_table
from scorer.ruleset.find import shipped_names
from scorer.session.counts import answer_behind, answer_points
from scorer.session.deals import answer_draw, answer_next
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
from scorer.session.state import (
    LONGEST_LINE,
    WHOLE_NUMBER,
    Answer,
    CommandLine,
    Context,
    SessionState,
    names_of_command,
)
from scorer.session.told_events import answer_change, answer_undo
from scorer.texts import help_texts
from scorer.tiles import fold_name, name_in
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.questions.registry import Query
    from scorer.ruleset.model import Ruleset


NAME_AND_VALUE = re.compile(r'(?<!\S)([A-Za-z_-]+)=("[^"]*"|\S*)')
"""A parameter and its value; a value with spaces stands in quotes."""
TYPED_SORTS = (TEXT, COUNT, FLAG, TEXTS)


def typed_parameters(query: Query) -> list[Parameter]:
    """The parameters of a question that can be typed after its command. The rules apply at the table, and
    what is said of a hand is read with the hand.

    >>> from scorer.questions.registry import QUESTIONS
    >>> [one.name for one in typed_parameters(QUESTIONS["waits"])]
    ['own_discards', 'visible']
    """
    elsewhere = {*RULES, *(HAND if "hand" in query.parameters else ())}
    own = (PARAMETERS[name] for name in query.parameters if name not in elsewhere)
    return [one for one in own if one.sort in TYPED_SORTS]


def parameter_rows(query: Query, command: str, language: str) -> Iterator[tuple[str, str]]:
    """What can be typed after the text of a command, each with its meaning as in the help of the command
    line.

    >>> from scorer.questions.registry import QUESTIONS
    >>> [*parameter_rows(QUESTIONS["waits"], "waits", "ja")][1]
    ('visible=TILES', 'ほかに場に見えている牌')
    """
    texts = {} if is_english(language) else help_texts(language)
    for parameter in typed_parameters(query):
        if parameter.name == query.argument:
            continue
        if not parameter.option:
            for flag in parameter.flags:
                yield f"{parameter.word}={flag.value}", texts.get(flag.source, flag.meaning)
            continue
        value = "true" if parameter.sort is FLAG else parameter.metavar
        keys = (f"{command} {parameter.source}", parameter.source)
        meaning = next((texts[key] for key in keys if key in texts), parameter.meaning)
        yield f"{parameter.word}={value}", meaning


def with_typed_arguments(query: Query, line: CommandLine) -> CommandLine:
    """The line of a command with the parameters that are typed as `name=value` apart from the text that
    follows the command. Raises InputError for values that a parameter cannot have.

    >>> from scorer.questions.registry import QUESTIONS
    >>> line = with_typed_arguments(QUESTIONS["final"], CommandLine("final", "sticks=1 32000 29000"))
    >>> line.argument, dict(line.given)
    ('32000 29000', {'sticks': 1})
    """
    given, rest = dict[str, Any](), line.argument
    for parameter, found in reversed([*_typed_pairs(query, line.argument)]):
        is_argument = parameter.name == query.argument
        if not is_argument:
            given[parameter.name] = _typed_value(parameter, found, line)
        rest = rest[: found.start()] + (found[2].strip('"') if is_argument else "") + rest[found.end() :]
    return (
        replace(line, argument=rest.strip(), given=given, typed=line.text) if rest != line.argument else line
    )


def _typed_pairs(query: Query, text: str) -> Iterator[tuple[Parameter, re.Match[str]]]:
    """The parameters of a question in a text, each with the words that give it: its name or that of its
    option, and the value.
    """
    typed = typed_parameters(query)
    parameters = {word.replace("-", "_"): one for one in typed for word in (one.name, one.word)}
    for found in NAME_AND_VALUE.finditer(text):
        if parameter := parameters.get(found[1].replace("-", "_").lower()):
            yield parameter, found


def error_at_parameters(error: InputError, query: Query, line: CommandLine) -> InputError:
    """The error with the faults of parameters that are typed in the line at the words that give them."""
    words = [
        ExampleWord(found[0], found.start(), source)
        for parameter, found in _typed_pairs(query, line.text)
        for source in (parameter.source, f"--{parameter.name}")
    ]
    return InputError(fault_at_word(fault, words, "hand", line.text) or fault for fault in error.faults)


def _typed_value(parameter: Parameter, found: re.Match[str], line: CommandLine) -> Any:
    text = found[2].strip('"')
    value: object = text
    if parameter.sort is COUNT:
        value = int(text) if WHOLE_NUMBER.fullmatch(text) else None
    elif parameter.sort is FLAG:
        value = {"true": True, "false": False}.get(truth_word(text.lower()))
    elif parameter.sort is TEXTS:
        value = tuple(filter(None, text.split(",")))
    if value is None:
        raise line.error(Message("expected other type", parameter.sort.wanted, text), at=found[0])
    if parameter.choices and value not in parameter.choices:
        raise line.error(Message("not one of", text, Listed(parameter.choices, "comma")), at=found[0])
    if parameter.bounds and not parameter.is_within_bounds(value):
        raise line.error(Message("count out of range", *parameter.bounds, text), at=found[0])
    return value


RULES_COMMAND = "rules"
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
    command = command_named(line.argument)
    if command and command not in TABLE_SETTINGS:
        return state, command_help(command, context, rules)
    if line.argument and (told := topic_lines(context, state, line.argument)):
        return state, (paragraph(*told),)
    if line.argument and (explained := explained_word(context, state, line.argument)):
        return explained
    if command:
        return state, command_help("set", context, rules)
    example = example_sentence(rules, language)
    typed = [(example, translate("help hand", language))] if example else []
    rows = [
        (context.usage(name, rules), _purpose(name, language))
        for name in COMMANDS
        if name not in TABLE_SETTINGS and has_use(name, rules)
    ]
    return state, (term_table([*typed, *rows]),)


def _purpose(command: str, language: str) -> str:
    """What a command does, in English with the names of the parameters that can be typed after it; other
    languages have them in the help of the command alone.
    """
    purpose = translate(f"help {command}", language)
    if not is_english(language):
        return purpose
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
    RULES_COMMAND: answer_rules,
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


PATTERN_COMMANDS = tuple(one.command for one in QUESTIONS.values() if one.argument == "pattern")
"""Commands that are followed by the name of a pattern."""


def completions(context: Context, state: SessionState, line: str) -> list[str]:
    """What the last word of a line may become, in alphabetical order.

    >>> completions(Context(), SessionState(), "234m rin"), completions(Context(), SessionState(), "un")
    (['rinshan', 'rinshan_fu='], ['undo'])
    """
    *before, begun = line.split(" ")
    command = command_named(before[0]) if before else ""
    if command == RULES_COMMAND:
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
