"""`scorer replay`: the referee and teacher of recorded games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import DOES_NOT_WIN, HTML, INVALID_INPUT, print_document, print_json, print_result
from scorer.errors import Fault, InputError, ScorerError

if TYPE_CHECKING:
    from scorer.replay.game import Game
    from scorer.replay.referee import RefereedWin, Report
    from scorer.replay.report import ReportView

STANDARD = "-"
GAMES_TOGETHER = 200
"""Games whose wins are scored together."""
FORMATS = ("table", "json", "markdown", "plain", HTML)


@click.command(cls=PlainCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@options.rulesets_option
@options.rule_options
@click.option(
    "--deal", default="", metavar="DEAL", help="Show one deal, for example E3, or S1.2 (South 1, 2 honba)."
)
@click.option("--win", type=click.IntRange(1), metavar="N", help="Show the Nth win of the game in full.")
@click.option("--explain", "explained", is_flag=True, help="With --win: explain every step.")
@click.option(
    "--seat",
    "player",
    default="",
    metavar="PLAYER",
    help="With --passed or --ready: show only this player, A to D.",
)
@click.option("--passed", is_flag=True, help="Show winning tiles that a player passed, and why.")
@click.option(
    "--ready", is_flag=True, help="Show who was ready at the end of each deal, and their winning tiles."
)
@click.option(
    "--check", is_flag=True, help="Show only where the log and the rules differ, and errors in the log."
)
@click.option("--hands", is_flag=True, help="Print each win as a line of JSON for scorer batch.")
@click.option("--names", is_flag=True, help="Show the names of the players.")
@options.language_option
@options.choice_option("-f --format form", FORMATS, "Output format; html is a complete page.")
def replay(**given: Any) -> None:
    """Score every win of a recorded game, and report where the log and the rules differ.

    Reads logs of Tenhou (XML, also gzipped, and the JSON of its editor), Mahjong Soul, mjai, kobalab, mjx and
    Botzone; the format is detected. Circumstances, draws, counters and scores are worked out from the events
    and compared with the log. The rules are those named in the log, unless you choose others with -r or -o.
    Players are called A to D in the order of the log. For a folder or several files, each game takes one
    line of output.

    \b
    scorer replay game.xml
    scorer replay game.xml --passed --ready --seat B
    scorer replay game.xml --win 1 --explain --lang ja
    scorer replay game.xml -r tenhou -r m-league
    scorer replay game.json --hands | scorer batch -r mahjong-soul
    scorer replay logs/ --check

    The exit status is 0 if log and rules agree, 1 if they differ or part of the log cannot be followed, and 2
    if nothing can be read.
    """
    names = tuple(filter(None, given["rulesets"]))
    files = list(_files(given["files"]))
    if len(files) > 1 or any(os.path.isdir(name) for name in given["files"]):
        sys.exit(_many(files, names, given))
    game = _read(files[0])
    if len(names) > 1:
        sys.exit(_compare(game, names, given))
    sys.exit(_one(game, names[0] if names else None, given))


def _files(names: tuple[str, ...]) -> Iterator[str]:
    """The files that are named, and those in folders."""
    for name in names:
        if os.path.isdir(name):
            found = sorted(path for path in Path(name).rglob("*") if path.is_file())
            yield from map(str, found)
        else:
            yield name


def _read(name: str) -> Game:
    from scorer.replay.limits import MOST_BYTES
    from scorer.replay.read import read_game, read_log

    if name == STANDARD:
        return read_log(sys.stdin.buffer.read(MOST_BYTES + 1))
    return read_game(name)


def _one(game: Game, ruleset: str | None, given: dict[str, Any]) -> int:
    """Shows one game under one ruleset. The exit status."""
    from scorer.replay.referee import referee
    from scorer.replay.report import report_data, report_document

    report = referee(game, ruleset, options.option_values(given["options"]))
    view = _view(game, given)
    given["language"] = report.ruleset.display_language(given["language"])
    if given["hands"]:
        for win in report.wins:
            if win.line is not None:
                click.echo(json.dumps({**win.line, **_rules_of(report)}, ensure_ascii=False))
    elif given["win"]:
        _show_win(report, given)
    elif given["form"] == HTML:
        from scorer.cli.output import print_utf8
        from scorer.render.page import hand_page

        print_utf8(hand_page(None, report.ruleset, report_document(report, view), given["language"]))
    else:
        print_result(given, lambda: report_data(report, view), lambda: report_document(report, view))
    return 0 if report.agrees else DOES_NOT_WIN


def _rules_of(report: Report) -> dict[str, object]:
    """The ruleset and the options that a line names."""
    chosen = dict(report.ruleset.chosen_options)
    return {"ruleset": report.ruleset.id, **({"options": chosen} if chosen else {})}


def _view(game: Game, given: dict[str, Any]) -> ReportView:
    from scorer.replay.report import ReportView

    player = options.player_number(given["player"], game.players)
    deals = [deal.name for deal in game.deals]
    if given["deal"] and given["deal"].upper() not in deals:
        raise InputError(
            [Fault("--deal", None, f"there is no deal '{given['deal']}'; deals: {', '.join(deals)}")]
        )
    return ReportView(
        given["deal"], player, given["check"], given["passed"], given["ready"],
        game.names if given["names"] else (), given["language"],
    )  # fmt: skip


def _show_win(report: Report, given: dict[str, Any]) -> None:
    """Shows one win as `scorer score` or `scorer explain` shows it."""
    wins: tuple[RefereedWin, ...] = report.wins
    if given["win"] > len(wins):
        raise InputError([Fault("--win", None, f"there are {len(wins)} wins in this game")])
    win = wins[given["win"] - 1]
    if win.score is None:
        raise win.error or InputError([Fault("--win", None, "the hand of this win is not known")])
    from scorer import api
    from scorer.cli.output import print_answer

    found: object = api.explain(win.score) if given["explained"] else win.score
    print_answer(found, given["language"], given["form"])


def _compare(game: Game, names: tuple[str, ...], given: dict[str, Any]) -> int:
    """Shows one game under several rulesets, side by side."""
    from scorer.replay.comparison import comparison_data, comparison_document
    from scorer.replay.referee import referee

    chosen = options.option_values(given["options"])
    reports = [referee(game, name, chosen) for name in names]
    view = _view(game, given)
    print_result(given, lambda: comparison_data(reports, view), lambda: comparison_document(reports, view))
    return 0


def _many(files: list[str], names: tuple[str, ...], given: dict[str, Any]) -> int:
    """Shows a line for each of several games, and a sum. The exit status is the worst of all."""
    from scorer.replay.comparison import summary_document
    from scorer.replay.referee import referee_many
    from scorer.replay.report import summary_line

    if len(names) > 1:
        raise InputError([Fault("--ruleset", None, "several rulesets need one game")])
    games, errors = list[Any](), list[tuple[str, ScorerError]]()
    for name in files:
        try:
            games.append(_read(name))
        except ScorerError as error:  # noqa: PERF203
            errors.append((name, error))
    chosen = options.option_values(given["options"])
    reports = [
        report
        for start in range(0, len(games), GAMES_TOGETHER)
        for report in referee_many(games[start : start + GAMES_TOGETHER], names[0] if names else None, chosen)
    ]
    status = INVALID_INPUT if not games else 0
    if errors or any(not report.agrees for report in reports):
        status = status or DOES_NOT_WIN
    if given["hands"]:
        for report in reports:
            for win in report.wins:
                if win.line is not None:
                    click.echo(json.dumps({**win.line, **_rules_of(report)}, ensure_ascii=False))
        return status
    lines = [summary_line(report) for report in reports]
    lines += [{"file": Path(name).name, "ok": False, "error": str(error)} for name, error in errors]
    if given["form"] == "json":
        for line in lines:
            print_json(line)
    else:
        print_document(summary_document(lines, given["check"], given["language"]), given["form"])
    return status
