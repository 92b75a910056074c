"""Everything that is printed about a hand as JSON follows the published schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorer.batch.scoring import LineScorer
from scorer.render.problems import error_data
from scorer.render.result import result_data_with_notes
from scorer.rows import Rulesets
from scorer.sampling import sample_hands
from scorer.scoring import hand_outcome, load_ruleset, score
from scorer.writing import as_data
from tests.cli import runs
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.tables import hand_tables

HANDS = 40
"""how many hands of each ruleset are checked"""


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(runs.run("rulesets", "schema", "--results").stdout))


def faults_of(result: object) -> list[str]:
    """Where a result breaks the schema, and how."""
    return [f"{error.json_path}: {error.message}" for error in validator().iter_errors(result)]


def worked_lines() -> Iterator[dict[str, Any]]:
    """The lines that `scorer batch` writes for the worked hands, and for input of every wrong kind."""
    scorer = LineScorer(Rulesets("riichi", {}), near_misses=True)
    wrong = [
        {"id": 1, "hand": "123q"},
        {"id": [2], "hand": runs.HAND, "with": ["ippatsu"]},
        {"hand": runs.HAND, "ruleset": "no-such-rules"},
        {"hand": "222m333p777s+7s", "ruleset": "tenhou"},
        {"hand": "11z11z11z1m", "dora": "9q"},
        {"hand": 5},
        {},
    ]
    inputs = [row["input"] for rows in hand_tables().values() for _, row in rows[::4]]
    for number, item in enumerate([*wrong, *inputs], 1):
        yield json.loads(scorer.result(json.dumps(item).encode(), number).text)


def test_the_schema_is_a_sound_schema_of_its_draft() -> None:
    Draft202012Validator.check_schema(validator().schema)


@pytest.mark.parametrize("name", each_box())
def test_every_hand_of_a_ruleset_follows_the_schema(name: str) -> None:
    rules = load_ruleset(name)
    outcomes = [hand_outcome(rules, hand, situation) for hand, situation in sample_hands(rules, 5, HANDS)]
    assert any(outcome.score for outcome in outcomes)
    for outcome in some(outcomes):
        result = (
            result_data_with_notes(outcome.score, with_readings=True)
            if outcome.score
            else error_data(outcome.error)
        )
        assert not faults_of(json.loads(json.dumps(result))), result


@pytest.mark.slow
def test_every_line_of_a_batch_follows_the_schema_and_has_an_id() -> None:
    seen = set[str]()
    for line in some(worked_lines()):
        assert "id" in line
        assert not faults_of(line), line
        seen.add(line.get("error", {}).get("kind", "score"))
    assert seen == {"score", *validator().schema["$defs"]["error"]["properties"]["kind"]["enum"]}  # type: ignore[index]


@pytest.mark.parametrize(
    "words",
    [
        ("234m345q67p456s55s+8p",),
        ("123x", "--dora", "9q", "-w", "ippatsu"),
        ("234m345p67p456s55s+8p", "-w", "ipatsu"),
        ("234m345p67p456s55s+8p", "-r", "no-such-rules"),
        ("234m345p67p456s55s+8p", "-o", "no_such_option=1"),
        ("234m345p67p456s55s+1z",),
        ("(234m)345p67p456s99s+8p",),
        ("222m333p777s+7s",),
        ("123m456p789s11z22z+2z", "-r", "mcr"),
        ("123m456p789s11z22z+2z", "-r", "mcr", "--lang", "ja"),
        ("234m345p67p456s55s+8p", "--honba", "2", "--all"),
        ("234m345p67p456s55s+8p", "--behind", "W=3,000"),
    ],
    ids=" ".join,
)
def test_what_score_prints_follows_the_schema(words: tuple[str, ...]) -> None:
    shown = runs.run("score", *words, "-f", "json")
    result = json.loads(shown.stdout or shown.stderr)
    assert not faults_of(result), result


@pytest.mark.parametrize(
    "changes",
    [
        {"points": "8000"},
        {"limit": 5},
        {"ok": False},
        {"payments": [1]},
        {"unheard_of": "text"},
        {"reading": []},
    ],
    ids=str,
)
def test_a_result_that_is_changed_does_not_follow_the_schema(changes: dict[str, Any]) -> None:
    result = as_data(score(runs.HAND))
    assert not faults_of(result)
    assert faults_of(result | changes)


@pytest.mark.parametrize("key", ["ok", "hand", "points", "payments", "total", "limit", "reading"])
def test_a_result_without_a_fixed_key_does_not_follow_the_schema(key: str) -> None:
    result = as_data(score(runs.HAND))
    del result[key]
    assert faults_of(result)


def test_the_schema_of_results_has_no_base() -> None:
    refused = runs.run("rulesets", "schema", "--results", "--extends", "riichi")
    assert refused.exit_code == 2
    assert "--results cannot be combined with --extends" in refused.stderr
