"""The `scorer` command group and the base classes of all commands.

A group imports a command only when it is called. All errors of scorer are caught and printed here.
"""

from __future__ import annotations

import atexit
import codecs
import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from itertools import takewhile
from typing import Any, NoReturn

import click

from scorer import __version__
from scorer.cli.output import (
    GAME_LANGUAGE_KEY,
    INVALID_INPUT,
    LANGUAGE_FLAG,
    TABLE,
    language_on_line,
    print_error_and_exit,
)
from scorer.cli.usage import refuse_extra_arguments, usage_error, usage_message
from scorer.errors import Fault, InputError, ScorerError
from scorer.languages import is_english
from scorer.message import Listed, Message, message_text
from scorer.parameters import PARAMETERS, RULES
from scorer.suggest import nearest_names

LEAST_HELP_WIDTH = 30
WIDEST_TERM = 30
"""The widest option or command that has its help beside it; Click has the same."""
LINE_KEY = "scorer.line"
"""Under this key, a context has the whole command line, of which an error may have left a part unread."""
HELP_WORD = "help"
NOTATION = re.compile(r"(?=.*[0-9])[0-9A-Za-z()\[\]{}+,-]+|[ESWNPFCRG]{2,}")
SENTENCES = "scorer.cli.sentences"
"""The module that knows which command answers a sentence."""
LONGEST_COUNT = 12
"""A text of at most this many characters may be a count such as 3h40f; a hand is longer."""
SENTENCE_COMMANDS = ("explain",)
"""Commands whose names begin a sentence as well, where no hand follows: `explain pinfu`."""
Commands = Mapping[str, tuple[str, str]]
"""By command name: where the command is defined, as `module:name`, and its one-line help."""


def printing_callback(
    page_text: Callable[[click.Context], str],
) -> Callable[[click.Context, click.Parameter, bool], None]:
    """An option callback that prints a text and exits."""

    def show(context: click.Context, parameter: click.Parameter, is_wanted: bool) -> None:
        if is_wanted and not context.resilient_parsing:
            click.echo(page_text(context), color=context.color)
            context.exit()

    return show


HELP_FLAGS = ("-h", "--help")


def _without_language(args: Sequence[str]) -> list[str]:
    """The arguments without the option for the language, which a group of commands does not have."""
    kept: list[str] = []
    for arg, before in zip(args, ["", *args], strict=False):
        if arg.partition("=")[0] != LANGUAGE_FLAG and before != LANGUAGE_FLAG:
            kept.append(arg)
    return kept


def _without_help(args: Sequence[str]) -> list[str]:
    """The arguments that are neither a wish for help nor the language of it."""
    return [arg for arg in _without_language(args) if arg not in HELP_FLAGS]


def help_page(context: click.Context) -> str:
    """The help of the command of a context, in the language of the reader."""
    language = language_on_line(context.meta.get(LINE_KEY, ()))
    if is_english(language):
        return context.get_help()
    from scorer.cli.help import translated_page  # only help needs it

    return translated_page(context, language)


