"""Many recorded games: one line for each file, on several processes, in a run that can be continued."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from hashlib import blake2b
from itertools import chain, groupby, islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from scorer.batch.files import refuse_own_input
from scorer.batch.jobs import groups_of, map_in_order
from scorer.batch.resume import BEGIN_ANEW, DIGEST_BYTES, ENDING, condition_differences, rules_digest
from scorer.errors import Fault, InputError, ScorerError
from scorer.message import Message, clauses
from scorer.render.problems import localized_error
from scorer.render.text import json_bytes
from scorer.replay.game import Game
from scorer.replay.league import LeagueGame, league_game
from scorer.replay.read import log_bytes, read_games, read_games_of_file
from scorer.replay.referee import Line, Report, referee, referee_many, rules_for_game
from scorer.replay.report import batch_lines, difference_texts, summary_line
from scorer.replay.several import goes_on, joined
from scorer.ruleset.model import Value
from scorer.scoring import load_ruleset, resolve_ruleset
from scorer.values import dataclass, replace

GAMES_TOGETHER = 50
"""Games whose wins are scored together."""
FIRST_GAMES, GROUPS_EACH = 4, 4
"""With several processes: the games of the first group, and the groups for each process."""
MOST_REASONS = 5
"""Differences of a game that are listed."""
Answer = TypeVar("Answer")
LogFiles = tuple[str, ...]
"""The files that hold a game: one, or several that have its deals one after another."""


@dataclass(frozen=True)
class GameLine:
    """One game of many: the line that sums it up, and its wins as `scorer batch` reads them."""

    line: Mapping[str, object]
    wins: tuple[Line, ...] = ()
    league: LeagueGame | None = None
    """the result of the game for a league"""
    names: tuple[str, ...] = ()
    """the names of the players, in the order of the log"""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The first places where the log and the rules differ or the log cannot be read, in words."""
        found = self.line.get("reasons")
        return tuple(map(str, found)) if isinstance(found, list) else ()

    @property
    def is_read(self) -> bool:
        """Whether a deal could be read."""
        return "deals" in self.line


class FileGroup(NamedTuple):
    """Files of games whose wins are scored together, with the rules for all of them: those that each log
    names, if `ruleset` is None.
    """

    ruleset: str | None
    options: dict[str, Value]
    paths: list[LogFiles]
    language: str = "en"


def referee_files(
    paths: Iterable[str],
    ruleset: str | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    jobs: int = 1,
    output_path: str | None = None,
    resume: bool = False,
    join: bool = False,
    names: bool = False,
    language: str = "en",
) -> Iterator[GameLine]:
    """Referees files of recorded games, in order, with `jobs` processes. Each game has a line of its own.
    Without `ruleset` and `options`, the rules are those that each log names. `join` makes one game of files
    that have its deals one after another; `names` puts the names of the players into the lines. The reasons
    for differences are in `language`.

    With `output_path`, each line is also written to this file as JSON. `resume` keeps the lines that are
    there, if the rules are the same and the log has not changed. The wins of such a line are not given.

    Raises InputError if the ruleset or an option does not exist, or if the run cannot be continued, and
    ScorerError if `output_path` cannot be written or is one of the logs.

    >>> [found.line["error"] for found in referee_files(["no-such-game.xml"])]
    ["cannot open 'no-such-game.xml': there is no such file"]
    """
    files, chosen = list(paths), dict(options or {})
    for path in files if output_path else ():
        refuse_own_input(path, output_path)
    parts: list[LogFiles] = joined_files(files) if join else [(path,) for path in files]
    file = LineFile(output_path, _conditions(ruleset, chosen), resume) if output_path else None
    kept = file.kept if file else {}
    groups = file_groups([part for part in parts if part[0] not in kept], jobs)
    work = (FileGroup(ruleset, chosen, group, language) for group in groups)
    with file or nullcontext():
        new = chain.from_iterable(_in_processes(work, jobs))
        for path, *_ in parts:
            if path in kept:
                yield from map(GameLine, kept[path])
                continue
            for game in next(new):
                line = {**game.line, "names": list(game.names)} if names and game.names else game.line
                if file:
                    file.write(line)
                yield replace(game, line=line)


