"""Several games in one file, and one game in several parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scorer.message import Message
from scorer.replay.game import DECLARE, NO_ROUND, Deal, Game, Trouble
from scorer.replay.limits import MOST_DEALS, refuse
from scorer.values import replace

SEATS = 4
REF = "ref"
"""The note that names the game, in the formats that have one."""
NO_END = "file without end"
"""What a log without an end is told to be."""


def games_of_file(parts: Sequence[Game]) -> tuple[Game, ...]:
    """The games of a file, given the parts that its format reads one by one: a part may hold several games,
    and several parts may be one game. A part without a deal is reported in the game before it.

    Raises InputError if a game has too many deals.
    """
    found: list[Game] = []
    for game in (piece for part in parts for piece in _separate_games(part)):
        if found and not game.deals:
            troubles = game.troubles or (Trouble(Message("game without deal")),)
            found[-1] = replace(found[-1], troubles=(*found[-1].troubles, *troubles))
        elif found and (follows(found[-1], game) or _are_series(found[-1], game)):
            found[-1] = joined(found[-1], game)
        else:
            found.append(game)
    if any(len(game.deals) > MOST_DEALS for game in found if not game.is_series):
        raise refuse(Message("too many deals in game", MOST_DEALS))
    return tuple(found)


def _separate_games(game: Game) -> Iterator[Game]:
    """The game, or several if its deals begin again with the first one."""
    starts = [
        at
        for at, (before, deal) in enumerate(pairwise(game.deals), 1)
        if _position(deal) == (0, 0) and _position(before) >= (1, 0) and len(set(deal.scores or ())) == 1
    ]
    if game.is_series or not starts:
        yield game
        return
    bounds = [0, *starts, len(game.deals)]
    for first, end in pairwise(bounds):
        is_last = end == len(game.deals)
        yield replace(
            game,
            deals=game.deals[first:end],
            scores=game.scores if is_last else None,
            results=game.results if is_last else None,
            troubles=game.troubles if is_last else (),
        )


def follows(before: Game, after: Game) -> bool:
    """Whether the deals of a game can be the next ones of another: the same players go on."""
    same = (before.format, before.players, before.names) == (after.format, after.players, after.names)
    refs = {str(game.notes.get(REF) or "") for game in (before, after)} - {""}
    known = [deal for deal in before.deals if deal.round != NO_ROUND]
    later = [deal for deal in after.deals if deal.round != NO_ROUND]
    return (
        same
        and not (before.is_series or after.is_series)
        and len(refs) <= 1
        and bool(known and later)
        and _position(known[-1]) < _position(later[0])
    )


def goes_on(before: Game, after: Game) -> bool:
    """Whether another file can have the next deals of a game: the players have names, or the game has one,
    and the scores go on.
    """
    is_named = any(before.names) or bool(before.notes.get(REF))
    return is_named and follows(before, after) and _scores_go_on(before.deals[-1], after.deals[0])


def _scores_go_on(deal: Deal, following: Deal) -> bool:
    """Whether a deal begins with the scores after another one, as far as they are written. A player who
    declared a ready hand may have less, because of the stick.
    """
    if deal.scores is None or following.scores is None:
        return True
    paid = [win.payments for win in deal.wins] or [deal.draw.payments if deal.draw else None]
    known = [part for part in (deal.payments, *paid) if part is not None]
    if deal.payments is not None:
        known = known[:1]
    declared = {event.player for event in deal.events if event.kind == DECLARE}
    ends = [sum(column) for column in zip(deal.scores, *known, strict=True)]
    return all(
        end == start or (player in declared and end > start)
        for player, (end, start) in enumerate(zip(ends, following.scores, strict=True))
    )


def _are_series(before: Game, after: Game) -> bool:
    """Whether both are lists of games of one deal, in the same format."""
    return before.is_series and after.is_series and before.format == after.format


def joined(before: Game, after: Game) -> Game:
    """One game with the deals of both; what is written about the end is that of the later one, and the first
    needs none of its own.
    """
    without_end = [one for one in before.troubles if getattr(one.message, "key", "") != NO_END]
    return replace(
        after,
        deals=(*before.deals, *after.deals),
        notes={**before.notes, **after.notes},
        troubles=(*without_end, *after.troubles),
        file=before.file,
    )


def _position(deal: Deal) -> tuple[int, int]:
    """Where in a game a deal is."""
    return deal.round * SEATS + deal.turn, deal.honba
