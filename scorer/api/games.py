"""Recorded games, drawn deals and final scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scorer.errors import Fault, InputError
from scorer.library import resolve_ruleset
from scorer.ruleset.find import DEFAULT_RULESET

if TYPE_CHECKING:
    from scorer.library import Named
    from scorer.replay.comparison import GameComparison, GameList
    from scorer.replay.folder import GameLine
    from scorer.replay.game import Game
    from scorer.replay.referee import Report
    from scorer.replay.report import GameReport
    from scorer.replay.settle import DrawAnswer, FinalAnswer
    from scorer.replay.view import ReportView

PLAYERS = "ABCD"
"""The players of a recorded game, in the order of the log."""
SAMPLE_LOG = b"""
{"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "1s",
"scores": [25000, 25000, 25000, 25000], "tehais": [
["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "S", "S"],
["?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?"],
["?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?"],
["?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?"]]}
{"type": "tsumo", "actor": 0, "pai": "S"}
{"type": "hora", "actor": 0, "target": 0, "deltas": [48000, -16000, -16000, -16000]}
{"type": "end_kyoku"}
""".replace(b",\n", b", ").replace(b"[\n", b"[")
"""A recorded game of one deal, to try these functions on. Its first tile wins."""


# ---- recorded games


def player_number(letter: str, players: int) -> int:
    """The number of a player of a recorded game, named A to D; -1 for an empty text.

    Raises InputError for any other text.

    >>> player_number("b", 4), player_number("", 4)
    (1, -1)
    """
    if not letter:
        return -1
    known = PLAYERS[:players]
    player = known.find(letter.strip().upper()) if len(letter.strip()) == 1 else -1
    if player < 0:
        raise InputError([Fault("--seat", None, f"'{letter}' is not a player; players: {', '.join(known)}")])
    return player


def game_report(
    report: Report,
    *,
    deal: str = "",
    player: str = "",
    check: bool = False,
    passed: bool = False,
    ready: bool = False,
    names: bool = False,
) -> GameReport:
    """The report of `referee` with what of it is to be written out.

    `deal` is the name of the only deal to show, turn by turn, with winning tiles that were passed and who was
    ready at the end. `check` leaves differences between log and rules, and errors
    in the log. `passed` adds winning tiles that were passed, `ready` who was ready at the end of each deal;
    with `player`, a letter from A to D, only those of this player. `names` adds the names of the players.

    Raises InputError if the game has no such deal or player.

    >>> from scorer.api import as_text, read_log, referee
    >>> report = referee(read_log(SAMPLE_LOG))
    >>> print(as_text(game_report(report, check=True)))
    1 win and 0 draws agree with the log.
    """
    from scorer.replay.report import GameReport

    passed, ready = passed or bool(deal), ready or bool(deal)
    return GameReport(report, _view(report.game, deal, player, check, passed, ready, names))


def game_comparison(
    reports: Sequence[Report], *, deal: str = "", player: str = "", names: bool = False
) -> GameComparison:
    """One game under several rulesets, side by side: reports of `referee` on the same game.

    Raises InputError if the game has no such deal or player.

    >>> from scorer.api import as_data, read_log, referee
    >>> game = read_log(SAMPLE_LOG)
    >>> found = game_comparison([referee(game, name) for name in ("tenhou", "m-league")])
    >>> [(column["ruleset"], column["scores"]["A"]) for column in as_data(found)]
    [('tenhou', 73000), ('m-league', 73000)]
    """
    from scorer.replay.comparison import GameComparison

    return GameComparison(tuple(reports), _view(reports[0].game, deal, player, names=names))


def _view(
    game: Game, deal: str, player: str, check: bool = False, passed: bool = False, ready: bool = False,
    names: bool = False,
) -> ReportView:  # fmt: skip
    from scorer.replay.view import ReportView

    number = player_number(player, game.players)
    deals = [one.name for one in game.deals]
    if deal and deal.upper() not in deals:
        raise InputError([Fault("--deal", None, f"there is no deal '{deal}'; deals: {', '.join(deals)}")])
    return ReportView(deal, number, check, passed, ready, game.names if names else ())


def game_list(games: Iterable[GameLine], *, check: bool = False) -> GameList:
    """Several games of `referee_files`, each in one line, and their sum.

    With `check`, a table has only games in which log and rules differ; the data has all of them.

    >>> from scorer.api import as_data, referee_files
    >>> [(line["file"], line["ok"]) for line in as_data(game_list(referee_files(["no-such-game.xml"])))]
    [('no-such-game.xml', False)]
    """
    from scorer.replay.comparison import GameList

    return GameList(tuple(game.line for game in games), check)


# ---- without a log


def draw_result(
    ruleset: Named = DEFAULT_RULESET,
    *,
    ready: Sequence[str] = (),
    kind: str = "",
    by: Sequence[str] = (),
    false_win: str = "",
    honba: int = 0,
    sticks: int = 0,
) -> DrawAnswer:
    """What a deal without a winner pays, in points, and how the next deal begins. E is the dealer.

    `ready` are the seats of the players who are ready, `kind` how the deal is drawn (the wall is used up if
    it is empty), and `by` the seats that the draw itself pays. `false_win` is the seat of a false winner,
    who pays instead. Seats are E, S, W, N or names of these winds.

    Raises InputError for seats and kinds of draw that the ruleset does not have.

    >>> draw_result("riichi", ready=["E", "S"]).payments
    (1500, 1500, -1500, -1500)
    """
    from scorer.hand import wind_letter
    from scorer.replay.settle import draw_answer

    ready_seats, paid_seats = ([wind_letter(seat) for seat in seats] for seats in (ready, by))
    rules, offender = resolve_ruleset(ruleset), wind_letter(false_win)
    return draw_answer(rules, ready_seats, kind, paid_seats, offender, honba, sticks)


def final_results(scores: Sequence[int], ruleset: Named = DEFAULT_RULESET, *, sticks: int = 0) -> FinalAnswer:
    """What final scores are worth after return points, placement points and oka, in thousands of points.

    `scores` are in the order of the first seats, the first dealer first. `sticks` are those left on the
    table.

    Raises InputError if the number of scores is wrong, or the ruleset does not say what they are worth.

    >>> final_results([41000, 29000, 18000, 12000], "tenhou").result.results
    (51.0, 9.0, -22.0, -38.0)
    """
    from scorer.replay.settle import final_answer

    return final_answer(resolve_ruleset(ruleset), scores, sticks)
