"""`scorer replay`: the referee and teacher of recorded games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import (
    DOES_NOT_WIN,
    INVALID_INPUT,
    JSON,
    PAGE_FORMATS,
    game_language,
    print_answer,
    print_json,
    progress,
)
from scorer.cli.usage import WholeNumber, usage_error
from scorer.errors import Fault, InputError
from scorer.message import Listed, Message
from scorer.questions.games import game_comparison, game_list, game_report, league
from scorer.questions.hands import explain, why_each
from scorer.values import replace
from scorer.writing import as_data

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.replay.comparison import GameList
    from scorer.replay.folder import GameLine
    from scorer.replay.game import Game
    from scorer.replay.league import League
    from scorer.replay.referee import Report
    from scorer.ruleset.model import Value

STANDARD, CSV = "-", "csv"


@click.command(cls=PlainCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@shared.several_rulesets_option(
    "A shipped ruleset or a YAML file. Default: the rules named in the log. Repeat to compare rulesets."
)
@shared.rule_options
@click.option(
    "--deal", default="", metavar="DEAL", help="Show one deal turn by turn: E3, or S1.2 (South 1, 2 honba)."
)
@click.option(
    "--turn", type=WholeNumber(1), metavar="N", help="With --deal: show the whole table after event N."
)
@click.option(
    "--game",
    "number",
    type=WholeNumber(1),
    metavar="N",
    help="Show the Nth game of a file that has several.",
)
@click.option("--win", type=WholeNumber(1), metavar="N", help="Show the Nth win of the game in full.")
@click.option("--explain", "with_explanation", is_flag=True, help="With --win: explain every step.")
@shared.parameter_option(
    "pattern", None, "With --win: explain why this pattern is or is not awarded. Repeatable.", many=True
)
@click.option(
    "--seat",
    "player",
    default="",
    metavar="PLAYER",
    help="With --deal, --passed or --ready: show only this player, A to D or a name.",
)
@click.option(
    "--passed",
    "with_passed_wins",
    is_flag=True,
    help="Show the winning tiles that a player let pass, and whether they could have won on them.",
)
@click.option(
    "--ready",
    "with_ready_hands",
    is_flag=True,
    help="Show who was ready at the end of each deal, and their winning tiles.",
)
@click.option(
    "--check", is_flag=True, help="Show only where the log and the rules differ, and errors in the log."
)
@click.option("--hands", is_flag=True, help="Print each win as a line of JSON for scorer batch.")
@click.option("--names", is_flag=True, help="Show the names of the players.")
@click.option(
    "--standings",
    is_flag=True,
    help="For several games: show the standings, by ruleset. Files with parts of a game are joined.",
)
@click.option(
    "--aliases",
    metavar="FILE",
    help="With --standings: a YAML file with the names of each player, such as Ann: [ann123, Ann K.]",
)
@click.option(
    "--jobs",
    type=WholeNumber(1, 256),
    metavar="N",
    help="For several games: number of processes. Default: 1.",
)
@click.option(
    "--out", "output_path", metavar="FILE", help="For several games: also write the lines to a file, as JSON."
)
@click.option(
    "--resume",
    is_flag=True,
    help="With --out: keep the lines of logs that have not changed.",
)
@shared.language_option
@shared.format_option(
    (*PAGE_FORMATS, CSV),
    "Output format; html is a complete page, csv is for several games.",
)
def replay(
    files: tuple[str, ...],
    rulesets: tuple[str, ...],
    options: tuple[str, ...],
    deal: str,
    turn: int | None,
    number: int | None,
    win: int | None,
    with_explanation: bool,
    pattern: tuple[str, ...],
    player: str,
    with_passed_wins: bool,
    with_ready_hands: bool,
    check: bool,
    hands: bool,
    names: bool,
    standings: bool,
    aliases: str | None,
    jobs: int | None,
    output_path: str | None,
    resume: bool,
    language: str,
    form: str,
) -> None:
    """Score every win of a recorded game, and report where the log and the rules differ.

    The log can come from Tenhou (XML, also gzipped, or the JSON of its editor), Mahjong Soul, mjai, kobalab,
    mjx or Botzone; the format is detected. Circumstances, draws, counters and scores are worked out from the
    events and compared with the log. The rules are those named in the log, unless you choose others with -r
    or -o. Players are called A to D in the order of the log. For a folder, several files, or a file that has
    several games, one line is printed per game.

    \b
    scorer replay game.xml
    scorer replay game.xml --passed --ready --seat B
    scorer replay game.xml --deal E1 --seat B
    scorer replay game.xml --deal E1 --turn 8
    scorer replay game.xml --win 1 --explain --lang ja
    scorer replay game.xml --win 1 --why pinfu
    scorer replay game.xml -r tenhou -r m-league
    scorer replay game.json --hands | scorer batch -r mahjong-soul
    scorer replay logs/ --check
    scorer replay logs/ --jobs 2 --out games.jsonl --resume
    scorer replay logs/ --standings --aliases names.yaml -f csv

    The exit status is 0 if the log and the rules agree, 1 if they differ or part of the log cannot be
    followed, and 2 if nothing can be read.
    """
    from scorer.replay.read import log_files
    from scorer.replay.referee import referee

    chosen, values = tuple(filter(None, rulesets)), shared.option_values(options)
    paths = log_files(files, output_path)
    with_win = {"--explain": with_explanation, "--why": pattern}
    missed = {"--passed": with_passed_wins, "--ready": with_ready_hands}
    of_parts = {"with_passed_wins": with_passed_wins, "with_ready_hands": with_ready_hands}
    whole_game = {"--win": win, **missed}
    is_one_file = len(paths) == 1 and not output_path and not any(os.path.isdir(name) for name in files)
    read_games = _games_of_file(paths[0]) if is_one_file else ()
    if not is_one_file or (len(read_games) > 1 and not number and paths != [STANDARD]):
        shared.refuse_options({"--game": number}, "only with one file")
        one_game = {"--deal": deal, "--turn": turn, "--seat": player}
        shared.refuse_options({**with_win, **whole_game, **one_game}, "only with one game")
        shared.refuse_options({Message("several rulesets"): len(chosen) > 1}, "only with one game")
        shared.refuse_options({Message("standard input"): STANDARD in paths}, "read as one game")
        without_resume = {"--hands": hands and resume, "--standings": standings and resume}
        shared.refuse_options(without_resume, "options cannot be combined", "--resume")
        shared.refuse_options({"--aliases": aliases and not standings}, "options need", "--standings")
        run = FilesRun(
            chosen[0] if chosen else None, values, jobs or 1, output_path, resume, standings, names
        )
        parts = ShownGames(check, hands, standings, aliases, language, form)
        sys.exit(_print_games(_several_games(files, paths, run, language), len(paths), parts))
    of_several = {"--jobs": jobs, "--resume": resume, "--standings": standings, "-f csv": form == CSV}
    shared.refuse_options(of_several, "only with several games")
    shared.refuse_options({"--turn": turn if not deal else None}, "options need", "--deal")
    of_game = {"--deal": deal, **missed, "--check": check, "--hands": hands}
    _refuse_without_effect(win, with_win, of_game, player)
    game = _chosen_game(read_games, number)
    if len(chosen) > 1:
        one_ruleset = {**whole_game, "--check": check, "--hands": hands}
        shared.refuse_options(one_ruleset, "only with one ruleset")
        reports = [referee(game, name, values, language) for name in chosen]
        found = game_comparison(reports, deal=deal, player=player, names=names)
        print_answer(found, language, form)
        return
    report = referee(game, chosen[0] if chosen else None, values, language)
    shown = game_report(
        report, deal=deal, turn=turn or 0, player=player, check=check, names=names, **of_parts
    )
    language = game_language(report.ruleset, language)
    if hands:
        from scorer.replay.report import batch_lines

        _print_wins(batch_lines(report))
    elif win:
        score = _score_of_win(report, win)
        if pattern:
            print_answer(
                why_each(pattern, (score.hand, score.situation), score.ruleset, source="--why"),
                language,
                form,
            )
        if with_explanation or not pattern:
            print_answer(explain(score) if with_explanation else score, language, form)
    else:
        print_answer(shown, language, form)
    sys.exit(0 if report.agrees else DOES_NOT_WIN)


def _refuse_without_effect(
    win: int | None, with_win: Mapping[str, object], of_game: Mapping[str, object], player: str
) -> None:
    """Refuses options that have no effect on what is shown: a win, or the whole game."""
    if not win:
        shared.refuse_options(with_win, "options need", "--win N")
    else:
        shared.refuse_options(of_game, "options cannot be combined", "--win")
    if not any(of_game[name] for name in ("--deal", "--passed", "--ready")):
        shared.refuse_options({"--seat": player}, "options need", Message("one of three options"))


def _games_of_file(name: str) -> Sequence[Game]:
    """The games of a file, or of standard input."""
    from scorer.replay.read import read_games, read_games_of_file

    return read_games(sys.stdin.buffer) if name == STANDARD else read_games_of_file(name)


def _chosen_game(games: Sequence[Game], number: int | None) -> Game:
    """The game with a number, counted from 1; the only one if there is none."""
    if (number is None and len(games) > 1) or (number or 1) > len(games):
        message = Message("number of games", len(games))
        raise InputError([Fault("--game", None, message)])
    return games[(number or 1) - 1]


def _print_wins(wins: Iterable[dict[str, object]]) -> None:
    """Prints wins as lines of JSON that `scorer batch` reads."""
    from scorer.render.text import json_bytes

    for line in wins:
        click.echo(json_bytes(json.dumps(line, ensure_ascii=False)))


def _score_of_win(report: Report, number: int) -> Score:
    """The score of a win of a game, counted from 1."""
    if number > len(report.wins):
        raise InputError([Fault("--win", None, Message("number of wins", len(report.wins)))])
    win = report.wins[number - 1]
    if win.score is None:
        raise win.error or InputError([Fault("--win", None, Message("hand of win unknown"))])
    return win.score


class FilesRun(NamedTuple):
    """How several files are refereed."""

    ruleset: str | None
    options: Mapping[str, Value]
    jobs: int
    output_path: str | None
    resume: bool
    join: bool
    names: bool


class ShownGames(NamedTuple):
    """What is shown of several games, and how."""

    check: bool
    hands: bool
    standings: bool
    aliases: str | None
    language: str
    form: str


def _print_list(answer: League | GameList, language: str, form: str, standings: bool) -> None:
    """Prints the answer about several games. The lines of JSON have been printed one by one, unless they are
    those of the standings.
    """
    from scorer.replay.league import csv_text

    rows = as_data(answer, language)
    if form == CSV and isinstance(rows, list):
        click.echo(csv_text(rows), nl=False)
    elif form != JSON:
        print_answer(answer, language, form)
    elif standings and isinstance(rows, list):
        for row in rows:
            print_json(row)


def _several_games(
    named: Sequence[str], paths: Sequence[str], run: FilesRun, language: str
) -> Iterator[GameLine]:
    """The line of each game in the files at `paths`, which were found in the files and folders that were
    named.
    """
    from scorer.replay.folder import referee_files

    if run.resume and not run.output_path:
        raise usage_error(Message("resume needs out"))
    if not paths:
        raise InputError([Fault("FILE", None, Message("no file in", Listed(tuple(named), "comma")))])
    ruleset, options, jobs, output_path, resume, join, names = run
    return referee_files(
        paths, ruleset, options, jobs=jobs, output_path=output_path, resume=resume, join=join, names=names,
        language=language,
    )  # fmt: skip


def _print_games(games: Iterable[GameLine], length: int, shown: ShownGames) -> int:
    """Prints a line for each of several games, and a sum, or the standings. The exit status is the worst of
    all.
    """
    from scorer.replay.league import read_aliases

    check, hands, standings, aliases_file, language, form = shown
    aliases = read_aliases(aliases_file) if aliases_file else {}
    found: list[GameLine] = []
    with progress("Games", length) as tick:
        for game in games:
            tick()
            if hands:
                _print_wins(game.wins)
            elif form == JSON and not standings:
                print_json(game.line)
            found.append(replace(game, wins=()))
    answer = league(found, aliases=aliases) if standings else game_list(found, check=check)
    if not hands:
        _print_list(answer, language, form, standings)
    if not any(game.is_read for game in found):
        return INVALID_INPUT
    return 0 if all(game.line["ok"] for game in found) else DOES_NOT_WIN
