"""`scorer replay`: the referee and teacher of recorded games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

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
from scorer.questions.games import game_comparison, game_list, game_report
from scorer.questions.hands import explain, why_each

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.replay.folder import GameLine
    from scorer.replay.game import Game
    from scorer.replay.referee import Report
    from scorer.ruleset.model import Value

STANDARD = "-"


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
    "--game",
    "number",
    type=WholeNumber(1),
    metavar="N",
    help="Show the Nth game of a file that has several.",
)
@click.option("--win", type=WholeNumber(1), metavar="N", help="Show the Nth win of the game in full.")
@click.option("--explain", "with_explanation", is_flag=True, help="With --win: explain every step.")
@click.option(
    "--why", "patterns", multiple=True, metavar="PATTERN",
    help="With --win: explain why this pattern is or is not awarded. Repeatable.",
)  # fmt: skip
@click.option(
    "--seat",
    "player",
    default="",
    metavar="PLAYER",
    help="With --deal, --passed or --ready: show only this player, A to D.",
)
@click.option(
    "--passed",
    "with_passed_wins",
    is_flag=True,
    help="Show winning tiles that a player did not win on, and whether they could.",
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
@shared.choice_option("-f --format form", PAGE_FORMATS, "Output format; html is a complete page.")
def replay(
    files: tuple[str, ...],
    rulesets: tuple[str, ...],
    options: tuple[str, ...],
    deal: str,
    number: int | None,
    win: int | None,
    with_explanation: bool,
    patterns: tuple[str, ...],
    player: str,
    with_passed_wins: bool,
    with_ready_hands: bool,
    check: bool,
    hands: bool,
    names: bool,
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
    scorer replay game.xml --deal E1
    scorer replay game.xml --win 1 --explain --lang ja
    scorer replay game.xml --win 1 --why pinfu
    scorer replay game.xml -r tenhou -r m-league
    scorer replay game.json --hands | scorer batch -r mahjong-soul
    scorer replay logs/ --check
    scorer replay logs/ --jobs 2 --out games.jsonl --resume

    The exit status is 0 if the log and the rules agree, 1 if they differ or part of the log cannot be
    followed, and 2 if nothing can be read.
    """
    from scorer.replay.folder import log_files
    from scorer.replay.referee import referee

    chosen, values = tuple(filter(None, rulesets)), shared.option_values(options)
    paths = log_files(files, output_path)
    with_win = {"--explain": with_explanation, "--why": patterns}
    missed = {"--passed": with_passed_wins, "--ready": with_ready_hands}
    of_parts = {"with_passed_wins": with_passed_wins, "with_ready_hands": with_ready_hands}
    whole_game = {"--win": win, **missed}
    is_one_file = len(paths) == 1 and not output_path and not any(os.path.isdir(name) for name in files)
    read_games = _read(paths[0]) if is_one_file else ()
    if not is_one_file or (len(read_games) > 1 and not number and paths != [STANDARD]):
        shared.refuse_options({"--game": number}, "only with one file")
        one_game = {"--deal": deal, "--seat": player, "--names": names}
        shared.refuse_options({**with_win, **whole_game, **one_game}, "only with one game")
        shared.refuse_options({Message("several rulesets"): len(chosen) > 1}, "only with one game")
        shared.refuse_options({Message("standard input"): STANDARD in paths}, "read as one game")
        shared.refuse_options({"--hands": hands and resume}, "options cannot be combined", "--resume")
        name = chosen[0] if chosen else None
        games = _several_games(files, paths, name, values, jobs or 1, output_path, resume)
        sys.exit(_print_games(games, len(paths), check, hands, language, form))
    shared.refuse_options({"--jobs": jobs, "--resume": resume}, "only with several games")
    if not win:
        shared.refuse_options(with_win, "options need", "--win N")
    else:
        of_game = {"--deal": deal, **missed, "--check": check, "--hands": hands}
        shared.refuse_options(of_game, "options cannot be combined", "--win")
    if not (deal or with_passed_wins or with_ready_hands):
        shared.refuse_options({"--seat": player}, "options need", Message("one of three options"))
    game = _chosen_game(read_games, number)
    if len(chosen) > 1:
        one_ruleset = {**whole_game, "--check": check, "--hands": hands}
        shared.refuse_options(one_ruleset, "only with one ruleset")
        reports = [referee(game, name, values) for name in chosen]
        found = game_comparison(reports, deal=deal, player=player, names=names)
        print_answer(found, language, form)
        return
    report = referee(game, chosen[0] if chosen else None, values)
    shown = game_report(report, deal=deal, player=player, check=check, names=names, **of_parts)
    language = game_language(report.ruleset, language)
    if hands:
        from scorer.replay.report import batch_lines

        _print_wins(batch_lines(report))
    elif win:
        score = _score_of_win(report, win)
        if patterns:
            print_answer(
                why_each(patterns, (score.hand, score.situation), score.ruleset, source="--why"),
                language,
                form,
            )
        if with_explanation or not patterns:
            print_answer(explain(score) if with_explanation else score, language, form)
    else:
        print_answer(shown, language, form)
    sys.exit(0 if report.agrees else DOES_NOT_WIN)


def _read(name: str) -> Sequence[Game]:
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


def _several_games(
    named: Sequence[str],
    paths: Sequence[str],
    ruleset: str | None,
    options: Mapping[str, Value],
    jobs: int,
    output_path: str | None,
    resume: bool,
) -> Iterator[GameLine]:
    """The line of each game in the files at `paths`, which were found in the files and folders that were
    named.
    """
    from scorer.replay.folder import referee_files

    if resume and not output_path:
        raise usage_error(Message("resume needs out"))
    if not paths:
        raise InputError([Fault("FILE", None, Message("no file in", Listed(tuple(named), "comma")))])
    return referee_files(paths, ruleset, options, jobs=jobs, output_path=output_path, resume=resume)


def _print_games(
    games: Iterable[GameLine], length: int, check: bool, hands: bool, language: str, form: str
) -> int:
    """Prints a line for each of several games, and a sum. The exit status is the worst of all."""
    from scorer.replay.folder import GameLine

    found: list[GameLine] = []
    with progress("Games", length) as tick:
        for game in games:
            tick()
            if hands:
                _print_wins(game.wins)
            elif form == JSON:
                print_json(game.line)
            found.append(GameLine(game.line))
    if not hands and form != JSON:
        print_answer(game_list(found, check=check), language, form)
    if not any(game.is_read for game in found):
        return INVALID_INPUT
    return 0 if all(game.line["ok"] for game in found) else DOES_NOT_WIN
