"""Errors in the events of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.errors import Fault, InputError
from scorer.message import Message, Text
from scorer.suggest import nearest_names

SOURCE = "evening"


def event_error(message: Text, text: str = "", suggestions: Iterable[str] = ()) -> InputError:
    """An error at a text of an event, at the whole event if there is none.

    >>> event_error(Message("not at the table", "Eve"), "Eve").faults[0].text
    'Eve'
    """
    at = 0 if text else None
    return InputError([Fault(SOURCE, at, message, "circumstance", len(text) or 1, text, tuple(suggestions))])


def player_number(name: str, players: Sequence[str]) -> int:
    """The number of a player. Raises InputError for somebody who is not at the table.

    >>> player_number("Ben", ["Ann", "Ben"])
    1
    """
    if not name:
        raise event_error(Message("name of a player expected"))
    if name in players:
        return players.index(name)
    raise event_error(Message("not at the table", name), name, nearest_names(name, players, 1))
