"""Options shared by several commands, their shell completion, and the request built from them.

Completion loads a ruleset only when the shell asks; a ruleset that cannot be loaded offers no words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, wraps
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from scorer.cli.main import LINE_KEY, PlainCommand
from scorer.cli.output import (
    GAME_LANGUAGE_KEY,
    HAND_FORMATS,
    JSON,
    PAGE_FORMATS,
    default_language,
    explain_first_use,
    language_on_line,
)
from scorer.cli.usage import WholeNumber, WordChoice, usage_error
from scorer.engine.request import circumstance_id, parse_request
from scorer.errors import Fault, InputError, ScorerError
from scorer.hand import MOST_COUNTERS, USUAL_INDICATORS, WINDS, Request, SaidParts, wind_letter
from scorer.languages import is_english, language_of_tag
from scorer.message import Listed, Message, Text
from scorer.notation import suit_list
from scorer.parameters import COUNT, HAND, PARAMETERS, SEATS, Parameter
from scorer.phrases import comma_list, translate
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import DEFAULT_RULESET, resolved_name, shipped_names, shipped_path
from scorer.scoring import load_ruleset
from scorer.settings import project_settings
from scorer.suggest import nearest_names
from scorer.tiles import name_in
from scorer.usual import FULL_WIDTH

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset, Value

# ---- the rulesets of a command line

FALLBACK_RULESET = DEFAULT_RULESET
RULESET_VARIABLE = "SCORER_RULESET"
RULESET_HELP = (
    f"A shipped ruleset or a YAML file. Default: ${RULESET_VARIABLE}, the project's settings, "
    f"or {FALLBACK_RULESET}."
)


def default_ruleset() -> str:
    """The ruleset named by the environment variable, else by the settings of the project, else `riichi`.

    Raises InputError if they name a ruleset that does not exist.
    """
    source, named = RULESET_VARIABLE, os.environ.get(RULESET_VARIABLE, "").strip()
    if not named:
        source, project = "ruleset in the project's settings", project_settings()
        named = project.ruleset and project.path_from_here(project.ruleset)
    if not named:
        return FALLBACK_RULESET
    meant = resolved_name(named)
    if shipped_path(meant) is None and not os.path.exists(meant):
        message = Message("no such ruleset or file", named)
        close = nearest_names(named, shipped_names(), 1)
        raise InputError([Fault(source, None, message, "notation", suggestions=tuple(close))])
    return named


def chosen_ruleset(name: str, options: Sequence[str], language: str = "en") -> Ruleset:
    """The ruleset that a command line names, or the default one, with its --option values set and with its
    texts in the language of the output.
    """
    rules = load_ruleset(name or default_ruleset(), option_values(options), language)
    if context := click.get_current_context(silent=True):  # errors are printed in the words of the game
        context.meta[GAME_LANGUAGE_KEY] = rules.display_language(language)
    return rules


def option_values(texts: Sequence[str]) -> dict[str, Value]:
    """The values of --option by option name, as text that the ruleset parses."""
    return dict(parse_pairs(texts, "--option", "NAME=VALUE"))


def parse_pairs(texts: Sequence[str], source: str, pair_form: str) -> dict[str, str]:
    """`NAME=VALUE`, repeated, as a mapping.

    Raises InputError with every text that is not a pair and every name that is given twice.

    >>> parse_pairs(["open_tanyao=false"], "--option", "NAME=VALUE")
    {'open_tanyao': 'false'}
    """
    found: dict[str, str] = {}
    faults = []
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or name in found:
            message = Message("given twice", name) if sign else Message("expected form", pair_form)
            faults.append(Fault(source, 0, message, "circumstance", max(1, len(text)), text))
        found.setdefault(name, value)
    if faults:
        raise InputError(faults)
    return found


def refuse_options(options: Mapping[Any, object], key: str, *arguments: Hashable) -> None:
    """Refuses options that were given and would have no effect, each by its name or a message. `key` is that
    of the message, whose first argument are these options.
    """
    if given := [name for name, value in options.items() if value]:
        raise usage_error(Message(key, Listed(tuple(given), "comma"), *arguments))


# ---- shell completion

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
Words = Iterable[tuple[str, str]]
"""Words to offer, each with its help text."""


def ruleset_items(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Shipped rulesets that begin with the incomplete word; if there are none, files."""
    from click.shell_completion import CompletionItem

    found = _matching_items(((name, "") for name in shipped_names()), incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def word_completer(words: Callable[[Ruleset], Words]) -> Completer:
    """A completer for words of the rulesets on the command line.

    The rulesets are loaded with the options on the line, so that no word is offered that would be refused.
    """

    def complete_option(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        chosen = dict(text.split("=", 1) for text in context.params.get("options") or () if "=" in text)
        found: list[tuple[str, str]] = []
        for name in context.params.get("rulesets") or [context.params.get("ruleset") or ""]:
            with suppress(ScorerError):
                found += words(load_ruleset(name or default_ruleset(), chosen))
        return _matching_items(found, incomplete)

    return complete_option


def _matching_items(words: Words, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    unique = {word: help_text for word, help_text in words if word.startswith(incomplete)}
    return [CompletionItem(word, help=help_text or None) for word, help_text in unique.items()]


@word_completer
def pattern_words(ruleset: Ruleset) -> Words:
    return ((pattern.id, name_in(pattern.names)) for pattern in ruleset.pattern_by_id.values())


@word_completer
def _circumstance_words(ruleset: Ruleset) -> Words:
    named = ((item, name_in(item.names)) for item in ruleset.circumstances)
    return ((f"{item.id}=" if item.is_number else item.id, name) for item, name in named)


@word_completer
def _option_words(ruleset: Ruleset) -> Words:
    for option in ruleset.offered_options:
        values = ("true", "false") if option.sort == "truth" else option.choices or ("",)
        yield from ((f"{option.id}={value}", name_in(option.help)) for value in values)


@word_completer
def _liability_words(ruleset: Ruleset) -> Words:
    """The patterns that a player can be liable for, each with every seat."""
    liability = ruleset.payment.liability
    names = (name for name, _ in liability.patterns) if liability else ()
    return ((f"{name}={seat}", "") for name in names for seat in WINDS)


# ---- options of any command

Command = TypeVar("Command", bound=Callable[..., Any])


def combined_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """One decorator that adds several options in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _single_ruleset(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> str:
    """The ruleset name. Raises UsageError for several, because a command for one would ignore the others."""
    if len(names) > 1:
        raise usage_error(
            Message("one ruleset only", len(names), Listed(tuple(names), "comma")),
            context,
        )
    return names[0] if names else ""


def repeatable_option(
    names: str, metavar: str, help_text: str, complete: Completer | None = None, callback: Any = None
) -> Callable[[Command], Command]:
    """An option that can be repeated; its names are separated by spaces."""
    return click.option(
        *names.split(),
        metavar=metavar,
        multiple=True,
        callback=callback,
        shell_complete=complete,
        help=help_text,
    )


def format_option(choices: Sequence[str], help_text: str, default: str = "") -> Callable[[Command], Command]:
    """The option for the format, which is one of these words; the default is `default`, or the first word."""
    return parameter_option(
        "form",
        help_text=help_text,
        metavar=None,
        type=WordChoice(choices),
        default=default or choices[0],
        show_default=True,
        callback=_note_in_context,
        is_eager=True,
    )


def _note_in_context(context: click.Context, parameter: click.Parameter, word: str) -> str:
    """The word, noted in the context as well: an error is printed in the format that was given."""
    context.meta[f"scorer.{parameter.name}"] = word
    return word


def number_option(
    names: str, minimum: int, maximum: int, default: int, help_text: str
) -> Callable[[Command], Command]:
    """An option that takes a number within bounds, with a default."""
    kind = WholeNumber(minimum, maximum)
    return click.option(*names.split(), type=kind, default=default, show_default=True, help=help_text)


def parameter_option(
    name: str,
    complete: Completer | None = None,
    help_text: str = "",
    many: bool | None = None,
    option: str = "",
    **settings: Any,
) -> Callable[[Command], Command]:
    """The option of a parameter, whose value reaches the command under the parameter's name. It can be
    repeated if the parameter has several values, or as `many` says. A number with bounds is checked against
    them. `help_text` replaces its meaning and `option` the name of its option; `settings` are those of Click.
    """
    one = PARAMETERS[name]
    has_one_value = isinstance(one.sort.absent, (str, int))
    many = not has_one_value if many is None else many
    shown: dict[str, Any] = {"metavar": one.metavar}
    if one.bounds and one.sort is COUNT:
        shown |= {"type": WholeNumber(*one.bounds), "default": one.default, "show_default": True}
    elif not many:
        shown |= {"default": str(one.default or one.sort.absent) if has_one_value else ""}
    return click.option(
        *(option or one.option).split(),
        name,
        multiple=many,
        shell_complete=complete,
        help=help_text or one.meaning,
        **{**shown, **settings},
    )


ruleset_option = parameter_option("ruleset", ruleset_items, RULESET_HELP, many=True, callback=_single_ruleset)


def several_rulesets_option(help_text: str) -> Callable[[Command], Command]:
    """An option that takes one ruleset or several."""
    return parameter_option("rulesets", ruleset_items, help_text)


rulesets_option = several_rulesets_option(f"{RULESET_HELP} Repeat to compare rulesets.")
rule_options = parameter_option("options", _option_words)


class LanguageChoice(WordChoice):
    """A language of the output; a tag or a locale such as zh_TW.UTF-8 names one as well."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return language_of_tag(value) or super().convert(value, param, ctx)


def language_choice(for_programs: bool = False, has_json: bool = True) -> Callable[[Command], Command]:
    """The option for the language. Without it, output for people follows the locale; output for programs, as
    JSON is, does not.
    """
    usual = ", or English." if for_programs else ", or the system's language"
    for_json = "; for -f json, English." if has_json else "."

    def note_language(context: click.Context, parameter: click.Parameter, word: str | None) -> str:
        is_data = for_programs or context.meta.get("scorer.form") == JSON
        return _note_in_context(context, parameter, word or default_language(follows_locale=not is_data))

    return parameter_option(
        "language",
        metavar=None,
        type=LanguageChoice(PARAMETERS["language"].choices),
        default=None,
        callback=note_language,
        is_eager=True,
        help_text="Language of the output; en-plain is English without romaji. Default: $SCORER_LANG, the "
        + "project's settings"
        + (usual if for_programs else usual + for_json),
    )


language_option, language_option_for_programs = language_choice(), language_choice(for_programs=True)
language_option_of_text = language_choice(has_json=False)
output_options = combined_options(
    language_option,
    format_option(PAGE_FORMATS, "Output format; html is a complete page."),
)
"""The language and the format of a result."""

# ---- where and how a hand is won

MOST_DIGITS = 30
"""The most digits that a number may have."""


def flag_options(name: str) -> Callable[[Command], Command]:
    """The flags that stand for values of a parameter, such as --tsumo and --ron."""
    flags = [
        click.option(*flag.options.split(), is_flag=True, help=flag.meaning)
        for flag in PARAMETERS[name].flags
    ]
    return combined_options(*flags)


def counter_option(name: str) -> Callable[[Command], Command]:
    """A counter of a command to which no hand is given, so that nothing else tells what is wrong with it."""
    return parameter_option(name, type=WholeNumber(0, MOST_COUNTERS), default=0)


TWO_WAYS_FAULT = Fault(
    "--tsumo --ron",
    None,
    Message("mutually exclusive"),
    "circumstance",
)
BEHIND = PARAMETERS["behind"].meaning.removesuffix(".") + ": {}."
"""The help of --behind, which says what a command shows then."""


class SituationTexts(NamedTuple):
    """What a command line says of how a hand was won, as typed: the options by parameter, the values that
    flags stand for, and tiles by indicator.
    """

    options: Mapping[str, str | tuple[str, ...]]
    flags: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    indicators: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def _collect_hand_options(command: Command) -> Command:
    """Has the options of a hand reach a command as one argument `situation`."""

    @wraps(command)
    def call(**given: Any) -> None:
        names = [name for name in given if name.startswith(INDICATOR_PREFIX)]
        indicators = {name.removeprefix(INDICATOR_PREFIX): given.pop(name) for name in names}
        options = {name: given.pop(name) for name in HAND if name in given and PARAMETERS[name].option}
        flags = {
            name: tuple(flag.value for flag in PARAMETERS[name].flags if given.pop(flag.name, False))
            for name in HAND
        }
        command(situation=SituationTexts(options, flags, indicators), **given)

    return call  # type: ignore[return-value]


HAND_COMPLETERS: Mapping[str, Completer] = {
    "circumstances": _circumstance_words,
    "pao": _liability_words,
}
"""The words that the shell offers for a parameter of a hand."""


def _hand_option(name: str) -> Callable[[Command], Command]:
    """The option of a parameter of a hand, and its flags."""
    return combined_options(parameter_option(name, HAND_COMPLETERS.get(name)), flag_options(name))


situation_options = combined_options(
    *(_hand_option(name) for name in HAND if PARAMETERS[name].option), _collect_hand_options
)
TILES_HELP = "Show tiles as Unicode characters or as text. Default: Unicode if it can be shown."
hand_options = combined_options(flag_options("win"), situation_options)
"""How the hand was won, and the options of its situation."""
hand_format_option = format_option(
    HAND_FORMATS, "Output format; html is a complete page, svg a picture of the hand."
)
hand_output_options = combined_options(
    language_option,
    click.option("--tiles", type=WordChoice(["unicode", "text"]), help=TILES_HELP),
    hand_format_option,
)
"""The language and the format of a result with a hand, and how its tiles are shown."""


def request_and_faults(hand: Sequence[str], situation: SituationTexts) -> tuple[Request, list[Fault]]:
    """The request of a command line, and the contradictions in it.

    Commands about a hand that has not won lack --tsumo and --ron.
    """
    faults = [TWO_WAYS_FAULT] if len(situation.flags.get("win", ())) > 1 else []
    values: dict[str, Any] = {
        name: _parsed_value(PARAMETERS[name], text, faults) for name, text in situation.options.items()
    }
    for name, (value, *_) in (flag for flag in situation.flags.items() if flag[1]):
        if wind_letter(values.get(name, "")) not in ("", value):
            source = f"--dealer --seat {values[name]}"
            faults.append(Fault(source, None, Message("seat of dealer"), "circumstance"))
        values[name] = value
    indicators = {name: " ".join(texts) for name, texts in situation.indicators.items() if texts}
    return Request(" ".join(hand), indicators=indicators, **values), faults


def _parsed_value(parameter: Parameter, text: str | tuple[str, ...], faults: list[Fault]) -> object:
    """The value of a parameter that was given as text, or as several texts."""
    if isinstance(text, str):
        return _parse_number(parameter.name, text, faults) if parameter.sort is COUNT else text
    return parse_pairs(text, parameter.option, parameter.metavar) if parameter.sort is SEATS else text


def _parse_number(name: str, text: str, faults: list[Fault]) -> int:
    """The number given with an option. If it is not a whole number, adds a fault and returns 0."""
    text = text.strip().translate(FULL_WIDTH)
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
        return int(text)
    message = Message("expected whole number", text)
    faults.append(Fault(f"--{name}", None, message, "circumstance"))
    return 0


WORD = re.compile(r"[A-Za-z]{2}|[^\x00-\x7f]")
"""A sign that a hand may have words beside it."""


class HandInWords(NamedTuple):
    """The request of a hand, the rules with the house rules among the words beside it, and what these
    words say of its patterns.
    """

    request: Request
    ruleset: Ruleset
    said: SaidParts = SaidParts()


def hand_in_words(request: Request, ruleset: Ruleset, language: str = "en") -> HandInWords:
    """A hand whose plain words beside it are read as circumstances, house rules and the like."""
    if not WORD.search(request.hand):
        return HandInWords(request, ruleset)
    from scorer.cli.spoken import spoken_hand  # few hands have words beside them

    return HandInWords(*spoken_hand(request, ruleset, ruleset.display_language(language)))


def hand_and_situation(request: Request, faults: list[Fault], ruleset: Ruleset) -> tuple[Hand, Situation]:
    """The hand and its situation. Raises InputError with all faults of command line and request."""
    try:
        hand, situation = parse_request(request, ruleset)
    except InputError as error:
        from scorer.teach.advice import suggest_rulesets

        explain_first_use()
        advised = suggest_rulesets(error, request.hand, ruleset)
        unquoted = click.get_current_context().meta.get(UNQUOTED_KEY, ())
        raise InputError([*advised.faults, *unquoted, *faults]) from error
    if faults:
        raise InputError(faults)
    return hand, situation


# ---- commands about a hand

INDICATORS_KEY = "scorer.indicators"
RULESETS_KEY = "scorer.rulesets"
UNQUOTED_KEY = "scorer.unquoted"
INDICATOR_PREFIX = "indicator_"
RULESET_FLAGS = tuple(PARAMETERS["ruleset"].option.split())


class IndicatorCommand(PlainCommand):
    """A command with an option `--NAME TILES` for each indicator.

    The rulesets on the command line are opened only if it has an option that is not known without them.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--help" in args or "-h" in args:
            ctx.meta[RULESETS_KEY] = list(_ruleset_names_on_line(args)) or [default_ruleset()]
        known = {name for parameter in self.params for name in parameter.opts}
        asked = {arg.partition("=")[0] for arg in args if arg.startswith("--")}
        if asked - known - {f"--{name}" for name in USUAL_INDICATORS} - {"--", "--help"}:
            declared = (item.id for ruleset in rulesets_on_line(args) for item in ruleset.indicators)
            ctx.meta[INDICATORS_KEY] = [name for name in declared if f"--{name}" not in known]
        ctx.meta[UNQUOTED_KEY] = list(
            _unquoted_faults(
                self._with_long_options(args),
                {*USUAL_INDICATORS, *ctx.meta.get(INDICATORS_KEY, ())},
                {name for one in self.params if not getattr(one, "is_flag", True) for name in one.opts},
            )
        )
        try:
            return super().parse_args(ctx, self._with_long_options(self._with_circumstances(args)))
        except click.NoSuchOption as error:
            meant = _advice_for_option(error.option_name, args)
            if not meant:
                raise
            raise usage_error(Message("option not known", error.option_name, meant), ctx) from error

    def _with_circumstances(self, args: Sequence[str]) -> list[str]:
        """The arguments with `--riichi` as `--with riichi`, for each circumstance that a ruleset on the line
        declares and that is no option of the command.
        """
        end = args.index("--") if "--" in args else len(args)
        known = {name for one in self.params for name in (*one.opts, *one.secondary_opts)}
        known |= {f"--{name}" for name in USUAL_INDICATORS} | {"--help"}
        unknown = [arg for arg in args[:end] if arg[:2] == "--" and arg.partition("=")[0] not in known]
        rulesets = list(rulesets_on_line(args)) if unknown and "--with" in known else []
        meant: list[str] = []
        for arg in args[:end]:
            name, equals, number = arg[2:].partition("=")
            ids = [circumstance_id(name, rules) for rules in rulesets] if arg in unknown else []
            found = [
                one for one, rules in zip(ids, rulesets, strict=False) if one in rules.circumstance_by_id
            ]
            meant += ["--with", f"{found[0]}{equals}{number}"] if found else [arg]
        return [*meant, *args[end:]]

    def _with_long_options(self, args: Sequence[str]) -> list[str]:
        """The arguments with short options replaced by long ones.

        For a short option Click looks for similar names first, and imports `difflib` to do so.
        """
        end = args.index("--") if "--" in args else len(args)
        full = {
            one.opts[0]: one.opts[1] for one in self.params if len(one.opts) > 1 and len(one.opts[0]) == 2
        }
        full |= {f"-{name[0]}": f"--{name}" for name in USUAL_INDICATORS}
        return [full.get(arg, arg) if arg[:1] == "-" else arg for arg in args[:end]] + list(args[end:])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the tiles, circumstances and options of the rulesets on the command line, if they load."""
        language = language_on_line(ctx.meta.get(LINE_KEY, ()))
        for name in ctx.meta.get(RULESETS_KEY, ()):
            with suppress(ScorerError):
                takes_events = any(one.name == "events" for one in self.params)
                _write_ruleset_words(load_ruleset(name), name, formatter, takes_events, language)
        super().format_epilog(ctx, formatter)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *params, help_option = super().get_params(ctx)
        names = dict.fromkeys((*USUAL_INDICATORS, *ctx.meta.get(INDICATORS_KEY, ())))
        return [*params, *map(_indicator_option, names), help_option]


LONGEST_TILE = 3
"""Characters of a word that is one tile, or a few of one suit; a hand is longer."""


def _unquoted_faults(
    args: Sequence[str], indicators: Iterable[str], options_with_value: Collection[str]
) -> Iterator[Fault]:
    """A fault for each indicator option that is followed by several tiles without quotes.

    The shell has separated them: the first went to the option, the others to the hand. The fault is
    reported only if the hand makes no sense.
    """
    options = {f"--{word}" for name in indicators for word in (name, name.replace("_", "-"))}
    for place, arg in enumerate(args):
        name, equals, first = arg.partition("=")
        if name in options and (not place or args[place - 1] not in options_with_value):
            rest = takewhile(lambda text: text[:1] != "-" and len(text) <= LONGEST_TILE, args[place + 1 :])
            tiles = [*([first] if equals else []), *rest]
            if len(tiles) > 1:
                yield Fault(name, None, Message("quote several tiles", name, " ".join(tiles)), "notation")


@lru_cache(maxsize=64)
def _indicator_option(name: str) -> click.Option:
    shown = name.replace("_", "-")
    return click.Option(
        [
            *([f"-{name[0]}"] if name in USUAL_INDICATORS else []),
            f"--{name}",
            *([f"--{shown}"] if shown != name else []),
            INDICATOR_PREFIX + name,
        ],
        metavar="TILES",
        multiple=True,
        help=f"{name.replace('_', ' ').capitalize()} indicators. Repeatable.",
    )


def rulesets_on_line(args: Sequence[str]) -> Iterator[Ruleset]:
    """The rulesets of a command line. Errors in one are ignored here and reported when it is used."""
    for name in list(_ruleset_names_on_line(args)) or [""]:
        with suppress(ScorerError):
            yield open_ruleset(name or default_ruleset())


def _advice_for_option(option: str, args: Sequence[str]) -> Text:
    """The right way to give a circumstance or a house rule that was given as an option; empty for others."""
    name = option.lstrip("-").replace("-", "_")
    for ruleset in rulesets_on_line(args):
        if any(item.id == name for item in ruleset.offered_options):
            return Message("house rule", ruleset.label, name)
    return ""


def _ruleset_names_on_line(args: Sequence[str]) -> Iterator[str]:
    """The rulesets named on a command line that has not been parsed yet."""
    for arg, following in zip(args, [*args[1:], ""], strict=True):
        option, sign, value = arg.partition("=")
        if arg in RULESET_FLAGS:
            yield following
        elif sign and option == RULESET_FLAGS[1]:
            yield value
        elif arg.startswith(RULESET_FLAGS[0]) and not arg.startswith("--"):
            yield arg[len(RULESET_FLAGS[0]) :]


def _write_ruleset_words(
    ruleset: Ruleset, name: str, formatter: click.HelpFormatter, takes_events: bool, language: str
) -> None:
    """Writes the suit letters, circumstances, indicators and options of a ruleset, and the paid events for a
    command that is told of them. Circumstances and options have their names where the reader has some.
    """
    if not is_english(language):
        from scorer.cli.help import write_list  # few helps are in another language

        write_list(*_translated_words(ruleset, name, takes_events, language), formatter)
        return
    rows = [
        ("tiles", suit_list(suit for suit, _ in ruleset.tileset.faces_by_suit)),
        ("--with", ", ".join(item.id for item in ruleset.circumstances)),
        ("indicators", ", ".join(f"--{item.id}" for item in ruleset.indicators)),
        ("--option", ", ".join(option.id for option in ruleset.offered_options)),
        ("--events", ", ".join(event.id for event in ruleset.events if takes_events)),
        ("more", f"scorer rulesets show {name}"),
    ]
    with formatter.section(f"In {ruleset.id}"):
        formatter.write_dl([row for row in rows if row[1]])


def _translated_words(
    ruleset: Ruleset, name: str, takes_events: bool, language: str
) -> tuple[str, list[tuple[str, str]]]:
    """The title and the rows of the words of a ruleset in a language other than English."""
    letters = [f"{suit.letter} {name_in(suit.names, language)}" for suit, _ in ruleset.tileset.faces_by_suit]
    options = [name_in(one.names, language) or one.id for one in ruleset.offered_options]
    rows = [
        (translate("tile", language), letters),
        ("--with", [name_in(item.names, language) for item in ruleset.circumstances]),
        (translate("indicator", language), [f"--{item.id}" for item in ruleset.indicators]),
        ("--option", options),
        ("--events", [name_in(one.names, language) or one.id for one in ruleset.events if takes_events]),
        (translate("rules", language), [f"scorer rulesets show {name}"]),
    ]
    title = name_in(ruleset.names, language)
    return title, [(head, comma_list(words, language)) for head, words in rows if words]
