"""Public functions, timed in this process beside the package `mahjong`."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import click
import pyarrow as pa

import scorer
from scorer.batch.arrow import score_record_batch
from scorer.hand import Request
from scorer.scoring import score_hand
from tests.benchmarks import mcr
from tests.benchmarks.figures import Figure, ratio
from tests.benchmarks.hands import columns, played_requests, understood

OBJECTS, STRINGS = "mahjong, objects ready", "mahjong, from strings"
RUST = "riichienv, objects ready"
BESIDE_RUST = "score_record_batch, new, beside Rust"
MCR_TIMES = 20
"""how often each hand of Chinese Official stands in a column"""
PONJAN_HANDS = 500
"""how many different hands with 0, 1, 2 and 3 jokers are timed in each round"""


class Row(NamedTuple):
    """`prepare` makes what is timed anew for each round, by its number; it tells how many hands that is."""

    name: str
    against: str
    prepare: Callable[[int], tuple[Callable[[], Any], int]]
    warm: bool = False
    """whether the first round is run before anything is timed"""


def figures(only: str, rounds: int, hands: int, many: int) -> Iterator[Figure]:
    """Times the rows whose names have this text, in turn, round after round."""
    rows = [row for row in (*hand_rows(hands, rounds), *bulk_rows(hands, many)) if only in row.name]
    if rows and not has_mahjong(rows[0].name):
        rows = []
    if rows:
        peers = [row for row in peer_rows(hands) if any(row.name == other.against for other in rows)]
        yield from _measured([*peers, *rows], rounds)
    yield from ponjan_figures(only, rounds)
    yield from mcr_figures(only, rounds, hands)


def _measured(rows: list[Row], rounds: int) -> Iterator[Figure]:
    rates: dict[str, list[float]] = {row.name: [] for row in rows}
    for row in rows:
        if row.warm:
            row.prepare(0)[0]()
    for number in range(rounds):
        for row in rows:
            run, count = row.prepare(number)
            gc.collect()
            start = process_time()
            run()
            rates[row.name].append(count / (process_time() - start))
    for row in rows:
        own = rates[row.name]
        times = ratio(own, rates[row.against]) if row.against else 1.0
        yield Figure(row.name, times, "x", median(own))


def has_mahjong(name: str) -> bool:
    """Whether the other library is installed; where it is not, says that this row and others are left out."""
    found = find_spec("mahjong") is not None
    if not found:
        click.echo(f"{name}: mahjong is not installed; run pip install -e '.[benchmarks]'")
    return found


def peer_rows(hands: int) -> list[Row]:
    """The other library on hands that it scores as often as one likes: it keeps nothing."""
    from tests.benchmarks.peers import mahjong_objects, mahjong_strings, riichienv_objects

    samples, ruleset = understood(played(hands)), scorer.load_ruleset("riichi")
    ready, read = mahjong_objects(samples), mahjong_strings(samples, ruleset)
    rows = [Row(OBJECTS, "", lambda _: (ready, hands)), Row(STRINGS, "", lambda _: (read, hands))]
    if compiled := riichienv_objects(samples):
        rows.append(Row(RUST, "", lambda _: (compiled, hands)))
    else:
        click.echo(f"{BESIDE_RUST}: riichienv is not installed")
    return rows


def hand_rows(hands: int, rounds: int) -> Iterator[Row]:
    """Single hands: such as were scored before, and others in every round."""

    for first, (name, against, run) in enumerate(
        (
            ("score(text)", STRINGS, texts_run),
            ("score_hand(ruleset, hand, situation)", OBJECTS, objects_run),
        )
    ):
        new = partial(fresh, hands, rounds * first)
        yield Row(f"{name}, seen before", against, lambda _, run=run: (run(played(hands)), hands), True)
        yield Row(f"{name}, new hands", against, lambda number, run=run, new=new: (run(new(number)), hands))


def bulk_rows(hands: int, many: int) -> Iterator[Row]:
    """Many hands at once: a few of them over and over, and all different, in every round others."""

    def again() -> list[Request]:
        return (played(hands) * -(-many // hands))[:many]

    for first, (name, run) in enumerate((("score_record_batch", batch_run), ("score_many", many_run))):
        new = partial(fresh, many, 1000 * (first + 1))
        yield Row(f"{name}, seen before", STRINGS, lambda _, run=run: (run(again()), many), True)
        yield Row(
            f"{name}, all different", STRINGS, lambda number, run=run, new=new: (run(new(number)), many)
        )
    if find_spec("riichienv"):
        other = partial(fresh, many, 5000)
        yield Row(BESIDE_RUST, RUST, lambda number: (batch_run(other(number)), many))


def fresh(count: int, first: int, number: int) -> list[Request]:
    """Hands that no other row and no other round has: each of them has a seed of its own."""
    return played_requests(count, first + number)


@lru_cache(maxsize=4)
def played(count: int, seed: int = 2026) -> list[Request]:
    """Hands that are made once for all rows."""
    return played_requests(count, seed)


def texts_run(requests: list[Request]) -> Callable[[], Any]:
    """`score` as its documentation calls it."""
    calls = [(request.hand, arguments(request)) for request in requests]
    return lambda: [scorer.score(hand, **others).points for hand, others in calls]


def arguments(request: Request) -> dict[str, Any]:
    """What `score` takes beside the hand."""
    return {
        "win": request.win, "seat": request.seat, "round": request.round, "discarder": request.discarder,
        "circumstances": list(request.circumstances), "honba": request.honba, "sticks": request.sticks,
        **request.indicators,
    }  # fmt: skip


def objects_run(requests: list[Request]) -> Callable[[], Any]:
    """`score_hand` with hands that are other objects each time."""
    ruleset, samples = scorer.load_ruleset("riichi"), understood(requests)
    return lambda: [score_hand(ruleset, hand, situation).points for hand, situation in samples]


def batch_run(requests: list[Request]) -> Callable[[], Any]:
    """A record batch in, a record batch with patterns, points and payments out."""
    batch = pa.RecordBatch.from_pydict(columns(requests))
    return lambda: score_record_batch(batch)


def many_run(requests: list[Request]) -> Callable[[], Any]:
    """Many hands as mappings of texts."""
    columns_ = columns(requests)
    rows = [dict(zip(columns_, values, strict=True)) for values in zip(*columns_.values(), strict=True)]
    return lambda: scorer.score_many(rows, "riichi")


def mcr_figures(only: str, rounds: int, hands: int) -> Iterator[Figure]:
    """Chinese Official, one by one and as columns; nothing but a note without the other calculator."""
    new, seen = "new hands", "seen before"
    names = [f"mcr, {what}, {hands}" for what in ("score(text)", "columns") for hands in (new, seen)]
    if not any(only in name for name in names):
        return
    if mcr.MahjongFanCalculator is None:
        click.echo("mcr: PyMahjongGB is not installed; run pip install -e '.[benchmarks]'")
        return
    rates: dict[str, list[float]] = {name: [] for name in (*names, "PyMahjongGB")}
    for number in range(rounds):
        requests = mcr.winning_requests(2 * hands, number)
        table = {name: cells for name, cells in columns(requests[:hands]).items() if any(cells)}
        batch = pa.RecordBatch.from_pydict(table)
        again = pa.RecordBatch.from_pydict({name: cells * MCR_TIMES for name, cells in table.items()})
        calls = [(request.hand, arguments(request)) for request in requests[hands:]]
        alone = lambda calls=calls: [scorer.score(hand, "mcr", **others).points for hand, others in calls]  # noqa: E731
        runs = (
            alone,
            alone,
            partial(score_record_batch, batch, "mcr"),
            partial(score_record_batch, again, "mcr"),
        )
        for name, run in zip(rates, (*runs, mcr.calculator(requests)), strict=True):
            start = process_time()
            run()
            scored = {names[3]: hands * MCR_TIMES, "PyMahjongGB": 2 * hands}.get(name, hands)
            rates[name].append(scored / (process_time() - start))
    for name in names:
        columns_ = "columns" in name
        value = ratio(rates[name], rates["PyMahjongGB"]) if columns_ else median(rates[name])
        yield Figure(name, value, "x" if columns_ else "hands/s", median(rates[name]))


def ponjan_figures(only: str, rounds: int) -> Iterator[Figure]:
    """Microseconds a hand by jokers in it: each may be any tile."""
    ruleset, rng = scorer.load_ruleset("ponjan", {"joker_tiles": 3}), Random(5)
    for jokers in range(4):
        name = f"ponjan, {jokers} joker{'s' * (jokers != 1)}"
        times: dict[str, list[float]] = {"new hands": [], "seen before": []}
        for _ in range(rounds if only in name else 0):
            texts = [ponjan_text(rng, jokers) for _ in range(PONJAN_HANDS)]
            for found in times.values():
                start = process_time()
                for text in texts:
                    scorer.score(text, ruleset)
                found.append((process_time() - start) / PONJAN_HANDS * 1e6)
        yield from (Figure(f"{name}: {what}", median(found), "us") for what, found in times.items() if found)


def ponjan_text(rng: Random, jokers: int) -> str:
    """Three sets of three equal tiles, some of them jokers."""
    kinds = rng.sample([f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)], 3)
    tiles = [kind for kind in kinds for _ in range(3)]
    rng.shuffle(tiles)
    return "".join(["0j"] * jokers + tiles[jokers:])
