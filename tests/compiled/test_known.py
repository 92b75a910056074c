"""What a run has worked out serves the next one; whatever else lies in its place is as if it did not."""

from __future__ import annotations

import json
import marshal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from scorer.batch.run import Rulesets
from scorer.compiled import open_engine
from scorer.compiled.cache import KNOWN
from scorer.compiled.engine import Engine
from scorer.compiled.known import known_memos
from scorer.compiled.memo import Memo
from scorer.compiled.scoring import Beyond
from scorer.compiled.text import spoken
from scorer.library import load_ruleset
from scorer.render.result_lines import LineScorer
from scorer.sampling import request_of, sample_hands
from tests.benchmarks.hands import played_requests, understood
from tests.support.shipped import each_box

Scored = list[tuple[Any, str]]


@pytest.fixture(autouse=True)
def everything_is_worth_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.compiled.known.WORTH_KEEPING", 1)


def lines(name: str, count: int = 12) -> list[Any]:
    ruleset = load_ruleset(name)
    return [spoken(request_of(*sample, ruleset)) for sample in sample_hands(ruleset, 5, count)]


def scored(engine: Engine, said: list[Any]) -> Scored:
    """The scores and the hands as they are spelled out, of lines that this engine scores."""
    found = []
    for one in said:
        with suppress(Beyond):
            score = engine.score_text(one)
            if score:
                found.append((score[:6], engine.text_of(score)))
    return found


def known(engine: Engine) -> int:
    """How much of what can be kept an engine knows."""
    return sum(map(len, known_memos(engine)))


def run(name: str, said: list[Any]) -> tuple[Scored, int]:
    """What a run gives for these lines, and how much it had to work out."""
    engine = open_engine(name)
    engine.recall()
    before, found = known(engine), scored(engine, said)
    engine.remember()
    return found, known(engine) - before


@pytest.mark.parametrize("name", each_box())
def test_the_next_run_works_nothing_out_and_says_the_same(cache: Path, name: str) -> None:
    said = lines(name)
    first, worked_out = run(name, said)
    assert first
    assert worked_out
    assert run(name, said) == (first, 0)


def kept(cache: Path) -> Path:
    (file,) = cache.glob(f"*.{KNOWN}")
    return file


@pytest.mark.parametrize("damage", ["cut", "turned", "empty", "foreign"])
def test_a_damaged_file_is_as_if_it_were_not_there(cache: Path, damage: str) -> None:
    said = lines("pocket-mahjong")
    first, worked_out = run("pocket-mahjong", said)
    whole = kept(cache).read_bytes()
    kept(cache).write_bytes({
        "cut": whole[:-7], "turned": whole[:90] + bytes([whole[90] ^ 1]) + whole[91:], "empty": b"",
        "foreign": b"GIF89a" * 40,
    }[damage])  # fmt: skip
    assert run("pocket-mahjong", said) == (first, worked_out)


def test_what_is_known_of_other_rules_is_not_believed(cache: Path, club: Path) -> None:
    called_and_simple = [("23m567p88s(345s)(678m)+4m", "ron", "", "", "", (), 0, 0, (), ())]
    club.write_text("extends: riichi\nset: {open_tanyao: true}\n", encoding="utf-8")
    assert run(str(club), called_and_simple)[0]
    assert kept(cache)
    club.write_text("extends: riichi\nset: {open_tanyao: false}\n", encoding="utf-8")
    assert not run(str(club), called_and_simple)[0]


def test_little_that_is_new_is_not_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.compiled.known.WORTH_KEEPING", 100_000)
    run("pocket-mahjong", lines("pocket-mahjong"))
    assert not list(cache.glob(f"*.{KNOWN}"))


@pytest.mark.parametrize("name", each_box())
def test_it_is_plain_data(name: str) -> None:
    engine = open_engine(name)
    scored(engine, lines(name))
    for memo in known_memos(engine):
        assert marshal.loads(marshal.dumps(dict(memo))) == memo


def batch(name: str, count: int) -> list[tuple[bytes, bool]]:
    """The results of so many lines, as a bulk run gives them."""
    ruleset = load_ruleset(name)
    requests = [request_of(*sample, ruleset) for sample in sample_hands(ruleset, 6, count)]
    given = [json.dumps({"hand": one.hand, "win": one.win, "seat": one.seat}).encode() for one in requests]
    return list(LineScorer(Rulesets(name, {})).results(given))


def test_a_bulk_run_learns_from_the_one_before(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.render.result_lines.FEW", 3)
    open_engine("pocket-mahjong")  # compiled rulesets are there from the first line on
    first = batch("pocket-mahjong", 12)
    assert kept(cache)
    learnt = []
    monkeypatch.setattr(Memo, "update", lambda memo, entries: learnt.append(len(entries)))
    assert batch("pocket-mahjong", 12) == first
    assert sum(learnt)


def test_a_short_run_neither_reads_nor_writes_it(cache: Path) -> None:
    open_engine("pocket-mahjong")
    batch("pocket-mahjong", 12)
    assert not list(cache.glob(f"*.{KNOWN}"))


def test_it_is_turned_off_with_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    run("pocket-mahjong", lines("pocket-mahjong"))
    assert not cache.exists()


@pytest.mark.slow
def test_ten_thousand_hands_stay_known() -> None:
    hands, engine = understood(played_requests(10_000)), open_engine("riichi")
    for _ in range(2):
        before = engine.misses()
        for hand, situation in hands:
            engine.score(hand, situation)
    assert engine.misses() == before
