"""Without a name of a file, scorer checks what looks like a rule file and is the project's own."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.check.targets import looks_like_rules, rule_files
from scorer.cli.check import MANY_FILES, check
from scorer.cli.main import main
from scorer.ruleset.find import translation_language
from tests.support.places import ROOT

CLUB = "extends: riichi\nname: Club\n"
RULES = {
    "an overlay": CLUB,
    "an overlay in braces": '{extends: riichi, name: Club, set: {red_fives: 0, "tanyao.value": 2}}\n',
    "quoted keys": "\"extends\": riichi\n'name': Club\n",
    "a misspelt base key": "extend: riichi\nname: Club\nminimum: 2\n",
    "changes without a base": "name: Club\nset: {open_tanyao: false}\n",
    "a file that ends in an error": "extends: riichi\nname: 'Club\npatterns: [\n\tvalue\n",
    "a game of its own": "name: Bones\nshapes: {pairs: {pairs: 3}}\npatterns: []\n",
}
OTHERS = {
    "a workflow": "name: CI\non: push\njobs:\n  patterns: {extends: base}\n",
    "containers": "version: '3'\nservices: {web: {extends: base}}\n",
    "a linter": "extends: standard\nrules: {}\n",
    "another linter": "extends: [a, b]\nenv: {}\nrules: {}\nplugins: []\n",
    "a recipe": "name: Soup\nsource: Grandmother\nnotes: [salt]\n",
    "a list": "- extends: riichi\n- name: Club\n",
    "a setting of bounds": "minimum: 1\nmaximum: 5\ntype: integer\ndescription: how many\n",
    "nothing": "",
    "a remark": "# extends: riichi\n",
    "text": "extends\n",
    "braces": "{name: web, on: [push], jobs: {extends: 3}}\n",
}


@pytest.mark.parametrize("kind", RULES)
def test_a_rule_file_is_known_by_its_keys_whatever_is_wrong_with_it(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file.yaml").write_text(RULES[kind])
    assert looks_like_rules(str(tmp_path / "file.yaml"))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_rule_file_is_known_in_another_encoding_too(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "file.yaml").write_text(CLUB, encoding)
    assert looks_like_rules(str(tmp_path / "file.yaml"))


@pytest.mark.parametrize("kind", OTHERS)
def test_other_yaml_is_not_taken_for_a_rule_file(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file.yaml").write_text(OTHERS[kind])
    assert not looks_like_rules(str(tmp_path / "file.yaml"))


def test_every_shipped_file_looks_like_a_rule_file() -> None:
    found = rule_files([str(ROOT / "rulesets")])
    names = {Path(path).name for path in found.files}
    shipped = {path.name for path in (ROOT / "rulesets").glob("*.yaml")}
    translations = set(filter(translation_language, shipped))
    assert shipped - translations - names == {"defaults.yaml"}
    assert translations
    assert {Path(path).parent.name for path in found.other_files} == {"logs"}  # what logs say, no rules


# ---- an ordinary project


def project(folder: Path) -> Path:
    """A project in which rule files are few."""
    files = {
        "club.yaml": CLUB,
        "rules/defaults.yml": CLUB,
        "ci.yml": OTHERS["a workflow"],
        "deploy/compose.yaml": OTHERS["containers"],
        ".hidden/club.yaml": CLUB,
        "env/pyvenv.cfg": "",
        "env/lib/scorer/rulesets/club.yaml": CLUB,
        "conda/conda-meta/history": "",
        "conda/club.yaml": CLUB,
        "build/club.yaml": CLUB,
        "build/deep/club.yaml": CLUB,
        "draft.yaml": CLUB,
        ".gitignore": "build/\n/draft.yaml\n",
        "part/.gitignore": "*\n",
        "part/club.yaml": CLUB,
        "part/deep/club.yaml": CLUB,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def git(folder: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)


def checked(folder: Path, *names: str) -> set[str]:
    return {Path(path).relative_to(folder).as_posix() for path in rule_files(names or [str(folder)]).files}


def checked_here(*words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words])


EVERY = {"club.yaml", "rules/defaults.yml", "build/club.yaml", "build/deep/club.yaml", "draft.yaml"} | {
    "part/club.yaml",
    "part/deep/club.yaml",
}


def test_environments_and_hidden_folders_are_left_alone(tmp_path: Path) -> None:
    assert checked(project(tmp_path)) == EVERY


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_what_git_ignores_is_left_alone_unless_it_is_named(tmp_path: Path) -> None:
    folder = project(tmp_path)
    git(folder, "init", "-q")
    git(folder, "init", "-q", "part")  # a repository inside another, with rules of its own
    assert checked(folder) == {"club.yaml", "rules/defaults.yml"}
    assert checked(folder, str(folder / "build")) == {"build/club.yaml", "build/deep/club.yaml"}
    assert checked(folder, str(folder / "draft.yaml")) == {"draft.yaml"}
    git(folder, "add", "-f", "draft.yaml")  # which git now follows
    assert "draft.yaml" in checked(folder)


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_a_submodule_does_not_keep_git_from_being_asked(tmp_path: Path) -> None:
    folder = project(tmp_path)
    git(folder, "init", "-q")
    git(folder, "init", "-q", "part")
    git(folder / "part", "commit", "-q", "--allow-empty", "-m", "Begin")
    git(folder, "add", "-f", "part")
    assert checked(folder) == {"club.yaml", "rules/defaults.yml"}


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_no_program_that_a_repository_names_is_run(tmp_path: Path) -> None:
    folder = project(tmp_path)
    git(folder, "init", "-q")
    git(folder, "add", "club.yaml")
    program = folder / "program"
    program.write_text(f"#!/bin/sh\ntouch '{folder}/ran'\n")
    program.chmod(0o755)
    git(folder, "config", "core.fsmonitor", str(program))
    assert checked(folder) == {"club.yaml", "rules/defaults.yml"}
    assert not (folder / "ran").exists()


def test_without_git_nothing_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(tmp_path)
    (folder / ".git").mkdir()
    monkeypatch.setenv("PATH", "")
    assert checked(folder) == EVERY
    git_here = folder / "git"
    git_here.write_text("#!/bin/sh\nexit 1\n")
    git_here.chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", ".")
    assert checked(folder) == EVERY


def test_other_yaml_gets_one_line_in_sum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.yml", "b.yaml", "c.yaml", "d.yaml"):
        Path(name).write_text(OTHERS["a workflow"])
    nothing = checked_here()
    assert nothing.exit_code == 2
    assert "there is no rule file here" in nothing.stderr
    Path("club.yaml").write_text(CLUB)
    found = checked_here("--format", "json")
    assert found.exit_code == 0
    assert '"club.yaml"\n  ]' in found.stdout
    told = "not checked: 4 other YAML files without the keys of a rule file (a.yml, b.yaml, c.yaml, …)\n"
    assert found.stderr == told


def test_a_file_that_is_named_is_always_checked(tmp_path: Path) -> None:
    (tmp_path / "ci.yml").write_text(OTHERS["a workflow"])
    found = checked_here(str(tmp_path / "ci.yml"))
    assert found.exit_code == 1
    assert "L201" in found.stdout
    assert found.stderr == ""


@pytest.mark.parametrize(("number", "is_counted"), [(MANY_FILES, True), (2, False)])
def test_many_files_are_counted_while_they_are_checked(
    number: int, is_counted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars: list[tuple[int, bool]] = []
    ticks: list[int] = []

    @contextmanager
    def bar(label: str, length: int, is_shown: bool) -> Iterator[Callable[[], None]]:
        bars.append((length, is_shown))
        yield lambda: ticks.append(1)

    monkeypatch.setattr("scorer.cli.check.progress", bar)
    files = [tmp_path / f"{place}.yaml" for place in range(number)]
    for file in files:
        file.write_text("name: Club\n", encoding="utf-8")
    CliRunner().invoke(check, [*map(str, files)])
    assert bars == [(number, is_counted)]
    assert len(ticks) == number


def test_a_line_of_many_hashes_is_read_at_once(tmp_path: Path) -> None:
    """The expression that looked for a bracket behind comments took twice as long for each further sign."""
    (tmp_path / "club.yaml").write_text(f"{'#' * 5000}\nname: Club\nextends: riichi\n")
    assert checked(tmp_path) == {"club.yaml"}
