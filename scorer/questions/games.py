"""Recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from scorer.errors import Fault, InputError
from scorer.languages import LANGUAGES
from scorer.message import Listed, Message
from scorer.tiles import fold_name
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.replay.comparison import GameComparison, GameList
    from scorer.replay.folder import GameLine
    from scorer.replay.game import Deal
    from scorer.replay.league import League
    from scorer.replay.referee import Report
    from scorer.replay.report import GameReport
    from scorer.replay.view import ReportView
    from scorer.ruleset.model import Ruleset

PLAYERS = "ABCD"
"""The players of a recorded game, in the order of the log."""
_SAMPLE = b"""
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


def sample_log() -> bytes:
    """A recorded game of one deal, to try functions on. Its first tile wins.

    >>> from scorer import read_game
    >>> len(read_game(sample_log()).deals)
    1
    """
    return _SAMPLE


def player_number(player: str, players: int, names: Sequence[str] = ()) -> int:
    """The number of a player of a recorded game, given by the letter A to D or by name; -1 for an empty text.

    Raises InputError for any other text.

    >>> player_number("b", 4), player_number("ann", 4, ["Bob", "Ann"]), player_number("", 4)
    (1, 1, -1)
    """
    if not player:
        return -1
    known = PLAYERS[:players]
    number = known.find(player.strip().upper()) if len(player.strip()) == 1 else -1
    if number < 0:
        folded = [fold_name(name) for name in names]
        number = folded.index(fold_name(player)) if fold_name(player) in folded else -1
    if number < 0:
        raise InputError(
            [Fault("--seat", None, Message("not a player", player, Listed(tuple(known), "comma")))]
        )
    return number


def game_report(
    report: Report,
    *,
    deal: str = "",
    player: str = "",
    turn: int = 0,
    check: bool = False,
    with_passed_wins: bool = False,
    with_ready_hands: bool = False,
    names: bool = False,
) -> GameReport:
    """The report of `referee` with what of it is to be written out.

    `deal` is the name of the only deal to show, turn by turn, with winning tiles that were passed and who was
    ready at the end; `turn` is the number of the only event of it to show, with the whole table. `check`
    leaves differences between log and rules, and errors in the log.
    `with_passed_wins` adds winning tiles that were passed, `with_ready_hands` who was ready at the end of
    each deal; with `player`, a letter from A to D, only those of this player. `names` adds the names of the
    players.

    Raises InputError if the game has no such deal, turn or player.

    >>> from scorer import read_game
    >>> from scorer.replay.referee import referee
    >>> from scorer.writing import as_text
    >>> report = referee(read_game(sample_log()))
    >>> print(as_text(game_report(report, check=True)).splitlines()[-1])
    1 win agrees with the log.
    """
    from scorer.replay.report import GameReport

    with_passed_wins, with_ready_hands = with_passed_wins or bool(deal), with_ready_hands or bool(deal)
    view = _view(report, deal, player, check, with_passed_wins, with_ready_hands, names)
    if turn:
        events = [len(one.events) for one in report.game.deals if view.shows(one)]
        if not deal or not 1 <= turn <= events[0]:
            raise InputError([Fault("--turn", None, Message("no such turn", turn, events[0] if deal else 0))])
        view = replace(view, turn=turn)
    return GameReport(report, view)


def game_comparison(
    reports: Sequence[Report], *, deal: str = "", player: str = "", names: bool = False
) -> GameComparison:
    """One game under several rulesets, side by side: reports of `referee` on the same game.

    Raises InputError if the game has no such deal or player.

    >>> from scorer import read_game
    >>> from scorer.replay.referee import referee
    >>> from scorer.writing import as_data
    >>> game = read_game(sample_log())
    >>> found = game_comparison([referee(game, name) for name in ("tenhou", "m-league")])
    >>> [(column["ruleset"], column["scores"]["A"]) for column in as_data(found)]
    [('tenhou', 73000), ('m-league', 73000)]
    """
    from scorer.replay.comparison import GameComparison

    return GameComparison(tuple(reports), _view(reports[0], deal, player, names=names))


def _view(
    report: Report,
    deal: str,
    player: str,
    check: bool = False,
    with_passed_wins: bool = False,
    with_ready_hands: bool = False,
    names: bool = False,
) -> ReportView:
    from scorer.replay.view import ReportView

    game, ruleset = report.game, report.ruleset
    number = player_number(player, game.players, game.names)
    deals = [one.name for one in game.deals]
    if deal:
        deal = next((one.name for one in game.deals if fold_name(deal) in _names_of_deal(one, ruleset)), deal)
    if deal and deal.upper() not in deals:
        raise InputError(
            [Fault("--deal", None, Message("no such deal", deal, Listed(tuple(deals), "comma")))]
        )
    return ReportView(
        deal, number, only_differences=check, with_passed_wins=with_passed_wins,
        with_ready_hands=with_ready_hands, names=game.names if names else (),
    )  # fmt: skip


def _names_of_deal(deal: Deal, ruleset: Ruleset) -> frozenset[str]:
    """What a deal of a game is called in any language."""
    from scorer.replay.view import deal_name

    return frozenset(fold_name(deal_name(deal, told)) for told in map(ruleset.display_language, LANGUAGES))


def game_list(games: Iterable[GameLine], *, check: bool = False) -> GameList:
    """Several games of `referee_files`, each in one line, and their sum.

    With `check`, a table has only games in which log and rules differ; the data has all of them.

    >>> from scorer.replay.folder import referee_files
    >>> from scorer.writing import as_data
    >>> [(line["file"], line["ok"]) for line in as_data(game_list(referee_files(["no-such-game.xml"])))]
    [('no-such-game.xml', False)]
    """
    from scorer.replay.comparison import GameList

    found = [*games]
    return GameList(tuple(game.line for game in found), check, _reasons(found))


def _reasons(games: Iterable[GameLine]) -> tuple[str, ...]:
    """Each difference of many games, with the file of its game."""
    from scorer.replay.comparison import file_cell

    return tuple(f"{file_cell(game.line)} {reason}" for game in games for reason in game.reasons)


def league(games: Iterable[GameLine], *, aliases: Mapping[str, str] | None = None) -> League:
    """The standings of several games of `referee_files`, under each ruleset. A player with several names is
    one if `aliases` has the name for each of the others.

    >>> from scorer.replay.folder import referee_files
    >>> league(referee_files(["no-such-game.xml"])).standings
    ()
    """
    from scorer.replay.comparison import file_cell
    from scorer.replay.league import League, standings

    found = [*games]
    unfinished = tuple(file_cell(game.line) for game in found if game.is_read and game.league is None)
    played = [game.league for game in found if game.league is not None]
    return League(standings(played, aliases), _reasons(found), unfinished)
