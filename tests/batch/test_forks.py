"""A process that is forked while others score begins afresh; so does whoever asks for rules that have changed."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path

import pytest

from scorer import InputError, score_many
from scorer.scoring import bulk_scorer, score

HAND = "234m067p345p67s99s+8s"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_process_forked_while_columns_are_locked_scores() -> None:
    pytest.importorskip("numpy")
    want = score_many([HAND] * 300).points
    columns = bulk_scorer("riichi").columns
    assert columns is not None
    with columns.lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
        if not child:
            signal.alarm(60)  # ends it where it hangs
            os._exit(0 if score_many([HAND] * 300).points == want else 3)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.slow
def test_rules_that_have_changed_are_read_again(tmp_path: Path, cache: Path) -> None:
    club = tmp_path / "club.yaml"
    points = []
    for chosen in ("true", "false"):
        club.write_text(f"extends: riichi\nset: {{kiriage_mangan: {chosen}}}\n", "utf-8")
        hand = {"hand": HAND, "with": ["riichi", "ippatsu"]}
        points.append(score_many([hand], str(club)).points[0])
    assert points == [
        score(HAND, circumstances=["riichi", "ippatsu"], options={"kiriage_mangan": chosen}).points
        for chosen in (True, False)
    ]
    assert points[0] != points[1]


def test_an_option_is_not_taken_for_another_that_is_equal() -> None:
    assert score_many([HAND], "riichi", {"kiriage_mangan": True}).points
    with pytest.raises(InputError):
        score_many([HAND], "riichi", {"kiriage_mangan": 1})
