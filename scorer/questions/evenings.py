"""Evenings at a table, from their text. No file is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scorer.errors import Fault, InputError
from scorer.message import Message
from scorer.ruleset.model import Ruleset

if TYPE_CHECKING:
    from scorer.table.choices import CountedWin
    from scorer.table.evening_file import EveningFile

LoadRuleset = Callable[[str], Ruleset]


def evening_of_text(text: str, load: LoadRuleset) -> EveningFile:
    """The evening that a text describes, in the form of its file. `load` finds the ruleset of each game.

    >>> from scorer import load_ruleset
    >>> read = evening_of_text("events: [{game: sanma, players: [Ann, Ben, Cho]}]", load_ruleset)
    >>> read.evening.games[0].state.scores
    (35000, 35000, 35000)
    """
    from scorer.table.reading import read_evening

    return read_evening(text.encode("utf-8", "replace"), load=load)


def win_counts(
    text: str, load: LoadRuleset, *, seat: str, discarder: str = ""
) -> tuple[Ruleset, tuple[CountedWin, ...]]:
    """The counts that a win may have at the end of an evening so far, with its rules. The seats are those of
    the deal that is being played; without a discarder, the win is by self-draw.

    Raises InputError if no game is being played, or it has no such seats.

    >>> from scorer import load_ruleset
    >>> text = "events: [{game: hong-kong, players: [Ann, Ben, Cho, Dia]}]"
    >>> [one.text for one in win_counts(text, load_ruleset, seat="S", discarder="W")[1]][:2]
    ['3 faan', '4 faan']
    """
    from scorer.table.choices import counted_wins

    games = evening_of_text(text, load).evening.games
    if not games:
        raise InputError([Fault("text", None, Message("no game yet"))])
    game = games[-1]
    for source, one in (("seat", seat), ("discarder", discarder)):
        known = (*game.rules.seats, *([""] if source == "discarder" else []))
        if one not in known:
            raise InputError([Fault(source, None, Message("not at the table", one))])
    return game.ruleset, counted_wins(game.rules, game.state, seat, discarder)