def file_groups(parts: Sequence[LogFiles], jobs: int) -> Iterator[list[LogFiles]]:
    """Files in groups for `jobs` processes: a small one first, which this process does itself, and others so
    small that all processes end at about the same time.

    >>> [len(group) for group in file_groups([(name,) for name in map(str, range(100))], 2)]
    [4, 13, 13, 13, 13, 13, 13, 13, 5]
    >>> [len(group) for group in file_groups([(name,) for name in map(str, range(100))], 1)]
    [50, 50]
    """
    if jobs == 1:
        return groups_of(parts, GAMES_TOGETHER)
    size = min(GAMES_TOGETHER, max(FIRST_GAMES, -(-len(parts) // (jobs * GROUPS_EACH))))
    return chain([list(parts[:FIRST_GAMES])], groups_of(parts[FIRST_GAMES:], size))


def _in_processes(work: Iterator[FileGroup], jobs: int) -> Iterator[list[list[GameLine]]]:
    """The lines of each group. What this process reads for the first one, those that it starts then need not
    read again.
    """
    if jobs == 1:
        yield from map(_game_lines, work)
        return
    yield from map(_game_lines, islice(work, 1))
    yield from map_in_order(_game_lines, work, jobs)


def joined_files(paths: Sequence[str]) -> list[LogFiles]:
    """Files, each alone or with the files after it that have the next deals of the same game."""
    found: list[LogFiles] = []
    last: Game | None = None
    for path in paths:
        try:
            games = read_games(log_bytes(path))
        except ScorerError:
            games = ()
        if last is not None and len(games) == 1 and goes_on(last, games[0]):
            found[-1] = (*found[-1], path)
        else:
            found.append((path,))
        last = games[-1] if games else None
    return found


def _game_lines(group: FileGroup) -> list[list[GameLine]]:
    """The lines of a group of files, in their order: one for each game of a file."""
    ruleset, options, paths, language = group
    if ruleset:
        resolve_ruleset(ruleset, options)  # one that cannot be used ends the run
    read_files = [_read_file(path, ruleset, options, language) for path in paths]
    games = [game for found in read_files for game, _ in found if game]
    followed = iter(_followed_games(games, ruleset, options, language))
    return [
        [_game_line(next(followed) if game else None, line) for game, line in found] for found in read_files
    ]


def _game_line(followed: GameLine | None, line: Mapping[str, object]) -> GameLine:
    return replace(followed, line={**followed.line, **line}) if followed else GameLine(line)


def _followed_games(
    games: Sequence[Game], ruleset: str | None, options: Mapping[str, Value], language: str
) -> list[GameLine]:
    """The lines of games that could be read. If the log of one cannot be followed, the others still are."""
    try:
        reports = referee_many(games, ruleset, options or None)
        return [_report_line(report, language) for report in reports]
    except Exception as error:
        if len(games) == 1:
            return [GameLine(_error_line(games[0].file, error, language))]
        return [line for game in games for line in _followed_games([game], ruleset, options, language)]


def _report_line(report: Report, language: str) -> GameLine:
    reasons = difference_texts(report, MOST_REASONS, language)
    told = {"reasons": list(reasons)} if reasons else {}
    found = {**summary_line(report), **told}
    return GameLine(found, tuple(batch_lines(report)), league_game(report), report.game.names)


def _read_file(
    paths: LogFiles, ruleset: str | None, options: Mapping[str, Value], language: str
) -> list[tuple[Game | None, dict[str, object]]]:
    """The games of a file, or of several that are parts of one, each with the beginning of its line; a game
    that cannot be refereed is None.
    """
    path, log = paths[0], b""
    try:
        log = log_bytes(path)
        games = read_games(log)
        for further in paths[1:]:
            games = (*games[:-1], joined(games[-1], read_games(log_bytes(further))[0]))
    except Exception as error:
        return [(None, {**_error_line(path, error, language), "digest": _digest(log)})]
    found: list[tuple[Game | None, dict[str, object]]] = []
    for number, game in enumerate(games, 1):
        line: dict[str, object] = {"digest": _digest(log)}
        if len(games) > 1:
            line |= {"game": number, "games": len(games)}
        try:
            if ruleset:
                rules_for_game(game, ruleset, options)
            found.append((replace(game, file=path), line))
        except Exception as error:
            found.append((None, {**_error_line(path, error, language), **line}))
    return found


def game_reports(
    paths: Iterable[str],
    ruleset: str | None = None,
    options: Mapping[str, Value] | None = None,
    language: str = "en",
) -> Iterator[tuple[str, Report | ScorerError]]:
    """The report on each game in these files, or why there is none, each with the path of its file.

    Raises RulesetError if the ruleset cannot be used.

    >>> [(path, type(found).__name__) for path, found in game_reports(["no-such-game.xml"])]
    [('no-such-game.xml', 'InputError')]
    """
    if ruleset:
        resolve_ruleset(ruleset, options)
    for path in paths:
        games = _own_errors(partial(read_games_of_file, path))
        if isinstance(games, ScorerError):
            yield path, games
            continue
        for number, game in enumerate(games, 1):
            named = replace(game, file=f"{game.file} ({number})") if len(games) > 1 else game
            yield path, _own_errors(partial(referee, named, ruleset, options, language))


def _own_errors(work: Callable[[], Answer]) -> Answer | ScorerError:
    """What a function returns, or the error that it raises."""
    try:
        return work()
    except Exception as error:
        return _own_error(error)


def _own_error(error: Exception) -> ScorerError:
    """An error as it is shown. Any other exception than scorer's own is a bug, which must not end the run
    over the other files.
    """
    if isinstance(error, ScorerError):
        return error
    kind = type(error).__name__
    return ScorerError(f"scorer cannot follow this log, which is a bug in scorer: {kind}: {error}")


def _error_line(path: str, error: Exception, language: str) -> dict[str, object]:
    """The line of a file that cannot be read or followed."""
    return {"file": path, "ok": False, "error": localized_error(_own_error(error), language)}


def _digest(log: bytes) -> str:
    return blake2b(log, digest_size=DIGEST_BYTES).hexdigest()


def _conditions(ruleset: str | None, options: Mapping[str, Value]) -> dict[str, object]:
    """What every line depends on, except its log."""
    from scorer import __version__

    return {
        "version": __version__,
        "ruleset": ruleset or "",
        "rules": rules_digest(load_ruleset(ruleset)) if ruleset else "",
        "options": dict(sorted(options.items())),
    }


class LineFile:
    """The file that the lines of a run are written to, and next to it the record of what they depend on.

    `kept` are the lines of an earlier run that still hold, by file; those of all games of a file, or none.
    """

    def __init__(self, path: str, conditions: Mapping[str, object], resume: bool) -> None:
        self.kept: dict[str, list[Mapping[str, object]]] = {}
        record = path + ENDING
        if resume and os.path.isfile(path):
            _refuse_other_conditions(record, conditions)
            lines = groupby(_whole_lines(path), key=lambda line: str(line["file"]))
            for name, of_file in lines:
                found = list(of_file)
                if len(found) == found[0].get("games", 1) and _is_unchanged(found[0]):
                    self.kept[name] = found
        try:
            if not os.path.exists(path) or os.path.isfile(path):  # a device or a pipe is not continued
                Path(record).write_text(json.dumps(conditions) + "\n", encoding="utf-8")
            if self.kept:  # replaced as a whole, so that a run that is killed here loses nothing
                kept_lines = Path(record + ".new")
                texts = map(_json_line, chain.from_iterable(self.kept.values()))
                kept_lines.write_text("".join(texts), encoding="utf-8")
                kept_lines.replace(path)
            mode = "a" if self.kept else "w"
            self.file = open(path, mode, encoding="utf-8")  # noqa: SIM115 (closed by `__exit__`)
        except OSError as error:
            raise ScorerError(Message("file not written", str(path), error.strerror)) from error

    def write(self, line: Mapping[str, object]) -> None:
        """Writes a line at once, so that a run that is killed leaves at most one incomplete."""
        self.file.write(_json_line(line))
        self.file.flush()

    def __enter__(self) -> LineFile:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a full disk refuses it again
            self.file.close()


def _json_line(line: Mapping[str, object]) -> str:
    """The name of a file may be one that is not UTF-8: what cannot be written stands as an escape."""
    return json_bytes(json.dumps(line, ensure_ascii=False) + "\n").decode()


def _refuse_other_conditions(record: str, conditions: Mapping[str, object]) -> None:
    """Raises InputError if the lines that are there depend on other rules."""
    try:
        before = json.loads(Path(record).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = None
    if not isinstance(before, dict):
        message = clauses(Message("side file not readable"), BEGIN_ANEW)
        raise InputError([Fault(record, None, message)])
    found = [Fault(record, None, text) for text in condition_differences(before, conditions)]
    if found:
        raise InputError(
            [*found, Fault(record, None, clauses(Message("repeat with unchanged settings"), BEGIN_ANEW))]
        )


def _whole_lines(path: str) -> Iterator[Mapping[str, object]]:
    """The lines of an earlier run; what is incomplete is left out."""
    with open(path, "rb") as file:
        for text in file:
            with suppress(ValueError):
                line = json.loads(text)
                if isinstance(line, dict) and {"file", "digest"} <= line.keys():
                    yield line


def _is_unchanged(line: Mapping[str, object]) -> bool:
    """Whether the log of a line is as it was when the line was written."""
    try:
        log = log_bytes(str(line["file"]))
    except InputError:
        log = b""
    return _digest(log) == line["digest"]
