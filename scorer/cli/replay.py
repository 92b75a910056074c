"""`scorer replay`: the referee and teacher of recorded games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from scorer import api
from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import DOES_NOT_WIN, HTML, INVALID_INPUT, JSON, print_answer, print_json
from scorer.errors import Fault, InputError, ScorerError

STANDARD = "-"
GAMES_TOGETHER = 200
"""Games whose wins are scored together."""
FORMATS = ("table", "json", "markdown", "plain", HTML)


@click.command(cls=PlainCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@shared.rulesets_option
@shared.rule_options
@click.option(
    "--deal", default="", metavar="DEAL", help="Show one deal turn by turn: E3, or S1.2 (South 1, 2 honba)."
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
@shared.language_option
@shared.choice_option("-f --format form", FORMATS, "Output format; html is a complete page.")
def replay(
    files: tuple[str, ...],
    rulesets: tuple[str, ...],
    options: tuple[str, ...],
    deal: str,
    win: int | None,
    explained: bool,
    player: str,
    passed: bool,
    ready: bool,
    check: bool,
    hands: bool,
    names: bool,
    language: str,
    form: str,
) -> None:
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
    chosen, values = tuple(filter(None, rulesets)), shared.option_values(options)
    paths = list(_files(files))
    if len(paths) > 1 or any(os.path.isdir(name) for name in files):
        sys.exit(_print_games(paths, chosen, values, check, hands, language, form))
    game = _read(paths[0])
    if len(chosen) > 1:
        reports = [api.referee(game, name, values) for name in chosen]
        found = api.game_comparison(reports, deal=deal, player=player, names=names)
        print_answer(found, language, form)
        return
    report = api.referee(game, chosen[0] if chosen else None, values)
    shown = api.game_report(
        report, deal=deal, player=player, check=check, passed=passed, ready=ready, names=names
    )
    language = report.ruleset.display_language(language)
    if hands:
        _print_lines([report])
    elif win:
        score = _score_of_win(report, win)
        print_answer(api.explain(score) if explained else score, language, form)
    else:
        print_answer(shown, language, form)
    sys.exit(0 if report.agrees else DOES_NOT_WIN)


def _files(names: tuple[str, ...]) -> Iterator[str]:
    """The files that are named, and those in folders."""
    for name in names:
        if os.path.isdir(name):
            found = sorted(path for path in Path(name).rglob("*") if path.is_file())
            yield from map(str, found)
        else:
            yield name


def _read(name: str) -> api.Game:
    return api.read_log(sys.stdin.buffer) if name == STANDARD else api.read_game(name)


def _print_lines(reports: Iterable[api.Report]) -> None:
    """Prints each win as a line of JSON that `scorer batch` reads."""
    for report in reports:
        for line in api.batch_lines(report):
            click.echo(json.dumps(line, ensure_ascii=False))


def _score_of_win(report: api.Report, number: int) -> api.Score:
    """The score of a win of a game, counted from 1."""
    if number > len(report.wins):
        raise InputError([Fault("--win", None, f"there are {len(report.wins)} wins in this game")])
    win = report.wins[number - 1]
    if win.score is None:
        raise win.error or InputError([Fault("--win", None, "the hand of this win is not known")])
    return win.score


def _print_games(
    files: Sequence[str],
    rulesets: Sequence[str],
    options: dict[str, api.Value],
    check: bool,
    hands: bool,
    language: str,
    form: str,
) -> int:
    """Prints a line for each of several games, and a sum. The exit status is the worst of all."""
    if len(rulesets) > 1:
        raise InputError([Fault("--ruleset", None, "several rulesets need one game")])
    games, errors = list[api.Game](), list[tuple[str, ScorerError]]()
    for name in files:
        try:
            games.append(_read(name))
        except ScorerError as error:  # noqa: PERF203
            errors.append((Path(name).name, error))
    groups = (games[start : start + GAMES_TOGETHER] for start in range(0, len(games), GAMES_TOGETHER))
    ruleset = rulesets[0] if rulesets else None
    reports = [report for group in groups for report in api.referee_many(group, ruleset, options)]
    found = api.game_list(reports, errors, check=check)
    if hands:
        _print_lines(reports)
    elif form == JSON:
        for line in found.lines:
            print_json(line)
    else:
        print_answer(found, language, form)
    if not games:
        return INVALID_INPUT
    return DOES_NOT_WIN if errors or any(not report.agrees for report in reports) else 0
