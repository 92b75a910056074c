"""Built rulesets are kept and come back the same; what cannot be trusted is built anew."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ruleset import folders
from scorer.ruleset.find import shipped_names
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.opening import open_ruleset
from scorer.ruleset.store import recall, remember


def stored(cache: Path) -> list[Path]:
    return sorted(cache.glob("club-*.ruleset"))


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_ruleset_comes_back_from_the_store_as_it_was_built(name: str, cache: Path) -> None:
    built = load_ruleset(name)
    path = Path(built.file)
    remember(path, built, (path,))
    assert recall(path) == built


def test_a_file_is_built_once_and_recalled_afterwards(cache: Path, club: Path) -> None:
    first = open_ruleset(str(club))
    assert len(stored(cache)) == 1
    assert recall(club) == first == open_ruleset(str(club))


def test_a_changed_file_is_built_anew(cache: Path, club: Path) -> None:
    open_ruleset(str(club))
    club.write_text(club.read_text("utf-8").replace("true", "false"), encoding="utf-8")
    assert recall(club) is None
    assert open_ruleset(str(club)).option_values["kiriage_mangan"] is False


@pytest.mark.parametrize("damage", [b"", b"xxxx", b"\0" * 5000, None])
def test_a_damaged_store_is_ignored(cache: Path, club: Path, damage: bytes | None) -> None:
    open_ruleset(str(club))
    place = stored(cache)[0]
    text = bytearray(place.read_bytes())
    text[len(text) // 2] ^= 255
    place.write_bytes(bytes(text) if damage is None else damage)
    assert recall(club) is None
    assert open_ruleset(str(club)).option_values["kiriage_mangan"] is True


def test_the_store_can_be_turned_off(cache: Path, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    open_ruleset(str(club))
    assert not cache.exists()


def test_a_cache_folder_that_cannot_be_written_is_no_fault(
    tmp_path: Path, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert open_ruleset(str(club)).id == "club"


def test_only_what_was_kept_last_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(folders, "MOST_KEPT", 3)
    for number in range(5):
        folders.keep(f"{number}.ruleset", [b"da", b"ta"])
        os.utime(tmp_path / "scorer" / f"{number}.ruleset", (number, number))
    folders.keep("last.ruleset", [b"da", b"ta"])
    assert [folders.read_kept(f"{name}.ruleset") for name in (2, 3, 4, "last")] == [None] + 3 * [b"data"]


def test_what_cannot_be_written_as_a_whole_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(folders, "LARGEST", 20)

    def broken() -> Iterator[bytes]:
        yield b"data"
        raise ValueError("no plain data")

    folders.keep("broken.ruleset", broken())
    folders.keep("large.ruleset", [b"0123456789"] * 3)
    assert list((tmp_path / "scorer").iterdir()) == []
