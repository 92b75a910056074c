"""The help of commands in the language of the reader, and how it is laid out.

The English help is written where options and commands are. The other languages are in help.txt: the
text of an option goes by its longest name, if need be after the name of its command, and the paragraphs of a
command are numbered; the second column of a table has its English text, after `row`, as has an example with
words in it. Other examples are the same in every language. `{@discarder}` in a text is a phrase, for which
Taiwan and Hong Kong may have words of their own.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy

import click

from scorer.render.document import line, line_text
from scorer.render.text import display_width, wrapped_lines
from scorer.texts import help_texts

AS_IT_IS = "\b"
"""What begins a paragraph that is not filled, which is an example."""
WIDEST_NAMES = 30
"""The columns of names in a list; a longer name has a line of its own."""


def command_words(context: click.Context) -> str:
    """The names of a command without that of the program: `rulesets show`."""
    return " ".join(context.command_path.split()[1:])


def option_key(option: click.Option) -> str:
    """The name by which the help of an option goes: its last long one."""
    return [name for name in option.opts if name.startswith("--")][-1]


def paragraphs(help_text: str) -> list[str]:
    """The paragraphs of the help of a command; those that are not filled begin with `AS_IT_IS`."""
    return re.split(r"\n\s*\n", inspect.cleandoc(help_text).partition("\f")[0])


def _brackets(option: click.Option, context: click.Context, texts: Mapping[str, str]) -> str:
    """What stands in brackets after the help of an option: its default, its bounds, that it is required."""
    known = option.get_help_extra(context)
    default, bounds = known.get("default", ""), known.get("range", "")
    if bounds.endswith("+"):
        bounds = texts["at least"].format(bounds.removesuffix("+"))
    required = texts["required"] if "required" in known else ""
    if default:
        return texts["default"].format(texts["range"].join(filter(None, (default, bounds)))) + required
    return (texts["bounds"].format(bounds) if bounds else "") + required


def translated_page(context: click.Context, language: str) -> str:
    """The help of the command of a context, in a language other than English."""
    command, texts, formatter = context.command, help_texts(language), context.make_formatter()
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    formatter.write(f"{texts['usage']}{usage}\n")
    for paragraph in translated_paragraphs(command.help or "", command_words(context), language):
        formatter.write_paragraph()
        _write_filled(paragraph, formatter)
    options = (one for one in command.get_params(context) if isinstance(one, click.Option))
    told = ((translated_option(one, context, language), one.get_help_record(context)) for one in options)
    rows = [(record[0], (one.help or "") + _brackets(one, context, texts)) for one, record in told if record]
    write_list(texts["options"], rows, formatter)
    if isinstance(command, click.Group):
        names = command.list_commands(context)
        words = command_words(context)
        rows = [(name, texts[" ".join(["list", *words.split(), name])]) for name in names]
        write_list(texts["commands"], rows, formatter)
    if command.epilog:
        formatter.write(f"\n  {texts['example']}{command.epilog.partition(': ')[2]}\n")
    else:
        command.format_epilog(context, formatter)
    return formatter.getvalue().rstrip("\n")


def translated_paragraphs(help_text: str, command: str, language: str) -> Iterator[str]:
    """The paragraphs of the help of a command in a language; the lines of an example or a table that are not
    written alike in all languages have a text of their own.
    """
    texts, number = help_texts(language), 0
    for paragraph in paragraphs(help_text):
        if paragraph.startswith(AS_IT_IS):
            yield "\n".join(_translated_row(text, texts) for text in paragraph.split("\n"))
            continue
        number += 1
        yield texts.get(f"{command} {number}".strip(), " ".join(paragraph.split()))


def _translated_row(text: str, texts: Mapping[str, str]) -> str:
    """A line that is not filled, which may have a text as a whole; if it is a row of two columns, the second
    one may have a text.
    """
    *name, told = re.split(r"(?<=\S)( {2,})", text)
    if whole := texts.get(f"row {text.strip()}"):
        return text[: len(text) - len(text.lstrip())] + whole
    return "".join((*name, texts.get(f"row {told}", told)))


def translated_option(option: click.Option, context: click.Context, language: str) -> click.Option:
    """An option with its help in a language."""
    texts, key = help_texts(language), option_key(option)
    told = copy(option)
    told.help = texts.get(f"{command_words(context)} {key}") or texts.get(key) or option.help
    return told


def write_list(title: str, rows: Sequence[tuple[str, str]], formatter: click.HelpFormatter) -> None:
    """A list of names and what they mean, in columns of characters that may be two wide."""
    widths = (display_width(name) for name, _ in rows)
    column = 4 + max((width for width in widths if width <= WIDEST_NAMES), default=0)
    formatter.write(f"\n{title}\n")
    for name, text in rows:
        told = [line_text(one) for one in wrapped_lines(line(text), formatter.width - column)]
        first = f"  {name}"
        if display_width(first) + 2 > column:
            formatter.write(f"{first}\n")
            first = ""
        gap = " " * (column - display_width(first))
        formatter.write(f"{first}{gap}{told[0]}\n")
        for more in told[1:]:
            formatter.write(f"{' ' * column}{more}\n")


def _write_filled(paragraph: str, formatter: click.HelpFormatter) -> None:
    """A paragraph, broken at the width of the terminal unless it is an example."""
    if paragraph.startswith(AS_IT_IS):
        for text in paragraph.split("\n")[1:]:
            formatter.write(f"  {text}\n")
        return
    for one in wrapped_lines(line(paragraph), formatter.width - 2):
        formatter.write(f"  {line_text(one)}\n")
