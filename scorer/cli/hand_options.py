"""Options that say how a complete hand was won, shared by the commands that score one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorer.cli import situation
from scorer.cli.situation import situation_options
from scorer.errors import Fault, InputError
from scorer.request import Request

if TYPE_CHECKING:
    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset

Command = TypeVar("Command", bound=Callable[..., Any])

DRAWN = click.option("--tsumo", "--self-draw", "drawn", is_flag=True, help="Won on the own draw.")
CLAIMED = click.option("--ron", "--discard", "claimed", is_flag=True, help="Won on another player's tile.")


def hand_options(command: Command) -> Command:
    """Adds how the hand was won, and the options of its situation, to a command."""
    return DRAWN(CLAIMED(situation_options(command)))


def request_of(given: dict[str, Any]) -> tuple[Request, list[Fault]]:
    """What is asked, and what contradicts itself on the command line."""
    request, faults = situation.request_of(
        given, "tsumo" if given["drawn"] else "ron" if given["claimed"] else ""
    )
    if given["drawn"] and given["claimed"]:
        message = "won on the own draw and on another player's tile; one of them only"
        faults.insert(0, Fault("--tsumo --ron", None, message, "circumstance"))
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
