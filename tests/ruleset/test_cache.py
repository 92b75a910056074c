"""What was worked out for a rule file comes back the same; what cannot be trusted is worked out anew."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scorer.fast.conditions import Program
from scorer.ruleset import cache as kept
from scorer.ruleset import load as loading
from scorer.ruleset.cache import CACHED_CLASSES, MODEL_SORT, cached_ruleset, open_ruleset
from scorer.ruleset.find import MOST_FILE_BYTES, digest_of, shipped_path
from scorer.ruleset.load import load_ruleset, load_text
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset as load
from tests.support.shipped import each_box


def entries(cache: Path, sort: str = "model") -> list[Path]:
    return sorted(cache.glob(f"*.{sort}"))


@pytest.mark.parametrize("name", each_box())
def test_a_shipped_ruleset_comes_back_as_it_was_built(name: str, cache: Path) -> None:
    path, built = shipped_path(name), load_ruleset(name)
    assert path and cached_ruleset(path) is None
    kept.remember(MODEL_SORT, path, kept.cacheable_parts(built), built.files)
    again = cached_ruleset(path)
    assert again == built
    assert "set_tables" in vars(again)  # they take longer to find than to read
    assert again.files == built.files
    assert again.set_tables.tuples == built.set_tables.tuples


def test_a_file_is_built_once_and_recalled_afterwards(cache: Path, club: Path) -> None:
    first = open_ruleset(str(club))
    assert len(entries(cache)) == 1
    assert cached_ruleset(str(club)) == first == open_ruleset(str(club))


def test_a_ruleset_changed_by_a_text_is_recalled_for_the_same_text_only(cache: Path) -> None:
    text = '{"extends": "mcr", "draws": {"exhaustive": {"when": "next_wall_left == 0"}}}'
    first = kept.changed_ruleset("mcr", text)
    assert first.id == "mcr" and first.draws != load_ruleset("mcr").draws
    files = len(entries(cache))
    assert kept.changed_ruleset("mcr", text) == first and len(entries(cache)) == files
    assert kept.changed_ruleset("mcr", text.replace("0", "1")) != first and len(entries(cache)) == files + 1
    assert open_ruleset("mcr") == load_ruleset("mcr")


def test_a_changed_ruleset_is_not_read_again_as_yaml(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"extends": "mcr", "deals": {"start": 500}}'
    first = kept.changed_ruleset("mcr", text)
    monkeypatch.setattr(loading, "load_text", None)
    assert kept.changed_ruleset("mcr", text) == first


def test_a_changed_file_is_built_anew(cache: Path, club: Path) -> None:
    open_ruleset(str(club))
    club.write_text(club.read_text("utf-8").replace("true", "false"), encoding="utf-8")
    assert cached_ruleset(str(club)) is None
    assert open_ruleset(str(club)).option_values["kiriage_mangan"] is False


def test_a_base_rewritten_with_equal_time_and_size_is_read_again(cache: Path, tmp_path: Path) -> None:
    base, club = tmp_path / "base.yaml", tmp_path / "club.yaml"
    base.write_text("extends: riichi\nset: {red_fives: 3}\n", encoding="utf-8")
    club.write_text("extends: base.yaml\n", encoding="utf-8")
    assert load(str(club)).option_values["red_fives"] == 3
    before = base.stat()
    base.write_text("extends: riichi\nset: {red_fives: 4}\n", encoding="utf-8")
    os.utime(base, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert load(str(club)).option_values["red_fives"] == 4
    assert open_ruleset(str(club)).option_values["red_fives"] == 4


def test_a_file_that_changed_since_it_was_loaded_is_loaded_again(cache: Path, club: Path) -> None:
    assert load(str(club)) is load(str(club))
    club.write_text("extends: riichi\nset: {kiriage_mangan: false}\n", encoding="utf-8")
    assert load(str(club)).option_values["kiriage_mangan"] is False


def test_a_file_saved_while_it_is_read_is_kept_under_what_was_read(cache: Path, club: Path) -> None:
    old = open_ruleset(str(club))
    entries(cache)[0].unlink()
    club.write_text("extends: riichi\nset: {kiriage_mangan: false}\n", encoding="utf-8")
    kept.remember("model", str(club), kept.cacheable_parts(old), old.files)
    assert len(entries(cache)) == 1
    assert cached_ruleset(str(club)) is None


@pytest.mark.parametrize("damage", [b"", b"xxxx", b"\0" * 5000, b"scorer cache", None])
def test_a_damaged_entry_is_ignored(cache: Path, club: Path, damage: bytes | None) -> None:
    open_ruleset(str(club))
    place = entries(cache)[0]
    text = bytearray(place.read_bytes())
    text[len(text) // 2] ^= 255
    place.write_bytes(bytes(text) if damage is None else damage)
    assert cached_ruleset(str(club)) is None
    assert open_ruleset(str(club)).option_values["kiriage_mangan"] is True


def test_an_entry_of_another_file_is_not_believed(cache: Path, club: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("extends: riichi\nset: {kiriage_mangan: false}\n", encoding="utf-8")
    open_ruleset(str(other))
    (foreign,) = entries(cache)
    open_ruleset(str(club))
    (own,) = set(entries(cache)) - {foreign}
    own.write_bytes(foreign.read_bytes())
    assert cached_ruleset(str(club)) is None


FORGED = [
    "[" * 100_000,
    '{"*": [[[], []], 1]}',
    '{"#Popen": [["sh"]]}',
    '{"#Node": [1]}',
    "1e5",
    "NaN",
    '[{"#Node": []}, {}]',
    "[1, 2]",
]


def forge(place: Path, data: str) -> None:
    """Puts other data into an entry. The forger knows the format, and writes digests that fit."""
    head, _, text = place.read_bytes().partition(b"\n")
    whose, files, _ = json.loads(text)
    forged = f"[{json.dumps(whose)}, {json.dumps(files)}, {data}]".encode()
    place.write_bytes(head.rpartition(b" ")[0] + f" {digest_of(forged)}\n".encode() + forged)


@pytest.mark.parametrize("data", FORGED)
def test_a_forged_entry_makes_nothing(cache: Path, club: Path, data: str) -> None:
    open_ruleset(str(club))
    forge(entries(cache)[0], data)
    assert cached_ruleset(str(club)) is None


@pytest.mark.parametrize("part", [{"#Popen": [["sh"]]}, {"#Node": ["fact"]}, {"#Node": 5}, {"*": [[1]]}])
def test_an_entry_with_a_forged_part_makes_nothing(cache: Path, club: Path, part: dict[str, object]) -> None:
    open_ruleset(str(club))
    (place,) = entries(cache)
    _, _, data = json.loads(place.read_bytes().partition(b"\n")[2])
    ruleset = data[0]["#Ruleset"]
    ruleset[Ruleset.__match_args__.index("patterns")] = [part]
    forge(place, json.dumps(data))
    assert cached_ruleset(str(club)) is None


def test_values_of_unknown_classes_are_refused() -> None:
    with pytest.raises(KeyError):
        kept.from_json_value({"#Path": ["/"]}, CACHED_CLASSES)
    with pytest.raises(TypeError, match="args"):
        kept.from_json_value({"#Node": ["fact"]}, CACHED_CLASSES)
    with pytest.raises(ValueError, match="is not plain data"):
        kept.to_json_value(1.5)


def test_the_cache_can_be_turned_off(cache: Path, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    open_ruleset(str(club))
    assert not cache.exists()


def test_a_cache_folder_that_cannot_be_written_is_no_fault(
    tmp_path: Path, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert open_ruleset(str(club)).id == "club"


@pytest.mark.skipif(os.name == "nt", reason="modes of folders")
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(cache: Path, club: Path, mode: int) -> None:
    cache.mkdir(parents=True)
    cache.chmod(mode)
    open_ruleset(str(club))
    assert not list(cache.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_a_link_in_place_of_the_folder_or_an_entry_is_not_followed(
    cache: Path, club: Path, tmp_path: Path
) -> None:
    open_ruleset(str(club))
    place = entries(cache)[0]
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    assert cached_ruleset(str(club)) is None
    cache.rename(tmp_path / "folder")
    cache.symlink_to(tmp_path / "folder")
    open_ruleset(str(club))
    assert place.is_symlink()


def test_a_relative_cache_home_is_ignored(
    cache: Path, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    open_ruleset(str(club))
    assert not (tmp_path / "here").exists()


@pytest.mark.slow
def test_only_what_was_kept_last_stays(cache: Path, club: Path) -> None:
    clubs = [club.with_name(f"club-{number}.yaml") for number in range(kept.MOST_ENTRIES + 3)]
    for number, path in enumerate(clubs):
        path.write_bytes(club.read_bytes())
        kept.remember("model", str(path), number, load_text_files(path))
        for place in entries(cache):
            if place.stat().st_mtime > number + 1_000:
                os.utime(place, (number, number))
    assert len(entries(cache)) == kept.MOST_ENTRIES
    assert kept.recall("model", str(clubs[0])) is None
    assert kept.recall("model", str(clubs[kept.MOST_ENTRIES])) == kept.MOST_ENTRIES


def load_text_files(club: Path) -> tuple[tuple[str, str], ...]:
    return ((str(club), digest_of(club.read_bytes())),)


def test_files_of_others_are_never_taken_away(cache: Path, club: Path, tmp_path: Path) -> None:
    cache.mkdir(parents=True, mode=0o700)
    others = [cache / f"thesis-{number}.tex" for number in range(120)]
    others += [cache / f"club-{number:032x}.model" for number in range(120)]
    others.append(cache / f"link-{0:032x}.model")
    for path in others[:-1]:
        path.write_text("scorer cache is what this is about")
        os.utime(path, (1, 1))
    others[-1].symlink_to(tmp_path)
    open_ruleset(str(club))
    assert entries(cache)
    assert all(path.is_symlink() or path.exists() for path in others)


def test_what_is_too_large_or_no_plain_data_leaves_nothing(cache: Path, club: Path) -> None:
    kept.remember("model", str(club), "x" * MOST_FILE_BYTES, load_text_files(club))
    kept.remember("model", str(club), object(), load_text_files(club))
    assert not list(cache.iterdir())


COLD = """
import sys, threading
sys.setswitchinterval(1e-6)
from scorer.ruleset.load import load_ruleset as built
from scorer.ruleset.cache import open_ruleset
names = sys.argv[1:]
found = []
threads = [threading.Thread(target=lambda name=name: found.append((name, open_ruleset(name)))) for name in names * 2]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(found) == len(threads)
for name, ruleset in found:
    print(name, len(ruleset.circumstances), len(ruleset.patterns), ruleset == built(name))
