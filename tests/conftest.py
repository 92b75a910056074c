"""What all tests of a run share.

They have a cache folder of their own: what a user has there is neither used nor lost. Generated examples
are the same in every run, so that a change is judged by what it changes.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

RUN = "SCORER_TEST_RUN"
"""Set by the process that began the run; those that it starts take its folder."""

if RUN not in os.environ:
    folder = tempfile.mkdtemp(prefix="scorer-tests-")
    os.environ |= {RUN: folder, "XDG_CACHE_HOME": folder}
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, where scorer puts what it keeps."""
    monkeypatch.delenv("SCORER_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "scorer"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A rule file of a few lines over a shipped ruleset."""
    path = tmp_path / "club.yaml"
    path.write_text("extends: riichi\nset: {kiriage_mangan: true}\n", encoding="utf-8")
    return path


OPEN_FAULTS = {
    "test_a_proposal_for_a_sample_of_faults_mends_it": "some proposals leave another error in the line",
    "test_a_page_names_every_letter_of_the_tiles[donjara-one-piece]": "jokers that are off have no letter",
    "test_a_page_names_every_letter_of_the_tiles[ponjan]": "jokers that are off have no letter",
    "test_the_good_example_has_no_error_and_not_the_problem[A103]": "the example needs a new hand",
    "test_the_good_example_has_no_error_and_not_the_problem[A108]": "the example needs a new hand",
    "test_every_shipped_ruleset_is_clean_under_the_audit[classical]": "four flowers and four seasons meet by chance",
    "test_a_change_of_one_thing_is_told[wrc-r]": "the overlay lacks an example with four red fives",
}
"""Known faults: the beginning of a test's name -> what is wrong. Each is to be fixed, and its line removed."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name, reason in OPEN_FAULTS.items():
            if item.name.startswith(name):
                item.add_marker(pytest.mark.xfail(reason=reason))
