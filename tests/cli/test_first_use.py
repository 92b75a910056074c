"""The first commands after an installation, when nothing is in the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.engine import catalogue
from scorer.engine.catalogue import overview_record
from scorer.ruleset.find import plain_bytes, shipped_names
from scorer.scoring import load_ruleset
from tests.cli.runs import HAND
from tests.support.places import ROOT
from tests.support.rulesets_index import RECORD

resource = pytest.importorskip("resource")
MANY = "123m456p789s11z"
"""too few tiles: the answer looks at the tiles of every ruleset"""


def processor_seconds(tmp_path: Path, *arguments: str) -> float:
    """The processor time of a command with an empty cache: that of the quickest of two runs."""
    found = []
    for number in range(2):
        environment = {
            **os.environ,
            "XDG_CACHE_HOME": str(tmp_path / str(number)),
            "SCORER_NO_CACHE": "",
            "SCORER_RULESET": "",
        }
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "scorer", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        (("rulesets", "list"), 0.6),
        (("rulesets", "list", "--lang", "ja"), 0.6),
        (("score", MANY), 0.8),
        (("score", HAND), 0.8),
    ],
    ids=str,
)
def test_the_first_command_takes_less_than_a_second(
    tmp_path: Path, arguments: tuple[str, ...], seconds: float
) -> None:
    assert processor_seconds(tmp_path, *arguments) < seconds


@pytest.mark.slow
def test_the_recorded_summaries_are_those_of_the_rulesets() -> None:
    """Write them again with `python -m tests.support.rulesets_index`."""
    assert RECORD.read_text(encoding="utf-8") == overview_record()


def test_a_ruleset_that_has_changed_is_summed_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its recorded summary does not count, those of the others do; a comment changes nothing."""
    before = {*catalogue.recorded_summaries()}
    based = {name for name in shipped_names() if name == "ponjan" or "ponjan" in load_ruleset(name).extends}
    added = {".yaml": b"\n  # x", "ponjan.yaml": b"\nunit: x"}

    def changed_bytes(path: str) -> bytes:
        return plain_bytes(path) + b"".join(text for end, text in added.items() if path.endswith(end))

    monkeypatch.setattr(catalogue, "plain_bytes", changed_bytes)
    assert before - {*catalogue.recorded_summaries()} == before & based
    assert {one.id for one in catalogue.shipped_index()[0]} == {*shipped_names()}
