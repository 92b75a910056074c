"""Options that several commands share, and the request that they make of a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorer.cli import complete
from scorer.cli.command import INDICATOR, RULESET, VARIABLE, default_ruleset
from scorer.cli.output import FORMATS, HAND_FORMATS
from scorer.errors import Fault, InputError
from scorer.hand import Request, wind_of
from scorer.tiles import LANGUAGES

if TYPE_CHECKING:
    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset, Value

RULESET_HELP = f"A shipped ruleset or a YAML file. Default: ${VARIABLE}, else {RULESET}."


def _only_one(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> str:
    """The one name; a command that takes one would silently leave out all but the last."""
    if len(names) > 1:
        raise click.UsageError(
            f"one ruleset only, not {len(names)} ({', '.join(names)}); "
            "scorer score and scorer rulesets diff compare several",
            context,
        )
    return names[0] if names else ""


one_ruleset = click.option(
    "-r",
    "--ruleset",
    metavar="NAME_OR_FILE",
    multiple=True,
    callback=_only_one,
    shell_complete=complete.rulesets,
    help=RULESET_HELP,
)
several_rulesets = click.option(
    "-r",
    "--ruleset",
    "rulesets",
    metavar="NAME_OR_FILE",
    multiple=True,
    shell_complete=complete.rulesets,
    help=f"{RULESET_HELP} Repeat it to compare rulesets.",
)
rule_options = click.option(
    "-o",
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    shell_complete=complete.rule_options,
    help="A house rule that the ruleset declares; repeat for more.",
)
language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="The language: names, tables and reasons; what a game does not name in it is told in English.",
)

format_option = click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="How the result is printed.",
)

hand_format_option = click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(HAND_FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="How the result is printed; html is a page, svg the hand alone.",
)
tiles_option = click.option(
    "--tiles",
    type=click.Choice(["unicode", "text"]),
    help="Show the tiles as characters, or as notation only. Default: characters where they can be shown.",
)


def pairs(texts: Sequence[str], source: str, wanted: str) -> dict[str, str]:
    """`NAME=VALUE`, repeated, as a mapping; the last value of a name counts.

    Raises InputError with every text that is no pair.

    >>> pairs(["open_tanyao=false"], "--option", "NAME=VALUE")
    {'open_tanyao': 'false'}
    """
    faults = [_no_pair(text, source, wanted) for text in texts if "=" not in text]
    if faults:
        raise InputError(faults)
    split = (text.partition("=") for text in texts)
    return {name.strip(): value.strip() for name, _, value in split}


def _no_pair(text: str, source: str, wanted: str) -> Fault:
    message = f"this is not {wanted}"
    return Fault(source, 0, message, "circumstance", max(1, len(text)), text)


def option_values(texts: Sequence[str]) -> dict[str, Value]:
    """The chosen options, as text that the ruleset will read."""
    return dict(pairs(texts, "--option", "NAME=VALUE"))


def ruleset_of(given: dict[str, Any], name: str = "") -> Ruleset:
    """The ruleset that is named or asked for, with the options that are chosen.

    From here on the command tells of it in English where the game has no names in the language asked for.
    """
    from scorer.library import load_ruleset

    ruleset = load_ruleset(name or given["ruleset"] or default_ruleset(), option_values(given["options"]))
    given["language"] = ruleset.spoken(given["language"])
    return ruleset


# ---- where and how a hand is won

Command = TypeVar("Command", bound=Callable[..., Any])
LONGEST = 30
"""digits of a number"""

DEALER_SEAT = click.option("--dealer", is_flag=True, help="The same as --seat E.")
SITUATION = (
    click.option("--from", "discarder", metavar="WIND", default="", help="Who discarded: E, S, W or N."),
    click.option("--round", "prevailing", metavar="WIND", default="", help="The wind of the round.  [E]"),
    click.option("--seat", metavar="WIND", default="", help="The winner's seat; E is the dealer.  [S]"),
    DEALER_SEAT,
    click.option(
        "-w",
        "--with",
        "circumstances",
        metavar="NAME[=N]",
        multiple=True,
        shell_complete=complete.circumstances,
        help="A circumstance that the ruleset declares; repeat for more.",
    ),
    click.option("--honba", metavar="N", default="0", help="Counters on the table."),
    click.option("--sticks", metavar="N", default="0", help="Sticks on the table."),
    click.option(
        "--pao",
        metavar="PATTERN=WIND",
        multiple=True,
        shell_complete=complete.liabilities,
        help="Who answers for a pattern.",
    ),
)


def situation_options(command: Command) -> Command:
    """Adds the options of the situation, in their order."""
    for option in reversed(SITUATION):
        command = option(command)
    return command


def request_of(given: Mapping[str, Any], win: str = "") -> tuple[Request, list[Fault]]:
    """What is asked, and what contradicts itself on the command line."""
    faults: list[Fault] = []
    if given["dealer"] and wind_of(given["seat"]) not in ("", "E"):
        message = "the dealer's seat is E; one of them only"
        faults.append(Fault(f"--dealer --seat {given['seat']}", None, message, "circumstance"))
    request = Request(
        " ".join(given["hand"]),
        win,
        given["prevailing"],
        "E" if given["dealer"] else given["seat"],
        given["discarder"],
        given["circumstances"],
        given_indicators(given),
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


def given_indicators(given: Mapping[str, Any]) -> dict[str, str]:
    """The tiles of each indicator by its name."""
    return {
        name.removeprefix(INDICATOR): " ".join(texts)
        for name, texts in given.items()
        if name.startswith(INDICATOR) and texts
    }


DRAWN = click.option("--tsumo", "--self-draw", "drawn", is_flag=True, help="Won on the own draw.")
CLAIMED = click.option("--ron", "--discard", "claimed", is_flag=True, help="Won on another player's tile.")
BOTH_WAYS = Fault(
    "--tsumo --ron",
    None,
    "won on the own draw and on another player's tile; one of them only",
    "circumstance",
)


def hand_options(command: Command) -> Command:
    """Adds how the hand was won, and the options of its situation, to a command."""
    return DRAWN(CLAIMED(situation_options(command)))


def won_request(given: dict[str, Any]) -> tuple[Request, list[Fault]]:
    """What is asked, and what contradicts itself on the command line."""
    request, faults = request_of(given, "tsumo" if given["drawn"] else "ron" if given["claimed"] else "")
    if given["drawn"] and given["claimed"]:
        faults.insert(0, BOTH_WAYS)
    return request, faults


def understood(request: Request, faults: list[Fault], ruleset: Ruleset) -> tuple[Hand, Situation]:
    """The hand and its situation; raises InputError with the faults of the line and of the request."""
    from scorer.engine.request import understand

    try:
        hand, situation = understand(request, ruleset)
    except InputError as error:
        from scorer.teach.advice import with_rulesets

        advised = with_rulesets(error, request.hand, ruleset)
        raise InputError([*advised.faults, *faults]) from error
    if faults:
        raise InputError(faults)
    return hand, situation
