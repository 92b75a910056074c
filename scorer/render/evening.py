"""An evening as data: its games, deals, results and ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.render.result import Object
from scorer.table.evening import PlayedDeal, PlayedGame, RankedPlayer
from scorer.table.events import Amount
from scorer.table.reading import EveningFile


def evening_data(read: EveningFile, language: str = "en") -> Object:
    """The games with their deals, the ranking, and the faults of a file."""
    evening = read.evening
    data: Object = {
        "evening": evening.name,
        "date": evening.date,
        "games": [_game_data(game, read.lines) for game in evening.games],
        "ranking": ranking_data(evening.ranking),
    }
    if read.faults:
        data["faults"] = [
            {
                "line": one.line,
                "column": one.column,
                "event": one.event or None,
                "message": one.message,
                "suggestions": list(one.suggestions),
            }
            for one in read.faults
        ]
    return data


def ranking_data(players: Iterable[RankedPlayer]) -> list[Object]:
    """The ranking, the best player first."""
    return [
        {
            "place": one.place,
            "player": one.player,
            "total": one.total,
            "games": one.games,
            "average": one.average,
            **({} if one.score is None else {"score": one.score}),
        }
        for one in players
    ]


def _by_player(players: Sequence[str], numbers: Sequence[Amount]) -> Object:
    return dict(zip(players, numbers, strict=True))


def _game_data(game: PlayedGame, lines: Sequence[int]) -> Object:
    players, final, rules = game.start.players, game.final, game.rules
    end: Object = {"why": final.why, "scores": _by_player(players, final.scores)}
    if rules.stick:
        end["sticks_left"] = final.sticks_left
    end["places"] = _by_player(players, final.places)
    end["results"] = _by_player(players, final.results)
    if any(final.deducted):
        end["deducted"] = {name: off for name, off in zip(players, final.deducted, strict=True) if off}
    if final.money is not None:
        end["money"] = _by_player(players, final.money)
    return {
        "ruleset": game.start.ruleset,
        "players": list(players),
        **({"options": dict(game.start.options)} if game.start.options else {}),
        **({"currency": game.start.currency} if game.start.currency else {}),
        "deals": [_deal_data(game, deal, lines) for deal in game.deals],
        "final": end,
    }


def _deal_data(game: PlayedGame, played: PlayedDeal, lines: Sequence[int]) -> Object:
    players, deal, rules = game.start.players, played.deal, game.rules
    data: Object = {
        "line": lines[played.number - 1] if lines else None,
        "event": played.number,
        "deal": deal.name,
        "dealer": players[deal.dealer],
        "gains": _by_player(players, deal.gains),
        "scores": _by_player(players, deal.scores),
    }
    if rules.stick:
        data["sticks"] = deal.sticks
    following: Object = {"deal": deal.next_name, "dealer": players[deal.next_dealer]}
    if rules.has_counters:
        following["honba"] = deal.next_honba
    data["next"] = None if deal.over else following
    if deal.over:
        data["over"] = deal.over
    data["transfers"] = [
        {"for": one.cause, "gains": _by_player(players, one.gains)} for one in played.transfers
    ]
    if played.notes:
        data["notes"] = list(played.notes)
    return data
