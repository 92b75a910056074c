"""The three functions of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer import InputError, load_ruleset, score


def test_one_is_not_true_even_after_true() -> None:
    load_ruleset("riichi", {"open_tanyao": True})
    with pytest.raises(InputError):
        load_ruleset("riichi", {"open_tanyao": 1})


def test_a_ruleset_may_be_given_as_value_or_by_name() -> None:
    hand = "234m345p67p456s55s+8p"
    assert score(hand, load_ruleset("tenhou")).points == score(hand, "tenhou").points


def test_every_fault_is_in_the_error() -> None:
    with pytest.raises(InputError) as caught:
        score("123q", seat="X", circumstances=["nothing"])
    assert [fault.source for fault in caught.value.faults] == ["hand", "--seat", "--with"]


def test_a_file_of_the_same_name_in_another_folder_is_another_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("One", "Two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "club.yaml").write_text(f"extends: riichi\nname: {name}\n")
        monkeypatch.chdir(tmp_path / name)
        assert ("en", name) in load_ruleset("club.yaml").names
