"""Options that several commands share, what the shell completes of them, and the request that they make of
a hand.

Nothing is loaded before the shell asks, and a ruleset that cannot be loaded completes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorer.cli.main import PlainCommand
from scorer.cli.output import FORMATS, HAND_FORMATS, explain_first_use
from scorer.errors import Fault, InputError, ScorerError, nearest
from scorer.hand import USUAL_INDICATORS, WINDS, Request, wind_of
from scorer.tiles import LANGUAGES, name_in

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset, Value

# ---- the rulesets of a command line

RULESET = "riichi"
VARIABLE = "SCORER_RULESET"
RULESET_HELP = f"A shipped ruleset or a YAML file. Default: ${VARIABLE}, else {RULESET}."


def default_ruleset() -> str:
    """What the environment names, else the common rules.

    Raises InputError where the environment names what is not there.
    """
    named = os.environ.get(VARIABLE, "").strip()
    if not named:
        return RULESET
    from scorer.ruleset.find import shipped_names, shipped_path

    if shipped_path(named) is None and not os.path.exists(named):
        message = f"there is no ruleset '{named}' and no file of that name"
        close = nearest(named, shipped_names(), 1)
        raise InputError([Fault(VARIABLE, None, message, "notation", suggestions=tuple(close))])
    return named


def ruleset_of(given: dict[str, Any], name: str = "") -> Ruleset:
    """The ruleset that is named or asked for, with the options that are chosen.

    From here on the command tells of it in English where the game has no names in the language asked for.
    """
    from scorer.library import load_ruleset

    ruleset = load_ruleset(name or given["ruleset"] or default_ruleset(), option_values(given["options"]))
    given["language"] = ruleset.spoken(given["language"])
    return ruleset


def option_values(texts: Sequence[str]) -> dict[str, Value]:
    """The chosen options, as text that the ruleset will read."""
    return dict(pairs(texts, "--option", "NAME=VALUE"))


def pairs(texts: Sequence[str], source: str, wanted: str) -> dict[str, str]:
    """`NAME=VALUE`, repeated, as a mapping.

    Raises InputError with every text that is no pair, or is one of a name that had a value.

    >>> pairs(["open_tanyao=false"], "--option", "NAME=VALUE")
    {'open_tanyao': 'false'}
    """
    found: dict[str, str] = {}
    faults = []
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or name in found:
            message = f"'{name}' is given twice" if sign else f"this is not {wanted}"
            faults.append(Fault(source, 0, message, "circumstance", max(1, len(text)), text))
        found.setdefault(name, value)
    if faults:
        raise InputError(faults)
    return found


# ---- what the shell completes

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
Words = Iterable[tuple[str, str]]
"""Each with a line of help."""


def completed_rulesets(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Shipped rulesets, and files where none of them begins so."""
    from click.shell_completion import CompletionItem

    from scorer.ruleset.find import shipped_names

    found = _beginning(((name, "") for name in shipped_names()), incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def completer(words: Callable[[Ruleset], Words]) -> Completer:
    """What the shell completes of the rulesets named on the line, as they are played with what it says, so
    that nothing is offered that is refused.
    """

    def completed(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from scorer.library import load_ruleset

        chosen = dict(text.split("=", 1) for text in context.params.get("options") or () if "=" in text)
        found: list[tuple[str, str]] = []
        for name in context.params.get("rulesets") or [context.params.get("ruleset") or ""]:
            with suppress(ScorerError):
                found += words(load_ruleset(name or default_ruleset(), chosen))
        return _beginning(found, incomplete)

    return completed


def _beginning(words: Words, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    unique = {word: help_text for word, help_text in words if word.startswith(incomplete)}
    return [CompletionItem(word, help=help_text or None) for word, help_text in unique.items()]


@completer
def completed_patterns(ruleset: Ruleset) -> Words:
    return ((pattern.id, name_in(pattern.names)) for pattern in ruleset.pattern_by_id.values())


@completer
def _circumstances(ruleset: Ruleset) -> Words:
    named = ((item, name_in(item.names)) for item in ruleset.circumstances)
    return ((f"{item.id}=" if item.counted else item.id, name) for item, name in named)


@completer
def _options(ruleset: Ruleset) -> Words:
    for option in ruleset.offered_options:
        values = ("true", "false") if option.sort == "truth" else option.choices or ("",)
        yield from ((f"{option.id}={value}", option.help) for value in values)


@completer
def _liabilities(ruleset: Ruleset) -> Words:
    """The patterns that somebody may answer for, with the seats."""
    liability = ruleset.payment.liability
    names = (name for name, _ in liability.patterns) if liability else ()
    return ((f"{name}={seat}", "") for name in names for seat in WINDS)


# ---- options of any command

Command = TypeVar("Command", bound=Callable[..., Any])


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, in their order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _only_one(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> str:
    """The one name; a command that takes one would silently leave out all but the last."""
    if len(names) > 1:
        raise click.UsageError(
            f"one ruleset only, not {len(names)} ({', '.join(names)}); "
            "scorer score and scorer rulesets diff compare several",
            context,
        )
    return names[0] if names else ""


def several(
    names: str, metavar: str, text: str, complete: Completer | None = None, only: Any = None
) -> Callable[[Command], Command]:
    """An option that may be repeated, its names with blanks between them."""
    return click.option(
        *names.split(), metavar=metavar, multiple=True, callback=only, shell_complete=complete, help=text
    )


def once(names: str, metavar: str, text: str, usual: str = "") -> Callable[[Command], Command]:
    """An option that takes one text, the usual one unless it is said."""
    return click.option(*names.split(), metavar=metavar, default=usual, help=text)


def one_of(names: str, choices: Sequence[str], text: str, usual: str = "") -> Callable[[Command], Command]:
    """An option that takes one of these words, the usual or first one unless it is said."""
    kind, usual = click.Choice(choices), usual or choices[0]
    return click.option(
        *names.split(), type=kind, default=usual, show_default=True, callback=_noted, help=text, is_eager=True
    )


def _noted(context: click.Context, parameter: click.Parameter, word: str) -> str:
    """The word, which an error must know of as well where it is the format."""
    context.meta[f"scorer.{parameter.name}"] = word
    return word


def number(names: str, least: int, most: int, usual: int, text: str) -> Callable[[Command], Command]:
    """An option that takes a number within bounds, the usual one unless it is said."""
    kind = click.IntRange(least, most)
    return click.option(*names.split(), type=kind, default=usual, show_default=True, help=text)


one_ruleset = several("-r --ruleset", "NAME_OR_FILE", RULESET_HELP, completed_rulesets, _only_one)
several_rulesets = several(
    "-r --ruleset rulesets",
    "NAME_OR_FILE",
    f"{RULESET_HELP} Repeat it to compare rulesets.",
    completed_rulesets,
)
rule_options = several(
    "-o --option options", "NAME=VALUE", "A house rule that the ruleset declares; repeat for more.", _options
)
language_option = one_of(
    "--lang language",
    LANGUAGES,
    "The language: names, tables and reasons; what a game does not name in it is told in English.",
)
told_options = together(language_option, one_of("-f --format form", FORMATS, "How the result is printed."))
"""In which language and form a result is told."""

# ---- where and how a hand is won

LONGEST = 30
"""digits of a number"""

DEALER_SEAT = click.option("--dealer", is_flag=True, help="The same as --seat E.")
DRAWN = click.option("--tsumo", "--self-draw", "drawn", is_flag=True, help="Won on the own draw.")
CLAIMED = click.option("--ron", "--discard", "claimed", is_flag=True, help="Won on another player's tile.")
BOTH_WAYS = Fault(
    "--tsumo --ron",
    None,
    "won on the own draw and on another player's tile; one of them only",
    "circumstance",
)
situation_options = together(
    once("--from discarder", "WIND", "Who discarded: E, S, W or N."),
    once("--round prevailing", "WIND", "The wind of the round.  [E]"),
    once("--seat", "WIND", "The winner's seat; E is the dealer.  [S]"),
    DEALER_SEAT,
    several(
        "-w --with circumstances",
        "NAME[=N]",
        "A circumstance that the ruleset declares; repeat for more.",
        _circumstances,
    ),
    once("--honba", "N", "Counters on the table.", "0"),
    once("--sticks", "N", "Sticks on the table.", "0"),
    several("--pao", "PATTERN=WIND", "Who answers for a pattern.", _liabilities),
)
TILES_HELP = "Show the tiles as characters, or as notation only. Default: characters where they can be shown."
hand_options = together(DRAWN, CLAIMED, situation_options)
"""How the hand was won, and the options of its situation."""
drawn_options = together(
    language_option,
    click.option("--tiles", type=click.Choice(["unicode", "text"]), help=TILES_HELP),
    one_of(
        "-f --format form", HAND_FORMATS, "How the result is printed; html is a page, svg the hand alone."
    ),
)
"""In which language and form a hand is told, and whether its tiles are drawn."""


def request_of(given: Mapping[str, Any]) -> tuple[Request, list[Fault]]:
    """What is asked, and what contradicts itself on the command line; some commands ask of no win."""
    drawn, claimed = given.get("drawn"), given.get("claimed")
    faults = [BOTH_WAYS] if drawn and claimed else []
    if given["dealer"] and wind_of(given["seat"]) not in ("", "E"):
        message = "the dealer's seat is E; one of them only"
        faults.append(Fault(f"--dealer --seat {given['seat']}", None, message, "circumstance"))
    request = Request(
        " ".join(given["hand"]),
        "tsumo" if drawn else "ron" if claimed else "",
        given["prevailing"],
        "E" if given["dealer"] else given["seat"],
        given["discarder"],
        given["circumstances"],
        {
            name.removeprefix(INDICATOR): " ".join(texts)
            for name, texts in given.items()
            if name.startswith(INDICATOR) and texts
        },
        _number("honba", given, faults),
        _number("sticks", given, faults),
        pairs(given["pao"], "--pao", "PATTERN=WIND"),
    )
    return request, faults


def _number(name: str, given: Mapping[str, Any], faults: list[Fault]) -> int:
    """A whole number; 0 stands for what is none, beside its fault."""
    text = given[name].strip()
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST:
        return int(text)
    message = f"a whole number is needed, not '{text}'"
    faults.append(Fault(f"--{name}", None, message, "circumstance"))
    return 0


def understood(request: Request, faults: list[Fault], ruleset: Ruleset) -> tuple[Hand, Situation]:
    """The hand and its situation; raises InputError with the faults of the line and of the request."""
    from scorer.engine.request import understand

    try:
        hand, situation = understand(request, ruleset)
    except InputError as error:
        from scorer.teach.advice import with_rulesets

        explain_first_use()
        advised = with_rulesets(error, request.hand, ruleset)
        unquoted = click.get_current_context().meta.get(UNQUOTED, ())
        raise InputError([*advised.faults, *unquoted, *faults]) from error
    if faults:
        raise InputError(faults)
    return hand, situation


# ---- commands about a hand

DECLARED = "scorer.indicators"
NAMED = "scorer.rulesets"
UNQUOTED = "scorer.unquoted"
INDICATOR = "indicator_"
RULESET_FLAGS = ("-r", "--ruleset")


class IndicatorCommand(PlainCommand):
    """A command with an option `--NAME TILES` for each indicator.

    Only an option that is not known otherwise makes it ask the rulesets on the line for theirs.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--help" in args:
            ctx.meta[NAMED] = list(_named(args))
        known = {name for parameter in self.params for name in parameter.opts}
        asked = {arg.partition("=")[0] for arg in args if arg.startswith("--")}
        if asked - known - {f"--{name}" for name in USUAL_INDICATORS} - {"--", "--help"}:
            declared = (item.id for ruleset in _opened(args) for item in ruleset.indicators)
            ctx.meta[DECLARED] = [name for name in declared if f"--{name}" not in known]
        ctx.meta[UNQUOTED] = list(_unquoted(args, {*USUAL_INDICATORS, *ctx.meta.get(DECLARED, ())}))
        try:
            return super().parse_args(ctx, self._in_full(args))
        except click.NoSuchOption as error:
            meant = _said_otherwise(error.option_name, args)
            if not meant:
                raise
            raise click.UsageError(f"no such option '{error.option_name}'; {meant}", ctx) from error

    def _in_full(self, args: Sequence[str]) -> list[str]:
        """Short options by their long names: click would first look which name a short one is like, and load
        difflib for it.
        """
        end = args.index("--") if "--" in args else len(args)
        full = {one.opts[0]: one.opts[1] for one in self.params if len(one.opts) == 2 == len(one.opts[0])}
        return [full.get(arg, arg) if arg[:1] == "-" else arg for arg in args[:end]] + list(args[end:])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Below the help, what the rulesets on the command line have of their own; nothing of one that cannot
        be loaded.
        """
        from scorer.library import load_ruleset

        for name in ctx.meta.get(NAMED, ()):
            with suppress(ScorerError):
                _write_own_words(load_ruleset(name), name, formatter)
        super().format_epilog(ctx, formatter)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *params, help_option = super().get_params(ctx)
        names = dict.fromkeys((*USUAL_INDICATORS, *ctx.meta.get(DECLARED, ())))
        return [*params, *map(_indicator, names), help_option]


def _unquoted(args: Sequence[str], indicators: Iterable[str]) -> Iterator[Fault]:
    """Tiles of an indicator that the shell has separated, to be told where the hand makes no sense: the first
    went to the option, the others to the hand.
    """
    options = {f"--{word}" for name in indicators for word in (name, name.replace("_", "-"))}
    for place, arg in enumerate(args):
        if place and arg in options and not args[place - 1].startswith("-"):
            rest = [*takewhile(lambda text: not text.startswith("-"), args[place + 1 :])]
            if len(rest) > 1:
                message = f'several tiles are one text, in quotes: {arg} "{" ".join(rest)}"'
                yield Fault(arg, None, message, "notation")


@lru_cache(maxsize=64)
def _indicator(name: str) -> click.Option:
    shown = name.replace("_", "-")
    return click.Option(
        [f"--{name}", *([f"--{shown}"] if shown != name else []), INDICATOR + name],
        metavar="TILES",
        multiple=True,
        help=f"The indicators of {name.replace('_', ' ')}, as the ruleset declares them.",
    )


def _opened(args: Sequence[str]) -> Iterator[Ruleset]:
    """The rulesets of a command line; what may be wrong with one is said when it is used."""
    from scorer.ruleset.cache import open_ruleset

    for name in list(_named(args)) or [""]:
        with suppress(ScorerError):
            yield open_ruleset(name or default_ruleset())


def _said_otherwise(option: str, args: Sequence[str]) -> str:
    """How to say what was meant, where a circumstance or a rule was taken for an option."""
    name = option.lstrip("-").replace("-", "_")
    for ruleset in _opened(args):
        if any(item.id == name for item in ruleset.circumstances):
            return f"it is a circumstance of {ruleset.id}: -w {name}"
        if any(item.id == name for item in ruleset.offered_options):
            return f"it is a rule of {ruleset.id} that can be chosen: -o {name}=VALUE"
    return ""


def _named(args: Sequence[str]) -> Iterator[str]:
    """The rulesets that a command line names, before it is parsed."""
    for arg, following in zip(args, [*args[1:], ""], strict=True):
        option, sign, value = arg.partition("=")
        if arg in RULESET_FLAGS:
            yield following
        elif sign and option == RULESET_FLAGS[1]:
            yield value
        elif arg.startswith(RULESET_FLAGS[0]) and not arg.startswith("--"):
            yield arg[len(RULESET_FLAGS[0]) :]


def _write_own_words(ruleset: Ruleset, name: str, formatter: click.HelpFormatter) -> None:
    """Letters, circumstances, indicators and options of a ruleset."""
    from scorer.notation import suit_list

    rows = [
        ("tiles", suit_list(suit for suit, _ in ruleset.tileset.suited)),
        ("--with", ", ".join(item.id for item in ruleset.circumstances)),
        ("indicators", ", ".join(f"--{item.id}" for item in ruleset.indicators)),
        ("--option", ", ".join(option.id for option in ruleset.offered_options)),
        ("all of it", f"scorer rulesets show {name}"),
    ]
    with formatter.section(f"In {ruleset.id}"):
        formatter.write_dl([row for row in rows if row[1]])