class NarrowFormatter(click.HelpFormatter):
    """Help that fits a narrow terminal, such as that of a phone; Click writes at least 50 columns."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        from shutil import get_terminal_size  # only help needs it

        super().__init__(*arguments, **settings)
        self.width = max(min(self.width, get_terminal_size().columns - 2), LEAST_HELP_WIDTH)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = WIDEST_TERM, col_spacing: int = 2
    ) -> None:
        super().write_dl(rows, min(col_max, self.width * 2 // 5), col_spacing)


class PlainContext(click.Context):
    """The context of a command, with our help."""

    formatter_class = NarrowFormatter


class PlainCommand(click.Command):
    """A command that refuses a repeated option if the option takes one value.

    It brings its own --help option, because Click looks up a translation of that option's help text, and
    imports `locale` to do so, whenever a command runs.
    """

    context_class = PlainContext
    HELP = click.Option(
        ["-h", "--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=printing_callback(help_page),
        help="Show this message and exit.",
    )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return self.HELP

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments. Raises InputError if an option is repeated, for Click silently uses the last.

        All unknown options are reported together; Click stops at the first.
        """
        ctx.meta.setdefault(LINE_KEY, tuple(args))
        try:
            given = self.make_parser(ctx).parse_args(list(args))[2]
        except click.BadOptionUsage as error:
            error.ctx = ctx
            raise
        except click.NoSuchOption as error:
            if error.option_name[1:2].isdigit():  # a called set such as -777z, which no option looks like
                arg = next((arg for arg in args if arg.startswith(error.option_name)), error.option_name)
                message = Message("begins with hyphen", ctx.command_path.replace(" session", " score"), arg)
                raise usage_error(message, ctx) from error
            known = {name for one in self.get_params(ctx) for name in (*one.opts, *one.secondary_opts)}
            ends = args.index("--") if "--" in args else len(args)
            names = (arg.partition("=")[0] for arg in args[:ends] if arg.startswith("--"))
            unknown = [f"'{name}'" for name in dict.fromkeys(names) if name not in known]
            if len(unknown) < 2:
                raise
            raise usage_error(Message("no such options", Listed(tuple(unknown), "comma")), ctx) from error
        for one in given:
            if isinstance(one, click.Option) and not (one.multiple or one.is_flag or given.count(one) == 1):
                message = Message("option repeated", given.count(one))
                raise InputError([Fault(one.opts[0], None, message, "circumstance")])
        allows_more, ctx.allow_extra_args = ctx.allow_extra_args, True
        rest = super().parse_args(ctx, args)
        ctx.allow_extra_args = allows_more
        if rest and not allows_more and not ctx.resilient_parsing:
            refuse_extra_arguments(rest, ctx)
        return rest


class LazyGroup(PlainCommand, click.Group):
    """A group of commands, each imported when it is called. Prints the errors of scorer and of Click."""

    def __init__(
        self, *args: Any, entries: Commands, elsewhere: Mapping[str, str] | None = None, **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.entries, self.elsewhere = entries, elsewhere or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.entries)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments. Options of a command may also stand before its name, and `help points` asks
        for the same as `points --help`.
        """
        if all(arg in HELP_FLAGS for arg in _without_language(args)) and args:
            ctx.meta.setdefault(LINE_KEY, tuple(args))
            args = _without_language(args) or args
        own = {name for one in self.get_params(ctx) for name in (*one.opts, *one.secondary_opts)}
        at = self._command_place(args)
        if at and not any(word.partition("=")[0] in own for word in args[:at]):
            args = [args[at], *args[:at], *args[at + 1 :]] if args[at] != HELP_WORD else args[at:]
        if args[:1] == [HELP_WORD]:
            args = [*takewhile(lambda word: word[:1] != "-", args[1:]), "--help"]
        return super().parse_args(ctx, args)

    def _command_place(self, args: list[str]) -> int | None:
        """Where the name of a command stands behind options, or what may be one with a mistake in it."""
        if not args or args[0][:1] != "-":
            return None
        ends = args.index("--") if "--" in args else len(args)
        for at, word in enumerate(args[:ends]):
            if word in (*self.entries, *self.elsewhere, HELP_WORD):
                return at
        for at, word in enumerate(args[:ends]):
            is_name = at > 0 and args[at - 1][:1] != "-" and word.isalpha() and word.islower()
            if is_name and nearest_names(word, self.entries, 1):
                return at
        return None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.entries:
            return None
        module, _, name = self.entries[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of that name; the error for an unknown name suggests the nearest command."""
        if args[0] in self.elsewhere:
            raise usage_error(Message("no such command, use", args[0], self.elsewhere[args[0]]), ctx)
        close = () if args[0] in self.entries else nearest_names(args[0], self.entries, 1)
        if close:
            raise usage_error(Message("no such command, nearest", args[0], close[0]), ctx)
        if args[0] not in self.entries and args[0][:1] != "-" and not ctx.resilient_parsing:
            raise usage_error(Message("no such command", args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the one-line help of each command without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.entries.items()])

    def make_context(
        self, info_name: str | None, args: list[str], *arguments: Any, **settings: Any
    ) -> click.Context:
        line = tuple(args)  # parsing uses up the list
        try:
            return super().make_context(info_name, args, *arguments, **settings)
        except click.UsageError as error:
            _print_usage_error_and_exit(error, self.name or "", {LINE_KEY: line})

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ScorerError as error:
            form = ctx.meta.get("scorer.form", TABLE)
            language = ctx.meta.get("scorer.language") or language_on_line(ctx.meta.get(LINE_KEY, ()))
            language = ctx.meta.get(GAME_LANGUAGE_KEY, language)
            print_error_and_exit(error, form, language)
        except click.UsageError as error:
            _print_usage_error_and_exit(
                error, f"{ctx.command_path} {ctx.invoked_subcommand or ''}".strip(), ctx.meta
            )

    def main(self, *args: Any, **settings: Any) -> Any:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # the caller closed the stream
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        try:
            return super().main(*args, **settings)
        except OSError as error:  # such as a full disk; Click itself ends quietly on a closed pipe
            with suppress(OSError, ValueError):  # discard the buffer, or flushing it would fail again
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            where = f" '{error.filename}'" if error.filename else ""
            with suppress(OSError, ValueError):  # standard error itself may be full
                click.echo(f"cannot read or write{where}: {error.strerror or error}", err=True)
                sys.exit(INVALID_INPUT)
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
            sys.exit(INVALID_INPUT)


