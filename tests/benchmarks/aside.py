"""What people do beside the main path: other spellings, rules of their own on a line, hands that do not win,
waits. Processor time, compared with the plain case in the same round.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import scorer
from scorer.batch.scoring import BlockScorer, WorkOrder
from scorer.fast.interface import compiled_engine
from scorer.hand import Request, Situation
from scorer.rows import Rulesets
from scorer.sampling import request_for_hand, sample_hands
from scorer.usual import GLYPHS, HONORS
from scorer.waiting import find_waits
from tests.benchmarks.calls import arguments, fresh
from tests.benchmarks.figures import Figure, ratio

LETTER_OF = {code: letter for letter, code in HONORS.items()}
GLYPH_OF = {code: glyph for glyph, code in GLYPHS.items()}
OTHER_GAMES = ("british", "donjara-one-piece")
TOGETHER = 3_000
"""how many lines are scored at once"""


def _rewritten(text: str, tile: Callable[[str], str]) -> str:
    """A hand with each of its tiles written in another way."""
    return re.sub(
        "([0-9]+)([a-z])", lambda piece: "".join(tile(digit + piece[2]) for digit in piece[1]), text
    )


SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "spaces": lambda text: re.sub("([a-z)])", r"\1 ", text),
    "a letter for each tile": lambda text: _rewritten(text, lambda code: code),
    "letters for honors": lambda text: _rewritten(text, lambda code: LETTER_OF.get(code, code)),
    "Unicode tiles": lambda text: _rewritten(text, lambda code: GLYPH_OF.get(code, code)),
}


class Case(NamedTuple):
    """What is timed: `prepare` makes it for hands that no other round has."""

    name: str
    prepare: Callable[[list[Request]], Callable[[], Any]]


def figures(only: str, rounds: int, hands: int) -> Iterator[Figure]:
    """Every row of which the name has this text; the first case of a group is what the others are compared
    with.
    """
    groups = [
        (hands, [Case(f"score(text): {name}", _texts(spell)) for name, spell in SPELLINGS.items()]),
        (TOGETHER, [Case(f"score_many: {name}", _many(spell)) for name, spell in SPELLINGS.items()]),
        (
            TOGETHER,
            [
                Case("lines: plain", _lines({})),
                Case("lines: with options", _lines({"options": {"red_fives": 4}})),
                Case("lines: with another ruleset", _lines({"ruleset": "tenhou"})),
                Case("lines: hands that do not win", _lines({}, winning="3z")),
            ],
        ),
    ]
    for number, (count, (plain, *others)) in enumerate(groups):
        others = [case for case in others if only in case.name]
        if others:
            yield from _compared(plain, others, rounds, count, 10_000 * (number + 1))
    yield from _other_games(only, rounds, TOGETHER)
    yield from _waits(only, rounds, min(hands, 200))


def _compared(plain: Case, others: list[Case], rounds: int, count: int, first: int) -> Iterator[Figure]:
    seconds: dict[str, list[float]] = {case.name: [] for case in (plain, *others)}
    for number in range(rounds + 1):
        for place, case in enumerate((plain, *others)):
            used = timed(case.prepare(fresh(count, first, number * len(seconds) + place)))
            if number:  # the first round has compiled the rules
                seconds[case.name].append(used)
    for case in others:
        own = seconds[case.name]
        yield Figure(case.name, ratio(seconds[plain.name], own), "x", count / median(own))


def timed(run: Callable[[], Any]) -> float:
    """The processor time of a call."""
    gc.collect()
    start = process_time()
    run()
    return process_time() - start


def _texts(spell: Callable[[str], str]) -> Callable[[list[Request]], Callable[[], Any]]:
    def prepare(requests: list[Request]) -> Callable[[], Any]:
        calls = [(spell(request.hand), arguments(request)) for request in requests]
        return lambda: [scorer.score(hand, **others).points for hand, others in calls]

    return prepare


def _line(request: Request) -> dict[str, Any]:
    """A request as a line says it."""
    said = {"hand": request.hand, **arguments(request)}
    said |= {"with": said.pop("circumstances"), "from": said.pop("discarder")}
    return {key: value for key, value in said.items() if value}


def _many(spell: Callable[[str], str]) -> Callable[[list[Request]], Callable[[], Any]]:
    def prepare(requests: list[Request]) -> Callable[[], Any]:
        rows = [_line(request) | {"hand": spell(request.hand)} for request in requests]
        return lambda: scorer.score_many(rows)

    return prepare


def _lines(more: dict[str, Any], winning: str = "") -> Callable[[list[Request]], Callable[[], Any]]:
    """Lines with more keys, and perhaps another winning tile, with which hardly any hand is complete."""

    def written(request: Request) -> bytes:
        hand = request.hand.partition("+")[0] + f"+{winning}" if winning else request.hand
        return json.dumps(_line(request) | {"hand": hand} | more).encode() + b"\n"

    def prepare(requests: list[Request]) -> Callable[[], Any]:
        lines, block = (
            list(map(written, requests)),
            BlockScorer(Rulesets("riichi", {}), WorkOrder(patience=60)),
        )
        block.lines.hints_left = 0
        return lambda: list(block.blocks(lines))

    return prepare


def _other_games(only: str, rounds: int, count: int) -> Iterator[Figure]:
    """Lines of games that are harder to score in columns, beside those of riichi; all hands are different."""
    names = {f"hands of other games: {name}": name for name in OTHER_GAMES}
    wanted = {title: name for title, name in names.items() if only in title}
    samples = {
        name: _sampled_lines(name, (rounds + 1) * count) for name in ("riichi", *wanted.values()) if wanted
    }
    blocks = {name: BlockScorer(Rulesets(name, {}), WorkOrder(patience=60)) for name in samples}
    seconds: dict[str, list[float]] = {name: [] for name in samples}
    for number in range(rounds + 1 if wanted else 0):
        for name, lines in samples.items():
            part, block = lines[number * count : (number + 1) * count], blocks[name]
            used = timed(lambda part=part, block=block: list(block.blocks(part)))
            if number:
                seconds[name].append(used)
    for title, name in wanted.items():
        yield Figure(title, ratio(seconds["riichi"], seconds[name]), "x", count / median(seconds[name]))


def _sampled_lines(name: str, count: int) -> list[bytes]:
    """Lines of winning hands made up from the rules of a game, no two of them alike."""
    rules, found = scorer.load_ruleset(name), dict[bytes, None]()
    for hand, situation in sample_hands(rules, 44, 10 * count):
        found[json.dumps(_line(request_for_hand(hand, situation, rules))).encode() + b"\n"] = None
        if len(found) == count:
            break
    return list(found)


def _waits(only: str, rounds: int, count: int) -> Iterator[Figure]:
    """Microseconds for the waits of one hand: the tiles alone, as a recorded game asks for them, and with
    what each of them pays.
    """
    rules = scorer.load_ruleset("riichi")
    engine, situation = compiled_engine(rules), Situation(False)
    for name, run in (
        ("waits of a hand, tiles", engine.winning_kinds),
        ("waits of a hand, with payments", lambda hand: find_waits(rules, hand, situation)),
    ):
        found = []
        for number in range(rounds if only in name else 0):
            hands = [hand.waiting_hand for hand, _ in islice(sample_hands(rules, 90 + number, count), count)]
            found.append(timed(lambda hands=hands, run=run: [run(hand) for hand in hands]) / count * 1e6)
        if found:
            yield Figure(name, median(found), "us")
