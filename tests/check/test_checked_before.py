"""A file is not checked again until something changes that the check has read: its problems are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.check import run
from scorer.check.run import check_ruleset
from scorer.message import message_text
from scorer.questions.authoring import check_file, fixes

BASE = "extends: ponjan\nname: Base\nset: {furiten: true}\n"
CLUB = "extends: base.yaml\nname: Club\nset: {joker_tiles: 3}\n"
NONE = "extends: ponjan\nname: Base\nset: {furitenn: true}\n"


@pytest.fixture
def club(tmp_path: Path, cache: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE)
    file = tmp_path / "club.yaml"
    file.write_text(CLUB)
    assert check_ruleset(file) == ()
    return file


def test_a_file_without_problems_is_checked_once(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "load_for_check", None)
    assert check_ruleset(club) == ()


PARENT = "extends: riichi\nname: Base\nset: {mangan.base: 2000}\n"
HOUSE = """extends: base.yaml
name: House
notes: [ours]  # why
set: {pinfu.value: 2}
add:
- {id: own, name: Own, definition: Own., source: ours, value: 1, when: self_draw and dealer, holds: [HAND tsumo seat=E],
   fails: [HAND ron]}
hands:
  HAND tsumo seat=E: {counts: [own, menzen_tsumo, pinfu, tanyao], han: 5}
""".replace("HAND", "234m567m345p67s88s+8s")
CHANGES = [
    ("# why", "# for what"),
    ("[ours]", "[ours, yours]"),
    ("han: 5", "han: 6"),
    ("pinfu, tanyao", "pinfu"),
    ("pinfu.value: 2", "pinfu.value: 3"),
    ("self_draw and dealer", "self_draw and discard"),
    ("fails: [2", "fails: [2344"),
    ("ron]}", "tsumo]}"),
    ("definition: Own., ", ""),
    ("base.yaml", "riichi"),
    ("name: House", "name: House\nid: other"),
    ("set: {pinfu", "set: {double_suuankou_tanki: true, pinfu"),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("old", "new"), CHANGES, ids=[new or "nothing" for _, new in CHANGES])
def test_in_a_changed_file_the_same_is_found_as_in_a_new_one(
    old: str, new: str, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_text(PARENT)
    file, text = Path("house.yaml"), HOUSE.replace(old, new)
    file.write_text(HOUSE)
    assert text != HOUSE and check_ruleset(file) == (), "something is kept of these rules"
    assert [path.suffix for path in cache.glob("house-*")] == [".checked"], "one entry has all of it"
    file.write_text(text)
    found = check_ruleset(file)
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    assert found == check_ruleset(file)


def test_rules_in_which_nothing_was_found_are_checked_once(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base.yaml").write_text(PARENT)
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE)
    assert check_ruleset(file) == ()
    monkeypatch.setattr("scorer.check.examples.hand_problems", None)
    monkeypatch.setattr("scorer.check.examples.parse_example", None)
    file.write_text(HOUSE.replace("# why", "# for what"))
    assert check_ruleset(file) == ()
    (tmp_path / "base.yaml").write_text(PARENT.replace("2000", "1900"))
    assert check_ruleset(file), "with another base the rules are others"


FAULTY = "extends: base.yaml\nname: Club\nset: {joker_tiless: 3}\nadd:\n- {id: own, value: 1, when: concealed_hand}\n"


def test_what_was_found_in_a_file_comes_back_as_it_was(
    club: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.parent)
    club.write_text(FAULTY)
    found, errors = check_file("club.yaml").problems, check_file("club.yaml", ignore=["L"]).problems
    assert [one.code for one in errors] == ["L402"] and len(found) > 1
    with monkeypatch.context() as patch:
        patch.setattr(run, "load_for_check", None)
        assert check_file("club.yaml").problems == found
        assert check_file("club.yaml", ignore=["L"]).problems == errors
        assert check_file("./club.yaml", select=["L9"]).problems == tuple(
            p for p in found if p.code[:2] == "L9"
        )
        problem = check_file("club.yaml").problems[0]
        assert fixes(FAULTY, problem, "club.yaml", can_extend_files=True)
    assert check_file(str(club)).problems[0].file == str(club), "the problems of a file named in another way"
    for kept in cache.glob("*.checked"):
        kept.write_bytes(kept.read_bytes()[:-9] + b"nonsense]")
    assert check_file("club.yaml").problems == found
    club.write_text(CLUB)
    assert check_file("club.yaml").problems == ()


def test_a_base_that_was_missing_is_looked_for_again(tmp_path: Path, cache: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text(CLUB)
    assert [one.code for one in check_ruleset(club)] == ["L401"]
    (tmp_path / "base.yaml").write_text(BASE)
    assert check_ruleset(club) == ()


def test_unsaved_text_is_checked_although_the_saved_file_is_clean(club: Path) -> None:
    text = FAULTY.replace("joker_tiless", "joker_tiles").encode()
    assert check_file(str(club), text=text, can_extend_files=True).problems


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("club.yaml", CLUB.replace("joker_tiles", "joker_tiless")),
        ("base.yaml", NONE),
        ("club.ja.yaml", "name: クラブ\npatterns: {nothing: 無}\n"),
    ],
)
def test_what_changes_in_a_file_or_what_it_needs_is_checked(club: Path, name: str, text: str) -> None:
    (club.parent / name).write_text(text)
    assert check_ruleset(club)
    assert check_ruleset(club)


@pytest.mark.slow
def test_a_copy_of_a_file_elsewhere_is_checked(club: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    copy = club.rename(tmp_path / "elsewhere" / "club.yaml")
    assert [problem.code for problem in check_ruleset(copy)]


def test_what_is_kept_of_a_file_is_told_in_each_language(tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "dear.yaml"
    file.write_text("extends: riichi\nname: Dear\nset: {mangan.base: 20000}\n")
    first, kept = (
        [[message_text(one.message, language) for language in ("ja", "zh-TW")] for one in check_ruleset(file)]
        for _ in range(2)
    )
    assert "符的牌" in first[-1][1] and "飜" in first[-1][0] and kept == first
