"""Rules and hands by chance: shipped rulesets under drawn options and changed numbers, and lines to score."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from scorer.engine.configure import configure_ruleset
from scorer.hand import Request
from scorer.ruleset.load import load_text
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from tests.support.shipped import text_of

Line = dict[str, Any]
"""A line of `scorer batch`, without rules."""
LONG = {"ponjan": 3, "donjara-one-piece": 12}
"""Jokers may stand for anything: the readable evaluator takes seconds for a few of these hands."""
NUMBER = re.compile(r"(?<![\w.])\d{1,5}(?![\w.])")
COUNTED = re.compile(
    r"^ *(-|value|base|fu|more|tiers?|total|points|payment|pays|than|to|when|count|rows?|amounts?)\b"
)
SIGNS = "0123456789mpszfjESWN()[]+ ,.-qx*\t\n\x1b\u202e🀀東１\x00"
WORDS = ("", "ron", "tsumo", "E", "S", "W", "N", "east", "dealer", "X", "-1", "north=2", "north=9", "\u2066x")


def drawn_options(rng: Random, ruleset: Ruleset) -> dict[str, Value]:
    """Some options of a ruleset, each with some value that it may have."""
    chosen = [option for option in ruleset.options if rng.random() < 0.3]
    return {option.id: _value(rng, option) for option in chosen}


def _value(rng: Random, option: Option) -> Value:
    if option.sort == "truth":
        return rng.random() < 0.5
    if option.choices:
        return rng.choice(option.choices)
    low = 0 if option.minimum is None else option.minimum
    return rng.randint(low, low + 12 if option.maximum is None else option.maximum)


def changed_numbers(rng: Random, name: str) -> list[tuple[int, int, int]]:
    """Places in a shipped rule file where a number stands, with another number for each."""
    found = [
        (line, match.start())
        for line, text in enumerate(text_of(name).split("\n"))
        if COUNTED.match(text)
        for match in NUMBER.finditer(text)
    ]
    count = min(len(found), rng.randint(1, 4))
    return [(*place, rng.choice((0, 1, 2, 3, 5, 10, 25, 1000, 12345))) for place in rng.sample(found, count)]


def with_numbers(name: str, changes: list[tuple[int, int, int]]) -> str:
    """The rule file with these numbers in their places."""
    lines = text_of(name).split("\n")
    for line, at, number in changes:
        lines[line] = lines[line][:at] + NUMBER.sub(str(number), lines[line][at:], count=1)
    return "\n".join(lines)


def rules_of(name: str, options: dict[str, Value], changes: list[tuple[int, int, int]]) -> Ruleset | None:
    """The ruleset with its options and changed numbers; none where the numbers make no sense."""
    if not changes:
        return configure_ruleset(load_ruleset(name), options)
    loaded = load_text(with_numbers(name, changes), f"{name}.yaml")
    if loaded.ruleset is None or any(one.severity == "error" for one in loaded.problems):
        return None
    return configure_ruleset(loaded.ruleset, options)


def drawn_lines(rng: Random, ruleset: Ruleset, count: int) -> list[Line]:
    """Lines with sample hands, some in the situation of another, some with a fault."""
    samples = sample_hands(ruleset, rng.getrandbits(32), min(count, LONG.get(ruleset.id, count)))
    lines = [line_of(request_for_hand(*sample, ruleset)) for sample in samples]
    for line in lines:
        if rng.random() < 0.4:
            other = rng.choice(lines)
            line.update({key: other[key] for key in other if key != "hand" and rng.random() < 0.5})
        if rng.random() < 0.15:
            spoilt(rng, line)
    return lines


def spoilt(rng: Random, line: Line) -> None:
    """Changes something in a line that may or may not be wrong then."""
    key = rng.choice([*line, "hand", "hand", "honba", "sticks", "with", "from", "dora"])
    value = line.get(key, "")
    if key in ("honba", "sticks"):
        line[key] = rng.choice((0, 1, 7, 99, 1000, 1001, -1, 10**20))
    elif key == "with":
        line[key] = [*line.get(key, []), rng.choice(WORDS)]
    elif key == "pao":
        line[key] = {"nobody": "E"}
    elif key == "hand":
        line[key] = spoilt_text(rng, str(value))
    else:
        line[key] = rng.choice((spoilt_text(rng, str(value)), rng.choice(WORDS)))


def spoilt_text(rng: Random, text: str) -> str:
    """A text with a sign lost, added, exchanged, or a piece moved."""
    at, to = (rng.randint(0, len(text)) for _ in range(2))
    low, high = min(at, to), max(at, to)
    return rng.choice((
        text[:at] + rng.choice(SIGNS) + text[at:],
        text[:at] + text[at + 1 :],
        text[:at] + rng.choice(SIGNS) + text[at + 1 :],
        text[high:] + text[low:high] + text[:low],
        text + text[low:high],
    ))  # fmt: skip


def line_of(request: Request) -> Line:
    """What a request says, as a line says it; nothing is left out but what is usual."""
    line: Line = {
        "hand": request.hand, "win": request.win, "round": request.round, "seat": request.seat,
        "from": request.discarder, "with": list(request.circumstances), "honba": request.honba,
        "sticks": request.sticks, "pao": dict(request.pao), **request.indicators,
    }  # fmt: skip
    return {key: value for key, value in line.items() if value}


def request_in(line: Line) -> Request:
    """The request of a line."""
    known = ("hand", "win", "round", "seat", "from", "with", "honba", "sticks", "pao")
    shown = {key: value for key, value in line.items() if key not in known}
    get = line.get
    return Request(
        get("hand", ""), get("win", ""), get("round", ""), get("seat", ""), get("from", ""), get("with", []),
        shown, get("honba", 0), get("sticks", 0), get("pao", {}),
    )  # fmt: skip
