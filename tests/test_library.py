"""The three functions of the library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorer import InputError, load_ruleset, score, score_many
from scorer.compiled import engine_now
from scorer.engine.configure import configured

HAND = "234m345p67p456s55s+8p"


def test_one_is_not_true_even_after_true() -> None:
    load_ruleset("riichi", {"open_tanyao": True})
    with pytest.raises(InputError):
        load_ruleset("riichi", {"open_tanyao": 1})


def test_a_ruleset_may_be_given_as_value_or_by_name() -> None:
    assert score(HAND, load_ruleset("tenhou")).points == score(HAND, "tenhou").points


def test_every_fault_is_in_the_error() -> None:
    with pytest.raises(InputError) as caught:
        score("123q", seat="X", circumstances=["nothing"])
    assert [fault.source for fault in caught.value.faults] == ["hand", "--seat", "--with"]


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize(
    ("given", "source", "says"),
    [
        ({"hand": None}, "hand", "a text is needed, not None"),
        ({"hand": b"123m"}, "hand", "a text is needed, not b'123m'"),
        ({"circumstances": "riichi"}, "--with", "a list of texts is needed, not 'riichi'"),
        ({"circumstances": [1]}, "--with", "a list of texts is needed, not [1]"),
        ({"seat": 1}, "--seat", "a text is needed, not 1"),
        ({"honba": "1"}, "--honba", "a whole number is needed, not '1'"),
        ({"dora": ["4s"]}, "indicators", "a text of tiles each is needed, not {'dora': ['4s']}"),
        ({"pao": "daisangen"}, "--pao", "is needed, not 'daisangen'"),
    ],
)
def test_an_argument_of_a_wrong_type_is_told(
    warm: bool, given: dict[str, Any], source: str, says: str
) -> None:
    rules = configured(load_ruleset("riichi"), {"red_fives": 1})
    if warm:
        engine_now(rules)
    with pytest.raises(InputError) as caught:
        score(**{"hand": HAND, "ruleset": rules, **given})
    assert [fault.source for fault in caught.value.faults] == [source]
    assert says in str(caught.value)


def test_what_is_none_is_not_said() -> None:
    nothing: Any = None
    said = score(HAND, win=nothing, seat=nothing, circumstances=nothing, honba=nothing, pao=nothing)
    assert said.points == score(HAND).points


def test_one_text_is_not_many_hands() -> None:
    with pytest.raises(InputError, match="a list of hands is needed"):
        score_many(HAND)
    odd: Any = [None, HAND, 7]
    assert {place: str(error) for place, error in score_many(odd).errors.items()} == {
        0: "a text or a mapping is needed, not None", 2: "a text or a mapping is needed, not 7"
    }  # fmt: skip


def test_a_file_of_the_same_name_in_another_folder_is_another_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("One", "Two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "club.yaml").write_text(f"extends: riichi\nname: {name}\n")
        monkeypatch.chdir(tmp_path / name)
        assert ("en", name) in load_ruleset("club.yaml").names
