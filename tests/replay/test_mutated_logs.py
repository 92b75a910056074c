"""Logs that are cut, reordered and filled with wrong values end in a report or a message, never in a traceback."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from scorer import InputError, sample_log
from scorer.questions.games import game_report
from scorer.replay.game import Game
from scorer.replay.practice import GameSource
from scorer.replay.read import read_games
from scorer.replay.referee import referee
from scorer.writing import as_data, as_text
from tests.replay.made_up import as_mjai, as_mjlog
from tests.replay.test_dialects import MATCH
from tests.replay.test_practice import PASSED
from tests.replay.test_readers import JSON_LOGS
from tests.replay.test_referee import DOUBLE, QUIET

LOGS: dict[str, str] = {
    "mjai": as_mjai([DOUBLE, QUIET, PASSED]).decode(),
    "mjlog": as_mjlog([DOUBLE, QUIET, PASSED]).decode(),
    "sample": sample_log().decode(),
    "match": MATCH.decode(),
    **{name: json.dumps(log) for name, log in JSON_LOGS.items()},
}
WRONG: tuple[object, ...] = (
    None, True, -1, 0, 10**30, 1e308, "", "x" * 50, [], {}, [[]], "9z", "?", 3.5, {"a": 1}, -(10**9),
)  # fmt: skip
WRONG_TEXTS = ("", "-1", "9" * 21, "abc", "1,2,3", "1,,2", "0,1,2,3,4,5,6,7,8,9", "NaN", "136", "1e9")
MUTATIONS = 8


def places(value: object, path: tuple[int | str, ...] = ()) -> Iterator[tuple[int | str, ...]]:
    """The path to every part of a value of JSON."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


def changed_value(text: str, rng: Random) -> str:
    """A text of JSON in which one part is replaced, removed, doubled or reordered."""
    value = json.loads(text)
    found = list(places(value))
    if not found:
        return text
    *path, last = rng.choice(found)
    holder = value
    for key in path:
        holder = holder[key]
    way = rng.choice(("replace", "replace", "remove", "double", "shuffle"))
    if way == "remove":
        del holder[last]
    elif way == "shuffle" and isinstance(holder, list):
        rng.shuffle(holder)
    elif way == "double" and isinstance(holder, list):
        holder.insert(last, holder[last])
    else:
        holder[last] = rng.choice(WRONG)
    return json.dumps(value)


def mutated(text: str, rng: Random) -> str:
    """A log with one change of any kind."""
    way = rng.randrange(5)
    if way == 0:
        return text[: rng.randrange(1, len(text))]
    if way == 1:
        start = rng.randrange(len(text))
        return text[:start] + text[start + rng.randrange(1, 200) :]
    if text.lstrip().startswith("<"):
        tags = re.findall("<[^>]*>", text)
        if way == 2:
            first, second = rng.randrange(len(tags)), rng.randrange(len(tags))
            tags[first], tags[second] = tags[second], tags[first]
            return "".join(tags)
        value = rng.choice(list(re.finditer('"[^"]*"', text)))
        return f'{text[: value.start()]}"{rng.choice(WRONG_TEXTS)}"{text[value.end() :]}'
    lines = text.strip().split("\n")
    if way == 2 and len(lines) > 1:
        rng.shuffle(lines)
        return "\n".join(lines)
    place = rng.randrange(len(lines))
    try:
        lines[place] = changed_value(lines[place], rng)
    except ValueError:  # a value of several lines
        return changed_value(text, rng)
    return "\n".join(lines)


def follow(log: bytes) -> None:
    """Reads and follows a log, asks everything about it, and checks that no deal is lost."""
    games: tuple[Game, ...] = ()
    with suppress(InputError):
        games = read_games(log)
    for game in games:
        report = referee(game)
        assert len(report.deals) == len(game.deals)
        assert as_text(game_report(report)).strip()
        json.dumps(as_data(game_report(report)))
        source = GameSource(report)
        source.wins(), source.ready_hands(), source.passed_questions()


@pytest.mark.parametrize(
    "name",
    [name if name != "mjlog" else pytest.param(name, marks=pytest.mark.slow) for name in LOGS],
)
def test_a_mutated_log_ends_in_a_report_or_a_message(name: str) -> None:
    rng = Random(f"mutated {name}")
    for _ in range(MUTATIONS):  # a change of the rules that a log names is compiled first
        follow(mutated(LOGS[name], rng).encode())
