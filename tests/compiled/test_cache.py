"""Compiled rulesets come back from the cache as they were; what cannot be trusted is compiled anew."""

from __future__ import annotations

import marshal
from pathlib import Path
from zlib import crc32

import pytest

from scorer.compiled import cache as stored
from scorer.compiled import open_engine
from scorer.compiled.compile import compile_ruleset
from scorer.library import load_ruleset
from tests.support.shipped import each_box


def files(cache: Path) -> list[Path]:
    return sorted(cache.glob("club-*.compiled"))


@pytest.mark.parametrize("name", each_box())
def test_a_compiled_ruleset_is_plain_data(name: str) -> None:
    form = compile_ruleset(load_ruleset(name))
    assert marshal.loads(marshal.dumps(form)) == form


def test_the_second_time_nothing_is_compiled(
    cache: Path, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_engine(str(club))
    monkeypatch.setattr("scorer.compiled._compiled", None)
    assert open_engine(str(club)).form == first.form
    assert len(files(cache)) == 1


def test_options_have_files_of_their_own(cache: Path, club: Path) -> None:
    plain = open_engine(str(club)).form
    assert open_engine(str(club), {"red_fives": 0}).form != plain
    assert open_engine(str(club)).form == plain
    assert len(files(cache)) == 2


def test_a_changed_rule_file_is_compiled_anew(cache: Path, club: Path) -> None:
    before = open_engine(str(club)).form
    club.write_text(club.read_text("utf-8").replace("true", "false"), encoding="utf-8")
    assert open_engine(str(club)).form != before


@pytest.mark.parametrize("damage", ["cut", "turned", "empty", "foreign", "code", "cache"])
def test_a_damaged_or_foreign_file_is_as_if_it_were_not_there(cache: Path, club: Path, damage: str) -> None:
    form = open_engine(str(club)).form
    (file,) = files(cache)
    whole = file.read_bytes()
    code = marshal.dumps((1, (), (), compile("1", "x", "eval")))
    file.unlink()
    if damage == "cache":
        file.mkdir()
    else:
        file.write_bytes({
            "cut": whole[:-7], "turned": whole[:40] + b"\0" + whole[41:], "empty": b"",
            "foreign": b"GIF89a" * 40, "code": crc32(code).to_bytes(4, "big") + code,
        }[damage])  # fmt: skip
    assert open_engine(str(club)).form == form


def test_another_version_does_not_read_it(cache: Path, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_engine(str(club))
    monkeypatch.setattr(stored, "code_stamp", lambda *packages: ("0.0.0", 0, 0))
    assert stored.recall(str(club), ()) is None


def test_a_folder_that_cannot_be_made_is_no_fault(
    tmp_path: Path, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCORER_NO_CACHE", raising=False)
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert open_engine(str(club)).form["id"] == "club"


def test_the_cache_can_be_turned_off(cache: Path, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    open_engine(str(club))
    assert not cache.exists()