"""


@pytest.mark.slow
def test_first_loads_in_several_threads_give_the_same_rulesets(tmp_path: Path) -> None:
    names = ("tenhou", "donjara-doraemon", "wrc", "ponjan")
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", COLD, *names], env=env, capture_output=True, text=True, check=True
        )
        built = [load_ruleset(name) for name in names]
        wanted = {f"{one.id} {len(one.circumstances)} {len(one.patterns)} True" for one in built}
        assert set(run.stdout.splitlines()) == wanted


def test_a_file_is_built_over_the_defaults_that_it_was_laid_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that load at once may each read the file of defaults."""
    wanted = load_ruleset("hkma")
    loading._load_shipped.cache_clear()
    monkeypatch.setattr(loading, "_defaults_root", loading._defaults_root.__wrapped__)
    assert load_ruleset("hkma") == wanted


@pytest.mark.slow
def test_many_threads_may_keep_the_same_at_once(cache: Path, club: Path) -> None:
    made: list[object] = []
    threads = [threading.Thread(target=lambda: made.append(open_ruleset(str(club)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    assert all(ruleset == made[0] for ruleset in made)
    assert [path.suffix for path in cache.iterdir()] == [".model"]


def test_a_text_that_lies_in_no_file_hangs_on_no_file() -> None:
    ruleset = load_text("extends: riichi\n", "<stdin>").ruleset
    assert ruleset is not None
    assert ruleset.files == ()


def test_a_program_is_made_of_known_operators_only() -> None:
    outputs = (((2, 0),),)
    assert Program((1, (5,), (("+", 0, 1),), outputs)).run_program((3,)) == (8,)
    with pytest.raises(KeyError, match="print"):
        Program((1, (5,), (("+ print(1) +", 0, 1),), outputs))