def _print_usage_error_and_exit(
    error: click.UsageError, command: str, context_notes: Mapping[str, Any]
) -> NoReturn:
    """Prints a usage error as briefly as any other error, and exits. `context_notes` is what contexts have
    noted, if the error does not know its context.
    """
    context_notes = error.ctx.meta if error.ctx else context_notes
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        raise error
    message = usage_message(error, command)
    language = context_notes.get("scorer.language") or language_on_line(context_notes.get(LINE_KEY, ()))
    print_error_and_exit(ScorerError(message_text(message, language)), language=language)


class ScorerGroup(LazyGroup):
    """The group of all commands. Without a command, it scores the hand that is given, or begins a session."""

    OWN_OPTIONS = ("-h", "--help", "--version")
    VALUE_OPTIONS = tuple(
        option for name in (*RULES, "language") for option in PARAMETERS[name].option.split()
    )
    """Options of a session whose next word is their value, so that it is no hand: `-r 香港`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        asks_for_help = any(arg in HELP_FLAGS for arg in args)
        if self._command_place(args) is not None or (asks_for_help and not _without_help(args)):
            return super().parse_args(ctx, args)
        before = ["", *args][: len(args)]
        pairs = zip(args, before, strict=True)
        words = [word for word, last in pairs if last not in self.VALUE_OPTIONS and word[:1] != "-"]
        is_option = bool(first) and first[0] == "-"
        if is_option and first.partition("=")[0] in self.OWN_OPTIONS:
            return super().parse_args(ctx, args)
        if command := self._command_of_words(first, words, args):
            args = [command, *args]
        elif not first or is_option:
            args = ["score" if any(map(reads_as_hand, words)) else "session", *args]
        elif reads_as_hand(first) and not self._is_near_command(first):
            args = ["score", *args]
        return super().parse_args(ctx, args)

    def _is_near_command(self, word: str) -> bool:
        return word in (*self.entries, *self.elsewhere) or bool(nearest_names(word, self.entries, 1))

    def _command_of_words(self, first: str, words: list[str], args: list[str]) -> str:
        """The command that answers a sentence; empty if the words are none, or if they name a command."""
        if not words or words[0] in (*self.elsewhere, HELP_WORD):
            return ""
        if words[0].isupper() and words[0].lower() in self.entries:
            return ""
        if words[0] in self.entries and (
            words[0] not in SENTENCE_COMMANDS or any(map(reads_as_hand, words[1:]))
        ):
            return ""
        text = " ".join(words)
        if len(text) > LONGEST_COUNT and all(map(reads_as_notation, text.split())):
            return ""
        reader = import_module(SENTENCES)  # only for words that are no hand
        return str(reader.command_of_sentence(words, args, self._is_near_command(words[0])))


def reads_as_notation(word: str) -> bool:
    """Whether a word has the form of tiles in notation, for which no sentence needs to be read.

    >>> [reads_as_notation(word) for word in ("123m(777z)+9s", "EEE", "riichi", "RIICHI")]
    [True, True, False, False]
    """
    return bool(NOTATION.fullmatch(word))


def reads_as_hand(word: str) -> bool:
    """Whether a word may be a hand rather than a command or an option.

    >>> [reads_as_hand(word) for word in ("123m", "EEE", "東東東", "scor", "--seat", "tenhou")]
    [True, True, True, False, False, False]
    """
    return word[:1] != "-" and (any(map(str.isdigit, word)) or word.isupper() or not word.isascii())


# ---- the group

HELP = {
    "session": "Score hands line by line (the default without a command).",
    "ask": "Score a hand or a count, or answer a question, in everyday words.",
    "score": "Score one hand and show how the payment is calculated.",
    "explain": "Explain a score step by step, or why a pattern is not awarded.",
    "quiz": "Practice on random hands; answers are marked and explained.",
    "replay": "Score every win of a recorded game, and report wrong scores.",
    "waits": "Show what a hand waits for, and what each tile would pay.",
    "points": "Look up the payment for a count, without a hand.",
    "table": "Show the payment table of a ruleset.",
    "draw": "Show the payments after a deal without a winner.",
    "final": "Show the result of a game from its final scores.",
    "evening": "Show the deals, results and ranking of an evening from its events.",
    "patterns": "List the patterns of a ruleset, or show some in detail.",
    "rulesets": "List, show, compare and create rulesets.",
    "lesson": "Write a printable handout for a club evening.",
    "check": "Check rule files; report each problem with its position and a fix.",
    "lsp": "Help an editor with rule files while you type.",
    "batch": "Score many hands, one JSON object per line.",
    "serve": "Open a page in your browser to score hands by clicking.",
    "page": "Write the page of `serve` as a folder for a web host.",
}
MISTAKEN_NAMES = {"audit": "scorer check --audit"} | {
    name: f"scorer rulesets {name}" for name in ("list", "show", "diff", "new", "schema")
}
"""Names that are often mistaken for commands, with the command to use."""
MODULES = {
    "draw": "settle",
    "final": "settle",
    "explain": "score",
    "table": "points",
    "patterns": "rulesets",
    "serve": "page",
}
"""The modules of the commands that are not in a module of their own name."""
COMMANDS = {name: (f"scorer.cli.{MODULES.get(name, name)}:{name}", text) for name, text in HELP.items()}
EXAMPLE = 'For example: scorer score "234m345p67p456s55s+8p" --tsumo'


def question_marks(error: UnicodeError) -> tuple[str, int]:
    """One ? for each column that unencodable characters would take, so that tables stay aligned."""
    from scorer.render.text import display_width

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "?" * display_width(error.object[error.start : error.end]), error.end


@click.command(cls=ScorerGroup, entries=COMMANDS, elsewhere=MISTAKEN_NAMES, epilog=EXAMPLE)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=printing_callback(lambda context: f"scorer, version {__version__}"),
    help="Show the version and exit.",
)
def main() -> None:
    """Score hands of mahjong and related games, and show why."""
    gc.set_threshold(400_000)  # most objects live until the command ends
    atexit.register(gc.freeze)  # the process ends anyway, and a last collection takes a sixth of its time
    codecs.register_error("as_wide", question_marks)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Chinese shows ? instead of failing
            stream.reconfigure(errors="as_wide")
