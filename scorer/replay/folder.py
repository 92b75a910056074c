"""Many recorded games: one line for each file, on several processes, in a run that can be continued."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from hashlib import blake2b
from itertools import chain

from scorer.batch.jobs import groups_of, map_in_order
from scorer.batch.resume import BEGIN_ANEW, DIGEST_BYTES, ENDING, condition_differences, rules_digest
from scorer.errors import Fault, InputError, ScorerError
from scorer.library import load_ruleset
from scorer.replay.read import log_bytes, read_log
from scorer.replay.referee import Line, referee_many
from scorer.replay.report import batch_lines, summary_line
from scorer.ruleset.model import Value
from scorer.values import dataclass, replace

GAMES_TOGETHER = 50
"""Games whose wins are scored together."""


@dataclass(frozen=True)
class GameLine:
    """One file of many: the line that sums it up, and its wins as `scorer batch` reads them."""

    line: Mapping[str, object]
    wins: tuple[Line, ...] = ()

    @property
    def is_read(self) -> bool:
        """Whether a deal could be read."""
        return "deals" in self.line


def referee_files(
    paths: Iterable[str],
    ruleset: str | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    jobs: int = 1,
    out: str | None = None,
    resume: bool = False,
) -> Iterator[GameLine]:
    """Referees files of recorded games, in order, with `jobs` processes. Without `ruleset` and `options`,
    the rules are those that each log names.

    With `out`, each line is also written to this file as JSON. `resume` keeps the lines that are there, if
    the rules are the same and the log has not changed. The wins of such a line are not given.

    Raises InputError if the ruleset or an option does not exist, or if the run cannot be continued.

    >>> [found.line["error"] for found in referee_files(["no-such-game.xml"])]
    ["cannot read 'no-such-game.xml': No such file or directory"]
    """
    chosen = dict(options or {})
    file = LineFile(out, _conditions(ruleset, chosen), resume) if out else None
    kept = file.kept if file else {}
    groups = groups_of((path for path in paths if path not in kept), GAMES_TOGETHER)
    asked = ((ruleset, chosen, group) for group in groups)
    with file or nullcontext():
        for line in kept.values():
            yield GameLine(line)
        found = map(_game_lines, asked) if jobs == 1 else map_in_order(_game_lines, asked, jobs, _prepare)
        for one in chain.from_iterable(found):
            if file:
                file.write(one.line)
            yield one


def _prepare() -> None:
    """Prepares a process: rulesets are loaded with the first group."""


def _game_lines(asked: tuple[str | None, dict[str, Value], list[str]]) -> list[GameLine]:
    """The lines of a group of files."""
    ruleset, options, paths = asked
    found: dict[str, GameLine] = {}
    games, digests = [], []
    for path in paths:
        found[path] = GameLine({})
        log = b""
        try:
            log = log_bytes(path)
            games.append(replace(read_log(log), file=path))
            digests.append(_digest(log))
        except ScorerError as error:
            line = {"file": path, "ok": False, "error": str(error), "digest": _digest(log)}
            found[path] = GameLine(line)
    for digest, report in zip(digests, referee_many(games, ruleset, options or None), strict=True):
        line = {**summary_line(report), "digest": digest}
        found[report.game.file] = GameLine(line, tuple(batch_lines(report)))
    return list(found.values())


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

    `kept` are the lines of an earlier run that still hold, by file.
    """

    def __init__(self, path: str, conditions: Mapping[str, object], resume: bool) -> None:
        self.kept: dict[str, Mapping[str, object]] = {}
        record = path + ENDING
        if resume and os.path.exists(path):
            self._refuse_other_conditions(record, conditions)
            self.kept = {str(line["file"]): line for line in _whole_lines(path) if _is_unchanged(line)}
        try:
            with open(record, "w", encoding="utf-8") as head:
                head.write(json.dumps(conditions) + "\n")
            with open(path + ".new", "w", encoding="utf-8") as lines:
                lines.writelines(_json_line(line) for line in self.kept.values())
            os.replace(path + ".new", path)
            self.file = open(path, "a", encoding="utf-8")  # noqa: SIM115 (closed by `__exit__`)
        except OSError as error:
            raise ScorerError(f"{path!r} cannot be written: {error.strerror}") from error

    def _refuse_other_conditions(self, record: str, conditions: Mapping[str, object]) -> None:
        """Raises InputError if the lines that are there depend on other rules."""
        try:
            with open(record, encoding="utf-8") as file:
                before = json.loads(file.readline())
        except (OSError, ValueError) as error:
            message = f"the file that records what the results depend on cannot be read; {BEGIN_ANEW}"
            raise InputError([Fault(record, None, message)]) from error
        found = [Fault(record, None, text) for text in condition_differences(before, conditions)]
        if found:
            raise InputError([*found, Fault(record, None, f"run it as before; {BEGIN_ANEW}")])

    def write(self, line: Mapping[str, object]) -> None:
        """Writes a line, whole and at once, so that a run that is killed leaves at most one incomplete."""
        self.file.write(_json_line(line))
        self.file.flush()

    def __enter__(self) -> LineFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _json_line(line: Mapping[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _whole_lines(path: str) -> Iterator[Mapping[str, object]]:
    """The lines of an earlier run; what is incomplete is left out."""
    with open(path, "rb") as file:
        for text in file:
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if isinstance(line, dict) and {"file", "digest"} <= line.keys() and text.endswith(b"\n"):
                yield line


def _is_unchanged(line: Mapping[str, object]) -> bool:
    """Whether the log of a line is as it was when the line was written."""
    try:
        log = log_bytes(str(line["file"]))
    except InputError:
        log = b""
    return _digest(log) == line["digest"]
