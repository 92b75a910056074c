"""Errors of a command line as messages, whoever finds them: scorer, or Click, whose own texts are in English.

Click's exceptions carry what they are about, and its texts are not read.
"""

from __future__ import annotations

from typing import Any

import click

from scorer.message import Listed, LocalizedText, Message, Text, localized_message_text
from scorer.suggest import nearest_names

SUGGESTIONS = ("no such command, nearest", "unknown option, nearest", "unknown option, several near")
"""The keys of messages that end with a question, after which the usage adds nothing."""


class CommandLineError(click.UsageError):
    """An error of a command line that scorer finds, with its message."""

    def __init__(self, text: Text, context: click.Context | None = None) -> None:
        super().__init__(str(text), context)
        self.text = text


def usage_error(message: Text, context: click.Context | None = None) -> click.UsageError:
    """The error for a command line that cannot be carried out."""
    return CommandLineError(message, context)


def parameter_error(message: Text) -> click.BadParameter:
    """The error for a value of an option or an argument."""
    return click.BadParameter(localized_message_text(message))


class WordChoice(click.Choice[str]):
    """One of several words."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        choices = Listed(tuple(Message("quoted choice", choice) for choice in self.choices), "comma")
        return localized_message_text(Message("not one of", str(value), choices))


class WholeNumber(click.IntRange):
    """A whole number within bounds."""

    name = "n"  # what --help shows in capitals

    def _describe_range(self) -> str:
        """The bounds as --help shows them in every language; Click writes 0<=x<=9."""
        return f"{self.min}-{self.max}" if self.max is not None else f"{self.min}+"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            message = Message("expected whole number", value)
            if self.min is not None and self.max is not None:
                message = Message("count out of range", self.min, self.max, value)
            elif self.min is not None:
                message = Message("number too small", self.min, value)
            self.fail(localized_message_text(message), param, ctx)
        return number


def usage_message(error: click.UsageError, command: str) -> Text:
    """The message of an error in a command line, with the way to the usage of the command if that helps."""
    message = _message_of(error)
    is_value = isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)
    if is_value or (isinstance(message, Message) and message.key in SUGGESTIONS):
        return message
    return Message("see usage", message, f"{error.ctx.command_path if error.ctx else command} --help")


def _message_of(error: click.UsageError) -> Text:
    if isinstance(error, CommandLineError):
        return error.text
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error)
    if isinstance(error, click.exceptions.BadOptionUsage):
        named = [one for one in _parameters(error) if error.option_name in (*one.opts, *one.secondary_opts)]
        is_flag = any(getattr(one, "is_flag", False) for one in named)
        return Message("option takes no value" if is_flag else "option needs value", error.option_name)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        key = f"missing {error.param.param_type_name}"
        return Message(key, error.param.get_error_hint(error.ctx).strip("'").removesuffix("..."))
    if isinstance(error, click.BadParameter):
        hint = error.param.get_error_hint(error.ctx) if error.param is not None else ""
        said = _written_text(error)
        bare = hint.replace("'", "")  # Japanese and Chinese have no such quotes
        names = LocalizedText([("en", hint), ("ja", bare), ("zh", bare)])
        return Message("invalid value", names, said) if hint else Message("invalid value here", said)
    return _written_text(error)


def _written_text(error: click.UsageError) -> Text:
    """The message that scorer gave to an error; of Click's own ones, the English text."""
    if isinstance(error.message, LocalizedText):
        return error.message
    return " ".join(error.message.rstrip(".").split())


def _unknown_option(error: click.NoSuchOption) -> Message:
    near = sorted(nearest_names(error.option_name, error.possibilities or ()))
    if not near:
        return Message("unknown option", error.option_name)
    if len(near) == 1:
        return Message("unknown option, nearest", error.option_name, near[0])
    return Message(
        "unknown option, several near",
        error.option_name,
        Listed(tuple(Message("quoted choice", one) for one in near), "comma"),
    )


def _parameters(error: click.UsageError) -> list[click.Parameter]:
    return error.ctx.command.get_params(error.ctx) if error.ctx else []


def refuse_extra_arguments(arguments: list[str], context: click.Context) -> None:
    """Raises the error for arguments that a command does not take."""
    key = "extra argument" if len(arguments) == 1 else "extra arguments"
    raise usage_error(Message(key, " ".join(map(str, arguments))), context)
