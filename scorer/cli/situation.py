"""The options that say where and with what a hand is won, and the request that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from scorer.cli import completion
from scorer.cli.indicators import given_indicators
from scorer.cli.options import pairs
from scorer.errors import Fault
from scorer.request import Request

Command = TypeVar("Command", bound=Callable[..., Any])
LONGEST = 30
"""digits of a number"""

SITUATION = (
    click.option("--from", "discarder", metavar="WIND", default="", help="Who discarded: E, S, W or N."),
    click.option("--round", "prevailing", metavar="WIND", default="", help="The wind of the round.  [E]"),
    click.option("--seat", metavar="WIND", default="", help="The winner's seat; E is the dealer.  [S]"),
    click.option("--dealer", is_flag=True, help="The same as --seat E."),
    click.option(
        "-w",
        "--with",
        "circumstances",
        metavar="NAME[=N]",
        multiple=True,
        shell_complete=completion.circumstances,
        help="A circumstance that the ruleset declares; repeat for more.",
    ),
    click.option("--honba", metavar="N", default="0", help="Counters on the table."),
    click.option("--sticks", metavar="N", default="0", help="Sticks on the table."),
    click.option(
        "--pao",
        metavar="PATTERN=WIND",
        multiple=True,
        shell_complete=completion.liabilities,
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
    if given["dealer"] and given["seat"].strip().upper() not in ("", "E"):
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
