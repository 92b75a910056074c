"""The settings of a project: where they are, what they may say, and what is said of faulty ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scorer.errors import InputError
from scorer.languages import LANGUAGES
from scorer.settings import ProjectSettings, project_settings
from tests.cli.runs import run


def told(folder: Path) -> list[str]:
    """Each fault of the settings of a folder, with its place."""
    with pytest.raises(InputError) as caught:
        project_settings(str(folder))
    return [
        f"{Path(one.source).name}:{(one.position or 0) + 1} {one.message} {' '.join(one.suggestions)}".strip()
        for one in caught.value.faults
    ]


def test_settings_of_the_folder_and_above_it_in_a_repository_count(tmp_path: Path) -> None:
    inner = tmp_path / "rules" / "old"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.scorer]\nlang = "ja"\n')
    assert project_settings(str(inner)) == ProjectSettings()
    (tmp_path / ".git").mkdir()
    found = project_settings(str(inner))
    assert (found.lang, found.folder) == ("ja", str(tmp_path))
    (tmp_path / "rules" / "pyproject.toml").write_text("[tool.other]\nlang = 1\n# scorer\n")
    assert project_settings(str(inner)).lang == "ja", "a file without settings of scorer does not count"
    (tmp_path / "rules" / ".scorer.yaml").write_text("strict: true\npaths: club.yaml\n")
    assert project_settings(str(inner)) == ProjectSettings(
        folder=str(tmp_path / "rules"), strict=True, paths=("club.yaml",)
    )


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        (".scorer.yaml", "strict: true\nexcludes: [old]\n", [".scorer.yaml, line 2:1 no such setting 'excludes' exclude"]),
        (".scorer.yaml", "strict: maybe\nlang: xx\n", [
            ".scorer.yaml, line 1:1 'strict' takes true or false",
            f".scorer.yaml, line 2:1 there is no language 'xx'; use one of {', '.join(LANGUAGES)}",
        ]),
        (".scorer.yaml", "a: [\n", [".scorer.yaml, line 1:4 this '[' is never closed"]),
        (".scorer.yaml", "- strict\n", [
            ".scorer.yaml, line 1:1 expected settings such as strict: true; the settings are "
            "paths, exclude, select, ignore, strict, lang, ruleset",
        ]),
        ("pyproject.toml", "[tool.scorer]\nignored = ['L9']\n", ["pyproject.toml, line 2:1 no such setting 'ignored' ignore"]),
        ("pyproject.toml", "[tool.scorer]\nignore = 3\n", ["pyproject.toml, line 2:1 'ignore' takes a list of texts"]),
        ("pyproject.toml", "[tool.scorer]\nignore = [L9]\n", ["pyproject.toml, line 2:11 Invalid value"]),
        ("pyproject.toml", "[tool]\nscorer = {strict = 1}\n", ["pyproject.toml, line 2:11 'strict' takes true or false"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_settings_is_told_with_its_place(
    tmp_path: Path, name: str, text: str, faults: list[str]
) -> None:
    if sys.version_info < (3, 11) and name.endswith(".toml"):
        pytest.skip("Python 3.10 cannot read TOML")
    (tmp_path / name).write_text(text)
    assert told(tmp_path) == faults


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("[tool.scorer]\n", True),
        ('["tool"."scorer"]\n', True),
        ("[ tool ]\nscorer.strict = true\n", True),
        ("tool.scorer.strict = true\n", True),
        ("'tool' = {scorer = {}}\n", True),
        ("[tool.other]\nname = 'scorer'\n", False),
        ("[tools]\nname = 'scorer'\n", False),
    ],
)
def test_a_file_is_read_as_toml_only_if_it_may_have_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, is_read: bool
) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    texts: list[str] = []
    monkeypatch.setattr("scorer.settings._toml_data", lambda read: texts.append(read) or {})
    project_settings(str(tmp_path))
    assert texts == [text] * is_read


def test_an_old_python_is_told_where_to_put_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n[tool.scorer]\nstrict = true\n")
    assert told(tmp_path) == [
        "pyproject.toml, line 2:1 Python 3.10 cannot read these settings; write them into .scorer.yaml "
        "beside this file, or use Python 3.11 or newer"
    ]


def test_a_project_chooses_ruleset_and_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "club.yaml").write_text("extends: riichi\nname: Club\nset: {open_tanyao: false}\n")
    (tmp_path / ".scorer.yaml").write_text("ruleset: club.yaml\nlang: ja\n")
    monkeypatch.chdir(tmp_path / "rules")
    hand = ("score", "234m 678p 456s 5s (345p) +5s", "--format", "plain")
    told_in_japanese = run(*hand, env={"SCORER_LANG": ""})
    assert "役" in told_in_japanese.stdout and told_in_japanese.exit_code == 1
    assert run(*hand, "-r", "riichi").exit_code == 0
    (tmp_path / ".scorer.yaml").write_text("ruleset: clubb\n")
    assert "ruleset in the project's settings: there is no ruleset 'clubb'" in run(*hand).stderr
    (tmp_path / ".scorer.yaml").write_text("rulesett: club.yaml\n")
    assert "no such setting 'rulesett'; did you mean 'ruleset'?" in " ".join(run(*hand).stderr.split())
